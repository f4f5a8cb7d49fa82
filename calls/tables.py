"""The list of calls, live ones on top, and the do-not-call list."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from calls.filters import LIVE, CallFilters, DoNotCallFilters
from calls.models import Call, Conversation, DoNotCall
from calls.selectors.agents import names_of
from calls.selectors.calls import CallRow, call_rows, with_columns
from calls.selectors.counts import Place, Ways, place_page
from calls.states import CallStatus, Direction
from carriers.models import Carrier
from organizations.dashboard.table import Empty, Table, counted
from organizations.dashboard.table_columns import Column
from organizations.dashboard.table_filters import Chip
from organizations.dashboard.table_paging import read_number
from organizations.registry import Registry

MAX_LIVE = 20
# Filters that leave so few calls that they are found and counted one by one.
SELECTIVE = {"load", "mc", "carrier", "day"}
# In the order in which a broker asks for them.
STATUSES = (
    ("", "All"),
    (LIVE, "Live"),
    (CallStatus.COMPLETED, "Completed"),
    (CallStatus.NO_ANSWER, "No answer"),
    (CallStatus.VOICEMAIL, "Voicemail"),
    (CallStatus.BUSY, "Busy"),
    (CallStatus.FAILED, "Failed"),
    (CallStatus.CANCELED, "Canceled"),
)

# What packages above show of each call, by column: of calls by key, in one query.
FIGURES: Registry[Callable[[Sequence[int]], dict[int, Decimal]]] = Registry("figure of calls")


class CallTable(Table):
    """The calls that have ended, or those of a status; on the first page without one, live calls stand on top."""

    name, title, url_name, parts = "calls", "Calls", "calls:list", "calls/table.html"
    caption = "Calls, live ones first"
    filterset = CallFilters
    default_sort = "-created"
    live_topics = "calls"
    form_label = "Filter calls"
    no_rows = Empty(
        "phone",
        "No calls yet",
        "Calls show here when someone calls one of your numbers or an agent makes a call. To start one, open an "
        "agent or a load.",
    )
    no_match = Empty("search-x", "No matching calls", "Clear a filter, or try another day.")
    columns = (
        Column(
            "with",
            "Contact",
            "party",
            {
                "Call": "pk",
                "Contact": "name",
                "Number": "number",
                "MC": "mc_number",
                "Direction": "direction",
            },
            is_fixed=True,
            is_head=True,
        ),
        Column(
            "outcome",
            "Outcome",
            "outcome",
            {"Status": "status_label", "Tags": lambda row: ", ".join(row.tags), "Summary": "summary"},
            word="",
        ),
        Column("bid", "Offer", "num half", {"Offer": "bid"}),
        Column("agent", "Agent", "name half", {"Agent": "agent"}),
        Column("loads", "Loads", "name half", {"Loads": lambda row: ", ".join(row.load_ids)}),
        Column("length", "Length", "num", {"Length": "length"}),
        Column(
            "when",
            "When",
            "num half",
            {"When": "created_at"},
            sort="created",
            field="created_at",
            first="-created",
            is_indexed=True,
        ),
    )

    def queryset(self) -> QuerySet[Any, Any]:
        """All calls."""
        return Conversation.objects.by_phone()

    @cached_property
    def status(self) -> str:
        """The status that was asked for."""
        return str(self.filters.given.get("status", ""))

    @cached_property
    def found(self) -> QuerySet[Any, Any]:
        """Without a status, those that have ended: by key, so that counting needs no join, since few haven't."""
        return self.filters.qs if self.status else self.filters.qs.exclude(pk__in=_unfinished())

    def shaped(self, rows: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
        """With what a row shows and nothing more."""
        return with_columns(rows)  # type: ignore[arg-type]

    def prepared(self, rows: Sequence[Any]) -> list[CallRow]:
        """With the carrier's last figure in each call, where it is shown."""
        told = call_rows(rows, at=self.at)
        if "bid" not in self.shown or not told:
            return told
        amounts = FIGURES["bid"]([row.pk for row in told])
        return [replace(row, bid=amounts.get(row.pk)) for row in told]

    @cached_property
    def place(self) -> Place | None:
        """Where the page lies in the history, as the counts tell; None where few calls are counted one by one."""
        given = self.filters.given
        if self.status == LIVE or given.keys() & SELECTIVE:
            return None
        ways = Ways(direction=given.get("direction", ""), status=self.status, tag=given.get("tag", ""))
        number = read_number(self.query.get("page"))
        is_oldest_first = not self.sort.startswith("-")
        return place_page(ways, number=number, size=self.page_size, is_oldest_first=is_oldest_first)

    @cached_property
    def total(self) -> int:
        """How many calls have ended, or have the status."""
        return super().total if self.place is None else self.place.total

    def rows(self, offset: int) -> list[Any]:
        """The page's calls, after live ones on the first page."""
        return [*(self.unfinished[:MAX_LIVE] if not offset else ()), *self._ended(offset)]

    def _ended(self, offset: int) -> Sequence[Any]:
        if self.place is None or not self.total:
            return super().rows(offset)
        ended = [self.status] if self.status else Call.lifecycle.final
        rows = self.shaped(
            self.filters.narrow_but("status").filter(self.place.within(), call__status__in=ended)
        )
        skip = self.place.skip
        return list(self.in_order(rows)[skip : skip + self.page_size])

    @cached_property
    def unfinished(self) -> list[Any]:
        """Live calls under the same filters, where no status is asked for; one more than are shown."""
        if self.status:
            return []
        live = self.filters.qs.filter(call__in=_unfinished())
        return list(self.shaped(live).newest_first()[: MAX_LIVE + 1])  # type: ignore[attr-defined]

    @property
    def has_more_live(self) -> bool:
        """Whether there are more live calls than are shown."""
        return self.page.number == 1 and len(self.unfinished) > MAX_LIVE

    @cached_property
    def carrier(self) -> Carrier | None:
        """The carrier that was asked for."""
        pk = self.filters.given.get("carrier")
        return Carrier.objects.filter(pk=pk).first() if pk else None

    @cached_property
    def chips(self) -> dict[str, list[Chip]]:
        """How calls stand, and which way they went."""
        return {
            "Status": self.choices_of("status", STATUSES),
            "Direction": self.switches_of("direction", Direction.choices),
        }

    @property
    def noun(self) -> str:
        """What the pager counts."""
        return "calls" if self.status else "ended calls"

    @property
    def announcement(self) -> str:
        """What screen readers hear."""
        live = len(self.unfinished[:MAX_LIVE]) if self.page.number == 1 else 0
        return counted(self.total, "call") + (f", {live} live" if live else "")


class DoNotCallTable(Table):
    """The numbers that are never called, the newest first."""

    name, title, url_name = "numbers", "Do not call", "calls:do_not_call"
    parts = "calls/settings/do_not_call_table.html"
    caption = "Numbers that are never called, newest first"
    model, filterset = DoNotCall, DoNotCallFilters
    default_order = ("-created_at", "-pk")
    form_label = "Find a number"
    is_still = True
    no_rows = Empty(
        "phone-off",
        "Do-not-call list is empty",
        "Anyone who asks on a call is added here right away. Numbers you add are never called.",
    )
    no_match = Empty("search", "Number not on the list", "This list doesn’t block calls to it.")
    columns = (
        Column("number", "Number", "strong nowrap", is_head=True),
        Column("why", "Reason", "wide"),
        Column("by", "Added by", "half"),
        Column("since", "Added", "half"),
        Column("allow", "Actions", needs="may_act", is_action=True),
    )

    def prepared(self, rows: Sequence[Any]) -> Sequence[Any]:
        """With who put them there, by name."""
        names = names_of(entry.by for entry in rows)
        for entry in rows:
            entry.who = names[entry.by]
        return rows


def _unfinished() -> QuerySet[Any, Any]:
    return Call.objects.unfinished().values("pk")
