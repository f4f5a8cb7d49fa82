"""Figures, places and times as one says them on the phone, and what may be said of a load. Pure."""

import re
from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal

from organizations.formats import as_decimal, money
from organizations.places.regions import short_region

MONTHS = {
    "en": (
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ),
    "es": (
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
        "noviembre", "diciembre",
    ),
}  # fmt: skip
WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "es": ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo"),
}
# With its article, as it is asked for: "do you have a dry van?"
EQUIPMENT = {
    "van": ("a dry van", "una caja seca"),
    "reefer": ("a reefer", "una caja refrigerada"),
    "flatbed": ("a flatbed", "una plataforma"),
    "step_deck": ("a step deck", "un step deck"),
    "power_only": ("a power only truck", "un tractor power only"),
    "hotshot": ("a hotshot", "un hotshot"),
    "conestoga": ("a conestoga", "una conestoga"),
    "box_truck": ("a box truck", "un camión de caja"),
    "container": ("a container chassis", "un chasis para contenedor"),
    "tanker": ("a tanker", "una pipa"),
    "double_drop": ("a double drop", "un double drop"),
    "lowboy": ("a lowboy", "un lowboy"),
    "rgn": ("an RGN", "un RGN"),
}


def dollars(amount: Decimal) -> str:
    """$2,350, in both languages: the voice reads it."""
    return money(amount)


def spaced(digits: str) -> str:
    """Digit by digit: 7 9 0 1 1 2; a telephone number with its extension."""
    number, _, extension = digits.partition(";ext=")
    return f"{' '.join(number)}, ext. {' '.join(extension)}" if extension else " ".join(number)


def load_number(number: str) -> str:
    """A load's number such that it is read digit by digit, and letters as they are."""
    return re.sub(r"(?<=\d)(?=\d)", " ", number)


def place(city: str, state: str) -> str:
    """Dallas, TX, or what there is of it."""
    return ", ".join(part for part in (city, short_region(state)) if part)


def off(miles: int, town: str, language: str) -> str:
    """About 30 miles from Dallas."""
    return f"a unas {miles} millas de {town}" if language == "es" else f"about {miles} miles from {town}"


def email(address: str, language: str) -> str:
    """An e-mail address as one says it."""
    at, dot = (" arroba ", " punto ") if language == "es" else (" at ", " dot ")
    return address.replace("@", at).replace(".", dot)


def equipment(kind: str, language: str) -> str:
    """The trailer with its article; empty where it has no name of its own."""
    names = EQUIPMENT.get(kind)
    return names[language == "es"] if names else ""


def measure(value: Decimal | None, unit: str) -> str:
    """42,000 pounds; empty where it isn't known."""
    return f"{value:,.0f} {unit}" if value else ""


def day(when: date, today: date, language: str) -> str:
    """Today, tomorrow, or Wednesday, March 4."""
    ahead = (when - today).days
    if ahead in (0, 1):
        return {"en": ("today", "tomorrow"), "es": ("hoy", "mañana")}[language][ahead]
    weekday, month = WEEKDAYS[language][when.weekday()], MONTHS[language][when.month - 1]
    if language == "es":
        return f"el {weekday} {when.day} de {month}"
    return f"{weekday}, {month} {when.day}"


def clock(when: datetime, language: str) -> str:
    """8 AM, 2:30 PM, noon; las 8 de la mañana, las 2:30 de la tarde."""
    hour, minutes = when.hour % 12 or 12, f":{when.minute:02d}" if when.minute else ""
    if language == "es":
        part = "de la mañana" if when.hour < 12 else "de la tarde" if when.hour < 20 else "de la noche"
        if when.hour == 12:
            part = "del mediodía"
        if not when.hour and not when.minute:
            return "la medianoche"
        return f"{'la' if hour == 1 else 'las'} {hour}{minutes} {part}"
    if when.hour % 12 == 0 and not when.minute:
        return "noon" if when.hour else "midnight"
    return f"{hour}{minutes} {'AM' if when.hour < 12 else 'PM'}"


