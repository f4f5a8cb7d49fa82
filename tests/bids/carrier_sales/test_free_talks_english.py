"""What went wrong in free English talks: questions beside a yes, hours, loads of theirs, and details told early."""

from dataclasses import replace
from datetime import datetime

import pytest

from bids.models import Bid
from bids.states import BidStatus
from calls.language.reading import Act, Place, Topic
from calls.models import OpenQuestion
from tests.bids.carrier_sales.conftest import DEAL, NO, YES, ask, means
from tests.factories import CarrierFactory, LoadFactory


@pytest.fixture
def closing(haggling):
    """Our offer was taken and is read back."""
    haggling.say(DEAL)
    return haggling


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("yep correct, hey where do I send my insurance", Topic.INSURANCE),
        ("yes sir and my file whats missing on it", Topic.SETUP),
        ("yeah thats correct but is the border crossing paperwork on me or you guys", Topic.OTHER),
    ],
)
def test_yes_beside_a_question_about_papers_closes_and_the_question_is_kept(closing, words, topic):
    said = closing.say(means(words, Act.AGREES, Act.ASKS, topic))

    assert closing.state["dealings"][0]["outcome"] in ("booked", "bid")
    assert "Is that right?" not in said.text
    assert closing.state["questions"] == [words]


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("yes that's correct if you take my insurance as it is", Topic.INSURANCE),
        ("yes sir but what about detention", Topic.DETENTION),
        ("correct, wait, is the packet done first", Topic.SETUP),
        ("and my file, is it correct", Topic.SETUP),
    ],
)
def test_yes_beside_another_question_closes_nothing(closing, words, topic):
    closing.say(means(words, Act.AGREES, Act.ASKS, topic))

    assert closing.state["dealings"][0]["outcome"] == ""


def test_rate_a_mile_is_told_of_our_offer(haggling):
    said = haggling.say(means("whats that come out to a mile", Act.ASKS, Topic.RATE))

    assert "$1.92 a mile" in said.text
    assert "Sorry" not in said.text


def test_call_should_the_rate_go_up_is_noted_without_an_hour(haggling):
    said = haggling.say(means("nah im good, call me if it goes up", Act.DECLINES, Act.CALLBACK))

    assert said.is_last
    assert haggling.conclude().extracted["outcome"] == "callback"


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("can they load me at eleven", "March 4 at 11 AM works; that's within the window"),
        ("can they load me at two", "March 4 at 2 PM is outside the window"),
    ],
)
def test_hour_wished_for_is_held_against_the_window(haggling, words, answer):
    said = haggling.say(means(words, Act.ASKS, Topic.OTHER))

    assert answer in said.text


def test_hour_outside_the_window_beside_a_price_is_a_condition(haggling):
    haggling.say(replace(ask(1900), text="nineteen hundred but not before two"))

    assert haggling.state["dealings"][0]["conditions"] == ["not before two"]


def test_figure_that_was_never_named_is_taken_back(haggling):
    haggling.say(means("about the eleven", Act.COUNTERS, money=(11000,)))

    said = haggling.say(means("what do you mean i didnt say a number yet", Act.REPEAT))

    assert said.text.startswith("Sorry, I misheard that")
    assert Bid.objects.filter(status__in=Bid.lifecycle.unfinished).count() == 0
    assert Bid.objects.filter(status=BidStatus.WITHDRAWN).count() <= 1


def test_load_that_they_are_on_goes_to_a_person(line, carrier, in_acme):
    LoadFactory(organization=in_acme, external_id="540000254", status="COVERED")
    talk = line()
    talk.open()

    talk.say(
        means(
            "yes im on a load for yall already 540000254 can we come in a day early",
            *(Act.YES, Act.ON_LOAD, Act.ASKS, Topic.FLEXIBILITY),
            load="540000254",
        )
    )

    assert talk.state["outcomes"] == ["transferred"] or talk.state["callback"]
    assert talk.state["truck_question"] == ""
    assert talk.state["questions"]


def test_company_is_known_by_the_name_that_is_told_instead(line, carrier, in_acme):
    CarrierFactory(
        organization=in_acme, name="Lakeshore Freightways Co", mc_number="44400004", dot_number=45000004
    )
    talk = line()
    talk.open()

    said = talk.say(means("no this is dale over at lakeshore freightways", Act.NO))

    assert "Lakeshore Freightways Co" in said.text
    assert talk.state["mc"] == "44400004"
    assert not talk.state["is_identified"]


