"""Names of places as keys: what is spelled differently and means the same becomes the same text. Pure."""

import re
import unicodedata
from functools import lru_cache

# Letters that Unicode doesn't take apart into a plain one and its accent.
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "’": "'", "ʻ": "'", "`": "'"}
)
_INITIALS = re.compile(r"\b([a-z])\.\s?(?=[a-z]\b)")
_WORD = re.compile(r"[a-z0-9]+")
# Abbreviations on road signs, bills of lading and in TMSs. One spelling each: "Ste." is both Sainte and Suite.
_WHOLE = {
    "saint": "st", "sainte": "st", "ste": "st", "ft": "fort", "mt": "mount", "mtn": "mountain", "pt": "point",
    "n": "north", "no": "north", "s": "south", "so": "south", "e": "east", "w": "west",
    "hts": "heights", "hgts": "heights", "spgs": "springs", "spg": "spring", "jct": "junction", "ctr": "center",
    "centre": "center", "cntr": "center", "bch": "beach", "vly": "valley", "lk": "lake", "hbr": "harbor",
    "harbour": "harbor", "grv": "grove", "pk": "park", "twp": "township", "vlg": "village", "is": "island",
    "cd": "ciudad", "cty": "city", "sta": "santa", "sto": "santo", "gral": "general", "hda": "hacienda",
    "col": "colonia", "fracc": "fraccionamiento",
}  # fmt: skip


def unaccented(text: str) -> str:
    """In small letters, without accents."""
    text = text.casefold()
    if text.isascii():
        return text
    letters = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@lru_cache(maxsize=4096)
def region_key(text: str) -> str:
    """A region's or a country's name or code as key: its letters and digits alone."""
    return "".join(_WORD.findall(unaccented(text)))


@lru_cache(maxsize=4096)
def place_key(name: str) -> str:
    """A place's name as key; "" where it has no Latin letter or digit.

    Accents, case, dots, apostrophes, hyphens and spaces make no difference ("LaVergne", "La Vergne"), abbreviations are
    written out ("N. Ft. Myers").
    """
    plain = unaccented(name).replace("'", "")
    plain = _INITIALS.sub(r"\1", plain)
    words = _WORD.findall(plain)
    if len(words) > 1:
        # "St" alone may be all there is, and "S" or "E" as the last word abbreviates something else.
        words = [_whole(word, is_last=place == len(words) - 1) for place, word in enumerate(words)]
    return "".join(words)


def _whole(word: str, *, is_last: bool) -> str:
    if is_last and len(word) < 3 and word not in ("pk", "lk", "is", "pt"):
        return word
    return _WHOLE.get(word, word)
