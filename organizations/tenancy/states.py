"""Roles of people, scopes of tokens, and what an organization may choose."""

from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models


class Role(models.TextChoices):
    """What a member may do: an owner manages, a broker acts, a viewer reads."""

    OWNER = "owner", "Owner"
    BROKER = "broker", "Broker"
    VIEWER = "viewer", "Viewer"


class Scope(models.TextChoices):
    """What an API token may do."""

    READ = "read", "Read calls, offers, carriers and analytics"
    INGEST = "ingest", "Push load events"
    CALL = "call", "Start calls"


class Clock(models.TextChoices):
    """How times of day are written."""

    TWELVE = "12h", "12-hour (5:00 PM)"
    TWENTY_FOUR = "24h", "24-hour (17:00)"


def validate_timezone(name: str) -> None:
    """Raise ValidationError unless `name` is an IANA time zone."""
    if name not in available_timezones():
        raise ValidationError("%(name)s is not a time zone.", code="invalid", params={"name": name})


def default_countries() -> list[str]:
    """Regions that may be called until the organization says otherwise."""
    return ["US", "CA"]


def all_scopes() -> list[str]:
    """What a token may do unless told otherwise: everything the API offers."""
    return list(Scope.values)


E164 = RegexValidator(r"^\+[1-9]\d{6,14}$", "A phone number in E.164 form: + and digits.")
