"""`manage.py create_demo`: the demo organization: somebody to sign in, agents, a number, a past, and a busy morning."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from math import ceil
from pathlib import Path
from random import Random
from typing import Any, cast
from zoneinfo import ZoneInfo

import orjson
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from analytics.rebuilding import complete
from bids.services.rehearsal_stage import ensure_cast
from calls.models import Agent, CallingRules, Conversation, PhoneNumber, Promise
from calls.setup import CARRIER_SALES
from calls.states import AgentPurpose, Direction, Tag
from carriers.models import Carrier
from config.demo.loads import carriers, load_events
from config.demo.past import lines
from config.demo.past_carriers import Trucker, words
from config.demo.past_loads import Plan, encoded
from config.history_import import Summary, import_lines
from loads import services as loads
from loads.load_events import validate_event
from loads.models import Load, LoadEvent
from organizations import services as organizations
from organizations import tokens
from organizations.models import ApiToken, Organization, User
from organizations.tenancy.actors import Actor, system
from organizations.tenancy.scope import scope
from organizations.tenancy.states import Role

# The demo's ninety days: made up, and imported as any broker's history would be.


DAYS = 90
CALLS = 2_500
EMAILS = 300
LOADS = 260
PAST_CARRIERS = 26
SEED = 562  # a past in which Dallas to Atlanta, which the board begins with, is run a lot
PEOPLE = words("Dana|Luis|Marek|Keisha|Tom|Rosa|Gurpreet|Ana|Bill|Priya|Wes|Nicole")


def make_history(*, organization: Organization, by: Actor, at: datetime) -> Summary:
    """Give the organization ninety days up to the last hour; the board's open loads stay the only open ones."""
    past = at - timedelta(hours=1)
    plan = Plan(
        seed=SEED,
        timezone=organization.timezone,
        last=at.astimezone(ZoneInfo(organization.timezone)).date(),
        days=DAYS,
        calls=CALLS,
        emails=EMAILS,
        loads=LOADS,
        carriers=PAST_CARRIERS,
        known=_regulars(),
        is_open=False,
        until=past,
    )
    told = [line for line in lines(plan) if line.get("createdAt", past) <= past]
    summary = import_lines(organization, encoded(told), by=by, at=at)
    with scope(organization.pk):
        _name_agents()
        _date_loads(told)
    complete(organization)
    return summary


def _date_loads(lines: Iterable[dict[str, Any]]) -> None:
    """Say when the TMS told of each load, as if it had been heard then: an import hears all of it at once."""
    told_at: dict[str, list[datetime]] = {}
    for line in lines:
        if line["type"] == "load":
            told_at.setdefault(line["event"]["id"], []).append(line["receivedAt"])
    found = list(Load.objects.filter(external_id__in=told_at).only("external_id"))
    for load in found:
        load.created_at, *_, load.updated_at = [told_at[load.external_id][0], *told_at[load.external_id]]
    events = list(LoadEvent.objects.filter(load__in=found).order_by("pk").only("load"))
    moments = {load.pk: iter(told_at[load.external_id]) for load in found}
    for event in events:
        event.received_at = next(moments[cast(int, event.load_id)])
    Load.objects.bulk_update(found, ["created_at", "updated_at"])
    LoadEvent.objects.bulk_update(events, ["received_at"])


def _name_agents() -> None:
    """Say which of the agents held each of the calls, as if they had been held here."""
    check_calls = Q(content_tags__overlap=[Tag.CHECK_CALL, Tag.CHECK_CALL_UPDATE])
    for purpose, calls in (
        (AgentPurpose.CHECK_CALL, check_calls),
        (AgentPurpose.CARRIER_SALES, ~check_calls),
    ):
        agent = Agent.objects.get(purpose=purpose)
        Conversation.objects.by_phone().filter(calls, agent=None).update(agent=agent)


def _regulars() -> tuple[Trucker, ...]:
    """The demo's own carriers, with habits."""
    rng = Random(SEED)  # noqa: S311 (plays, keeps no secret)
    return tuple(
        Trucker(
            mc=row["mc_number"],
            dot=row["dot_number"],
            name=row["name"],
            phone=row["phone"],
            email=row["email"],
            people=tuple(rng.sample(PEOPLE, 2)),
            equipment=tuple(row["equipment_types"]),
            connection=row["connection_status"],
            assessment=row["rules_assessment"],
            is_capacity=row["is_capacity_carrier"],
            price=rng.gauss(1.03, 0.05),
            firmness=rng.betavariate(2, 3),
        )
        for row in carriers()
    )


# The demo's last hours: carriers who called about the open loads, with bids to decide on and callbacks promised.


