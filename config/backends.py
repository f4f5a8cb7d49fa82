"""Django's backends for mail and files, as they work here."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

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
