"""Conversations at once in one `live` process: how long a carrier waits for the agent's first word, and what they take.

Each carrier is a socket as the telephone provider opens it, talks to the carrier-sales agent about a load of its own,
and speaks every three seconds or so. A conversation that has ended is followed by the next one at once.
"""

import json
import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from statistics import median, quantiles
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import IntegerField, Max
from django.db.models.functions import Cast
from django.utils import timezone
from twilio.request_validator import RequestValidator

from calls.models import Agent, Call, Conversation
from calls.states import AgentPurpose, CallStatus, Channel, Direction
from calls.telephony import relay_url
from carriers.models import Carrier
from config.local import folder
from loads.models import Load
from organizations import services as organizations
from organizations.models import Organization
from organizations.tenancy.actors import system
from tests.benchmarks import Options, running

SLUG = "benchmark-relay"
SECONDS = 40.0
PAUSE = 3.0  # between what was heard and the next words, on average
CALLER = "+13125550142"
CALLS_EACH = 6  # a conversation ends with a deal or a refusal, and the next begins


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure one conversation, a quarter of them, and all at once; return the table's lines."""
    organization = brokerage(SLUG)
    lines = []
    for count in (1, options.conversations // 4, options.conversations):
        calls = [_connected(each) for each in inbound_calls(organization, count * CALLS_EACH)]
        say(f"{count} conversations for {SECONDS:.0f} s …")
        with running.live() as memory:  # a fresh process each time, so that its memory tells
            _talk(1, calls[:1], seconds=3).communicate()
            before = memory()
            callers = _talk(count, calls, seconds=SECONDS)
            time.sleep(SECONDS * 0.9)
            during = memory()
            lines.append(_line(count, json.loads(callers.communicate()[0]), before, during))
    return lines


def _line(count: int, found: dict[str, Any], before: int, during: int) -> dict[str, Any]:
    took = sorted(found["took"])
    hundredths = quantiles(took, n=100)
    return {
        "conversations": str(count),
        "turns_a_second": round(len(took) / found["seconds"], 1),
        "p50_ms": round(median(took), 1),
        "p95_ms": round(hundredths[94], 1),
        "p99_ms": round(hundredths[98], 1),
        "slowest_ms": round(took[-1], 1),
        "memory_mb": round(during / 1024, 1),
        "kb_each": round((during - before) / count, 1),
    }


def _talk(count: int, calls: list[dict[str, str]], *, seconds: float) -> "subprocess.Popen[str]":
    """Hold that many conversations at once, from a process of its own."""
    given = {"conversations": count, "calls": calls, "seconds": seconds, "pause": PAUSE}
    callers = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.callers"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder.CHECKOUT,
    )
    assert callers.stdin
    callers.stdin.write(json.dumps(given))
    callers.stdin.close()
    callers.stdin = None
    return callers


def _connected(inbound: tuple[Call, str]) -> dict[str, str]:
    """A call as `callers` takes it."""
    url = relay_url(inbound[0].reference)
    signature = RequestValidator(settings.TWILIO_AUTH_TOKEN).compute_signature(url, {})
    return {"url": url, "signature": signature, "number": inbound[1]}


def brokerage(slug: str, **values: Any) -> Organization:
    """The organization of that name, made where it isn't there yet."""
    found = Organization.objects.filter(slug=slug).first()
    return found or organizations.create_organization(
        name="Benchmark Freight", slug=slug, by=system("benchmark"), at=timezone.now(), **values
    )


def inbound_calls(organization: Organization, count: int) -> list[tuple[Call, str]]:
    """Calls that are about to be connected, each with the number of an open load and of a carrier that passes."""
    at, tag = timezone.now(), secrets.token_hex(3)
    agent, _ = Agent.unscoped.get_or_create(
        organization=organization,
        slug="sales",
        defaults={"name": "Sales", "purpose": AgentPurpose.CARRIER_SALES},
    )
    last = Load.unscoped.of(organization).aggregate(last=Max(Cast("external_id", IntegerField())))["last"]
    first = (last or 99_999) + 1
    with transaction.atomic():
        Load.unscoped.bulk_create(_load(organization, f"{first + n}", at) for n in range(count))
        Carrier.unscoped.bulk_create(
            Carrier(
                organization=organization,
                name=f"Carrier {n}",
                mc_number=f"{first + n}",
                dot_number=secrets.randbelow(10**9),
                phone=CALLER,
                rules_assessment="pass",
                connection_status="onboarded",
            )
            for n in range(count)
        )
        conversations = Conversation.unscoped.bulk_create(
            Conversation(
                organization=organization,
                channel=Channel.PHONE,
                direction=Direction.INBOUND,
                agent=agent,
                created_at=at,
            )
            for _ in range(count)
        )
        calls = Call.unscoped.bulk_create(
            Call(
                organization=organization,
                conversation=conversation,
                status=CallStatus.RINGING,
                status_changed_at=at,
                updated_at=at,
                from_phone=CALLER,
                to_phone="+12145550100",
                reference=f"{tag}-{n}",
            )
            for n, conversation in enumerate(conversations)
        )
    return [(call, str(first + n)) for n, call in enumerate(calls)]


def _load(organization: Organization, external_id: str, at: datetime) -> Load:
    pickup = (at + timedelta(days=2)).replace(hour=15, minute=0, second=0, microsecond=0)
    return Load(
        organization=organization,
        external_id=external_id,
        status="UNASSIGNED",
        customer_name="Kestrel Mills",
        pickup_time=pickup.replace(hour=9, tzinfo=None),
        dropoff_time=pickup.replace(hour=8, tzinfo=None) + timedelta(days=1),
        pickup_at=pickup,
        dropoff_at=pickup + timedelta(days=1),
        origin_city="Dallas",
        origin_state="TX",
        origin_country="US",
        origin_timezone="America/Chicago",
        destination_city="Atlanta",
        destination_state="GA",
        destination_country="US",
        destination_timezone="America/New_York",
        equipment="53' Dry Van",
        equipment_type="van",
        total_distance=Decimal(781),
        weight=Decimal(42000),
        commodity="Flour",
        customer_rate=Decimal(2719),
        start_rate=Decimal(1500),
        max_rate=Decimal(1953),
        book_now_rate=Decimal(1525),
    )
