from datetime import datetime, timedelta

import pytest
from django.urls import reverse

from calls.models import CallStatusChange, CheckCallReport, ConversationLoad, Turn
from calls.states import CallStatus, Direction, Role
from tests.factories import NOW, AgentFactory, CallFactory, CarrierFactory, ConversationFactory, LoadFactory

LIST = reverse("calls:list")
MARKUP = "<script>alert(1)</script><b>bold</b>"


@pytest.fixture
def page(client, broker):
    """The signed-in broker's browser."""
    client.force_login(broker)
    return client


def make_call(organization, *, status=CallStatus.COMPLETED, talk=69, loads=(), **fields):
    """A call of an agent; `talk` is its length in seconds. Fields of the conversation go by their names."""
    of_conversation = {
        name: fields.pop(name)
        for name in list(fields)
        if name in ("direction", "summary", "content_tags", "mc_number", "created_at", "carrier", "agent")
        or name in ("input_data", "extracted_data", "skill_state")
    }
    of_conversation.setdefault("agent", AgentFactory(organization=organization, name="Scheduler"))
    conversation = ConversationFactory(organization=organization, **of_conversation)
    is_held = status in (CallStatus.COMPLETED, CallStatus.ANSWERED)
    times = {"answered_at": NOW if is_held else None}
    if status not in (CallStatus.ANSWERED, CallStatus.QUEUED):
        times["ended_at"] = NOW + timedelta(seconds=talk)
    call = CallFactory(organization=organization, conversation=conversation, status=status, **times | fields)
    for load in loads:
        ConversationLoad.unscoped.create(organization=organization, conversation=conversation, load=load)
    return call


def say(call, role, text, seconds, **fields):
    position = Turn.unscoped.filter(conversation=call.pk).count()
    return Turn.unscoped.create(
        organization=call.organization,
        conversation=call.conversation,
        position=position,
        role=role,
        text=text,
        at=NOW + timedelta(seconds=seconds),
        **fields,
    )


def note(call, new, seconds, *, by="provider:twilio", reason=""):
    CallStatusChange.unscoped.create(
        organization=call.organization,
        call=call,
        old="",
        new=new,
        at=NOW + timedelta(seconds=seconds),
        by=by,
        reason=reason,
    )


def report_of(call, load, **fields):
    values = {"about": "dropoff", "location": "Memphis", "eta_said": "around five", "reported_at": NOW}
    return CheckCallReport.unscoped.create(
        organization=call.organization, conversation=call.conversation, load=load, **values | fields
    )


def shown(response):
    """The keys of the calls on a page of the list, from top to bottom."""
    calls = response.context["calls"]
    return [row.pk for row in (*calls.live, *calls.rows)]


def test_list_asks_strangers_to_sign_in(client, db):
    assert client.get(LIST).status_code == 302


def test_list_without_calls_says_how_they_come(page):
    response = page.get(LIST)
    assert response.status_code == 200
    assert "No calls yet" in response.text
    assert "trigger-check-call-by-load" in response.text


def test_list_shows_what_a_call_was(page, acme):
    load = LoadFactory(organization=acme, external_id="48213")
    carrier = CarrierFactory(organization=acme, name="Blue Mesa Transport")
    make_call(
        acme,
        direction=Direction.INBOUND,
        carrier=carrier,
        mc_number="790123",
        summary="Asks for $1,850.",
        content_tags=["rate_rejected"],
        loads=[load],
        from_phone="+18065550133",
    )
    text = page.get(LIST).text
    for expected in (
        "Blue Mesa Transport",
        "(806) 555-0133",
        "MC 790123",
        "Asks for $1,850.",
        "Rate rejected",
        "Scheduler",
        "1:09",
        "Completed",
        "Inbound",
        f'href="{reverse("loads:page", args=[load.pk])}">48213',
    ):
        assert expected in text


def test_list_names_whom_a_check_call_asked_for(page, acme):
    make_call(acme, input_data={"driverName": "Maria"})
    assert ">Maria<" in page.get(LIST).text


