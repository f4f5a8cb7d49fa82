"""A deleted organization leaves nothing: no row in any table, no file."""

from contextlib import suppress

import pytest
from django.contrib.auth.models import Permission
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection
from django.urls import reverse
from django.utils import timezone

from organizations.models import Organization, Owned, User
from organizations.privacy import deleting
from organizations.privacy.deleting import NotDeleted, delete_organization, owned_models
from organizations.tenancy.actors import system
from tests.factories import NOW, LoadFactory, MembershipFactory, SignInDomainFactory, UserFactory
from tests.organizations.privacy.test_erasing import dump, spoken_of
from tests.organizations.routes.table import ROUTES
from tests.organizations.test_walls import owned_models as known

pytestmark = pytest.mark.sampled(4)


def rows_of(organization_id):
    """How many rows of each table are the organization's."""
    found = {}
    with connection.cursor() as cursor:
        for model in known():
            cursor.execute(
                f"SELECT count(*) FROM {model._meta.db_table} WHERE organization_id = %s",
                [organization_id],
            )
            found[model._meta.label] = cursor.fetchone()[0]
    return found


@pytest.fixture
def kept(settings, tmp_path):
    """An empty storage."""
    settings.MEDIA_ROOT = tmp_path


@pytest.mark.usefixtures("kept")
@pytest.mark.django_db(transaction=True)
def test_deleted_organization_leaves_nothing_and_others_stay(acme, rival, owner, stranger, token):
    MembershipFactory(organization=acme, user=stranger)
    spoken_of(acme)
    spoken_of(rival)
    SignInDomainFactory(organization=acme)
    for route in ROUTES.values():
        if route.rows is not None:
            with suppress(IntegrityError):  # several want the same
                route.rows(acme)
    theirs = rows_of(rival.pk)
    filled = {label for label, count in rows_of(acme.pk).items() if count}
    assert len(filled) > 35

    call_command("delete_organization", "acme", "--yes-delete", "acme")

    assert not any(rows_of(acme.pk).values())
    assert rows_of(rival.pk) == theirs
    assert list(Organization.objects.values_list("slug", flat=True)) == ["rival"]
    assert list(User.objects.filter(pk__in=[owner.pk, stranger.pk])) == [stranger]
    assert default_storage.listdir("recordings")[0] == [str(rival.pk)]
    assert "Acme Freight" not in dump()


def test_every_owned_model_is_deleted_after_those_that_refer_to_it():
    order = owned_models()

    assert set(order) == set(known())
    for place, model in enumerate(order):
        for field in model._meta.concrete_fields:
            other = field.related_model
            if isinstance(other, type) and issubclass(other, Owned) and other is not model:
                assert order.index(other) > place, f"{other} before {model}"


def test_organization_at_work_isn_t_deleted(acme):
    with pytest.raises(NotDeleted, match="Suspend"):
        list(delete_organization(organization=acme))


@pytest.mark.parametrize("told", [("acme", "rival"), ("nobody", "nobody")])
def test_command_wants_the_slug_twice(acme, told):
    with pytest.raises(CommandError):
        call_command("delete_organization", told[0], "--yes-delete", told[1])

    assert Organization.objects.filter(slug="acme").exists()


# In Django admin, and in the background.


@pytest.fixture
def desk(client, db):
    """An operator's browser."""
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


def asked(desk, *organizations, **more):
    return desk.post(
        reverse("admin:organizations_organization_changelist"),
        {"action": "delete_everything", "_selected_action": [each.pk for each in organizations], **more},
    )


def test_operator_types_the_slug_and_it_is_deleted_in_the_background(desk, acme):
    assert "Type the organization" in asked(desk, acme).content.decode()
    assert "doesn’t match" in asked(desk, acme, slug="rival").content.decode()
    acme.refresh_from_db()
    assert (acme.suspended_at, acme.deletion_due_at) == (None, None)

    asked(desk, acme, slug="acme")

    acme.refresh_from_db()
    assert acme.is_suspended
    now = timezone.now()
    assert deleting.due(at=now) == [acme.pk]
    assert deleting.carry_out(organization_id=acme.pk, at=now)
    assert not Organization.objects.exists()


def test_operator_deletes_one_at_a_time(desk, acme, rival):
    asked(desk, acme, rival, slug="acme")

    assert not Organization.objects.exclude(deletion_due_at=None).exists()


def test_only_superusers_delete(client, acme):
    client.force_login(person := UserFactory(is_staff=True))
    person.user_permissions.set(Permission.objects.filter(content_type__app_label="organizations"))

    assert asked(client, acme, slug="acme").status_code == 403


def test_deletion_goes_on_where_it_broke_off(acme, monkeypatch):
    LoadFactory(organization=acme)
    deleting.request_deletion(organization=acme, by=system("tests"), at=NOW)
    monkeypatch.setattr(deleting, "MAX_SECONDS", -1)

    assert not deleting.carry_out(organization_id=acme.pk, at=NOW)
    assert deleting.due(at=NOW) == [acme.pk]
    monkeypatch.setattr(deleting, "MAX_SECONDS", 60)
    assert deleting.carry_out(organization_id=acme.pk, at=NOW)
    assert not deleting.carry_out(organization_id=acme.pk, at=NOW)
