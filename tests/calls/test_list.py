"""The calls' list: filters with exact totals, columns, order, and all of it as CSV."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from calls.models import ConversationLoad
from calls.states import CallStatus, Direction
from tests.factories import NOW, BidFactory, CallFactory, CarrierFactory, LoadFactory, MembershipFactory

pytestmark = [pytest.mark.django_db, pytest.mark.deep]


@pytest.fixture
def page(acme):
    client = Client()
    client.force_login(MembershipFactory(organization=acme).user)
    return client


def call(organization, number=0, **values):
    usual = {"conversation__created_at": NOW + timedelta(hours=number), "conversation__direction": "inbound"}
    values = usual | {"status": CallStatus.COMPLETED} | values
    return CallFactory(organization=organization, **values)


def listed(page, query=""):
    response = page.get(f"/calls/{query}")
    assert response.status_code == 200
    found = response.context["table"].page
    return [row.pk for row in found], found.paginator.count


def test_any_mixture_of_filters_is_exact(page, acme):
    carrier = CarrierFactory(organization=acme, name="Blackridge")
    wanted = call(
        acme,
        status=CallStatus.NO_ANSWER,
        conversation__direction=Direction.OUTBOUND,
        conversation__content_tags=["no_answer"],
        conversation__carrier=carrier,
    )
    for number in range(3):
        call(acme, number, conversation__direction=Direction.OUTBOUND)
        call(acme, number, conversation__content_tags=["no_answer"], conversation__carrier=carrier)
    for query in (
        "?status=NO_ANSWER",
        "?direction=outbound&tag=no_answer",
        f"?carrier={carrier.pk}&status=NO_ANSWER",
    ):
        assert listed(page, query) == ([wanted.pk], 1)
    assert listed(page, "?tag=no_answer")[1] == 4
    assert listed(page, f"?carrier={carrier.pk}")[1] == 4
    assert listed(page, "?carrier=99999999")[1] == 0


def test_order_is_turned_round_on_every_page(page, acme):
    calls = [call(acme, number).pk for number in range(60)]
    assert listed(page, "?sort=created&page=2")[0] == calls[50:]
    assert listed(page, "?page=2")[0] == calls[9::-1]
    assert listed(page, "?page=999")[0] == calls[9::-1]


def test_a_call_shows_the_carriers_last_figure_unless_the_column_is_out(page, acme):
    one = call(acme)
    load = LoadFactory(organization=acme)
    BidFactory(organization=acme, load=load, conversation=one.conversation, amount=Decimal(2450))
    assert "$2,450" in page.get("/calls/").text
    assert "$2,450" not in page.get("/calls/?columns=with,when").text


def test_all_calls_of_the_filters_come_as_csv(page, acme, rival):
    one = call(acme, caller_name="=HYPERLINK(1)", from_phone="+13125550147")
    load = LoadFactory(organization=acme, external_id="L-1")
    ConversationLoad.unscoped.create(organization=acme, conversation=one.conversation, load=load)
    BidFactory(organization=acme, load=load, conversation=one.conversation, amount=Decimal(2450))
    call(acme, status=CallStatus.BUSY)
    call(acme, status=CallStatus.ANSWERED)
    call(rival)
    response = page.get(reverse("organizations:export_list"), {"list": "calls", "status": "COMPLETED"})
    text = b"".join(response.streaming_content).decode()
    head, line, *more = text.removeprefix("\ufeff").splitlines()
    assert head.startswith(
        "Call,Contact,Number,MC,Direction,Status,Tags,Summary,Offer,Agent,Loads,Length,When"
    )
    assert line.startswith(f"{one.pk},'=HYPERLINK(1),")
    assert ",2450.00," in line
    assert ",L-1," in line
    assert not more


def test_the_list_costs_the_same_whatever_its_length_and_filters(page, acme, django_assert_num_queries):
    carrier = CarrierFactory(organization=acme)
    call(acme, conversation__carrier=carrier, conversation__content_tags=["negotiation"])
    page.get("/calls/")
    for _ in range(2):
        # Session, person, memberships; columns, views; the page's place, live calls, the page, loads, bids.
        with django_assert_num_queries(10):
            page.get("/calls/")
        with django_assert_num_queries(10):
            page.get("/calls/?tag=negotiation&direction=inbound")
        with django_assert_num_queries(11):  # and the carrier's name
            page.get(f"/calls/?carrier={carrier.pk}")
        for number in range(60):
            call(acme, number, conversation__carrier=carrier, conversation__content_tags=["negotiation"])
