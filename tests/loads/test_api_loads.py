"""`GET /api/v1/loads`: the load event's names, what stays inside, filters, pages that nothing moves."""

from datetime import datetime
from decimal import Decimal

import pytest

from loads.models import Load, Stop
from organizations import services as organizations
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from organizations.tenancy.states import Scope
from tests import rates
from tests.factories import NOW, LoadFactory, OrganizationFactory

URL = "/api/v1/loads"


def get(api, expected=200, **parameters):
    response = api.get(URL, parameters)
    assert response.status_code == expected, response.content
    return response.json()


def ids(body):
    return [record["id"] for record in body["loads"]]


def test_record_has_the_load_events_names(api, acme):
    load = LoadFactory(
        organization=acme,
        external_id="LD-1",
        status="UNASSIGNED",
        origin_city="Dallas",
        origin_state="TX",
        origin_zip="75202",
        pickup_time=datetime(2026, 3, 4, 8),
        start_rate=Decimal("1500.50"),
        max_rate=Decimal(1953),
        customer_rate=Decimal(2719),
        created_at=NOW,
        updated_at=NOW,
    )
    Stop.unscoped.create(organization=acme, load=load, position=1, type="dropoff", city="Atlanta", state="GA")
    Stop.unscoped.create(
        organization=acme, load=load, position=0, type="pickup", window_start=datetime(2026, 3, 4, 8)
    )

    [record] = get(api)["loads"]

    assert record["id"] == "LD-1"
    assert record["origin"] == {
        "city": "Dallas",
        "state": "TX",
        "zip": "75202",
        "country": load.origin_country or None,
        "timezone": load.origin_timezone or None,
    }
    assert (record["pickupTime"], record["startRate"]) == ("2026-03-04T08:00:00", 1500.5)
    assert [stop["type"] for stop in record["stops"]] == ["pickup", "dropoff"]
    assert record["stops"][1]["address"]["city"] == "Atlanta"
    assert record["onHold"] is False
    assert {"customerRate", "maxRate"} & record.keys() == set()
    assert not rates.names(str(record), 1953)
    assert not rates.names(str(record), 2719)


def test_sent_event_is_read_back(api):
    event = {
        "id": "LD-2",
        "status": "OPPORTUNITY",
        "equipment": "53' Dry Van",
        "weight": 42000,
        "bookNowRate": 1525,
        "locked": True,
        "dropoffTime": "2026-03-05T08:00:00",
        "commodity": "Flour",
    }
    api.post("/api/v1/webhooks/loads/events", event, "application/json")

    [record] = get(api, loadId=" LD-2 ")["loads"]

    assert {name: record[name] for name in event} == event


def test_filters(api, acme):
    for name, status in (("a", "UNASSIGNED"), ("b", "COVERED"), ("c", "MINE")):
        LoadFactory(organization=acme, external_id=name, status=status)
    LoadFactory(organization=OrganizationFactory(), external_id="theirs")

    assert ids(get(api)) == ["c", "b", "a"]
    assert ids(get(api, status="COVERED")) == ["b"]
    assert ids(get(api, status="MINE", loadId="b")) == []
    assert ids(get(api, loadId="theirs")) == []


def test_pages_stay_while_loads_arrive(api, acme):
    for number in range(5):
        LoadFactory(organization=acme, external_id=f"L-{number}")
    first = get(api, limit=2)
    LoadFactory(organization=acme, external_id="L-new")

    second = get(api, limit=2, cursor=first["pagination"]["nextCursor"])
    third = get(api, limit=2, cursor=second["pagination"]["nextCursor"])

    assert [ids(each) for each in (first, second, third)] == [["L-4", "L-3"], ["L-2", "L-1"], ["L-0"]]
    assert third["pagination"] == {"limit": 2, "nextCursor": None}


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({"cursor": "!"}, "cursor"),
        ({"cursor": "Z" * 12}, "cursor"),
        ({"cursor": "z" * 13}, "cursor"),
        ({"limit": "0"}, "limit"),
        ({"limit": "501"}, "limit"),
        ({"limit": "x"}, "limit"),
        ({"loadId": "x" * 501}, "loadId"),
    ],
)
def test_wrong_parameter_is_told_by_its_name(api, parameters, field):
    assert [error["field"] for error in get(api, 400, **parameters)["errors"]] == [field]


def test_largest_cursor_is_fine(api):
    assert get(api, cursor="z" * 12)["loads"] == []


def test_list_costs_the_same_however_long_it_is(api, acme, django_assert_num_queries):
    for number in range(5):
        load = LoadFactory(organization=acme, external_id=f"L-{number}")
        Stop.unscoped.create(organization=acme, load=load, position=0, type="pickup")
    get(api)

    with django_assert_num_queries(2):  # loads, stops
        get(api)


def test_load_on_hold_says_so(api, acme):
    LoadFactory(organization=acme)
    Load.unscoped.update(held_at=NOW)

    assert get(api)["loads"][0]["onHold"] is True


# A hold


def post(api, what, **body):
    response = api.post(f"{URL}/{what}", body, "application/json")
    return response.status_code, response.json()


def test_load_is_put_on_hold_and_released(api, acme):
    load = LoadFactory(
        organization=acme, external_id="L-1", max_rate=Decimal(1953), customer_rate=Decimal(2719)
    )

    status, told = post(api, "hold", loadId=" L-1 ", reason="New pickup date")
    assert (status, told["success"]) == (200, True)
    assert told["load"] == get(api)["loads"][0]
    assert told["load"]["onHold"] is True
    assert {"customerRate", "maxRate"} & told["load"].keys() == set()
    held = Load.unscoped.get(pk=load.pk)
    assert (held.is_held, held.held_by, held.hold_reason) == (True, None, "New pickup date")

    assert post(api, "hold", loadId="L-1", reason="Mine")[0] == 200
    assert Load.unscoped.get(pk=load.pk).hold_reason == "New pickup date"
    for _ in range(2):
        status, told = post(api, "release", loadId="L-1")
        assert (status, told["load"]["onHold"]) == (200, False)
    entries = AuditEntry.unscoped.filter(action__in=("load.held", "load.released")).order_by("pk")
    assert [(each.action, each.actor.split(":")[0]) for each in entries] == [
        ("load.held", "token"),
        ("load.released", "token"),
    ]


@pytest.mark.parametrize("what", ["hold", "release"])
def test_hold_takes_the_scope_for_calls_and_a_load_that_is_there(api, client, acme, what):
    LoadFactory(organization=OrganizationFactory(), external_id="theirs")
    LoadFactory(organization=acme, external_id="L-1")
    assert post(api, what, loadId="theirs")[0] == 404
    reader = organizations.create_token(
        organization=acme, name="BI", scopes=[Scope.READ, Scope.INGEST], by=system("tests"), at=NOW
    )
    headers = {"Authorization": f"Bearer {reader.plain}"}

    response = client.post(f"{URL}/{what}", {"loadId": "L-1"}, "application/json", headers=headers)

    assert response.status_code == 403
    assert not Load.unscoped.exclude(held_at=None).exists()
