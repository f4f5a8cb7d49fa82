"""How calls read on a page: states, reasons, times of a talk, punctuality, extracted data. Pure."""

import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from calls.models import (
    CheckCallReport,
)
from calls.skill import as_text
from calls.states import CallStatus, Tag
from organizations.formats import abbreviation, as_decimal, local_time, money, phone, time_of_day, zone_of

S = CallStatus

TONES: Mapping[str, str] = {
    S.DIALING: "info",
    S.PLACED: "info",
    S.RINGING: "info",
    S.ANSWERED: "live",
    S.COMPLETED: "go",
    S.NO_ANSWER: "wait",
    S.BUSY: "wait",
    S.VOICEMAIL: "wait",
    S.FAILED: "stop",
}

# What a line of the history says; a call that ended says how.
STEPS: Mapping[str, str] = {
    S.QUEUED: "Queued",
    S.DIALING: "Sent to phone network",
    S.PLACED: "Dialed",
    S.RINGING: "Ringing",
    S.ANSWERED: "Answered",
    S.COMPLETED: "Ended",
    S.NO_ANSWER: "No answer",
    S.BUSY: "The line was busy",
    S.VOICEMAIL: "Voicemail",
    S.FAILED: "Failed",
    S.CANCELED: "Canceled",
}

# The same of a call that a person makes.
PERSONS_STEPS: Mapping[str, str] = {
    S.PLACED: "Ringing your teammate’s phone",
    S.RINGING: "Ringing the other party",
    S.ANSWERED: "Other party answered",
}

REASONS: Mapping[str, str] = {
    "organization_suspended": "Your organization was suspended when the call was due.",
    "do_not_call": "The number is on the do-not-call list.",
    "no_consent": "No consent on file for this number.",
    "outside_calling_window": "It was outside the calling window when the call was due.",
    "outreach_ended": "Calling for this load had already ended.",
    "load_unavailable": "No longer needed before the phone rang.",
    "destination_not_allowed": "Your organization no longer calls numbers like this.",
    "canceled_by_user": "Hung up before the other party answered.",
    "person_busy": "Your teammate’s phone was busy, so the other party wasn’t called.",
    "person_no_answer": "Your teammate didn’t pick up, so the other party wasn’t called.",
    "person_not_reached": "Your teammate’s phone can’t be reached, so the other party wasn’t called.",
    "person_machine": "Your teammate’s voicemail picked up, so the other party wasn’t called.",
    "person_hung_up": "Your teammate hung up before the other party answered.",
    "provider_refused": "The phone provider rejected the call.",
    "never_sent": "The call was interrupted before it was sent. It will be retried automatically.",
    "provider_busy": "The phone provider is busy. The call will be retried automatically.",
    "expired_in_queue": "The call waited too long to be dialed and was dropped.",
    "restored": "Loadline was restored from a backup while the call was under way.",
    "dial_outcome_unknown": "The phone provider never confirmed the call, so it wasn’t retried.",
    "lost_by_provider": "The phone provider has no record of this call.",
    "no_news": "No update from the phone provider for too long.",
}

ACTORS: Mapping[str, str] = {
    "user": "by a person",
    "token": "by your TMS",
    "agent": "by the agent",
    "provider": "",
    # What Loadline does by itself needs no name, but when it is the agent's work.
    "system": "",
    "system:outreach": "by the agent",
    "system:check-call": "by the agent",
}
UNANSWERED = (S.NO_ANSWER, S.BUSY, S.VOICEMAIL, S.FAILED, S.CANCELED)
# Tags and outcomes whose names say something else, or nothing, to a broker.
SPECIAL = {
    Tag.NEW_OPPORTUNITY: "Outbound sales call",
    "bid": "Offer made",
    Tag.DROPPED: "Call dropped",
    Tag.RATE_REJECTED: "No deal on rate",
    Tag.CARRIER_NOT_QUALIFIED: "Carrier not approved",
    "not_qualified": "Carrier not approved",
    "opted_out": "Do not call",
    "inquiry": "General inquiry",
    "rate_request": "Carrier asked for the rate",
    "quote_sent": "Rate sent",
    "callback": "Callback requested",
}
# Of extracted data, in the order that they are read; others follow.
LABELS = {
    "outcome": "Outcome",
    "notQualifiedReason": "Reason",
    "agreedAmount": "Agreed rate",
    "rounds": "Negotiation rounds",
    "loadId": "Load",
    "loads": "Loads",
    "callback": "Call back",
    "empty": "Empty",
    "emptyPlace": "Empty in",
    "emptyAt": "Empty",
    "driverPhone": "Driver’s phone",
    "isLate": "Late",
    "lateMinutes": "Minutes late",
    "etaLocal": "ETA",
    "isWaiting": "At the facility",
    "loading": "Trailer",
    "osd": "OS&D",
    "missingPapers": "Missing paperwork",
    "details": "For the rate con",
}

