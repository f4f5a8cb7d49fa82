"""What a driver's clock, night, truck and scale tell on a check call, and what only sounds like it."""

from datetime import UTC, datetime

import pytest

from calls.language.check_call import cause, depends, lacks_number
from calls.language.driver_questions import asked_amid
from calls.language.osd import freight_trouble
from calls.language.reading import Expecting, Listening
from calls.language.status import degrees_told
from calls.language.understanding import understand
from calls.language.whose_load import denies_going, is_others_load, says_wrong_truck
from tests.calls.agent.test_check_call import hold, talk_of, told

pytestmark = pytest.mark.usefixtures("alarms", "passed_on")

AFTERNOON = datetime(2026, 11, 26, 19, 33, tzinfo=UTC)  # 13:33 in Chicago, a Thursday
NOW = datetime(2026, 11, 26, 13, 33)
SATURDAY = datetime(2026, 11, 28, 7), datetime(2026, 11, 28, 11)
TODAY = datetime(2026, 11, 26, 16), datetime(2026, 11, 26, 20)


def talk_at(appointment, city, state, language="en", **changes):
    first, last = (each.isoformat() for each in appointment)
    stop = {"city": city, "state": state, "timezone": "America/Chicago"}
    talk = talk_of(language, **{"stop": stop | {"windowStart": first, "windowEnd": last}, **changes})
    talk.at = AFTERNOON
    return talk


def to_dallas(language="en", **changes):
    return talk_at(SATURDAY, "Dallas", "TX", language, **changes)


def to_chicago(language="en", **changes):
    return talk_at(TODAY, "Chicago", "IL", language, callType="pickup", **changes)


def heard_at(words, appointment, language="en"):
    listening = Listening(expecting=Expecting.TIME, now=NOW, language=language, appointment=appointment)
    return understand(words, listening).time


# When it will be there


@pytest.mark.parametrize(
    "words",
    [
        "got about three hours left on my clock",
        "i only got two hours left to drive",
        "i got four hours on my eleven",
        "me quedan tres horas de manejo",
        "me quedan como tres horas en el reloj",
    ],
)
def test_hours_that_may_still_be_driven_are_no_arrival(words):
    language = "es" if words.startswith("me") else "en"

    assert heard_at(words, SATURDAY, language) is None


@pytest.mark.parametrize(
    "words",
    ["i'm about three hours out", "about three hours from there", "como en tres horas llego"],
)
def test_hours_that_it_still_takes_are_an_arrival(words):
    assert heard_at(words, TODAY) == datetime(2026, 11, 26, 16, 33)


def test_clock_of_the_driver_leaves_the_arrival_to_be_asked():
    talk = to_dallas()

    replies = hold(
        talk, "whats up im at the petro in west memphis got about three hours left on my clock today"
    )

    assert replies[-1].expecting == Expecting.TIME
    assert told(talk)["etaLocal"] is None


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("call it half past three quarter to four", datetime(2026, 11, 26, 15, 30)),
        ("quarter past four quarter to five", datetime(2026, 11, 26, 16, 15)),
        ("quarter to five", datetime(2026, 11, 26, 16, 45)),
        ("twenty to six", datetime(2026, 11, 26, 17, 40)),
    ],
)
def test_first_of_two_parts_of_an_hour_is_the_time(words, moment):
    assert heard_at(words, TODAY) == moment


@pytest.mark.parametrize(
    "words",
    [
        "mañana viernes en la noche llego a dallas como a las ocho pero me paro en el truck stop y ya el sábado "
        "le caigo a las siete sharp",
        "i'll get into dallas tomorrow night about eight but i'm parking at the loves and saturday i'll be at "
        "their dock at seven",
        "llego mañana a las nueve de la noche ahí duermo y entro el sábado a las siete",
    ],
)
def test_arrival_is_told_after_the_night_on_the_way(words):
    language = "en" if words.startswith("i'll") else "es"

    assert heard_at(words, SATURDAY, language) == datetime(2026, 11, 28, 7)


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("i'll be there at seven i'm stopping for fuel at five", datetime(2026, 11, 26, 19)),
        ("be there at five thirty and i'm gonna park till nine", datetime(2026, 11, 26, 17, 30)),
    ],
)
def test_stop_on_the_way_changes_no_arrival(words, moment):
    assert heard_at(words, TODAY) == moment


