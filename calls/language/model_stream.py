"""A model's answer, piece by piece, with deadlines that hold whatever the other side does."""

import contextlib
import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from organizations import metrics

MAX_PIECES = 2_000  # an answer is bounded by its tokens; a server that doesn't care is bounded here
MAX_COUNTED = 1_000_000  # tokens of an answer: more is a server's mistake
_END = object()


class ModelFailed(RuntimeError):
    """The model gave no answer, or not in time; `str()` says what happened, without any of its words."""


@dataclass(frozen=True, slots=True)
class Deadlines:
    """Seconds: to the first piece, between pieces, and for the whole answer."""

    first: float = 1.5
    between: float = 1.0
    total: float = 5.0


@dataclass(frozen=True, slots=True)
class Prices:
    """Dollars for a million tokens."""

    prompt: float
    completion: float


class Pieces:
    """The text of a streamed chat completion.

    A thread reads from the network and this side waits for it, no longer than the deadlines allow: a timeout of the
    network library starts anew with every byte, so that a server that drips could hold a caller for ever.

    With prices the server is asked what an answer took, and that is counted; some servers refuse to be asked.
    """

    def __init__(self, client: Any, deadlines: Deadlines, prices: Prices | None, **request: Any) -> None:
        self._deadlines, self._prices = deadlines, prices
        if prices is not None:
            request["stream_options"] = {"include_usage": True}
        self._queue: queue.SimpleQueue[object] = queue.SimpleQueue()
        self._is_closed = threading.Event()
        self._stream: Any = None
        self._client, self._request = client, request
        threading.Thread(target=self._read, name="language-model", daemon=True).start()

    def __iter__(self) -> Iterator[str]:
        """The pieces; raises ModelFailed when something goes wrong, the pieces before it having been given."""
        began = time.monotonic()
        until = began + self._deadlines.total
        is_begun, patience = False, self._deadlines.first
        try:
            while True:
                left = min(patience, until - time.monotonic())
                try:
                    piece = self._queue.get(timeout=max(left, 0.001))
                except queue.Empty:
                    metrics.model_failures.inc()
                    raise ModelFailed("too late") from None
                if piece is _END:
                    return
                if isinstance(piece, Exception):
                    metrics.model_failures.inc()
                    raise ModelFailed(type(piece).__name__)
                if not is_begun:
                    metrics.model_seconds.observe(time.monotonic() - began)
                is_begun, patience = True, self._deadlines.between
                yield str(piece)
        finally:
            self.close()

    def close(self) -> None:
        """Hang up; the reading thread ends with its next byte, or when its own timeout has passed."""
        self._is_closed.set()
        if self._stream is not None:
            with contextlib.suppress(Exception):
                self._stream.close()

    def _read(self) -> None:
        """In the thread: from the network into the queue. Whatever goes wrong is the other side's business."""
        finish = usage = None
        try:
            self._stream = self._client.chat.completions.create(stream=True, **self._request)
            with self._stream:
                for count, chunk in enumerate(self._stream):
                    if self._is_closed.is_set() or count > MAX_PIECES:
                        break
                    usage = (
                        chunk.usage or usage
                    )  # the last word counts, whether it is told once or with every piece
                    if not chunk.choices:
                        continue
                    if text := chunk.choices[0].delta.content:
                        self._queue.put(text)
                    finish = chunk.choices[0].finish_reason or finish
            if self._prices is not None and usage is not None:
                _count(usage, self._prices)
            # A line that was cut off, by a limit or by the network, may mean something else than the whole one.
            self._queue.put(_END if finish == "stop" else ModelFailed(f"ended by {finish}"))
        except Exception as error:  # any failure at all means the built-in line
            self._queue.put(error)


def _count(usage: Any, prices: Prices) -> None:
    """Tell the figures what an answer took, as far as that can be."""
    for kind, number, price in (
        ("prompt", usage.prompt_tokens, prices.prompt),
        ("completion", usage.completion_tokens, prices.completion),
    ):
        if isinstance(number, int) and 0 < number <= MAX_COUNTED:
            metrics.model_tokens.labels(kind).inc(number)
            metrics.model_cost.inc(number * price / 1_000_000)
