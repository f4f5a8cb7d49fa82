"""Check calls as a language model reads them: refused freight, what is asked back, and how the call ends."""

from datetime import datetime

import pytest

from calls.language.check_call import is_not_picked_up
from calls.language.model_reading import candidates_of
from calls.language.reading import Act, Expecting, Listening, Place, Reading
from calls.language.understanding import BuiltIn, understand
from calls.skills.check_call import _instructed_degrees
from calls.skills.whereabouts import with_town_by_the_way
from loads.models import Load
from organizations.places.gazetteer import find_place
from tests.calls.agent.test_check_call import SKILL, told
from tests.calls.agent.test_model_check_call_talk import UNDER_WAY, under_way
from tests.calls.agent.test_model_check_calls import BAKERSFIELD, delivery, pickup  # noqa: F401 (fixtures)
from tests.calls.agent.test_model_talks import asked_back, check, model  # noqa: F401 (fixtures)
from tests.factories import NOW


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        ("in seattle receiver refused it seal number is wrong", "receiver refused it seal number is wrong"),
        (
            "im in seattle they rejected the whole load its too warm",
            "they rejected the whole load its too warm",
        ),
        (
            "checked in at seattle and they aint unloading nothing the po is no good",
            "they aint unloading nothing the po is no good",
        ),
        ("estoy en seattle me la rechazaron por la temperatura", "me la rechazaron por la temperatura"),
    ],
)
def test_refused_load_goes_to_a_person_with_its_reason(delivery, model, words, refused):  # noqa: F811
    acts = [("checked_in", "checked in")] if words.startswith("checked") else []

    *_, reply = check(
        delivery,
        model,
        model.hears(words, acts=acts, facts=[("place", "seattle"), ("osd", refused), ("reason", refused)]),
    )

    assert "unloaded" not in reply.text
    assert reply.is_last  # nobody takes calls, so one of the team calls
    assert told(delivery)["osd"] == refused
    assert told(delivery)["isWaiting"] is False
    assert told(delivery)["notes"] is None


@pytest.mark.parametrize(
    "wrong", ["they refused two pallets", "three cases got wet", "they havent unloaded it yet theyre looking"]
)
def test_part_of_a_load_that_is_refused_is_no_refused_truck(delivery, model, wrong):  # noqa: F811
    words = "im at the receiver in seattle"

    check(
        delivery,
        model,
        model.hears(
            f"{words} {wrong}", acts=[("waiting", words)], facts=[("place", "seattle"), ("osd", wrong)]
        ),
    )

    assert told(delivery)["isWaiting"] is True


@pytest.mark.parametrize("words", ["can i drop it early saturday", "will the receiver take me before six"])
def test_wish_about_the_delivery_is_no_question_about_the_pickup(pickup, model, asked_back, words):  # noqa: F811
    *_, reply = check(
        pickup,
        model,
        under_way(model),
        model.hears(
            f"empty {words}",
            acts=[("empty", "empty"), ("asks", words)],
            questions=[("flexibility", words)],
            facts=[("answer", "empty")],
        ),
    )

    assert "The appointment is" not in reply.text
    assert asked_back == [words]


@pytest.mark.parametrize("words", ["whatcha need", "what yall need"])
def test_what_the_call_is_about_is_told(delivery, model, asked_back, words):  # noqa: F811
    _, reply = check(delivery, model, model.hears(words, acts=[("asks", words)], questions=[("load", words)]))

    assert "delivering in Seattle, WA: where the truck is, and when it'll be there." in reply.text
    assert asked_back == []


def test_question_of_no_topic_that_asks_what_we_want_is_answered(delivery, model, asked_back):  # noqa: F811
    words = "whatcha need"

    _, reply = check(
        delivery,
        model,
        model.hears(f"yeah {words}", acts=[("asks", words)], questions=[("other", words)]),
    )

    assert "It's about load" in reply.text
    assert asked_back == []


@pytest.mark.parametrize("words", ["no hablo ingles", "disculpe en español por favor"])
def test_who_understood_nothing_hears_all_of_it_again(pickup, model, words):  # noqa: F811
    said = model.hears(words, acts=[("wants_spanish", words)])
    pickup.language = "es"
    pickup.state["facts"]["isReefer"] = True

    *_, reply = check(pickup, model, said)

    assert "que se recoge en Fresno, CA" in reply.text
    assert "La cita es" in reply.text
    assert reply.text.endswith("¿Dónde está en este momento?")


