"""Whole check calls in the words of drivers who had not read the code; what each tells, and what is asked of it."""

from datetime import UTC, datetime

import pytest

from calls.language.reading import Expecting
from tests.calls.agent.test_check_call import SKILL, hold, talk_of, told

pytestmark = pytest.mark.usefixtures("alarms", "passed_on")

NOON = datetime(2026, 11, 24, 18, 0, tzinfo=UTC)  # in Chicago
TOMORROW = {
    "city": "Houston",
    "state": "TX",
    "timezone": "America/Chicago",
    "windowStart": "2026-11-25T12:00:00",
    "windowEnd": "2026-11-25T16:00:00",
}
TODAY = TOMORROW | {"windowStart": "2026-11-24T08:00:00", "windowEnd": "2026-11-24T14:00:00"}


def talk_at_noon(language="en", **changes):
    talk = talk_of(language, **{"stop": TOMORROW, "loadNumber": "540000260", **changes})
    talk.at = NOON
    return talk


def test_loaded_and_rolling_is_not_at_the_shipper_any_more():
    talk = talk_at_noon(callType="pickup", isReefer=True)

    replies = hold(
        talk,
        "sunday man that was two days ago i been loaded im already rollin with it",
        "comin up on shreveport",
        "uh its set at thirty four let me look at the box yeah its sayin thirty five right now",
    )

    assert replies[1].expecting == Expecting.PLACE
    assert told(talk)["outcome"] == "loaded"
    assert told(talk)["location"] == "Shreveport, LA"
    assert told(talk)["reeferTemperature"] == 35


def test_dock_worker_that_starts_and_the_time_of_being_done():
    talk = talk_at_noon(callType="dropoff", stop=TODAY)

    replies = hold(
        talk,
        "im already here im in the dock been backed in since about ten thirty and nobodys touched me yet",
        "man i wish i knew they aint told me nothin",
        "guard took my paperwork so i cant tell you right now oh hold on theyre startin on me",
        "yeah so theyre unloadin me now guessin ill be out by one one thirty",
    )

    assert "checked in" not in " ".join(each.text for each in replies)
    assert told(talk)["checked"] == "in"
    assert told(talk)["waitingSince"] == "2026-11-24T10:30:00"
    assert told(talk)["bolNumber"] is None
    assert told(talk)["etaLocal"].startswith("2026-11-24T13")


def test_delivery_of_last_night_with_its_hour():
    talk = talk_at_noon("es", callType="dropoff", stop=TODAY)

    replies = hold(
        talk,
        "que onda no pues esa ya la tire me agarraron anoche temprano ya estoy empty",
        "simon ya como a las nueve y media de la noche me firmaron los papeles",
    )

    assert "se entregó" not in replies[1].text
    assert told(talk)["outcome"] == "delivered"
    assert (told(talk)["deliveredDate"], told(talk)["deliveredTime"]) == ("2026-11-23", "21:30")


def test_nothing_is_passed_on_that_nobody_asked(passed_on):
    talk = talk_at_noon(callType="pickup")

    replies = hold(
        talk,
        "im up in sweetwater right now just got done with my ten",
        "well i got to go unload in midland first and theyre work in so honestly im thinkin more like five "
        "tomorrow is that gonna be a problem",
        "just what i told you the midland drop wont give me a time i could maybe make four if they get me "
        "off early though",
    )

    assert "after the appointment" in replies[2].text
    assert "holding you up" not in replies[2].text
    assert told(talk)["delayReason"].startswith("i got to go unload in midland first")
    assert "question" not in replies[3].text
    assert len(passed_on) == 1  # whether that is a problem
    assert told(talk)["location"].startswith("Sweetwater")
    assert told(talk)["etaLocal"] == "2026-11-25T17:00:00"


def test_another_load_than_the_one_asked_about_is_not_reported_on():
    talk = talk_at_noon(callType="pickup", stop=TOMORROW | {"city": "Louisville", "state": "KY"})

    replies = hold(
        talk,
        "louisville no sir i dont have nothin in louisville i got one outta evansville for yall number ends "
        "in two sixty six",
        "yeah thats right two six six is mine",
    )

    assert "what time" not in replies[1].text
    assert told(talk)["outcome"] == "wrong_load"
    assert told(talk)["location"] is None