def test_list_puts_live_calls_on_top_then_the_newest(page, acme):
    old = make_call(acme, created_at=NOW - timedelta(days=1))
    live = make_call(acme, status=CallStatus.ANSWERED, created_at=NOW - timedelta(days=2))
    new = make_call(acme, created_at=NOW)
    assert shown(page.get(LIST)) == [live.pk, new.pk, old.pk]


@pytest.mark.parametrize("number", [1, 60])
def test_list_asks_the_database_ten_times(page, acme, number, django_assert_num_queries):
    load = LoadFactory(organization=acme)
    for _ in range(number):
        make_call(acme, loads=[load])
    make_call(acme, status=CallStatus.RINGING)
    # Session, person, membership; columns, views; where the page lies, its calls, live ones, loads, bids.
    with django_assert_num_queries(10):
        page.get(LIST)


def test_list_pages_exactly(page, acme):
    agent = AgentFactory(organization=acme)
    calls = [make_call(acme, agent=agent, created_at=NOW - timedelta(minutes=n)) for n in range(51)]
    first, second = page.get(LIST), page.get(LIST, {"page": 2})
    assert "1–50 of 51 ended calls" in first.text
    assert shown(first) + shown(second) == [call.pk for call in calls]


def test_list_shows_live_calls_on_its_first_page_alone(page, acme):
    agent = AgentFactory(organization=acme)
    for _ in range(51):
        make_call(acme, agent=agent)
    live = make_call(acme, agent=agent, status=CallStatus.RINGING)
    assert live.pk in shown(page.get(LIST))
    assert live.pk not in shown(page.get(LIST, {"page": 2}))


def test_list_leads_to_all_live_calls_where_they_are_many(page, acme):
    agent = AgentFactory(organization=acme)
    for _ in range(21):
        make_call(acme, agent=agent, status=CallStatus.QUEUED)
    response = page.get(LIST)
    assert len(shown(response)) == 20
    assert "Show all live calls" in response.text
    assert len(shown(page.get(LIST, {"status": "live"}))) == 21


@pytest.fixture
def two(acme):
    """A call that every filter finds, and one that none does."""
    load = LoadFactory(organization=acme, external_id="A&B 1")
    wanted = make_call(
        acme,
        direction=Direction.INBOUND,
        status=CallStatus.VOICEMAIL,
        content_tags=["voicemail", "follow_up"],
        mc_number="790123",
        loads=[load],
        created_at=datetime.fromisoformat("2026-03-02T05:30:00Z"),  # still the day before in Chicago
    )
    make_call(acme)
    return wanted


@pytest.mark.parametrize(
    "query",
    [
        {"direction": "inbound"},
        {"status": "VOICEMAIL"},
        {"tag": "follow_up"},
        {"load": "A&B 1"},
        {"mc": "MC-790123"},
        {"day": "2026-03-01"},
        {"day": "2026-03-01", "load": "A&B 1", "status": "VOICEMAIL", "direction": "inbound", "mc": "790123"},
    ],
    ids=lambda query: "+".join(query),
)
def test_list_filters(page, two, query):
    assert shown(page.get(LIST, query)) == [two.pk]


@pytest.mark.parametrize("query", [{"load": "A&B"}, {"mc": "1"}, {"tag": "dropped"}, {"status": "live"}])
def test_list_that_finds_nothing_says_so(page, two, query):
    assert "No call matches" in page.get(LIST, query).text


@pytest.mark.parametrize(
    "query",
    [
        {"direction": "sideways"},
        {"status": "ANSWERED"},
        {"status": "' OR 1=1"},
        {"mc": "none"},
        {"mc": "١٢"},
        {"day": "2026-02-30"},
        {"day": "0001-01-01"},
        {"day": "9999-12-31"},
        {"tag": "t" * 41},
        {"load": "L" * 65},
    ],
    ids=str,
)
def test_list_leaves_a_bad_filter_out_and_says_so(page, two, query):
    response = page.get(LIST, query)
    assert response.status_code == 200
    assert "is left out" in response.text
    assert len(shown(response)) == 2


