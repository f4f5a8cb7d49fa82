"""A first load without a TMS: pasted as its webhook would send it, or out of a file."""

from collections.abc import Mapping
from typing import Any

import orjson
from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST
from rest_framework.exceptions import ValidationError as InvalidEvent

from loads import files, services
from loads.models import Load
from loads.serializers import validate_event
from organizations.api import problems
from organizations.api.parsers import parse_strict
from organizations.dashboard.requests import DashboardRequest, posted
from organizations.dashboard.roles import require_acting
from organizations.dashboard.uploads import Taking, UploadForm, upload_page
from organizations.tenancy.actors import user

MAX_LOADS = 1_000
MAX_LENGTH = 200_000  # characters of an event


class EventForm(forms.Form):
    """A load as a TMS sends it."""

    body = forms.CharField(
        label="Load as JSON",
        max_length=MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "mono"}),
        help_text="The body that your TMS sends to the load webhook. Only id is required.",
    )

    def clean_body(self) -> tuple[bytes, dict[str, Any]]:
        """The body with what it says; everything that is wrong is told at once."""
        raw = self.cleaned_data["body"].encode()
        try:
            return raw, validate_event(parse_strict(raw))
        except InvalidEvent as error:
            found = problems.flatten(error.detail)
        except problems.Invalid as error:
            found = error.errors
        raise forms.ValidationError(
            [f"{each['field']}: {each['detail']}" if each["field"] else each["detail"] for each in found[:20]]
        )


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: DashboardRequest) -> HttpResponse:
    """The ways to a first load; by POST, one that was pasted."""
    form = EventForm(posted(request))
    if request.method == "POST":
        require_acting(request)
        if form.is_valid():
            raw, event = form.cleaned_data["body"]
            load = services.ingest_load_event(
                organization=request.organization,
                raw=raw,
                event=event,
                by=user(request.user),
                at=timezone.now(),
            )
            _tell(request, load)
            return redirect("organizations:setup")
    context = {
        "form": form,
        "upload": UploadForm(most_rows=MAX_LOADS),
        "may_act": request.membership.may_act,
    }
    return render(request, "setup/load.html", context, status=400 if form.errors else 200)


@require_POST
def upload(request: DashboardRequest) -> HttpResponse:
    """Loads out of a file."""
    require_acting(request)
    return upload_page(request, TAKING)


def _tell(request: DashboardRequest, load: Load) -> None:
    messages.info(request, f"Load {load.external_id} is on the board.")
    if load.lacking:
        messages.warning(request, f"The agent can offer it once it has: {', '.join(load.lacking)}.")


def _store(request: DashboardRequest, events: list[Any], _places: Mapping[str, int]) -> str:
    by, at = user(request.user), timezone.now()
    for event in events:
        services.ingest_load_event(
            organization=request.organization,
            raw=orjson.dumps(event),
            event=validate_event(event),
            by=by,
            at=at,
        )
    return f"{len(events):,} load{'' if len(events) == 1 else 's'} imported."


TAKING = Taking(
    title="Import loads",
    noun="load",
    most_rows=MAX_LOADS,
    fields=files.FIELDS,
    guess=files.guess_columns,
    read=files.read_load,
    store=_store,
    back="loads:setup",
)
