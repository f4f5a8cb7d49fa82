"""Idempotency keys: a POST that comes again under the same key does nothing, and gets the first one's answer.

What the handler does and the answer that is kept are of one transaction, so there are both or neither: a process that
dies in between leaves nothing, and the key is free. While it lasts, an advisory lock of PostgreSQL stands for the key;
the lock ends with the transaction or the connection, whatever happens to the process, and there is none to take over.
"""

import hashlib
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, transaction
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from organizations.api import problems
from organizations.api.parsers import dumps
from organizations.models import ApiToken, IdempotencyKey
from organizations.sql import try_lock

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
KEPT_FOR = timedelta(hours=24)
BATCH = 1000  # rows that are deleted at once

_VISIBLE = re.compile(r"[!-~]{1,255}")


def read_key(request: Request) -> str | None:
    """The request's key, None without one; raises Invalid naming the header for one that is no key."""
    key: str | None = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not _VISIBLE.fullmatch(key):
        raise problems.Invalid.field(HEADER, "invalid", "Expected 1 to 255 visible ASCII characters.")
    return key


def once(
    handler: Callable[[], HttpResponse],
    *,
    request: Any,
    key: str,
    refusal: Callable[[Exception], Response],
) -> HttpResponse:
    """Answer with the handler, or with what it answered when the key came first.

    Steps, in one transaction: locks the key; looks for its answer; lets the handler work; keeps the answer if it is a
    success. What the handler wrote before it refused (`refusal` makes the answer of its exception) stays, as it does
    without a key; a failure of ours leaves nothing. Raises Conflict while the first request runs, Unprocessable for
    another path or body.
    """
    token: ApiToken = request.auth
    fingerprint = _fingerprint(request)
    at = timezone.now()
    with transaction.atomic():
        if not try_lock(f"idempotency:{token.pk}:{key}"):
            raise problems.Conflict(
                f"A request with this {HEADER} is still in progress.", headers={"Retry-After": "1"}
            )
        kept = IdempotencyKey.objects.filter(token=token, key=key).first()
        if kept is not None and kept.created_at > at - KEPT_FOR:
            return _replay(kept, fingerprint)
        try:
            response = handler()
        except Exception as error:
            response = refusal(error)
            transaction.set_rollback(response.status_code >= 500 or isinstance(error, DatabaseError))
            return response
        if response.status_code >= 400:
            return response
        answer = dumps(response.data) if isinstance(response, Response) else response.content
        if kept is not None:
            kept.delete()
        IdempotencyKey.objects.create(
            organization_id=token.organization_id,
            token=token,
            key=key,
            fingerprint=fingerprint,
            status=response.status_code,
            answer=answer,
            created_at=at,
        )
    return _answer(response.status_code, answer)


def forget(*, at: datetime) -> int:
    """Delete the answers that are kept no longer, in batches; how many there were."""
    old = IdempotencyKey.unscoped.filter(created_at__lte=at - KEPT_FOR).order_by("created_at", "pk")
    count = 0
    while keys := list(old.values_list("pk", flat=True)[:BATCH]):
        count += IdempotencyKey.unscoped.filter(pk__in=keys).delete()[0]
    return count


def _fingerprint(request: Any) -> bytes:
    """What must be the same for the key to mean the same request; a path's trailing slash makes no difference."""
    path = request.path.removesuffix("/").encode("utf-8", "surrogatepass")
    return hashlib.sha256(path + b"\n" + request.raw_body).digest()


def _replay(kept: IdempotencyKey, fingerprint: bytes) -> HttpResponse:
    if bytes(kept.fingerprint) != fingerprint:
        raise problems.Unprocessable(
            f"This {HEADER} was already used for a request with a different path or body."
        )
    response = _answer(kept.status, bytes(kept.answer))
    response[REPLAYED] = "true"
    return response


def _answer(status: int, body: bytes) -> HttpResponse:
    return HttpResponse(body, status=status, content_type="application/json")
