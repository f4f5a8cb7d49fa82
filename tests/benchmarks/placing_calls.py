"""`POST /custom-use-cases/{agentId}/create-phone-call`: calls put into the queue, next to the rival's two inserts."""

import json
from collections.abc import Callable
from typing import Any

from calls.models import Agent, CallingRules, Conversation, PhoneNumber
from calls.states import CallStatus
from config.celery import app as celery
from organizations.models import Organization
from tests.benchmarks import Options, history, running
from tests.benchmarks.running import Case

AGENT = "benchmark"
CALL = {"toPhone": "+13125550142", "dynamicVariables": {"number": "@n@"}}
PLENTY = 30_000


def run(options: Options, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """Measure, and return the table's lines. No worker runs: what is asked for waits, and is thrown away."""
    organization, token = history.make(options.calls, say)
    _prepare(organization)
    with running.service() as web, running.rival(organization.pk) as rival:
        path = f"/api/v1/custom-use-cases/{AGENT}/create-phone-call"
        ours = Case("custom call", web, path, token, body=json.dumps(CALL))
        theirs = Case("rival's", rival, "/calls", body=json.dumps(CALL))
        say(f"{options.rounds} rounds of {options.seconds} s for each line …")
        running.interleave([ours, theirs], options, between=lambda: _throw_away(organization))
        return [ours.line(theirs), theirs.line()]


def _prepare(organization: Organization) -> None:
    """An agent, a number to call from, and rules that let everything through."""
    Agent.unscoped.get_or_create(
        organization=organization,
        slug=AGENT,
        defaults={"name": "Benchmark", "purpose": "custom", "prompt": "Say {{number}}."},
    )
    PhoneNumber.unscoped.get_or_create(organization=organization, number="+12145550100")
    CallingRules.unscoped.update_or_create(
        organization=organization,
        defaults={
            "hours_start": 0,
            "hours_end": 24,
            "per_minute": PLENTY,
            "per_day": PLENTY,
            "per_number_hour": PLENTY,
            "most_live": PLENTY,
        },
    )


def _throw_away(organization: Organization) -> None:
    """Forget the calls: those of the last minute, hour and day are counted for each new one."""
    Conversation.unscoped.filter(organization=organization, agent__slug=AGENT).delete()
    Conversation.unscoped.filter(
        organization=organization, call__status=CallStatus.QUEUED
    ).delete()  # the rival's
    celery.control.purge()
