"""What a language model heard, and no step of the talk holds by the end of the turn: it is left to the team."""

import pytest

from bids.models import Bid
from calls.models import OpenQuestion
from carriers.models import TruckCapacity
from tests.bids.carrier_sales.conftest import TO_BOOKED, TO_PRICE, asks_of_load, to_noted


def left():
    return {each.words for each in OpenQuestion.objects.all()}


def test_question_beside_a_call_that_ends_the_talk_is_passed_on(hold, model):
    words = "call my dispatcher sandy she decides where does it deliver"
    *_, _ = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("ask_other", "call my dispatcher sandy she decides"), ("asks", "where does it deliver")],
            questions=[("delivery", "where does it deliver")],
            facts=[("person", "sandy")],
        ),
    )

    assert "where does it deliver" in " ".join(left())


def test_price_after_the_load_was_left_goes_to_the_team(hold, model):
    words = "five drops is lot of work i want nineteen hundred fifty dollars"
    *_, data = hold(
        model,
        *TO_PRICE,
        asks_of_load(
            model, "not that one what else you got", acts=[("declines", "not that one")], topic="other_loads"
        ),
        model.hears(words, acts=[("counters", words)], figures=[(1, 1950, "ask")]),
    )

    bids = [each.amount for each in Bid.objects.all()]
    assert 1950 in bids or any("nineteen hundred fifty" in each for each in left())
    assert data["agreedAmount"] is None


def test_call_that_is_wanted_first_is_left_beside_the_address(hold, model):
    call = "call me before you send anything"
    words = f"kayla at blueridgehauling dot com and that's kayla with a k {call} ok"
    replies, data = hold(
        model,
        *TO_BOOKED,
        model.hears(words, acts=[("callback", call)], facts=[("email", "kayla at blueridgehauling dot com")]),
    )

    assert data["details"]["email"] == "kayla@blueridgehauling.com"
    assert call in left()
    assert not replies[-1].is_last


def test_what_else_we_need_is_no_question_for_the_broker(hold, model):
    words = "right right what else you need from me"
    replies, data = hold(
        model,
        *TO_PRICE,
        "yes",
        model.hears(
            words,
            acts=[("agrees", "right right"), ("asks", "what else you need from me")],
            questions=[("other", "what else you need from me")],
        ),
    )

    assert data["outcome"] == "booked"
    assert left() == set()
    assert "email" in replies[-1].text


def test_price_for_the_day_of_the_pickup_is_the_one_that_counts(hold, model, load):
    sooner, later = "eighteen fifty if it loads wednesday", "if we get it thursday ill do seventeen"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            f"{sooner} and {later}",
            acts=[("counters", sooner), ("counters", later)],
            figures=[(0, 1850, "ask"), (1, 1700, "ask")],
            conditions=[sooner, later],
        ),
    )

    asked = Bid.objects.latest("pk").amount if Bid.objects.exists() else None
    is_sooner = load.pickup_time.strftime("%A") == "Wednesday"
    assert asked in ((1850,) if is_sooner else (1850, 1700))
    assert sooner in " ".join(data["conditions"])


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("does that include the chassis or do we gotta bring our own", True),
        ("does that include the chassis", False),
    ],
)
def test_whose_it_is_to_bring_is_passed_on_beside_the_rate(hold, model, words, answer):
    replies, _ = hold(model, *TO_PRICE, asks_of_load(model, words, topic="equipment"))

    assert "on top" in replies[-1].text
    assert (words in left()) is answer


def test_new_price_takes_the_place_of_one_that_a_condition_named(hold, model):
    before, now = "with no tarps i'd do it for twenty one", "no tarps"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(before, acts=[("counters", before)], figures=[(0, 2100, "ask")], conditions=[before]),
        model.hears(
            "two grand flat no tarps",
            acts=[("counters", "two grand flat no tarps")],
            figures=[(0, 2000, "ask")],
            conditions=[now],
        ),
    )

    assert data["conditions"] == [now]


def test_also_adds_a_place_to_go_to(hold, model):
    words = "i'd also go to arizona or vegas"
    hold(
        model,
        *to_noted(model),
        model.hears(words, facts=[("destination", "arizona"), ("destination", "vegas")]),
    )

    wanted = TruckCapacity.objects.latest("pk").wanted_destination
    assert "Las Vegas" in wanted
    assert "AZ" in wanted


