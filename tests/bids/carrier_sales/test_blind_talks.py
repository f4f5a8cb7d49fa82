"""What went wrong in talks with callers who didn't know the agent: what was understood, and then lost."""

from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from bids.models import Bid
from bids.states import BidStatus
from calls.language.reading import Act, Expecting, Figure, Listening, Place, Role, Topic
from calls.language.understanding import understand
from carriers.models import TruckCapacity
from tests.bids.carrier_sales.conftest import YES, ask, means
from tests.factories import CarrierFactory, LoadFactory

DALLAS, ATLANTA = Place("Dallas", "TX"), Place("Atlanta", "GA")


def test_figure_taken_back_when_read_back_leaves_no_older_one_standing(haggling):
    haggling.say(ask(2400), ask(1525))
    assert haggling.state["step"] == "closing"

    said = haggling.say(means("hang on, that truck got put on something else", Act.HOLDS, Act.DECLINES))

    assert said.is_last
    assert not Bid.objects.filter(status__in=Bid.lifecycle.unfinished)
    assert Bid.objects.get().status == BidStatus.WITHDRAWN
    assert haggling.conclude().tags == ("general_inquiry", "negotiation")


@pytest.mark.parametrize(
    ("words", "tag"),
    [
        ("it's too heavy for us, i'll pass", "general_inquiry"),
        ("uy que lejos, mejor no", "general_inquiry"),
        ("nah that's too cheap", "rate_rejected"),
    ],
)
def test_what_is_turned_down_for_something_else_than_money_is_no_rejected_rate(haggling, words, tag):
    haggling.say(means(words, Act.DECLINES))

    assert haggling.conclude().tags == (tag,)


def test_other_trailer_asked_about_is_no_yes_to_the_one_needed(calling):
    said = calling.say(
        means("i got a flatbed will that work", Act.ASKS, Topic.EQUIPMENT, equipment="flatbed")
    )

    assert "dry van" in said.text
    assert said.expecting == "equipment"
    assert said.amounts == ()


def test_load_refused_for_the_trailer_is_left_and_the_truck_noted(haggling):
    words = "can't do it without the van but i got a flatbed empty in dallas saturday, call me if you get something"
    said = haggling.say(means(words, Act.REFUSES, equipment="flatbed", day=date(2026, 3, 7)))

    assert "won't work for you" in said.text
    assert haggling.state["dealings"][0]["outcome"] == "wrong_equipment"
    truck = TruckCapacity.objects.get()
    assert (truck.city, truck.day, truck.equipment) == ("Dallas", date(2026, 3, 7), "flatbed")


def test_empty_truck_told_beside_a_decline_is_noted(haggling):
    said = haggling.say(
        means(
            "i'll pass on that one, i'm empty in Waco tomorrow",
            *(Act.DECLINES, Act.EMPTY),
            place=Place("Waco", "TX"),
            day=date(2026, 3, 3),
        )
    )

    assert "Waco" in said.text
    assert TruckCapacity.objects.get().city == "Waco"


# Who it is, what they have, and whom they want.


@pytest.fixture
def recognized(line, carrier, load):
    """A caller from a registered number was asked whether it is Blue Ridge Hauling."""
    carrier.name = "Blue Ridge Hauling LLC"
    carrier.save()
    made = line()
    made.open()
    return made


def test_other_company_at_a_known_number_is_no_yes(recognized, in_acme):
    CarrierFactory(
        organization=in_acme, name="Rio Bravo Transportes LLC", mc_number="879140", dot_number=2918804
    )

    said = recognized.say(
        means("si traigo un dry van pero no soy de blue ridge eh somos rio bravo transportes", Act.YES)
    )

    assert "Rio Bravo Transportes" in said.text
    assert (recognized.state["mc"], recognized.state["is_identified"]) == ("879140", False)


def test_company_that_nobody_knows_is_kept_as_it_was_said(recognized):
    words = "no this is pete with high plains express"
    recognized.say(means(words, Act.NO, name="Pete"), means("mc 912445", mc="912445"), YES)

    assert "High Plains Express (MC 912445) called" in recognized.conclude().summary


def test_lane_asked_about_before_we_know_who_it_is_is_looked_up_at_its_turn(recognized):
    said = recognized.say(
        means("yea blue ridge this is dana uh whats that dallas atlanta pay", Act.YES, Act.ASKS, Topic.RATE)
    )

    assert "Dallas, TX to Atlanta, GA" in said.text


