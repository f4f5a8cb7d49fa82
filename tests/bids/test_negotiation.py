"""Price talks in fixed steps, and every rule of theirs by example: a van load, opening 1,500, ceiling 1,953."""

from dataclasses import replace
from decimal import Decimal

import pytest

from bids.negotiation import (
    Action,
    Flag,
    Rule,
    Standing,
    accept_offer,
    begin,
    hear_ask,
    press,
    split,
    total_of,
)
from bids.offer_limits import Rules, Strategy, Terms

A, F, R = Action, Flag, Rule
TERMS = Terms(start=Decimal(1500), book_now=Decimal(1525), ceiling=Decimal(1953), miles=Decimal(781))
UNCAPPED = Terms(start=Decimal(1500))
RULES = Rules(strategy=Strategy.FIXED_STEPS)
MORE = "more"  # pressed, without a figure
YES = "yes"  # to our offer


def dollars(figure):
    return Decimal(str(figure))


def talk(*said, terms=TERMS, rules=RULES):
    """Say one thing after the other; the steps that answer."""
    standing, steps = begin(terms, rules), []
    for each in said:
        if each == MORE:
            step = press(standing, terms=terms, rules=rules)
        elif each == YES:
            step = accept_offer(standing, terms=terms, rules=rules)
        else:
            step = hear_ask(standing, dollars(each), terms=terms, rules=rules)
        steps.append(step)
        standing = step.standing
    return steps


def told(steps):
    return [(step.action, step.amount, step.rule) for step in steps]


TALKS = {
    "haggler": (
        [2450, 2300, 2200, 2100],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.COUNTER, 1725, R.HALF_WAY),
            (A.LAST_OFFER, 1950, R.LAST_ROUND),
            (A.REFUSE, 1950, R.AFTER_LAST_OFFER),
        ],
    ),
    "comes down into the last round": (
        [2300, 2100, 1940],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.COUNTER, 1725, R.HALF_WAY),
            (A.ACCEPT, 1940, R.WITHIN_CEILING),
        ],
    ),
    "names the ceiling in the last round": (
        [2300, 2100, 1953],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.COUNTER, 1725, R.HALF_WAY),
            (A.ACCEPT, 1953, R.WITHIN_CEILING),
        ],
    ),
    "a cent above the ceiling": (
        [2300, 2100, "1953.01", "1953"],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.COUNTER, 1725, R.HALF_WAY),
            (A.LAST_OFFER, 1950, R.LAST_ROUND),
            (A.ACCEPT, 1953, R.WITHIN_CEILING),
        ],
    ),
    "the ceiling at once, and stays with it": (
        [1953, 1953, 1953, 1953],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.HOLD, 1500, R.REPEATED),
            (A.HOLD, 1500, R.REPEATED),
            (A.ACCEPT, 1953, R.WITHIN_CEILING),
        ],
    ),
    "stubborn above the ceiling": (
        [2400, 2400, 2400, 2400, 2400],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.HOLD, 1500, R.REPEATED),
            (A.HOLD, 1500, R.REPEATED),
            (A.LAST_OFFER, 1950, R.OUT_OF_PATIENCE),
            (A.REFUSE, 1950, R.AFTER_LAST_OFFER),
        ],
    ),
    "asks our next offer or less": (
        [2300, 1725],
        [(A.HOLD, 1500, R.ROUND_ONE), (A.ACCEPT, 1725, R.UNDER_NEXT_OFFER)],
    ),
    "asks just above our next offer": (
        [2300, 1726],
        [(A.HOLD, 1500, R.ROUND_ONE), (A.COUNTER, 1725, R.HALF_WAY)],
    ),
    "takes the opening": ([YES], [(A.ACCEPT, 1500, R.OFFER_TAKEN)]),
    "takes our counter": (
        [2300, 2200, YES],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.COUNTER, 1725, R.HALF_WAY),
            (A.ACCEPT, 1725, R.OFFER_TAKEN),
        ],
    ),
    "asks less than the opening": ([1400], [(A.ACCEPT, 1400, R.UNDER_OFFER)]),
    "asks the opening": ([1500], [(A.ACCEPT, 1500, R.UNDER_OFFER)]),
    "asks the book-now rate": ([1525], [(A.ACCEPT, 1525, R.BOOK_NOW)]),
    "asks a cent above the book-now rate": (["1525.01"], [(A.HOLD, 1500, R.ROUND_ONE)]),
    "goes up again": (
        [1900, 2200, 1850],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.HOLD, 1500, R.REPEATED),
            (A.COUNTER, 1725, R.HALF_WAY),
        ],
    ),
    "presses all along": (
        [MORE, MORE, MORE, MORE],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.COUNTER, 1725, R.HALF_WAY),
            (A.LAST_OFFER, 1950, R.LAST_ROUND),
            (A.REFUSE, 1950, R.AFTER_LAST_OFFER),
        ],
    ),
    "presses after a low ask": (
        [1600, MORE, MORE],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.COUNTER, 1575, R.HALF_WAY),
            (A.LAST_OFFER, 1575, R.LAST_ROUND),
        ],
    ),
    "comes back to our offer after a refusal": (
        [MORE, MORE, MORE, 2400, 1953, 1951, 1950],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.COUNTER, 1725, R.HALF_WAY),
            (A.LAST_OFFER, 1950, R.LAST_ROUND),
            (A.REFUSE, 1950, R.AFTER_LAST_OFFER),
            (A.REFUSE, 1950, R.WAS_REFUSED),
            (A.REFUSE, 1950, R.WAS_REFUSED),
            (A.ACCEPT, 1950, R.UNDER_OFFER),
        ],
    ),
    "misheard, then said again": (
        [19, 1900],
        [(A.HOLD, 1500, R.NOT_A_RATE), (A.HOLD, 1500, R.ROUND_ONE)],
    ),
    "means it": ([300, 300], [(A.HOLD, 1500, R.NOT_A_RATE), (A.ACCEPT, 300, R.UNDER_OFFER)]),
    "a hundred times too much": (
        [245000, 2450],
        [(A.HOLD, 1500, R.NOT_A_RATE), (A.HOLD, 1500, R.ROUND_ONE)],
    ),
    "misheard after the last offer": (
        [MORE, MORE, MORE, 194000, 1940],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.COUNTER, 1725, R.HALF_WAY),
            (A.LAST_OFFER, 1950, R.LAST_ROUND),
            (A.HOLD, 1950, R.NOT_A_RATE),
            (A.ACCEPT, 1940, R.UNDER_OFFER),
        ],
    ),
    "no figures at all": (
        [0, -1500, "Infinity", "NaN"],
        [
            (A.HOLD, 1500, R.NOT_A_RATE),
            (A.HOLD, 1500, R.NOT_A_RATE),
            (A.LAST_OFFER, 1950, R.OUT_OF_PATIENCE),
            (A.REFUSE, 1950, R.AFTER_LAST_OFFER),
        ],
    ),
}


