"""The measured strategy by example, opening 1,500, ceiling 1,953, final offer 1,825; and what is drawn for a talk."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bids.models import NegotiationRules
from bids.negotiation import Action, Rule, Standing, accept_offer, begin, hear_ask, press, split
from bids.offer_limits import Clock, Pace, Rules, Terms, usable_share
from bids.services import negotiation_terms
from organizations.places.models import Place
from tests.factories import NOW, BidFactory, BookingFactory, LoadFactory, NegotiationRulesFactory

A, R = Action, Rule
TERMS = Terms(
    start=Decimal(1500),
    book_now=Decimal(1525),
    ceiling=Decimal(1953),
    miles=Decimal(781),
    drawn=Decimal("0.5"),
)
RULES = Rules()
MORE, YES, SPLIT = "more", "yes", "split"


def talk(*said, terms=TERMS, rules=RULES):
    """Say one thing after the other; the steps that answer."""
    standing, steps = begin(terms, rules), []
    for each in said:
        if each == MORE:
            step = press(standing, terms=terms, rules=rules)
        elif each == YES:
            step = accept_offer(standing, terms=terms, rules=rules)
        elif each == SPLIT:
            step = hear_ask(standing, split(standing), terms=terms, rules=rules, is_worked_out=True)
        else:
            step = hear_ask(standing, Decimal(str(each)), terms=terms, rules=rules)
        steps.append(step)
        standing = step.standing
    return steps


TALKS = {
    "haggler": (
        [2400, 2200, 2000, 1900],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.COUNTER, 1650, R.PLANNED),
            (A.LAST_OFFER, 1825, R.LAST_ROUND),
            (A.REFUSE, 1825, R.LEFT_TO_BROKER),
        ],
    ),
    "above the ceiling, answered just so": (
        [2400, 2200, 2000, 1999],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.COUNTER, 1650, R.PLANNED),
            (A.LAST_OFFER, 1825, R.LAST_ROUND),
            (A.REFUSE, 1825, R.LEFT_TO_BROKER),
        ],
    ),
    "moves little": (
        [2400, 2350, 2300],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.COUNTER, 1550, R.MATCHED),
            (A.LAST_OFFER, 1825, R.LAST_ROUND),
        ],
    ),
    "moves next to nothing": ([2400, 2399], [(A.HOLD, 1500, R.ROUND_ONE), (A.HOLD, 1500, R.NO_ROOM)]),
    "asks our next offer": (
        [2400, 1650],
        [(A.HOLD, 1500, R.ROUND_ONE), (A.ACCEPT, 1650, R.UNDER_NEXT_OFFER)],
    ),
    "comes down to the final offer": (
        [2400, 2200, 1825],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.COUNTER, 1650, R.PLANNED),
            (A.ACCEPT, 1825, R.WITHIN_FINAL),
        ],
    ),
    "firm within the final offer": (
        [1800, 1800, 1800, 1800],
        [
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.HOLD, 1500, R.REPEATED),
            (A.HOLD, 1500, R.REPEATED),
            (A.ACCEPT, 1800, R.WITHIN_FINAL),
        ],
    ),
    "presses all along, and names a figure at last": (
        [MORE, MORE, MORE, 1900, YES],
        [
            (A.HOLD, 1500, R.PRESSED),
            (A.HOLD, 1500, R.PRESSED),
            (A.LAST_OFFER, 1825, R.OUT_OF_PATIENCE),
            (A.REFUSE, 1825, R.LEFT_TO_BROKER),
            (A.ACCEPT, 1825, R.OFFER_TAKEN),
        ],
    ),
    "comes back to the final offer after a refusal": (
        [MORE, MORE, MORE, 1900, 1830, 1825],
        [
            (A.HOLD, 1500, R.PRESSED),
            (A.HOLD, 1500, R.PRESSED),
            (A.LAST_OFFER, 1825, R.OUT_OF_PATIENCE),
            (A.REFUSE, 1825, R.LEFT_TO_BROKER),
            (A.REFUSE, 1825, R.WAS_REFUSED),
            (A.ACCEPT, 1825, R.UNDER_OFFER),
        ],
    ),
    "far too high, then to the point": (
        [4000, 3000, 2400, 2200],
        [
            (A.HOLD, 1500, R.FAR_ABOVE),
            (A.HOLD, 1500, R.FAR_ABOVE),
            (A.HOLD, 1500, R.ROUND_ONE),
            (A.COUNTER, 1650, R.PLANNED),
        ],
    ),
    "far too high all along": (
        [4000, 3500, 3000, 2900, YES],
        [
            (A.HOLD, 1500, R.FAR_ABOVE),
            (A.HOLD, 1500, R.FAR_ABOVE),
            (A.REFUSE, 1500, R.FAR_TOO_OFTEN),
            (A.REFUSE, 1500, R.FAR_TOO_OFTEN),
            (A.ACCEPT, 1500, R.OFFER_TAKEN),
        ],
    ),
    "book-now rate": ([1525], [(A.ACCEPT, 1525, R.BOOK_NOW)]),
    "the opening": ([1500], [(A.ACCEPT, 1500, R.UNDER_OFFER)]),
}


@pytest.mark.parametrize("name", TALKS)
def test_talk_goes_as_it_should(name):
    said, expected = TALKS[name]

    assert [(step.action, step.amount, step.rule) for step in talk(*said)] == expected


def test_share_above_the_final_offer_is_for_whoever_came_down_to_it_by_himself():
    generous = replace(RULES, above_final=Decimal("0.05"))  # of 325: 16.25

    def last(*said):
        step = talk(*said, rules=generous)[-1]
        return step.action, step.amount, step.rule

    assert last(2400, 2200, 2000, "1841.25") == (A.ACCEPT, Decimal("1841.25"), R.NEAR_FINAL)
    assert last(2400, 2200, 2000, "1841.26") == (A.REFUSE, 1825, R.LEFT_TO_BROKER)
    assert last(2400, 2200, 2000, 1900, 1841) == (A.REFUSE, 1825, R.WAS_REFUSED), "once"
    assert last(1841, MORE, MORE, MORE, 1841)[0] is A.REFUSE, "never came down"
    assert last(1857, MORE, MORE, MORE, SPLIT)[0] is A.REFUSE, "we worked it out"
    assert talk(2400, 2200, 2000, 1841)[-1].action is A.REFUSE, "nothing, by default"


def test_book_now_rate_above_the_ceiling_is_none():
    steps = talk(1953, terms=replace(TERMS, book_now=Decimal(2500)))

    assert (steps[0].action, steps[0].rule) == (A.HOLD, R.ROUND_ONE)


def test_pace_says_when_most_is_given():
    # A third of the way from 1,500 to 1,825, then two thirds: squared, as they are, their roots.
    terms = replace(TERMS, market=Decimal(2000))  # so that 3,000 isn't far too high
    slow, steady, fast = (
        [
            step.amount
            for step in talk(3000, 2600, 2200, terms=terms, rules=replace(RULES, rounds=4, pace=pace))
        ]
        for pace in (Pace.HOLD_OUT, Pace.STEADY, Pace.GIVE_EARLY)
    )
    assert (slow, steady, fast) == ([1500, 1525, 1625], [1500, 1600, 1700], [1500, 1675, 1750])


def test_reciprocity_says_how_far_we_follow():
    half = replace(RULES, reciprocity=Decimal("0.5"))

    assert [step.amount for step in talk(2400, 2300, rules=half)] == [1500, 1550]
    assert [step.amount for step in talk(2400, 2300)] == [1500, 1600]


def test_what_the_lane_pays_says_what_is_far_above_it():
    known = replace(TERMS, market=Decimal(1800))  # times 1.75: 3,150

    assert talk(3150, terms=known)[0].rule is R.ROUND_ONE
    assert talk("3150.01", terms=known)[0].rule is R.FAR_ABOVE
    assert talk(2625)[0].rule is R.ROUND_ONE
    assert talk("2625.01")[0].rule is R.FAR_ABOVE


def test_what_was_fixed_when_the_talk_began_stays():
    standing = talk(2400)[-1].standing
    assert (standing.opening, standing.final, standing.share) == (1500, 1825, Decimal("0.72"))

    other = hear_ask(standing, Decimal(2200), terms=replace(TERMS, drawn=Decimal(1)), rules=RULES)

    assert other.standing.final == 1825
    wider = replace(RULES, high_share=Decimal("0.95"))
    assert hear_ask(standing, Decimal(2200), terms=TERMS, rules=wider).standing.final == 1825


def test_talk_of_before_there_were_final_offers_goes_on():
    old = {"offer": "1725", "round": 2, "asks": ["2400"], "is_final": False, "is_over": False} | {
        "idle": 0,
        "doubted": None,
    }
    standing = Standing.from_json(old)

    step = hear_ask(standing, Decimal(2000), terms=TERMS, rules=RULES)

    assert (step.action, step.amount) == (A.LAST_OFFER, 1875)  # 1,725, and 72 % of what was left


@pytest.mark.parametrize(
    "wrong",
    [
        {"low_share": Decimal("0.91")},
        {"high_share": Decimal("0.96")},
        {"above_final": Decimal("0.12")},
        {"above_final": Decimal(-1)},
        {"far_factor": Decimal(1)},
        {"reciprocity": Decimal(5)},
    ],
)
def test_rules_beyond_their_bounds_are_refused(wrong):
    with pytest.raises(ValueError, match=r"final offer|factors"):
        replace(RULES, **wrong)


@pytest.mark.parametrize("wrong", [{"drawn": Decimal(2)}, {"usable": Decimal("-0.1")}])
def test_shares_are_shares(wrong):
    with pytest.raises(ValueError, match="Shares"):
        replace(TERMS, **wrong)


def test_clock_opens_the_range_on_a_line():
    clock = Clock(Decimal("0.60"), early_hours=48, late_hours=6, enough_offers=3)

    def share(hours, offers=0):
        return usable_share(clock, hours=Decimal(hours), offers=offers)

    assert [share(hours) for hours in (72, 48, 27, 6, 0, -5)] == [
        *(Decimal("0.6"), Decimal("0.6"), Decimal("0.8")),
        *(1, 1, 1),
    ]
    assert (share(27, 2), share(27, 3), share(6, 3)) == (Decimal("0.8"), Decimal("0.6"), 1)
    assert usable_share(replace(clock, enough_offers=0), hours=Decimal(27), offers=99) == Decimal("0.8")
    with pytest.raises(ValueError, match="early hour"):
        replace(clock, late_hours=48)


# What is drawn, and what is known of the lane.


@pytest.fixture
def lane(db):
    """Two places."""
    return Place.objects.order_by("pk")[:2]


def a_load(organization, lane, **parts):
    ends = {"origin_place": lane[0], "destination_place": lane[1], "equipment_type": "van"}
    return LoadFactory(organization=organization, **(ends | parts))


def test_draw_is_the_lanes_and_the_organizations(in_acme, rival, settings):
    load = LoadFactory.build(organization=in_acme)
    number = negotiation_terms.draw(load)

    assert 0 <= number <= 1
    same = LoadFactory.build(
        organization=in_acme,
        external_id="other",
        origin_city=load.origin_city.upper(),
        max_rate=Decimal(3000),
    )
    assert negotiation_terms.draw(same) == number
    others = [
        LoadFactory.build(organization=in_acme, origin_city="Waco"),
        LoadFactory.build(organization=in_acme, equipment_type="reefer"),
        LoadFactory.build(organization=rival),
        LoadFactory.build(organization=in_acme, origin_city="", origin_state="", external_id="1"),
        LoadFactory.build(organization=in_acme, origin_city="", origin_state="", external_id="2"),
    ]
    assert len({number, *map(negotiation_terms.draw, others)}) == 6
    settings.SECRET_KEY = "another"
    assert negotiation_terms.draw(load) != number


def test_draws_lie_everywhere(in_acme):
    drawn = [
        negotiation_terms.draw(LoadFactory.build(organization=in_acme, origin_city=f"Town {n}"))
        for n in range(400)
    ]

    assert min(drawn) < Decimal("0.05")
    assert max(drawn) > Decimal("0.95")
    assert Decimal("0.4") < sum(drawn) / 400 < Decimal("0.6")


def test_lane_pays_the_median_of_what_was_booked(in_acme, lane, django_assert_num_queries):
    load = a_load(in_acme, lane)
    for number, amount in enumerate((1500, 1600, 1700, 1900)):
        BookingFactory(
            organization=in_acme,
            load=a_load(in_acme, lane),
            amount=amount,
            booked_at=NOW - timedelta(days=number),
        )
    for other in (
        {"load": a_load(in_acme, lane, equipment_type="reefer")},
        {"load": a_load(in_acme, lane[::-1])},
        {"load": a_load(in_acme, lane), "booked_at": NOW - timedelta(days=91)},
    ):
        BookingFactory(**({"organization": in_acme, "amount": 9000, "booked_at": NOW} | other))
    assert negotiation_terms.paid_on_lane(load, at=NOW) is None, "four are too few"

    BookingFactory(organization=in_acme, load=a_load(in_acme, lane), amount=1800, booked_at=NOW)

    with django_assert_num_queries(1):
        assert negotiation_terms.paid_on_lane(load, at=NOW) == 1700
    with django_assert_num_queries(0):
        assert negotiation_terms.paid_on_lane(LoadFactory.build(organization=in_acme), at=NOW) is None


def test_clock_goes_by_pickup_and_waiting_offers(in_acme, django_assert_num_queries):
    rules = NegotiationRulesFactory(organization=in_acme, opens_by_clock=True)
    load = LoadFactory(organization=in_acme)
    load.pickup_at = NOW + timedelta(hours=27)
    terms = negotiation_terms.terms_of(load)

    def usable(at=NOW):
        return negotiation_terms.by_the_clock(terms, load, rules=rules, at=at).usable

    with django_assert_num_queries(1):
        assert usable() == Decimal("0.8")
    for _ in range(3):
        BidFactory(organization=in_acme, load=load)
    assert usable() == Decimal("0.6")
    assert usable(NOW + timedelta(hours=24)) == 1
    rules.opens_by_clock = False
    with django_assert_num_queries(0):
        assert usable() == 1


def test_rules_of_old_go_on_in_fixed_steps_and_new_ones_are_measured(in_acme):
    assert NegotiationRules(organization=in_acme).policy == Rules()
    assert negotiation_terms.rules_of(in_acme).strategy == "measured"
