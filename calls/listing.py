"""The calls as a list: its columns, on the page and as CSV."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC
from decimal import Decimal
from typing import cast

from django.conf import settings
from django.utils.module_loading import import_string

from calls.forms import NEWEST, OLDEST, CallFilterForm
from calls.pages.lists import CallRow, calls_in_batches, with_bids
from organizations.display import zone_of
from organizations.lists import Asked, Cell, Column, Listing

WITH_BID = "bid"  # the column of what is told by a package above


def in_batches(asked: Asked) -> Iterator[list[CallRow]]:
    """The list's calls in its order, with their bids where asked for; live ones where they are chosen."""
    filters = CallFilterForm(asked.query).filters()
    zone = zone_of(asked.organization.timezone) or UTC
    for rows in calls_in_batches(filters, zone=zone, at=asked.at):
        yield tell(rows) if WITH_BID in asked.columns else rows


def tell(rows: Sequence[CallRow]) -> list[CallRow]:
    """The rows with the carrier's last figure in each call, as `settings.CALL_TELLER` has it; one query."""
    amounts_of = cast(Callable[[Sequence[int]], dict[int, Decimal]], import_string(settings.CALL_TELLER))
    return with_bids(rows, amounts_of([row.pk for row in rows])) if rows else []


CALLS = Listing(
    name="calls",
    noun="calls",
    url_name="calls:list",
    form=CallFilterForm,
    default_sort=NEWEST,
    columns=(
        Column(
            "with",
            "With",
            (
                Cell("Call", lambda row: row.pk),
                Cell("With", lambda row: row.name),
                Cell("Number", lambda row: row.number),
                Cell("MC", lambda row: row.mc_number),
                Cell("Direction", lambda row: row.direction),
            ),
            is_fixed=True,
        ),
        Column(
            "outcome",
            "What came of it",
            (
                Cell("Status", lambda row: row.status_label),
                Cell("Tags", lambda row: ", ".join(row.tags)),
                Cell("Summary", lambda row: row.summary),
            ),
        ),
        Column("bid", "Bid", (Cell("Bid", lambda row: row.bid),), is_number=True),
        Column("agent", "Agent", (Cell("Agent", lambda row: row.agent),)),
        Column("loads", "Loads", (Cell("Loads", lambda row: ", ".join(row.load_ids)),)),
        Column("length", "Length", (Cell("Length", lambda row: row.length),), is_number=True),
        Column(
            "when",
            "When",
            (Cell("When", lambda row: row.created_at),),
            sort=OLDEST,
            first=NEWEST,
            is_number=True,
        ),
    ),
    batches=in_batches,
)
