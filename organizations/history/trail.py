"""Which lines told of a row, in order: how an import knows what it has taken in before. Pure.

A row keeps the digests of the lines that it came from, each once, the last one last. A row whose trail is empty is a
stub that an import made for a reference; null says that no import had to do with it.

When a file is read again, its lines about one row, each where it stands last, are the end of that row's trail: none
needs to be taken in. A line that stands earlier in the trail may be the first of such a sequence, or it may take the
row back to what it was before; only what follows in the run can tell. So it is held until then.
"""

from collections.abc import Sequence

from organizations.history.lines import DIGEST_BYTES

MOST_LINES = 250  # of one row; who tells more of it is told "updated" when the file is read again


type Trail = bytes | memoryview[int] | None


def split(trail: Trail) -> list[bytes]:
    """Return the digests in a stored trail."""
    whole = bytes(trail or b"")
    return [whole[start : start + DIGEST_BYTES] for start in range(0, len(whole), DIGEST_BYTES)]


def join(digests: Sequence[bytes]) -> bytes:
    """Return the trail to store: each digest once, where it stands last."""
    return b"".join(once(digests)[-MOST_LINES:])


def once(digests: Sequence[bytes]) -> list[bytes]:
    """Return each digest once, where it stands last."""
    return list(reversed(dict.fromkeys(reversed(digests))))


def is_end(told: Sequence[bytes], digests: Sequence[bytes]) -> bool:
    """Whether the lines told, in order, are what the trail ends with."""
    wanted = once(told)
    return list(digests[-len(wanted) :]) == wanted