def test_who_tells_all_at_once_is_asked_for_anything_else(pickup, model):  # noqa: F811
    words = f"empty {UNDER_WAY}"

    _, first, last = check(
        pickup,
        model,
        model.hears(words, acts=[("empty", "empty")], **BAKERSFIELD),
        "no that's it",
    )

    assert first.text == "Got it, Bakersfield, CA, ETA today at 6 PM. Anything else before I let you go?"
    assert last.is_last


@pytest.mark.parametrize("leave", ["good night", "gotta go"])
def test_who_takes_leave_is_asked_nothing_else(delivery, model, leave):  # noqa: F811
    check(
        delivery,
        model,
        model.hears(
            "weed california loaded be there saturday at eight am",
            acts=[("loaded", "loaded")],
            facts=[("place", "weed california"), ("time", "saturday at eight am")],
        ),
        model.hears(
            f"ill send it to you in the morning {leave}",
            acts=[("unsure", "ill send it to you in the morning"), ("leaves", leave)],
            facts=[("note", "ill send it to you in the morning")],
        ),
    )

    assert "closing" not in delivery.state["times"]
    assert told(delivery)["notes"] == ["BOL number: ill send it to you in the morning"]


@pytest.mark.parametrize("note", ["still unloading another guys freight", "me estan descargando lo de otro"])
def test_who_is_being_unloaded_of_something_else_is_neither_loaded_nor_empty(pickup, model, note):  # noqa: F811
    check(
        pickup,
        model,
        model.hears(f"{note} {UNDER_WAY}", facts=[*BAKERSFIELD["facts"], ("note", note)]),
    )

    assert "loading" not in pickup.state["times"]
    assert told(pickup)["notes"] == [note]


def test_condition_of_an_arrival_goes_with_it(pickup, model):  # noqa: F811
    words = "call it seven if the pass opens"

    check(
        pickup,
        model,
        model.hears("bakersfield", facts=[("place", "bakersfield")]),
        model.hears(words, facts=[("time", "seven"), ("answer", words)], conditions=["if the pass opens"]),
        model.hears(
            "empty and its moving now so eight pm", acts=[("empty", "empty")], facts=[("time", "eight pm")]
        ),
    )

    assert told(pickup)["etaLocal"] == "2026-11-24T20:00:00"
    assert told(pickup)["conditions"] is None


def test_small_town_off_the_way_of_a_load_on_board_is_another_of_its_name(in_acme):
    load = Load(origin_place=find_place("Los Angeles", "CA"), destination_place=find_place("Phoenix", "AZ"))
    reading = Reading(text="forty miles out of tonopah", place=Place("Tonopah", "NV"), is_by_model=True)

    assert with_town_by_the_way(reading, load, is_on_board=True).place == Place("Tonopah", "")
    assert with_town_by_the_way(reading, load).place == Place("Tonopah", "NV")


@pytest.mark.parametrize(
    ("words", "amount"),
    [
        ("nine oh one and ill take it", 901),
        ("could do nineteen oh five", 1905),
        ("oh nine hundred then", 900),
    ],
)
def test_oh_within_a_figure_is_a_zero(words, amount):
    listening = Listening(expecting=Expecting.ANYTHING, now=datetime(2026, 11, 24, 12), language="en")

    first = candidates_of(words, understand(words, listening))[0]

    assert amount in first.amounts


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ("saturday at eight no sorry at nine am", [("day", "saturday"), ("time", "at nine am")]),
        ("nine in the morning that is saturday", [("time", "nine in the morning"), ("day", "saturday")]),
    ],
)
def test_hour_is_on_the_day_that_is_told_apart_from_it(delivery, model, words, facts):  # noqa: F811
    check(
        delivery,
        model,
        model.hears("weed california", facts=[("place", "weed california")]),
        model.hears(words, facts=facts),
    )

    assert told(delivery)["etaLocal"] == "2026-11-28T09:00:00"


@pytest.mark.parametrize(
    ("here", "late"),
    [
        ("im checked in at the receiver in seattle", "they wont unload me till saturday at seven"),
        ("ya hice check in aqui en seattle", "no me descargan hasta el sabado a las siete"),
    ],
)
def test_who_has_checked_in_for_another_day_is_not_asked_when_it_is_done(delivery, model, here, late):  # noqa: F811
    _, reply = check(
        delivery,
        model,
        model.hears(
            f"{here} but {late}", acts=[("checked_in", here)], facts=[("place", "seattle"), ("note", late)]
        ),
    )

    assert delivery.state["asking"] not in ("eta", "check")
    assert "unloaded" not in reply.text
    assert told(delivery)["isWaiting"] is True
    assert told(delivery)["checked"] == "in"


