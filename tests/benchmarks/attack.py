"""What callers who know the rule by heart get out of the agent: the price, and how closely they learn the max buy.

Each caller talks about the same loads, with the same costs, as the honest haggler does. See docs/negotiation.md.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from random import Random
from statistics import mean
from typing import Any

from bids.offer_limits import CENT, Rules, Strategy
from tests.benchmarks import Options
from tests.benchmarks.hagglers import CALLERS, HONEST, SEED, Attempt, Freight, Line, freight, honest
from tests.benchmarks.spoken import Held, brokerage, hold

FEW = 20  # loads of a single round
IN_FIXED_STEPS = 4  # through the skill one load in so many
RECURRING = "same freight on twenty days"


# What they know of the max buy in the end: all that it could be, to the dollar, for the transcript to be as it is.


def could_be(freight: Freight, lines: list[Line]) -> int:
    """How many dollar figures the max buy may be for who knows the rules, the opening, the lane and every answer."""
    rules, opening = lines[0].rules, int(freight.opening)
    most = opening + 4 * int(freight.room) + 500
    if rules.strategy == Strategy.FIXED_STEPS:
        figures = range(max(opening, 100) + 1, most)
        return sum(all(_is_so(line, ceiling=Decimal(each)) for line in lines) for each in figures)
    finals = [list(_finals(line, opening, most)) for line in lines]
    known = int(freight.terms.book_now or 0)
    # What was drawn anew for each line says nothing of the others'.
    is_one = len({line.terms.drawn for line in lines}) == 1
    together = [finals] if is_one else [[each] for each in finals]
    return sum(
        all(_is_possible(ceiling, opening, each, rules) for each in together)
        for ceiling in range(max(opening + 1, known), most)
    )


def _is_so(line: Line, **changed: Any) -> bool:
    """Whether the transcript would be the same with other terms."""
    again = Line(replace(line.terms, **changed), line.rules, line.persists)
    return all(again.perform(said) == seen for said, seen in line.heard)


def _finals(line: Line, opening: int, most: int) -> Iterator[Decimal]:
    """The final offers with which it would be the same: nothing else of an answer depends on the max buy."""
    step, ceiling = line.rules.step, Decimal(10 * most)
    first = max(line.offer, Decimal(opening))
    for final in {first, *(Decimal(each) * step for each in range(int(first / step), int(most / step) + 1))}:
        if final < first:
            continue
        again = Line(replace(line.terms, ceiling=ceiling), line.rules, line.persists)
        again.standing = replace(again.standing, share=Decimal(0), final=final)
        again.terms = replace(again.terms, usable=Decimal(0))
        if all(again.perform(said) == seen for said, seen in line.heard):
            yield final


def _is_possible(ceiling: int, opening: int, finals: list[list[Decimal]], rules: Rules) -> bool:
    """Whether something may have been drawn that makes of this max buy one of each caller's final offers."""
    room = Decimal(ceiling - opening)
    spans = [(rules.low_share, rules.high_share + CENT**4)]  # up to, but not with, the second
    for of_one in finals:
        drawn = [((final - opening) / room, (final + rules.step - opening) / room) for final in of_one]
        spans = [
            (max(low, other_low), min(high, other_high))
            for low, high in spans
            for other_low, other_high in drawn
            if max(low, other_low) < min(high, other_high)
        ]
    return bool(spans)


# The table.


@dataclass(frozen=True)
class Setting:
    """What callers are up against; `persists`: the next call goes on where this one ended."""

    rules: Rules
    persists: bool = True
    is_drawn_anew: bool = False  # for each load, as it is not: to show why


