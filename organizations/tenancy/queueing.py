"""How background work is asked for, and the scope it runs in.

What must happen is a row before it is a message: `prompt` only makes it happen soon. A message that gets lost, or a
broker that is away, costs time and nothing else, since a sweep finds the row.
"""

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

import structlog
from celery import Task, current_app
from django.db import transaction

from organizations.tenancy.scope import scope, unscoped

log = structlog.get_logger(__name__)

# A broker that hangs must not hold up a request: messages leave from a thread of their own, and beyond this many
# waiting ones they are dropped, for the sweep to find.
_MAX_QUEUE_LENGTH = 1000
_room = threading.Semaphore(_MAX_QUEUE_LENGTH)
_lock = threading.Lock()
_sender: ThreadPoolExecutor | None = None


class OrganizationTask(Task):
    """Base of tasks for one organization: the first argument is its id, and its scope is open while they run."""

    abstract = True

    def __call__(self, organization_id: int, *args: Any, **kwargs: Any) -> Any:
        """Run within the organization's scope."""
        with scope(organization_id):
            return super().__call__(organization_id, *args, **kwargs)


class SweepTask(Task):
    """Base of tasks that look after the rows of all organizations."""

    abstract = True

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run without a scope."""
        with unscoped():
            return super().__call__(*args, **kwargs)


def prompt(task: str, *args: Any) -> None:
    """Send a task to the broker once the transaction has committed, without waiting for it and without failing.

    `task` is its full name ("calls.tasks.place_call"): tasks call services, so services can't import them.
    """
    transaction.on_commit(lambda: _send_soon(task, args), robust=True)


# What one message does for many that ask: seconds between two of them from a process.
PAUSE = 0.5
_due: dict[tuple[str, tuple[Any, ...]], float] = {}  # by message, when it was last sent or will be


def prompt_once(task: str, *args: Any) -> None:
    """`prompt` for a task that does at once all that there is to do: sent at most twice a second."""
    transaction.on_commit(lambda: _send_once(task, args), robust=True)


def _send_once(task: str, args: tuple[Any, ...]) -> None:
    now = time.monotonic()
    with _lock:
        last = _due.get((task, args), 0.0)
        if last > now:
            return  # one is yet to be sent
        moment = _due[task, args] = max(now, last + PAUSE)
    if moment == now:
        _send_soon(task, args)
    else:
        timer = threading.Timer(moment - now, copy_context().run, (_send_soon, task, args))
        timer.daemon = True  # a process that ends leaves it to the sweep
        timer.start()


def _send_soon(task: str, args: tuple[Any, ...]) -> None:
    global _sender  # made anew in every process that forks
    with _lock:
        if _sender is None:
            _sender = ThreadPoolExecutor(max_workers=1, thread_name_prefix="prompt")
    if _room.acquire(blocking=False):
        _sender.submit(copy_context().run, _send, task, args)  # its trace, and its ids, go along


def _send(task: str, args: tuple[Any, ...]) -> None:
    try:
        request_id = structlog.contextvars.get_contextvars().get("request_id")
        current_app.send_task(task, args=args, headers={"loadline_request_id": request_id})
    except Exception as error:  # whatever the broker does: the row is the queue
        log.warning("message not sent, the sweep will find the row", task=task, error=str(error))
    finally:
        _room.release()


def _forget_sender() -> None:
    global _sender, _lock, _room, _due
    _sender, _lock, _room = None, threading.Lock(), threading.Semaphore(_MAX_QUEUE_LENGTH)
    _due = {}


os.register_at_fork(after_in_child=_forget_sender)
