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
    assert re.search("need to know by 12 PM|esa condición", replies[-1].text)


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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("they pick the door that morning but yall better let me know before three thirty", "before 3:30 PM"),
        ("they pick the door that morning and i have to hear by ten tomorrow", "Tuesday by 10 AM"),
    ],
)
def test_by_when_they_need_to_know_is_said_back_beside_an_answer(desk, load, model, words, said):  # noqa: F811
    bound = re.split(" but | and ", words)[1]
    facts = [("answer", "they pick the door that morning")]
    replies, found, _, passed_on = hold(
        desk,
        load,
        model,
        "yes thats fine",
        model.hears(words, facts=facts, conditions=[bound]),
        model.hears(
            "just straps did you get that part about when",
            acts=[("asks", "did you get that part about when")],
            facts=[("answer", "just straps")],
            questions=[("other", "did you get that part about when")],
        ),
    )

    assert f"I'll tell them that you need to know {said}. {BRING}" == replies[2].text
    assert replies[3].text.startswith("Yes, I have that down.")
    assert found[DOCK] == words
    assert len(passed_on) == 1


def test_two_questions_that_are_passed_on_are_acknowledged_once(desk, load, model):  # noqa: F811
    words = "yeah thats fine whos hauling it and whats his plate number"
    asked = [("other", "whos hauling it"), ("other", "whats his plate number")]
    replies, _, _, passed_on = hold(
        desk,
        load,
        model,
        model.hears(
            words,
            acts=[("yes", "yeah thats fine"), ("asks", "whos hauling it")],
            facts=[("answer", "yeah thats fine")],
            questions=asked,
        ),
    )

    assert replies[-1].text == f"I can't help with that myself, so I'll pass it on to the team. {DOCK}"
    assert passed_on == [each for _, each in asked]


@pytest.mark.parametrize(
    ("note", "about"),
    [
        ("the east gate is shut", ": the east gate is shut"),
        ("we shut the east gate at four thirty sharp every day", " about 4:30"),
        ("our guard checks all of the papers and then sends them back to the street", ""),
    ],
)
def test_what_is_passed_on_is_named(desk, load, model, note, about):  # noqa: F811
    words = f"yeah thats fine and {note}"
    replies, *_ = hold(
        desk,
        load,
        model,
        model.hears(words, acts=[("yes", "yeah")], facts=[("answer", "yeah thats fine"), ("note", note)]),
    )

    assert replies[-1].text == f"I'll let the team know{about}. {DOCK}"


@pytest.mark.parametrize("hour", ["al seis por la calle de atras", "go in by gate six off of main"])
def test_number_of_a_door_is_no_hour_of_a_note(desk, load, model, hour):  # noqa: F811
    note = f"{hour} that is the one with the big green sign on it"
    words = f"yes fine {note}"
    replies, *_ = hold(
        desk,
        load,
        model,
        model.hears(words, acts=[("yes", "yes")], facts=[("answer", "yes fine"), ("note", note)]),
    )

    assert "6" not in replies[-1].text


def test_offer_has_no_second_acknowledgement(desk, load, model):  # noqa: F811
    words = "no wed be full but two fifteen is open and the lot is gravel"
    replies, _, _, passed_on = hold(
        desk,
        load,
        model,
        model.hears(
            words,
            acts=[("no", "no")],
            facts=[("answer", words), ("time", "two fifteen"), ("note", "the lot is gravel")],
        ),
    )

    assert (
        replies[-1].text
        == f"I'll pass Tuesday at 2:15 PM on to the team; they'll confirm it with you. {DOCK}"
    )
    assert passed_on == ["the lot is gravel"]


def test_door_that_is_put_right_in_the_same_breath_is_said_back(desk, load, model):  # noqa: F811
    words = "six no wait sixes lights are out put him in fourteen"
    replies, *_ = hold(
        desk, load, model, "yes thats fine", model.hears(words, facts=[("answer", "fourteen")])
    )

    assert replies[-1].text == f"Okay, fourteen. {BRING}"


