"""That somebody stands at the stop, in the words of people who name no town."""

import re

from calls.language.numbers import plain

_AT_STOP = re.compile(
    r"\b(?:(?:i'm|im|i am|we're|we are|he's|he is) (?:already )?(?:here|there|parked|backed in)\b(?! in | by | at \d)|"
    r"already (?:here|there)\b|(?:backed|bumped) (?:in|into|up)\b|(?:in|at) (?:a |the )?door\b|"
    r"(?:at|in) (?:the |their )?(?:shipper|receiver|facility|dock|warehouse|consignee|customer)\b|"
    r"ya llegue\b|ya (?:estoy|esta|estamos) (?:aqui|ahi)\b|"
    r"en (?:el|la) (?:muelle|bodega|almacen|instalacion|anden|rampa)\b)"
)
_NOT_YET = re.compile(
    r"\b(?:away|out from|from (?:the|there)|until|till|before|almost|nearly|not (?:yet )?(?:at|there|here)|"
    r"be (?:at|in|there|here)|todavia no|aun no|antes de|casi)\b"
)


def says_arrived(heard: str) -> bool:
    """Whether somebody is at the stop that is talked about: "I'm here", "backed into door nine"."""
    words = plain(heard)
    return bool(_AT_STOP.search(words)) and not _NOT_YET.search(words)
