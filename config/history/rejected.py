"""The file of lines that weren't taken in, beside the one they came from."""

from pathlib import Path
from typing import IO

import orjson

from config.history.files import Source


class Rejected:
    """Lines with number and reason, as JSON Lines; the file is made with the first, and an earlier run's goes away."""

    extension = "jsonl"

    def __init__(self, source: Source) -> None:
        name = "stdin" if source.is_standard_input else source.name
        self.path = Path(f"{name}.rejected.{self.extension}")
        self.count = 0
        self._file: IO[bytes] | None = None

    def add(self, number: int, reason: str, raw: bytes) -> None:
        """Write one down; bytes that are no UTF-8 stand as `\\xNN`."""
        self.count += 1
        if self._file is None:
            self._file = self._open()
            self._file.write(self._heading())
        self._file.write(self._line(number, reason, raw))

    def _heading(self) -> bytes:
        return b""

    def _line(self, number: int, reason: str, raw: bytes) -> bytes:
        row = {"line": number, "reason": reason, "raw": raw.decode("utf-8", "backslashreplace")}
        return orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)

    def close(self) -> None:
        """End the file; where nothing was rejected none stays."""
        if self._file is None:
            self.path.unlink(missing_ok=True)
        else:
            self._file.close()

    def _open(self) -> IO[bytes]:
        try:
            return self.path.open("wb")
        except OSError:  # a folder to read from alone
            self.path = Path(self.path.name)
            return self.path.open("wb")
