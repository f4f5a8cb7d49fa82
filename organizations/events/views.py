"""The settings' pages of event endpoints: made, tried, turned on and off; what was sent to each, and sending it again.

All of it is for owners: who names an address decides who hears of everything.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from organizations.dashboard.requests import (
    DashboardRequest,
    owners_only,
    posted,
    refusals_as_messages,
    render_page_or_part,
)
from organizations.events import services
from organizations.events.delivery import unfinished
from organizations.events.types import TEST, TYPES, headers_kept
from organizations.models import Delivery, EventEndpoint
from organizations.outbound import MAX_URL
from organizations.tenancy.actors import user
from organizations.tenancy.states import DeliveryStatus, EndpointKind

PREVIEWED = {"load_booked": "A booking", "check_call_reported": "A check call"}
SHOWN = 50  # deliveries
MOST_MISSED = 1000  # that are counted
TONES = {
    DeliveryStatus.DELIVERED: "go",
    DeliveryStatus.FAILED: "stop",
    DeliveryStatus.CANCELED: "stop",
    DeliveryStatus.SENDING: "info",
}


class EndpointForm(forms.Form):
    """An endpoint; its kind is chosen once."""

    url = forms.CharField(
        label="URL",
        max_length=MAX_URL,
        widget=forms.TextInput(
            attrs={
                "inputmode": "url",
                "autocomplete": "off",
                "placeholder": "https://tms.example.com/loadline",
            }
        ),
    )
    description = forms.CharField(
        label="Name",
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "TMS, #covered-loads"}),
    )
    kind = forms.ChoiceField(label="Send as", choices=EndpointKind.choices)
    types = forms.MultipleChoiceField(
        label="Events",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="If none are checked, all events are sent.",
    )
    headers = forms.CharField(
        label="Extra headers",
        required=False,
        max_length=10 * services.MAX_HEADER,
        widget=forms.Textarea(
            attrs={"rows": 2, "autocomplete": "off", "placeholder": "Authorization: Bearer …"}
        ),
        help_text="One per line. Stored encrypted.",
    )

    format = forms.CharField(
        label="Your own format",
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "class": "mono"}),
        help_text="One line per event, in JMESPath: load_booked = {shipment: loadId, rate: amount}. "
        "For EDI three lines: sender, receiver and scac, each = its value. EDI goes out only for loads that came by "
        "EDI; a fourth line, mapping = the end of a field mapping’s address, narrows that to loads that came by it.",
    )

    def __init__(self, *args: Any, endpoint: EventEndpoint | None = None, **kwargs: Any) -> None:
        if endpoint is not None:
            kwargs["initial"] = {
                "url": endpoint.url,
                "description": endpoint.description,
                "types": endpoint.types,
                "format": "\n".join(f"{name} = {value}" for name, value in endpoint.format.items()),
            }
        super().__init__(*args, **kwargs)
        is_edi = endpoint is None or endpoint.kind == EndpointKind.X12
        if is_edi and (known := services.edi_mappings()):
            names = ", ".join(f"{slug} ({name})" for slug, name in known.items())
            self.fields["format"].help_text += f" Yours: {names}."
        self.fields["types"].choices = [(name, name) for name in TYPES if name != TEST]  # type: ignore[attr-defined]
        if endpoint is not None:
            del self.fields["kind"]
            if names := ", ".join(headers_kept(endpoint)):
                self.fields[
                    "headers"
                ].help_text = f"Set: {names}. Leave blank to keep them, or enter all of them again."

    def clean_headers(self) -> dict[str, str]:
        """The headers by name."""
        return _pairs(self.cleaned_data["headers"], ":", "Enter each header as Name: value.")

    def clean_format(self) -> dict[str, str]:
        """What stands before each line's first equals sign, and after it."""
        return _pairs(self.cleaned_data["format"], "=", "Write each line as: name = value.")

    def given(self) -> dict[str, Any]:
        """What a valid form says; headers only where there are any."""
        told = dict(self.cleaned_data)
        if not told["headers"]:
            del told["headers"]
        return told

    def refuse(self, error: services.EndpointError) -> None:
        """Say beside its field what the service refused."""
        self.add_error(error.field if error.field in self.fields else None, str(error))


def _pairs(text: str, sign: str, refusal: str) -> dict[str, str]:
    """What stands before and after the sign in each line; raises ValidationError for a line without it."""
    pairs = [line.partition(sign) for line in text.splitlines() if line.strip()]
    if not all(separator for _, separator, _ in pairs):
        raise forms.ValidationError(refusal)
    return {name.strip(): value.strip() for name, _, value in pairs}


