"""Facts about processes by their pid, on Linux from /proc, elsewhere from `ps`."""

import contextlib
import os
import subprocess
from pathlib import Path

_PROC = Path("/proc/self/stat").exists()


def command_line(pid: int) -> str:
    """The command line of a running process; empty if there is none, or it is dead and only not yet waited for."""
    if _PROC:
        try:
            return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
        except OSError:
            return ""
    return _ps(pid, "command=")


def started(pid: int) -> str:
    """When a process started, in the system's own terms: with its pid that names it for good. Empty if it is gone."""
    if _PROC:
        fields = _stat(pid)
        return fields[19] if fields else ""
    return _ps(pid, "lstart=")


def is_running(pid: int) -> bool:
    """Whether a process runs; a dead child of ours is reaped on the way."""
    with contextlib.suppress(ChildProcessError):
        if os.waitpid(pid, os.WNOHANG)[0]:
            return False
    if _PROC:
        fields = _stat(pid)
        return bool(fields) and fields[0] not in ("Z", "X")
    state = _ps(pid, "stat=")
    return bool(state) and not state.startswith("Z")


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat after the program's name, which may hold spaces and parentheses."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _ps(pid: int, column: str) -> str:
    found = subprocess.run(["ps", "-ww", "-o", column, "-p", str(pid)], check=False, capture_output=True, text=True)
    return found.stdout.strip()
