"""A load event that is refused, or fails, changes nothing."""

import pytest
from django.db import IntegrityError

from loads import services
from loads.models import Load, LoadEvent
from organizations.api.problems import Invalid
from tests.database import as_owner
from tests.factories import NOW
from tests.loads.load_events import FULL, TMS, ingest, stops_of, stored


def test_a_refused_event_is_kept_and_found_at_its_load(acme):
    load = ingest(acme, FULL)
    errors = [{"field": "maxRate", "code": "invalid", "detail": "Expected a number."}]
    event = services.refuse_load_event(
        organization=acme,
        raw=b"\xff\x00 not JSON",
        refusal=Invalid(errors=errors),
        by=TMS,
        at=NOW,
        external_id=" L-1 ",
    )
    kept = LoadEvent.unscoped.get(pk=event.pk)
    assert (bytes(kept.raw), kept.errors, kept.is_accepted, kept.load) == (
        b"\xff\x00 not JSON",
        errors,
        False,
        load,
    )


@pytest.mark.parametrize("external_id", [None, 7, "L-2", ["L-1"], "x" * 10_000])
def test_a_refused_event_without_a_known_id_stands_alone(acme, external_id):
    ingest(acme, FULL)
    event = services.refuse_load_event(
        organization=acme, raw=b"{}", refusal=Invalid(), by=TMS, at=NOW, external_id=external_id
    )
    assert event.load_id is None


@pytest.mark.django_db(transaction=True)
def test_a_failure_keeps_nothing_of_the_event(acme):
    load = ingest(acme, FULL)
    before = stored(load)
    with as_owner() as cursor:  # what is written last fails
        cursor.execute("ALTER TABLE loads_loadevent ADD CONSTRAINT none CHECK (false) NOT VALID")
    try:
        for event in (FULL | {"id": "L-2"}, FULL | {"maxRate": 1, "stops": []}):
            with pytest.raises(IntegrityError):
                ingest(acme, event)
    finally:
        with as_owner() as cursor:
            cursor.execute("ALTER TABLE loads_loadevent DROP CONSTRAINT none")
    assert (stored(load), stops_of(load).count()) == (before, 2)
    assert Load.unscoped.get() == load
