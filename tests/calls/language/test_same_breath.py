"""What is said in one breath: corrected, excepted, asked twice, told beside a yes."""

from datetime import datetime
from decimal import Decimal

import pytest

from calls.language.reading import Act, Expecting, Listening, Place, Topic
from calls.language.understanding import understand

NOW = datetime(2026, 3, 3, 10)
APPOINTMENT = (datetime(2026, 3, 3, 14), datetime(2026, 3, 3, 15))


def hear(words, asked="anything", offer=None, *, language="en"):
    return understand(
        words,
        Listening(
            expecting=Expecting(asked),
            now=NOW,
            language=language,
            offer=Decimal(offer) if offer else None,
            appointment=APPOINTMENT,
        ),
    )


@pytest.mark.parametrize(
    ("words", "asked", "offer", "act", "topic"),
    [
        ("yep that's us hey who's this", "confirmation", None, Act.YES, Topic.WHO),
        ("yes sir and what's the weight on it", "confirmation", None, Act.YES, Topic.WEIGHT),
        ("yeah i got a reefer where's it going", "equipment", None, Act.YES, Topic.DELIVERY),
        ("yep book it and what's the address", "confirmation", 1875, Act.AGREES, Topic.ADDRESS),
        ("yes and send me the rate con", "confirmation", 1875, Act.AGREES, Topic.RATE_CON),
    ],
)
def test_yes_stands_beside_what_else_is_said(words, asked, offer, act, topic):
    reading = hear(words, asked, offer)
    assert reading.has(act)
    assert reading.asks(topic)


@pytest.mark.parametrize(
    "words",
    [
        "gurpreet singh five five nine four one two eight eight oh one",
        "gurpreet singh 559 412 8801",
        "Gurpreet Singh, 559-412-8801",
    ],
)
def test_driver_is_named_before_the_phone(words):
    reading = hear(words, "contact")
    assert (reading.driver, reading.phone) == ("Gurpreet Singh", "5594128801")


@pytest.mark.parametrize(
    ("words", "driver"),
    [
        ("its me dale kessler same number truck number four", "Dale Kessler"),
        ("its my cousin lalo vega his cell is two one four five five five oh one nine nine", "Lalo Vega"),
        ("es toño su cel es ocho uno siete cinco cinco cinco cero uno tres ocho troque catorce", "Toño"),
        ("es el wero su numero es cinco cero tres cinco cinco cinco cero uno seis seis", "Wero"),
        ("its me same number", ""),
        ("me at this number truck three oh six", ""),
    ],
)
def test_driver_is_named_before_whose_number_it_is(words, driver):
    assert hear(words, "contact").driver == driver


@pytest.mark.parametrize(
    ("words", "phone"),
    [
        ("two one four five five five oh one nine nine no wait oh one nine eight", "2145550198"),
        ("559 412 8801 no 8802", "5594128802"),
        ("phone is 214 555 0199 sorry 214 555 0189", "2145550189"),
        (
            "my number is two one four five five five one two one two i mean one three one three",
            "2145551313",
        ),
        ("five five nine four one two eight eight oh one no sorry eight eight oh two", "5594128802"),
    ],
)
def test_phone_is_corrected_at_its_end(words, phone):
    assert hear(words, "contact").phone == phone


@pytest.mark.parametrize(
    ("words", "language", "topics"),
    [
        ("what's the weight and does it need tarps", "en", {Topic.WEIGHT, Topic.TARPS}),
        ("how much does it pay and when does it pick up", "en", {Topic.RATE, Topic.PICKUP}),
        ("cuanto paga y cuanto pesa", "es", {Topic.RATE, Topic.WEIGHT}),
        ("where's it deliver and how many miles", "en", {Topic.DELIVERY, Topic.MILES}),
    ],
)
@pytest.mark.parametrize("asked", ["anything", "offer"])
def test_both_questions_of_a_line_are_heard(words, language, topics, asked):
    reading = hear(words, asked, 1500 if asked == "offer" else None, language=language)
    assert {each.topic for each in reading.questions} == topics


