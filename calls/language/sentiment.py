"""How the other side sounded, by its words. Pure, and the same for the same words every time."""

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum

from calls.language.number_words import plain
from calls.language.reading import Spoken
from calls.models import Turn
from calls.states import Role


class Sentiment(StrEnum):
    """The mood of a conversation."""

    POSITIVE = "positive"
    NEUTRAL = "neutral"
    NEGATIVE = "negative"


_GOOD = re.compile(
    r"\b(?:thank(?:s| you)|appreciate|great|perfect|awesome|excellent|wonderful|love (?:it|that|to)|glad|happy|"
    r"sounds good|good deal|works for me|no problem|my pleasure|beautiful|fantastic|"
    r"gracias|perfecto|excelente|muy bien|con (?:mucho )?gusto|encantado|estupendo|me parece bien|de acuerdo)\b"
)
_BAD = re.compile(
    r"\b(?:ridiculous|insult\w*|waste (?:of|my|your)(?: \w+)? time|wast(?:ing|ed) my time|"
    r"joke|joking|kidding me|terrible|awful|horrible|"
    r"angry|mad at|upset|annoy\w*|sick of|tired of|fed up|frustrat\w*|rip(?:ping)?[- ]?off|scam\w*|liar|lying|"
    r"stop calling|quit calling|don'?t call|leave me alone|unacceptable|complain\w*|worst|hate|stupid|damn|hell no|"
    r"bull ?(?:shit|crap)|shit\w*|fuck\w*|crap|screw (?:you|that|this)|never again|disappoint\w*|useless|"
    r"ridiculo|una burla|perdida de tiempo|perder (?:mi )?tiempo|pesimo|terrible|horrible|"
    r"enojad[oa]|molest[oa]|hart[oa]|"
    r"estafa\w*|mentiros[oa]|no me llamen?|deje de llamar|inaceptable|queja\w*|odio|estupid\w*|carajo|mierda|pinche|"
    r"decepcion\w*)\b"
)
_NOT = re.compile(
    r"\b(?:not|no|never|don'?t|isn'?t|wasn'?t|ain'?t|nothing|nada|nunca|tampoco)\b(?: \w+){0,2} $"
)
_REFUSES = re.compile(
    r"\b(?:i(?:'ll| will|'m gonna| have to|'ll have to)? pass\b|not interested|no deal\b|no can do|forget it|"
    r"never ?mind|"
    r"(?:can'?t|cannot|won'?t) (?:do|run|haul|take|move|make) (?:it|that|this)|"
    r"(?:doesn'?t|don'?t|won'?t|not going to|not gonna) work|too (?:low|cheap|light)|"
    r"no me (?:conviene|interesa|sale)|no hay trato|no (?:la|lo) (?:puedo|tomo)|muy (?:baj[ao]|barat[ao]))"
)
_TAKES = re.compile(
    r"\b(?:i'?ll (?:take|do) it|i can do (?:it|that)|book (?:it|me)|let'?s (?:do|book) it|deal\b|works for me|"
    r"yes|yeah|yep|that works|sounds good|si\b|la tomo|me la llevo|trato hecho|de acuerdo|me parece bien)"
)
# What takes leave says little: nearly everybody says thanks.
_POLITE = re.compile(r"\b(?:no,? (?:thanks|thank you|gracias)|thanks but no(?: thanks)?)\b")


def sentiment_of(turns: Iterable[Turn | Spoken], *, has_refused: bool = False) -> Sentiment:
    """The mood of the caller's turns: harsh words weigh twice, and what was said in the last third counts twice.

    Whoever turned us down, by what became of the talk or by the last word, is polite at best.
    """
    said = [_POLITE.sub(" ", plain(turn.text)) for turn in turns if turn.role == Role.CALLER]
    score = 0
    for position, words in enumerate(said, 1):
        weight = 2 if position * 3 > len(said) * 2 else 1
        score += weight * (_count(_GOOD, words) - 2 * _count(_BAD, words))
    if score >= 2:
        return Sentiment.NEUTRAL if has_refused or _ends_in_refusal(said) else Sentiment.POSITIVE
    return Sentiment.NEGATIVE if score <= -2 else Sentiment.NEUTRAL


def _ends_in_refusal(said: Sequence[str]) -> bool:
    """Whether a no to the load or its rate was said, and no yes since."""
    found = [bool(_REFUSES.search(words)) for words in said if _REFUSES.search(words) or _TAKES.search(words)]
    return bool(found) and found[-1]


def _count(pattern: re.Pattern[str], words: str) -> int:
    """How often it is said in earnest; "not happy" isn't happy, and "no problem" is nothing bad."""
    found = [
        match
        for match in pattern.finditer(words)
        if not _NOT.search(words[max(0, match.start() - 30) : match.start()])
    ]
    return min(len(found), 3)
