"""Check calls as a language model reads them: what isn't asked again, moves not taken, who speaks, and towns."""

from datetime import datetime, timedelta

import pytest

from calls.language.reading import Expecting, Listening, Place, Reading
from calls.skills.whereabouts import with_town_by_the_way
from loads.models import Load
from organizations.places.gazetteer import find_place
from tests.calls.agent.test_check_call_spoken import talk_at_noon
from tests.calls.agent.test_model_check_calls import (
    BAKERSFIELD,
    FRESNO,
    SEATTLE,
    TODAY_SEATTLE,
    delivery,  # noqa: F401 (a fixture)
    pickup,  # noqa: F401 (a fixture)
    said_of,
    told,
)
from tests.calls.agent.test_model_talks import asked_back, check, model  # noqa: F401 (fixtures)

UNDER_WAY = "bakersfield be there around six pm"


@pytest.fixture
def reefer(asked_back):  # noqa: F811
    return talk_at_noon(callType="dropoff", stop=SEATTLE, isReefer=True)


def under_way(model):  # noqa: F811
    """A driver who has told where he is, and when he comes."""
    return model.hears(UNDER_WAY, **BAKERSFIELD)


# What they can't tell


@pytest.mark.parametrize(
    ("words", "acts", "facts"),
    [
        ("no idea thats the drivers truck", [("unsure", "no idea")], []),
        (
            "im rolling i cant look at that ill send a photo",
            [],
            [("note", "ill send a photo"), ("is_driver", "im rolling")],
        ),
        ("you gotta call ramon for that one", [("ask_other", "you gotta call ramon")], [("person", "ramon")]),
    ],
)
def test_number_that_they_cannot_tell_is_not_asked_again(reefer, model, words, acts, facts):  # noqa: F811
    first = "weed california loaded be there saturday at eight am"

    check(
        reefer,
        model,
        model.hears(
            first,
            acts=[("loaded", "loaded")],
            facts=[("place", "weed california"), ("time", "saturday at eight am")],
        ),
        model.hears(words, acts=acts, facts=facts),
    )

    assert reefer.state["times"]["temperature"] == 1
    assert reefer.state["asking"] == "bol"


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("couldnt tell you what does layover pay", "what does layover pay"),
        ("beats me do they have parking", "do they have parking"),
    ],
)
def test_arrival_that_they_cannot_tell_is_not_asked_again(delivery, model, words, question):  # noqa: F811
    *_, reply = check(
        delivery,
        model,
        model.hears("weed california", facts=[("place", "weed california")]),
        model.hears(
            words,
            acts=[("unsure", words.partition(question)[0].strip()), ("asks", question)],
            questions=[("other", question)],
        ),
    )

    assert delivery.state["asking"] == "loading"
    assert "ETA" not in reply.text


def test_question_beside_our_own_does_not_bring_ours_again_for_ever(delivery, model):  # noqa: F811
    asks = ["is there parking", "do they charge for that", "whats the guard shack number", "is it fenced"]

    check(
        delivery,
        model,
        model.hears("weed california", facts=[("place", "weed california")]),
        *(model.hears(each, acts=[("asks", each)], questions=[("other", each)]) for each in asks),
    )

    assert delivery.state["times"]["eta"] == 3
    assert delivery.state["asking"] != "eta"


@pytest.mark.parametrize(
    ("words", "end", "note"),
    [
        (
            "nah im going to bed and dont ring me before six",
            ("leaves", "im going to bed"),
            "dont ring me before six",
        ),
        (
            "tell them door nine is blocked other than that were good",
            ("no", "other than that were good"),
            "door nine is blocked",
        ),
    ],
)
def test_nothing_is_asked_of_who_has_nothing_else(pickup, model, words, end, note):  # noqa: F811
    question = "is there a scale on site"

    *_, last = check(
        pickup,
        model,
        under_way(model),
        model.hears(
            f"empty {question}",
            acts=[("empty", "empty"), ("asks", question)],
            facts=[("answer", "empty")],
            questions=[("other", question)],
        ),
        model.hears(words, acts=[end], facts=[("note", note)]),
    )

    assert last.is_last
    assert "Anything else" not in last.text
    assert told(pickup)["notes"] == [note]