@pytest.mark.parametrize("words", ["whenever they open saturday", "saturday after the guard lets me in"])
def test_arrival_on_a_day_without_an_hour_is_kept_in_their_words(delivery, model, words):  # noqa: F811
    check(
        delivery,
        model,
        model.hears("weed california", facts=[("place", "weed california")]),
        model.hears(words, facts=[("time", words), ("answer", words)]),
    )

    assert told(delivery)["eta"] == words
    assert told(delivery)["etaLocal"] is None
    assert delivery.state["times"]["eta"] == 1


@pytest.mark.parametrize(
    "words", ["just have somebody call me and dont take long", "que me marquen no se tarden"]
)
def test_call_that_is_asked_for_once_all_is_told_is_promised_without_an_hour(pickup, model, words):  # noqa: F811
    *_, reply = check(
        pickup,
        model,
        model.hears(f"empty {UNDER_WAY}", acts=[("empty", "empty")], **BAKERSFIELD),
        model.hears(words, acts=[("callback", words)]),
    )

    assert "What's a good time" not in reply.text
    assert "Someone from the team will call you about that." in reply.text
    assert pickup.state["call_back"]["words"] == words


@pytest.mark.parametrize(
    ("words", "acts", "facts", "kept"),
    [
        (
            "loaded i told you let me talk to somebody",
            [("loaded", "loaded"), ("wants_person", "let me talk to somebody")],
            [("answer", "loaded")],
            {"loading": "loaded"},
        ),
        (
            "a box is crushed get me a human",
            [("wants_person", "get me a human")],
            [("osd", "a box is crushed")],
            {"osd": "a box is crushed"},
        ),
        ("get me a human", [("wants_person", "get me a human")], [], {"loading": None, "osd": None}),
    ],
)
def test_what_is_told_beside_the_wish_for_a_person_is_kept(delivery, model, words, acts, facts, kept):  # noqa: F811
    first = "weed california be there saturday at eight am"
    check(
        delivery,
        model,
        model.hears(first, facts=[("place", "weed california"), ("time", "saturday at eight am")]),
    )

    said = model.hears(words, acts=acts, facts=facts)
    SKILL.hear(delivery, model.understand(said, SKILL.listening(delivery, Expecting.CONFIRMATION)))

    assert {name: told(delivery)[name] for name in kept} == kept


@pytest.mark.parametrize(
    ("words", "time", "note"),
    [
        (
            "between nine and nine thirty and stop calling me you can see me on fourkites",
            "nine thirty",
            "fourkites",
        ),
        ("nine thirty dont call me no more my phones about dead", "nine thirty", "phones about dead"),
    ],
)
def test_what_is_told_beside_the_wish_for_no_more_calls_is_kept(delivery, model, words, time, note):  # noqa: F811
    check(delivery, model, model.hears("weed california", facts=[("place", "weed california")]))

    said = model.hears(words, facts=[("time", time), ("answer", time), ("note", note)])
    heard = SKILL.hear(delivery, model.understand(said, SKILL.listening(delivery, Expecting.TIME)))

    assert heard.is_sure_of(Act.OPTS_OUT)
    assert told(delivery)["etaLocal"].endswith("T09:30:00")
    assert told(delivery)["notes"] == [note]


@pytest.mark.parametrize(
    ("words", "time", "said"),
    [
        (
            "no no i said eight thirty tonight how you get that",
            "eight thirty tonight",
            "Okay, so that's today at 8:30 PM.",
        ),
        ("wait scratch that make it seven pm", "seven pm", "Okay, so that's today at 7 PM."),
    ],
)
def test_arrival_that_is_put_right_is_said_back(pickup, model, words, time, said):  # noqa: F811
    *_, reply = check(
        pickup,
        model,
        model.hears("outside bakersfield around six pm", **BAKERSFIELD),
        model.hears(words, acts=[("no", words[:4])], facts=[("time", time)]),
    )

    assert reply.text.startswith(said)
    assert "have that down" not in reply.text


