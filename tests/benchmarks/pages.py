"""The dashboard, as a person who is signed in gets it: its lists, the analytics, a load, a call."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

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
    some = Load.unscoped.of(organization).exclude(equipment_type="").order_by("-pk")[0]
    carrier = Conversation.unscoped.of(organization).of_mc(busiest.mc).exclude(carrier=None)[0].carrier_id
    paths = {
        "today": "/",
        "today: live calls": "/calls/live-now/",
        "today: bids to decide on": "/bids/undecided/",
        "today: loads without a carrier": "/bids/uncovered/",
        "today: promised callbacks": "/calls/promises/",
        "loads": "/loads/",
        "loads delivered": "/loads/?status=DELIVERED",
        "loads delivered, page 20": "/loads/?status=DELIVERED&page=20",
        "all loads by rate": "/loads/?status=all&sort=-rate",
        "all loads, search": "/loads/?status=all&q=Dallas",
        "all loads of a customer": f"/loads/?status=all&{urlencode({'customer': some.customer_name})}",
        "all loads of a kind": f"/loads/?status=all&equipment={some.equipment_type}",
        "all loads of a day": f"/loads/?status=all&pickup={last_day}",
        "calls": "/calls/",
        "calls, page 20": "/calls/?page=20",
        "calls, the last page": "/calls/?page=999999",
        "calls, the oldest first": "/calls/?sort=created",
        "live calls": "/calls/?status=live",
        "calls completed": "/calls/?status=COMPLETED",
        "calls not answered": "/calls/?status=NO_ANSWER",
        "calls that failed": "/calls/?status=FAILED",
        "calls inbound": "/calls/?direction=inbound",
        "calls of an MC number": f"/calls/?mc={busiest.mc}",
        "calls of a carrier": f"/calls/?carrier={carrier}",
        "calls with a tag": "/calls/?tag=negotiation",
        "calls with a rare tag": "/calls/?tag=do_not_call",
        "calls with a tag, outbound, not answered": "/calls/?tag=no_answer&direction=outbound&status=NO_ANSWER",
        "calls of a day": f"/calls/?day={last_day}",
        "bids that wait": "/bids/",
        "bids that wait, by margin": "/bids/?sort=margin",
        "bids that came too late": "/bids/?status=late",
        "all bids": "/bids/?status=all",
        "all bids, page 2,000": "/bids/?status=all&page=2000",
        "bids accepted": "/bids/?status=ACCEPTED",
        "all bids of carriers by name": "/bids/?status=all&carrier=express",
        "all bids of a day": f"/bids/?status=all&day={last_day}",
        "carriers": "/carriers/",
        "carriers, search": "/carriers/?q=express",
        "carriers of a kind": f"/carriers/?equipment={some.equipment_type}",
        "carriers that pass": "/carriers/?vetting=pass",
        "carriers from a place": "/carriers/?origin=Dallas,+TX",
        "carriers of a lane, 500 miles": "/carriers/?origin=Dallas,+TX&destination=Atlanta,+GA&radius=500",
        "search: a place": "/search/?q=dallas",
        "search: a name misspelled": "/search/?q=indigo+cartige",
        "search: a number": "/search/?q=(214)+555-0100",
        "search: words said together": "/search/?q=%22make+it%22",
        "search: nothing": "/search/?q=xyzzy+plugh",
        "analytics, 30 days": "/analytics/",
        "lost loads, 30 days": "/analytics/lost-loads/",
        "lost loads, 90 days": "/analytics/lost-loads/?period=90",
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