def test_time_is_heard_beside_the_place():
    talk = to_chicago()

    replies = hold(
        talk,
        "im by merrillville on sixty five but i gotta stop at the scale first so call it five fifteen five thirty",
        "that's eastern so four fifteen four thirty your time",
    )

    assert "loaded or empty" in replies[1].text
    assert told(talk)["etaLocal"] == "2026-11-26T16:15:00"


@pytest.mark.parametrize(
    "words",
    [
        "loaded i mean i picked it up at nine",
        "loaded with eight pallets scratch that ten",
        "loaded in central illinois at eight",
    ],
)
def test_arrival_stays_where_something_else_is_put_right(words):
    talk = to_dallas()

    hold(talk, "im in texarkana be there saturday at nine", words)

    assert told(talk)["etaLocal"] == "2026-11-28T09:00:00"


def test_day_that_is_called_a_night_tells_no_time():
    talk = to_dallas()

    hold(talk, "im in texarkana gonna call it a night here")

    assert told(talk)["etaLocal"] is None


def test_who_waits_days_before_the_appointment_speaks_of_today():
    talk = to_dallas()

    hold(
        talk,
        "im at the receiver been here since seven they aint got me in a door yet",
        "maybe ill be out by three",
    )

    assert told(talk)["etaLocal"] == "2026-11-26T15:00:00"


# Whose load it is


@pytest.mark.parametrize(
    "words",
    [
        "you got the wrong truck that one's on my brother's truck",
        "my cousin's got that load not me",
        "another driver has that one",
        "esa carga la trae mi primo",
        "esa la lleva otro chofer",
    ],
)
def test_load_that_another_truck_has_is_heard(words):
    assert is_others_load(words)


@pytest.mark.parametrize(
    "words",
    [
        "the macropoint's on my wife's phone",
        "my brother's on another load",
        "another guy has that door",
        "there's another truck ahead of me",
        "it's on my trailer",
        "la trae el papel",
    ],
)
def test_other_load_or_phone_is_not_another_truck_of_this_load(words):
    assert not is_others_load(words)


@pytest.mark.parametrize(
    ("words", "is_wrong"),
    [
        ("y'all called the wrong driver", True),
        ("that ain't my load", True),
        ("i'm not hauling that load", True),
        ("esa carga no es mía", True),
        ("se equivocó de chofer", True),
        ("i took the wrong exit", False),
        ("they put me in the wrong dock", False),
        ("i'm on the wrong side of town", False),
        ("i'm not on that road yet", False),
        ("i'm not hauling that load till tonight", False),
        ("no traigo nada todavía", False),
    ],
)
def test_wrong_truck_is_heard(words, is_wrong):
    assert says_wrong_truck(words) == is_wrong


@pytest.mark.parametrize(
    ("words", "is_denied"),
    [
        ("i am not goin to chicago", True),
        ("no voy a chicago", True),
        ("i'm not going to chicago till tomorrow", False),
        ("i'm not in chicago yet", False),
        ("no voy a chicago hasta mañana", False),
    ],
)
def test_going_is_denied_for_good(words, is_denied):
    assert denies_going(words, "Chicago") == is_denied


def test_whoever_has_the_load_is_asked_for_and_nothing_is_stored_of_this_truck():
    talk = to_chicago()

    replies = hold(
        talk,
        "you got the wrong truck buddy that ones on my brothers truck he drives unit one eleven im one twelve",
        "no im sayin this isnt my load im out in denver you need to call my brother hernan",
        "his number is four one seven five five five oh one nine two",
    )

    assert [each.expecting for each in replies[1:3]] == [Expecting.CONTACT, Expecting.CONTACT]
    assert replies[-1].is_last
    assert told(talk)["outcome"] == "ask_other"
    assert told(talk)["location"] is None
    assert talk.state["ask_other"]["name"] == "Hernan"
    assert talk.state["ask_other"]["phone"].endswith("4175550192")


