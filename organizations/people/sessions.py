"""A signed-in person's sessions: which organization each works for just now, from which device; and what allauth does
to an account, in the audit.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from organizations import audit
from organizations.models import Membership, User
from organizations.people import single_sign_on
from organizations.tenancy import actors
from organizations.tenancy.scope import unscoped

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


SESSION_KEY = "organization"


@dataclass(frozen=True, slots=True)
class Standing:
    """What a session may open: the person's places, the one that it is at, and what hinders it from going on there."""

    memberships: list[Membership]
    membership: Membership | None
    hindrance: str = ""  # a page's name: see `hindered`

    @property
    def organization_id(self) -> int | None:
        """The organization whose rows the session may see now."""
        return None if self.hindrance or self.membership is None else self.membership.organization_id


def without_organization[V: Callable[..., Any]](view: V) -> V:
    """Mark a view that a signed-in person may use outside any organization (sign out, switch)."""
    view.needs_organization = False  # type: ignore[attr-defined]
    return view


def of_account[V: Callable[..., Any]](view: V) -> V:
    """Mark a page of one's own account, which stands open whatever one's organization demands, or without one."""
    view.is_of_account = True  # type: ignore[attr-defined]
    return view


def is_of_account(view: Callable[..., Any]) -> bool:
    """Whether the view is marked so."""
    return getattr(view, "is_of_account", False)


def is_of_admin(request: HttpRequest) -> bool:
    """Whether the request is for Django admin."""
    match = request.resolver_match
    return match is not None and "admin" in match.app_names


def needs_organization(request: HttpRequest, view: Callable[..., Any]) -> bool:
    """Whether the view shows an organization's things to a signed-in person."""
    if not getattr(view, "login_required", True) or not getattr(view, "needs_organization", True):
        return False
    return not is_of_admin(request)


def standing(request: HttpRequest) -> Standing:
    """What the signed-in person's session may open; one query, two where the organization demands something."""
    memberships = memberships_of(request)
    membership = chosen(memberships, request.session)
    return Standing(memberships, membership, _hindrance(request, membership))


def _hindrance(request: HttpRequest, membership: Membership | None) -> str:
    if membership is None:
        return "no_organization"
    organization = membership.organization
    if organization.is_suspended:
        return "suspended"
    if organization.requires_single_sign_on and not single_sign_on.vouches(request, organization.pk):
        return "demand_single_sign_on"
    if organization.requires_second_factor and not single_sign_on.has_second_factor(request):
        return "demand_second_factor"
    return ""


def memberships_of(request: HttpRequest) -> list[Membership]:
    """The person's places that the session may open, by the organizations' names; one query."""
    person: Any = request.user
    places = Membership.objects.filter(user=person).select_related("organization")
    if single_sign_on.is_bound(request):
        domains = single_sign_on.domains_of(single_sign_on.identity_provider(request), person.email)
        places = places.filter(organization__in=domains.values("organization"))
    with unscoped():
        return list(places.order_by("organization__name", "pk"))


def chosen(memberships: Sequence[Membership], session: SessionBase) -> Membership | None:
    """The place that the person switched to last, else the first one."""
    wanted = session.get(SESSION_KEY)
    for membership in memberships:
        if membership.organization_id == wanted:
            return membership
    return memberships[0] if memberships else None


def choose(session: SessionBase, membership: Membership) -> None:
    """From now on the person works for this organization."""
    session[SESSION_KEY] = membership.organization_id


def hindered(request: HttpRequest, hindrance: str) -> HttpResponse:
    """403: a page that says what hinders, what to do about it, and names the organizations to switch to.

    An operator without an organization has come for Django admin.
    """
    person: Any = request.user
    if hindrance == "no_organization" and person.is_staff and not single_sign_on.is_bound(request):
        return redirect("admin:index")
    connection = None
    if hindrance == "demand_single_sign_on":
        connection = single_sign_on.connection_of(person.email)
        if connection and connection.organization_id != request.organization.pk:  # type: ignore[attr-defined]
            connection = None
    context = {
        "sign_on_url": single_sign_on.login_url(request, connection) if connection else "",
        "has_second_factor": hindrance == "demand_second_factor" and single_sign_on.exists(person),
    }
    return render(request, f"organizations/{hindrance}.html", context, status=403)
