"""One test for each thing that the contract leaves open and Loadline has decided, seen from outside.

Where a matter has deep tests of its own, one check stands here for it. Analytics and events get their rows with their
endpoints.
"""

import hashlib
import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import timezone

from calls.models import Call, Conversation, ConversationLoad
from calls.states import CallStatus, Tag
from carriers.states import ConnectionStatus, RulesAssessment
from loads.models import Load, LoadEvent
from organizations import services as organizations
from organizations import unavailable
from organizations.equipment import Equipment
from organizations.models import ApiToken
from organizations.places.gazetteer import find_place
from organizations.tenancy.actors import system
from tests.api.desk import (
    BIDS,
    CALLS,
    CARRIERS,
    CHECK,
    CUSTOM,
    EVENTS,
    GETS,
    GOOD,
    LISTS,
    PHONE,
    POSTS,
    ask,
    errors,
    post,
    problem,
)
from tests.factories import NOW, BidFactory, CallFactory, CarrierFactory, ConversationFactory, LoadFactory

pytestmark = pytest.mark.sampled(16)

ALL = [*GETS, *POSTS]
BY = {"by": system("tests"), "at": NOW}
OPENINGS = {CALLS: "calls", BIDS: "salesBids"}


def bearer(plain):
    return {"Authorization": f"Bearer {plain}"}


def send(api, *events):
    """Send events of the load L-1; returns it."""
    for event in events:
        assert post(api, EVENTS, {"id": "L-1"} | event).status_code == 200
    return Load.unscoped.get(external_id="L-1")


def page_of(client, broker, load):
    """The text of the load's page in the dashboard."""
    client.force_login(broker)
    return client.get(reverse("loads:page", args=[load.pk])).text.replace("\xa0", " ")


def call_of(organization, **values):
    return CallFactory(organization=organization, **values)


# General


def test_json_names_and_fields_that_are_always_present(api, acme):
    call_of(acme)
    BidFactory(organization=acme, conversation=None, mc_number="")

    call, bid = ask(api, CALLS).json()["calls"][0], ask(api, BIDS).json()["salesBids"][0]
    assert (call["loadIds"], call["carrierHwRulesAssessment"], call["summary"]) == ([], None, None)
    assert (bid["carrierMc"], bid["callSummary"]) == (None, None)


def test_unknown_request_fields_are_ignored_and_kept_in_the_raw_body(api, desk):
    for url in POSTS:
        assert ask(api, url, colour="red", nested={"more": [1, None]}).status_code == 200
    assert b'"colour": "red"' in bytes(LoadEvent.unscoped.get().raw)
    about_loads = Conversation.unscoped.filter(load_links__isnull=False)
    assert [talk.input_data["colour"] for talk in about_loads] == ["red", "red"]


@pytest.mark.parametrize("url", LISTS)
def test_unknown_query_parameters_are_ignored(api, acme, url):
    assert ask(api, url, colour="red", fromDate="x", page="-1").status_code == 200


@pytest.mark.parametrize("url", ALL)
def test_success_is_200(api, desk, url):
    assert ask(api, url).status_code == 200


def test_error_body_is_a_problem_with_all_errors_at_once(api, desk):
    body = {"loadNumber": "", "toPhone": "x", "loadStops": [{"windowStart": "noon"}]}
    answer = post(api, CHECK, body, **{"X-Request-Id": "mine"})

    found = problem(answer, 400)
    assert found.keys() == {"type", "title", "status", "detail", "requestId", "errors"}
    assert (found["status"], found["requestId"]) == (400, "mine")
    assert {error["field"] for error in found["errors"]} == {
        "loadNumber",
        "toPhone",
        "loadStops.0.windowStart",
    }
    assert all(error.keys() == {"field", "code", "detail"} for error in found["errors"])
    assert ask(api, CALLS, limit=1)["X-Request-Id"]


