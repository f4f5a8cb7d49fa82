"""Which organization a signed-in person works for just now."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from organizations.models import Membership
from organizations.people import single_sign_on

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
