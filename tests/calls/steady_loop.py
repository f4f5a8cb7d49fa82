"""An event loop for tests of timers, whose clock doesn't count what the machine does besides."""

import asyncio
import selectors
import time


class SteadySelector(selectors.DefaultSelector):
    """Tells how much time was waited: what the machine did besides doesn't count."""

    def __init__(self):
        super().__init__()
        self.now = 0.0

    def select(self, timeout=None):
        begun = time.monotonic()
        found = super().select(timeout)
        if timeout is not None:
            self.now += min(time.monotonic() - begun, max(timeout, 0))
        return found


class SteadyLoop(asyncio.SelectorEventLoop):
    """An event loop whose timers come due in their order, however long the machine stands still between them."""

    def __init__(self):
        self._steady = SteadySelector()
        super().__init__(self._steady)

    def time(self):
        return self._steady.now
