"""Telephone numbers as the exchange sees them: digits after a plus."""

import re

E164 = re.compile(r"\+[1-9]\d{6,14}")
SEPARATORS = re.compile(r"[\s().\-]")


def normalise(text: str) -> str:
    """The number without its visual separators; ten digits alone are North American, `client:` names stay."""
    text = text.strip()
    if text.lower().startswith("client:"):
        return text
    bare = SEPARATORS.sub("", text)
    if re.fullmatch(r"[2-9]\d{9}", bare):
        return f"+1{bare}"
    if re.fullmatch(r"1[2-9]\d{9}", bare):
        return f"+{bare}"
    return bare


def is_dialable(number: str) -> bool:
    """Whether a normalised number has the E.164 form; one with an extension hasn't."""
    return E164.fullmatch(number) is not None


def masked(number: str) -> str:
    """The number for a log line: everything but its last four characters hidden."""
    return f"…{number[-4:]}" if len(number) > 4 else number
