"""What a carrier hears who is called in an outreach."""

from decimal import Decimal

import pytest

from bids.models import Bid, Booking, NegotiationRules, OutreachCandidate
from bids.services.outreach import start_outreach
from bids.services.outreach_calls import advance_outreach
from calls.models import Call, Conversation
from calls.states import AgentPurpose, CallStatus
from tests.bids.carrier_sales.conftest import YES, Line, ask
from tests.bids.outreach.world import BY
from tests.factories import NOW, AgentFactory, CarrierFactory, PhoneNumberFactory

pytestmark = pytest.mark.sampled(4)


@pytest.fixture
def lines(in_acme, load, make_carrier):
    """Call two carriers; both have picked up and heard our offer."""
    agent = AgentFactory(
        organization=in_acme, slug="sales", purpose=AgentPurpose.CARRIER_SALES, greeting="", variables=[]
    )
    PhoneNumberFactory(organization=in_acme, agent=agent)
    make_carrier(1)
    make_carrier(2)
    outreach = start_outreach(load=load, by=BY, at=NOW)
    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)
    Call.objects.update(status=CallStatus.ANSWERED)
    made = []
    for conversation in Conversation.objects.filter(outreach_turn__isnull=False).order_by("pk"):
        line = Line(conversation, agent)
        line.open()
        line.say(YES)  # to the trailer
        made.append(line)
    return made


def turn_of(line):
    return OutreachCandidate.objects.get(conversation=line.conversation)


def test_agreed_figure_is_held_while_others_answer(lines, load):
    first, _ = lines
    first.say(ask(1525))

    reply = first.say(YES)

    assert "I have you down at $1,525 on load 4 8 2 1 3" in reply.text
    assert "within 5 minutes" in reply.text
    assert not Booking.objects.filter(load=load).exists()
    turn = turn_of(first)
    assert (turn.ask, turn.agreed_at, turn.bid_id) == (1525, NOW, Bid.objects.get(load=load).pk)
    assert first.conclude().extracted["outcome"] == "bid"


@pytest.mark.usefixtures("fixed_steps")
def test_other_is_asked_for_its_best_and_final_at_once(lines):
    first, second = lines
    first.say(ask(1525), YES)

    reply = second.say(ask(2400))

    assert "I need your best and final" in reply.text
    assert "The best I can do on this one is $1,950" in reply.text
    assert "1,525" not in reply.text
    assert "1,953" not in reply.text


@pytest.mark.usefixtures("fixed_steps")
def test_ceiling_holds_in_the_last_round(lines, load):
    first, second = lines
    first.say(ask(1525), YES)
    second.say(ask(2400))

    assert "can't get there" in second.say(ask(1954)).text
    assert turn_of(second).agreed_at is None


def test_last_one_that_asks_less_is_booked_on_the_line(lines, load):
    first, second = lines
    first.say(ask(1525), YES)
    second.say(ask(1500))

    assert "You're booked at $1,500" in second.say(YES).text
    assert Booking.objects.get(load=load).amount == 1500


def test_last_one_that_asks_more_is_not_booked(lines, load):
    first, second = lines
    first.say(ask(1510), YES)
    second.say(ask(1525))

    assert "I have you down at $1,525" in second.say(YES).text
    assert not Booking.objects.filter(load=load).exists()


def test_alone_it_is_booked_as_always(lines, load):
    first, second = lines
    OutreachCandidate.objects.filter(pk=turn_of(second).pk).update(status="DONE")
    first.say(ask(1525))

    assert "You're booked at $1,525" in first.say(YES).text


def test_without_a_hold_it_is_booked_at_once_and_the_other_hears_of_it(lines, load, set_rules):
    set_rules(hold_minutes=0)
    first, second = lines
    first.say(ask(1525))

    assert "You're booked at $1,525" in first.say(YES).text
    assert "that load was taken just now" in second.say(ask(1500)).text
    assert Booking.objects.get(load=load).amount == Decimal(1525)


def test_organization_whose_agents_propose_alone_holds_nothing(lines, load):
    NegotiationRules.objects.create(organization=load.organization, agent_may_book=False)
    first, _ = lines
    first.say(ask(1525))

    assert "I'll pass $1,525 on load 4 8 2 1 3 to the team" in first.say(YES).text
    assert turn_of(first).agreed_at is None


def test_carrier_without_a_dot_number_is_known_by_its_mc(in_acme, load):
    agent = AgentFactory(organization=in_acme, slug="sales", purpose=AgentPurpose.CARRIER_SALES, greeting="")
    PhoneNumberFactory(organization=in_acme, agent=agent)
    carrier = CarrierFactory(
        organization=in_acme, dot_number=None, mc_number="790555", phone="+12145550155", is_preferred=True
    )
    outreach = start_outreach(load=load, by=BY, at=NOW)
    advance_outreach(outreach_id=outreach.pk, by=BY, at=NOW)
    line = Line(Conversation.objects.get(outreach_turn__carrier=carrier), agent)

    assert "Load 4 8 2 1 3 goes from Dallas" in line.open().text
    line.conversation.refresh_from_db()
    assert (line.conversation.carrier_id, line.conversation.mc_number) == (carrier.pk, "790555")
