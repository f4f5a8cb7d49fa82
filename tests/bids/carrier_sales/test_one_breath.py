"""Two or three things told in one breath, heard by the rules alone: a no and a yes, a price and a question."""

import pytest

from bids.models import Bid
from bids.states import BidStatus
from carriers.models import TruckCapacity
from tests.bids.carrier_sales.conftest import TO_PRICE
from tests.factories import LoadFactory

TO_READ_BACK = (
    *TO_PRICE,
    "i need seventeen hundred, only if they load me by noon",
    "make it fifteen twenty five",
)
TO_DETAILS = (*TO_PRICE, "yes book it", "yes")


@pytest.mark.parametrize(
    "words",
    [
        "no i meant the empty miles never mind that yes to the fifteen twenty five",
        "no no thats the loaded weight forget it yeah fifteen twenty five is fine",
    ],
)
def test_no_to_something_else_that_ends_in_a_yes_takes_nothing_back(talk, words):
    _, data = talk(*TO_READ_BACK, words)

    assert data["agreedAmount"] == 1525
    assert not Bid.objects.filter(status=BidStatus.WITHDRAWN)


@pytest.mark.parametrize(
    "words",
    [
        "yep thats correct mesaloads at yahoo dot com ill text yall the driver info later",
        "thats right its dispatch at lone mesa dot com ill send you the truck number later",
    ],
)
def test_address_told_beside_a_yes_leaves_it_one(talk, words):
    said, data = talk(*TO_READ_BACK, words)

    assert "MC" not in said.text
    assert data["outcome"] in ("bid", "booked")
    assert data["details"]["email"].endswith((".com",))


@pytest.mark.parametrize(
    "words", ["no eleven in the morning and i said yes i got a van", "no i told you i have a dry van"]
)
def test_no_beside_the_trailer_that_is_needed_turns_nothing_down(talk, words):
    said, _ = talk("yes", "load 482101", words)

    assert "$1,500" in said.text


def test_hour_until_which_the_truck_unloads_is_no_wish_for_the_stop(talk):
    said, data = talk("yes", "load 482101", "i am but im unloading in waco til like eleven can they push it")

    assert "11" not in said.text
    assert "$1,500" in said.text
    assert len(data["openQuestions"]) == 1


def test_miles_to_the_shipper_are_passed_on(talk):
    said, data = talk(*TO_PRICE, "how many empty miles is it from waco to the shipper")

    assert "781" not in said.text
    assert len(data["openQuestions"]) == 1


@pytest.mark.parametrize(
    "words",
    ["would they cut five hundred pounds off that weight", "i can scale forty one how sure is that weight"],
)
def test_fact_that_was_told_is_passed_on_where_it_answers_nothing(talk, words):
    _, data = talk(*TO_PRICE, "whats the weight", words)

    assert data["openQuestions"] == [words]


def test_threat_to_pass_is_no_condition(talk):
    _, data = talk(*TO_PRICE, "no sir nineteen fifty is as low as i go if you cant do that ill pass")

    assert data["conditions"] == []


def test_rate_is_told_of_the_load_that_was_just_left(talk):
    said, _ = talk(
        "yes",
        "load 482101",
        "yes but i cant load today anything for tomorrow out of waco",
        "that one what did it pay",
    )

    assert "$1,500" in said.text


def test_number_is_found_behind_the_one_of_the_atlanta_one(talk):
    said, _ = talk("yes", "yeah the dallas atlanta one four eight two one zero one whens it pick up")

    assert "4 8 2 1 0 1" in said.text


@pytest.mark.parametrize(
    ("words", "details"),
    [
        (
            "its luke same number you just called truck is twelve",
            {"driver": "Luke", "driverPhone": "8065550101"},
        ),
        (
            "driver is curtis bell and the trailer hb five three oh nine",
            {"driver": "Curtis Bell", "trailer": "HB5309"},
        ),
    ],
)
def test_driver_is_who_is_named_and_no_letters_of_a_trailer(talk, words, details):
    _, data = talk(
        *TO_DETAILS,
        "loads at mesa dot com and my cell is four one seven five five five oh one nine nine",
        words,
    )

    assert data["details"].items() >= details.items()


