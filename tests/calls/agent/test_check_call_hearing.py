"""What drivers tell beside the answer: heard, kept, acknowledged; what sounds like it and isn't."""

from datetime import UTC, datetime

import pytest

from calls.language import osd
from calls.language.check_call import bare_reason, depends, minutes_lost, moved_to, says_off, where_now
from calls.language.driver_questions import asked_amid
from calls.language.reading import Expecting, Listening
from calls.language.time_words import zone_said
from calls.language.understanding import understand
from tests.calls.agent.test_check_call import hold, talk_of, told

pytestmark = pytest.mark.usefixtures("alarms", "passed_on")

NOON = datetime(2026, 11, 26, 15, 0, tzinfo=UTC)  # nine in the morning in Chicago, a Thursday
NOW = datetime(2026, 11, 26, 9)
HEARD = Listening(expecting=Expecting.PLACE, now=NOW)
STOP = {
    "city": "Dallas",
    "state": "TX",
    "timezone": "America/Chicago",
    "windowStart": "2026-11-28T07:00:00",
    "windowEnd": "2026-11-28T13:00:00",
}
TODAY = STOP | {"windowStart": "2026-11-26T14:00:00", "windowEnd": "2026-11-26T18:00:00"}


def talk_at_noon(language="en", **changes):
    talk = talk_of(language, **{"stop": STOP, "loadNumber": "120000253", **changes})
    talk.at = NOON
    return talk


# An appointment that was moved


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        (
            "shipping office says trusses ain't done they moved me to tomorrow at seven am",
            datetime(2026, 11, 27, 7),
        ),
        ("they pushed us to monday at nine in the morning", datetime(2026, 11, 30, 9)),
        ("receiver rescheduled me for friday at two pm", datetime(2026, 11, 27, 14)),
        ("my appointment got bumped to six tonight", datetime(2026, 11, 26, 18)),
        ("they want me back tomorrow at eight in the morning", datetime(2026, 11, 27, 8)),
        ("me cambiaron la cita para mañana a las siete de la mañana", datetime(2026, 11, 27, 7)),
        ("they moved me to door six", None),
        ("they want me there by nine", None),
        ("i told you i'd be there at nine tomorrow", None),
        ("can you move it to friday at nine", None),
        ("they told me nine tomorrow to call back", None),
        ("i put it in the dock at six", None),
    ],
)
def test_appointment_that_the_facility_moved_is_heard(words, moment):
    assert moved_to(words, HEARD)[1] == moment


def test_moved_appointment_is_kept_as_that_and_told(alarms, passed_on):
    talk = talk_at_noon(callType="pickup", stop=TODAY)

    replies = hold(
        talk,
        "i'm already here got in about six been sittin on their lot",
        "that's the thing shipping office says trusses ain't done they moved me to tomorrow at seven am did y'all know "
        "about that",
        "yeah i checked in with the guard at six ten so who's payin my layover",
        "no that's it",
    )

    assert "So they have the appointment tomorrow at 7 AM now." in replies[2].text
    assert "pass it on" in replies[2].text
    assert [kind for kind, _ in alarms] == ["late"]
    data = told(talk)
    assert data["appointmentMovedTo"] == "2026-11-27T07:00:00"
    assert (data["etaLocal"], data["isLate"]) == (None, None)
    assert "trusses ain't done" in data["delayReason"]
    assert passed_on[0][1] == "did y'all know about that"
    assert (replies[3].is_last, replies[4].is_last) == (False, True)
    assert replies[3].text.endswith("Anything else before I let you go?")


def test_truck_under_way_is_asked_for_its_arrival_all_the_same():
    talk = talk_at_noon(callType="dropoff")

    replies = hold(
        talk,
        "i'm in flagstaff arizona but the receiver called and moved me to sunday at ten in the morning",
        "i'll be there sunday by nine in the morning",
    )

    assert replies[1].expecting == Expecting.TIME
    assert "appointment" in replies[1].text
    assert "appointment" not in replies[2].text
    data = told(talk)
    assert data["appointmentMovedTo"] == "2026-11-29T10:00:00"
    assert (data["location"], data["etaLocal"]) == ("Flagstaff, AZ", "2026-11-29T09:00:00")


# Where the truck is


