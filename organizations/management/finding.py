"""Whose: the organizations that a command's `--organization` names."""

from django.core.management.base import CommandError

from organizations.models import Organization


def find_organization(slug: str) -> Organization:
    """The organization; raises CommandError."""
    found = Organization.objects.filter(slug=slug).first()
    if found is None:
        raise CommandError(f"There is no organization {slug!r}.")
    return found


def find_organizations(slug: str | None) -> list[Organization]:
    """The one of that name, or all of them; raises CommandError."""
    return list(Organization.objects.order_by("slug")) if slug is None else [find_organization(slug)]
