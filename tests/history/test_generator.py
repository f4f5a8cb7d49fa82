"""Made-up histories: the same for a seed, of the size asked for, and plausible."""

import io
from collections import Counter, defaultdict
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from itertools import pairwise
from random import Random
from statistics import mean
from zoneinfo import ZoneInfo

import orjson
import pytest
from django.core.management import CommandError, call_command

from bids.models import Bid, Booking
from calls.models import Conversation
from calls.states import CALL_LIFECYCLE, Tag
from carriers.models import Carrier
from config.demo.past import VERSION, lines
from config.demo.past_loads import Plan, encoded, moments, shares
from loads.models import Load
from tests.history.lines import Import

pytestmark = pytest.mark.deep

SIZES = {"days": 28, "calls": 3_000, "emails": 400, "loads": 150, "carriers": 60}
CHICAGO = ZoneInfo("America/Chicago")
MAIL_TAGS = {"rate_request", "booking_confirmation", "general_inquiry", "quote_sent", "follow_up"}


def plan(**changes):
    return Plan(**{"seed": 3, "timezone": "America/Chicago", "last": date(2026, 3, 29), **SIZES, **changes})


@pytest.fixture(scope="module")
def made():
    return [orjson.loads(line) for line in encoded(lines(plan()))]


def of_type(made, name):
    return [line for line in made if line["type"] == name]


def when(text):
    return datetime.fromisoformat(text)