@pytest.mark.parametrize("name", TALKS)
def test_talk_goes_as_it_should(name):
    said, expected = TALKS[name]

    assert told(talk(*said)) == expected


def test_without_a_ceiling_the_opening_is_all_there_is():
    assert told(talk(1900, 1800, MORE, 1600, terms=UNCAPPED)) == [
        (A.HOLD, 1500, R.ROUND_ONE),
        (A.HOLD, 1500, R.NO_CEILING),
        (A.LAST_OFFER, 1500, R.LAST_ROUND),
        (A.REFUSE, 1500, R.AFTER_LAST_OFFER),
    ]
    assert told(talk(1450, terms=UNCAPPED)) == [(A.ACCEPT, 1450, R.UNDER_OFFER)]


def test_without_a_ceiling_a_book_now_rate_above_the_opening_is_held_too():
    terms = replace(UNCAPPED, book_now=Decimal(1600))

    assert told(talk(1600, terms=terms)) == [(A.HOLD, 1500, R.ROUND_ONE)]


def test_ceiling_wins_over_a_book_now_rate_above_it():
    terms = replace(TERMS, book_now=Decimal(2500))

    assert told(talk(1953, terms=terms)) == [(A.ACCEPT, 1953, R.BOOK_NOW)]
    assert told(talk(1954, terms=terms)) == [(A.HOLD, 1500, R.ROUND_ONE)]


@pytest.mark.parametrize(
    ("start", "ceiling", "opening"),
    [(2000, 1953, 1950), (1953, 1953, 1950), (1950, 1950, 1925), (1940, 1953, 1940), (110, 101, 100)],
)
def test_opening_lies_below_the_ceiling(start, ceiling, opening):
    terms = Terms(start=Decimal(start), ceiling=Decimal(ceiling))

    assert begin(terms, RULES) == Standing(offer=Decimal(opening))


def test_offer_stays_where_no_step_is_left():
    terms = Terms(start=Decimal(1940), ceiling=Decimal(1953))

    assert told(talk(2300, 2200, 2100, terms=terms)) == [
        (A.HOLD, 1940, R.ROUND_ONE),
        (A.HOLD, 1940, R.NO_ROOM),
        (A.LAST_OFFER, 1950, R.LAST_ROUND),
    ]


def test_rounds_are_the_organizations():
    many = [step.amount for step in talk(*range(3000, 2400, -100), rules=replace(RULES, rounds=5))]

    assert many == [1500, 1725, 1825, 1875, 1950, 1950]
    assert told(talk(1953, rules=replace(RULES, rounds=1))) == [(A.ACCEPT, 1953, R.WITHIN_CEILING)]
    assert told(talk(1954, rules=replace(RULES, rounds=1))) == [(A.LAST_OFFER, 1950, R.LAST_ROUND)]


