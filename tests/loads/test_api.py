"""The webhook `POST /api/v1/webhooks/loads/events`: the contract, what is refused, what is kept."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from loads import services
from loads.models import Load, LoadEvent, Stop
from organizations import services as organizations
from organizations.tenancy.actors import system
from tests.factories import NOW
from tests.loads.load_events import FULL

pytestmark = pytest.mark.sampled(60)

URL = "/api/v1/webhooks/loads/events"
STOP = FULL["stops"][0]
PLACE = FULL["origin"]


def post(api, body, **extra):
    """Post a body: bytes as they are, anything else as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return api.post(URL, data, content_type=extra.pop("content_type", "application/json"), **extra)


def fields_of(response):
    """The wrong fields and their codes."""
    return {(error["field"], error["code"]) for error in response.json()["errors"]}


def test_the_path_is_the_contracts():
    assert reverse("api:load-events").removesuffix("/") == URL


@pytest.mark.parametrize("url", [URL, URL + "/"])
def test_an_event_is_taken_in(api, acme, url):
    raw = b' {"id": "L-1",\n "maxRate": 1953.550, "sentBy": {"more": ["than", "we", "read"]}} '
    response = api.post(url, raw, content_type="application/json")
    assert (response.status_code, response.json()) == (200, {"success": True})
    assert response["Content-Type"] == "application/json"
    event = LoadEvent.unscoped.select_related("load").get()
    assert (event.load.external_id, event.organization, bytes(event.raw)) == ("L-1", acme, raw)
    assert event.changes == {"id": [None, "L-1"], "maxRate": [None, "1953.55"]}
    assert event.source.startswith("token:")


def test_the_contracts_fields_are_all_stored(api, acme):
    assert post(api, FULL).status_code == 200
    load = Load.unscoped.get()
    assert load.missing == []
    assert load.special_instructions == "Call ahead.\nNo lumpers."
    assert Stop.unscoped.filter(load=load).count() == 2


def test_an_event_belongs_to_the_tokens_organization(api, client, acme, rival, rival_token):
    assert post(api, {"id": "L-1", "status": "UNASSIGNED"}).status_code == 200
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {rival_token}"
    assert post(client, {"id": "L-1", "status": "COVERED", "organization": acme.pk}).status_code == 200
    rows = Load.unscoped.order_by("organization").values_list("organization__slug", "status")
    assert sorted(rows) == [("acme", "UNASSIGNED"), ("rival", "COVERED")]


@pytest.mark.parametrize(
    "accepted",
    [
        {"id": "x" * 64},
        {"id": "  L-1 "},
        {"id": "L/1 ü 🚚 '; DROP TABLE loads_load --"},
        {"status": "x" * 40},
        {"status": "OUT FOR LUNCH"},
        {"pickupTime": "2026-03-08T02:30:00"},  # skipped by DST
        {"pickupTime": "2026-03-08T02:30"},
        {"pickupTime": "2026-03-08T02:30:00.123456789"},
        {"pickupTime": "1900-01-01T00:00:00", "dropoffTime": "2199-12-31T23:59:59"},
        {"pickupTime": "2026-03-05T08:00:00", "pickupEndTime": "2026-03-04T08:00:00"},
        {"totalDistance": 0, "weight": 0.0004, "customerRate": 999999999.99, "startRate": -0.0},
        {"maxRate": 2000, "customerRate": 1500},
        {"startRate": 2000, "maxRate": 1500},
        {"startRate": 1e3},
        {"stops": []},
        {"stops": [{}]},
        {"stops": [{"type": None, "address": None, "windowStart": None, "windowEnd": None}]},
        {"stops": [{"address": {}}] * 500},
        {"origin": {}},
        {"origin": {"city": "", "state": "Texas", "country": "United States", "zip": "75201-1234"}},
        {"origin": {"timezone": "America/Argentina/Buenos_Aires"}, "destination": {"timezone": "UTC"}},
        {"specialInstructions": "<script>alert(1)</script>\n" * 1000},
        {"customerName": "=HYPERLINK(1)"},
        {"locked": False, "unknown": None, "": 1, "__proto__": {}},
    ],
)
def test_a_valid_event_is_accepted(api, accepted):
    response = post(api, {"id": "L-1"} | accepted)
    assert (response.status_code, response.json()) == (200, {"success": True})


