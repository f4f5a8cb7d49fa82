"""Stored price talks played again: whether they are what they were, and what they would have come to otherwise."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Q

from bids import price_talk_moves
from bids.models import Bid, NegotiationStep, PriceTalk
from bids.negotiation import Action, Standing, Step
from bids.price_talk_moves import Kind, Played, Talk
from bids.replay import Alike, Change, LoadOutcome, Outcome, Settings, Sum, of_load, replay, sum_of
from calls.states import Channel
from organizations.formats import money

MAX_TALKS = 1000  # on a page, the newest
MAX_ROWS = 100

# What a step is known by: played again, all of it comes out the same.
RECEIPT = ("at", "action", "amount", "rule", "ask", "round", "offer", "final_offer", "flags")


@dataclass(frozen=True, slots=True)
class Row:
    """A load that it would change something for, with the talk that tells: what we answered, and what we would have.

    `call_id` is the call of that answer, None where it wasn't one.
    """

    load_id: int
    number: str
    lane: str
    carrier: str
    outcome: LoadOutcome
    was: str
    would_be: str
    call_id: int | None

    @property
    def would_pay(self) -> str:
        """`$1,650`, `$1,600–$1,700`; nothing surely where it would be lost."""
        return span(self.outcome.low, self.outcome.high)

    @property
    def tone(self) -> str:
        """Of the result's badge."""
        return TONES.get(self.outcome.change, "")


def span(low: Decimal | None, high: Decimal | None) -> str:
    """A band in words; one figure where both ends are the same, a dash without any."""
    if low is None or high is None:
        return "–"
    return money(low) if low == high else f"{money(low)}–{money(high)}"


TONES = {
    Change.LOST: "stop",
    Change.OPEN: "wait",
    Change.LATER: "wait",
    Change.GAINED: "go",
    Change.EARLIER: "go",
    Change.SAME: "info",
}


@dataclass(frozen=True, slots=True)
class Replays:
    """The price talks of a period, played again.

    `unkept` weren't kept whole, so that they can't be played; `wrong` came out otherwise than they were held, which
    must not be; `exact` of the others have one figure or surely none under the other settings. `is_cut` says that there
    were more than `most`.
    """

    talks: int
    unkept: int
    wrong: int
    exact: int
    banded: int
    is_cut: bool
    most: int
    sum: Sum
    rows: list[Row]
    all_rows: int

    @property
    def matching(self) -> int:
        """How many came out as they were held, to the dollar."""
        return self.talks - self.unkept - self.wrong

    @property
    def replayable(self) -> int:
        """How many were played under the other settings."""
        return self.exact + self.banded

    @property
    def covered_words(self) -> str:
        """How many loads would be covered: `12`, `10–14`."""
        least, most = self.sum.least_covered, self.sum.most_covered
        return f"{least:,}" if least == most else f"{least:,}–{most:,}"

    @property
    def covered_note(self) -> str:
        """Beside how many were."""
        return f"{self.sum.covered:,} of {self.sum.loads:,} covered at the time"

    @property
    def cost_words(self) -> str:
        """What those that are covered either way would cost."""
        return span(self.sum.least_cost, self.sum.most_cost)

    @property
    def cost_note(self) -> str:
        """Beside what they did cost."""
        return f"was {money(self.sum.cost)}, on loads covered both times"


def replayed(start: datetime, end: datetime, settings: Settings, *, most: int = MAX_TALKS) -> Replays:
    """Play the talks that began from `start` to before `end` again; two queries, three with a clock that counts offers.

    The newest `most` of them. Practice doesn't count.
    """
    found = list(
        PriceTalk.objects.filter(
            Q(conversation=None) | Q(conversation__skill_state__is_own_phone__isnull=True),
            created_at__gte=start,
            created_at__lt=end,
        )
        .order_by("-created_at", "-pk")
        .values(
            *("pk", "load_id", "moves", "standing", "agreed_amount", "agreed_at", "carrier__name"),
            *("load__external_id", "load__origin_city", "load__origin_state", "load__destination_city"),
            *(
                "load__destination_state",
                "load__origin_place",
                "load__destination_place",
                "load__equipment_type",
            ),
        )[: most + 1]
    )
    rows = {row["pk"]: row for row in found[:most]}
    steps = _steps_of([pk for pk, row in rows.items() if row["moves"]])
    offers = _offers_of({row["load_id"] for row in rows.values()}, settings)
    talks, wrong, unkept = [], 0, 0
    for pk, row in rows.items():
        talk = _talk(row) if row["moves"] else None
        kept = Counter(_receipt(step) for step in steps.get(pk, ()))
        played = Counter(_receipts(talk.held)) if talk else kept
        if talk is None or kept < played:
            unkept += 1  # begun before talks were kept, or a call of it was deleted since
        elif kept != played or talk.held[-1].standing != Standing.from_json(row["standing"]):
            wrong += 1
        else:
            talks.append(talk)
    alike = Alike(talks)
    outcomes, by_load = [], defaultdict(list)
    for talk in talks:
        try:
            outcome = replay(talk, settings, offers=offers(talk.load), alike=alike)
        except ValueError:  # rates that nobody may name
            unkept += 1
            continue
        outcomes.append(outcome)
        by_load[talk.load].append(outcome)
    loads = [of_load(each) for each in by_load.values()]
    changed = [
        each for each in loads if each.change not in (Change.NOT_COVERED, Change.SAME) or not each.is_exact
    ]
    changed = [each for each in changed if each.change != Change.NOT_COVERED]
    changed.sort(key=_weight)
    exact = sum(each.is_exact for each in outcomes)
    return Replays(
        talks=len(rows),
        unkept=unkept,
        wrong=wrong,
        exact=exact,
        banded=len(outcomes) - exact,
        is_cut=len(found) > most,
        most=most,
        sum=sum_of(loads),
        rows=[_row(each, rows[each.decides.talk.pk], steps) for each in changed[:MAX_ROWS]],
        all_rows=len(changed),
    )


