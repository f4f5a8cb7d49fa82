"""What an hour that was named bounds: "before two", "from seven to eleven"; alone it is the hour itself. Pure."""

import re
from datetime import time

from calls.language.number_words import figures, languages_of, plain
from calls.language.time_words import simple

# Of clock times as `simple` writes them.
_BOUND = re.compile(
    r"\b(?P<way>not before|before|after|by|no later than)(?: (?:at|like|about|around|bout))* "
    r"@(?P<hour>\d+):(?P<minute>\d\d)"
)
_SPAN = re.compile(
    r"(?P<between>\b(?:between|entre) (?:at )?)?@(?P<hour>\d+):(?P<minute>\d\d)\w? "
    r"(?:to|til|thru|through|at|(?(between)(?:and|y)|to)) (?:at )?@(?P<last>\d+):(?P<end>\d\d)"
)
_WAYS = {"not before": "after", "no later than": "by"}
_AFTER_ES, _BEFORE_ES = re.compile(r"\bdespues de las?\b"), re.compile(r"\bantes de las?\b")


def clocks_in(text: str, language: str) -> str:
    """The words with their clock times as `simple` writes them."""
    said = plain(text)
    return simple(figures(said, languages_of(said, language)[0]), is_asked=True, is_clear=False)


def bound_of(text: str, language: str, clock: time) -> str:
    """Whether it is "before", "after" or "by" that clock time; empty where it is the time itself."""
    for found in _BOUND.finditer(clocks_in(text, language)):
        if not _is(clock, int(found["hour"]), found["minute"]):
            continue
        if found["way"] == "by" and _AFTER_ES.search(plain(text)):
            return "after"  # both are "by" in simple words
        if found["way"] == "by" and _BEFORE_ES.search(plain(text)):
            return "before"
        return _WAYS.get(found["way"], found["way"])
    return ""


def span_of(text: str, language: str, clock: time) -> tuple[time, time] | None:
    """The hours of a span that begins or ends at that clock time, "seven to eleven"; None where there is none."""
    for found in _SPAN.finditer(clocks_in(text, language)):
        first, last = (int(found[name]) % 12 for name in ("hour", "last"))
        if _is(clock, first, found["minute"]):
            last = next((hour for hour in (last, last + 12) if hour > clock.hour), 0)
            return (clock, time(last, int(found["end"]))) if last else None
        if _is(clock, last, found["end"]):
            first = next((hour for hour in (first + 12, first) if hour < clock.hour), -1)
            return (time(first, int(found["minute"])), clock) if first >= 0 else None
    return None


def _is(clock: time, hour: int, minute: str) -> bool:
    return hour % 12 == clock.hour % 12 and int(minute) == clock.minute