@require_http_methods(["GET", "HEAD", "POST"])
@owners_only
def event_endpoints(request: DashboardRequest) -> HttpResponse:
    """All endpoints, and a form for one more; its secret is shown on the page that answers, and never again."""
    form = EndpointForm(posted(request))
    if form.is_valid():
        try:
            made = services.create_endpoint(
                organization=request.organization, **form.given(), by=user(request.user), at=timezone.now()
            )
        except services.EndpointError as error:
            form.refuse(error)
        else:
            messages.info(request, "Endpoint added. Send it a test event.")
            return _endpoint(request, made.endpoint, secret=made.secret)
    context = {
        "now": timezone.now(),
        "form": form,
        "endpoints": EventEndpoint.objects.order_by("id"),
    }
    status = 400 if form.is_bound else 200
    return render_page_or_part(request, "organizations/events/list.html", "endpoints", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@owners_only
def event_endpoint(request: DashboardRequest, pk: int) -> HttpResponse:
    """One endpoint with what was last sent to it; by POST, change it."""
    endpoint = _found(pk)
    form = EndpointForm(posted(request), endpoint=endpoint)
    if form.is_valid():
        try:
            services.change_endpoint(
                endpoint=endpoint, changes=form.given(), by=user(request.user), at=timezone.now()
            )
        except services.EndpointError as error:
            form.refuse(error)
        else:
            messages.info(request, "Saved.")
            return redirect("organizations:event_endpoint", pk)
    return _endpoint(request, endpoint, form=form)


@require_POST
@owners_only
def rotate_event_secret(request: DashboardRequest, pk: int) -> HttpResponse:
    """Sign with a new secret, shown once; the old one signs along for another day."""
    try:
        made = services.rotate_secret(endpoint=_found(pk), by=user(request.user), at=timezone.now())
    except services.EndpointError as error:
        messages.error(request, str(error))
        return redirect("organizations:event_endpoint", pk)
    return _endpoint(request, made.endpoint, secret=made.secret)


@require_POST
@owners_only
def turn_event_endpoint(request: DashboardRequest, pk: int) -> HttpResponse:
    """Turn it off, or on again."""
    endpoint = _found(pk)
    turn = services.turn_off if endpoint.is_on else services.turn_on
    turn(endpoint=endpoint, by=user(request.user), at=timezone.now())
    messages.info(request, "Turned off." if endpoint.is_on else "Turned on.")
    return redirect("organizations:event_endpoint", pk)


@require_POST
@owners_only
def remove_event_endpoint(request: DashboardRequest, pk: int) -> HttpResponse:
    """Send nothing more to it, and forget what was sent."""
    services.remove_endpoint(endpoint=_found(pk), by=user(request.user), at=timezone.now())
    messages.info(request, "Endpoint removed.")
    return redirect("organizations:event_endpoints")


@require_POST
@owners_only
def test_event_endpoint(request: DashboardRequest, pk: int) -> HttpResponse:
    """Send it a test event."""
    with refusals_as_messages(request, services.EndpointError):
        endpoint = _found(pk)
        services.send_test(endpoint=endpoint, by=user(request.user), at=timezone.now())
        messages.info(
            request, f"Test sent {services.how_tested(endpoint)}. The response shows below in a moment."
        )
    return redirect("organizations:event_endpoint", pk)


@require_POST
@owners_only
def send_missed_events(request: DashboardRequest, pk: int) -> HttpResponse:
    """Send all that it never took."""
    endpoint, at = _found(pk), timezone.now()
    with refusals_as_messages(request, services.EndpointError):
        sent, left = services.send_missed(
            endpoint=endpoint, since=endpoint.created_at, by=user(request.user), at=at
        )
        messages.info(
            request,
            f"Sending {sent:,} {'event' if sent == 1 else 'events'}.{' More are left.' if left else ''}",
        )
    return redirect("organizations:event_endpoint", pk)


@require_safe
@owners_only
def event_delivery(request: DashboardRequest, pk: int) -> HttpResponse:
    """One delivery: every attempt with its request and answer."""
    delivery = get_object_or_404(Delivery.objects.select_related("endpoint", "event"), pk=pk)
    context = {
        "now": timezone.now(),
        "delivery": delivery,
        "tone": TONES.get(DeliveryStatus(delivery.status), ""),
        "attempts": delivery.attempts.order_by("-id")[:SHOWN],
    }
    return render(request, "organizations/events/delivery.html", context)


@require_POST
@owners_only
def send_event_again(request: DashboardRequest, pk: int) -> HttpResponse:
    """Send one event once more."""
    delivery = get_object_or_404(Delivery.objects.select_related("endpoint", "event"), pk=pk)
    with refusals_as_messages(request, services.EndpointError):
        services.send_again(
            endpoint=delivery.endpoint, event=delivery.event, by=user(request.user), at=timezone.now()
        )
        messages.info(request, "Sending it again.")
    return redirect("organizations:event_endpoint", delivery.endpoint_id)


def _found(pk: int) -> EventEndpoint:
    return get_object_or_404(EventEndpoint.objects.all(), pk=pk)


def _under_way(endpoint: EventEndpoint) -> str:
    """What is still to be delivered, in words; empty where nothing is."""
    count = unfinished(endpoint).count()
    return f"{count:,} event{' is' if count == 1 else 's are'} still being tried, under All." if count else ""


def _endpoint(
    request: DashboardRequest, endpoint: EventEndpoint, *, form: EndpointForm | None = None, secret: str = ""
) -> HttpResponse:
    """The endpoint's page, or its deliveries alone; `?show=missed` shows those that didn't arrive."""
    is_missed = request.GET.get("show") == "missed"
    found = Delivery.objects.filter(endpoint=endpoint).select_related("event").order_by("-id")
    if is_missed:
        found = found.filter(status__in=[DeliveryStatus.FAILED, DeliveryStatus.CANCELED])
    at = timezone.now()
    context = {
        "now": at,
        "endpoint": endpoint,
        "form": form or EndpointForm(endpoint=endpoint),
        "secret": secret,
        "is_missed": is_missed,
        "under_way": _under_way(endpoint) if is_missed else "",
        "deliveries": [(row, TONES.get(DeliveryStatus(row.status), "")) for row in found[:SHOWN]],
        "previews": [
            (PREVIEWED[name], name, text) for name, text in services.previews(endpoint, at=at).items()
        ],
        "test_form": services.how_tested(endpoint),
        "missed": services.missed(endpoint)[:MOST_MISSED].count(),
        "most_missed": MOST_MISSED,
        "signs_twice": sum(
            1 for each in endpoint.secrets if each["until"] and each["until"] > at.isoformat()
        ),
    }
    status = 400 if form is not None and form.errors else 200
    return render_page_or_part(
        request, "organizations/events/endpoint.html", "deliveries", context, status=status
    )
