"""Lines that wait to be judged: their texts on disk, a few bytes of each in memory."""

import struct
import tempfile
from collections.abc import Iterator
from typing import Any

from config.history.files import RawLine, parse
from organizations.history.lines import DIGEST_BYTES, Line

MOST_LINES = 200_000
PLACE = struct.Struct(f">QQ{DIGEST_BYTES}s")  # where in the file, which line, its digest

type HeldKey = tuple[str, Any]


class Held:
    """Lines by what they are about, each key's in the order in which they came."""

    def __init__(self) -> None:
        self._places: dict[HeldKey, bytes] = {}
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 (closed by close())
        self._end = 0
        self._count = 0

    def __bool__(self) -> bool:
        return self._count > 0

    @property
    def is_full(self) -> bool:
        """Whether no more should be held."""
        return self._count >= MOST_LINES

    def put(self, key: HeldKey, line: Line) -> None:
        """Hold a line."""
        self._file.seek(self._end)
        written = self._file.write(line.raw + b"\n")
        self._places[key] = self._places.get(key, b"") + PLACE.pack(self._end, line.number, line.digest)
        self._end += written
        self._count += 1

    def drop(self, key: HeldKey) -> None:
        """Forget a key's lines."""
        self._count -= len(self._places.pop(key, b"")) // PLACE.size

    def digests(self, key: HeldKey) -> list[bytes]:
        """Return the digests of a key's lines."""
        return [digest for _, _, digest in PLACE.iter_unpack(self._places.get(key, b""))]

    def lines(self, key: HeldKey) -> list[Line]:
        """Return a key's lines, read and parsed again."""
        return [self._line(*place) for place in PLACE.iter_unpack(self._places.get(key, b""))]

    def drain(self, size: int) -> Iterator[list[Line]]:
        """Yield all lines in batches, each key's together, and forget them."""
        batch: list[Line] = []
        for packed in self._places.values():
            batch.extend(self._line(*place) for place in PLACE.iter_unpack(packed))
            if len(batch) >= size:
                yield batch
                batch = []
        if batch:
            yield batch
        self._places = {}
        self._file.truncate(0)
        self._end = self._count = 0

    def close(self) -> None:
        """Give the disk back."""
        self._file.close()

    def _line(self, offset: int, number: int, _digest: bytes) -> Line:
        self._file.seek(offset)
        raw = self._file.readline()[:-1]
        return parse(RawLine(number, raw, len(raw)))
