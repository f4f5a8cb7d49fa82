"""Quarters of an hour, numbered since 1970-01-01 UTC."""

from datetime import UTC, datetime, timedelta

type Quarters = tuple[int, int]  # from the first until before the second

QUARTER = timedelta(minutes=15)
A_DAY = 96
AN_HOUR = 4

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

SQL = "floor(extract(epoch FROM {at}) / 900)::int"


def quarter_of(at: datetime) -> int:
    """The quarter that an instant lies in."""
    return (at - _EPOCH) // QUARTER


def start_of(quarter: int) -> datetime:
    """Its first instant."""
    return _EPOCH + QUARTER * quarter


def span_of(quarter: int) -> tuple[datetime, datetime]:
    """Its first instant, and that of the next one."""
    return start_of(quarter), start_of(quarter + 1)


def is_edge(at: datetime) -> bool:
    """Whether a quarter begins just then."""
    return not (at - _EPOCH) % QUARTER