MAX_FACTS = 50
ISO = re.compile(r"\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?")
SPELLED = re.compile(r"(?<![\w.,$])\d(?: \d){2,}+(?!\w|[.,]\d)")
INITIALS = re.compile(r"\b(?:mc|dot|eta|bol|id)\b")
MAX_VALUE_LENGTH = 1_000


def reason_words(reason: str) -> str:
    """Return a reason of ours in plain words, one of the provider's as it stands."""
    return REASONS.get(reason) or (reason.replace("_", " ").capitalize() if "_" in reason else reason)


def actor_words(actor: str, names: Mapping[str, str] = {}) -> str:
    """Return who did it (`token:12`) in people's words; empty for the provider, who does most."""
    if actor in names:
        return f"by {names[actor]}"
    return ACTORS.get(actor) or ACTORS.get(actor.partition(":")[0], "")


def clock(seconds: float) -> str:
    """Return a length as `1:09`, with hours from one on; never negative."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    return f"{minutes}:{rest:02}" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def duration(distance: timedelta) -> str:
    """Return a span as `40 min`, `1 hr 20 min` or `3 days 4 hr`."""
    minutes = max(1, round(abs(distance).total_seconds() / 60))
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        text = f"{days} day{'' if days == 1 else 's'}"
        return f"{text} {hours} hr" if hours else text
    if hours:
        return f"{hours} hr {minutes} min" if minutes else f"{hours} hr"
    return f"{minutes} min"


def punctuality(eta: datetime | None, start: datetime | None, end: datetime | None) -> tuple[str, str]:
    """Return whether an arrival keeps the stop's window, and the badge's tone; empty where it can't be told.

    All times are naive and local to the stop. A window without an end is an appointment at its start.
    """
    last = end or start
    if eta is None or last is None:
        return "", ""
    if eta > last:
        return f"{duration(eta - last)} late", "stop"
    if start is not None and eta < start:
        return f"{duration(start - eta)} early", "info"
    return "On time", "go"


def tag_words(tag: str) -> str:
    """Return a content tag as people read it: `rate_rejected` is `No deal on rate`."""
    words = SPECIAL.get(tag) or tag.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def unspelled(text: str) -> str:
    """Return the agent's words with numbers as they are written: `4 8 2 1 1 4`, which a voice reads, is 482114."""
    return SPELLED.sub(lambda found: found[0].replace(" ", ""), text)


def tags_beside(tags: list[str], status: str) -> list[str]:
    """Return the tags that say more than the status, which stands beside them; what a call was to be about isn't
    said where nobody answered it.
    """
    unsaid = {status.lower(), Tag.NEW_OPPORTUNITY if status in UNANSWERED else ""}
    return [tag_words(tag) for tag in tags if tag not in unsaid]


def facts_of(data: Any, *, without: frozenset[str] = frozenset()) -> list[tuple[str, str, str]]:
    """Return extracted data, which may be any JSON, as (label, value, "") for a list of facts.

    Questions with their answers are told as such; what has no value, and the keys in `without`, are left out.
    """
    if not isinstance(data, dict):
        return []
    facts = []
    shown = {key: value for key, value in data.items() if key not in without}
    for key, value in sorted(_with_empty(_with_callback(shown)).items(), key=_place):
        answers = _answers(value) if key == "answers" else None
        for label, text in answers if answers is not None else [(_key_words(key), _text(value, key))]:
            if text:
                facts.append((label[:MAX_VALUE_LENGTH], text[:MAX_VALUE_LENGTH], ""))
    return facts[:MAX_FACTS]


def _answers(value: Any) -> list[tuple[str, str]] | None:
    if not isinstance(value, list) or not all(
        isinstance(each, dict) and "question" in each for each in value
    ):
        return None
    return [(_text(each["question"]), _text(each.get("answer")) or "–") for each in value]


