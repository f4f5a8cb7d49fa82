"""Who may listen: a person with a session, to the organization that the session is at, from our own pages."""

import asyncio
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import get_user
from django.db import connections
from django.http import HttpRequest

from organizations import tenancy

SESSION_KEY = re.compile(r"[a-z0-9]{8,64}")

# The ORM waits: apart from the event loop, and from the conversations that the same process holds.
_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="listeners")


@dataclass(frozen=True, slots=True)
class Listener:
    """A signed-in person and the organization that they see now; None: none, or one that they can't go on in."""

    user_id: int
    organization_id: int | None


async def listener_of(session_key: str) -> Listener | None:
    """Return who has this session at this moment; None where it is nobody's (any more)."""
    if not SESSION_KEY.fullmatch(session_key):
        return None
    return await asyncio.get_running_loop().run_in_executor(_threads, _listener_of, session_key)


def _listener_of(session_key: str) -> Listener | None:
    try:
        request = HttpRequest()
        request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
        request.user = get_user(request)
        if not request.user.is_authenticated:
            return None
        return Listener(request.user.pk, tenancy.standing(request).organization_id)
    finally:
        connections.close_all()


def is_from_our_pages(headers: Mapping[str, str]) -> bool:
    """Whether one of our own pages asks: by `Origin`, or by `Sec-Fetch-Site` where a browser leaves that out."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("same-origin", "none")
    return origin in our_origins()


def our_origins() -> set[str]:
    """Return where our pages are served: `LOADLINE_PUBLIC_URL`, and what CSRF_TRUSTED_ORIGINS adds."""
    parts = urlsplit(settings.PUBLIC_URL)
    return {f"{parts.scheme}://{parts.netloc}", *settings.CSRF_TRUSTED_ORIGINS}
