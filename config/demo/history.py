"""The demo's ninety days: made up, and imported as any broker's history would be."""

from datetime import datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from analytics.rebuilding import complete
from config.demo.carriers import carriers
from config.history.generator.board import Plan
from config.history.generator.carriers import Trucker, words
from config.history.generator.history import lines
from config.history.generator.writing import encoded
from config.history.running import Summary, import_lines
from organizations.actors import Actor
from organizations.models import Organization

DAYS = 90
CALLS = 2_500
EMAILS = 300
LOADS = 260
CARRIERS = 26
SEED = 444  # the busiest lane is Dallas to Atlanta, which the board begins with too
PEOPLE = words("Dana|Luis|Marek|Keisha|Tom|Rosa|Gurpreet|Ana|Bill|Priya|Wes|Nicole")


def make_history(*, organization: Organization, by: Actor, at: datetime) -> Summary:
    """Give the organization ninety days up to the last hour; the board's open loads stay the only open ones."""
    plan = Plan(
        seed=SEED,
        timezone=organization.timezone,
        last=at.astimezone(ZoneInfo(organization.timezone)).date(),
        days=DAYS,
        calls=CALLS,
        emails=EMAILS,
        loads=LOADS,
        carriers=CARRIERS,
        known=_regulars(),
        is_open=False,
    )
    past = at - timedelta(hours=1)
    told = (line for line in lines(plan) if line.get("createdAt", past) <= past)
    summary = import_lines(organization, encoded(told), by=by, at=at)
    complete(organization)
    return summary


def _regulars() -> tuple[Trucker, ...]:
    """The demo's own carriers, with habits."""
    rng = Random(SEED)  # noqa: S311 (plays, keeps no secret)
    return tuple(
        Trucker(
            mc=row["mc_number"],
            dot=row["dot_number"],
            name=row["name"],
            phone=row["phone"],
            email=row["email"],
            people=tuple(rng.sample(PEOPLE, 2)),
            connection=row["connection_status"],
            assessment=row["rules_assessment"],
            is_capacity=row["is_capacity_carrier"],
            price=rng.gauss(1.03, 0.05),
            firmness=rng.betavariate(2, 3),
        )
        for row in carriers()
    )