def test_statuses(api, client, acme, desk, monkeypatch):
    assert errors(ask(api, CUSTOM, toPhone="+19005550123")) == {("toPhone", "destination_not_allowed")}
    assert client.get(CALLS, headers={"Authorization": "Bearer x"})["WWW-Authenticate"] == "Bearer"
    reader = organizations.create_token(organization=acme, name="reader", scopes=["read"], **BY).plain
    problem(post(client, EVENTS, GOOD[EVENTS], **bearer(reader)), 403)
    problem(api.get("/api/v1/nothing"), 404)
    problem(api.delete(CALLS), 405)
    problem(post(api, EVENTS, b"x" * 1_048_577), 413)
    problem(post(api, EVENTS, GOOD[EVENTS], content_type="text/plain"), 415)
    desk.is_active = False
    desk.save()
    problem(ask(api, CUSTOM), 409)
    organizations.suspend_organization(organization=acme, **BY)
    problem(ask(api, CALLS), 403)
    monkeypatch.setattr(unavailable, "_away_until", float("inf"))
    away = ask(api, CALLS)
    problem(away, 503)
    assert away["Retry-After"]


def test_trailing_slash_answers_the_same(api, desk):
    for url in LISTS:
        assert api.get(f"{url}/", {"startTime": "2026-03-02", "endTime": "2026-03-02"}).status_code == 200
    for url in POSTS:
        assert post(api, f"{url}/", GOOD[url]).status_code == 200


def test_token(client, acme):
    made = organizations.create_token(organization=acme, name="TMS", **BY)

    assert re.fullmatch(r"ll_\w+_\w+", made.plain)
    assert bytes(made.token.digest) == hashlib.sha256(made.plain.encode()).digest()
    assert made.token.scopes == ["read", "ingest", "call"]
    successor = organizations.rotate_token(token=made.token, by=system("tests"), at=timezone.now())
    for plain in (made.plain, successor.plain):
        assert (
            client.get(
                CALLS, {"startTime": "2026-03-02", "endTime": "2026-03-02"}, headers=bearer(plain)
            ).status_code
            == 200
        )
    used = ApiToken.unscoped.get(pk=made.token.pk).last_used_at
    assert (used.second, used.microsecond) == (0, 0)
    organizations.revoke_token(token=made.token, **BY)
    problem(client.get(CALLS, headers=bearer(made.plain)), 401)


def test_rate_limit(api, acme):
    acme.requests_per_minute = 1
    acme.save()

    assert ask(api, CALLS)["RateLimit-Limit"] == "1"
    refused = ask(api, BIDS)
    problem(refused, 429)
    assert {
        "Retry-After",
        "RateLimit-Limit",
        "RateLimit-Remaining",
        "RateLimit-Reset",
    } <= refused.headers.keys()


@pytest.mark.parametrize("url", POSTS)
def test_idempotency(api, desk, url):
    key = {"Idempotency-Key": "k" * 255}
    refused = post(api, url, {}, **key)
    first, again = post(api, url, GOOD[url], **key), post(api, url, GOOD[url], **key)

    assert [answer.status_code for answer in (refused, first, again)] == [400, 200, 200]
    assert (again.content, again["Idempotency-Replayed"]) == (first.content, "true")
    problem(post(api, url, GOOD[url] | {"more": 1}, **key), 422)


def test_scoping(client, acme, desk, rival_token):
    call_of(acme, conversation__mc_number="123456")
    BidFactory(organization=acme, mc_number="123456")
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {rival_token}"

    for url in LISTS:
        assert ask(client, url, mcNumber="123456").json()["pagination"]["total"] == 0
    problem(ask(client, CUSTOM), 404)


# Load events


def test_required_is_the_id_alone(client, api, acme, broker):
    load = send(api, {"maxRate": 1900, "commodity": "Flour"}, {"commodity": None})

    assert (load.max_rate, load.commodity) == (Decimal(1900), "")
    missing = re.search(r"Missing: ([^.<]+)", page_of(client, broker, load))[1]
    for word in (
        "pickup",
        "delivery",
        "origin",
        "destination",
        "status",
        "customer rate",
        "target or book-it-now rate",
    ):
        assert word in missing
    assert "max buy" not in missing
    assert not load.is_open
    assert errors(post(api, EVENTS, {"id": "x" * 65})) == {("id", "max_length")}


