"""What holds in every price talk, whatever is said in whatever order."""

import json
from dataclasses import dataclass, replace
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bids.negotiation import (
    PATIENCE,
    Action,
    Rule,
    Standing,
    Step,
    accept_offer,
    begin,
    hear_ask,
    press,
    split,
)
from bids.offer_limits import (
    MAX_RANGE_SHARE,
    MIN_RANGE_SHARE,
    Clock,
    Pace,
    Rules,
    Strategy,
    Terms,
    most_taken,
    usable_share,
)

pytestmark = pytest.mark.sampled(10)

CENT = Decimal("0.01")
ENDINGS = {Action.ACCEPT, Action.REFUSE}


def figures(least, most):
    """Dollars to the cent."""
    return st.integers(int(least * 100), int(most * 100)).map(lambda cents: Decimal(cents) / 100)


SHARES = st.decimals(0, 1, places=3)
TERMS = st.builds(
    Terms,
    start=figures(1, 5000),
    book_now=st.none() | figures(1, 5000),
    ceiling=st.none() | figures(101, 5000),
    market=st.none() | figures(100, 5000),
    drawn=st.none() | SHARES,
    usable=SHARES,
)
CAPPED = TERMS.filter(lambda terms: terms.ceiling is not None)
STEPS = [Decimal(step) for step in ("1", "5", "12.50", "25", "33.33", "50", "100")]
FIXED = st.builds(
    Rules,
    rounds=st.integers(1, 10),
    step=st.sampled_from(STEPS),
    strategy=st.just(Strategy.FIXED_STEPS),
)


@st.composite
def measured(draw):
    """Rules of the measured strategy with whatever numbers an organization may set."""
    low, high = sorted(
        (draw(st.decimals(MIN_RANGE_SHARE, MAX_RANGE_SHARE, places=2)) for _ in range(2)),
    )
    return Rules(
        rounds=draw(st.integers(1, 10)),
        step=draw(st.sampled_from(STEPS)),
        pace=draw(st.sampled_from(Pace)),
        reciprocity=draw(st.decimals("0.25", 4, places=2)),
        low_share=low,
        high_share=high,
        above_final=draw(st.decimals(0, 1 / high - 1, places=4).filter(lambda each: (1 + each) * high <= 1)),
        far_factor=draw(st.decimals("1.1", 10, places=1)),
    )


MEASURED = measured()
RULES = FIXED | MEASURED
# A figure, or one that a clever caller would try, by what stands at the moment.
ASKS = figures(0, 6000) | st.sampled_from(
    [
        "ceiling",
        "above ceiling",
        "book now",
        "lower",
        "same",
        "above offer",
        "split",
        "huge",
        "tiny",
        "nonsense",
    ]
)
SAID = st.lists(ASKS | st.just("more"), max_size=25)


@dataclass(frozen=True)
class Answer:
    """A step with what came before."""

    before: Standing
    said: object
    step: Step


def figure(said, standing, terms):
    """The dollars that are meant."""
    lowest = min(standing.asks, default=terms.limit + 1000)
    meant = {
        "ceiling": terms.limit,
        "above ceiling": terms.limit + CENT,
        "book now": terms.book_now or terms.limit,
        "lower": lowest - CENT,
        "same": lowest,
        "above offer": standing.offer + CENT,
        "split": split(standing) or terms.limit,
        "huge": Decimal(999_999),
        "tiny": CENT,
        "nonsense": Decimal("-Infinity"),
    }
    return meant[said] if isinstance(said, str) else said


def answer(standing, said, terms, rules):
    if said == "more":
        return press(standing, terms=terms, rules=rules)
    return hear_ask(standing, figure(said, standing, terms), terms=terms, rules=rules)


def talk(said, terms, rules):
    """Say it all; the answers until both agree."""
    standing, answers = begin(terms, rules), []
    for each in said:
        step = answer(standing, each, terms, rules)
        answers.append(Answer(standing, each, step))
        if step.action is Action.ACCEPT:
            break
        standing = step.standing
    return answers


@given(TERMS, RULES, SAID)
def test_offers_never_fall_and_are_steps_below_the_ceiling(terms, rules, said):
    opening = begin(terms, rules).offer
    for each in talk(said, terms, rules):
        offer = each.step.standing.offer
        assert offer >= each.before.offer
        if terms.ceiling is not None:
            assert offer < terms.ceiling
        assert offer % rules.step == 0 or offer == opening
        if each.step.action is not Action.ACCEPT:
            assert each.step.amount == offer
        if terms.ceiling is None:
            assert offer == opening


