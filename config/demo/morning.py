"""The demo's last hours: carriers who called about the open loads, with bids to decide on and call-backs promised."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from calls.models import Conversation, Promise
from calls.states import Direction, Tag
from config.demo.agents import NUMBER
from config.demo.carriers import carriers
from config.demo.loads import load_events
from config.history.generator.writing import encoded
from config.history.running import import_lines
from organizations.actors import Actor
from organizations.models import Organization

# Load | MC | who spoke | minutes ago | first and last ask as parts of the max rate | who called | promised in minutes
CALLS = """
482101 | 918823 | Luis    |  14 | 1.22 0.98 | inbound  |
482101 | 812345 | Keisha  |  39 | 1.15 1.05 | inbound  |
482101 | 790112 | Marek   |  52 | 1.10 0.92 | outbound | 45
482107 | 901877 | Gurpreet |  8 | 1.18 1.09 | inbound  |
482107 | 702938 | Rosa    |  63 | 1.12 0.96 | outbound |
482103 | 799453 | Ana     |  71 | 1.20 0.99 | inbound  |
482109 | 853377 | Tom     |  25 | 1.16 0.94 | inbound  |
482110 | 588120 | Bill    |  47 | 1.19 1.12 | inbound  | 120
482102 | 812345 | Wes     |  88 | 1.08 0.90 | inbound  |
482121 | 677001 | Nicole  | 105 | 1.14 0.97 | outbound |
"""
NOTHING_DECIDED = "Let me put that to my broker. They’ll get back to you within the hour."


def make_morning(*, organization: Organization, by: Actor, at: datetime) -> None:
    """Give the organization the calls of its last two hours, imported as any other; runs in its scope."""
    rows = [[cell.strip() for cell in line.split("|")] for line in CALLS.strip().splitlines()]
    import_lines(organization, encoded(_lines(rows, at)), by=by, at=at)
    talks = dict(
        Conversation.objects.filter(external_id__startswith="morning-").values_list("external_id", "pk")
    )
    Promise.objects.bulk_create(
        Promise(
            organization=organization,
            conversation_id=talks[_name(number)],
            made_at=at - timedelta(minutes=int(row[3])),
            due_at=at + timedelta(minutes=int(row[6])),
            is_timed=True,
            timezone=organization.timezone,
        )
        for number, row in enumerate(rows)
        if row[6]
    )


def _lines(rows: list[list[str]], at: datetime) -> Iterator[dict[str, Any]]:
    """Yield each call as a line of a history."""
    loads = {event["id"]: event for event in load_events(at)}
    known = {row["mc_number"]: row for row in carriers()}
    for number, (load_id, mc, person, ago, asks, direction, promised) in enumerate(rows):
        load, carrier = loads[load_id], known[mc]
        first, last = (round(load["maxRate"] * float(part) / 25) * 25 for part in asks.split())
        begun = at - timedelta(minutes=int(ago))
        spoken = _talk(load, carrier, person, first, last)
        ended = begun + timedelta(seconds=8 * len(spoken))
        phones = [carrier["phone"], NUMBER]
        tags = [Tag.NEGOTIATION, *([Tag.CALLBACK_REQUESTED] if promised else [])]
        yield {
            "type": "call",
            "externalId": _name(number),
            "direction": direction,
            "status": "COMPLETED",
            **dict(
                zip(
                    ("fromPhone", "toPhone"),
                    phones if direction == Direction.INBOUND else phones[::-1],
                    strict=True,
                )
            ),
            "callerName": person,
            "createdAt": begun.isoformat(),
            "answeredAt": (begun + timedelta(seconds=4)).isoformat(),
            "endedAt": ended.isoformat(),
            "contentTags": [tag.value for tag in tags],
            "summary": f"{person} of {carrier['name']} asked ${first:,} for load {load_id}, last ${last:,}.",
            "transcript": "\n".join(spoken),
            "loadIds": [load_id],
            "mcNumber": mc,
            "dotNumber": carrier["dot_number"],
            "carrierHwConnectionStatus": carrier["connection_status"],
            "carrierHwRulesAssessment": carrier["rules_assessment"],
            "bids": [{"loadId": load_id, "createdAt": ended.isoformat(), "firstAsk": first, "amount": last}],
        }


def _talk(load: dict[str, Any], carrier: dict[str, Any], person: str, first: int, last: int) -> list[str]:
    """Return what was said, line by line."""
    origin, destination = load["origin"]["city"], load["destination"]["city"]
    return [
        "Agent: This is the automated assistant of Loadline Demo Brokerage. Which load are you calling about?",
        f"Carrier: {person} with {carrier['name']}. {origin} to {destination}, {load['id']}. Is it still open?",
        f"Agent: It is. {load['commodity']}, {load['weight']:,} pounds, {load['totalDistance']:,} miles. "
        f"I can do ${load['startRate']:,} on that.",
        f"Carrier: I'd need ${first:,} to make that work.",
        "Agent: That’s a good bit over where I am. Can you come closer?",
        f"Carrier: ${last:,}, and I'll be at the dock on time.",
        f"Agent: {NOTHING_DECIDED}",
    ]


def _name(number: int) -> str:
    return f"morning-{number}"