@pytest.mark.parametrize(
    ("words", "hour"), [("llego a las 2 o 3", 14), ("como a las dos o tres", 14), ("dos o tres horas", 13)]
)
def test_o_between_spanish_hours_is_no_zero(words, hour):
    # "Dos o tres horas": so long from now, three at most.
    assert hear(words, "time", language="es").time == datetime(2026, 3, 3, hour)


def test_o_between_spanish_prices_is_no_zero():
    reading = hear("dieciocho o diecinueve", "offer", 1500, language="es")
    assert [each.amount for each in reading.own_figures] == [1800]
    assert reading.load == ""


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("mc 4821010 sin el cero del final", "es"),
        ("cuatro ocho dos uno cero uno cero no sin el cero del final", "es"),
        ("four eight two one oh one oh without the last zero", "en"),
        ("mc 4821019 minus the nine at the end", "en"),
        ("no es cuatro ocho dos uno cero uno sin el cero del final", "es"),
    ],
)
def test_mc_loses_the_digit_that_is_taken_off_its_end(words, language):
    assert hear(words, "identity", language=language).mc == "482101"


@pytest.mark.parametrize("asked", [("offer", 1500), ("confirmation", 1875)])
def test_only_if_he_got_something_is_a_condition_and_asks_nothing(asked):
    reading = hear("only if he got a pickup number", *asked)
    assert reading.has(Act.AGREES_IF)
    assert reading.conditions == ("only if he got a pickup number",)
    assert reading.questions == ()


@pytest.mark.parametrize(
    "words", ["what's the tonu if they cancel", "okay deal but what's the tonu if they cancel"]
)
def test_question_with_if_is_no_condition(words):
    reading = hear(words, "offer", 1500)
    assert reading.asks(Topic.TONU)
    assert reading.conditions == ()
    assert not reading.has(Act.AGREES_IF)
    assert not reading.agrees


def test_condition_without_if_is_kept_in_its_words():
    words = "get me a morning appointment and you got a truck"
    assert hear(words, "offer", 1500).conditions == (words,)


def test_place_is_corrected_after_it():
    assert hear("amarillo tucumcari actually", "place").place == Place("Tucumcari", "NM")


@pytest.mark.parametrize(
    ("words", "asked", "offer"),
    [
        ("thirty four thirty eight", "temperature", 3500),
        ("thirty four thirty eight degrees", "temperature", None),
        ("34 to 38", "temperature", 3500),
        ("temp is thirty four thirty eight right", "offer", 3500),
    ],
)
def test_range_of_degrees_is_no_price(words, asked, offer):
    reading = hear(words, asked, offer)
    assert reading.temperature == 34
    assert reading.figures == ()


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("hows it pay", Topic.RATE),
        ("hows the weight", Topic.WEIGHT),
        ("whatcha paying", Topic.RATE),
        ("whatcha got out of dallas", Topic.OTHER_LOADS),
    ],
)
def test_words_run_together_ask(words, topic):
    assert hear(words, "load").asks(topic)


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("anything but colorado", "en"),
        ("anywhere but colorado", "en"),
        ("i don't do california", "en"),
        ("lo que sea menos colorado", "es"),
        ("menos colorado", "es"),
    ],
)
def test_what_is_excepted_is_no_end_of_a_lane(words, language):
    reading = hear(words, "load", language=language)
    assert (reading.origin, reading.destination, reading.place) == (None, None, None)


@pytest.mark.parametrize("asked", ["load", "equipment"])
def test_first_of_two_trucks_keeps_its_own_place(asked):
    reading = hear("i got a reefer in dallas and a van in el paso", asked)
    assert (reading.equipment, reading.place) == ("reefer", Place("Dallas", "TX"))


@pytest.mark.parametrize(
    "words", ["nine twenty they cut me loose with a bare deck", "ten til ten they put the last pallet on"]
)
def test_what_is_done_was_done_before_now(words):
    reading = hear(words, "time")
    assert reading.time
    assert reading.time < NOW