@given(TERMS, RULES)
def test_opening_is_the_brokers_unless_the_ceiling_forbids_it(terms, rules):
    opening = begin(terms, rules).offer

    assert opening > 0
    if terms.ceiling is None or terms.start < terms.ceiling:
        assert opening <= terms.start < opening + 5
        assert opening % 5 == 0 or terms.start <= 5
    else:
        assert opening % rules.step == 0
        assert opening < terms.ceiling <= opening + rules.step


@given(TERMS, RULES, SAID)
def test_offers_stay_below_whatever_was_asked(terms, rules, said):
    for each in talk(said, terms, rules):
        if each.step.action is not Action.ACCEPT:
            assert all(each.step.standing.offer < ask for ask in each.step.standing.asks)


@given(TERMS, RULES, SAID)
def test_nothing_is_agreed_above_the_ceiling_or_what_was_asked(terms, rules, said):
    for each in talk(said, terms, rules):
        yes = accept_offer(each.before, terms=terms, rules=rules)
        assert (yes.action, yes.amount) == (Action.ACCEPT, each.before.offer)
        if each.step.action is Action.ACCEPT:
            assert each.said != "more"
            assert each.step.amount == figure(each.said, each.before, terms) == each.step.ask
            assert each.step.amount <= terms.limit


@given(TERMS, RULES, SAID)
def test_talk_ends(terms, rules, said):
    going_on = [each for each in talk(said, terms, rules) if each.step.action not in ENDINGS]

    assert len(going_on) <= rules.rounds + 2 * PATIENCE


@given(CAPPED, FIXED, SAID)
def test_no_order_of_asks_does_better_than_staying_with_the_ceiling(terms, rules, said):
    honest = talk(["ceiling"] * (PATIENCE + 1), terms, rules)[-1].step
    assert (honest.action, honest.amount) == (Action.ACCEPT, terms.ceiling)

    for each in talk(said, terms, rules):
        assert each.step.standing.offer <= honest.amount
        if each.step.action is Action.ACCEPT:
            assert each.step.amount <= honest.amount


@given(TERMS, FIXED, SAID)
def test_pressing_never_beats_asking(terms, rules, said):
    for each in talk(said, terms, rules):
        before = each.before
        pressed = press(before, terms=terms, rules=rules)
        ask = min(before.asks, default=terms.limit + 1) - CENT
        asked = hear_ask(before, ask, terms=terms, rules=rules)
        assume(asked.ask not in (None, asked.standing.doubted))
        gained = asked.amount if asked.action is Action.ACCEPT else asked.standing.offer
        assert pressed.standing.offer <= gained
        assert pressed.standing.round <= asked.standing.round or asked.action is Action.ACCEPT
        assert pressed.action is not Action.ACCEPT


@given(CAPPED, FIXED, SAID, st.data())
def test_answer_tells_nothing_of_where_the_ceiling_lies(terms, rules, said, data):
    """Of two figures that are neither taken nor refused, one within the ceiling: they get the same answer."""
    opening = begin(terms, rules).offer
    for each in talk(said, terms, rules):
        standing = each.before
        most = min([*standing.asks, 10 * opening]) - CENT
        if most <= terms.limit:
            continue
        below = data.draw(figures(standing.offer, terms.limit))
        above = data.draw(figures(terms.limit + CENT, most))
        steps = [hear_ask(standing, ask, terms=terms, rules=rules) for ask in (below, above)]
        if steps[0].action not in ENDINGS and not steps[0].flags:
            assert len({(step.action, step.amount, step.rule) for step in steps}) == 1


@given(TERMS, RULES, SAID)
def test_a_repeated_ask_is_no_new_round(terms, rules, said):
    for each in talk(said, terms, rules):
        asks = each.before.asks
        if asks and not each.before.is_final and each.before.idle + 1 < PATIENCE:
            step = hear_ask(each.before, asks[-1], terms=terms, rules=rules)
            assert (step.standing.round, step.standing.offer) == (each.before.round, each.before.offer)
            assert step.action in (Action.HOLD, Action.ACCEPT)


