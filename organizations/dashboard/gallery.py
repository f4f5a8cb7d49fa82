"""The gallery at `/gallery` (local runs and debug): every component once, ordinary and extreme."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from types import SimpleNamespace

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from organizations.dashboard.table_columns import Column, Head
from organizations.places import maps

LONG = "Schokoladenverpackungsmaschinenhersteller & Söhne <b>International</b> " * 3
RIGHT_TO_LEFT = "شركة الشحن السريع للنقل البري والخدمات اللوجستية"


@dataclass(frozen=True)
class Rates:
    """Rates to draw a ladder of."""

    name: str
    start_rate: Decimal | None
    book_now_rate: Decimal | None
    max_rate: Decimal | None
    customer_rate: Decimal | None
    best_ask: Decimal | None = None


@dataclass(frozen=True)
class Standing:
    """A load as its state is shown."""

    status: str
    is_locked: bool = False
    is_held: bool = False
    is_settled: bool = False
    missing: tuple[str, ...] = ()


class GalleryForm(forms.Form):
    """One field of each kind."""

    name = forms.CharField(help_text="As it should appear on the board.")
    number = forms.IntegerField(label="Simultaneous calls", min_value=1)
    note = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), required=False)
    equipment = forms.ChoiceField(choices=[("van", "Van"), ("reefer", "Reefer")])


def gallery(request: HttpRequest) -> HttpResponse:
    """Every component once."""
    now = timezone.now()
    form = GalleryForm({"name": "", "number": "-1", "equipment": "van"})
    form.add_error(None, "Outside the calling window.")
    return render(
        request,
        "organizations/gallery.html",
        {
            "now": now,
            "form": form,
            "ladders": _ladders(),
            "stops": _stops(now),
            "map": _map(),
            "chips": _chips(),
            "tabs": _tabs(),
            "toasts": ("", "done", "caution", "danger"),
            "page": Paginator(range(1234), 50).get_page(3),
            "facts": _facts(),
            "load": SimpleNamespace(
                origin_city="Dallas", origin_state="TX", destination_city="Atlanta", destination_state="GA"
            ),
            "states": [
                Standing("UNASSIGNED"),
                Standing("UNASSIGNED", is_held=True, missing=("maxRate",)),
                Standing("COVERED", is_locked=True, missing=("pickupTime", "maxRate")),
                Standing("DELIVERED", is_settled=True),
                Standing("whatever the TMS says"),
            ],
            "table": _table(),
            "dialogue": {"turns": _turns(), "is_finished": False},
            "tones": ("", "info", "go", "wait", "stop", "live"),
            "long": LONG,
            "ages": [now - timedelta(seconds=seconds) for seconds in (5, 200, 9000, 400_000, 90_000_000)],
        },
    )


def _ladders() -> list[Rates]:
    def rates(name: str, *amounts: str) -> Rates:
        return Rates(name, *(Decimal(amount) if amount else None for amount in amounts))

    return [
        rates("No offers yet", "1500", "1525", "1953", "2719"),
        rates("Bookable", "1500", "1525", "1953", "2719", "1520"),
        rates("Within max buy", "1500", "1525", "1953", "2719", "1850"),
        rates("Over max buy", "1500", "1525", "1953", "2719", "2900"),
        rates("Max above customer", "1500", "1525", "1953", "1700", "1850"),
        rates("Target above max", "2000", "1525", "1700", "2719", "1850"),
        rates("Target is max", "1700", "", "1700", "1700"),
        rates("Close together", "1700", "", "1710", "2719"),
        rates("No max", "1500", "", "", "2719", "1850"),
        rates("No target", "", "", "1953", "2719"),
        rates("Only the customer", "", "", "", "2719"),
        rates("Millions", "1", "500000", "999999999", "999999999", "1250000"),
        rates("No rates", "", "", "", ""),
    ]


def _stops(now: datetime) -> list[dict]:
    noon = now.replace(hour=12, minute=0, second=0, microsecond=0, tzinfo=None)
    places = (
        ("pickup", "Dallas, TX", "4400 Singleton Blvd", "America/Chicago", 0, 4),
        ("dropoff", RIGHT_TO_LEFT, LONG, "America/New_York", 20, 30),
        ("dropoff", "Atlanta, GA", "", "", 72, 0),
    )
    return [
        {
            "number": number,
            "hidden_after": 495 if number == 2 else 0,
            "stop": {
                "type": kind,
                "place": place,
                "street": street,
                "timezone": zone,
                "window_start": noon + timedelta(hours=first),
                "window_end": noon + timedelta(hours=last) if last else None,
            },
        }
        for number, (kind, place, street, zone, first, last) in enumerate(places, 1)
    ]


def _map() -> maps.Map:
    """A way of three legs, the last one driven both ways, as `maps.draw` would have it."""
    towns = (
        (56, 142, "Dallas, TX", "origin", "after"),
        (180, 84, "Memphis, TN", "stop", "before"),
        (262, 118, "Birmingham, AL", "stop", "amid"),
        (424, 96, "Atlanta, GA", "destination", "before"),
    )
    legs = (
        "M56 142Q112 98 180 84",
        "M180 84Q224 94 262 118",
        "M262 118Q350 88 424 96",
        "M424 96Q352 138 262 118",
    )
    return maps.Map(
        height=190,
        towns="".join(f"M{31 * step % 480} {47 * step % 190}h0" for step in range(60)),
        rings=[maps.Ring("", x, y, end) for x, y, _, end, _ in towns],
        arcs=[maps.Arc(path, min(3, 1 + step), "A leg") for step, path in enumerate(legs)],
        ends="".join(f"M{x} {y}h0" for x, y, *_ in towns),
        names=[maps.Name(x, y + 24, *about) for x, y, *about in towns],
        description="Map: Dallas, TX to Atlanta, GA",
        width=maps.SMALL,
    )


def _chips() -> list[dict]:
    labels = (
        ("Open", 38, True),
        ("Covered", 21, False),
        ("In transit", 1_234_567, False),
        (LONG[:60], None, False),
    )
    return [{"label": label, "count": count, "is_on": is_on, "query": "?"} for label, count, is_on in labels]


def _tabs() -> list[dict]:
    labels = (("Users", 12, True), ("Phone numbers", None, False), ("Calling rules", None, False))
    return [{"label": label, "count": count, "is_on": is_on, "url": "?"} for label, count, is_on in labels]


def _table() -> dict:
    """What a table tells of itself, as `organizations.dashboard` does: one saved view is open and changed since."""
    views = [
        {"view": {"pk": number, "name": name, "query": "sort=id"}, "url": "?", "is_on": not number}
        for number, name in enumerate(("Reefers from Texas", LONG[:80], RIGHT_TO_LEFT))
    ]
    columns = (Column("load", "Load"), Column("lane", "Lane"), Column("rate", "Rate", "num"))
    return {
        "name": "loads",
        "url": "?",
        "views": views,
        "open_view": views[0]["view"],
        "choices": [(column, column.name != "lane") for column in columns],
        "heads": [Head(columns[0], "?", "ascending"), Head(columns[1]), Head(columns[2], "?")],
        "here": "",
        "export_url": "?",
    }


def _turns() -> list[dict]:
    said = (
        ("agent", "Agent", "This call is recorded. Where are you right now?", False),
        ("caller", "Caller", "Just past Waco.", False),
        ("agent", "Agent", LONG, True),
        ("caller", "Caller", RIGHT_TO_LEFT, False),
    )
    return [
        {
            "role": role,
            "speaker": speaker,
            "text": text,
            "seconds": 7 * number,
            "offset": f"0:{7 * number:02}",
            "is_interrupted": is_interrupted,
        }
        for number, (role, speaker, text, is_interrupted) in enumerate(said)
    ]


def _facts() -> list[tuple[str, str, str]]:
    return [
        ("Customer", LONG, ""),
        ("Customer rate", "$2,719", "$3.48/mi"),
        ("Carrier", RIGHT_TO_LEFT, "MC 790123"),
    ]
