"""What facilities' desks tell amid other things, as a language model reads it: hours, questions back, notes."""

import re

import pytest

from tests.calls.agent.test_custom_free import BRING, DOCK, DOCK_ES, desk  # noqa: F401 (a fixture)
from tests.calls.agent.test_model_talks import hold, model  # noqa: F401 (a fixture)


@pytest.mark.parametrize(
    ("words", "time", "said"),
    [
        (
            "mañana en la mañana estamos de inventario no cargamos hasta las doce le puedo dar a la una de la tarde",
            "mañana en la mañana estamos de inventario no cargamos hasta las doce le puedo dar a la una de la tarde",
            "a la 1 PM",
        ),
        ("we dont load till noon i can give you one", "we dont load till noon i can give you one", "at 1 PM"),
        (
            "we wont touch a truck before nine so lets say ten thirty",
            "we wont touch a truck before nine so lets say ten thirty",
            "at 10:30 AM",
        ),
        ("no mejor a las doce", "a las doce", "a las 12 PM"),
        ("no make it twelve", "twelve", "at 12 PM"),
        ("no we dont start til eleven", "we dont start til eleven", "after 11 AM"),
    ],
)
def test_hour_that_is_offered_counts_and_not_the_one_that_bounds_it(desk, load, model, words, time, said):  # noqa: F811
    heard = model.hears(words, acts=[("no", words)], facts=[("answer", words), ("time", time)])
    replies, _, data, _ = hold(desk, load, model, heard)

    assert f" {said} " in f"{replies[-1].text} "
    assert data["proposedDay"] == load.pickup_time.date().isoformat()


@pytest.mark.parametrize(
    ("words", "note"),
    [
        (
            "yeah thats fine but he needs a vest and the east gate is shut",
            "he needs a vest and the east gate is shut",
        ),
        ("si esta bien pero que traiga botas y casco", "que traiga botas y casco"),
    ],
)
def test_what_is_told_beside_is_not_asked(desk, load, model, words, note):  # noqa: F811
    fine = words.partition(" but")[0].partition(" pero")[0]
    replies, found, _, passed_on = hold(
        desk,
        load,
        model,
        model.hears(words, acts=[("yes", fine)], facts=[("answer", fine), ("note", note)]),
        model.hears("door nine", facts=[("answer", "door nine")]),
    )

    assert replies[1].text.endswith((DOCK, DOCK_ES))
    assert replies[-1].is_last
    assert found[BRING] == words
    assert passed_on == [note]


def test_question_beside_the_last_answer_is_passed_on_once_and_more_may_come(desk, load, model):  # noqa: F811
    asked = "how many pallets is it cause i show twenty two"
    told = "hard hat and no dogs"
    last = f"{told} oh and {asked}"
    replies, found, _, passed_on = hold(
        desk,
        load,
        model,
        "yes thats fine",
        "dock nine",
        model.hears(
            last,
            acts=[("asks", asked)],
            facts=[("answer", told), ("note", told)],
            questions=[("other", asked)],
        ),
        "no thats it bye",
    )

    assert replies[3].text == "I can't help with that myself, so I'll pass it on to the team. Anything else?"
    assert replies[4].is_last
    assert found[BRING] == last
    assert passed_on == [asked, told]


def test_what_is_told_or_asked_after_the_last_of_ours_is_kept(desk, load, model):  # noqa: F811
    asked, more = "do you have a po for that", "also tell him park on the street"
    replies, found, _, passed_on = hold(
        desk,
        load,
        model,
        "yes thats fine",
        "dock nine",
        model.hears(
            f"just his license {asked}",
            acts=[("asks", asked)],
            facts=[("answer", "just his license")],
            questions=[("pickup_number", asked)],
        ),
        model.hears(more, facts=[("answer", more), ("note", more)]),
    )

    assert "load 482113" in replies[3].text
    assert replies[3].text.endswith("Anything else?")
    assert replies[4].is_last
    assert found[BRING] == f"just his license {asked} – {more}"
    assert passed_on == [asked, more]


