"""The lists of the dashboard, each with a row of its own, what it costs, and what it says without rows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bids.tables import BidTable
from calls.states import CallStatus
from calls.tables import CallTable, DoNotCallTable
from carriers.tables import CarrierTable
from loads.tables import LoadTable
from organizations.dashboard.table import Table
from organizations.models import Organization
from organizations.views import MemberTable
from tests.factories import (
    BidFactory,
    CallFactory,
    CarrierFactory,
    DoNotCallFactory,
    LoadFactory,
    MembershipFactory,
)


@dataclass(frozen=True)
class Listed:
    """A list: how a row is made, queries for its page and for the table alone, and what it says of what makes no sense.

    Queries of each: session, person, memberships; columns and views where the list has tools.
    """

    table: type[Table]
    url: str
    make: Callable[[Organization], Any]
    queries: int
    part_queries: int
    empty: str
    wrong: tuple[str, ...] = ()
    text: str = ""  # a filter that takes any words
    already: int = 0  # rows that are there before one is made

    def __str__(self) -> str:
        return self.table.name


LISTS = [
    # Counts, rows, bids, calls; who may own a load; the page's customers.
    Listed(
        LoadTable,
        "/loads/",
        lambda organization: LoadFactory(organization=organization),
        12,
        11,
        "as soon as your TMS sends them",
        (
            "pickup=2026-02-30",
            "pickup=soon",
            "status=" + "X" * 41,
            "equipment=teleporter",
            "sort=password",
            "origin=Xyzzy",
        ),
        "q",
    ),
    # Where the page lies, its calls, live ones, loads, bids.
    Listed(
        CallTable,
        "/calls/",
        lambda organization: CallFactory(organization=organization, status=CallStatus.COMPLETED),
        10,
        10,
        "To start one, open an agent or a load.",
        (
            "direction=sideways",
            "status=' OR 1=1",
            "load=" + "L" * 65,
            "status=ANSWERED",
            "mc=none",
            "mc=١٢",
            "day=0001-01-01",
            "day=9999-12-31",
            "tag=" + "t" * 41,
        ),
        "load",
    ),
    # What waits, loads counted, loads, bids.
    Listed(
        BidTable,
        "/bids/",
        lambda organization: BidFactory(
            organization=organization, load=LoadFactory(organization=organization), conversation=None
        ),
        7,
        7,
        "No offers waiting",
        ("status=x", "day=yesterday", "channel=pigeon", "sort=size", "load=" + "x" * 65),
        "carrier",
    ),
    # Trucks; how many, carriers, reasons.
    Listed(
        CarrierTable,
        "/carriers/",
        lambda organization: CarrierFactory(organization=organization),
        9,
        8,
        "as they call and make offers",
        ("equipment=teleporter", "radius=far", "radius=-5", "vetting=good", "sort=password"),
        "q",
    ),
    # How many, numbers.
    Listed(
        DoNotCallTable,
        "/settings/do-not-call/",
        lambda organization: DoNotCallFactory(organization=organization),
        5,
        5,
        "Do-not-call list is empty",
    ),
    # How many, members.
    Listed(
        MemberTable,
        "/settings/members/",
        lambda organization: MembershipFactory(organization=organization),
        5,
        5,
        "",
        already=1,
    ),
]
WITH_TOOLS = [each for each in LISTS if each.table in (LoadTable, CallTable, CarrierTable)]