def test_day_of_the_appointment_asked_with_a_tag():
    talk = talk_at_noon(
        "es",
        callType="pickup",
        stop=TOMORROW | {"windowStart": "2026-11-29T06:00:00", "windowEnd": "2026-11-29T10:00:00"},
    )

    reply = hold(
        talk, "ah ok mire ahorita voy llegando a joplin misuri pero esa carga es hasta el domingo no"
    )[1]

    assert "domingo" in reply.text
    assert told(talk)["location"] == "Joplin, MO"


def test_pickup_number_that_is_refused_goes_to_the_office(passed_on):
    talk = talk_at_noon("es", callType="pickup", stop=TODAY)

    replies = hold(
        talk,
        "aqui estoy ya en la yarda del shipper llegue como a las seis pero la de la ventana dice que el pickup "
        "number no le sale en el sistema",
        "pos no se si ni me quieren dar puerta necesito otro numero el que me dieron es nueve ocho cuatro dos "
        "once y no jala",
    )

    assert passed_on[0][0] == "pickup_number"
    assert "oficina" in replies[1].text
    assert told(talk)["waitingSince"] == "2026-11-24T06:00:00"
    assert replies[2].text.count("cargado") <= 1


@pytest.mark.parametrize(
    ("language", "words", "location"),
    [
        ("en", "im bout twenty miles out", "20 miles out"),
        ("en", "ten minutes away brother", "10 minutes out"),
        ("en", "im two hours out", "2 hours out"),
        ("es", "ya casi llego estoy como a veinte millas", "20 miles out"),
        ("es", "ando a unas cuarenta millas", "40 miles out"),
        ("en", "im twenty miles from macon georgia", "Macon, GA"),
    ],
)
def test_how_far_it_is_tells_where(language, words, location):
    talk = talk_at_noon(language, callType="dropoff", stop=TODAY)

    reply = hold(talk, words)[1]

    assert reply.expecting != Expecting.PLACE
    assert told(talk)["location"] == location


@pytest.mark.parametrize(
    "words",
    [
        "oh ok uh im still at the house wont leave till five in the mornin",
        "im waitin on a tech at the loves my truck threw a code",
        "apenas estoy en la casa esperando que me llamen",
    ],
)
def test_home_or_a_truck_stop_is_not_the_shipper(words):
    talk = talk_at_noon(callType="pickup")

    hold(talk, words)

    assert not told(talk).get("isWaiting")
    assert told(talk).get("location") != "at the facility"


def test_who_will_leave_tomorrow_has_not_left():
    talk = talk_at_noon(callType="pickup")

    replies = hold(
        talk,
        "yes sir im in tulsa gonna shut down here for the night and roll out at four",
        "oughta be there round eleven tomorrow",
    )

    assert replies[1].expecting == Expecting.TIME
    assert told(talk)["location"].startswith("Tulsa")
    assert told(talk)["checked"] is None
    assert told(talk)["etaLocal"] == "2026-11-25T11:00:00"


def test_traffic_that_is_backed_up_is_no_dock():
    talk = talk_at_noon(callType="dropoff", stop=TODAY)

    reply = hold(talk, "traffics backed up on sixty nine im probably gonna be an hour late")[1]

    assert reply.expecting == Expecting.PLACE
    assert not told(talk)["isWaiting"]


@pytest.mark.parametrize(
    "words", ["no me han dicho nada", "no clue they aint said", "they haven't told me nothin"]
)
def test_who_was_told_nothing_is_asked_once(words):
    talk = talk_at_noon(callType="pickup", stop=TODAY)

    replies = hold(talk, "just checked in im in line at the shipper", words)

    assert "loaded" in replies[1].text
    assert "loaded" not in replies[2].text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "i got there at seven thirty they got me loaded and i just left"),
        ("es", "ya cargue ya voy en camino"),
    ],
)
def test_who_has_loaded_and_left_is_asked_where(language, words):
    talk = talk_at_noon(language, callType="pickup", stop=TODAY)

    reply = hold(talk, words)[1]

    assert reply.expecting == Expecting.PLACE
    assert (told(talk)["outcome"], told(talk)["location"]) == ("loaded", None)


