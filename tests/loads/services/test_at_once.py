"""Load events that come at once, overtake or wait for one another."""

import json
import threading
from decimal import Decimal

import pytest
from django.db import connection, transaction

from loads import services
from loads.models import Load, LoadEvent
from organizations.models import Organization
from organizations.tenancy.scope import unscoped
from tests.factories import NOW
from tests.loads.load_events import FULL, TMS, events_of, ingest, stops_of


def at_once(*jobs):
    """Run the jobs in threads that start together, each with a connection of its own; return their errors."""
    barrier, errors = threading.Barrier(len(jobs)), []

    def run(job):
        try:
            barrier.wait(60)
            with unscoped():
                job()
        except Exception as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return errors


@pytest.mark.django_db(transaction=True)
def test_a_new_id_at_once_makes_one_load(acme):
    def send(number):
        return lambda: ingest(acme, FULL | {"startRate": number, "stops": FULL["stops"][: number % 3]})

    for turn in range(5):
        Load.unscoped.all().delete()
        errors = at_once(*(send(number) for number in range(1, 7)))
        assert errors == [], turn
        load = Load.unscoped.get()
        last = events_of(load).latest("id")
        sent = json.loads(bytes(last.raw))
        assert events_of(load).count() == 6
        assert (load.start_rate, stops_of(load).count()) == (sent["startRate"], len(sent["stops"]))
        LoadEvent.unscoped.all().delete()


@pytest.mark.django_db(transaction=True)
def test_changes_at_once_are_each_told_from_what_they_found(acme):
    """Repeats and changes of rates and stops: told one after another, they lead to what is stored."""
    load = ingest(acme, FULL | {"startRate": 0, "stops": []})

    def send(number):
        event = FULL | {"startRate": number % 3, "stops": FULL["stops"][: number % 2]}
        return lambda: [ingest(acme, event) for _ in range(5)]

    assert at_once(*(send(number) for number in range(6))) == []
    rate, stops = "0.00", 0
    for event in events_of(load).order_by("id")[1:]:
        sent = json.loads(bytes(event.raw))
        told = event.changes.get("startRate", [rate, rate])
        assert told == [rate, f"{sent['startRate']}.00"]
        rate = told[1]
        before, after = event.changes.get("stops", [[{}] * stops, [{}] * stops])
        assert (len(before), len(after)) == (stops, len(sent["stops"]))
        stops = len(after)
    load.refresh_from_db()
    assert (load.start_rate, stops_of(load).count()) == (Decimal(rate), stops)
    assert events_of(load).count() == 31


@pytest.mark.django_db(transaction=True)
def test_a_stub_and_an_event_at_once_make_one_load(acme):
    def stub():
        services.ensure_load(organization=acme, external_id="L-1", by=TMS, at=NOW)

    assert at_once(stub, lambda: ingest(acme, FULL), stub, lambda: ingest(acme, FULL)) == []
    assert Load.unscoped.get().max_rate == Decimal("1953.55")


@pytest.mark.django_db(transaction=True)
def test_an_event_waits_for_one_that_has_not_committed(acme):
    """The insert of a second event waits for the first one's commit, then changes what that one stored."""
    inserted, done = threading.Event(), threading.Event()

    def first():
        with transaction.atomic():
            ingest(acme, FULL)
            inserted.set()
            assert not done.wait(0.3)

    def second():
        inserted.wait(60)
        ingest(Organization.objects.get(pk=acme.pk), {"id": "L-1", "status": "COVERED"})
        done.set()

    assert at_once(first, second) == []
    load = Load.unscoped.get()
    assert (load.status, load.customer_name) == ("COVERED", "Kestrel Mills")
