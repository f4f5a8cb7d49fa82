"""A call's page: the talk, its line's history, its loads, what was learned; while it goes on."""

from datetime import timedelta

import pytest
from django.urls import reverse

from calls.states import CallStatus, Role
from tests.calls.pages.making import MARKUP, make_call, note, report_of, say
from tests.factories import NOW, CarrierFactory, LoadFactory

pytestmark = pytest.mark.sampled(16)


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
        "Requested",
        "Sent to phone network",
        "Queued",
        "Failed",
    ]
    assert steps[0].by == "by your TMS"
    assert "will be retried" in steps[2].reason
    assert "never confirmed the call" in response.text
    assert "9:00:00 AM" in response.text  # in Chicago


@pytest.mark.parametrize(("about", "labels"), [(1, ["Load"]), (2, ["Load", "Loads"])])
def test_what_was_learned_of_the_only_load_stands_once(page, acme, about, labels):
    loads = [{"loadId": f"48{number}", "outcome": "booked"} for number in range(about)]
    call = make_call(acme, extracted_data={"loadId": "480", "loads": loads})
    facts = page.get(reverse("calls:page", args=[call.pk])).context["page"].facts
    assert sorted(label for label, *_ in facts) == labels


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
        ("Late", "no", ""),
        ("Dock door", "4", ""),
    ]


def test_call_asks_the_database_thirteen_times(page, acme, django_assert_num_queries):
    loads = [LoadFactory(organization=acme) for _ in range(5)]
    call = make_call(acme, loads=loads, carrier=CarrierFactory(organization=acme))
    report_of(call, loads[0])
    for seconds in range(40):
        say(call, Role.AGENT, "Yes.", seconds)
        note(call, CallStatus.RINGING, seconds)
    # session, person, membership; call, stamp, turns, report, loads, history, questions, calls that follow it,
    # whether its loads are booked, whether its number is on the do-not-call list
    with django_assert_num_queries(13):
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
        (CallStatus.BUSY, "No conversation"),
        (CallStatus.VOICEMAIL, "The call went to voicemail."),
    ],
)
def test_call_without_words_says_why(page, acme, status, words):
    call = make_call(acme, status=status)
    text = page.get(reverse("calls:page", args=[call.pk])).text
    assert words in text
    assert "No load discussed" in text


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
