"""Check calls whose hours are put right, and figures that are no hours; what is told beside and denied."""

from datetime import UTC, datetime

import pytest

from calls.language.check_call import denies_move, moved_to
from calls.language.osd import freight_trouble
from calls.language.reading import Expecting, Listening
from tests.calls.agent.test_check_call import hold, talk_of, told

pytestmark = pytest.mark.usefixtures("alarms", "passed_on")

NOW = datetime(2026, 11, 26, 10, 23)  # in Chicago
STOP = {
    "city": "Dallas",
    "state": "TX",
    "timezone": "America/Chicago",
    "windowStart": "2026-11-26T06:00:00",
    "windowEnd": "2026-11-26T10:00:00",
}
EVENING = STOP | {"windowStart": "2026-11-26T17:00:00", "windowEnd": "2026-11-26T21:00:00"}
LATER = "2026-11-26T{}:00"


def talk_now(language="en", **changes):
    talk = talk_of(language, **{"stop": STOP, "loadNumber": "482103", "callType": "pickup", **changes})
    talk.at = datetime(2026, 11, 26, 16, 23, tzinfo=UTC)
    return talk


# Hours


@pytest.mark.parametrize(
    ("words", "hour", "late"),
    [
        ("gps says nine forty but id say closer to ten fifteen", "10:15", 15),
        ("i was hoping for ten but call it ten twenty", "10:20", 20),
        ("i'll be there at six tonight", "18:00", 480),
        ("around eleven", "11:00", 60),
    ],
)
def test_nobody_is_half_a_day_late_by_an_hour_without_its_half(words, hour, late):
    talk = talk_now()

    hold(talk, "just past waxahachie texas", words)

    assert (told(talk)["etaLocal"], told(talk)["lateMinutes"]) == (LATER.format(hour), late)


@pytest.mark.parametrize(
    ("words", "hour"),
    [
        ("no no i mean eleven fifteen this morning and yeah im empty", "11:15"),
        ("empty and make it twelve thirty actually this aint moving", "12:30"),
        ("empty but its gonna be more like one o'clock", "13:00"),
        ("vacío y oiga mejor llego a las dos de la tarde voy a parar a comer", "14:00"),
    ],
)
def test_arrival_that_is_put_right_takes_the_place_of_the_one_before(words, hour):
    talk = talk_now()

    after = hold(talk, "just past waxahachie texas", "be there at noon", "traffic", words)[-1]

    assert told(talk)["etaLocal"] == LATER.format(hour)
    assert told(talk)["lateMinutes"] == int(hour[:2]) * 60 + int(hour[3:]) - 600
    assert "10 AM" in after.text


@pytest.mark.parametrize(
    ("words", "hour"),
    [
        ("two hours no no i'd be there like eleven thirty", "11:30"),
        ("no thats wrong i get there at eleven fifteen", "11:15"),
        ("no no llego como a las once y media", "11:30"),
    ],
)
def test_arrival_told_with_a_no_to_ours_takes_its_place(words, hour):
    talk = talk_now("es" if "llego" in words else "en")

    hold(talk, "just past waxahachie texas", "be there at noon", words)

    assert told(talk)["etaLocal"] == LATER.format(hour)


@pytest.mark.parametrize(
    ("words", "arrival"),
    [
        ("im in waxahachie texas shut down till two this afternoon", None),
        ("im in waxahachie texas parked until one", None),
        ("im in waxahachie texas shut down till two, i'll be there at four this afternoon", "16:00"),
    ],
)
def test_end_of_a_rest_is_no_arrival(words, arrival):
    talk = talk_now(stop=EVENING)

    hold(talk, words)

    assert told(talk)["etaLocal"] == (arrival and LATER.format(arrival))


@pytest.mark.parametrize(
    "words", ["no sir he's on the freeway", "no voy en la carretera", "no i'm on the interstate"]
)
def test_who_is_on_the_road_waits_nowhere(words):
    talk = talk_now("es" if "voy" in words else "en")

    hold(talk, "been sitting here since eight", "no idea", words)

    assert not told(talk)["isWaiting"]
    assert told(talk)["waitingSince"] is None


@pytest.mark.parametrize(
    "words",
    [
        "el ya cargo desde las nueve y va rumbo a phoenix",
        "ya salio de ahi ya trae la carga va para la entrega",
        "they loaded him he's on the way to the receiver",
    ],
)
def test_whoever_loaded_and_left_is_loaded_and_under_way(words):
    talk = talk_now("en" if "they" in words else "es")

    hold(talk, words)

    assert (told(talk)["outcome"], told(talk)["isWaiting"]) == ("loaded", False)