def test_call_about_something_is_promised_without_asking_when(pickup, model):  # noqa: F811
    words = "somebody needs to ring me on that seal number"

    *_, reply = check(
        pickup,
        model,
        under_way(model),
        model.hears(
            words,
            acts=[("callback", "somebody needs to ring me"), ("asks", words)],
            questions=[("other", words)],
        ),
    )

    assert "Someone from the team will call you about that." in reply.text
    assert pickup.state["call_back"]["words"] == words


def test_who_asks_whether_we_have_heard_is_told_so(pickup, model):  # noqa: F811
    note, asks = "their gate code is broken", "you get all that"

    *_, reply = check(
        pickup,
        model,
        under_way(model),
        model.hears(
            f"{note} {asks}", acts=[("asks", asks)], facts=[("note", note)], questions=[("other", asks)]
        ),
    )

    assert "I have that down for the team" in reply.text
    assert "can't help" not in reply.text


# Appointments that others claim


@pytest.mark.parametrize(
    ("first", "moved", "denial"),
    [
        (
            "they kicked me out they got me for monday six am",
            "monday six am",
            "no sir i aint agreed to no monday",
        ),
        ("wouldnt take me clerk has it sunday at nine am", "sunday at nine am", "no thats not happening"),
    ],
)
def test_move_that_is_not_taken_is_let_go_of(reefer, model, first, moved, denial):  # noqa: F811
    note = first.partition(moved)[0].rsplit(" ", 4)[0]

    _, reply, last = check(
        reefer,
        model,
        model.hears(first, facts=[("moved_to", moved), ("note", note)]),
        model.hears(denial, acts=[("no", denial)]),
    )

    assert "So they have the appointment on" in reply.text
    assert told(reefer)["appointmentMovedTo"] is None
    assert told(reefer)["isLate"] is None
    assert told(reefer)["delayReason"] is None
    assert "will call you right back" in last.text


def test_move_is_let_go_of_by_who_tells_when_he_comes(pickup, model):  # noqa: F811
    denial, arrival = "nope i never agreed to any of that", "ill be there at six tonight"

    check(
        pickup,
        model,
        model.hears(
            "they got me down for tomorrow at nine pm im in delano",
            facts=[("place", "delano"), ("moved_to", "tomorrow at nine pm")],
        ),
        model.hears(
            f"{denial} {arrival}",
            acts=[("no", denial)],
            facts=[("time", "at six tonight"), ("answer", arrival)],
        ),
    )

    assert told(pickup)["appointmentMovedTo"] is None
    assert told(pickup)["etaLocal"] == "2026-11-24T18:00:00"
    assert told(pickup)["lateMinutes"] == 0


def test_no_to_another_question_leaves_a_move_alone(pickup, model):  # noqa: F811
    first, no = "they moved me to nine pm tomorrow", "no not yet"

    check(
        pickup,
        model,
        model.hears(
            f"im here {first}", acts=[("waiting", "im here")], facts=[("moved_to", "nine pm tomorrow")]
        ),
        model.hears(no, acts=[("no", "no")], facts=[("answer", no)]),
    )

    assert told(pickup)["appointmentMovedTo"] == "2026-11-25T21:00:00"


def test_question_about_another_day_is_passed_on(delivery, model, asked_back):  # noqa: F811
    words = "well be there by ten saturday but do they receive sundays"
    wish = "do they receive sundays"

    *_, reply = check(
        delivery,
        model,
        model.hears("weed california", facts=[("place", "weed california")]),
        model.hears(
            words,
            acts=[("asks", wish)],
            facts=[("time", "ten saturday"), ("answer", "by ten saturday")],
            questions=[("flexibility", wish)],
        ),
    )

    assert asked_back == [wish]
    assert "between" not in reply.text


