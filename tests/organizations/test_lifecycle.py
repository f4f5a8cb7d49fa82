"""States by table: what a table must have, and that a move happens once."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, models, transaction

from calls.models import Call, CallStatusChange
from calls.states import CALL_LIFECYCLE, CallStatus
from organizations.tenancy import lifecycle
from organizations.tenancy.actors import Actor, system
from organizations.tenancy.lifecycle import Lifecycle, LifecycleError, MoveNotAllowed, move
from tests.factories import NOW, CallFactory


class State(models.TextChoices):
    NEW = "new"
    BUSY = "busy"
    DONE = "done"


MOVES = {"new": ("busy",), "busy": ("new", "done"), "done": ()}
DEADLINES = {"new": timedelta(1), "busy": timedelta(1)}
BY = system("tests")


def table(**changes):
    return Lifecycle(State, **({"start": "new", "moves": MOVES, "deadlines": DEADLINES} | changes))


def test_table_knows_its_ends():
    lifecycle = table()

    assert lifecycle.final == ("done",)
    assert lifecycle.unfinished == ("new", "busy")
    assert lifecycle.allows("busy", "new")
    assert not lifecycle.allows("new", "done")


def test_status_that_may_be_reopened_is_final_all_the_same():
    lifecycle = table(reopenings={"done": ("new",)})

    assert lifecycle.allows("done", "new")
    assert not lifecycle.allows("done", "busy")
    assert lifecycle.final == ("done",)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"moves": {"new": ("done",), "done": ()}}, "name each"),
        ({"moves": MOVES | {"gone": ()}}, "name each"),
        ({"moves": MOVES | {"busy": ("done", "gone")}}, "unknown"),
        ({"start": "gone"}, "unknown"),
        ({"moves": {"new": ("done",), "busy": ("done",), "done": ()}}, "nothing leads"),
        ({"moves": {"new": ("done",), "busy": ("busy", "done"), "done": ()}}, "nothing leads"),
        ({"moves": {"new": ("busy", "done"), "busy": ("busy",), "done": ()}}, "no end"),
        ({"moves": {"new": ("busy",), "busy": ("done",), "done": ("new",)}}, "no end"),
        ({"reopenings": {"busy": ("new",)}}, "reopened"),
        ({"deadlines": {"new": timedelta(1)}}, "deadline"),
        ({"deadlines": DEADLINES | {"done": timedelta(1)}}, "deadline"),
    ],
)
def test_table_that_makes_no_sense_is_refused(changes, words):
    with pytest.raises(LifecycleError, match=words):
        table(**changes)


def test_move_changes_the_row_and_writes_history(in_acme):
    call = CallFactory(organization=in_acme)

    assert move(call, CallStatus.DIALING, by=BY, at=NOW, reason="its turn", dial_attempts=1)

    stored = Call.objects.get()
    for seen in (call, stored):
        assert (seen.status, seen.status_changed_at, seen.dial_attempts) == ("DIALING", NOW, 1)
    change = CallStatusChange.objects.get()
    assert (change.old, change.new, change.by, change.at) == ("QUEUED", "DIALING", "system:tests", NOW)
    assert change.reason == "its turn"


def test_move_by_way_of_another_status_writes_both(in_acme):
    call = CallFactory(organization=in_acme)

    assert move(call, CallStatus.RINGING, via=(CallStatus.DIALING,), by=BY, at=NOW)

    assert Call.objects.get().status == "RINGING"
    changes = CallStatusChange.objects.order_by("id").values_list("old", "new")
    assert list(changes) == [("QUEUED", "DIALING"), ("DIALING", "RINGING")]


def test_way_that_the_table_lacks_is_an_error(in_acme):
    call = CallFactory(organization=in_acme)

    with pytest.raises(MoveNotAllowed, match="CANCELED → COMPLETED"):
        move(call, CallStatus.RINGING, via=(CallStatus.CANCELED, CallStatus.COMPLETED), by=BY, at=NOW)


def test_move_of_a_stale_row_changes_nothing(in_acme):
    call = CallFactory(organization=in_acme)
    stale = Call.objects.get()
    assert move(call, CallStatus.CANCELED, by=BY, at=NOW)

    assert not move(stale, CallStatus.DIALING, by=BY, at=NOW)

    assert stale.status == "QUEUED"
    assert Call.objects.get().status == "CANCELED"
    assert CallStatusChange.objects.count() == 1


def test_move_that_the_table_lacks_is_an_error(in_acme):
    call = CallFactory(organization=in_acme, status=CallStatus.COMPLETED)

    with pytest.raises(MoveNotAllowed, match="COMPLETED → DIALING"):
        move(call, CallStatus.DIALING, by=BY, at=NOW)


def test_failed_history_undoes_the_move(in_acme, monkeypatch):
    call = CallFactory(organization=in_acme)

    def fail(row, path, **kwargs):
        raise ZeroDivisionError

    monkeypatch.setattr(lifecycle, "_record", fail)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        move(call, CallStatus.DIALING, by=BY, at=NOW)

    assert Call.objects.get().status == "QUEUED"
    assert call.status == "QUEUED"


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_wins(acme):
    call = CallFactory(organization=acme)
    rows = [Call.unscoped.get(pk=call.pk) for _ in range(2)]
    won = []

    def other():
        try:
            won.append(move(rows[1], CallStatus.CANCELED, by=BY, at=NOW))
        finally:
            connection.close()

    thread = threading.Thread(target=other)
    with transaction.atomic():
        won.append(move(rows[0], CallStatus.DIALING, by=BY, at=NOW))
        thread.start()
        thread.join(0.3)
        assert thread.is_alive(), "the other one waits for this transaction"
    thread.join(60)

    assert won == [True, False]
    assert Call.unscoped.get().status == "DIALING"
    assert CallStatusChange.unscoped.count() == 1


def test_calls_can_always_end():
    assert set(CALL_LIFECYCLE.final) == {"COMPLETED", "NO_ANSWER", "BUSY", "VOICEMAIL", "FAILED", "CANCELED"}


def test_actor_is_of_a_known_kind_and_fits_its_column():
    assert str(system("x" * 200)) == "system:" + "x" * 93
    with pytest.raises(ValueError, match="unknown kind"):
        Actor("ghost", "1")
