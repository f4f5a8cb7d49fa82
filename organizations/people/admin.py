"""Django admin of people, of where they belong, and of the identity providers that sign them in."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin, messages
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.core.validators import validate_slug
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from organizations import services as organizations
from organizations.models import Membership, SignInDomain, User
from organizations.owned_admin import EVERYWHERE, OwnedAdmin, OwnedForm, adopt
from organizations.tenancy import actors


class _LowerCaseEmail(forms.Form):
    def clean_email(self) -> str:
        """The address as it is kept."""
        return User.objects.normalize_email(self.cleaned_data["email"])


class NewUserForm(_LowerCaseEmail, AdminUserCreationForm):
    """A new person, with a password or without one yet."""

    class Meta:
        model = User
        fields = ("email", "name")


class UserForm(_LowerCaseEmail, UserChangeForm):
    """A person."""

    class Meta:
        model = User
        fields = "__all__"


@admin.register(User)
class UserAdmin(auth_admin.UserAdmin):
    """Brokers and operators."""

    form = UserForm
    add_form = NewUserForm
    list_display = ("email", "name", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff", "is_superuser", "memberships__organization")
    search_fields = ("email", "name")
    ordering = ("email",)
    readonly_fields = ("last_login", "created_at")
    fieldsets = (
        (None, {"fields": ("email", "name", "password")}),
        (
            "Permissions",
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        ("Times", {"fields": ("last_login", "created_at")}),
    )
    actions = ("remove_second_factor",)
    add_fieldsets = ((None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: disable them instead."""
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save; disabling and enabling leave audit rows in the person's organizations."""
        super().save_model(request, obj, form, change)
        if change and "is_active" in form.changed_data:
            by, at = actors.user(request.user), timezone.now()
            organizations.note_user_access(user=obj, by=by, at=at)

    @admin.action(
        description="Remove two-factor sign-in (password only)",
        permissions=["change"],
        location=EVERYWHERE,
    )
    def remove_second_factor(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """For people who have lost their app, their passkeys and their recovery codes."""
        for person in queryset:
            if organizations.remove_second_factor(
                user=person, by=actors.user(request.user), at=timezone.now()
            ):
                messages.warning(request, f"{person} now signs in with a password only.")


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    """Who belongs where, and as what."""

    list_display = ("user", "organization", "role", "created_at")
    list_filter = ("role", "organization")
    list_select_related = ("user", "organization")
    search_fields = ("user__email", "user__name", "organization__name")
    fields = ("organization", "user", "role", "phone")
    autocomplete_fields = ("organization", "user")
    ordering = ("organization__name", "user__email", "pk")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """A place isn't handed on: only the role and the phone change."""
        return ("organization", "user") if obj else ()

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        """Add the member, or change the role and the phone."""
        by, at = actors.user(request.user), timezone.now()
        phone = obj.phone
        if change:
            try:
                organizations.change_role(membership=obj, role=obj.role, by=by, at=at)
            except organizations.LastOwner as error:
                messages.error(request, str(error))
        else:
            place = {name: form.cleaned_data[name] for name in ("organization", "user", "role")}
            adopt(obj, organizations.add_member(**place, by=by, at=at))
        organizations.change_phone(membership=obj, phone=phone, by=by, at=at)

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        """Remove the member."""
        try:
            organizations.remove_member(membership=obj, by=actors.user(request.user), at=timezone.now())
        except organizations.LastOwner as error:
            messages.error(request, str(error))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        """Remove the members, one by one."""
        for membership in queryset:
            self.delete_model(request, membership)


# Identity providers of organizations, and the e-mail domains that each vouches for.


# People's own, or not kept: nobody reads secrets or ends sessions here.
for model in (Authenticator, EmailAddress, SocialAccount, SocialApp, SocialToken, UserSession):
    if admin.site.is_registered(model):
        admin.site.unregister(model)

PROTOCOLS = (("openid_connect", "OpenID Connect"), ("saml", "SAML"))
NEEDED = {
    "openid_connect": ("server_url",),
    "saml": ("idp",),
}


class ConnectionForm(forms.ModelForm):
    """An identity provider: what it is called in addresses, what it calls us, and its settings (docs/people.md)."""

    provider = forms.ChoiceField(label="Protocol", choices=PROTOCOLS)
    provider_id = forms.CharField(
        label="Short name",
        max_length=60,
        validators=[validate_slug],
        help_text="Part of the URLs you give the identity provider: /sign-in/oidc/<short name>/login/callback/, "
        "/sign-in/saml/<short name>/acs/",
    )
    client_id = forms.CharField(
        label="Client ID", max_length=191, required=False, help_text="OpenID Connect only."
    )
    secret = forms.CharField(
        label="Client secret",
        max_length=191,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
        help_text="OpenID Connect only. Leave blank to keep the current one.",
    )

    class Meta:
        model = SocialApp
        fields = ("name", "provider", "provider_id", "client_id", "secret", "settings")

    def clean(self) -> dict[str, Any]:
        """One connection a short name, and a client id: allauth finds them by these."""
        cleaned = super().clean() or self.cleaned_data
        protocol, name = cleaned.get("provider", ""), cleaned.get("provider_id", "")
        if protocol == "saml":
            cleaned["client_id"] = name
        elif not cleaned.get("client_id"):
            self.add_error("client_id", "Provided by the identity provider.")
        others = SocialApp.objects.exclude(pk=self.instance.pk)
        if name in dict(PROTOCOLS) or others.filter(provider_id=name).exists():
            self.add_error("provider_id", "This name is already in use.")
        if others.filter(provider=protocol, client_id=cleaned.get("client_id", "")).exists():
            self.add_error("client_id", "Another connection already uses this client ID.")
        missing = [key for key in NEEDED.get(protocol, ()) if not (cleaned.get("settings") or {}).get(key)]
        if missing:
            self.add_error("settings", f"Missing {missing[0]!r}. See docs/people.md.")
        cleaned["secret"] = cleaned.get("secret") or self.instance.secret
        return cleaned


@admin.register(SocialApp)
class ConnectionAdmin(admin.ModelAdmin):
    """Identity providers."""

    form = ConnectionForm
    list_display = ("name", "provider", "provider_id")
    search_fields = ("name", "provider_id", "domains__domain")
    ordering = ("name", "pk")


class SignInDomainForm(OwnedForm):
    """A domain, as addresses bear it."""

    def clean_domain(self) -> str:
        """In lower case, without the @; of one connection, whosever it is."""
        domain = self.cleaned_data["domain"].strip().lower().removeprefix("@")
        if SignInDomain.unscoped.filter(domain=domain).exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError("This domain is already connected to another identity provider.")
        return domain


@admin.register(SignInDomain)
class SignInDomainAdmin(OwnedAdmin):
    """Whose people, by their addresses, an identity provider vouches for. Verify that the domain is theirs."""

    form = SignInDomainForm
    list_display = ("domain", "organization", "app")
    list_select_related = ("organization", "app")
    search_fields = ("domain", "organization__name")
    fields = ("organization", "domain", "app")