REFUSED = [
    ({"id": None}, "id", "null"),
    ({"id": ""}, "id", "blank"),
    ({"id": " \t "}, "id", "blank"),
    ({"id": "x" * 65}, "id", "max_length"),
    ({"id": 7}, "id", "invalid"),
    ({"id": ["L-1"]}, "id", "invalid"),
    ({"id": "L-\x001"}, "id", "invalid_text"),
    ({"status": ""}, "status", "blank"),
    ({"status": "x" * 41}, "status", "max_length"),
    ({"status": 1}, "status", "invalid"),
    ({"customerName": {"name": "x"}}, "customerName", "invalid"),
    ({"customerName": "x" * 301}, "customerName", "max_length"),
    ({"equipment": True}, "equipment", "invalid"),
    ({"commodity": 1.5}, "commodity", "invalid"),
    ({"pickupTime": "2026-02-30T08:00:00"}, "pickupTime", "invalid"),
    ({"pickupTime": "2026-03-04T24:00:00"}, "pickupTime", "invalid"),
    ({"pickupTime": "2026-03-04T08:00:60"}, "pickupTime", "invalid"),
    ({"pickupTime": "2026-03-04"}, "pickupTime", "invalid"),
    ({"pickupTime": "2026-03-04 08:00:00"}, "pickupTime", "invalid"),
    ({"pickupTime": " 2026-03-04T08:00:00"}, "pickupTime", "invalid"),
    ({"pickupTime": "2026-03-04T08:00:00\n"}, "pickupTime", "invalid"),
    ({"pickupTime": "٢٠٢٦-03-04T08:00:00"}, "pickupTime", "invalid"),
    ({"pickupTime": "0001-01-01T00:00:00"}, "pickupTime", "invalid"),
    ({"pickupTime": "1899-12-31T23:59:59"}, "pickupTime", "invalid"),
    ({"pickupTime": "2200-01-01T00:00:00"}, "pickupTime", "invalid"),
    ({"pickupTime": "9999-12-31T23:59:59"}, "pickupTime", "invalid"),
    ({"pickupTime": 1772611200}, "pickupTime", "invalid"),
    ({"pickupTime": ""}, "pickupTime", "invalid"),
    ({"pickupEndTime": "2026-03-04T08:00:00Z"}, "pickupEndTime", "offset_not_allowed"),
    ({"dropoffTime": "2026-03-04T08:00:00-06:00"}, "dropoffTime", "offset_not_allowed"),
    ({"dropoffEndTime": "2026-03-04T08:00+0530"}, "dropoffEndTime", "offset_not_allowed"),
    ({"maxRate": "1953"}, "maxRate", "invalid"),
    ({"maxRate": True}, "maxRate", "invalid"),
    ({"maxRate": [1]}, "maxRate", "invalid"),
    ({"startRate": -0.01}, "startRate", "min_value"),
    ({"customerRate": -1}, "customerRate", "min_value"),
    ({"weight": -1}, "weight", "min_value"),
    ({"bookNowRate": 1000000000}, "bookNowRate", "max_digits"),
    ({"bookNowRate": 999999999.999}, "bookNowRate", "max_digits"),
    ({"totalDistance": 1e300}, "totalDistance", "max_digits"),
    ({"totalDistance": 2**63 - 1}, "totalDistance", "max_digits"),
    ({"totalDistance": 2**63}, "totalDistance", "invalid_number"),
    ({"locked": 1}, "locked", "invalid"),
    ({"locked": "true"}, "locked", "invalid"),
    ({"teamServiceRequired": 0}, "teamServiceRequired", "invalid"),
    ({"origin": "Chicago"}, "origin", "invalid"),
    ({"origin": []}, "origin", "invalid"),
    ({"destination": 5}, "destination", "invalid"),
    ({"origin": {"city": 5}}, "origin.city", "invalid"),
    ({"origin": {"zip": 75201}}, "origin.zip", "invalid"),
    ({"origin": {"timezone": " "}}, "origin.timezone", "unknown_time_zone"),
    ({"origin": {"timezone": "America"}}, "origin.timezone", "unknown_time_zone"),
    ({"origin": {"timezone": "../../etc/passwd"}}, "origin.timezone", "unknown_time_zone"),
    ({"origin": {"timezone": "/etc/localtime"}}, "origin.timezone", "unknown_time_zone"),
    ({"origin": {"timezone": "america/chicago"}}, "origin.timezone", "unknown_time_zone"),
    ({"origin": {"timezone": "America/Chicago\n"}}, "origin.timezone", "unknown_time_zone"),
    ({"origin": {"timezone": "x" * 5000}}, "origin.timezone", "unknown_time_zone"),
    ({"destination": {"timezone": 5}}, "destination.timezone", "invalid"),
    ({"stops": None, "origin": {"state": "x" * 41}}, "origin.state", "max_length"),
    ({"stops": {}}, "stops", "not_a_list"),
    ({"stops": "Chicago"}, "stops", "not_a_list"),
    ({"stops": [None]}, "stops.0", "null"),
    ({"stops": [[]]}, "stops.0", "invalid"),
    ({"stops": ["Chicago"]}, "stops.0", "invalid"),
    ({"stops": [{}] * 501}, "stops", "max_length"),
    ({"stops": [STOP, STOP | {"type": "delivery"}]}, "stops.1.type", "invalid_choice"),
    ({"stops": [STOP | {"type": "PICKUP"}]}, "stops.0.type", "invalid_choice"),
    ({"stops": [STOP | {"address": "1 Mill Rd"}]}, "stops.0.address", "invalid"),
    (
        {"stops": [STOP | {"address": {"timezone": "Mars/Base"}}]},
        "stops.0.address.timezone",
        "unknown_time_zone",
    ),
    ({"stops": [STOP | {"address": {"street": "a\x00b"}}]}, "stops.0.address.street", "invalid_text"),
    ({"stops": [STOP | {"windowStart": "soon"}]}, "stops.0.windowStart", "invalid"),
    ({"stops": [STOP | {"windowEnd": "2026-03-04T08:00:00Z"}]}, "stops.0.windowEnd", "offset_not_allowed"),
    ({"anything": {"deep": "\ud800"}}, "anything.deep", "invalid_text"),
]