@pytest.mark.parametrize(
    ("words", "refused", "town"),
    [
        ("yeah they say that order went out on another truck", "that order went out on another truck", ""),
        ("they aint got nothing for me", "they aint got nothing for me", ""),
        ("they ran me off im waiting over in clovis", "they ran me off", "clovis"),
    ],
)
def test_driver_who_is_refused_gets_a_person(pickup, model, asked_back, words, refused, town):  # noqa: F811
    facts = [("turned_away", refused), *([("place", town)] if town else [])]

    _, last = check(pickup, model, model.hears(words, facts=facts))

    assert "will call you right back" in last.text
    assert asked_back == [refused]
    assert "Turned away" in said_of(pickup)


def test_who_has_checked_in_and_waits_for_tomorrow_is_not_turned_away(delivery, model):  # noqa: F811
    words = "ya hice check in pero me dicen que no me descargan hasta mañana a las cinco"

    check(
        delivery,
        model,
        model.hears(
            words,
            acts=[("checked_in", "ya hice check in")],
            facts=[("note", "me dicen que no me descargan hasta mañana a las cinco")],
        ),
    )

    assert "Turned away" not in said_of(delivery)


@pytest.mark.parametrize("words", ["never", "whenever they get around to it"])
def test_who_waits_and_answers_without_an_hour_is_not_asked_again(pickup, model, words):  # noqa: F811
    check(
        pickup,
        model,
        model.hears("im here", acts=[("waiting", "im here")]),
        model.hears(words, facts=[("answer", words)]),
    )

    assert pickup.state["times"]["eta"] == 1


def test_question_of_who_leaves_is_passed_on(pickup, model, asked_back):  # noqa: F811
    words, question = "okay gotta go bye who pays the scale ticket", "who pays the scale ticket"

    *_, last = check(
        pickup,
        model,
        under_way(model),
        model.hears(
            words, acts=[("leaves", "gotta go bye"), ("asks", question)], questions=[("other", question)]
        ),
    )

    assert last.is_last
    assert asked_back == [question]


# Who speaks, and of when


@pytest.mark.parametrize(
    ("words", "facts", "teller"),
    [
        ("hey im driving its luke by delano", [("place", "delano"), ("is_driver", "im driving")], None),
        (
            "its rosa im not the driver ben is hes by delano",
            [("name", "rosa"), ("driver", "ben"), ("place", "delano")],
            "Rosa",
        ),
        (
            "this is gail at the office our truck is by delano",
            [("name", "gail"), ("place", "delano")],
            "Gail",
        ),
    ],
)
def test_who_speaks_for_the_driver_is_kept(pickup, model, words, facts, teller):  # noqa: F811
    *_, reply = check(pickup, model, model.hears(words, facts=facts))

    assert told(pickup)["toldBy"] == teller
    assert ("expect the truck" in reply.text) == bool(teller)


def test_name_told_before_is_the_tellers(pickup, model):  # noqa: F811
    later = "the driver is sam ortiz"

    check(
        pickup,
        model,
        model.hears("gail here the truck is by delano", facts=[("name", "gail"), ("place", "delano")]),
        model.hears(later, facts=[("driver", "sam ortiz")]),
    )

    assert told(pickup)["toldBy"] == "Gail"


@pytest.mark.parametrize(
    ("words", "when", "hour"),
    [
        ("ya descargué a las nueve y cuarto", "a las nueve y cuarto", "09:15"),
        ("they had me off at eleven thirty", "eleven thirty", "11:30"),
        ("dropped it at four", "four", "04:00"),
        ("dropped it at one thirty", "one thirty", "13:30"),
        ("dropped it at one am", "one am", "01:00"),
    ],
)
def test_delivery_was_at_the_nearest_such_hour_before_now(model, asked_back, words, when, hour):  # noqa: F811
    talk = talk_at_noon(
        callType="dropoff", stop=TODAY_SEATTLE | {"timezone": "America/Caracas"}
    )  # 2 PM there

    check(talk, model, model.hears(words, acts=[("delivered", words)], facts=[("time", when)]))

    assert told(talk)["deliveredTime"] == hour


# Towns without their states


@pytest.fixture
def northwards(in_acme):
    """A load from Fresno to Seattle."""
    return Load(origin_place=find_place("Fresno", "CA"), destination_place=find_place("Seattle", "WA"))


