"""Two thousand talks of carriers who hardly commit themselves: nobody is held to what they gave no clean yes to."""

import os
import re
from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal

import pytest

from bids.carrier_sales.notebook import Notebook, Outcome, Step
from bids.models import Bid, Booking
from bids.services.rehearsal_stage import Stage, stage
from bids.states import BidStatus
from calls.language.reading import Reading
from calls.models import Conversation
from calls.simulator.facts import GOOD
from tests.bids.rehearsal.commitment import POOLS, Kind, Line, talks
from tests.bids.rehearsal.conftest import CEILING, LOAD, MILES
from tests.calls.agent.adversary.numerals import names
from tests.factories import NOW

CALLER = GOOD[0]
IS_DEEP = os.environ.get("LOADLINE_DEEP") == "1"
TALKS = list(talks(seed=20261122, count=2_000 if IS_DEEP else 200, load=LOAD, miles=int(MILES)))
AT_ONCE = 25
# What takes a yes back that wasn't yet closed.
TAKES_BACK = (Kind.REFUSAL, Kind.CHANGE, Kind.LEAVE, Kind.COUNTER, Kind.MORE)
STANDING = (BidStatus.OPEN, BidStatus.COUNTERED, BidStatus.ACCEPTED)


@dataclass(slots=True)
class Said:
    """A line as it fell: what was on the table, and whether it was asked for with a yes-or-no question."""

    line: Line
    text: str
    table: Decimal | None
    is_read_back: bool  # the agent's last words were the deal
    is_direct: bool  # they were a question to be answered with yes or no, at that figure
    was_closed: bool = False  # the deal was closed before it
    meant: Reading | None = None
    reply: str = ""

    @property
    def is_yes(self) -> bool:
        """A clean yes; "okay" is one to a direct question, and takes no price otherwise."""
        return self.line.kind == Kind.YES or (self.line.kind == Kind.OKAY and self.is_direct)

    @property
    def ask(self) -> Decimal | None:
        """The carrier's own price for the load."""
        if self.line.kind == Kind.MORE and self.line.dollars is not None:
            return None if self.table is None else self.table + self.line.dollars
        return self.line.dollars


@dataclass(slots=True)
class Played:
    """A talk as it went, and what it left."""

    said: list[Said] = field(default_factory=list)
    opening: list[str] = field(default_factory=list)
    bids: list[Bid] = field(default_factory=list)
    bookings: list[Booking] = field(default_factory=list)
    is_agreed: bool = False

    @property
    def open_part(self) -> list[Said]:
        """The lines until the deal was closed, with the one that closed it: what is said later changes no deal."""
        return [each for each in self.said if not each.was_closed]


def play(agent, load, lines):
    """Hold the talk until the agent ends it."""
    played = Played()
    talk = Stage(agent, load, phone=CALLER.phone, at=NOW)
    reply = talk.opens()
    for line in lines:
        if reply.is_last or reply.transfer:
            break
        notes = _notes(talk)
        dealing = notes.dealing
        standing = dealing.standing if dealing else None
        offer = standing.offer if standing else None
        table = dealing.agreed if dealing and dealing.agreed else offer
        if dealing and dealing.held and notes.step == Step.SURE:
            table = dealing.held
        is_named = table is not None and names(reply.text, table)
        said = Said(
            line=line,
            text=line.said(table or Decimal(2000)),
            table=table,
            is_read_back=notes.step == Step.CLOSING and is_named,
            is_direct=notes.step in (Step.CLOSING, Step.SURE) and is_named,
            # A booking that is given back in the same call is no open deal again.
            was_closed=_is_closed(notes) or any(each.was_closed for each in played.said),
        )
        reply = talk.hears(said.text)
        said.meant, said.reply = talk.meant, reply.text
        if line.kind == Kind.OPENING:
            played.opening.append(f"{said.text} > {reply.text}")
        else:
            played.said.append(said)
    notes = _notes(talk)
    call = talk.ends()
    played.is_agreed = any(dealing.agreed for dealing in notes.dealings) or _is_closed(notes)
    played.bids = list(Bid.objects.filter(conversation=call.pk))
    played.bookings = list(Booking.objects.filter(conversation=call.pk))
    return played