def test_place_on_a_highway_is_a_place():
    talk = talk_at_noon(callType="dropoff")

    reply = hold(talk, "im on fifteen southbound mile marker one twelve")[1]

    assert reply.expecting == Expecting.TIME
    assert told(talk)["location"] == "I-15 southbound, mile marker 112"


def test_other_load_that_is_unloaded_first_is_not_at_our_shipper():
    talk = talk_at_noon(callType="pickup", stop=TODAY)

    hold(
        talk,
        "still waitin on my last load to get unloaded over in conroe",
        "maybe by one",
        "still loaded with it",
    )

    assert not told(talk)["isWaiting"]
    assert told(talk)["outcome"] == "on_the_way"
    assert "loaded with another load" in SKILL.conclude(talk).summary


def test_driver_who_was_turned_away_is_late_for_that():
    talk = talk_at_noon(callType="pickup", stop=TODAY)

    hold(talk, "they turned me away said the order aint ready til tomorrow")

    assert "order aint ready" in told(talk)["delayReason"]


def test_when_it_was_unloaded_says_that_it_was():
    talk = talk_at_noon(callType="dropoff", stop=TODAY)

    hold(talk, "im empty now im outta there", "a lil after ten this mornin")

    assert told(talk)["outcome"] == "delivered"
    assert told(talk)["deliveredTime"] == "10:00"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "theyre on lunch til one so im just sittin in the truck"),
        ("es", "ah si estoy en la yarda en laredo salgo mañana temprano"),
        ("en", "im in laredo leavin at six in the mornin"),
    ],
)
def test_when_others_begin_or_the_truck_leaves_is_no_arrival(language, words):
    talk = talk_at_noon(language, callType="pickup")

    reply = hold(talk, words)[1]

    assert reply.expecting == Expecting.TIME
    assert told(talk)["etaLocal"] is None


def test_of_two_days_the_one_of_the_arrival_counts():
    talk = talk_at_noon(callType="pickup")

    hold(talk, "yall already called me twice today same answer im in joplin be there tomorrow at two")

    assert told(talk)["etaLocal"] == "2026-11-25T14:00:00"


@pytest.mark.parametrize(
    ("language", "words"),
    [("es", "todavia no me asignan puerta"), ("en", "they still aint given me a door yet")],
)
def test_who_has_no_door_yet_is_there(language, words):
    talk = talk_at_noon(language, callType="pickup", stop=TODAY)

    hold(talk, words)

    assert told(talk)["isWaiting"]


def test_load_that_is_waited_for_elsewhere_is_not_ours():
    talk = talk_at_noon(callType="pickup")

    hold(talk, "waitin on my load outta dallas then headed your way")

    assert not told(talk).get("isWaiting")


@pytest.mark.parametrize(
    "words", ["headed there now be about an hour", "im by conroe be there in like an hour"]
)
def test_how_long_it_takes_is_an_arrival(words):
    talk = talk_at_noon(callType="pickup", stop=TODAY)

    hold(talk, words)

    assert told(talk)["etaLocal"] == "2026-11-24T13:00:00"


def test_hour_or_so_is_a_time():
    talk = talk_at_noon(callType="dropoff", stop=TODAY)

    hold(talk, "im in the dock", "hour or so")

    assert told(talk)["etaLocal"] == "2026-11-24T13:00:00"


@pytest.mark.parametrize(
    ("call", "language", "words"),
    [
        ("dropoff", "es", "me estan descargando ahorita"),
        ("pickup", "en", "theyre loadin me right now"),
        ("dropoff", "en", "theyre unloading me now"),
    ],
)
def test_who_is_worked_on_is_there(call, language, words):
    talk = talk_at_noon(language, callType=call, stop=TODAY)

    hold(talk, words)

    assert told(talk)["isWaiting"]


def test_help_that_is_waited_for_is_no_facility():
    talk = talk_at_noon(callType="pickup", stop=TODAY)

    hold(talk, "truck wont start im at my house", "no idea waitin on a jump")

    assert not told(talk)["isWaiting"]


def test_answer_beside_a_doubt_is_kept():
    talk = talk_at_noon(callType="dropoff")

    hold(talk, "in a truck wash in effingham", "call it noon tomorrow")

    assert told(talk)["etaLocal"] == "2026-11-25T12:00:00"


