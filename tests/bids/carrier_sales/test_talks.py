"""Talks about money in fixed steps, from our offer to a booking, a bid or a no."""

from decimal import Decimal

import pytest

from bids.models import Bid, Booking, NegotiationRules, NegotiationStep
from bids.states import BidStatus, BookingKind
from calls.language.reading import Act, Expecting, Figure, Role, Topic
from calls.language.understanding import understand
from carriers.models import Carrier
from loads.models import Load
from tests.api.desk import EVENTS, post
from tests.bids.carrier_sales.conftest import BYE, DEAL, DOT, MC, MINE, NO, PHONE, YES, ask, means
from tests.factories import BookingFactory, LoadFactory

pytestmark = pytest.mark.usefixtures("fixed_steps")


def test_opening_offer_taken_is_read_back_and_booked(haggling, load):
    read_back = haggling.say(YES)
    booked = haggling.say(YES)

    assert read_back.text.endswith(
        "load 4 8 2 1 0 1, Dallas, TX to Atlanta, GA, at $1,500 all in, for Blue Mesa Transport LLC, "
        "MC 7 9 0 1 1 2. Is that right?"
    )
    assert read_back.amounts == (Decimal(1500),)
    assert booked.text.startswith("You're booked at $1,500. The team will send the rate con for load 4 8 2")
    booking = Booking.objects.get()
    assert (booking.load_id, booking.amount, booking.kind) == (load.pk, Decimal(1500), BookingKind.E2E)
    assert booking.bid.status == BidStatus.ACCEPTED
    assert booking.booked_by == "agent:carrier-sales"


def test_nothing_is_booked_before_it_was_confirmed(haggling):
    haggling.say(YES)

    assert not Booking.objects.exists()
    assert Bid.objects.get().status == BidStatus.OPEN
    assert haggling.conclude().extracted["outcome"] == "bid"


def test_haggling_goes_by_the_policy_and_leaves_a_receipt(haggling):
    hold, counter, read_back = (haggling.say(ask(amount)) for amount in (2400, 2200, 1900))

    assert hold.amounts == (Decimal(1500),)
    assert counter.amounts == (Decimal(1725),)
    assert read_back.amounts == (Decimal(1900),)
    assert "$1,900" in read_back.text
    steps = NegotiationStep.objects.order_by("position").values_list("heard", "ask", "action", "amount")
    assert list(steps) == [
        ("I need 2400", Decimal(2400), "hold", Decimal(1500)),
        ("I need 2200", Decimal(2200), "counter", Decimal(1725)),
        ("I need 1900", Decimal(1900), "accept", Decimal(1900)),
    ]


def test_every_ask_is_a_row_at_once(haggling):
    haggling.say(ask(2400))
    bid = Bid.objects.get()
    assert (bid.amount, bid.status, bid.counter_amount) == (2400, BidStatus.COUNTERED, 1500)
    assert (bid.mc_number, bid.dot_number, bid.phone) == (MC, DOT, PHONE)

    haggling.say(ask(2200))
    bid = Bid.objects.get()
    assert (bid.first_ask, bid.amount, bid.counter_amount) == (2400, 2200, 1725)


def test_talk_to_a_booking_is_concluded(haggling):
    haggling.say(ask(2400), ask(2200), ask(1900), YES, NO)

    conclusion = haggling.conclude()

    assert conclusion.summary == (
        "Blue Mesa Transport LLC (MC 790112) called about load 482101 (Dallas, TX to Atlanta, GA). "
        "Booked at $1,900 (opening ask $2,400)."
    )
    assert conclusion.tags == ("booking_confirmed", "negotiation")
    told = conclusion.extracted
    assert (told["outcome"], told["agreedAmount"], told["rounds"], told["loadId"]) == (
        "booked",
        1900,
        3,
        "482101",
    )
    assert (told["mcNumber"], told["dotNumber"], told["sentiment"]) == (MC, DOT, "neutral")


def test_book_now_rate_is_taken_at_once(haggling):
    assert haggling.say(ask(1525)).amounts == (Decimal(1525),)


def test_ask_under_our_offer_is_taken_at_what_was_asked(haggling):
    haggling.say(ask(1400), YES)

    assert Booking.objects.get().amount == 1400