NUMBER = "+12145550100"  # the demo's own; 555-0100 to 555-0199 belong to nobody
# Load | MC | who spoke | minutes ago | first and last ask as parts of the max rate | who called | promised in minutes
MORNING_CALLS = """
482101 | 918823 | Luis    |  14 | 1.22 0.98 | inbound  |
482101 | 812345 | Keisha  |  39 | 1.15 1.05 | inbound  |
482101 | 790112 | Marek   |  52 | 1.10 0.92 | outbound | 45
482107 | 901877 | Gurpreet |  8 | 1.18 1.09 | inbound  |
482107 | 702938 | Rosa    |  63 | 1.12 0.96 | outbound |
482103 | 914466 | Ana     |  71 | 1.20 0.99 | inbound  |
482109 | 853377 | Tom     |  25 | 1.16 0.94 | inbound  |
482110 | 933001 | Bill    |  47 | 1.19 1.12 | inbound  | 120
482102 | 812345 | Wes     |  88 | 1.08 0.94 | inbound  |
482121 | 677001 | Nicole  | 105 | 1.14 0.97 | outbound |
"""
NOTHING_DECIDED = "Let me run that by the team. They’ll get back to you {when}."
OFFICE_HOURS = range(8, 17)  # on the brokerage's clock: when people call back, and the agent calls out


def make_morning(*, organization: Organization, by: Actor, at: datetime) -> None:
    """Give the organization the calls of its last two hours, imported as any other; runs in its scope."""
    rows = [[cell.strip() for cell in line.split("|")] for line in MORNING_CALLS.strip().splitlines()]
    zone = ZoneInfo(organization.timezone)
    import_lines(organization, encoded(_lines(rows, at, zone)), by=by, at=at)
    _name_agents()
    talks = dict(
        Conversation.objects.filter(external_id__startswith="morning-").values_list("external_id", "pk")
    )
    Promise.objects.bulk_create(
        Promise(
            organization=organization,
            conversation_id=talks[_name(number)],
            made_at=at - timedelta(minutes=int(row[3])),
            due_at=_when_in_office(at + timedelta(minutes=int(row[6])), zone),
            is_timed=True,
            timezone=organization.timezone,
        )
        for number, row in enumerate(rows)
        if row[6]
    )


def _when_in_office(moment: datetime, zone: ZoneInfo) -> datetime:
    """Return that moment, or half past eight of the morning after where nobody is in."""
    local = moment.astimezone(zone)
    if local.hour in OFFICE_HOURS:
        return moment
    morning = local.replace(hour=8, minute=30, second=0, microsecond=0)
    return morning if morning > local else morning + timedelta(days=1)


def _lines(rows: list[list[str]], at: datetime, zone: ZoneInfo) -> Iterator[dict[str, Any]]:
    """Yield each call as a line of a history."""
    loads = {event["id"]: event for event in load_events(at)}
    known = {row["mc_number"]: row for row in carriers()}
    for number, (load_id, mc, person, ago, asks, direction, promised) in enumerate(rows):
        load, carrier = loads[load_id], known[mc]
        first, last = (round(load["maxRate"] * float(part) / 25) * 25 for part in asks.split())
        begun = at - timedelta(minutes=int(ago))
        due_at = at + timedelta(minutes=int(promised or 0))
        hours = ceil((int(ago) + int(promised)) / 60) if promised else 1
        when = "within the hour" if hours == 1 else f"within {hours} hours"
        if begun.astimezone(zone).hour not in OFFICE_HOURS:
            direction = Direction.INBOUND
        if _when_in_office(due_at, zone) != due_at:
            when = "first thing in the morning"
        spoken = _talk(load, carrier, person, direction, first, last, when)
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
            "summary": f"{person} with {carrier['name']} opened at ${first:,} on load {load_id}, "
            f"came down to ${last:,}.",
            "transcript": "\n".join(spoken),
            "loadIds": [load_id],
            "mcNumber": mc,
            "dotNumber": carrier["dot_number"],
            "carrierHwConnectionStatus": carrier["connection_status"],
            "carrierHwRulesAssessment": carrier["rules_assessment"],
            "bids": [{"loadId": load_id, "createdAt": ended.isoformat(), "firstAsk": first, "amount": last}],
        }


def _talk(
    load: dict[str, Any],
    carrier: dict[str, Any],
    person: str,
    direction: str,
    first: int,
    last: int,
    when: str,
) -> list[str]:
    """Return what was said, line by line."""
    lane = f"{load['origin']['city']} to {load['destination']['city']}"
    freight = f"{load['commodity']}, {load['weight']:,} pounds, {load['totalDistance']:,} miles."
    if direction == Direction.INBOUND:
        begin = [
            f"Agent: This is the automated assistant with {NAME}. Which load are you calling about?",
            f"Caller: {person} with {carrier['name']}. {lane}, {load['id']}. Is it still open?",
            f"Agent: It is. {freight} I can do ${load['startRate']:,} on that.",
        ]
    else:
        begin = [
            f"Agent: Hi, this is the automated assistant with {NAME}, calling about a load from {lane}. Who’s this?",
            f"Caller: {person} with {carrier['name']}. What’s on it, and what’s it paying?",
            f"Agent: {freight} I can do ${load['startRate']:,} on that.",
        ]
    return [
        *begin,
        f"Caller: I’d need ${first:,} to make that work.",
        "Agent: That’s a good bit over where I am. Can you come down any?",
        f"Caller: ${last:,}, and I’ll be at the shipper on time.",
        f"Agent: {NOTHING_DECIDED.format(when=when)}",
    ]