def test_same_id_again(api, acme):
    post(api, EVENTS, {"id": "L-1", "maxRate": -1})
    load = send(api, {"maxRate": 1}, {"maxRate": 2}, {"maxRate": 2})

    assert load.max_rate == 2
    events = LoadEvent.unscoped.order_by("pk").values_list("is_accepted", "changes")
    assert [changes for is_accepted, changes in events if is_accepted][1:] == [
        {"maxRate": ["1.00", "2.00"]},
        {},
    ]
    assert [is_accepted for is_accepted, _ in events] == [False, True, True, True]


def test_status(api, acme):
    for status in ("DELIVERED", "UNASSIGNED", "OPPORTUNITY", "Out for lunch", "TENDERED"):
        load = send(api, {"status": status})
        assert (load.status, load.is_open) == (status, status in ("UNASSIGNED", "OPPORTUNITY"))
    assert not send(api, {"status": "UNASSIGNED", "locked": True}).is_open
    for status, kept in (
        ("unassigned", "UNASSIGNED"),
        ("In_Transit", "IN_TRANSIT"),
        ("At lunch", "At lunch"),
    ):
        assert send(api, {"status": status}).status == kept


def test_datetimes(api, acme):
    derived = send(api, {"origin": {"city": "El Paso", "state": "TX"}})
    assert derived.origin_timezone == "America/Denver"
    assert send(api, {"origin": {"timezone": ""}}).origin_timezone == "America/Denver"
    zone = {"origin": {"timezone": "America/Chicago"}}
    skipped = send(api, zone | {"pickupTime": "2026-03-08T02:30:00"})
    twice = send(api, {"pickupTime": "2026-11-01T01:30:00"})

    assert (skipped.pickup_time, skipped.pickup_at) == (
        datetime(2026, 3, 8, 2, 30),
        datetime(2026, 3, 8, 8, 30, tzinfo=UTC),
    )
    assert twice.pickup_at == datetime(2026, 11, 1, 6, 30, tzinfo=UTC)
    assert errors(post(api, EVENTS, {"id": "L-1", "pickupTime": "2026-03-08T02:30:00Z"})) == {
        ("pickupTime", "offset_not_allowed")
    }
    assert errors(post(api, EVENTS, {"id": "L-1", "origin": {"timezone": "CST6"}})) == {
        ("origin.timezone", "unknown_time_zone")
    }


def test_stops(client, api, acme, broker):
    dallas, memphis, atlanta = (
        {"type": "dropoff", "address": {"city": city, "state": state}}
        for city, state in (("Dallas", "TX"), ("Memphis", "TN"), ("Atlanta", "GA"))
    )
    ends = {"origin": dallas["address"], "destination": atlanta["address"]}
    for stops in ([memphis], [dallas | {"type": "pickup"}, memphis, atlanta]):
        text = page_of(client, broker, send(api, ends | {"stops": stops}))
        timeline = text[text.index('<ol class="timeline">') : text.index("</ol>")]
        assert timeline.count('class="what"') == 3


def test_units(client, api, acme, broker):
    for wrong in (b"-1", b"NaN", b"Infinity", b"1000000000"):
        assert post(api, EVENTS, b'{"id": "L-1", "weight": %b}' % wrong).status_code == 400
    load = send(api, {"maxRate": 2000, "customerRate": 1500, "startRate": 2100, "weight": 999_999_999})

    assert load.has_crossed_rates
    text = page_of(client, broker, load)
    assert "Target is above max buy" in text
    assert "-$" in text.replace("−", "-")


