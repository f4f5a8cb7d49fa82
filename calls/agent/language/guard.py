"""The guardrail over a line that is still being made: nothing leaves before the sentence that holds it is read."""

import re
from collections.abc import Iterator

from calls.agent.language.figures import figures_of, may_go_on, plain, tokens_of
from calls.agent.language.guardrail import Allowed, Verdict, check_against, missing_amounts

_WHOLE_WORD = re.compile(r"\S+(?=\s)")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’)]*\s+(?=\S)")


class Guard:
    """Takes the pieces of a line as they come, and lets whole sentences through that may be said.

    Each time the line so far is read as a whole, so a figure that is split over pieces or sentences is one figure. A
    sentence that ends in a number waits for the next word. Once broken it lets nothing through any more.
    """

    def __init__(self, limits: Allowed) -> None:
        self.limits = limits
        self.verdict = Verdict()
        self.released = ""
        self._pending = ""

    def feed(self, piece: str) -> str:
        """Take a piece; return what may leave now, often nothing."""
        if not self.verdict.is_ok:
            return ""
        self._pending += piece
        if len(self.released) + len(self._pending) > self.limits.longest:
            self.verdict = Verdict("too long")
            return ""
        return self._release(_safe_end(self._pending))

    def finish(self) -> str:
        """All pieces have come: return the rest, if the line holds. A line that leaves out an amount doesn't."""
        if not self.verdict.is_ok:
            return ""
        whole = self.released + self._pending
        if not whole.strip():
            self.verdict = Verdict("empty")
            return ""
        verdict = check_against(whole, self.limits)
        if verdict.is_ok and missing_amounts(whole, self.limits):
            verdict = Verdict("left out an amount")
        if not verdict.is_ok:
            self.verdict = verdict
            return ""
        rest, self.released, self._pending = self._pending, whole, ""
        return rest

    def _release(self, end: int) -> str:
        if not end:
            return ""
        line = self.released + self._pending[:end]
        verdict = check_against(line, self.limits)
        if not verdict.is_ok:
            self.verdict = verdict
            return ""
        piece, self._pending, self.released = self._pending[:end], self._pending[end:], line
        return piece


def guarded(pieces: Iterator[str], text: str, guard: Guard) -> Iterator[str]:
    """The pieces as far as they hold, else `text`: in their place, or as a new sentence after what has left already."""
    for piece in pieces:
        if passed := guard.feed(piece):
            yield passed
        if not guard.verdict.is_ok:
            break
    if rest := guard.finish():
        yield rest
    if not guard.verdict.is_ok:
        yield f"{'' if not guard.released or guard.released[-1].isspace() else ' '}{text}"


def _safe_end(text: str) -> int:
    """Where the last sentence ends that a following word can't turn into another; 0 where there is none."""
    for found in reversed(list(_SENTENCE_END.finditer(text))):
        before, after = tokens_of(plain(text[: found.start()])), _WHOLE_WORD.match(text, found.end())
        figures = figures_of(before)
        if not figures or figures[-1].last < len(before) - 1:
            return found.end()
        if after and not may_go_on(tokens_of(plain(after[0]))):
            return found.end()
    return 0