def test_person_asked_for_is_not_the_caller_and_gets_the_call(recognized):
    recognized.say(means("yep blue ridge uh is jason in", Act.YES, name="Jason"))

    assert recognized.state["caller"] == ""
    assert recognized.state["callback"] or recognized.replies[-1].transfer


@pytest.mark.parametrize("words", ["yes this is jason in dispatch", "jason is in the truck, this is dana"])
def test_who_tells_where_somebody_is_asks_for_nobody(recognized, words):
    recognized.say(means(words, Act.YES, name="Jason"))

    assert not recognized.state["callback"]
    assert recognized.replies[-1].transfer is None


def test_wish_for_a_person_that_isnt_sure_is_no_good_bye(recognized):
    recognized.say(YES)
    words = "no im not jason im tammy i need to talk to jason your broker"
    unsure = frozenset({Act.WANTS_PERSON})

    said = recognized.say(means(words, Act.NO, Act.WANTS_PERSON, unsure=unsure, name="Tammy"))

    assert not said.is_last
    assert recognized.state["callback"] or said.transfer


def test_driver_who_is_late_and_another_load_are_both_passed_on(recognized):
    words = (
        "yeah one of my drivers is on a load for you guys he got hung up and i wanna ask about that cheese"
    )

    recognized.say(means(words, Act.YES, Act.ASKS, Topic.LOAD))

    assert recognized.state["callback"] or recognized.replies[-1].transfer
    assert recognized.state["questions"] == [words]


def test_load_for_a_team_is_not_offered_to_one_driver(line, carrier, load):
    load.is_team_required = True
    load.save()
    made = line()
    made.open()
    made.say(YES, means("load 482101", load="482101"))

    said = made.say(
        means("yeah i got a van but its just me solo whats it pay", Act.YES, Act.ASKS, Topic.RATE)
    )

    assert "It does need a team." in said.text
    assert said.amounts == ()
    assert made.state["dealings"][0]["outcome"] == "declined"


# Calls that are to come.


@pytest.fixture
def closed(haggling):
    """Our offer was taken; e-mail, driver and truck are asked for."""
    haggling.say(YES, YES)
    return haggling


def test_number_to_call_back_is_not_the_drivers(closed):
    closed.say(means("x@y.com", email="x@y.com"))
    words = "dont have a driver on it yet so just call me back on my cell"
    closed.say(means(words, Act.CALLBACK, phone="3125550188", digits="3125550188"))

    assert "driverPhone" not in closed.state["details"]
    assert closed.conclude().extracted["callbackPhone"] == "3125550188"


def test_number_told_in_a_good_bye_is_kept(haggling):
    haggling.say(means("no good", Act.DECLINES, Topic.OTHER_LOADS))
    said = haggling.say(
        means("tomorrow in dallas", place=Place("Dallas", "TX"), day=date(2026, 3, 3)),
        means("nah my cells 945 555 0133 if yall find somethin", Act.NO, phone="9455550133"),
    )

    assert said.is_last
    assert haggling.conclude().extracted["callbackPhone"] == "9455550133"


def test_call_before_an_hour_is_not_at_that_hour(haggling):
    said = haggling.say(means("call me anytime before five", Act.CALLBACK, time=datetime(2026, 3, 2, 17, 0)))

    assert said.text == "Alright, someone will call you back today before 5 PM. Thank you, goodbye."
    assert haggling.conclude().extracted["callbackTime"] == "2026-03-02"
    assert haggling.state["callback"]["words"] == "call me anytime before five"


def test_who_calls_again_by_themselves_is_told_of(haggling):
    words = "dejame checarlo con mi esposo ahorita te llamo en unos diez minutos"
    haggling.say(means(words, Act.CALLBACK))

    assert words in haggling.conclude().summary


# What hangs on a price, and what is asked beside it.


def test_our_price_on_a_condition_or_else_more_is_asked_about(haggling):
    back = Figure(Decimal(1500), Role.OFFER_BACK)
    words = "if you pay the crossing i'll do the fifteen, if not i need twenty two"
    said = haggling.say(
        means(words, Act.COUNTERS, money=(back, 2200), conditions=("if you pay the crossing",))
    )

    assert "$1,500" in said.text
    assert haggling.state["step"] == "sure"
    assert haggling.state["dealings"][0]["conditions"] == ["if you pay the crossing"]
    assert Bid.objects.get().amount == 2200


