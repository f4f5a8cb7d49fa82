"""Where an invitation's link leads: a new account, or one more organization for the one that signs in."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from organizations import tenancy
from organizations.models import Invitation, Membership, User
from organizations.people import invitations, links
from organizations.people.forms import NewAccountForm
from organizations.people.sign_in_views import let_in
from organizations.services import OrganizationError


@login_not_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Join as the invited person. A link that leads nowhere, or is somebody else's, says the same: 404."""
    # Who asks is looked at first, so that the answers don't even differ in their headers.
    person = None if isinstance(request.user, AnonymousUser) else request.user
    found = links.invitation_of(token)
    if found is None or not found.is_open(timezone.now()):
        return _nowhere(request)
    if person is None:
        return _arrive(request, found)
    if person.email != found.email:
        return _nowhere(request)
    return _join(request, found, person)


def _join(request: HttpRequest, found: Invitation, person: User) -> HttpResponse:
    """Ask whether to join; by POST, join."""
    if request.method != "POST":
        return render(request, "organizations/invitation.html", {"invitation": found})
    try:
        membership = invitations.accept(invitation=found, user=person, at=timezone.now())
    except OrganizationError:
        return _nowhere(request)
    return _welcome(request, membership)


def _arrive(request: HttpRequest, found: Invitation) -> HttpResponse:
    """Ask for name and password; by POST, make the account and sign in. Who has an account signs in first."""
    if User.objects.filter(email=found.email).exists():
        return render(request, "organizations/invitation.html", {"invitation": found, "must_sign_in": True})
    form = NewAccountForm(request.POST or None, email=found.email)
    if request.method == "POST" and form.is_valid():
        try:
            membership = invitations.accept_as_new(
                invitation=found,
                name=form.cleaned_data["name"],
                password=form.cleaned_data["password"],
                at=timezone.now(),
            )
        except OrganizationError:
            return _nowhere(request)
        let_in(request, membership.user)
        return _welcome(request, membership)
    return render(request, "organizations/invitation.html", {"invitation": found, "form": form})


def _welcome(request: HttpRequest, membership: Membership) -> HttpResponse:
    tenancy.choose(request.session, membership)
    messages.info(request, f"Welcome to {membership.organization.name}.")
    return redirect("/")


def _nowhere(request: HttpRequest) -> HttpResponse:
    return render(request, "organizations/invitation_nowhere.html", status=404)
