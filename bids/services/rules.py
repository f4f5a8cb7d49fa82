"""Changing how an organization haggles."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from bids.models import NegotiationRules
from organizations import audit
from organizations.actors import Actor
from organizations.models import Organization


def change_negotiation_rules(
    *, organization: Organization, values: Mapping[str, Any], by: Actor, at: datetime
) -> NegotiationRules:
    """Change what `values` names of the organization's rules, already checked; talks under way follow them."""
    with transaction.atomic():
        NegotiationRules.objects.get_or_create(organization=organization)
        rules = NegotiationRules.objects.select_for_update(no_key=True).get()
        changed = {name: value for name, value in values.items() if getattr(rules, name) != value}
        for name, value in changed.items():
            setattr(rules, name, value)
        if changed:
            rules.save(update_fields=list(changed))
            audit.record(
                organization=organization,
                action="negotiation_rules.changed",
                subject=rules,
                by=by,
                at=at,
                values={name: str(value) for name, value in changed.items()},
            )
    return rules