@pytest.mark.parametrize("number", ["", "0", "-1", "abc", "1e9", "9" * 30, "١"])
def test_list_takes_any_page_number(page, two, number):
    assert len(shown(page.get(LIST, {"page": number}))) == 2


def test_list_refuses_text_that_is_none(page):
    assert page.get(f"{LIST}?load=%00").status_code < 500
    assert page.get(f"{LIST}?tag=%ff").status_code < 500


def test_list_is_a_fragment_for_htmx(page, two):
    response = page.get(LIST, headers={"HX-Request": "true", "HX-Target": "calls"})
    assert "<html" not in response.text
    assert 'id="calls"' in response.text
    assert "HX-Target" in response["Vary"]


def test_list_escapes_what_others_wrote(page, acme):
    make_call(acme, caller_name=MARKUP, summary=MARKUP, content_tags=[MARKUP[:40]])
    assert "<script>alert" not in page.get(LIST, {"tag": MARKUP[:40]}).text


def test_list_shows_nothing_of_another_tenant(page, acme, rival):
    load = LoadFactory(organization=rival, external_id="R-1")
    make_call(rival, loads=[load], mc_number="1")
    make_call(rival, status=CallStatus.ANSWERED)
    for query in ({}, {"load": "R-1"}, {"mc": "1"}, {"status": "live"}):
        assert shown(page.get(LIST, query)) == []


def test_call_shows_the_talk_with_its_times(page, acme):
    call = make_call(acme, summary="All is well.", content_tags=["follow_up"], to_extension="42")
    say(call, Role.AGENT, "Hello, this is the assistant.", 0)
    say(call, Role.CALLER, "Hi. It’s me.", 6)
    say(call, Role.AGENT, "Where are", 61, is_interrupted=True)
    text = page.get(reverse("calls:page", args=[call.pk])).text
    for expected in (
        "Hello, this is the assistant.",
        '<span class="offset">0:06</span>',
        '<span class="offset">1:01</span>',
        "interrupted here",
        "All is well.",
        "Follow up",
        "(312) 555-0123 ext. 42",
        'href="tel:+13125550123;ext=42"',
        "Outbound",
    ):
        assert expected in text


def test_call_tells_the_history_of_its_line(page, acme):
    call = make_call(acme, status=CallStatus.FAILED, failure_reason="dial_outcome_unknown")
    note(call, CallStatus.QUEUED, 0, by="token:3")
    note(call, CallStatus.DIALING, 1, by="system:worker")
    note(call, CallStatus.QUEUED, 2, reason="provider_busy")
    note(call, CallStatus.FAILED, 120, reason="dial_outcome_unknown")
    response = page.get(reverse("calls:page", args=[call.pk]))
    steps = response.context["page"].steps
    assert [step.label for step in steps] == [
        "Queued",
        "Handed to the telephone provider",
        "Queued",
        "Failed",
    ]
    assert steps[0].by == "over the API"
    assert "asked to wait" in steps[2].reason
    assert "never said whether it rang" in response.text
    assert "09:00:00" in response.text  # in Chicago


def test_call_shows_what_may_be_paid_for_each_load(page, acme):
    loads = [LoadFactory(organization=acme, external_id=f"48{n}") for n in range(2)]
    call = make_call(acme, loads=loads)
    text = page.get(reverse("calls:page", args=[call.pk])).text
    for expected in ("480", "481", "Kestrel Mills", "$2,719", "$1,500", "$1,953", 'class="ladder'):
        assert expected in text


def test_call_shows_what_was_learned(page, acme):
    answers = [{"question": "Is the appointment confirmed?", "answer": "It is."}]
    call = make_call(acme, extracted_data={"answers": answers, "dockDoor": 4, "isLate": False, "none": None})
    assert page.get(reverse("calls:page", args=[call.pk])).context["page"].facts == [
        ("Is the appointment confirmed?", "It is.", ""),
        ("Is late", "no", ""),
        ("Dock door", "4", ""),
    ]


STOP = {
    "city": "Atlanta",
    "timezone": "America/New_York",
    "windowStart": "2026-03-05T08:00:00",
    "windowEnd": "2026-03-05T16:00:00",
}


