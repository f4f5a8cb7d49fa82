"""Waiting for what other processes and threads do."""

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
