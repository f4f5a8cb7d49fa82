"""An organization exported and imported elsewhere: the same figures, the same lists, the same files."""

import json
import shutil
import tarfile
from datetime import timedelta

import orjson
import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import models

from analytics.rebuilding import complete
from calls.models import Call, DoNotCall, SpokenWords
from config.history_files import history_of
from config.organization_move import LEFT, moved_models
from loads.api import load_record
from loads.load_events import SAMPLE
from loads.mappings.ready import READY
from loads.models import Load, LoadEvent, LoadMapping
from organizations import services as organizations
from organizations.models import AuditEntry, EventEndpoint, Membership, Organization, User
from organizations.privacy import erasing
from organizations.privacy.deleting import is_derived, owned_models
from organizations.privacy.people import person_of
from organizations.projections import PROJECTIONS
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.conftest import empty_tables
from tests.factories import (
    NOW,
    CallFactory,
    DoNotCallFactory,
    EventEndpointFactory,
    MembershipFactory,
    OrganizationFactory,
)
from tests.loads.test_mappings import TENDER
from tests.organizations.privacy import figures
from tests.organizations.privacy.test_erasing import NUMBER, spoken_of

DAY = NOW.date()
ERASED = "+13125550188"

pytestmark = pytest.mark.django_db(transaction=True)  # an export begins a snapshot of its own


@pytest.fixture(autouse=True)
def kept(settings, tmp_path):
    """An empty storage."""
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.MEDIA_ROOT.mkdir()


@pytest.fixture
def moved(acme, tmp_path, settings):
    """What moves an organization: writes it, empties the installation, stores it there."""

    def move() -> Organization:
        path = tmp_path / "acme.tar"
        call_command("export_organization", "acme", "--output", str(path))
        empty_tables()
        shutil.rmtree(settings.MEDIA_ROOT)
        settings.MEDIA_ROOT.mkdir()
        call_command("import_organization", str(path))
        return Organization.objects.get()

    return move


def test_everything_goes_along_or_is_argued():
    left = {each for each in owned_models() if each not in moved_models()}

    assert {each for each in left if not is_derived(each)} == {*LEFT, SpokenWords}
    tables = [each._meta.db_table for each in moved_models()]
    for place, model in enumerate(moved_models()):
        for field in model._meta.concrete_fields:
            other = field.related_model._meta.db_table if field.related_model else model._meta.db_table
            if isinstance(field, models.ForeignKey) and other in tables:
                assert tables.index(other) <= place, f"{field} before {other}"


@pytest.mark.deep
def test_moved_organization_has_the_same_figures_lists_and_files(acme, owner, api, moved):
    call_command(
        *("generate_history", "--organization", "acme", "--days", "60", "--calls", "300"),
        *("--until", (DAY - timedelta(days=1)).isoformat()),
    )
    call = spoken_of(acme)
    DoNotCallFactory(organization=acme, number="+13125550199")
    EventEndpointFactory(organization=acme)
    with scope(acme.pk):
        DoNotCallFactory(organization=acme, number=ERASED)
        erasing.erase_person(organization=acme, person=person_of(ERASED), by=system("tests"), at=NOW)
    complete(acme)
    answers, listed = figures.analytics(api, DAY), figures.lists(api, DAY)
    rows = {each: each._base_manager.count() for each in moved_models()}
    assert Call.unscoped.count() > 250

    organization = moved()

    assert figures.analytics(api, DAY) == answers
    assert figures.lists(api, DAY) == listed
    # The two entries are those of the move itself.
    after = {each: each._base_manager.count() for each in moved_models()}
    assert after == rows | {AuditEntry: rows[AuditEntry] + 1}
    assert all(each.count_differences(organization.pk) == 0 for each in PROJECTIONS.values())
    with default_storage.open(f"recordings/{organization.pk}/{call.pk}-RE1.wav") as file:
        assert b"xylophone" in file.read()
    assert Membership.objects.get(user=owner).is_owner
    assert not User.objects.get(pk=owner.pk).has_usable_password()
    assert DoNotCall.unscoped.get(number="+13125550199")
    with scope(organization.pk):
        assert erasing.never_called([ERASED]) == {ERASED}
    endpoint = EventEndpoint.unscoped.order_by("pk").last()
    assert (endpoint.is_on, endpoint.secrets) == (False, [])
    # What is new gets keys of its own.
    assert CallFactory(organization=organization).pk > call.pk


