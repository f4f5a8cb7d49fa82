"""Caps and the quiet budget, as pure rules."""

from datetime import timedelta

import pytest

from calls.calling_rules import Cap, Contact, judge_caps, judge_contact
from tests.factories import NOW

MINUTE = timedelta(minutes=1)
HALF_AN_HOUR = timedelta(minutes=30)


def minute(ago):
    return Cap("3 calls a minute", 3, MINUTE, None if ago is None else NOW - timedelta(seconds=ago))


def judge(*caps, live=0):
    return judge_caps(caps, live=live, most_live=20, at=NOW)


@pytest.mark.parametrize("ago", [None, 60, 61, 3600])
def test_cap_that_is_not_reached_lets_pass(ago):
    assert judge(minute(ago)) is None


@pytest.mark.parametrize(("ago", "wait"), [(0, 60), (1, 59), (59.999, 0.001), (-2, 62)])
def test_reached_cap_says_until_when(ago, wait):
    reason = judge(minute(ago))

    assert (reason.code, reason.retry_at) == ("call_limit_reached", NOW + timedelta(seconds=wait))
    assert "3 calls a minute" in reason.detail


def test_cap_that_lasts_longest_is_told():
    day = Cap("500 calls a day", 500, timedelta(days=1), NOW - timedelta(hours=20))

    reason = judge(minute(1), day, minute(2))

    assert reason.retry_at == NOW + timedelta(hours=4)
    assert "500 calls a day" in reason.detail


def test_live_calls_are_counted():
    assert judge(live=19) is None
    reason = judge(live=20)
    assert (reason.code, reason.retry_at) == ("call_limit_reached", None)
    assert "20" in reason.detail


def ago(minutes):
    return NOW - timedelta(minutes=minutes)


@pytest.mark.parametrize(
    ("contact", "again"),
    [
        (Contact(reported_at=ago(0)), ago(-30)),
        (Contact(reported_at=ago(29)), ago(-1)),
        (Contact(asked_at=ago(10)), ago(-20)),
        (Contact(reported_at=ago(40), asked_at=ago(10)), ago(-20)),
        (Contact(asked_at=ago(35), is_asking_number=True), None),
    ],
)
def test_fresh_answer_keeps_the_phone_quiet(contact, again):
    reason = judge_contact(contact, quiet=HALF_AN_HOUR, at=NOW)

    assert (reason.code, reason.retry_at) == ("recently_contacted", again)


@pytest.mark.parametrize(
    "contact", [Contact(), Contact(reported_at=ago(30)), Contact(asked_at=ago(30)), Contact(ago(31), ago(31))]
)
def test_old_answer_may_be_asked_for_again(contact):
    assert judge_contact(contact, quiet=HALF_AN_HOUR, at=NOW) is None


def test_budget_of_nothing_asks_as_often_as_told():
    contact = Contact(reported_at=NOW, asked_at=NOW, is_asking_number=True)

    assert judge_contact(contact, quiet=timedelta(), at=NOW) is None
