"""`GET /api/v1/bids` to the letter: the record, the window, the filters, the order, the pages; and deciding on one."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bids.models import Bid, Booking
from carriers.models import Carrier
from loads.models import Load
from organizations import services as organizations
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from organizations.tenancy.states import Scope
from tests.factories import (
    NOW,
    BidFactory,
    BookingFactory,
    CarrierFactory,
    ConversationFactory,
    LoadFactory,
)

pytestmark = pytest.mark.sampled(40)

URL = "/api/v1/bids"
DAY = {"startTime": "2026-03-02", "endTime": "2026-03-02"}


def get(api, expected=200, **parameters):
    response = api.get(URL, DAY | parameters)
    assert response.status_code == expected, response.content
    return response.json()


def listed(api, **parameters):
    """Ids of the bids listed, in their order."""
    return [record["id"] for record in get(api, **parameters)["salesBids"]]


def errors_of(body):
    return {error["field"]: error["code"] for error in body["errors"]}


@pytest.mark.parametrize("url", [URL, URL + "/"])
def test_bids_are_listed(api, acme, url):
    assert reverse("api:bids").removesuffix("/") == URL
    BidFactory(organization=acme)
    response = api.get(url, DAY)

    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    assert set(response.json()) == {"salesBids", "pagination"}
    assert response.json()["pagination"] == {"limit": 100, "offset": 0, "total": 1}


def test_record_is_the_specifications(api, acme):
    talk = ConversationFactory(organization=acme, summary="Dana asked for 2400.", created_at=NOW)
    bid = BidFactory(
        organization=acme,
        conversation=talk,
        load=LoadFactory(organization=acme, external_id="100234"),
        extension="42",
        amount=Decimal("2250.50"),
        discussed_at=datetime(2026, 3, 2, 15, 4, 5, 999999, tzinfo=UTC),
    )

    assert get(api)["salesBids"] == [
        {
            "loadId": 100234,
            "originLocation": "Dallas, TX",
            "destinationLocation": "Atlanta, GA",
            "carrierMc": "790123",
            "carrierDot": "2790123",
            "phoneNumber": "+18065550101",
            "extension": "42",
            "callerName": "Dana",
            "callSummary": "Dana asked for 2400.",
            "callDateTime": "2026-03-02T15:04:05Z",
            "id": bid.pk,
            "externalLoadId": "100234",
            "amount": 2250.5,
            "status": "OPEN",
            "channel": "phone",
        }
    ]


def test_unknown_is_null_and_always_there(api, acme):
    load = LoadFactory(
        organization=acme,
        external_id="L-1",
        origin_city="",
        origin_state="",
        destination_city="",
        destination_state="",
    )
    bid = BidFactory(
        organization=acme,
        load=load,
        conversation=None,
        amount=None,
        mc_number="",
        dot_number=None,
        caller_name="",
        phone="",
        channel="manual",
    )

    assert get(api)["salesBids"] == [
        {
            "loadId": load.pk,
            "originLocation": None,
            "destinationLocation": None,
            "carrierMc": None,
            "carrierDot": None,
            "phoneNumber": None,
            "extension": None,
            "callerName": None,
            "callSummary": None,
            "callDateTime": "2026-03-02T15:00:00Z",
            "id": bid.pk,
            "externalLoadId": "L-1",
            "amount": None,
            "status": "OPEN",
            "channel": "manual",
        }
    ]


def test_place_is_told_as_far_as_it_is_known(api, acme):
    load = LoadFactory(organization=acme, origin_state="", destination_city="")
    BidFactory(organization=acme, load=load)
    (record,) = get(api)["salesBids"]

    assert (record["originLocation"], record["destinationLocation"]) == ("Dallas", "GA")


@pytest.mark.parametrize(
    ("external_id", "is_number"),
    [
        ("1", True),
        ("0", True),
        ("100234", True),
        ("9007199254740991", True),  # 2**53 - 1
        ("9007199254740992", False),
        ("9999999999999999", False),
        ("10000000000000000", False),
        ("9" * 64, False),
        ("007", False),
        ("00", False),
        ("-1", False),
        ("+1", False),
        ("1.0", False),
        ("1e3", False),
        ("1_000", False),
        ("0x10", False),
        ("L-1", False),
        ("١٢", False),
        ("１２", False),
        ("²", False),
        ("12\n", False),
        ("\n12", False),
        ("12\nL", False),
        (" 12", False),
        ("", False),
    ],
)
def test_load_number_is_the_external_id_where_it_is_a_canonical_number(api, acme, external_id, is_number):
    load = LoadFactory(organization=acme, external_id=external_id)
    BidFactory(organization=acme, load=load)
    (record,) = get(api)["salesBids"]

    assert record["loadId"] == (int(external_id) if is_number else load.pk)
    assert record["externalLoadId"] == external_id


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        ("0", b"0"),
        ("0.01", b"0.01"),
        ("1000", b"1000"),
        ("2250.10", b"2250.1"),
        ("999999999.99", b"999999999.99"),
    ],
)
def test_amount_is_written_exactly_and_without_trailing_zeros(api, acme, amount, written):
    BidFactory(organization=acme, amount=Decimal(amount))

    assert b'"amount":%s,' % written in api.get(URL, DAY).content


def test_text_of_any_kind_comes_through(api, acme):
    odd = '"Dana" \\ ü 荷 😀 \t\n\x1f\x7f\u2028 </script> %s {page}'
    talk = ConversationFactory(organization=acme, summary=odd, created_at=NOW)
    load = LoadFactory(organization=acme, external_id=odd[:40], origin_city=odd[:40], origin_state="")
    BidFactory(organization=acme, conversation=talk, load=load, caller_name=odd)
    (record,) = get(api)["salesBids"]

    assert (record["callSummary"], record["callerName"]) == (odd, odd)
    assert (record["externalLoadId"], record["originLocation"]) == (odd[:40], odd[:40])


@pytest.mark.parametrize("status", ["OPEN", "COUNTERED", "ACCEPTED", "REJECTED", "EXPIRED", "WITHDRAWN"])
def test_bids_of_every_status_are_listed(api, acme, status):
    BidFactory(organization=acme, status=status)

    assert get(api)["salesBids"][0]["status"] == status


# Window


@pytest.mark.parametrize(
    ("start", "end", "inside"),
    [
        ("2026-03-02", "2026-03-02", True),
        ("2026-03-02T15:00:00Z", "2026-03-02T15:00:01Z", True),
        ("2026-03-02T15:00:00", "2026-03-03", True),
        ("2026-03-02T10:00:00-05:00", "2026-03-02T10:00:00.5-05:00", True),
        ("2026-03-01", "2026-03-02T15:00:00Z", False),
        ("2026-03-02T15:00:00.000001Z", "2026-03-03", False),
        ("2026-03-02T15:00:00Z", "2026-03-02T15:00:00Z", False),
        ("2026-03-01", "2026-03-01", False),
        ("2026-03-03", "2026-03-04", False),
        ("0001-01-01", "9999-12-31", True),
    ],
)
def test_window_is_about_when_it_was_discussed(api, acme, start, end, inside):
    BidFactory(organization=acme, created_at=NOW + timedelta(days=9))  # taken down later

    assert get(api, startTime=start, endTime=end)["pagination"]["total"] == inside


# Filters


def test_load_is_found_by_its_external_id_exactly(api, acme):
    wanted = BidFactory(organization=acme, load=LoadFactory(organization=acme, external_id="L-1"))
    for other in ("l-1", "L-11", "L-1 x"):
        BidFactory(organization=acme, load=LoadFactory(organization=acme, external_id=other))

    for given in ("L-1", " L-1\t"):
        assert listed(api, loadId=given) == [wanted.pk]
        assert get(api, loadId=given)["pagination"]["total"] == 1
    for given in ("L-2", "%", "L-_", str(wanted.load.pk), "x" * 500):
        assert listed(api, loadId=given) == []


def test_mc_number_is_found_by_its_digits(api, acme):
    wanted = BidFactory(organization=acme, mc_number="123456")
    BidFactory(organization=acme, mc_number="1234567")
    BidFactory(organization=acme, mc_number="")

    for given in ("123456", "MC 123456", "mc-123456", "MC#123-456", " 123456 ", "１MC123456"):
        assert listed(api, mcNumber=given) == [wanted.pk], given
    for given in ("MC", "０", "１２３４５６", "0123456", "12345", "9" * 400):
        assert listed(api, mcNumber=given) == [], given


def test_filters_go_together(api, acme):
    load = LoadFactory(organization=acme, external_id="L-1")
    wanted = BidFactory(organization=acme, load=load, mc_number="1")
    BidFactory(organization=acme, load=load, mc_number="2")
    BidFactory(organization=acme, mc_number="1")

    assert listed(api, loadId="L-1", mcNumber="1") == [wanted.pk]


def test_unknown_parameters_are_ignored(api, acme):
    BidFactory(organization=acme)

    assert get(api, status="REJECTED", window="x", sort="amount")["pagination"]["total"] == 1


def test_empty_parameters_count_as_left_out(api, acme):
    BidFactory(organization=acme)

    assert get(api, loadId="", mcNumber=" ", limit="", offset="")["pagination"]["total"] == 1


@pytest.mark.parametrize(
    ("query", "errors"),
    [
        ("", {"startTime": "required", "endTime": "required"}),
        ("startTime=2026-03-02", {"endTime": "required"}),
        ("startTime=&endTime=2026-03-02", {"startTime": "blank"}),
        ("startTime=2026-02-30&endTime=2026-03-02", {"startTime": "invalid"}),
        ("startTime=2026-03-03&endTime=2026-03-01", {"endTime": "end_before_start"}),
        ("startTime=1&startTime=2&endTime=2026-03-02", {"startTime": "repeated"}),
        ("startTime=2026-03-02%00&endTime=2026-03-02", {"startTime": "invalid_text"}),
        (
            f"startTime=x&limit=0&offset=-1&loadId={'x' * 501}&mcNumber=1&mcNumber=2",
            {
                "startTime": "invalid",
                "endTime": "required",
                "limit": "min_value",
                "offset": "min_value",
                "loadId": "max_length",
                "mcNumber": "repeated",
            },
        ),
        (f"startTime=2026-03-02&endTime=2026-03-02&loadId={'x' * 501}", {"loadId": "max_length"}),
        ("startTime=2026-03-02&endTime=2026-03-02&limit=501", {"limit": "max_value"}),
    ],
)
def test_wrong_parameters_are_told_all_at_once(api, query, errors):
    response = api.get(f"{URL}?{query}")

    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert errors_of(response.json()) == errors


def test_wrong_parameters_ask_the_database_nothing_of_bids(api):
    with CaptureQueriesContext(connection) as queries:
        get(api, 400, limit="0")

    assert not [query for query in queries if "bids_bid" in query["sql"]]


# Order and pages


def test_newest_come_first_then_the_highest_id(api, acme):
    hours = (1, 3, 2, 3)
    rows = [BidFactory(organization=acme, discussed_at=NOW + timedelta(hours=hour)) for hour in hours]

    assert listed(api) == [rows[index].pk for index in (3, 1, 2, 0)]


def test_each_bid_is_on_exactly_one_page(api, acme):
    rows = [BidFactory(organization=acme) for _ in range(7)]
    pages = [listed(api, limit=3, offset=offset) for offset in (0, 3, 6, 9)]

    assert [len(page) for page in pages] == [3, 3, 1, 0]
    assert [identifier for page in pages for identifier in page] == [row.pk for row in reversed(rows)]
    assert get(api, limit=3, offset=9)["pagination"] == {"limit": 3, "offset": 9, "total": 7}


def test_offset_beyond_everything_is_an_empty_page(api, acme):
    BidFactory(organization=acme)
    body = get(api, offset=2**63 - 1)

    assert (body["salesBids"], body["pagination"]["total"]) == ([], 1)


@pytest.mark.parametrize("count", [1, 50])
def test_queries_stay_the_same_however_many_bids(api, acme, long_memory, django_assert_num_queries, count):
    for _ in range(count):
        BidFactory(organization=acme)
    api.get(URL, DAY)  # the token is looked up once a second, and its first use is noted
    with django_assert_num_queries(1):  # page with total
        assert len(get(api)["salesBids"]) == count


# Whose


def test_bids_of_others_are_neither_listed_nor_counted(api, acme, rival):
    load = LoadFactory(organization=rival, external_id="L-1")
    BidFactory(organization=rival, load=load, mc_number="1")
    LoadFactory(organization=acme, external_id="L-1")

    for parameters in ({}, {"loadId": "L-1"}, {"mcNumber": "1"}, {"loadId": str(load.pk)}):
        assert get(api, **parameters) == {
            "salesBids": [],
            "pagination": {"limit": 100, "offset": 0, "total": 0},
        }


def test_reading_takes_the_scope(api, acme):
    made = organizations.create_token(
        organization=acme, name="no reader", scopes=["ingest", "call"], by=system("tests"), at=NOW
    )
    api.defaults["HTTP_AUTHORIZATION"] = f"Bearer {made.plain}"

    get(api, 403)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_bids_are_only_read(api, method):
    response = getattr(api, method)(URL)

    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
    assert not Bid.unscoped.exists()


# Deciding on one


@pytest.fixture
def bid(acme):
    load = LoadFactory(organization=acme, external_id="L-1", max_rate=2000, customer_rate=2600)
    carrier = CarrierFactory(organization=acme)
    return BidFactory(organization=acme, load=load, carrier=carrier, amount=Decimal(1800))


def decide(api, bid, what, **body):
    response = api.post(f"{URL}/{bid.pk}/{what}", body, "application/json")
    return response.status_code, response.json()


def now(bid):
    return Bid.unscoped.get(pk=bid.pk)


def test_bid_is_accepted_and_the_load_booked(api, bid, acme):
    status, told = decide(api, bid, "accept", amount=1800)

    booking = Booking.unscoped.get()
    assert (status, told) == (
        200,
        {
            "success": True,
            "bid": {
                "id": bid.pk,
                "externalLoadId": "L-1",
                "status": "ACCEPTED",
                "amount": 1800,
                "counterAmount": None,
            },
            "bookingId": booking.pk,
        },
    )
    assert (booking.amount, booking.load_id) == (1800, bid.load_id)
    entry = AuditEntry.unscoped.get(action="bid.accepted")
    assert entry.actor.startswith("token:")
    status, told = decide(api, bid, "accept", amount=1800)
    assert (status, told["code"]) == (409, "bid_closed")


@pytest.mark.parametrize("amount", [1799, 1801])
def test_bid_is_accepted_at_what_it_asks_alone(api, bid, amount):
    status, told = decide(api, bid, "accept", amount=amount)

    assert (status, told["code"]) == (409, "bid_changed")
    assert now(bid).status == "OPEN"


def test_counter_that_the_carrier_took_is_accepted(api, bid):
    decide(api, bid, "counter", amount=1700)

    status, told = decide(api, bid, "accept", amount=1700)

    assert (status, told["bid"]["amount"]) == (200, 1700)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"held_at": NOW}, "on hold"),
        ({"max_rate": 1700}, "over your max buy"),
        ({"customer_rate": 1500}, "loses money"),
        ({"status": "COVERED"}, "no longer open"),
    ],
)
def test_what_speaks_against_it_wants_a_confirmation(api, bid, changes, words):
    Load.unscoped.filter(pk=bid.load_id).update(**changes)

    for what, amount in (("accept", 1800), ("counter", 1750)):
        status, told = decide(api, bid, what, amount=amount)
        assert (status, told["code"]) == (409, "needs_confirmation")
        assert words in told["detail"]
    assert now(bid).status == "OPEN"
    assert decide(api, bid, "accept", amount=1800, confirm=True)[0] == 200


def test_max_buy_cannot_be_found_by_countering(api, bid):
    Load.unscoped.filter(pk=bid.load_id).update(max_rate=1750)
    assert decide(api, bid, "counter", amount=1500)[0] == 200

    told = [decide(api, bid, "counter", amount=amount)[1] for amount in (1600, 1751, 1790)]

    assert {each["code"] for each in told} == {"needs_confirmation"}
    assert len({each["detail"] for each in told}) == 1
    assert decide(api, bid, "accept", amount=1800)[1]["detail"] == "$1,800 is over your max buy."


def test_booked_load_is_booked_again_only_when_that_is_meant(api, bid, acme):
    BookingFactory(organization=acme, load=bid.load)

    assert decide(api, bid, "accept", amount=1800)[1]["code"] == "needs_confirmation"
    assert decide(api, bid, "accept", amount=1800, confirm=True)[0] == 200


def test_blocked_carrier_is_never_booked(api, bid):
    Carrier.unscoped.update(is_blocked=True)

    assert decide(api, bid, "accept", amount=1800, confirm=True)[1]["code"] == "carrier_blocked"


def test_bid_is_countered_below_its_ask(api, bid):
    status, told = decide(api, bid, "counter", amount=1650.5)
    assert (status, told["bid"]["status"], told["bid"]["counterAmount"]) == (200, "COUNTERED", 1650.5)
    assert told["bookingId"] is None

    status, told = decide(api, bid, "counter", amount=1800)
    assert (status, errors_of(told)) == (400, {"amount": "too_high"})


@pytest.mark.parametrize(
    ("body", "status"), [({"reason": "Too high"}, "REJECTED"), ({"withdrawn": True}, "WITHDRAWN")]
)
def test_bid_is_turned_down_or_was_taken_back(api, bid, body, status):
    assert decide(api, bid, "reject", **body)[1]["bid"]["status"] == status
    assert decide(api, bid, "counter", amount=1700)[1]["code"] == "bid_closed"


@pytest.mark.parametrize("what", ["accept", "counter", "reject"])
def test_decision_takes_the_scope_for_calls_and_a_bid_that_is_there(api, client, acme, bid, what):
    assert decide(api, Bid(pk=999_999), what, amount=1800)[0] == 404
    reader = organizations.create_token(
        organization=acme, name="BI", scopes=[Scope.READ], by=system("tests"), at=NOW
    )
    headers = {"Authorization": f"Bearer {reader.plain}"}
    response = client.post(f"{URL}/{bid.pk}/{what}", {"amount": 1800}, "application/json", headers=headers)
    assert response.status_code == 403
    assert now(bid).status == "OPEN"


@pytest.mark.parametrize(
    "body", [{}, {"amount": "1800"}, {"amount": 0}, {"amount": 1e12}, {"amount": 1800, "confirm": 1}]
)
def test_wrong_body_is_told_by_its_field(api, bid, body):
    status, told = decide(api, bid, "accept", **body)

    assert status == 400
    assert errors_of(told)


def test_same_key_decides_once(api, bid):
    path = f"{URL}/{bid.pk}/accept"
    first, again = (
        api.post(path, {"amount": 1800}, "application/json", headers={"Idempotency-Key": "once"})
        for _ in range(2)
    )

    assert (first.status_code, again.status_code) == (200, 200)
    assert first.content == again.content
    assert Booking.unscoped.count() == 1


# Bookings


def test_bookings_are_listed_newest_first(api, acme, django_assert_num_queries):
    carrier = CarrierFactory(organization=acme, name="Blue Mesa", mc_number="790123", dot_number=2790123)
    load = LoadFactory(organization=acme, external_id="L-7")
    booking = BookingFactory(
        organization=acme, load=load, carrier=carrier, amount=Decimal("1850.5"), booked_at=NOW
    )
    BookingFactory(organization=acme)
    BookingFactory()
    api.get("/api/v1/bookings")

    with django_assert_num_queries(1):
        told = api.get("/api/v1/bookings").json()

    assert [record["id"] for record in told["bookings"]] == [booking.pk + 1, booking.pk]
    assert told["pagination"] == {"limit": 100, "nextCursor": None}
    assert told["bookings"][1] == {
        "id": booking.pk,
        "loadId": "L-7",
        "bidId": None,
        "amount": 1850.5,
        "kind": "e2e",
        "bookedAt": f"{NOW:%Y-%m-%dT%H:%M:%SZ}",
        "carrierName": "Blue Mesa",
        "carrierMc": "790123",
        "carrierDot": "2790123",
        "conversationId": None,
    }
    assert [row["loadId"] for row in api.get("/api/v1/bookings", {"loadId": "L-7"}).json()["bookings"]] == [
        "L-7"
    ]
