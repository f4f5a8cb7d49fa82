"""Lines as bytes."""

from collections.abc import Iterable, Iterator
from typing import Any

import orjson


def encoded(lines: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """Yield each as JSON with its end of line; moments become ISO 8601 in UTC."""
    option = orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE
    for line in lines:
        yield orjson.dumps(line, option=option)
