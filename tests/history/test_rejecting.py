"""A bad line stops nothing, changes nothing, and is told of with its reason; nothing in a file makes a crash."""

import dataclasses

import pytest

from bids.models import Bid
from calls.models import Conversation
from carriers.models import Carrier
from config import history_files
from loads.models import Load
from organizations.models import AuditEntry
from tests.history.lines import BID, BOOKING, CALL, CARRIER, LOAD, THREAD, bid, but, event

DEEP = b'{"type":"call","x":' + b"[" * 5_000 + b"]" * 5_000 + b"}\n"
HOSTILE = {
    "no JSON": (b"nonsense\n", "Not JSON"),
    "half a line": (b'{"type":"call"\n', "Not JSON"),
    "an array": (b"[1]\n", "object"),
    "a number": (b"5\n", "object"),
    "null": (b"null\n", "object"),
    "no UTF-8": (b'{"type":"call","externalId":"\xff\xfe"}\n', "UTF-8"),
    "UTF-16": ('{"type":"call"}'.encode("utf-16") + b"\n", "UTF-8"),
    "U+0000": (b'{"type":"call","externalId":"a\\u0000b"}\n', "U+0000"),
    "a raw zero byte": (b'{"type":"call","externalId":"a\x00b"}\n', "Not JSON"),
    "zero bytes alone": (b"\x00" * 5_000 + b"\n", "Not JSON"),
    "U+0000 in a key": (b'{"type":"call","a\\u0000":1}\n', "U+0000"),
    "half a character": (b'{"type":"call","externalId":"\\ud800"}\n', "surrogate"),
    "NaN": (b'{"type":"call","dotNumber":NaN}\n', "NaN"),
    "Infinity": (b'{"type":"call","dotNumber":-Infinity}\n', "Infinity"),
    "overflow": (b'{"type":"call","dotNumber":1e400}\n', "range"),
    "a huge integer": (b'{"type":"call","dotNumber":' + b"9" * 5_000 + b"}\n", "64 bits"),
    "a key twice": (b'{"type":"call","type":"load"}\n', "Duplicate key"),
    "too deep": (DEEP, "levels"),
    "too many values": (b'{"type":"call","x":[' + b"1," * 20_000 + b"1]}\n", "values"),
    "no type": (b"{}\n", "type"),
    "an unknown type": (b'{"type":"truck"}\n', "type"),
    "a type that is no text": (b'{"type":["call"]}\n', "type"),
}


@pytest.mark.deep_but(6)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_line_is_rejected_and_its_neighbours_are_not(run, name):
    line, reason = HOSTILE[name]
    assert run(CALL, line, CARRIER) == (2, 0, 0, 1)
    (row,) = run.rejected
    assert row["line"] == 2
    assert reason in row["reason"]
    assert set(row) == {"line", "reason", "raw"}
    assert run.code == 1