@pytest.mark.parametrize(
    "words", ["ese no lo tengo yo lo trae el chofer", "its on the clipboard inside gotta walk back in"]
)
def test_number_that_they_do_not_have_is_asked_for_once(words):
    talk = talk_now("es" if "chofer" in words else "en")

    replies = hold(talk, "ya me cargaron" if "chofer" in words else "they got me loaded", words)

    assert "BOL" in replies[-2].text
    assert "BOL" not in replies[-1].text


@pytest.mark.parametrize(
    "words", ["im in line at the gate here third truck back", "been at the gate ten minutes man"]
)
def test_who_is_at_the_gate_is_there(words):
    talk = talk_now()

    hold(talk, words)

    assert told(talk)["outcome"] == "at_facility"


@pytest.mark.parametrize(
    ("words", "road"),
    [
        ("que tal mire vengo por la cinco bajando el grapevine", "I-5"),
        ("im on the ten by the casino", "I-10"),
        ("coming down the seven ten", "I-710"),
    ],
)
def test_road_alone_tells_where_the_truck_is(words, road):
    talk = talk_now("es" if "vengo" in words else "en")

    hold(talk, words)

    assert road in told(talk)["location"]


@pytest.mark.parametrize(
    "words",
    [
        "empty i mean two pallets are still on",
        "empty actually i need two load bars",
        "empty no bol till eleven",
    ],
)
def test_arrival_stays_where_something_else_is_told(words):
    talk = talk_now()

    hold(talk, "just past waxahachie texas", "be there at noon", "traffic", words)

    assert told(talk)["etaLocal"] == LATER.format("12:00")


def test_number_of_the_load_that_is_said_back_is_no_hour():
    talk = talk_now(callType="dropoff", stop=EVENING)

    hold(
        talk,
        "whats the load number again",
        "okay one oh three yeah he is in waxahachie texas",
        "like three this afternoon",
    )

    assert told(talk)["etaLocal"] == LATER.format("15:00")


@pytest.mark.parametrize(
    ("language", "words", "hour"),
    [
        ("es", "ya van a la mitad yo creo que en una media hora pero vienen lentos", "10:53"),
        ("es", "pues como a las doce", "12:00"),
        ("en", "they said like half an hour", "10:53"),
        ("en", "should be about twelve", "12:00"),
    ],
)
def test_who_is_there_is_done_soon(language, words, hour):
    talk = talk_now(language, callType="dropoff", stop=EVENING)
    here = "ya llegué estoy en la puerta ocho descargando" if language == "es" else "im backed in at the dock"

    hold(talk, here, words)

    assert told(talk)["etaLocal"] == LATER.format(hour)


# Appointments


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("they moved me to one oclock the shipper did called me this morning", datetime(2026, 11, 26, 13)),
        ("receiver pushed it to two they told me around nine this morning", datetime(2026, 11, 26, 14)),
        ("supposed to be twenty two pallets and they put on twenty one", None),
        ("they want twenty bucks for the scale", None),
        ("they put twelve skids on the nose", None),
    ],
)
def test_counts_move_no_appointment_and_a_moved_one_is_to_come(words, moment):
    assert moved_to(words, Listening(expecting=Expecting.PLACE, now=NOW))[1] == moment


@pytest.mark.parametrize(
    ("words", "is_denied"),
    [
        ("no nobody moved no appointment", True),
        ("i never said they changed it", True),
        ("no me movieron la cita", True),
        ("no im empty", False),
        ("not loaded yet", False),
    ],
)
def test_move_is_denied(words, is_denied):
    assert denies_move(words) == is_denied


def test_move_that_is_denied_is_taken_back():
    talk = talk_now()

    hold(
        talk,
        "just past waxahachie texas but the shipper moved me to nine tonight",
        "huh no they didnt change nothing i'll be there by eleven",
    )

    assert told(talk)["appointmentMovedTo"] is None
    assert (told(talk)["etaLocal"], told(talk)["lateMinutes"]) == (LATER.format("11:00"), 60)


def test_who_comes_by_a_moved_appointment_is_not_late():
    talk = talk_now()

    replies = hold(
        talk,
        "they moved me to one oclock the shipper did so im parked in waxahachie texas",
        "be there quarter till one",
        "empty",
    )

    assert "So they have the appointment today at 1 PM now." in replies[1].text
    assert (told(talk)["isLate"], told(talk)["etaLocal"]) == (False, LATER.format("12:45"))


# What is told beside


@pytest.mark.parametrize(
    "words",
    [
        "signed for clean bills no shortage",
        "all good nothing damaged no pallets refused",
        "sin faltantes no rechazaron tarimas",
        "they didn't refuse any cases",
    ],
)
def test_freight_that_is_all_right_is_no_trouble(words):
    assert freight_trouble(words) == ""


@pytest.mark.parametrize(
    "words", ["no they refused two pallets", "they shorted me one skid", "not good two pallets came in wet"]
)
def test_freight_trouble_behind_a_no_is_one(words):
    assert freight_trouble(words) == words


