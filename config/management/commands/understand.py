"""`manage.py understand`: what the ear makes of words, as JSON Lines."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand

from calls.language.reading import described, listening_of
from calls.language.understanding import understand


class Command(BaseCommand):
    """One object a line in, one out; a line that can't be read is answered with what is wrong with it."""

    help = (
        'Read utterances as JSON Lines from standard input, {"say": "…", "asked": "offer", "offer": 1500, '
        '"miles": 781, '
        '"now": "2026-03-03T10:00", "appointment": [start, end], "language": "en"}, and write what was understood, an '
        "object a line."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer each line as it comes; exit with 1 where one of them was wrong."""
        is_wrong = False
        for line in sys.stdin:
            if not line.strip():
                continue
            try:
                answer = _answer(line)
            except ValueError as error:
                is_wrong, answer = True, {"error": str(error)}
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
            self.stdout.flush()
        if is_wrong:
            sys.exit(1)


def _answer(line: str) -> dict[str, Any]:
    try:
        told = json.loads(line)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    if not isinstance(told, dict) or not isinstance(told.get("say"), str):
        raise ValueError('each line is an object with "say", a text')
    listening = listening_of(told)
    return described(understand(told["say"], listening), listening)