WRONG = {
    "no key": (but(CALL, externalId=...), "externalId: This field is required."),
    "an empty key": (but(CALL, externalId="  "), "externalId: May not be empty."),
    "a null key": (but(CALL, externalId=None), "externalId: May not be null."),
    "a number as key": (but(CALL, externalId=5), "externalId: Expected a string."),
    "an endless key": (but(CALL, externalId="x" * 201), "externalId: At most 200 characters."),
    "no status": (but(CALL, status=...), "status: This field is required."),
    "a call that still runs": (but(CALL, status="IN_PROGRESS"), "status: Must be one of: COMPLETED,"),
    "no direction": (but(CALL, direction="sideways"), "direction: Must be one of: inbound, outbound."),
    "no offset": (but(CALL, createdAt="2026-03-02T15:04:05"), "createdAt: The offset is missing"),
    "no such day": (but(CALL, createdAt="2026-02-30T15:04:05Z"), "createdAt: Expected a date"),
    "a year too far": (but(CALL, createdAt="9999-12-31T23:59:59-10:00"), "createdAt: Expected a date"),
    "a moment as number": (but(CALL, answeredAt=1), "answeredAt: Expected a date"),
    "an end before the answer": (but(CALL, endedAt="2026-03-02T15:00:00Z"), "endedAt: Must not be before"),
    "no phone": (but(CALL, fromPhone="call me"), "fromPhone: Expected a phone number"),
    "a tag with a comma": (but(CALL, contentTags=["a,b"]), "contentTags: A tag can't contain a comma."),
    "a tag too long": (but(CALL, contentTags=["x" * 41]), "contentTags: At most 40 characters."),
    "tags of numbers": (but(CALL, contentTags=[1]), "contentTags: Expected a string."),
    "load ids of numbers": (but(CALL, loadIds=[1]), "loadIds.0: Expected a string."),
    "a load id": (but(CALL, loadIds="L-1"), "loadIds: Expected an array."),
    "a text as DOT": (but(CALL, dotNumber="1234567"), "dotNumber: Expected a whole number."),
    "half a DOT": (but(CALL, dotNumber=1.5), "dotNumber: Expected a whole number."),
    "DOT zero": (but(CALL, dotNumber=0), "dotNumber: Must be from 1"),
    "a number as MC": (but(CALL, mcNumber=123456), "mcNumber: Expected a string."),
    "an MC too long": (but(CALL, mcNumber="1" * 11), "mcNumber: Expected the digits"),
    "an MC of words": (but(CALL, mcNumber="none"), "mcNumber: Expected the digits"),
    "yes": (but(CALL, transferred="yes"), "transferred: Expected true or false."),
    "an assessment": (but(CALL, carrierHwRulesAssessment="good"), "carrierHwRulesAssessment: Must be one of"),
    "a bid that is none": (but(CALL, bids=[5]), "bids.0: Expected an object."),
    "a bid without load": (but(CALL, bids=[BID, bid(loadId=...)]), "bids.1.loadId: This field is required."),
    "a text as amount": (but(CALL, bids=[bid(amount="2250")]), "bids.0.amount: Expected a number."),
    "a debt": (but(CALL, bids=[bid(firstAsk=-1)]), "bids.0.firstAsk: Must not be less than 0."),
    "a fortune": (but(CALL, bids=[bid(amount=10**9)]), "bids.0.amount: At most 9 digits"),
    "a bid's status": (but(CALL, bids=[bid(status="WON")]), "bids.0.status: Must be one of"),
    "a bid twice": (
        but(CALL, bids=[bid(externalId="b"), bid(externalId="b")]),
        "bids.1.externalId: Another bid",
    ),
    "a booking's kind": (but(CALL, bookings=[BOOKING | {"kind": "x"}]), "bookings.0.kind: Must be one of"),
    "a booking without moment": (
        but(CALL, bookings=[but(BOOKING, bookedAt=...)]),
        "bookings.0.bookedAt: This field is required.",
    ),
    "a message from nobody": (
        but(THREAD, messages=[{"sentAt": "2026-03-02T15:04:05Z"}]),
        "messages.0.from: This field is required.",
    ),
    "recipients as text": (
        but(THREAD, messages=[THREAD["messages"][0] | {"to": "a@b"}]),
        "messages.0.to: Expected an array.",
    ),
    "a carrier without numbers": (but(CARRIER, dotNumber=None, mcNumber=""), "dotNumber: A carrier needs"),
    "half a truck": (but(CARRIER, fleetsize=1.5), "fleetsize: Expected a whole number."),
    "a fleet of billions": (but(CARRIER, fleetsize=2**31), "fleetsize: Must be from 0"),
    "a load without event": ({"type": "load"}, "event: This field may not be null."),
    "an event that is none": ({"type": "load", "event": "L-1"}, "event: Expected an object."),
    "an event without id": (event(id=None), "event.id: This field may not be null."),
    "an event's offset": (
        event(pickupTime="2026-03-04T08:00:00Z"),
        "event.pickupTime: Local times have no UTC offset",
    ),
    "an event's rate": (event(startRate="1500"), "event.startRate: Expected a number."),
    "an event's stop": (event(stops=[None]), "event.stops.0: This field may not be null."),
}


