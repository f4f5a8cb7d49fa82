"""Settings of a deployment: what isn't safe, or makes no sense, is refused when a process starts."""

import os
import subprocess
import sys

import pytest

from config.local.folder import CHECKOUT

GOOD = {
    "LOADLINE_LOCAL": "0",
    "SECRET_KEY": "".join(map(chr, range(65, 125))),
    "ALLOWED_HOSTS": "loadline.example",
    "LOADLINE_PUBLIC_URL": "https://loadline.example",
    "LOADLINE_LIVE_URL": "wss://loadline.example",
    "DATABASE_URL": "postgres://user:password@db.example/loadline",
    "REDIS_URL": "redis://redis.example/0",
    "TWILIO_ACCOUNT_SID": "AC" + "0" * 32,
    "TWILIO_AUTH_TOKEN": "none",
}
LOADS = "import config.settings as found; print(found.FILE_STORE['BACKEND'], found.LANGUAGE_PRICES)"


def loaded(**changes):
    """What a process with these variables says, and whether it starts."""
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ} | GOOD | changes
    return subprocess.run(
        [sys.executable, "-c", LOADS],
        check=False,
        capture_output=True,
        text=True,
        cwd=CHECKOUT,
        env={name: value for name, value in environment.items() if value is not None},
    )


def test_good_settings_load():
    done = loaded(LOADLINE_S3_BUCKET="recordings", LOADLINE_LANGUAGE_PRICES="0.15,0.6")

    assert done.returncode == 0, done.stderr
    assert done.stdout == "config.object_storage.ObjectStorage [0.15, 0.6]\n"


@pytest.mark.deep_but(1)
@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"SECRET_KEY": "abc"}, "SECRET_KEY is too short"),
        ({"SECRET_KEY": "a" * 60}, "SECRET_KEY is too short or too plain"),
        ({"SECRET_KEY": None}, "SECRET_KEY is not set"),
        ({"TWILIO_AUTH_TOKEN": None}, "TWILIO_AUTH_TOKEN is not set"),
        ({"LOADLINE_PUBLIC_URL": None}, "LOADLINE_PUBLIC_URL"),
        ({"LOADLINE_LANGUAGE_PRICES": "0.15"}, "LOADLINE_LANGUAGE_PRICES"),
        ({"LOADLINE_LANGUAGE_PRICES": "0.15,-1"}, "LOADLINE_LANGUAGE_PRICES"),
        ({"LOADLINE_S3_BUCKET": "b", "LOADLINE_S3_ENCRYPTION": "rot13"}, "LOADLINE_S3_ENCRYPTION"),
    ],
)
def test_setting_that_isnt_safe_is_refused(changes, word):
    done = loaded(**changes)

    assert done.returncode != 0
    assert f"ImproperlyConfigured: {word}" in done.stderr
