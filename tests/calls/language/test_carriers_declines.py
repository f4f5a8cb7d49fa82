"""How carriers let a load go, and what only sounds so."""

from datetime import datetime
from decimal import Decimal

import pytest

from calls.language.reading import Act, Expecting, Listening, Topic
from calls.language.understanding import understand


def hear(words, language="en", asked=Expecting.OFFER):
    listening = Listening(
        expecting=asked,
        now=datetime(2026, 11, 26, 10),
        language=language,
        offer=Decimal(1500),
        miles=Decimal(781),
    )
    return understand(words, listening)


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("i'll let it go thank you", "en"),
        ("no sir not at fifteen hundred i'll let it go thank you", "en"),
        ("i'm gonna let that one go", "en"),
        ("let somebody else haul it", "en"),
        ("nah i'll let somebody else run it then", "en"),
        ("we'll pass on that one", "en"),
        ("i don't need it i'm passing bye", "en"),
        ("find somebody else for it", "en"),
        ("ya no la quiero", "es"),
        ("ya no gracias", "es"),
        ("que la agarre otro", "es"),
        ("esa no me sirve", "es"),
        ("chicago no me sirve", "es"),
        ("mejor la dejo pasar", "es"),
    ],
)
def test_load_is_let_go(words, language):
    heard = hear(words, language)

    assert heard.is_sure_of(Act.DECLINES)
    assert not heard.has(Act.REFUSES, Act.ASKS_MORE, Act.CALLBACK, Act.AGREES)


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("i'd let it go for nineteen hundred", "en"),
        ("i'll pass unless you can do two thousand", "en"),
        ("can you come up or i'll pass", "en"),
        ("i don't want it for less than two thousand", "en"),
        ("let me run it by my driver", "en"),
        ("no me sirve a ese precio", "es"),
        ("con eso no me sirve necesito dos mil", "es"),
        ("se la dejo en dos mil", "es"),
        ("la dejo en mil ochocientos", "es"),
    ],
)
def test_load_is_kept(words, language):
    assert not hear(words, language).has(Act.DECLINES)


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("that's too far anything nearer", "en"),
        ("too far for me you got anything closer to home", "en"),
        ("no got something going to houston", "en"),
        ("way too far you got anything else around here", "en"),
        ("esta muy lejos no tiene algo mas cerca", "es"),
        ("no señor chicago no me sirve tiene algo pa dallas", "es"),
    ],
)
def test_another_load_is_asked_for_instead(words, language):
    heard = hear(words, language)

    assert heard.has(Act.DECLINES)
    assert heard.asks(Topic.OTHER_LOADS)


def test_thanks_for_the_call_ask_for_none():
    assert not hear("we'll pass i appreciate the call").has(Act.CALLBACK)
    assert hear("we'll pass but call me back if it goes up").has(Act.CALLBACK)
