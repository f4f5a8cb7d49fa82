"""What a broker tells of a call that they made: an agreement, none, or a message left."""

from decimal import Decimal

import pytest
from django.urls import reverse

from bids.models import Bid
from bids.states import BidStatus
from calls.models import ConversationLoad
from calls.states import CallStatus
from organizations.models import AuditEntry
from tests.factories import NOW, BidFactory, CallFactory, CarrierFactory, ConversationFactory, LoadFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def load(acme):
    return LoadFactory(organization=acme, external_id="48213")


@pytest.fixture
def earlier(acme, load):
    """The carrier's call, in which it asked 2,100."""
    conversation = ConversationFactory(organization=acme, direction="inbound")
    call = CallFactory(organization=acme, conversation=conversation, status=CallStatus.COMPLETED)
    BidFactory(
        organization=acme,
        load=load,
        conversation=conversation,
        amount=Decimal(2100),
        counter_amount=Decimal(1800),
        status=BidStatus.COUNTERED,
    )
    return call


@pytest.fixture
def call(acme, load, broker, earlier):
    """The broker's call back, that has ended."""
    conversation = ConversationFactory(
        organization=acme,
        carrier=CarrierFactory(organization=acme),
        content_tags=["follow_up"],
        summary="Sam called and talked for 2:10.",
    )
    ConversationLoad.unscoped.create(organization=acme, conversation=conversation, load=load)
    return CallFactory(
        organization=acme,
        conversation=conversation,
        status=CallStatus.COMPLETED,
        person=broker,
        person_phone="+13125550199",
        follows=earlier.conversation,
        answered_at=NOW,
        ended_at=NOW,
    )


@pytest.fixture
def tell(client, broker, call, load):
    def post(**given):
        client.force_login(broker)
        return client.post(reverse("bids:after_call", args=[call.pk]), {"load": load.pk} | given)

    return post


def talk(call):
    call.conversation.refresh_from_db()
    return call.conversation


def test_agreement_becomes_a_bid_to_be_accepted(tell, broker, call, load):
    response = tell(outcome="agreed", amount="1850")

    bid = Bid.unscoped.get(conversation=call.conversation)
    assert response.url == reverse("bids:accept", args=[bid.pk])
    assert (bid.amount, bid.status, bid.load_id) == (Decimal(1850), BidStatus.OPEN, load.pk)
    assert (bid.carrier_id, bid.channel) == (call.conversation.carrier_id, "phone")
    assert talk(call).content_tags == ["negotiation", "follow_up"]
    assert talk(call).summary == "Sam called and talked for 2:10. Agreed at $1,850 on load 48213."
    for action in ("call.outcome_noted", "bid.recorded"):
        assert AuditEntry.unscoped.filter(action=action, actor=f"user:{broker.pk}").exists()


def test_without_agreement_the_last_ask_is_kept(tell, call):
    assert tell(outcome="declined", amount="2100").url == reverse("calls:page", args=[call.pk])

    assert Bid.unscoped.get(conversation=call.conversation).status == BidStatus.REJECTED
    assert talk(call).content_tags == ["rate_rejected", "follow_up"]


def test_without_agreement_and_figure_there_is_no_bid(tell, call):
    tell(outcome="declined")

    assert not Bid.unscoped.filter(conversation=call.conversation).exists()
    assert talk(call).content_tags == ["not_interested", "follow_up"]


def test_message_left_is_tagged(tell, call):
    tell(outcome="voicemail")

    assert talk(call).content_tags == ["voicemail", "follow_up"]
    assert talk(call).extracted_data["outcome"] == "voicemail"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"outcome": "agreed"}, "amount"),
        ({"outcome": "agreed", "amount": "0"}, "amount"),
        ({"outcome": "agreed", "amount": "NaN"}, "amount"),
        ({"outcome": "agreed", "amount": "12345678901"}, "amount"),
        ({"outcome": "agreed", "amount": "1850", "load": "999999"}, "load"),
        ({"outcome": "nothing"}, "outcome"),
        ({}, "outcome"),
    ],
)
def test_what_makes_no_sense_is_said(tell, call, given, field):
    response = tell(**given)

    assert response.status_code == 400
    assert field in response.context["form"].errors
    assert not Bid.unscoped.filter(conversation=call.conversation).exists()


def test_call_that_goes_on_has_no_outcome(tell, call):
    call.status = CallStatus.ANSWERED
    call.save()

    response = tell(outcome="voicemail")

    assert response.status_code == 400
    assert talk(call).content_tags == ["follow_up"]


def test_it_is_asked_for_once(tell, client, call):
    path = reverse("bids:after_call", args=[call.pk])
    tell(outcome="voicemail")

    assert "<form" not in client.get(path, headers={"HX-Request": "true"}).content.decode()


def test_viewers_tell_nothing(client, viewer, call):
    client.force_login(viewer)
    path = reverse("bids:after_call", args=[call.pk])

    assert client.post(path, {"outcome": "voicemail"}).status_code == 403
    assert "<form" not in client.get(path, headers={"HX-Request": "true"}).content.decode()


def test_it_is_neither_asked_of_others_calls_nor_of_agents(client, stranger, broker, call, earlier):
    client.force_login(stranger)
    assert client.get(reverse("bids:after_call", args=[call.pk])).status_code == 404
    assert client.get(reverse("bids:last_asks", args=[call.pk])).status_code == 404
    client.force_login(broker)
    path = reverse("bids:after_call", args=[earlier.pk])
    assert "<form" not in client.get(path, headers={"HX-Request": "true"}).content.decode()
    assert client.post(path, {"outcome": "voicemail"}).status_code == 404


def test_last_ask_and_what_may_be_offered(client, broker, call, django_assert_num_queries):
    client.force_login(broker)
    path = reverse("bids:last_asks", args=[call.pk])
    client.get(path, headers={"HX-Request": "true"})

    with django_assert_num_queries(6):
        page = client.get(path, headers={"HX-Request": "true"}).content.decode()

    assert "$2,100" in page
    assert "over max buy" in page
    assert "$1,800" in page
    assert "$1,953" in page