@pytest.mark.parametrize(
    ("words", "place", "is_stated"),
    [
        ("this is dispatch at heartland", None, False),
        ("dispatch with columbus here", None, False),
        ("this is mike with phoenix", None, False),
        ("i drive for denver out here", None, False),
        ("ando por la veinte ya pasé shreveport voy llegando a monroe luisiana", "Monroe, LA", True),
        ("just passed memphis comin up on little rock", "Little Rock, AR", False),
        ("left tulsa this morning i'm in amarillo now", "Amarillo, TX", True),
        ("comin up from springfield i'm right by bloomington illinois", "Bloomington, IL", True),
        ("salí de laredo estoy en san antonio", "San Antonio, TX", True),
        ("just passed memphis", "Memphis, TN", False),
        ("i'm in abilene texas", "Abilene, TX", True),
        ("dispatch here he's in columbus ohio", "Columbus, OH", True),
        ("okay here he is he's in lexington kentucky", "Lexington, KY", True),
    ],
)
def test_town_that_is_behind_it_or_a_company_is_no_place(words, place, is_stated):
    named = understand(words, HEARD).place
    found, stated = where_now(words, HEARD, named)

    assert (str(found) if found else None) == place
    assert stated == is_stated


def test_dispatcher_is_waited_for_and_a_later_place_counts():
    talk = talk_at_noon(callType="pickup", stop=TODAY)

    replies = hold(
        talk,
        "this is dispatch at heartland i aint in the truck my driver tony is on that one let me look at his eld "
        "hang on",
        "okay here he is he's in lexington kentucky still at the other shipper they're takin forever",
        "no wait he just moved he's in louisville kentucky now if they cut him loose by noon he's there by two",
    )

    assert replies[1].text == "Sure, take your time."
    assert told(talk)["location"] == "Louisville, KY"
    assert told(talk)["etaLocal"] == "2026-11-26T14:00:00"
    assert told(talk)["conditions"] == ["if they cut him loose by noon"]


def test_trailer_that_is_being_emptied_elsewhere_is_not_asked_about_again():
    talk = talk_at_noon(callType="pickup", stop=TODAY)

    replies = hold(
        talk,
        "he's in lexington kentucky",
        "around two",
        "well he ain't empty they're still unloading him the appointment is good till five right",
    )

    assert "The appointment is today" in replies[-1].text
    assert "loaded or empty" not in replies[-1].text
    assert told(talk)["loading"] is None


# Questions in what is told


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (
            "if it opens at midnight i'd say sunday but are they even open sundays",
            "are they even open sundays",
        ),
        ("mañana a las tres me descargan si llego temprano", "me descargan si llego temprano"),
        (
            "cargado pero le pregunté si me agarran antes de las cinco",
            "le pregunté si me agarran antes de las cinco",
        ),
        ("be there at two do they got a place to park overnight", "do they got a place to park overnight"),
        ("i checked in at six so who's payin my layover", "who's payin my layover"),
        ("like two o'clock y'all gonna have a lumper there", "y'all gonna have a lumper there"),
        ("llego a las dos oiga quién paga la descarga", "quién paga la descarga"),
        ("i'll be there as soon as i can", ""),
        ("that's what they told me when they loaded me", ""),
        ("he's at the shipper and they are loading him", ""),
        ("todavía no me descargan llevo dos horas", ""),
        ("i know where it is i been there before", ""),
    ],
)
def test_question_amid_what_is_told_is_heard(words, asked):
    assert asked_amid(words, "es" if "á" in words or "é" in words else "en") == asked


def test_questions_are_passed_on_before_good_bye(passed_on):
    talk = talk_at_noon("es", callType="dropoff")

    replies = hold(
        talk,
        "ando por la veinte ya pasé shreveport voy llegando a monroe luisiana",
        "el sábado como a las siete de la mañana pero oiga la cita es a las nueve me descargan si llego temprano",
        "pues cargado voy a entregar",
        "no lo traigo a la mano y oiga quién paga la descarga",
        "no sé ese número",
        "no es todo gracias",
    )

    assert told(talk)["location"] == "Monroe, LA"
    assert [words for _, words in passed_on] == ["me descargan si llego temprano", "quién paga la descarga"]
    assert not replies[4].is_last
    assert replies[-1].is_last


