"""What an organization's outreach goes by."""

from bids.models import OutreachRules
from organizations.models import Organization


def rules_of(organization: Organization | int) -> OutreachRules:
    """Return the rules of the organization (or of that id): its own row, or the defaults, unsaved, without one."""
    pk = organization if isinstance(organization, int) else organization.pk
    found = OutreachRules.unscoped.filter(organization=pk).first()
    return found or OutreachRules(organization_id=pk)
