"""`manage.py rehearse`: an agent against simulated carriers."""

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from statistics import mean
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from bids.services.rehearsing import Played, personas_for, play
from calls.simulator.personas import PERSONAS
from config.management.finding import add_agent_arguments, find_agent, stage_for

MAX_RUNS = 10_000
SHOWN_BREAKS = 20


class Command(BaseCommand):
    """Let simulated carriers talk with an agent, print what came of it; exit 1 where a rule was broken."""

    help = (
        "Let simulated carriers talk with an agent through the code that holds real calls, and print what came of it. "
        "Nothing is saved. Exits with 1 when the agent broke a rule."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to rehearse, and how often."""
        add_agent_arguments(parser)
        parser.add_argument(
            "--personas", default="all", help="Names with commas between them, or all that suit the agent."
        )
        parser.add_argument("--runs", type=int, default=20, help="Calls of each persona (20).")
        parser.add_argument("--seed", type=int, default=1, help="Of the first run; the others count up (1).")
        parser.add_argument("--show", action="store_true", help="Print what was said, too.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play all of it and print a line a persona."""
        if not 1 <= options["runs"] <= MAX_RUNS:
            raise CommandError(f"--runs is a number from 1 to {MAX_RUNS}.")
        agent = find_agent(options)
        with stage_for(agent, options) as load:
            names = _names(options["personas"], personas_for(agent))
            self.stdout.write(f"{agent} about load {load.external_id}, {options['runs']} calls each\n\n")
            self.stdout.write(_row("persona", "outcomes", "booked", "mean rate", "rounds", "turns", "broken"))
            broken = []
            for name in names:
                played = []
                for seed in range(options["seed"], options["seed"] + options["runs"]):
                    one = play(agent, load, name, seed=seed, at=timezone.now())
                    played.append(one)
                    if options["show"]:
                        self._show(one)
                self.stdout.write(_summary(name, played))
                broken += [
                    f"{name}, seed {one.seed}: {rule}" for one in played for rule in dict.fromkeys(one.broken)
                ]
        self._report(broken)

    def _show(self, played: Played) -> None:
        self.stdout.write(f"\n— {played.persona}, seed {played.seed}: {played.outcome}\n")
        for role, text in played.lines:
            self.stdout.write(f"  {role:8} {text}\n")
        self.stdout.write(f"  {played.summary}\n")

    def _report(self, broken: Sequence[str]) -> None:
        if not broken:
            self.stdout.write("\nNo rule was broken.\n")
            return
        self.stdout.write(f"\nRules broken: {len(broken)}\n")
        for line in broken[:SHOWN_BREAKS]:
            self.stdout.write(f"  {line}\n")
        sys.exit(1)


def _names(given: str, suiting: Sequence[str]) -> Sequence[str]:
    if given == "all":
        return suiting
    names = [name.strip() for name in given.split(",") if name.strip()]
    unknown = [name for name in names if name not in PERSONAS]
    if unknown or not names:
        raise CommandError(
            f"No persona is called {', '.join(unknown) or 'nothing'}; there are: {', '.join(PERSONAS)}."
        )
    return names


def _summary(name: str, played: Sequence[Played]) -> str:
    outcomes = Counter(one.outcome for one in played).most_common()
    rates = [one.rate for one in played if one.rate is not None]
    return _row(
        name,
        ", ".join(f"{outcome} {count}" for outcome, count in outcomes),
        str(sum(one.is_booked for one in played)),
        f"${round(mean(rates)):,}" if rates else "–",
        f"{mean(one.rounds for one in played):.1f}",
        f"{mean(one.rehearsal.turns for one in played):.1f}",
        str(sum(len(set(one.broken)) for one in played)),
    )


def _row(*cells: str) -> str:
    name, outcomes, booked, rate, rounds, turns, broken = cells
    return f"{name:16} {outcomes:44} {booked:>6} {rate:>10} {rounds:>6} {turns:>6} {broken:>6}\n"
