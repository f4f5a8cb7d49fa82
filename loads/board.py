"""What the load board offers to click: status chips, days, sortable columns; links that keep the filters."""

from django.http import QueryDict

from loads.forms import ALL, HELD, MISSING, OPEN, TODAY, TOMORROW
from loads.selectors import StatusCounts
from loads.states import LoadStatus
from organizations.board import Chip, query, switch_chips

FILTERS = ("equipment", "customer", "pickup", "origin", "destination", "coverage", "missing", "q")


def is_filtered(filters: dict) -> bool:
    """Return whether anything but the status narrows the board."""
    return any(filters.get(name) for name in FILTERS)


def status_chips(current: QueryDict, chosen: str, counts: StatusCounts) -> list[Chip]:
    """Return Open first, those on hold where there are any, every status that has loads, then all."""
    labels = dict(LoadStatus.choices)
    chips = [Chip("Open", query(current, status=None), chosen == OPEN, counts.open)]
    if counts.held or chosen == HELD:
        chips.append(Chip("On hold", query(current, status=HELD), chosen == HELD, counts.held))
    for status, number in ({chosen: 0} | counts.by_status).items():
        if status and status not in (OPEN, HELD, ALL) and (number or status == chosen):
            chips.append(
                Chip(labels.get(status, status), query(current, status=status), status == chosen, number)
            )
    return [*chips, Chip("All", query(current, status=ALL), chosen == ALL, counts.all)]


def day_chips(current: QueryDict, chosen: str | None) -> list[Chip]:
    """Return the two days that matter most; a second click takes the day out again."""
    return switch_chips(current, "pickup", ((TODAY, "Picks up today"), (TOMORROW, "Tomorrow")), chosen)


def missing_chips(current: QueryDict, chosen: str | None) -> list[Chip]:
    """Return the chip for loads that lack data; a second click takes the filter out again."""
    return switch_chips(current, "missing", MISSING, chosen)
