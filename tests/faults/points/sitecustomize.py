"""Read by every process that `tests.faults` starts: kills a worker's process at a point of dialing, as often as asked.

A file `POINT-NUMBER` in `LOADLINE_FAULT_POINTS` asks for one kill at that point; who takes it away dies.
"""

import os
import signal
from pathlib import Path

from celery import signals

ASKED = Path(os.environ["LOADLINE_FAULT_POINTS"])


def die_at(point):
    for asked in ASKED.glob(f"{point}-*"):
        try:
            asked.unlink()
        except FileNotFoundError:
            continue
        os.kill(os.getpid(), signal.SIGKILL)


def before(function, point):
    def wrapped(*args, **kwargs):
        die_at(point)
        return function(*args, **kwargs)

    return wrapped


def after(function, point):
    def wrapped(*args, **kwargs):
        done = function(*args, **kwargs)
        die_at(point)
        return done

    return wrapped


@signals.worker_process_init.connect(weak=False)
def watch(**_):
    from calls import telephony  # noqa: PLC0415 - Django isn't set up before
    from calls.services import dialing  # noqa: PLC0415

    dialing.may_ring = before(dialing.may_ring, "before-the-claim")
    telephony.get_ready = before(telephony.get_ready, "after-the-claim")
    telephony.place_call = after(before(telephony.place_call, "before-the-request"), "after-the-answer")
    dialing.adopt_sid = after(dialing.adopt_sid, "after-the-id-is-stored")