@given(TERMS, RULES, SAID)
def test_standing_survives_json(terms, rules, said):
    for each in talk(said, terms, rules):
        standing = each.step.standing
        assert Standing.from_json(json.loads(json.dumps(standing.to_json()))) == standing


# The measured strategy.


# With the last offer heard soon, so that what comes after it is tried as well.
LONG = st.builds(
    lambda before, pressed, after: [*before, *["more"] * pressed, *after],
    st.lists(ASKS, max_size=6),
    st.integers(0, PATIENCE),
    st.lists(ASKS | st.just("more"), max_size=12),
)
RANGED = TERMS.filter(lambda terms: terms.ceiling is not None and terms.start < terms.ceiling)


def known(terms):
    """The book-now rate, where it is one that asks may show."""
    return terms.book_now if terms.book_now is not None and terms.book_now <= terms.ceiling else None


@given(RANGED, MEASURED, LONG)
def test_final_offer_lies_below_the_ceiling_and_stays(terms, rules, said):
    final = begin(terms, rules).final

    assert begin(terms, rules).offer <= final < terms.ceiling
    for each in talk(said, terms, rules):
        assert each.step.standing.final == final
        assert each.step.standing.offer <= final


@given(RANGED, MEASURED, LONG)
def test_nobody_gets_more_than_a_little_above_the_final_offer(terms, rules, said):
    opening = begin(terms, rules)
    most = most_taken(opening.opening, opening.final, rules)

    assert most <= terms.ceiling
    for each in talk(said, terms, rules):
        if each.step.action is Action.ACCEPT:
            assert each.step.amount <= max(most, known(terms) or 0)


@given(RANGED, MEASURED, st.data())
def test_firm_ask_up_to_the_final_offer_is_taken(terms, rules, data):
    opening = begin(terms, rules)
    ask = data.draw(figures(max(CENT, opening.offer / 2), opening.final))

    last = talk([ask] * (PATIENCE + 1), terms, rules)[-1].step

    assert (last.action, last.amount) == (Action.ACCEPT, ask)


@given(RANGED, MEASURED, st.data())
def test_after_the_last_offer_a_little_more_is_taken_and_the_rest_left_to_the_broker(terms, rules, data):
    standing = replace(begin(terms, rules), asks=(10 * terms.limit,))
    while not standing.is_final:
        standing = press(standing, terms=terms, rules=rules).standing
    assert standing.offer == standing.final
    most = max(most_taken(standing.opening, standing.final, rules), known(terms) or 0)
    odd = 10 * standing.opening  # one above it is asked to be said again
    assume(odd > standing.final + 1)
    ask = data.draw(
        figures(standing.final + CENT, min(odd, terms.limit))
        | figures(min(odd, terms.limit), min(odd, 2 * terms.limit))
    )

    step = hear_ask(standing, ask, terms=terms, rules=rules)

    expected = Action.ACCEPT if ask <= most else Action.REFUSE
    assert step.action is expected
    assert expected is Action.ACCEPT or step.rule is Rule.LEFT_TO_BROKER


@given(RANGED, MEASURED, LONG)
def test_same_words_have_the_same_receipt(terms, rules, said):
    assert talk(said, terms, rules) == talk(said, terms, rules)


@given(RANGED, MEASURED, LONG)
def test_patience_brings_nothing_that_rounds_do_not(terms, rules, said):
    """Neither pressing nor repeating leads above the final offer, and neither does calling again."""
    standing = begin(terms, rules)
    for _ in range(10):
        for each in said:
            step = answer(standing, each, terms, rules)
            standing = step.standing if step.action is not Action.ACCEPT else standing
    assert standing.offer <= begin(terms, rules).final


@given(RANGED, MEASURED, st.data())
def test_far_asks_move_nothing(terms, rules, data):
    standing = begin(terms, rules)
    for _ in range(PATIENCE + 1):
        ask = data.draw(figures(standing.offer, 10 * standing.offer))
        step = hear_ask(standing, ask, terms=terms, rules=rules)
        if step.rule in (Rule.FAR_ABOVE, Rule.FAR_TOO_OFTEN):
            assert ask > rules.far_factor * max(terms.market or 0, standing.opening)
            assert (step.standing.round, step.amount, step.standing.asks) == (
                *(standing.round, standing.offer),
                standing.asks,
            )
            standing = step.standing


