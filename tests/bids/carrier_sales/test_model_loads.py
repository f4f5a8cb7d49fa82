"""Which load is meant: one that was left, another one named, one of a lane or a day, as a language model reads it.

Today is Monday, March 2.
"""

import pytest

from bids.models import Bid
from carriers.models import TruckCapacity
from tests.bids.carrier_sales.conftest import TO_PRICE, asks_of_load, to_noted
from tests.factories import LoadFactory


@pytest.mark.parametrize(
    ("words", "trailer"),
    [
        ("well i can leave the trailer at the yard and come power only", "power only"),
        ("puedo dejar la caja y la jalo con puro tractor", "puro tractor"),
    ],
)
def test_load_left_for_its_trailer_is_taken_up_once_that_is_told(hold, in_acme, model, words, trailer):
    LoadFactory(organization=in_acme, external_id="482190", equipment_type="power_only")
    first = "i run a reefer what about four eight two one nine zero"
    replies, _ = hold(
        model,
        "yes",
        asks_of_load(
            model,
            first,
            facts=[("equipment", "reefer"), ("load", "four eight two one nine zero")],
        ),
        asks_of_load(model, words, facts=[("equipment", trailer)]),
    )

    assert "power only" in replies[2].text
    assert "$1,500" in replies[3].text


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("correct and do they pay the tarps extra", "do they pay the tarps extra"),
        ("correcto y las lonas las pagan aparte", "las lonas las pagan aparte"),
    ],
)
def test_who_pays_for_what_is_instructed_is_passed_on(hold, model, load, words, question):
    load.special_instructions = "8 ft tarps, hard hat."
    load.save()
    replies, data = hold(
        model,
        *TO_PRICE,
        "yes book it",
        model.hears(
            words,
            acts=[("agrees", words.split()[0]), ("asks", question)],
            questions=[("tarps", question)],
        ),
    )

    assert "hard hat" not in replies[-1].text
    assert question in data["openQuestions"]


@pytest.mark.parametrize(
    ("words", "condition"),
    [
        (
            "well that atlanta one if they roll it to thursday id do it for two thousand",
            "if they roll it to thursday",
        ),
        (
            "oiga la de atlanta si la pasan al jueves se la hago en two thousand",
            "si la pasan al jueves",
        ),
    ],
)
def test_load_that_was_left_is_priced_after_all(hold, model, words, condition):
    busy = "i am but im loaded to tulsa till wednesday what else you got"
    replies, _ = hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            busy,
            acts=[
                ("yes", "i am"),
                ("declines", "im loaded to tulsa till wednesday"),
                ("asks", "what else you got"),
            ],
            facts=[("answer", "i am"), ("place", "tulsa"), ("time", "wednesday")],
            questions=[("other_loads", "what else you got")],
        ),
        model.hears(words, acts=[("counters", words)], figures=[(0, 2000, "ask")], conditions=[condition]),
    )

    assert Bid.objects.get().amount == 2000
    assert Bid.objects.get().details["conditions"] == [condition]
    assert "$1,500" in replies[-1].text
    assert "dry van?" not in replies[-1].text


@pytest.mark.parametrize(
    ("words", "acts", "facts"),
    [
        (
            "if you can push that pickup to thursday id go two thousand",
            ["agrees_if"],
            [("time", "thursday")],
        ),
        (
            "two thousand if it loads thursday on that one oh one",
            ["counters"],
            [("day", "thursday")],
        ),
    ],
)
def test_only_load_that_was_left_is_meant_by_a_price_that_hangs_on_something(hold, model, words, acts, facts):
    condition = words[words.index("if") :].removesuffix(" id go two thousand")
    load = [("load", "one oh one")] if "one oh one" in words else []
    _, data = hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            "i am but hes in tulsa till wednesday what else you got",
            acts=[
                ("yes", "i am"),
                ("declines", "hes in tulsa till wednesday"),
                ("asks", "what else you got"),
            ],
            facts=[("place", "tulsa"), ("time", "wednesday")],
            questions=[("other_loads", "what else you got")],
        ),
        model.hears(
            words,
            acts=[(act, words) for act in acts],
            figures=[(0, 2000, "ask")],
            facts=[*facts, *load],
            conditions=[condition],
        ),
    )

    assert Bid.objects.get().amount == 2000
    assert data["conditions"] == [condition]
    assert TruckCapacity.objects.get().day.isoformat() == "2026-03-04"


def test_nothing_for_a_truck_is_not_said_twice_in_the_same_words(hold, model):
    wish = "anything going down to alabama or georgia"
    wishes = model.hears(
        wish,
        acts=[("asks", wish)],
        facts=[("destination", "alabama or georgia")],
        questions=[("other_loads", wish)],
    )
    replies, _ = hold(model, *to_noted(model), wishes)

    assert TruckCapacity.objects.get().wanted_destination == "AL or GA"
    said = [reply.text.split(". ")[0].split("; ")[0] for reply in replies[-2:]]
    assert said[0] != said[1]
    assert "Tulsa" in replies[-1].text


def test_load_too_heavy_is_no_matter_of_money(hold, model):
    words = "the pay dont matter if i cant scale it can they take some off"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("refuses", "the pay dont matter if i cant scale it"), ("asks", "can they take some off")],
            facts=[("is_not_for_money", "the pay dont matter if i cant scale it")],
            questions=[("other", "can they take some off")],
        ),
        model.hears("yeah", acts=[("yes", "yeah")]),
    )

    assert "What would you need" not in replies[-2].text
    assert "figure" not in replies[-2].text
    assert data["conditions"] == ["can they take some off"]


