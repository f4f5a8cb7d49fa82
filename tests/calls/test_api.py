"""`GET /api/v1/calls`, to the letter."""

from datetime import UTC, datetime, time, timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from calls.models import CheckCallReport, ConversationLoad
from calls.states import Channel
from organizations import services as organizations
from organizations.api.reference import document
from organizations.tenancy.actors import system
from tests.factories import (
    NOW,
    AgentFactory,
    CallFactory,
    ConversationFactory,
    LoadFactory,
    OpenQuestionFactory,
)

pytestmark = pytest.mark.sampled(50)

URL = "/api/v1/calls"
DAY = {"startTime": "2026-03-02", "endTime": "2026-03-02"}
FIELDS = [
    "id",
    "fromPhone",
    "callerName",
    "callerExt",
    "toPhone",
    "createdAt",
    "contentTags",
    "summary",
    "loadIds",
    "mcNumber",
    "dotNumber",
    "carrierHwConnectionStatus",
    "carrierHwRulesAssessment",
    "recordingUrl",
    "transcript",
]
# How the call went, and when: beyond the contract's record.
MORE = [
    "conversationId",
    "direction",
    "status",
    "failureReason",
    "placedAt",
    "ringingAt",
    "answeredAt",
    "endedAt",
    "duration",
    "openQuestions",
    "conditions",
    "extractedData",
    "metadata",
    "checkCall",
]


def calls_of(response):
    assert response.status_code == 200, response.content
    return response.json()["calls"]


def ids_of(response):
    return [call["id"] for call in calls_of(response)]


def errors_of(response):
    assert response.status_code == 400, response.content
    assert response["Content-Type"] == "application/problem+json"
    return {(error["field"], error["code"]) for error in response.json()["errors"]}


def call_at(organization, moment=NOW, **values):
    return CallFactory(organization=organization, conversation__created_at=moment, **values)


def discuss(call, *loads):
    for load in loads:
        ConversationLoad.unscoped.create(
            organization=call.organization, conversation=call.conversation, load=load
        )


# The record


def test_path_is_the_contracts():
    assert reverse("api:calls").removesuffix("/") == URL


@pytest.mark.parametrize("url", [URL, URL + "/"])
def test_call_is_told_with_all_it_has(api, acme, url):
    call = CallFactory(
        organization=acme,
        from_phone="+12145550100",
        to_phone="+13125550123",
        caller_name="Dana",
        caller_extension="42",
        recording_url="https://example.com/1.wav",
        transcript="Agent: Hi\nCaller: <b>Hi</b>",
        conversation__created_at=NOW + timedelta(milliseconds=987),
        conversation__content_tags=["negotiation", "booking_confirmed"],
        conversation__summary="They talked.",
        conversation__mc_number="123456",
        conversation__dot_number=2790000,
        conversation__connection_status="onboarded",
        conversation__rules_assessment="partial_pass",
    )
    discuss(
        call, *(LoadFactory(organization=acme, external_id=external_id) for external_id in ("L-2", "L-1"))
    )

    response = api.get(url, DAY)

    assert response["Content-Type"] == "application/json"
    assert response["Cache-Control"] == "no-store"
    body = response.json()
    assert body["pagination"] == {"limit": 100, "offset": 0, "total": 1}
    assert {name: body["calls"][0][name] for name in FIELDS} == {
        "id": call.pk,
        "fromPhone": "+12145550100",
        "callerName": "Dana",
        "callerExt": "42",
        "toPhone": "+13125550123",
        "createdAt": "2026-03-02T15:00:00Z",
        "contentTags": "negotiation,booking_confirmed",
        "summary": "They talked.",
        "loadIds": ["L-2", "L-1"],
        "mcNumber": "123456",
        "dotNumber": 2790000,
        "carrierHwConnectionStatus": "onboarded",
        "carrierHwRulesAssessment": "partial_pass",
        "recordingUrl": "https://example.com/1.wav",
        "transcript": "Agent: Hi\nCaller: <b>Hi</b>",
    }