@pytest.mark.parametrize(("wrong", "field", "code"), REFUSED)
def test_an_invalid_event_is_refused_and_kept(api, acme, wrong, field, code):
    body = json.dumps({"id": "L-1"} | wrong).encode()
    response = post(api, body)
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert (field, code) in fields_of(response)
    assert not Load.unscoped.exists()
    event = LoadEvent.unscoped.get()
    assert (event.is_accepted, bytes(event.raw), event.organization) == (False, body, acme)
    assert event.errors == response.json()["errors"]
    assert post(api, {"id": "L-1"}).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b'"L-1"',
        b"{",
        b"\xff\xfe{}",
        b'{"id": "L-1", "id": "L-2"}',
        b'{"id": "L-1", "maxRate": NaN}',
        b'{"id": "L-1", "maxRate": -Infinity}',
        b'{"id": "L-1", "maxRate": 1e400}',
        b'{"id": "L-1", "maxRate": 1' + b"0" * 5000 + b"}",
        b'{"id": "L-1", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"id": "L-1", "x": [' + b"1," * 20_000 + b"1]}",
        b"id=L-1&maxRate=5",
    ],
    ids=lambda body: body[:30].decode("latin-1"),
)
def test_what_is_no_strict_json_is_refused_and_kept(api, body):
    response = post(api, body)
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert not Load.unscoped.exists()
    event = LoadEvent.unscoped.get()
    assert (event.is_accepted, bytes(event.raw), event.load_id) == (False, body, None)
    assert post(api, {"id": "L-1"}).status_code == 200


def test_all_errors_are_told_at_once(api):
    wrong = {"maxRate": "5", "origin": {"city": 5, "timezone": "Mars"}, "stops": [None, {"type": "x"}]}
    assert fields_of(post(api, wrong)) == {
        ("id", "required"),
        ("maxRate", "invalid"),
        ("origin.city", "invalid"),
        ("origin.timezone", "unknown_time_zone"),
        ("stops.0", "null"),
        ("stops.1.type", "invalid_choice"),
    }