def test_question_beside_an_hour_put_right_is_passed_on(desk, load, model):  # noqa: F811
    asked = "whos hauling it"
    replies, _, data, passed_on = hold(
        desk,
        load,
        model,
        model.hears("no do it at ten", acts=[("no", "no")], facts=[("answer", "no"), ("time", "ten")]),
        model.hears(
            f"no i said eleven and {asked}",
            acts=[("no", "no"), ("asks", asked)],
            facts=[("time", "eleven")],
            questions=[("other", asked)],
        ),
    )

    assert data["proposedTime"] == "11:00"
    assert passed_on == [asked]
    assert "pass it on" in replies[-1].text
    assert "at 11 AM" in replies[-1].text
    assert replies[-1].text.endswith(DOCK)


def test_hour_that_was_said_back_is_when_we_call(desk, load, model):  # noqa: F811
    words = "she went home this is the guard the office opens tomorrow at five fifteen you want their number"
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            words,
            acts=[("ask_other", words)],
            facts=[("note", "the office opens tomorrow at five fifteen")],
            questions=[("other", "you want their number")],
        ),
        model.hears("ask for lou", facts=[("person", "lou"), ("answer", "ask for lou")]),
    )

    assert replies[1].text.endswith(
        "Yes, please. Okay, we'll call on Tuesday at 5:15 AM. Who should we ask for?"
    )
    assert "at 5:15 AM and ask for Lou" in replies[-1].text
    assert data["callbackTime"].endswith("T05:15:00")


@pytest.mark.parametrize(
    ("asked", "topic", "said"),
    [
        (
            "is that tonight or tomorrow night",
            "appointment",
            "It's the pickup in Dallas, TX on Tuesday, March 3 at 8 AM, local time.",
        ),
        (
            "es para mañana martes verdad",
            "pickup",
            "Es la recogida en Dallas, TX el martes 3 de marzo a las 8 AM, hora local.",
        ),
        ("whats the product on that", "commodity", "The freight is Flour."),
    ],
)
def test_question_back_is_answered_from_the_load(desk, load, model, asked, topic, said):  # noqa: F811
    load.commodity = "Flour"
    load.save()
    replies, found, _, passed_on = hold(
        desk, load, model, model.hears(asked, acts=[("asks", asked)], questions=[(topic, asked)])
    )

    assert said in replies[-1].text
    assert not replies[-1].is_last
    assert not found
    assert not passed_on


@pytest.mark.parametrize(
    ("words", "facts", "questions"),
    [
        ("we close it at four you need her extension", ["is_offered"], []),
        ("we close it at four do you want her number", [], [("other", "do you want her number")]),
    ],
)
def test_number_that_is_offered_is_wanted_and_no_question(desk, load, model, words, facts, questions):  # noqa: F811
    offer = words.partition(" four ")[2]
    replies, _, _, passed_on = hold(
        desk,
        load,
        model,
        model.hears(
            words, acts=[("asks", offer)], facts=[(each, offer) for each in facts], questions=questions
        ),
    )

    assert replies[-1].text.startswith("Yes, please.")
    assert not passed_on


def test_desk_that_gives_the_others_number_is_asked_for_none(desk, load, model):  # noqa: F811
    words = "you need receiving theyre at two one four five five five oh one six six extension nine"
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            f"i dont do appointments {words}",
            acts=[("unsure", "i dont do appointments"), ("ask_other", words)],
            facts=[("person", "receiving"), ("phone", words.partition("at ")[2])],
        ),
    )

    assert "Who does the appointments" not in replies[-1].text
    assert data["callbackPhone"] == "2145550166;ext=9"
    assert data["callbackName"].lower() == "receiving"


