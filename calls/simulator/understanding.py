"""What a simulated carrier understands of the agent's words: topics in their order, and figures."""

import re
from functools import lru_cache

from calls.simulator.phrases import ENGLISH, MONEY, SPANISH, Topic, compiled

PATTERNS = compiled(ENGLISH, SPANISH)


def topics_of(heard: str) -> list[Topic]:
    """The topics of the agent's words, each once, in the order they come up."""
    return list(_topics_of(heard))


# A turn is looked at several times, and an agent says many things to all callers alike.
@lru_cache(maxsize=4096)
def _topics_of(heard: str) -> tuple[Topic, ...]:
    matches = [(match, topic) for topic, pattern in PATTERNS.items() if (match := pattern.search(heard))]
    topics, end = [], 0
    for match, topic in sorted(matches, key=lambda found: found[0].start()):
        # What begins within another phrase belongs to that one: "who [am I speaking with]".
        if match.start() >= end:
            topics.append(topic)
            end = match.end()
    return tuple(topics)


def is_farewell(heard: str) -> bool:
    """Whether the agent says good-bye."""
    return Topic.FAREWELL in topics_of(heard)


def questions_in(heard: str) -> str:
    """The sentences that want an answer: questions, with or without their mark, and requests."""
    sentences = re.findall(r"[^.?!]*(?:\.(?=\w)[^.?!]*)*[.?!]*", heard)
    return " ".join(sentence.strip() for sentence in sentences if _ASKS.search(sentence.strip()))


_ASKS = re.compile(
    r"[?¿]|^(?:(?:and|so|okay|ok|great|thanks|then|now|alright|perfect|well)\b[,\s]*)*"
    r"(?:what|where|when|who|whom|how|which|can|could|may|do|does|did|are|is|have|has|will|would|any)\b"
    r"|\b(?:please|can you|could you|tell me|let me know|give me|i need|i'd like|i would like"
    r"|por favor|d[ií]game|deme|necesito|me (?:da|dice|puede))\b",
    re.IGNORECASE,
)


def is_question(heard: str) -> bool:
    """Whether an answer is expected."""
    return bool(questions_in(heard))


def is_hold(heard: str) -> bool:
    """Whether the agent only asks for a moment."""
    return Topic.HOLD in topics_of(heard) and "?" not in heard


def amounts_of(heard: str) -> list[int]:
    """Whole dollars named in the agent's words, in order."""
    return [int(float(re.sub(r"[^\d.]", "", text))) for text in re.findall(MONEY, heard, re.IGNORECASE)]


def rates_of(heard: str) -> list[int]:
    """The amounts that may be the price of a whole load: not those by the mile, by the hour, or of insurance."""
    return [amount for amount in amounts_of(_NO_RATE.sub(" ", heard)) if 100 <= amount < 100_000]


_NO_RATE = re.compile(
    rf"(?:{MONEY})(?=\s*(?:dollars\s*)?(?:per|a|an|by the|por|la|each)\s+(?:mile|milla|hour|hora|day|d[ií]a|stop)\b"
    r"|[^.?!$]{0,20}\b(?:insurance|cargo|liability|detention|lumper|seguro)\b)",
    re.IGNORECASE,
)


def digits_of(heard: str) -> str:
    """All digits said, run together, spoken ones too ("seven eight oh")."""
    return "".join(_DIGITS.get(part.lower(), part) for part in _DIGIT.findall(heard))


def miles_of(heard: str) -> int | None:
    """How long the agent says that the way is; None when it doesn't."""
    found = re.search(r"\b(\d[\d,]*) (?:miles|millas)\b", heard, re.IGNORECASE)
    return int(found[1].replace(",", "")) if found else None


def read_back_of(heard: str) -> str:
    """The digits that the agent reads back as an MC or DOT number; empty when it reads none."""
    for match in _IDENTITY.finditer(heard):
        sentence = re.split(r"[?!]|\.(?!\d)", heard[match.end() :].lstrip(". "), maxsplit=1)[0]
        if len(found := _first_digits(sentence, skipping=5)) >= 4:
            return found
    if re.search(r"\b(?:load|carga)\b", heard, re.IGNORECASE) or amounts_of(heard):
        return ""
    found = _first_digits(heard, skipping=100)
    return found if len(found) >= 6 else ""