@pytest.mark.parametrize(
    ("words", "named", "meant"),
    [
        ("fueling in medford", Place("Medford", ""), Place("Medford", "OR")),
        ("coming up on herndon", Place("Herndon", "VA"), Place("Herndon", "")),
        ("herndon virginia", Place("Herndon", "VA"), Place("Herndon", "VA")),
        ("herndon va", Place("Herndon", "VA"), Place("Herndon", "VA")),
        ("in dallas", Place("Dallas", "TX"), Place("Dallas", "TX")),
        ("in north bend", Place("North Bend", ""), Place("North Bend", "WA")),
    ],
)
def test_town_without_its_state_is_the_one_by_the_way(northwards, words, named, meant):
    read = with_town_by_the_way(Reading(text=words, place=named), northwards)

    assert read.place == meant


def test_village_by_the_way_is_no_city_of_that_name(in_acme):
    eastwards = Load(origin_place=find_place("Green Bay", "WI"), destination_place=find_place("Newark", "NJ"))
    reading = Reading(text="la crosse", place=Place("La Crosse", "WI"))

    assert with_town_by_the_way(reading, eastwards).place == Place("La Crosse", "WI")


def test_highway_counts_where_its_town_is_far_from_every_way(northwards):
    words = "i five north by herndon"
    reading = Reading(text=words, place=Place("Herndon", "VA"), answer=words, is_by_model=True)

    assert with_town_by_the_way(reading, northwards).place is None
    assert with_town_by_the_way(reading, None).place == Place("Herndon", "VA")


def test_town_of_a_load_without_places_is_left_alone(in_acme):
    reading = Reading(text="fueling in medford", place=Place("Medford", ""))

    assert with_town_by_the_way(reading, Load()) == reading


def test_truck_that_is_told_at_the_stop_of_fresno(model, asked_back):  # noqa: F811
    talk, words = (
        talk_at_noon(callType="pickup", stop=FRESNO),
        "im on the corner around the corner from the shipper",
    )

    check(talk, model, model.hears(words, facts=[("place", words), ("answer", words)]))

    assert told(talk)["location"].endswith("Fresno, CA")


def test_who_speaks_for_the_driver_is_asked_about_the_truck(pickup, model):  # noqa: F811
    words = "habla ines mi esposo anda manejando ya esta ahi con ustedes"

    *_, reply = check(
        pickup,
        model,
        model.hears(
            words, acts=[("waiting", "ya esta ahi")], facts=[("name", "ines"), ("is_dispatcher", "mi esposo")]
        ),
    )

    assert told(pickup)["toldBy"] == "Ines"
    assert "have the truck loaded" in reply.text


@pytest.mark.parametrize(
    ("words", "question", "left"),
    [
        (
            "call me in two hours who do i see at the gate",
            "who do i see at the gate",
            ["who do i see at the gate"],
        ),
        ("can you call me in two hours", "can you call me in two hours", []),
    ],
)
def test_question_beside_a_later_call_is_passed_on(pickup, model, asked_back, words, question, left):  # noqa: F811
    *_, last = check(
        pickup,
        model,
        model.hears(
            words,
            acts=[("callback", "call me in two hours"), ("asks", question)],
            facts=[("time", "in two hours")],
            questions=[("other", question)],
        ),
    )

    assert last.is_last
    assert asked_back == left
    assert pickup.state["call_back"]["time"]


# Hours of what is done already


@pytest.mark.parametrize(
    ("words", "left", "hour"),
    [
        (
            "got my load pulled out of there at one thirty",
            "pulled out of there at one thirty",
            "at one thirty",
        ),
        ("ya me cargaron sali de ahi a la una", "sali de ahi a la una", "a la una"),
    ],
)
def test_when_a_truck_left_is_no_arrival_at_the_next_stop(pickup, model, words, left, hour):  # noqa: F811
    heard = model.hears(
        words,
        acts=[("loaded", words.partition(left)[0].strip()), ("checked_out", left)],
        facts=[("time", hour)],
    )

    check(pickup, model, heard)

    assert told(pickup)["outcome"] == "loaded"
    assert not any("next stop" in each for each in told(pickup)["notes"] or ())


