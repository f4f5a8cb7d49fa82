"""The carriers as a list: its columns, on the page and as CSV."""

from collections.abc import Iterator
from operator import attrgetter

from carriers import pages
from carriers.forms import SEEN, ListForm
from organizations.lists import Asked, Cell, Column, Listing


def in_batches(asked: Asked) -> Iterator[list[pages.Row]]:
    """The carriers of the list in its order."""
    filters, _ = ListForm(asked.query).filters()
    return pages.carriers_in_batches(filters)


CARRIERS = Listing(
    name="carriers",
    noun="carriers",
    url_name="carriers:list",
    form=ListForm,
    default_sort=SEEN,
    columns=(
        Column(
            "name",
            "Carrier",
            (
                Cell("Carrier", attrgetter("name")),
                Cell("MC number", attrgetter("mc_number")),
                Cell("DOT number", lambda row: str(row.dot_number or "")),
            ),
            sort="name",
            is_fixed=True,
        ),
        Column(
            "vetting",
            "Vetting",
            (
                Cell("Vetting", attrgetter("standing.text")),
                Cell("Reasons", lambda row: " ".join(row.standing.reasons)),
            ),
        ),
        Column(
            "rate",
            "Average rate",
            (Cell("Average rate", attrgetter("average")), Cell("Rate an air mile", attrgetter("per_mile"))),
            sort="rate",
            is_number=True,
        ),
        Column(
            "bids", "Bids", (Cell("Bids", attrgetter("bids")),), sort="bids", first="-bids", is_number=True
        ),
        Column(
            "booked",
            "Booked",
            (Cell("Booked", attrgetter("bookings")), Cell("Delivered", attrgetter("delivered"))),
            sort="booked",
            first="-booked",
            is_number=True,
        ),
        Column(
            "units",
            "Power units",
            (Cell("Power units", attrgetter("fleet_size")),),
            sort="units",
            first="-units",
            is_number=True,
        ),
        Column("equipment", "Equipment", (Cell("Equipment", attrgetter("equipment")),)),
        Column(
            "seen",
            "Last seen",
            (Cell("Last seen", attrgetter("seen_at")),),
            sort="seen",
            first="-seen",
            is_number=True,
        ),
        Column(
            "preferred",
            "Preferred",
            (Cell("Preferred", attrgetter("is_preferred")),),
            is_usual=False,
        ),
    ),
    batches=in_batches,
)
