"""Recordings in an S3-compatible store: encrypted there, given out by links that are good for minutes."""

import os
import subprocess
import sys
import time
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from django.conf import settings as configured
from django.core.exceptions import ImproperlyConfigured, SuspiciousOperation
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from calls import telephony
from calls.models import Recording
from calls.services import recordings
from config import backends
from organizations import services as organizations
from organizations.tenancy.actors import system
from organizations.tenancy.states import Scope
from organizations.unavailable import StoreAway
from tests.factories import NOW, CallFactory
from tests.object_store import KEY, SECRET, running_store

pytestmark = pytest.mark.sampled(4)

SOUND = b"RIFF" + bytes(range(256)) * 40


@pytest.fixture(scope="module")
def running():
    with running_store() as found:
        yield found


@pytest.fixture
def store(running, settings, monkeypatch):
    """Recordings are kept in a bucket, as LOADLINE_S3_… set it."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    settings.FILE_STORE_ORIGIN = running.origin
    settings.STORAGES = settings.STORAGES | {"default": running.kept}
    settings.SECURE_CSP = settings.SECURE_CSP | {"media-src": ["'self'", running.origin]}
    yield running
    running.guard.failing = 0
    running.guard.seen.clear()


def recorded(organization, sound=SOUND):
    """A call of the organization's whose recording was fetched."""
    call = CallFactory(organization=organization)
    recordings.note_recording(call_id=call.pk, sid="RE1", seconds=9, at=NOW)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(telephony, "download_recording", lambda sid, to: to.write(sound))
        recordings.fetch_recording(call_id=call.pk, at=NOW)
    return call


def test_recording_lies_encrypted_under_its_organization(store, in_acme, prompted):
    call = recorded(in_acme)

    name = Recording.objects.get().file
    assert name == f"recordings/{in_acme.pk}/{call.pk}-RE1.wav"
    told = store.client.head_object(Bucket=store.bucket, Key=name)
    assert (told["ServerSideEncryption"], told["ContentLength"]) == ("AES256", len(SOUND))
    with default_storage.open(name) as file:
        assert file.read() == SOUND
    default_storage.delete(name)
    assert name not in store.names()
    with pytest.raises(FileNotFoundError):
        default_storage.open(name)


def test_second_file_of_a_name_replaces_none(store):
    names = {default_storage.save("recordings/1/1-RE1.wav", ContentFile(sound)) for sound in (b"1", b"2")}
    assert len(names) == 2


def test_person_is_led_to_a_link_that_players_can_use(store, in_acme, prompted, broker, client):
    call = recorded(in_acme)
    client.force_login(broker)
    store.guard.seen.clear()

    answer = client.get(f"/calls/{call.pk}/recording/", headers={"Range": "bytes=4-9"})

    assert store.guard.seen == []  # a store that hangs holds no thread
    assert (answer.status_code, answer["Cache-Control"]) == (302, "no-store")
    assert int(parse_qs(urlsplit(answer.url).query)["X-Amz-Expires"][0]) <= 300
    assert SECRET not in answer.url
    assert f"media-src 'self' {store.url}" in client.get(f"/calls/{call.pk}/")["Content-Security-Policy"]
    whole = requests.get(answer.url)
    assert (whole.content, whole.headers["Content-Type"]) == (SOUND, "audio/wav")
    assert "inline" in whole.headers["Content-Disposition"]
    part = requests.get(answer.url, headers={"Range": "bytes=4-9"})
    assert (part.status_code, part.content) == (206, SOUND[4:10])
    head = client.head(f"/calls/{call.pk}/recording/")
    assert requests.head(head.url).status_code == 200


def test_link_opens_nothing_else_and_nothing_later(store, in_acme, rival, prompted, broker, client):
    mine, other = recorded(in_acme), f"recordings/{rival.pk}/1-RE1.wav"
    default_storage.save(other, ContentFile(b"RIFF theirs"))
    client.force_login(broker)
    link = client.get(f"/calls/{mine.pk}/recording/").url

    name = Recording.objects.get().file
    assert requests.get(link).status_code == 200
    assert requests.get(link.replace(name, other)).status_code == 403
    assert requests.get(link.split("?")[0]).status_code == 403
    assert requests.get(link.replace("X-Amz-Expires=300", "X-Amz-Expires=604800")).status_code == 403
    assert requests.put(link, data=b"mine now").status_code == 403
    short = default_storage.url(name, expire=1)
    assert requests.get(short).status_code == 200
    time.sleep(2.1)
    assert requests.get(short).status_code == 403


