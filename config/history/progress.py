"""A line on the terminal that says how far an import is; nothing where there is no terminal."""

import sys
import time
from datetime import timedelta

EVERY_SECONDS = 0.2
WIDTH = 24


class Progress:
    """Rows, rows a second and, where the size is known, a bar and the time left."""

    def __init__(self, total_bytes: int) -> None:
        self.total = total_bytes
        self.begin = self.shown = time.monotonic()
        self.is_shown = sys.stderr.isatty()

    def show(self, rows: int, done_bytes: int) -> None:
        """Draw, five times a second at most."""
        now = time.monotonic()
        if self.is_shown and now - self.shown >= EVERY_SECONDS:
            self.shown = now
            sys.stderr.write(f"\r\x1b[K{self._text(rows, done_bytes, now - self.begin)}")
            sys.stderr.flush()

    def end(self) -> None:
        """Leave the line empty."""
        if self.is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _text(self, rows: int, done_bytes: int, seconds: float) -> str:
        text = f"{rows:,} rows  {rows / seconds:,.0f} rows/s"
        if not self.total or not done_bytes:
            return text
        part = min(1.0, done_bytes / self.total)
        left = timedelta(seconds=round(seconds / part - seconds))
        filled = round(part * WIDTH)
        return f"{'█' * filled}{'░' * (WIDTH - filled)} {part:4.0%}  {text}  {left} left"
