"""Lines of free talks that were once misunderstood, by callers who hadn't read the code, and what they do."""

import pytest

from calls.language.model import candidates_of
from calls.language.reading import Act, Topic
from tests.calls.language.test_hearing import hear

# What was asked, our offer, the words, what is done by saying them, and what isn't.
LINES = [
    ("confirmation", None, "mt", "empty", "yes"),
    (
        "confirmation",
        None,
        "oh no no im empty im not loaded yet i dont pick up till tuesday",
        "empty",
        "loaded",
    ),
    ("reason", None, "no no sir nothing is holding me i am not late i am on time", "on_time", "late"),
    (
        "confirmation",
        None,
        "no no i said call me back if you find something dont stop calling",
        "callback",
        "opts_out",
    ),
    ("equipment", None, "no sir im hauling it already truck broke down its gonna be late", "broken_down", ""),
    ("load", None, "im already loaded on it and my turbo just went out on i ten", "on_load", ""),
    ("offer", 1825, "hold on i cant say yes without my boss", "", "agrees"),
    (
        "offer",
        2600,
        "bruh twenty six hundreds kinda mid can you do like three bands and we good",
        "counters",
        "agrees",
    ),
    ("confirmation", 2200, "alright, take it easy", "leaves", "agrees"),
    ("confirmation", 2400, "okay, so long", "leaves", "agrees"),
    ("offer", 2200, "I'm not gonna book it for that", "refuses", "agrees"),
    ("offer", 2200, "right", "yes", "agrees"),
    # An answer that begins with yes or no and goes on.
    ("confirmation", None, "yessir its wendell i got a reefer settin in nashville", "yes", "no"),
    ("confirmation", None, "thats correct and the toronto one is that still open", "yes", "no"),
    ("confirmation", 2650, "hold up not all in lumpers on you guys", "", "agrees"),
    ("confirmation", 4700, "no it aint just have a human call me", "no", "agrees"),
    ("confirmation", 1900, "no problem that works send it over", "agrees", "no"),
    ("offer", 2200, "1,975 and I'll take it", "", "counters"),
]
SPANISH = [
    ("offer", 2200, "¿qué tal 2,675?", "counters", "claims"),
    ("offer", 2200, "me llamó Schneider con 2125 dólares", "claims", "counters"),
    ("confirmation", 2500, "pues ni modo, gracias", "leaves", "agrees"),
    (
        "confirmation",
        None,
        "sí buenas tardes blue ridge vuelvo a llamar por la carga 482116",
        "asks",
        "callback",
    ),
    (
        "callback",
        None,
        "no no me tiene que llamar yo ya estoy acá en la línea dígame cuánto está pagando",
        "asks",
        "callback",
    ),
    ("offer", 2200, "un amigo me dijo que la llevó por dos mil ciento cincuenta", "claims", "counters"),
    ("offer", 2200, "todos están pagando tres mil cincuenta", "claims", "counters"),
    ("offer", 2200, "sí, pero sólo si puedo cargar mañana", "agrees_if", ""),
    ("offer", 2200, "si el recibidor me recibe el domingo, me la llevo", "agrees_if", ""),
]


@pytest.mark.parametrize(
    ("asked", "offer", "words", "done", "not_done", "language"),
    [*((*line, "en") for line in LINES), *((*line, "es") for line in SPANISH)],
)
def test_line_does_what_was_meant(asked, offer, words, done, not_done, language):
    acts = hear(words, asked, offer, language=language).acts
    assert {Act(each) for each in done.split()} <= set(acts)
    assert not {Act(each) for each in not_done.split()} & set(acts)


@pytest.mark.parametrize(
    "words",
    [
        "how soon can you send the rate con?",
        "fair enough, I hear you",
        "you want me to do it for 15 hundred",
        "I see",
    ],
)
def test_answer_to_a_read_back_that_is_no_yes_takes_nothing(words):
    assert not hear(words, "confirmation").agrees


@pytest.mark.parametrize(
    "words",
    [
        "CH Robinson's got one for $2400",
        "JB Hunt had it at twenty-four twenty-five",
        "I just heard 2,450 from a guy at Arrive",
        "we had a deal at two thousand five hundred, remember",
        "But what do I know, I only went to school till I was sixteen.",
    ],
)
def test_figure_of_somebody_else_is_no_ask(words):
    assert hear(words, "offer", 2200).own_figures == ()
    assert hear(words, "confirmation", 2200).own_figures == ()


def test_gripe_beside_a_price_is_no_condition():
    reading = hear("fuel aint free id need nineteen hunnerd to turn the key", "offer", 1675)
    assert [figure.amount for figure in reading.own_figures] == [1900]
    assert reading.conditions == ()


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("yeah its trey from blue ridge what yall payin", Topic.RATE),
        ("what time's it booked for", Topic.APPOINTMENT),
        ("alright and the drop in dallas is that appointment or first come first serve", Topic.APPOINTMENT),
    ],
)
def test_question_is_about_what_was_asked(words, topic):
    assert hear(words, "confirmation", None).asks(topic)


