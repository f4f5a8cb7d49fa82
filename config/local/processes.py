"""Facts about processes, on Linux from /proc, elsewhere from `ps`; and the end of those that bear a mark."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

MARK = "LOADLINE_SUPERVISED"
"""In the environment of everything that `manage.py up` starts, and thereby of all that those start."""

FORCE_SECONDS = 3.0

_PROC = Path("/proc/self/stat").exists()


def command_line(pid: int) -> str:
    """The command line of a running process; empty if there is none, or it is dead and not yet waited for."""
    if _PROC:
        return _read(f"/proc/{pid}/cmdline").replace(b"\0", b" ").decode(errors="replace").strip()
    return _ps("command=", "-p", str(pid))


def is_running(pid: int) -> bool:
    """Whether a process runs; a dead child of ours is reaped on the way."""
    with contextlib.suppress(ChildProcessError):
        if os.waitpid(pid, os.WNOHANG)[0]:
            return False
    if _PROC:
        # The state follows the program's name, which may itself hold spaces and parentheses.
        state = _read(f"/proc/{pid}/stat").rpartition(b")")[2].strip()[:1].decode()
    else:
        state = _ps("stat=", "-p", str(pid))[:1]
    return state not in ("", "Z", "X")


def marked(mark: str) -> list[int]:
    """The running processes that bear this mark, other than ourselves."""
    if _PROC:
        entry = f"{MARK}={mark}".encode()
        pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
        found = [pid for pid in pids if entry in _read(f"/proc/{pid}/environ").split(b"\0")]
    else:
        lines = _ps("pid=,command=", "-ax", "-E").splitlines()
        found = [int(line.split()[0]) for line in lines if f" {MARK}={mark} " in f"{line} "]
    return [pid for pid in found if pid != os.getpid() and is_running(pid)]


def end_marked(mark: str, *, grace: float) -> int:
    """End the processes that bear a mark: group leaders politely, after `grace` seconds all by force.

    Only leaders are asked, since each tells its own children: a Celery pool told directly drops its tasks.
    Who is left when the leaders are gone has lost its parent, and isn't waited for. Returns how many there were.
    """
    found = marked(mark)
    leaders = [pid for pid in found if _leads(pid)]
    for pid in leaders:
        _signal(pid, signal.SIGTERM)
    deadline = time.monotonic() + grace
    while any(map(is_running, leaders)) and time.monotonic() < deadline:
        time.sleep(0.02)
    while (left := marked(mark)) and time.monotonic() < deadline + FORCE_SECONDS:
        for pid in left:
            _signal(pid, signal.SIGKILL)
        time.sleep(0.02)
    return len(found)


def _leads(pid: int) -> bool:
    try:
        return os.getpgid(pid) == pid
    except ProcessLookupError:
        return False


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:  # gone, or someone else's
        return b""


def _ps(columns: str, *options: str) -> str:
    command = ["ps", "-ww", "-o", columns, *options]
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout.strip()


# A small process beside `manage.py up` that ends its children should it be killed itself.


GRACE = 5.0


def main() -> None:
    """Wait for the parent's good-bye, or for its death."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    if sys.stdin.buffer.read() != b"bye":
        end_marked(sys.argv[1], grace=GRACE)


if __name__ == "__main__":
    main()
