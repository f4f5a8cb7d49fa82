"""Build the image's content by the Dockerfile's own steps, without an engine, and run every process from it.

In a mount namespace of its own, so as root on Linux: the steps of the stage `build` run at the paths that they name,
with an empty home, in a file system that goes when this ends. The processes then run as somebody else, from a file
system that can't be written, on a database of their own, and are asked whether they live. What this can't try are the
base images, and the last stage's own user.

    .ci/image.py UV      # the path of a uv
"""

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from config.local import folder, servers  # noqa: E402 - found by the line above

type Instructions = list[tuple[str, str]]

PATIENCE = 60.0  # seconds
# Where the namespace has the servers' sockets and the interpreter, which may lie where only root may go.
SOCKETS, PYTHON = "/mnt", "/media"
TOKEN = "of figures"  # noqa: S105 - opens nothing but what this starts
HOST = "loadline.example"
ONLY_THERE = (
    "UV_NO_CACHE",
    "UV_COMPILE_BYTECODE",
)  # they make the image smaller and its start quicker, and this slower


OWN = ("/srv", "/tmp")  # noqa: S108 - the namespace's own


def main(uv: Path) -> None:
    """Start the servers, and do the rest in a namespace."""
    if sys.platform != "linux" or os.geteuid() != 0:
        say("root on Linux alone can try the image's steps: left out")
        return
    if any(ROOT.is_relative_to(path) for path in OWN):
        sys.exit(
            f"A checkout in {' or '.join(OWN)} can't try the image's steps: they have these folders to themselves."
        )
    os.environ |= {"LOADLINE_DATA_DIR": str(ROOT / "var" / "image"), "LOADLINE_TEST_SERVERS": "1"}
    for name in ("DATABASE_URL", "REDIS_URL"):
        os.environ.pop(name, None)
    with servers.servers():
        run("unshare", "--mount", sys.executable, __file__, str(uv), "inside")


def inside(uv: bytes) -> None:
    """Build and run, where mounts are nobody else's."""
    owner = folder.server_owner()
    assert owner, "root has the servers run as somebody else"
    build, final = stages(ROOT / "Dockerfile")
    began = time.monotonic()
    run("mount", "--bind", str(folder.socket_dir()), SOCKETS)
    run("mount", "--bind", sys.base_prefix, PYTHON)
    for path in OWN:
        run("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", path)
    do(build, uv=uv)
    say(f"built in {time.monotonic() - began:.0f} s")
    media = Path(dict(environment_of(final))["MEDIA_ROOT"])
    media.mkdir(parents=True, exist_ok=True)
    run("mount", "-t", "tmpfs", "-o", f"uid={owner.uid},gid={owner.gid}", "tmpfs", str(media))
    make_read_only(except_for=("/tmp", str(media), "/dev", "/proc"))  # noqa: S108
    Image(final, owner).try_processes()


