"""The text of an API token: `ll_<random>_<checksum>`. Pure: what is stored of it stands in `services`."""

import hashlib
import re
import secrets
import string
import zlib

ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
RANDOM_LENGTH = 30  # 178 bits
CHECKSUM_LENGTH = 6  # 62**6 > 2**32
PREFIX_LENGTH = 9  # "ll_" and six random characters, which leaves 142 bits unknown

_FORM = re.compile(rf"ll_[0-9A-Za-z]{{{RANDOM_LENGTH}}}_[0-9A-Za-z]{{{CHECKSUM_LENGTH}}}")


def make() -> str:
    """A new token, from the operating system's randomness."""
    body = "ll_" + "".join(secrets.choice(ALPHABET) for _ in range(RANDOM_LENGTH))
    return f"{body}_{checksum(body)}"


def is_wellformed(plain: str) -> bool:
    """Whether form and checksum fit: a typing error is told without the database."""
    body, _, check = plain.rpartition("_")
    return _FORM.fullmatch(plain) is not None and check == checksum(body)


def checksum(body: str) -> str:
    """CRC-32 of the text in six digits of base 62."""
    rest, digits = zlib.crc32(body.encode()), ""
    for _ in range(CHECKSUM_LENGTH):
        rest, digit = divmod(rest, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    return digits


def digest(plain: str) -> bytes:
    """What is stored: SHA-256 suffices, since nobody can guess 178 random bits."""
    return hashlib.sha256(plain.encode()).digest()


def prefix(plain: str) -> str:
    """The beginning of a token, for telling it from others on a page."""
    return plain[:PREFIX_LENGTH]
