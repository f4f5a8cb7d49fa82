"""The lists of calls and of the do-not-call list: filters, columns, order."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db.models import QuerySet
from django_filters import CharFilter, ChoiceFilter

from calls.models import Call, Conversation, DoNotCall
from calls.querysets import ConversationQuerySet
from calls.selectors.agents import names_of
from calls.selectors.calls import CallRow, Place, Ways, call_rows, place_page, with_columns
from calls.states import CallStatus, Direction, Tag
from calls.wording import tag_words
from carriers.models import Carrier
from organizations.dashboard.table import Empty, Table, counted
from organizations.dashboard.table_columns import Column, read_number
from organizations.dashboard.table_filters import Chip, DayFilter, FieldFilter, TableFilters, Words
from organizations.registry import Registry

# What narrows the list of calls, and the do-not-call list.


LIVE = "live"


class TagSelect(forms.Select):
    """Loadline's own tags, and the one chosen where it is another."""

    def optgroups(self, name: str, value: Any, attrs: Any = None) -> Any:
        """The tags as options."""
        tags = dict.fromkeys([*Tag.values, *(tag for tag in value if tag)])
        self.choices = [("", "any"), *((tag, tag_words(tag)) for tag in tags)]
        return super().optgroups(name, value, attrs)


class MCField(forms.CharField):
    """An MC number as people write it, cleaned to its digits: `MC-790123` is 790123."""

    def clean(self, value: Any) -> Any:
        """The digits alone."""
        given = super().clean(value)
        digits = "".join(each for each in given if each in "0123456789")
        if given and not digits:
            raise ValidationError("Enter the digits of an MC number.")
        return digits


class CallFilters(TableFilters):
    """The filters of the list of calls."""

    shown = ("tag", "load", "mc", "day")
    minor = ()

    direction = ChoiceFilter(choices=Direction.choices)
    status = ChoiceFilter(
        choices=[(LIVE, "Live"), *((end, CallStatus(end).label) for end in Call.lifecycle.final)],
        method="in_status",
    )
    tag = CharFilter(
        label="Tag",
        method=lambda calls, _, tag: calls.filter(content_tags__contains=[tag]),
        validators=[MaxLengthValidator(40)],
        widget=TagSelect,
    )
    load = CharFilter(
        label="Load", method=lambda calls, _, load: calls.of_load(load), max_length=64, widget=Words("Load #")
    )
    mc = FieldFilter(
        MCField,
        label="MC",
        field_name="mc_number",
        max_length=20,
        widget=Words("MC #", inputmode="numeric"),
    )
    carrier = FieldFilter(forms.IntegerField, min_value=1, max_value=2**63 - 1)
    day = DayFilter(label="Day")

    def in_status(self, calls: ConversationQuerySet, _name: str, status: str) -> ConversationQuerySet:
        """Return the calls that stand so."""
        if status == LIVE:
            return calls.filter(call__in=Call.objects.unfinished().values("pk"))
        return calls.filter(call__status=status)


class DoNotCallFilters(TableFilters):
    """The do-not-call list's filter."""

    shown = ("q",)

    q = CharFilter(
        label="Number", method="beginning", max_length=30, widget=Words("+1312…", id="find", inputmode="tel")
    )

    def beginning(self, entries: QuerySet[Any, Any], _name: str, text: str) -> QuerySet[Any, Any]:
        """Return the numbers that begin so; none where no digit was given."""
        digits = "".join(each for each in text if each in "0123456789")
        return entries.filter(number__startswith=f"+{digits}") if digits else entries.none()


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
        "Calls show up here when someone calls one of your numbers or an agent makes a call. To start one, open an "
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
        return "calls" if self.status else "past calls"

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
