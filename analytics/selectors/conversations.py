"""The rows behind a figure, on the page and as CSV, counted just as the figure counts them."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.core.paginator import Page, Paginator
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

from analytics.heat_chart import DAYS
from analytics.time_spans import JSON_NAMES, Figures, Granularity, Period, spans_of
from bids.models import Bid, Booking
from bids.states import BookingKind
from calls.models import Conversation, ConversationLoad
from calls.states import Channel, Direction
from calls.wording import tag_words
from loads.models import Load
from organizations.formats import hour_range

PAGE_SIZE = 50
LOADS_SHOWN = 3


@dataclass(frozen=True)
class Rows:
    """A page of rows, what they are of, and the words for what narrows them."""

    of: str
    noun: str
    page: Page
    narrowed: list[str]


NOUNS = {
    "conversations": "conversations",
    "loads": "loads",
    "bookings": "bookings",
    "agreements": "agreed rates",
}


def find_rows(wanted: dict[str, Any], page_number: str | None, *, zone: str) -> Rows:
    """Return a page of the rows that a valid `RowsForm` asks for, newest first, in at most three queries.

    Weekdays and hours are those of `zone`. A page number that doesn't exist is the nearest page that does.
    """
    start, end = wanted["start"], wanted["end"]
    found: QuerySet[Any]
    if wanted["of"] == "conversations":
        found = _conversations(wanted, start, end, zone)
    elif wanted["of"] == "loads":
        found = _loads(wanted, start, end)
    elif wanted["of"] == "bookings":
        found = _bookings(wanted, start, end)
    else:
        found = _agreements(start, end)
    page: Any = Paginator(found, PAGE_SIZE).get_page(page_number)
    if wanted["of"] == "conversations":
        for row in page.object_list:
            row.tags_in_words = [tag_words(tag) for tag in row.content_tags]
    return Rows(wanted["of"], _noun(wanted), page, _narrowed(wanted))


def _in_window(start: datetime, end: datetime, wanted: dict[str, Any]) -> QuerySet[Conversation]:
    """Conversations begun in the window; by channel where one is named, which the index leads with."""
    channels = [wanted["channel"]] if wanted["channel"] else list(Channel.values)
    found = Conversation.objects.in_window(start, end).filter(channel__in=channels)
    return found.filter(carrier__is_capacity_carrier=True) if wanted["capacity"] else found


def _conversations(
    wanted: dict[str, Any], start: datetime, end: datetime, zone: str
) -> QuerySet[Conversation]:
    found = _in_window(start, end, wanted)
    if wanted["direction"]:
        found = found.filter(direction=wanted["direction"])
    if wanted["tag"]:
        found = found.filter(content_tags__contains=[wanted["tag"]])
    if wanted["bid"]:
        found = found.filter(Exists(Bid.objects.filter(conversation=OuterRef("pk"))))
    if wanted["transferred"]:
        found = found.filter(transferred_at__isnull=False)
    if wanted["weekday"] is not None and wanted["hour"] is not None:
        found = found.filter(_hours(start, end, wanted["weekday"], wanted["hour"], zone))
    links = ConversationLoad.objects.select_related("load").order_by("conversation_id", "id")
    return (
        found.order_by("-created_at", "-id")
        .select_related("call", "carrier")
        .defer("input_data", "extracted_data", "skill_state", "import_trail", "carrier__import_trail")
        .prefetch_related(
            Prefetch("load_links", links.only("conversation_id", "load__external_id"), to_attr="links")
        )
    )


def _hours(start: datetime, end: datetime, weekday: int, hour: int, zone: str) -> Q:
    """Begun in that hour of such a weekday, by the zone's clock; as stretches of time, which an index finds."""
    place = ZoneInfo(zone)
    day, last = start.astimezone(place).date(), end.astimezone(place).date()
    day += timedelta(days=(weekday - day.isoweekday()) % 7)
    found = Q(pk__in=[])
    while day <= last:
        for span in spans_of(day, day, Granularity.HOUR, zone):
            if span.first.hour == hour:
                found |= Q(created_at__gte=span.start, created_at__lt=span.end)
        day += timedelta(days=7)
    return found


def _loads(wanted: dict[str, Any], start: datetime, end: datetime) -> QuerySet[Load]:
    links = ConversationLoad.objects.filter(conversation__in=_in_window(start, end, wanted))
    discussed = Load.objects.filter(pk__in=links.values("load"))
    return discussed.defer("special_instructions").order_by("-created_at", "-id")


