"""Agents, version by version; the phone numbers that they answer; and what an organization sets for its calls."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction

from calls import telephony
from calls.models import VERSIONED, Agent, AgentVersion, CallingRules, PhoneNumber
from calls.states import AgentPurpose
from calls.telephony import number_urls
from organizations import audit
from organizations.models import Organization
from organizations.tenancy.actors import Actor
from organizations.tenancy.scope import unscoped


class ChangedMeanwhile(RuntimeError):
    """Somebody else has saved the agent since it was read; `agent` is how it stands now."""

    def __init__(self, agent: Agent) -> None:
        super().__init__(f"The agent is now at version {agent.version}.")
        self.agent = agent


def create_agent(
    *,
    organization: Organization,
    slug: str,
    values: Mapping[str, Any],
    by: Actor,
    at: datetime,
    note: str = "",
) -> Agent:
    """Make an agent of what VERSIONED names, already checked; that is its version 1."""
    with transaction.atomic():
        agent = Agent.objects.create(organization=organization, slug=slug, created_at=at, **values)
        _append(agent, note=note, by=by, at=at)
        audit.record(organization=organization, action="agent.created", subject=agent, by=by, at=at)
    return agent


def change_agent(
    *,
    agent_id: int,
    values: Mapping[str, Any],
    by: Actor,
    at: datetime,
    note: str = "",
    expected: int | None = None,
) -> Agent:
    """Change what `values` names of an agent, and keep that as its next version; the agent as it stands then.

    `expected` is the version that the change was made from: where the agent is at another one, and the change would
    make a difference, raises ChangedMeanwhile. Values that are what they were make no version.
    """
    with transaction.atomic():
        agent = Agent.objects.select_for_update(no_key=True).get(pk=agent_id)
        changed = [name for name in VERSIONED if name in values and values[name] != getattr(agent, name)]
        if not changed:
            return agent
        if expected is not None and agent.version != expected:
            raise ChangedMeanwhile(agent)
        if not AgentVersion.objects.filter(agent=agent, number=agent.version).exists():
            # Written past this service: what it was is kept, too.
            _append(agent, note="", by=by, at=agent.created_at)
        for name in changed:
            setattr(agent, name, values[name])
        agent.version += 1
        agent.save(update_fields=[*changed, "version"])
        _append(agent, note=note, by=by, at=at)
        audit.record(
            organization=agent.organization,
            action="agent.changed",
            subject=agent,
            by=by,
            at=at,
            fields=changed,
            version=agent.version,
        )
    return agent


def restore_version(*, agent_id: int, number: int, by: Actor, at: datetime) -> Agent:
    """Make an agent again what it was at a version, as a new version; raises AgentVersion.DoesNotExist."""
    version = AgentVersion.objects.get(agent_id=agent_id, number=number)
    return change_agent(
        agent_id=agent_id, values=version.values, note=f"Restored from version {number}", by=by, at=at
    )


def _append(agent: Agent, *, note: str, by: Actor, at: datetime) -> None:
    AgentVersion.objects.create(
        organization=agent.organization,
        agent=agent,
        number=agent.version,
        values={name: getattr(agent, name) for name in VERSIONED},
        note=note[:200],
        by=str(by),
        at=at,
    )


# What an organization sets for its calls: who answers which number, when and how often it calls.


def assign_number(*, number_id: int, agent: Agent | None, by: Actor, at: datetime) -> PhoneNumber:
    """Let an agent answer a number and call from it; None: nobody answers. The number as it is then."""
    with transaction.atomic():
        number = PhoneNumber.objects.select_for_update(no_key=True).get(pk=number_id)
        if number.agent_id == (agent.pk if agent else None):
            return number
        number.agent = agent
        number.save(update_fields=["agent"])
        audit.record(
            organization=number.organization,
            action="phone_number.assigned",
            subject=number,
            by=by,
            at=at,
            number=number.number,
            agent=agent.slug if agent else None,
        )
    return number


def change_calling_rules(
    *, organization: Organization, values: Mapping[str, Any], by: Actor, at: datetime
) -> CallingRules:
    """Change what `values` names of the organization's rules of calling, already checked; the rules as changed."""
    with transaction.atomic():
        CallingRules.objects.get_or_create(organization=organization)
        rules = CallingRules.objects.select_for_update(no_key=True).get()
        changed = [name for name, value in values.items() if getattr(rules, name) != value]
        for name in changed:
            setattr(rules, name, values[name])
        if changed:
            rules.save(update_fields=changed)
            audit.record(
                organization=organization,
                action="calling_rules.changed",
                subject=rules,
                by=by,
                at=at,
                values={name: values[name] for name in changed},
            )
    return rules


