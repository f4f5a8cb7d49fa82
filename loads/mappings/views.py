"""The settings' pages of mappings: made from a real message, tried on it and on kept ones, turned on. For owners."""

from typing import Any

import orjson
from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from loads.mappings import formats, rules, services
from loads.mappings.ready import READY
from loads.models import LoadEvent, LoadMapping, MessageFormat
from loads.selectors import readable
from loads.services import read_events
from organizations.api import problems
from organizations.api.parsers import dumps, plain_json
from organizations.dashboard.requests import DashboardRequest, owners_only, posted, render_page_or_part
from organizations.paths import MAX_PATH, Unreadable, compiled
from organizations.tenancy.actors import user

MAX_SAMPLE = 200_000  # characters
TRIED = 20  # kept messages
LOOKED_THROUGH = 2_000  # newest messages among which a mapping's are found
BLANK = {each.value: f"Blank, {each.label}" for each in MessageFormat}
ZONES = {
    rules.LOCAL: "Local to each stop",
    rules.WRITTEN: "Local to each stop, offsets ignored",
    "UTC": "UTC",
    "America/New_York": "Eastern",
    "America/Chicago": "Central",
    "America/Denver": "Mountain",
    "America/Los_Angeles": "Pacific",
}
UNITS = {"totalDistance": {"mi": "Miles", "km": "Kilometers"}, "weight": {"lb": "Pounds", "kg": "Kilograms"}}
PATH_HINTS = {
    "outboundCarrierSalesEnabled": "Blank = the agent only answers calls. `true`, in backticks = always on."
}
WORD_HINTS = {
    "status": f"Theirs = ours, one per line. Ours: {', '.join(services.STATUSES)}.",
    "equipment": "Theirs = what it is, one per line. Example: V = Dry van.",
    "type": "Theirs = pickup or dropoff, one per line.",
}


class NewMappingForm(forms.Form):
    """A mapping, and what to begin with."""

    name = forms.CharField(
        label="Name",
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "Our TMS"}),
    )
    start = forms.ChoiceField(
        label="Start from",
        choices=[*((key, each.label) for key, each in READY.items()), *BLANK.items()],
    )


class MappingForm(forms.Form):
    """Where each field stands in their message, and what their words mean."""

    name = forms.CharField(label="Name", max_length=100)
    records = forms.CharField(
        label="Where each load is",
        required=False,
        max_length=MAX_PATH,
        help_text="Leave blank if a message is one load.",
    )
    stops = forms.CharField(
        label="Where the stops are",
        required=False,
        max_length=MAX_PATH,
        help_text="A list. Origin and destination come from the first and last stop unless they’re mapped.",
    )
    clock = forms.ChoiceField(
        label="Times without a time zone are", choices=list(ZONES.items()), initial=rules.LOCAL
    )
    sample = forms.CharField(
        label="A message from your TMS",
        required=False,
        max_length=MAX_SAMPLE,
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false", "class": "mono"}),
        help_text="Paste a real one to see what it becomes. It isn’t saved.",
    )

    def __init__(self, data: Any, *, mapping: LoadMapping, sample: str = "") -> None:
        given = {**rules.default_rules(), **mapping.rules}
        initial: dict[str, Any] = {
            "name": mapping.name,
            "records": given["records"],
            "stops": given["stops"],
            "clock": given["clock"],
            "sample": sample,
        }
        super().__init__(data, initial=initial)
        self.groups: dict[str, list[str]] = {
            name: [] for name in ("fields", "stopFields", "shares", "units", "words")
        }
        for group, labels in (("fields", rules.LABELS), ("stopFields", rules.STOP_LABELS)):
            for name, label in labels.items():
                path = forms.CharField(
                    label=label,
                    required=False,
                    max_length=MAX_PATH,
                    initial=given[group].get(name, ""),
                    help_text=PATH_HINTS.get(name, ""),
                    widget=forms.TextInput(
                        attrs={"autocomplete": "off", "spellcheck": "false", "class": "mono"}
                    ),
                )
                self._add(group, name, path)
        for name in rules.SHARES:
            share = forms.IntegerField(
                label=f"{rules.LABELS[name]}, % of customer rate",
                required=False,
                min_value=1,
                max_value=100,
                initial=given["shares"].get(name),
                help_text="Used when the message has no such rate.",
            )
            self._add("shares", name, share)
        for name, choices in UNITS.items():
            unit = forms.ChoiceField(
                label=f"{rules.LABELS[name]} in", choices=choices.items(), initial=given["units"].get(name)
            )
            self._add("units", name, unit)
        for name, label in rules.WORDED.items():
            table = given["words"].get(name, {})
            words = forms.CharField(
                label=f"{label} values",
                required=False,
                max_length=5_000,
                initial="\n".join(f"{theirs} = {ours}" for theirs, ours in table.items()),
                widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
                help_text=WORD_HINTS[name],
            )
            self._add("words", name, words)

    def _add(self, group: str, name: str, field: forms.Field) -> None:
        key = f"{group}-{name}"
        self.fields[key] = field
        self.groups[group].append(key)

    @property
    def bound(self) -> dict[str, list[forms.BoundField]]:
        """The fields by group, for the page."""
        return {group: [self[key] for key in keys] for group, keys in self.groups.items()}

    def clean(self) -> dict[str, Any]:
        """Refuse what is no path, and a line of words without an equals sign."""
        given: dict[str, Any] = super().clean() or {}
        for key in ("records", "stops", *self.groups["fields"], *self.groups["stopFields"]):
            if given.get(key):
                try:
                    compiled(given[key])
                except Unreadable as error:
                    self.add_error(key, str(error))
        for key in self.groups["words"]:
            try:
                given[key] = _table(given.get(key) or "")
            except ValueError as error:
                self.add_error(key, str(error))
        return given

    def rules(self) -> dict[str, Any]:
        """The rules that a valid form says."""
        given = self.cleaned_data
        group = {
            name: {key.partition("-")[2]: given[key] for key in keys if given.get(key)}
            for name, keys in self.groups.items()
        }
        return {"records": given["records"], "stops": given["stops"], "clock": given["clock"], **group}


