"""The same talks in Spanish; what is stored stays English."""

from datetime import date, datetime
from decimal import Decimal

import pytest

from bids.carrier_sales import phrases, price_phrases, wording
from bids.models import Booking
from calls.language.reading import Topic
from tests.bids.carrier_sales.conftest import NO, YES, ask, means


@pytest.mark.usefixtures("fixed_steps")
def test_talk_in_spanish_to_a_booking(line, carrier, load):
    made = line(language="es")
    made.open()
    made.say(YES, means("482101", load="482101"), YES, ask(2400), ask(1700), YES, NO, NO)

    said = [reply.text for reply in made.replies]
    assert said[0] == (
        "Gracias por llamar a Acme Freight, le atiende el asistente automático. "
        "¿Hablo con Blue Mesa Transport LLC?"
    )
    assert said[2] == (
        "La carga 4 8 2 1 0 1 va de Dallas, TX a Atlanta, GA, 781 millas. Se recoge el miércoles 4 de marzo entre las "
        "8 de la mañana y las 12 del mediodía y se entrega el jueves 5 de marzo entre las 8 de la mañana y las 4 de la "
        "tarde, hora local. La mercancía aparece como flour, 42,000 libras. "
        "Requiere una caja seca. ¿Trae una caja seca?"
    )
    assert said[3] == "Tengo $1,500 por esta carga, todo incluido. ¿Le funciona?"
    assert said[6].startswith("Queda reservada por $1,700.")
    assert said[-1] == "Gracias y buen viaje. Adiós."
    assert Booking.objects.get().amount == Decimal(1700)
    assert made.conclude().summary.endswith("Booked at $1,700 (opening ask $2,400).")


def test_what_is_not_told_is_not_told_in_spanish_either(line, carrier, load):
    made = line(language="es")
    made.open()

    said = made.say(YES, means(load="482101"), YES, means("¿cuánto es lo máximo?", Topic.CEILING))

    assert said.amounts == (Decimal(1500),)
    assert "1,953" not in said.text


def test_question_is_answered_in_the_language_spoken(line, carrier, load):
    made = line(language="es")
    made.open()
    made.say(YES, means(load="482101"), YES)

    assert made.say(means("¿peso?", topics=frozenset({Topic.WEIGHT}))).text.startswith("Pesa 42,000 libras.")


def test_all_wordings_of_a_line_use_the_same_facts():
    for lines in (phrases.LINES, phrases.LOAD_LINES, price_phrases.LINES):
        for name, languages in lines.items():
            facts = {
                frozenset(part.split("}")[0] for part in wording.split("{")[1:])
                for wordings in languages.values()
                for wording in wordings
            }
            assert len(facts) == 1, name


@pytest.mark.parametrize(
    ("hour", "minute", "english", "spanish"),
    [
        (0, 0, "midnight", "la medianoche"),
        (1, 0, "1 AM", "la 1 de la mañana"),
        (12, 0, "noon", "las 12 del mediodía"),
        (12, 30, "12:30 PM", "las 12:30 del mediodía"),
        (13, 5, "1:05 PM", "la 1:05 de la tarde"),
        (20, 0, "8 PM", "las 8 de la noche"),
    ],
)
def test_clock_times_as_they_are_said(hour, minute, english, spanish):
    when = datetime(2026, 3, 4, hour, minute)

    assert wording.clock(when, "en") == english
    assert wording.clock(when, "es") == spanish


TODAY = date(2026, 3, 4)


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        (None, None, ""),
        (datetime(2026, 3, 4, 8), None, "today at 8 AM"),
        (datetime(2026, 3, 5, 8), datetime(2026, 3, 5, 8), "tomorrow at 8 AM"),
        (datetime(2026, 3, 5, 8), datetime(2026, 3, 5, 12), "tomorrow between 8 AM and noon"),
        (datetime(2026, 3, 5, 20), datetime(2026, 3, 6), "tomorrow between 8 PM and midnight"),
        (
            datetime(2026, 3, 6, 22),
            datetime(2026, 3, 7, 2),
            "from Friday, March 6 at 10 PM to Saturday, March 7 at 2 AM",
        ),
    ],
)
def test_windows_as_they_are_said(start, end, said):
    assert wording.window(start, end, TODAY, "en") == said


def test_midnight_has_its_name_in_spanish():
    said = wording.window(datetime(2026, 3, 5, 20), datetime(2026, 3, 6), TODAY, "es")
    assert said == "mañana entre las 8 de la noche y la medianoche"
