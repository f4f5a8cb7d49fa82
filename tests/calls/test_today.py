"""What the page of today shows of calls under way."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from calls.models import ConversationLoad, Turn
from calls.states import CallStatus, Role
from tests.factories import AgentFactory, CallFactory, ConversationFactory, LoadFactory

QUERIES = 3 + 3  # session, person, membership; calls, their loads, their last words
URL = reverse("calls:live_now")
PART = {"HX-Request": "true"}


def call(organization, name, **fields):
    at = timezone.now() - timedelta(minutes=5)
    conversation = ConversationFactory(
        organization=organization,
        direction="inbound",
        agent=AgentFactory(organization=organization),
        created_at=at,
    )
    return CallFactory(
        organization=organization,
        conversation=conversation,
        caller_name=name,
        **{"status": CallStatus.ANSWERED, "answered_at": at} | fields,
    )


def say(call, *texts):
    for position, text in enumerate(texts):
        Turn.unscoped.create(
            organization=call.organization,
            conversation=call.conversation,
            position=position,
            role=Role.CALLER,
            text=text,
            at=timezone.now(),
        )


@pytest.fixture
def page(client, broker):
    client.force_login(broker)
    return client


def test_call_under_way_shows_with_its_last_words_and_loads(page, acme):
    live = call(acme, "Dana <i>")
    say(live, "Hello.", "I need <b>2400</b>.")
    load = LoadFactory(organization=acme, external_id="48213")
    ConversationLoad.unscoped.create(organization=acme, conversation=live.conversation, load=load)

    html = page.get(URL, headers=PART).text

    assert "Dana &lt;i&gt;" in html
    assert "I need &lt;b&gt;2400&lt;/b&gt;." in html
    assert "Hello." not in html
    assert "48213" in html
    assert "<html" not in html


def test_call_that_has_ended_or_is_anothers_doesnt_show(page, acme, rival):
    call(acme, "Ended", status=CallStatus.COMPLETED, ended_at=timezone.now())
    call(rival, "Theirs")

    html = page.get(URL).text

    assert "Ended" not in html
    assert "Theirs" not in html
    assert "No live calls" in html


def test_part_costs_the_same_whatever_goes_on(page, acme, django_assert_num_queries):
    for n in range(30):
        say(call(acme, f"Caller {n}"), "Hello.")
        call(acme, f"Ended {n}", status=CallStatus.COMPLETED, ended_at=timezone.now())

    with django_assert_num_queries(QUERIES):
        html = page.get(URL, headers=PART).text

    assert html.count("<li") == 6
    assert "25 more" in html
