"""An e-mail address of which a part is put right: "dot net, not dot com", "with an underscore"."""

import re
from collections.abc import Callable

from calls.language.number_words import plain
from calls.language.people import ENDS, JOINS

_ENDING = re.compile(r"(?<!\bnot )(?<!\bof )(?<!\by no )(?<!\bvez de )\b(?:dot|punto) ([a-z]{2,4})\b")
_MARK = re.compile(
    r"\b(?:with|con|it'?s|es|has|lleva) (?:an? |un )?"
    r"(?P<mark>underscore|guion bajo|dash|hyphen|guion|dot|punto)\b(?! (?:com|net|org|mx|us)\b)"
)


def mended(address: str, words: str, said: Callable[[], str]) -> str:
    """The address as it is put right; empty where nothing of it is.

    `said` tells the words in which it was told, into whose gaps a mark goes.
    """
    words = plain(words)
    name, _, domain = address.rpartition("@")
    ends = [end for end in _ENDING.findall(words) if end in ENDS and not domain.endswith(f".{end}")]
    if ends:
        return f"{name}@{domain.rpartition('.')[0]}.{ends[-1]}"
    if found := _MARK.search(words):
        mark = JOINS[found["mark"].replace("guion bajo", "underscore")]
        letters = " *".join(map(re.escape, name))
        told = [each for each in re.findall(rf"\b{letters}\b", plain(said())) if " " in each]
        if told:
            return f"{mark.join(told[0].split())}@{domain}"
    return ""