@pytest.mark.deep_but(15)
@pytest.mark.parametrize("name", WRONG)
def test_wrong_line_is_rejected_with_the_reason(run, name):
    line, reason = WRONG[name]
    assert run(line) == (0, 0, 0, 1)
    (row,) = run.rejected
    assert reason in row["reason"]
    for model in (Load, Carrier, Conversation, Bid):
        assert not model.unscoped.exists()


def test_all_that_is_wrong_is_told_at_once(run):
    run(but(CALL, direction=1, createdAt="x", bids=[bid(amount="1", status="x")]))
    (row,) = run.rejected
    for field in ("direction: ", "createdAt: ", "bids.0.amount: ", "bids.0.status: "):
        assert field in row["reason"]


def test_rejected_lines_stand_in_the_files_order_as_they_were(run):
    bad = [b"one\n", LOAD, b"\xff\n", but(CALL, externalId=5), CARRIER, b"{}\n"]
    assert run(*bad) == (2, 0, 0, 4)
    assert [row["line"] for row in run.rejected] == [1, 3, 4, 6]
    assert [row["raw"] for row in run.rejected][:2] == ["one", "\\xff"]
    assert "history.jsonl.rejected.jsonl" in run.err


def test_corrected_file_leaves_no_rejected_lines_behind(run):
    run(b"bad\n", CALL)
    assert run(CALL) == (0, 0, 1, 0)
    assert (run.rejected, run.code) == ([], 0)


def test_a_rejected_update_leaves_what_is_stored(run):
    run(CALL)
    assert run(but(CALL, summary="changed", bids=[bid(amount=-1)])) == (0, 0, 0, 1)
    assert Conversation.unscoped.get().summary == "Agreed."


def test_empty_lines_and_a_byte_order_mark_are_no_lines(run):
    text = b"\xef\xbb\xbf" + b"\n  \r\n"
    assert run(text, CALL, b"\r\n\n", b"x\n") == (1, 0, 0, 1)
    assert run.rejected[0]["line"] == 6


def test_byte_order_mark_before_the_first_line(run):
    assert run(b"\xef\xbb\xbf", CALL) == (1, 0, 0, 0)


def test_an_empty_file_is_a_short_history(run):
    assert run() == (0, 0, 0, 0)


def test_last_line_needs_no_end(run):
    run.path.write_bytes(b'{"type":"carrier","mcNumber":"7"}')
    assert run.run(run.path, "--organization", "acme") == (1, 0, 0, 0)


def test_endless_line_is_passed_over(run, monkeypatch):
    monkeypatch.setattr(history_files, "MAX_LINE_LENGTH", 2_000)
    endless = b'{"type":"call","summary":"' + b"x" * 50_000 + b'"}\n'
    assert run(CALL, endless, CARRIER) == (2, 0, 0, 1)
    (row,) = run.rejected
    assert "50,0" in row["reason"]
    assert len(row["raw"]) == history_files.KEPT_OF_LONG


def test_what_the_database_alone_refuses_is_rejected_too(run, monkeypatch):
    kind = history_files.KINDS["call"]

    def read(data):
        values = kind.read(data)
        return values | {"contentTags": ["x" * 60]} if data["externalId"] == "c-5" else values

    monkeypatch.setitem(history_files.KINDS, "call", dataclasses.replace(kind, read=read))
    lines = [but(CALL, externalId=f"c-{number}", bids=[]) for number in range(9)]
    assert run(*lines) == (8, 0, 0, 1)
    assert "can't be stored" in run.rejected[0]["reason"]
    assert AuditEntry.unscoped.get(action="history.imported").details["rejected"] == 1
