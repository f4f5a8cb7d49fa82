"""The process `web`, as every deployment starts it; and what it answers."""

import os
import signal
import subprocess
import urllib.error
import urllib.request

from config.local.folder import CHECKOUT
from tests.waiting import wait_until


class Web:
    """`deploy/run web` at a port, with the environment of the test and what is given more."""

    def __init__(self, port: int, **environment: str) -> None:
        self.port, self._more = port, environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        environment = os.environ | {
            "LOADLINE_LISTEN_HOST": "127.0.0.1",
            "LOADLINE_LISTEN_PORT": str(self.port),
            "LOADLINE_WORKERS": "1",
        }
        self._process = subprocess.Popen(
            [CHECKOUT / "deploy" / "run", "web"], env=environment | self._more, start_new_session=True
        )
        wait_until(lambda: status(self.port, "/livez") == 200, "web lives", seconds=120)

    def stop(self) -> None:
        self._process.terminate()
        assert self._process.wait(timeout=60) == 0

    def kill(self) -> None:
        if self._process and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(60)


def status(port, path, data=None):
    """What is answered; 0 where nothing is."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data=data)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0