@pytest.mark.parametrize("words", ["how heavy is it though", "whats the weight on that"])
def test_load_that_was_left_is_still_told_of(hold, model, words):
    first = "no but i got a box truck"
    replies, data = hold(
        model,
        "yes",
        "load 482101",
        model.hears(first, acts=[("no", "no")], facts=[("equipment", "box truck")]),
        model.hears("today in dallas", facts=[("day", "today"), ("place", "dallas")]),
        model.hears(words, acts=[("asks", words)], questions=[("weight", words)]),
    )

    assert "pounds" in replies[-1].text
    assert data["openQuestions"] == []


def test_posted_load_that_lacks_its_facts_is_known_by_its_lane(hold, in_acme, model):
    LoadFactory(
        organization=in_acme,
        external_id="482188",
        origin_city="Tulsa",
        origin_state="OK",
        destination_city="Mobile",
        destination_state="AL",
        start_rate=None,
        book_now_rate=None,
    )
    words = "calling on the tulsa to mobile you have posted"
    replies, data = hold(
        model,
        "yes",
        model.hears(words, acts=[("asks", words)], facts=[("origin", "tulsa"), ("destination", "mobile")]),
    )

    assert "everything on that load yet" in replies[-1].text
    assert data["loadId"] == "482188"


def test_who_names_one_town_hears_of_no_lane(hold, in_acme, model):
    replies, _ = hold(model, *to_noted(model))

    assert "lane" not in replies[-1].text


def test_load_of_another_day_is_said_to_be_none_of_that_day(hold, in_acme, model):
    LoadFactory(organization=in_acme, external_id="482190", origin_city="Tulsa", origin_state="OK")
    words = "whats leaving tulsa tomorrow"
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("asks", words)],
            facts=[("origin", "tulsa"), ("day", "tomorrow")],
            questions=[("other_loads", words)],
        ),
    )

    assert replies[-1].text.startswith(
        ("I have nothing like that for that day", "Nothing like that on that day")
    )


def to_second_load(model):
    """Dallas to Atlanta is priced and left, Fresno to Reno has our price."""
    left = "nah too cheap what about the fresno to reno four eight two one nine oh"
    return [
        *TO_PRICE,
        model.hears(
            left,
            acts=[("declines", "nah too cheap"), ("asks", "what about the fresno to reno")],
            facts=[("load", "four eight two one nine oh"), ("origin", "fresno"), ("destination", "reno")],
            questions=[("load", "what about the fresno to reno four eight two one nine oh")],
        ),
        "yes",
    ]


def other_load(in_acme):
    return LoadFactory(
        organization=in_acme,
        external_id="482190",
        origin_city="Fresno",
        origin_state="CA",
        destination_city="Reno",
        destination_state="NV",
        start_rate=1200,
        book_now_rate=1250,
    )


def test_price_is_for_the_load_talked_about_though_a_truck_stands_where_another_begins(hold, in_acme, model):
    other = other_load(in_acme)
    words = "put me down at two thousand loading tomorrow and my dallas truck put that down too"
    hold(
        model,
        *to_second_load(model),
        model.hears(
            words,
            acts=[("counters", "put me down at two thousand loading tomorrow")],
            figures=[(0, 2000, "ask")],
            facts=[("note", "my dallas truck put that down too")],
            conditions=["loading tomorrow"],
        ),
    )

    assert Bid.objects.get(status="OPEN").load == other


def test_no_to_the_load_read_back_turns_to_the_one_that_is_named(hold, in_acme, model):
    other = other_load(in_acme)
    no = "no no not that one the dallas to atlanta one"
    replies, _ = hold(
        model,
        *to_second_load(model),
        model.hears(
            "ill take it at twelve hundred if its drop",
            acts=[("agrees_if", "ill take it at twelve hundred if its drop")],
            figures=[(0, 1200, "offer_back")],
            conditions=["if its drop"],
        ),
        model.hears(
            no,
            acts=[("no", "no no not that one")],
            facts=[("origin", "dallas"), ("destination", "atlanta")],
        ),
    )

    assert not Bid.objects.filter(load=other, status="OPEN").exists()
    assert "$1,200" in replies[-2].text
    assert "$1,500" in replies[-1].text


@pytest.mark.parametrize(
    ("empty", "later", "since", "no", "now"),
    [
        ("empty since yesterday", "wednesday", "and on", "no hes empty today not just wednesday", "today"),
        ("vacia desde ayer", "el miercoles", "y", "no ya esta vacia hoy no nada mas el miercoles", "hoy"),
    ],
)
def test_truck_that_is_empty_already_is_not_only_free_on_the_day_wished(
    hold, model, empty, later, since, no, now
):
    words = f"no its in tulsa {empty} {since} {later} wed go to memphis what do you have"
    _, data = hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("empty", empty), ("asks", "what do you have")],
            facts=[("place", "tulsa"), ("day", later), ("destination", "memphis")],
            questions=[("other_loads", "what do you have")],
        ),
        model.hears(no, acts=[("no", "no")], facts=[("day", now)]),
    )

    noted = TruckCapacity.objects.get()
    assert (noted.city, noted.day.isoformat()) == ("Tulsa", "2026-03-02")
    assert "T" not in data["details"]["emptyAt"] or "2026-03-02" in data["details"]["emptyAt"]


@pytest.mark.parametrize(
    ("words", "is_left"),
    [
        ("does it come on a chassis or do i gotta provide one", True),
        ("what kind of trailer does it take", False),
        ("is that a dry van", False),
        ("does the border need a pars number on that trailer", True),
    ],
)
def test_question_beyond_the_trailer_is_left_to_the_broker(hold, model, words, is_left):
    _, data = hold(model, *TO_PRICE[:2], asks_of_load(model, words, topic="equipment"))

    assert (words in data["openQuestions"]) is is_left