def test_link_is_for_those_who_may_hear(store, in_acme, rival, prompted, stranger, client, rival_token):
    call = recorded(in_acme)
    path = f"/calls/{call.pk}/recording/"

    def bearer(plain):
        return {"Authorization": f"Bearer {plain}"}

    narrow = organizations.create_token(
        organization=in_acme, name="t", scopes=[Scope.CALL], by=system("tests"), at=NOW
    )
    assert client.get(path).status_code == 401
    assert client.get(path, headers=bearer(rival_token)).status_code == 404
    assert client.get(path, headers=bearer(narrow.plain)).status_code == 403
    client.force_login(stranger)
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("name", ["../1.wav", "recordings/1/../../../2/1.wav", "recordings/../../x"])
def test_name_leads_nowhere_else(store, name):
    with pytest.raises(SuspiciousOperation):
        default_storage.save(name, ContentFile(b"x"))
    path = urlsplit(default_storage.url(name)).path
    assert path.startswith(f"/{store.bucket}/")
    assert ".." not in path


def test_store_that_is_away_is_asked_again(store, in_acme, prompted):
    store.guard.failing = 503
    with pytest.raises(StoreAway, match="503"):
        recorded(in_acme)

    kept = Recording.objects.get()
    assert (kept.stored_at, kept.attempts) == (None, 1)
    assert kept.next_attempt_at > NOW
    store.guard.failing = 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(telephony, "download_recording", lambda sid, to: to.write(SOUND))
        recordings.fetch_recording(call_id=kept.pk, at=kept.next_attempt_at)
    kept.refresh_from_db()
    assert kept.stored_at


def test_link_that_cant_be_signed_is_a_503(store, in_acme, prompted, api, monkeypatch):
    call = recorded(in_acme)
    monkeypatch.setattr(
        default_storage._wrapped, "url", lambda *_, **__: (_ for _ in ()).throw(StoreAway("no credentials"))
    )
    answer = api.get(f"/calls/{call.pk}/recording/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "recording" in answer.json()["detail"]


def test_file_that_cant_be_read_is_a_503(in_acme, prompted, api, monkeypatch, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    call = recorded(in_acme)

    def stale(name):
        raise OSError("stale file handle")

    monkeypatch.setattr(default_storage._wrapped, "open", stale)
    assert api.get(f"/calls/{call.pk}/recording/").status_code == 503


@pytest.mark.parametrize(
    ("encryption", "given"),
    [
        ("AES256", {"ServerSideEncryption": "AES256"}),
        ("aws:kms", {"ServerSideEncryption": "aws:kms"}),
        ("aws:kms:1234-5", {"ServerSideEncryption": "aws:kms", "SSEKMSKeyId": "1234-5"}),
        ("none", {}),
    ],
)
def test_store_encrypts_as_the_settings_say(encryption, given):
    kept, origin = backends.file_store(bucket="b", region="eu-west-1", endpoint="", encryption=encryption)
    assert kept["OPTIONS"]["object_parameters"] == given
    assert origin == "https://b.s3.eu-west-1.amazonaws.com"


def test_encryption_that_is_none_is_refused():
    with pytest.raises(ImproperlyConfigured, match="LOADLINE_S3_ENCRYPTION"):
        backends.file_store(bucket="b", region="r", endpoint="", encryption="aes")


def test_amazons_links_lead_to_the_origin_that_pages_may_play_from(monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    kept, origin = backends.file_store(bucket="acme", region="eu-west-1", endpoint="", encryption="AES256")
    from config.object_storage import ObjectStorage  # noqa: PLC0415

    assert ObjectStorage(**kept["OPTIONS"]).url("a.wav").startswith(f"{origin}/a.wav?")


LARGE = """
import resource, sys, tempfile
import django; django.setup()
from django.core.files import File
from django.core.files.storage import default_storage
default_storage.exists("x")
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
before = peak()
with tempfile.TemporaryFile() as file:
    file.truncate(120 << 20)
    file.seek(0)
    name = default_storage.save("recordings/1/large.wav", File(file))
with default_storage.open(name) as stored:
    assert sum(map(len, stored.chunks())) == 120 << 20
print(peak() - before)
"""


@pytest.mark.deep
def test_large_file_takes_little_memory(running):
    environment = {
        "AWS_ACCESS_KEY_ID": KEY,
        "AWS_SECRET_ACCESS_KEY": SECRET,
        "LOADLINE_S3_BUCKET": running.bucket,
        "LOADLINE_S3_ENDPOINT": running.url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    done = subprocess.run(
        [sys.executable, "-c", LARGE],
        check=False,
        capture_output=True,
        text=True,
        cwd=configured.BASE_DIR,
        env=os.environ | environment,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 64, f"{done.stdout} MiB more"


@pytest.mark.deep
def test_installation_without_a_bucket_loads_nothing_of_it():
    words = "import django, sys; django.setup(); print({'boto3', 'storages'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", words],
        check=False,
        capture_output=True,
        text=True,
        cwd=configured.BASE_DIR,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "LOADLINE_S3_BUCKET": ""},
    )
    assert done.stdout.strip() == "set()", done.stderr
