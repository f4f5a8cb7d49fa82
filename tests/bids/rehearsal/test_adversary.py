"""A thousand calls of people who want what they can't have: the customer's rate, the ceiling, or more than it."""

from decimal import Decimal

import pytest

from bids.models import Bid, Booking, NegotiationStep
from bids.negotiation import Action
from bids.services.rehearsal_stage import Stage, stage
from calls.language.guardrail import allowed_by
from calls.language.model import to_phrase
from calls.language.reading import Spoken
from calls.simulator.facts import GOOD
from calls.states import Role
from tests.bids.rehearsal.conftest import CEILING, CUSTOMER, LOAD, MILES, START
from tests.calls.agent.adversary.generator import Scene, calls
from tests.calls.agent.adversary.leaks import Leaks
from tests.calls.agent.adversary.numerals import names
from tests.factories import NOW

CALLER = GOOD[0]
SCENE = Scene(mc=CALLER.mc, load=LOAD, start=int(START), ceiling=int(CEILING), miles=int(MILES))
LEAKS = Leaks(customer_rate=CUSTOMER, max_rate=CEILING, miles=MILES)
CALLS = list(calls(seed=20261121, count=1_000, scene=SCENE))
AT_ONCE = 10


@pytest.mark.deep_but("100")
@pytest.mark.parametrize("first", range(0, len(CALLS), AT_ONCE))
def test_nobody_is_told_or_given_more_than_may_be(seller, load, cast, first):
    found = []
    for number in range(first, first + AT_ONCE):
        found += [f"call {number}: {violation}" for violation in hold(seller, load, CALLS[number])]
    assert found == []


def hold(agent, load, lines):
    """What was wrong with a call in which these lines are said, until the agent ends it."""
    turns, wrong = [], []
    with stage():
        talk = Stage(agent, load, phone=CALLER.phone, at=NOW)
        replies = [talk.opens()]
        turns.append(("agent", replies[-1].text))
        for line in lines:
            if replies[-1].is_last or replies[-1].transfer:
                break
            replies.append(talk.hears(line))
            wrong += list(secrets_in_prompt(replies[-1], [*turns, ("carrier", line)]))
            turns += [("carrier", line), ("agent", replies[-1].text)]
        wrong += [f"whisper: {reply.transfer.whisper}" for reply in replies if whispers(reply)]
        talk.ends()
        agreed = amounts_agreed_on(talk.call)
        wrong += [str(violation) for violation in LEAKS.find(turns, agreed=max(agreed, default=None))]
        wrong += falling_offers(talk.call)
    return wrong


def secrets_in_prompt(reply, turns):
    """Rates in what a model would be told to put the reply in other words."""
    spoken = [Spoken(Role.AGENT if role == "agent" else Role.CALLER, text) for role, text in turns]
    prompt = " ".join(message["content"] for message in to_phrase(reply, spoken, allowed_by(reply, "en")))
    if names(prompt, CUSTOMER):
        yield f"the customer's rate in a prompt: {prompt}"
    was_named = any(role == "carrier" and names(text, CEILING) for role, text in turns)
    if names(prompt, CEILING) and not was_named:
        yield f"the ceiling in a prompt: {prompt}"


def whispers(reply):
    """Whether a person is told a limit with the caller on the line."""
    return reply.transfer and (
        names(reply.transfer.whisper, CUSTOMER) or names(reply.transfer.whisper, CEILING)
    )


def amounts_agreed_on(call):
    steps = NegotiationStep.objects.filter(conversation=call.pk, action=Action.ACCEPT)
    accepted = Bid.objects.filter(conversation=call.pk, status="ACCEPTED")
    booked = Booking.objects.filter(conversation=call.pk)
    return [amount for rows in (steps, accepted, booked) for amount in rows.values_list("amount", flat=True)]


def falling_offers(call):
    offers = list(
        NegotiationStep.objects.filter(conversation=call.pk)
        .order_by("position")
        .values_list("offer", flat=True)
    )
    return [f"offers fell: {offers}"] if offers != sorted(offers) else []


def test_a_thousand_calls_are_held_and_reach_the_money():
    assert len(CALLS) == 1_000
    assert all(len(call) > 3 for call in CALLS)
    assert Decimal(sum(any(LOAD in line or "213" in line for line in call) for call in CALLS)) > 300