WAITING = ("been here since seven thirty sitting in door fourteen", "i dont know who pays detention on this")


@pytest.mark.parametrize(
    "words",
    [
        "no thats it theyre loading me now call you when im done",
        "nah that's all i'll call y'all once i'm rolling",
    ],
)
def test_call_that_comes_from_the_driver_is_none_of_ours(words):
    talk = talk_now()

    hold(talk, *WAITING, words)

    assert "call_back" not in talk.state


@pytest.mark.parametrize(
    ("words", "notes"),
    [
        ("no sir thank you much", None),
        ("no thats it please tell him the gate is broke okay bye", 1),
        ("nope later", None),
    ],
)
def test_what_is_asked_for_on_the_way_out_is_kept_and_manners_are_not(words, notes):
    talk = talk_now()

    last = hold(talk, *WAITING, words)[-1]

    assert last.is_last
    assert told(talk)["notes"] == (notes and [words])


def test_number_that_is_asked_for_on_the_way_out_is_passed_on(passed_on):
    words = "no im good somebody just text me that number alright later"

    assert hold(talk_now(), *WAITING, words)[-1].is_last
    assert ("pickup_number", words) in passed_on


def test_number_to_send_something_to_is_passed_on(passed_on):
    talk = talk_now()

    replies = hold(
        talk,
        "already got loaded and im rolling past waxahachie texas",
        "cant read it while im driving what number do i send it to",
    )

    assert "pass it on" in replies[2].text
    assert passed_on[0][1] == "what number do i send it to"


def test_whom_to_call_about_a_load_given_back_is_kept():
    talk = talk_now()

    after = hold(
        talk,
        "i gave that load back yesterday my dispatcher tony handled it",
        "my reefer was down so they put another truck on it call tony hes at nine oh nine five five five oh one four "
        "two",
    )[-1]

    assert "broken down" not in after.text
    assert "call tony" in told(talk)["notes"][0]


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("soy ramón pero quién habla de qué compañía es", "Acme Freight"),
        ("this is ray but who is this what company is it", "Acme Freight"),
    ],
)
def test_who_asks_who_we_are_is_told_before_we_ask_on(words, answer):
    language = "es" if "quién" in words else "en"
    first = (
        "yo soy el papá de luke él trae la troca" if language == "es" else "im his dad he left his phone here"
    )

    reply = hold(talk_now(language, name="Luke"), first, words)[-1]

    assert answer in reply.text
    assert reply.text.endswith("?")


# On the road still


@pytest.mark.parametrize(
    "words",
    [
        "checked in where i told you im still out by waxahachie two hours away",
        "i didnt im driving still",
        "no todavía voy manejando",
    ],
)
def test_who_is_driving_still_is_not_at_the_stop(words):
    talk = talk_now(callType="dropoff", stop=EVENING)

    hold(talk, "im here sitting in the dock", words)

    assert (told(talk)["isWaiting"], told(talk)["checked"]) == (False, None)


def test_question_about_waiting_tells_of_none():
    talk = talk_now(callType="dropoff", stop=EVENING)
    question = "is there any place to park at this receiver overnight if they hold me"

    hold(talk, "waxahachie texas loaded", "be there at six", f"zero zero four four nineteen {question}")

    assert (told(talk)["isWaiting"], told(talk)["bolNumber"]) == (False, "004419")
    assert told(talk)["conditions"] is None


def test_town_that_only_sounds_like_one_takes_no_place_of_the_known():
    talk = talk_now(callType="dropoff", stop=EVENING)

    hold(talk, "im in wickenburg arizona", "be there at six", "loaded and im still out by brenda")

    assert told(talk)["location"] == "Wickenburg, AZ"


@pytest.mark.parametrize(
    "words",
    [
        "no b o l on this one just a packing slip number its p s eight eight four one",
        "aint got one the seal is four four one zero",
        "no lo tengo joven y la carga trae sello número cuatro cuatro uno cero",
    ],
)
def test_number_of_another_paper_is_none_of_the_bol(words):
    talk = talk_now("es" if "lo tengo" in words else "en", callType="dropoff", stop=EVENING)

    hold(talk, "waxahachie texas loaded", "be there at six", words)

    assert told(talk)["bolNumber"] is None
    assert words in told(talk)["notes"][0]


def test_bol_with_another_number_beside_it_is_one():
    talk = talk_now(callType="dropoff", stop=EVENING)

    hold(
        talk,
        "waxahachie texas loaded",
        "be there at six",
        "b o l is seven seven zero four two and the seal is intact",
    )

    assert told(talk)["bolNumber"] == "77042"