def _talk(row: dict[str, Any]) -> Talk:
    ends = (row["load__origin_place"], row["load__destination_place"], row["load__equipment_type"])
    return Talk(
        pk=row["pk"],
        load=row["load_id"],
        moves=tuple(price_talk_moves.read(row["moves"])),
        agreed=row["agreed_amount"] if row["agreed_at"] is not None else None,
        groups=(repr(ends), repr(ends[-1])),
    )


# Whether they are what they were.


def _steps_of(pks: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
    """The receipts of these talks, with the conversation of each."""
    steps = defaultdict(list)
    found = NegotiationStep.objects.filter(price_talk__in=pks).order_by("at", "pk")
    for step in found.values("price_talk_id", "conversation_id", "conversation__channel", *RECEIPT):
        steps[step["price_talk_id"]].append(step)
    return steps


def _receipt(step: dict[str, Any]) -> tuple[Any, ...]:
    return (*(step[name] for name in RECEIPT[:-1]), tuple(step["flags"]))


def _receipts(held: Iterable[Played]) -> Iterator[tuple[Any, ...]]:
    """What would be written of them, with those of a talk that was merged in."""
    for each in held:
        if each.move.kind == Kind.MERGE:
            yield from _receipts(price_talk_moves.play(each.move.others))
        if (step := each.step) is not None:
            standing = step.standing
            yield (
                *(each.move.at, step.action.value, step.amount, step.rule.value, step.ask, standing.round),
                *(standing.offer, standing.final, tuple(sorted(step.flags))),
            )


# Under a clock that counts offers.


def _offers_of(loads: set[int], settings: Settings) -> Callable[[int], Callable[[datetime], int]]:
    """For each load, how many offers waited for a decision just before a moment; asked only where that matters."""
    came, went = defaultdict(list), defaultdict(list)
    if settings.clock is not None and settings.clock.enough_offers:
        bids = Bid.objects.filter(load__in=loads)
        for bid in bids.values("load_id", "created_at", "status", "status_changed_at"):
            came[bid["load_id"]].append(bid["created_at"])
            if bid["status"] not in Bid.lifecycle.unfinished:
                went[bid["load_id"]].append(bid["status_changed_at"])
    for each in (*came.values(), *went.values()):
        each.sort()
    return lambda load: lambda at: bisect_left(came[load], at) - bisect_left(went[load], at)


# As the page shows it.


ORDER = (Change.LOST, Change.GAINED, Change.OPEN, Change.EARLIER, Change.LATER, Change.SAME)


def _weight(each: LoadOutcome) -> tuple[int, Decimal, int]:
    """Those that are lost or won first, then by how much the cost differs."""
    zero = Decimal(0)
    differences = [abs((figure or zero) - (each.was or zero)) for figure in (each.low, each.high)]
    return ORDER.index(each.change), -max(differences), each.load


def _row(each: LoadOutcome, row: dict[str, Any], steps: dict[int, list[dict[str, Any]]]) -> Row:
    decides = each.decides
    ends = [
        ", ".join(part for part in (row[f"load__{end}_city"], row[f"load__{end}_state"]) if part)
        for end in ("origin", "destination")
    ]
    return Row(
        load_id=each.load,
        number=row["load__external_id"],
        lane=" to ".join(ends) if all(ends) else "",
        carrier=row["carrier__name"] or "",
        outcome=each,
        was=_words(decides, decides.was, is_held=True),
        would_be=_words(decides, decides.would_be, is_held=False),
        call_id=_call(decides, steps.get(decides.talk.pk, ())),
    )


VERBS = {Action.ACCEPT: "Agreed at", Action.HOLD: "Held at", Action.REFUSE: "Declined, last offer"}


def _words(outcome: Outcome, step: Step | None, *, is_held: bool) -> str:
    """`Countered $1,650`; of an opening offer that too."""
    if outcome.differs is None:
        return "Same answers"
    if step is None:
        standing = outcome.talk.held[outcome.differs].standing if is_held else outcome.standing
        return f"Offered {money(standing.offer)}" if standing else ""
    return f"{VERBS.get(step.action, step.action.label)} {money(step.amount)}"


def _call(outcome: Outcome, steps: Sequence[dict[str, Any]]) -> int | None:
    """The call of the answer that differs first, else the last one."""
    if not steps:
        return None
    at = outcome.talk.at if outcome.differs is None else outcome.talk.moves[outcome.differs].at
    step = next((step for step in steps if step["at"] >= at), steps[-1])
    return step["conversation_id"] if step["conversation__channel"] == Channel.PHONE else None
