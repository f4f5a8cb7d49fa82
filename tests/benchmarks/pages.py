"""The dashboard, as a person who is signed in gets it: its lists, the analytics, a load, a call."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.test import Client

from calls.models import Conversation
from loads.models import Load
from organizations.models import Membership, Organization, User
from tests.benchmarks import Options, history, running
from tests.benchmarks.running import Case, Server


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure over one connection, as one person clicks, and return the table's lines."""
    organization, token = history.make(options.calls, say)
    with running.service() as web:
        cases = reading(organization, token, web)
        say(f"{options.rounds} rounds of {options.seconds} s for each line …")
        running.interleave(cases, replace(options, connections=1))
        return [case.line() for case in cases]


def reading(organization: Organization, _token: str, web: Server) -> list[Case]:
    """The pages; filters and searches are those that most is found by."""
    cookie = _signed_in(organization)
    busiest = history.busiest(organization)
    load = Load.unscoped.of(organization).get(external_id=busiest.load).pk
    call = Conversation.unscoped.of(organization).filter(channel="phone").latest("created_at").pk
    last_day = history.year(organization)[1] - timedelta(days=1)
    paths = {
        "loads": "/loads/",
        "loads delivered": "/loads/?status=DELIVERED",
        "loads delivered, page 20": "/loads/?status=DELIVERED&page=20",
        "all loads by rate": "/loads/?status=all&sort=-rate",
        "all loads, search": "/loads/?status=all&q=Dallas",
        "calls": "/calls/",
        "calls, page 20": "/calls/?page=20",
        "calls not answered": "/calls/?status=NO_ANSWER",
        "calls of a carrier": f"/calls/?mc={busiest.mc}",
        "calls with a tag": "/calls/?tag=negotiation",
        "calls of a day": f"/calls/?day={last_day}",
        "analytics, 30 days": "/analytics/",
        "a load": f"/loads/{load}/",
        "calls of a load": f"/calls/?load={busiest.load}",
        "a call": f"/calls/{call}/",
    }
    return [Case(name, web, path, cookie=cookie) for name, path in paths.items()]


def _signed_in(organization: Organization) -> str:
    """The cookie of a person of the organization."""
    person, _ = User.objects.get_or_create(
        email=f"{organization.slug}@example.com", defaults={"name": "Dana Benchmark"}
    )
    Membership.objects.filter(user=person).delete()
    Membership.objects.create(organization=organization, user=person)
    client = Client()
    client.force_login(person)
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}"
