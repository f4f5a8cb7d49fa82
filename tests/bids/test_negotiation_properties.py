"""What holds in every price talk, whatever is said in whatever order."""

import json
from dataclasses import dataclass
from decimal import Decimal

from hypothesis import assume, given
from hypothesis import strategies as st

from bids.concessions import Rules, Strategy, Terms
from bids.negotiation import (
    PATIENCE,
    Action,
    Standing,
    Step,
    accept_offer,
    begin,
    hear_ask,
    press,
    split,
)

CENT = Decimal("0.01")
ENDINGS = {Action.ACCEPT, Action.REFUSE}


def figures(least, most):
    """Dollars to the cent."""
    return st.integers(int(least * 100), int(most * 100)).map(lambda cents: Decimal(cents) / 100)


TERMS = st.builds(
    Terms,
    start=figures(1, 5000),
    book_now=st.none() | figures(1, 5000),
    ceiling=st.none() | figures(101, 5000),
    market=st.none() | figures(100, 5000),
)
CAPPED = TERMS.filter(lambda terms: terms.ceiling is not None)
RULES = st.builds(
    Rules,
    rounds=st.integers(1, 10),
    step=st.sampled_from([Decimal(step) for step in ("1", "5", "12.50", "25", "33.33", "50", "100")]),
)
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

    assert len(going_on) <= rules.rounds + PATIENCE


@given(CAPPED, RULES, SAID)
def test_no_order_of_asks_does_better_than_staying_with_the_ceiling(terms, rules, said):
    honest = talk(["ceiling"] * (PATIENCE + 1), terms, rules)[-1].step
    assert (honest.action, honest.amount) == (Action.ACCEPT, terms.ceiling)

    for each in talk(said, terms, rules):
        assert each.step.standing.offer <= honest.amount
        if each.step.action is Action.ACCEPT:
            assert each.step.amount <= honest.amount


@given(TERMS, RULES, SAID)
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


@given(CAPPED, RULES, SAID, st.data())
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