FIXED = Rules(strategy=Strategy.FIXED_STEPS)
SETTINGS = {
    "measured": Setting(Rules()),
    "measured, drawn for each load": Setting(Rules(), is_drawn_anew=True),
    "fixed steps": Setting(FIXED),
    "fixed steps, each call anew": Setting(FIXED, persists=False),
}
# Of the loads one in so many: every dollar figure is tried on it, in fixed steps with the whole transcript.
ENUMERATED = {Strategy.MEASURED: 20, Strategy.FIXED_STEPS: 100}


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Let each caller talk about each load under each strategy."""
    random = Random(options.seed or SEED)
    count = min(FEW, options.loads) if options.rounds == 1 else options.loads
    loads = [freight(random) for _ in range(count)]
    if options.through == "skill":
        return _through_skill(loads, say)
    lines = []
    for name, setting in SETTINGS.items():
        say(f"{name}: {len(loads)} loads")
        honest_ones = [honest(each, _dialer(each, setting)) for each in loads]
        for caller in [RECURRING] if setting.is_drawn_anew else CALLERS:
            attempts = [CALLERS[caller](each, _dialer(each, setting)) for each in loads]
            lines.append(line_of(name, caller, loads, attempts, honest_ones))
    return lines


def _through_skill(loads: list[Freight], say: Callable[[str], None]) -> list[dict[str, Any]]:
    """The same on the phone, as the product plays it; each line also says how much was said, and what was otherwise."""
    lines = []
    for name in ("measured", "fixed steps"):
        setting = SETTINGS[name]
        about = loads if name == "measured" else loads[::IN_FIXED_STEPS]
        held: dict[str, list[Held]] = {caller: [] for caller in CALLERS}
        with brokerage({"strategy": setting.rules.strategy.value}) as at:
            for number, load in enumerate(about):
                say(f"{name}: load {number + 1} of {len(about)}")
                for caller, talks in held.items():
                    talk = hold(
                        *(at, CALLERS[caller], load, number, setting), is_each_load_new=caller == RECURRING
                    )
                    talks.append(talk)
                    for phone in talk.phones:
                        for each in phone.different:
                            say(f"{caller}: {each}")
        honest_ones = [each.attempt for each in held[HONEST]]
        for caller, talks in held.items():
            phones = [phone for talk in talks for phone in talk.phones]
            attempts = [each.attempt for each in talks]
            line = line_of(name, caller, about, attempts, honest_ones, is_enumerated=False)
            line |= {
                "calls": sum(phone.calls for phone in phones),
                "moves": sum(phone.moves for phone in phones),
                "answered_otherwise": sum(len(phone.different) for phone in phones),
            }
            lines.append(line)
    return lines


def _dialer(freight: Freight, setting: Setting) -> Callable[[], Line]:
    random = Random(freight.seed)

    def dial() -> Line:
        drawn = Decimal(random.random()) if setting.is_drawn_anew else freight.terms.drawn
        return Line(replace(freight.terms, drawn=drawn), setting.rules, setting.persists)

    return dial


def line_of(
    strategy: str,
    name: str,
    loads: list[Freight],
    attempts: list[Attempt],
    others: list[Attempt],
    *,
    is_enumerated: bool = True,
) -> dict[str, Any]:
    """A line of the table.

    Prices are in percent of what the lane pays, and above the honest haggler's; widths in percent of the rate range.
    """
    prices = [
        None if each.price is None else each.price / load.lane
        for load, each in zip(loads, attempts, strict=True)
    ]
    honest_prices = [
        None if each.price is None else each.price / load.lane
        for load, each in zip(loads, others, strict=True)
    ]
    both = [
        (one, other) for one, other in zip(prices, honest_prices, strict=True) if None not in (one, other)
    ]
    every = ENUMERATED[attempts[0].lines[0].rules.strategy]
    some = list(zip(loads, attempts, strict=True))[::every] if is_enumerated else []
    widths = [float(could_be(load, each.lines) / load.room) for load, each in some]
    assert all(
        price <= (load.terms.ceiling or 0)
        for load, each in zip(loads, attempts, strict=True)
        if (price := each.price) is not None
    )
    price, honest_price = _mean(prices), _mean(honest_prices)
    above = _mean([one for one, _ in both]) / _mean([other for _, other in both])
    line = {
        "strategy": strategy,
        "caller": name,
        "deals": len([each for each in prices if each is not None]),
        "left_to_a_person": sum(
            each.is_left_to_a_person(load.terms.ceiling or Decimal(0))
            for load, each in zip(loads, attempts, strict=True)
        ),
        "of_lane_rate_%": round(100 * price, 1),
        "above_honest_%": round(100 * (price / honest_price - 1), 2),
        "on_same_loads_%": round(100 * (above - 1), 2),
    }
    if widths:
        line |= {
            "range_mean_%": round(100 * mean(widths), 1),
            "range_min_%": round(100 * min(widths), 1),
        }
    return line


def _mean(prices: Sequence[Decimal | None]) -> float:
    return float(mean([each for each in prices if each is not None] or [Decimal("NaN")]))