@given(RANGED, MEASURED, st.data(), LONG)
def test_answers_tell_nothing_of_the_ceiling_but_the_final_offer(terms, rules, data, said):
    """The law of secrecy: of two ceilings with the same final offer, each answer is the same, whatever is said.

    Also where what was agreed on is taken back, as often as one likes.
    """
    assume(rules.low_share < rules.high_share)
    terms = replace(terms, usable=Decimal(1))
    first = begin(terms, rules)
    way = first.final - first.opening + rules.step / 2  # anything that is rounded down to the final offer
    least = max(first.opening + way / rules.high_share, terms.start + CENT, Decimal(101), known(terms) or 0)
    ceiling = data.draw(figures(least + CENT, max(least + CENT, first.opening + way / rules.low_share)))
    share = way / (ceiling - first.opening)
    assume(rules.low_share <= share <= rules.high_share)
    # A book-now rate above both ceilings is none; between them it would be another load's.
    assume((terms.book_now or 0) <= ceiling or known(terms) is None)
    assume(known(replace(terms, ceiling=ceiling)) == known(terms))
    drawn = (share - rules.low_share) / (rules.high_share - rules.low_share)
    others = replace(terms, ceiling=ceiling, drawn=drawn)
    second = begin(others, rules)
    assume(second.final == first.final)

    for each in said:
        taken = [
            accept_offer(first, terms=terms, rules=rules),
            accept_offer(second, terms=others, rules=rules),
        ]
        assert heard(taken[0]) == heard(taken[1])
        if each == "more":
            steps = [press(first, terms=terms, rules=rules), press(second, terms=others, rules=rules)]
        else:
            ask = figure(each, first, terms)
            is_worked_out = each == "split"
            steps = [
                hear_ask(first, ask, terms=terms, rules=rules, is_worked_out=is_worked_out),
                hear_ask(second, ask, terms=others, rules=rules, is_worked_out=is_worked_out),
            ]
        assert heard(steps[0]) == heard(steps[1])
        if steps[0].action is not Action.ACCEPT or data.draw(st.booleans()):
            first, second = steps[0].standing, steps[1].standing


def heard(step):
    """All of an answer but where in the range the final offer lies, which nobody is told."""
    return replace(step, standing=replace(step.standing, share=None))


# The clock.


CLOCKS = st.builds(
    Clock,
    early_share=st.decimals("0.1", 1, places=2),
    early_hours=st.integers(25, 240),
    late_hours=st.integers(0, 24),
    enough_offers=st.integers(0, 5),
)
HOURS = st.decimals(-24, 300, places=2)


@given(CLOCKS, HOURS, HOURS, st.integers(0, 9))
def test_range_opens_as_pickup_comes_near(clock, hours, others, offers):
    early, late = max(hours, others), min(hours, others)
    shares = [usable_share(clock, hours=each, offers=offers) for each in (early, late)]

    assert clock.early_share <= shares[0] <= shares[1] <= 1
    assert usable_share(clock, hours=hours, offers=offers + 1) <= usable_share(
        clock, hours=hours, offers=offers
    )
    assert usable_share(clock, hours=Decimal(clock.late_hours), offers=offers) == 1


@given(RANGED, MEASURED, st.lists(st.tuples(SHARES, ASKS), max_size=15))
def test_final_offer_only_rises_by_the_clock(terms, rules, said):
    standing = begin(terms, rules)
    for usable, each in said:
        now = replace(terms, usable=usable)
        step = hear_ask(standing, figure(each, standing, now), terms=now, rules=rules)
        assert standing.final <= step.standing.final < terms.ceiling
        assert standing.offer <= step.standing.offer <= step.standing.final
        if step.action is Action.ACCEPT:
            assert step.amount <= terms.ceiling
            continue
        standing = step.standing


@given(RANGED, MEASURED)
def test_last_offer_below_a_final_one_that_has_risen_was_not_the_last(terms, rules):
    early = replace(terms, usable=Decimal(0))
    standing = begin(early, rules)
    for _ in range(PATIENCE + 1):
        standing = press(standing, terms=early, rules=rules).standing
    assert standing.is_over
    late = begin(terms, rules).final

    step = press(standing, terms=replace(terms, usable=terms.usable), rules=rules)

    assert (step.action is Action.REFUSE) == (late == standing.final)
