"""Every write to tenants, people and tokens; each leaves an audit row."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain, count
from typing import Any, Protocol

from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import IntegrityError, transaction
from django.utils.text import slugify

from organizations import audit, tokens
from organizations.models import ApiToken, Membership, Organization, User
from organizations.registry import Registry
from organizations.tenancy.actors import Actor
from organizations.tenancy.scope import scope
from organizations.tenancy.states import Role, Scope

OVERLAP = timedelta(hours=24)


class OrganizationError(Exception):
    """A request that can't be fulfilled; the text says why, and is meant for the person who asked."""


class NameTaken(OrganizationError):
    """Another row has that slug, or the person is a member already."""


class LastOwner(OrganizationError):
    """Without this owner nobody could manage the organization."""


class InvalidValue(OrganizationError):
    """A value that the domain doesn't know or allow."""


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token just made: `plain` is shown once and stored nowhere."""

    plain: str
    token: ApiToken


class Provision(Protocol):
    """Makes rows that every organization has from the start; runs in its scope and its transaction."""

    def __call__(self, organization: Organization, *, by: Actor, at: datetime) -> object:
        """Make them."""


PROVISIONS: Registry[Provision] = Registry("provision of a new organization")


def create_organization(
    *, name: str, slug: str = "", by: Actor, at: datetime, **settings: Any
) -> Organization:
    """A new tenant, with all that packages make along with it; without a slug the name tells one.

    `settings` are further fields of Organization. Raises NameTaken for a slug in use.
    """
    slug = slug or _free_slug(name)
    if not 1 <= len(name.strip()) <= 200:
        raise InvalidValue("Enter an organization name of up to 200 characters.")
    try:
        validate_slug(slug)
    except ValidationError:
        raise InvalidValue(
            f"{slug!r} is not a valid slug: use letters, digits, hyphens and underscores."
        ) from None
    if len(slug) > 63:
        raise InvalidValue("A slug can have up to 63 characters.")
    try:
        with transaction.atomic():
            organization = Organization.objects.create(
                name=name.strip(), slug=slug, created_at=at, **settings
            )
            audit.record(
                organization=organization, action="organization.created", subject=organization, by=by, at=at
            )
            with scope(organization.pk):
                for make in PROVISIONS.values():
                    make(organization, by=by, at=at)
    except IntegrityError:
        raise NameTaken(f"An organization with the slug {slug!r} already exists.") from None
    return organization


def _free_slug(name: str) -> str:
    """`acme-freight`, or `acme-freight-2` where that is taken."""
    plain = slugify(name)[:50].strip("-_") or "brokerage"
    taken = set(Organization.objects.filter(slug__startswith=plain).values_list("slug", flat=True))
    return next(
        slug for slug in chain([plain], (f"{plain}-{number}" for number in count(2))) if slug not in taken
    )


def confirm_organization(
    *, organization: Organization, name: str, timezone: str, by: Actor, at: datetime
) -> None:
    """Keep the name and the time zone, both of which somebody of the organization has looked over."""
    told = {"name": name, "timezone": timezone}
    changes = {field: value for field, value in told.items() if getattr(organization, field) != value}
    with transaction.atomic():
        change_organization(organization=organization, changes=changes, by=by, at=at)
        if Organization.objects.filter(pk=organization.pk, confirmed_at=None).update(confirmed_at=at):
            organization.confirmed_at = at
            audit.record(
                organization=organization, action="organization.confirmed", subject=organization, by=by, at=at
            )


def close_setup(*, organization: Organization, by: Actor, at: datetime) -> bool:
    """Put the set-up checklist away; whether this call did it."""
    with transaction.atomic():
        closed = Organization.objects.filter(pk=organization.pk, setup_closed_at=None).update(
            setup_closed_at=at
        )
        if closed:
            audit.record(organization=organization, action="setup.closed", subject=organization, by=by, at=at)
    return bool(closed)


def change_organization(
    *, organization: Organization, changes: dict[str, Any], by: Actor, at: datetime
) -> None:
    """Give fields of the tenant new values (validated by the form that asks)."""
    if not changes:
        return
    for name, value in changes.items():
        setattr(organization, name, value)
    with transaction.atomic():
        organization.save(update_fields=list(changes))
        audit.record(
            organization=organization,
            action="organization.changed",
            subject=organization,
            by=by,
            at=at,
            fields=sorted(changes),
        )
    tokens.forget_tokens()


def suspend_organization(*, organization: Organization, by: Actor, at: datetime) -> bool:
    """Let its API, its pages and its calls stand still; whether it wasn't so already."""
    return _suspend(organization, suspended_at=at, action="organization.suspended", by=by, at=at)