def test_record_also_tells_how_the_call_went(api, acme):
    call = CallFactory(
        organization=acme,
        status="COMPLETED",
        placed_at=NOW,
        ringing_at=NOW + timedelta(seconds=1),
        answered_at=NOW + timedelta(seconds=5),
        ended_at=NOW + timedelta(seconds=66),
    )

    record = calls_of(api.get(URL, DAY))[0]

    assert {name: record[name] for name in MORE} == {
        "conversationId": call.pk,
        "direction": "outbound",
        "status": "COMPLETED",
        "failureReason": None,
        "placedAt": "2026-03-02T15:00:00Z",
        "ringingAt": "2026-03-02T15:00:01Z",
        "answeredAt": "2026-03-02T15:00:05Z",
        "endedAt": "2026-03-02T15:01:06Z",
        "duration": 61,
        "openQuestions": [],
        "conditions": [],
        "extractedData": None,
        "metadata": None,
        "checkCall": None,
    }


def test_record_tells_what_was_left_open(api, acme):
    call = CallFactory(
        organization=acme, conversation__extracted_data={"conditions": ["if I load by ten", "with lumper"]}
    )
    asked = {"organization": acme, "conversation": call.conversation}
    OpenQuestionFactory(**asked, words="What’s detention?", topic="detention")
    OpenQuestionFactory(
        **asked,
        words="Quick pay?",
        topic="quick_pay",
        asked_at=NOW - timedelta(minutes=1),
        answered_at=NOW,
        answered_by="user:1",
        answer="Two percent, next day.",
    )
    OpenQuestionFactory(organization=acme)

    record = calls_of(api.get(URL, DAY))[-1]

    assert record["conditions"] == ["if I load by ten", "with lumper"]
    assert record["openQuestions"] == [
        {
            "topic": "quick_pay",
            "words": "Quick pay?",
            "askedAt": "2026-03-02T14:59:00Z",
            "answeredAt": "2026-03-02T15:00:00Z",
            "answer": "Two percent, next day.",
        },
        {
            "topic": "detention",
            "words": "What’s detention?",
            "askedAt": "2026-03-02T15:00:00Z",
            "answeredAt": None,
            "answer": None,
        },
    ]


def test_record_tells_what_came_of_it_without_prose(api, acme):
    load = LoadFactory(organization=acme, external_id="L-1")
    call = CallFactory(
        organization=acme,
        conversation__input_data={
            "toPhone": "+13125550123",
            "dispatchPhone": "+13125550188",
            "metadata": {"ticket": "T-1", "attempt": 2.5, "deep": [None]},
        },
        conversation__extracted_data={"outcome": "on_the_way", "loads": [{"loadId": "L-1"}]},
    )
    CheckCallReport.unscoped.create(
        organization=acme,
        conversation=call.conversation,
        load=load,
        about="dropoff",
        outcome="on_the_way",
        location="Macon, GA",
        eta_said="around 6",
        eta=datetime(2026, 3, 2, 18),
        late_minutes=60,
        temperature="40.5",
        set_temperature="34",
        tracking_app="macropoint",
        is_tracking=False,
        reported_at=NOW,
    )

    record = calls_of(api.get(URL, DAY))[0]

    assert record["extractedData"] == call.conversation.extracted_data
    assert record["metadata"] == {"ticket": "T-1", "attempt": 2.5, "deep": [None]}
    assert record["checkCall"] == {
        "loadNumber": "L-1",
        "callType": "dropoff",
        "outcome": "on_the_way",
        "location": "Macon, GA",
        "eta": "around 6",
        "etaLocal": "2026-03-02T18:00:00",
        "isLate": True,
        "lateMinutes": 60,
        "delayReason": None,
        "isWaiting": False,
        "waitingSince": None,
        "deliveredDate": None,
        "deliveredTime": None,
        "checked": None,
        "loading": None,
        "reeferTemperature": 40.5,
        "reeferSetPoint": 34.0,
        "bolNumber": None,
        "trackingApp": "macropoint",
        "isTracking": False,
        "dispatchPhone": "+13125550188",
        "reportedAt": "2026-03-02T15:00:00Z",
    }