@pytest.mark.parametrize(
    ("words", "asked", "name"),
    [
        ("door two and put it under yolanda please", "put it under yolanda please", "Yolanda"),
        ("anden dos y anoteme como chuy", "anoteme como chuy", "Chuy"),
    ],
)
def test_whom_to_ask_for_from_now_on_is_taken_down(desk, load, model, words, asked, name):  # noqa: F811
    replies, _, data, passed_on = hold(
        desk,
        load,
        model,
        "yes thats fine",
        model.hears(
            words,
            acts=[("asks", asked)],
            facts=[("answer", words.partition(" ")[0]), ("name", name.lower())],
            questions=[("other", asked)],
        ),
    )

    assert name in replies[-1].text
    assert "myself" not in replies[-1].text
    assert data["contactName"] == name
    assert passed_on == [asked]


@pytest.mark.parametrize(
    "asked", ["whats a good call back number for you", "whats your number", "a que numero le puedo llamar"]
)
def test_our_number_is_told(desk, load, model, asked):  # noqa: F811
    replies, _, _, passed_on = hold(
        desk, load, model, model.hears(asked, acts=[("asks", asked)], questions=[("other", asked)])
    )

    assert "(500) 555-" in replies[-1].text
    assert passed_on == []


@pytest.mark.parametrize(
    ("equipment", "asked", "told"),
    [
        ("53' Van", "how long is that trailer", "The trailer is down as 53' Van."),
        ("Van", "what kind of trailer is coming", "The trailer is down as Van."),
        ("Van", "how many feet is that trailer", "I'll pass it on to the team."),
        ("53' Van", "does his trailer have e track", "I'll pass it on to the team."),
    ],
)
def test_trailer_is_told_as_far_as_the_load_has_it(desk, load, model, equipment, asked, told):  # noqa: F811
    load.equipment = equipment
    load.save()
    replies, *_ = hold(
        desk, load, model, model.hears(asked, acts=[("asks", asked)], questions=[("equipment", asked)])
    )

    assert told in replies[-1].text


def test_who_can_not_find_it_is_asked_if_they_do_now_and_what_was_told_is_not_told_again(desk, load, model):  # noqa: F811
    first, asked = "nothing comes up for me", "whats the po"
    second = "still nothing without a po just send an e mail to docks at ramos dot com"
    replies, *_ = hold(
        desk,
        load,
        model,
        model.hears(
            f"{first} {asked}",
            acts=[("unsure", first), ("asks", asked)],
            questions=[("pickup_number", asked)],
        ),
        model.hears(
            second,
            acts=[("unsure", "still nothing"), ("asks", "without a po")],
            facts=[("email", "docks at ramos dot com")],
            questions=[("pickup_number", "without a po")],
        ),
    )

    assert "load 482113" in replies[1].text
    assert replies[1].text.endswith("Can you find it by that, and does the appointment still work for you?")
    assert replies[2].text == "I have docks@ramos.com. Is that right?"


def test_how_to_write_to_them_goes_to_the_team(desk, load, model):  # noqa: F811
    note = "the load number goes in the subject"
    replies, _, _, passed_on = hold(
        desk,
        load,
        model,
        model.hears("email only its dock at ramos dot com", facts=[("email", "dock at ramos dot com")]),
        model.hears(f"yes and {note}", acts=[("yes", "yes")], facts=[("note", note)]),
    )

    assert f"I'll let the team know: {note}." in replies[-1].text
    assert passed_on == [note]


def test_guard_who_wants_spanish_hears_of_the_appointment(desk, load, model):  # noqa: F811
    words = "aqui es vigilancia no esta lucy me habla en español"
    replies, _, _, passed_on = hold(
        desk,
        load,
        model,
        model.hears(
            words,
            acts=[("wants_spanish", "me habla en español")],
            facts=[("note", "aqui es vigilancia no esta lucy")],
        ),
    )

    assert "Es la recogida en Dallas, TX mañana" in replies[-1].text
    assert passed_on == ["aqui es vigilancia no esta lucy"]