@pytest.mark.parametrize(
    ("eta", "words"),
    [
        (datetime(2026, 3, 5, 17, 20), "1 h 20 min late"),
        (datetime(2026, 3, 5, 16), "On time"),
        (datetime(2026, 3, 5, 7, 15), "45 min early"),
        (None, ""),
    ],
    ids=["late", "on time", "early", "unknown"],
)
def test_call_tells_how_late_a_truck_is(page, acme, eta, words):
    load = LoadFactory(organization=acme)
    call = make_call(acme, loads=[load], skill_state={"facts": {"stop": STOP, "waitingAtFacility": False}})
    report_of(call, load, eta=eta)
    response = page.get(reverse("calls:page", args=[call.pk]))
    assert response.context["page"].report.punctuality == words
    assert words in response.text
    assert "Memphis" in response.text
    assert "08:00–16:00 EST" in response.text


def test_truck_that_waits_at_the_dock_is_not_late(page, acme):
    load = LoadFactory(organization=acme)
    call = make_call(acme, loads=[load], skill_state={"facts": {"stop": STOP, "waitingAtFacility": True}})
    report_of(call, load, eta=datetime(2026, 3, 6, 9))
    text = page.get(reverse("calls:page", args=[call.pk])).text
    assert "Unloaded by" in text
    assert " late</span>" not in text


@pytest.mark.parametrize("state", [{}, {"facts": None}, {"facts": {"stop": {"windowEnd": "soon"}}}, []])
def test_report_needs_no_notebook_of_a_known_shape(page, acme, state):
    load = LoadFactory(organization=acme)
    call = make_call(acme, loads=[load], skill_state=state, extracted_data=["odd"], input_data="odd")
    report_of(call, load, eta=datetime(2026, 3, 6, 9))
    assert page.get(reverse("calls:page", args=[call.pk])).status_code == 200


def test_call_asks_the_database_ten_times(page, acme, django_assert_num_queries):
    loads = [LoadFactory(organization=acme) for _ in range(5)]
    call = make_call(acme, loads=loads, carrier=CarrierFactory(organization=acme))
    report_of(call, loads[0])
    for seconds in range(40):
        say(call, Role.AGENT, "Yes.", seconds)
        note(call, CallStatus.RINGING, seconds)
    # session, person, membership; call, stamp, turns, report, loads, history, calls that follow it
    with django_assert_num_queries(10):
        page.get(reverse("calls:page", args=[call.pk]))


def test_live_call_is_asked_again_until_it_has_ended(page, acme):
    call = make_call(acme, status=CallStatus.ANSWERED)
    say(call, Role.AGENT, "Hello?", 0)
    url = reverse("calls:page", args=[call.pk])
    htmx = {"HX-Request": "true", "HX-Target": "call"}
    first = page.get(url)
    assert 'data-live-ask="2"' in first.text
    seen = first.context["page"].stamp
    assert page.get(url, {"seen": seen}, headers=htmx).status_code == 204
    say(call, Role.CALLER, "Yes, hello.", 3)
    second = page.get(url, {"seen": seen}, headers=htmx)
    assert "Yes, hello." in second.text
    assert "<html" not in second.text
    assert 'data-live-ask="2"' in second.text
    call.status, call.ended_at = CallStatus.COMPLETED, NOW + timedelta(seconds=9)
    call.save()
    last = page.get(url, {"seen": second.context["page"].stamp}, headers=htmx)
    assert "Completed" in last.text
    assert "data-live-ask" not in last.text


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (CallStatus.QUEUED, "Not answered yet"),
        (CallStatus.ANSWERED, "Just answered"),
        (CallStatus.BUSY, "Nothing was said"),
    ],
)
def test_call_without_words_says_why(page, acme, status, words):
    call = make_call(acme, status=status)
    text = page.get(reverse("calls:page", args=[call.pk])).text
    assert words in text
    assert "No load was discussed" in text


def test_call_without_turns_shows_its_transcript(page, acme):
    call = make_call(acme, transcript="Agent: Good morning.")
    assert "Agent: Good morning." in page.get(reverse("calls:page", args=[call.pk])).text


