"""Lines of a later round of free talks, a case for each kind of thing that was misheard."""

from datetime import datetime
from decimal import Decimal

import pytest

from calls.language.acts import nods
from calls.language.clauses import corrected_to
from calls.language.reading import Expecting, Listening, Place, Topic
from calls.language.understanding import understand

NOW = datetime(2026, 11, 22, 20, 40)  # a Sunday


def hear(words, asked, *, language="en", offer=None, appointment=None, agent_said=""):
    window = (
        tuple(datetime.fromisoformat(each) for each in appointment.split()) if appointment else (None, None)
    )
    listening = Listening(
        expecting=Expecting(asked),
        now=NOW,
        language=language,
        offer=offer and Decimal(offer),
        appointment=window,
        agent_said=agent_said,
    )
    return understand(words, listening)


@pytest.mark.parametrize(
    ("words", "language", "appointment", "time"),
    [
        (
            "should be there tuesday night but ill sleep at the receiver and go in at seven",
            "en",
            "2026-11-25T07:00 2026-11-25T11:00",
            datetime(2026, 11, 25, 7),
        ),
        (
            "llego el miercoles en la noche y entrego el jueves a las once",
            "es",
            "2026-11-26T11:00 2026-11-26T15:00",
            datetime(2026, 11, 26, 11),
        ),
        (
            "salgo mañana a las cinco y llego el martes en la noche, descargo el miercoles a la una",
            "es",
            "2026-11-25T12:00 2026-11-25T16:00",
            datetime(2026, 11, 25, 13),
        ),
        (
            "pues si salgo de aqui a las seis de la mañana llego al mediodia",
            "es",
            "2026-11-23T16:00 2026-11-23T20:00",
            datetime(2026, 11, 23, 12),
        ),
        (
            "no no, llego a las doce del dia",
            "es",
            "2026-11-23T16:00 2026-11-23T20:00",
            datetime(2026, 11, 23, 12),
        ),
        ("around midnight tomorrow", "en", "2026-11-26T11:00 2026-11-26T15:00", datetime(2026, 11, 24)),
    ],
)
def test_arrival_is_when_it_can_be_unloaded(words, language, appointment, time):
    assert hear(words, "time", language=language, appointment=appointment).time == time


@pytest.mark.parametrize(
    ("words", "language", "place"),
    [
        ("uh im in iowa still, just left omaha, comin up on des moines", "en", Place("Des Moines", "IA")),
        ("ando en arkansas, ahorita paso little rock", "es", Place("Little Rock", "AR")),
        ("im up in madera, be there in about an hour", "en", Place("Madera", "CA")),
        ("ando aqui en chico", "es", Place("Chico", "CA")),
        ("im in lost hills", "en", Place("Lost Hills", "CA")),
        ("coming up on wichita falls, no wait other side of it, by seymour", "en", Place("Seymour", "TX")),
    ],
)
def test_truck_is_in_the_town_rather_than_the_state(words, language, place):
    assert hear(words, "place", language=language).place == place


def test_corrected_town_is_in_the_state_of_the_one_before():
    assert corrected_to(Place("Seymour"), "Wichita Falls, TX", "no wait, other side, by seymour") == Place(
        "Seymour", "TX"
    )
    assert corrected_to(Place("Seymour"), "Wichita Falls, TX", "near seymour") is None


@pytest.mark.parametrize(
    ("words", "language", "origin", "destination"),
    [
        (
            "yeah this is tommy, calling on that seattle load outta fresno you got posted",
            "en",
            "Fresno, CA",
            "Seattle, WA",
        ),
        ("yep this is ernie, whatcha got out of chicago goin to texas", "en", "Chicago, IL", "TX"),
        ("hablo por la carga de laredo a chicago que tienen en el board", "es", "Laredo, TX", "Chicago, IL"),
        ("yes. miami to boston flowers, what's that pay", "en", "Miami, FL", "Boston, MA"),
        ("nah that's it, y'all call me if somethin pops, ask for jerome", "en", "", ""),
    ],
)
def test_lane_is_heard_beside_who_speaks(words, language, origin, destination):
    reading = hear(words, "confirmation", language=language)

    assert (str(reading.origin or ""), str(reading.destination or "")) == (origin, destination)


def test_either_of_two_towns_is_no_lane():
    assert hear("portland or seattle area, goin south", "load").destination is None


def test_load_named_by_a_town_may_end_there():
    assert hear("the seattle one, what's it pay", "load").is_end


@pytest.mark.parametrize(
    ("words", "driver", "is_this_number"),
    [
        ("driver's me, ernesto, same number you called", "Ernesto", True),
        ("carl, this number", "Carl", True),
        ("el chofer se llama ruben, mismo numero", "Ruben", True),
        ("use my number, i'm driving it", "", True),
        ("same one you got on file. drivers tommy ruiz 417 555 0188", "Tommy Ruiz", False),
    ],
)
def test_driver_is_told_by_name_and_by_the_number_of_the_call(words, driver, is_this_number):
    reading = hear(words, "contact")

    assert (reading.driver, reading.is_this_number) == (driver, is_this_number)


def test_who_is_asked_for_is_heard_and_what_is_on_file():
    assert hear("nah that's it, call me back and ask for jerome", "confirmation").person == "Jerome"
    assert hear("use the e-mail on file", "contact").is_on_file