def test_wrong_truck_is_asked_about_before_anything_is_told(alarms):
    talk = to_chicago()

    replies = hold(talk, "man yall got the wrong truck im out in denver")

    assert "not hauling this load" in replies[-1].text
    assert alarms == []

    talk = to_chicago()
    replies = hold(talk, "man yall got the wrong truck im out in denver", "yep this aint my load")

    assert replies[-1].is_last
    assert (told(talk)["outcome"], told(talk)["location"]) == ("wrong_load", None)


def test_wrong_exit_leaves_the_call_as_it_was():
    talk = to_chicago()

    replies = hold(talk, "i took the wrong exit im in gary indiana")

    assert replies[-1].expecting == Expecting.TIME
    assert told(talk)["location"] == "Gary, IN"


# Said already


@pytest.mark.parametrize(
    ("words", "is_lacking"),
    [
        ("it's in my folder back in the truck", True),
        ("nah not on me", True),
        ("can i text it to y'all", True),
        ("no lo traigo conmigo", True),
        ("está en la troca", True),
        ("it's 88213", False),
        ("i'm in the truck", False),
        ("they're loading it now", False),
    ],
)
def test_number_that_is_not_at_hand_is_heard(words, is_lacking):
    assert lacks_number(words) == is_lacking


def test_bol_that_is_in_the_truck_is_not_asked_for_again(passed_on):
    talk = to_dallas()

    replies = hold(
        talk,
        "im in west memphis be there saturday at nine",
        "loaded",
        "the bol its in my folder back in the truck can i text it to yall",
    )

    assert "BOL" in replies[-2].text
    assert "BOL" not in replies[-1].text
    assert [topic for topic, _ in passed_on] == ["other"]


def test_paper_in_the_truck_is_no_breakdown():
    talk = to_dallas()

    hold(
        talk, "im in west memphis", "shoot the bol its in my folder back in the truck im inside gettin a bite"
    )

    assert told(talk)["outcome"] == "on_the_way"


def test_delivery_is_heard_with_its_hour_and_not_asked_about_again(passed_on):
    talk = to_dallas("es")

    replies = hold(
        talk,
        "uh quién habla ah ok sí la carga de dallas ya la entregué ayer en la tarde como a las cinco",
        "ya le dije ayer a las cinco de la tarde pero le rechazaron tres tarimas que venían mojadas",
        "que sí se entregó ayer jueves no miércoles perdón",
    )

    assert replies[1].text.startswith("Le habla el asistente automatizado")
    assert not any("se entregó" in each.text for each in replies[1:])
    assert (told(talk)["deliveredDate"], told(talk)["deliveredTime"]) == ("2026-11-25", "17:00")
    assert told(talk)["conditions"] is None
    assert "rechazaron tres tarimas" in told(talk)["osd"]
    assert passed_on == []


def test_delivery_without_its_hour_is_asked_about():
    talk = to_dallas()

    replies = hold(talk, "already delivered that one")

    assert replies[-1].text.endswith("When did it get delivered?")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (
            "im outside little rock scale house got me for two hours so im lookin at noon",
            "scale house got me for",
        ),
        ("d o t had me pulled over for an hour", "d o t had me"),
        ("la báscula me tuvo dos horas", "báscula me tuvo"),
        ("shipper got me loaded up at two", ""),
        ("they got me in door six", ""),
    ],
)
def test_who_held_the_truck_is_the_cause(words, reason):
    assert reason in cause(words)
    assert bool(cause(words)) == bool(reason)


@pytest.mark.parametrize(
    "words",
    ["hell if i know they only got two lumpers", "sí la carga ya la entregué", "damned if i know how long"],
)
def test_swearing_and_a_yes_are_no_condition(words):
    assert depends(words) == ""


# Asked beside an answer


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("theres eight trucks ahead of me you gonna pay me detention on this", "you gonna pay me"),
        ("im guessing three and i asked you bout detention", "i asked you bout"),
        ("half past three ill be early is that ok", "ill be early is that ok"),
        ("they're gonna pay the lumper at the gate", ""),
        ("i'm gonna be early", ""),
        ("i asked for a door at seven", ""),
    ],
)
def test_question_beside_an_answer_is_heard(words, question):
    asked = asked_amid(words, "en")

    assert asked.startswith(question)
    assert bool(asked) == bool(question)


