"""A backup, restored where nothing was: the same rows, the same files; and what is refused."""

import io
import os
import re
import secrets
import subprocess
import sys
import tarfile

import psycopg
import pyrage
import pytest
import requests
import structlog
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone
from psycopg import sql
from redis import Redis

from calls.models import Call, Recording
from calls.states import CallStatus
from config.local import folder
from config.local.servers import DATABASES
from config.management.commands.backup import DUMP, BackupError
from config.management.commands.restore import restore
from tests.exchange import free_port
from tests.factories import NOW, BidFactory, CallFactory, LoadFactory
from tests.object_store import KEY, SECRET, running_store
from tests.web_process import Web

pytestmark = pytest.mark.django_db(transaction=True)
log = structlog.get_logger(__name__)
RECORDING = b"RIFF" + os.urandom(3_000_000)


@pytest.fixture(autouse=True)
def _own_storage(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def keys(tmp_path):
    """A public key, and the file of its secret one."""
    secret = pyrage.x25519.Identity.generate()
    path = tmp_path / "key.txt"
    path.write_text(f"# created today\n{secret}\n")
    return str(secret.to_public()), path


@pytest.fixture
def world(acme, rival, in_acme):
    """Something of everything, one call of which waits to be dialed."""
    load = LoadFactory(organization=acme)
    BidFactory(organization=acme, load=load)
    call = CallFactory(organization=acme, status=CallStatus.COMPLETED, ended_at=timezone.now())
    waiting = CallFactory(organization=acme, status=CallStatus.QUEUED)
    default_storage.save("recordings/1/7.wav", ContentFile(RECORDING))
    return call, waiting


@pytest.fixture
def elsewhere(tmp_path):
    """An empty database and an empty storage, and how to run a command there."""
    name = f"{connection.settings_dict['NAME']}_restored"
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))
        cursor.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name)))
    told = connection.settings_dict
    url = f"postgresql://{told['USER']}:{told['PASSWORD']}@/{told['HOST']}/{name}"
    media = tmp_path / "elsewhere"

    def run(*arguments, **more):
        return subprocess.run(
            [sys.executable, settings.BASE_DIR / "manage.py", *arguments],
            check=False,
            capture_output=True,
            text=True,
            env=os.environ
            | {"TWILIO_ACCOUNT_SID": "AC" + "0" * 32, "TWILIO_AUTH_TOKEN": "x" * 32}
            | {
                "SECRET_KEY": secrets.token_urlsafe(50),
                "LOADLINE_PUBLIC_URL": "https://loadline.example",
                "LOADLINE_LIVE_URL": "wss://loadline.example",
            }
            | {"DATABASE_URL": url, "REDIS_URL": "redis://localhost:1/0", "MEDIA_ROOT": str(media)}
            | more,
        )

    run.media, run.url = media, url
    run.connect = lambda: psycopg.connect(host=told["HOST"], user=told["USER"], dbname=name)
    yield run
    with connection.cursor() as cursor:
        cursor.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def contents(cursor, skipping=()):
    """A hash of each table's rows."""
    cursor.execute(
        "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
    )
    found = {}
    for (name,) in cursor.fetchall():
        if name not in skipping:
            cursor.execute(
                sql.SQL("SELECT count(*), md5(string_agg(t::text, '|' ORDER BY t::text)) FROM {} t").format(
                    sql.Identifier(name)
                )
            )
            found[name] = cursor.fetchone()
    return found


def backup(path, *recipients):
    told = io.StringIO()
    call_command("backup", str(path), *[f"--to={each}" for each in recipients], stdout=told)
    return told.getvalue()


@pytest.mark.deep
def test_restored_elsewhere_everything_is_there_and_nothing_is_dialed_again(world, elsewhere, keys, tmp_path):
    public, secret = keys
    _, waiting = world
    Call.objects.filter(pk=waiting.pk).delete()
    with connection.cursor() as cursor:
        before = contents(cursor)
    path = tmp_path / "loadline.tar.age"
    assert "encrypted" in backup(path, public)
    assert path.stat().st_mode & 0o777 == 0o600
    assert RECORDING[:64] not in path.read_bytes()

    done = elsewhere("restore", str(path), f"--identity={secret}")

    assert done.returncode == 0, done.stderr
    with elsewhere.connect() as other, other.cursor() as cursor:
        assert contents(cursor) == before
    assert (elsewhere.media / "recordings/1/7.wav").read_bytes() == RECORDING
    assert "Ended" not in done.stdout
    again = elsewhere("restore", str(path), f"--identity={secret}")
    assert again.returncode == 1
    assert "2 organizations" in again.stderr


@pytest.mark.deep
def test_what_waited_to_be_dialed_when_the_backup_was_made_is_ended(world, elsewhere, tmp_path):
    _, waiting = world
    path = tmp_path / "loadline.tar"
    assert "NOT encrypted" in backup(path)
    done = elsewhere("restore", str(path))
    assert "1 calls, 0 outreaches" in done.stdout, done.stderr
    with elsewhere.connect() as other:
        row = other.execute(
            "SELECT status, failure_reason FROM calls_call WHERE conversation_id = %s", [waiting.pk]
        )
        assert row.fetchone() == ("FAILED", "restored")
    waiting.refresh_from_db()
    assert waiting.status == CallStatus.QUEUED


