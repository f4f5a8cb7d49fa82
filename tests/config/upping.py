"""All processes, as `bin/up` starts them, with servers of a test's own."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.local import folder
from tests.browser.test_setup import OWN
from tests.config.test_up import free_port, read_until


def manage(*arguments: str, url: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    """A command of `manage.py`; `url` is the database's."""
    return subprocess.run(
        [sys.executable, str(folder.CHECKOUT / "manage.py"), *arguments],
        env=os.environ | ({"DATABASE_URL": url, "LOADLINE_LOCAL": "1"} if url else {}) | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@contextmanager
def running_up(**given: str) -> Iterator[dict[str, str]]:
    """Everything that isn't given, on an empty folder; the environment of commands that belong to it."""
    data = Path(tempfile.mkdtemp(prefix="loadline-up-", dir="/tmp")).resolve()
    data.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if name not in OWN}
    environment |= {
        "LOADLINE_LOCAL": "1",
        "LOADLINE_DATA_DIR": str(data),
        "LOADLINE_EXCHANGE_PACE": "0",
        "LOADLINE_STATIC_MANIFEST": "1",
        **given,
    }
    process = subprocess.Popen(
        [sys.executable, "manage.py", "up", "--no-demo", "--port", str(free_port()), "--data-dir", str(data)],
        cwd=folder.CHECKOUT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        read_until(process, "Press Ctrl-C to stop.")
        with (data / "log").open("wb") as log:
            drain = subprocess.Popen(["cat"], stdin=process.stdout, stdout=log)
        process.stdout.close()
        card = json.loads((data / "card.json").read_text())
        yield environment | {"LOADLINE_PORT": card["url"].rpartition(":")[2]}
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        drain.wait(10)
    finally:
        process.kill()
        folder.end_marked(folder.path_hash(data), grace=1)
        (folder.CHECKOUT / "var" / "runs" / f"{folder.path_hash(data)}.json").unlink(missing_ok=True)
        shutil.rmtree(data, ignore_errors=True)
