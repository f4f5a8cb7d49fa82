"""In which order carriers are called, and the words that say why."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from bids.ranking import Empty, Facts, Kept, Lane, Preferences, Truck, Wanted, rank, score
from tests.factories import NOW

WANTED = Wanted("Dallas → Atlanta", Decimal(1500), Decimal(1953), 75, NOW, Decimal(1000))
RECENT = NOW - timedelta(days=3)


def carrier(pk, **facts):
    return Facts(**{"pk": pk, "name": f"Carrier {pk}", "phone": f"+1214555{pk:04d}"} | facts)


def order(*carriers):
    return [each.facts.pk for each in rank(carriers, WANTED)]


def reasons(**facts):
    (ranked,) = rank([carrier(1, **facts)], WANTED)
    return [words for _, words in ranked.reasons]


RAN = Lane(bookings=6, delivered=6, bids=8, last_at=RECENT)


def test_routing_guide_comes_first_in_its_order():
    assert order(
        carrier(1, lane=RAN, is_preferred=True),
        carrier(2, guide_rank=2),
        carrier(3, guide_rank=1, is_incomplete=True),
    ) == [3, 2, 1]


def test_incomplete_comes_after_vetted_and_preferred_before_others():
    assert order(
        carrier(1, is_incomplete=True, is_preferred=True, lane=RAN),
        carrier(2),
        carrier(3, lane=RAN),
        carrier(4, is_preferred=True),
    ) == [4, 3, 2, 1]


def test_truck_near_the_pickup_comes_before_preference_and_after_the_routing_guide():
    assert order(
        carrier(1, is_preferred=True, lane=RAN),
        carrier(2, truck=Truck(60, "Waco", 0)),
        carrier(3, truck=Truck(0, "Dallas", 2)),
        carrier(4, truck=Truck(0, "Dallas", 0), is_incomplete=True),
        carrier(5, guide_rank=1),
    ) == [5, 3, 2, 1, 4]
    assert reasons(truck=Truck(60, "Waco", 2)) == ["Truck near pickup (reported 2 days ago)"]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"lane": RAN}, {}),
        ({"lane": RAN}, {"lane": Lane(bookings=6, delivered=6, bids=8, last_at=NOW - timedelta(days=400))}),
        ({"lane": RAN}, {"lane": Lane(bids=8, last_at=RECENT)}),
        ({"empty": Empty(10, "Fort Worth", date(2026, 3, 3))}, {}),
        (
            {"empty": Empty(10, "Fort Worth", date(2026, 3, 3))},
            {"empty": Empty(60, "Waco", date(2026, 3, 3))},
        ),
        ({"lane": Lane(average=Decimal(1500))}, {"lane": Lane(average=Decimal(1900))}),
        ({}, {"lane": Lane(average=Decimal(2400))}),
        ({"calls": 4, "answered": 4}, {"calls": 4, "answered": 1}),
        ({"preferences": Preferences(wants_at=RECENT)}, {}),
        (
            {"preferences": Preferences(place="Dallas, TX", miles=0)},
            {"preferences": Preferences(place="Waco, TX", miles=70)},
        ),
        ({"preferences": Preferences(place="Waco, TX", miles=70)}, {}),
        ({"lowest": Decimal("1.50")}, {"lowest": Decimal("1.90")}),
        ({}, {"lowest": Decimal("2.40")}),
        ({}, {"kept": Kept(fell_off=1)}),
        ({"kept": Kept(fell_off=1)}, {"kept": Kept(fell_off=2)}),
        ({"kept": Kept(reports=4, late=1)}, {"kept": Kept(reports=4, late=3)}),
    ],
)
def test_what_speaks_for_a_carrier(better, worse):
    assert order(carrier(1, **worse), carrier(2, **better)) == [2, 1]


def test_the_same_number_is_called_once():
    assert order(carrier(1, phone="+1"), carrier(2, phone="+1", lane=RAN)) == [2]


def test_ties_are_broken_by_name_and_key():
    assert order(carrier(3, name="B"), carrier(2, name="B"), carrier(1, name="C")) == [2, 3, 1]


def test_order_of_arrival_changes_nothing():
    carriers = [carrier(pk, lane=Lane(bookings=pk % 3, last_at=RECENT)) for pk in range(9)]
    assert order(*carriers) == order(*reversed(carriers))


def test_score_is_bounded():
    most = carrier(
        1,
        lane=Lane(999, 999, 999, Decimal(1), NOW),
        empty=Empty(0, "Dallas", date(2026, 3, 3)),
        preferences=Preferences(NOW, "Dallas, TX", 0),
        lowest=Decimal("0.01"),
        calls=9,
        answered=9,
    )
    assert score(most, WANTED) == 60 + 25 + 15 + 15
    least = carrier(1, lane=Lane(average=Decimal(9999)), calls=9, kept=Kept(fell_off=99, reports=9, late=9))
    assert score(least, WANTED) == -15 - 15 - 45


def test_reasons_are_words():
    assert reasons(
        guide_rank=1,
        is_preferred=True,
        lane=Lane(6, 6, 8, Decimal(2150), RECENT),
        empty=Empty(22.4, "Waco", date(2026, 3, 3)),
        calls=4,
        answered=3,
        is_incomplete=True,
    ) == [
        "Routing guide, rank 1",
        "Preferred",
        "Ran Dallas → Atlanta 6 times, last on Feb 27",
        "Empty in Waco Mar 3, 22 miles from the pickup",
        "Avg. offer $2,150",
        "Answered 3 of 4 calls",
        "Not fully approved: can make offers only",
    ]
    assert reasons(lane=Lane(bids=2, last_at=RECENT)) == ["Quoted Dallas → Atlanta twice, last on Feb 27"]
    assert reasons(empty=Empty(0.2, "Dallas", date(2026, 3, 3))) == ["Empty in Dallas Mar 3, at the pickup"]


def test_days_are_those_of_the_brokerage():
    late = datetime(2026, 3, 1, 4, 30, tzinfo=UTC)  # the evening of Feb 28 in Chicago
    chicago = replace(WANTED, zone=ZoneInfo("America/Chicago"))

    (ranked,) = rank([carrier(1, lane=Lane(bids=2, last_at=late))], chicago)

    assert [words for _, words in ranked.reasons] == ["Quoted Dallas → Atlanta twice, last on Feb 28"]


def test_what_calls_and_loads_told_is_said_in_words():
    assert reasons(
        preferences=Preferences(RECENT, "Fort Worth, TX", 30),
        lowest=Decimal("1.5"),
        kept=Kept(fell_off=2, reports=7, late=3),
    ) == [
        "Asked for Dallas → Atlanta on Feb 27",
        "Usually has trucks in Fort Worth, TX",
        "Took $1.50/mi on a similar lane, at or under target",
        "Fell off 2 loads in six months",
        "Late in 3 of 7 check calls in six months",
    ]
    assert reasons(kept=Kept(fell_off=1, reports=2, late=2)) == ["Fell off 1 load in six months"]
    assert reasons(lowest=Decimal("1.51")) == [], "over the target it speaks for nothing"
