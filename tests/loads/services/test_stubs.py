"""Loads that are named before an event tells of them."""

from loads import services
from organizations.models import AuditEntry
from tests.factories import NOW, LoadFactory
from tests.loads.load_events import FULL, TMS, ingest


def test_a_stub_is_made_once_and_filled_by_an_event(acme):
    stub = services.ensure_load(organization=acme, external_id="L-9", by=TMS, at=NOW)
    assert services.ensure_load(organization=acme, external_id="L-9", by=TMS, at=NOW) == stub
    assert AuditEntry.unscoped.filter(action="load.stubbed").count() == 1
    assert ingest(acme, FULL | {"id": "L-9"}) == stub
    stub.refresh_from_db()
    assert stub.missing == []


def test_a_stub_never_takes_another_tenants_load(acme, rival):
    theirs = LoadFactory(organization=rival, external_id="L-9")
    assert services.ensure_load(organization=acme, external_id="L-9", by=TMS, at=NOW) != theirs