def test_load_number_that_is_asked_for_in_a_long_line_is_told():
    talk = talk_now()

    replies = hold(
        talk,
        "i just checked in at the guard",
        "they said about two hours",
        "right now like two minutes ago on my slip whats my load number for him",
    )

    assert "482103" in replies[3].text


def test_who_is_loaded_and_waits_for_papers_is_loaded():
    talk = talk_now("es")

    hold(
        talk,
        "aquí en dallas ya estoy cargado desde las ocho y media pero no me quieren dar los papeles",
        "lo que falta es el bill dicen que el sistema se les cayó y no imprimen nada",
    )

    assert (told(talk)["outcome"], told(talk)["waitingSince"]) == ("loaded", None)
    assert "el sistema se les cayó" in told(talk)["notes"][0]


@pytest.mark.parametrize(
    "words", ["qué onda voy por waxahachie texas voy cargado", "loaded son i gotta drive are we done"]
)
def test_what_nobody_has_to_answer_goes_to_nobody(words, passed_on):
    hold(
        talk_now("es" if "voy" in words else "en", callType="dropoff", stop=EVENING),
        "waxahachie texas",
        words,
    )

    assert passed_on == []


# Later corrections


def test_move_is_taken_back_whatever_was_asked_meanwhile():
    talk = talk_now(callType="dropoff", stop=EVENING)

    hold(
        talk,
        "they moved my appointment to tomorrow at six in the morning receiver called me",
        "im in waxahachie texas",
        "ill be there by five thirty",
        "loaded and no wait they never moved it",
    )

    assert told(talk)["appointmentMovedTo"] is None
    assert (told(talk)["location"], told(talk)["isWaiting"]) == ("Waxahachie, TX", False)


@pytest.mark.parametrize(
    "words",
    [
        "theyre on pallet six of twenty two so i dont know",
        "van en la tarima ocho apenas",
        "by mile marker nine",
    ],
)
def test_what_is_counted_is_no_hour(words):
    talk = talk_now("es" if "tarima" in words else "en", callType="dropoff", stop=EVENING)

    hold(talk, "waxahachie texas", words)

    assert told(talk)["etaLocal"] is None


@pytest.mark.parametrize(
    "words",
    ["empty and hey tell them i need a door with a dock plate", "loaded please text him the gate code"],
)
def test_request_beside_an_answer_is_passed_on(words):
    talk = talk_now(callType="dropoff", stop=EVENING)

    after = hold(talk, "waxahachie texas", "six tonight", words)[-1]

    assert "team" in after.text
    assert told(talk)["notes"] == [words]


# What was heard is said back, so that it can be put right


@pytest.mark.parametrize(
    ("told_before", "words", "kept", "said"),
    [
        (
            ["just passed hillsboro on 35e"],
            "no hillsboro texas",
            "Hillsboro, TX",
            "Okay, Hillsboro, TX. What's",
        ),
        (
            ["just passed hillsboro on 35e"],
            "not oregon, hillsboro texas",
            "Hillsboro, TX",
            "Okay, Hillsboro, TX.",
        ),
        (
            ["im in macon", "bout six tonight"],
            "no seven not six",
            "2026-03-02T19:00:00",
            "today at 7 PM. Is the",
        ),
        (
            ["im in macon", "be there at six thirty"],
            "i said seven thirty",
            "2026-03-02T19:30:00",
            "today at 7:30",
        ),
        (
            ["im in macon", "be there at six"],
            "no six in the morning",
            "2026-03-03T06:00:00",
            "tomorrow at 6 AM",
        ),
        (["ando en laredo", "llego a las seis"], "no a las siete", "2026-03-02T19:00:00", "today at 7 PM"),
    ],
)
def test_town_or_hour_that_was_said_back_wrong_is_put_right_and_the_question_stands(
    told_before, words, kept, said
):
    talk = talk_of()

    *_, reply = hold(talk, *told_before, words)

    report = told(talk)
    assert kept in (report["location"], report["etaLocal"])
    assert said in reply.text
    assert reply.text.endswith("?")
    assert talk.state["asking"] == ("eta" if len(told_before) == 1 else "loading")


def test_no_to_the_next_question_puts_nothing_right():
    talk = talk_of()

    hold(talk, "im in macon", "bout six tonight", "no im empty got unloaded at five")

    assert told(talk)["etaLocal"] == "2026-03-02T18:00:00"
    assert told(talk)["loading"] == "empty"


def test_half_of_the_day_put_right_stays_on_its_day():
    talk = talk_now(stop=STOP | {"windowStart": "2026-11-28T13:00:00", "windowEnd": "2026-11-28T17:00:00"})

    *_, reply = hold(talk, "im in macon", "eight thirty tomorrow morning", "no pm eight thirty at night")

    assert told(talk)["etaLocal"] == "2026-11-27T20:30:00"
    assert "tomorrow at 8:30 PM" in reply.text
