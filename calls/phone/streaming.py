"""Words that are still being made, brought from the thread that waits for them to the loop that sends them."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator

from calls.phone.threads import in_thread, patient


class Stream:
    """The pieces of one reply."""

    def __init__(self, made: Iterator[str]) -> None:
        self._made = made
        self._pieces: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_stopped = threading.Event()

    def stop(self) -> None:
        """Make no further piece, and give none out."""
        self._is_stopped.set()
        self._pieces.put_nowait(None)

    async def pieces(self) -> AsyncIterator[str]:
        """The pieces as they come; raises what their making raises."""
        making = asyncio.create_task(in_thread(patient, self._make, asyncio.get_running_loop()))
        while (piece := await self._pieces.get()) is not None and not self._is_stopped.is_set():
            yield piece
        if not self._is_stopped.is_set():
            await making

    def _make(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            for piece in self._made:
                if self._is_stopped.is_set():
                    break
                loop.call_soon_threadsafe(self._pieces.put_nowait, piece)
        finally:
            close = getattr(self._made, "close", None)
            if close:
                close()
            loop.call_soon_threadsafe(self._pieces.put_nowait, None)
