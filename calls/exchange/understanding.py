"""What a simulated carrier understands of the agent's words: topics in the order they were mentioned, and figures."""

import re
from enum import StrEnum


class Topic(StrEnum):
    """Something the agent asks or says."""

    FAREWELL = "farewell"
    HOLD = "hold"
    GOOD_TIME = "good_time"
    WHO = "who"
    RIGHT_PERSON = "right_person"
    COMPANY = "company"
    MC = "mc"
    DRIVER = "driver"
    TRUCK = "truck"
    CALL_BACK = "call_back"
    EMAIL = "email"
    LOCATION = "location"
    ETA = "eta"
    LOADED = "loaded"
    CHECKED_IN = "checked_in"
    TEMPERATURE = "temperature"
    PAPERS = "papers"
    DELAY = "delay"
    OFFER = "offer"
    ASK_RATE = "ask_rate"
    EQUIPMENT = "equipment"
    AVAILABILITY = "availability"
    CONFIRM = "confirm"
    ANYTHING_ELSE = "anything_else"
    ARE_YOU_THERE = "are_you_there"
    HOW_ARE_YOU = "how_are_you"


_MONEY = r"\$\s?\d[\d,]*(?:\.\d{1,2})?|\b\d[\d,]*(?:\.\d{1,2})? dollars\b"

# Order matters only among topics that begin at the same character: the first one listed wins.
PATTERNS: tuple[tuple[Topic, re.Pattern[str]], ...] = tuple(
    (topic, re.compile(pattern, re.IGNORECASE))
    for topic, pattern in (
        (
            Topic.FAREWELL,
            r"\b(good[- ]?bye|bye\b|have a (good|great|nice|safe|wonderful) (one|day|night|evening|weekend|trip|rest)"
            r"|take care|talk (to you )?(soon|later)|(drive|travel|stay) safe(ly)?|safe travels)",
        ),
        (
            Topic.HOLD,
            r"\b((one|just a|give me a|a quick) (moment|second|sec|minute)|hold on|bear with me|stand by|please hold"
            r"|let me (check|look|pull|see|find|grab))",
        ),
        (
            Topic.GOOD_TIME,
            r"\b(good time|do you have|have you got|got) (to (talk|chat)|a (quick )?(minute|moment|second|sec))\b"
            r"|\bis (now|this) a good time|\bcan you talk\b",
        ),
        (
            Topic.DRIVER,
            r"\bdriver'?s? (full )?(name|phone|cell|number)|\b(name|number) (of|for) (the|your) driver|\bwho('s| is| will be)"
            r" (driving|the driver)",
        ),
        (Topic.TRUCK, r"\b(truck|tractor|trailer|unit) (number|#)"),
        (
            Topic.COMPANY,
            r"\b(company|carrier|business)('s)? name|\bname of (the|your) (company|carrier)|\b(what|which) (company|carrier)",
        ),
        (
            Topic.MC,
            r"\b(M\.? ?C\.?|motor carrier|D\.?O\.?T\.?|docket)\b( or (MC|DOT))?( number|#|'s)?",
        ),
        (
            Topic.WHO,
            r"\b(who am i|whom am i|who i'?m|who do i have|who'?s this|who is this|may i (ask|have|get) (who|your name)"
            r"|(what'?s|what is|can i (get|have)|could i (get|have)|get|have|and) your name)",
        ),
        (
            Topic.RIGHT_PERSON,
            r"\b(am i (speaking|talking) (with|to)|is this|have i reached|did i reach|i'?m trying to reach|is that)\b"
            r"(?! (right|correct|ok|okay|good|a good|all))",
        ),
        (Topic.EMAIL, r"\be-?mail( address)?\b"),
        (
            Topic.CALL_BACK,
            r"\b(call ?back|best|good|phone|contact|cell) number\b|\bnumber to reach\b|\breach you at\b",
        ),
        (
            Topic.LOCATION,
            r"\bwhere (are|is|'s|exactly|about|abouts|you)|\bwhere'?s\b|\b(current|present|your|truck'?s) (location|position)|\bwhereabouts\b"
            r"|\b(what|which|nearest) (city|town|mile ?marker)|\bhow (far|close)\b|\blocation\b",
        ),
        (
            Topic.ETA,
            r"\bE\.?T\.?A\.?\b|\bestimated (time of )?arrival|\b(what|which) time\b|\bwhen (do|does|will|would|can|could|should|are|is)\b"
            r"|\bhow (long|soon)\b|\b(expect|plan|going|able) to (be there|arrive|get there|make it)|\barrival time\b",
        ),
        (
            Topic.CHECKED_IN,
            r"\b(check(ed|ing)?[- ]?(in|out)\b(?! call)|arrived|already (there|at)|at the (facility|dock|shipper|receiver|warehouse)"
            r" (yet|already|now))",
        ),
        (Topic.LOADED, r"\b(loaded|unloaded|empty|picked (it |the load )?up|under (the|your) load)\b"),
        (Topic.TEMPERATURE, r"\b(temp|temperature|set ?point|reefer (is |set|running|unit)|degrees)\b"),
        (
            Topic.PAPERS,
            r"\b(BOL|B\.O\.L\.?|bills? of lading|POD|proof of delivery|paperwork|PO number|pick-?up number)\b",
        ),
        (
            Topic.DELAY,
            r"\b(delay(s|ed)?|(any|other) (issues?|problems?|trouble)|running (late|behind)|on (time|schedule|track)"
            r"|holding you up|traffic)\b",
        ),
        (Topic.OFFER, _MONEY),
        (
            Topic.ASK_RATE,
            r"\b(what|which) (rate|price|number|figure)\b|\bhow much\b|\bwhat (would|do|will|can|could) you (need|want|take|charge|do)\b"
            r"|\bwhat are you (looking|asking|hoping)|\byour (best )?(rate|price|number|ask)\b|\brate (are|do|would) you\b",
        ),
        (
            Topic.EQUIPMENT,
            r"\b(what|which) (kind|type|sort)? ?(of )?(equipment|truck|trailer)|\bequipment (type|do you)"
            r"|\b(dry van|van|reefer|flatbed|step ?deck|power only)\b[^.?!]*\?",
        ),
        (
            Topic.AVAILABILITY,
            r"\b(available|availability|interested|capacity|open truck|truck (in|near|around|for)|empty truck)\b"
            r"|\b(can|could|would|will) you (be able to )?(cover|haul|take|run|handle|move)\b|\bwould you (like|want) (it|to (take|run|haul|cover))",
        ),
        (
            Topic.CONFIRM,
            r"\b(is (that|this|it|all that) (right|correct|ok|okay|good|alright|fine)|(did|do) i (get|have) that right|(correct|right|okay|ok|yes)\?"
            r"|does (that|this|it) (work|sound|look|suit)|(that|this)( would|'d|'ll| will)? works?\b|sounds? (good|right|fair|ok)|can (you|we) (confirm|agree)"
            r"|(shall|should|can|may) i (go ahead|book|put|send|note|mark|lock|transfer|connect)|do we have a deal|deal\?|work for you)",
        ),
        (
            Topic.ANYTHING_ELSE,
            r"\b(anything else|something else|any(?: other| more)? questions|else (i|we) can|(else|anything) (you need|for me)|help you with)\b",
        ),
        (
            Topic.ARE_YOU_THERE,
            r"\b(are you (still )?(there|with me)|still there|can you hear me)\b|^\W*hello\W*$",
        ),
        (Topic.HOW_ARE_YOU, r"\bhow('s| is| are) (it going|you( doing)?( today)?|things|everything)\b"),
    )
)


