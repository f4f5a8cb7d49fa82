"""What the commands that import files have in common."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from config.history.files import Source
from config.history.rejected import Rejected
from config.history.running import Summary


def open_sources(stack: ExitStack, names: Sequence[str]) -> list[Source]:
    """The files, each once, open until the stack is left; raises CommandError."""
    return [_open(stack, name) for name in dict.fromkeys(names)]


@contextmanager
def database_needed() -> Iterator[None]:
    """Raise CommandError with what to do where the database goes away."""
    try:
        yield
    except OperationalError as error:
        raise CommandError(
            f"The database can't go on: {str(error).strip()}. Start the same import again: "
            "what was stored is unchanged then."
        ) from error


def tell(command: BaseCommand, summary: Summary, rejections: Sequence[Rejected]) -> None:
    """Write what came of the import; exit with 1 where something was rejected."""
    for rejected in rejections:
        command.stderr.write(f"{rejected.count} rejected, with reasons: {rejected.path}")
    command.stdout.write(str(summary))
    if rejections:
        raise SystemExit(1)


def _open(stack: ExitStack, name: str) -> Source:
    try:
        return stack.enter_context(Source(name))
    except OSError as error:
        raise CommandError(f"{name} can't be read: {error.strerror}.") from None
