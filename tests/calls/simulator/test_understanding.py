"""What the simulated carriers understand of an agent's words."""

import pytest

from calls.simulator.phrases import Topic
from calls.simulator.speech import (
    amounts_of,
    clock_times_of,
    digits_of,
    is_calling_out,
    is_hold,
    is_question,
    loads_of,
    miles_of,
    rates_of,
    read_back_of,
    topics_of,
    trailer_of,
)


@pytest.mark.parametrize(
    ("heard", "topics"),
    [
        ("What is the ETA, and where are you?", [Topic.ETA, Topic.LOCATION]),
        ("Who am I speaking with?", [Topic.WHO]),
        ("Am I speaking with Mike?", [Topic.RIGHT_PERSON]),
        ("Is this Lone Star Reefer Lines LLC?", [Topic.RIGHT_PERSON]),
        ("Is that a reefer or a van?", [Topic.RIGHT_PERSON, Topic.EQUIPMENT]),
        ("What rate would you need?", [Topic.ASK_RATE]),
        ("Is this still available on your side?", [Topic.RIGHT_PERSON, Topic.AVAILABILITY]),
        ("Nothing here.", []),
        ("Can I get your MC or DOT number?", [Topic.MC]),
        ("How can I help you today?", [Topic.PURPOSE]),
        ("Which load are you calling about?", [Topic.PURPOSE]),
        ("I can't find a load with that number.", [Topic.NOT_FOUND]),
        ("That load is no longer available.", [Topic.UNAVAILABLE]),
        ("Which one would you like?", [Topic.WHICH]),
        ("Would you like to hear more about that one?", [Topic.HEAR_IT]),
        ("We're not able to move forward with that carrier.", [Topic.REFUSED]),
        ("I'll connect you with somebody from the team.", [Topic.TRANSFER]),
        ("I'm at $1,500 right now. Could you work with me on that?", [Topic.OFFER, Topic.CLOSER]),
        (
            "The best I can do on this one is $1,900. Do we have a deal?",
            [Topic.FINAL, Topic.OFFER, Topic.CONFIRM],
        ),
        ("You're booked on load 12 at $1,900.", [Topic.ACCEPTED, Topic.OFFER]),
        ("When is a good time to call you back?", [Topic.CALL_BACK_TIME]),
        ("Sorry, I didn't get that.", [Topic.REPEAT]),
        ("I don't have that here; the broker can tell you.", []),
        ("Is there anything else I can help you with?", [Topic.ANYTHING_ELSE]),
        ("¿Me da su número de MC o de DOT?", [Topic.MC]),
        ("¿Por cuál carga llama?", [Topic.PURPOSE]),
        ("No encuentro una carga con ese número.", [Topic.NOT_FOUND]),
        ("No tengo ese dato aquí.", []),
        ("Esa carga ya no está disponible.", [Topic.UNAVAILABLE]),
        ("¿Cuál prefiere?", [Topic.WHICH]),
        ("¿Quiere saber más de esa?", [Topic.HEAR_IT]),
        ("¿Tiene una caja seca para esta carga?", [Topic.EQUIPMENT]),
        ("Tengo $1,500 por esta carga. ¿Le funciona?", [Topic.OFFER, Topic.CONFIRM]),
        ("Por ahora estoy en $1,500. ¿Me puede ayudar con eso?", [Topic.OFFER, Topic.CLOSER]),
        ("Lo mejor que puedo ofrecer son $1,900. ¿Trato hecho?", [Topic.FINAL, Topic.OFFER, Topic.CONFIRM]),
        ("¿A qué hora le llamamos?", [Topic.CALL_BACK_TIME]),
        ("¿Hay algo más en que le pueda ayudar?", [Topic.ANYTHING_ELSE]),
        ("Muy bien, gracias. Que tenga buen día, adiós.", [Topic.FAREWELL]),
        ("Disculpe, no le entendí.", [Topic.REPEAT]),
        ("¿Dónde está el camión?", [Topic.LOCATION]),
    ],
)
def test_topics_are_found_in_their_order(heard, topics):
    assert topics_of(heard) == topics


def test_figures_are_found():
    assert amounts_of("Between $2,350 and 1900 dollars, not 400 miles") == [2350, 1900]
    assert amounts_of("1900 dólares") == [1900]
    assert digits_of("MC seven eight 4, oh one 2") == "784012"
    assert digits_of("siete ocho cuatro cero") == "7840"
    assert clock_times_of("from 8 AM to 12:30 p.m., or 14:05") == [480, 750, 845]
    assert clock_times_of("between 8 AM and noon") == [480, 720]
    assert miles_of("Dallas to Atlanta, 1,081 miles.") == 1081
    assert miles_of("far") is None


@pytest.mark.parametrize(
    ("heard", "rates"),
    [
        ("I have $1,500 on this one, that's $1.92 a mile.", [1500]),
        ("It's 1500 dollars, with $100,000 in cargo insurance and $50 an hour detention.", [1500]),
        ("You asked $2,000, I'm at $1,750.", [2000, 1750]),
        ("It pays $2.10 per mile.", []),
    ],
)
def test_only_prices_of_the_load_are_rates(heard, rates):
    assert rates_of(heard) == rates


@pytest.mark.parametrize(
    ("heard", "digits"),
    [
        ("I have MC 7 8 4 5 1 2. Is that right?", "784512"),
        ("That is DOT 2-784-913, correct?", "2784913"),
        ("MC number seven eight four five one two?", "784512"),
        ("Tengo MC 7 8 4 5 1 2. ¿Es correcto?", "784512"),
        ("I have 784 512, is that right?", "784512"),
        ("Can I get your MC or DOT number?", ""),
        ("Load 4 8 2 1 3 7 goes to Atlanta.", ""),
        ("What's your MC? I have load 482137 here.", ""),
    ],
)
def test_numbers_read_back_are_told_from_others(heard, digits):
    assert read_back_of(heard) == digits


def test_loads_are_found_spaced_out_or_not():
    assert loads_of("I have load 4 8 2 1 3, Dallas, and load number KM-77. Carga 4 8 2 1 3.") == [
        "48213",
        "KM-77",
    ]
    assert loads_of("load 1 2 3 and load 4 5 6") == ["123", "456"]
    assert loads_of("Which load are you calling about? The load number will do.") == []


def test_trailers_are_found():
    assert trailer_of("It takes a dry van. Do you have a 53-foot reefer for it?") == "53-foot reefer"
    assert trailer_of("¿Tiene una caja seca?") == "caja seca"
    assert trailer_of("Anything?") == ""


@pytest.mark.parametrize(
    ("heard", "is_out"),
    [
        ("Hi Mike, this is the automated assistant with Acme, calling about a load.", True),
        ("Hola, le habla el asistente automático de Acme, sobre una carga.", True),
        ("Hi, this is Acme with a check call on load 12.", True),
        ("Thank you for calling Acme. Are you calling about a load?", False),
        ("Gracias por llamar a Acme.", False),
    ],
)
def test_who_dialed_is_heard_from_the_first_words(heard, is_out):
    assert is_calling_out(heard) is is_out


def test_requests_are_questions_and_pauses_are_not():
    assert is_question("Please tell me your MC.")
    assert is_question("¿Cuál es su MC")
    assert not is_question("You're all set.")
    assert is_hold("Hold on please.")
    assert is_hold("Un momento, por favor.")
    assert not is_hold("Let me check that. What's your MC?")
