"""Alarms about loads: raised once, shown on today's page and the load's, seen by whoever takes care of them."""

import pytest
from django.urls import reverse

from calls.models import LoadAlarm
from calls.selectors.today import alarms_of_load, open_alarms
from calls.services.outcomes import mark_alarm_seen, raise_alarm
from calls.states import AlarmKind, CallStatus
from organizations.models import AuditEntry
from organizations.tenancy.actors import system, user
from tests.factories import (
    NOW,
    CallFactory,
    CarrierFactory,
    ConversationFactory,
    LoadAlarmFactory,
    LoadFactory,
)

QUERIES = 3 + 1  # session, person, membership; alarms
HTMX = {"HX-Request": "true"}


def broken_down(conversation, load, words="it quit on me", at=NOW):
    return raise_alarm(conversation=conversation, load=load, kind=AlarmKind.BROKEN_DOWN, words=words, at=at)


def test_alarm_of_a_conversation_and_kind_is_raised_once(in_acme):
    conversation = ConversationFactory(organization=in_acme)
    load = LoadFactory(organization=in_acme)

    first = broken_down(conversation, load)
    again = broken_down(conversation, load, "it quit on me\nthe turbo")

    assert first == again
    assert LoadAlarm.objects.get().words == "it quit on me\nthe turbo"


def test_words_of_an_alarm_that_was_seen_stay(in_acme):
    alarm = LoadAlarmFactory(organization=in_acme, words="flat")
    mark_alarm_seen(alarm=alarm, by=system("tests"), at=NOW)

    broken_down(alarm.conversation, alarm.load, "two flats")

    assert LoadAlarm.objects.get().words == "flat"


def test_alarm_needs_no_load(in_acme):
    assert broken_down(ConversationFactory(organization=in_acme), None).load is None
    assert open_alarms().rows[0].alarm.load is None


def test_seeing_it_is_recorded_once(in_acme, broker):
    alarm = LoadAlarmFactory(organization=in_acme)

    assert mark_alarm_seen(alarm=alarm, by=user(broker), at=NOW)
    assert not mark_alarm_seen(alarm=alarm, by=system("tests"), at=NOW)

    assert LoadAlarm.objects.get().seen_by == str(user(broker))
    assert [(each.action, each.actor) for each in AuditEntry.objects.all()] == [
        ("alarm.seen", str(user(broker)))
    ]


def test_what_was_seen_shows_on_the_load_alone(in_acme, broker):
    alarm = LoadAlarmFactory(organization=in_acme)
    mark_alarm_seen(alarm=alarm, by=user(broker), at=NOW)
    newer = LoadAlarmFactory(organization=in_acme, load=alarm.load, kind="late")

    assert [row.alarm for row in open_alarms().rows] == [newer]
    assert [(row.alarm, row.seen_by) for row in alarms_of_load(alarm.load)] == [
        (newer, ""),
        (alarm, str(broker)),
    ]


@pytest.fixture
def page(client, broker):
    client.force_login(broker)
    return client


@pytest.fixture
def alarm(acme):
    """A breakdown that a carrier has told on the phone."""
    carrier = CarrierFactory(organization=acme, name="Blue Mesa <b>Transport</b>")
    conversation = ConversationFactory(organization=acme, carrier=carrier)
    CallFactory(organization=acme, conversation=conversation, status=CallStatus.COMPLETED)
    load = LoadFactory(organization=acme, external_id="48213")
    return LoadAlarmFactory(
        organization=acme, conversation=conversation, load=load, words="it quit <i>on</i> me"
    )


def test_list_names_what_happened_and_is_ticked_off(page, alarm):
    html = page.get(reverse("calls:alarms")).text
    for words in ("Broken down", "48213", "It quit &lt;i&gt;on", "Blue Mesa &lt;b&gt;Transport", "Got it"):
        assert words in html

    answer = page.post(reverse("calls:mark_alarm_seen", args=[alarm.pk]))

    assert answer.url == reverse("calls:alarms")
    assert "Nothing needs attention" in page.get(reverse("calls:alarms")).text


def test_part_for_the_page_of_today_stands_alone(page, alarm):
    assert "<html" not in page.get(reverse("calls:alarms"), headers=HTMX).text
    answer = page.post(reverse("calls:mark_alarm_seen", args=[alarm.pk]), headers=HTMX)
    assert "Nothing needs attention" in answer.text


def test_load_shows_its_alarms_and_listens(page, alarm):
    url = reverse("calls:alarms_of_load", args=[alarm.load.pk])
    assert f'hx-get="{url}"' in page.get(reverse("loads:page", args=[alarm.load.pk])).text

    part = page.get(url, headers=HTMX).text
    assert f'data-live="load:{alarm.load.pk}"' in part
    assert "Broken down" in part

    seen = page.post(reverse("calls:mark_alarm_seen", args=[alarm.pk]), {"on": "load"}, headers=HTMX).text
    assert 'id="load-alarms"' in seen
    assert "Got it" not in seen
    assert "Seen by" in seen


def test_load_without_alarms_takes_no_room(page, acme):
    load = LoadFactory(organization=acme)
    url = reverse("calls:alarms_of_load", args=[load.pk])
    assert "hidden" in page.get(url, headers=HTMX).text
    assert "No alerts" in page.get(url).text


def test_viewer_sees_but_ticks_nothing_off(client, viewer, alarm):
    client.force_login(viewer)
    assert "Got it" not in client.get(reverse("calls:alarms")).text
    assert client.post(reverse("calls:mark_alarm_seen", args=[alarm.pk])).status_code == 403
    assert LoadAlarm.unscoped.get().seen_at is None


def test_stranger_finds_nothing(client, stranger, alarm):
    client.force_login(stranger)
    assert "48213" not in client.get(reverse("calls:alarms")).text
    assert client.get(reverse("calls:alarms_of_load", args=[alarm.load.pk])).status_code == 404
    assert client.post(reverse("calls:mark_alarm_seen", args=[alarm.pk])).status_code == 404


def test_list_asks_as_often_however_many_there_are(page, acme, alarm, django_assert_num_queries):
    for _ in range(30):
        conversation = ConversationFactory(organization=acme)
        CallFactory(organization=acme, conversation=conversation, status=CallStatus.COMPLETED)
        LoadAlarmFactory(organization=acme, conversation=conversation)

    with django_assert_num_queries(QUERIES):
        html = page.get(reverse("calls:alarms"), headers=HTMX).text

    assert "26 more" in html
