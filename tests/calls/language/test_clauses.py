"""Conditions and reasons, kept in the caller's words."""

import pytest

from calls.language.asides import read_asides
from calls.language.clauses import MAX_REASON, read_conditions, read_reason
from calls.language.number_words import plain
from calls.language.reading import Act, Expecting


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("I'll take it if they load me by ten", "if they load me by ten"),
        ("as long as it's drop and hook, yeah", "as long as it's drop and hook"),
        ("only if you guys eat the lumper", "only if you guys eat the lumper"),
        ("Fine, provided there's no tracking.", "provided there's no tracking"),
        ("If it goes Friday, then okay", "If it goes Friday"),
        ("2200 plus a hundred a stop", "plus a hundred a stop"),
        ("sí, siempre y cuando me den detention", "siempre y cuando me den detention"),
        ("la jalo si me cargan antes de mediodía", "si me cargan antes de mediodía"),
        ("if you don't mind me asking", ""),
        ("what if they unload me late", ""),
        ("let me see if my driver can", ""),
        ("i was wondering if it's still there", ""),
        ("let me know if it opens up", ""),
        ("if you can get me to two thousand", ""),
    ],
)
def test_conditions(words, wanted):
    assert read_conditions(plain(words), words) == ((wanted,) if wanted else ())


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("seventeen and you cover the lumper", "and you cover the lumper"),
        ("sixteen but i need the detention in writing", "but i need the detention in writing"),
        ("4200 and he'll leave tonight", ""),
    ],
)
def test_beside_a_price_more_is_a_condition(words, wanted):
    assert read_conditions(words, words, (Act.COUNTERS,)) == ((wanted,) if wanted else ())
    assert read_conditions(words, words, (Act.ASKS,)) == ()


@pytest.mark.parametrize(
    ("asked", "words", "acts", "wanted"),
    [
        ("place", "Near Omaha, he's stuck behind a wreck.", (Act.LATE,), "he's stuck behind a wreck"),
        ("time", "he'll be late because of the bridge", (Act.LATE,), "the bridge"),
        ("place", "se me ponchó una llanta", (Act.BROKEN_DOWN,), "se me ponchó una llanta"),
        ("offer", "it's Chicago, you know what traffic's like", (Act.COUNTERS,), ""),
        ("offer", "who pays the lumper?", (Act.ASKS,), ""),
        ("place", "traffic's light, on time", (Act.ON_TIME,), ""),
        ("reason", "my kid got sick", (), "my kid got sick"),
        ("reason", "a deer", (), "a deer"),
        ("reason", "somebody stole my lunch", (), "somebody stole my lunch"),
        ("reason", "i ain't late", (Act.ON_TIME,), ""),
        ("reason", "i don't know, ask my dispatcher", (Act.UNSURE,), ""),
        ("reason", "huh what?", (Act.REPEAT,), ""),
    ],
)
def test_reasons_only_where_something_is_late(asked, words, acts, wanted):
    assert read_reason(plain(words), words, Expecting(asked), acts) == wanted


def test_a_reason_has_an_end():
    words = "traffic " * 200
    assert len(read_reason(words, words, Expecting.REASON)) <= MAX_REASON


@pytest.mark.parametrize("text", ["", "if " * 600, "because " * 250, ", " * 1000, "so late " * 250])
def test_nothing_that_is_heard_raises(text):
    for asked in Expecting:
        read_reason(text, text, asked, (Act.LATE,))
    read_conditions(text, text, (Act.COUNTERS,))


def test_spanish_si_without_its_accent_is_a_yes_a_denial_or_a_question_unless_others_are_to_do_something():
    told = {
        "si ya te dije que si esta correcto": "",
        "bueno si este soy la esposa del dispatcher": "",
        "veinticinco cincuenta ultima y si no le hablo a otro broker": "",
        "pos cual entrada si ni he llegado": "",
        "que si ya me aparto la carga o me tienen que llamar": "",
        "si me la aparta por favor": "",
        "si me manda el rate con al correo": "",
        "si me cargan antes de las diez la agarro": "si me cargan antes de las diez la agarro",
        "si me dan detention": "si me dan detention",
        "esta bien si me cargan hoy": "si me cargan hoy",
        "la tomo si ustedes ponen el transfer": "si ustedes ponen el transfer",
    }
    for words, condition in told.items():
        assert " ".join(read_conditions(words, words, (Act.AGREES_IF,))) == condition, words


@pytest.mark.parametrize(
    ("words", "is_dropped"),
    [
        ("si oiga pero yo no le puse ninguna condicion", True),
        ("si correcto y ya sin condicion", True),
        ("cual condicion yo no puse condicion", True),
        ("what condition i didnt ask for nothin", True),
        ("cual condicion si yo no le pedi nada", True),
        ("what was the condition again i didnt catch it", False),
        ("olvídese de la condición", True),
        ("i never put no condition on it", True),
        ("no conditions just book it", True),
        ("no, con la condicion que me paguen", False),
        ("sin esa condicion no la muevo", False),
        ("no quite la condicion", False),
        ("didn't you hear my condition", False),
        ("shes in no condition to drive", False),
    ],
)
def test_condition_is_taken_back_by_who_says_that_there_is_none(words, is_dropped):
    assert bool(read_asides(words).dropped) == is_dropped


@pytest.mark.parametrize(
    "words",
    [
        "es con cita o por orden",
        "con cita o por orden de llegada",
        "dos mil novecientos y dime si es con cita en la entrega o por orden de llegada",
        "si es con cita o por orden",
        "is it by appointment or first come first served",
        "is it first come first served or by appointment",
    ],
)
def test_appointment_or_first_come_is_no_condition(words):
    assert read_conditions(words, words, (Act.AGREES_IF,)) == ()


@pytest.mark.parametrize(
    "words", ["si me dan cita en la mañana la agarro", "if i get an appointment friday i'm in"]
)
def test_appointment_that_is_asked_for_is_a_condition(words):
    assert read_conditions(plain(words), words, (Act.AGREES_IF,))