def test_detention_is_passed_on_and_not_knowing_is_an_answer(passed_on):
    talk = to_dallas()

    replies = hold(
        talk,
        "im at the receiver now been here since seven they aint even got me in a door yet",
        "hell if i know theres like eight trucks ahead of me you gonna pay me detention on this",
    )

    assert "unloaded" not in replies[-1].text
    assert [topic for topic, _ in passed_on] == ["detention"]
    assert told(talk)["conditions"] is None


def test_wish_to_be_taken_early_is_passed_on(passed_on):
    talk = to_dallas()

    hold(
        talk,
        "im in texarkana be there saturday at nine",
        "loaded yep i need to know if they can work me in early on friday",
    )

    assert [topic for topic, _ in passed_on] == ["flexibility"]


# Where it is and what it runs at


def test_town_that_is_almost_reached_goes_before_one_that_was_put_right():
    talk = to_dallas("es")

    hold(talk, "voy de este lado de amarillo digo no de oklahoma city ya casi por checotah")

    assert told(talk)["location"] == "Checotah, OK"


@pytest.mark.parametrize(
    ("words", "town"),
    [
        (
            "im in amarillo so ill shut down in wichita falls and roll in saturday around eight",
            "Amarillo, TX",
        ),
        ("i'm in shreveport gonna stop for the night in tyler", "Shreveport, LA"),
        ("ando en abilene y me paro en weatherford", "Abilene, TX"),
        ("i'm stopped in tyler", "Tyler, TX"),
        ("estoy parado en tyler texas", "Tyler, TX"),
        ("i'm by joliet almost to bolingbrook", "Joliet, IL"),
        ("the pickup is friday in lubbock and i'm in abilene right now", "Abilene, TX"),
        ("running down 35 past cotulla be in laredo in an hour", "Cotulla, TX"),
        ("ando en waco y descargo manana en laredo", "Waco, TX"),
        ("he is at davenport iowa taking his ten", "Davenport, IA"),
        ("hes showing at davenport iowa i'm the dispatcher", "Davenport, IA"),
        ("soy su esposa el viene por lafayette louisiana", "Lafayette, LA"),
        ("parked at the house in abilene does that place need a pump", "Abilene, TX"),
        ("i'm out by williams on the five", "Williams"),
        ("i load in the morning in houston", None),
    ],
)
def test_town_where_it_will_stop_is_not_where_it_is(words, town):
    talk = to_dallas("es" if words.startswith(("ando", "estoy", "soy")) else "en")

    hold(talk, words)

    assert told(talk).get("location") == town


def test_receiver_in_spanish_is_the_place():
    talk = to_dallas("es")

    hold(talk, "estoy en el recibidor desde las seis")

    assert (told(talk)["outcome"], told(talk)["location"]) == ("at_facility", "at the facility")


def test_what_is_not_at_hand_is_not_asked(passed_on):
    assert asked_amid("don't have it on me it's in the permit book", "en") == ""
    assert asked_amid("so tell me have they got a door for me yet", "en")


def test_where_it_is_going_is_not_where_it_almost_is():
    talk = to_dallas()

    hold(talk, "im in waxahachie almost to dallas")

    assert told(talk)["location"] == "Waxahachie, TX"


def test_reefer_is_heard_below_zero_in_spanish():
    talk = to_dallas("es")

    hold(
        talk, "voy por checotah oklahoma", "el sábado a las siete", "cargado el reefer lo traigo a menos diez"
    )

    assert told(talk)["reeferTemperature"] == -10


# Two or three things in one breath


@pytest.mark.parametrize(
    ("words", "question"),
    [
        (
            "im loaded rollin past indio gonna be early like five oclock reckon they can take me before six",
            "reckon they can take me before six",
        ),
        ("rolling by gary loaded ill be there around five any chance they unload me sooner", "any chance"),
        ("voy por gary cargado llego como a las cinco cree que me agarren antes de las seis", "cree que"),
    ],
)
def test_hour_and_question_beside_the_place_are_both_heard(passed_on, words, question):
    talk = talk_at(TODAY, "Chicago", "IL")

    replies = hold(talk, words)

    assert told(talk)["etaLocal"] == "2026-11-26T17:00:00"
    assert replies[-1].text.endswith(("What's the BOL number?", "¿Cuál es el número de BOL?"))
    assert any(question in each for _, each in passed_on)