def test_from_when_till_when_somebody_is_in_is_from_when_to_call(desk, load, model):  # noqa: F811
    words = "ask for denise shes there from six thirty till two"
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears("i dont do appointments", acts=[("unsure", "i dont do appointments")]),
        model.hears(
            words,
            acts=[("ask_other", "ask for denise")],
            facts=[("person", "denise"), ("time", "from six thirty"), ("answer", words)],
        ),
    )

    assert "6:30 AM" in replies[-1].text
    assert data["opensAt"].endswith("T06:30:00")


@pytest.mark.parametrize("bound", ["but you gotta tell me by noon", "si me dice antes de las doce"])
def test_answer_that_hangs_on_something_tells_it(desk, load, model, bound):  # noqa: F811
    words = f"monday at seven {bound}"
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            words,
            acts=[("no", "monday")],
            facts=[("time", "monday at seven"), ("answer", "monday at seven")],
            conditions=[bound],
        ),
    )

    assert data["conditions"] == [bound]
    assert re.search("that condition on|esa condición", replies[-1].text)


def test_talk_in_spanish_stays_so_beside_an_address_or_digits(desk, load, model):  # noqa: F811
    replies, *_ = hold(
        desk,
        load,
        model,
        "hable español por favor",
        "si esta bien la cita",
        model.hears("four two", facts=[("answer", "four two")]),
        model.hears("docks at the yard dot com", facts=[("answer", "docks at the yard dot com")]),
    )

    assert "llevar algo" in replies[3].text
    assert "adiós" in replies[4].text


def test_hour_within_the_appointment_moves_nothing_beside_a_yes(desk, load, model):  # noqa: F811
    start = load.pickup_time
    load.pickup_time, load.pickup_end_time = start.replace(hour=6), start.replace(hour=10)
    load.save()
    yes, same = (
        "yeah were still good but tell em come like eight or after",
        "no no the appointments the same its dock c",
    )
    facts = [("time", "eight or after"), ("answer", "yeah were still good")]
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears(yes, acts=[("yes", "yeah were still good")], facts=facts),
        model.hears(same, acts=[("no", "no no")], facts=[("answer", "its dock c")]),
    )

    assert "proposedTime" not in data
    assert "still work" not in replies[2].text


def test_offer_is_withdrawn_by_whom_the_appointment_suits_after_all(desk, load, model):  # noqa: F811
    words, same = "could he come at noon instead", "the appointments still the same its dock four"
    _, found, data, _ = hold(
        desk,
        load,
        model,
        model.hears(words, acts=[("no", words)], facts=[("time", "noon"), ("answer", words)]),
        model.hears(same, acts=[("no", same)], facts=[("answer", "its dock four")]),
    )

    assert "proposedTime" not in data
    assert same in found.values()


@pytest.mark.parametrize("end", ["anything else", "are we good", "es todo"])
def test_desk_that_asks_if_that_is_all_hears_goodbye(desk, load, model, end):  # noqa: F811
    facts = [("answer", "just his id")]
    replies, _, _, passed_on = hold(
        desk,
        load,
        model,
        model.hears("yes", acts=[("yes", "yes")], facts=[("answer", "yes")]),
        model.hears("dock two", facts=[("answer", "dock two")]),
        model.hears(f"just his id {end}", acts=[("asks", end)], facts=facts, questions=[("other", end)]),
    )

    assert replies[-1].is_last
    assert passed_on == []


def test_hour_that_is_set_within_the_appointment_is_passed_on(desk, load, model):  # noqa: F811
    start = load.pickup_time
    load.pickup_time, load.pickup_end_time = start.replace(hour=6), start.replace(hour=10)
    load.save()
    words = "yeah thats fine but im putting him down for seven exactly"
    facts = [("time", "seven exactly"), ("answer", "yeah thats fine")]
    replies, _, data, _ = hold(
        desk, load, model, model.hears(words, acts=[("yes", "yeah thats fine")], facts=facts)
    )

    assert "7 AM" in replies[-1].text
    assert data["proposedTime"] == "07:00"
