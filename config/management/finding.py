"""Whom a command is about: an organization, an agent, the stage on which it talks."""

import logging
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from bids.services.rehearsal_stage import NoLoad, ensure_cast, load_to_rehearse, stage
from calls.models import Agent
from loads.models import Load
from organizations.models import Organization
from organizations.tenancy.scope import scope


def find_organization(slug: str) -> Organization:
    """The organization; raises CommandError."""
    found = Organization.objects.filter(slug=slug).first()
    if found is None:
        raise CommandError(f"There is no organization {slug!r}.")
    return found


def find_organizations(slug: str | None) -> list[Organization]:
    """The one of that name, or all of them; raises CommandError."""
    return list(Organization.objects.order_by("slug")) if slug is None else [find_organization(slug)]


def add_agent_arguments(parser: ArgumentParser) -> None:
    """--agent, --organization and --load."""
    parser.add_argument("--agent", required=True, metavar="SLUG", help="The agent's id.")
    parser.add_argument(
        "--organization",
        default="",
        metavar="SLUG",
        help="Organization; needed if several have an agent with that ID.",
    )
    parser.add_argument(
        "--load", default="", metavar="ID", help="Load to discuss; by default the next one open to offers."
    )


def find_agent(options: dict[str, Any]) -> Agent:
    """The agent that the options name; raises CommandError."""
    found = Agent.unscoped.select_related("organization").filter(slug=options["agent"])
    if options["organization"]:
        found = found.filter(organization__slug=options["organization"])
    agents = list(found[:2])
    if not agents:
        raise CommandError(f"There is no agent {options['agent']}.")
    if len(agents) > 1:
        raise CommandError("Several organizations have an agent of that id: say which with --organization.")
    return agents[0]


@contextmanager
def stage_for(agent: Agent, options: dict[str, Any]) -> Iterator[Load]:
    """A stage in the agent's organization with the simulated carriers on it; the load to talk about.

    Nothing of what happens on it is kept or logged. Raises CommandError where there is no such load.
    """
    with _without_log_lines(), scope(agent.organization_id), stage():
        ensure_cast(agent.organization, at=timezone.now())
        try:
            load = load_to_rehearse(options["load"])
        except NoLoad as error:
            raise CommandError(str(error)) from None
        yield load


@contextmanager
def _without_log_lines() -> Iterator[None]:
    """What the calls would log is of no interest to who watches them."""
    logging.disable(logging.WARNING)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