def topics_of(heard: str) -> list[Topic]:
    """The topics of the agent's words, each once, in the order they come up."""
    found: dict[int, Topic] = {}
    for topic, pattern in PATTERNS:
        if match := pattern.search(heard):
            found.setdefault(match.start(), topic)
    return [found[position] for position in sorted(found)]


def is_farewell(heard: str) -> bool:
    """Whether the agent says good-bye."""
    return Topic.FAREWELL in topics_of(heard)


def questions_in(heard: str) -> str:
    """The sentences that want an answer: questions, with or without their mark, and requests."""
    sentences = re.findall(r"[^.?!]*(?:\.(?=\w)[^.?!]*)*[.?!]*", heard)
    return " ".join(sentence.strip() for sentence in sentences if _ASKS.search(sentence.strip()))


_ASKS = re.compile(
    r"\?|^(?:(?:and|so|okay|ok|great|thanks|then|now|alright|perfect|well)\b[,\s]*)*"
    r"(?:what|where|when|who|whom|how|which|can|could|may|do|does|did|are|is|have|has|will|would|any)\b"
    r"|\b(?:please|can you|could you|tell me|let me know|go ahead and|give me|i need|i'd like|i would like)\b",
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
    return [int(float(re.sub(r"[^\d.]", "", text))) for text in re.findall(_MONEY, heard, re.IGNORECASE)]


def digits_of(heard: str) -> str:
    """All digits said, run together, spoken ones too ("seven eight oh")."""
    words = {
        "zero": "0", "oh": "0", "one": "1", "two": "2", "three": "3", "four": "4",
        "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    }  # fmt: skip
    return "".join(
        words.get(part.lower(), part)
        for part in re.findall(r"\d|\b(?:" + "|".join(words) + r")\b", heard, re.IGNORECASE)
    )


def clock_times_of(heard: str) -> list[int]:
    """Times of day named in the agent's words, as minutes after midnight, in order."""
    times = []
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