def moment(when: datetime, today: date, language: str) -> str:
    """Tomorrow at 2 PM."""
    return f"{day(when.date(), today, language)} {'a' if language == 'es' else 'at'} {clock(when, language)}"


def window(start: datetime | None, end: datetime | None, today: date, language: str) -> str:
    """Tomorrow between 8 AM and noon; empty where neither is known. Times are local to the place, and so is `today`."""
    first = start or end
    if first is None:
        return ""
    if start is None or end is None or start == end:
        return moment(first, today, language)
    between, and_ = ("entre", "y") if language == "es" else ("between", "and")
    from_, to = ("desde", "hasta") if language == "es" else ("from", "to")
    is_midnight = end == datetime.combine(start.date() + timedelta(days=1), time())
    if start.date() == end.date() or is_midnight:  # not "to tomorrow at midnight", which may be either of two
        hours = f"{between} {clock(start, language)} {and_} {clock(end, language)}"
        return f"{day(start.date(), today, language)} {hours}"
    return f"{from_} {moment(start, today, language)} {to} {moment(end, today, language)}"


# Texts of other people (a TMS, a carrier's papers) as far as they may be said aloud. Pure.


MAX_LENGTH = 200
SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|\n+")
# Money, and words that speak of it, in figures or written out; in English and Spanish.
MONEY = re.compile(
    r"[$€£¢]|\b(?:usd|dollars?|bucks?|cents?|rates?|pay(?:s|ing|ment)?|paid|price[sd]?|cost(?:s|ing)?|margin|max(?:imum)?"
    r"|ceiling|budget|customer|shipper pays|charge[sd]?|hundred|thousand|grand|offer\w*|accept|agree\w*|book now"
    r"|d[oó]lares|tarifa|precio|paga\w*|pago|cliente|m[aá]xim[oa]|mil|cient[oa]s?|oferta|acept\w+)\b",
    re.IGNORECASE,
)
# Words that speak to the agent instead of telling about the freight.
ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|instructions?|prompt|system|assistant|agent|you (?:are|must|should|will)"
    r"|tell (?:the|them)|say (?:that|the)|reveal|ignor[ae]|olvid[ae]|instrucciones|asistente|dile|revel[ae])\b",
    re.IGNORECASE,
)
NUMBER = re.compile(r"\d[\d,. -]*\d|\d")
WORDS_OF_DIGITS = re.compile(
    r"(?:\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|\w+teen|ten|eleven|twelve)\b[\s,-]*){2,}",
    re.IGNORECASE,
)


def speakable(text: str, guarded: Iterable[Decimal | None] = (), longest: int = MAX_LENGTH) -> str:
    """The sentences that may be said; `guarded` are figures that must not appear, in whatever notation."""
    figures = {f"{figure.normalize():f}" for figure in guarded if figure is not None}
    kept = [sentence for sentence in SENTENCE_END.split(text) if sentence and _is_harmless(sentence, figures)]
    said = " ".join(" ".join(kept).split())
    return said if len(said) <= longest else said[:longest].rsplit(" ", 1)[0] + "…"


def speakable_answer(text: str, guarded: Iterable[Decimal | None] = ()) -> str:
    """An approved answer: the broker's own words may name dollars, but none of the guarded figures."""
    figures = {f"{figure.normalize():f}" for figure in guarded if figure is not None}
    said = " ".join(text.split())
    return "" if any(_plain(found) in figures for found in NUMBER.findall(said)) else said


def speakable_name(text: str) -> str:
    """A name, without anything that isn't part of one."""
    plain = " ".join(re.sub(r"[^\w\s.,&'’-]", " ", text).split())
    return plain if len(plain) <= 80 and _is_harmless(plain, set()) else ""


def _is_harmless(sentence: str, figures: set[str]) -> bool:
    if MONEY.search(sentence) or ORDERS.search(sentence) or WORDS_OF_DIGITS.search(sentence):
        return False
    return not any(_plain(found) in figures for found in NUMBER.findall(sentence))


def _plain(number: str) -> str:
    """2,719.00 and 2 719 as 2719."""
    value = as_decimal(re.sub(r"[, -]", "", number.rstrip(".,")))
    return "" if value is None else f"{value.normalize():f}"