@pytest.mark.parametrize("words", ["we're too far apart thanks anyway", "nope ill hit up somebody else"])
def test_goodbye_over_the_price_is_about_the_price_and_promises_no_call(hold, model, words):
    *_, data = hold(model, *TO_PRICE, model.hears(words, acts=[("declines", words), ("leaves", words)]))

    assert data["outcome"] == "declined"
    assert data["callbackTime"] is None
    assert OpenQuestion.objects.count() == 0


def test_last_digits_put_the_number_right(hold, model):
    words = "nope last three are five six nine"
    replies, _ = hold(
        model,
        "dot 2 8 7 1 5 5 9",
        model.hears(words, acts=[("no", "nope")], facts=[("dot", "last three are five six nine")]),
    )

    assert "2 8 7 1 5 6 9" in replies[-1].text


def test_address_that_they_do_not_know_is_not_asked_for(hold, model):
    words = "yes correct i don't know the email by heart he'll text it to you"
    replies, _ = hold(
        model,
        *TO_PRICE,
        "yes",
        model.hears(words, acts=[("agrees", "yes correct")]),
    )

    assert "email" not in replies[-1].text.lower().split("rate con")[-1]
    assert any("by heart" in each for each in left())


def test_each_of_several_trucks_is_noted(hold, model):
    words = "monday i got two of em coming empty in macon and one in charlotte on wednesday"
    replies, _ = hold(
        model,
        *to_noted(model)[:-1],
        model.hears(
            words,
            facts=[("day", "monday"), ("place", "macon"), ("place", "charlotte"), ("day", "wednesday")],
        ),
    )

    noted = {(each.city, f"{each.day:%A}") for each in TruckCapacity.objects.all()}
    assert {("Macon", "Monday"), ("Charlotte", "Wednesday")} <= noted
    assert "Charlotte for Wednesday" in replies[-1].text


def test_words_of_who_asks_for_a_person_at_once_reach_whoever_takes_the_line(hold, model):
    words = "is this a robot or can i talk to somebody about that monterrey load"
    *_, data = hold(
        model,
        model.hears(
            words,
            acts=[("asks", "is this a robot"), ("wants_person", "can i talk to somebody")],
            facts=[("destination", "monterrey")],
            questions=[("robot", "is this a robot")],
        ),
    )

    assert words in data["notes"]


def test_load_taken_with_the_town_of_the_truck_is_that_load(hold, model):
    words = "yeah that works for my truck in waxahachie what's it pay"
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            "what do you have out of waxahachie to atlanta",
            acts=[("asks", "what do you have out of waxahachie to atlanta")],
            facts=[("origin", "waxahachie"), ("destination", "atlanta")],
            questions=[("other_loads", "what do you have out of waxahachie to atlanta")],
        ),
        model.hears(
            words,
            acts=[("yes", "yeah that works"), ("asks", "what's it pay")],
            facts=[("place", "waxahachie"), ("answer", "yeah that works")],
            questions=[("rate", "what's it pay")],
        ),
    )

    assert "Would you like to hear more" not in replies[-1].text
    assert "Dallas, TX to Atlanta, GA" in replies[-1].text


def test_other_trailer_on_a_condition_goes_to_the_broker(hold, model):
    told = "no we only got reefers water in a reefer i could do if the price is good"
    replies, _ = hold(
        model,
        *TO_PRICE[:2],
        model.hears(
            told,
            acts=[("no", "no")],
            facts=[("equipment", "reefers")],
            conditions=["water in a reefer i could do if the price is good"],
        ),
    )

    assert "the broker" in replies[-1].text
    assert "$" in replies[-1].text


def test_another_load_asked_for_beside_the_one_talked_about_is_left_to_the_broker(hold, model):
    words = "two of em actually i got two vans in dallas you got just the one load or more of those"
    asked = "you got just the one load or more of those"
    replies, data = hold(
        model,
        *TO_PRICE[:2],
        model.hears(
            words,
            acts=[("yes", "two of em actually"), ("asks", asked)],
            facts=[("equipment", "vans")],
            questions=[("other_loads", asked)],
        ),
    )

    assert asked in data["openQuestions"]
    assert "$1,500" in replies[-1].text


@pytest.mark.parametrize(
    ("words", "is_left"),
    [
        ("is it paper wrapped lumber or raw", True),
        ("what's the commodity", False),
        ("what kind of freight is it", False),
        ("whats in it", False),
        ("what's it haul", False),
        ("qué mercancía es", False),
    ],
)
def test_question_beyond_the_commodity_is_left_to_the_broker(hold, model, words, is_left):
    _, data = hold(model, *TO_PRICE, asks_of_load(model, words, topic="commodity"))

    assert (words in data["openQuestions"]) is is_left


