"""Both scores; the wrong rows of the table in full, of the held-out ones the count of each kind alone."""

import os

import django
from django.utils.module_loading import import_string

from tests.calls.agent.utterances import held_out, table
from tests.calls.agent.utterances.score import score

UNDERSTAND = "calls.language.understanding.understand"


def main() -> None:
    """Print them."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    understand = import_string(UNDERSTAND)
    seen, unseen = score(understand, table.ROWS), score(understand, held_out.ROWS)
    lines = [*seen.details(), seen.figure("table"), unseen.figure("held out"), *unseen.kinds()]
    print("\n".join(lines))  # noqa: T201


if __name__ == "__main__":
    main()
