"""Deleting an organization: every row that it owns, its files, and people who belong to nothing else."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import structlog
from allauth.socialaccount.models import SocialApp
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.files.storage import default_storage
from django.db import connection, models, transaction
from django.db.models import DB_CASCADE
from django.db.models.functions import Coalesce, Now

from organizations import services as organizations
from organizations import tokens
from organizations.models import AuditEntry, Invitation, Membership, Organization, Owned, SignInDomain, User
from organizations.privacy.holdings import FOLDERS
from organizations.tenancy.actors import Actor
from organizations.tenancy.queueing import prompt

log = structlog.get_logger(__name__)

BATCH = 2000  # rows in a transaction
CLAIM = timedelta(minutes=15)
MAX_SECONDS = 480  # of one run; what is left then, the next one does


class NotDeleted(Exception):
    """An organization can't be deleted; the text says why, and is meant for whoever asked."""


def owned_models() -> list[type[Owned]]:
    """Every model that organizations own, those that refer to others before them; last what triggers keep.

    While rows are deleted, triggers still count.
    """
    order: list[type[Owned]] = []

    def visit(model: type[Owned]) -> None:
        if model not in order:
            for field in model._meta.concrete_fields:
                other = field.related_model
                if isinstance(other, type) and issubclass(other, Owned) and other is not model:
                    visit(other)
            order.append(model)

    for model in sorted(apps.get_models(), key=lambda each: each._meta.label):
        if issubclass(model, Owned) and not model._meta.proxy:
            visit(model)
    order.reverse()
    return sorted(order, key=is_derived)


def is_derived(model: type[models.Model]) -> bool:
    """Whether triggers or roll-ups write its rows: PostgreSQL itself deletes them with the organization."""
    relation: Any = model._meta.get_field("organization").remote_field
    return relation.on_delete is DB_CASCADE  # type: ignore[no-any-return]


def request_deletion(*, organization: Organization, by: Actor, at: datetime) -> None:
    """Suspend an organization and have it deleted in the background; there is no way back."""
    organizations.suspend_organization(organization=organization, by=by, at=at)
    with transaction.atomic():
        Organization.objects.filter(pk=organization.pk).update(deletion_due_at=at)
        prompt("organizations.tasks.delete_organization", organization.pk)
    log.warning("organization to be deleted", organization=organization.pk, by=str(by))


def due(*, at: datetime) -> list[int]:
    """The keys of organizations that are to be deleted, and that nobody is at."""
    rows = Organization.objects.filter(deletion_due_at__lte=at).order_by("pk")
    return list(rows.values_list("pk", flat=True))


def carry_out(*, organization_id: int, at: datetime) -> bool:
    """Go on deleting an organization, unless somebody else is at it; whether it is gone now."""
    claimed = Organization.objects.filter(pk=organization_id, deletion_due_at__lte=at)
    if not claimed.update(deletion_due_at=at + CLAIM):
        return False
    end = time.monotonic() + MAX_SECONDS
    for _ in delete_organization(organization=Organization.objects.get(pk=organization_id)):
        if time.monotonic() > end:
            Organization.objects.filter(pk=organization_id).update(deletion_due_at=at)
            return False
    return True


def delete_organization(*, organization: Organization) -> Iterator[tuple[str, int]]:
    """Delete a suspended organization; yields, batch by batch, the table and how many rows went.

    Broken off, it is simply begun again. Files go first, then rows in batches, then the organization with those people
    who belong to no other. Raises NotDeleted where it isn't suspended: nothing may come in meanwhile.
    """
    suspended = Organization.objects.filter(pk=organization.pk, suspended_at__isnull=False)
    if not suspended.update(deletion_due_at=Coalesce("deletion_due_at", Now() + CLAIM)):
        raise NotDeleted("Suspend the organization first, so that nothing comes in while it is deleted.")
    for folder in FOLDERS.values():
        yield "files", _delete_folder(folder(organization.pk))
    for model in owned_models():
        yield from _delete_rows(model, organization.pk)
    with transaction.atomic():
        people = list(Membership.objects.filter(organization=organization).values_list("user_id", flat=True))
        Membership.objects.filter(organization=organization).delete()
        alone = User.objects.filter(pk__in=people, memberships=None, is_staff=False, is_superuser=False)
        # Whoever invited somebody elsewhere is named there.
        alone = alone.exclude(pk__in=Invitation.unscoped.exclude(created_by=None).values("created_by"))
        yield "people", alone.count()
        # Django's, for what hangs on a person: sessions, second factors.
        alone.delete()
        _forget_log(Organization, [organization.pk])
        Organization.objects.filter(pk=organization.pk).delete()
    tokens.forget_tokens()
    log.info("organization deleted", organization=organization.pk)


def _delete_rows(model: type[Owned], organization_id: int) -> Iterator[tuple[str, int]]:
    table, key = model._meta.db_table, model._meta.pk
    is_plain = not isinstance(key, models.CompositePrimaryKey)
    apps_of_domains = (
        list(SignInDomain.unscoped.filter(organization=organization_id).values_list("app_id", flat=True))
        if model is SignInDomain
        else []
    )
    # By their place: a table's key may be of several columns. A table in partitions has each place several times, in
    # others' rows too.
    own = "organization_id = %(organization)s"
    rows = (
        f"DELETE FROM {table} WHERE {own} AND ctid = ANY(ARRAY(SELECT ctid FROM {table} "  # noqa: S608 (our own names)
        f"WHERE {own} LIMIT {BATCH})) RETURNING {key.column if is_plain else 'organization_id'}"
    )
    if model is AuditEntry:  # nobody may delete from it but for this, as PostgreSQL sees to it
        rows = f"SELECT loadline_audit_delete(%(organization)s, {BATCH})"
    while True:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = '5min'")
            # Several rows of a batch may point to one another; the check comes when it commits.
            cursor.execute(rows, {"organization": organization_id})
            gone = [row[0] for row in cursor.fetchall()]
            if is_plain:
                _forget_log(model, gone)
        if not gone:
            break
        yield table, len(gone)
    SocialApp.objects.filter(pk__in=apps_of_domains, domains=None).delete()


def _forget_log(model: type[models.Model], keys: list[int]) -> None:
    """What Django admin noted of rows, by their words."""
    kind = ContentType.objects.get_for_model(model)
    LogEntry.objects.filter(content_type=kind, object_id__in=[str(key) for key in keys]).delete()


def _delete_folder(folder: str) -> int:
    """Delete all files below a folder of the storage; how many."""
    try:
        folders, files = default_storage.listdir(folder)
    except FileNotFoundError:
        return 0
    for name in files:
        default_storage.delete(f"{folder}{name}")
    count = len(files) + sum(_delete_folder(f"{folder}{each}/") for each in folders)
    default_storage.delete(folder.rstrip("/"))
    return count