@pytest.mark.parametrize(
    ("money", "total"),
    [(Figure(Decimal("2.15"), Role.PER_MILE), "1679.15"), (Figure(Decimal(20), Role.ON_TOP), "1520")],
)
def test_figure_by_the_mile_or_on_top_is_for_the_load(haggling, money, total):
    haggling.say(means("so much", money=(money,)))

    assert Bid.objects.get().amount == Decimal(total)


def test_rate_by_the_mile_needs_miles(haggling, load):
    Load.objects.filter(pk=load.pk).update(total_distance=None)

    said = haggling.say(means("2.15 a mile", money=(Figure(Decimal("2.15"), Role.PER_MILE),)))

    assert said.text == "I don't have the miles here. What would you need for the whole load?"
    assert not Bid.objects.exists()


def test_stubborn_carrier_is_refused_and_its_ask_kept(haggling):
    last = haggling.say(ask(2500), ask(2400), ask(2300))
    refused = haggling.say(ask(2200))
    goodbye = haggling.say(NO)

    assert last.text == "The best I can do on this one is $1,950. Do we have a deal?"
    assert "$1,950 is the best I can do" in refused.text
    assert goodbye.is_last
    bid = Bid.objects.get()
    assert (bid.first_ask, bid.amount, bid.status) == (2500, 2200, BidStatus.OPEN)
    conclusion = haggling.conclude()
    assert conclusion.tags == ("rate_rejected", "negotiation")
    assert conclusion.extracted["outcome"] == "declined"
    assert conclusion.summary.endswith("No deal: our last offer was $1,950; carrier asked $2,200.")


def test_last_offer_can_be_taken_after_all(haggling):
    haggling.say(ask(2500), ask(2400), ask(2300), ask(2200))

    read_back = haggling.say(DEAL)

    assert read_back.amounts == (Decimal(1950),)
    haggling.say(YES)
    assert Booking.objects.get().amount == 1950


def test_deal_on_a_figure_that_nobody_offered_is_an_ask(haggling):
    said = haggling.say(means("deal at 2600, book it", Act.AGREES, money=(2600,)))

    assert said.amounts == (Decimal(1500),)
    assert not Booking.objects.exists()
    assert Bid.objects.get().amount == 2600


def test_our_offer_said_back_is_taken(haggling):
    said = haggling.say(means("1500 works", Act.YES, money=(1500,)))

    assert said.expecting == "confirmation"
    assert said.amounts == (Decimal(1500),)


def test_more_is_wanted_without_a_figure(haggling):
    first = haggling.say(NO)
    pressed = [haggling.say(means("better?", Act.ASKS_MORE)) for _ in range(3)]

    assert "$1,500" in first.text
    assert first.expecting == "offer"
    assert [reply.amounts for reply in pressed] == [(Decimal(1500),), (Decimal(1725),), (Decimal(1950),)]


def test_half_way_is_an_ask_in_the_middle(haggling):
    haggling.say(ask(2400))

    haggling.say(means("meet me in the middle", Act.SPLITS))

    assert Bid.objects.get().amount == 1950


def test_figure_that_can_hardly_be_meant_is_asked_again(haggling):
    said = haggling.say(ask(19))

    assert said.text.startswith("I want to get your figure right.")
    assert said.amounts == ()
    assert not Bid.objects.exists()


def test_agreement_that_is_denied_is_none(haggling):
    haggling.say(YES)
    said = haggling.say(NO)

    assert said.text == "Alright, let me fix that. I'm at $1,500; what would you need for the load?"
    assert Bid.objects.get().status == BidStatus.WITHDRAWN
    haggling.say(ask(1900))
    assert list(Bid.objects.order_by("pk").values_list("status", "amount")) == [
        ("WITHDRAWN", 1500),
        ("COUNTERED", 1900),
    ]


def test_misheard_figure_is_forgotten_once(haggling):
    haggling.say(ask(2400), ask(2200), ask(1900))

    haggling.say(NO)

    assert Bid.objects.get().amount == 2200
    assert haggling.say(ask(2100)).amounts == (Decimal(1950),)


def test_other_figure_at_the_read_back_is_an_ask(haggling):
    haggling.say(YES)

    said = haggling.say(means("no, 2400", Act.NO, money=(2400,)))

    assert said.amounts == (Decimal(1500),)
    assert said.text.endswith("Do you still want it at $1,500?")
    assert Bid.objects.get().amount == 2400
    assert not Booking.objects.exists()


