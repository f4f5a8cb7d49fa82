"""Arrivals on check calls that are told with their day, behind a departure or on a condition."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from calls.language.reading import Expecting, Listening
from calls.language.understanding import understand
from tests.calls.agent.test_check_call import hold, talk_of, told

pytestmark = pytest.mark.usefixtures("alarms", "passed_on")

NOW = datetime(2026, 11, 27, 15, 40)  # a Friday
SATURDAY = datetime(2026, 11, 28, 7), datetime(2026, 11, 28, 11)
SUNDAY = datetime(2026, 11, 29, 6), datetime(2026, 11, 29, 10)
SUNDAY_NOON = datetime(2026, 11, 29, 12), datetime(2026, 11, 29, 16)
SUNDAY_NIGHT = datetime(2026, 11, 29, 18), datetime(2026, 11, 29, 22)
MONDAY = datetime(2026, 11, 30, 11), datetime(2026, 11, 30, 15)
MORNING = datetime(2026, 11, 27, 9), datetime(2026, 11, 27, 13)
TONIGHT = datetime(2026, 11, 27, 17), datetime(2026, 11, 27, 21)


def arrival(words, appointment, expecting=Expecting.TIME, language="en"):
    listening = Listening(expecting=expecting, now=NOW, language=language, appointment=appointment)
    return understand(words, listening).time


def at(day, hour, minute=0):
    return datetime(2026, 11, day, hour, minute)


@pytest.mark.parametrize(
    ("words", "appointment", "moment"),
    [
        ("loaded hes good for sunday should be in newark around one pm", SUNDAY_NOON, at(29, 13)),
        ("put sunday six pm for now and im loaded fifty three footer", SUNDAY_NIGHT, at(29, 18)),
        ("call it monday at noon and were loaded and strapped", MONDAY, at(30, 12)),
        ("domingo siete de la mañana pero páseme con alguien", SUNDAY, at(29, 7)),
    ],
)
def test_weekday_of_an_arrival_is_to_come_whatever_is_on_the_truck(words, appointment, moment):
    assert arrival(words, appointment) == moment


@pytest.mark.parametrize("words", ["loaded sunday at five", "i loaded it sunday at five"])
def test_weekday_on_which_it_was_loaded_is_over(words):
    assert arrival(words, SUNDAY_NOON) < NOW


@pytest.mark.parametrize(
    ("words", "appointment", "moment"),
    [
        ("if they say yes tomorrow noon if not ill just go sunday at six", SUNDAY_NIGHT, at(29, 18)),
        ("if they give me the trailer by noon tomorrow we will be there sunday at nine", SUNDAY, at(29, 9)),
        ("si me lo dan hoy llego mañana a las ocho", SATURDAY, at(28, 8)),
        ("si no paro mañana en la noche ando cerca pero entrego el domingo a las siete", SUNDAY, at(29, 7)),
    ],
)
def test_arrival_behind_a_condition_counts(words, appointment, moment):
    language = "es" if words.startswith("si") else "en"

    assert arrival(words, appointment, language=language) == moment


@pytest.mark.parametrize(
    ("words", "appointment"),
    [("if they can take me at six", SUNDAY_NIGHT), ("si me reciben a las seis", SUNDAY_NIGHT)],
)
def test_hour_in_a_condition_is_no_arrival(words, appointment):
    assert arrival(words, appointment) is None


@pytest.mark.parametrize(
    ("words", "appointment", "moment"),
    [
        ("davenport iowa at the truck stop hell be rolling again around midnight", SUNDAY_NOON, None),
        ("im in tulsa i get going again about four in the morning", SATURDAY, None),
        ("en amarillo descansando ando rodando otra vez a las cinco", SATURDAY, None),
        (
            "in tuscaloosa ill head over sunday morning about five be there around six fifteen",
            SUNDAY,
            at(29, 6, 15),
        ),
        (
            "in gary he starts up again at ten tonight and gets there about three sunday afternoon",
            MONDAY,
            at(29, 15),
        ),
        (
            "in peoria ill be moving again at six in the morning and should be in joliet by nine",
            SATURDAY,
            at(28, 9),
        ),
    ],
)
def test_hour_of_setting_out_is_no_arrival(words, appointment, moment):
    assert arrival(words, appointment, Expecting.PLACE) == moment


@pytest.mark.parametrize(
    ("words", "appointment", "moment"),
    [
        (
            "its like twelve miles so six at the latest and im empty before you ask",
            (at(28, 5), at(28, 9)),
            at(28, 6),
        ),
        ("its close so figure eight thirty and the trailer is empty", SATURDAY, at(28, 8, 30)),
        ("monday morning nine ten o clock i will be in denver", MONDAY, at(30, 10)),
        ("sunday seven eight o'clock", SUNDAY, at(29, 8)),
        ("should be fine for seven thirty tomorrow", SATURDAY, at(28, 7, 30)),
        ("we're set for nine on sunday", SUNDAY, at(29, 9)),
    ],
)
def test_hour_is_the_one_that_is_to_come(words, appointment, moment):
    assert arrival(words, appointment) == moment


def test_hour_for_which_it_is_good_is_heard_beside_the_place():
    words = "in beaumont they have me done by eight tonight so should be fine for seven thirty tomorrow"

    assert arrival(words, SATURDAY, Expecting.PLACE) == at(28, 7, 30)


@pytest.mark.parametrize(
    ("words", "hour"),
    [
        ("im at the shipper in door fourteen since nine in the morning they say maybe four o clock", 16),
        ("sitting here since ten this morning they say product not ready maybe five o clock", 17),
    ],
)
def test_half_of_the_day_belongs_to_its_own_hour(words, hour):
    assert arrival(words, MORNING, Expecting.PLACE) == at(27, hour)


@pytest.mark.parametrize(
    ("words", "moment"),
    [
        ("will they still take me if i roll in at like ten thirty", at(27, 22, 30)),
        ("can they still unload me if we show up around eleven fifteen", at(27, 23, 15)),
    ],
)
def test_hour_at_which_they_would_come_is_the_arrival(words, moment):
    assert arrival(words, TONIGHT) == moment


def talk_at(appointment, language="en", **changes):
    first, last = (each.isoformat() for each in appointment)
    stop = {
        "city": "Dallas",
        "state": "TX",
        "timezone": "America/Chicago",
        "windowStart": first,
        "windowEnd": last,
    }
    talk = talk_of(language, stop=stop, **changes)
    talk.at = NOW.replace(tzinfo=ZoneInfo("America/Chicago"))
    return talk


@pytest.mark.parametrize(
    ("language", "words", "condition"),
    [
        (
            "en",
            "soon as somebody sends me the right po i can be back there in twenty minutes",
            "soon as somebody sends",
        ),
        ("en", "i can be there in two hours once they find my trailer", "once they find my trailer"),
        ("es", "en cuanto me firmen los papeles llego en una hora", "en cuanto me firmen los papeles"),
    ],
)
def test_promise_that_hangs_on_others_is_kept_in_words_without_an_hour(language, words, condition):
    talk = talk_at(MORNING, language, callType="pickup")

    replies = hold(talk, "Waco, Texas", words)

    assert told(talk)["etaLocal"] is None
    assert condition in told(talk)["conditions"][0]
    assert "empty" in replies[-1].text or "vacío" in replies[-1].text


def test_hours_from_when_they_are_through_themselves_are_an_arrival():
    talk = talk_at(TONIGHT)

    hold(talk, "Waco, Texas", "once i fuel up i'll be there in two hours")

    assert told(talk)["etaLocal"] == "2026-11-27T17:40:00"


@pytest.mark.parametrize(
    ("words", "moment"),
    [("sí póngale mejor seis y diez", "18:10"), ("no mejor siete y media porque no avanza esto", "19:30")],
)
def test_hour_that_is_put_right_has_its_minutes(words, moment):
    talk = talk_at(TONIGHT, "es", callType="pickup")

    hold(talk, "Waco, Texas", "llego a las cinco y media de la tarde", f"vacío y {words}")

    assert told(talk)["etaLocal"] == f"2026-11-27T{moment}:00"
