"""The load board: what it shows, what it costs."""

import pytest

from loads.tables import LoadTable
from tests.factories import LoadFactory
from tests.loads.pages.looking import board, shown

pytestmark = pytest.mark.django_db

# Session, person, memberships; views, columns; counts, rows, bids, calls, people, customers. The fragment needs no
# customers.
BOARD_QUERIES, FRAGMENT_QUERIES = 11, 10


def test_board_shows_the_facts_of_a_load(browser, acme):
    LoadFactory(organization=acme, external_id="48213")
    text = board(browser).content.decode().replace("\xa0", " ")
    for fact in (
        "48213",
        "Dallas, TX",
        "Atlanta, GA",
        "53&#x27; Dry Van",
        "781 mi",
        "42,000 lb",
        "Kestrel Mills",
    ):
        assert fact in text
    for rate in (
        "$2,719",
        "$3.48/mi",
        "$1,500",
        "$1.92/mi",
        "$1,525",
        "$1,953",
        "28% to 45% margin",
        "Unassigned",
    ):
        assert rate in text
    assert "Start $1,500, max $1,953, customer $2,719, book now $1,525" in text


def test_board_says_what_is_missing(browser, acme):
    LoadFactory(organization=acme, max_rate=None)
    LoadFactory(organization=acme, max_rate=None, start_rate=None)
    text = board(browser).content.decode()
    assert "No max rate" in text
    assert "Missing: start rate, max rate" in text
    assert "No ceiling: held at start" in text


def test_board_shows_open_loads_first_hand(browser, acme):
    for status in ("UNASSIGNED", "OPPORTUNITY", "COVERED", "ON_HOLD", ""):
        LoadFactory(organization=acme, external_id=f"is-{status}", status=status)
    LoadFactory(organization=acme, external_id="locked", is_locked=True)
    assert sorted(shown(board(browser))) == ["is-OPPORTUNITY", "is-UNASSIGNED"]
    assert len(shown(board(browser, status="all"))) == 6
    assert shown(board(browser, status="ON_HOLD")) == ["is-ON_HOLD"]
    chips = {chip.label: chip.count for chip in board(browser).context["table"].chips["Status"]}
    assert chips == {"Open": 2, "Opportunity": 1, "Unassigned": 2, "Covered": 1, "ON_HOLD": 1, "All": 6}


def test_board_without_loads_says_how_they_come(browser):
    assert "/api/v1/webhooks/loads/events" in board(browser).content.decode()


def test_board_pages_with_an_exact_total(browser, acme):
    for number in range(LoadTable.page_size + 3):
        LoadFactory(organization=acme, external_id=f"{number:03}")
    first, second = board(browser), board(browser, page=2)
    assert (len(shown(first)), len(shown(second))) == (LoadTable.page_size, 3)
    assert not set(shown(first)) & set(shown(second))
    assert "51–53 of 53 loads" in second.content.decode()


@pytest.mark.deep_but(2)
@pytest.mark.parametrize("page", ["abc", "0", "-1", "99", "9" * 5000, "١", "1.5", ""])
def test_a_page_that_is_none_is_the_nearest(browser, acme, page):
    LoadFactory(organization=acme)
    assert len(shown(board(browser, page=page))) == 1


# The fragment


def test_htmx_gets_the_rows_alone(browser, acme):
    LoadFactory(organization=acme, external_id="48213")
    headers = {"HX-Request": "true", "HX-Target": "loads"}
    response = browser.get("/loads/", headers=headers)
    text = response.content.decode()
    assert text.strip().startswith("<div")
    assert "<html" not in text
    assert "48213" in text
    assert 'data-announce="1 load"' in text


def test_htmx_gets_the_whole_page_for_another_target(browser):
    assert "<html" in browser.get("/loads/", headers={"HX-Request": "true"}).content.decode()


# What it costs


@pytest.mark.deep
@pytest.mark.parametrize("loads", [1, 60])
def test_board_costs_the_same_whatever_it_shows(browser, acme, django_assert_num_queries, loads):
    for _ in range(loads):
        LoadFactory(organization=acme)
    with django_assert_num_queries(BOARD_QUERIES):
        board(browser)
    with django_assert_num_queries(FRAGMENT_QUERIES):
        browser.get("/loads/", headers={"HX-Request": "true", "HX-Target": "loads"})
