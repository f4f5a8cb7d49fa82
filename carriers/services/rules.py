"""What an organization asks of carriers, and changing it."""

from datetime import datetime

from django.db import transaction

from carriers.models import VettingRules
from organizations import audit
from organizations.actors import Actor
from organizations.models import Organization
from organizations.tasks import prompt


def rules_of(organization: Organization) -> VettingRules:
    """Return the organization's rules: its own row, or the defaults, unsaved and of version 0, where it has none."""
    found = VettingRules.unscoped.filter(organization=organization).first()
    return found or VettingRules(organization=organization, version=0)


def change_rules(*, rules: VettingRules, fields: list[str], by: Actor, at: datetime) -> VettingRules:
    """Store the rules, new or changed, as another version, and have every vetted carrier vetted by them.

    The carriers follow in batches; until its turn comes each keeps what the old rules made of it.
    """
    with transaction.atomic():
        is_new = rules.pk is None
        if not is_new:
            stored = VettingRules.unscoped.select_for_update(no_key=True).get(pk=rules.pk)
            rules.version = stored.version + 1
        rules.changed_at = at
        rules.save()
        audit.record(
            organization=rules.organization,
            action="vetting_rules.created" if is_new else "vetting_rules.changed",
            subject=rules,
            by=by,
            at=at,
            fields=fields,
            version=rules.version,
        )
        prompt("carriers.tasks.vet_carriers", rules.organization_id)
    return rules