def test_hour_of_arrival_is_not_when_the_truck_is_empty(talk):
    _, data = talk(
        *TO_DETAILS,
        "loads at mesa dot com",
        "curtis bell eight oh six five five five oh one four four",
        "truck twelve trailer one oh seven",
        "hes empty now in waco hell be at the shipper by nine fifteen",
    )

    assert data["details"]["emptyPlace"] == "Waco, TX"
    assert not data["details"]["emptyAt"].endswith("09:15")


def test_within_the_next_minutes_is_before_they_have_passed(talk):
    _, data = talk(*TO_PRICE, "call me back", "next thirty minutes or forget it same number")

    assert data["callbackBefore"]
    assert data["openQuestions"] == []


def test_hour_of_arrival_is_held_against_the_window_where_it_is_asked_whether_they_load(talk):
    said, data = talk(
        "yes",
        "load 482101",
        "yeah dry van but id be there around eleven fifteen would they still take me",
    )

    assert "11:15" in said.text
    assert len(data["openQuestions"]) <= 1


def test_price_said_again_with_a_call_stays_theirs(talk):
    _, data = talk(
        *TO_PRICE,
        "seventeen hundred id do sixteen if they load me quick",
        "fifteen twenty five is my bottom",
        "nah told you fifteen twenty five run it by your broker and call me back at noon",
    )

    assert Bid.objects.get(status=BidStatus.OPEN).amount == 1525
    assert data["outcome"] == "callback"


def test_truck_is_where_they_are_and_not_where_they_head_home_to(talk):
    talk(
        "yes",
        "load 482101",
        "no i got a reefer",
        "empty today here in waco ill be heading home to tulsa monday",
    )

    assert TruckCapacity.objects.get().city == "Waco"


@pytest.mark.parametrize(
    "words",
    [
        "yes and we close at five so somebody better call me before that",
        "yep and have somebody give me a call before i head out",
    ],
)
def test_yes_with_a_call_asked_for_closes_what_the_broker_decides(talk, words):
    _, data = talk(*TO_READ_BACK, words)

    assert data["agreedAmount"] == 1525
    assert data["notes"] == [words] or data["callbackTime"]


def test_yes_with_a_call_asked_for_is_made_sure_of_where_it_would_be_booked(talk):
    said, _ = talk(
        *TO_PRICE, "yes book it", "yes and we close at five so somebody better call me before that"
    )

    assert said.expecting == "confirmation"


@pytest.mark.parametrize(
    "asked", ["whats the last free day on the box", "who crosses it at the border you or me"]
)
def test_question_beside_the_yes_to_the_number_is_passed_on(talk, asked):
    _, data = talk(
        "no mc six one two six nine two calling on four eight two one zero one", f"thats right {asked}"
    )

    assert any(asked in each for each in data["openQuestions"])


def test_load_asked_about_beside_an_hour_is_talked_about(talk):
    said, data = talk(
        *TO_PRICE, "call me back", "after three but what about the dallas to atlanta one you still got that"
    )

    assert said.expecting != "nothing"
    assert data["callbackTime"].endswith("15:00")


@pytest.mark.parametrize(
    "words",
    [
        "fifteen hundred is alright if i can drop it saturday night but if its gotta sit til sunday i need two grand",
        "i could do fifteen hundred if its no touch but if we gotta unload it ourselves then its two grand",
    ],
)
def test_our_price_on_a_condition_beside_another_is_made_sure_of(talk, words):
    said, data = talk(*TO_PRICE, words)

    assert said.expecting == "confirmation"
    assert data["conditions"]


@pytest.mark.parametrize(
    "words",
    [
        "nope im gonna pass on that one you got anything out of bakersfield or fresno for the van",
        "too far for me ill pass anything from tulsa or fresno with a van",
    ],
)
def test_of_two_towns_the_one_with_a_load_is_taken(talk, in_acme, words):
    LoadFactory(organization=in_acme, external_id="482107", origin_city="Fresno", origin_state="CA")

    said, _ = talk(*TO_PRICE, words)

    assert "4 8 2 1 0 7" in said.text


