"""Numbers the way carriers say them and a recogniser writes them down: in words, in figures, and in between."""

import re
from collections.abc import Callable
from functools import lru_cache
from random import Random

from calls.simulator.phrases import ENGLISH, MONEY, SPANISH, Topic, compiled

ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
TENS = ["-", "-", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
UNOS = [
    "cero",
    "uno",
    "dos",
    "tres",
    "cuatro",
    "cinco",
    "seis",
    "siete",
    "ocho",
    "nueve",
    "diez",
    "once",
    "doce",
    "trece",
    "catorce",
    "quince",
    "dieciséis",
    "diecisiete",
    "dieciocho",
    "diecinueve",
    "veinte",
    "veintiuno",
    "veintidós",
    "veintitrés",
    "veinticuatro",
    "veinticinco",
    "veintiséis",
    "veintisiete",
    "veintiocho",
    "veintinueve",
]
DIECES = ["-", "-", "-", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]
CIENTOS = [
    "-",
    "ciento",
    "doscientos",
    "trescientos",
    "cuatrocientos",
    "quinientos",
    "seiscientos",
    "setecientos",
    "ochocientos",
    "novecientos",
]


def below_hundred(number: int) -> str:
    """A number below a hundred in English words: "forty-five"."""
    if number < 20:
        return ONES[number]
    tens, ones = divmod(number, 10)
    return f"{TENS[tens]}-{ONES[ones]}" if ones else TENS[tens]


def in_words(number: int) -> str:
    """A number below a million, said in full: "two thousand four hundred fifty"."""
    thousands, rest = divmod(number, 1_000)
    hundreds, rest = divmod(rest, 100)
    parts = [f"{in_words(thousands)} thousand"] if thousands else []
    parts += [f"{ONES[hundreds]} hundred"] if hundreds else []
    parts += [below_hundred(rest)] if rest or not parts else []
    return " ".join(parts)


def in_spanish(number: int) -> str:
    """A number below a million in Spanish words: "dos mil cuatrocientos cincuenta"."""
    thousands, rest = divmod(number, 1_000)
    parts = [f"{in_spanish(thousands)} mil" if thousands > 1 else "mil"] if thousands else []
    hundreds, rest = divmod(rest, 100)
    if hundreds == 1 and not rest:
        parts.append("cien")
    elif hundreds:
        parts.append(CIENTOS[hundreds])
    if rest and rest < 30:
        parts.append(UNOS[rest])
    elif rest:
        tens, ones = divmod(rest, 10)
        parts.append(f"{DIECES[tens]} y {UNOS[ones]}" if ones else DIECES[tens])
    return " ".join(parts) or UNOS[0]


def plain_money(amount: int) -> str:
    """Dollars in figures: "$2,450"."""
    return f"${amount:,}"


def money(random: Random, amount: int) -> str:
    """Dollars in one of the ways that truckers say them: "twenty-four fifty", "2450", "two and a half"."""
    thousands, rest = divmod(amount, 1_000)
    hundreds, small = divmod(amount, 100)
    ways = [plain_money(amount), f"{amount}", f"{amount:,} dollars", in_words(amount)]
    if 1_000 < amount < 10_000 and rest:
        if not small:
            ways += [f"{below_hundred(hundreds)} hundred"] * 3
        elif small >= 10 and hundreds % 10:
            ways += [f"{below_hundred(hundreds)} {below_hundred(small)}"] * 3
    if 2_000 <= amount < 10_000 and rest == 500:
        ways.append(f"{ONES[thousands]} and a half")
    if 1_000 <= amount < 20_000 and not rest:
        ways += [f"{below_hundred(thousands)} grand", f"an even {below_hundred(thousands)} grand"]
    return random.choice(ways)


def money_in_spanish(random: Random, amount: int) -> str:
    """Dollars as Spanish speakers say them on the phone."""
    words = in_spanish(amount)
    return random.choice(
        (plain_money(amount), f"{amount} dólares", words, f"{words} dólares", f"unos {words} dólares")
    )


def per_mile(random: Random, cents: int) -> str:
    """A rate by the mile, as said: "two fifteen a mile", "$2.15 per mile"."""
    dollars, rest = divmod(cents, 100)
    ways = [f"${cents / 100:.2f} a mile", f"{cents / 100:.2f} a mile", f"${cents / 100:.2f} per mile"]
    if rest >= 10:
        ways.append(f"{ONES[dollars]} {below_hundred(rest)} a mile")
        ways.append(f"{ONES[dollars]} dollars {below_hundred(rest)} cents a mile")
    return random.choice(ways)


def digits(random: Random, number: str) -> str:
    """Digits read out: in words, one by one, in groups, in pairs, or with a slip that is put right."""
    if not number.isdigit() or len(number) < 3:
        return number
    way = random.choice(("figures", "figures", "apart", "groups", "words", "words", "mixed", "pairs", "slip"))
    match way:
        case "apart":
            return " ".join(number)
        case "groups":
            return in_groups(number)
        case "words":
            return digit_words(random, number)
        case "mixed":
            return f"{number[:3]} {digit_words(random, number[3:])}"
        case "pairs" if len(number) % 2 == 0 and "00" not in number:
            pairs = [number[start : start + 2] for start in range(0, len(number), 2)]
            return " ".join(
                f"oh {ONES[int(pair)]}" if pair[0] == "0" else below_hundred(int(pair)) for pair in pairs
            )
        case "slip":
            wrong = str((int(number[2]) + random.randrange(1, 9)) % 10)
            return f"{digit_words(random, number[:2] + wrong)}, sorry, {digit_words(random, number)}"
    return number


def in_groups(number: str) -> str:
    """Digits in threes: "784 512", "120 338 8"."""
    return " ".join(number[start : start + 3] for start in range(0, len(number), 3))


def digit_words(random: Random, number: str) -> str:
    """Digits as words, a zero as "zero" or "oh": "seven eight four"."""
    zero = random.choice(("zero", "oh"))
    return " ".join(zero if digit == "0" else ONES[int(digit)] for digit in number)


def digits_in_spanish(random: Random, number: str) -> str:
    """Digits as a Spanish speaker reads them out."""
    words = " ".join(UNOS[int(digit)] for digit in number)
    return random.choice((words, words, number, " ".join(number)))


def any_characters(random: Random, text: str, read_out: Callable[[Random, str], str]) -> str:
    """A load's number read out: its digits as given, anything with letters as it is written."""
    return read_out(random, text) if text.isdigit() and 3 < len(text) < 9 else text


# What a simulated carrier understands of the agent's words: topics in their order, and figures.


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


def loads_of(heard: str) -> list[str]:
    """The numbers of loads that the agent names, spaced out or not, in order, each once."""
    return list(dict.fromkeys(match.replace(" ", "") for match in _LOAD.findall(heard)))


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
