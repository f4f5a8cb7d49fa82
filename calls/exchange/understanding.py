"""What a simulated carrier understands of the agent's words: topics in their order, and figures."""

import re

from .topics import MONEY, PATTERNS, Topic


def topics_of(heard: str) -> list[Topic]:
    """The topics of the agent's words, each once, in the order they come up."""
    matches = [(match, topic) for topic, pattern in PATTERNS.items() if (match := pattern.search(heard))]
    topics, end = [], 0
    for match, topic in sorted(matches, key=lambda found: found[0].start()):
        # What begins within another phrase belongs to that one: "who [am I speaking with]".
        if match.start() >= end:
            topics.append(topic)
            end = match.end()
    return topics


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
    r"|\b(?:please|can you|could you|tell me|let me know|give me|i need|i'd like|i would like)\b",
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