def test_condition_beside_the_hour_that_is_settled_is_kept(desk, load, model):  # noqa: F811
    offer = "no were full i can do three fifteen or saturday at seven"
    bound = "if he checks in by three"
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            offer,
            acts=[("no", "no")],
            facts=[("answer", offer), ("time", "three fifteen"), ("time", "saturday at seven")],
        ),
        model.hears(
            f"make it three fifteen {bound} door nine",
            acts=[("yes", "make it three fifteen")],
            facts=[("answer", "door nine"), ("time", "three fifteen")],
            conditions=[bound],
        ),
    )

    assert data["proposedTime"] == "15:15"
    assert data["conditions"] == [bound]
    assert "that condition" in replies[2].text
    assert replies[2].text.endswith(BRING)


def test_who_asks_for_a_number_that_we_lack_is_let_go_and_the_team_gets_back_to_them(desk, load, model):  # noqa: F811
    first, second = "whats the reference on that", "i need a reference i cant find it by load"
    replies, _, data, passed_on = hold(
        desk,
        load,
        model,
        model.hears(first, acts=[("asks", first)], questions=[("pickup_number", first)]),
        model.hears(
            second,
            acts=[("asks", "i need a reference"), ("unsure", "i cant find it by load")],
            questions=[("pickup_number", "i need a reference")],
        ),
    )

    assert replies[-1].is_last
    assert "get back to you with it" in replies[-1].text
    assert data["outcome"] == "needs_number"
    assert data["callbackPhone"]
    assert passed_on == [first]


def test_hour_by_another_clock_is_when_we_call(desk, load, model):  # noqa: F811
    words = "rosa does those shes in at eleven eastern tomorrow"
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            words,
            acts=[("ask_other", "rosa does those")],
            facts=[("person", "rosa"), ("time", "at eleven eastern tomorrow")],
        ),
    )

    assert "on Tuesday at 11 AM Eastern and ask for Rosa" in replies[-1].text
    assert (data["callbackTime"][-8:], data["callbackTimezone"]) == ("11:00:00", "America/New_York")


def test_who_does_not_know_where_is_not_asked_again_and_tells_no_hour_of_ours(desk, load, model):  # noqa: F811
    unknown = "no idea try the dock office they come in about eight"
    replies, found, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            "we cant do that day", acts=[("no", "we cant")], facts=[("answer", "we cant do that day")]
        ),
        model.hears("friday at nine then", facts=[("answer", "friday at nine"), ("time", "friday at nine")]),
        model.hears(unknown, acts=[("unsure", "no idea")], facts=[("time", "about eight")]),
    )

    assert found[DOCK] == unknown
    assert replies[-1].text.endswith(BRING)
    assert data["proposedTime"] == "09:00"


def test_greeting_is_not_called_misheard(desk, load, model):  # noqa: F811
    words = "good afternoon shipping this is oscar speaking"
    replies, *_ = hold(
        desk, load, model, model.hears(words, acts=[("greets", "good afternoon")], facts=[("name", "oscar")])
    )

    assert "Sorry" not in replies[-1].text
    assert replies[-1].text.endswith("still work for you?")


def test_who_turns_it_down_and_names_whom_to_ask_is_not_asked_again(desk, load, model):  # noqa: F811
    first, gone = "no were not loading that one it got rejected", "it got rejected"
    second = "couldnt say you want my supervisor gwen shes back thursday at seven"
    replies, _, data, passed_on = hold(
        desk,
        load,
        model,
        model.hears(first, acts=[("no", "no")], facts=[("answer", "no"), ("turned_away", gone)]),
        model.hears(
            second,
            acts=[("unsure", "couldnt say"), ("ask_other", "you want my supervisor gwen")],
            facts=[("person", "gwen"), ("time", "thursday at seven")],
        ),
    )

    assert passed_on == [gone]
    assert f"I'll let the team know: {gone}." in replies[1].text
    assert "on Thursday at 7 AM and ask for Gwen" in replies[-1].text
    assert data["outcome"] == "ask_other"


def test_hour_that_was_asked_for_is_no_correction(desk, load, model):  # noqa: F811
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            "i have it for thursday",
            acts=[("no", "thursday")],
            facts=[("day", "thursday"), ("answer", "thursday")],
        ),
        model.hears("it says ten fifteen here", facts=[("time", "ten fifteen"), ("answer", "ten fifteen")]),
    )

    assert replies[-1].text.startswith("I'll pass Thursday at 10:15 AM on to the team")
    assert data["proposedTime"] == "10:15"