def _bookings(wanted: dict[str, Any], start: datetime, end: datetime) -> QuerySet[Booking]:
    found = Booking.objects.filter(booked_at__gte=start, booked_at__lt=end)
    if wanted["kind"]:
        found = found.filter(kind=wanted["kind"])
    return found.select_related("load", "carrier", "conversation").order_by("-booked_at", "-id")


def _agreements(start: datetime, end: datetime) -> QuerySet[Bid]:
    found = Bid.objects.filter(agreed_at__gte=start, agreed_at__lt=end)
    found = found.filter(first_ask__isnull=False, amount__isnull=False)
    found = found.annotate(negotiated=F("first_ask") - F("amount"))
    return found.select_related("load", "carrier", "conversation").order_by("-agreed_at", "-id")


def _noun(wanted: dict[str, Any]) -> str:
    if wanted["of"] != "conversations":
        return NOUNS[wanted["of"]]
    noun = {Channel.PHONE: "calls", Channel.EMAIL: "email threads"}.get(wanted["channel"], "calls and emails")
    return f"{Direction(wanted['direction']).label.lower()} {noun}" if wanted["direction"] else noun


def _narrowed(wanted: dict[str, Any]) -> list[str]:
    """The filters in words, but for the direction, which stands before the noun."""
    found = []
    if wanted["tag"]:
        found.append(f"tagged “{tag_words(wanted['tag'])}”")
    if wanted["bid"]:
        found.append("with an offer")
    if wanted["transferred"]:
        found.append("transferred")
    if wanted["capacity"]:
        found.append("with core carriers")
    if wanted["kind"]:
        found.append(str(BookingKind(wanted["kind"]).label).lower())
    if wanted["weekday"] is not None and wanted["hour"] is not None:
        found.append(f"on {DAYS[wanted['weekday'] - 1]} {hour_range(wanted['hour'], wanted['hour'] + 1)}")
    return found


# The period's figures as CSV: a line a label, the period before after it.


# What spreadsheets take for the beginning of a formula, also after blanks.
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "|", "%")
TAGGED = tuple(name for name in Figures._fields if name.endswith("_tags"))


class Echo:
    """A file whose `write` returns what it is given, so that a csv writer's lines can be streamed."""

    def write(self, text: str) -> str:
        """Return the text."""
        return text


def defused(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: such a one begins with an apostrophe."""
    return f"'{text}" if text.lstrip(" \u00a0").startswith(FORMULA) else text


def csv_lines(period: Period) -> Iterator[str]:
    """Yield the CSV of a period, line by line: figures as numbers, then a column for each tag of each kind.

    The whole period's own line comes first, since distinct loads and averages aren't sums of those below it.
    """
    writer = csv.writer(Echo())
    tags = [(field, tag) for field in TAGGED for tag in sorted(_tags_of(period, field))]
    plain = [
        (field, name) for field, name in zip(Figures._fields, JSON_NAMES, strict=True) if field not in TAGGED
    ]
    heads = ["period", "label", "from", "to", *(name for _, name in plain)]
    names = dict(zip(Figures._fields, JSON_NAMES, strict=True))
    # Excel takes a file for UTF-8 by its first character.
    yield "\ufeff" + writer.writerow([*heads, *(defused(f"{names[field]}: {tag}") for field, tag in tags)])

    def line(which: str, label: str, start: Any, end: Any, figures: Figures) -> str:
        numbers = [getattr(figures, field) for field, _ in plain]
        counts = [getattr(figures, field).get(tag, 0) for field, tag in tags]
        cells = [
            which,
            label,
            start.isoformat(timespec="milliseconds"),
            end.isoformat(timespec="milliseconds"),
        ]
        return writer.writerow([*map(defused, cells), *numbers, *counts])

    for which, stats in (("current", period.current), ("previous", period.previous)):
        if stats.labels:
            yield line(which, "total", stats.labels[0].start, stats.labels[-1].end, stats.figures)
        for label in stats.labels:
            yield line(which, label.label, label.start, label.end, label.figures)


def _tags_of(period: Period, field: str) -> set[str]:
    sides = (period.current.figures, period.previous.figures)
    return {tag for figures in sides for tag in getattr(figures, field)}