@pytest.mark.parametrize("data", [[], "x", None, {}])
def test_data_that_is_no_object_is_null(api, acme, data):
    CallFactory(
        organization=acme,
        conversation__extracted_data={} if data is None else data,
        conversation__input_data={"metadata": data},
    )

    record = calls_of(api.get(URL, DAY))[0]

    assert (record["extractedData"], record["metadata"]) == (None, {} if data == {} else None)


@pytest.mark.parametrize("conditions", [None, "if I load by ten", {"a": 1}])
def test_conditions_are_always_a_list(api, acme, conditions):
    CallFactory(organization=acme, conversation__extracted_data={"conditions": conditions})

    assert calls_of(api.get(URL, DAY))[0]["conditions"] == []


def test_unknown_is_null_and_every_field_is_there(api, acme):
    call = CallFactory(organization=acme, from_phone="", to_phone="")

    record = calls_of(api.get(URL, DAY))[0]

    assert list(record) == FIELDS + MORE
    known = {"id": call.pk, "createdAt": "2026-03-02T15:00:00Z", "loadIds": []}
    known |= {"conversationId": call.pk, "direction": "outbound", "status": "IN_PROGRESS", "duration": 0}
    known |= {"openQuestions": [], "conditions": []}
    assert record == dict.fromkeys(FIELDS + MORE) | known


def test_no_calls_are_an_empty_list(api, acme):
    assert api.get(URL, DAY).json() == {"calls": [], "pagination": {"limit": 100, "offset": 0, "total": 0}}


def test_conversations_by_mail_are_no_calls(api, acme):
    ConversationFactory(organization=acme, channel=Channel.EMAIL)

    assert api.get(URL, DAY).json()["pagination"]["total"] == 0


# The order and the pages


def test_newest_comes_first_then_the_higher_id(api, acme):
    first, second = call_at(acme), call_at(acme)
    newest = call_at(acme, NOW + timedelta(seconds=1))
    oldest = call_at(acme, NOW - timedelta(seconds=1))

    assert ids_of(api.get(URL, DAY)) == [newest.pk, second.pk, first.pk, oldest.pk]


