"""May this number be called now? Pure rules, without a database: each answer is yes, or the reason that says no."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from calls.policy.caps import Cap, Contact, judge_caps, judge_contact
from calls.policy.destination import (
    DIALABLE,
    Destination,
    NotDialable,
    judge_destination,
    read_destination,
    zones_of,
)
from calls.policy.hours import Hours, judge_hours
from calls.policy.reason import NotAllowed, Reason

__all__ = [
    "DIALABLE",
    "Called",
    "Cap",
    "Contact",
    "Destination",
    "Hours",
    "NotAllowed",
    "NotDialable",
    "Reason",
    "Traffic",
    "judge",
    "judge_destination",
    "judge_hours",
    "judge_request",
    "read_destination",
    "zones_of",
]


@dataclass(frozen=True, slots=True)
class Called:
    """Who would be called, and what the organization has to say about such calls."""

    destination: Destination
    countries: Collection[str]
    hours: Hours
    home_zone: str  # of the organization: where the number doesn't tell its place
    is_opted_out: bool
    lacks_consent: bool = False  # the organization asks for consent, and there is none


@dataclass(frozen=True, slots=True)
class Traffic:
    """The organization's calls so far, as far as they speak against one more."""

    caps: Collection[Cap]
    live: int
    most_live: int
    contact: Contact
    quiet: timedelta


def judge(called: Called, *, at: datetime) -> Reason | None:
    """What speaks against ringing this number at the moment `at`; None: it may be called.

    What time doesn't cure comes first.
    """
    if reason := judge_destination(called.destination, countries=called.countries):
        return reason
    if called.is_opted_out:
        return Reason("do_not_call", "The owner of this number asked not to be called.")
    if called.lacks_consent:
        return Reason("no_consent", "There is no record that the owner of this number agreed to be called.")
    zones = zones_of(called.destination.number) or {called.home_zone}
    return judge_hours(called.hours, zones=zones, at=at)


def judge_request(called: Called, traffic: Traffic, *, at: datetime) -> Reason | None:
    """What speaks against a new request for a call: all that `judge` goes by, then what was called lately."""
    return (
        judge(called, at=at)
        or judge_contact(traffic.contact, quiet=traffic.quiet, at=at)
        or judge_caps(traffic.caps, live=traffic.live, most_live=traffic.most_live, at=at)
    )
