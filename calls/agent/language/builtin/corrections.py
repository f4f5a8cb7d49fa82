"""What somebody takes back in the same breath: "24, no, 25 hundred", "seven eight, sorry, seven nine oh one"."""

import re

_RUN = r"-?\$?\d[\d.:]*(?:(?:, ?| - | |-)\$?\d[\d.:]*){0,15}"
_TAKEN_BACK = (
    r"(?:(?:oh |uh |um |ah |ay )?(?:no|nope|nah)[, ]+(?:wait|sorry|sir|actually|i mean|espere|"
    r"espera|perdon|digo)|no(?=,)|(?<=, )no(?= )|wait(?: a moment)?|"
    r"sorry|i'm sorry|excuse me|pardon(?: me)?|my bad|my mistake|i mean|i meant|scratch that|"
    r"strike that|correction|"
    r"make that|make it|or rather|rather|actually|let me (?:start over|correct that)|"
    r"perdon(?:e|a)?|disculpe|digo|mejor dicho|quise decir|quiero decir|corrijo|espere|espera|mas bien|no no)"
)
_FILLER = (
    r"(?:uh|um|no|it's|its|that's|that is|it is|make (?:that|it)|wait|es|son|i mean|i meant|"
    r"should be|let's say|call it)"
)
# "24, no, 25": what stands before, what takes it back, what counts.
_CORRECTION = re.compile(
    rf"(?<![\d.:])(?P<old>{_RUN})(?P<unit>(?: (?:am|pm|dollars|bucks|a mile))?)[ ,.;-]+{_TAKEN_BACK}\b"
    rf"(?:[ ,.;-]+{_FILLER}\b){{0,3}}[ ,.;:-]+(?P<new>{_RUN})"
)
# "It's not 790123, it's 790132".
_NOT = re.compile(
    rf"\b(?:not|no es|isn't|no) (?P<old>{_RUN}),? (?:but|it's|its|that's|is|it is|sino|es|son)? "
    rf"?(?P<new>{_RUN})"
)
_MOST = 5


def corrected(text: str) -> str:
    """The figures text without the numbers that were taken back at once.

    Of a long number read out digit by digit, a short correction changes the end alone.
    """
    text = _NOT.sub(_keep_new, text) if _NOT.search(text) else text
    for _ in range(_MOST):
        text, times = _CORRECTION.subn(_keep_new, text)
        if not times:
            break
    return text


def _keep_new(found: re.Match[str]) -> str:
    old, new = found["old"], found["new"].strip()
    if found.re is _NOT:
        return f"it's {new}"
    old_digits, new_digits = re.sub(r"\D", "", old), re.sub(r"\D", "", new)
    is_read_out = len(old_digits) >= 5 and "$" not in old and "." not in old.strip(".")
    if is_read_out and len(new_digits) < min(4, len(old_digits) - 1):
        return f"{old_digits[: -len(new_digits)]}{new_digits}"
    return new
