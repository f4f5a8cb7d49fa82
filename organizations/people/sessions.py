"""Where a person is signed in, and what allauth does to an account, in the audit."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from organizations.models import User
from organizations.people import single_sign_on
from organizations.tenancy import actors, audit

SEEN = "seen_at"  # of the session: when its row was written last, in seconds since 1970
PAUSE = 300  # seconds until it is written again

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


def device_of(user_agent: str) -> str:
    """What people call a browser and its machine: `Chrome on Windows`."""
    browser = next((name for part, name in BROWSERS if part in user_agent), "")
    system = next((name for part, name in SYSTEMS if part in user_agent), "")
    if not browser and not system:
        return "Unknown device"
    return f"{browser or 'Browser'} on {system}" if system else browser


def forget() -> None:
    """Delete what is kept of sessions that are gone."""
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()


class LastSeenMiddleware:
    """Keeps of each session when it was used last, to five minutes: only the first request after them writes.

    allauth's own middleware would write with every request.
    """

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
                    UserSession.objects.create_from_request(request)
                request.session[SEEN] = int(time.time())


# What allauth does to an account, in the audit; and what a session must know of it.


def connect() -> None:
    """Listen to allauth."""
    account.user_logged_in.connect(_note_session)
    account.password_changed.connect(_recorder("user.password_changed"), weak=False)
    account.password_reset.connect(_recorder("user.password_reset"), weak=False)
    mfa.authenticator_added.connect(_note_added)
    mfa.authenticator_removed.connect(_note_removed)
    mfa.authenticator_reset.connect(_recorder("user.recovery_codes_renewed"), weak=False)
    mfa.authenticator_used.connect(_note_used)


def record(user: User, action: str, **details: Any) -> None:
    """Keep what a person did to their own account."""
    audit.record_of_person(user=user, action=action, by=actors.user(user), at=timezone.now(), **details)


def _recorder(action: str) -> Any:
    def note(sender: Any, user: User, **_: Any) -> None:
        record(user, action)

    return note


def _note_session(sender: Any, request: HttpRequest, user: User, **_: Any) -> None:
    request.session[SEEN] = int(time.time())
    record(user, "user.signed_in")


def _note_added(
    sender: Any, request: HttpRequest, user: User, authenticator: Authenticator, **_: Any
) -> None:
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        request.session[single_sign_on.ADDED] = True
        record(user, "user.second_factor_added", kind=str(authenticator.type))


def _note_removed(sender: Any, user: User, authenticator: Authenticator, **_: Any) -> None:
    if authenticator.type != Authenticator.Type.RECOVERY_CODES:
        record(user, "user.second_factor_removed", kind=str(authenticator.type))


def _note_used(sender: Any, user: User, authenticator: Authenticator, **_: Any) -> None:
    if authenticator.type == Authenticator.Type.RECOVERY_CODES:
        record(user, "user.recovery_code_used")
