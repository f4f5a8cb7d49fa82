"""What people want, ask and tell."""

import pytest

from calls.language.people import address_of
from calls.language.reading import Act, Topic
from tests.calls.agent.understood import heard


@pytest.mark.parametrize(
    ("asked", "words", "has", "has_not"),
    [
        ("offer", "not bad, book it", "agrees", "refuses no"),
        ("offer", "why not, let's do it", "agrees", "refuses no"),
        ("offer", "no problem, book it", "agrees", "refuses no declines"),
        ("offer", "I'm not gonna book it", "refuses", "agrees yes"),
        ("offer", "can't you do any better", "asks_more", "refuses agrees"),
        ("offer", "is it palletized", "asks", "yes no"),
        ("offer", "it's the one ending in 213", "", "yes"),
        ("offer", "nah I'll pass", "declines", "yes agrees"),
        ("offer", "that's the best I can do", "firm", "asks_more agrees"),
        ("offer", "is that the best you can do", "asks_more", "firm"),
        ("offer", "I don't talk to robots", "wants_person", "yes"),
        ("offer", "don't ever call here again", "opts_out", "callback"),
        ("offer", "sorry, you have the wrong guy", "wrong_number", "no opts_out"),
        ("offer", "wait", "holds", ""),
        ("offer", "are you still there?", "repeat", "yes"),
        ("place", "I'm loaded and rolling", "loaded", "empty"),
        ("place", "they're loading me now", "", "loaded empty"),
        ("place", "when I get loaded I'll call you", "callback", "loaded"),
        ("offer", "per loaded mile", "", "loaded"),
        ("place", "no delays", "on_time", "late no"),
        ("place", "I won't make it on time", "late", "on_time"),
        ("place", "ya me descargaron", "empty", "loaded"),
        ("offer", "no me llame más", "opts_out", "callback"),
        ("offer", "¿no le puede subir un poco?", "asks_more", "refuses no"),
        ("offer", "le marco más tarde", "callback", "opts_out"),
        ("offer", "no hay problema, la tomo", "agrees", "refuses no"),
    ],
)
def test_acts_are_those_meant_and_no_others(asked, words, has, has_not):
    acts = set(heard(words, asked).acts)
    assert {Act(word) for word in has.split()} <= acts
    assert not {Act(word) for word in has_not.split()} & acts


def test_no_to_a_question_is_no_yes():
    acts = set(heard("that's not right", "confirmation", offer=None).acts)
    assert Act.NO in acts
    assert Act.YES not in acts


@pytest.mark.parametrize(
    ("words", "topic", "other"),
    [
        ("what would be the highest you'd go", Topic.CEILING, Topic.RATE),
        ("how much are you keeping", Topic.CUSTOMER_RATE, Topic.RATE),
    ],
)
def test_rates_asked_for_are_told_apart(words, topic, other):
    reading = heard(words)
    assert reading.asks(topic)
    assert not reading.asks(other)


@pytest.mark.parametrize(
    ("words", "topics"),
    [
        ("what's it weigh and when does it deliver", {Topic.WEIGHT, Topic.DELIVERY}),
        ("am I talking to a real person", {Topic.ROBOT}),
        ("I just delivered it", set()),
        ("I'm at the shipper", set()),
        ("¿a dónde va?", {Topic.DELIVERY}),
        ("¿es usted una máquina?", {Topic.ROBOT}),
    ],
)
def test_topics_are_of_questions_alone(words, topics):
    assert {question.topic for question in heard(words).questions} == topics


@pytest.mark.parametrize(
    ("words", "expecting", "name"),
    [
        ("this is Mike with Blue Ridge", "nothing", "Mike"),
        ("yeah, it's carlos", "name", "Carlos"),
        ("It's a van", "name", ""),
        ("this is ridiculous", "nothing", ""),
        ("soy Juan", "name", "Juan"),
    ],
)
def test_name_is_the_callers(words, expecting, name):
    assert heard(words, expecting).name == name


@pytest.mark.parametrize(
    ("words", "equipment"),
    [
        ("I've got a 53 foot reefer", "reefer"),
        ("not a reefer, it's a dry van", "van"),
        ("una caja seca", "van"),
        ("hello", ""),
    ],
)
def test_equipment_is_what_was_not_denied(words, equipment):
    assert heard(words).equipment == equipment


@pytest.mark.parametrize(
    ("words", "degrees"),
    [
        ("set at minus ten", -10),
        ("ten below zero", -10),
        ("it's at 34", 34),
        ("a menos diez grados", -10),
        ("53 foot reefer", None),
    ],
)
def test_temperature_has_its_sign(words, degrees):
    assert heard(words, "temperature" if degrees is not None else "offer").temperature == degrees


def test_reason_is_in_the_callers_words():
    assert heard("I'm late, there's a Wreck on 35.").reason == "there's a Wreck on 35"
    assert heard("I'm on time, no traffic").reason == ""


def test_language_is_that_of_the_words():
    assert heard("necesito dos mil quinientos").language == "es"
    assert heard("I need 2500", language="es").language == "en"
    assert heard("2500", language="es").language == "es"
    assert heard("va a oficina arroba norteno punto com", language="es").language == "es"
    assert heard("we got a van for you", language="es").language == "en"


@pytest.mark.parametrize("asked", ["identity", "load", "bol", "confirmation", "time"])
@pytest.mark.parametrize("words", ["ten four", "10-4", "yeah ten four", "ten four sir"])
def test_ten_four_is_no_number(words, asked):
    found = heard(words, asked)

    assert [found.mc, found.digits, found.load, found.bol, found.time] == ["", "", "", "", None]


def test_ten_four_amid_a_number_is_one():
    assert heard("ten four five six one", "identity").mc == "104561"


@pytest.mark.parametrize(
    "words",
    [
        "pine hill loads no spaces at gmail dot com",
        "pine hill loads all run together at gmail",
        "pinehill loads all lower case at g mail dot com",
    ],
)
def test_how_an_address_is_written_is_no_part_of_it(words):
    assert address_of(words.split()) == "pinehillloads@gmail.com"


def test_trailer_with_a_spread_axle_is_a_flatbed():
    assert heard("forty eight foot spread axle", "equipment").equipment == "flatbed"


def test_number_to_be_lost_otherwise_is_a_price_and_no_wish():
    found = heard("five grand or lose my number")

    assert Act.OPTS_OUT not in found.acts
    assert [each.amount for each in found.figures] == [5000]
    assert Act.OPTS_OUT in heard("just lose my number").acts


def test_article_after_thousands_is_no_figure():
    assert [each.amount for each in heard("quiero cuatro mil y un layover", language="es").figures] == [4000]