def resume_organization(*, organization: Organization, by: Actor, at: datetime) -> bool:
    """End a suspension; whether there was one."""
    return _suspend(organization, suspended_at=None, action="organization.resumed", by=by, at=at)


def _suspend(
    organization: Organization, *, suspended_at: datetime | None, action: str, by: Actor, at: datetime
) -> bool:
    with transaction.atomic():
        changed = Organization.objects.filter(
            pk=organization.pk, suspended_at__isnull=suspended_at is not None
        ).update(suspended_at=suspended_at)
        if changed:
            audit.record(organization=organization, action=action, subject=organization, by=by, at=at)
            organization.suspended_at = suspended_at
    tokens.forget_tokens()
    return bool(changed)


def add_member(*, organization: Organization, user: User, role: str, by: Actor, at: datetime) -> Membership:
    """Give a person a place in the organization; raises NameTaken when they have one."""
    _check_role(role)
    try:
        with transaction.atomic():
            membership = Membership.objects.create(
                organization=organization, user=user, role=role, created_at=at
            )
            _record_member("member.added", membership, by, at)
    except IntegrityError:
        raise NameTaken(f"{user} is already a user of {organization}.") from None
    return membership


def change_role(*, membership: Membership, role: str, by: Actor, at: datetime) -> bool:
    """Give a member another role; whether it was another. Raises LastOwner."""
    _check_role(role)
    with transaction.atomic():
        if role != Role.OWNER:
            _keep_an_owner(membership)
        changed = Membership.objects.filter(pk=membership.pk).exclude(role=role).update(role=role)
        membership.role = role
        if changed:
            _record_member("member.role_changed", membership, by, at)
    return bool(changed)


def change_phone(*, membership: Membership, phone: str, by: Actor, at: datetime) -> bool:
    """Keep the number (E.164) at which a member takes calls; whether it was another."""
    with transaction.atomic():
        changed = Membership.objects.filter(pk=membership.pk).exclude(phone=phone).update(phone=phone)
        membership.phone = phone
        if changed:
            _record_member("member.phone_changed", membership, by, at)
    return bool(changed)


def change_name(*, user: User, name: str, by: Actor, at: datetime) -> bool:
    """Keep what a person is called; whether it was something else."""
    with transaction.atomic():
        changed = User.objects.filter(pk=user.pk).exclude(name=name).update(name=name)
        user.name = name
        if changed:
            audit.record_of_person(user=user, action="user.name_changed", by=by, at=at)
    return bool(changed)


def remove_member(*, membership: Membership, by: Actor, at: datetime) -> None:
    """Take a person's place in the organization away; the person stays. Raises LastOwner."""
    with transaction.atomic():
        _keep_an_owner(membership)
        _record_member("member.removed", membership, by, at)
        membership.delete()


def note_user_access(*, user: User, by: Actor, at: datetime) -> None:
    """Tell the audit of each of the person's organizations that they were disabled, or enabled again."""
    action = "user.enabled" if user.is_active else "user.disabled"
    audit.record_of_person(user=user, action=action, by=by, at=at)


def remove_second_factor(*, user: User, by: Actor, at: datetime) -> bool:
    """Let the person sign in with the password alone; whether there was a second factor."""
    with transaction.atomic():
        removed, _ = Authenticator.objects.filter(user=user).delete()
        if removed:
            audit.record_of_person(user=user, action="user.second_factor_removed", by=by, at=at)
    return bool(removed)