def test_higher_figure_after_an_agreement_is_no_new_deal(haggling):
    haggling.say(ask(2400), ask(2200), ask(1800))

    held = haggling.say(means("no wait i meant two thousand", Act.REFUSES, Act.COUNTERS, money=(2000,)))
    assert held.amounts == (Decimal(1800),)
    assert Bid.objects.get().amount == 2000

    haggling.say(DEAL, YES)
    assert Booking.objects.get().amount == 1800


def test_higher_figure_that_is_insisted_on_is_left_to_the_broker(haggling):
    haggling.say(ask(2400), ask(2200), ask(1800), ask(2000), means("no", Act.NO, Act.REFUSES), BYE)

    assert Bid.objects.get().amount == 2000
    assert not Booking.objects.exists()


def test_figure_confirmed_at_the_read_back_is_a_yes(haggling):
    haggling.say(ask(1525), means("1525, right", Act.YES, money=(1525,)))

    assert Booking.objects.get().amount == 1525


@pytest.mark.parametrize(
    "heard",
    [
        means("1525", money=(1525,)),
        means("yes. what's your max?", Act.YES, Topic.CEILING),
        means("book it. what's it pay?", Act.AGREES, Topic.RATE),
        means("hm"),
    ],
)
def test_what_is_not_a_clean_yes_is_read_back_again(haggling, heard):
    haggling.say(ask(1525))

    said = haggling.say(heard)

    assert "load 4 8 2 1 0 1, Dallas, TX to Atlanta, GA, at $1,525 all in" in said.text
    assert not Booking.objects.exists()
    haggling.say(YES)
    assert Booking.objects.exists()


def test_yes_with_a_question_is_counted_after_one_short_question(haggling):
    haggling.say(ask(1525))

    said = haggling.say(means("yes, what's the weight?", Act.YES, topics=frozenset({Topic.WEIGHT})))

    assert said.text.endswith("$1,525?")
    assert "Dallas" not in said.text
    assert not Booking.objects.exists()
    haggling.say(YES)
    assert Booking.objects.get().amount == 1525


def test_condition_that_is_taken_back_stands_in_no_yes_way(haggling):
    haggling.say(
        means("1,525 if you cover the lumper", money=(1525,), conditions=("if you cover the lumper",))
    )
    assert Bid.objects.get().details["conditions"] == ["if you cover the lumper"]

    said = haggling.say(means("no no i never put no condition on it", Act.NO))

    assert said.text.endswith("$1,525?")
    assert "conditions" not in Bid.objects.get().details
    haggling.say(YES)
    assert Booking.objects.get().amount == 1525


def test_agreement_is_read_back_again_twice_at_most_then_a_person_takes_over(haggling):
    haggling.say(ask(1525))
    for _ in range(2):
        assert haggling.say(means("yes. what's your max?", Act.YES, Topic.CEILING)).transfer is None

    said = haggling.say(means("yes. what's your max?", Act.YES, Topic.CEILING))

    assert haggling.state["step"] == "when", "nobody is there, so somebody calls back"
    assert "Dallas" not in said.text
    assert Bid.objects.get().amount == 1525
    assert not Booking.objects.exists()


def test_as_we_agreed_is_what_was_read_back_in_this_talk(haggling):
    haggling.say(ask(1525), means("no", Act.NO))

    said = haggling.say(
        means("1525 as we had agreed", Act.CLAIMS, money=(Figure(Decimal(1525), Role.OTHER_PRICE),))
    )

    assert "at $1,525 all in" in said.text


def test_more_at_the_read_back_is_on_top_of_it(haggling):
    haggling.say(ask(1525))

    haggling.say(means("fifty more", money=(Figure(Decimal(50), Role.ON_TOP),)))

    assert Bid.objects.get().amount == 1575


