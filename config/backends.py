"""Django's backends, as they work here: pooled database connections, and mail."""

import select
from pathlib import Path
from typing import Any

import environ
from psycopg import Connection
from psycopg_pool import ConnectionPool


def check_connection(connection: Connection[Any]) -> None:
    """Raise where the server has hung up on a connection that lay idle in the pool.

    A server that ends a connection leaves something to read on it, so that those on which there is nothing cost no
    round trip. What there is may also be news of a changed setting: then the server is asked.
    """
    poll = select.poll()
    poll.register(connection.pgconn.socket, select.POLLIN)
    if poll.poll(0):
        ConnectionPool.check_connection(connection)


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
