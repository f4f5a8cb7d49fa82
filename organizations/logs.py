"""Structured logs: JSON lines in production, short lines on a terminal. What no line may tell is masked: phone
numbers, and the tokens of one-time links; all else stands there as it was.
"""

import logging
import logging.config
import re
import sys
import threading
from collections.abc import MutableMapping
from typing import Any

import orjson
import structlog
from django.urls import Resolver404, ResolverMatch, resolve
from phonenumbers import Leniency, PhoneNumberMatcher

from organizations.tenancy.scope import organization_in_scope

HIDDEN = "•••"
SECRETS = {"token", "key"}  # names of a route's parameters
MAX_PARTS = 8  # of a path that leads nowhere

_MAY_HOLD_A_NUMBER = re.compile(r"\d(?:\D{0,4}\d){9}")
# What may look like a number and is none: provider ids, UUIDs, and ISO 8601 times.
_NO_NUMBER = re.compile(
    r"(\b[A-Z]{2}[0-9a-f]{32}\b"
    r"|\b[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}\b"
    r"|\b\d{4}-?\d\d-?\d\d[T ]\d\d:?\d\d(?::?\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?\b)"
)
_E164 = re.compile(r"(?<![\w+])\+\d{8,15}(?!\d)")  # nothing else is written like this, valid or not
_PATH = re.compile(r"/[^\s\"'<>?#]+")


def mask_number(number: str) -> str:
    """A phone number's last four digits: of a field that holds nothing else."""
    return HIDDEN + re.sub(r"[^0-9]", "", number)[-4:] if number else number


def mask_phones(text: str) -> str:
    """The text with all but the last four digits hidden of each phone number that stands in it.

    A number is what can be dialed in the United States, or from there with "+" or "011".
    """
    if not _MAY_HOLD_A_NUMBER.search(text):
        return text
    parts = _NO_NUMBER.split(text)
    parts[::2] = [_mask_in(part) for part in parts[::2]]
    return "".join(parts)


def _mask_in(text: str) -> str:
    found, end = [], 0
    for match in PhoneNumberMatcher(text, "US", leniency=Leniency.VALID):
        found += [text[end : match.start], mask_number(str(match.number.national_number))]
        end = match.end
    return _E164.sub(lambda match: mask_number(match.group()), "".join([*found, text[end:]]))


def mask_path(path: str, match: ResolverMatch | None = None) -> str:
    """A request's path without what makes its link work once; `match` is where it led, if that is known."""
    match = match or _nearest(path)
    parameters = match.kwargs if match else {}
    for name in SECRETS & parameters.keys():
        path = path.replace(str(parameters[name]) or HIDDEN, HIDDEN)
    return path


def mask_paths(text: str) -> str:
    """The text with each path in it as `mask_path` has it."""
    return _PATH.sub(lambda found: mask_path(found.group()), text)


def _nearest(path: str) -> ResolverMatch | None:
    """Where the path leads, or would without what a mail program did to its end."""
    parts = path.split("/")[:MAX_PARTS]
    for end in range(len(parts), 1, -1):
        try:
            return resolve("/".join(parts[:end]).rstrip("/") + "/")
        except Resolver404:
            continue
    return None


EXACT = {"timestamp", "level", "logger", "request_id", "method", "path", "sid"}
"""Fields that hold no phone number, whatever it may look like."""
NUMBERS = {"phone", "number", "to", "from", "to_phone", "from_phone"}
"""Fields that hold a phone number and nothing else."""


def _add_organization(
    _logger: Any, _method: str, event: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    if (organization_id := organization_in_scope()) is not None:
        event.setdefault("organization", organization_id)
    return event


def _mask(_logger: Any, _method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for key, value in event.items():
        if key in NUMBERS:
            event[key] = mask_number(str(value))
        elif isinstance(value, str) and key not in EXACT:
            event[key] = mask_phones(value)
    if str(event.get("logger")).startswith("django."):  # its own words about a request name the path
        event["event"] = mask_paths(str(event["event"]))
    return event


def _as_json(event: Any, **_options: Any) -> str:
    return orjson.dumps(event, default=str).decode()


def is_worth_a_line(record: logging.LogRecord) -> bool:
    """Whether it isn't Celery's word that one more heartbeat was sent, received or done: dozens a minute."""
    is_word = record.name.startswith("celery.") and record.levelno <= logging.INFO
    return not (is_word and "config.health.heartbeat" in record.getMessage())


class _Lines:
    """A structlog logger whose last processor made a line: to standard error, without the standard library's records.

    Those would take half of the time of an access line.
    """

    _lock = threading.Lock()

    def __init__(self, name: str = "") -> None:
        self.name = name

    def msg(self, line: str) -> None:
        """Write it, whole."""
        with self._lock:
            sys.stderr.write(line + "\n")
            sys.stderr.flush()

    debug = info = warning = error = critical = exception = log = msg


def configure(*, as_json: bool, level: str) -> None:
    """Set structlog and the standard library's logging up to write the same lines to standard error."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso" if as_json else "%H:%M:%S", utc=as_json),
        _add_organization,
        structlog.processors.format_exc_info,
        _mask,
    ]
    renderer: Any = (
        structlog.processors.JSONRenderer(serializer=_as_json)
        if as_json
        else structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)
    )
    if as_json:
        structlog.configure(
            processors=[*shared, renderer],
            logger_factory=_Lines,
            wrapper_class=structlog.make_filtering_bound_logger(level),
            cache_logger_on_first_use=True,
        )
    else:
        structlog.configure(
            processors=[
                structlog.stdlib.filter_by_level,
                *shared,
                structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
            ],
            logger_factory=structlog.stdlib.LoggerFactory(),
            wrapper_class=structlog.stdlib.BoundLogger,
            cache_logger_on_first_use=True,
        )
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {
                "lines": {
                    "()": structlog.stdlib.ProcessorFormatter,
                    "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
                    "foreign_pre_chain": shared,
                }
            },
            "filters": {"worth a line": {"()": lambda: is_worth_a_line}},
            "handlers": {
                "stderr": {
                    "class": "logging.StreamHandler",
                    "formatter": "lines",
                    "filters": ["worth a line"],
                }
            },
            "root": {"handlers": ["stderr"], "level": level},
            "loggers": {
                "httpx": {"level": "WARNING"},
                "twilio": {"level": "WARNING"},
                "mcp": {"level": "ERROR"},  # what a client sent amiss is told to it
                "celery": {"level": "INFO"},
                "django.server": {"level": "INFO"},
                "django.request": {"level": "ERROR"},  # 4xx stand in the access line
            },
        }
    )