def test_step_is_the_organizations():
    steps = talk(MORE, MORE, MORE, rules=replace(RULES, step=Decimal(100)))

    assert [step.amount for step in steps] == [1500, 1700, 1900]


def test_low_asks_are_taken_and_flagged():
    known = replace(TERMS, market=Decimal(3100))

    assert talk(1549, terms=known)[0].flags == {F.UNDER_HALF_OF_MARKET}
    assert talk(1550, terms=known)[0].flags == set()
    assert talk(749)[0].action == A.ACCEPT
    assert talk(749)[0].flags == {F.UNDER_HALF_OF_MARKET}
    assert talk(750)[0].flags == set()
    assert talk(19)[0].flags == {F.UNDER_HALF_OF_MARKET, F.HARDLY_A_RATE}
    assert talk(-1)[0].flags == {F.HARDLY_A_RATE}


def test_step_names_the_ask_to_the_cent():
    assert talk("1600.005")[0].ask == Decimal("1600.01")
    assert talk(19)[0].ask == 19
    assert talk("1e30")[0].ask is None
    assert talk(MORE)[0].ask is None


def test_figures_that_hardly_were_rates_are_no_asks():
    assert talk(245000, 19, 1900)[-1].standing.asks == (1900,)


def test_per_mile_figure_is_the_loads_to_the_cent():
    assert total_of(Decimal("2.15"), Decimal(781)) == Decimal("1679.15")
    assert total_of(Decimal("2.155"), Decimal("781.5")) == Decimal("1684.13")


def test_ceiling_met_by_working_out_is_not_taken_before_it_is_named():
    last = talk(MORE, MORE, MORE)[-1].standing

    def hear(ask, **kwargs):
        return hear_ask(last, Decimal(ask), terms=TERMS, rules=RULES, **kwargs).action

    assert hear("1952.99", is_worked_out=True) == A.ACCEPT
    assert hear("1953", is_worked_out=True) == A.REFUSE
    assert hear("1953") == A.ACCEPT
    earlier = hear_ask(begin(TERMS, RULES), Decimal(1953), terms=TERMS, rules=RULES, is_worked_out=True)
    assert (earlier.action, earlier.ask) == (A.HOLD, 1953)
    # Nor when it is held to, without the figure being said.
    lowest = replace(last, asks=earlier.standing.asks)
    assert hear(min(lowest.asks)) == A.REFUSE


def test_figure_a_mile_beyond_all_rates_is_none():
    total = total_of(Decimal("1e40"), Decimal(781))

    assert talk(total)[0].ask is None
    assert talk(total_of(Decimal("NaN"), Decimal(781)))[0].ask is None
    assert talk("999999999.999")[0].ask is None


def test_middle_is_that_of_the_lowest_ask_and_our_offer():
    assert split(talk(2450)[-1].standing) == 1975
    assert split(talk(2450, 2301, 2400)[-1].standing) == 2013
    assert split(begin(TERMS, RULES)) is None


def test_rates_lowered_under_our_offer_end_the_talk():
    standing = talk(2300, 2200)[-1].standing
    lowered = replace(TERMS, ceiling=Decimal(1700))

    for answer in (
        hear_ask(standing, Decimal(1710), terms=lowered, rules=RULES),
        press(standing, terms=lowered, rules=RULES),
        accept_offer(standing, terms=lowered, rules=RULES),
    ):
        assert (answer.action, answer.rule) == (A.REFUSE, R.RATES_CHANGED)
    assert hear_ask(standing, Decimal(1700), terms=lowered, rules=RULES).action == A.ACCEPT


def test_rates_raised_during_the_talk_are_gone_by():
    standing = talk(2300)[-1].standing
    raised = replace(TERMS, ceiling=Decimal(2101))

    assert hear_ask(standing, Decimal(2200), terms=raised, rules=RULES).amount == 1800


@pytest.mark.parametrize(
    "wrong",
    [{"start": Decimal(0)}, {"start": Decimal("NaN")}, {"ceiling": Decimal(100)}, {"book_now": Decimal(-1)}],
)
def test_terms_that_are_none_are_refused(wrong):
    with pytest.raises(ValueError, match=r"max buy|Rates"):
        replace(TERMS, **wrong)


@pytest.mark.parametrize(
    "wrong", [{"rounds": 0}, {"rounds": 11}, {"step": Decimal("0.99")}, {"step": Decimal("100.01")}]
)
def test_rules_beyond_their_bounds_are_refused(wrong):
    with pytest.raises(ValueError, match="rounds"):
        Rules(**wrong)


def test_every_rule_has_a_sentence():
    assert all(rule.sentence.endswith(".") for rule in Rule)
    assert len({rule.sentence for rule in Rule}) == len(Rule)
