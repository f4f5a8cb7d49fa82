"""Tenants and members, and the audit that they leave."""

import pytest

from organizations import audit
from organizations import services as organizations
from organizations.models import AuditEntry, Organization
from organizations.tenancy.actors import system, user
from organizations.tenancy.scope import scope
from organizations.tenancy.states import Role
from tests.factories import NOW, MembershipFactory, UserFactory

BY = {"by": system("tests"), "at": NOW}


def actions():
    return list(AuditEntry.unscoped.order_by("pk").values_list("action", flat=True))


@pytest.mark.django_db
def test_organization_is_made_once():
    made = organizations.create_organization(name=" Acme ", slug="acme", timezone="America/Denver", **BY)

    assert (made.name, made.timezone, made.is_suspended) == ("Acme", "America/Denver", False)
    with pytest.raises(organizations.NameTaken):
        organizations.create_organization(name="Other", slug="acme", **BY)
    assert Organization.objects.count() == 1
    assert actions() == ["organization.created", *["agent.created"] * 3]


def test_suspension_is_told_once(acme):
    stale = Organization.objects.get()

    assert organizations.suspend_organization(organization=acme, **BY)
    assert not organizations.suspend_organization(organization=stale, **BY)
    assert Organization.objects.get().is_suspended
    assert organizations.resume_organization(organization=acme, **BY)
    assert not organizations.resume_organization(organization=acme, **BY)
    assert not acme.is_suspended
    assert actions() == ["organization.suspended", "organization.resumed"]


def test_member_comes_changes_and_goes(acme, owner):
    person = UserFactory()
    membership = organizations.add_member(organization=acme, user=person, role=Role.VIEWER, **BY)
    with pytest.raises(organizations.NameTaken):
        organizations.add_member(organization=acme, user=person, role=Role.OWNER, **BY)

    assert organizations.change_role(membership=membership, role=Role.OWNER, **BY)
    assert not organizations.change_role(membership=membership, role=Role.OWNER, **BY)
    organizations.remove_member(membership=membership, **BY)

    assert not person.memberships.exists()
    assert actions() == ["member.added", "member.role_changed", "member.removed"]
    added = AuditEntry.unscoped.order_by("pk").first()
    assert added.details == {"user": person.pk, "role": "viewer"}
    assert (added.subject_type, added.subject_id) == (
        "organizations.membership",
        str(membership.pk or added.subject_id),
    )


def test_unknown_role_is_refused(acme):
    with pytest.raises(organizations.InvalidValue):
        organizations.add_member(organization=acme, user=UserFactory(), role="king", **BY)


def test_disabling_a_person_is_told_to_each_of_their_organizations(acme, rival):
    person = MembershipFactory(organization=acme).user
    MembershipFactory(organization=rival, user=person)
    person.is_active = False

    organizations.note_user_access(user=person, **BY)

    assert actions() == ["user.disabled"] * 2


def test_audit_is_the_organizations_own(acme, rival, owner):
    audit.record(organization=acme, action="thing.done", subject=acme, by=user(owner), at=NOW, amount="1.50")

    with scope(acme.pk):
        entry = AuditEntry.objects.get()
    assert (entry.actor, entry.at, entry.details) == (f"user:{owner.pk}", NOW, {"amount": "1.50"})
    with scope(rival.pk):
        assert not AuditEntry.objects.exists()