@pytest.mark.parametrize(
    "words",
    [
        "three three nine oh eight and im shy two cases they shorted me at the shipper",
        "four four one two and the shipper shorted us a pallet",
        "five five oh one but i am three boxes shy",
    ],
)
def test_shortage_beside_the_number_is_kept_as_what_is_wrong_with_the_freight(words):
    talk = talk_at(TODAY, "Chicago", "IL")

    hold(talk, "loaded by gary indiana be there at five", words)

    assert told(talk)["osd"] == words
    assert told(talk)["bolNumber"]


@pytest.mark.parametrize(
    "words",
    [
        "no just let em know i shut down at nine on my clock too",
        "yeah put down my in time as six fifteen i got it on my paper and im on trailer four four one eight",
        "no que me marquen porque ya traigo pocas horas",
        "dígales que me urge el lumper y llego allá a las dos hora de phoenix",
    ],
)
def test_what_is_told_to_anything_else_is_left_to_the_team(passed_on, words):
    talk = talk_at(TODAY, "Chicago", "IL")

    replies = hold(
        talk,
        "loaded by gary indiana be there at five",
        "the bol is five five one two who pays the lumper",
        words,
    )

    assert told(talk)["notes"] == [words]
    assert told(talk)["location"] == "Gary, IN"
    assert replies[-1].text.startswith(("I'll let the team know that.", "Se lo digo a la oficina."))


@pytest.mark.parametrize("words", ["nope thats everything thanks a lot", "no sir im good", "no sería todo"])
def test_no_to_anything_else_is_no_note(words):
    talk = talk_at(TODAY, "Chicago", "IL")

    hold(
        talk,
        "loaded by gary indiana be there at five",
        "the bol is five five one two who pays the lumper",
        words,
    )

    assert told(talk)["notes"] is None


def test_hour_of_whom_is_put_out_of_service_is_not_asked_again():
    talk = talk_at(TODAY, "Chicago", "IL")

    replies = hold(
        talk,
        "d o t put me out of service for a brake chamber mechanic cant get here till this evening so im thinkin "
        "tomorrow morning around eight",
    )

    assert told(talk)["etaLocal"] == "2026-11-27T08:00:00"
    assert replies[-1].expecting == Expecting.PLACE


def test_day_that_was_told_already_counts():
    assert heard_at("already told you eight tomorrow morning", TODAY) == datetime(2026, 11, 27, 8)


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("siete siete dos uno y a quién le mando las fotos", "quién le mando las fotos"),
        ("no sé cuándo me van a soltar de aquí la verdad", ""),
    ],
)
def test_word_that_asks_by_its_accent_asks_amid_what_is_told(words, question):
    assert asked_amid(words, "es") == question


@pytest.mark.parametrize(
    "words",
    [
        "ya cargue desde las once ya voy por shreveport entrego manana como a las dos",
        "voy por shreveport ya la levante la entrego el domingo",
        "ya no voy a la recogida la traigo arriba ando en shreveport",
        "already picked that one up this morning im by shreveport",
        "we picked it up around ten and we're by shreveport deliver sunday at two",
    ],
)
def test_load_that_was_picked_up_is_on_board_and_its_pickup_over(words):
    talk = to_chicago("es" if words.startswith(("ya", "voy")) else "en")

    hold(talk, words)

    kept = told(talk)
    assert (kept["outcome"], kept["loading"], kept["location"]) == ("loaded", "loaded", "Shreveport, LA")
    assert talk.state["asking"] == "bol"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "loaded but my check engine light came on and i'm taking it slow"),
        ("es", "cargado pero se me prendio la luz del motor no se si va a aguantar"),
        ("es", "cargado y un trailero me pego en el estacionamiento ya vino la policia"),
        ("en", "loaded and the back door won't close all the way"),
        ("en", "loaded and tell the customer i might run a little behind"),
        ("es", "cargado y avisenle al cliente que a lo mejor llego tarde"),
    ],
)
def test_trouble_or_a_request_beside_an_answer_is_kept_as_a_note(passed_on, language, words):
    talk = to_dallas(language)

    hold(talk, {"en": "i'm in tyler texas", "es": "ando en tyler texas"}[language], "sunday 3 pm", words)

    kept = told(talk)
    assert (kept["notes"], kept["outcome"]) == ([words], "on_the_way")
    assert not kept["conditions"]
    assert ("note", words) in passed_on


