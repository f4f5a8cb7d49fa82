"""What is understood of what was heard: tables of utterances, as people say them on the phone."""

import time
from datetime import datetime

import pytest

from calls.language.clauses import says_arrived
from calls.language.opt_out import asks_for_source, asks_to_stop
from calls.language.reading import Listening
from calls.language.understanding import understand

pytestmark = pytest.mark.sampled(100)

NOW = datetime(2026, 3, 2, 15, 10, 42)  # a Monday


def at(day, hour, minute=0):
    return datetime(2026, 3, day, hour, minute)


def time_in(heard, now):
    found = understand(heard, Listening(now=now)).time
    return found and found.replace(second=0)


TIMES = [
    # Clock times: the next one to come.
    ("I'll be there at 5", at(2, 17)),
    ("at five", at(2, 17)),
    ("around 4", at(2, 16)),
    ("about 4 o'clock", at(2, 16)),
    ("four o’clock", at(2, 16)),
    ("5ish", at(2, 17)),
    ("I should be there by 6", at(2, 18)),
    ("at 2", at(3, 2)),
    ("two thirty", at(3, 2, 30)),
    ("around 4:45", at(2, 16, 45)),
    ("Four forty-five.", at(2, 16, 45)),
    ("four forty five", at(2, 16, 45)),
    ("five oh five", at(2, 17, 5)),
    ("between 4 and 5", at(2, 16)),
    ("from 4 to 5", at(2, 16)),
    ("between 4 and 5 pm", at(2, 16)),
    ("at 3", at(3, 3)),
    ("at 3:08", at(2, 15, 8)),
    ("at 12", at(3, 0)),
    # With am or pm.
    ("2 pm", at(3, 14)),
    ("4 p.m.", at(2, 16)),
    ("4PM", at(2, 16)),
    ("4:30pm", at(2, 16, 30)),
    ("4:30 P.M. sharp", at(2, 16, 30)),
    ("6 a.m.", at(3, 6)),
    ("I am there at 5", at(2, 17)),
    ("12 pm", at(3, 12)),
    ("12 am", at(3, 0)),
    ("at 5 in the morning", at(3, 5)),
    ("around 6 in the evening", at(2, 18)),
    ("this evening around 6", at(2, 18)),
    ("tonight at 8", at(2, 20)),
    ("at 11 at night", at(2, 23)),
    ("at 1 tonight", at(3, 1)),
    ("Good morning, I'll be there at 5", at(2, 17)),
    # Parts of an hour.
    ("quarter to three", at(3, 2, 45)),
    ("a quarter to five", at(2, 16, 45)),
    ("quarter past four", at(2, 16, 15)),
    ("half past two", at(3, 2, 30)),
    ("half past 4", at(2, 16, 30)),
    ("ten to five", at(2, 16, 50)),
    ("five minutes to five", at(2, 16, 55)),
    ("twenty after four", at(2, 16, 20)),
    ("quarter to one", at(3, 0, 45)),
    # As the military says.
    ("1400 hours", at(3, 14)),
    ("1630 hours", at(2, 16, 30)),
    ("sixteen hundred", None),
    ("sixteen hundred hours", at(2, 16)),
    ("at 1630", at(2, 16, 30)),
    ("at 16:30", at(2, 16, 30)),
    ("0800 hours", at(3, 8)),
    ("around 0030", at(3, 0, 30)),
    # Names.
    ("noon", at(3, 12)),
    ("around noon tomorrow", at(3, 12)),
    ("noon tomorrow", at(3, 12)),
    ("tomorrow at noon", at(3, 12)),
    ("by midnight", at(3, 0)),
    # Days.
    ("tomorrow at 9", at(3, 9)),
    ("tomorrow at 2", at(3, 14)),
    ("tomorrow around 12", at(3, 12)),
    ("tomorrow morning around 9", at(3, 9)),
    ("tomorrow morning at 5", at(3, 5)),
    ("tomorrow afternoon at 3", at(3, 15)),
    ("tomorrow night at 10", at(3, 22)),
    ("Friday at 10 am", at(6, 10)),
    ("Wednesday at 1400", at(4, 14)),
    ("the day after tomorrow at 7 am", at(4, 7)),
    ("Monday at 8 am", at(9, 8)),
    # From now.
    ("in a couple hours", at(2, 17, 10)),
    ("a couple of hours", at(2, 17, 10)),
    ("an hour and a half", at(2, 16, 40)),
    ("about an hour", at(2, 16, 10)),
    ("in an hour or so", at(2, 16, 10)),
    ("half an hour", at(2, 15, 40)),
    ("a half hour", at(2, 15, 40)),
    ("two and a half hours", at(2, 17, 40)),
    ("2 hours and a half", at(2, 17, 40)),
    ("2.5 hours", at(2, 17, 40)),
    ("forty-five minutes", at(2, 15, 55)),
    ("45 mins out", at(2, 15, 55)),
    ("I'm about 20 minutes away", at(2, 15, 30)),
    ("ninety minutes", at(2, 16, 40)),
    ("one hour and twenty minutes", at(2, 16, 30)),
    ("2 hrs 15 min", at(2, 17, 25)),
    ("two or three hours", at(2, 18, 10)),
    ("I'm on I-35, 20 minutes out", at(2, 15, 30)),
    ("I'm running 2 hours late, be there at 6", at(2, 18)),
    ("I've been sitting here 3 hours, they say 5 pm", at(2, 17)),
    # No times.
    ("I-35", None),
    ("I'm on I-35 near exit 12", None),
    ("on I-20", None),
    ("34 degrees", None),
    ("it's at 34 degrees", None),
    ("holding at 20 degrees", None),
    ("load 48213", None),
    ("load 1400", None),
    ("mile marker 152", None),
    ("I'm at mile marker 152", None),
    ("Highway 101", None),
    ("about 12 miles west of Amarillo", None),
    ("60 miles an hour", None),
    ("I got here an hour ago", at(2, 14, 10)),
    ("I've been driving for 3 hours", None),
    ("at 34th street", None),
    ("the one at the corner", None),
    ("by one of those truck stops", None),
    ("truck 512", None),
    ("soon", None),
    ("tomorrow", None),
    ("tomorrow morning", None),
    ("by the way", None),
    ("MC 123456", None),
    ("+1 312 555 0123", None),
    ("at 99:99", None),
    ("$1.50", None),
    ("999999999999999999999 hours", None),
    ("99 hours", None),
    ("", None),
]


