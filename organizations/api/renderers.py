"""Answers as JSON: orjson, exact Decimals, and instants in the two forms that the API knows."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import orjson
from django.http import HttpResponse
from rest_framework.renderers import BaseRenderer


class OrjsonRenderer(BaseRenderer):
    """Renders everything as JSON, whatever the client says it accepts."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None
    ) -> bytes:
        """Return the bytes; nothing at all for None."""
        return b"" if data is None else dumps(data)


def respond(data: Any) -> HttpResponse:
    """The answer 200 with that, rendered at once: a DRF Response takes its time until it is."""
    return HttpResponse(dumps(data), content_type=OrjsonRenderer.media_type)


def dumps(data: Any) -> bytes:
    """JSON bytes; a Decimal is a JSON number, an instant must have been formatted by one of the two below."""
    return orjson.dumps(data, default=_default, option=orjson.OPT_PASSTHROUGH_DATETIME)


def utc_millis(instant: datetime) -> str:
    """An instant as `2026-03-02T15:04:05.123Z`."""
    return instant.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def _default(value: Any) -> Any:
    if isinstance(value, Decimal):
        return orjson.Fragment(number(value))
    raise TypeError(f"{type(value).__name__} is not JSON: format it first")


def number(value: Decimal) -> str:
    """A finite Decimal as a JSON number, without trailing zeros: 2719.00 is 2719, 2719.10 is 2719.1."""
    text = format(value, "f")
    if "." in text:
        text = text.rstrip("0").removesuffix(".")
    return "0" if text == "-0" else text