def test_call_escapes_what_others_said(page, acme):
    load = LoadFactory(organization=acme, customer_name=MARKUP)
    call = make_call(
        acme,
        caller_name=MARKUP,
        summary=MARKUP,
        content_tags=[MARKUP[:40]],
        extracted_data={MARKUP: MARKUP},
        loads=[load],
    )
    say(call, Role.CALLER, f'{MARKUP}" onmouseover="alert(1)', 1)
    note(call, CallStatus.FAILED, 1, by=MARKUP, reason=MARKUP)
    report_of(call, load, location=MARKUP, eta_said=MARKUP)
    text = page.get(reverse("calls:page", args=[call.pk])).text
    assert "<script>alert" not in text
    assert '" onmouseover="' not in text


@pytest.mark.parametrize("name", ["calls:page", "calls:of_load"])
def test_another_tenants_key_answers_like_an_unknown_one(page, acme, rival, name):
    load = LoadFactory(organization=rival)
    key = make_call(rival).pk if name == "calls:page" else load.pk
    htmx = {"HX-Request": "true"}
    found = [page.get(reverse(name, args=[pk]), headers=htmx) for pk in (key, key + 10_000, 10**30)]
    assert [response.status_code for response in found] == [404, 404, 404]
    assert found[0].text == found[1].text


def test_of_load_shows_the_newest_ten(page, acme):
    load, other = LoadFactory(organization=acme, external_id="A&B"), LoadFactory(organization=acme)
    agent = AgentFactory(organization=acme)
    calls = [
        make_call(acme, agent=agent, loads=[load], created_at=NOW - timedelta(minutes=n)) for n in range(11)
    ]
    make_call(acme, agent=agent, loads=[other])
    response = page.get(reverse("calls:of_load", args=[load.pk]), headers={"HX-Request": "true"})
    assert [row.pk for row in response.context["rows"]] == [call.pk for call in calls[:10]]
    assert f"{LIST}?load=A%26B" in response.text


@pytest.mark.parametrize(
    ("report", "words", "others"),
    [
        ({"late_minutes": 45}, "45 min late", "On time"),
        ({"late_minutes": 0}, "On time", "late"),
        ({"is_waiting": True}, "At the facility", "late"),
        ({}, "Completed", "late"),
    ],
    ids=["late", "on time", "waiting", "unknown"],
)
def test_of_load_tells_how_its_truck_stands(page, acme, report, words, others):
    load = LoadFactory(organization=acme)
    report_of(make_call(acme, loads=[load]), load, **report)
    text = page.get(reverse("calls:of_load", args=[load.pk]), headers={"HX-Request": "true"}).text
    assert words in text
    assert others not in text


def test_call_shows_all_that_a_driver_told(page, acme):
    load = LoadFactory(organization=acme)
    call = make_call(acme, loads=[load])
    report_of(
        call,
        load,
        delay_reason="flat tire",
        checked="in",
        loading="loaded",
        temperature="34.0",
        bol_number="B-88213",
    )
    text = page.get(reverse("calls:page", args=[call.pk])).text
    for expected in ("flat tire", "Checked in", "Loaded", "34 °F", "B-88213"):
        assert expected in text


def test_of_load_without_calls_says_so(page, acme, django_assert_num_queries):
    url = reverse("calls:of_load", args=[LoadFactory(organization=acme).pk])
    with django_assert_num_queries(5):
        assert "No calls yet" in page.get(url, headers={"HX-Request": "true"}).text


def test_of_load_leads_to_the_list_without_htmx(page, acme):
    load = LoadFactory(organization=acme, external_id="48213")
    assert page.get(reverse("calls:of_load", args=[load.pk])).url == f"{LIST}?load=48213"


def test_load_page_fetches_its_calls(page, acme):
    load = LoadFactory(organization=acme, external_id="48213")
    text = page.get(reverse("loads:page", args=[load.pk])).text
    assert f'hx-get="{reverse("calls:of_load", args=[load.pk])}"' in text
    assert f'href="{LIST}?load=48213"' in text
