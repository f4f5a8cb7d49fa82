"""Lines of a history, as a broker's export has them."""

import copy
import io

import orjson
from django.core.management import call_command

LOAD = {
    "type": "load",
    "event": {
        "id": "L-1",
        "status": "UNASSIGNED",
        "customerName": "Kestrel Mills",
        "pickupTime": "2026-03-04T08:00:00",
        "dropoffTime": "2026-03-05T08:00:00",
        "origin": {"city": "Dallas", "state": "TX", "timezone": "America/Chicago"},
        "destination": {"city": "Atlanta", "state": "GA", "timezone": "America/New_York"},
        "stops": [
            {
                "type": "pickup",
                "address": {"city": "Dallas", "state": "TX"},
                "windowStart": "2026-03-04T08:00:00",
            },
            {
                "type": "dropoff",
                "address": {"city": "Atlanta", "state": "GA"},
                "windowStart": "2026-03-05T08:00:00",
            },
        ],
        "equipment": "53' Dry Van",
        "startRate": 1500,
        "maxRate": 1953.55,
    },
}
CARRIER = {
    "type": "carrier",
    "mcNumber": "123456",
    "dotNumber": 1234567,
    "name": "Blue Mesa Transport LLC",
    "address": "12 Depot Rd, Amarillo, TX 79101",
    "fleetsize": 12,
    "phone": "+18065550101",
    "email": "dispatch@example.com",
    "ruleAssessment": "pass",
    "connectionStatus": "onboarded",
    "equipmentTypes": ["van", "reefer"],
    "capacityCarrier": False,
}
BID = {
    "loadId": "L-1",
    "createdAt": "2026-03-02T15:05:00Z",
    "firstAsk": 2400,
    "amount": 2250.5,
    "status": "ACCEPTED",
    "agreedAt": "2026-03-02T15:06:00Z",
    "notes": "Team driver",
}
BOOKING = {"loadId": "L-1", "bookedAt": "2026-03-02T15:06:30Z", "amount": 2250.5, "kind": "e2e"}
CALL = {
    "type": "call",
    "externalId": "c-1",
    "direction": "inbound",
    "status": "COMPLETED",
    "fromPhone": "+18065550101",
    "callerName": "Dana",
    "callerExt": "12",
    "toPhone": "+12145550100",
    "createdAt": "2026-03-02T15:04:05Z",
    "answeredAt": "2026-03-02T15:04:09Z",
    "endedAt": "2026-03-02T15:07:09Z",
    "contentTags": ["negotiation", "our_own_tag", "transferred"],
    "summary": "Agreed.",
    "transcript": "Agent: Hello.\nCaller: “Hola” 🚚",
    "recordingUrl": None,
    "loadIds": ["L-1"],
    "mcNumber": "MC 123456",
    "dotNumber": 1234567,
    "carrierHwConnectionStatus": "onboarded",
    "carrierHwRulesAssessment": "pass",
    "transferred": True,
    "bids": [BID],
    "bookings": [BOOKING],
}
THREAD = {
    "type": "emailThread",
    "externalId": "t-1",
    "direction": "inbound",
    "createdAt": "2026-03-02T16:04:05+01:00",
    "subject": "Dallas to Atlanta",
    "contentTags": ["rate_request"],
    "loadIds": ["L-1"],
    "mcNumber": "123456",
    "dotNumber": 1234567,
    "transferred": False,
    "messages": [
        {
            "messageId": "<a@b>",
            "from": "dana@example.com",
            "to": ["loads@acme.example"],
            "sentAt": "2026-03-02T15:04:05Z",
            "subject": "Dallas to Atlanta",
            "text": "What does it pay?",
        },
        {"from": "loads@acme.example", "to": ["dana@example.com"], "sentAt": "2026-03-02T15:14:05Z"},
    ],
    "bids": [{"loadId": "L-1", "amount": 2300, "status": "OPEN"}],
    "bookings": [],
}
ALL = [LOAD, CARRIER, CALL, THREAD]


def but(line, **changes):
    """A copy of the line with other values; those given as ... are left out."""
    changed = copy.deepcopy(line) | changes
    return {name: value for name, value in changed.items() if value is not ...}


def event(**values):
    """A load line."""
    return {"type": "load", "event": {"id": "L-1"} | values}


def bid(**values):
    """A bid within a line."""
    return but(BID, **values)


def encoded(lines):
    """The lines as a file's bytes; bytes stand as they are."""
    return b"".join(line if isinstance(line, bytes) else orjson.dumps(line) + b"\n" for line in lines)


class Import:
    """Runs the command over lines and keeps what it said."""

    def __init__(self, folder, slug="acme"):
        self.path = folder / "history.jsonl"
        self.slug = slug

    def __call__(self, *lines, slug=None):
        """The summary's four numbers: imported, updated, unchanged, rejected."""
        self.path.write_bytes(encoded(lines))
        return self.run(self.path, "--organization", slug or self.slug)

    def run(self, *arguments):
        """The same of any command line; `code` is what the command ended with."""
        out, err = io.StringIO(), io.StringIO()
        self.code = 0
        try:
            call_command("import_history", *map(str, arguments), stdout=out, stderr=err)
        except SystemExit as end:
            self.code = end.code
        self.out, self.err = out.getvalue(), err.getvalue()
        words = self.out.splitlines()[-1].replace(",", "").split()
        assert words[::2] == ["imported", "updated", "unchanged", "rejected"]
        return tuple(int(number) for number in words[1::2])

    @property
    def rejected(self):
        """The rows of the file of rejected lines; none where there is no file."""
        path = self.path.with_name(self.path.name + ".rejected.jsonl")
        return [orjson.loads(row) for row in path.read_bytes().splitlines()] if path.exists() else []