def test_every_call_is_on_exactly_one_page(api, acme):
    made = [call_at(acme, NOW + timedelta(seconds=n // 3)).pk for n in range(7)]

    pages = [api.get(URL, DAY | {"limit": "3", "offset": str(offset)}).json() for offset in (0, 3, 6, 9)]

    assert [[call["id"] for call in page["calls"]] for page in pages] == [
        made[:3:-1],
        made[3:0:-1],
        made[:1],
        [],
    ]
    assert [page["pagination"] for page in pages] == [
        {"limit": 3, "offset": offset, "total": 7} for offset in (0, 3, 6, 9)
    ]


@pytest.mark.parametrize("limit", ["1", "500"])
def test_bounds_of_the_limit_are_taken(api, acme, limit):
    assert api.get(URL, DAY | {"limit": limit}).json()["pagination"]["limit"] == int(limit)


def test_hundred_calls_are_a_page_unless_told_otherwise(api, acme):
    for _ in range(101):
        call_at(acme)

    page = api.get(URL, DAY).json()

    assert (len(page["calls"]), page["pagination"]["total"]) == (100, 101)


def test_cost_does_not_grow_with_the_page(api, acme, long_memory):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            assert api.get(URL, DAY).status_code == 200
        return len(captured)

    discuss(call_at(acme), LoadFactory(organization=acme))
    OpenQuestionFactory(organization=acme)
    queries()  # the token is looked up once a second, and its first use is noted
    with_one = queries()
    for _ in range(49):
        discuss(call_at(acme), LoadFactory(organization=acme), LoadFactory(organization=acme))
        OpenQuestionFactory(organization=acme)

    assert queries() == with_one <= 6


# The window


@pytest.mark.parametrize(
    ("start", "end", "is_in"),
    [
        ("2026-03-02", "2026-03-02", True),
        ("2026-03-01", "2026-03-01", False),
        ("2026-03-03", "2026-03-03", False),
        ("2026-03-02T15:00:00Z", "2026-03-02T15:00:01Z", True),
        ("2026-03-02T15:00:00Z", "2026-03-02T15:00:00Z", False),
        ("2026-03-02T15:00:01Z", "2026-03-02T16:00:00Z", False),
        ("2026-03-02T15:00:00", "2026-03-02T15:01:00", True),
        ("2026-03-02T09:00:00-06:00", "2026-03-02T09:00:01-06:00", True),
        ("2026-03-02T09:00:00-06:00", "2026-03-02T09:00:00-06:00", False),
        ("2026-03-02T20:00:00+05:00", "2026-03-02T20:00:01+05:00", True),
        ("2026-03-02T14:59:59.999Z", "2026-03-02T15:00:00.001Z", True),
        ("2026-03-02", "2026-03-02T15:00:00Z", False),
        ("2026-03-02T15:00:00Z", "2026-03-02", True),
        ("0001-01-01", "9999-12-31", True),
        ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", True),
    ],
)
def test_window_decides_by_creation(api, acme, start, end, is_in):
    call_at(acme)

    assert api.get(URL, {"startTime": start, "endTime": end}).json()["pagination"]["total"] == int(is_in)


def test_date_at_the_end_includes_its_whole_day_in_utc(api, acme):
    last = call_at(acme, datetime(2026, 3, 2, 23, 59, 59, 999999, tzinfo=UTC))
    call_at(acme, datetime(2026, 3, 3, tzinfo=UTC))
    first = call_at(acme, datetime(2026, 3, 2, tzinfo=UTC))

    assert ids_of(api.get(URL, DAY)) == [last.pk, first.pk]


def test_plus_that_nobody_encoded_is_understood(api, acme):
    call_at(acme)

    response = api.get(f"{URL}?startTime=2026-03-02T20:00:00+05:00&endTime=2026-03-02T21:00:00+05:00")

    assert response.json()["pagination"]["total"] == 1


# The filters


def test_load_is_compared_exactly(api, acme):
    load, other = (LoadFactory(organization=acme, external_id=each) for each in ("L-1", "l-1"))
    both, one, _none = call_at(acme), call_at(acme), call_at(acme)
    discuss(both, load, other)
    discuss(one, load)

    assert set(ids_of(api.get(URL, DAY | {"loadId": "L-1"}))) == {both.pk, one.pk}
    assert ids_of(api.get(URL, DAY | {"loadId": "l-1"})) == [both.pk]
    assert ids_of(api.get(URL, DAY | {"loadId": "L"})) == []
    assert calls_of(api.get(URL, DAY | {"loadId": "l-1"}))[0]["loadIds"] == ["L-1", "l-1"]


@pytest.mark.parametrize(
    "spelling", ["123456", "MC 123456", "mc-123456", "MC#123456", " 123456 ", "1 2 3 4 5 6"]
)
def test_mc_number_is_compared_by_its_digits(api, acme, spelling):
    call = call_at(acme, conversation__mc_number="123456")
    call_at(acme, conversation__mc_number="1234567")
    call_at(acme)

    assert ids_of(api.get(URL, DAY | {"mcNumber": spelling})) == [call.pk]


@pytest.mark.parametrize("spelling", ["MC", "999", "x" * 500, "%", "١٢٣٤٥٦", "²"])
def test_mc_number_that_nobody_has_finds_nobody(api, acme, spelling):
    call_at(acme, conversation__mc_number="123456")
    call_at(acme)

    assert api.get(URL, DAY | {"mcNumber": spelling}).json()["pagination"]["total"] == 0


def test_filters_work_together(api, acme):
    load = LoadFactory(organization=acme, external_id="L-1")
    right, other_carrier = (call_at(acme, conversation__mc_number=mc) for mc in ("123456", "654321"))
    discuss(right, load)
    discuss(other_carrier, load)

    response = api.get(URL, DAY | {"loadId": "L-1", "mcNumber": "MC123456", "limit": "1"})

    assert ids_of(response) == [right.pk]
    assert response.json()["pagination"]["total"] == 1


def test_unknown_parameters_are_ignored(api, acme):
    assert api.get(URL, DAY | {"colour": "red", "fromDate": "x"}).status_code == 200


# What is refused


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ({"startTime": None}, ("startTime", "required")),
        ({"endTime": None}, ("endTime", "required")),
        ({"startTime": ""}, ("startTime", "blank")),
        ({"startTime": "yesterday"}, ("startTime", "invalid")),
        ({"startTime": "2026-02-30"}, ("startTime", "invalid")),
        ({"startTime": "2026-3-2"}, ("startTime", "invalid")),
        ({"startTime": "٢٠٢٦-٠٣-٠٢"}, ("startTime", "invalid")),
        ({"startTime": "2026-03-02T25:00:00Z"}, ("startTime", "invalid")),
        ({"startTime": "2026-03-02T15:00:00+25:00"}, ("startTime", "invalid")),
        ({"startTime": "10000-01-01"}, ("startTime", "invalid")),
        ({"startTime": "0000-01-01"}, ("startTime", "invalid")),
        ({"startTime": "1772463600"}, ("startTime", "invalid")),
        ({"startTime": ["2026-03-02", "2026-03-01"]}, ("startTime", "repeated")),
        ({"startTime": "2026-03-03"}, None),
        ({"startTime": "2026-03-04"}, ("endTime", "end_before_start")),
        ({"limit": "0"}, ("limit", "min_value")),
        ({"limit": "501"}, ("limit", "max_value")),
        ({"limit": "abc"}, ("limit", "invalid")),
        ({"limit": "١٢"}, ("limit", "invalid")),
        ({"limit": "1.5"}, ("limit", "invalid")),
        ({"limit": "0.0"}, ("limit", "min_value")),
        ({"limit": "500.0001"}, ("limit", "invalid")),
        ({"limit": "1e2"}, ("limit", "invalid")),
        ({"limit": " 5"}, ("limit", "invalid")),
        ({"limit": "-1"}, ("limit", "min_value")),
        ({"limit": "9" * 30}, ("limit", "invalid")),
        ({"offset": "-1"}, ("offset", "min_value")),
        ({"offset": "x"}, ("offset", "invalid")),
        ({"offset": "9223372036854775808"}, ("offset", "max_value")),
        ({"loadId": "x" * 501}, ("loadId", "max_length")),
        ({"loadId": "a\x00b"}, ("loadId", "invalid_text")),
        ({"mcNumber": "\x00"}, ("mcNumber", "invalid_text")),
        ({"startTime": "2026-03-02\x00"}, ("startTime", "invalid_text")),
    ],
)
def test_wrong_parameter_is_named(api, acme, query, error):
    parameters = {name: value for name, value in (DAY | query).items() if value is not None}
    if error is None:
        parameters["endTime"] = "2026-03-03"  # the control: the same with a right end
        assert api.get(URL, parameters).status_code == 200
        return

    assert errors_of(api.get(URL, parameters)) == {error}
    assert api.get(URL, DAY).status_code == 200


def test_empty_parameters_count_as_left_out_and_whole_numbers_may_bear_a_point(api, acme):
    calls = [call_at(acme, NOW - timedelta(minutes=minutes)).pk for minutes in range(3)]
    empty = dict.fromkeys(["loadId", "mcNumber", "limit", "offset", "broker"], "")

    assert ids_of(api.get(URL, DAY | empty)) == calls
    assert api.get(URL, DAY | empty).json()["pagination"] == {"limit": 100, "offset": 0, "total": 3}
    answer = api.get(URL, DAY | {"limit": "2.0", "offset": "1.00"})
    assert ids_of(answer) == calls[1:]
    assert answer.json()["pagination"] == {"limit": 2, "offset": 1, "total": 3}


def test_lone_surrogates_and_broken_utf8_are_refused(api, acme):
    for encoded in ("%ED%A0%80", "%FF"):
        response = api.get(f"{URL}?startTime=2026-03-02&endTime=2026-03-02&loadId={encoded}")
        assert errors_of(response) == {("loadId", "invalid_text")}


def test_all_that_is_wrong_is_told_at_once(api, acme):
    response = api.get(URL, {"startTime": "x", "limit": "0", "offset": "y", "mcNumber": "1" * 501})

    assert errors_of(response) == {
        ("startTime", "invalid"),
        ("endTime", "required"),
        ("limit", "min_value"),
        ("offset", "invalid"),
        ("mcNumber", "max_length"),
    }


def test_farthest_offset_is_an_empty_page(api, acme):
    call_at(acme)

    page = api.get(URL, DAY | {"offset": str(2**63 - 1)}).json()

    assert (page["calls"], page["pagination"]["total"]) == ([], 1)


# Who may ask


def test_calls_of_another_organization_are_not_there(client, acme, rival, rival_token):
    ours, load = (
        call_at(acme, conversation__mc_number="123456"),
        LoadFactory(organization=acme, external_id="L-1"),
    )
    theirs = call_at(rival, conversation__mc_number="123456")
    discuss(ours, load)
    discuss(theirs, LoadFactory(organization=rival, external_id="L-1"))
    headers = {"Authorization": f"Bearer {rival_token}"}

    for more in ({}, {"loadId": "L-1"}, {"mcNumber": "123456"}):
        response = client.get(URL, DAY | more, headers=headers)
        assert ids_of(response) == [theirs.pk]
        assert response.json()["pagination"]["total"] == 1


def test_token_is_needed(client, acme):
    response = client.get(URL, DAY)

    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")


def test_token_needs_the_scope_to_read(client, acme):
    plain = organizations.create_token(
        organization=acme, name="calls", scopes=["call", "ingest"], by=system("tests"), at=NOW
    ).plain

    assert client.get(URL, DAY, headers={"Authorization": f"Bearer {plain}"}).status_code == 403


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_calls_are_only_read(api, acme, method):
    assert getattr(api, method)(URL).status_code == 405


# Check calls and agents


def test_check_calls_are_listed_newest_first(api, acme, django_assert_num_queries):
    load = LoadFactory(organization=acme, external_id="L-7")
    for number, where in enumerate(("Macon, GA", "Valdosta, GA")):
        CheckCallReport.unscoped.create(
            organization=acme,
            conversation=ConversationFactory(organization=acme),
            load=load,
            about="dropoff",
            outcome="on_the_way",
            location=where,
            eta=datetime(2026, 3, 3, 11),
            late_minutes=30 * number,
            delivered_time=time(14, 30),
            temperature=Decimal("34.0"),
            reported_at=NOW,
        )
    other = CheckCallReport.unscoped.create(
        organization=acme,
        conversation=ConversationFactory(organization=acme),
        load=LoadFactory(organization=acme),
        about="pickup",
        reported_at=NOW,
    )
    api.get("/api/v1/check-calls")

    with django_assert_num_queries(1):
        told = api.get("/api/v1/check-calls", {"limit": 2}).json()

    assert [record["location"] for record in told["checkCalls"]] == [None, "Valdosta, GA"]
    assert told["pagination"]["nextCursor"]
    [late, soon] = api.get("/api/v1/check-calls", {"loadId": "L-7"}).json()["checkCalls"]
    assert (late["isLate"], late["lateMinutes"], soon["isLate"]) == (True, 30, False)
    assert (late["etaLocal"], late["deliveredTime"]) == ("2026-03-03T11:00:00", "14:30")
    assert (late["loadId"], late["about"], late["reeferTemperature"]) == ("L-7", "dropoff", 34)
    assert late["reportedAt"] == f"{NOW:%Y-%m-%dT%H:%M:%SZ}"
    assert other.pk == told["checkCalls"][0]["id"]
    described = document("http://testserver")["components"]["schemas"]["ReportedCheckCall"]
    assert sorted(late) == sorted(described["properties"])


def test_agents_are_listed(api, acme, django_assert_num_queries):
    AgentFactory(
        organization=acme,
        slug="desk",
        name="Desk",
        is_active=False,
        variables=[{"name": "po", "required": True}, {"name": "dock"}],
    )
    AgentFactory()
    api.get("/api/v1/agents")

    with django_assert_num_queries(1):
        [agent] = api.get("/api/v1/agents").json()["agents"]

    assert agent | {"createdAt": ""} == {
        "id": "desk",
        "name": "Desk",
        "purpose": "custom",
        "language": "en-US",
        "active": False,
        "variables": [{"name": "po", "required": True}, {"name": "dock", "required": False}],
        "createdAt": "",
    }
