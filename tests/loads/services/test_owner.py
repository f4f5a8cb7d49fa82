"""Whose a load is."""

from loads import services
from loads.models import Load
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.factories import NOW, LoadFactory


def test_owner_is_kept_with_who_said_so(acme, broker):
    load = LoadFactory(organization=acme)
    with scope(acme.pk):
        services.assign_owner(load=load, owner=broker, by=system("tests"), at=NOW)
        services.assign_owner(load=load, owner=broker, by=system("tests"), at=NOW)  # nothing new
        assert Load.objects.get().owner == broker
        services.assign_owner(load=load, owner=None, by=system("tests"), at=NOW)
        assert Load.objects.get().owner is None
    entries = AuditEntry.unscoped.filter(action="load.owner_changed").order_by("pk")
    assert [entry.details["owner"] for entry in entries] == [broker.email, None]