def test_no_before_its_own_name_is_no_denial(line, carrier):
    carrier.name = "Cascade Flatbed Inc"
    carrier.save()
    talk = line()
    talk.open()

    talk.say(means("no this is cascade flatbed i got a question", Act.NO))

    assert talk.state["is_identified"]


def test_where_and_when_a_truck_is_empty_is_asked_for_by_halves_and_once(closing):
    closing.say(YES, means("x@y.com", email="x@y.com"))
    told = means(
        "driver Marcus, he's empty in West Memphis", driver="Marcus", place=Place("West Memphis", "AR")
    )
    closing.say(told)

    said = closing.say(means("truck 7", truck="7"))

    assert "empty" in said.text
    assert "Where" not in said.text
    assert closing.state["details"]["emptyPlace"] == "West Memphis, AR"


def test_empty_truck_at_the_close_is_no_callback(closing):
    closing.say(YES, means("x@y.com", email="x@y.com"))
    said = closing.say(
        means(
            "driver is marcus and hes empty in west memphis",
            Act.CALLBACK,
            driver="Marcus",
            unsure=frozenset({Act.CALLBACK}),
        )
    )

    assert not said.is_last
    assert closing.state["callback"] == {}


def test_address_put_together_from_words_is_said_back(closing):
    said = closing.say(YES, means("cascade flatbed at g mail dot com", email="cascadeflatbed@gmail.com"))

    assert said.text.startswith("That's cascadeflatbed at gmail dot com.")


def test_that_is_all_ends(closing):
    closing.say(YES, NO)

    assert closing.say(means("yeah thats all", Act.YES)).is_last


@pytest.mark.parametrize(
    "answer",
    [
        means("no need im good thanks im takin the other one", NO, Act.DECLINES),
        means("no bye", NO, Act.LEAVES),
        means("no dont call me", NO),
    ],
)
def test_call_back_that_nobody_wants_is_none(haggling, answer):
    haggling.say(means("call me", Act.CALLBACK))

    assert haggling.say(answer).is_last
    assert haggling.state["callback"] == {}


def test_another_load_is_looked_for_instead_of_a_call_back(haggling):
    haggling.say(means("call me", Act.CALLBACK))

    said = haggling.say(means("no never mind that one you got anything else", Act.ASKS, Topic.OTHER_LOADS))

    assert not said.is_last
    assert haggling.state["callback"] == {}


def test_truck_that_is_empty_now_told_early_is_not_asked_for_at_the_end(closing):
    closing.say(YES, means("x@y.com", email="x@y.com"))
    closing.say(
        means("marcus, and i'm empty in west memphis", driver="Marcus", place=Place("West Memphis", "AR"))
    )

    said = closing.say(means("truck 7", truck="7"))

    assert "empty" not in said.text
    assert closing.state["details"]["emptyPlace"] == "West Memphis, AR"
    assert closing.state["details"]["emptyAt"]


@pytest.fixture
def too_late(haggling, load):
    """The load that is talked about was to be picked up this morning."""
    load.pickup_time, load.pickup_end_time = datetime(2026, 3, 2, 6, 0), datetime(2026, 3, 2, 8, 0)
    load.save()
    return haggling


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("but thats already past noon you calling me about a load that left", (Act.ASKS, Topic.PICKUP)),
        ("how am i gonna make a pickup that closed this morning", (Act.ASKS, Topic.FLEXIBILITY)),
        ("its already ten", ()),
        ("when does it pick up", (Act.ASKS, Topic.PICKUP)),
    ],
)
def test_pickup_that_is_over_is_owned_to_be_and_left_to_the_broker(too_late, words, said):
    answer = too_late.say(means(words, *said))

    assert "That pickup closed today at 8 AM, so I'll ask the broker if it can still go." in answer.text
    assert OpenQuestion.objects.get().topic == Topic.FLEXIBILITY
    assert too_late.state["dealings"][0]["conditions"] == []


def test_price_for_a_load_whose_pickup_is_over_hangs_on_a_new_time(too_late):
    too_late.say(replace(ask(1900), text="that window is over but id do it for nineteen hundred"))

    assert too_late.state["dealings"][0]["conditions"] == ["with a new pickup time"]


def test_pickup_that_is_to_come_is_not_over(haggling):
    said = haggling.say(means("its already ten when does it pick up", Act.ASKS, Topic.PICKUP))

    assert "closed" not in said.text
    assert not OpenQuestion.objects.exists()
