"""Django's backends, as they work here: pooled database connections, mail, and the store of files."""

import select
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
import psycopg
from django.core.exceptions import ImproperlyConfigured
from psycopg import Connection
from psycopg.waiting import Ready
from psycopg_pool import ConnectionPool

from organizations.tenancy.row_security import ToldCursor

__all__ = ["ToldCursor", "WatchedConnection", "check_connection", "mailer"]


def check_connection(connection: Connection[Any]) -> None:
    """Raise where the server has hung up on a connection that lay idle in the pool.

    A server that ends a connection leaves something to read on it, so that those on which there is nothing cost no
    round trip. What there is may also be news of a changed setting: then the server is asked.
    """
    poll = select.poll()
    poll.register(connection.pgconn.socket, select.POLLIN)
    if poll.poll(0):
        ConnectionPool.check_connection(connection)


# A server that hangs closes nothing and answers nothing: its own limit of a statement's time doesn't run either.


SILENCE = 2.5  # seconds without a word until somebody looks whether the server still answers
MAX_GREETING = 2  # seconds that it may take to answer a new connection; libpq's least


class WatchedConnection(Connection[Any]):
    """A connection that gives up on a server which no longer answers anybody; a slow statement is waited for."""

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **kwargs: Any) -> Any:
        """As psycopg's; OperationalError, and the connection closed, where the server hangs."""
        return super().wait(_watched(gen, self), *args, **kwargs)


def _watched(gen: Generator[Any, Any, Any], connection: Connection[Any]) -> Generator[Any, Any, Any]:
    look_at = time.monotonic() + SILENCE
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if ready != Ready.NONE:
                wanted = gen.send(ready)
                continue
            if time.monotonic() > look_at:
                if _hangs(connection):
                    connection.close()
                    raise psycopg.OperationalError("the server doesn't answer any more")
                look_at = time.monotonic() + SILENCE
            gen.send(ready)
    except StopIteration as end:
        return end.value


def _hangs(connection: Connection[Any]) -> bool:
    """Whether a new connection gets no word; a refusal is one."""
    known = connection.info
    try:
        psycopg.connect(
            host=known.host,
            port=known.port,
            user=known.user,
            dbname=known.dbname,
            connect_timeout=MAX_GREETING,
        ).close()
    except psycopg.errors.ConnectionTimeout:
        return True
    except psycopg.OperationalError:
        return False
    return False


# How mail leaves: `EMAIL_URL` as Django's MAILERS want it.


BACKENDS = "django.core.mail.backends"
TIMEOUT = 15  # seconds that a mail server may take to answer


def mailer(url: str, folder: Path | None) -> dict[str, Any]:
    """An entry of MAILERS for the URL (`smtp+tls://user:password@host:587`).

    Without one mail goes to files in the folder; where there is no folder either, to a mail server on this machine.
    """
    if not url and folder is not None:
        return {"BACKEND": f"{BACKENDS}.filebased.EmailBackend", "OPTIONS": {"file_path": str(folder)}}
    found = environ.Env.email_url_config(url or "smtp://localhost:25")
    backend = found["EMAIL_BACKEND"]
    if not backend.endswith("smtp.EmailBackend"):
        options = {"file_path": found["EMAIL_FILE_PATH"]} if "filebased" in backend else {}
        return {"BACKEND": backend, "OPTIONS": options}
    options = {
        "host": found["EMAIL_HOST"],
        "port": found["EMAIL_PORT"],
        "username": found["EMAIL_HOST_USER"],
        "password": found["EMAIL_HOST_PASSWORD"],
        "use_tls": found.get("EMAIL_USE_TLS", False),
        "use_ssl": found.get("EMAIL_USE_SSL", False),
        "timeout": TIMEOUT,
    }
    return {"BACKEND": backend, "OPTIONS": options}


# Where files are kept: in a folder, or in a bucket of an S3-compatible store.


ENCRYPTIONS: dict[str, dict[str, str]] = {
    "AES256": {"ServerSideEncryption": "AES256"},
    "aws:kms": {"ServerSideEncryption": "aws:kms"},
    "none": {},  # the store does by itself, or can't
}


def file_store(*, bucket: str, region: str, endpoint: str, encryption: str) -> tuple[dict[str, Any], str]:
    """An entry of STORAGES for a bucket, and the origin that its signed links lead to.

    `endpoint` is empty for Amazon's; `encryption` is one of ENCRYPTIONS, or `aws:kms:` with a key's id. Without a
    bucket files are kept in MEDIA_ROOT, and there are no links.
    """
    if not bucket:
        return {"BACKEND": "django.core.files.storage.FileSystemStorage"}, ""
    key = encryption.removeprefix("aws:kms:") if encryption.startswith("aws:kms:") else ""
    given = ENCRYPTIONS.get("aws:kms" if key else encryption)
    if given is None:
        raise ImproperlyConfigured(
            f"LOADLINE_S3_ENCRYPTION is {encryption!r}: give AES256, aws:kms, aws:kms:KEY or none."
        )
    host = f"s3.{region}.amazonaws.com"
    options = {
        "bucket_name": bucket,
        "region_name": region,
        "endpoint_url": endpoint or f"https://{host}",
        "is_amazon": not endpoint,
        "object_parameters": given | ({"SSEKMSKeyId": key} if key else {}),
    }
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(endpoint)) if endpoint else f"https://{bucket}.{host}"
    return {"BACKEND": "config.object_storage.ObjectStorage", "OPTIONS": options}, origin