@pytest.mark.parametrize("wish", ["you got me down as late or on time", "you got me for the morning or what"])
def test_how_we_have_them_down_is_passed_on(pickup, model, asked_back, wish):  # noqa: F811
    words = f"empty and {wish}"
    *_, reply = check(
        pickup,
        model,
        model.hears("outside bakersfield around six pm and i need a lumper", **BAKERSFIELD),
        model.hears(
            words,
            acts=[("empty", "empty")],
            facts=[("answer", "empty"), ("note", "empty")],
            questions=[("other", wish)],
        ),
    )

    assert asked_back[0] == wish
    assert "pass it on" in reply.text


@pytest.mark.parametrize(
    ("words", "note"),
    [
        (
            "im at the shipper on the street they wont let you in till nine pm",
            "they wont let you in till nine pm",
        ),
        (
            "aqui afuera estoy no dejan entrar hasta las nueve de la noche",
            "no dejan entrar hasta las nueve de la noche",
        ),
    ],
)
def test_who_is_not_let_in_yet_is_not_asked_whether_he_checked_in(pickup, model, words, note):  # noqa: F811
    here = words.split(note)[0].strip()

    *_, reply = check(
        pickup,
        model,
        model.hears(words, acts=[("waiting", here)], facts=[("answer", here), ("note", note)]),
        model.hears("ten pm", facts=[("time", "ten pm"), ("answer", "ten pm")]),
    )

    assert "checked in" not in reply.text
    assert "registró" not in reply.text
    assert told(pickup)["isWaiting"]


def test_who_is_empty_and_gone_is_not_at_the_facility(delivery, model):  # noqa: F811
    words = "they got me off around nine this morning im mt and already down the road"

    check(
        delivery,
        model,
        model.hears(
            words,
            acts=[
                ("checked_in", "they got me"),
                ("delivered", "they got me off"),
                ("empty", "im mt"),
                ("checked_out", "already down the road"),
            ],
            facts=[("time", "around nine this morning"), ("answer", words)],
        ),
    )

    data = told(delivery)
    assert (data["location"], data["loading"], data["checked"]) == (None, "empty", "out")
    assert data["outcome"] == "delivered"


@pytest.mark.parametrize(
    ("note", "app", "is_tracking"),
    [
        ("i got macropoint on my phone", "macropoint", True),
        ("hes on four kites if you wanna look", "fourkites", True),
        ("traigo macropoint prendido", "macropoint", True),
        ("he dont have macropoint", None, None),
        ("im not on fourkites yet", None, None),
        ("i got macropoint but its not working", None, None),
    ],
)
def test_app_that_tracks_the_truck_is_kept(delivery, model, note, app, is_tracking):  # noqa: F811
    words = f"weed california and {note}"

    check(delivery, model, model.hears(words, facts=[("place", "weed california"), ("note", note)]))

    assert (told(delivery)["trackingApp"], told(delivery)["isTracking"]) == (app, is_tracking)


@pytest.mark.parametrize(
    ("here", "refused", "moved"),
    [
        ("im at the receiver", "theyre refusing the load", "wednesday"),
        ("estoy en el recibidor", "me rechazaron la carga", "el miercoles"),
    ],
)
def test_load_that_is_refused_gets_a_person_at_once(delivery, model, here, refused, moved):  # noqa: F811
    words = f"{here} {refused} {moved}"

    _, reply = check(
        delivery,
        model,
        model.hears(
            words,
            acts=[("waiting", here)],
            facts=[("answer", here), ("turned_away", refused), ("moved_to", moved)],
        ),
    )

    assert reply.is_last
    assert told(delivery)["appointmentMovedTo"] == "2026-11-25"


@pytest.mark.parametrize(
    ("first", "more"),
    [
        ("two pallets are crushed", "not two its three pallets"),
        ("one case is wet", "they just found a torn pallet too"),
    ],
)
def test_what_is_wrong_with_the_freight_is_added_to(delivery, model, first, more):  # noqa: F811
    here = "im at the receiver in seattle"

    *_, reply = check(
        delivery,
        model,
        model.hears(
            f"{here} {first}", acts=[("waiting", here)], facts=[("place", "seattle"), ("osd", first)]
        ),
        model.hears(f"sorry {more}", facts=[("osd", more), ("answer", more)]),
    )

    assert told(delivery)["osd"] == f"{first}; {more}"
    assert "team" in reply.text


