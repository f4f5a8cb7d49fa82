"""What happens in a price talk, kept so that it can be played again, with the terms and rules of each answer. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any

from bids.negotiation import Action, Flag, Rule, Standing, Step, accept_offer, begin, hear_ask, press
from bids.offer_limits import Pace, Rules, Strategy, Terms


class Kind(StrEnum):
    """What moves there are; the values are stored."""

    BEGIN = "begin"  # our opening offer
    ASK = "ask"  # the carrier names a figure
    MORE = "more"  # it wants more without naming one
    YES = "yes"  # it takes our offer
    HELD = "held"  # it takes what was read back before it asked for more
    FORGET = "forget"  # the figure that was read back last was misheard
    UNSAID = "unsaid"  # a figure that was heard was never named
    COUNTER = "counter"  # a person's
    RATES = "rates"  # the load's rates have changed
    MERGE = "merge"  # it is one with another talk of the carrier's, which `others` are the moves of


ANSWERED = frozenset({Kind.ASK, Kind.MORE, Kind.YES, Kind.HELD})


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One of them. `terms` and `rules` are those that it was answered under, None where there was nothing to answer.

    `amount` is dollars: of an ask to the fraction as it was worked out. `hours` are those to the pickup then,
    `is_contested` that we had one round alone, as another carrier's bid was held; `standing` where a talk begins with
    what another one had come to; `is_first` that the other talk of a merger is the older one.
    """

    kind: Kind
    at: datetime
    terms: Terms | None = None
    rules: Rules | None = None
    amount: Decimal | None = None
    is_worked_out: bool = False
    is_contested: bool = False
    hours: Decimal | None = None
    standing: Standing | None = None
    others: tuple["Move", ...] = ()
    is_first: bool = False

    @property
    def held_under(self) -> tuple[Terms, Rules]:
        """The terms and the rules, where it has them."""
        assert self.terms is not None, f"a {self.kind} is answered under some"
        assert self.rules is not None, f"a {self.kind} is answered by some"
        return self.terms, self.rules


# Answering them.


def answer(standing: Standing, move: Move) -> Step:
    """What the price rule answers to one of `ANSWERED`."""
    terms, rules = move.held_under
    if move.kind == Kind.YES:
        return accept_offer(standing, terms=terms, rules=rules)
    if move.kind == Kind.MORE:
        return press(standing, terms=terms, rules=rules)
    assert move.amount is not None, "a figure was named"
    step = hear_ask(standing, move.amount, terms=terms, rules=rules, is_worked_out=move.is_worked_out)
    if move.kind == Kind.HELD and step.action != Action.ACCEPT and move.amount <= terms.limit:
        # It stays agreed, if rates still allow it.
        return replace(step, action=Action.ACCEPT, amount=move.amount, rule=Rule.OFFER_TAKEN)
    return step


def begin_again(standing: Standing, terms: Terms, rules: Rules) -> Standing:
    """As a talk stands when the load's rates have become these: our offer goes on where they allow it."""
    opening = begin(terms, rules)
    offer = min(opening.offer, *standing.asks) if standing.asks else opening.offer
    if may_be_named(standing.offer, terms):
        offer = max(offer, standing.offer)
    return replace(opening, offer=offer, asks=standing.asks)


def may_be_named(offer: Decimal, terms: Terms) -> bool:
    """Whether the agent may offer this: below the max buy, or at most the target without one."""
    return offer < terms.ceiling if terms.ceiling is not None else offer <= terms.start


def with_asks(standing: Standing, asked: tuple[Decimal, ...], *, is_first: bool) -> Standing:
    """With what was asked in another talk, before or after."""
    asks = (*asked, *standing.asks) if is_first else (*standing.asks, *asked)
    return replace(standing, asks=asks)


def unsaid(standing: Standing, amount: Decimal | None) -> Standing:
    """Without this, where it is the last ask; what we have offered since stays offered."""
    is_last = bool(standing.asks) and standing.asks[-1] == amount
    return replace(standing, asks=standing.asks[:-1] if is_last else standing.asks, doubted=None)


@dataclass(frozen=True, slots=True)
class Played:
    """A move, how the talk stood before and after it, and what was answered where something was to be."""

    move: Move
    before: Standing
    standing: Standing
    step: Step | None = None


def play(moves: Iterable[Move]) -> Iterator[Played]:
    """Play them, one after the other; the first begins the talk."""
    left = iter(moves)
    for first in left:
        standing = first.standing or begin(*first.held_under)
        yield Played(first, standing, standing)
        yield from play_on(standing, left)


def play_on(standing: Standing, moves: Iterable[Move]) -> Iterator[Played]:
    """Play these, of a talk that stands so already."""
    read_back: Standing | None = None  # how it stood before what was read back last
    for move in moves:
        step = None
        before = standing
        if move.kind in ANSWERED:
            step = answer(standing, move)
            read_back = standing if step.action == Action.ACCEPT else None
            standing = step.standing
        elif move.kind == Kind.RATES:
            standing, read_back = begin_again(standing, *move.held_under), None
        elif move.kind == Kind.COUNTER:
            assert move.amount is not None, "a person named it"
            standing, read_back = replace(standing, offer=move.amount), None
        elif move.kind == Kind.FORGET:
            standing, read_back = read_back or standing, None
        elif move.kind == Kind.UNSAID:
            standing, read_back = unsaid(standing, move.amount), None
        elif move.kind == Kind.MERGE:
            asked = asks_of(move.others)
            standing = with_asks(standing, asked, is_first=move.is_first)
            if read_back is not None:
                read_back = with_asks(read_back, asked, is_first=move.is_first)
        yield Played(move, before, standing, step)


