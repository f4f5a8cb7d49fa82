"""What people want, ask and tell."""

import pytest

from calls.agent.meaning import Intent, Topic
from tests.calls.agent.understood import heard


@pytest.mark.parametrize(
    ("words", "has", "has_not"),
    [
        ("not bad, book it", "deal", "no"),
        ("why not, let's do it", "deal", "no"),
        ("no problem, book it", "deal", "no decline"),
        ("that's not right", "no", "yes"),
        ("I'm not gonna book it", "no", "deal yes"),
        ("can't you do any better", "asks_more", "no deal"),
        ("is it palletized", "", "yes no"),
        ("it's the one ending in 213", "", "yes"),
        ("nah I'll pass", "decline", "yes deal"),
        ("that's the best I can do", "firm", "asks_more deal"),
        ("is that the best you can do", "asks_more", "firm"),
        ("what would be the highest you'd go", "asks_ceiling", "asks_rate"),
        ("how much are you keeping", "asks_customer_rate", "asks_rate"),
        ("I don't talk to robots", "wants_person", "yes"),
        ("don't ever call here again", "opt_out", "call_back"),
        ("sorry, you have the wrong guy", "wrong_number", "no opt_out"),
        ("wait", "hold", ""),
        ("are you still there?", "repeat", "yes"),
        ("I'm loaded and rolling", "loaded", "empty"),
        ("they're loading me now", "", "loaded empty"),
        ("when I get loaded I'll call you", "call_back", "loaded"),
        ("per loaded mile", "", "loaded"),
        ("no delays", "on_time", "delayed no"),
        ("I won't make it on time", "delayed", "on_time"),
        ("ya me descargaron", "empty", "loaded"),
        ("no me llame más", "opt_out", "call_back"),
        ("¿no le puede subir un poco?", "asks_more", "no"),
        ("le marco más tarde", "call_back", "opt_out"),
        ("no hay problema, la tomo", "deal", "no"),
    ],
)
def test_intents_are_those_meant_and_no_others(words, has, has_not):
    intents = heard(words).intents
    assert {Intent(word) for word in has.split()} <= intents
    assert not {Intent(word) for word in has_not.split()} & intents


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
    assert heard(words).topics == topics


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
    assert heard(words, "temperature" if degrees is not None else "amount").temperature == degrees


def test_reason_is_in_the_callers_words():
    assert heard("I'm late, there's a Wreck on 35.").reason == "there's a Wreck on 35"
    assert heard("I'm on time, no traffic").reason == ""


def test_language_is_that_of_the_words():
    assert heard("necesito dos mil quinientos").language == "es"
    assert heard("I need 2500", language="es").language == "en"
    assert heard("2500", language="es").language == "es"
