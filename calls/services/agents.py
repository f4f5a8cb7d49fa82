"""Making and changing agents, version by version, and what an organization sets for its calls."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from calls.models import VERSIONED, Agent, AgentVersion, CallingRules, PhoneNumber
from organizations.models import Organization
from organizations.tenancy import audit
from organizations.tenancy.actors import Actor


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
