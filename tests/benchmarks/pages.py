"""The dashboard, as a person who is signed in gets it: lists of loads and calls, a load, a call."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.test import Client

from calls.models import Conversation
from loads.models import Load
from organizations.models import Membership, Organization, User
from tests.benchmarks import Options, history, running
from tests.benchmarks.running import Case

PERSON = "benchmark@example.com"


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and return the table's lines."""
    organization, _ = history.make(options.calls, say)
    cookie = _signed_in(organization)
    load, call = _newest(organization)
    with running.service() as web:
        cases = [
            Case("loads", web, "/loads/", cookie=cookie),
            Case("calls", web, "/calls/", cookie=cookie),
            Case("a load", web, f"/loads/{load}/", cookie=cookie),
            Case("a call", web, f"/calls/{call}/", cookie=cookie),
        ]
        say(f"{options.rounds} rounds of {options.seconds} s for each line …")
        running.interleave(cases, options)
        return [case.line() for case in cases]


def _signed_in(organization: Organization) -> str:
    """The cookie of a person of the organization."""
    person, _ = User.objects.get_or_create(email=PERSON, defaults={"name": "Dana Benchmark"})
    Membership.objects.filter(user=person).delete()
    Membership.objects.create(organization=organization, user=person)
    client = Client()
    client.force_login(person)
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={client.cookies[name].value}"


def _newest(organization: Organization) -> tuple[int, int]:
    """The keys of its newest load and of its newest call."""
    loads, calls = (
        Load.unscoped.of(organization),
        Conversation.unscoped.of(organization).filter(channel="phone"),
    )
    return loads.latest("pk").pk, calls.latest("created_at").pk
