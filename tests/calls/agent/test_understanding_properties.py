"""What holds for anything that can be heard."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calls.language.number_words import figures, plain
from calls.language.reading import Expecting, Reading, Role
from tests.calls.agent.understood import heard

WORDS = [
    "no", "one", "two", "oh", "a", "the", "in", "to", "from", "24", "$2,450", "2.5", "hundred",
    "thousand", "and", "half", "i", "can't", "do", "it", "for", "less", "than", "mile", "more", "mc",
    "load", "number", "uno", "dos", "y", "de", "la", "mil", "sorry", ",", ".", "?", "-", "'", ":", "at",
    "by", "up", "loaded", "not", "is", "your", "max", "call", "me", "back", "stop", "how", "much",
    "fifteen", "twenty-four", "fifty", "grand", "bucks", "over", "under", "2300", "works", "book",
    "Dallas", "TX", "tomorrow", "pm", "degrees", "minus", "miles", "I-40",
]  # fmt: skip
SENTENCES = st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join)
MILES = 1_010  # of the load that `heard` is about
EXPECTING = st.sampled_from([each.value for each in Expecting])


@settings(max_examples=300)
@given(words=st.one_of(st.text(max_size=300), SENTENCES), expecting=EXPECTING)
def test_anything_can_be_heard(words, expecting):
    meaning = heard(words, expecting)
    assert isinstance(meaning, Reading)
    assert meaning.text == words


@pytest.mark.deep
@settings(max_examples=300)
@given(words=SENTENCES, expecting=EXPECTING)
def test_digits_of_a_sum_were_said(words, expecting):
    said = re.sub(r"\D", "", figures(plain(words), "en"))
    for money in heard(words, expecting).own_figures:
        assert 0 < money.amount <= 1_000_000
        if money.role != Role.ON_TOP:  # "ten cents more a mile" is worked out
            # "Two a mile at most" of 1,010 miles is 2,020.
            named = [money.amount, *([money.amount / MILES] if "mile" in words else [])]
            assert any(re.sub(r"\D", "", f"{each.normalize():f}").strip("0") in said for each in named)


@pytest.mark.deep
@settings(max_examples=100)
@given(
    figure=st.integers(1, 99_999),
    frame=st.sampled_from(
        [
            "I'm {} miles out", "it weighs {} pounds", "MC {}", "load number {}", "exit {}", "I-{}", "{} pallets",
            "{} degrees",
            "truck {}", "{} feet", "{} minutes", "mile marker {}", "son {} millas", "pesa {} libras",
        ]
    ),
)  # fmt: skip
def test_figure_with_its_own_unit_is_never_money(figure, frame):
    assert heard(frame.format(figure)).own_figures == ()


@pytest.mark.deep
@settings(max_examples=100)
@given(amount=st.integers(1000, 9999).map(lambda number: number - number % 5))
def test_sum_in_full_is_read_as_it_is(amount):
    for words in (f"I need {amount}", f"${amount:,}", f"how about {amount} dollars", f"necesito {amount}"):
        if amount != 2300:
            assert [each.amount for each in heard(words).own_figures] == [amount], words


def test_miles_said_back_are_no_sum_unless_they_are_wanted():
    assert heard("1010").own_figures == heard("that's 1010").own_figures == ()
    assert [each.amount for each in heard("I need 1010").own_figures] == [1010]


@pytest.mark.deep
@settings(max_examples=100)
@given(amount=st.integers(1150, 4600).map(lambda number: number - number % 50))
def test_shorthand_beside_the_offer_is_read_in_full(amount):
    hundreds, rest = divmod(amount, 100)
    words = f"{hundreds} {rest}" if rest else f"{hundreds} hundred"
    if amount != 2300:
        assert [each.amount for each in heard(words).own_figures] == [amount]


@pytest.mark.deep_but(4)
@pytest.mark.parametrize(
    "piece", ["1", "a ", "oh ", "no ", ", ", "' ", "$", "24 ", "one two ", "?", "in ", "not 24 "]
)
def test_long_drone_is_read_in_no_time(piece):
    words = (piece * 5000)[:5000]
    heard("hello in Dallas")  # the towns are loaded once
    started = time.process_time()
    heard(words)
    assert time.process_time() - started < 1


def seconds(work):
    """CPU seconds of the quickest of five rounds of ten."""
    rounds = []
    for _ in range(5):
        started = time.process_time()
        for _ in range(10):
            work()
        rounds.append(time.process_time() - started)
    return min(rounds)


def test_ordinary_turn_takes_no_longer_than_counting_to_some_thousands():
    """About a millisecond: a few times what this machine takes to add up 20,000 squares, however fast it is."""
    words = "Yeah, I'd need twenty-four fifty on that one and I can be in Dallas, Texas by tomorrow morning, say nine"
    heard(words)

    assert seconds(lambda: heard(words)) < 10 * seconds(lambda: sum(each * each for each in range(20_000)))
