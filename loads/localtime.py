"""Wall-clock times at a stop: kept as the TMS gave them, and turned into instants by the stop's own zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.dateparse import parse_datetime


class WallClockField(models.DateTimeField):
    """A local date and time without a zone: `timestamp without time zone`, naive in Python."""

    description = "Local wall-clock date and time"

    def db_type(self, connection) -> str:
        """PostgreSQL's type that stores what it was given."""
        return "timestamp without time zone"

    def get_internal_type(self) -> str:
        """Not DateTimeField: Django would convert the time zone."""
        return "WallClockField"

    def to_python(self, value):
        """A naive datetime from a datetime or ISO text."""
        if value is None or isinstance(value, datetime):
            parsed = value
        else:
            parsed = parse_datetime(value)
            if parsed is None:
                raise ValidationError(
                    "%(value)s is no date and time.", code="invalid", params={"value": value}
                )
        if parsed is not None and parsed.tzinfo is not None:
            raise ValidationError("A local time bears no UTC offset.", code="invalid")
        return parsed

    def get_prep_value(self, value):
        """As it is: no zone to convert."""
        return self.to_python(value)

    def get_db_prep_value(self, value, connection, prepared=False):
        """A naive datetime, which psycopg sends as a timestamp without zone."""
        return value if prepared else self.get_prep_value(value)


def instant(wall_clock: datetime | None, timezone: str) -> datetime | None:
    """The UTC instant of a wall-clock time in an IANA zone; None where either is missing.

    A time that a DST change skips is shifted forward by the gap; one that occurs twice is taken the first
    time (PEP 495's fold=0 does both).
    """
    if wall_clock is None or not timezone:
        return None
    return wall_clock.replace(tzinfo=ZoneInfo(timezone), fold=0).astimezone(UTC)