def test_call_ends_at_once_where_nothing_was_asked():
    talk = talk_at_noon(callType="pickup", stop=TODAY)

    replies = hold(talk, "i'm in lexington kentucky", "around two", "empty")

    assert replies[-1].is_last


# Freight


@pytest.mark.parametrize(
    ("words", "is_trouble"),
    [
        ("a couple of them pipes got a bent end they was like that when i loaded", True),
        ("one of the crates is cracked on the side", True),
        ("two drums are leaning and one's dented", True),
        ("there's a torn tarp and some wet lumber", True),
        ("unos tubos vienen doblados desde que cargué", True),
        ("nothing bent nothing broke load looks good", False),
        ("my truck broke down by the ramp", False),
        ("i'm loaded with pipes", False),
        ("they loaded the crates this morning", False),
    ],
)
def test_hurt_freight_is_heard(words, is_trouble):
    assert bool(osd.freight_trouble(words)) == is_trouble


def test_damage_beside_an_arrival_is_kept_and_acknowledged(passed_on):
    talk = talk_at_noon(callType="dropoff")

    replies = hold(
        talk,
        "well who's this again okay yeah i'm runnin ahead i'm in albert lee minnesota",
        "i'll roll in saturday about seven thirty in the morning and hey tell em a couple of them pipes got a bent end "
        "they was like that when i loaded",
        "and you hear what i said about the bent pipes",
        "bol is four four one seven dash oh nine and i'm loaded before you ask",
        "no",
    )

    assert "I'm letting the team know about that." in replies[2].text
    assert "have it" in replies[3].text or "have that" in replies[3].text
    data = told(talk)
    assert data["etaLocal"] == "2026-11-28T07:30:00"
    assert "bent end" in data["osd"]
    assert data["bolNumber"] == "4417-09"
    assert len(passed_on) == 1
    assert replies[-1].is_last


@pytest.mark.parametrize(
    ("words", "number"),
    [
        ("bol is four four one seven dash oh nine", "4417-09"),
        ("it's eight eight two dash one one", "882-11"),
        ("es el cinco cinco tres guion cero dos", "553-02"),
        ("number's 77120 hyphen 4", "77120-4"),
        ("it's KC-88213", "KC-88213"),
        ("k c dash eight eight two one three", "KC-88213"),
        ("the bol says kilo charlie dash 88213 dash b", "KC-88213-B"),
        ("p d x guion siete siete uno dos cero", "PDX-77120"),
        ("88-213", "88-213"),
        ("it's four four one seven", "4417"),
        ("i had to dash out of there four four one seven", "4417"),
        ("it's 88213 and i'm loaded", "88213"),
        ("LX 4417", "LX4417"),
    ],
)
def test_number_of_the_papers_is_kept_as_it_is_read_out(words, number):
    heard = Listening(expecting=Expecting.BOL, now=NOW, language="es" if " guion " in words else "en")
    assert understand(words, heard).bol == number


# Arrivals that are hedged, and causes


def test_arrival_that_hangs_on_a_road_is_heard_once(alarms, passed_on):
    talk = talk_at_noon(callType="dropoff")

    replies = hold(
        talk,
        "i'm holed up in tucumcari new mexico they got forty shut down west of here with the snow",
        "depends on when they open the pass troopers are sayin maybe tonight late i ain't makin saturday no way",
        "if it opens at midnight i'd say sunday about six in the evening but are they even open sundays",
    )

    assert "running late" in replies[2].text
    data = told(talk)
    assert data["etaLocal"] == "2026-11-29T18:00:00"
    assert data["conditions"] == ["depends on when they open the pass", "if it opens at midnight"]
    assert data["delayReason"] == "they got forty shut down west of here with the snow"
    assert "holding you up" not in replies[3].text
    assert [kind for kind, _ in alarms] == ["late"]
    assert [words for _, words in passed_on] == ["are they even open sundays"]