@pytest.mark.parametrize("words", ["yeah checked in at eight forty", "uh huh signed in eight forty"])
def test_who_checks_in_later_came_when_they_said(pickup, model, words):  # noqa: F811
    here = "im here since half past eight no door yet"
    check(
        pickup,
        model,
        model.hears(here, acts=[("waiting", "no door yet")], facts=[("time", "half past eight")]),
        model.hears(
            "one at the earliest they say",
            facts=[("time", "one"), ("answer", "one at the earliest they say")],
        ),
        model.hears(
            words, acts=[("yes", words.split()[0]), ("checked_in", words)], facts=[("time", "eight forty")]
        ),
    )

    assert told(pickup)["waitingSince"].endswith("08:30:00")


@pytest.mark.parametrize(
    ("words", "hour"),
    [
        (
            "theyre done with me just waiting on the bills i pulled in here around eight oclock",
            "around eight oclock",
        ),
        ("ya esta cargada nomas que salgo hasta la una", "hasta la una"),
    ],
)
def test_hour_at_this_stop_is_no_arrival_at_the_next(pickup, model, words, hour):  # noqa: F811
    check(
        pickup,
        model,
        model.hears(
            words, acts=[("loaded", " ".join(words.split()[:3]))], facts=[("time", hour), ("answer", words)]
        ),
    )

    assert not any("next stop" in each for each in told(pickup)["notes"] or ())


@pytest.mark.parametrize(
    ("words", "act"),
    [
        ("entregue desde anoche a las nueve y media", "entregue desde anoche a las nueve y media"),
        (
            "ya quedo entregada desde ayer a las nueve y media de la noche",
            "ya quedo entregada desde ayer a las nueve y media de la noche",
        ),
    ],
)
def test_delivered_already_since_yesterday_keeps_its_hour(delivery, model, words, act):  # noqa: F811
    hour = words.partition("desde ")[2]
    check(
        delivery,
        model,
        model.hears(words, acts=[("delivered", act)], facts=[("time", hour), ("answer", words)]),
    )

    assert told(delivery)["deliveredTime"] == "21:30"


@pytest.mark.parametrize(
    ("words", "acts", "note"),
    [
        (
            "loaded but the bol aint on me dispatch sends it",
            [("loaded", "loaded")],
            "the bol aint on me dispatch sends it",
        ),
        ("cargado y los papeles no los traigo aqui", [("loaded", "cargado")], ""),
        ("loaded im waiting on the bills still", [("loaded", "loaded")], ""),
        ("loaded but they haven't given me any paperwork", [("loaded", "loaded")], ""),
    ],
)
def test_papers_that_are_not_at_hand_are_not_asked_for(delivery, model, words, acts, note):  # noqa: F811
    first = "weed california be there saturday at eight am"

    *_, reply = check(
        delivery,
        model,
        model.hears(first, facts=[("place", "weed california"), ("time", "saturday at eight am")]),
        model.hears(words, acts=acts, facts=[("note", note)] if note else []),
    )

    assert "BOL" not in reply.text


@pytest.mark.parametrize(
    "words", ["lemme go check in real quick", "todavia no me registro", "ive not even checked in yet"]
)
def test_who_is_still_to_check_in_is_not_asked_whether_they_have(pickup, model, words):  # noqa: F811
    check(
        pickup,
        model,
        model.hears("just got here", acts=[("waiting", "just got here")]),
        model.hears(words, acts=[("unsure", words)]),
    )

    assert told(pickup)["checked"] == "no"
    assert "check" not in pickup.state["asked"]


@pytest.mark.parametrize(
    ("words", "acts", "facts", "questions", "is_last"),
    [
        ("nah just send me the gate code", [("no", "nah")], [], [("other", "send me the gate code")], True),
        ("oh the seal is five five one two", [], [("note", "the seal is five five one two")], [], True),
        ("no tell them to hurry", [("no", "no")], [("note", "tell them to hurry")], [], True),
        (
            "yeah who pays the lumper",
            [("asks", "who pays the lumper")],
            [],
            [("lumper", "who pays the lumper")],
            False,
        ),
    ],
)
def test_anything_else_is_asked_once(delivery, model, words, acts, facts, questions, is_last):  # noqa: F811
    first = "delivered it at six this morning"

    *_, asked, reply = check(
        delivery,
        model,
        model.hears(first, acts=[("delivered", first)], facts=[("time", "six this morning")]),
        model.hears(words, acts=acts, facts=facts, questions=questions),
    )

    assert "Anything else" in asked.text
    assert reply.is_last is is_last