SHOWN = 10
DEMO = "https://demo.twilio.com/"  # where the provider leads a new number's callers


class NumberRefused(RuntimeError):
    """The number can't be had: `str()` says why, for the person who asked."""


def spare_numbers() -> list[str]:
    """Numbers of the provider's account that nobody answers and no organization has; raises Unreachable."""
    owned = [each.number for each in telephony.owned_numbers() if _is_free(each)]
    taken = _taken(owned)
    return [number for number in owned if number not in taken][:SHOWN]


def numbers_on_sale(*, organization: Organization, area_code: str = "") -> list[telephony.Offered]:
    """Numbers that can be bought, in an area if one is named; raises Unreachable."""
    if not may_buy():
        return []
    try:
        found = telephony.available_numbers(
            country=_country(organization), area_code=area_code, most=2 * SHOWN
        )
    except telephony.Refused:  # no such area code
        return []
    taken = _taken([each.number for each in found])
    return [each for each in found if each.number not in taken][:SHOWN]


def may_buy() -> bool:
    """Whether the organization in scope may have one more number bought for it."""
    return PhoneNumber.objects.count() < settings.MAX_NUMBERS


def connect_number(*, organization: Organization, number: str, by: Actor, at: datetime) -> PhoneNumber:
    """Make a number (E.164) the organization's, answered by its carrier-sales agent; one that it has stays as it is.

    Steps: finds the number in the provider's account, or buys it; points its calls at us; writes it down. Where a later
    step fails, the number is a spare one of the account. Raises NumberRefused, or provider.Unreachable.
    """
    if known := _known(number):
        return _own(known, organization)
    _connect(organization, number)
    try:
        with transaction.atomic():
            agent = Agent.objects.active().for_purpose(AgentPurpose.CARRIER_SALES).first()
            made = PhoneNumber.objects.create(
                organization=organization, number=number, agent=agent, created_at=at
            )
            audit.record(
                organization=organization,
                action="phone_number.added",
                subject=made,
                by=by,
                at=at,
                number=number,
            )
    except IntegrityError:  # somebody was faster
        return _own(_known(number), organization)
    return made


def _known(number: str) -> PhoneNumber | None:
    """The row of a number that some organization has."""
    with unscoped():
        return PhoneNumber.unscoped.filter(number=number).first()


def _connect(organization: Organization, number: str) -> None:
    try:
        owned = telephony.owned_number(number)
        if owned is not None:
            if not _is_free(owned):
                raise NumberRefused(NOT_AVAILABLE)
            telephony.point_number(owned.sid, **number_urls())
        elif not may_buy():
            raise NumberRefused(
                f"You have {settings.MAX_NUMBERS} numbers, the most that can be added here. "
                "Ask us if you need more."
            )
        elif not telephony.is_available(number, country=_country(organization)):
            raise NumberRefused(NOT_AVAILABLE)
        else:
            telephony.buy_number(number, **number_urls())
    except telephony.Refused as error:
        raise NumberRefused(f"The phone carrier says: {error}") from error


# The same whether another brokerage has it or nobody sells it: who has which number is nobody else's business.
NOT_AVAILABLE = (
    "This number isn’t available. To bring one that you have elsewhere, ask us to port it in first."
)


def _taken(among: list[str]) -> set[str]:
    """Those of the numbers that some organization has."""
    with unscoped():
        return set(PhoneNumber.unscoped.filter(number__in=among).values_list("number", flat=True))


def _own(number: PhoneNumber | None, organization: Organization) -> PhoneNumber:
    if number is None or number.organization_id != organization.pk:
        raise NumberRefused(NOT_AVAILABLE)
    return number


def _is_free(owned: telephony.OwnedNumber) -> bool:
    """Whether nobody answers it, or we do: never take one that another service of the operator's has."""
    return owned.voice_url == "" or owned.voice_url.startswith((DEMO, f"{settings.PUBLIC_URL}/"))


def _country(organization: Organization) -> str:
    countries = organization.callable_countries
    return "US" if "US" in countries or not countries else countries[0]
