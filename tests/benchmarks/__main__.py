"""`bin/bench`: run a benchmark on servers of its own, print its table."""

import argparse
import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command

from config.local import folder, servers
from tests.benchmarks import Options, names
from tests.exchange import free_port


def main() -> None:
    """Read the command line, hold the servers, measure, print."""
    parser = argparse.ArgumentParser(
        prog="bin/bench", description="Measure the service, where it makes sense next to a bare-bones rival."
    )
    parser.add_argument("which", choices=names())
    parser.add_argument("--calls", type=int, default=1_000_000, help="how many calls the organization has")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each line in each round")
    parser.add_argument("--connections", type=int, default=4)
    parser.add_argument("--conversations", type=int, default=200, help="at once, of relay_turns")
    parser.add_argument("--loads", type=int, default=1_000, help="of attack")
    parser.add_argument("--seed", type=int, default=0, help="of attack: other loads and carriers")
    parser.add_argument(
        "--through",
        choices=("rule", "skill"),
        default="rule",
        help="what attack's callers talk with: the price rule alone, or in words with the agent",
    )
    parser.add_argument("--data-dir", type=Path, default=folder.CHECKOUT / "var" / "bench")
    parser.add_argument("--json", type=Path, help="write the table there too")
    given = parser.parse_args()

    for name in ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL"):
        os.environ.pop(name, None)
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LOADLINE_DATA_DIR": str(given.data_dir.absolute()),
        "LOADLINE_PORT": str(free_port()),
    }
    with servers.servers():
        lines = measure(given)
    sys.stdout.write(table(lines))
    if given.json:
        given.json.write_text(json.dumps(lines, indent=2) + "\n", encoding="utf-8")


def measure(given: argparse.Namespace) -> list[dict[str, Any]]:
    """Bring the database up to date and run the benchmark."""
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    options = Options(
        *(given.calls, given.rounds, given.seconds, given.connections, given.conversations),
        *(given.loads, given.seed, given.through),
    )
    benchmark = import_module(f"tests.benchmarks.{given.which}")  # now that there are settings
    found: list[dict[str, Any]] = benchmark.run(options, say)
    return found


def say(text: str) -> None:
    """Tell who waits."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def table(lines: list[dict[str, Any]]) -> str:
    """Markdown, as in docs/performance.md."""
    names = list(lines[0])
    rows = [[name.replace("_", " ") for name in names], ["---"] * len(names)]
    rows += [
        [f"{line[name]:,}" if isinstance(line[name], float) else str(line[name]) for name in names]
        for line in lines
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


if __name__ == "__main__":
    main()