@pytest.mark.parametrize(
    ("words", "asked", "temperature"),
    [
        ("its set at minus ten runnin about minus eight", "temperature", -8),
        ("he's empty, washed out and precooling to thirty four", "confirmation", 34),
    ],
)
def test_reefer_is_as_cold_as_it_runs(words, asked, temperature):
    assert hear(words, asked).temperature == temperature


def test_number_that_was_read_back_is_corrected_without_its_name():
    reading = hear(
        "no no, seven nine zero zero one eight", "confirmation", agent_said="That is MC 7 9 0 1 1 8, correct?"
    )

    assert (reading.mc, reading.load) == ("790018", "")


def test_price_at_a_read_back_is_no_number():
    deal = "Le repito: carga 4 8 2 1 3, por $2,200, para Blue Ridge, MC 7 8 4 5 1 2. ¿Es correcto?"
    reading = hear(
        "dos mil ochocientos setenta y cinco, por favor",
        "confirmation",
        language="es",
        offer=2200,
        agent_said=deal,
    )

    assert [figure.amount for figure in reading.own_figures] == [2875]


def test_asking_for_the_rate_takes_no_price():
    reading = hear("yes dry van, tell me the rate please", "offer", offer=1825)

    assert not reading.agrees


def test_either_price_is_an_ask():
    reading = hear("eighteen or nineteen, whatever you can do", "offer", offer=1700)

    assert [figure.amount for figure in reading.own_figures] == [1800]


@pytest.mark.parametrize("words", ["mm hm", "uh huh", "Mm-hmm.", "ajá"])
def test_nod_is_neither_yes_nor_no(words):
    assert nods(words)
    assert not hear(words, "confirmation", offer=2550).agrees


def test_straps_are_no_tarps():
    assert not hear("hey how many straps do they want on that", "equipment").asks(Topic.TARPS)


@pytest.mark.parametrize(
    ("words", "asked", "language", "mc", "dot"),
    [
        (
            "bueno el em ce es cuatro cuatro cuatro cero cero cero doce aqui en rio bravo",
            "identity",
            "es",
            "44400012",
            "",
        ),
        ("no no cuatro cuatro cuatro cero cero cero uno dos ocho numeros", "identity", "es", "44400012", ""),
        (
            "falta el dos al final cuatro cuatro cuatro cero cero cero uno dos",
            "identity",
            "es",
            "44400012",
            "",
        ),
        ("no keep going four four four then four zeros then a four", "identity", "en", "44400004", ""),
        (
            "how bout i give you the dot its four five zero zero zero zero zero four",
            "identity",
            "en",
            "",
            "45000004",
        ),
    ],
)
def test_long_number_said_digit_by_digit_is_whole(words, asked, language, mc, dot):
    heard = hear(words, asked, language=language, agent_said="What is your MC or DOT number?")

    assert (heard.mc, heard.dot) == (mc, dot)


@pytest.mark.parametrize(
    "words",
    [
        "no el em ce es cuatro cuatro cuatro cero cero cero uno dos con el dos al final",
        "el em ce termina en doce es cuatro cuatro cuatro tres ceros doce",
    ],
)
def test_digits_of_an_mc_are_no_price(words):
    heard = hear(words, "confirmation", language="es", offer=1875)

    assert heard.mc == "44400012"
    assert heard.figures == ()


@pytest.mark.parametrize(
    ("words", "offer", "wanted"),
    [
        ("ya le dije dos siete veintisiete cientos", 2400, 2700),
        ("deja le pregunto al chofer eh ponle dos siete y nos vamos", 2400, 2700),
        ("le dije dos ocho veintiocho cientos", 2300, 2800),
        ("veinticinco cincuenta ultima y si no le hablo a otro broker", 2400, 2550),
    ],
)
def test_spanish_shorthand_names_the_whole(words, offer, wanted):
    heard = hear(words, "offer", language="es", offer=offer)

    assert [each.amount for each in heard.own_figures] == [wanted]
    assert heard.conditions == ()


@pytest.mark.parametrize(
    ("words", "asked", "offer"),
    [
        ("andale pues dos siete esta bien", "offer", 2700),
        ("ya pues mil dale", "offer", 1000),
        ("si ya te dije que si esta correcto", "confirmation", 1850),
        ("si correcto y ya sin condicion", "confirmation", 2550),
    ],
)
def test_plain_spanish_yes_takes_our_figure(words, asked, offer):
    heard = hear(words, asked, language="es", offer=offer)

    assert heard.agrees
    assert heard.conditions == ()


def test_crossing_left_to_us_is_a_condition():
    heard = hear(
        "ta bien pues mil ochocientos setenta y cinco pero el cruce lo ponen ustedes",
        "offer",
        language="es",
        offer=1875,
    )

    assert heard.conditions == ("pero el cruce lo ponen ustedes",)
    assert not heard.agrees


def test_how_far_from_a_town_is_not_that_town():
    heard = hear("encinal tejas como cuarenta millas al norte de laredo", "place", language="es")

    assert heard.place == Place("Encinal", "TX")


def test_miles_of_a_load_are_no_price():
    heard = hear("its only five hundred mile why so long", "offer", offer=1700)

    assert heard.own_figures == ()


@pytest.mark.parametrize("asked", ["load", "offer"])
def test_que_tanto_pagan_asks_for_the_rate(asked):
    assert hear("no pues hoy esta bien que tanto pagan por esa", asked, language="es", offer=2400).asks(
        Topic.RATE
    )