@pytest.mark.parametrize(
    ("given", "found"),
    [("53' Dry Van", "van"), ("VAN", "van"), ("V", "van"), ("DRV", "van"), ("UFO", "other")],
)
def test_equipment(api, acme, given, found):
    load = send(api, {"equipment": given})

    assert (load.equipment, load.equipment_type) == (given, found)
    assert len(Equipment.values) == 14


def test_meaning_of_rates_is_kept_from_the_api(api, acme):
    load = LoadFactory(organization=acme, max_rate=Decimal("7771.5"), customer_rate=Decimal("8881.5"))
    call = call_of(acme)
    ConversationLoad.unscoped.create(organization=acme, conversation=call.conversation, load=load)
    BidFactory(organization=acme, load=load)

    for url in LISTS:
        assert not re.search(rb"7771|8881", ask(api, url).content)


def test_flags(api, acme):
    flags = {
        "locked": "is_locked",
        "outboundCarrierSalesEnabled": "is_outbound_sales_enabled",
        "routingGuideEnabled": "is_routing_guide_enabled",
        "isVisibleToExternalCarriers": "is_visible_to_external_carriers",
        "teamServiceRequired": "is_team_required",
    }
    for name, attribute in flags.items():
        assert getattr(send(api, {name: True}), attribute)
        assert not getattr(send(api, {name: None}), attribute)


# Calls and bids


@pytest.mark.parametrize("url", LISTS)
def test_window(api, acme, url):
    call_of(acme, conversation__created_at=NOW)
    BidFactory(organization=acme, conversation=None, discussed_at=NOW, created_at=NOW + timedelta(days=9))

    def total(start, end):
        return ask(api, url, startTime=start, endTime=end).json()["pagination"]["total"]

    assert total("2026-03-02", "2026-03-02") == 1
    assert total("2026-03-02T09:00:00-06:00", "2026-03-02T15:00:00.001") == 1
    assert total("2026-03-02T14:00:00", "2026-03-02T15:00:00Z") == 0
    assert errors(ask(api, url, startTime="2026-03-03")) == {("endTime", "end_before_start")}


@pytest.mark.parametrize("url", LISTS)
def test_order(api, acme, url):
    for hour in (1, 3, 2, 3):
        moment = NOW + timedelta(hours=hour)
        talk = call_of(acme, conversation__created_at=moment).conversation
        BidFactory(organization=acme, conversation=talk, discussed_at=moment)

    name = {CALLS: "createdAt", BIDS: "callDateTime"}[url]
    pages = [ask(api, url, limit=1, offset=offset).json()[OPENINGS[url]][0] for offset in range(4)]
    keys = [(record[name], record["id"]) for record in pages]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == 4


@pytest.mark.parametrize("url", LISTS)
def test_total_is_exact(api, acme, url):
    for _ in range(3):
        BidFactory(organization=acme, conversation=call_of(acme).conversation)

    assert ask(api, url, limit=1, offset=2).json()["pagination"] == {"limit": 1, "offset": 2, "total": 3}


@pytest.mark.parametrize("url", LISTS)
def test_load_id_filter(api, acme, url):
    load = LoadFactory(organization=acme, external_id="L-1")
    talk = call_of(acme).conversation
    ConversationLoad.unscoped.create(organization=acme, conversation=talk, load=load)
    BidFactory(organization=acme, conversation=talk, load=load)

    totals = [
        ask(api, url, loadId=given).json()["pagination"]["total"] for given in ("L-1", "l-1", "L-", "L-10")
    ]
    assert totals == [1, 0, 0, 0]


@pytest.mark.parametrize("url", LISTS)
def test_mc_number_filter(api, acme, url):
    call_of(acme, conversation__mc_number="123456")
    BidFactory(organization=acme, mc_number="123456")

    for given, total in {"MC 123456": 1, "mc-123456": 1, "123456": 1, "12345": 0}.items():
        assert ask(api, url, mcNumber=given).json()["pagination"]["total"] == total