def test_desk_that_says_hold_on_amid_where_to_write_is_heard(desk, load, model):  # noqa: F811
    words = "thats email only hold on its docks at ramos dot com"
    replies, *_ = hold(
        desk,
        load,
        model,
        model.hears(words, acts=[("holds", "hold on")], facts=[("email", "docks at ramos dot com")]),
    )

    assert replies[-1].text == "I have docks@ramos.com. Is that right?"


@pytest.mark.parametrize(
    "asked",
    [
        "whats your mc number",
        "what number do i put on the bill",
        "cual es su numero de orden",
        "did you get the email we sent over",
        "do you have the gate code",
        "do you got his cell number",
    ],
)
def test_question_of_another_number_or_of_papers_is_passed_on(desk, load, model, asked):  # noqa: F811
    replies, _, _, passed_on = hold(
        desk, load, model, model.hears(asked, acts=[("asks", asked)], questions=[("other", asked)])
    )

    assert "(500)" not in replies[-1].text
    assert "have that down" not in replies[-1].text
    assert passed_on == [asked]


@pytest.mark.parametrize("asked", ["did you get all that", "you wrote that down right", "si lo anoto verdad"])
def test_who_asks_if_we_heard_it_all_hears_yes(desk, load, model, asked):  # noqa: F811
    words = f"dock four {asked}"
    replies, _, _, passed_on = hold(
        desk,
        load,
        model,
        "yes thats fine",
        model.hears(
            words, acts=[("asks", asked)], facts=[("answer", "dock four")], questions=[("other", asked)]
        ),
    )

    assert "have that down" in replies[-1].text or "lo tengo anotado" in replies[-1].text
    assert passed_on == []


@pytest.mark.parametrize(
    "words",
    [
        "hes been on door six since half past seven",
        "that driver already checked in honey hes number four in line",
    ],
)
def test_desk_that_has_the_truck_already_is_asked_for_no_dock(desk, load, model, words):  # noqa: F811
    replies, _, data, passed_on = hold(
        desk,
        load,
        model,
        model.hears(words, acts=[("checked_in", words)], facts=[("note", words), ("answer", words)]),
    )

    assert "the truck is there" in replies[-1].text
    assert replies[-1].is_last
    assert data["outcome"] == "truck_there"
    assert passed_on == [words]


@pytest.mark.parametrize(
    ("words", "whom"),
    [
        (
            "this is the gate she went home im security you gotta call receiving at extension four one two",
            "receiving",
        ),
        ("no soy el guardia ya se fue ella hable con embarques", "embarques"),
    ],
)
def test_who_sends_us_to_another_is_not_closed(desk, load, model, words, whom):  # noqa: F811
    *_, data, _ = hold(
        desk, load, model, model.hears(words, acts=[("ask_other", words)], facts=[("person", whom)])
    )

    assert data["outcome"] == "ask_other"
    assert data["contactName"] == whom.capitalize()


# What is told before we ask for it.


def test_what_the_driver_needs_is_not_asked_for_once_told(desk, load, model):  # noqa: F811
    words = "no dock he goes round back to gate 4 needs hard hat and vest"
    replies, found, *_ = hold(
        desk, load, model, "yes that works", model.hears(words, facts=[("answer", words)])
    )

    assert replies[-1].is_last
    assert found[BRING] == words


def test_condition_that_tells_what_the_driver_needs_answers_it(desk, load, model):  # noqa: F811
    condition = "he's gotta have the container number and the seal or the gate won't let him in"
    replies, found, *_ = hold(
        desk,
        load,
        model,
        model.hears(
            f"yeah we're open till eleven but {condition}",
            acts=[("yes", "yeah")],
            facts=[("answer", "yeah")],
            conditions=[condition],
        ),
        model.hears("dock four", facts=[("answer", "dock four")]),
    )

    assert replies[-1].is_last
    assert found[BRING] == condition


