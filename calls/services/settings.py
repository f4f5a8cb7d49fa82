"""What an organization sets for its calls: who answers which number, when and how often it calls."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from calls.models import Agent, CallingRules, PhoneNumber
from organizations import audit
from organizations.actors import Actor
from organizations.models import Organization


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