def test_a_refused_event_leaves_its_load_alone(api):
    post(api, FULL)
    before = Load.unscoped.values().get()
    assert post(api, FULL | {"status": "COVERED", "maxRate": -1}).status_code == 400
    assert Load.unscoped.values().get() == before
    assert LoadEvent.unscoped.latest("id").load_id == before["id"]


def test_too_large_a_body_is_a_413_and_not_kept(api):
    assert post(api, b'{"id": "' + b"x" * 1_048_576 + b'"}').status_code == 413
    assert not LoadEvent.unscoped.exists()


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "application/xml"]
)
def test_what_is_not_json_is_a_415_and_not_kept(api, content_type):
    assert post(api, {"id": "L-1"}, content_type=content_type).status_code == 415
    assert not LoadEvent.unscoped.exists()


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete"])
def test_only_post_is_answered(api, method):
    response = getattr(api, method)(URL, content_type="application/json")
    assert (response.status_code, response["Allow"]) == (405, "POST")


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer nonsense", "Basic YTpi"])
def test_without_a_token_nothing_is_kept(client, acme, header):
    response = post(client, {"id": "L-1"}, HTTP_AUTHORIZATION=header)
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")
    assert not LoadEvent.unscoped.exists()


@pytest.mark.parametrize("body", [FULL, {"id": ""}])
def test_the_scope_ingest_is_needed(client, acme, body):
    made = organizations.create_token(
        organization=acme, name="reader", scopes=["read", "call"], by=system("tests"), at=NOW
    )
    assert post(client, body, HTTP_AUTHORIZATION=f"Bearer {made.plain}").status_code == 403
    event = LoadEvent.unscoped.get()  # for the owner to see: the body wasn't read
    assert (event.status, event.errors[0]["code"], bytes(event.raw)) == (403, "forbidden", b"")
    assert not event.is_accepted
    assert not Load.unscoped.exists()


def test_of_refused_events_the_newest_alone_are_kept(api, monkeypatch):
    monkeypatch.setattr(services, "MAX_REFUSED", 2)
    for rate in range(-1, -5, -1):
        assert post(api, {"id": "L-1", "maxRate": rate}).status_code == 400
    post(api, {"id": "L-1"})

    kept = LoadEvent.unscoped.order_by("pk")
    assert [(event.is_accepted, event.status) for event in kept] == [(False, 400), (False, 400), (True, None)]
    assert [json.loads(bytes(event.raw)).get("maxRate") for event in kept] == [-3, -4, None]


def test_the_scope_ingest_is_enough(client, acme):
    made = organizations.create_token(
        organization=acme, name="tms", scopes=["ingest"], by=system("tests"), at=NOW
    )
    assert post(client, FULL, HTTP_AUTHORIZATION=f"Bearer {made.plain}").status_code == 200


@pytest.mark.parametrize(
    ("before", "event", "queries"),
    [
        # Each: the token, the load with a lock, the load stored together with the event.
        # The token's last use is written once a minute.
        ([], {"id": "L-1"}, 3),
        ([], FULL, 4),  # its stops
        ([FULL], {"id": " L-1 ", "maxRate": 2}, 3),
        ([FULL], FULL, 4),  # an identical repeat: its stops are looked at, and nothing is stored
        ([FULL], FULL | {"maxRate": 2, "stops": FULL["stops"][:1]}, 6),
        ([FULL], {"id": "L-1", "specialInstructions": "-" * 20_000}, 3),
        ([], {"id": ""}, 4),  # refused: is there such a load, the event, which old ones to forget
        ([], {"id": None}, 3),
    ],
)
def test_an_event_costs_few_queries(api, before, event, queries):
    for earlier in [{"id": "L-0"}, *before]:
        post(api, earlier)
    with CaptureQueriesContext(connection) as captured:
        post(api, event)
    statements = [query["sql"] for query in captured if "SAVEPOINT" not in query["sql"]]  # the test's own
    assert len(statements) == queries, statements