@pytest.mark.parametrize(
    ("reason", "bare"),
    [
        ("i told you the snow they closed the interstate", "the snow they closed the interstate"),
        ("like i said they're slow", "they're slow"),
        ("ya le dije que la nieve", "la nieve"),
        ("i already told you it's the wreck on forty", "the wreck on forty"),
        ("they told me to wait", "they told me to wait"),
    ],
)
def test_reason_is_kept_without_that_it_was_told(reason, bare):
    assert bare_reason(reason) == bare


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        (
            "if they cut him loose by noon he's an hour and a half out so figure two",
            "if they cut him loose by noon",
        ),
        ("depends on the line at the scale but i'd say four", "depends on the line at the scale"),
        ("en cuanto me carguen llego a las seis", "en cuanto me carguen"),
        ("once they open the road i'll be there by nine", "once they open the road"),
        ("i don't know if they're open", ""),
        ("if you need me call me", ""),
        ("be there at nine", ""),
    ],
)
def test_what_an_arrival_depends_on_is_heard(words, clause):
    assert depends(words) == clause


# Delivered, said loosely


@pytest.mark.parametrize(
    ("words", "is_off"),
    [
        ("oh that one's off already", True),
        ("they had us empty by six thirty", True),
        ("they took it early", True),
        ("your load's delivered it's done", True),
        ("esa ya quedó", True),
        ("me vaciaron a las seis", True),
        ("once they get me empty", False),
        ("they'll have me empty by noon", False),
        ("that one's not off yet", False),
        ("i'm empty headed to the pickup", False),
        ("it's gonna be done by tomorrow", False),
    ],
)
def test_load_that_is_off_the_truck_is_heard(words, is_off):
    assert says_off(words) == is_off


def test_two_times_are_arrival_and_being_empty():
    talk = talk_at_noon(callType="dropoff")

    replies = hold(
        talk,
        "oh that one's off already they took it early we're a team so we got there like five this morning and they had "
        "us empty by six thirty",
    )

    data = told(talk)
    assert replies[-1].is_last
    assert data["outcome"] == "delivered"
    assert (data["deliveredDate"], data["deliveredTime"]) == ("2026-11-26", "06:30")
    assert data["waitingSince"] == "2026-11-26T05:00:00"
    assert (data["isWaiting"], data["checked"]) == (False, None)


def test_load_that_they_are_on_instead_is_kept():
    talk = talk_at_noon(callType="pickup")

    replies = hold(
        talk,
        "that aint the one i got im pickin up in chicago tomorrow",
        "right mine's the houston one outta chicago i think it ends in two five seven",
    )

    assert told(talk)["otherLoad"] == "257"
    assert "257" in replies[-1].text


# Time that was lost


@pytest.mark.parametrize(
    ("words", "minutes"),
    [
        ("lost about an hour", 60),
        ("i lost an hour at the scale house", 60),
        ("we lost forty five minutes in the line", 45),
        ("they cost me two hours at the shipper", 120),
        ("perdí como una hora en la báscula", 60),
        ("nos quitaron dos horas en la frontera", 120),
        ("lost an hour but i made it up", 0),
        ("perdí una hora pero voy a tiempo", 0),
        ("be there in about an hour", 0),
        ("i lost the bol", 0),
    ],
)
def test_time_that_was_lost_is_a_delay(words, minutes):
    language = "es" if words.startswith(("perd", "nos")) else "en"
    assert minutes_lost(words, language) == minutes


@pytest.mark.parametrize(
    ("language", "words", "arrival"),
    [
        ("en", "lost about an hour at the scale", "be there about two tomorrow"),
        ("es", "perdí como una hora en la báscula", "llego mañana como a las dos de la tarde"),
    ],
)
def test_time_that_was_lost_is_no_arrival(language, words, arrival):
    talk = talk_at_noon(language, callType="dropoff")

    replies = hold(talk, "i'm in amarillo texas", words)

    data = told(talk)
    assert replies[-1].expecting == Expecting.TIME
    assert (data["etaLocal"], data["lateMinutes"]) == (None, 60)

    talk = talk_at_noon(language, callType="dropoff")
    hold(talk, "i'm in amarillo texas", words, arrival)

    assert (told(talk)["etaLocal"], told(talk)["lateMinutes"]) == ("2026-11-27T14:00:00", 0)


# Midnight


