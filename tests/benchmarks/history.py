"""A brokerage's year with a million calls, made up and imported as any broker's history would be; once.

With them go a tenth as many e-mail threads, three tenths as many bids, a twentieth as many loads and a fiftieth as many
carriers; a tenth of the calls is a tenth of everything.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import orjson
from django.db import connection, transaction
from django.utils import timezone

from analytics.rebuilding import complete
from config.demo.past import VERSION
from config.local import folder
from organizations import services as organizations
from organizations.models import ApiToken, Organization
from organizations.tenancy.actors import system

SLUG = "benchmark"
DAYS = 365
SEED = 1
BY = system("benchmark")

type Say = Callable[[str], None]


def make(calls: int, say: Say) -> tuple[Organization, str]:
    """The organization with that many calls, made where it isn't there yet, and a new token of it.

    A marker in the data folder says that it is whole, and of what it was made; where that is missing or says something
    else, it is made again.
    """
    at = timezone.now()
    organization = Organization.objects.filter(slug=f"{SLUG}-{calls}").first()
    if organization is None or not _is_whole(calls):
        if organization is not None:
            say("throwing away what is not whole, or of another kind …")
            _throw_away(organization)
        organization = _make(calls, say, at)
    complete(organization)  # what a migration has changed since, as the worker would
    ApiToken.unscoped.of(organization).delete()
    token = organizations.create_token(organization=organization, name="benchmark", by=BY, at=at)
    return organization, token.plain


def size(organization: Organization) -> int:
    """How many calls it was made with."""
    return int(organization.slug.rpartition("-")[2])


def year(organization: Organization) -> tuple[date, date]:
    """Days that its history lies between, with room at both ends; the day before the second one is its last."""
    today = organization.created_at.date()
    return today - timedelta(days=DAYS + 1), today


@dataclass(frozen=True)
class Busiest:
    """Who and what the most calls are about: the most that a filter has to count."""

    mc: str
    load: str


def busiest(organization: Organization) -> Busiest:
    """The carrier and the load with the most calls."""
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute(_BUSIEST_CARRIER, [organization.pk])
        (mc,) = cursor.fetchone()
        cursor.execute(_BUSIEST_LOAD, [organization.pk])
        (load,) = cursor.fetchone()
    return Busiest(mc, load)


_BUSIEST_CARRIER = """
SELECT mc_number FROM calls_conversation WHERE organization_id = %s AND channel = 'phone' AND mc_number <> ''
GROUP BY mc_number ORDER BY count(*) DESC, mc_number LIMIT 1
"""
_BUSIEST_LOAD = """
SELECT external_id FROM loads_load AS load JOIN calls_conversationload AS link ON link.load_id = load.id
WHERE load.organization_id = %s GROUP BY load.id ORDER BY count(*) DESC, load.id LIMIT 1
"""


def _marker(calls: int) -> Path:
    return folder.data_dir() / f"history-{calls}.json"


def _kind() -> dict[str, Any]:
    """What a history must have been made of to be used again."""
    return {"seed": SEED, "days": DAYS, "version": VERSION}


def _is_whole(calls: int) -> bool:
    try:
        told = orjson.loads(_marker(calls).read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return False
    return all(told.get(name) == value for name, value in _kind().items())


def _make(calls: int, say: Say, at: datetime) -> Organization:
    """Generate a file, import it, and write down that it is whole."""
    slug = f"{SLUG}-{calls}"
    organization = organizations.create_organization(
        name=f"Benchmark with {calls:,} calls",
        slug=slug,
        requests_per_minute=100_000_000,
        by=BY,
        at=at,
    )
    until = at.astimezone(ZoneInfo(organization.timezone)).date() - timedelta(days=1)
    path = folder.data_dir() / f"history-{calls}.jsonl"
    options = {
        "organization": slug,
        "days": DAYS,
        "until": until,
        "seed": SEED,
        "calls": calls,
        "emails": calls // 10,
        "bids": calls * 3 // 10,
        "loads": max(1, calls // 20),
        "carriers": max(1, calls // 50),
        "output": path,
    }
    made = _manage(say, "generate_history", *(f"--{name}={value}" for name, value in options.items()))
    try:
        imported = _manage(say, "import_history", f"--organization={slug}", str(path))
    finally:
        path.unlink(missing_ok=True)
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("VACUUM ANALYZE")  # autovacuum would, a minute later
    told = {"calls": calls, **_kind(), "until": str(until), "generate": made, "import": imported}
    _marker(calls).write_bytes(orjson.dumps(told, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    return organization


def _manage(say: Say, *arguments: str) -> dict[str, float]:
    """Run a command of `manage.py`; how long it took, and the most memory that it had."""
    say(f"manage.py {' '.join(arguments)}")
    begin = time.monotonic()
    process = subprocess.Popen([sys.executable, "manage.py", *arguments], cwd=folder.CHECKOUT)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{arguments[0]} ended with {process.returncode}")
    took = {
        "seconds": round(time.monotonic() - begin, 1),
        "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 1),
        "peak_mb": round(usage.ru_maxrss / 1024, 1),
    }
    say(f"… in {took['seconds']:,} s, {took['peak_mb']} MB at most")
    return took


def _throw_away(organization: Organization) -> None:
    """Delete all that the organization has, from every table at once: nothing looks at foreign keys or triggers."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0; SET LOCAL session_replication_role = replica")
        cursor.execute(
            "SELECT table_name FROM information_schema.columns JOIN information_schema.tables "
            "USING (table_schema, table_name) WHERE column_name = 'organization_id' "
            "AND table_type = 'BASE TABLE' AND table_schema = current_schema()"
        )
        for (table,) in cursor.fetchall():
            cursor.execute(
                f"DELETE FROM {connection.ops.quote_name(table)} WHERE organization_id = %s",
                [organization.pk],
            )
        cursor.execute("DELETE FROM organizations_organization WHERE id = %s", [organization.pk])
