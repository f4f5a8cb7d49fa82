"""Pages of people: sign-in, account, invitations, members, and switching between organizations."""

import zlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.utils import perform_login
from allauth.account.views import LoginView, PasswordResetFromKeyView
from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Lower
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST
from lxml.etree import LxmlError

from organizations import services as organizations
from organizations.dashboard.requests import (
    DashboardRequest,
    owners_change,
    owners_only,
    posted,
    refusals_as_messages,
    safe_url,
)
from organizations.dashboard.table import Table
from organizations.dashboard.table_columns import Column
from organizations.dashboard.table_views import show_table
from organizations.models import Invitation, Membership, User
from organizations.people import invitations, sessions, single_sign_on
from organizations.people.forms import (
    AccountForm,
    EmailForm,
    InvitationForm,
    NewAccountForm,
    RoleForm,
    SignInForm,
    SignUpForm,
)
from organizations.services import NameTaken, OrganizationError
from organizations.tenancy import actors
from organizations.tenancy.scope import scope
from organizations.tenancy.states import Role

# The list of members.


class MemberTable(Table):
    """The organization's members by name; owners see more of them, and may change them."""

    name, title, url_name = "members", "Users", "organizations:members"
    parts = "organizations/settings/members_table.html"
    caption = "Users by name"
    default_order = (Lower("user__name"), "user__email", "pk")
    is_still = is_narrow = True
    roles = Role.choices
    columns = (
        Column("name", "Name", "wide", is_head=True),
        Column("role", "Role"),
        Column("phone", "Phone", "nowrap"),
        Column("seen", "Last sign-in", needs="is_owner"),
        Column("actions", "Actions", "row-actions", needs="is_owner", is_action=True),
    )

    def queryset(self) -> QuerySet[Any, Any]:
        """All members."""
        return Membership.objects.filter(organization=self.organization)

    def shaped(self, rows: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
        """With who they are, and whether they have a second factor."""
        second_factors = single_sign_on.SECOND_FACTORS.filter(user=OuterRef("user"))
        return rows.select_related("user").annotate(has_second_factor=Exists(second_factors))


@require_http_methods(["GET", "HEAD", "POST"])
def account(request: DashboardRequest) -> HttpResponse:
    """All of one's account; name and phone are changed here."""
    now, user = timezone.now(), request.user
    initial = {"name": user.name, "phone": request.membership.phone}
    form = AccountForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        by = actors.user(user)
        organizations.change_name(user=user, name=form.cleaned_data["name"], by=by, at=now)
        organizations.change_phone(
            membership=request.membership, phone=form.cleaned_data["phone"], by=by, at=now
        )
        messages.info(request, "Saved.")
        return redirect("organizations:account")
    factors = list(Authenticator.objects.filter(user=user).order_by("pk"))
    codes = [each for each in factors if each.type == Authenticator.Type.RECOVERY_CODES]
    context = {
        "now": now,
        "form": form,
        "app": next((each for each in factors if each.type == Authenticator.Type.TOTP), None),
        "passkeys": [each for each in factors if each.type == Authenticator.Type.WEBAUTHN],
        "codes_left": len(codes[0].wrap().get_unused_codes()) if codes else 0,
        "places": _places(request),
    }
    return render(request, "organizations/settings/account.html", context)


@require_POST
def end_sessions(request: DashboardRequest) -> HttpResponse:
    """Sign out at one place (`place`), or everywhere but here (without it)."""
    number, places = request.POST.get("place"), _places(request)
    ended = [each for each in places if (str(each.pk) == number if number else not each.is_current())]
    if number and not ended:
        raise Http404
    get_adapter().end_sessions(ended)
    if ended:
        sessions.record(request.user, "user.signed_out", places=len(ended))
    told = "Signed out on that device." if number else "Signed out on all other devices."
    messages.info(request, told if ended else "You’re only signed in here.")
    return redirect("organizations:account")


def needs_password[V: Any](view: V) -> V:
    """Let nobody add a second factor who couldn't be asked for a password before: it would be anybody's doing."""

    @wraps(view)
    def guarded(request: DashboardRequest, *args: Any, **kwargs: Any) -> Any:
        if not request.user.has_usable_password():
            messages.info(request, "Set a password first. We’ll email you a link.")
            return redirect("account_reset_password")
        return view(request, *args, **kwargs)

    return guarded  # type: ignore[return-value]


def _places(request: DashboardRequest) -> list[UserSession]:
    """Where the person is signed in: here first, then the places seen last."""
    places = UserSession.objects.purge_and_list(request.user)
    return sorted(places, key=lambda each: (not each.is_current(), -each.last_seen_at.timestamp()))


# Signing in, which starts with the e-mail address: it says who asks for a proof; and a forgotten password.


class SignIn(LoginView):
    """The address, then the password; who is signed in already goes on. `?password` asks for both at once."""

    def get_form_class(self) -> type[EmailForm | SignInForm]:
        """Both fields once the password is asked for."""
        asked = self.request.POST if self.request.method == "POST" else self.request.GET
        return SignInForm if "password" in asked else EmailForm

    def form_valid(self, form: Any) -> HttpResponse:
        """Let the person in, or go on to the second step."""
        if isinstance(form, EmailForm):
            return self._go_on(form.cleaned_data["login"])
        return super().form_valid(form)

    def _go_on(self, email: str) -> HttpResponse:
        connection = single_sign_on.connection_of(email)
        if connection is None:
            form = SignInForm(request=self.request, initial={"login": email})
            return self.render_to_response(self.get_context_data(form=form))
        onward = safe_url(self.request, self.request.POST.get("next", ""))
        url = single_sign_on.login_url(self.request, connection, onward)
        # No redirect: a form may lead to this site alone (form-action), and the way goes on to another one.
        context = {"connection": connection, "url": url}
        return render(self.request, "account/elsewhere.html", context)


class NewPassword(PasswordResetFromKeyView):
    """Where a mailed link leads: a new password, with which one signs in then. It ends all sessions."""

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """404 where the link is wrong, used or too old."""
        status = 404 if context.get("token_fail") else 200
        return super().render_to_response(context, status=status, **kwargs)


def refuse_nonsense[V: Callable[..., Any]](view: V) -> V:
    """Answer 401 where somebody who speaks for an identity provider sends no XML at all: python3-saml stumbles."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (ValueError, LxmlError, zlib.error):
            return render(request, "socialaccount/authentication_error.html", status=401)

    return guarded  # type: ignore[return-value]


sign_in = SignIn.as_view()
new_password = NewPassword.as_view()


# Where an invitation's link leads: a new account, or one more organization for the one that signs in.


@login_not_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Join as the invited person. A link that leads nowhere, or is somebody else's, says the same: 404."""
    # Who asks is looked at first, so that the answers don't even differ in their headers.
    person = None if isinstance(request.user, AnonymousUser) else request.user
    found = invitations.invitation_of(token)
    if found is None or not found.is_open(timezone.now()):
        return _nowhere(request)
    with scope(found.organization_id):
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
        perform_login(request, membership.user)
        return _welcome(request, membership)
    return render(request, "organizations/invitation.html", {"invitation": found, "form": form})


def _welcome(request: HttpRequest, membership: Membership) -> HttpResponse:
    sessions.choose(request.session, membership)
    messages.info(request, f"Welcome to {membership.organization.name}.")
    return redirect("/")


def _nowhere(request: HttpRequest) -> HttpResponse:
    return render(request, "organizations/invitation_nowhere.html", status=404)


# The organization's members and invitations: everybody reads them, owners change them.


@require_http_methods(["GET", "HEAD", "POST"])
@owners_change
def members(request: DashboardRequest) -> HttpResponse:
    """The members, by name, and the invitations that wait; owners invite here."""
    is_owner = request.membership.is_owner
    form = InvitationForm(posted(request))
    if form.is_valid() and _invite(request, form):
        return redirect("organizations:members")
    waiting = list(Invitation.objects.pending().order_by("-created_at", "-pk")) if is_owner else []
    context = {
        "form": form if is_owner else None,
        "invitations": [(each, each.is_open(timezone.now())) for each in waiting],
    }
    return show_table(request, MemberTable, "organizations/settings/members.html", context)


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
    with refusals_as_messages(request, OrganizationError):
        organizations.change_role(membership=membership, role=form.cleaned_data["role"], by=by, at=now)
        messages.info(request, f"{membership.user} is now {membership.get_role_display().lower()}.")
    return redirect("organizations:members")


@require_POST
@owners_only
def remove(request: DashboardRequest, pk: int) -> HttpResponse:
    """Take a member's place away."""
    membership = _member(request, pk)
    by, now = actors.user(request.user), timezone.now()
    with refusals_as_messages(request, OrganizationError):
        organizations.remove_member(membership=membership, by=by, at=now)
        messages.info(request, f"{membership.user} is no longer a user.")
    return redirect("organizations:members")


@require_POST
@owners_only
def send_again(request: DashboardRequest, pk: int) -> HttpResponse:
    """Send an invitation's mail once more, with a new link."""
    invitation = get_object_or_404(Invitation.objects.all(), pk=pk)
    by, now = actors.user(request.user), timezone.now()
    with refusals_as_messages(request, OrganizationError):
        invitations.send_again(invitation=invitation, by=by, at=now)
        messages.info(request, f"New link sent to {invitation.email}.")
    return redirect("organizations:members")


@require_POST
@owners_only
def take_back(request: DashboardRequest, pk: int) -> HttpResponse:
    """Let an invitation lead nowhere."""
    invitation = get_object_or_404(Invitation.objects.all(), pk=pk)
    by, now = actors.user(request.user), timezone.now()
    with refusals_as_messages(request, OrganizationError):
        invitations.take_back(invitation=invitation, by=by, at=now)
        messages.info(request, f"Invitation for {invitation.email} canceled.")
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
    messages.info(request, f"Sending the invitation to {made.email}.")
    return True


def _member(request: DashboardRequest, pk: int) -> Membership:
    members = Membership.objects.select_related("user", "organization")
    return get_object_or_404(members, organization=request.organization, pk=pk)


# Switching between organizations.


@require_POST
@sessions.without_organization
def switch_organization(request: HttpRequest) -> HttpResponse:
    """Work for another of one's organizations: `organization` is its id, `next` where to go on."""
    wanted = request.POST.get("organization", "")
    for membership in sessions.memberships_of(request):
        if str(membership.organization_id) == wanted:
            sessions.choose(request.session, membership)
            return redirect(safe_url(request, request.POST.get("next", "")))
    raise Http404


# Where the link to a new brokerage leads.


@login_not_required
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest, token: str) -> HttpResponse:
    """Make a brokerage and its owner's account, and go on with setting it up; 404 where the link was used."""
    if not invitations.is_open(token):
        return render(request, "organizations/sign_up_nowhere.html", status=404)
    form = SignUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            membership = invitations.sign_up(token=token, **form.cleaned_data, at=timezone.now())
        except invitations.LinkUsed:
            return render(request, "organizations/sign_up_nowhere.html", status=404)
        except NameTaken as error:
            form.add_error("email", str(error))
        else:
            perform_login(request, membership.user)
            sessions.choose(request.session, membership)
            return redirect("organizations:setup")
    return render(request, "organizations/sign_up.html", {"form": form})
