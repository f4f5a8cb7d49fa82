"""How many loads the agent covers with the simulated carriers of rehearsals, by each strategy, and at what rate.

Whole talks through the real skill, as a rehearsal plays them; nothing of them stays. See docs/negotiation.md.
"""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from itertools import product
from random import Random
from statistics import mean
from typing import Any

from django.db import transaction
from django.utils import timezone

from bids.models import NegotiationRules
from bids.offer_limits import Strategy
from bids.services.rehearsal_stage import ensure_cast, make_up_load
from bids.services.rehearsing import Played, play
from calls.models import Agent
from calls.states import AgentPurpose
from loads.models import Load
from organizations.models import Organization
from organizations.tenancy.scope import scope
from tests.benchmarks import Options
from tests.benchmarks.hagglers import SEED, freight

PERSONAS = (
    "haggler",
    "stubborn",
    "spanish",
    "lowballer",
    "injector",
    "agreeable",
    "bad_line",
    "several_loads",
)
LOADS = 5
SEEDS = 4  # of each persona on each load


@dataclass(frozen=True)
class Outcome:
    """One rehearsed call about a load."""

    load: Load
    played: Played

    @property
    def ask(self) -> Decimal | None:
        """The least that was asked, where nothing was agreed on."""
        asks = [row.ask or _dollars(row.said) for row in self.played.answers]
        return min((each for each in asks if each is not None), default=None)

    @property
    def is_left_to_a_person(self) -> bool:
        """Whether a bid within the max buy lies open."""
        assert self.load.max_rate is not None
        return self.played.rate is None and self.ask is not None and self.ask <= self.load.max_rate


def _dollars(said: str) -> Decimal | None:
    figure = said.removeprefix("$").replace(",", "")
    return Decimal(figure) if figure.replace(".", "", 1).isdigit() else None


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Let each persona talk about each load under each strategy."""
    few = options.rounds == 1
    loads, seeds = (1, 1) if few else (LOADS, SEEDS)
    found: dict[Strategy, dict[str, list[Outcome]]] = {}
    with transaction.atomic():
        organization = Organization.objects.create(name="Bench", slug="covering-bench")
        with scope(organization.pk):
            agent = _agent(organization)
            ensure_cast(organization, at=timezone.now())
            about = [_load(organization, number) for number in range(loads)]
            for strategy in Strategy:
                NegotiationRules.objects.update_or_create(
                    organization=organization, defaults={"strategy": strategy.value}
                )
                found[strategy] = {persona: [] for persona in PERSONAS}
                for load in about:
                    # Whoever asks for the lane finds no other.
                    Load.objects.exclude(pk=load.pk).update(status="DELIVERED")
                    Load.objects.filter(pk=load.pk).update(status="UNASSIGNED")
                    say(f"{strategy.label}: load {load.external_id}")
                    for persona, seed in product(PERSONAS, range(seeds)):
                        played = play(agent, load, persona, seed=seed, at=timezone.now())
                        found[strategy][persona].append(Outcome(load, played))
        transaction.set_rollback(True)
    lines = []
    for strategy, by_persona in found.items():
        for persona, outcomes in by_persona.items():
            lines.append(_line(strategy, persona, outcomes))
        lines.append(_line(strategy, "all", [each for some in by_persona.values() for each in some]))
    return lines


def _agent(organization: Organization) -> Agent:
    agent = Agent.objects.filter(purpose=AgentPurpose.CARRIER_SALES).first()
    return agent or Agent.objects.create(
        organization=organization, slug="sales", name="Sales", purpose=AgentPurpose.CARRIER_SALES
    )


def _load(organization: Organization, number: int) -> Load:
    """Rates as in the attack, for a van from Dallas to Atlanta."""
    rated = freight(Random(SEED + number)).terms
    load = make_up_load(organization, at=timezone.now())
    load.start_rate, load.book_now_rate, load.max_rate = rated.start, rated.book_now, rated.ceiling
    assert rated.ceiling is not None
    load.customer_rate = rated.ceiling * Decimal("1.2")
    load.destination_city = f"{load.destination_city} {number}"  # a lane, and so a final offer, of its own
    load.save()
    return load


def _line(strategy: Strategy, persona: str, outcomes: list[Outcome]) -> dict[str, Any]:
    """A line of the table, in percent; rates in percent of the opening offer."""
    calls = len(outcomes)
    rates = [
        float(each.played.rate / each.load.start_rate)
        for each in outcomes
        if each.played.rate is not None and each.load.start_rate
    ]
    left = sum(each.is_left_to_a_person for each in outcomes)
    return {
        "strategy": strategy.label,
        "persona": persona,
        "calls": calls,
        "agreed_%": round(100 * len(rates) / calls, 1),
        "left_to_a_person_%": round(100 * left / calls, 1),
        "covered_%": round(100 * (len(rates) + left) / calls, 1),
        "rate_of_opening_%": round(100 * mean(rates), 1) if rates else "",
    }