def _first_digits(text: str, *, skipping: int) -> str:
    """The first run of digits, however they are grouped, behind at most that many other words."""
    found = ""
    for word in re.findall(r"[\w#]+", text):
        if word.isdigit() or _DIGIT.fullmatch(word):
            found += digits_of(word)
        elif found or not skipping:
            break
        else:
            skipping -= 1
    return found


_DIGITS = {
    "zero": "0", "oh": "0", "one": "1", "two": "2", "three": "3", "four": "4",
    "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "cero": "0", "uno": "1", "dos": "2", "tres": "3", "cuatro": "4",
    "cinco": "5", "seis": "6", "siete": "7", "ocho": "8", "nueve": "9",
}  # fmt: skip
_DIGIT = re.compile(r"\d|\b(?:" + "|".join(_DIGITS) + r")\b", re.IGNORECASE)
_IDENTITY = re.compile(r"\b(?:M\.?\s?C|D\.?O\.?T|docket)\b", re.IGNORECASE)


def is_calling_out(heard: str) -> bool:
    """Whether the agent's first words say that it was the one who dialed."""
    return _CALLING_OUT.search(heard) is not None


_CALLING_OUT = re.compile(
    r"(?<!for )(?<!you )(?<!you're )\b(?:calling (?:about|you|with|on|to|from)|reaching out|sorry to bother)\b"
    r"|\ble (?:habla|llamo|llamaba)\b|check call",
    re.IGNORECASE,
)


def loads_of(heard: str, *, but: str = "") -> list[str]:
    """The numbers of loads that the agent names, spaced out or not, in order, each once; without one of them."""
    found = (match.replace(" ", "") for match in _LOAD.findall(heard))
    return [load for load in dict.fromkeys(found) if load != but]


_LOAD = re.compile(
    r"\b(?:load|carga)s?(?: number| n[uú]mero)?:? (\d(?: ?\d){2,}|(?=[\w-]*\d)[\w-]+)", re.IGNORECASE
)


def trailer_of(heard: str) -> str:
    """The last trailer named in the agent's words, as it was named; empty when there is none."""
    found = _TRAILER.findall(heard)
    return found[-1] if found else ""


_TRAILER = re.compile(
    r"\b((?:5[03]|4[08])[- ]?(?:foot|ft|')? ?(?:dry van|reefer|flatbed)|dry van|reefer|flatbed|step ?deck|power only"
    r"|hotshot|conestoga|box truck|container(?: chassis)?|tanker|double drop|lowboy|RGN|caja (?:seca|refrigerada)"
    r"|plataforma|van)\b",
    re.IGNORECASE,
)


def clock_times_of(heard: str) -> list[int]:
    """Times of day named in the agent's words, as minutes after midnight, in order."""
    times = []
    heard = re.sub(r"\bnoon\b", "12 PM", heard, flags=re.IGNORECASE)
    for hour, minute, half, hour24, minute24 in re.findall(
        r"\b(\d{1,2})(?::(\d{2}))?\s*([ap])\.?\s?m\b|\b([01]?\d|2[0-3]):([0-5]\d)\b", heard, re.IGNORECASE
    ):
        if half and 1 <= int(hour) <= 12 and int(minute or 0) < 60:
            times.append((int(hour) % 12 + (12 if half.lower() == "p" else 0)) * 60 + int(minute or 0))
        elif hour24:
            times.append(int(hour24) * 60 + int(minute24))
    return times


def spoken_time(minutes: int) -> str:
    """A time of day as one says it: 795 is "1:15 PM"."""
    hour, minute = divmod(minutes % 1440, 60)
    return (
        f"{hour % 12 or 12}:{minute:02d} {'AM' if hour < 12 else 'PM'}"
        if minute
        else f"{hour % 12 or 12} {'AM' if hour < 12 else 'PM'}"
    )