def _table(text: str) -> dict[str, str]:
    pairs = [line.partition("=") for line in text.splitlines() if line.strip()]
    if not all(separator and theirs.strip() for theirs, separator, _ in pairs):
        raise ValueError("Write each line as: theirs = ours.")
    return {theirs.strip(): ours.strip() for theirs, _, ours in pairs}


@require_http_methods(["GET", "HEAD", "POST"])
@owners_only
def mapping_list(request: DashboardRequest) -> HttpResponse:
    """The organization's mappings; by POST, one more."""
    form = NewMappingForm(posted(request))
    if form.is_valid():
        start = form.cleaned_data["start"]
        mapping = services.add_mapping(
            organization=request.organization,
            name=form.cleaned_data["name"],
            ready=READY.get(start),
            form=start,
            by=user(request.user),
            at=timezone.now(),
        )
        return redirect("loads:mapping", mapping.pk)
    context = {"form": form, "mappings": LoadMapping.objects.order_by("name", "pk")}
    status = 400 if form.is_bound else 200
    return render_page_or_part(request, "loads/mappings.html", "mappings", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@owners_only
def mapping_page(request: DashboardRequest, pk: int) -> HttpResponse:
    """One mapping with a message, and what it comes to; by POST, tried (`try`) or saved."""
    mapping = get_object_or_404(LoadMapping.objects.all(), pk=pk)
    kept = _kept(mapping)
    sample = readable(bytes(kept[0].raw)) if kept and kept[0].raw else ""
    form = MappingForm(posted(request), mapping=mapping, sample=sample)
    result = None
    if form.is_valid():
        if "try" not in request.POST:
            changes = {"name": form.cleaned_data["name"], "rules": form.rules()}
            services.change_mapping(
                mapping=mapping, changes=changes, by=user(request.user), at=timezone.now()
            )
            messages.info(request, "Saved.")
            return redirect("loads:mapping", pk)
        mapping.rules = form.rules()
        result = tried(mapping, form.cleaned_data["sample"].encode(), is_close=True)
    elif not form.is_bound and sample:
        result = tried(mapping, bytes(kept[0].raw), is_close=True)
    context = {
        "now": timezone.now(),
        "mapping": mapping,
        "source": next((each.source for each in READY.values() if each.label == mapping.name), ""),
        "address": settings.PUBLIC_URL + reverse("api:mapped-load-events", args=[mapping.slug]),
        "form": form,
        "result": result,
        "kept": [(event, tried(mapping, bytes(event.raw))) for event in kept],
    }
    return render(request, "loads/mapping.html", context, status=400 if form.errors else 200)


@require_POST
@owners_only
def turn_mapping(request: DashboardRequest, pk: int) -> HttpResponse:
    """Turn it on, or off again."""
    mapping = get_object_or_404(LoadMapping.objects.all(), pk=pk)
    is_on = not mapping.is_on
    services.change_mapping(
        mapping=mapping, changes={"is_on": is_on}, by=user(request.user), at=timezone.now()
    )
    messages.info(request, "Turned on. Messages become loads." if is_on else "Turned off.")
    return redirect("loads:mapping", pk)


@require_POST
@owners_only
def remove_mapping(request: DashboardRequest, pk: int) -> HttpResponse:
    """Take it away; its messages stay."""
    mapping = get_object_or_404(LoadMapping.objects.all(), pk=pk)
    services.remove_mapping(mapping=mapping, by=user(request.user), at=timezone.now())
    messages.info(request, "Mapping removed.")
    return redirect("organizations:integrations")


def _kept(mapping: LoadMapping) -> list[LoadEvent]:
    """The newest messages that came in by it."""
    newest = LoadEvent.objects.order_by("-received_at", "-pk").values("pk")[:LOOKED_THROUGH]
    found = LoadEvent.objects.filter(pk__in=newest, mapping=mapping).select_related("load")
    return list(found.order_by("-received_at", "-pk")[:TRIED])


def tried(mapping: LoadMapping, raw: bytes, *, is_close: bool = False) -> dict[str, Any]:
    """What a message comes to by the mapping, as the page shows it: `loads` as JSON, `errors`; stores nothing.

    Looked at closely it has `warnings` too.
    """
    if not raw.strip():
        return {
            "loads": "",
            "number": 0,
            "errors": ["Paste a message first."],
            "warnings": [],
            "can_run": False,
        }
    warnings: list[str] = []
    try:
        events = read_events(raw, mapping=mapping)
        warnings = services.doubts(events) if is_close else []
    except problems.Invalid as refusal:
        errors = [_words(error) for error in refusal.errors]
    else:
        errors = []
    try:
        message = formats.read_message(raw, mapping.format)
        loads = [event for event, _ in rules.events_of(message, mapping.rules)]
    except problems.Invalid:
        loads = []
    told = dumps(plain_json(loads[0] if len(loads) == 1 else loads)) if loads else b""
    shown = orjson.dumps(orjson.loads(told), option=orjson.OPT_INDENT_2).decode() if told else ""
    return {
        "loads": shown,
        "number": len(loads),
        "errors": errors,
        "warnings": warnings,
        "can_run": not errors,
    }


def _words(error: problems.FieldError) -> str:
    name = rules.LABELS.get(error["field"], error["field"])
    return f"{name}: {error['detail']}" if name else error["detail"]