def stages(path: Path) -> tuple[Instructions, Instructions]:
    """The instructions of the stage `build`, and those of the last one."""
    text = re.sub(r"^#.*\n", "", path.read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    found: dict[str, Instructions] = {}
    name = ""
    for line in filter(None, map(str.strip, text.splitlines())):
        word, rest = line.split(maxsplit=1)
        if word == "FROM":
            name = rest.partition(" AS ")[2] or "last"
            found[name] = []
        else:
            found[name].append((word, rest))
    return found["build"], found["last"]


def environment_of(instructions: Instructions) -> list[tuple[str, str]]:
    """The variables that ENV sets."""
    return re.findall(r"(\w+)=(\S+)", " ".join(rest for word, rest in instructions if word == "ENV"))


def do(instructions: Instructions, *, uv: bytes) -> None:
    """Do the instructions of a stage; what is copied from another image is uv alone."""
    home = Path("/tmp/home")  # noqa: S108
    home.mkdir()
    kept = {"UV_CACHE_DIR": str(ROOT / "var" / ".uv")}
    kept |= {
        name: value
        for name, value in os.environ.items()
        if re.match(r"(SSL|UV|PIP|HTTPS?|NO)_|https?_", name)
    }
    environment = kept | {
        "HOME": str(home),
        "LD_LIBRARY_PATH": f"{PYTHON}/lib",
        "PATH": f"{home}/bin:{PYTHON}/bin:/usr/local/bin:/usr/bin:/bin",
    }
    place = Path("/")
    for word, rest in instructions:
        if word == "ENV":
            environment |= {
                key: value for key, value in environment_of([(word, rest)]) if key not in ONLY_THERE
            }
        elif word == "WORKDIR":
            place = Path(rest)
            place.mkdir(parents=True)
        elif word == "COPY" and rest.startswith("--from=uv"):
            (home / "bin").mkdir()
            (home / "bin" / "uv").write_bytes(uv)
            (home / "bin" / "uv").chmod(0o755)
        elif word == "COPY":
            copy_context(rest.split()[:-1], place)
        elif word == "RUN":
            run("sh", "-ec", rest, cwd=place, env=environment)
        else:
            sys.exit(f"The Dockerfile's {word} is nothing that this does.")


def copy_context(names: list[str], place: Path) -> None:
    """Copy what `COPY` names, of what .dockerignore lets through."""
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    allowed = [line[1:] for line in lines if line.startswith("!")]
    for name in allowed if names == ["."] else names:
        assert name in allowed, f".dockerignore leaves out {name}"
        source, target = ROOT / name, place / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
        else:
            shutil.copy2(source, target)


def make_read_only(*, except_for: tuple[str, ...]) -> None:
    """Nothing can be written any more but below these folders."""
    for line in Path("/proc/self/mountinfo").read_text().splitlines():
        path = line.split()[4]
        if not path.startswith(except_for):
            # Some of the kernel's own refuse; a file system of files doesn't.
            subprocess.run(["/bin/mount", "-o", "remount,bind,ro", path], stderr=subprocess.DEVNULL)
    try:
        Path("/srv/loadline/written").touch()
    except OSError:
        return
    sys.exit("The image's file system can still be written.")


class Image:
    """What the last stage would start, here as the servers' owner: their sockets are closed to anybody else."""

    def __init__(self, final: Instructions, owner: folder.Owner) -> None:
        words = dict(final)
        self._command = json.loads(words["ENTRYPOINT"])
        self._place = words["WORKDIR"]
        self._owner = owner
        self._environment = dict(environment_of(final)) | {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": "/nonexistent",
            "LD_LIBRARY_PATH": f"{PYTHON}/lib",
            "DATABASE_URL": f"postgres://{folder.USER}@/{SOCKETS}/{folder.DATABASE}",
            "REDIS_URL": f"unix://{SOCKETS}/valkey.sock",
            "CELERY_BROKER_URL": f"redis+socket://{SOCKETS}/valkey.sock",
            "SECRET_KEY": "an image that is tried, by nobody else, " + os.urandom(16).hex(),
            "ALLOWED_HOSTS": HOST,
            "LOADLINE_PUBLIC_URL": f"https://{HOST}",
            "LOADLINE_LIVE_URL": f"wss://{HOST}",
            "TWILIO_ACCOUNT_SID": "AC" + 32 * "0",
            "TWILIO_AUTH_TOKEN": "none",
            "LOADLINE_METRICS_TOKEN": TOKEN,
        }

    def try_processes(self) -> None:
        """Migrate, then have each process start, do its work and end."""
        for name in ("migrate", "partitions"):
            with self.start(name) as process:
                assert process.wait(timeout=PATIENCE * 5) == 0, f"{name} failed"
        self.try_backup()
        self.try_one("web", lambda port: self.looks_right(port))
        self.try_one("live", lambda port: ask(port, "/livez") == 200)
        for name in ("worker", "background", "sender"):
            self.try_one(name, lambda port: ask(port, "/livez") == 200)
        self.try_one("beat", None, "beat: Starting")

    def try_backup(self) -> None:
        """The image brings PostgreSQL's programs of the server's version."""
        target = Path("/tmp/backup.tar")  # noqa: S108
        command = [f"{self._place}/.venv/bin/python", "manage.py", "backup", str(target)]
        with self.open(command) as backing_up:
            assert backing_up.wait(timeout=PATIENCE) == 0, "backup failed"
        say(f"a backup was made, of {target.stat().st_size:,} bytes")

    def try_one(self, name: str, works: Callable[[int], bool] | None, word: str = "") -> None:
        """Start a process, wait until it works, and end it as an engine would."""
        port, log = free_port(), Path(f"/tmp/{name}.log")  # noqa: S108
        began = time.monotonic()
        with log.open("wb") as lines, self.start(name, port=port, output=lines.fileno()) as process:
            try:
                while not (works(port) if works else word in log.read_text()):
                    assert process.poll() is None, log.read_text()
                    assert time.monotonic() < began + PATIENCE, log.read_text()
                    time.sleep(0.2)
                seconds = time.monotonic() - began
                assert not works or b"loadline_" in fetch(port, "/metrics"), "no figures"
                process.send_signal(signal.SIGTERM)
                code = process.wait(timeout=PATIENCE)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
        say(f"{name} worked after {seconds:.1f} s and ended with code {code}")
        assert code in (0, -signal.SIGTERM), log.read_text()

    def looks_right(self, port: int) -> bool:
        """Whether `web` lives, is ready, and serves a page's own style sheet."""
        if ask(port, "/livez") != 200 or ask(port, "/readyz") != 200:
            return False
        page = fetch(port, "/sign-in/").decode()
        [sheet] = re.findall(r'href="(/static/loadline\.[0-9a-f]+\.css)"', page)
        assert len(fetch(port, sheet)) > 1000, "the style sheet is missing"
        return True

    def start(self, name: str, *, port: int = 0, output: int | None = None) -> subprocess.Popen[bytes]:
        """One of the image's processes."""
        return self.open([*self._command, name], port=port, output=output)

    def open(
        self, command: list[str], *, port: int = 0, output: int | None = None
    ) -> subprocess.Popen[bytes]:
        """A program of the image."""
        return subprocess.Popen(
            command,
            cwd=self._place,
            env=self._environment | {"LOADLINE_LISTEN_PORT": str(port), "LOADLINE_WORKERS": "1"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT if output else None,
            user=self._owner.uid,
            group=self._owner.gid,
            extra_groups=[],
            start_new_session=True,
        )


def ask(port: int, path: str) -> int:
    """The status that is answered; 0 where nobody does."""
    try:
        fetch(port, path)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0
    return 200


def fetch(port: int, path: str) -> bytes:
    """What a request that came through the front is answered with."""
    headers = {"Host": HOST, "X-Forwarded-Proto": "https", "Authorization": f"Bearer {TOKEN}"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=10) as answer:
        found: bytes = answer.read()
        return found


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        number: int = listener.getsockname()[1]
        return number


def run(*command: str, cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    """Run a command, or end with it."""
    if code := subprocess.run(command, cwd=cwd, env=env).returncode:
        sys.exit(f"{' '.join(command)} ended with code {code}")


def say(text: str) -> None:
    """A line for who reads what CI says."""
    sys.stdout.write(f"Image: {text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[2:] == ["inside"]:
        inside(Path(sys.argv[1]).read_bytes())
    else:
        main(Path(sys.argv[1]).resolve())