@pytest.mark.parametrize(
    "words",
    [
        "around midnight",
        "twelve tonight",
        "at twelve midnight",
        "by midnight tonight",
        "como a la medianoche",
    ],
)
@pytest.mark.parametrize("stop", [STOP, TODAY, {}])
def test_midnight_is_the_coming_one(words, stop):
    language = "es" if words.startswith("como") else "en"
    talk = talk_at_noon(language, callType="dropoff", **({"stop": stop} if stop else {}))

    hold(talk, "i'm in amarillo texas", words)

    assert told(talk)["etaLocal"] == "2026-11-27T00:00:00"


def test_midnight_of_a_day_and_noon_stay_what_they_are():
    for words, moment in (
        ("twelve noon tomorrow", datetime(2026, 11, 27, 12)),
        ("tomorrow at midnight", datetime(2026, 11, 28)),
    ):
        assert understand(words, Listening(expecting=Expecting.TIME, now=NOW)).time == moment


# Places that are set right


@pytest.mark.parametrize(
    "words",
    ["salina not topeka", "no salina not topeka", "topeka no wait salina", "i said salina not topeka"],
)
def test_place_that_is_set_right_takes_the_others_place(words):
    talk = talk_at_noon(callType="dropoff")

    hold(talk, "i'm in topeka kansas", words)

    assert told(talk)["location"] == "Salina, KS"


@pytest.mark.parametrize(
    ("words", "language", "place"),
    [
        ("i'm in topeka no wait salina", "en", "Salina, KS"),
        ("estoy en topeka digo salina", "es", "Salina, KS"),
        ("ando en laredo no en nuevo laredo", "es", "Laredo, TX"),
        ("i'm in topeka now salina is next", "en", "Topeka, KS"),
    ],
)
def test_affirmed_place_counts(words, language, place):
    heard = understand(words, Listening(expecting=Expecting.PLACE, now=NOW, language=language))
    assert str(heard.place) == place


# Statements and questions


@pytest.mark.parametrize(
    "words",
    [
        "there's a crash on eighty so it's slow goin",
        "they want it tarped and i got tarps",
        "sue does the load stuff over there",
        "some of the cartons got crushed on the bottom",
        "hay un choque en la ochenta y va lento",
        "los cartones de abajo vienen golpeados",
        "traigo lonas por si las quieren",
    ],
)
def test_statement_is_no_open_question(words, passed_on):
    talk = talk_at_noon("es" if words[:2] in ("ha", "lo", "tr") else "en", callType="dropoff")

    hold(talk, "i'm in amarillo texas", words)

    is_osd = "cart" in words
    assert bool(passed_on) is is_osd
    assert bool(told(talk)["osd"]) is is_osd


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("can they take me early", "en"),
        ("can they take me early?", "en"),
        ("will they unload me early if i get there tonight", "en"),
        ("you think they'd take me early", "en"),
        ("me pueden descargar antes", "es"),
    ],
)
def test_being_unloaded_early_is_asked_for_not_told(words, language, passed_on):
    talk = talk_at_noon(language, callType="dropoff")

    replies = hold(talk, "i'm in amarillo texas", words)

    assert len(passed_on) == 1
    assert replies[-1].expecting == Expecting.TIME
    assert (told(talk)["etaLocal"], told(talk)["isLate"]) == (None, None)


@pytest.mark.parametrize(
    ("words", "zone", "time"),
    [
        ("call me back at three eastern", "America/New_York", "2026-11-26T15:00:00"),
        ("call me back at ten pacific", "America/Los_Angeles", "2026-11-26T10:00:00"),
        ("call me back at three", "America/Chicago", "2026-11-26T15:00:00"),
        ("call me at eight pacific", "America/Los_Angeles", "2026-11-26T08:00:00"),
    ],
)
def test_later_call_is_kept_by_the_clock_it_was_told_by(words, zone, time):
    talk = talk_at_noon(callType="dropoff")

    hold(talk, words)

    kept = talk.state["call_back"]
    assert (kept["zone"], kept["time"]) == (zone, time)


@pytest.mark.parametrize(
    ("words", "zone"),
    [
        ("a las tres hora del este", "America/New_York"),
        ("a las diez tiempo del pacífico", "America/Los_Angeles"),
        ("three central", "America/Chicago"),
        ("i'm on central avenue", ""),
        ("el centro de dallas", ""),
    ],
)
def test_zone_is_one_beside_an_hour(words, zone):
    assert zone_said(words) == zone