def test_who_waits_for_a_door_has_not_checked_in_yet():
    talk = talk_at_noon(callType="dropoff", stop=TODAY)

    replies = hold(talk, "at the receiver waitin on a door", "be another two hours")

    assert "Have you checked in" in replies[2].text


def test_who_waits_in_another_town_is_not_at_our_stop():
    talk = talk_at_noon(callType="pickup")

    reply = hold(talk, "im in the yard in gary waitin on my relay")[1]

    assert "at the pickup" in reply.text
    assert not told(talk)["isWaiting"]


def test_noon_that_can_still_be_made_is_an_arrival():
    talk = talk_at_noon(callType="dropoff")

    hold(talk, "stuck behind a wreck on forty near amarillo aint movin", "if it clears i can still make noon")

    assert told(talk)["etaLocal"] == "2026-11-25T12:00:00"
    assert told(talk)["delayReason"].startswith("stuck behind a wreck")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "they refused two pallets im still here arguin with em"),
        ("en", "at the receiver they say three cases are damaged"),
        ("en", "sittin at the receiver they opened the trailer and said its the wrong product"),
        ("en", "im here and the seal is broken"),
        ("es", "aqui en el recibidor me rechazaron dos tarimas"),
        ("es", "dicen que las cajas vienen mojadas"),
    ],
)
def test_trouble_with_the_freight_is_passed_on_once(passed_on, language, words):
    talk = talk_at_noon(language, callType="dropoff", stop=TODAY)

    replies = hold(talk, words, words)

    assert [topic for topic, _ in passed_on] == ["note"]
    assert ("team" if language == "en" else "oficina") in replies[1].text


@pytest.mark.parametrize(
    "words",
    ["im loaded with a full load of cases", "dropped my last load its all good", "three pallets left to go"],
)
def test_freight_that_is_well_is_no_trouble(passed_on, words):
    hold(talk_at_noon(callType="dropoff", stop=TODAY), words)

    assert passed_on == []


def test_truck_at_the_receiver_of_the_load_before_is_not_at_our_shipper():
    talk = talk_at_noon(callType="pickup")

    replies = hold(
        talk,
        "hey uh im still at the consignee in shreveport been in the door since like eight theyre slow as molasses",
        "loaded no man im gettin unloaded off the other load first then ill run over there in the mornin "
        "be there around nine thirty",
    )

    assert replies[1].expecting == Expecting.TIME
    assert told(talk)["outcome"] == "on_the_way"
    assert told(talk)["etaLocal"] == "2026-11-25T09:30:00"
    assert told(talk)["checked"] is None


def test_load_that_is_on_another_driver_now_is_no_wrong_load():
    talk = talk_at_noon(callType="pickup")

    replies = hold(
        talk,
        "bobby aint on that load anymore we swapped him out last night that ones truck two eleven now "
        "drivers name is hector",
    )

    assert told(talk)["outcome"] == "ask_other"
    assert replies[1].expecting == Expecting.CONTACT


def test_wife_who_dispatches_is_asked_herself():
    talk = talk_at_noon("es", callType="pickup")

    replies = hold(
        talk, "bueno soy la esposa de ramon yo le despacho el anda sin senal ahorita que se le ofrece"
    )

    assert replies[1].expecting == Expecting.PLACE
    assert talk.state["outcome"] == ""


@pytest.mark.parametrize(
    "said",
    [
        "bout twenty minutes east of amarillo",
        "im at the house in gary indiana buddy that one aint till sunday why yall callin me at midnight",
    ],
)
def test_what_is_no_arrival_is_asked_for(said):
    talk = talk_at_noon(callType="pickup")

    replies = hold(talk, said)

    assert told(talk)["location"]
    assert told(talk)["etaLocal"] is None
    assert replies[1].expecting == Expecting.TIME


def test_being_taken_early_is_a_question_and_no_arrival(passed_on):
    talk = talk_at_noon(callType="dropoff")

    hold(
        talk,
        "down by roanoke virginia",
        "itll be early like noon maybe one tomorrow hey can they take us early or do we gotta sit till eight",
    )

    assert told(talk)["etaLocal"] == "2026-11-25T13:00:00"
    assert [topic for topic, _ in passed_on] == ["flexibility"]