@pytest.mark.parametrize(
    ("words", "acts", "person", "said"),
    [
        (
            "i left them monday go through delia in the office",
            [("wrong_load", "i left them monday"), ("ask_other", "go through delia in the office")],
            "delia",
            "Delia",
        ),
        (
            "ya no trabajo ahi llame a don chema al despacho",
            [("wrong_load", "ya no trabajo ahi"), ("ask_other", "llame a don chema al despacho")],
            "don chema",
            "Don Chema",
        ),
    ],
)
def test_whom_to_call_instead_is_kept_and_said_back(delivery, model, words, acts, person, said):  # noqa: F811
    *_, reply = check(delivery, model, model.hears(words, acts=acts, facts=[("person", person)]))

    assert said in reply.text
    assert acts[1][1] in told(delivery)["notes"]


def test_call_to_somebody_else_is_not_promised_to_who_speaks(delivery, model):  # noqa: F811
    words = "empty but get somebody to ring marcus about the pallets"

    *_, reply = check(
        delivery,
        model,
        under_way(model),
        model.hears(
            words,
            acts=[("empty", "empty"), ("callback", "get somebody to ring marcus")],
            facts=[("answer", "empty"), ("person", "marcus")],
        ),
    )

    assert "Someone from the team will call Marcus." in reply.text
    assert "will call you" not in reply.text


def test_name_that_is_told_is_not_asked_for_again(delivery, model):  # noqa: F811
    words = "not my truck anymore ask wendell in the office"

    *_, reply = check(
        delivery,
        model,
        model.hears(words, acts=[("ask_other", "ask wendell in the office")], facts=[("person", "wendell")]),
    )

    assert reply.text == "What number can we reach Wendell at?"


# What is behind them, or of another load


def test_blowout_that_cost_hours_is_no_breakdown_of_a_truck_that_goes_on(delivery, model):  # noqa: F811
    cause = "got a blowout back in south carolina cost us three hours"
    words = f"we're up in rocky mount north carolina i'm drivin {cause}"
    check(
        delivery,
        model,
        model.hears(
            words,
            acts=[("broken_down", "got a blowout back in south carolina")],
            facts=[("place", "rocky mount north carolina"), ("reason", cause)],
        ),
    )

    assert (told(delivery)["outcome"], told(delivery)["delayReason"]) == ("on_the_way", cause)


def test_hour_since_which_they_wait_is_no_arrival(pickup, model):  # noqa: F811
    words = "no pos ya estoy aquí desde las dos de la mañana"
    check(
        pickup,
        model,
        "ya estoy aqui",
        model.hears(
            words,
            acts=[("waiting", "ya estoy aquí desde las dos de la mañana")],
            facts=[("time", "las dos de la mañana"), ("answer", words)],
        ),
    )

    assert (told(pickup)["etaLocal"], told(pickup)["isWaiting"]) == (None, True)


def test_number_put_right_keeps_its_letters(delivery, model):  # noqa: F811
    words = "bol's HX dash 4 4 7 1 0 uh no 4 4 7 0 1"
    check(
        delivery,
        model,
        "im in tulsa be there at six tonight loaded",
        model.hears(words, facts=[("bol", "4 4 7 0 1"), ("answer", words)]),
    )

    assert told(delivery)["bolNumber"] == "HX44701"


def test_letter_at_the_end_of_a_number(delivery, model):  # noqa: F811
    words = "es 88 21 45 con una s al final"
    check(
        delivery,
        model,
        "im in tulsa be there at six tonight loaded",
        model.hears(words, facts=[("bol", "88 21 45 con una s al final"), ("answer", words)]),
    )

    assert told(delivery)["bolNumber"] == "882145S"


