"""Talks in carriers' own words, read as they were said: what isn't money, a no, a yes, trouble on a load, details."""

from decimal import Decimal

import pytest

from bids.models import Bid
from calls.language.understanding import understand


def speak(line, *said):
    """What comes back to the last of these, each read beside what was asked before it."""
    for words in said:
        expecting = line.replies[-1].expecting
        reply = line.say(understand(words, line.listening(expecting)))
    return reply


def standing(line):
    """The bids that wait for somebody."""
    return [int(bid.amount) for bid in Bid.objects.filter(status__in=Bid.lifecycle.unfinished)]


# Figures that are no money.


@pytest.mark.parametrize(
    "words",
    [
        "eight to noon no sir can't make that i'm in reno in the morning",
        "between ten and two won't work for me",
        "forty two thousand that's too heavy for me i can only scale forty",
        "de ocho a diez no puedo estoy en reno",
    ],
)
def test_no_bid_comes_of_hours_or_weights(haggling, words):
    speak(haggling, words)

    assert not Bid.objects.exists()
    assert haggling.state["dealings"][0]["agreed"] == ""


@pytest.mark.parametrize(
    "words",
    ["i never said nineteen hundred", "whoa i didnt ask for nineteen", "yo nunca dije mil novecientos"],
)
def test_figure_that_was_never_named_leaves_no_bid(haggling, words):
    speak(haggling, "i need nineteen hundred")
    said = speak(haggling, words)

    assert standing(haggling) == []
    assert "1,900" not in said.text


def test_what_was_said_instead_takes_its_place(haggling):
    speak(haggling, "i need nineteen hundred")
    said = speak(haggling, "i never said nineteen i said twenty one hundred")

    assert standing(haggling) == [2100]
    assert said.amounts == (Decimal(1500),)


def test_figure_is_taken_back_when_it_is_read_back(haggling):
    said = speak(haggling, "i need twenty four hundred", "i could do fifteen twenty five")
    assert Decimal(1525) in said.amounts

    said = speak(haggling, "i never said fifteen twenty five i said twenty two fifty")

    assert standing(haggling) == [2250]
    assert "1,525" not in said.text
