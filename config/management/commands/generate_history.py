"""`manage.py generate_history --organization demo --days 90 --calls 3000 --seed 1 [--output history.jsonl]`."""

import gzip
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import date, timedelta
from pathlib import Path
from typing import IO, Any, cast
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from analytics.rebuilding import complete
from config.demo.past import lines
from config.demo.past_loads import Plan, encoded
from config.history_import import import_lines
from config.management.finding import find_organization
from organizations.models import Organization
from organizations.tenancy.actors import system

MAX_DAYS = 3_660
MAX_OF_ANYTHING = 100_000_000
MAX_CARRIERS = 200_000


class Command(BaseCommand):
    """Make up a plausible history, as a file or right into the organization."""

    help = (
        "Make up a plausible history: a working week, lanes with a market, carriers with habits. It is written as "
        "JSON Lines, or imported at once where no --output is given. The same options give the same lines."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to make, and where to put it."""
        parser.add_argument(
            "--organization",
            required=True,
            metavar="SLUG",
            help="Organization to generate for; its time zone is used.",
        )
        parser.add_argument("--days", type=int, default=90, help="How many days (90).")
        parser.add_argument("--calls", type=int, default=3_000, help="How many calls (3000).")
        parser.add_argument("--emails", type=int, help="How many e-mail threads (a tenth of the calls).")
        parser.add_argument(
            "--bids",
            type=int,
            help="How many bids, a third of all conversations at most (chance gives a quarter).",
        )
        parser.add_argument("--loads", type=int, help="How many loads (a twentieth of the calls).")
        parser.add_argument("--carriers", type=int, help="How many carriers (a fiftieth of the calls).")
        parser.add_argument("--seed", type=int, default=1, help="Another number gives another history (1).")
        parser.add_argument(
            "--until", type=date.fromisoformat, metavar="DATE", help="The last day (yesterday)."
        )
        parser.add_argument("--output", metavar="FILE", help="JSON Lines, also as .gz; - is standard output.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write or import it."""
        organization = find_organization(options["organization"])
        made = encoded(lines(self._plan(organization, options)))
        if options["output"] is None:
            summary = import_lines(organization, made, by=system("generate_history"), at=timezone.now())
            complete(organization)
            self.stdout.write(str(summary))
            return
        count = self._write(made, options["output"])
        self.stderr.write(f"{count:,} lines")

    def _plan(self, organization: Organization, options: dict[str, Any]) -> Plan:
        calls = self._number(options, "calls", 0, MAX_OF_ANYTHING)
        emails = self._number(options, "emails", 0, MAX_OF_ANYTHING, calls // 10)
        today = timezone.now().astimezone(ZoneInfo(organization.timezone)).date()
        return Plan(
            seed=self._number(options, "seed", 0, 2**31),
            timezone=organization.timezone,
            last=options["until"] or today - timedelta(days=1),
            days=self._number(options, "days", 1, MAX_DAYS),
            calls=calls,
            emails=emails,
            bids=self._bids(options, calls + emails),
            loads=self._number(options, "loads", 1, MAX_OF_ANYTHING, max(10, calls // 20)),
            carriers=self._number(options, "carriers", 1, MAX_CARRIERS, max(12, calls // 50)),
        )

    def _bids(self, options: dict[str, Any], talks: int) -> int | None:
        return None if options["bids"] is None else self._number(options, "bids", 0, talks // 3)

    def _number(
        self, options: dict[str, Any], name: str, least: int, most: int, default: int | None = None
    ) -> int:
        value = default if options[name] is None else options[name]
        if value is None or not least <= value <= most:
            raise CommandError(f"--{name} must be from {least:,} to {most:,}.")
        return int(value)

    def _write(self, made: Iterator[bytes], name: str) -> int:
        count = 0
        try:
            with _opened(name) as file:
                for line in made:
                    file.write(line)
                    count += 1
        except BrokenPipeError:
            raise CommandError("The reader has gone away.") from None
        except OSError as error:
            raise CommandError(f"{name} can't be written: {error.strerror}.") from None
        return count


def _opened(name: str) -> Any:
    if name == "-":
        return nullcontext(cast("IO[bytes]", sys.stdout.buffer))
    if name.lower().endswith(".gz"):
        return gzip.open(name, "wb", compresslevel=1)
    return Path(name).open("wb")
