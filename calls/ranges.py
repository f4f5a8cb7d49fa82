"""Files given out in parts, as players ask for them (RFC 9110, one range of bytes)."""

import re
from collections.abc import Iterator
from typing import IO

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})", re.ASCII)
PIECE = 1 << 16


def ranged_response(file: IO[bytes], *, size: int, wanted: str, content_type: str) -> HttpResponseBase:
    """Answer with the file, or with the part that the Range header `wanted` names: 200, 206 or 416.

    A header that names several ranges, or none that makes sense, is ignored, as the RFC allows.
    """
    found = RANGE.fullmatch(wanted.strip())
    first, last = 0, size - 1
    if found and any(found.groups()):
        if not found[1]:
            first = max(0, size - int(found[2]))
        else:
            first, last = int(found[1]), min(int(found[2] or last), last)
        if first > last:
            file.close()
            return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
    response = StreamingHttpResponse(Part(file, first, last), content_type=content_type)
    response["Content-Length"] = str(last - first + 1)
    response["Accept-Ranges"] = "bytes"
    if found and any(found.groups()):
        response.status_code = 206
        response["Content-Range"] = f"bytes {first}-{last}/{size}"
    return response


class Part:
    """The bytes from `first` to `last` of a file, in pieces; closing it closes the file."""

    def __init__(self, file: IO[bytes], first: int, last: int) -> None:
        self.close = file.close
        self._file, self._first, self._last = file, first, last

    def __iter__(self) -> Iterator[bytes]:
        """The pieces."""
        self._file.seek(self._first)
        left = self._last - self._first + 1
        while left > 0 and (piece := self._file.read(min(PIECE, left))):
            left -= len(piece)
            yield piece
