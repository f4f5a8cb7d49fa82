"""`manage.py replay --organization SLUG`: what stored price talks would have come to under other settings."""

import json
import sys
from argparse import ArgumentParser
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from bids.models import NegotiationRules
from bids.selectors.replays import Replays, replayed
from bids.services.negotiation_terms import rules_of
from bids.views.negotiation import CLOCK, FINAL_OFFER, ReplayForm
from config.management.finding import find_organization
from organizations.tenancy.scope import scope

DAYS = 30
MOST = 10_000
TRIED = ("strategy", "pace", "rounds", "step", *FINAL_OFFER, *CLOCK[1:])
SHARES = ("start_share", "max_share")
SHOWN = 20


class Command(BaseCommand):
    """Play stored price talks again; exit 1 where one comes out otherwise than it was held."""

    help = (
        "Play the organization's stored price talks again under other settings (docs/replay.md), and print what they "
        "would have come to. What isn't named is as the organization has it. Nothing is written. Exits with 1 when a "
        "talk doesn't come out as it was held under what it was held under."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose talks, of which days, and what is tried."""
        parser.add_argument("--organization", required=True, metavar="SLUG")
        parser.add_argument("--since", type=_day, metavar="DAY", help=f"First UTC day ({DAYS} days ago).")
        parser.add_argument("--until", type=_day, metavar="DAY", help="Last UTC day, inclusive (today).")
        parser.add_argument("--most", type=int, default=MOST, help=f"The newest talks at most ({MOST:,}).")
        for name in TRIED:
            words = str(ReplayForm.base_fields[name].help_text).replace("%", "%%")
            parser.add_argument(f"--{name.replace('_', '-')}", help=words)
        for name, rate in zip(SHARES, ("target", "max buy"), strict=True):
            parser.add_argument(
                f"--{name.replace('_', '-')}", help=f"Of each load's {rate}, in percent (100)."
            )
        parser.add_argument("--clock", choices=("on", "off"), help="Pay more as pickup gets close.")
        parser.add_argument("--json", action="store_true", help="Print JSON.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play them, and tell."""
        organization = find_organization(options["organization"])
        first = options["since"] or timezone.now().date() - timedelta(days=DAYS)
        last = options["until"] or timezone.now().date()
        start = datetime.combine(first, time(), UTC)
        end = datetime.combine(last + timedelta(days=1), time(), UTC)
        if not (start < end and options["most"] > 0):
            raise CommandError("The period ends before it begins, or no talk is asked for.")
        with scope(organization.pk):
            form = self._form(rules_of(organization), options)
            if not form.is_valid():
                errors = form.errors.get_json_data()
                told = [f"{name}: {each['message']}" for name, found in errors.items() for each in found]
                raise CommandError(" ".join(told))
            found = replayed(start, end, form.settings, most=options["most"])
        self.stdout.write(json.dumps(_as_json(found), indent=2) if options["json"] else _as_text(found))
        if found.wrong:
            sys.exit(1)

    def _form(self, rules: NegotiationRules, options: dict[str, Any]) -> ReplayForm:
        """As the page's: what isn't named is the organization's."""
        given = {name: str(getattr(rules, name)) for name in TRIED} | dict.fromkeys(SHARES, "100")
        given |= {name: options[name] for name in (*TRIED, *SHARES) if options[name] is not None}
        given |= {"period": "30"}
        is_on = rules.opens_by_clock if options["clock"] is None else options["clock"] == "on"
        return ReplayForm(given | ({"opens_by_clock": "on"} if is_on else {}), instance=rules)


def _day(text: str) -> date:
    return date.fromisoformat(text)


def _as_json(found: Replays) -> dict[str, Any]:
    total = found.sum
    return {
        "talks": found.talks,
        "matching": found.matching,
        "wrong": found.wrong,
        "unkept": found.unkept,
        "exact": found.exact,
        "banded": found.banded,
        "cut": found.is_cut,
        "covered": {"actual": total.covered, "least": total.least_covered, "most": total.most_covered},
        "cost": {"actual": str(total.cost), "least": str(total.least_cost), "most": str(total.most_cost)},
        "loads": {change.value: count for change, count in total.by_change.items()},
        "rows": [
            {
                "load": row.number,
                "change": row.outcome.change.value,
                "was": None if row.outcome.was is None else str(row.outcome.was),
                "low": None if row.outcome.low is None else str(row.outcome.low),
                "high": None if row.outcome.high is None else str(row.outcome.high),
                "answered": row.was,
                "would_answer": row.would_be,
                "call": row.call_id,
            }
            for row in found.rows
        ],
    }


def _as_text(found: Replays) -> str:
    lines = [
        f"{found.talks} price talks, {found.matching} replay as they were held, {found.wrong} don't, "
        f"{found.unkept} can't be replayed{', only the newest' if found.is_cut else ''}",
        f"{found.exact} exact, {found.banded} with a band",
        f"Loads covered: {found.covered_words} ({found.covered_note})",
        f"Carrier pay: {found.cost_words} ({found.cost_note})",
        *(f"  {change.label}: {count}" for change, count in found.sum.by_change.items() if count),
    ]
    for row in found.rows[:SHOWN]:
        paid = "–" if row.outcome.was is None else f"${row.outcome.was}"
        words = f"{row.was} → {row.would_be}"
        lines.append(f"{row.number:12} {row.outcome.change.label:24} {paid} → {row.would_pay}  {words}")
    return "\n".join(lines)