@pytest.mark.parametrize(
    "words",
    ["whats that for i just got a quick question", "why do you need my mc", "y pa qué quieres mi emecí"],
)
def test_who_asks_what_their_number_is_for_is_told(line, model, hold, words):
    replies, data = hold(
        model,
        "no this is another company",
        model.hears(words, acts=[("asks", words)], questions=[("other", words)]),
    )

    assert "which carrier you are" in replies[-1].text or "qué transportista" in replies[-1].text
    assert data["openQuestions"] == []


def test_what_we_need_for_a_load_is_no_question_of_their_number(hold, model):
    words = "yeah this is jimmy i see a dallas atlanta on the board what do you need on it"
    replies, _ = hold(
        model,
        model.hears(
            words,
            acts=[("yes", "yeah"), ("asks", "what do you need on it")],
            facts=[("origin", "dallas"), ("destination", "atlanta")],
            questions=[("rate", "what do you need on it")],
        ),
    )

    assert "which carrier you are" not in replies[-1].text


def test_price_a_mile_told_of_a_truck_is_no_bid_on_the_load_turned_down(hold, model):
    words = "tuesday morning and if it pays over two fifty a mile they can call me on this number ok bye"
    hold(
        model,
        *TO_PRICE[:2],
        model.hears(
            "nah my truck's in hialeah what you got out of miami next week",
            acts=[("declines", "nah my truck's in hialeah"), ("asks", "what you got out of miami next week")],
            facts=[("origin", "miami")],
            questions=[("other_loads", "what you got out of miami next week")],
        ),
        model.hears(
            words,
            acts=[("counters", "if it pays over two fifty a mile"), ("callback", "they can call me")],
            facts=[("day", "tuesday"), ("is_this_number", "on this number")],
            figures=[(0, 2.5, "per_mile")],
            conditions=["if it pays over two fifty a mile"],
        ),
    )

    assert not Bid.objects.exists()
    assert "two fifty" in " ".join(left())


def test_other_town_to_load_from_is_left_to_the_team(hold, model):
    words = "i'll pass on that one you got anything out of little rock or memphis goin to texas"
    hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[
                ("declines", "i'll pass on that one"),
                ("asks", "you got anything out of little rock or memphis"),
            ],
            facts=[("origin", "little rock"), ("origin", "memphis"), ("destination", "texas")],
            questions=[("other_loads", "you got anything out of little rock or memphis goin to texas")],
        ),
    )

    assert "memphis" in " ".join(left())


def to_truck_of_the_wrong_kind(model):
    return (
        *TO_PRICE[:2],
        model.hears("no its a hotshot", acts=[("no", "no")], facts=[("equipment", "hotshot")]),
        model.hears(
            "it's in mesquite empty today i want to go to houston",
            facts=[("place", "mesquite"), ("day", "today"), ("destination", "houston")],
        ),
    )


def asks_for_truck(model, words, **beside):
    return model.hears(words, acts=[("counters", words)], figures=[(0, 800, "ask")], **beside)


def test_price_for_a_noted_truck_is_no_bid_on_the_load_that_it_does_not_fit(hold, model):
    words = "yeah put me down for eight hundred minimum and have em ask for beto"
    replies, _ = hold(model, *to_truck_of_the_wrong_kind(model), asks_for_truck(model, words))

    assert not Bid.objects.exists()
    assert TruckCapacity.objects.get().rate_asked == 800
    assert "eight hundred" in " ".join(left()) or "$800" in replies[-1].text


def test_price_for_the_load_that_does_not_fit_is_the_brokers_to_say_still(hold, model):
    words = "ask him anyway i'd pull it for eight hundred"
    hold(model, *to_truck_of_the_wrong_kind(model), asks_for_truck(model, words))

    assert Bid.objects.get().amount == 800


def test_price_that_was_for_whatever_else_comes_is_taken_back(hold, model):
    hold(
        model,
        *to_truck_of_the_wrong_kind(model),
        asks_for_truck(model, "ask him anyway i'd pull it for eight hundred"),
        model.hears("no no not that one thats for whatever else you find", acts=[("no", "no no")]),
    )

    assert Bid.objects.get().status == "WITHDRAWN"
