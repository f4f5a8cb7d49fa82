"""How a carrier talks: a language's wordings with its own way of saying numbers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from . import speaking
from .words_en import ENGLISH
from .words_es import SPANISH


@dataclass(frozen=True, slots=True)
class Voice:
    """A language; `language` is what the speech recognition calls it, empty for the session's own."""

    words: Mapping[str, tuple[str, ...]]
    digits: Callable[[Random, str], str]
    money: Callable[[Random, int], str]
    language: str = ""


IN_ENGLISH = Voice(ENGLISH, speaking.digits, speaking.money)
IN_SPANISH = Voice(SPANISH, speaking.digits_in_spanish, speaking.money_in_spanish, "es-US")
