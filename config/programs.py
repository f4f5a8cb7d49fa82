"""The processes of a local run, beside the two servers."""

import os
import sys
from pathlib import Path

from django.conf import settings

from config import local
from config.supervisor import Program

EXCHANGE_OFFSET = 2
PORTS = {"web": 0, "live": 1, "exchange": EXCHANGE_OFFSET, "the exchange's SMTP": 3}
"""What is added to the first port for each listener."""

# One worker is one Python process, which takes one core at most; its threads (config/web.py) wait for PostgreSQL.
MOST_WORKERS = 4
CONCURRENCY = {"worker": 4, "background": 2}

# A worker that is killed is started again while the others go on, nobody holds a connection by sending no headers, and
# thousands of open ones keep nobody else from being served.
SERVING = (
    "--workers-kill-timeout 5 --respawn-failed-workers --respawn-interval 0.5 "
    "--http1-header-read-timeout 10000 --backlog 4096 --backpressure 4096"
)

# Answers of a megabyte go through several buffers: glibc keeps these rather than asking the system for new pages.
KEPT_BUFFERS = {"MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(128 << 20)}


def url(offset: int, path: str = "") -> str:
    """A listener's address on this machine."""
    return f"http://127.0.0.1:{local.port() + offset}{path}"


def programs() -> list[Program]:
    """Every process, with the environment that settings read."""
    web, live, exchange = (local.port() + PORTS[name] for name in ("web", "live", "exchange"))
    granian = f"granian --host 127.0.0.1 {SERVING}"
    celery = "celery -A config --quiet --skip-checks"
    workers = min(os.cpu_count() or 1, MOST_WORKERS)
    shared = {
        "LOADLINE_LOCAL": "1",
        "LOADLINE_DATA_DIR": str(local.data_dir()),
        "LOADLINE_PORT": str(local.port()),
        "LOADLINE_PUBLIC_URL": settings.PUBLIC_URL,
        "LOADLINE_LIVE_URL": settings.LIVE_URL,
        "TWILIO_API_URL": settings.TWILIO_API_URL,
        "TWILIO_ACCOUNT_SID": settings.TWILIO_ACCOUNT_SID,
        "TWILIO_AUTH_TOKEN": settings.TWILIO_AUTH_TOKEN,
        "PYTHONUNBUFFERED": "1",
    }
    return [
        Program(
            "web",
            [
                *_module(f"{granian} --interface rsgi --no-ws --workers {workers} --port {web}"),
                "config.web:application",
            ],
            {**shared, **KEPT_BUFFERS, "LOADLINE_DATABASE_POOL": "1"},
            ready_url=url(PORTS["web"], "/readyz"),
        ),
        Program(
            "live",
            _module(f"{granian} --interface asgi --port {live} config.asgi:application"),
            shared,
            ready_url=url(PORTS["live"], "/livez"),
        ),
        *(
            Program(
                name,
                # Processes, not threads: time limits, and tasks whose worker was lost, exist for those only.
                _module(
                    f"{celery} worker -n {name}@%h -Q {','.join(queues)} --concurrency {CONCURRENCY[name]} "
                    "--without-gossip --without-mingle -l INFO"
                ),
                {**shared, "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges"},
                ready_line=" ready.",
            )
            for name, queues in settings.WORKER_QUEUES.items()
        ),
        Program(
            "beat",
            [*_module(f"{celery} beat -l INFO"), "--pidfile", "", "--schedule", str(_schedule())],
            shared,
        ),
        Program(
            "exchange",
            [sys.executable, str(local.CHECKOUT / "manage.py"), "exchange", "--port", str(exchange)],
            shared,
            ready_url=url(PORTS["exchange"], "/exchange/calls"),
        ),
    ]


def _module(line: str) -> list[str]:
    """A Python module's command line: scripts name their interpreter, which breaks when a checkout moves."""
    return [sys.executable, "-m", *line.split()]


def _schedule() -> Path:
    """Beat's memory of when it sent what."""
    return local.data_dir() / "beat-schedule"
