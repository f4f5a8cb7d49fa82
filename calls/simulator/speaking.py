"""Numbers the way carriers say them and a recogniser writes them down: in words, in figures, and in between."""

from collections.abc import Callable
from random import Random

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
