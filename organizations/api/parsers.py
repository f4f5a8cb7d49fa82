"""The one JSON parser of the API: strict, since what it lets through goes into PostgreSQL and to telephones.

UTF-8, an object at the top, at most 20 levels and 10,000 values, no key twice, no NaN, Infinity or
overflow, integers within 64 bits, no U+0000 and no lone surrogates in any key or value, at most 1 MiB.
Numbers with a fraction or an exponent come as Decimal, so that money stays exact; `plain_json()` turns them
back where JSON is stored.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from itertools import islice
from typing import Any

import orjson
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from organizations.api import problems
from organizations.api.problems import FieldError

MAX_BYTES = 1_048_576
MAX_LEVELS = 20
MAX_VALUES = 10_000
MAX_DIGITS = 100  # of one number, as written
INT64 = range(-(2**63), 2**63)

# Always matches to the end of the text once a quote has opened: no quadratic backtracking.
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
# The only way to write U+0000 or a surrogate: the bytes can't hold them.
_ESCAPED = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_NOT_STRUCTURE = bytes(byte for byte in range(256) if byte not in b"[]{},")


class InvalidBody(problems.Invalid):
    """A body that breaks the rules; `errors` says where."""

    default_detail = "The body is not valid JSON. See errors for details."


class StrictJSONParser(BaseParser):
    """The strict parser as DRF calls it."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> dict[str, Any]:
        """Return the body as a dict; raises TooLarge, UnsupportedMediaType or InvalidBody."""
        body = stream.read()
        if body and not is_json(media_type or ""):
            raise problems.UnsupportedMediaType
        return parse_strict(body)


def is_json(content_type: str) -> bool:
    """Whether a Content-Type header says JSON in UTF-8."""
    essence, _, parameters = content_type.partition(";")
    charset = re.search(r"charset=\"?([^\";\s]+)", parameters, re.IGNORECASE)
    if charset is not None and charset[1].lower() not in ("utf-8", "utf8"):
        return False
    return essence.strip().lower() == "application/json"


def read_body(request: HttpRequest | Request) -> bytes:
    """The body's bytes, once; also when it came in chunks of unstated length. Raises TooLarge over 1 MiB."""
    if "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
        # Django reads as many bytes as CONTENT_LENGTH says, which is none here.
        body: bytes = request.META["wsgi.input"].read(MAX_BYTES + 1)
    else:
        try:
            body = request.body
        except RequestDataTooBig:
            raise problems.TooLarge from None
    if len(body) > MAX_BYTES:
        raise problems.TooLarge
    return body


def parse_strict(body: bytes) -> dict[str, Any]:
    """The JSON object that the bytes are; raises InvalidBody with all the broken rules."""
    if not body.strip():
        raise _refused("empty", "The body is empty; send a JSON object.")
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        raise _refused("not_utf8", f"Byte {error.start + 1} is not UTF-8.") from None
    _check_structure(body)
    text = text.removeprefix("\ufeff")
    rules = _Rules()
    try:
        value = json.loads(
            text,
            object_pairs_hook=rules.object,
            parse_int=rules.integer,
            parse_float=rules.decimal,
            parse_constant=rules.constant,
        )
    except json.JSONDecodeError as error:
        raise _refused(
            "malformed", f"Not JSON: line {error.lineno}, column {error.colno}: {error.msg}."
        ) from None
    if not isinstance(value, dict):
        raise _refused("not_an_object", "Expected a JSON object at the top.")
    # Nearly every body keeps the rules: to look for what doesn't, value by value, would take longer than the decoding.
    is_suspicious = rules.are_broken or _ESCAPED.search(text)
    if is_suspicious and (broken := list(islice(_broken_rules(value), problems.MAX_ERRORS))):
        raise InvalidBody(errors=broken)
    return value


def plain_json(value: Any) -> Any:
    """The same value with its Decimals as JSON's own numbers: what a JSONField can store and give back."""
    if isinstance(value, dict):
        return {key: plain_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain_json(item) for item in value]
    return float(value) if isinstance(value, Decimal) else value


