"""The load board and a load's page: what they show, how they narrow, what they cost."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from loads.models import Load, LoadEvent, Stop
from loads.selectors import PAGE_SIZE
from tests.factories import LoadFactory

HOSTILE = '<script>alert(1)</script>{{ 7|add:"7" }}{% now "Y" %}"\'&'
RIGHT_TO_LEFT = "شركة الشحن السريع"
# Session, person, memberships; views, columns; counts, rows, bids, calls, people, customers. The fragment needs no
# customers.
BOARD_QUERIES, FRAGMENT_QUERIES, PAGE_QUERIES = 11, 10, 7

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(client, broker):
    """A broker of acme who is signed in."""
    client.force_login(broker)
    return client


def shown(response) -> list[str]:
    return [load.external_id for load in response.context["page"]]


def board(browser, **params):
    response = browser.get("/loads/", params)
    assert response.status_code == 200
    return response


# Who may look


def test_board_asks_who_is_there(client):
    response = client.get("/loads/")
    assert response.status_code == 302
    assert response["Location"] == "/sign-in/?next=/loads/"


def test_board_shows_no_other_tenants_loads(browser, acme, rival):
    LoadFactory(organization=acme, external_id="ours")
    LoadFactory(organization=rival, external_id="theirs")
    for params in ({}, {"status": "all"}, {"q": "theirs"}, {"customer": "Kestrel"}):
        assert "theirs" not in [*shown(board(browser, **params))]
    assert board(browser).context["page"].paginator.count == 1


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


# What the board shows


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
    chips = {chip.label: chip.count for chip in board(browser).context["status_chips"]}
    assert chips == {"Open": 2, "Opportunity": 1, "Unassigned": 2, "Covered": 1, "ON_HOLD": 1, "All": 6}


def test_board_without_loads_says_how_they_come(browser):
    assert "/api/v1/webhooks/loads/events" in board(browser).content.decode()


def test_board_that_is_filtered_to_nothing_offers_the_way_back(browser, acme):
    LoadFactory(organization=acme)
    assert "No load matches" in board(browser, q="nothing like it").content.decode()


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
    assert not any(chip.is_on for chip in response.context["day_chips"])
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
    by_label = {column.label: column for column in board(browser, sort="-rate", q="da").context["columns"]}
    assert by_label["Customer rate"].direction == "descending"
    assert by_label["Customer rate"].query == "?q=da&sort=rate"
    assert by_label["Pickup / dropoff"].query == "?q=da"


def test_board_pages_with_an_exact_total(browser, acme):
    for number in range(PAGE_SIZE + 3):
        LoadFactory(organization=acme, external_id=f"{number:03}")
    first, second = board(browser), board(browser, page=2)
    assert (len(shown(first)), len(shown(second))) == (PAGE_SIZE, 3)
    assert not set(shown(first)) & set(shown(second))
    assert "51–53 of 53 loads" in second.content.decode()


@pytest.mark.parametrize("page", ["abc", "0", "-1", "99", "9" * 5000, "١", "1.5", ""])
def test_a_page_that_is_none_is_the_nearest(browser, acme, page):
    LoadFactory(organization=acme)
    assert len(shown(board(browser, page=page))) == 1


@pytest.mark.parametrize(
    "params",
    [
        {"pickup": "2026-02-30"},
        {"pickup": "9999-12-31"},
        {"pickup": "0001-01-01"},
        {"pickup": "yesterday-ish"},
        {"equipment": "teleporter"},
        {"sort": "password"},
        {"status": "X" * 5000},
        {"q": "x" * 5000},
        {"q": HOSTILE},
        {"q": " , , "},
        {"customer": "\\"},
        {"status": RIGHT_TO_LEFT},
        {"status": "open"},
    ],
)
def test_board_takes_any_parameter(browser, acme, params):
    LoadFactory(organization=acme)
    text = board(browser, **params).content.decode()
    assert "<script>alert" not in text
    assert "{% now" not in text.replace(HOSTILE, "") or "q" in params


def test_board_tells_of_a_filter_that_it_leaves_out(browser, acme):
    LoadFactory(organization=acme, external_id="still here")
    response = board(browser, pickup="2026-02-30")
    assert shown(response) == ["still here"]
    assert "The filter “pickup” is left out" in response.content.decode()


@pytest.mark.parametrize("query", ["?q=%00", "?status=%ff", "?page=%00"])
def test_board_refuses_what_is_no_text(browser, query):
    assert browser.get(f"/loads/{query}").status_code == 400


# The fragment


def test_htmx_gets_the_rows_alone(browser, acme):
    LoadFactory(organization=acme, external_id="48213")
    headers = {"HX-Request": "true", "HX-Target": "board"}
    response = browser.get("/loads/", headers=headers)
    text = response.content.decode()
    assert text.strip().startswith("<div")
    assert "<html" not in text
    assert "48213" in text
    assert 'data-announce="1 load"' in text


def test_htmx_gets_the_whole_page_for_another_target(browser):
    assert "<html" in browser.get("/loads/", headers={"HX-Request": "true"}).content.decode()


# What it costs


@pytest.mark.parametrize("loads", [1, 60])
def test_board_costs_the_same_whatever_it_shows(browser, acme, django_assert_num_queries, loads):
    for _ in range(loads):
        LoadFactory(organization=acme)
    with django_assert_num_queries(BOARD_QUERIES):
        board(browser)
    with django_assert_num_queries(FRAGMENT_QUERIES):
        browser.get("/loads/", headers={"HX-Request": "true", "HX-Target": "board"})


@pytest.mark.parametrize("number", [1, 60])
def test_load_page_costs_the_same_whatever_it_shows(browser, acme, django_assert_num_queries, number):
    load = LoadFactory(organization=acme)
    for position in range(number):
        stop_of(load, position)
        event_of(load)
    with django_assert_num_queries(PAGE_QUERIES):
        browser.get(f"/loads/{load.pk}/")


# A load's page


def event_of(load, **values):
    values = {
        "received_at": timezone.now(),
        "source": "token:1",
        "raw": b'{"id": "x"}',
        "is_accepted": True,
    } | values
    return LoadEvent.unscoped.create(organization=load.organization, load=load, **values)


def stop_of(load, position, **values):
    values = {"type": "dropoff", "city": f"City {position}", "state": "TX"} | values
    return Stop.unscoped.create(organization=load.organization, load=load, position=position, **values)


def page(browser, load, query="") -> str:
    response = browser.get(f"/loads/{load.pk}/{query}")
    assert response.status_code == 200
    return response.content.decode().replace("\xa0", " ")


def test_load_page_shows_rates_customer_and_margin(browser, acme):
    text = page(browser, LoadFactory(organization=acme, special_instructions="Gate 4.\nNo weekends."))
    for fact in ("Kestrel Mills", "$2,719", "$3.48/mi", "$1,219", "45%", "$766", "28%", "Gate 4.", "Flour"):
        assert fact in text
    assert "start 1,500" in text
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
    text = page(browser, LoadFactory(organization=acme, max_rate=None, book_now_rate=None))
    assert "The agent doesn’t offer this load." in text
    assert "Missing: max rate, book-now rate." in text
    assert "locked" in page(browser, LoadFactory(organization=acme, is_locked=True))
    crossed = LoadFactory(organization=acme, start_rate=Decimal(2000), max_rate=Decimal(1900))
    assert "Start rate above max rate." in page(browser, crossed)


def test_load_page_asks_nothing_of_a_load_that_is_settled(browser, acme):
    assert "doesn’t offer" not in page(
        browser, LoadFactory(organization=acme, status="DELIVERED", max_rate=None)
    )


def test_load_page_says_what_each_message_changed(browser, acme):
    load = LoadFactory(organization=acme)
    event_of(load, changes={"startRate": ["1400.00", "1500.00"], "locked": [True, False]})
    event_of(
        load, is_accepted=False, errors=[{"field": "maxRate", "code": "invalid", "detail": "Not negative."}]
    )
    text = page(browser, load)
    assert "Changed start rate, locked" in text
    assert "$1,400" in text
    assert "maxRate: Not negative." in text
    assert "Refused" in text


def test_stub_has_a_page(browser, acme):
    load = LoadFactory._meta.model.unscoped.create(organization=acme, external_id="stub")
    text = page(browser, load)
    assert "9 missing" in text
    assert "No messages" in text


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


# Whose it is


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