def test_content_tags(api, acme):
    call_of(acme, conversation__content_tags=["negotiation", "our_own_tag"])

    assert ask(api, CALLS).json()["calls"][0]["contentTags"] == "negotiation,our_own_tag"
    assert set(Tag.values) >= {
        *("negotiation", "booking_confirmed", "general_inquiry", "rate_rejected", "carrier_not_qualified"),
        *("load_not_found", "load_unavailable", "callback_requested", "transferred", "check_call_update"),
        *("wrong_number", "dropped", "new_opportunity", "follow_up", "check_call", "voicemail", "no_answer"),
        *("busy", "not_interested", "do_not_call"),
    }


def test_call_status(api, acme):
    ends = {"COMPLETED", "NO_ANSWER", "BUSY", "VOICEMAIL", "FAILED", "CANCELED"}
    for status in CallStatus.values:
        call_of(acme, status=status)

    found = [call["status"] for call in reversed(ask(api, CALLS).json()["calls"])]
    assert found == [status if status in ends else "IN_PROGRESS" for status in CallStatus.values]
    assert ends <= set(found)


def test_connection_status_and_rules_assessment(api, acme):
    assert set(ConnectionStatus.values) == {"onboarded", "needs_to_onboard", "do_not_dispatch"}
    assert set(RulesAssessment.values) == {"pass", "partial_pass", "incomplete", "fail"}
    call_of(
        acme, conversation__connection_status="do_not_dispatch", conversation__rules_assessment="incomplete"
    )

    call = ask(api, CALLS).json()["calls"][0]
    assert call["carrierHwConnectionStatus"] == "do_not_dispatch"
    assert call["carrierHwRulesAssessment"] == "incomplete"


def test_load_id_of_a_bid_is_a_number(api, acme):
    for external_id in ("100234", "9007199254740991", "9007199254740992", "007", "L-1"):
        BidFactory(organization=acme, load=LoadFactory(organization=acme, external_id=external_id))
    keys = dict(Load.unscoped.values_list("external_id", "pk"))

    found = {bid["externalLoadId"]: bid["loadId"] for bid in ask(api, BIDS).json()["salesBids"]}
    assert found == keys | {"100234": 100234, "9007199254740991": 2**53 - 1}


def test_bid_record(api, acme):
    bid = BidFactory(
        organization=acme, conversation=ConversationFactory(organization=acme), amount=Decimal("1900.5")
    )

    found = ask(api, BIDS).json()["salesBids"][0]
    more = {name: found[name] for name in ("id", "amount", "status", "channel")}
    assert more == {"id": bid.pk, "amount": 1900.5, "status": "OPEN", "channel": "phone"}


def test_check_call(api, acme, desk):
    assert errors(post(api, CHECK, {})) == {("toPhone", "required"), ("loadNumber", "required")}
    stored = post(api, CHECK, {"toPhone": PHONE, "loadNumber": "L-9"}).json()["call"]
    facts = Conversation.unscoped.get(pk=stored["id"]).skill_state["facts"]
    assert (facts["callType"], facts["stop"]["city"]) == ("pickup", "Dallas")
    town = {"nextStopCity": "Atlanta", "nextStopState": "GA"}
    by_town = post(api, CHECK, {"toPhone": PHONE, "loadNumber": "L-7"} | town).json()["call"]
    facts = Conversation.unscoped.get(pk=by_town["id"]).skill_state["facts"]
    assert facts["stop"]["timezone"] == "America/New_York"
    assert errors(post(api, CHECK, {"toPhone": PHONE, "loadNumber": "L-new"})) == {("loadStops", "required")}
    more = {
        "driverName": "Mike",
        "contactName": "Dee",
        "contactType": "dispatcher",
        "dispatchPhone": PHONE,
        "reeferTemperature": -10,
        "trackingApp": "fourkites",
    }
    assert ask(api, CHECK, loadNumber="L-new", **more).status_code == 200
    stub = Load.unscoped.get(external_id="L-new")
    assert stub.missing
    post(api, EVENTS, {"id": "L-new", "status": "UNASSIGNED"})
    assert Load.unscoped.get(external_id="L-new").pk == stub.pk