def _keep_an_owner(membership: Membership) -> None:
    """Raise LastOwner if it is the only owner's place; two owners who leave at once wait for each other."""
    owners = Membership.objects.filter(organization=membership.organization_id, role=Role.OWNER)
    if list(owners.order_by("pk").select_for_update().values_list("pk", flat=True)) == [membership.pk]:
        raise LastOwner(f"{membership.user} is the only owner. Make someone else an owner first.")


def _check_role(role: str) -> None:
    if role not in Role.values:
        raise InvalidValue(f"{role!r} is not a role: {', '.join(Role.values)}.")


def _record_member(action: str, membership: Membership, by: Actor, at: datetime) -> None:
    audit.record(
        organization=membership.organization,
        action=action,
        subject=membership,
        by=by,
        at=at,
        user=membership.user_id,
        role=str(membership.role),
    )


def create_token(
    *,
    organization: Organization,
    name: str,
    scopes: Sequence[str] = tuple(Scope.values),
    expires_at: datetime | None = None,
    by: Actor,
    at: datetime,
) -> NewToken:
    """A new API token; the plain text is in the answer and nowhere else."""
    name = name.strip()
    if not 1 <= len(name) <= 100:
        raise InvalidValue("Enter a token name of up to 100 characters.")
    if not scopes:
        raise InvalidValue(f"A token needs at least one scope of {', '.join(Scope.values)}.")
    if unknown := set(scopes) - set(Scope.values):
        raise InvalidValue(f"Unknown scope {', '.join(sorted(unknown))}: use {', '.join(Scope.values)}.")
    if expires_at is not None and expires_at <= at:
        raise InvalidValue("A token can't expire before it is created.")
    plain = tokens.make()
    with transaction.atomic():
        token = ApiToken.unscoped.create(
            organization=organization,
            name=name,
            prefix=tokens.prefix(plain),
            digest=tokens.digest(plain),
            scopes=[scope for scope in Scope.values if scope in scopes],
            expires_at=expires_at,
            created_at=at,
            created_by=str(by),
        )
        audit.record(
            organization=organization,
            action="api_token.created",
            subject=token,
            by=by,
            at=at,
            name=name,
            prefix=token.prefix,
            scopes=token.scopes,
        )
    return NewToken(plain=plain, token=token)


def revoke_token(*, token: ApiToken, by: Actor, at: datetime) -> bool:
    """Make the token invalid at once and for good; whether it wasn't revoked already."""
    with transaction.atomic():
        revoked = ApiToken.unscoped.filter(pk=token.pk, revoked_at=None).update(revoked_at=at)
        if revoked:
            token.revoked_at = at
            _record_token("api_token.revoked", token, by, at)
    tokens.forget_tokens()
    return bool(revoked)


def rotate_token(*, token: ApiToken, by: Actor, at: datetime, overlap: timedelta = OVERLAP) -> NewToken:
    """A successor with the same name and scopes; the old one stays valid for `overlap` at most.

    Raises InvalidValue for a token that isn't valid any more: rotation must not raise the dead.
    """
    with transaction.atomic():
        # The caller's row may be stale; two rotations at once wait for each other.
        current = (
            ApiToken.unscoped.select_for_update(of=["self"]).select_related("organization").get(pk=token.pk)
        )
        if not current.is_valid(at):
            raise InvalidValue("The token is revoked or expired. Create a new one.")
        made = create_token(
            organization=current.organization, name=current.name, scopes=current.scopes, by=by, at=at
        )
        current.expires_at = min(filter(None, [current.expires_at, at + overlap]))
        current.save(update_fields=["expires_at"])
        _record_token("api_token.rotated", current, by, at, successor=made.token.pk)
    tokens.forget_tokens()
    token.expires_at = current.expires_at
    return made


def _record_token(action: str, token: ApiToken, by: Actor, at: datetime, **details: Any) -> None:
    audit.record(
        organization=token.organization,
        action=action,
        subject=token,
        by=by,
        at=at,
        prefix=token.prefix,
        **details,
    )