@pytest.mark.parametrize(
    "papers",
    [
        {"rules_assessment": "partial_pass"},
        {"rules_assessment": "incomplete"},
        {"rules_assessment": ""},
        {"connection_status": "needs_to_onboard"},
        {"connection_status": ""},
    ],
)
def test_carrier_that_is_not_cleared_bids_for_the_broker(haggling, carrier, papers):
    Carrier.objects.filter(pk=carrier.pk).update(**papers)

    haggling.say(ask(1525))
    said = haggling.say(YES)

    assert said.text.startswith(
        "I'll pass $1,525 on load 4 8 2 1 0 1 to the team; they'll confirm before anything is booked."
    )
    bid = Bid.objects.get()
    assert (bid.status, bid.amount) == (BidStatus.OPEN, 1525)
    assert bid.notes == "Agreed on the phone, pending approval."
    assert not Booking.objects.exists()
    haggling.say(NO)
    conclusion = haggling.conclude()
    assert (conclusion.tags, conclusion.extracted["outcome"]) == (("negotiation",), "bid")
    assert conclusion.extracted["agreedAmount"] == 1525


def test_organization_may_keep_booking_to_people(haggling, in_acme):
    NegotiationRules.objects.update(agent_may_book=False)

    haggling.say(YES, YES)

    assert Bid.objects.get().status == BidStatus.OPEN
    assert not Booking.objects.exists()


@pytest.mark.parametrize("phone", ["+17025550166", "", "anonymous"])
def test_caller_from_another_number_is_called_back_before_a_booking(line, carrier, load, phone):
    made = line(phone=phone)
    made.open()
    made.say(MINE, YES, means("482101", load="482101"), YES, YES)

    said = made.say(YES)

    assert "they'll call you back at the one on file to confirm before anything is booked." in said.text
    assert not Booking.objects.exists()
    assert PHONE[-4:] not in "".join(reply.text for reply in made.replies)
    conclusion = made.conclude()
    assert conclusion.tags == ("negotiation", "callback_requested")
    assert conclusion.extracted["outcome"] == "bid"
    assert conclusion.extracted["callbackPhone"] == PHONE


def test_load_that_somebody_else_booked_meanwhile_is_gone(haggling, load):
    haggling.say(YES)
    BookingFactory(organization=load.organization, load=load)
    other = LoadFactory(organization=load.organization, external_id="482199")

    said = haggling.say(YES)

    assert said.text.startswith("I'm sorry, that load was taken just now. What I do have: Load 4 8 2 1 9 9,")
    assert Booking.objects.filter(bid__isnull=False).count() == 0
    assert haggling.state["candidates"] == [other.pk]


def test_load_that_is_closed_while_we_talk_is_gone(haggling, load):
    Load.objects.filter(pk=load.pk).update(is_locked=True)

    said = haggling.say(ask(1525))

    assert said.text.startswith("I'm sorry, that load was taken just now. I have nothing else that fits")
    assert not Bid.objects.exists()
    haggling.say(NO)
    assert haggling.conclude().extracted["outcome"] == "load_unavailable"


def test_rates_that_were_lowered_are_not_passed(haggling, load):
    haggling.say(ask(2400), ask(2200))
    Load.objects.filter(pk=load.pk).update(max_rate=1600, start_rate=1400, book_now_rate=1450)

    said = haggling.say(DEAL)

    assert said.text.startswith("I'm sorry, the rate on this load has just changed")
    assert said.amounts == ()
    assert not Booking.objects.exists()


def test_load_without_ceiling_is_held_at_the_opening(line, carrier, load):
    Load.objects.filter(pk=load.pk).update(max_rate=None, book_now_rate=None)
    made = line()
    made.open()

    made.say(MINE, YES, means("482101", load="482101"), YES)

    assert {made.say(ask(amount)).amounts for amount in (2400, 2200, 2000)} == {(Decimal(1500),)}


@pytest.mark.parametrize("rate", ["start_rate", "book_now_rate"])
def test_load_is_offered_with_one_rate_to_open_at_and_no_more(line, carrier, load, rate):
    told = dict.fromkeys(["start_rate", "book_now_rate", "max_rate", "customer_rate", "dropoff_time"])
    Load.objects.filter(pk=load.pk).update(**told | {rate: 1500})
    made = line()
    made.open()

    made.say(MINE, YES, means("482101", load="482101"), YES)

    assert {made.say(ask(amount)).amounts for amount in (2400, 2000)} == {(Decimal(1500),)}


