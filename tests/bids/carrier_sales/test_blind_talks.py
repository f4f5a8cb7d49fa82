"""What went wrong in talks with callers who didn't know the agent: what was understood, and then lost."""

from datetime import datetime
from decimal import Decimal

from calls.language.reading import Act, Expecting, Listening, Topic
from calls.language.understanding import understand
from tests.bids.carrier_sales.conftest import means


def test_hour_they_come_at_hangs_on_nothing():
    listening = Listening(expecting=Expecting.OFFER, now=datetime(2026, 3, 2, 9), offer=Decimal(2975))
    words = "alright thirty two fifty and i can be there at noon right when they open"

    assert understand(words, listening).conditions == ()


def test_reimbursed_lumper_is_a_condition():
    listening = Listening(expecting=Expecting.OFFER, now=datetime(2026, 3, 2, 9), offer=Decimal(2975))

    assert understand("three thousand and you reimburse the lumper", listening).conditions


def test_other_day_than_the_windows_is_no_fit(haggling):
    words = "hm drop at six pm on a saturday can he deliver early like wednesday night or is that firm"
    said = haggling.say(means(words, Act.ASKS, Topic.FLEXIBILITY))

    assert "works" not in said.text.partition(".")[0]
    assert "I'll ask the broker about that" in said.text
    assert haggling.state["questions"] == [words]
