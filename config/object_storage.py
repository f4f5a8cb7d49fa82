"""Recordings in an S3-compatible object store; loaded where `LOADLINE_S3_BUCKET` is set (docs/deployment.md)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from boto3.exceptions import Boto3Error
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError
from django.core.files import File
from storages.backends.s3 import S3Storage

from organizations.unavailable import StoreAway

LINK_SECONDS = 300  # how long a signed link is good: a player asks for a new one
MAX_MEMORY = 1 << 20  # bytes of a file that is read; the rest lies in TMPDIR


@contextmanager
def told() -> Iterator[None]:
    """Tell as StoreAway whatever the store's client may raise."""
    try:
        yield
    except (BotoCoreError, Boto3Error, ClientError) as error:
        raise StoreAway(f"The store of files failed: {error}") from error


class ObjectStorage(S3Storage):  # type: ignore[misc]
    """Bounded in memory and time: parts one after the other, and a store that hangs is given up.

    Raises FileNotFoundError where there is no such file, StoreAway for everything else.
    """

    def get_default_settings(self) -> dict[str, Any]:
        """As django-storages', without what it reads from settings that we don't have."""
        client = Config(
            signature_version="s3v4",
            s3={"addressing_style": "virtual" if self.is_amazon else "path"},
            # Other stores know no checksums of Amazon's latest kinds.
            request_checksum_calculation="when_required",
            response_checksum_validation="when_required",
            connect_timeout=3,
            read_timeout=20,
            retries={"total_max_attempts": 3, "mode": "standard"},
        )
        return super().get_default_settings() | {
            "client_config": client,
            "transfer_config": TransferConfig(use_threads=False),
            "max_memory_size": MAX_MEMORY,
            "file_overwrite": False,
            "querystring_expire": LINK_SECONDS,
        }

    def __init__(self, *, is_amazon: bool, **options: Any) -> None:
        self.is_amazon = is_amazon
        super().__init__(**options)

    @told()
    def _open(self, name: str, mode: str = "rb") -> "File[bytes]":
        file = super()._open(name, mode)
        if "r" in mode:
            file.open()  # brings it here now, rather than at the first read
        return file

    @told()
    def _save(self, name: str, content: "File[bytes]") -> str:
        return super()._save(name, content)

    @told()
    def delete(self, name: str) -> None:
        """Delete the file; where there is none nothing happens."""
        super().delete(name)

    @told()
    def exists(self, name: str) -> bool:
        """Whether there is such a file."""
        return super().exists(name)

    @told()
    def listdir(self, path: str) -> tuple[list[str], list[str]]:
        """The folders and the files of a folder."""
        return super().listdir(path)

    @told()
    def size(self, name: str) -> int:
        """Bytes."""
        return super().size(name)

    @told()
    def url(self, name: str, *args: Any, **more: Any) -> str:
        """A signed link to the file, which anybody may follow as long as it is good; the store isn't asked."""
        return super().url(name, *args, **more)
