"""EMAIL_URL as an entry of MAILERS."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.backends import mailer

SMTP = "django.core.mail.backends.smtp.EmailBackend"


def test_local_run_writes_files():
    found = mailer("", Path("/data/mail"))

    assert found["BACKEND"].endswith("filebased.EmailBackend")
    assert found["OPTIONS"] == {"file_path": "/data/mail"}


def test_deployment_without_url_uses_this_machine():
    found = mailer("", None)

    assert (found["BACKEND"], found["OPTIONS"]["host"], found["OPTIONS"]["port"]) == (SMTP, "localhost", 25)


@pytest.mark.parametrize(
    ("url", "tls", "ssl"),
    [
        ("smtp+tls://kim:se%40cret@mail.example:587", True, False),
        ("smtp+ssl://kim:se%40cret@mail.example:587", False, True),
    ],
)
def test_mail_server_is_spoken_to_in_secret(url, tls, ssl):
    options = mailer(url, Path("/data/mail"))["OPTIONS"]

    assert (options["host"], options["port"]) == ("mail.example", 587)
    assert (options["username"], options["password"]) == ("kim", "se@cret")
    assert (options["use_tls"], options["use_ssl"]) == (tls, ssl)


@pytest.mark.parametrize("url", ["consolemail://", "dummymail://"])
def test_other_backends_take_no_options(url):
    assert mailer(url, None)["OPTIONS"] == {}


def test_unknown_kind_of_url_is_refused():
    with pytest.raises(ImproperlyConfigured):
        mailer("carrier-pigeon://mail.example", None)
