"""The board's filters by place, coverage and missing data, and its sort where there are many loads."""

import pytest

from loads.models import Load
from loads.selectors import find_loads
from organizations.dashboard import table
from organizations.places.gazetteer import find_place_of, forget_places
from tests.factories import NOW, BidFactory, BookingFactory, CarrierFactory, LoadFactory

pytestmark = [pytest.mark.django_db, pytest.mark.sampled(8)]


@pytest.fixture
def browser(client, broker):
    client.force_login(broker)
    return client


def shown(browser, **params) -> list[str]:
    return sorted(load.external_id for load in browser.get("/loads/", params).context["table"].page)


def at(organization, external_id, origin, destination="Atlanta, GA", **more):
    return LoadFactory(
        organization=organization,
        external_id=external_id,
        origin_place=find_place_of(origin),
        destination_place=find_place_of(destination),
        **more,
    )


@pytest.mark.parametrize(
    ("params", "found"),
    [
        ({"origin": "Dallas, TX"}, ["dallas", "fort worth"]),
        ({"origin": "Dallas, TX", "radius": "0"}, ["dallas"]),
        ({"origin": "Dallas, TX", "radius": "500"}, ["dallas", "fort worth", "houston"]),
        ({"origin": "Dallas, TX", "destination": "Chicago, IL"}, ["fort worth"]),
        ({"destination": "Chicago, IL"}, ["fort worth"]),
        ({"origin": "Reno, NV"}, []),
        ({"origin": "Dallas, TX", "radius": "501"}, ["dallas", "fort worth"]),
    ],
)
def test_place_and_radius(browser, acme, params, found):
    at(acme, "dallas", "Dallas, TX")
    at(acme, "fort worth", "Fort Worth, TX", "Chicago, IL")
    at(acme, "houston", "Houston, TX")
    LoadFactory(organization=acme, external_id="nowhere", origin_city="Xyzzy")
    assert shown(browser, **params) == found


def test_place_that_is_unknown_is_told_and_left_out(browser, acme):
    LoadFactory(organization=acme, external_id="a")
    response = browser.get("/loads/", {"origin": "<b>Xyzzy"})
    assert len(response.context["table"].page.object_list) == 1
    assert "We don’t recognize “&lt;b&gt;Xyzzy”." in response.content.decode()


def test_coverage(browser, acme, rival):
    LoadFactory(organization=acme, external_id="open")
    LoadFactory(organization=acme, external_id="covered", status="COVERED")
    wanted = LoadFactory(organization=acme, external_id="wanted")
    BidFactory(organization=acme, load=wanted)
    BidFactory(
        organization=acme, load=LoadFactory(organization=acme, external_id="refused"), status="REJECTED"
    )
    BidFactory(organization=rival, load=LoadFactory(organization=rival))
    assert shown(browser, status="all", coverage="covered") == ["covered"]
    assert shown(browser, status="all", coverage="uncovered") == ["open", "refused", "wanted"]
    assert shown(browser, coverage="bids") == ["wanted"]


@pytest.mark.parametrize(
    "missing", [{"max_rate": None}, {"origin_city": ""}, {"pickup_time": None}, {"customer_rate": None}]
)
def test_missing_data(browser, acme, missing):
    LoadFactory(organization=acme, external_id="whole")
    lacking = LoadFactory(organization=acme, external_id="lacking", **missing)
    assert lacking.missing
    assert shown(browser, missing="yes") == ["lacking"]


def test_every_filter_together_takes_twelve_queries(browser, acme, django_assert_max_num_queries):
    at(acme, "dallas", "Dallas, TX")
    params = {"origin": "Dallas, TX", "coverage": "bids", "missing": "yes", "q": "a", "customer": "k"}
    browser.get("/loads/", params)  # which town is meant is remembered from now on
    with django_assert_max_num_queries(12):
        browser.get("/loads/", params)
    forget_places()


def test_many_loads_are_sorted_by_what_an_index_knows(browser, acme, monkeypatch):
    monkeypatch.setattr(table, "FEW", 2)
    for number in range(3):
        LoadFactory(organization=acme, external_id=f"L{number}", customer_rate=number)
    response = browser.get("/loads/", {"sort": "-rate"})
    assert "sorts by pickup or load ID only" in response.content.decode()
    assert {head.column.label for head in response.context["table"].heads if head.query} == {
        "Load",
        "Pickup / delivery",
    }
    response = browser.get("/loads/", {"sort": "-id"})
    assert [load.external_id for load in response.context["table"].page] == ["L2", "L1", "L0"]


def test_booked_load_says_so_with_its_amount(browser, acme):
    booked = LoadFactory(organization=acme, external_id="booked", customer_rate=2000)
    for amount in (1500, 1900):
        BidFactory(organization=acme, load=booked, amount=amount)
    BookingFactory(organization=acme, load=booked, amount=1600)
    LoadFactory(organization=acme, external_id="open")

    page = browser.get("/loads/?status=all")

    told = {load.external_id: load.told.bids for load in page.context["table"].page}
    assert (told["booked"].number, told["booked"].best, told["booked"].booked) == (2, 1500, 1600)
    assert (told["open"].number, told["open"].best, told["open"].booked) == (0, None, None)
    assert page.text.count("Booked at $1,600 · 20% margin") == 1


def test_booked_load_is_open_no_more_until_the_tms_says_what_it_is(browser, acme):
    booked = LoadFactory(organization=acme, external_id="booked", customer_rate=2000)
    carrier = CarrierFactory(organization=acme, name="Blue Mesa")
    BookingFactory(organization=acme, load=booked, amount=1600, carrier=carrier)
    LoadFactory(organization=acme, external_id="open")

    def shown(**query):
        response = browser.get("/loads/", query)
        return [load.external_id for load in response.context["table"].page], response

    assert shown()[0] == ["open"]
    loads, page = shown(status="booked")
    assert loads == ["booked"]
    text = " ".join(page.text.split())
    assert "Booked · not in TMS" in text
    assert "Blue Mesa</b>, $1,600 · 20% margin" in text
    counts = page.context["table"].counts
    assert (counts["open"], counts["booked"], counts["all"]) == (1, 1, 2)
    assert shown(coverage="covered", status="all")[0] == ["booked"]
    assert shown(coverage="uncovered", status="all")[0] == ["open"]
    assert "Booked · not in TMS" in browser.get("/loads/", {"status": "all", "format": "csv"}).text
    booked.refresh_from_db()
    assert booked.status == "UNASSIGNED"

    Load.unscoped.filter(pk=booked.pk).update(status="TENDERED")

    assert shown(status="booked")[0] == []
    loads, page = shown(status="TENDERED")
    assert loads == ["booked"]
    assert "Tendered" in page.text
    assert "not in TMS</" not in page.text


def test_booked_load_reads_so_in_the_search(in_acme):
    booked = LoadFactory(organization=in_acme, external_id="48213", customer_rate=2000)
    BookingFactory(
        organization=in_acme,
        load=booked,
        amount=1600,
        carrier=CarrierFactory(organization=in_acme, name="Mesa"),
    )

    (hit,) = find_loads("48213", limit=5, at=NOW).hits

    assert (hit.state, hit.tone) == ("Booked · not in TMS", "go")
    assert hit.detail.startswith("Mesa, $1,600, 20% margin · ")