def test_hour_at_the_gate_goes_before_what_the_map_says():
    talk = talk_at_noon(callType="pickup")

    hold(
        talk,
        "comin up on shreveport",
        "gps says like four thirty am but we'll park and be at the gate at noon sharp",
    )

    assert told(talk)["etaLocal"] == "2026-11-25T12:00:00"


def test_street_of_the_facility_is_no_town():
    talk = talk_at_noon(callType="pickup")

    hold(talk, "yeah im parked on the street outside the lumber yard on ashland gates dont open til five")

    assert told(talk)["location"] == "at the facility"


def test_degrees_told_in_spanish_aside_are_kept():
    talk = talk_at_noon("es", callType="dropoff", isReefer=True)

    replies = hold(
        talk,
        "ando en shreveport",
        "mañana a la una de la tarde",
        "cargado con la uva y el termo va a treinta y cuatro",
    )

    assert told(talk)["reeferTemperature"] == 34
    assert replies[3].expecting == Expecting.BOL


def test_oil_change_is_no_breakdown(alarms):
    talk = talk_at_noon(callType="pickup", name="Darnell")

    replies = hold(
        talk,
        "hi um darnell left his phone here on the charger this is his wife he's out at the shop getting the "
        "truck an oil change",
    )

    assert alarms == []
    assert told(talk)["outcome"] == "ask_other"
    assert replies[1].expecting == Expecting.CONTACT


def test_breakdown_that_is_denied_is_taken_back():
    talk = talk_at_noon(callType="pickup")

    hold(
        talk,
        "the truck broke down on me in gastonia",
        "no no nothings broke its just maintenance were in gastonia",
    )

    assert told(talk)["outcome"] == "on_the_way"


def test_arrival_told_as_if_there_already_is_one_to_come():
    talk = talk_at_noon("es", callType="pickup")

    replies = hold(
        talk,
        "ando en shreveport",
        "pues mira voy a salir como a las siete y media de la mañana yo digo que a las diez ya estoy ahi",
    )

    assert told(talk)["outcome"] == "on_the_way"
    assert told(talk)["etaLocal"] == "2026-11-25T10:00:00"
    assert "registr" not in replies[2].text


def test_who_is_not_there_yet_is_on_the_way():
    talk = talk_at_noon("es", callType="pickup")

    hold(talk, "ya estoy aqui", "no señor no he llegado estoy en shreveport la cita es mañana")

    assert told(talk)["outcome"] == "on_the_way"
    assert told(talk)["isWaiting"] is False


def test_co_driver_who_can_be_asked_is_asked():
    talk = talk_at_noon(callType="dropoff", name="Tom")

    replies = hold(
        talk,
        "hello oh hi uh tom is in the sleeper right now this is his wife linda were team i got the wheel whatcha need",
    )

    assert replies[1].expecting == Expecting.PLACE
    assert "location" not in told(talk)


def test_arrival_between_two_hours_of_the_evening():
    talk = talk_at_noon(callType="pickup", stop=TODAY)

    hold(talk, "comin up on shreveport", "he'll be there six thirty to seven tonight")

    assert told(talk)["etaLocal"] == "2026-11-24T18:30:00"
    assert told(talk)["isLate"] is True


def test_waiting_since_stands_apart_from_when_they_open():
    talk = talk_at_noon(callType="pickup", stop=TODAY)

    hold(
        talk,
        "yo uh i been here since three this morning at the shipper parked on the street guard says no overnight "
        "parking and nobody opens the dock til seven",
    )

    assert told(talk)["waitingSince"] == "2026-11-24T03:00:00"


def test_hour_of_being_loaded_is_not_since_when_they_wait():
    talk = talk_at_noon(callType="pickup", stop=TODAY)

    hold(
        talk,
        "im at the shipper waiting on a door",
        "no clue man",
        "what no i said i should be loaded around ten thirty",
    )

    assert told(talk)["waitingSince"] is None