@pytest.mark.parametrize(
    ("words", "facts", "hour"),
    [
        (
            "thursday fifth i got a ten thirty or a two o'clock take your pick",
            [("time", "thursday fifth i got a ten thirty"), ("time", "two o'clock")],
            "10:30",
        ),
        (
            "el jueves estamos llenos hasta las dos te puedo dar a las dos y media",
            [("day", "el jueves"), ("time", "a las dos y media")],
            "14:30",
        ),
        (
            "uh thursday we got a six am or a one o'clock or shoot an email to shipping at ridgeway dot com",
            [("time", "one o'clock"), ("day", "thursday"), ("email", "shipping at ridgeway dot com")],
            "13:00",
        ),
    ],
)
def test_hours_told_apart_from_their_day_are_of_that_day(desk, load, model, words, facts, hour):  # noqa: F811
    *_, data, _ = hold(
        desk, load, model, model.hears(words, acts=[("no", words)], facts=[*facts, ("answer", words)])
    )

    assert (data["proposedDay"], data["proposedTime"]) == ("2026-03-05", hour)


def test_number_that_somebody_else_should_call_is_passed_on(desk, load, model):  # noqa: F811
    asked = "what's the number she should call"
    words = f"that's denise alvarado she's in monday at six but {asked}"
    replies, _, data, left = hold(
        desk,
        load,
        model,
        model.hears(
            words,
            acts=[("ask_other", "that's denise alvarado"), ("asks", asked)],
            facts=[("person", "denise alvarado"), ("time", "monday at six")],
            questions=[("other", asked)],
        ),
    )

    assert left == [asked]
    assert data["callbackName"] == "Denise Alvarado"
    assert "pass" in replies[-1].text


def test_hour_within_the_appointment_is_passed_on(desk, load, model):  # noqa: F811
    words = "wednesday's fine but crane's down till eight so make it eight fifteen"
    replies, *_, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            words,
            acts=[("yes", "wednesday's fine")],
            facts=[
                ("time", "eight fifteen"),
                ("day", "wednesday"),
                ("note", "crane's down till eight"),
                ("answer", words),
            ],
        ),
    )

    assert "8:15 AM" in replies[-1].text
    assert data["proposedTime"] == "08:15"


def test_area_code_is_no_hour(desk, load, model):  # noqa: F811
    note = "he'll need to call us half hour out at five oh three five five five two two nine nine"
    replies, *_ = hold(
        desk,
        load,
        model,
        "yes that works",
        "dock four",
        model.hears(f"just the po oh and {note}", facts=[("answer", "just the po"), ("note", note)]),
    )

    assert "5:03" not in replies[-1].text


def test_dock_told_beside_the_hours_is_not_asked_for(desk, load, model):  # noqa: F811
    words = "he'd have to be here before ten thirty it's the back dock off kentucky avenue"
    replies, found, *_ = hold(
        desk,
        load,
        model,
        model.hears(
            words, acts=[("no", "he'd have to")], facts=[("time", "before ten thirty"), ("answer", words)]
        ),
    )

    assert replies[-1].text.endswith(BRING)
    assert found[DOCK] == words


def test_call_that_is_wanted_in_one_case_only_is_left_to_the_team(desk, load, model):  # noqa: F811
    words = "just straps and if he's comin in after ten thirty call me hank at 503 555 0108"
    replies, found, data, left = hold(
        desk,
        load,
        model,
        "yes that works",
        "dock four",
        model.hears(
            words,
            acts=[("callback", "call me hank at 503 555 0108")],
            facts=[("answer", "just straps"), ("phone", "503 555 0108"), ("person", "hank")],
        ),
    )

    assert (found[BRING], left) == (words, [words])
    assert data.get("callbackTime") is None
    assert replies[-1].is_last


@pytest.mark.parametrize(
    ("words", "time"),
    [
        (
            "la entrega la tengo el jueves cinco a las once de la mañana",
            "el jueves cinco a las once de la mañana",
        ),
        ("no a las once de la mañana el día cinco de marzo", "a las once de la mañana el día cinco de marzo"),
    ],
)
def test_number_of_the_day_is_no_hour(desk, load, model, words, time):  # noqa: F811
    *_, data, _ = hold(
        desk, load, model, model.hears(words, acts=[("no", words)], facts=[("time", time), ("answer", words)])
    )

    assert (data["proposedDay"], data["proposedTime"]) == ("2026-03-05", "11:00")