def test_trailer_at_the_shipper_that_is_unfit_is_no_breakdown(alarms, passed_on):
    talk = to_chicago()

    hold(
        talk,
        "i'm at the shipper but the trailer they want me to pull has two flats",
        "i ain't hooking to it somebody needs to send a tire truck",
    )

    assert told(talk)["outcome"] == "at_facility"
    assert "two flats" in told(talk)["notes"][0]
    assert not alarms


def test_truck_that_is_fine_has_not_broken_down(alarms):
    talk = to_chicago()
    talk.state["sure"] = "broken_down"

    hold(talk, "i'm in joliet illinois my truck broke down", "truck is fine its their trailer")

    assert told(talk)["outcome"] != "broken_down"


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("six am i told you six am", ""),
        ("empty but i got two straps hanging thats not a problem is it", "is it"),
        ("empty got my washout slip they're gonna want that right", "right"),
        ("empty i'm on the shoulder on the right", ""),
        ("vacio y me dijeron que eran dos paradas es cierto", "es cierto"),
        ("y cuando salga de ahi tienen carga para texas", "tienen carga para texas"),
    ],
)
def test_question_at_the_end_is_heard_and_an_hour_asks_nothing(words, question):
    found = asked_amid(words, "es" if words.startswith(("vacio", "y")) else "en")

    assert found.endswith(question) if question else not found


@pytest.mark.parametrize(
    "words",
    [
        "they loaded twenty four pallets and the paperwork says twenty two",
        "there's water stains on two of the rolls",
        "me subieron veinte tarimas y el papel dice dieciocho",
    ],
)
def test_freight_that_is_not_as_the_papers_say_is_told(words):
    assert freight_trouble(words) == words


@pytest.mark.parametrize(
    ("words", "reads", "is_set"),
    [
        ("el termo marcando alarma subio a cuarenta y dos y debe ir a treinta y cinco", 42, 35),
        ("the reefer alarmed it's reading forty and it's supposed to be at thirty four", 40, 34),
        ("snow on the pass reefer thirty four", 34, None),
        ("the box is down to thirty four already", 34, None),
        ("el termo a dos grados fahrenheit bajo cero", -2, None),
        ("reefer's running ten degrees below", -10, None),
        ("el termo a dos grados bajo cero digo menos diez", -10, None),
    ],
)
def test_degrees_are_heard_beside_something_else(words, reads, is_set):
    assert degrees_told(words, words, is_asked=False) == (reads, is_set)


@pytest.mark.parametrize(
    ("language", "words", "moved"),
    [
        ("es", "ya llegue y dicen que mi cita es manana a las seis de la manana", "2026-11-27T06:00:00"),
        ("es", "ya llegue pero no me reciben hasta el sabado a las ocho de la manana", "2026-11-28T08:00:00"),
        ("en", "i'm here but they say my appointment is tomorrow at six am", "2026-11-27T06:00:00"),
        ("en", "i'm here and they won't take me until saturday at nine am", "2026-11-28T09:00:00"),
        ("en", "i'm here checked in but they won't take me until five pm", None),
    ],
)
def test_appointment_of_another_day_that_they_speak_of_is_kept_as_moved(language, words, moved):
    talk = talk_at(TODAY, "Chicago", "IL", language)

    hold(talk, words)

    assert told(talk)["appointmentMovedTo"] == moved


@pytest.mark.parametrize(
    "words",
    [
        "hey can't talk i'm pulled in at the scale in tyler texas call me back in an hour",
        "no puedo hablar ahorita marqueme en una hora",
    ],
)
def test_who_cannot_talk_is_let_go_and_called_back(words):
    talk = to_dallas("es" if words.startswith("no") else "en")

    replies = hold(talk, words)

    assert replies[-1].is_last
    assert talk.state["call_back"]["time"]


def test_direction_of_a_road_is_no_town():
    talk = talk_of()

    hold(talk, "northbound on 55 by bloomington figure two o'clock")

    assert told(talk)["location"] == "Bloomington"
