"""The organization's members and invitations: everybody reads them, owners change them."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef
from django.db.models.functions import Lower
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from organizations import actors
from organizations import services as organizations
from organizations.dashboard import DashboardRequest, posted, refusals_told
from organizations.models import Invitation, Membership
from organizations.people import invitations, proofs
from organizations.people.forms import InvitationForm, RoleForm
from organizations.roles import owners_change, owners_only
from organizations.services import OrganizationError
from organizations.states import Role

PAGE = 50


@require_http_methods(["GET", "HEAD", "POST"])
@owners_change
def members(request: DashboardRequest) -> HttpResponse:
    """The members, by name, and the invitations that wait; owners invite here."""
    is_owner = request.membership.is_owner
    form = InvitationForm(posted(request))
    if form.is_valid() and _invite(request, form):
        return redirect("organizations:members")
    now = timezone.now()
    places = (
        Membership.objects.filter(organization=request.organization)
        .select_related("user")
        .annotate(has_second_factor=Exists(proofs.SECOND_FACTORS.filter(user=OuterRef("user"))))
        .order_by(Lower("user__name"), "user__email", "pk")
    )
    waiting = Invitation.objects.pending().order_by("-created_at", "-pk")
    context = {
        "now": now,
        "form": form if is_owner else None,
        "page": Paginator(places, PAGE).get_page(request.GET.get("page")),
        "roles": Role.choices,
        "invitations": [(each, each.is_open(now)) for each in waiting] if is_owner else [],
    }
    return render(request, "organizations/settings/members.html", context)


@require_POST
@owners_only
def change_role(request: DashboardRequest, pk: int) -> HttpResponse:
    """Give a member another role."""
    membership = _member(request, pk)
    form = RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Choose owner, broker or viewer.")
        return redirect("organizations:members")
    by, now = actors.user(request.user), timezone.now()
    with refusals_told(request, OrganizationError):
        organizations.change_role(membership=membership, role=form.cleaned_data["role"], by=by, at=now)
        messages.info(request, f"{membership.user} is {membership.get_role_display().lower()} now.")
    return redirect("organizations:members")


@require_POST
@owners_only
def remove(request: DashboardRequest, pk: int) -> HttpResponse:
    """Take a member's place away."""
    membership = _member(request, pk)
    by, now = actors.user(request.user), timezone.now()
    with refusals_told(request, OrganizationError):
        organizations.remove_member(membership=membership, by=by, at=now)
        messages.info(request, f"{membership.user} is no member any more.")
    return redirect("organizations:members")


@require_POST
@owners_only
def send_again(request: DashboardRequest, pk: int) -> HttpResponse:
    """Send an invitation's mail once more, with a new link."""
    invitation = get_object_or_404(Invitation.objects.all(), pk=pk)
    by, now = actors.user(request.user), timezone.now()
    with refusals_told(request, OrganizationError):
        invitations.send_again(invitation=invitation, by=by, at=now)
        messages.info(request, f"A new link is on its way to {invitation.email}.")
    return redirect("organizations:members")


@require_POST
@owners_only
def take_back(request: DashboardRequest, pk: int) -> HttpResponse:
    """Let an invitation lead nowhere."""
    invitation = get_object_or_404(Invitation.objects.all(), pk=pk)
    by, now = actors.user(request.user), timezone.now()
    with refusals_told(request, OrganizationError):
        invitations.take_back(invitation=invitation, by=by, at=now)
        messages.info(request, f"The invitation of {invitation.email} is taken back.")
    return redirect("organizations:members")


def _invite(request: DashboardRequest, form: InvitationForm) -> bool:
    try:
        made = invitations.invite(
            organization=request.organization,
            email=form.cleaned_data["email"],
            role=form.cleaned_data["role"],
            inviter=request.user,
            by=actors.user(request.user),
            at=timezone.now(),
        )
    except OrganizationError as error:
        form.add_error("email", str(error))
        return False
    messages.info(request, f"An invitation is on its way to {made.email}.")
    return True


def _member(request: DashboardRequest, pk: int) -> Membership:
    members = Membership.objects.select_related("user", "organization")
    return get_object_or_404(members, organization=request.organization, pk=pk)
