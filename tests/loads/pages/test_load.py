"""A load's page, its owner, and who may look at it."""

from decimal import Decimal

import pytest

from loads.models import Load, Stop
from tests.factories import LoadFactory
from tests.loads.pages.looking import HOSTILE, RIGHT_TO_LEFT, board, event_of, page, shown, stop_of

pytestmark = pytest.mark.django_db

# A load's page: its rates, its itinerary, its messages, what it costs.


PAGE_QUERIES = 1 + 8


def test_load_page_shows_rates_customer_and_margin(browser, acme):
    text = page(browser, LoadFactory(organization=acme, special_instructions="Gate 4.\nNo weekends."))
    for fact in ("Kestrel Mills", "$2,719", "$3.48/mi", "$1,219", "45%", "$766", "28%", "Gate 4.", "Flour"):
        assert fact in text
    assert "target 1,500" in text
    assert "customer 2,719" in text


def test_load_page_shows_one_itinerary(browser, acme):
    load = LoadFactory(organization=acme)
    stop_of(load, 0, type="pickup", city="Dallas", street="4400 Singleton Blvd")
    stop_of(load, 1, city="Texarkana")
    text = page(browser, load)
    itinerary = text[text.index('<ol class="timeline">') : text.index("</ol>")]
    assert itinerary.count('class="what"') == 3
    assert [
        itinerary.index(place) for place in ("Dallas", "4400 Singleton", "Texarkana", "Atlanta")
    ] == sorted(itinerary.index(place) for place in ("Dallas", "4400 Singleton", "Texarkana", "Atlanta"))


def test_load_page_cuts_a_long_itinerary_and_shows_it_whole_when_asked(browser, acme):
    load = LoadFactory(organization=acme)
    Stop.unscoped.bulk_create(
        Stop(organization=acme, load=load, position=number, type="dropoff", city=f"City {number}")
        for number in range(500)
    )
    text = page(browser, load)
    assert "479 more stops" in text
    assert len(text) < 40_000
    assert page(browser, load, "?stops=all").count('class="what"') == 502


def test_load_page_says_why_the_agent_does_not_offer_it(browser, acme):
    text = page(
        browser, LoadFactory(organization=acme, start_rate=None, book_now_rate=None, pickup_time=None)
    )
    assert "The agent isn’t offering this load yet." in text
    assert "Missing info: pickup time, target or book-it-now rate." in text
    assert "doesn’t offer" not in page(browser, LoadFactory(organization=acme, max_rate=None))
    assert "On hold in TMS." in page(browser, LoadFactory(organization=acme, is_locked=True))
    crossed = LoadFactory(organization=acme, start_rate=Decimal(2000), max_rate=Decimal(1900))
    assert "Target is above max buy." in page(browser, crossed)


def test_quote_says_that_it_is_not_awarded_and_nothing_of_calls_to_carriers(browser, acme):
    about = {"is_outbound_sales_enabled": True, "is_visible_to_external_carriers": True}
    quote = page(browser, LoadFactory(organization=acme, status="OPPORTUNITY", **about))
    assert "You haven’t been awarded this load yet." in quote
    open_load = page(browser, LoadFactory(organization=acme, **about))
    assert "awarded" not in open_load
    for words in ("AI agent can call carriers", "Open to core carriers"):
        assert words not in quote
        assert words in open_load


def test_load_page_asks_nothing_of_a_load_that_is_settled(browser, acme):
    assert "doesn’t offer" not in page(
        browser, LoadFactory(organization=acme, status="DELIVERED", max_rate=None)
    )


def test_stub_has_a_page(browser, acme):
    load = LoadFactory._meta.model.unscoped.create(organization=acme, external_id="stub")
    text = page(browser, load)
    assert "Missing info" in text
    assert "No TMS activity" in text