@pytest.mark.deep
@pytest.mark.parametrize("spoil", ["byte", "cut", "member"])
def test_backup_that_isnt_what_was_made_changes_nothing(world, elsewhere, tmp_path, spoil):
    path = tmp_path / "loadline.tar"
    backup(path)
    whole = path.read_bytes()
    if spoil == "byte":
        at = whole.index(RECORDING[:64]) + 100
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    elif spoil == "cut":
        path.write_bytes(whole[: len(whole) // 2])
    else:
        with tarfile.open(path) as old, tarfile.open(tmp_path / "less.tar", "w") as new:
            for entry in old:
                if entry.name != DUMP:
                    new.addfile(entry, old.extractfile(entry))
        path = tmp_path / "less.tar"
    done = elsewhere("restore", str(path))
    assert done.returncode == 1
    assert "differ" in done.stderr or "whole" in done.stderr
    with elsewhere.connect() as other:
        assert other.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)
    assert not elsewhere.media.exists()


ASKED = (
    *(f"/api/v1/{name}?startTime=2026-03-01&endTime=2026-03-31" for name in ("calls", "bids")),
    "/api/v1/analytics?startDate=2026-03-01&endDate=2026-03-31",
    *(f"/api/v1/{name}" for name in ("loads", "agents", "bookings", "check-calls", "outreach")),
    "/api/v1/carriers?origin=Dallas, TX&destination=Atlanta, GA",
)


@pytest.mark.deep
def test_restored_service_answers_as_before_and_holds_the_contract(world, api, token, elsewhere, tmp_path):
    call, waiting = world
    waiting.delete()
    stored = {"file": "recordings/1/7.wav", "size": len(RECORDING), "stored_at": NOW, "noted_at": NOW}
    Recording.objects.create(call=call, organization=call.organization, **stored)
    paths = [*ASKED, f"/calls/{call.pk}/recording/"]
    before = {path: api.get(path).getvalue() for path in paths}
    path = tmp_path / "loadline.tar"
    backup(path)
    assert elsewhere("restore", str(path)).returncode == 0
    given = {
        "DATABASE_URL": elsewhere.url,
        "MEDIA_ROOT": str(elsewhere.media),
        "LOADLINE_LOCAL": "1",
        "LOADLINE_REDIS_DB": str(DATABASES - 1),
    }
    web = Web(free_port(), **given)
    try:
        web.start()
        url = f"http://127.0.0.1:{web.port}"
        for each in paths:
            answer = requests.get(url + each, headers={"Authorization": f"Bearer {token}"})
            assert (answer.status_code, answer.content) == (200, before[each]), each
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/restored/contract.py"],
            check=False,
            capture_output=True,
            text=True,
            cwd=settings.BASE_DIR,
            env=kept | given | {"LOADLINE_RESTORED_URL": url},
        )
    finally:
        web.kill()
        with Redis.from_url(folder.redis_url(DATABASES - 1)) as redis:
            redis.flushdb()
    assert done.returncode == 0, done.stdout
    assert int(re.search(r"^(\d+) passed", done.stdout, re.MULTILINE)[1]) > 200, done.stdout
    log.info("the contract on a restored service", told=done.stdout.splitlines()[-1])


@pytest.mark.deep
def test_recordings_go_from_one_store_to_another(acme, elsewhere, tmp_path, settings, monkeypatch):
    with running_store() as first, running_store() as second:
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", KEY)
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
        settings.STORAGES = settings.STORAGES | {"default": first.kept}
        default_storage.save("recordings/1/7.wav", ContentFile(RECORDING))
        path = tmp_path / "loadline.tar"
        assert " 1 files" in backup(path)
        given = {"LOADLINE_S3_BUCKET": second.bucket, "LOADLINE_S3_ENDPOINT": second.url}

        done = elsewhere("restore", str(path), **given)

        assert done.returncode == 0, done.stderr
        assert second.names() == ["recordings/1/7.wav"]
        assert (
            second.client.get_object(Bucket=second.bucket, Key="recordings/1/7.wav")["Body"].read()
            == RECORDING
        )
        again = elsewhere("restore", str(path), **given | {"LOADLINE_S3_BUCKET": first.bucket})
        assert "organization" in again.stderr
        second.guard.failing = first.guard.failing = 403
        with pytest.raises(CommandError, match=r"store of files failed.*403"):
            backup(tmp_path / "second.tar")
        assert not (tmp_path / "second.tar").exists()


@pytest.mark.deep
def test_encrypted_backup_needs_its_own_key(world, elsewhere, keys, tmp_path):
    public, _ = keys
    path = tmp_path / "loadline.tar.age"
    backup(path, public)
    other = tmp_path / "other.txt"
    other.write_text(str(pyrage.x25519.Identity.generate()))
    assert "--identity" in elsewhere("restore", str(path)).stderr
    assert "decrypted" in elsewhere("restore", str(path), f"--identity={other}").stderr


def test_backup_that_fails_leaves_the_one_before(world, tmp_path, monkeypatch):
    path = tmp_path / "loadline.tar"
    path.write_bytes(b"yesterday's")
    with pytest.raises(CommandError, match="public key"):
        backup(path, "age1nobody")
    monkeypatch.setattr(
        "config.management.commands.backup.run_tool",
        lambda *_: (_ for _ in ()).throw(BackupError("pg_dump failed: full")),
    )
    with pytest.raises(CommandError, match="full"):
        backup(path)
    assert path.read_bytes() == b"yesterday's"
    assert sorted(each.name for each in tmp_path.glob("*loadline*")) == ["loadline.tar"]


def test_restore_into_what_is_in_use_is_refused(world, tmp_path):
    path = tmp_path / "loadline.tar"
    backup(path)
    with pytest.raises(BackupError, match="2 organizations"):
        restore(path)
    assert Call.objects.count() == 2