def _place(item: tuple[str, Any]) -> tuple[bool, int]:
    """Answers first, then what has a label of ours; the database keeps no order."""
    order = list(LABELS)
    return item[0] != "answers", order.index(item[0]) if item[0] in LABELS else len(order)


def _with_callback(data: dict[str, Any]) -> dict[str, Any]:
    """When and where to call back, in one: `Nov 23, 2:00 PM EST, (614) 555-0183`."""
    before, number = data.get("callbackBefore"), data.get("callbackPhone")
    time = before or data.get("callbackTime")
    if not (isinstance(time, str) or isinstance(number, str)):
        return data
    kept = {key: value for key, value in data.items() if not key.startswith("callback")}
    words = local_time(time) if isinstance(time, str) else ""
    if words and "T" in str(time):
        with suppress(ValueError):
            zone = zone_of(str(data.get("callbackTimezone") or ""))
            words = f"{words} {abbreviation(datetime.fromisoformat(str(time)), zone)}".rstrip()
    words = f"before {words}" if before else words
    told = [words, phone(number) if isinstance(number, str) else ""]
    return kept | {"callback": ", ".join(each for each in told if each)}


def _with_empty(data: dict[str, Any]) -> dict[str, Any]:
    """When and where the truck is empty, in one: `Nov 24 in Abilene, TX`."""
    moment, town = data.get("emptyAt"), data.get("emptyPlace")
    if not (moment and town and isinstance(moment, str) and isinstance(town, str)):
        return data
    kept = {key: value for key, value in data.items() if key not in ("emptyAt", "emptyPlace")}
    return kept | {"empty": f"{local_time(moment)} in {town}"}


def _key_words(key: str) -> str:
    if key in LABELS:
        return LABELS[key]
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", key).replace("_", " ").strip().lower()
    words = INITIALS.sub(lambda found: found[0].upper(), words)
    return words[:1].upper() + words[1:]


def _text(value: Any, key: str = "") -> str:
    if isinstance(value, list):
        return ("; " if any(isinstance(each, dict) for each in value) else ", ").join(
            filter(None, (_text(each) for each in value))
        )
    if isinstance(value, dict):
        return ", ".join(
            f"{_key_words(name)}: {text}"
            for name, each in _with_empty(value).items()
            if (text := _text(each, name))
        )
    text = as_text(value)
    if not text:
        return ""
    if key.endswith("Amount"):
        return money(text) if as_decimal(text) is not None else text
    if key.lower().endswith("phone") and re.fullmatch(r"\+?\d{10,15}(?:;ext=\d+)?", text):
        return phone(text)
    if key in ("outcome", "sentiment") and re.fullmatch(r"[a-z_]+", text):
        return tag_words(text)
    return local_time(text) if ISO.fullmatch(text) else text


def details_of(row: CheckCallReport) -> list[tuple[str, str]]:
    """What else was told."""
    day = f"{row.delivered_date:%b} {row.delivered_date.day}" if row.delivered_date else ""
    time = time_of_day(row.delivered_time) if row.delivered_time else ""
    since = row.waiting_since
    told = (
        ("Status", " ".join(part for part in (row.get_outcome_display(), day, time) if part)),
        ("On site since", f"{since:%b} {since.day}, {time_of_day(since)}" if since else ""),
        ("Delay", row.delay_reason),
        ("Facility", row.get_checked_display()),
        ("Trailer", row.get_loading_display()),
        ("Reefer", _reefer(row)),
        ("Tracking", _tracking(row)),
        ("BOL", row.bol_number),
    )
    return [(name, words) for name, words in told if words]


def _reefer(row: CheckCallReport) -> str:
    """What it runs at, and what the load calls for."""
    wanted = "" if row.set_temperature is None else f"load calls for {row.set_temperature.normalize():f} °F"
    if row.temperature is None:
        return f"Not said, {wanted}" if wanted else ""
    return ", ".join(filter(None, [f"{row.temperature.normalize():f} °F", wanted]))


def _tracking(row: CheckCallReport) -> str:
    standing = {True: "on", False: "not on", None: "not said"}[row.is_tracking]
    return f"{row.get_tracking_app_display()} {standing}" if row.tracking_app else ""