@pytest.mark.parametrize(
    ("words", "time"),
    [("yeah actually make it six forty i gotta fuel", "six forty"), ("mejor ponle a las siete", "las siete")],
)
def test_arrival_put_right_at_the_end_is_said_back(pickup, model, words, time):  # noqa: F811
    talk = check(
        pickup,
        model,
        under_way(model),
        model.hears(
            "empty yeah and hey who pays the scale",
            acts=[("empty", "empty"), ("asks", "who pays the scale")],
            questions=[("other", "who pays the scale")],
        ),
        model.hears(words, facts=[("time", time), ("answer", words)]),
    )

    assert "6:40 PM" in talk[-1].text or "7 PM" in talk[-1].text


def test_number_that_is_asked_for_is_no_question_whether_we_heard(pickup, model):  # noqa: F811
    words = "prolly six fifteen what's the pickup number you got that"
    question = "what's the pickup number you got that"

    *_, reply = check(
        pickup,
        model,
        "barstow",
        model.hears(
            words,
            acts=[("asks", question)],
            facts=[("time", "six fifteen")],
            questions=[("pickup_number", question)],
        ),
    )

    assert "have that down" not in reply.text
    assert "pass" in reply.text or "put" in reply.text


def test_gate_that_opens_with_a_number_turns_nobody_away(pickup, model):  # noqa: F811
    words = "empty but they won't let me in the gate without it"

    check(
        pickup,
        model,
        "barstow be there at six fifteen",
        model.hears(
            words,
            acts=[("empty", "empty")],
            facts=[("note", "they won't let me in the gate without it")],
        ),
    )

    assert "Turned away" not in SKILL.conclude(pickup).summary


@pytest.mark.parametrize("is_by_model", [True, False])
def test_driver_who_has_not_picked_it_up_is_asked_for_nothing_of_a_load(delivery, model, is_by_model):  # noqa: F811
    first = "hey i dont even pick that up till sunday i think you got your loads mixed up"
    then = "im at the loves in tulare ill be over at the shipper sunday bout noon"
    if is_by_model:
        model.hears(first, acts=[("claims", "you got your loads mixed up")], facts=[("note", first)])
        model.hears(
            then,
            acts=[("on_load", "ill be over at the shipper")],
            facts=[
                ("place", "the loves in tulare"),
                ("time", "sunday bout noon"),
                ("note", "ill be over at the shipper sunday bout noon"),
            ],
        )
        replies = check(delivery, model, first, then)
    else:
        replies = check(delivery, BuiltIn(), first, then)

    data = told(delivery)
    assert "temperature" not in replies[-1].text
    assert "loaded" not in replies[-1].text
    assert data["etaLocal"] is None
    assert any("till sunday" in note for note in data["notes"])


@pytest.mark.parametrize(
    ("words", "eta"),
    [
        ("bout an hour and a half drive so i'll leave five thirty", "T19:00:00"),
        ("i leave at three and it's about two and a half hours", "T17:30:00"),
        ("salgo a las cinco y son dos horas", "T19:00:00"),
    ],
)
def test_hour_of_leaving_and_the_drive_come_to_the_arrival(pickup, model, words, eta):  # noqa: F811
    check(pickup, model, "barstow", model.hears(words, facts=[("answer", words)]))

    assert told(pickup)["etaLocal"].endswith(eta)


@pytest.mark.parametrize(
    ("words", "mc"), [("mc 1688 420", "1688420"), ("my mc is 1688 for 420 bucks", "1688")]
)
def test_carrier_number_in_two_parts(words, mc):
    assert understand(words, Listening(expecting=Expecting.IDENTITY, now=NOW)).mc == mc


@pytest.mark.parametrize(
    ("words", "is_so"),
    [
        ("i dont even pick that up till sunday", True),
        ("aint loaded yet", True),
        ("todavia no la recojo", True),
        ("they ain't gonna unload me till six", False),
        ("after this i don't have a load until monday", False),
        ("haven't got there yet", False),
    ],
)
def test_load_that_is_not_picked_up(words, is_so):
    assert is_not_picked_up(words) is is_so


def test_hour_of_coming_is_told_beside_that_of_leaving(pickup, model):  # noqa: F811
    words = "i leave at five it's an hour and a half so be there at seven"
    check(pickup, model, "barstow", model.hears(words, facts=[("time", "be there at seven")]))

    assert told(pickup)["etaLocal"].endswith("T19:00:00")


def test_who_rides_along_and_speaks_for_the_driver_is_no_dispatcher(pickup, model):  # noqa: F811
    words = "this is his wife hes asleep in the bunk we're at the ta in tuscaloosa"

    check(
        pickup,
        model,
        model.hears(words, facts=[("is_dispatcher", "this is his wife"), ("place", "the ta in tuscaloosa")]),
    )

    assert told(pickup)["toldBy"] == "the driver's wife"