def test_break_before_an_arrival_in_time_is_no_delay():
    talk = talk_at_noon(callType="pickup", isDispatcher=True)

    hold(
        talk,
        "let me pull up the eld uh he shows in barstow on the fifteen stopped his ten hour break is up at nine so "
        "hes gonna be rolling right after",
        "lets call it noon thirty tomorrow no later than that",
    )

    assert told(talk)["etaLocal"].startswith("2026-11-25T12")
    assert told(talk)["delayReason"] is None


def test_six_in_the_afternoon_is_not_late():
    window = TOMORROW | {"windowStart": "2026-11-27T18:00:00", "windowEnd": "2026-11-28T00:00:00"}
    talk = talk_at_noon("es", callType="dropoff", stop=window)

    reply = hold(
        talk,
        "voy pasando harrisburg pensilvania",
        "pues yo creo que el viernes como a las cinco y media seis de la tarde primero dios",
    )[-1]

    assert "demora" not in reply.text


def test_who_is_being_unloaded_first_is_not_loaded():
    talk = talk_at_noon(callType="pickup")

    hold(
        talk,
        "hey uh im still at the consignee in shreveport been in the door since like eight",
        "loaded no man im gettin unloaded off the other load first then ill run over be there around nine thirty",
    )

    assert told(talk)["loading"] is None


def test_boxes_that_were_refused_are_osd_and_no_question(passed_on):
    talk = talk_at_noon("es", callType="dropoff", stop=TODAY)

    reply = hold(
        talk,
        "buenas si pues fijese que ya me descargaron me agarraron temprano como a las cuatro de la mañana",
        "si señor ya entregada completa nomas que faltaron dos cajas que venian mojadas y me las rechazaron",
    )[-1]

    assert "pregunta" not in reply.text
    assert told(talk)["outcome"] == "delivered"
    assert "faltaron dos cajas" in told(talk)["osd"]
    assert "OS&D" in SKILL.conclude(talk).summary
    assert passed_on == []


def test_wish_for_another_appointment_leaves_the_arrival_told(passed_on, alarms):
    talk = talk_at_noon(callType="pickup", isDispatcher=True, stop=TODAY)

    replies = hold(
        talk,
        "hes in fresno empty",
        "heres the thing the grapevines closed for snow so hes looking at like six thirty pm can you get us a new "
        "appointment",
        "we need it moved or pushed to tomorrow morning",
    )

    assert "can't settle that" in replies[2].text
    assert "after the appointment" in replies[2].text
    assert told(talk)["etaLocal"] == "2026-11-24T18:30:00"
    assert told(talk)["isLate"]
    assert passed_on[0][0] == "flexibility"


def test_call_that_is_asked_for_beside_an_answer_is_kept():
    talk = talk_at_noon(callType="pickup", isDispatcher=True)

    reply = hold(
        talk,
        "hes in fresno",
        "there by noon tomorrow",
        "empty like i said he'll need somebody to call me back on that appointment at six six one five five five oh "
        "one nine two",
    )[-1]

    assert "will call you" in reply.text
    assert told(talk)["loading"] == "empty"
    assert talk.state["call_back"]["phone"] == "6615550192"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "es",
            "ahorita esta apagado el reefer vengo vacio a cuanto lo pongo para la ensalada a treinta y cuatro",
        ),
        ("en", "reefers off right now im empty what do you want it set at"),
    ],
)
@pytest.mark.parametrize("wanted", ["34", ""])
def test_reefer_that_is_off_has_no_degrees_and_what_to_set_is_answered(passed_on, language, words, wanted):
    talk = talk_at_noon(language, callType="pickup", isReefer=True, reeferTemperature=wanted)

    replies = hold(talk, "allentown pennsylvania", "tomorrow at noon", "empty", words)

    assert replies[3].expecting == Expecting.TEMPERATURE
    assert told(talk)["reeferTemperature"] is None
    assert "Reefer off." in SKILL.conclude(talk).summary
    assert ("34" in replies[4].text, [topic for topic, _ in passed_on]) == (
        (True, []) if wanted else (False, ["temperature"])
    )
    assert replies[4].text.endswith(("Anything else before I let you go?", "¿Algo más antes de colgar?"))