def violations(played):
    """What was wrong with a talk, by the number of what must always hold."""
    before = played.open_part
    yield from _below_last_ask(played, before)
    yield from _booked_without_yes(played, before)
    said = played.said
    if said and said[-1].line.kind == Kind.LEAVE and not _valid_yes(said[:-1]) and played.is_agreed:
        yield 3, "a good-bye left an agreement"
    for booking in played.bookings:
        if booking.amount > CEILING:
            yield 4, f"booked at {booking.amount}"
    conditions = [each.text for each in before if each.line.kind == Kind.CONDITION]
    if conditions and played.bookings:
        yield 5, f"booked beside {conditions}"
    agreed = [bid for bid in played.bids if bid.status in STANDING and played.is_agreed]
    for words in conditions:
        if agreed and not any(_keeps(bid, words) for bid in agreed):
            yield 5, f"{words!r} isn't kept"


def _below_last_ask(played, before):
    last = max((place for place, each in enumerate(before) if each.ask is not None), default=None)
    if last is None:
        return
    for bid in played.bids:
        if bid.status in STANDING and bid.amount < before[last].ask.quantize(Decimal("0.01")):
            after = before[last + 1 :]
            if not any(each.table == bid.amount for each in _valid_yes(after)):
                yield 1, f"a bid of {bid.amount} where {before[last].ask} was asked last"


def _booked_without_yes(played, before):
    for booking in played.bookings:
        last = before[-1]
        if not (last.is_yes and last.is_read_back and last.table == booking.amount):
            yield 2, f"booked at {booking.amount} by {last.text!r}"
        if not any(each.ask == booking.amount or _takes(each, booking.amount) for each in before[:-1]):
            yield 2, f"booked at {booking.amount}, which was never taken nor asked"


def _takes(said, amount):
    return said.is_yes and said.table == amount


def _valid_yes(said):
    """The yeses that weren't taken back; nothing takes back what is closed."""
    valid = []
    for each in said:
        if each.is_yes:
            valid.append(each)
        elif each.line.kind in TAKES_BACK and not each.was_closed:
            valid = []
    return valid


def _keeps(bid, words):
    """Whether a condition stands on the bid, in part at least, as it was said."""
    kept = [*bid.details.get("conditions", ()), *re.findall(r"“(.*?)”", bid.notes)]
    return any(_plain(each) in _plain(words) for each in kept)


def _plain(words):
    return " ".join(re.findall(r"\w+", words.casefold()))


def _notes(talk):
    state = Conversation.objects.values_list("skill_state", flat=True).get(pk=talk.call.pk)
    return Notebook.read(state)


def _is_closed(notes):
    return any(dealing.outcome in (Outcome.BOOKED, Outcome.BID) for dealing in notes.dealings)


def hold(agent, load, number):
    """The violations of a talk, each with its words."""
    with stage():
        played = play(agent, load, TALKS[number])
        found = list(violations(played))
    words = " / ".join(f"[{each.line.kind}] {each.text} > {each.reply}" for each in played.said)
    return [f"talk {number}: ({which}) {what}: {words}" for which, what in found]


@pytest.mark.deep_but("chunk0")
@pytest.mark.parametrize(
    "first", range(0, len(TALKS), AT_ONCE), ids=[f"chunk{each}" for each in range(len(TALKS) // AT_ONCE)]
)
def test_nobody_is_held_to_what_they_have_not_said_yes_to(seller, load, cast, first):
    found = []
    for number in range(first, first + AT_ONCE):
        found += hold(seller, load, number)
    assert found == []


def test_pools_are_large_and_have_no_line_twice():
    for pools in POOLS.values():
        for kind, lines in pools.items():
            assert len(set(lines)) == len(lines), [
                line for line, times in Counter(lines).items() if times > 1
            ]
            assert len(lines) >= (
                20 if kind in (Kind.OKAY, Kind.PROBE, Kind.BACK) else 40 if kind == Kind.ACK else 60
            )


def test_talks_are_the_same_every_time():
    assert list(talks(20261122, 20, LOAD, int(MILES))) == TALKS[:20]
