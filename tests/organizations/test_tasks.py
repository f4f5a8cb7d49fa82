"""Asking for background work: after the commit, without waiting, without failing."""

import threading

import pytest
from celery import current_app, shared_task
from django.db import transaction

from organizations.tenancy import queueing
from organizations.tenancy.queueing import OrganizationTask, prompt
from organizations.tenancy.scope import ScopeMissing, current_organization_id


@pytest.fixture
def broker(monkeypatch):
    """What reaches the broker; its tests may make it hang or fail by replacing `send`."""

    class Broker:
        def __init__(self):
            self.received = []
            self.options = []
            self.arrived = threading.Semaphore(0)
            self.before = lambda: None

        def send_task(self, name, args=(), **options):
            self.before()
            self.received.append((name, tuple(args), threading.current_thread().name))
            self.options.append(options)
            self.arrived.release()

    fake = Broker()
    monkeypatch.setattr(current_app, "send_task", fake.send_task)
    queueing._forget_sender()
    yield fake
    if queueing._sender is not None:
        queueing._sender.shutdown()
    queueing._forget_sender()


@pytest.mark.django_db(transaction=True)
def test_task_is_sent_after_the_commit_from_a_thread_of_its_own(broker):
    with transaction.atomic():
        prompt("calls.tasks.place_call", 1, 2)
        assert broker.received == []

    assert broker.arrived.acquire(timeout=60)
    name, args, thread = broker.received[0]
    assert (name, args) == ("calls.tasks.place_call", (1, 2))
    assert thread.startswith("prompt")
    assert broker.options == [{"headers": {"loadline_request_id": None}}]


@pytest.mark.django_db(transaction=True)
def test_task_of_a_transaction_that_failed_is_not_sent(broker):
    with transaction.atomic():
        prompt("calls.tasks.place_call", 1, 2)
        transaction.set_rollback(True)
    prompt("calls.tasks.place_call", 3, 4)

    assert broker.arrived.acquire(timeout=60)
    assert [args for _, args, _ in broker.received] == [(3, 4)]


@pytest.mark.django_db(transaction=True)
def test_broker_that_fails_fails_nobody_else(broker):
    failures = iter([ConnectionError("away"), OSError("gone")])

    def fail():
        error = next(failures, None)
        if error:
            raise error

    broker.before = fail
    for number in range(3):
        prompt("calls.tasks.place_call", 1, number)

    assert broker.arrived.acquire(timeout=60)
    assert [args for _, args, _ in broker.received] == [(1, 2)]


@pytest.mark.django_db(transaction=True)
def test_broker_that_hangs_holds_nobody_up_and_its_queue_is_bounded(broker, monkeypatch):
    monkeypatch.setattr(queueing, "_MAX_QUEUE_LENGTH", 3)
    queueing._forget_sender()
    answer = threading.Event()
    broker.before = lambda: answer.wait(60)

    for number in range(20):
        prompt("calls.tasks.place_call", 1, number)
    assert broker.received == []  # nobody has waited for it

    answer.set()
    for _ in range(3):
        assert broker.arrived.acquire(timeout=60)
    assert [args for _, args, _ in broker.received] == [(1, 0), (1, 1), (1, 2)]
    broker.before = lambda: None
    prompt("calls.tasks.place_call", 1, 99)  # there is room again
    assert broker.arrived.acquire(timeout=60)


@pytest.mark.django_db(transaction=True)
def test_child_process_makes_a_sender_of_its_own(broker):
    prompt("calls.tasks.place_call", 1, 1)
    assert broker.arrived.acquire(timeout=60)
    assert queueing._sender is not None

    queueing._forget_sender()  # what a fork does in the child: threads don't come along
    prompt("calls.tasks.place_call", 1, 2)

    assert broker.arrived.acquire(timeout=60)


def test_task_is_routed_to_its_queue():
    route = current_app.amqp.router.route({}, "calls.tasks.place_call")

    assert route["queue"].name == "calls"


@shared_task(base=OrganizationTask, name="tests.tell_scope")
def tell_scope(organization_id, word, *, fail=False):
    """The scope that it runs in."""
    if fail:
        raise ValueError(word)
    return current_organization_id(), word


def test_task_runs_in_the_scope_of_its_organization():
    assert tell_scope(7, "a") == (7, "a")
    assert tell_scope.apply(args=(8, "b")).get() == (8, "b")
    with pytest.raises(ScopeMissing):
        current_organization_id()


def test_scope_ends_with_a_task_that_fails():
    with pytest.raises(ValueError, match="no"):
        tell_scope(7, "no", fail=True)
    with pytest.raises(ScopeMissing):
        current_organization_id()


def test_task_without_an_organization_is_a_mistake():
    with pytest.raises(TypeError):
        tell_scope("acme", "a")