def test_hostile_facts_break_no_page(browser, acme):
    load = LoadFactory(
        organization=acme,
        external_id=HOSTILE[:64],
        customer_name=HOSTILE * 4,
        origin_city=HOSTILE[:60],
        destination_city=RIGHT_TO_LEFT,
        equipment=HOSTILE,
        commodity=HOSTILE,
        special_instructions=HOSTILE,
        customer_rate=Decimal("999999999.99"),
        max_rate=Decimal("0"),
        total_distance=Decimal("0.001"),
        weight=Decimal("999999999"),
    )
    event_of(
        load,
        changes={"customerName": [None, HOSTILE], HOSTILE: [HOSTILE, {"a": [HOSTILE]}], "stops": [[], [1]]},
    )
    for text in (page(browser, load), board(browser).content.decode()):
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)&lt;/script&gt;{{ 7|add" in text


@pytest.mark.parametrize("number", [1, 60])
def test_load_page_costs_the_same_whatever_it_shows(browser, acme, django_assert_num_queries, number):
    load = LoadFactory(organization=acme)
    for position in range(number):
        stop_of(load, position)
        event_of(load)
    browser.get(f"/loads/{load.pk}/")  # from here on its places are known to the process
    with django_assert_num_queries(PAGE_QUERIES):
        browser.get(f"/loads/{load.pk}/")


# Messages


def test_load_page_says_what_each_message_changed(browser, acme):
    load = LoadFactory(organization=acme)
    event_of(load, changes={"startRate": ["1400.00", "1500.00"], "locked": [True, False]})
    event_of(
        load, is_accepted=False, errors=[{"field": "maxRate", "code": "invalid", "detail": "Not negative."}]
    )
    text = page(browser, load)
    assert "Updated target rate, locked" in text
    assert "$1,400" in text
    assert "maxRate: Not negative." in text
    assert "Rejected" in text


def test_status_is_told_with_what_it_was(browser, acme):
    load = LoadFactory(organization=acme)
    event_of(load, changes={"status": ["COVERED", "IN_TRANSIT"]})
    assert "Status changed: Covered to In transit" in page(browser, load)


def test_message_stands_as_it_came(browser, acme):
    load = LoadFactory(organization=acme)
    event = event_of(load, raw=b'{"id":"48213","note":"<b>"}')
    text = browser.get(f"/loads/{load.pk}/messages/{event.pk}/").content.decode()
    assert "&lt;b&gt;" in text
    assert "<html" in text
    fragment = browser.get(f"/loads/{load.pk}/messages/{event.pk}/", headers={"HX-Request": "true"})
    assert fragment.content.decode().strip().startswith("<pre")


@pytest.mark.parametrize("raw", [b"", b"\xff\xfe", b"[" * 100_000, b'{"a": NaN}', b"null", b"\x00" * 10])
def test_message_of_any_bytes_can_be_read(browser, acme, raw):
    load = LoadFactory(organization=acme)
    event = event_of(load, raw=raw, is_accepted=False)
    assert browser.get(f"/loads/{load.pk}/messages/{event.pk}/").status_code == 200


# A broker says whose a load is.


def test_broker_says_whose_load_it_is(browser, acme, owner):
    load = LoadFactory(organization=acme)
    answer = browser.post(f"/loads/{load.pk}/owner/", {"owner": owner.pk})
    assert answer.status_code == 302
    assert Load.unscoped.get().owner == owner
    assert b"selected" in browser.get(f"/loads/{load.pk}/").content
    browser.post(f"/loads/{load.pk}/owner/", {"owner": ""})
    assert Load.unscoped.get().owner is None


def test_nobody_of_another_organization_owns_a_load(browser, acme, stranger, viewer):
    load = LoadFactory(organization=acme)
    for somebody in (stranger.pk, viewer.pk, "x", 2**70):
        browser.post(f"/loads/{load.pk}/owner/", {"owner": somebody})
        assert Load.unscoped.get().owner is None


def test_who_only_reads_sees_the_owner_and_changes_nothing(client, acme, viewer, owner):
    load = LoadFactory(organization=acme, owner=owner)
    client.force_login(viewer)
    page = client.get(f"/loads/{load.pk}/").content.decode()
    assert str(owner) in page
    assert f"/loads/{load.pk}/owner/" not in page
    assert client.post(f"/loads/{load.pk}/owner/", {"owner": ""}).status_code == 403
    assert Load.unscoped.get().owner == owner


# Who may look at loads.


def test_board_asks_who_is_there(client):
    response = client.get("/loads/")
    assert response.status_code == 302
    assert response["Location"] == "/sign-in/?next=/loads/"


def test_board_shows_no_other_tenants_loads(browser, acme, rival):
    LoadFactory(organization=acme, external_id="ours")
    LoadFactory(organization=rival, external_id="theirs")
    for params in ({}, {"status": "all"}, {"q": "theirs"}, {"customer": "Kestrel"}):
        assert "theirs" not in [*shown(board(browser, **params))]
    assert board(browser).context["table"].page.paginator.count == 1


@pytest.mark.parametrize("path", ["", "messages/{event}/"])
def test_another_tenants_load_is_as_unknown_as_none(browser, rival, path):
    load = LoadFactory(organization=rival)
    event = event_of(load)
    theirs = browser.get(f"/loads/{load.pk}/{path.format(event=event.pk)}")
    nowhere = browser.get(f"/loads/{load.pk + 999}/{path.format(event=event.pk + 999)}")
    assert (theirs.status_code, theirs.content) == (404, nowhere.content)


def test_message_of_another_load_is_unknown(browser, acme):
    load, other = LoadFactory(organization=acme), LoadFactory(organization=acme)
    assert browser.get(f"/loads/{load.pk}/messages/{event_of(other).pk}/").status_code == 404


@pytest.mark.parametrize("key", ["0", "9" * 30])
def test_a_key_that_cannot_be_is_unknown(browser, key):
    assert browser.get(f"/loads/{key}/").status_code == 404
