"""Erasing, forgetting and deleting with the rights of the processes' role, which can't change the audit."""

import pytest
from django.db import ProgrammingError, transaction

from organizations.models import AuditEntry, Organization
from organizations.privacy import deleting, erasing
from organizations.privacy.people import person_of
from organizations.privacy.retention import change_retention, forget_old
from organizations.sql import fetch
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope, unscoped
from tests.factories import NOW, CallFactory
from tests.organizations.privacy.test_erasing import NUMBER, spoken_of
from tests.organizations.privacy.test_retention import EVERYTHING, LATER

BY = system("tests")

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("row_security", "kept")]


@pytest.fixture
def kept(settings, tmp_path):
    """An empty storage."""
    settings.MEDIA_ROOT = tmp_path


def test_processes_erase_a_person_from_the_audit_too(acme):
    call = spoken_of(acme)

    with scope(acme.pk):
        erasing.erase_person(organization=acme, person=person_of(NUMBER), by=BY, at=NOW)

    call.refresh_from_db()
    assert call.from_phone == ""
    assert NUMBER not in str(list(AuditEntry.unscoped.values_list("details", flat=True)))


def test_audit_is_not_changed_without_an_erasure_nor_deleted_without_a_deletion(acme):
    spoken_of(acme)
    entry = AuditEntry.unscoped.order_by("pk").last()

    with scope(acme.pk):
        assert fetch("SELECT loadline_audit_unname(%s, %s, '{}')", [acme.pk, entry.pk]) == [(0,)]
        assert fetch("SELECT loadline_audit_delete(%s, 10)", [acme.pk]) == []
        with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
            AuditEntry.objects.filter(pk=entry.pk).update(details={})
    assert AuditEntry.unscoped.get(pk=entry.pk).details == {"to": NUMBER}


def test_processes_forget_what_is_old(acme):
    call = CallFactory(
        organization=acme, caller_name="Dana", status="COMPLETED", conversation__created_at=NOW
    )

    with scope(acme.pk):
        change_retention(organization=acme, periods=EVERYTHING, by=BY, at=LATER)
        assert forget_old(at=LATER)

    call.refresh_from_db()
    assert call.caller_name == ""


def test_processes_delete_an_organization(acme, rival):
    spoken_of(acme)
    deleting.request_deletion(organization=acme, by=BY, at=NOW)

    with unscoped():
        assert deleting.carry_out(organization_id=acme.pk, at=NOW)

    assert list(Organization.objects.all()) == [rival]
    assert not AuditEntry.unscoped.filter(organization=acme.pk).exists()