@pytest.mark.parametrize(
    "missing", [{"start_rate": None, "book_now_rate": None}, {"pickup_time": None}, {"origin_city": ""}]
)
def test_load_that_lacks_something_is_called_back_about(line, carrier, load, missing):
    Load.objects.filter(pk=load.pk).update(**missing)
    made = line()
    made.open()

    said = made.say(MINE, YES, means("482101", load="482101"))

    assert "no longer available" not in said.text
    assert "someone from the team will call you back about it." in said.text
    assert made.conclude().extracted["outcome"] == "callback"


def test_load_event_decides_over_http_whether_the_agent_offers(line, carrier, api):
    told = {
        "id": "482101",
        "status": "unassigned",
        "origin": {"city": "Dallas", "state": "TX", "timezone": ""},
        "destination": {"city": "Atlanta", "state": "GA"},
        "startRate": 1500,
    }
    asked = means("482101", load="482101")
    assert post(api, EVENTS, told).status_code == 200
    incomplete = line()
    incomplete.open()
    incomplete.say(MINE, YES, asked)
    assert incomplete.conclude().extracted["outcome"] == "callback"

    assert post(api, EVENTS, {"id": "482101", "pickupTime": "2026-03-04T08:00:00"}).status_code == 200
    complete = line(number=1)
    complete.open()
    complete.say(MINE, YES, asked, YES)

    assert complete.say(ask(2400)).amounts == (Decimal(1500),)


def test_decline_ends_politely(haggling):
    said = haggling.say(means("I'll pass", Act.DECLINES))

    assert said.is_last
    assert said.text == "Alright, no problem. Thanks for your time, goodbye."
    assert haggling.conclude().tags == ("rate_rejected",)


def test_goodbye_ends_the_talk_and_keeps_the_bid(haggling):
    haggling.say(ask(2400))

    assert haggling.say(BYE).is_last
    assert Bid.objects.get().amount == 2400
    assert haggling.conclude().extracted["outcome"] == "declined"


def test_line_that_drops_leaves_what_was_said(haggling):
    haggling.say(ask(2400))

    conclusion = haggling.conclude()

    assert conclusion.tags == ("dropped", "negotiation")
    assert conclusion.extracted["outcome"] == "dropped"
    assert Bid.objects.get().amount == 2400


def test_second_load_is_talked_about_after_the_first(haggling, load):
    other = LoadFactory(
        organization=load.organization,
        external_id="482155",
        destination_city="Memphis",
        destination_state="TN",
    )
    haggling.say(YES, YES)

    offered = haggling.say(means("what else have you got?", Topic.OTHER_LOADS))
    assert "Load 4 8 2 1 5 5, Dallas, TX to Memphis, TN" in offered.text
    haggling.say(YES, YES, ask(1525), YES, NO)

    assert set(Booking.objects.values_list("load_id", "amount")) == {
        (load.pk, Decimal(1500)),
        (other.pk, Decimal(1525)),
    }
    conclusion = haggling.conclude()
    assert conclusion.summary.endswith("Booked: load 482101 at $1,500, load 482155 at $1,525.")
    assert [each["outcome"] for each in conclusion.extracted["loads"]] == ["booked", "booked"]


def test_load_that_is_booked_is_not_booked_again(haggling, load):
    haggling.say(YES, YES)

    said = haggling.say(means("482101 again", load="482101"))

    assert said.text.startswith("That load is no longer available.")
    assert Booking.objects.count() == 1


def test_coming_back_to_a_load_goes_on_where_it_stood(haggling, load):
    LoadFactory(organization=load.organization, external_id="482155")
    haggling.say(ask(2400), ask(2200), means("what else?", Topic.OTHER_LOADS))

    said = haggling.say(means("no, 482101 then", load="482101"))

    assert said.amounts == (Decimal(1725),)


@pytest.mark.parametrize("words", ["could you do 1500", "can you do fifteen hundred", "would you do 1500"])
def test_who_asks_for_just_what_we_offer_is_asked_whether_that_is_a_yes(haggling, words):
    asked = haggling.say(understand(words, haggling.listening(Expecting.OFFER)))

    assert (asked.expecting, asked.amounts) == (Expecting.CONFIRMATION, (Decimal(1500),))
    assert not Bid.objects.exists()
    assert "at $1,500 all in" in haggling.say(YES).text


def test_who_asks_for_less_than_we_offer_is_taken_at_that(haggling):
    said = haggling.say(understand("can you do fourteen hundred", haggling.listening(Expecting.OFFER)))

    assert "at $1,400 all in" in said.text
