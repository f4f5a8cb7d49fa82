"""Callers who tell two things beside the price: an hour, a condition, another load, a number to be kept."""

import pytest

from bids.models import Bid
from bids.states import BidStatus
from tests.bids.carrier_sales.conftest import TO_PRICE
from tests.factories import CarrierFactory, LoadFactory


@pytest.fixture
def houston(in_acme):
    """Another van load, Houston to Denver."""
    return LoadFactory(
        organization=in_acme,
        external_id="482111",
        origin_city="Houston",
        origin_state="TX",
        destination_city="Denver",
        destination_state="CO",
    )


@pytest.mark.parametrize(
    "words",
    ["yes if they say okay on three", "yeah long as they take me at three like i said"],
)
def test_yes_on_the_hour_that_was_asked_about_is_read_back(talk, words):
    said, _ = talk(
        *TO_PRICE,
        "can they load me at three in the afternoon",
        "fifteen hundred works if they load me at three",
        words,
    )

    assert "$1,500" in said.text
    assert "$3,000" not in said.text
    assert "condition" in said.text
    assert Bid.objects.get().amount == 1500


def test_question_behind_the_trucks_own_hour_is_asked_of_the_window(talk):
    said, data = talk(
        *TO_PRICE, "well no he gets empty at ten in waco can they load him at three in the afternoon"
    )

    assert "3 PM" in said.text
    assert "What figure" not in said.text
    assert len(data["openQuestions"]) == 1


@pytest.mark.parametrize(
    "words",
    [
        "i need sixteen hundred but i pick it up thursday",
        "la hago en mil seiscientos pero la recojo el jueves",
    ],
)
def test_other_day_told_for_the_pickup_beside_a_price_is_its_condition(talk, words):
    _, data = talk(*TO_PRICE, words)

    assert data["conditions"] == [words]


def test_who_wants_nothing_booked_yet_stands_by_the_price_that_they_were_asked_about(talk):
    talk(
        *TO_PRICE,
        "seventeen hundred",
        "the price is fine but it would be thursday is that okay",
        "dont book it yet let them okay thursday first",
    )

    assert Bid.objects.get(status=BidStatus.OPEN).amount < 1700


@pytest.mark.parametrize(
    "words", ["in about an hour but its fifteen hundred like we said", "en una hora pero son mil quinientos"]
)
def test_number_put_down_for_them_is_lowered_to_ours_where_they_say_so(talk, words):
    said, _ = talk(*TO_PRICE, "put my seventeen hundred in front of somebody for me", words)

    assert Bid.objects.get(status=BidStatus.OPEN).amount == 1500
    assert "$1,500" in said.text


@pytest.mark.parametrize(
    "words",
    [
        "no ill sit first put my seventeen hundred in front of your boss",
        "no pero apúnteme los mil setecientos por si cambian",
    ],
)
def test_number_that_is_to_be_kept_is_put_down_and_nobody_pressed(talk, words):
    said, _ = talk(*TO_PRICE, words)

    assert Bid.objects.get(status=BidStatus.OPEN).amount == 1700
    assert "come down" not in said.text


def test_yes_with_a_call_that_is_wanted_is_their_bid(talk):
    talk(
        *TO_PRICE, "fifteen hundred works if they pay detention", "yes call me back quick though same number"
    )

    assert Bid.objects.get().amount == 1500


def test_other_loads_asked_for_beside_a_price_are_named(talk, houston):
    said, _ = talk(*TO_PRICE, "i need two thousand for that what else you got out of houston")

    assert "4 8 2 1 1 1" in said.text or "nothing else" in said.text
    assert "$1,5" in said.text


def test_load_that_was_left_is_taken_up_with_a_price(talk, houston):
    said, _ = talk(
        *TO_PRICE,
        "no we got no truck out there got anything out of houston",
        "no",
        "okay the atlanta one then if you give me sixteen hundred",
    )

    assert Bid.objects.filter(amount=1600).exists()
    assert "$" in said.text


def test_who_has_no_truck_there_hears_no_price_again(talk, houston):
    said, _ = talk(*TO_PRICE, "no we aint got no truck out there anything coming out of houston")

    assert "4 8 2 1 0 1" not in said.text
    assert "4 8 2 1 1 1" in said.text


@pytest.mark.parametrize(
    "words",
    [
        "correct you still got the dallas to atlanta four eight two one oh one",
        "yeah thats it im calling on four eight two one oh one",
    ],
)
def test_number_beside_a_yes_to_the_mc_is_the_loads(talk, in_acme, words):
    CarrierFactory(organization=in_acme, mc_number="845566", dot_number=2845566, phone="+12145550188")

    said, data = talk("no this is somebody else mc eight four five five six six", words)

    assert data["mcNumber"] == "845566"
    assert "4 8 2 1 0 1" in said.text


def test_end_of_the_mc_said_again_with_a_yes_is_no_other_number(talk, in_acme):
    CarrierFactory(organization=in_acme, mc_number="845190", dot_number=2845190, phone="+12145550188")

    said, data = talk("no its mc eight four five one nine oh", "yep one nine oh")

    assert data["mcNumber"] == "845190"
    assert "MC" not in said.text


def test_lane_told_before_it_is_known_who_calls_isnt_asked_for(talk):
    said, _ = talk("yes it is and im interested in the dallas to atlanta")

    assert "4 8 2 1 0 1" in said.text


def test_place_told_before_the_deal_isnt_asked_for_again(talk):
    said, _ = talk(
        "yes",
        "load 482101",
        "yep a dry van its sitting in waco right now",
        "yes book it",
        "yes",
        "dispatch at lone mesa dot com",
        "im the driver luke same number you called",
        "truck twelve trailer four four one",
    )

    assert "where" not in said.text.lower()


@pytest.mark.parametrize(
    "words",
    [
        "yeah its a dry van but i only got air ride no e track that okay",
        "yep dry van but mine is a forty eight is that okay",
    ],
)
def test_more_that_is_asked_of_the_trailer_they_have_is_passed_on(talk, words):
    said, data = talk("yes", "load 482101", words)

    assert len(data["openQuestions"]) == 1
    assert "$1,500" in said.text


def test_number_told_from_the_truck_is_no_unit(talk, in_acme):
    CarrierFactory(organization=in_acme, mc_number="450025", dot_number=2450025, phone="+12145550188")

    said, data = talk(
        "no i dont have my mc in front of me im in the truck its four five oh oh two five i think"
    )

    assert "4 5 0 0 2 5" in said.text
    assert not data["details"].get("truck")


@pytest.mark.parametrize(
    "words", ["right and the pickup number please", "thats right whats my pickup number"]
)
def test_pickup_number_asked_for_beside_the_last_yes_leaves_it_one(talk, words):
    _, data = talk(*TO_PRICE, "yes book it", words)

    assert data["agreedAmount"] == 1500
    assert data["outcome"] in ("bid", "booked")
