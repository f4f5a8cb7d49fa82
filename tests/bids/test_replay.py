"""Price talks played again: the same under what they were held under, within the band under anything else."""

import json
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bids.negotiation import Action
from bids.offer_limits import Clock, Pace, Rules, Strategy, usable_share
from bids.price_talk_moves import Kind, Move, Talk, appended, play, read
from bids.replay import Alike, Came, Change, Outcome, Settings, of_load, replay, sum_of
from tests.bids.held_talks import calls, hold
from tests.bids.test_negotiation_properties import LONG, RULES, TERMS, figure
from tests.factories import NOW

pytestmark = pytest.mark.sampled(5)

LADDERS = {
    "measured": Rules(),
    "fixed steps": Rules(strategy=Strategy.FIXED_STEPS),
    "fixed steps, five rounds": Rules(strategy=Strategy.FIXED_STEPS, rounds=5),
    "hold out, four rounds": Rules(rounds=4, pace=Pace.HOLD_OUT),
    "low final offers": Rules(low_share=Decimal("0.3"), high_share=Decimal("0.6")),
}
PAIRS = [(a, b) for a in LADDERS for b in LADDERS if a != b]


def talk_of(said, terms, rules, *, at_end=()):
    """A talk in which all of this was said, and what happened beside it."""
    moves = [Move(kind=Kind.BEGIN, at=NOW, terms=terms, rules=rules)]
    for each in said:
        standing = [*play(moves)][-1].standing
        amount = None if each == "more" else figure(each, standing, terms)
        kind = Kind.MORE if each == "more" else Kind.ASK
        moves.append(Move(kind=kind, at=NOW, terms=terms, rules=rules, amount=amount))
    return Talk(pk=1, load=1, moves=(*moves, *at_end))


def kept(talk):
    """Its moves as they come back from the database."""
    stored = []
    for move in talk.moves:
        stored = appended(stored, move)
    return tuple(read(json.loads(json.dumps(stored))))


# What is kept is enough.


@given(TERMS, RULES, LONG)
def test_what_is_kept_plays_the_same(terms, rules, said):
    talk = talk_of(said, terms, rules)
    again = replace(talk, moves=kept(talk))

    assert again.moves == talk.moves
    assert again.held == talk.held


@given(TERMS, RULES, LONG, TERMS, st.booleans())
def test_what_is_kept_plays_the_same_through_chapters_counters_and_mergers(
    terms, rules, said, later, is_first
):
    other = talk_of(said[:2], terms, rules)
    talk = talk_of(
        said,
        terms,
        rules,
        at_end=(
            Move(kind=Kind.FORGET, at=NOW),
            Move(kind=Kind.RATES, at=NOW, terms=later, rules=rules, hours=Decimal("30.25")),
            Move(kind=Kind.COUNTER, at=NOW, amount=Decimal(105)),
            Move(kind=Kind.ASK, at=NOW, terms=later, rules=rules, amount=Decimal(500), is_contested=True),
            Move(kind=Kind.MERGE, at=NOW, others=other.moves, is_first=is_first),
            Move(kind=Kind.MORE, at=NOW, terms=later, rules=rules),
        ),
    )

    again = replace(talk, moves=kept(talk))

    assert again.moves == talk.moves
    assert again.held == talk.held
    asks = next(each for each in again.held if each.move.kind == Kind.MERGE).standing.asks
    others = other.held[-1].standing.asks
    assert asks[: len(others)] == others if is_first else asks[len(asks) - len(others) :] == others


def test_a_talk_that_began_before_moves_were_kept_keeps_none():
    assert appended(None, Move(kind=Kind.FORGET, at=NOW)) is None


def test_terms_and_rules_are_kept_only_where_they_change():
    talk = talk_of([Decimal(2400), Decimal(2300)], *calls_terms())
    stored = []
    for move in talk.moves:
        stored = appended(stored, move)

    assert ["rules" in each for each in stored] == [True, False, False]


def calls_terms():
    terms, _ = calls(1, 1)[0]
    return terms, Rules()


# Under the same rules it is the same talk.


@given(TERMS, RULES, LONG)
def test_under_its_own_rules_a_talk_is_the_same(terms, rules, said):
    terms = replace(terms, usable=Decimal(1))
    talk = talk_of(said, terms, rules)
    last = talk.held[-1].step
    if last is not None and last.action is Action.ACCEPT:
        talk = replace(talk, agreed=last.amount)

    found = replay(talk, Settings(rules))

    assert (found.differs, found.low, found.high) == (None, talk.agreed, talk.agreed)
    assert found.came == (Came.NO_DEAL if talk.agreed is None else Came.COVERED)
    assert found.is_exact


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("name", LADDERS)
def test_a_thousand_talks_are_the_same_under_their_own_rules(name):
    rules = LADDERS[name]
    talks = [hold(terms, rules, carrier, pk=pk) for pk, (terms, carrier) in enumerate(calls(7, 1000))]

    for talk in talks:
        again = replace(talk, moves=kept(talk))
        assert again.held == talk.held
        found = replay(again, Settings(rules), alike=None)
        assert (found.differs, found.low, found.high) == (None, talk.agreed, talk.agreed)


