"""The load board: what it shows."""

import pytest

from tests.factories import LoadFactory
from tests.loads.pages.looking import board, shown

pytestmark = pytest.mark.django_db


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
    assert "Target $1,500, max buy $1,953, customer $2,719, book-it-now $1,525" in text


def test_board_says_what_is_missing(browser, acme):
    LoadFactory(organization=acme, max_rate=None)
    LoadFactory(organization=acme, max_rate=None, start_rate=None, book_now_rate=None)
    text = board(browser).content.decode()
    assert "No max buy" in text
    assert "Missing: target or book-it-now rate, max buy" in text
    assert "No max buy: agent stays at target" in text


def test_board_shows_open_loads_first_hand(browser, acme):
    for status in ("UNASSIGNED", "OPPORTUNITY", "COVERED", "ON_HOLD", ""):
        LoadFactory(organization=acme, external_id=f"is-{status}", status=status)
    LoadFactory(organization=acme, external_id="locked", is_locked=True)
    assert sorted(shown(board(browser))) == ["is-OPPORTUNITY", "is-UNASSIGNED"]
    assert len(shown(board(browser, status="all"))) == 6
    assert shown(board(browser, status="ON_HOLD")) == ["is-ON_HOLD"]
    chips = {chip.label: chip.count for chip in board(browser).context["table"].chips["Status"]}
    assert chips == {
        "Open": 2,
        "On hold in TMS": 1,
        "Quote": 1,
        "Unassigned": 1,
        "Covered": 1,
        "ON_HOLD": 1,
        "All": 6,
    }
    assert shown(board(browser, status="UNASSIGNED")) == ["is-UNASSIGNED"]
    assert shown(board(browser, status="locked")) == ["locked"]
    for status in ("COVERED", "ON_HOLD"):  # none moves when it is chosen
        chosen = board(browser, status=status).context["table"].chips["Status"]
        assert [chip.label for chip in chosen] == list(chips)
