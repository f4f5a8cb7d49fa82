"""Which organization a signed-in person works for just now."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from organizations.models import Membership

SESSION_KEY = "organization"


def without_organization[V: Callable[..., Any]](view: V) -> V:
    """Mark a view that a signed-in person may use outside any organization (sign out, switch)."""
    view.needs_organization = False  # type: ignore[attr-defined]
    return view


def needs_organization(request: HttpRequest, view: Callable[..., Any]) -> bool:
    """Whether the view shows an organization's things to a signed-in person."""
    if not getattr(view, "login_required", True) or not getattr(view, "needs_organization", True):
        return False
    match = request.resolver_match
    return match is None or "admin" not in match.app_names


def memberships_of(user: Any) -> list[Membership]:
    """The person's places, by the organizations' names; one query."""
    places = Membership.objects.filter(user=user).select_related("organization")
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


def no_organization(request: HttpRequest) -> HttpResponse:
    """403: the person belongs nowhere (yet)."""
    return render(request, "organizations/no_organization.html", status=403)


def suspended(request: HttpRequest) -> HttpResponse:
    """403: the person's organization stands still; names the others to switch to."""
    return render(request, "organizations/suspended.html", status=403)