@pytest.mark.parametrize(
    ("words", "place", "location"),
    [
        (
            "im about forty miles west of cleveland on the turnpike",
            "forty miles west of cleveland on the turnpike",
            "40 miles west of Cleveland, OH",
        ),
        ("twenty minutes south of tulsa", "twenty minutes south of tulsa", "20 minutes south of Tulsa, OK"),
        ("in cleveland forty miles to go", "cleveland", "Cleveland, OH"),
    ],
)
def test_distance_from_a_town_is_kept_with_it(delivery, model, words, place, location):  # noqa: F811
    check(delivery, model, model.hears(words, facts=[("place", place)]))

    assert told(delivery)["location"] == location


def test_bobtail_is_not_asked_whether_it_is_loaded(pickup, model):  # noqa: F811
    words = "bobtailin up 35 by emporia get there tomorrow at six"

    *_, reply = check(
        pickup,
        model,
        model.hears(words, facts=[("place", "emporia"), ("time", "tomorrow at six")]),
    )

    assert "loaded or empty" not in reply.text


@pytest.mark.parametrize(
    "words",
    [
        "i aint picked it up yet i got another load on im by houston",
        "esa todavia no la cargo orita traigo otra carga voy llegando a houston",
        "i aint picked it up yet im by houston",
    ],
)
def test_truck_that_has_not_picked_it_up_is_neither_empty_nor_asked(delivery, model, words):  # noqa: F811
    *_, reply = check(delivery, model, model.hears(words, facts=[("place", "houston")]))

    assert told(delivery)["loading"] is None
    assert "loaded or empty" not in reply.text


@pytest.mark.parametrize(
    ("instructions", "degrees"),
    [
        ("−10°F. Seal stays on. Lumper at the receiver.", -10),
        ("Set to 34 F, continuous", 34),
        ("Pulp at 34F, run at 36F", None),
        ("Dock 4, no reefer unit noise after 9 PM", None),
    ],
)
def test_degrees_that_the_instructions_tell_are_those_that_the_load_calls_for(instructions, degrees):
    found = _instructed_degrees(Load(special_instructions=instructions))

    assert found == (None if degrees is None else str(degrees))


def test_who_has_the_reefer_off_hears_what_the_load_calls_for(under_way, pickup, model, monkeypatch):  # noqa: F811
    words = "ahorita lo traigo apagado a cuanto lo pongo"
    load = Load(special_instructions="−10°F. Seal stays on.")
    monkeypatch.setattr("calls.skills.check_call.load_of", lambda talk: load)
    pickup.language = "es"
    pickup.state["facts"]["isReefer"] = True

    *_, reply = check(
        pickup,
        model,
        model.hears(
            "im in delano be there at four empty",
            acts=[("empty", "empty")],
            facts=[("place", "delano"), ("time", "four")],
        ),
        model.hears(
            words,
            acts=[("asks", "a cuanto lo pongo")],
            facts=[("answer", "ahorita lo traigo apagado")],
            questions=[("temperature", "a cuanto lo pongo")],
        ),
    )

    assert "-10" in reply.text


def test_degrees_that_a_reefer_will_be_set_to_are_left_to_the_team(pickup, model):  # noqa: F811
    words = "está apagado le voy a poner a treinta y seis el lunes en la noche"
    pickup.language = "es"
    pickup.state["facts"]["isReefer"] = True

    check(
        pickup,
        model,
        model.hears(
            "im in delano be there at four empty",
            acts=[("empty", "empty")],
            facts=[("place", "delano"), ("time", "four")],
        ),
        model.hears(words, facts=[("answer", words)]),
    )

    assert words in told(pickup)["notes"]
    assert told(pickup)["reeferTemperature"] is None


def test_cause_of_who_is_on_time_is_left_to_the_team(pickup, model):  # noqa: F811
    words = "sí que también le avisen que traigo una llanta ponchada del trailer pero ahí la llevo"

    check(
        pickup,
        model,
        model.hears("in delano empty be there at four", facts=[("place", "delano"), ("time", "four")]),
        model.hears(
            words,
            facts=[
                ("reason", "traigo una llanta ponchada del trailer"),
                ("note", "ahí la llevo"),
                ("answer", "sí"),
            ],
        ),
    )

    report = told(pickup)
    assert "llanta ponchada" in f"{report['notes']} {report['delayReason']} {report['osd']}"