class _Refused:
    """Stands for a number that can't be kept."""

    def __init__(self, detail: str) -> None:
        self.detail = detail


class _Repeating(dict[str, Any]):
    """An object in which keys stand twice."""

    repeated: list[str]


class _Rules:
    """What the decoder asks of one text; what breaks a rule stands in the value as what it is."""

    are_broken = False

    def _refused(self, detail: str) -> _Refused:
        self.are_broken = True
        return _Refused(detail)

    def integer(self, text: str) -> int | _Refused:
        if len(text) > MAX_DIGITS or int(text) not in INT64:
            return self._refused("Integers must fit in 64 bits.")
        return int(text)

    def decimal(self, text: str) -> Decimal | _Refused:
        try:
            number = Decimal(text if len(text) <= MAX_DIGITS else "NaN")
        except InvalidOperation:
            number = Decimal("NaN")
        as_float = float(number)
        if not math.isfinite(as_float) or (number and not as_float):
            return self._refused("The number is out of range.")
        return number

    def constant(self, name: str) -> _Refused:
        return self._refused(f"{name} is not JSON.")

    def object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        self.are_broken = True
        repeating = _Repeating(found)
        counts = Counter(key for key, _ in pairs)
        repeating.repeated = [key for key, count in counts.items() if count > 1]
        return repeating


def _check_structure(body: bytes) -> None:
    """Refuse too many levels or values before the recursive decoder sees them: its C stack is small."""
    openings = body.count(b"[") + body.count(b"{")
    if openings <= MAX_LEVELS and openings + body.count(b",") <= MAX_VALUES:
        return  # nearly every body
    structure = _STRING.sub(b"", body).translate(None, _NOT_STRUCTURE)
    if structure.count(b",") + structure.count(b"[") + structure.count(b"{") > MAX_VALUES:
        raise _refused("too_many_values", f"At most {MAX_VALUES:,} values.")
    level = 0
    for byte in structure.translate(None, b","):
        level += 1 if byte in b"[{" else -1
        if level > MAX_LEVELS:
            raise _refused("too_deep", f"At most {MAX_LEVELS} levels of arrays and objects.")


def _broken_rules(value: Any, path: str = "") -> Iterator[FieldError]:
    """Yield an error for every value and key that may not be, by its dotted path."""
    if isinstance(value, str):
        if detail := unclean(value):
            yield _error(path, "invalid_text", detail)
    elif isinstance(value, _Refused):
        yield _error(path, "invalid_number", value.detail)
    elif isinstance(value, dict):
        if isinstance(value, _Repeating):
            for key in value.repeated:
                yield _error(_join(path, key), "repeated", "Duplicate key.")
        for key, item in value.items():
            if detail := unclean(key):
                yield _error(_join(path, key), "invalid_text", detail)
            yield from _broken_rules(item, _join(path, key))
    elif isinstance(value, list):
        for position, item in enumerate(value):
            yield from _broken_rules(item, _join(path, str(position)))


def unclean(text: str) -> str:
    """Why a text can't be stored, or "": it holds U+0000 or a lone surrogate."""
    if "\0" in text:
        return "The character U+0000 can't be stored."
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            return "Lone surrogates aren't valid characters."
    return ""


def printable(name: str) -> str:
    """A client's own key, fit for an error message: without what can't be encoded, and not endless."""
    return name.encode("utf-8", "backslashreplace").decode().replace("\0", "\\u0000")[:100]


def _join(path: str, key: str) -> str:
    return f"{path}.{printable(key)}" if path else printable(key)


def _error(path: str, code: str, detail: str) -> FieldError:
    return {"field": path, "code": code, "detail": detail}


def _refused(code: str, detail: str) -> InvalidBody:
    return InvalidBody(detail, errors=[_error("", code, detail)])


# Answers as JSON: orjson, exact Decimals, and instants in the two forms that the API knows.


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


def utc_second(instant: datetime) -> str:
    """An instant as `2026-03-02T15:04:05Z`, the second that it is in."""
    return f"{instant.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


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