def test_price_that_hangs_on_something_asks_nothing(haggling):
    words = "tell you what fifteen twenty five and you reimburse the lumper with a receipt"
    haggling.say(
        means(
            words,
            *(Act.ASKS, Act.COUNTERS, Topic.LUMPER),
            money=(1525,),
            unsure=frozenset({Act.ASKS}),
            conditions=("and you reimburse the lumper with a receipt",),
        )
    )

    assert haggling.state["questions"] == []
    assert "condition" in haggling.replies[-1].text


def test_condition_at_the_read_back_leaves_the_figure(haggling):
    haggling.say(ask(2400), ask(1525))
    back = Figure(Decimal(1525), Role.OFFER_BACK)
    words = "fifteen twenty five plus the lumper not all in"
    said = haggling.say(
        means(words, Act.REFUSES, Act.AGREES_IF, money=(back,), conditions=("plus the lumper not all in",))
    )

    assert haggling.state["step"] == "closing"
    assert haggling.state["dealings"][0]["conditions"] == ["plus the lumper not all in"]
    assert said.amounts == (Decimal(1525),)


def test_hour_they_come_at_hangs_on_nothing():
    listening = Listening(expecting=Expecting.OFFER, now=datetime(2026, 3, 2, 9), offer=Decimal(2975))
    words = "alright thirty two fifty and i can be there at noon right when they open"

    assert understand(words, listening).conditions == ()


def test_reimbursed_lumper_is_a_condition():
    listening = Listening(expecting=Expecting.OFFER, now=datetime(2026, 3, 2, 9), offer=Decimal(2975))

    assert understand("three thousand and you reimburse the lumper", listening).conditions


def test_question_beside_a_price_is_kept(haggling):
    words = "i could do twenty two hundred and do i gotta wash the trailer first"
    haggling.say(means(words, Act.COUNTERS, money=(2200,)))

    assert haggling.state["questions"] == ["do i gotta wash the trailer first"]


def test_second_question_of_a_line_is_kept(haggling):
    words = "what time zone is the delivery cause thats thanksgiving are they even open tomorrow"
    said = haggling.say(means(words, Act.ASKS, Topic.DELIVERY))

    assert "It delivers in Atlanta, GA" in said.text
    assert haggling.state["questions"] == ["are they even open tomorrow"]


def test_other_day_than_the_windows_is_no_fit(haggling):
    words = "hm drop at six pm on a saturday can he deliver early like wednesday night or is that firm"
    said = haggling.say(means(words, Act.ASKS, Topic.FLEXIBILITY))

    assert "works" not in said.text.partition(".")[0]
    assert "I'll ask the broker about that" in said.text
    assert haggling.state["questions"] == [words]


def test_drivers_whole_name_is_kept(closed):
    closed.say(means("x@y.com", email="x@y.com"))
    words = "uh drivers gonna be luis ortega hold on its five five nine five five five zero one seven eight"
    said = closed.say(understand(words, closed.listening(Expecting.CONTACT)))

    assert closed.state["details"]["driver"] == "Luis Ortega"
    assert "driver" not in said.text


def test_other_company_told_later_is_asked_for_before_anything_goes_on(recognized):
    recognized.say(YES, means("load 482101", load="482101"))

    said = recognized.say(means("i got a van but im not blue ridge im with bluewater transport", Act.YES))

    assert said.expecting == "identity"
    assert not recognized.state["is_identified"]
    recognized.say(means("mc 1102987", mc="1102987"))
    said = recognized.say(means("yes", Act.YES))
    assert recognized.state["mc"] == "1102987"
    assert "Bluewater Transport (MC 1102987) called" in recognized.conclude().summary


def test_request_about_a_load_that_was_left_is_passed_on(haggling):
    haggling.say(means("no thanks, what else", Act.DECLINES, Topic.OTHER_LOADS))
    words = "well could you ask em about tarps cause most guys will take it"

    haggling.say(means(words, Act.ASKS, Topic.TARPS))

    assert haggling.state["questions"] == [words]


def test_question_asked_before_the_load_is_known_is_answered_with_it(line, carrier, load):
    load.special_instructions = "Tarps required."
    load.save()
    made = line()
    made.open()

    asked = means("does it tarp on 482101", Act.ASKS, Topic.TARPS, load="482101")
    said = made.say(asked, YES)

    assert said.text.count("Tarps required.") == 1