@pytest.mark.parametrize(("heard", "expected"), TIMES)
def test_time_is_found(heard, expected):
    assert time_in(heard, NOW) == expected


@pytest.mark.parametrize(
    ("heard", "now", "expected"),
    [
        ("at 5", datetime(2026, 3, 2, 9, 0), at(2, 17)),
        ("at 9", datetime(2026, 3, 2, 7, 0), at(2, 9)),
        ("at 5", datetime(2026, 3, 2, 17, 2), at(2, 17)),
        ("at 5", datetime(2026, 3, 2, 17, 6), at(3, 5)),
        ("noon", datetime(2026, 3, 2, 9, 0), at(2, 12)),
        ("half past two", datetime(2026, 3, 2, 13, 0), at(2, 14, 30)),
        ("quarter to three", datetime(2026, 3, 2, 13, 0), at(2, 14, 45)),
        ("two thirty", datetime(2026, 3, 2, 13, 0), at(2, 14, 30)),
        ("between 2 and 3", datetime(2026, 3, 2, 13, 0), at(2, 14)),
        ("1400 hours", datetime(2026, 3, 2, 13, 0), at(2, 14)),
        ("Monday at 8 am", datetime(2026, 3, 2, 7, 0), at(2, 8)),
        ("in 2 hours", datetime(2026, 12, 31, 23, 30), datetime(2027, 1, 1, 1, 30)),
    ],
)
def test_time_depends_on_now(heard, now, expected):
    assert time_in(heard, now) == expected


# What the law has us obey