# Under others: exact as far as the answers are the same.


@given(TERMS, RULES, RULES, LONG)
def test_band_lies_between_our_offer_and_the_least_ask(terms, rules, others, said):
    found = replay(talk_of(said, terms, rules), Settings(others))

    assert (found.low is None) == (found.high is None) == (found.came is Came.NO_DEAL)
    if found.low is not None:
        assert found.low <= found.high
        if found.would_be is not None and found.would_be.action is Action.ACCEPT:
            assert found.low == found.high == found.would_be.amount
        elif terms.ceiling is not None:
            assert found.high < max(terms.ceiling, found.standing.offer) + 1


def truth(terms, carrier, rules):
    return hold(terms, rules, carrier).agreed


def is_inside(found: Outcome, agreed):
    if agreed is None:
        return found.came is not Came.COVERED
    return found.came is not Came.NO_DEAL and found.low <= agreed <= found.high


@pytest.mark.deep_but(3)
@pytest.mark.parametrize(("held_by", "tried"), PAIRS)
def test_known_carriers_end_within_the_band_under_another_ladder(held_by, tried):
    met = calls(11, 400)
    talks = [hold(terms, LADDERS[held_by], carrier, pk=pk) for pk, (terms, carrier) in enumerate(met)]
    alike = Alike(talks)
    found = [replay(talk, Settings(LADDERS[tried]), alike=alike) for talk in talks]
    ends = [truth(terms, carrier, LADDERS[tried]) for terms, carrier in met]

    banded = [
        (each, end, terms)
        for each, end, (terms, _) in zip(found, ends, met, strict=True)
        if not each.is_exact
    ]
    assert len(banded) > 40
    # What is said to be exact is.
    assert all(is_inside(each, end) for each, end in zip(found, ends, strict=True) if each.is_exact)
    # Of the others alone 95 of 100 lie within it, and it isn't wide.
    assert mean(is_inside(each, end) for each, end, _ in banded) >= 0.95
    assert mean(float((each.high - each.low) / terms.ceiling) for each, _, terms in banded) < 0.09


@pytest.mark.deep
@pytest.mark.parametrize(("held_by", "tried"), PAIRS)
def test_a_hundred_planted_histories_are_found_within_the_band(held_by, tried):
    """A month of loads, with two carriers each: how many are covered, and for how much."""
    found = [planted(seed, LADDERS[held_by], LADDERS[tried]) for seed in range(100)]

    assert sum(each["covered"] for each in found) >= 95
    assert sum(each["cost"] for each in found) >= 95
    assert mean(each["width"] for each in found) < 0.08


def planted(seed, rules, others, loads=40):
    """Whether what really comes of a history lies within the sums; how wide that of the cost is, as a share of it."""
    met = calls(1000 + seed, 2 * loads)
    pairs = [((pk, *met[2 * pk]), (1000 + pk, met[2 * pk][0], met[2 * pk + 1][1])) for pk in range(loads)]
    outcomes, actual = [], []
    held = []
    for first, second in pairs:
        talks = [
            replace(hold(terms, rules, carrier, pk=pk, at=NOW + timedelta(seconds=pk)), load=first[0])
            for pk, terms, carrier in (first, second)
        ]
        held.append(talks[:1] if talks[0].agreed is not None else talks)
    alike = Alike(talk for talks in held for talk in talks)
    for talks, pair in zip(held, pairs, strict=True):
        outcomes.append(of_load([replay(talk, Settings(others), alike=alike) for talk in talks]))
        ends = [truth(terms, carrier, others) for _, terms, carrier in pair[: len(talks)]]
        actual.append(next((end for end in ends if end is not None), None))
    found = sum_of(outcomes)
    both = [
        end
        for each, end in zip(outcomes, actual, strict=True)
        if each.change in (Change.SAME, Change.EARLIER, Change.LATER) and end is not None
    ]
    count = sum(end is not None for end in actual)
    return {
        "covered": found.least_covered <= count <= found.most_covered,
        "cost": found.least_cost <= sum(both) <= found.most_cost,
        "width": float((found.most_cost - found.least_cost) / found.most_cost),
    }


# The load's rates, and the clock.


def test_a_higher_target_is_another_opening():
    terms, carrier = calls(3, 1)[0]
    talk = hold(terms, Rules(), carrier)

    found = replay(talk, Settings(Rules(), start_share=Decimal("1.02")))

    assert found.differs == 0
    assert found.low >= found.standing.offer > talk.held[0].standing.offer


