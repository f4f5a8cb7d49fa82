"""Waiting for what other processes and threads do."""

import socket
import time
from collections.abc import Callable


def wait_until[T](look: Callable[[], T], what: str | Callable[[], object], *, seconds: float = 60) -> T:
    """What `look` finds, as soon as it finds something true; after so many seconds the test fails.

    `what` says what was waited for, or is asked, then, for what there is instead.
    """
    until = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < until, f"waited {seconds} s: {what() if callable(what) else what}"
        time.sleep(0.02)
    return found


def listens(port: int) -> bool:
    """Whether somebody accepts connections on a port of this machine."""
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
