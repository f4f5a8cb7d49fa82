"""How the load board narrows and sorts, and what it makes of any address."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from tests.factories import LoadFactory
from tests.loads.pages.looking import board, shown

pytestmark = [pytest.mark.django_db, pytest.mark.deep]


def test_board_that_is_filtered_to_nothing_offers_the_way_back(browser, acme):
    LoadFactory(organization=acme)
    assert "No matching loads" in board(browser, q="nothing like it").content.decode()


@pytest.mark.parametrize(
    ("params", "found"),
    [
        ({"q": "dallas"}, ["a"]),
        ({"q": "Dallas, TX"}, ["a"]),
        ({"q": "laredo mills"}, ["b"]),
        ({"q": "il"}, ["b"]),
        ({"q": "A"}, ["a", "b"]),
        ({"q": "%"}, []),
        ({"customer": "verde"}, ["a"]),
        ({"equipment": "reefer"}, ["b"]),
        ({"equipment": "reefer", "q": "dallas"}, []),
        ({"pickup": "2026-03-04"}, ["a", "b"]),
        ({"pickup": "2026-03-05"}, []),
    ],
)
def test_board_narrows(browser, acme, params, found):
    LoadFactory(organization=acme, external_id="a", customer_name="Verde Produce")
    LoadFactory(
        organization=acme,
        external_id="b",
        customer_name="Kestrel Mills",
        origin_city="Laredo",
        destination_state="IL",
        equipment_type="reefer",
    )
    assert sorted(shown(board(browser, **params))) == found


def test_board_narrows_to_today_and_tomorrow_of_the_organization(browser, acme):
    acme.timezone = "Pacific/Kiritimati"
    acme.save()
    today = timezone.now().astimezone(timezone.get_fixed_timezone(14 * 60)).replace(tzinfo=None)
    for name, days in (("today", 0), ("tomorrow", 1), ("later", 2)):
        LoadFactory(organization=acme, external_id=name, pickup_time=today + timedelta(days=days))
    assert shown(board(browser, pickup="today")) == ["today"]
    assert shown(board(browser, pickup="tomorrow")) == ["tomorrow"]


def test_a_day_that_is_picked_goes_before_the_one_a_chip_had_set(browser, acme):
    LoadFactory(organization=acme, external_id="on the 4th")
    response = browser.get("/loads/?pickup=2026-03-04&pickup=today")
    assert shown(response) == ["on the 4th"]
    assert not any(chip.is_on for chip in response.context["table"].chips["Pickup day"])
    assert shown(browser.get("/loads/?pickup=&pickup=today")) == []


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("", ["soon", "late", "unknown"]),
        ("-pickup", ["late", "soon", "unknown"]),
        ("-rate", ["late", "soon", "unknown"]),
        ("rate", ["soon", "late", "unknown"]),
        ("id", ["late", "soon", "unknown"]),
        ("-id", ["unknown", "soon", "late"]),
        ("sideways", ["soon", "late", "unknown"]),
    ],
)
def test_board_sorts_with_the_unknown_last(browser, acme, sort, order):
    LoadFactory(organization=acme, external_id="unknown", pickup_at=None, customer_rate=None)
    late = LoadFactory(organization=acme, external_id="late", customer_rate=Decimal(3000))
    LoadFactory(
        organization=acme,
        external_id="soon",
        pickup_at=late.pickup_at - timedelta(days=1),
        customer_rate=Decimal(1000),
    )
    assert shown(board(browser, sort=sort)) == order


def test_a_click_on_the_column_sorted_by_turns_it_round(browser, acme):
    LoadFactory(organization=acme)
    by_label = {
        head.column.label: head for head in board(browser, sort="-rate", q="da").context["table"].heads
    }
    assert by_label["Customer rate"].direction == "descending"
    assert by_label["Customer rate"].query == "?q=da&sort=rate"
    assert by_label["Pickup / delivery"].query == "?q=da"
