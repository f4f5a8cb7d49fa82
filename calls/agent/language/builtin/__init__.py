"""The built-in language: rules and tables, no key, no network, the same answer to the same words every time."""

from collections.abc import Iterator, Sequence

from calls.agent.language.builtin.understanding import understand
from calls.agent.language.interface import Spoken
from calls.agent.meaning import Listening, Meaning
from calls.agent.skill import Reply


class BuiltIn:
    """Reads with rules, and says a reply's own text."""

    is_instant = True

    def understand(self, heard: str, listening: Listening) -> Meaning:
        """As `understanding.understand`."""
        return understand(heard, listening)

    def phrase(self, reply: Reply, talk: Sequence[Spoken]) -> Iterator[str]:
        """The reply's text, in one piece."""
        if reply.text:
            yield reply.text
