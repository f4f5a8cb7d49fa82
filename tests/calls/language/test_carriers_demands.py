"""What carriers ask for in so many words, where a rate's papers go, and addresses at providers that all may use."""

from datetime import datetime

import pytest

from calls.language.people import address_of
from calls.language.reading import Act, Expecting, Listening
from calls.language.understanding import understand

NOW = datetime(2026, 11, 26, 13, 40)


def heard(words, expecting=Expecting.OFFER, *, language="en", offer=1775):
    return understand(
        words, Listening(expecting=expecting, now=NOW, language=language, offer=offer, miles=967)
    )


@pytest.mark.parametrize(
    ("words", "language", "amount"),
    [
        ("thats what a dollar eighty something a mile nah you gotta get me to two grand", "en", 2000),
        ("seventeen seventy five is light man yall have to give me twenty one hundred", "en", 2100),
        ("mil setecientos es muy poco me tiene que pagar dos mil cien", "es", 2100),
    ],
)
def test_what_is_demanded_beside_a_rate_is_their_own_price(words, language, amount):
    assert [each.amount for each in heard(words, language=language).own_figures] == [amount]


@pytest.mark.parametrize(
    "words",
    ["my cousin got two grand out of there last week", "coyote pays two grand on that lane every day"],
)
def test_what_others_pay_is_no_demand(words):
    assert heard(words).own_figures == ()


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("ok i'll take it but i need that rate con sent to dispatch at leonard transport dot com", "en"),
        ("yeah book it i want the rate con emailed over to my office", "en"),
    ],
)
def test_where_the_papers_go_is_no_condition(words, language):
    said = heard(words, language=language)

    assert said.conditions == ()
    assert said.has(Act.AGREES)
    assert not said.has(Act.AGREES_IF)


@pytest.mark.parametrize(
    "words",
    [
        "i'll take it but i need the rate con first",
        "i'll take it but i need that rate con sent to me before i send him",
        "i'll take it but i need the rate con sent over with the detention on it",
        "i'll take it but i need the rate con sent over if they load me by ten",
    ],
)
def test_papers_that_come_first_are_a_condition(words):
    said = heard(words)

    assert said.conditions
    assert not said.agrees


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("send it to the office blue ridge dispatch at gmail dot com", "blueridgedispatch@gmail.com"),
        ("the email is high plains loads at yahoo dot com", "highplainsloads@yahoo.com"),
        ("dispatch at leonard transport dot com", "dispatch@leonardtransport.com"),
        ("el correo es rio bravo despacho arroba gmail punto com", "riobravodespacho@gmail.com"),
    ],
)
def test_companys_words_belong_to_an_address_that_anybody_may_have(words, address):
    assert heard(words, Expecting.CONTACT).email == address


def test_address_that_isnt_sure_isnt_kept():
    words = "well they all been using some blue ridge mountain dispatch at gmail dot com"

    assert heard(words, Expecting.CONTACT).email != "dispatch@gmail.com"


def test_everybody_knows_how_gmail_ends():
    assert (
        address_of(["cascade", "flatbed", "all", "one", "word", "at", "gmail"]) == "cascadeflatbed@gmail.com"
    )
    assert address_of(["cascade", "flatbed", "all", "one", "word", "at", "peach"]) == ""
