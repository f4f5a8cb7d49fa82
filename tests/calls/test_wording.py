"""How calls read on a page."""

import pytest

from calls.wording import actor_words, facts_of, tag_words, tags_beside, unspelled


def told(data):
    return [(label, value) for label, value, _ in facts_of(data)]


def test_facts_of_a_call_read_as_people_write_them():
    data = {
        "rounds": 2,
        "outcome": "not_qualified",
        "agreedAmount": 1900,
        "callbackTime": "2026-11-23T14:00",
        "callbackPhone": "+16145550183",
        "callbackTimezone": "America/Detroit",
        "details": {"emptyAt": "2026-11-23T14:00", "driverPhone": "4175550171"},
        "notQualifiedReason": "No authority.",
    }

    assert told(data) == [
        ("Outcome", "Carrier not approved"),
        ("Reason", "No authority."),
        ("Agreed rate", "$1,900"),
        ("Negotiation rounds", "2"),
        ("Call back", "Nov 23, 2:00 PM EST, (614) 555-0183"),
        ("For the rate con", "Empty: Nov 23, 2:00 PM, Driver’s phone: (417) 555-0171"),
    ]


@pytest.mark.parametrize(
    ("data", "facts"),
    [
        ({"emptyAt": "2026-11-24", "emptyPlace": "Abilene, TX"}, [("Empty", "Nov 24 in Abilene, TX")]),
        ({"callbackTime": None, "callbackPhone": None, "callbackTimezone": None}, []),
        ({"callbackTime": "2026-11-23"}, [("Call back", "Nov 23")]),
        ({"callbackTime": "Tuesday-ish", "callbackTimezone": "Mars"}, [("Call back", "Tuesday-ish")]),
        ({"outcome": "We’ll see, maybe"}, [("Outcome", "We’ll see, maybe")]),
        ({"gatePhone": "ask at the gate"}, [("Gate phone", "ask at the gate")]),
        ({"tipAmount": "none"}, [("Tip amount", "none")]),
        ({"loads": [{"loadId": "7", "outcome": "bid"}]}, [("Loads", "Load: 7, Outcome: Offer made")]),
    ],
)
def test_what_cannot_be_formatted_stands_as_it_is(data, facts):
    assert told(data) == facts


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Load 4 8 2 1 1 4 at $1,900.", "Load 482114 at $1,900."),
        ("Load 4 8 2 1 0 1, Dallas to Atlanta.", "Load 482101, Dallas to Atlanta."),
        ("I have MC 6 2 1 9 0 4. Is that right?", "I have MC 621904. Is that right?"),
        ("Load B-4 8 2 goes at 2 PM.", "Load B-482 goes at 2 PM."),
        ("It's $1,500 2 3 times.", "It's $1,500 2 3 times."),
        ("Between 3 PM and 7 PM, 781 miles.", "Between 3 PM and 7 PM, 781 miles."),
    ],
)
def test_numbers_are_shown_as_they_are_written(said, shown):
    assert unspelled(said) == shown


def test_load_that_was_pitched_is_no_opportunity():
    assert tag_words("new_opportunity") == "Outbound sales call"
    assert tags_beside(["new_opportunity", "negotiation"], "NO_ANSWER") == ["Negotiation"]
    assert tags_beside(["new_opportunity"], "COMPLETED") == ["Outbound sales call"]
    assert tag_words("rate_rejected") == "No deal on rate"


@pytest.mark.parametrize(
    ("actor", "words"),
    [
        ("system:worker", ""),
        ("system:outreach", "by the agent"),
        ("token:3", "by your TMS"),
        ("user:4", "by a person"),
    ],
)
def test_nobody_is_called_loadline(actor, words):
    assert actor_words(actor) == words
