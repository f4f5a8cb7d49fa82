"""What the load board offers to click: status chips, days, sortable columns; links that keep the filters."""

from dataclasses import dataclass

from django.http import QueryDict

from loads.forms import ALL, DEFAULT_SORT, OPEN, TODAY, TOMORROW
from loads.selectors import StatusCounts
from loads.states import LoadStatus


@dataclass(frozen=True)
class Chip:
    """A filter to switch: where it leads, whether it is on, how many loads it leaves (None: not counted)."""

    label: str
    query: str
    is_on: bool
    count: int | None = None


@dataclass(frozen=True)
class Column:
    """A column's head; `query` sorts by it, `direction` is ARIA's word for how it is sorted now."""

    label: str
    query: str = ""
    direction: str = ""
    is_number: bool = False


# Label, sort key, sort that the first click gives, whether it holds numbers.
COLUMNS = (
    ("Load", "id", "id", False),
    ("Lane", "", "", False),
    ("Pickup / dropoff", "pickup", "pickup", False),
    ("Customer", "", "", False),
    ("Customer rate", "rate", "-rate", True),
    ("Start", "start", "-start", True),
    ("Book now", "book", "-book", True),
    ("Max", "max", "-max", True),
    ("Room, best ask, margin", "", "", False),
)
FILTERS = ("equipment", "customer", "pickup", "q")


def query(current: QueryDict, **changes: str | None) -> str:
    """Return the address's query with these changes and without the page; None takes a parameter out."""
    params = current.copy()
    for name in ("page", *changes):
        params.pop(name, None)
    for name, value in changes.items():
        if value is not None:
            params[name] = value
    return "?" + params.urlencode()


def is_filtered(filters: dict) -> bool:
    """Return whether anything but the status narrows the board."""
    return any(filters.get(name) for name in FILTERS)


def status_chips(current: QueryDict, chosen: str, counts: StatusCounts) -> list[Chip]:
    """Return Open first, then every status that has loads, then all."""
    labels = dict(LoadStatus.choices)
    chips = [Chip("Open", query(current, status=None), chosen == OPEN, counts.open)]
    for status, number in ({chosen: 0} | counts.by_status).items():
        if status and status not in (OPEN, ALL) and (number or status == chosen):
            chips.append(
                Chip(labels.get(status, status), query(current, status=status), status == chosen, number)
            )
    return [*chips, Chip("All", query(current, status=ALL), chosen == ALL, counts.all)]


def day_chips(current: QueryDict, chosen: str | None) -> list[Chip]:
    """Return the two days that matter most; a second click takes the day out again."""
    return [
        Chip(label, query(current, pickup=None if chosen == day else day), chosen == day)
        for label, day in (("Picks up today", TODAY), ("Tomorrow", TOMORROW))
    ]


def columns(current: QueryDict, sort: str) -> list[Column]:
    """Return the heads; a click on the one sorted by turns the order round."""
    return [_column(current, sort, *column) for column in COLUMNS]


def _column(current: QueryDict, sort: str, label: str, key: str, first: str, is_number: bool) -> Column:
    if not key:
        return Column(label, is_number=is_number)
    is_chosen = sort.removeprefix("-") == key
    turned = key if sort.startswith("-") else f"-{key}"
    following = turned if is_chosen else first
    direction = ("descending" if sort.startswith("-") else "ascending") if is_chosen else ""
    return Column(
        label, query(current, sort=None if following == DEFAULT_SORT else following), direction, is_number
    )