@pytest.mark.deep
def test_history_in_the_file_is_what_an_import_takes(acme, api, tmp_path):
    call_command(
        *("generate_history", "--organization", "acme", "--days", "60", "--calls", "300"),
        *("--until", (DAY - timedelta(days=1)).isoformat()),
    )
    answers = figures.analytics(api, DAY)
    call_command("export_organization", "acme", "--output", str(tmp_path / "acme.tar"))
    with tarfile.open(tmp_path / "acme.tar") as tar:
        tar.extract("history.jsonl", tmp_path, filter="data")
    Organization.objects.filter(pk=acme.pk).update(suspended_at=NOW)
    call_command("delete_organization", "acme", "--yes-delete", "acme")
    other = OrganizationFactory(slug="acme")

    call_command("import_history", "--organization", "acme", str(tmp_path / "history.jsonl"))

    # The same API client, of the other organization.

    plain = organizations.create_token(organization=other, name="t", by=system("tests"), at=NOW).plain
    api.defaults["HTTP_AUTHORIZATION"] = f"Bearer {plain}"
    assert figures.analytics(api, DAY) == answers


def loads_told(organization):
    """Its loads as the API tells them, but for when they came."""
    with scope(organization.pk):
        records = [load_record(load) for load in Load.objects.order_by("external_id")]
    for record in records:
        del record["createdAt"], record["updatedAt"]
    return records


@pytest.mark.parametrize("is_mapping_gone", [False, True])
def test_loads_of_another_form_are_told_in_our_own(acme, api, is_mapping_gone):
    made = LoadMapping.unscoped.create(
        organization=acme, name="EDI", slug="edi", format="x12", rules=READY["edi_204"].rules, is_on=True
    )
    canceled = TENDER.replace(b"B2A*00", b"B2A*01")
    for message in (TENDER, canceled):
        sent = api.post("/api/v1/webhooks/loads/events/edi", message, content_type="application/edi-x12")
        assert sent.status_code == 200
    api.post("/api/v1/webhooks/loads/events", json.dumps(SAMPLE), content_type="application/json")
    before = loads_told(acme)
    statuses = list(LoadEvent.unscoped.order_by("pk").values_list("changes__status", flat=True))
    if is_mapping_gone:
        made.delete()
    lines = [orjson.loads(line) for line in history_of(acme.pk)]
    LoadEvent.unscoped.all().delete()
    Load.unscoped.all().delete()

    for line in lines:
        assert line["type"] == "load"
        event = json.dumps(line["event"])
        assert (
            api.post("/api/v1/webhooks/loads/events", event, content_type="application/json").status_code
            == 200
        )

    assert loads_told(acme) == before
    assert list(LoadEvent.unscoped.order_by("pk").values_list("changes__status", flat=True)) == statuses


def test_calls_under_way_are_ended_not_dialed(acme, moved):
    call = spoken_of(acme)
    Call.unscoped.filter(pk=call.pk).update(status="QUEUED")

    moved()

    assert Call.unscoped.get(pk=call.pk).status == "FAILED"


def test_export_holds_nobody_else_s_rows_nor_secrets(acme, rival, tmp_path):
    spoken_of(rival)
    person = MembershipFactory(organization=acme).user
    person.set_password("correct horse battery staple")
    person.save()
    EventEndpointFactory(organization=acme, sealed_headers="sealed")

    call_command("export_organization", "acme", "--output", str(tmp_path / "acme.tar"))

    whole = (tmp_path / "acme.tar").read_bytes().decode("utf-8", "replace")
    assert (tmp_path / "acme.tar").stat().st_mode & 0o777 == 0o600
    for secret in ("Rival", NUMBER, "xylophone", person.password, "sealed"):
        assert secret not in whole.replace("sealed_headers", "")


def test_changed_file_is_refused(acme, tmp_path):
    path, changed = tmp_path / "acme.tar", tmp_path / "changed.tar"
    call_command("export_organization", "acme", "--output", str(path))
    changed.write_bytes(path.read_bytes().replace(b"Acme Freight", b"Evil Freight"))
    Organization.objects.all().delete()

    with pytest.raises(CommandError, match="manifest"):
        call_command("import_organization", str(changed))
    assert not Organization.objects.exists()


def test_installation_with_organizations_is_refused(acme, tmp_path):
    path = tmp_path / "acme.tar"
    call_command("export_organization", "acme", "--output", str(path))

    with pytest.raises(CommandError, match="empty"):
        call_command("import_organization", str(path))


def test_other_release_is_refused(acme, tmp_path, monkeypatch):
    path = tmp_path / "acme.tar"
    call_command("export_organization", "acme", "--output", str(path))
    Organization.objects.all().delete()
    monkeypatch.setattr("config.organization_move.FORMAT", 2)

    with pytest.raises(CommandError, match="release"):
        call_command("import_organization", str(path))