def test_one_of_the_loads_named_is_picked_by_where_it_goes_wherever_the_truck_is(line, carrier, load):
    LoadFactory(
        organization=load.organization,
        external_id="482108",
        origin_city="Dallas",
        origin_state="TX",
        destination_city="Denver",
        destination_state="CO",
    )
    made = line()
    made.open()
    made.say(YES, means("anything out of dallas", Act.ASKS, Topic.OTHER_LOADS, origin=Place("Dallas", "TX")))
    assert len(made.state["candidates"]) == 2

    words = "the atlanta one, he's still unloading in waco til tonight"
    made.say(means(words, destination=Place("Atlanta", "GA"), place=Place("Waco", "TX")))

    assert [each["number"] for each in made.state["dealings"]] == ["482101"]
    assert not TruckCapacity.objects.exists()


def test_load_named_before_is_taken_up_from_anything_else(line, carrier, load):
    made = line()
    made.open()
    day_after = load.pickup_time.date() + timedelta(days=1)
    lane = means("dallas to atlanta", origin=DALLAS, destination=ATLANTA, day=day_after)
    made.say(YES, lane, means("no", Act.NO))
    assert made.state["named"] == [load.pk]

    said = made.say(
        means(
            "no i want that atlanta load whats it pay",
            Act.ASKS,
            Topic.RATE,
            destination=Place("Atlanta", "GA"),
        )
    )

    assert [each["number"] for each in made.state["dealings"]] == ["482101"]
    assert "dry van" in said.text


@pytest.mark.parametrize("words", ["any time's fine", "a la hora que sea oiga", "pues a cualquier hora"])
def test_any_time_is_when_to_call(haggling, words):
    said = haggling.say(means("call me back", Act.CALLBACK), means(words))

    assert said.is_last
    assert haggling.conclude().extracted["callbackTime"] is None


def test_other_trailer_that_might_do_is_a_question_for_the_broker(calling):
    calling.say(means("i got a flatbed will that work", Act.ASKS, Topic.EQUIPMENT, equipment="flatbed"))

    assert "i got a flatbed will that work" in calling.conclude().extracted["openQuestions"]


def test_lane_alone_finds_a_load_whose_freight_was_called_otherwise(line, carrier, load):
    made = line()
    made.open()
    made.say(
        YES,
        means(
            "las flores de dallas a atlanta",
            origin=Place("Dallas", "TX"),
            destination=Place("Atlanta", "GA"),
            commodity="flores",
        ),
    )

    assert [each["number"] for each in made.state["dealings"]] == ["482101"]


def test_own_price_beside_a_refusal_of_ours_is_a_counter(haggling):
    offer = Figure(Decimal(1500), Role.OFFER_BACK)
    words = "fifteen hundred no way eighteen fifty and you cover the lumper"
    haggling.say(
        means(
            words,
            Act.REFUSES,
            Act.COUNTERS,
            money=(offer, 1850),
            conditions=("you cover the lumper",),
        )
    )

    assert haggling.state["step"] == "money"
    assert Bid.objects.get().amount == 1850


def test_yes_to_what_was_read_back_and_a_call_to_come_is_no_withdrawal(haggling):
    haggling.say(YES)
    assert haggling.state["step"] == "closing"

    said = haggling.say(means("correct call me when you know something", Act.AGREES, Act.CALLBACK))
    assert said.expecting == "confirmation"
    haggling.say(YES)

    assert haggling.conclude().extracted["agreedAmount"] == 1500


def test_last_price_named_with_the_wish_to_be_called_is_the_bid(haggling):
    haggling.say(ask(2400))

    haggling.say(means("bottom dollar is 2250, have somebody call me", Act.CALLBACK, money=(2250,)))

    assert Bid.objects.get().amount == 2250


def test_trailer_that_they_do_not_have_isnt_asked_for_again(calling):
    words = "we dont run no vans just flatbeds would they take a flatbed"
    said = calling.say(
        means(words, Act.NO, Act.ASKS, Topic.EQUIPMENT, equipment="flatbed", no_equipment="van")
    )

    assert "Are you running a dry van" not in said.text
    assert words in calling.conclude().extracted["openQuestions"]
