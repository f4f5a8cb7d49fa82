"""Where a person is signed in: noted at sign-in, refreshed now and then, ended from afar."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.contrib.sessions.models import Session
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from organizations import audit
from organizations.actors import Actor
from organizations.models import SignedIn, User
from organizations.people import throttle

SEEN = "seen_at"  # of the session: when its row was written last, in seconds since 1970
PAUSE = 300  # seconds until it is written again
LONGEST_AGENT = 300

# What stands in a user agent, and what people call it; the first that fits, since each browser names the ones before.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Mac OS X", "Mac"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class Place:
    """A place where a person is signed in, for a page: `number` tells it from the others without naming the session."""

    number: str
    device: str
    address: str
    created_at: datetime
    seen_at: datetime
    is_this: bool


def note(request: HttpRequest, *, at: datetime) -> None:
    """Write down where the request's person is signed in, once the session has its final key."""
    request.session[SEEN] = int(at.timestamp())
    if request.session.session_key is None:
        request.session.create()
    known = {
        "user_id": request.user.pk,
        "address": throttle.client_address(request) or None,
        "user_agent": request.headers.get("User-Agent", "")[:LONGEST_AGENT],
        "seen_at": at,
    }
    SignedIn.objects.update_or_create(
        session_id=request.session.session_key, defaults=known, create_defaults={**known, "created_at": at}
    )


def of(user: User, *, current_key: str | None, at: datetime) -> list[Place]:
    """The places where the person is signed in: this one first, then those seen last; one query."""
    rows = SignedIn.objects.filter(user=user, session__expire_date__gt=at).order_by("-seen_at", "session")
    places = [
        Place(
            number=_number(row),
            device=device_of(row.user_agent),
            address=row.address or "",
            created_at=row.created_at,
            seen_at=row.seen_at,
            is_this=row.session_id == current_key,
        )
        for row in rows
    ]
    return sorted(places, key=lambda place: not place.is_this)


def end(*, user: User, number: str, by: Actor, at: datetime) -> bool:
    """Sign the person out at one place; whether there was such a place."""
    rows = SignedIn.objects.filter(user=user).order_by("session")
    return _end([row for row in rows if _number(row) == number], user, by, at)


def end_others(*, user: User, current_key: str | None, by: Actor, at: datetime) -> bool:
    """Sign the person out everywhere but here; whether there was another place."""
    return _end(list(SignedIn.objects.filter(user=user).exclude(session_id=current_key)), user, by, at)


def device_of(user_agent: str) -> str:
    """What people call a browser and its machine: `Chrome on Windows`."""
    browser = next((name for part, name in BROWSERS if part in user_agent), "")
    system = next((name for part, name in SYSTEMS if part in user_agent), "")
    if not browser and not system:
        return "Unknown device"
    return f"{browser or 'Browser'} on {system}" if system else browser


class LastSeenMiddleware:
    """Keeps of each session when it was used last, to five minutes: only the first request after them writes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: Any, kwargs: Any
    ) -> None:
        """Note the session if it signed in by the page and wasn't seen for a while."""
        if getattr(view, "login_required", True) and request.user.is_authenticated:
            seen = request.session.get(SEEN)
            if seen is not None and seen + PAUSE < time.time():
                with suppress(IntegrityError):  # ended from afar just now
                    note(request, at=timezone.now())


def _number(row: SignedIn) -> str:
    """What names the row on a page: nobody gets from it to the session's key, which is a secret."""
    return sha256(row.session_id.encode()).hexdigest()[:16]


def _end(rows: Sequence[SignedIn], user: User, by: Actor, at: datetime) -> bool:
    if not rows:
        return False
    with transaction.atomic():
        Session.objects.filter(pk__in=[row.session_id for row in rows]).delete()
        audit.record_of_person(user=user, action="user.signed_out", by=by, at=at, places=len(rows))
    return True
