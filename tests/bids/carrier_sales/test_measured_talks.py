"""Talks about money by the measured strategy: what is said, and what the broker reads of it."""

from decimal import Decimal

import pytest

from bids.models import Bid, Booking, NegotiationStep, PriceTalk
from bids.negotiation import Rule, Standing
from bids.states import BidStatus
from calls.language.reading import Act
from calls.models import Call
from loads.models import Load
from tests.bids.carrier_sales.conftest import DEAL, MINE, YES, ask, means
from tests.factories import BookingFactory

pytestmark = pytest.mark.usefixtures("drawn")


def test_agent_goes_to_its_final_offer_and_books_at_it(haggling):
    said = [haggling.say(ask(amount)) for amount in (2400, 2200, 2000)]

    assert [reply.amounts for reply in said] == [(Decimal(1500),), (Decimal(1650),), (Decimal(1825),)]
    assert said[-1].text == "The best I can do on this one is $1,825. Do we have a deal?"
    haggling.say(DEAL, YES)
    assert Booking.objects.get().amount == 1825
    steps = NegotiationStep.objects.order_by("position")
    assert [step.rule for step in steps] == ["round_one", "planned", "last_round", "offer_taken"]
    assert {step.final_offer for step in steps} == {1825}


@pytest.mark.parametrize(("wanted", "is_within"), [(1930, True), (1990, False)])
def test_ask_above_the_final_offer_is_left_to_the_broker_in_the_same_words(haggling, wanted, is_within):
    haggling.say(ask(2400), ask(2200), ask(2000))

    left = haggling.say(ask(wanted))

    assert left.text.startswith(
        "$1,825 is the most I can do on my own. I'll pass your number on to the broker."
    )
    assert left.amounts == (Decimal(1825),)
    bid = Bid.objects.get()
    assert (bid.amount, bid.status) == (wanted, BidStatus.OPEN)
    assert (bid.amount <= bid.load.max_rate) is is_within
    assert NegotiationStep.objects.get(position=3).rule == Rule.LEFT_TO_BROKER


def test_far_asks_bring_nothing(haggling):
    said = [haggling.say(ask(amount)) for amount in (4000, 3900, 3800)]

    assert "well above what I see on this lane" in said[0].text or "a long way apart" in said[0].text
    assert [reply.amounts for reply in said] == [(Decimal(1500),)] * 3
    assert "$1,500 is the best I can do" in said[2].text
    assert set(NegotiationStep.objects.values_list("round", flat=True)) == {0}
    haggling.say(DEAL, YES)
    assert Booking.objects.get().amount == 1500


def test_somebody_who_comes_to_the_point_after_far_asks_is_haggled_with(haggling):
    haggling.say(ask(4000), ask(3900), ask(3800))

    assert haggling.say(ask(1800)).amounts == (Decimal(1500),)
    assert haggling.say(ask(1640)).amounts == (Decimal(1640),)


def test_asking_for_more_without_a_figure_moves_nothing_until_patience_ends(haggling):
    pressed = [haggling.say(means("better?", Act.ASKS_MORE)) for _ in range(3)]

    assert [reply.amounts for reply in pressed] == [(Decimal(1500),), (Decimal(1500),), (Decimal(1825),)]


def test_figure_that_was_misheard_doesnt_move_the_final_offer(haggling):
    haggling.say(ask(2400), ask(2200), ask(1800))
    haggling.say(means("no", Act.NO))

    assert haggling.say(ask(2100)).amounts == (Decimal(1825),)


def test_talk_is_measured_in_spanish(line, carrier, load):
    made = line(language="es")
    made.open()
    made.say(YES, means("482101", load="482101"), YES, ask(4000))
    assert "ruta" in made.replies[-1].text or "lejos" in made.replies[-1].text

    made.say(ask(2400), ask(2200), ask(2000), ask(1900))

    assert made.replies[-1].text.startswith(
        "$1,825 es lo más que puedo ofrecer yo. Le paso su cifra al bróker."
    )


def test_what_the_lane_pays_is_asked_once(line, carrier, load, in_acme, django_assert_num_queries):
    Load.objects.filter(pk=load.pk).update(origin_place=4684888, destination_place=4180439)
    for _ in range(5):
        other = Load.objects.create(
            organization=in_acme,
            external_id=f"P{_}",
            origin_place_id=4684888,
            destination_place_id=4180439,
            equipment_type="van",
        )
        BookingFactory(organization=in_acme, load=other, amount=2600)
    made = line()
    made.open()
    made.say(MINE, YES, means("482101", load="482101"), YES)

    assert made.state["dealings"][0]["standing"]["market"] == "2600.00"
    made.say(ask(4000))  # less than 1.75 times what the lane pays
    assert NegotiationStep.objects.get().rule == Rule.ROUND_ONE


# Over several calls.


def test_the_final_offer_of_the_first_call_is_that_of_the_next(line, carrier, load, drawn):
    first = line()
    first.open()
    first.say(MINE, YES, means("load 482101", load="482101"), YES)
    first.say(ask(2450), ask(2300), ask(2200))
    talk = PriceTalk.objects.get()
    final = Standing.from_json(talk.standing).final
    assert final == Decimal(1825)
    Call.objects.filter(pk=first.conversation.pk).update(status="COMPLETED")

    again = line(number=2)
    again.open()
    said = again.say(MINE, YES, means("load 482101", load="482101"), YES)

    standing = Standing.from_json(PriceTalk.objects.get().standing)
    assert (standing.final, standing.is_final) == (final, True)
    assert f"${standing.offer:,}" in said.text
    assert {step.final_offer for step in NegotiationStep.objects.all()} == {final}


def test_higher_max_buy_draws_the_chapters_final_offer_by_the_same_share(line, carrier, load, drawn):
    made = line()
    made.open()
    made.say(MINE, YES, means("load 482101", load="482101"), YES)
    made.say(ask(2450))
    Load.objects.filter(pk=load.pk).update(max_rate=Decimal(2100))

    made.say(ask(2300))

    talk = PriceTalk.objects.get()
    standing = Standing.from_json(talk.standing)
    assert (talk.chapter, standing.share, standing.final) == (2, Decimal("0.72"), Decimal(1925))