def test_load_is_looked_for_from_where_trucks_stand(talk, in_acme):
    LoadFactory(organization=in_acme, external_id="482107", origin_city="Fresno", origin_state="CA")

    said, _ = talk(
        "no i got two vans sitting in fresno looking for anything south", "mc six one two six nine two", "yes"
    )

    assert "ask" not in said.text
    assert "4 8 2 1 0 7" in said.text


@pytest.mark.parametrize(
    "words",
    [
        "yes and also that memphis chicago one is that gone",
        "thats right and the denver load for my second truck whats it pay",
        "yep correct so what about the other load you had",
        "si correcto y la de laredo a chicago todavia la tienen",
    ],
)
def test_yes_beside_a_question_about_another_load_is_one(talk, words):
    said, data = talk(*TO_PRICE, "yes book it", words)

    assert data["loads"][0]["outcome"] == "booked"
    assert "Dallas" not in said.text
    assert len(data["openQuestions"]) == 1


@pytest.mark.parametrize(
    "words",
    [
        "thats right i got another call call me back in an hour if theres a problem bye",
        "yes thats right im hanging up",
        "yep thats it gotta go bye",
    ],
)
def test_yes_in_going_leaves_a_deal_with_a_condition_to_the_broker(talk, words):
    said, data = talk(*TO_READ_BACK, words)

    assert said.is_last
    assert data["loads"][0]["outcome"] == "bid"
    assert "problem" not in str(data["conditions"])


@pytest.mark.parametrize(
    "words",
    [
        "no not dot net dot com and yes fifteen twenty five is right",
        "no its dot com yeah fifteen twenty five is correct",
    ],
)
def test_address_is_put_right_beside_a_yes(talk, words):
    early = "yes a dry van and my email is dispatch at lone mesa dot net"
    _, data = talk(*TO_READ_BACK[:2], early, *TO_READ_BACK[3:], words)

    assert data["loads"][0]["outcome"] == "bid"
    assert data["details"]["email"].endswith(".com")


@pytest.mark.parametrize(
    "words",
    [
        "yes if the memphis one pays the same",
        "yeah but only with that denver load too",
        "no the memphis chicago one",
        "right now i dont know about that denver one",
    ],
)
def test_yes_that_hangs_on_another_load_books_nothing(talk, words):
    _, data = talk(*TO_PRICE, "yes book it", words)

    assert data["loads"][0]["outcome"] != "booked"


@pytest.mark.parametrize(
    "words",
    [
        "i aint doing fifteen hundred yeah right",
        "no i wont do it at fifteen hundred yeah sure",
        "fifteen hundred is too low yeah right",
    ],
)
def test_yes_in_mockery_books_nothing(talk, words):
    _, data = talk(*TO_PRICE, "yes book it", words)

    assert data["loads"][0]["outcome"] != "booked"


@pytest.mark.parametrize(
    "words",
    [
        "no like i said twenty one fifty tell the broker and have him call me",
        "twenty one fifty man run it by your boss",
        "no dos mil ciento cincuenta pregunteles y si no pues ni modo",
        "ya le dije que no mejor pregunteles por los dos mil ciento cincuenta y que me llamen al celular",
    ],
)
def test_price_that_the_broker_is_to_be_asked_for_again_is_left_to_them(talk, words):
    said, data = talk(*TO_PRICE, "i need twenty one fifty", words)

    assert "$2,150" in said.text or said.expecting == "time"
    assert "$1,5" not in said.text
    assert not data["conditions"]
    assert Bid.objects.get().amount == 2150


def test_price_that_the_broker_is_to_be_asked_for_at_first_is_answered(talk):
    said, _ = talk(*TO_PRICE, "ask them if they'd do twenty one fifty")

    assert "$1,5" in said.text
