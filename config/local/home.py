"""Where the servers keep their data and sockets, and whom they run as."""

import hashlib
import os
import shutil
import stat
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from config.local import folder as local_folder
from config.local.folder import LocalError, Owner

AWAY = Path("/var/lib/loadline")


@dataclass(frozen=True)
class Home:
    """The servers' place: `folder` for data and copied binaries, `sockets`, `logs`; as root the `owner`."""

    folder: Path
    sockets: Path
    logs: Path
    owner: Owner | None

    def identity(self) -> dict[str, Any]:
        """What `subprocess` needs to run something as the servers' owner, from a folder it may enter."""
        return {"cwd": "/", "env": _environment(), **_identity(self.owner)}

    def give(self, path: Path) -> None:
        """Hand a path made by root to the servers' owner."""
        if self.owner:
            os.chown(path, self.owner.uid, self.owner.gid)

    def make_private(self, path: Path) -> Path:
        """A folder that only the servers' owner (and root) may enter."""
        path.mkdir(mode=0o700, exist_ok=True)
        self.give(path)
        return path

    def runnable(self, binary: Path, *trees: Path) -> Path:
        """The path of a server's binary that its owner can execute: itself, or its copy in this home.

        A checkout under a 0700 parent is out of reach for the owner, and no folder may be chmod-ed for that:
        the trees (the one that holds the binary, then those beside it that it links to) are then copied.
        """
        try:
            subprocess.run([binary, "--version"], check=True, capture_output=True, **self.identity())
            return binary
        except PermissionError:
            if self.owner is None or not trees:
                raise LocalError(f"{binary} can't be executed as the user that the servers run as.") from None
        except (OSError, subprocess.CalledProcessError) as error:
            detail = getattr(error, "stderr", b"") or str(error).encode()
            raise LocalError(
                f"{binary} doesn't run on this machine: {detail.decode(errors='replace').strip()}"
            ) from error
        state = binary.stat()
        version = hashlib.sha256(f"{binary}:{state.st_size}:{state.st_mtime_ns}".encode()).hexdigest()[:12]
        copied = self.folder / "binaries" / version
        if not copied.exists():
            _make_open(copied.parent)
            draft = Path(tempfile.mkdtemp(dir=copied.parent, prefix=".draft-"))
            for tree in filter(Path.is_dir, trees):
                shutil.copytree(
                    tree, draft / tree.name, ignore=shutil.ignore_patterns("*.a", "include", "doc")
                )
            _open_to_all(draft)
            draft.rename(copied)
        return copied / trees[0].name / binary.relative_to(trees[0])


def find_home() -> Home:
    """The servers' place for the current data folder, made if it isn't there."""
    data = local_folder.make_data_dir()
    owner = local_folder.server_owner()
    logs = data / "logs"
    logs.mkdir(mode=0o700, exist_ok=True)
    home = Home(folder=_data_folder(data, owner), sockets=local_folder.socket_dir(), logs=logs, owner=owner)
    _make_sockets(home)
    return home


def _data_folder(data: Path, owner: Owner | None) -> Path:
    """The data folder itself, or one under /var/lib that the owner can enter.

    A link in the data folder leads there: who deletes the data folder begins anew.
    """
    link = data / "servers"
    if link.exists():
        return link.resolve()
    link.unlink(missing_ok=True)  # it led to what is gone, as in a container that was made anew
    if owner is None or _can_enter(data, owner):
        return data
    if (data / "postgres").exists():
        raise LocalError(
            f"{data} holds a database that user {owner.uid} can't reach any more: let all enter the "
            "folders above it (chmod o+x), or run as another user than root."
        )
    _make_open(AWAY)
    folder = Path(tempfile.mkdtemp(dir=AWAY, prefix=local_folder.path_hash(data) + "-"))
    folder.chmod(0o755)
    link.symlink_to(folder)
    return folder


def _can_enter(folder: Path, owner: Owner) -> bool:
    """Tried, not computed: access lists and mounts have their say too."""
    command = ["/bin/sh", "-c", 'cd "$1"', "sh", str(folder)]
    return (
        subprocess.run(command, check=False, capture_output=True, cwd="/", **_identity(owner)).returncode == 0
    )


def _make_sockets(home: Home) -> None:
    """The sockets' folder under /tmp, refused where somebody else has put one there."""
    uid = home.owner.uid if home.owner else os.geteuid()
    for path, mode in ((home.sockets.parent, 0o755), (home.sockets, 0o700)):
        try:
            path.mkdir(mode=mode)
            home.give(path)
        except FileExistsError:
            pass
        state = path.lstat()
        if not stat.S_ISDIR(state.st_mode) or state.st_uid not in (uid, 0) or state.st_mode & 0o022:
            raise LocalError(
                f"{path} was put there by someone else: remove it, since it isn't to be trusted."
            )


def _identity(owner: Owner | None) -> dict[str, Any]:
    return {"user": owner.uid, "group": owner.gid, "extra_groups": []} if owner else {}


def _environment() -> dict[str, str]:
    """Nothing of ours: PGDATA, PGPORT or LD_LIBRARY_PATH of a developer's shell would confuse a server."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}


def _make_open(folder: Path) -> None:
    """A folder that all may enter, whatever our umask."""
    if not folder.exists():
        folder.mkdir(parents=True)
        folder.chmod(0o755)


def _open_to_all(tree: Path) -> None:
    """Readable for all, and executable where it is for its owner."""
    for folder, _, files in os.walk(tree):
        os.chmod(folder, 0o755)  # noqa: S103 (copies of public binaries, for another user)
        for name in files:
            path = os.path.join(folder, name)
            os.chmod(path, 0o755 if os.stat(path).st_mode & stat.S_IXUSR else 0o644)