@pytest.mark.parametrize(
    "heard",
    [
        "Stop calling.",
        "please stop calling this number",
        "quit calling me",
        "Stop calling me! I told you guys",
        "take me off your list",
        "take us off of your call list",
        "get me off this list",
        "take my number off your list",
        "remove me from your list",
        "remove my number",
        "lose my number",
        "do not call",
        "do not call me again",
        "Don't call me.",
        "don’t call this number again",
        "don't call me, sir",
        "don't call me anymore",
        "don't call me any more",
        "dont call me no more",
        "don't call me or my driver again",
        "never call me again",
        "put me on your do not call list",
        "no me llame más",
        "no me llamen",
        "no me llamen más por favor",
        "ya no me llame",
        "no me vuelvan a llamar",
        "deje de llamarme",
        "quíteme de la lista",
        "bórreme de su lista",
        "elimine mi número",
    ],
)
def test_opt_out_is_known_by_its_words(heard):
    assert asks_to_stop(heard)


@pytest.mark.parametrize(
    "heard",
    [
        "don't call me about Florida loads",
        "don't call me again about Florida",
        "stop calling me about Florida loads",
        "don't call me before eight",
        "don't call me anymore before eight",
        "don't call me until I'm loaded",
        "don't call me if it's under two thousand",
        "don't call my driver while he's driving",
        "don't call the shipper",
        "don't call me sir",
        "I don't call that a good rate",
        "I did not call you",
        "you never called me back",
        "take me off that load",
        "take that off your list of options for me",
        "take me off your email list",
        "remove me from that mailing list please",
        "quiero que me quiten de la lista de correos pero si me pueden seguir hablando",
        "I'll take it off your hands",
        "remove the tarps",
        "stop by the office",
        "where'd you get my number from",
        "no me llame antes de las ocho",
        "no me llame para Florida",
        "no me llamo Juan",
        "",
    ],
)
def test_narrower_wish_is_no_opt_out(heard):
    assert not asks_to_stop(heard)


@pytest.mark.parametrize(
    ("heard", "expected"),
    [
        ("where'd you get my number from", True),
        ("how did you get this number", True),
        ("how'd y'all get my number", True),
        ("who gave you my number", True),
        ("de dónde sacaron mi número", True),
        ("where do I get the pickup number", False),
        ("what's your number", False),
        ("who is this", False),
    ],
)
def test_question_where_the_number_is_from_is_told_from_the_rest(heard, expected):
    assert asks_for_source(heard) is expected


# At the stop


@pytest.mark.parametrize(
    ("heard", "expected"),
    [
        ("I'm here already", True),
        ("I'm at the shipper now.", True),
        ("At the receiver, backed into door 9.", True),
        ("I’m in the dock", True),
        ("Ya llegué, estoy en el muelle", True),
        ("ya estoy ahí", True),
        ("I'm here in Macon", False),
        ("I'm there at 5", False),
        ("I'll be at the shipper at six", False),
        ("I'm almost at the receiver", False),
        ("20 minutes from the shipper", False),
        ("not there yet", False),
        ("todavía no, casi ya estoy ahí", False),
        ("", False),
    ],
)
def test_arrival_is_told_from_the_way_there(heard, expected):
    assert says_arrived(heard) is expected


@pytest.mark.deep_but(6)
@pytest.mark.parametrize(
    "heard",
    [
        "a " * 50_000,
        "1" * 100_000,
        "1 " * 50_000,
        "at " * 33_000,
        "about " * 16_000 + "5x",
        "yes, " * 20_000 + "x",
        " " * 100_000,
        "half an " * 12_000,
        "12:" * 30_000,
        "an hour ago " * 8_000,
        "been " * 20_000,
        "don't call " * 9_000,
        "stop calling me " * 6_000,
        "take me off " * 8_000,
        "how get my " * 9_000,
        "no me llame " * 8_000,
        "i'm here " * 10_000,
        "\x00\ud800<script>{{ 7*7 }}",
    ],
)
def test_hostile_words_are_read_in_short_time(heard):
    started = time.process_time()

    understand(heard, Listening(now=NOW))
    asks_to_stop(heard)
    asks_for_source(heard)
    says_arrived(heard)

    assert time.process_time() - started < 5
