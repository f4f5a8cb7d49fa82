"""Whole calls in words: the runtime, the built-in language and the skill together."""

from datetime import timedelta

import pytest

from bids.models import Bid, Booking
from calls import turns
from calls.models import Call, CallingRules, Turn
from calls.services.outcomes import conclude
from calls.states import AgentPurpose, CallStatus, Direction
from tests.bids.carrier_sales.conftest import PHONE
from tests.factories import NOW, AgentFactory, CallFactory


@pytest.fixture
def call(in_acme, carrier, load):
    """A call that the carrier-sales agent has answered."""
    agent = AgentFactory(
        organization=in_acme, purpose=AgentPurpose.CARRIER_SALES, greeting="", variables=[], slug="sales"
    )
    return CallFactory(
        organization=in_acme,
        status=CallStatus.ANSWERED,
        conversation__agent=agent,
        conversation__direction=Direction.INBOUND,
        from_phone=PHONE,
        to_phone="+12145550100",
    )


def hold(call, *heard):
    """What is said to each; every step by another process."""
    replies = [turns.begin(Call.objects.get(pk=call.pk), at=NOW)]
    for number, words in enumerate(heard, 1):
        replies.append(
            turns.hear(Call.objects.get(pk=call.pk), words, at=NOW + timedelta(seconds=7 * number))
        )
    return replies


@pytest.mark.usefixtures("fixed_steps")
def test_call_in_the_words_of_carriers_ends_in_a_booking(call):
    replies = hold(
        call,
        "Hey, calling on load 482101",
        "yeah that's us",
        "yep, fifty-three foot dry van",
        "how heavy is it? I'd need twenty-four fifty on that",
        "could you do two seventy a mile",
        "make it eighteen fifty and I'm your guy",
        "yes",
        "no that's it, thanks",
        "no, bye",
    )

    assert replies[-1].is_last
    assert Booking.objects.get().amount == 1850
    assert Bid.objects.get().first_ask == 2450
    conclusion = conclude(Call.objects.get(pk=call.pk), at=NOW)
    assert conclusion.tags == ("booking_confirmed", "negotiation")


def test_call_in_spanish_ends_in_a_booking(call):
    replies = hold(
        call,
        "¿Habla español?",
        "sí, correcto",
        "la carga 482101",
        "sí, tengo caja seca",
        "¿cuánto es lo máximo que paga?",
        "está bien, me la llevo",
        "sí",
        "no, gracias, es todo",
    )

    assert replies[1].language == "es"
    assert replies[-1].text == "Gracias y buen viaje. Adiós."
    assert Booking.objects.get().amount == 1500


@pytest.mark.usefixtures("fixed_steps")
def test_line_that_drops_in_the_middle_is_taken_up_again(call):
    hold(call, "MC 790112", "yes", "load 482101", "yes, a van", "I need 2400")

    resumed = turns.begin(Call.objects.get(pk=call.pk), at=NOW + timedelta(minutes=2))
    last = turns.hear(Call.objects.get(pk=call.pk), "2200", at=NOW + timedelta(minutes=3))

    assert resumed.text.startswith("Sorry, the line dropped for a moment.")
    assert "$1,500" in resumed.text
    assert "$1,725" in last.text
    assert Bid.objects.get().amount == 2200


def test_person_is_asked_for_and_hears_the_whisper(call, in_acme):
    CallingRules.objects.update_or_create(
        organization=in_acme,
        defaults={"transfer_number": "+13125550100", "transfer_hours_start": 0, "transfer_hours_end": 24},
    )

    reply = hold(call, "MC 790112", "yes", "let me talk to a real person")[-1]

    assert reply.transfer.to == "+13125550100"
    assert reply.transfer.whisper == "Blue Mesa Transport LLC (MC 790112) about a load."


def test_nothing_of_the_two_rates_is_stored_with_the_call(call):
    hold(call, "MC 790112", "yes", "load 482101", "yes, a van", "2500", "2400", "2300", "2200", "no", "bye")

    texts = " ".join(Turn.objects.filter(role="agent").values_list("text", flat=True))
    state = str(Call.objects.get(pk=call.pk).conversation.skill_state)

    for rate in ("1953", "1,953", "2719", "2,719"):
        assert rate not in texts + state
