"""What turns ask of the database: a caller waits for each statement."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bids.models import Bid, Booking
from bids.states import BidStatus
from calls import turns
from calls.language.understanding import BuiltIn
from organizations.models import Event
from tests.factories import NOW

TRANSACTION = 2  # in tests a savepoint stands for it

# A price talk costs three to take up (one more where the lane has places), two for each answer (locked, written), and
# three with a booking (its move too). What the carrier told on earlier calls is one, once it is known who calls.
TALK = (
    # (words, statements, what comes back)
    ("Yes, this is Dana.", 7, "load"),
    ("I'm calling about load 482101.", 5, "dry van"),
    ("Yes, we have one.", 7, "$1,500"),
    ("How heavy is it?", 3, "42,000 pounds"),
    ("I'd need twenty-four fifty on that.", 11, "$1,500"),  # the first bid
    ("Can you do nineteen seventy-five?", 10, "$1,650"),
    ("What about eighteen hundred?", 10, "$1,800"),
    ("Yes, that's correct.", 17, "You're booked at $1,800"),
    ("It's dispatch at bluemesa dot com.", 5, "driver"),
    ("No, that's all, thank you, bye.", 4, "Goodbye"),
)


@pytest.fixture
def on_the_line(line, carrier, load, drawn):
    """The call of a carrier whom the agent has greeted."""
    call = line().conversation.call
    turns.begin(call, at=NOW)
    return call


def say(call, words, at=NOW):
    """A turn, with the built-in language as `live` holds it."""
    return turns.hear(call, words, at=at, language=BuiltIn())


def test_turns_ask_the_database_no_more_than_they_must(on_the_line):
    counted = []
    for position, (words, _, _) in enumerate(TALK):
        with CaptureQueriesContext(connection) as captured:
            said = say(on_the_line, words, at=NOW + timedelta(seconds=9 * position))
        assert TALK[position][2] in said.text, said.text
        counted.append((words, len(captured) - TRANSACTION))

    assert counted == [(words, statements) for words, statements, _ in TALK]
    booking = Booking.objects.get()
    assert booking.amount == 1800
    assert list(Bid.objects.get().status_changes.order_by("id").values_list("new", flat=True)) == [
        BidStatus.OPEN,
        BidStatus.COUNTERED,
        BidStatus.OPEN,
        BidStatus.COUNTERED,
        BidStatus.OPEN,
        BidStatus.ACCEPTED,
    ]


def test_telling_of_turns_takes_hardly_a_statement_more(in_acme, on_the_line):
    in_acme.event_types = ["*"]
    in_acme.save(update_fields=["event_types"])
    more = []
    for position, (words, statements, _) in enumerate(TALK):
        with CaptureQueriesContext(connection) as captured:
            say(on_the_line, words, at=NOW + timedelta(seconds=9 * position))
        more.append(len(captured) - TRANSACTION - statements)

    # An offer's event names its carrier, and a booking is told for the load: else all goes along with the turns.
    assert more == [0, 0, 0, 0, 1, 1, 1, 2, 0, 0]
    told = list(Event.objects.order_by("pk").values_list("type", flat=True))
    assert told.count("transcript") == len(TALK)
    assert told[8:13] == ["tool_calls", "bid_updated", "transcript", "tool_calls", "bid_updated"]


def test_turn_about_money_needs_no_savepoint(on_the_line):
    for words, _, _ in TALK[:5]:
        say(on_the_line, words)

    with CaptureQueriesContext(connection) as captured:
        say(on_the_line, "I'd need twenty-four fifty on that.")

    savepoints = [each["sql"] for each in captured if each["sql"].startswith("SAVEPOINT")]
    assert len(savepoints) == 1, "the transaction's own"
