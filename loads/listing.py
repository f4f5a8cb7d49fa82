"""The load board as a list: its columns, on the page and as CSV."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from operator import attrgetter

from loads import selectors, told
from loads.forms import DEFAULT_SORT, BoardForm
from loads.margins import margin
from loads.models import Load
from loads.wording import missing_words, status_label
from organizations.display import zone_of
from organizations.lists import Asked, Cell, Column, Listing


def today_of(asked: Asked) -> datetime:
    """The organization's day, as its wall clock has it."""
    return asked.at.astimezone(zone_of(asked.organization.timezone))


def in_batches(asked: Asked) -> Iterator[list[Load]]:
    """The board's loads in its order, with what is told of them where that is asked for."""
    filters = BoardForm(asked.query).filters(today_of(asked).date())
    for loads in selectors.board_in_batches(filters):
        told.tell(loads, bids=bool(asked.columns & WITH_BIDS), calls=WITH_CALLS in asked.columns)
        yield loads


def _local(moment: datetime | None, zone: str) -> datetime | None:
    """A wall-clock time with its zone, where that is known."""
    return moment and moment.replace(tzinfo=zone_of(zone))


def _window(name: str, end: str) -> tuple[Cell, Cell]:
    """The cells of a window: `name` is the attributes' beginning, `end` the place's."""
    return (
        Cell(
            f"{name.capitalize()} from",
            lambda load: _local(getattr(load, f"{name}_time"), getattr(load, f"{end}_timezone")),
        ),
        Cell(
            f"{name.capitalize()} until",
            lambda load: _local(getattr(load, f"{name}_end_time"), getattr(load, f"{end}_timezone")),
        ),
    )


def _place(end: str) -> tuple[Cell, ...]:
    words = {"city": "city", "state": "state", "zip": "ZIP"}
    return tuple(
        Cell(f"{end.capitalize()} {word}", attrgetter(f"{end}_{part}")) for part, word in words.items()
    )


def _equipment(load: Load) -> str:
    return load.equipment or load.get_equipment_type_display()


def _margin(load: Load) -> Decimal | None:
    found = margin(load.customer_rate, load.told.bids.best)  # type: ignore[attr-defined]
    return None if found is None else found.amount


def _rate(name: str, label: str, cell: Cell) -> Column:
    return Column(name, label, (cell,), sort=name, first=f"-{name}", is_number=True)


WITH_BIDS, WITH_CALLS = {"room", "bids"}, "bids"  # columns that show what is told

LOADS = Listing(
    name="loads",
    noun="loads",
    url_name="loads:list",
    form=BoardForm,
    default_sort=DEFAULT_SORT,
    columns=(
        Column(
            "id",
            "Load",
            (
                Cell("Load", lambda load: load.external_id),
                Cell("Status", lambda load: status_label(load.status)),
                Cell("Locked", lambda load: load.is_locked),
            ),
            sort="id",
            is_fixed=True,
        ),
        Column("lane", "Lane", (*_place("origin"), *_place("destination"))),
        Column(
            "window",
            "Pickup / dropoff",
            (*_window("pickup", "origin"), *_window("dropoff", "destination")),
            sort="pickup",
        ),
        Column("equipment", "Equipment", (Cell("Equipment", _equipment),), is_usual=False),
        Column(
            "miles",
            "Miles",
            (Cell("Miles", lambda load: load.total_distance),),
            is_number=True,
            is_usual=False,
        ),
        Column(
            "weight",
            "Weight",
            (Cell("Weight in pounds", lambda load: load.weight),),
            is_number=True,
            is_usual=False,
        ),
        Column("customer", "Customer", (Cell("Customer", lambda load: load.customer_name),)),
        _rate("rate", "Customer rate", Cell("Customer rate", attrgetter("customer_rate"))),
        _rate("start", "Start", Cell("Start rate", attrgetter("start_rate"))),
        _rate("book", "Book now", Cell("Book-now rate", attrgetter("book_now_rate"))),
        _rate("max", "Max", Cell("Max rate", attrgetter("max_rate"))),
        Column(
            "room",
            "Room, best ask, margin",
            (Cell("Best ask", lambda load: load.told.bids.best), Cell("Margin at best ask", _margin)),
        ),
        Column(
            "bids",
            "Bids, calls",
            (
                Cell("Bids", lambda load: load.told.bids.number),
                Cell("Calls", lambda load: load.told.calls),
            ),
            is_number=True,
        ),
        Column(
            "missing",
            "Missing data",
            (Cell("Missing data", lambda load: ", ".join(missing_words(load))),),
            is_usual=False,
        ),
        Column(
            "owner",
            "Whose load",
            (Cell("Whose load", lambda load: str(load.owner) if load.owner else ""),),
            is_usual=False,
        ),
    ),
    batches=in_batches,
)