def test_less_max_buy_lowers_final_offers_and_more_raises_them():
    met = calls(5, 300)
    talks = [hold(terms, Rules(), carrier, pk=pk) for pk, (terms, carrier) in enumerate(met)]

    less, more = (
        sum_of([of_load([replay(talk, Settings(Rules(), max_share=Decimal(share)))]) for talk in talks])
        for share in ("0.97", "1.05")
    )

    assert less.lost + less.open > 0
    assert less.by_change[Change.GAINED] == more.lost == 0
    assert more.by_change[Change.GAINED] + more.open > 0
    assert less.most_cost / max(less.most_covered, 1) <= more.most_cost / more.most_covered


def test_rates_that_nobody_may_name_are_told():
    terms, carrier = calls(3, 1)[0]
    talk = hold(replace(terms, ceiling=Decimal(150), start=Decimal(120), book_now=None), Rules(), carrier)

    with pytest.raises(ValueError, match="max buy"):
        replay(talk, Settings(Rules(), max_share=Decimal("0.5")))


def test_the_clock_counts_hours_and_offers_of_each_move():
    clock = Clock(enough_offers=2)
    asked = []

    def offers(at):
        asked.append(at)
        return 2

    terms, rules = calls_terms()
    move = Move(kind=Kind.ASK, at=NOW, terms=terms, rules=rules, amount=Decimal(1), hours=Decimal(12))

    tried = Settings(rules, clock).applied_to(move, offers)
    assert tried.terms.usable == clock.early_share
    assert asked == [NOW]
    fewer = Settings(rules, clock).applied_to(move, lambda at: 1)
    assert fewer.terms.usable == usable_share(clock, hours=Decimal(12), offers=1) > clock.early_share
    assert Settings(rules).applied_to(replace(move, terms=tried.terms), offers).terms.usable == 1


def test_one_round_alone_stays_one_under_other_rules():
    terms, rules = calls_terms()
    move = Move(kind=Kind.ASK, at=NOW, terms=terms, rules=rules, amount=Decimal(1), is_contested=True)

    assert Settings(Rules(rounds=5)).applied_to(move, lambda at: 0).rules.rounds == 1


# What the talks of a load come to.


def outcome(came, low=None, high=None, *, agreed=None, pk=1, was=None, would_be=None):
    terms, rules = calls_terms()
    talk = Talk(
        pk=pk,
        load=1,
        moves=(Move(kind=Kind.BEGIN, at=NOW, terms=terms, rules=rules),),
        agreed=None if agreed is None else Decimal(agreed),
    )
    decimals = [None if each is None else Decimal(each) for each in (low, high)]
    return Outcome(talk, came, *decimals, was=was, would_be=would_be)


@pytest.mark.parametrize(
    ("outcomes", "change", "low", "high"),
    [
        ([outcome(Came.COVERED, 1700, 1700, agreed=1700)], Change.SAME, 1700, 1700),
        ([outcome(Came.NO_DEAL, agreed=1700)], Change.LOST, None, None),
        ([outcome(Came.NO_DEAL)], Change.NOT_COVERED, None, None),
        ([outcome(Came.COVERED, 1600, 1650)], Change.GAINED, 1600, 1650),
        ([outcome(Came.OPEN, 1600, 1650)], Change.OPEN, 1600, 1650),
        (
            [outcome(Came.COVERED, 1600, 1600), outcome(Came.COVERED, 1700, 1700, agreed=1700, pk=2)],
            Change.EARLIER,
            1600,
            1600,
        ),
        (
            [outcome(Came.NO_DEAL, agreed=1500), outcome(Came.COVERED, 1700, 1700, pk=2)],
            Change.LATER,
            1700,
            1700,
        ),
        (
            [outcome(Came.OPEN, 1600, 1650), outcome(Came.COVERED, 1700, 1700, agreed=1700, pk=2)],
            Change.SAME,
            1600,
            1700,
        ),
        (
            [outcome(Came.NO_DEAL), outcome(Came.OPEN, 1600, 1650, agreed=1700, pk=2)],
            Change.OPEN,
            1600,
            1650,
        ),
    ],
)
def test_the_first_deal_covers_the_load(outcomes, change, low, high):
    found = of_load(outcomes)

    assert (found.change, found.low, found.high) == (change, low, high)


def test_sums_leave_out_what_isnt_covered_either_way():
    found = sum_of(
        [
            of_load([outcome(Came.COVERED, 1600, 1700, agreed=1650)]),
            of_load([outcome(Came.NO_DEAL, agreed=1500)]),
            of_load([outcome(Came.OPEN, 1400, 1450, agreed=1500)]),
            of_load([outcome(Came.COVERED, 1300, 1350)]),
        ]
    )

    assert (found.loads, found.covered, found.least_covered, found.most_covered) == (4, 3, 2, 3)
    assert (found.cost, found.least_cost, found.most_cost) == (1650, 1600, 1700)
    assert (found.lost, found.open) == (1, 1)
