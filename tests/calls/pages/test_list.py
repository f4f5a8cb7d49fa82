"""The list of calls: what it shows, in which order, what it costs."""

from datetime import timedelta

import pytest
from django.urls import reverse

from calls.states import CallStatus, Direction
from tests.calls.pages.making import LIST, MARKUP, make_call, shown
from tests.factories import NOW, AgentFactory, CarrierFactory, LoadFactory


def test_list_asks_strangers_to_sign_in(client, db):
    assert client.get(LIST).status_code == 302


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
        "No deal on rate",
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


def test_list_shows_live_calls_on_its_first_page_alone(page, acme):
    agent = AgentFactory(organization=acme)
    for _ in range(51):
        make_call(acme, agent=agent)
    live = make_call(acme, agent=agent, status=CallStatus.RINGING)
    assert live.pk in shown(page.get(LIST))
    assert live.pk not in shown(page.get(LIST, {"page": 2}))


@pytest.mark.deep
def test_list_leads_to_all_live_calls_where_they_are_many(page, acme):
    agent = AgentFactory(organization=acme)
    for _ in range(21):
        make_call(acme, agent=agent, status=CallStatus.QUEUED)
    response = page.get(LIST)
    assert len(shown(response)) == 20
    assert "Show all live calls" in response.text
    assert len(shown(page.get(LIST, {"status": "live"}))) == 21


def test_list_escapes_what_others_wrote(page, acme):
    make_call(acme, caller_name=MARKUP, summary=MARKUP, content_tags=[MARKUP[:40]])
    assert "<script>alert" not in page.get(LIST, {"tag": MARKUP[:40]}).text


def test_list_shows_nothing_of_another_tenant(page, acme, rival):
    load = LoadFactory(organization=rival, external_id="R-1")
    make_call(rival, loads=[load], mc_number="1")
    make_call(rival, status=CallStatus.ANSWERED)
    for query in ({}, {"load": "R-1"}, {"mc": "1"}, {"status": "live"}):
        assert shown(page.get(LIST, query)) == []


@pytest.mark.deep
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


@pytest.mark.deep
@pytest.mark.parametrize("query", [{"load": "A&B"}, {"mc": "1"}, {"tag": "dropped"}, {"status": "live"}])
def test_list_that_finds_nothing_says_so(page, two, query):
    assert "No matching calls" in page.get(LIST, query).text
