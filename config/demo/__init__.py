"""The demo organization of a local run: somebody to sign in, loads, carriers, agents, a number and a past."""

from datetime import datetime
from typing import Any

import orjson
from django.db import transaction

from bids.rehearsal import ensure_cast
from calls import services as calls
from calls.models import Agent, CallingRules, PhoneNumber
from carriers.models import Carrier
from config.demo.agents import AGENTS, NUMBER, NUMBER_AGENT
from config.demo.carriers import carriers
from config.demo.history import make_history
from config.demo.loads import load_events
from config.demo.morning import make_morning
from loads import services as loads
from loads.serializers import validate_event
from organizations import services as organizations
from organizations.actors import system
from organizations.models import ApiToken, Organization, User
from organizations.scope import scope
from organizations.states import Role

SLUG = "demo"
NAME = "Loadline Demo Brokerage"
EMAIL = "demo@loadline.example"
PASSWORD = "demo"  # noqa: S105 - the demo's password is known to all, and exists on local runs only
TOKEN_NAME = "demo card"  # noqa: S105 - a name
BY = system("demo")
# The demo's calls go to the simulated exchange, which answers at any hour and as often as it is called. So does the
# person whom callers are put through to.
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


def _make_organization(at: datetime) -> Organization:
    """Make the organization with everything in it."""
    organization = organizations.create_organization(name=NAME, slug=SLUG, by=BY, at=at)
    person = User.objects.filter(email=EMAIL).first() or User.objects.create_superuser(
        EMAIL, PASSWORD, name="Dana Demo"
    )
    organizations.add_member(organization=organization, user=person, role=Role.OWNER, by=BY, at=at)
    with scope(organization.pk):
        for event in load_events(at):
            body = orjson.dumps(event, option=orjson.OPT_INDENT_2)
            loads.ingest_load_event(
                organization=organization, raw=body, event=validate_event(event), by=BY, at=at
            )
        Carrier.objects.bulk_create(
            Carrier(organization=organization, created_at=at, updated_at=at, **columns)
            for columns in carriers()
        )
        agents = [_make_agent(organization, columns, at) for columns in AGENTS]
        PhoneNumber.objects.create(
            organization=organization,
            number=NUMBER,
            agent=next(agent for agent in agents if agent.slug == NUMBER_AGENT),
            created_at=at,
        )
        make_morning(organization=organization, by=BY, at=at)
    make_history(organization=organization, by=BY, at=at)
    return organization


def _make_agent(organization: Organization, columns: dict[str, Any], at: datetime) -> Agent:
    values = {name: value for name, value in columns.items() if name != "slug"}
    return calls.create_agent(organization=organization, slug=columns["slug"], values=values, by=BY, at=at)


def _token(organization: Organization, plain: str, at: datetime) -> str:
    """Return the card's token: the old one while it is valid and this organization's, else a new one."""
    old = organizations.authenticate_token(plain, at=at)
    if old is not None and old.organization_id == organization.pk:
        return plain
    for token in ApiToken.unscoped.of(organization).valid(at).filter(name=TOKEN_NAME):
        organizations.revoke_token(token=token, by=BY, at=at)
    return organizations.create_token(organization=organization, name=TOKEN_NAME, by=BY, at=at).plain