def test_minutes_until_we_are_to_call_are_no_hour(model):  # noqa: F811
    words = "can't really talk call me back in twenty"
    model.hears(words, acts=[("callback", "call me back in twenty")], facts=[("time", "in twenty")])
    now = datetime(2026, 3, 2, 9)

    meant = model.understand(words, Listening(expecting=Expecting.PLACE, now=now))

    assert meant.time == now + timedelta(minutes=20)


@pytest.mark.parametrize(
    ("words", "acts", "loading", "asked_next"),
    [
        (
            "bobtail trailer's getting washed out over in stevens point",
            [("empty", "bobtail")],
            "empty",
            "closing",
        ),
        (
            "got a few pallets on still gotta drop in tampa this afternoon then i'm empty",
            [],
            "loaded",
            "closing",
        ),
    ],
)
def test_reefer_of_a_bobtail_or_of_another_load_is_not_asked_for(
    asked_back,  # noqa: F811
    model,  # noqa: F811
    words,
    acts,
    loading,
    asked_next,
):
    talk = talk_at_noon(callType="pickup", stop=SEATTLE, isReefer=True)
    check(
        talk,
        model,
        "im in tacoma be there at six tonight",
        model.hears(words, acts=acts, facts=[("answer", words), ("note", words)]),
    )

    assert (told(talk)["loading"], talk.state["asking"]) == (loading, asked_next)


def test_driver_named_at_the_end_is_noted_with_a_number_that_cannot_be_dialed(pickup, model):  # noqa: F811
    phone = "eight one eight oh five five one two four four seven"
    check(
        pickup,
        model,
        "hi im the dispatcher hes in saltillo be there at six tonight",
        model.hears(
            f"empty tell em ernesto's the driver {phone}",
            acts=[("empty", "empty")],
            facts=[("driver", "ernesto"), ("phone", phone)],
        ),
    )

    assert told(pickup)["notes"] == [f"Driver: Ernesto; {phone}"]


def test_new_seal_is_kept_beside_what_became_of_the_old_one(delivery, model):  # noqa: F811
    seal = "customs popped the seal though they put a new one on seven seven one four oh three"
    check(
        delivery,
        model,
        "im in tulsa be there at six tonight",
        model.hears(
            f"loaded yeah {seal}",
            acts=[("loaded", "loaded yeah")],
            facts=[("osd", "customs popped the seal"), ("note", seal)],
        ),
    )

    assert told(delivery)["notes"] == [seal]


def test_since_when_they_sit_at_the_shipper_of_a_delivery_is_noted(delivery, model):  # noqa: F811
    since = "i been sittin at the shipper since uh bout one o'clock this morning"
    words = f"i ain't even loaded yet man {since}"
    check(
        delivery,
        model,
        model.hears(
            words,
            acts=[("waiting", "i been sittin at the shipper")],
            facts=[("time", "bout one o'clock this morning"), ("note", "i ain't even loaded yet")],
        ),
    )

    assert told(delivery)["notes"] == [words]


def test_arrival_on_the_deliverys_day_is_one_though_it_is_not_picked_up(delivery, model):  # noqa: F811
    check(
        delivery,
        model,
        model.hears(
            "i ain't even picked that one up yet i'm at the house in troutdale",
            facts=[("place", "troutdale"), ("note", "i ain't even picked that one up yet")],
        ),
        model.hears(
            "i figure i'll be there saturday round nine in the morning",
            facts=[("time", "saturday round nine in the morning")],
        ),
    )

    assert told(delivery)["etaLocal"] == "2026-11-28T09:00:00"


def test_hour_of_arrival_told_after_how_it_comes_about_is_the_one(pickup, model):  # noqa: F811
    arrives = "a las nueve ahí estoy el sabado"
    words = (
        f"pos si salgo a las seis de la mañana son como dos horas y media tres con el checkpoint {arrives}"
    )
    check(pickup, model, "im in tulsa", model.hears(words, facts=[("answer", arrives), ("time", arrives)]))

    assert told(pickup)["etaLocal"] == "2026-11-28T09:00:00"
