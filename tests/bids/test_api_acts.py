"""Booking a load, calling carriers about one, and a carrier with all that is known of it, over the API."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.cache import cache
from django.utils import timezone
from redis.exceptions import ConnectionError

from bids.models import Booking, Outreach, OutreachCandidate
from bids.services import booking as services
from carriers.models import Carrier, CarrierContact, CarrierLane, TruckCapacity, Vetting
from loads.models import Load
from organizations import services as organizations
from organizations.api.imports import Raced
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from organizations.tenancy.states import Scope
from tests.factories import (
    NOW,
    BookingFactory,
    CarrierFactory,
    EndedBookingFactory,
    LearnedFactFactory,
    LoadFactory,
    OrganizationFactory,
    OutreachFactory,
)

pytestmark = pytest.mark.sampled(16)

BOOK = "/api/v1/loads/book"
START = "/api/v1/loads/start-outreach"
OUTREACH = "/api/v1/outreach"
CARRIERS = "/api/v1/carriers"


@pytest.fixture
def load(acme):
    return LoadFactory(
        organization=acme,
        external_id="L-1",
        max_rate=2000,
        customer_rate=2600,
        is_outbound_sales_enabled=True,
        pickup_at=timezone.now() + timedelta(days=2),
    )


@pytest.fixture
def carrier(acme):
    return CarrierFactory(organization=acme, name="Blue Mesa", mc_number="790123", dot_number=2790123)


def post(api, url, **body):
    response = api.post(url, body, "application/json")
    return response.status_code, response.json()


def fields_of(told):
    return {error["field"]: error["code"] for error in told["errors"]}


# Booking


@pytest.mark.parametrize("number", ["DOT 2790123", "USDOT #2790123", "MC 790123", "mc-0790123"])
def test_load_is_booked_for_the_carrier_of_the_number(api, load, carrier, number):
    status, told = post(api, BOOK, loadId=" L-1 ", carrier=number, amount=1850.5)

    booking = Booking.unscoped.get()
    assert (status, told["success"]) == (200, True)
    assert told["booking"] == {
        "id": booking.pk,
        "loadId": "L-1",
        "bidId": None,
        "amount": 1850.5,
        "kind": "assisted",
        "bookedAt": told["booking"]["bookedAt"],
        "carrierName": "Blue Mesa",
        "carrierMc": "790123",
        "carrierDot": "2790123",
        "conversationId": None,
    }
    assert (booking.load_id, booking.carrier_id, booking.amount) == (load.pk, carrier.pk, Decimal("1850.50"))
    assert booking.booked_by.startswith("token:")
    assert AuditEntry.unscoped.get(action="load.booked").actor == booking.booked_by


def test_carrier_that_is_new_is_added_once_that_is_meant(api, load):
    status, told = post(api, BOOK, loadId="L-1", carrier="MC 555", amount=1850)
    assert (status, told["code"]) == (409, "needs_confirmation")
    assert "MC 555 is new to you" in told["detail"]
    assert not Carrier.unscoped.exists()

    status, told = post(api, BOOK, loadId="L-1", carrier="MC 555", amount=1850, confirm=True)

    assert (status, told["booking"]["carrierMc"]) == (200, "555")
    assert Carrier.unscoped.get().mc_number == "555"


@pytest.mark.parametrize(
    ("changes", "amount", "words"),
    [
        ({"held_at": NOW}, 1850, "This load is on hold."),
        ({"is_locked": True}, 1850, "Your TMS locked this load."),
        ({"status": "COVERED"}, 1850, "no longer open"),
        ({}, 2001, "$2,001 is over your max buy."),
        ({"customer_rate": 1500}, 1850, "This loses money."),
    ],
)
def test_what_speaks_against_it_wants_a_confirmation(api, load, carrier, changes, amount, words):
    Load.unscoped.filter(pk=load.pk).update(**changes)

    status, told = post(api, BOOK, loadId="L-1", carrier="MC 790123", amount=amount)
    assert (status, told["code"]) == (409, "needs_confirmation")
    assert words in told["detail"]
    assert not Booking.unscoped.exists()
    assert post(api, BOOK, loadId="L-1", carrier="MC 790123", amount=amount, confirm=True)[0] == 200


def test_neither_customer_rate_nor_max_buy_is_told(api, load, carrier):
    Load.unscoped.filter(pk=load.pk).update(customer_rate=Decimal(1777), max_rate=Decimal(1666))

    told = post(api, BOOK, loadId="L-1", carrier="MC 790123", amount=2000)[1]

    assert told["detail"] == "$2,000 is over your max buy. This loses money."


def test_max_buy_cannot_be_found_by_trying(api, load, carrier):
    def tried(amount):
        return post(api, BOOK, loadId="L-1", carrier="MC 790123", amount=amount)

    first = [tried(2500) for _ in range(2)]
    others = [tried(amount) for amount in (2001, 2000, 1850, 500, 2601)]

    assert [told["detail"] for _, told in first] == ["$2,500 is over your max buy."] * 2
    assert {(status, told["code"]) for status, told in others} == {(409, "needs_confirmation")}
    assert len({told["detail"] for _, told in others}) == 1
    assert not Booking.unscoped.exists()
    assert tried(2500)[1]["detail"] == first[0][1]["detail"]
    assert post(api, BOOK, loadId="L-1", carrier="MC 790123", amount=1850, confirm=True)[0] == 200


def test_another_loads_amounts_are_its_own(api, load, carrier):
    LoadFactory(organization=load.organization, external_id="L-2", max_rate=2000, customer_rate=2600)
    assert post(api, BOOK, loadId="L-1", carrier="MC 790123", amount=2500)[0] == 409

    assert post(api, BOOK, loadId="L-2", carrier="MC 790123", amount=1850)[0] == 200


def test_no_amount_is_checked_while_nobody_counts_the_tries(api, load, carrier, monkeypatch):
    def away(*args, **kwargs):
        raise ConnectionError

    monkeypatch.setattr(cache, "add", away)

    told = [post(api, BOOK, loadId="L-1", carrier="MC 790123", amount=amount)[1] for amount in (1850, 2500)]

    assert told[0]["code"] == "needs_confirmation"
    assert told[0]["detail"] == told[1]["detail"]


def test_booked_load_is_booked_again_only_when_that_is_meant(api, load, carrier):
    BookingFactory(organization=load.organization, load=load)

    assert post(api, BOOK, loadId="L-1", carrier="MC 790123", amount=1850)[1]["code"] == "needs_confirmation"
    assert post(api, BOOK, loadId="L-1", carrier="MC 790123", amount=1850, confirm=True)[0] == 200
    assert Booking.unscoped.count() == 2


def test_blocked_carrier_is_never_booked(api, load, carrier):
    Carrier.unscoped.update(is_blocked=True)

    told = post(api, BOOK, loadId="L-1", carrier="MC 790123", amount=1850, confirm=True)[1]

    assert told["code"] == "carrier_blocked"


@pytest.mark.parametrize("what", ["load", "carrier"])
def test_change_while_it_is_booked_is_told(api, load, carrier, monkeypatch, what):
    def change(**told):
        if what == "carrier":
            raise Raced
        Load.unscoped.filter(pk=load.pk).update(held_at=NOW)
        return book(**told)

    book = services.book_load
    monkeypatch.setattr(services, "book_load", change)

    status, told = post(api, BOOK, loadId="L-1", carrier="MC 790123", amount=1850)

    assert (status, told["code"]) == (409, "load_changed")
    assert not Booking.unscoped.exists()


def test_wrong_fields_are_told_at_once(api, load):
    status, told = post(api, BOOK, loadId="", carrier="790123", amount="1850")

    assert status == 400
    assert fields_of(told) == {"loadId": "blank", "carrier": "invalid", "amount": "invalid"}


@pytest.mark.parametrize(
    ("url", "body"),
    [(BOOK, {"loadId": "L-1", "carrier": "MC 790123", "amount": 1850}), (START, {"loadId": "L-1"})],
)
def test_act_takes_the_scope_for_calls_and_a_load_that_is_there(api, client, acme, load, carrier, url, body):
    LoadFactory(organization=OrganizationFactory(), external_id="theirs")
    assert post(api, url, **body | {"loadId": "theirs"})[0] == 404
    reader = organizations.create_token(
        organization=acme, name="BI", scopes=[Scope.READ, Scope.INGEST], by=system("tests"), at=NOW
    )
    headers = {"Authorization": f"Bearer {reader.plain}"}

    assert client.post(url, body, "application/json", headers=headers).status_code == 403
    assert not Booking.unscoped.exists()
    assert not Outreach.unscoped.exists()


# Outreach


def turn(outreach, rank, **columns):
    carrier = columns.pop("carrier", None) or CarrierFactory(organization=outreach.organization)
    return OutreachCandidate.unscoped.create(
        organization=outreach.organization,
        outreach=outreach,
        carrier=carrier,
        rank=rank,
        phone=f"+1312555010{rank}",
        status_changed_at=NOW,
        **columns,
    )


def test_outreach_is_started_read_and_stopped(api, load):
    status, told = post(api, START, loadId="L-1")

    row = Outreach.unscoped.get()
    assert (status, told["success"]) == (200, True)
    assert told["outreach"]["loadId"] == "L-1"
    assert (told["outreach"]["id"], told["outreach"]["status"]) == (row.pk, "RUNNING")
    assert row.started_by.startswith("token:")
    assert AuditEntry.unscoped.get(action="outreach.started").actor == row.started_by
    assert post(api, START, loadId="L-1")[1]["code"] == "outreach_not_possible"

    for _ in range(2):  # one that has ended stays as it is
        status, told = post(api, f"{OUTREACH}/{row.pk}/stop")
        assert (status, told["outreach"]["status"]) == (200, "STOPPED")
        assert told["outreach"]["stopReason"] == "by_user"
    assert AuditEntry.unscoped.filter(action="outreach.stopped").count() == 1


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"is_outbound_sales_enabled": False}, "hasn’t turned on outbound"),
        ({"held_at": NOW}, "put on hold"),
        ({"status": "DELIVERED"}, "covered elsewhere"),
        ({"pickup_at": NOW}, "Too close to pickup"),
    ],
)
def test_outreach_that_can_not_begin_is_a_conflict(api, load, changes, words):
    Load.unscoped.filter(pk=load.pk).update(**changes)

    status, told = post(api, START, loadId="L-1")

    assert (status, told["code"]) == (409, "outreach_not_possible")
    assert words in told["detail"]
    assert not Outreach.unscoped.exists()


def test_outreach_is_listed_with_its_progress(api, acme, load, django_assert_num_queries):
    first = OutreachFactory(organization=acme, load=load, status="EXHAUSTED", ended_at=NOW)
    second = OutreachFactory(organization=acme)
    OutreachFactory(organization=OrganizationFactory())
    turn(first, 1, status="DONE", called_at=NOW, ask=1900, agreed_at=NOW)
    turn(first, 2, status="DONE", called_at=NOW, ask=1850)
    turn(first, 3, status="SKIPPED")
    turn(second, 1)
    turn(second, 2, status="CALLING", called_at=NOW)
    api.get(OUTREACH)

    with django_assert_num_queries(2):  # outreaches with their loads, progress
        told = api.get(OUTREACH).json()

    assert [each["id"] for each in told["outreaches"]] == [second.pk, first.pk]
    assert told["pagination"] == {"limit": 100, "nextCursor": None}
    assert told["outreaches"][1] == {
        "id": first.pk,
        "loadId": "L-1",
        "status": "EXHAUSTED",
        "stopReason": None,
        "startedAt": "2026-03-02T15:00:00Z",
        "deadline": "2026-03-03T15:00:00Z",
        "holdUntil": None,
        "endedAt": "2026-03-02T15:00:00Z",
        "progress": {
            "carriers": 3,
            "waiting": 0,
            "calling": 0,
            "called": 2,
            "skipped": 1,
            "agreed": 1,
            "lowestAsk": 1850,
        },
    }
    assert told["outreaches"][0]["progress"] == {
        "carriers": 2,
        "waiting": 1,
        "calling": 1,
        "called": 1,
        "skipped": 0,
        "agreed": 0,
        "lowestAsk": None,
    }


def test_outreach_is_narrowed_and_paged(api, acme, load):
    rows = [OutreachFactory(organization=acme, load=load, status="STOPPED", stop_reason="by_user")]
    rows += [OutreachFactory(organization=acme, load=load), OutreachFactory(organization=acme)]

    def ids(**parameters):
        return [each["id"] for each in api.get(OUTREACH, parameters).json()["outreaches"]]

    assert ids(loadId=" L-1 ") == [rows[1].pk, rows[0].pk]
    assert ids(loadId="L-1", status="STOPPED") == [rows[0].pk]
    assert ids(loadId="", status="", limit="") == [row.pk for row in reversed(rows)]
    page = api.get(OUTREACH, {"limit": 2}).json()
    assert ids(limit=2, cursor=page["pagination"]["nextCursor"]) == [rows[0].pk]
    wrong = api.get(OUTREACH, {"status": "running", "limit": 0, "cursor": "!"}).json()
    assert fields_of(wrong) == {"status": "invalid_choice", "limit": "min_value", "cursor": "invalid"}


def test_one_outreach_tells_each_carrier_s_turn(api, acme, load, carrier, django_assert_num_queries):
    row = OutreachFactory(organization=acme, load=load)
    reasons = [{"code": "preferred", "words": "Preferred"}]
    turn(row, 1, carrier=carrier, reasons=reasons, status="DONE", outcome="bid", called_at=NOW, ask=1900)
    for rank in range(2, 6):
        turn(row, rank, status="SKIPPED", outcome="called_lately", detail="Called recently.")
    api.get(f"{OUTREACH}/{row.pk}")

    with django_assert_num_queries(3):  # outreach, progress, carriers
        told = api.get(f"{OUTREACH}/{row.pk}").json()["outreach"]

    assert told["progress"]["carriers"] == len(told["carriers"]) == 5
    assert told["carriers"][0] == {
        "rank": 1,
        "carrierId": carrier.pk,
        "carrierName": "Blue Mesa",
        "carrierMc": "790123",
        "carrierDot": "2790123",
        "phone": "+13125550101",
        "reasons": [{"code": "preferred", "detail": "Preferred"}],
        "status": "DONE",
        "outcome": "bid",
        "detail": None,
        "ask": 1900,
        "bidId": None,
        "conversationId": None,
        "notBefore": None,
        "calledAt": "2026-03-02T15:00:00Z",
        "agreedAt": None,
        "finishedAt": None,
    }
    assert (told["carriers"][4]["outcome"], told["carriers"][4]["detail"]) == (
        "called_lately",
        "Called recently.",
    )


@pytest.mark.parametrize("number", ["0", "x", "9" * 18, "9" * 30, "-1", "1.0", "١"])
def test_number_of_no_outreach_and_of_no_carrier_is_not_found(api, number):
    assert api.get(f"{OUTREACH}/{number}").status_code == 404
    assert api.get(f"{CARRIERS}/{number}").status_code == 404
    assert post(api, f"{OUTREACH}/{number}/stop")[0] == 404


# A carrier


def test_carrier_is_told_with_all_that_is_known(api, acme, carrier, django_assert_num_queries):
    Carrier.unscoped.update(notes="Pays drivers late", block_reason="Old", phone="+18065550123", drivers=14)
    reason = {"code": "cargo_low", "severity": "partial_pass", "words": "Cargo insurance is $75,000."}
    fact = {"value": "75000.00", "source": "registry", "foundAt": "2026-03-01T06:00:00.5+00:00"}
    Vetting.unscoped.create(
        organization=acme,
        carrier=carrier,
        rules_version=1,
        trigger="facts",
        vetted_at=NOW,
        confirmed_at=NOW,
        assessment="partial_pass",
        reasons=[reason],
        facts={"cargo_insurance": fact, "is_out_of_service": fact | {"value": False}},
    )
    CarrierContact.unscoped.create(
        organization=acme, carrier=carrier, name="Dana", phone="+13125550123", created_at=NOW
    )
    LearnedFactFactory(organization=acme, carrier=carrier, words="Dry vans")
    LearnedFactFactory(
        organization=acme, carrier=carrier, value="reefer", removed_at=NOW, removed_by="user:1"
    )
    EndedBookingFactory(organization=acme, carrier=carrier, ended_at=timezone.now())
    TruckCapacity.unscoped.create(
        organization=acme, carrier=carrier, city="Dallas", day=NOW.date(), expires_on=NOW.date(), noted_at=NOW
    )
    api.get(f"{CARRIERS}/{carrier.pk}")

    with django_assert_num_queries(10):
        response = api.get(f"{CARRIERS}/{carrier.pk}")

    told = response.json()["carrier"]
    assert (told["id"], told["mcNumber"], told["dotNumber"], told["drivers"]) == (
        carrier.pk,
        "790123",
        2790123,
        14,
    )
    assert told["vetting"]["reasons"] == [
        {"code": "cargo_low", "severity": "partial_pass", "detail": "Cargo insurance is $75,000."}
    ]
    assert told["vetting"]["facts"] == [
        {
            "name": "cargoInsurance",
            "value": "75000.00",
            "source": "registry",
            "foundAt": "2026-03-01T06:00:00Z",
        },
        {"name": "isOutOfService", "value": False, "source": "registry", "foundAt": "2026-03-01T06:00:00Z"},
    ]
    assert told["contacts"] == [
        {"name": "Dana", "title": None, "phone": "+13125550123", "email": None, "verified": True}
    ]
    assert [(each["kind"], each["value"], each["words"]) for each in told["facts"][:1]] == [
        ("equipment", "Van", "Dry vans")
    ]
    assert told["facts"][1]["label"] == "Fell off"
    assert told["trackRecord"] == {"delivered": 0, "fellOff": 1, "checkCalls": 0, "late": 0}
    assert (told["trucks"][0]["city"], told["trucks"][0]["day"]) == ("Dallas", "2026-03-02")
    assert "Pays drivers late" not in response.text
    assert "Old" not in response.text


def test_lanes_are_told_most_bids_first_with_exact_rates(api, acme, carrier):
    for number, origin in ((1, "Waco, TX"), (3, "Dallas, TX")):
        CarrierLane.unscoped.create(
            organization=acme,
            carrier=carrier.pk,
            origin=origin,
            destination="Atlanta, GA",
            bids=number,
            amount_sum=Decimal("1850.50") * number,
            amount_count=number,
            bookings=0,
            delivered=0,
            equipment="van",
        )

    told = api.get(f"{CARRIERS}/{carrier.pk}").json()["carrier"]

    assert told["totalLanes"] == 2
    assert [(lane["origin"], lane["totalBids"], lane["avgRate"]) for lane in told["lanes"]] == [
        ("Dallas, TX", 3, "1850.50"),
        ("Waco, TX", 1, "1850.50"),
    ]


def test_carrier_of_which_nothing_is_known_has_every_field(api, acme, rival):
    bare = Carrier.unscoped.create(organization=acme, dot_number=1)
    theirs = CarrierFactory(organization=rival)

    told = api.get(f"{CARRIERS}/{bare.pk}").json()["carrier"]

    assert (told["name"], told["vetting"], told["lanes"], told["facts"], told["trucks"]) == (
        None,
        None,
        [],
        [],
        [],
    )
    assert api.get(f"{CARRIERS}/{theirs.pk}").status_code == 404