def test_phone_and_name_are_told_together():
    reading = hear("its manpreet uh seven one three five five five oh one eight two", "contact", None)
    assert (reading.name, reading.phone) == ("Manpreet", "7135550182")


def test_yes_amid_chatter_is_heard_and_asked_about():
    words = "back on I-40 there's a diner, best pie in three states, but yeah, sure we can do it for that"
    assert hear(words, "offer", 2200).has(Act.AGREES)
    assert not hear(words, "offer", 2200).agrees


@pytest.mark.parametrize(
    ("words", "language", "driver"),
    [
        ("driver is dragan petrovic number 312 555 0188 truck 77", "en", "Dragan Petrovic"),
        (
            "el chofer se llama yoel cabrera tres cero cinco cinco cinco cinco cero uno nueve ocho",
            "es",
            "Yoel Cabrera",
        ),
        ("el conductor es Wilmer Restrepo, celular nueve cinco cuatro", "es", "Wilmer Restrepo"),
        ("the driver is on the road", "en", ""),
        ("the driver will be my brother", "en", ""),
    ],
)
def test_driver_is_told_by_a_name_that_nobody_knows(words, language, driver):
    assert hear(words, "contact", None, language=language).driver == driver


def test_vocative_is_no_town():
    assert hear("sí chico tengo un van vacío en indianapolis", "load", None, language="es").origin is None
    assert str(hear("im in chico california", "place", None).place) == "Chico, CA"


@pytest.mark.parametrize(
    ("asked", "words", "facts"),
    [
        (
            "identity",
            "seven eight four five one two name's earl im callin on that four eight two one oh four",
            {"mc": "784512", "load": "482104", "name": "Earl"},
        ),
        (
            "identity",
            "yeah its mc six five one two oh three im lookin for somethin out of dallas headed east",
            {"mc": "651203", "origin": "Dallas, TX"},
        ),
        (
            "identity",
            "hey yeah got a van in dallas tomorrow wanting to go home to memphis what you got",
            {"place": "Dallas, TX", "destination": "Memphis, TN", "equipment": "van"},
        ),
        ("equipment", "got a fifty three step yeah", {"equipment": "step_deck"}),
        ("offer", "i just told ya nineteen nineteen hundred", {"load": ""}),
        (
            "contact",
            "that'd be big earl uh earl hutchins nine two oh triple five oh one three three",
            {"driver": "Earl Hutchins", "phone": "9205550133"},
        ),
        ("confirmation", "yessir its wendell i got a reefer settin in nashville", {"name": "Wendell"}),
    ],
)
def test_facts_beside_others_are_kept(asked, words, facts):
    meant = hear(words, asked, 1675 if asked == "offer" else None)
    assert {name: str(getattr(meant, name) or "") for name in facts} == facts


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ("es seiscientos cincuenta y un mil doscientos tres", {"mc": "651203"}),
        ("es por la cuatro ochenta y dos ciento veintiuno", {"load": "482121", "mc": ""}),
        ("ramiro guion bajo despacho arroba gmail punto com", {"email": "ramiro_despacho@gmail.com"}),
    ],
)
def test_facts_beside_others_are_kept_in_spanish(words, facts):
    meant = hear(words, "identity", None, language="es")
    assert {name: getattr(meant, name) for name in facts} == facts


@pytest.mark.parametrize(
    ("asked", "offer", "words"),
    [
        ("offer", 1175, "le hago en mil cuatrocientos y no me contesto si la caja ya esta cargada"),
        ("offer", 1225, "va incluido el detention si me tienen parado ahi en denver o es aparte"),
        ("offer", 2500, "twenty six fifty and not a penny less but i can live with friday"),
        ("confirmation", 1775, "que si es correcto ya anota los datos"),
    ],
)
def test_what_is_wondered_about_is_no_condition(asked, offer, words):
    language = "en" if "penny" in words else "es"
    assert hear(words, asked, offer=offer, language=language).conditions == ()


def test_second_question_in_a_long_turn_is_heard():
    meant = hear(
        "oh okay and whats it weigh and do they pay detention cause i sat there four hours",
        "offer",
        offer=1800,
    )
    assert {question.topic for question in meant.questions} >= {Topic.WEIGHT, Topic.DETENTION}


@pytest.mark.parametrize(
    ("words", "amount"),
    [
        ("two and a quarter gets it done", 2250),
        ("thirty-two's alright with me", 3200),
        ("seventeen oh five huh", 1705),
    ],
)
def test_model_may_choose_every_figure_that_the_grammar_reads(words, amount):
    reading = hear(words, "offer", amount)
    assert amount in {each for candidate in candidates_of(words, reading) for each in candidate.amounts}
