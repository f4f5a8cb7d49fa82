"""What is kept beside the rows: its triggers are those that are declared; it can be compared, and made anew."""

from io import StringIO

import pgtrigger
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pgtrigger.core import INSTALLED

from calls.models import CallCount
from organizations.models import Tally
from organizations.projections import PROJECTIONS
from tests.factories import BidFactory, BookingFactory, CallFactory

pytestmark = pytest.mark.django_db

OTHERS = {"calls_words_added", "calls_words_changed", "calls_words_removed"}


def test_every_declared_trigger_is_installed_as_declared_and_no_other():
    declared = {trigger.get_pgid(model): (model, trigger) for model, trigger in pgtrigger.registered()}
    assert declared
    for model, trigger in declared.values():
        assert trigger.get_installation_status(model) == (INSTALLED, True), trigger.get_uri(model)
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        assert {name for (name,) in cursor.fetchall()} == declared.keys() | OTHERS


def test_every_watched_table_has_its_triggers():
    declared = {(model._meta.db_table, trigger.name) for model, trigger in pgtrigger.registered()}
    for projection in PROJECTIONS.values():
        for table in projection.watched:
            assert {(table, trigger.name) for trigger in projection.triggers(table)} <= declared


def run(*options):
    out, code = StringIO(), 0
    try:
        call_command("rebuild_projections", *options, stdout=out)
    except SystemExit as end:
        code = end.code
    return code, out.getvalue().splitlines()


@pytest.fixture
def busy(acme):
    """An organization of which something is counted everywhere."""
    CallFactory(organization=acme, status="COMPLETED", conversation__content_tags=["negotiation"])
    BidFactory(organization=acme)
    BookingFactory(organization=acme)
    return acme


def test_what_triggers_keep_is_what_counting_says(busy):
    assert run("--verify") == (0, [f"acme: {name}, 0 differ" for name in PROJECTIONS])


def test_what_differs_is_told_and_made_anew(busy):
    CallCount.unscoped.filter(tag="").update(count=7)
    Tally.unscoped.filter(kind="bids").delete()
    assert run("--verify", "call_counts", "tally_bids", "tally_calls") == (
        1,
        ["acme: call_counts, 1 differ", "acme: tally_bids, 1 differ", "acme: tally_calls, 0 differ"],
    )

    assert run()[0] == 0
    assert run("--verify")[0] == 0


def test_name_of_no_projection_is_refused(acme):
    with pytest.raises(CommandError, match="no projection loads"):
        run("loads")
