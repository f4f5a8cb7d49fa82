"""A talk between a simulated carrier and an agent in one process: no sockets, no clock, the same manners.

    talk = rehearse(make_persona("haggler", seed=1, about={"load": "48213"}), opens=agent_opens, hears=agent_hears)
    print(talk.lines, talk.ended_by)

It does what `conversation` does over the relay: a carrier may cut into the agent's words, press keys, fall silent, or
hang up.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from calls.simulator.persona import Act, HangUp, Press, Say, Talker, Wait

# No talk has more of the agent's turns than this, whatever the two are like.
MAX_TURNS = 100


@dataclass(frozen=True, slots=True)
class Heard:
    """What reaches the agent after its turn: words, keys, or neither, which is silence for some seconds.

    `partials` came before as unfinished sentences. `interrupted` is what the agent got to say before the carrier cut
    in; None: it was heard out. `language` is the recognition's, such as "es-US"; empty: the session's own.
    """

    text: str = ""
    digits: str = ""
    partials: tuple[str, ...] = ()
    interrupted: str | None = None
    language: str = ""

    @property
    def is_silence(self) -> bool:
        """Whether nothing came."""
        return not self.text and not self.digits


@dataclass(frozen=True, slots=True)
class Utterance:
    """One line of the talk; keys are shown as the carrier's words, in brackets."""

    role: Literal["agent", "carrier"]
    text: str


@dataclass(slots=True)
class Rehearsal:
    """What came of it; `too_long`: the bound did."""

    lines: list[Utterance] = field(default_factory=list)
    ended_by: Literal["agent", "carrier", "too_long"] = "too_long"

    @property
    def turns(self) -> int:
        """How often the agent spoke."""
        return sum(line.role == "agent" for line in self.lines)


# What the agent says, and whether it ends the call with that (a transfer ends it, too).
Said = tuple[str, bool]


def rehearse(talker: Talker, *, opens: Callable[[], Said], hears: Callable[[Heard], Said]) -> Rehearsal:
    """Run a talk to its end.

    `opens` gives the agent's first words, `hears` its reply to what it heard, both with whether it ends the call by
    them; empty words are silence. Exceptions of theirs come through.
    """
    talk = _Talk(talker, hears)
    try:
        talk.agent_says(*opens())
        talk.perform(talker.opening())
        for _ in range(MAX_TURNS):
            talk.perform(talk.carrier_acts())
    except _Over as over:
        talk.rehearsal.ended_by = over.by
    return talk.rehearsal


class _Over(Exception):
    """The call is over."""

    def __init__(self, by: Literal["agent", "carrier"]) -> None:
        super().__init__(by)
        self.by = by


class _Talk:
    def __init__(self, talker: Talker, hears: Callable[[Heard], Said]) -> None:
        self.rehearsal = Rehearsal()
        self._talker = talker
        self._hears = hears
        # What the agent has said since the carrier last did something about it.
        self._pending = ""
        self._interrupted: str | None = None
        self._silences = 0

    def agent_says(self, text: str, is_last: bool) -> None:
        """The agent's words, as far as the carrier lets it speak. Raises _Over."""
        if text.strip():
            if not is_last and self._talker.barges_in():
                words = text.split()
                text = " ".join(words[: max(1, len(words) // 2)])
                self._interrupted = text
                self.rehearsal.lines.append(Utterance("agent", f"{text}—"))
            else:
                self.rehearsal.lines.append(Utterance("agent", text.strip()))
            self._pending = f"{self._pending} {text.strip()}".strip()
        if is_last:
            raise _Over("agent")

    def carrier_acts(self) -> tuple[Act, ...]:
        """What the carrier does about what it heard, or about the agent's silence; nothing, if it goes on listening."""
        heard, self._pending = self._pending, ""
        if not heard:
            self._silences += 1
            return self._talker.silence(self._silences)
        self._silences = 0
        return self._talker.reply(heard) or (Wait(0),)

    def perform(self, acts: tuple[Act, ...]) -> None:
        """The carrier's side of a turn, each act heard by the agent. Raises _Over."""
        for number, act in enumerate(acts):
            match act:
                case HangUp():
                    raise _Over("carrier")
                case Wait():
                    heard = Heard()
                case Press(digits):
                    self.rehearsal.lines.append(Utterance("carrier", f"[{digits}]"))
                    heard = Heard(digits=digits)
                case Say():
                    self.rehearsal.lines.append(Utterance("carrier", act.text))
                    interrupted, self._interrupted = self._interrupted, None
                    heard = Heard(act.text, "", act.partials, interrupted, act.language)
            answer = self._hears(heard)
            if HangUp() not in acts[number + 1 :]:
                self.agent_says(*answer)