def test_somebody_beside_the_driver_who_tells_the_day_is_asked_on():
    talk = talk_at_noon(callType="pickup", name="Darnell")

    replies = hold(
        talk,
        "hi um darnell left his phone here on the charger this is his wife he's out at the shop getting the truck an "
        "oil change",
        "oh no its nothing wrong its just maintenance um were in gastonia he'll be there saturday morning",
    )

    assert replies[-1].expecting == Expecting.PLACE
    assert "ask_other" not in talk.state
    assert told(talk).get("outcome") != "ask_other"


def test_last_letter_of_the_papers_is_kept():
    talk = talk_at_noon("es", callType="dropoff")

    hold(
        talk,
        "voy pasando dalton georgia",
        "mañana al mediodia",
        "cargado",
        "hijole dejame ver ok es el uno uno ocho guion cuatro cuatro siete dos a",
    )

    assert told(talk)["bolNumber"] == "118-4472A"


@pytest.mark.parametrize(
    ("said", "number"),
    [
        ("its bol number six six two dash one eight four uh no one eight five", "662-185"),
        ("uh its four four one oh nine eight seven no wait nine eight six", "4410986"),
        ("es el p d x guion ocho ocho cero cinco tres", "PDX-88053"),
        ("ill have to text it to you when i stop", None),
        ("ahorita no lo traigo se lo mando por mensaje al rato", None),
    ],
)
def test_papers_as_they_are_read_out(said, number):
    talk = talk_at_noon(callType="dropoff", stop=TODAY)

    *_, last = hold(talk, "im in katy texas", "about one", "loaded", said)

    assert last.is_last
    assert told(talk)["bolNumber"] == number


def test_tire_that_was_fixed_is_no_breakdown(alarms):
    talk = talk_at_noon(callType="dropoff", stop=TODAY)

    hold(talk, "im in katy texas had to stop and get a tire fixed on the trailer this morning")

    assert told(talk)["outcome"] == "on_the_way"
    assert alarms == []


def test_link_that_cant_be_taken_is_no_load_given_back():
    talk = talk_at_noon(callType="pickup")

    replies = hold(
        talk,
        "im loaded and gone brother been rollin since about six fifteen",
        "uh comin through rockwall on thirty east",
        "five five oh one seven triple three and hey tell em i cant take that macropoint link it keeps loggin me out",
    )

    assert "giving this load back" not in replies[-1].text


def test_reefer_reads_one_thing_and_is_set_to_another():
    talk = talk_at_noon(callType="dropoff", stop=TODAY, isReefer=True, reeferTemperature="35")

    hold(talk, "im in katy texas", "about one", "loaded reefers at thirty six set at thirty five continuous")

    assert told(talk)["reeferTemperature"] == 36
    assert told(talk)["reeferSetTo"] == 35
    assert "Reefer at 36 °F, set to 35 °F." in SKILL.conclude(talk).summary


def test_load_that_is_refused_as_the_wrong_product_is_theirs_all_the_same(alarms):
    talk = talk_at_noon(callType="dropoff", stop=TODAY)

    replies = hold(
        talk,
        "been sitting here at the receiver since eleven they wont give me a door",
        "they said four thirty",
        "yeah checked in at the window",
        "nah they refused the whole load says its the wrong product",
    )

    assert "not hauling" not in replies[-1].text
    assert told(talk)["osd"] == "nah they refused the whole load says its the wrong product"


def test_who_is_at_the_shipper_has_not_come_to_the_receiver():
    talk = talk_at_noon(callType="dropoff", stop=TODAY)

    hold(talk, "hey uh im still at the shipper they had me in the dock since six im just now gettin my bills")

    assert talk.state["is_waiting"] is False
    assert "since" not in talk.state


def test_reefer_that_shows_more_than_it_is_set_to():
    talk = talk_at_noon(callType="dropoff", stop=TODAY, isReefer=True, reeferTemperature="35")

    hold(talk, "im in katy texas", "one", "loaded", "its showing forty one but i got it set on thirty five")

    assert told(talk)["reeferTemperature"] == 41
    assert told(talk)["reeferSetTo"] == 35


def test_eight_that_may_be_the_mornings_is_no_time_to_call():
    talk = talk_at_noon(callType="pickup")

    hold(talk, "im driving i cant talk call me back after eight ask for renee")

    assert talk.state["call_back"]["time"] is None
    assert "after eight" in talk.state["call_back"]["words"]