def _name(number: int) -> str:
    return f"morning-{number}"


SLUG = "demo"
NAME = "Loadline Demo Brokerage"
EMAIL = "demo@loadline.example"
PASSWORD = "demo"  # noqa: S105 - the demo's password is known to all, and exists on local runs only
TOKEN_NAME = "Demo token"  # noqa: S105 - a name
BY = system("demo")
# The demo's calls go to the simulated exchange, which answers at any hour and as often as it is called. So does the
# person whom callers are transferred to.
RULES = {
    "hours_start": 0,
    "hours_end": 24,
    "per_minute": 600,
    "per_day": 30_000,
    "per_number_hour": 600,
    "most_live": 400,
    "quiet_minutes": 0,
    "records_calls": True,
    "transfer_number": "+12145550199",
    "transfer_hours_start": 0,
    "transfer_hours_end": 24,
}


def create_demo(*, plain: str, at: datetime) -> dict[str, Any]:
    """Return the facts of the demo organization, which is made where there is none; all of it or nothing.

    `plain` is the token that an earlier card showed: kept while it is valid, otherwise replaced, since only a
    new token's text can be told.
    """
    with transaction.atomic():
        organization = Organization.objects.filter(slug=SLUG).first() or _make_organization(at)
        token = _token(organization, plain, at)
        with scope(organization.pk):
            CallingRules.objects.get_or_create(organization=organization, defaults=RULES)
            ensure_cast(organization, at=at)
            number = PhoneNumber.objects.order_by("id").values_list("number", flat=True).first()
            agents = list(Agent.objects.active().order_by("id").values("slug", "purpose"))
    return {
        "organization": SLUG,
        "user": EMAIL,
        "password": PASSWORD,
        "token": token,
        "number": number,
        "agents": agents,
    }


EARLIER = timedelta(hours=6)  # the TMS told of the loads before anybody called about them


def _make_organization(at: datetime) -> Organization:
    """Make the organization with everything in it."""
    organization = organizations.create_organization(
        name=NAME, slug=SLUG, confirmed_at=at, setup_closed_at=at, by=BY, at=at
    )
    person = User.objects.filter(email=EMAIL).first() or User.objects.create_superuser(
        EMAIL, PASSWORD, name="Dana Demo"
    )
    organizations.add_member(organization=organization, user=person, role=Role.OWNER, by=BY, at=at)
    since = at - timedelta(days=DAYS)
    with scope(organization.pk):
        for event in load_events(at):
            body = orjson.dumps(event, option=orjson.OPT_INDENT_2)
            loads.ingest_load_event(
                organization=organization, raw=body, event=validate_event(event), by=BY, at=at - EARLIER
            )
        Carrier.objects.bulk_create(
            Carrier(organization=organization, created_at=since, updated_at=since, **columns)
            for columns in carriers()
        )
        PhoneNumber.objects.create(
            organization=organization,
            number=NUMBER,
            agent=Agent.objects.get(slug=CARRIER_SALES),
            created_at=since,
        )
    make_history(organization=organization, by=BY, at=at)
    with scope(organization.pk):
        make_morning(organization=organization, by=BY, at=at)
    return organization


def _token(organization: Organization, plain: str, at: datetime) -> str:
    """Return the card's token: the old one while it is valid and this organization's, else a new one."""
    old = tokens.authenticate_token(plain, at=at)
    if old is not None and old.organization_id == organization.pk:
        return plain
    for token in ApiToken.unscoped.of(organization).valid(at).filter(name=TOKEN_NAME):
        organizations.revoke_token(token=token, by=BY, at=at)
    return organizations.create_token(organization=organization, name=TOKEN_NAME, by=BY, at=at).plain


class Command(BaseCommand):
    """Make the demo organization where there is none, and print how to get in."""

    help = (
        "Create the demo organization for a local run, once; print its user, password, API token and agents."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--token-from and --json."""
        parser.add_argument(
            "--token-from",
            type=Path,
            metavar="PATH",
            help="A card.json: its token is reused while it is valid, otherwise a new one is created.",
        )
        parser.add_argument("--json", action="store_true", help="Print one JSON object, for another program.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it and print it."""
        if not settings.LOCAL:
            raise CommandError("The demo password is public, so it is created on local runs only.")
        facts = create_demo(plain=_token_of(options["token_from"]), at=timezone.now())
        if options["json"]:
            self.stdout.write(json.dumps(facts))
            return
        facts["agents"] = ", ".join(f"{agent['slug']} ({agent['purpose']})" for agent in facts["agents"])
        for name, value in facts.items():
            self.stdout.write(f"{name:12} {value}")


def _token_of(path: Path | None) -> str:
    """Return the token in a card, or "" where there is no card or none in it."""
    try:
        card = json.loads(path.read_text(encoding="utf-8")) if path else {}
    except (OSError, ValueError):
        return ""
    token = card.get("token") if isinstance(card, dict) else None
    return token if isinstance(token, str) else ""