def test_phone_numbers(api, acme, desk):
    assert ask(api, CUSTOM, toPhone=f"{PHONE};ext=0123456789").status_code == 200
    assert Call.unscoped.get().to_extension == "0123456789"
    for wrong in ("3125550123", "+1312555012", f"{PHONE};ext=", f"{PHONE};ext=01234567890", "+19005550123"):
        assert ask(api, CUSTOM, toPhone=wrong).status_code == 400
    assert errors(ask(api, CUSTOM, toPhone="+525512345678")) == {("toPhone", "destination_not_allowed")}
    acme.callable_countries = ["MX"]
    acme.save()
    assert ask(api, CUSTOM, toPhone="+525512345678").status_code == 200


def test_agent_id(api, desk):
    problem(post(api, CUSTOM.replace("desk", "Desk"), GOOD[CUSTOM]), 404)
    other = problem(post(api, CUSTOM.replace("desk", "checker"), GOOD[CUSTOM]), 409)
    assert other["code"] == "agent_purpose"
    assert other["detail"] == (
        "The agent checker makes check calls, not custom calls: start it by "
        "POST /api/v1/track-and-trace/trigger-check-call-by-load."
    )
    desk.is_active = False
    desk.save()
    problem(ask(api, CUSTOM), 409)


def test_dynamic_variables(api, desk):
    desk.prompt = "Say {{ name }} and {{ dock }} and {{ nothing }}."
    desk.variables = [{"name": "name", "required": True}, {"name": "dock", "default": "7"}]
    desk.save()

    assert errors(ask(api, CUSTOM)) == {("dynamicVariables.name", "required")}
    for wrong in ({"name": []}, {"name": "x" * 32 * 1024}, {f"v{n}": n for n in range(101)}):
        assert ask(api, CUSTOM, dynamicVariables=wrong).status_code == 400
    given = {"name": "{{ dock }}{% now %}", "rate": 2.5, "late": True, "none": None}
    assert ask(api, CUSTOM, dynamicVariables=given).status_code == 200
    kept = Conversation.unscoped.get().skill_state["variables"]
    assert (kept["name"], kept["dock"]) == ("{{ dock }}{% now %}", "7")


def test_lane_search(api, acme):
    """Places in any usual spelling; no radius: these places; unknown ones as text, but not with a radius."""
    for origin, place, count in (
        ("Saint Louis", find_place("Saint Louis", "MO"), 1),
        ("Fort Worth", find_place("Fort Worth", "TX"), 2),
        ("Zzyzx Yard", None, 1),
    ):
        carrier = CarrierFactory(organization=acme, name=f"of {origin}")
        load = LoadFactory(
            organization=acme,
            origin_city=origin,
            origin_state="TX",
            origin_place=place,
            destination_place=find_place("Atlanta", "GA"),
        )
        for _ in range(count):
            BidFactory(
                organization=acme, carrier=carrier, load=load, conversation=None, amount=Decimal("1500.5")
            )

    def names(**asked):
        answer = ask(api, CARRIERS, **asked).json()
        assert answer["pagination"] == {"total": len(answer["carriers"])}
        return [carrier["name"] for carrier in answer["carriers"]]

    assert names(origin="St. Louis, Missouri") == ["of Saint Louis"]
    assert (names(), names(radius=0), names(radius=75)) == ([], [], ["of Fort Worth"])
    assert names(radius=600) == ["of Fort Worth", "of Saint Louis"]
    assert names(origin="zzyzx yard, tx") == ["of Zzyzx Yard"]
    assert errors(ask(api, CARRIERS, origin="Zzyzx Yard, TX", radius=1)) == {("origin", "unknown_place")}
    assert ask(api, CARRIERS, radius=75).json()["carriers"][0]["avgRate"] == "1500.50"
    assert errors(ask(api, CARRIERS, limit=501)) == {("limit", "max_value")}
