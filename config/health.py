"""Whether this process lives, and whether it can do its work: for balancers, `up` and people."""

from collections.abc import Callable
from typing import Any

import structlog
from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

log = structlog.get_logger(__name__)

_is_migrated = False


@require_safe
@login_not_required
def livez(request: HttpRequest) -> JsonResponse:
    """The process answers; touches nothing else."""
    return JsonResponse({"status": "ok"})


@require_safe
@login_not_required
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, Redis answers and no migration is missing; else 503, saying which."""
    checks = {"database": _check(_database), "redis": _check(_redis)}
    is_database_there = checks["database"] == "ok"
    checks["migrations"] = _check(_migrations) if is_database_there else "unknown"
    is_ready = set(checks.values()) == {"ok"}
    return JsonResponse(
        {"status": "ok" if is_ready else "unavailable", "checks": checks}, status=200 if is_ready else 503
    )


def _check(ask: Callable[[], Any]) -> str:
    try:
        return ask() or "ok"
    except Exception as error:  # whatever a driver raises: the answer says that it failed, the log says how
        log.warning("not ready", check=ask.__name__.strip("_"), error=repr(error))
        return "failed"


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _redis() -> None:
    cache.get("readyz")


def _migrations() -> str:
    """ "pending" while the database is older than the code; looked at until it was good once."""
    global _is_migrated
    if not _is_migrated:
        executor = MigrationExecutor(connection)
        _is_migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "" if _is_migrated else "pending"