def asks_of(moves: Iterable[Move]) -> tuple[Decimal, ...]:
    """What the carrier had asked by their end."""
    played = list(play(moves))
    return played[-1].standing.asks if played else ()


# As they are kept: terms and rules only where they aren't those of the move before.


def appended(kept: list[dict[str, Any]] | None, move: Move) -> list[dict[str, Any]] | None:
    """What is kept, with one more move; None stays None: a talk whose beginning wasn't kept can't be played."""
    if kept is None:
        return None
    data: dict[str, Any] = {"kind": move.kind.value, "at": move.at.isoformat()}
    for name, value in (("terms", move.terms), ("rules", move.rules)):
        if value is not None:
            told = _as_json(value)
            if told != next((each[name] for each in reversed(kept) if name in each), None):
                data[name] = told
    if move.amount is not None:
        data["amount"] = str(move.amount)
    if move.hours is not None:
        data["hours"] = str(move.hours)
    data |= {name: True for name in ("is_worked_out", "is_contested", "is_first") if getattr(move, name)}
    if move.standing is not None:
        data["standing"] = move.standing.to_json()
    if move.kind == Kind.MERGE:
        others: list[dict[str, Any]] | None = []
        for each in move.others:
            others = appended(others, each)
        data["others"] = others
    return [*kept, data]


def read(kept: Iterable[Mapping[str, Any]]) -> list[Move]:
    """What `appended` made."""
    found: list[Move] = []
    terms: Terms | None = None
    rules: Rules | None = None
    for data in kept:
        terms = _terms(data["terms"]) if "terms" in data else terms
        rules = _rules(data["rules"]) if "rules" in data else rules
        kind = Kind(data["kind"])
        is_answered = kind in ANSWERED or kind in (Kind.BEGIN, Kind.RATES)
        found.append(
            Move(
                kind=kind,
                at=datetime.fromisoformat(data["at"]),
                terms=terms if is_answered else None,
                rules=rules if is_answered else None,
                amount=_decimal(data.get("amount")),
                hours=_decimal(data.get("hours")),
                is_worked_out=data.get("is_worked_out", False),
                is_contested=data.get("is_contested", False),
                is_first=data.get("is_first", False),
                standing=Standing.from_json(data["standing"]) if "standing" in data else None,
                others=tuple(read(data.get("others", ()))),
            )
        )
    return found


def _as_json(value: Terms | Rules) -> dict[str, Any]:
    told = {}
    for each in fields(value):
        found = getattr(value, each.name)
        if found is not None:  # defaults too: they may change
            told[each.name] = found if isinstance(found, int) else str(found)
    return told


def _terms(data: Mapping[str, str]) -> Terms:
    return Terms(**{name: Decimal(value) for name, value in data.items()})


def _rules(data: Mapping[str, Any]) -> Rules:
    read_as: dict[str, Any] = {"rounds": int, "strategy": Strategy, "pace": Pace}
    return Rules(**{name: read_as.get(name, Decimal)(value) for name, value in data.items()})


def _decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


@dataclass(frozen=True, slots=True)
class Talk:
    """A price talk as it was held. `agreed` is what stands as agreed on, by whomever; `groups` whom it is like.

    The nearest group comes first: others on the lane, others of the equipment.
    """

    pk: int
    load: int
    moves: tuple[Move, ...]
    agreed: Decimal | None = None
    groups: tuple[str, ...] = ()
    held: tuple[Played, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "held", tuple(play(self.moves)))

    @property
    def at(self) -> datetime:
        """When the last happened in it."""
        return self.moves[-1].at

    @property
    def target(self) -> Decimal:
        """The load's target when it began."""
        return self.moves[0].held_under[0].start

    @property
    def is_agents(self) -> bool:
        """Whether what is agreed on is what the agent said yes to; else a person settled it."""
        return self.agreed is not None and self.agreed == self._last_yes

    @property
    def _last_yes(self) -> Decimal | None:
        steps = [each.step for each in self.held if each.step is not None]
        return steps[-1].amount if steps and steps[-1].action == Action.ACCEPT else None

    @property
    def lowest_ask(self) -> Decimal | None:
        """The least that the carrier said it would take: what it asked, and ours where it took that."""
        figures: list[Decimal] = []
        for each in self.held:
            if each.move.kind == Kind.FORGET and figures:
                figures.pop()
            if each.move.kind == Kind.UNSAID and figures and figures[-1] == each.move.amount:
                figures.pop()
            if each.step is None:
                continue
            ask = each.step.ask
            if ask is not None and Flag.HARDLY_A_RATE not in each.step.flags:
                figures.append(ask)
            elif each.step.action == Action.ACCEPT and self.agreed is not None:
                figures.append(each.step.amount)
        return min(figures, default=None)

    @property
    def turned_down(self) -> Decimal | None:
        """What we had offered when the carrier said its last word, where that was no and no deal came of it."""
        if self.agreed is not None or self._last_yes is not None:
            return None
        return next((each.before.offer for each in reversed(self.held) if each.step is not None), None)
