"""When somebody wants to be called, and by which clock they tell it."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bids.carrier_sales import learning
from bids.carrier_sales.notebook import Outcome
from bids.carrier_sales.scene import Scene
from bids.carrier_sales.vetting import caller_of
from calls.calling_rules import zones_of
from calls.language.time_words import ZONE_SAID, clocks_in, zone_said
from calls.language.understanding import time_in_zone
from organizations.places.gazetteer import find_place, zone_of_region

MIN_DIALED = len("+12145550100")
JUST_PAST = timedelta(hours=2)
FIRST_HOUR = 6  # before it nobody wants to be called, unless they say so
NIGHT = re.compile(r"\b(?:a\.?m\b|midnight|medianoche|overnight|madrugada)", re.I)
BEFORE = re.compile(
    r"\b(?:(?<!not )before|by(?! then| now)|up to|(?:no later|sooner) than|within|the next|"
    r"next (?=(?:\w+[ -]){1,2}(?:min|h(?:ou)?rs?\b))|"
    r"at the latest|(?<!no )antes de|a m[aá]s tardar|(?:^|(?<=hoy )|(?<=estoy )|(?<=aqu[ií] ))hasta(?= las?\b)|"
    r"(?:up|open|here|around|anytime) (?:un)?till?|"
    r"(?:la|las|los) pr[oó]xim[ao]s?)\b",
    re.I,
)
_NOW = r"(?:right (?:now|away)|asap|ahorita|ahora mismo|de una vez)"
RIGHT_NOW = re.compile(
    rf"^\W*(?:(?:well|yes|yeah|just|pues|s[ií]|no)\W+)*{_NOW}\b|"
    rf"\b(?:call|ring|ll[aá]m|m[aá]rqu|h[aá]bl)\w*(?: (?:me|us|nos))?(?: back)? {_NOW}\b",
    re.I,
)
# "Within the hour", "en la próxima hora".
_HOUR = re.compile(r"\b(?:within the|the next|la pr[oó]xima) (?=h(?:ou|o)ra?\b)", re.I)
_IN_AN = {"en": "in an ", "es": "una "}


def time_told(scene: Scene) -> tuple[datetime | None, str, str]:
    """The time that suits, and by which clock it is told: its zone and how that is said, empty where none is."""
    heard, language, at = scene.heard, scene.language, scene.talk.at
    time, said_words, theirs = heard.time, heard.time_words or heard.text, their_zone(scene)
    if time is None and heard.day is None and (heard.time_words or _HOUR.search(heard.text)):
        # "Right now, before they close at ten": the words of the time alone come to none.
        said_words = _HOUR.sub(_IN_AN[language], heard.text)
        time = time_in_zone(said_words, theirs, language, at)
    zone, said, words = _clock_told(said_words, heard.text, language)
    if not zone and theirs != scene.zone() and time is not None:
        here, there = time, time_in_zone(said_words, theirs, language, at) or time
        if not _was_just_past(scene, theirs, here, there):
            zone, time = theirs, there
    is_town = zone and not zone_said(heard.text)
    if zone and (is_town or (time is not None and not heard.is_by_model)):
        time = time_in_zone(words, zone, language, at) or time
    is_early = time is not None and time.hour < FIRST_HOUR and tells_clock(said_words, language)
    if time is not None and is_early and not NIGHT.search(heard.text):
        time += timedelta(hours=12)  # "call me after one thirty"
    return time, zone, said


def _was_just_past(scene: Scene, theirs: str, here: datetime, there: datetime) -> bool:
    """Whether an hour that is still to come by our clock was just past by theirs: then it is told by ours.

    "Call me around a quarter to twelve", from a number of the east, where it is five past.
    """
    now = scene.talk.at.astimezone(ZoneInfo(theirs)).replace(tzinfo=None)
    is_today = here.date() == scene.now().date() and scene.heard.day is None
    before = (there - timedelta(hours=12), there - timedelta(days=1))
    return is_today and any(timedelta() < now - each < JUST_PAST for each in before)


def tells_clock(words: str, language: str) -> bool:
    """Whether an hour of the clock is told, rather than how long from now."""
    return "@" in clocks_in(words, language)


def their_zone(scene: Scene) -> str:
    """By whose clock they tell a time: where they say that they are, else as their number tells."""
    details, told = scene.notes.details, scene.heard.place
    is_there = details.empty_at and details.empty_at <= scene.now().isoformat(timespec="minutes")
    city, _, state = details.empty_place.partition(", ") if is_there else ("", "", "")
    if place := find_place(told.city, told.state) if told else city and find_place(city, state):
        return place.timezone
    is_left = scene.notes.dealing is not None and scene.notes.dealing.outcome == Outcome.DECLINED
    here = scene.organization.timezone if is_left else scene.zone()
    number = learning.dialed(scene.heard.phone or scene.notes.phone)
    if len(number) < MIN_DIALED:
        number = caller_of(scene.talk.conversation).number
    zones = zones_of(number) if number else frozenset()
    return next(iter(zones)) if len(zones) == 1 else here


_BY_TOWN = re.compile(r"\b(?:hora|tiempo) de (?P<es>\w+(?: \w+){0,2})|\b(?P<en>\w+(?: \w+)?) time\b", re.I)


def _clock_told(words: str, text: str, language: str) -> tuple[str, str, str]:
    """The zone by whose clock a time is told, how it is said, and the words without its town: "eight Toronto time"."""
    if zone := zone_said(text):
        return zone, ZONE_SAID[language][zone], text
    for found in _BY_TOWN.finditer(words):
        said = (found["es"] or found["en"]).split()
        for left in range(len(said)):
            name = " ".join(said[: len(said) - left] if found["es"] else said[left:])
            place = None if (zone := zone_of_region(name)) else find_place(name)
            if zone or place:
                town = place.name if place else name.title()
                clock = f"hora de {town}" if language == "es" else f"{town} time"
                told = rf"(?:\w+ de )?{re.escape(name)}(?: time)?"
                return place.timezone if place else zone, clock, re.sub(told, "", words, count=1)
    return "", "", text