@pytest.mark.parametrize(
    ("words", "driver"),
    [
        ("Luis Alberto Peña", "Luis Alberto Peña"),
        ("el chofer es luis alberto peña", "Luis Alberto Peña"),
        (
            "the driver is luis alberto peña five five nine four one two eight eight oh one",
            "Luis Alberto Peña",
        ),
        ("his name's juan de la cruz", "Juan De La Cruz"),
        ("driver's john paul smith and his number is 5594128801", "John Paul Smith"),
        ("marcus", "Marcus"),
        ("marcus is driving it", "Marcus"),
        ("luis ortega in dallas", "Luis"),
    ],
)
def test_whole_name_of_the_driver_is_kept(words, driver):
    assert hear(words, "contact").driver == driver


@pytest.mark.parametrize(
    ("words", "amount", "topic"),
    [
        (
            "hm little light for same day gimme eleven fifty is it on pallets or floor loaded",
            1150,
            Topic.DIMS,
        ),
        (
            "you're low on that run gimme twelve hundred and is that a live unload or a drop",
            1200,
            Topic.DROP_OR_LIVE,
        ),
        ("está muy baja deme mil cuatrocientos y cuánto pesa la carga", 1400, Topic.WEIGHT),
    ],
)
def test_price_beside_a_question_is_a_price(words, amount, topic):
    reading = hear(words, "offer", 975, language="es" if "deme" in words else "en")

    assert [each.amount for each in reading.own_figures] == [amount]
    assert reading.has(Act.COUNTERS)
    assert reading.asks(topic)


def test_price_of_another_beside_a_question_is_none_of_theirs():
    words = "thats low i got two other loads paying twelve hundred is it on pallets or floor loaded"

    assert not hear(words, "offer", 975).own_figures


@pytest.mark.parametrize(
    ("words", "conditions"),
    [
        ("thirty two is my number if you cant do it ill pass", 0),
        ("i need thirty two hundred and if they can't unload me by ten i'll pass", 1),
    ],
)
def test_threat_sets_no_condition(words, conditions):
    assert len(hear(words, "offer", 2975).conditions) == conditions


@pytest.mark.parametrize(
    ("words", "email"),
    [
        ("a trafico arroba rio bravo transportes punto com", "trafico@riobravotransportes.com"),
        ("a ventas arroba lomas punto com", "ventas@lomas.com"),
    ],
)
def test_where_to_is_no_part_of_an_address(words, email):
    assert hear(words, "contact", language="es").email == email


@pytest.mark.parametrize(
    ("words", "trailer"),
    [
        ("truck two fourteen trailer hb five three oh nine", "HB5309"),
        ("trailer number tk four four one two and truck seven eleven", "TK4412"),
    ],
)
def test_letters_of_a_trailer_are_part_of_its_number(words, trailer):
    reading = hear(words, "contact")

    assert (reading.trailer, reading.driver) == (trailer, "")


def test_no_said_twice_denies_no_town():
    assert hear("no no estoy en houston laredo es mi casa", language="es").denied == ()
    assert hear("no ando en houston", language="es").denied == (Place("Houston", "TX"),)


@pytest.mark.parametrize(
    ("words", "email"),
    [
        (
            "luke dot blueridge at yahoo dot com no wait use the office one dispatch at blueridge dash hauling dot com",
            "dispatch@blueridge-hauling.com",
        ),
        (
            "sheryl at palmetto dray dot com no wait use dispatch at palmetto dray dot com",
            "dispatch@palmettodray.com",
        ),
        ("mike at gmail dot com no scratch that mike at bigsky dot com", "mike@bigsky.com"),
        ("its luke at yahoo dot com and ill be at the shipper at five", "luke@yahoo.com"),
    ],
)
def test_last_address_counts_of_two_in_one_breath(words, email):
    assert hear(words, "contact").email == email