def test_a_seed_always_makes_the_same():
    few = {"calls": 200, "emails": 30, "loads": 20, "carriers": 12}
    first, again, other = (list(encoded(lines(plan(seed=seed, **few)))) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    assert not {orjson.loads(line).get("externalId", "") for line in first} & {
        orjson.loads(line).get("externalId") for line in other
    }


def test_other_lines_have_another_version():
    few = plan(calls=200, emails=30, loads=20, carriers=12, bids=50)
    digest = sha256(b"".join(encoded(lines(few)))).hexdigest()[:16]
    assert (VERSION, digest) == (5, "f00367c4497b574f")


def test_who_opts_out_is_not_called_again(made):
    silent = set()
    for line in of_type(made, "call"):
        if line["direction"] == "outbound":
            assert line["toPhone"] not in silent
            silent |= {line["toPhone"]} if Tag.DO_NOT_CALL in line["contentTags"] else set()
    assert silent


@pytest.mark.parametrize("days_later", range(7))
def test_no_load_is_talked_about_before_it_is_told_of(days_later):
    few = plan(
        last=date(2026, 11, 16) + timedelta(days=days_later), days=90, calls=8, emails=8, loads=8, carriers=26
    )
    told = set()
    for line in lines(few):
        if line["type"] == "load" and "origin" in line["event"]:
            told.add(line["event"]["id"])
        asked = [line["event"]["id"]] if line["type"] == "load" else line.get("loadIds", [])
        assert told.issuperset(asked)
    assert len(told) == 8


@pytest.mark.parametrize("bids", [0, 100, 1_020, 1_133])
def test_it_has_as_many_bids_as_asked_for(bids):
    made = list(lines(plan(bids=bids)))
    assert sum(len(line.get("bids", ())) for line in made) == bids
    assert sum(line["type"] == "call" for line in made) == 3_000


def test_it_has_the_size_asked_for(made):
    assert Counter(line["type"] for line in made if line["type"] != "load") == {
        "call": 3_000,
        "emailThread": 400,
        "carrier": 60,
    }
    assert len({line["event"]["id"] for line in of_type(made, "load")}) == 150


def test_every_line_is_imported_and_the_second_time_unchanged(acme, tmp_path, made):
    run = Import(tmp_path)
    imported, _, unchanged, rejected = run(*made)
    assert (imported, unchanged, rejected) == (3_000 + 400 + 60 + 150, 0, 0)
    assert run(*made) == (0, 0, len(made), 0)
    assert Carrier.unscoped.count() == 60
    assert Load.unscoped.count() == 150


def test_the_week_breathes(made):
    calls = [when(line["createdAt"]).astimezone(CHICAGO) for line in of_type(made, "call")]
    days = Counter(at.weekday() for at in calls)
    hours = Counter(at.hour for at in calls)
    assert min(days[day] for day in range(5)) > 4 * max(days[5], days[6])
    assert hours[9] > hours[12] > hours[17] > hours[22]
    assert min(calls).date() >= date(2026, 3, 2)
    assert max(calls).date() <= date(2026, 3, 29)


def test_calls_look_like_calls(made):
    calls = of_type(made, "call")
    directions = Counter(line["direction"] for line in calls)
    assert directions["inbound"] > directions["outbound"] > 500
    assert {line["status"] for line in calls} <= set(CALL_LIFECYCLE.final)
    assert {"COMPLETED", "NO_ANSWER", "VOICEMAIL", "BUSY"} <= {line["status"] for line in calls}
    tags = {tag for line in calls for tag in line["contentTags"]}
    assert tags <= set(Tag.values)
    assert len(tags) > 15
    for line in calls:
        created, answered, ended = (
            line[name] and when(line[name]) for name in ("createdAt", "answeredAt", "endedAt")
        )
        assert created < ended
        if line["status"] in ("COMPLETED", "VOICEMAIL"):
            assert created < answered < ended < answered + timedelta(minutes=15)
        else:
            assert answered is None
        if line["status"] == "COMPLETED":
            assert line["transcript"].count("\n") >= 1
            assert line["summary"]


def test_negotiation_moves_and_agrees_below_the_ceiling(made):
    loads = {}
    for line in of_type(made, "load"):
        loads.setdefault(line["event"]["id"], line["event"])
    bids = [bid for line in made for bid in line.get("bids", ())]
    assert {bid["status"] for bid in bids} >= {"ACCEPTED", "REJECTED", "OPEN", "EXPIRED", "WITHDRAWN"}
    agreed = [bid for bid in bids if bid["agreedAt"]]
    assert all(bid["status"] == "ACCEPTED" for bid in agreed)
    assert all(bid["amount"] <= bid["firstAsk"] for bid in bids)
    assert all(bid["amount"] <= loads[bid["loadId"]]["maxRate"] for bid in agreed)
    assert 20 < mean(bid["firstAsk"] - bid["amount"] for bid in agreed) < 400
    assert 0.15 < len(bids) / 3_400 < 0.4


def test_bookings_are_of_three_kinds_and_a_load_is_booked_once(made):
    bookings = [booking for line in made for booking in line.get("bookings", ())]
    assert Counter(booking["kind"] for booking in bookings).keys() == {"e2e", "assisted", "capacity"}
    booked = Counter(booking["loadId"] for booking in bookings)
    assert max(booked.values()) == 1
    assert len(booked) > 40


def test_loads_have_a_market_by_the_mile(made):
    first = {}
    for line in of_type(made, "load"):
        first.setdefault(line["event"]["id"], line["event"])
    for event in first.values():
        rates = [event[name] for name in ("startRate", "bookNowRate", "maxRate", "customerRate")]
        assert rates == sorted(rates)
        assert 1.2 < event["customerRate"] / event["totalDistance"] < 8
        assert event["pickupTime"] < event["dropoffTime"]


def test_loads_move_on_and_only_the_last_ones_are_open(made):
    order = ["UNASSIGNED", "COVERED", "IN_TRANSIT", "DELIVERED"]
    told = defaultdict(list)
    for line in of_type(made, "load"):
        told[line["event"]["id"]].append(line["event"]["status"])
    for statuses in told.values():
        assert all(order.index(one) < order.index(other) for one, other in pairwise(statuses))
    last = Counter(statuses[-1] for statuses in told.values())
    assert last["DELIVERED"] > 100
    assert last["UNASSIGNED"] < 30
    closed = {}
    for line in lines(plan(is_open=False)):
        if line["type"] == "load":
            closed[line["event"]["id"]] = line["event"]["status"]
    assert "UNASSIGNED" not in closed.values()


def test_carriers_have_habits(made):
    carriers = {line["dotNumber"]: line for line in of_type(made, "carrier")}
    assert len({line["mcNumber"] for line in carriers.values()}) == 60
    lanes, assessed = defaultdict(set), Counter()
    origin = {line["event"]["id"]: line["event"].get("origin") for line in reversed(of_type(made, "load"))}
    for line in made:
        for bid in line.get("bids", ()):
            lanes[line["dotNumber"]].add(origin[bid["loadId"]]["city"])
            assessed[carriers[line["dotNumber"]]["ruleAssessment"]] += 1
    assert set(assessed) <= {"pass", "partial_pass"}
    assert mean(len(cities) for cities in lanes.values()) < 3


def test_threads_have_messages_in_turn(made):
    for line in of_type(made, "emailThread"):
        assert set(line["contentTags"]) <= MAIL_TAGS
        senders = [message["from"] for message in line["messages"]]
        assert 1 <= len(senders) <= 4
        assert all(one != other for one, other in pairwise(senders))


@pytest.mark.parametrize("day", [date(2026, 3, 8), date(2026, 11, 1), date(2026, 3, 9)])
def test_days_of_23_and_25_hours_have_no_moment_outside(day):
    found = moments(Random(1), day, CHICAGO, 5_000)
    assert {at.astimezone(CHICAGO).date() for at in found} == {day}
    assert all(at.tzinfo is UTC for at in found)


@pytest.mark.parametrize(("days", "total"), [(1, 0), (1, 5), (7, 3), (365, 1_000_003)])
def test_shares_sum_up(days, total):
    found = shares(Random(1), date(2026, 1, 1), days, total)
    assert (len(found), sum(found), min(found) >= 0) == (days, total, True)


def generate(*arguments):
    out, err = io.StringIO(), io.StringIO()
    call_command("generate_history", "--organization", "acme", *arguments, stdout=out, stderr=err)
    return out.getvalue()


def test_command_imports_at_once(acme):
    assert generate("--calls", "50", "--days", "3").startswith("imported 77, ")
    assert Conversation.unscoped.of(acme).by_phone().count() == 50
    assert Bid.unscoped.exists()
    assert Booking.unscoped.count() <= Bid.unscoped.count()


@pytest.mark.parametrize("name", ["made.jsonl", "made.jsonl.gz"])
def test_command_writes_a_file_that_the_import_takes(acme, tmp_path, name):
    path = tmp_path / name
    generate("--calls", "40", "--days", "3", "--until", "2026-03-10", "--output", str(path))
    assert not Conversation.unscoped.exists()
    run = Import(tmp_path)
    assert run.run(path, "--organization", "acme")[3] == 0
    assert Conversation.unscoped.by_phone().count() == 40
    local = {
        at.astimezone(CHICAGO).date() for at in Conversation.unscoped.values_list("created_at", flat=True)
    }
    assert local <= {date(2026, 3, 8), date(2026, 3, 9), date(2026, 3, 10)}


@pytest.mark.parametrize(
    "arguments",
    [
        ("--days", "0"),
        ("--calls", "-1"),
        ("--loads", "0"),
        ("--bids", "1700"),
        ("--output", "/nowhere/at/all.jsonl"),
    ],
)
def test_command_refuses_what_makes_no_history(acme, arguments):
    with pytest.raises(CommandError):
        generate(*arguments)


@pytest.mark.django_db
def test_command_needs_an_organization():
    with pytest.raises(CommandError):
        generate()
