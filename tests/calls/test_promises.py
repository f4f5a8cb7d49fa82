"""Callbacks that conversations end with: when they are due, what keeps them, and the list of them."""

from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from calls.models import ConversationLoad, Promise
from calls.selectors.today import promises_due
from calls.services.progress import keep_promise, note_promise
from calls.skill import Conclusion
from calls.states import CallStatus, Tag
from organizations.models import AuditEntry
from organizations.tenancy.actors import system, user
from tests.factories import NOW, CallFactory, CarrierFactory, ConversationFactory, LoadFactory, PromiseFactory

QUERIES = 3 + 2  # session, person, membership; promises, their loads


def promised(organization, **told):
    conversation = ConversationFactory(organization=organization)
    conclusion = Conclusion("They want to be called back.", (Tag.CALLBACK_REQUESTED,), told)
    return note_promise(conversation, conclusion, at=NOW)


@pytest.mark.parametrize(
    ("told", "due_at"),
    [
        # New York is an hour ahead of the organization, which is in Chicago.
        ({"callbackTime": "2026-03-02T14:00", "callbackTimezone": "America/New_York"}, (2, 19, 0)),
        ({"callbackTime": "2026-03-02T14:00"}, (2, 20, 0)),
        ({"callbackTime": "2026-03-02T14:00:30", "callbackTimezone": "Nowhere/Land"}, (2, 14, 0)),
        ({"callbackTime": "2026-03-03", "callbackTimezone": "America/Chicago"}, (3, 15, 0)),
    ],
)
def test_time_is_the_moment_by_the_clock_it_was_meant_in(in_acme, told, due_at):
    in_acme.timezone = "America/Chicago"
    in_acme.save()

    promise = promised(in_acme, **told)

    assert promise.is_timed
    assert promise.due_at.replace(second=0) == datetime(2026, 3, due_at[0], *due_at[1:], tzinfo=UTC)


@pytest.mark.parametrize("text", ["", None, "at two", "2026-13-45", "0001-01-01T00:00", "2026-02-30T10:00"])
def test_without_a_time_that_makes_sense_it_is_due_at_once(in_acme, text):
    promise = promised(in_acme, callbackTime=text, callbackTimezone="Asia/Tokyo")

    assert (promise.is_timed, promise.due_at) == (False, NOW)


def test_conversation_without_the_tag_promises_nothing(in_acme):
    conclusion = Conclusion("Booked.", (Tag.BOOKING_CONFIRMED,), {"callbackTime": None})

    assert note_promise(ConversationFactory(organization=in_acme), conclusion, at=NOW) is None
    assert not Promise.objects.exists()


def test_what_is_due_comes_first_and_what_is_far_doesnt_show(in_acme):
    later = PromiseFactory(organization=in_acme, due_at=NOW + timedelta(hours=3))
    overdue = PromiseFactory(organization=in_acme, due_at=NOW - timedelta(hours=3))
    PromiseFactory(organization=in_acme, due_at=NOW + timedelta(days=2))
    PromiseFactory(organization=in_acme, due_at=NOW - timedelta(days=8))
    PromiseFactory(organization=in_acme, kept_at=NOW)

    found = promises_due(at=NOW)

    assert [(row.promise.pk, row.is_due) for row in found.rows] == [(overdue.pk, True), (later.pk, False)]


def test_calling_back_keeps_it_once_somebody_answered(in_acme):
    promise = PromiseFactory(organization=in_acme)
    call = CallFactory(organization=in_acme, follows=promise.conversation, status=CallStatus.PLACED)
    assert promises_due(at=NOW).rows

    call.answered_at = NOW
    call.save()

    assert not promises_due(at=NOW).rows


def test_ticking_off_is_recorded_once(in_acme, broker):
    promise = PromiseFactory(organization=in_acme)

    assert keep_promise(promise=promise, by=user(broker), at=NOW)
    assert not keep_promise(promise=Promise.objects.get(), by=system("tests"), at=NOW)

    assert Promise.objects.get().kept_by == str(user(broker))
    assert [(each.action, each.actor) for each in AuditEntry.objects.all()] == [
        ("promise.kept", str(user(broker)))
    ]


@pytest.fixture
def page(client, broker):
    client.force_login(broker)
    return client


@pytest.fixture
def waiting(acme):
    """A promise that is overdue at whatever time the test runs."""
    carrier = CarrierFactory(organization=acme, name="Blue Mesa <b>Transport</b>")
    conversation = ConversationFactory(
        organization=acme, carrier=carrier, summary="They want to be called back."
    )
    CallFactory(organization=acme, conversation=conversation, status=CallStatus.COMPLETED)
    load = LoadFactory(organization=acme, external_id="48213")
    ConversationLoad.unscoped.create(organization=acme, conversation=conversation, load=load)
    due = timezone.now() - timedelta(minutes=30)
    return PromiseFactory(organization=acme, conversation=conversation, due_at=due, made_at=due)


def test_list_names_who_waits_and_ticks_off(page, waiting):
    html = page.get(reverse("calls:promises")).text
    assert "Blue Mesa &lt;b&gt;Transport" in html
    assert "Overdue" in html
    assert "48213" in html

    answer = page.post(reverse("calls:keep_promise", args=[waiting.pk]))

    assert answer.status_code == 302
    assert "No callbacks due" in page.get(reverse("calls:promises")).text


def test_part_for_the_page_of_today_stands_alone(page, waiting):
    headers = {"HX-Request": "true"}
    assert "<html" not in page.get(reverse("calls:promises"), headers=headers).text
    answer = page.post(reverse("calls:keep_promise", args=[waiting.pk]), headers=headers)
    assert "No callbacks due" in answer.text


def test_viewer_sees_but_ticks_nothing_off(client, viewer, waiting):
    client.force_login(viewer)
    assert "Done" not in client.get(reverse("calls:promises")).text
    assert client.post(reverse("calls:keep_promise", args=[waiting.pk])).status_code == 403
    assert Promise.unscoped.get().kept_at is None


def test_stranger_finds_nothing(client, stranger, waiting):
    client.force_login(stranger)
    assert "Blue Mesa" not in client.get(reverse("calls:promises")).text
    assert client.post(reverse("calls:keep_promise", args=[waiting.pk])).status_code == 404


def test_list_asks_as_often_however_many_wait(page, acme, waiting, django_assert_num_queries):
    for n in range(30):
        conversation = ConversationFactory(organization=acme)
        CallFactory(organization=acme, conversation=conversation, status=CallStatus.COMPLETED)
        PromiseFactory(
            organization=acme, conversation=conversation, due_at=waiting.due_at + timedelta(minutes=n)
        )

    with django_assert_num_queries(QUERIES):
        page.get(reverse("calls:promises"), headers={"HX-Request": "true"})
