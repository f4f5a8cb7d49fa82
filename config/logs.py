"""Structured logs: JSON lines in production, short lines on a terminal; phone numbers and one-time links masked."""

import logging
import logging.config
import sys
import threading
from collections.abc import MutableMapping
from typing import Any

import orjson
import structlog

from organizations.masking import mask_number, mask_paths, mask_phones
from organizations.tenancy.scope import organization_in_scope

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
                "celery": {"level": "INFO"},
                "django.server": {"level": "INFO"},
                "django.request": {"level": "ERROR"},  # 4xx stand in the access line
            },
        }
    )
