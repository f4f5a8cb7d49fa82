"""`manage.py create_demo`: what `up` runs to have something to show."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from config.demo.brokerage import create_demo


class Command(BaseCommand):
    """Make the demo organization where there is none, and print how to get in."""

    help = (
        "Create the demo organization for a local run, once; print its user, password, API token and agents."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--token-from and --json."""
        parser.add_argument(
            "--token-from",
            type=Path,
            metavar="PATH",
            help="A card.json: its token is reused while it is valid, otherwise a new one is created.",
        )
        parser.add_argument("--json", action="store_true", help="Print one JSON object, for another program.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it and print it."""
        if not settings.LOCAL:
            raise CommandError("The demo password is public, so it is created on local runs only.")
        facts = create_demo(plain=_token_of(options["token_from"]), at=timezone.now())
        if options["json"]:
            self.stdout.write(json.dumps(facts))
            return
        facts["agents"] = ", ".join(f"{agent['slug']} ({agent['purpose']})" for agent in facts["agents"])
        for name, value in facts.items():
            self.stdout.write(f"{name:12} {value}")


def _token_of(path: Path | None) -> str:
    """Return the token in a card, or "" where there is no card or none in it."""
    try:
        card = json.loads(path.read_text(encoding="utf-8")) if path else {}
    except (OSError, ValueError):
        return ""
    token = card.get("token") if isinstance(card, dict) else None
    return token if isinstance(token, str) else ""
