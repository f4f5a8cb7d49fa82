"""Which data folder a command means: that of the `up` that runs, wherever it is, never a second, empty one by mistake.

`up` notes its data folder in the checkout's `var/runs`; it runs as long as it holds the lock in there. Standard library
only: `manage.py` asks before there are settings.
"""

import contextlib
import fcntl
import json
import os
from pathlib import Path
from typing import NamedTuple

from config.local import folder
from config.local.folder import LocalError


class Run(NamedTuple):
    """An `up`, running or past: its data folder and the port of its dashboard."""

    data: Path
    port: int


def note(data: Path, port: int) -> None:
    """Remember that `up` runs on a data folder; a checkout that can't be written remembers nothing."""
    if folder.is_test():
        return
    with contextlib.suppress(OSError):
        _folder().mkdir(parents=True, exist_ok=True)
        text = json.dumps({"data": str(data), "port": port})
        folder.write_private(_folder() / f"{folder.path_hash(data)}.json", text)


def adopt() -> str:
    """Have this process use the data folder of the `up` that runs; what to tell the person, or nothing.

    Raises LocalError where that is anybody's guess: several run, or none does and only another folder holds data.
    """
    if os.environ.get("LOADLINE_DATA_DIR") or not folder.is_embedded():
        return ""
    known = _known()
    running = [run for run in known if _is_running(run)]
    if len(running) > 1:
        folders = ", ".join(f"{run.data} (port {run.port})" for run in running)
        raise LocalError(
            f"Several bin/up run: say which is meant with LOADLINE_DATA_DIR. There are {folders}."
        )
    default = folder.data_dir()
    if running:
        [run] = running
        os.environ["LOADLINE_DATA_DIR"] = str(run.data)
        os.environ.setdefault("LOADLINE_PORT", str(run.port))
        return "" if run.data == default else f"using {run.data}, where bin/up runs"
    if _has_data(default):
        return ""
    others = [run for run in known if _has_data(run.data)]
    if others:
        folders = ", ".join(str(run.data) for run in others)
        raise LocalError(
            f"No bin/up runs, and {default} holds no database. Set LOADLINE_DATA_DIR to the folder that is meant "
            f"(there is data in {folders}), or to {default} for a new one."
        )
    return f"making a new database in {default}"


def _known() -> list[Run]:
    found = []
    for path in sorted(_folder().glob("*.json")):
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            told = json.loads(path.read_text(encoding="utf-8"))
            found.append(Run(Path(told["data"]), int(told["port"])))
    return found


def _is_running(run: Run) -> bool:
    """Whether somebody holds the folder's lock, which the kernel takes away from a process that was killed."""
    try:
        with (run.data / "up.lock").open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def _has_data(folder: Path) -> bool:
    return (folder / "postgres").exists() or (folder / "servers").exists()


def _folder() -> Path:
    return folder.CHECKOUT / "var" / "runs"
