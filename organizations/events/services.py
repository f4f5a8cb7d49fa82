"""What is done to event endpoints: made, changed, turned on and off, removed, tested; events sent again."""

import base64
import json
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from organizations import audit, outbound, tokens
from organizations.events import delivery, write_back
from organizations.events.types import (
    ALL,
    EXAMPLE_LOAD,
    SALT,
    TENDERS,
    TEST,
    TYPES,
    addressed,
    example_sent,
    make_uid,
    previewed,
    seal_headers,
)
from organizations.models import Delivery, Event, EventEndpoint, Organization
from organizations.paths import Unreadable
from organizations.services import OrganizationError
from organizations.tenancy import live_updates
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import move, move_many
from organizations.tenancy.queueing import prompt
from organizations.tenancy.states import (
    DELIVERY_LIFECYCLE,
    DeliveryStatus,
    EndpointKind,
    SwitchedOff,
)

OVERLAP = timedelta(hours=24)
MAX_ENDPOINTS = 20  # of an organization
MAX_HEADERS = 10
MAX_HEADER = 2000  # characters of a value
MAX_SENT_AGAIN = 1000  # events at once

_HEADER = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}", re.ASCII)
_HEADER_VALUE = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?", re.ASCII)
_OURS = {
    "host",
    "content-type",
    "content-length",
    "transfer-encoding",
    "connection",
    "accept-encoding",
    "user-agent",
}


class EndpointError(OrganizationError):
    """What is asked for can't be; `field` is the API's name of what is wrong, "" for the whole."""

    field = ""

    def __init__(self, words: str, field: str = "") -> None:
        super().__init__(words)
        self.field = field


class SwitchedOffAlready(EndpointError):
    """The endpoint is off: nothing is sent to it."""

    def __init__(self) -> None:
        super().__init__("This endpoint is off. Turn it on first.")


class TooMany(EndpointError):
    """The organization has as many endpoints as it may."""

    def __init__(self) -> None:
        super().__init__(f"You can have up to {MAX_ENDPOINTS} endpoints. Remove one first.")


@dataclass(frozen=True, slots=True)
class NewEndpoint:
    """An endpoint, and its signing secret, which is told this once; empty where a channel listens."""

    endpoint: EventEndpoint
    secret: str


def create_endpoint(
    *,
    organization: Organization,
    url: str,
    kind: str = EndpointKind.STANDARD,
    description: str = "",
    types: Sequence[str] = (),
    headers: Mapping[str, str] | None = None,
    format: Mapping[str, str] | None = None,
    by: Actor,
    at: datetime,
) -> NewEndpoint:
    """Have events of some types, or of all, sent to an address from now on. Raises EndpointError."""
    checked = _checked(
        {
            "url": url,
            "kind": kind,
            "description": description,
            "types": types,
            "headers": headers or {},
            "format": format or {},
        },
        kind=kind,
    )
    secret = _make_secret() if EndpointKind(kind).is_signed else ""
    with transaction.atomic():
        Organization.objects.select_for_update(no_key=True).only("pk").get(pk=organization.pk)
        if EventEndpoint.objects.count() >= MAX_ENDPOINTS:
            raise TooMany
        endpoint = EventEndpoint.objects.create(
            organization=organization,
            **checked,
            secrets=[_sealed(secret)] if secret else [],
            created_at=at,
            created_by=str(by),
        )
        _note("created", endpoint, by, at, url=url, kind=str(kind), types=list(types))
    return NewEndpoint(endpoint, secret)


def change_endpoint(
    *, endpoint: EventEndpoint, changes: Mapping[str, Any], by: Actor, at: datetime
) -> EventEndpoint:
    """Give it another `url`, `description`, `types`, `headers` or `format`; returns it as it is then.

    Raises EndpointError.
    """
    checked = _checked(changes, kind=endpoint.kind)
    with transaction.atomic():
        current = _locked(endpoint)
        changed = {name: value for name, value in checked.items() if getattr(current, name) != value}
        if not changed:
            return current
        for name, value in changed.items():
            setattr(current, name, value)
        current.save(update_fields=list(changed))
        _note("changed", current, by, at, fields=sorted(name.removeprefix("sealed_") for name in changed))
    return current


def remove_endpoint(*, endpoint: EventEndpoint, by: Actor, at: datetime) -> None:
    """Forget the endpoint, with all that was sent to it."""
    with transaction.atomic():
        current = _locked(endpoint)
        number = current.pk
        current.delete()
        current.pk = number  # which the audit names
        _note("removed", current, by, at, url=current.url)


def turn_on(*, endpoint: EventEndpoint, by: Actor, at: datetime) -> EventEndpoint:
    """Tell it of what happens from now on; what it missed is sent by `send_missed`."""
    with transaction.atomic():
        current = _locked(endpoint)
        if not current.is_on:
            current.switched_off_at, current.switched_off_for, current.failing_since = None, "", None
            current.save(update_fields=["switched_off_at", "switched_off_for", "failing_since"])
            _note("turned_on", current, by, at)
    return current


def turn_off(*, endpoint: EventEndpoint, by: Actor, at: datetime) -> EventEndpoint:
    """Tell it of nothing more; what is on its way isn't sent."""
    with transaction.atomic():
        current = _locked(endpoint)
        if current.is_on:
            current.switched_off_at, current.switched_off_for = at, SwitchedOff.BY_HAND
            current.save(update_fields=["switched_off_at", "switched_off_for"])
            delivery.cancel(current, at=at)
            _note("turned_off", current, by, at)
    return current


def rotate_secret(
    *, endpoint: EventEndpoint, overlap: timedelta = OVERLAP, by: Actor, at: datetime
) -> NewEndpoint:
    """Sign with a new secret; the ones before it sign along for `overlap` at most. Raises EndpointError."""
    with transaction.atomic():
        current = _locked(endpoint)
        if not EndpointKind(current.kind).is_signed:
            raise EndpointError("Messages to a channel aren’t signed.")
        secret, end = _make_secret(), at + overlap
        kept = [
            each | {"until": min(filter(None, [each["until"], end.isoformat()]), key=datetime.fromisoformat)}
            for each in current.secrets
            if each["until"] is None or datetime.fromisoformat(each["until"]) > at
        ]
        current.secrets = [_sealed(secret), *kept]
        current.save(update_fields=["secrets"])
        _note("secret_rotated", current, by, at)
    return NewEndpoint(current, secret)


def send_test(
    *, endpoint: EventEndpoint, message: str = "This is a test from Loadline.", by: Actor, at: datetime
) -> Delivery:
    """Send an event that says it is a test, to this endpoint alone, in its own form. Raises SwitchedOffAlready."""
    with transaction.atomic():
        current = _locked(endpoint)
        if not current.is_on:
            raise SwitchedOffAlready
        event = Event.objects.create(
            organization_id=current.organization_id,
            uid=make_uid(),
            type=TEST,
            conversation=f"test:{make_uid()}",  # it waits for nothing else
            sequence=1,
            payload={"message": message},
            occurred_at=at,
        )
        sent = _send(current, event, at=at)
        _note("tested", current, by, at)
    return sent


def previews(endpoint: EventEndpoint, *, at: datetime) -> dict[str, str]:
    """What a booking and a check call would look like there, by type; "" where the format makes nothing of it."""
    if not EndpointKind(endpoint.kind).is_signed:
        return {}
    made = {}
    for name in write_back.EDI_TYPES:
        if delivery.asks_for(endpoint, name):
            try:
                body = previewed(endpoint, name, at=at)
            except Unreadable:
                made[name] = ""
                continue
            is_edi = endpoint.kind == EndpointKind.X12
            made[name] = (
                body.decode() if is_edi else json.dumps(json.loads(body), indent=2, ensure_ascii=False)
            )
    return made


def how_tested(endpoint: EventEndpoint) -> str:
    """In which form a test goes to the endpoint, in people's words."""
    name = example_sent(endpoint.kind, endpoint.format, endpoint.types)
    if endpoint.kind == EndpointKind.X12:
        return f"as an EDI {'990' if name == 'load_booked' else '214'} marked as a test (T)"
    what = "booking" if name == "load_booked" else "check call"
    return f"in your own format, as a {what} of load {EXAMPLE_LOAD}" if name else "as a test message"


def send_again(*, endpoint: EventEndpoint, event: Event, by: Actor, at: datetime) -> Delivery:
    """Send an event to the endpoint now, whether or not it was before. Raises SwitchedOffAlready, EndpointError.

    It bears the same id and number as ever, and doesn't wait for others of its conversation.
    """
    with transaction.atomic():
        current = _locked(endpoint)
        if not current.is_on:
            raise SwitchedOffAlready
        if event.sequence is None:
            raise EndpointError("This event is being sent right now.")
        if event.type != TEST and not addressed(Event.objects.filter(pk=event.pk), current).exists():
            raise EndpointError("This partner didn’t tender this load by EDI, so nothing is sent.")
        sent = _send(current, event, at=at)
        _note("sent_again", current, by, at, event=event.uid)
    return sent


def send_missed(
    *, endpoint: EventEndpoint, since: datetime, until: datetime | None = None, by: Actor, at: datetime
) -> tuple[int, int]:
    """Send what the endpoint never took of what happened in that time, in order; how many it are, and are left.

    That is what failed for good, and what happened while it was off. At most 1,000 events; call it again for the rest.
    Raises SwitchedOffAlready.
    """
    with transaction.atomic():
        current = _locked(endpoint)
        if not current.is_on:
            raise SwitchedOffAlready
        found = missed(current, since=since, until=until)
        events = list(found.order_by("id")[:MAX_SENT_AGAIN])
        left = found.count() - len(events)
        known = Delivery.objects.filter(endpoint=current, event__in=events)
        move_many(known, DeliveryStatus.WAITING, at=at, **_anew(None))
        has = set(known.values_list("event_id", flat=True))
        new = [delivery.new_delivery(current, event, at=at) for event in events if event.pk not in has]
        Delivery.objects.bulk_create(new)
        delivery.let_go(current, {event.conversation for event in events}, at=at)
        _note("missed_sent", current, by, at, since=since.isoformat(), count=len(events))
        prompt("organizations.tasks.deliver_events", current.organization_id, current.pk)
    return len(events), left


def missed(
    endpoint: EventEndpoint, *, since: datetime | None = None, until: datetime | None = None
) -> QuerySet[Event]:
    """The numbered events that the endpoint asks for, and neither took nor is still being sent."""
    names = [name for name in TYPES if name != TEST and delivery.asks_for(endpoint, name)]
    found = Event.objects.filter(
        type__in=names, occurred_at__gte=max(filter(None, [since, endpoint.created_at]))
    )
    if until is not None:
        found = found.filter(occurred_at__lt=until)
    alive = Q(status__in=[*DELIVERY_LIFECYCLE.unfinished, DeliveryStatus.DELIVERED])
    theirs = Delivery.objects.filter(alive, endpoint=endpoint, event=OuterRef("pk"))
    return addressed(found.exclude(sequence=None).filter(~Exists(theirs)), endpoint)


def _send(endpoint: EventEndpoint, event: Event, *, at: datetime) -> Delivery:
    """Have an event sent at once: a new delivery, or the one there is."""
    known = Delivery.objects.select_for_update(no_key=True).filter(endpoint=endpoint, event=event).first()
    if known is None:
        known = delivery.new_delivery(endpoint, event, at=at)
        known.status, known.due_at = DeliveryStatus.PENDING, at
        known.save(force_insert=True)
    elif known.status == DeliveryStatus.PENDING:
        Delivery.objects.filter(pk=known.pk).update(due_at=at)
        known.due_at = at
    elif known.status != DeliveryStatus.SENDING:
        move(known, DeliveryStatus.PENDING, by=delivery.BY, at=at, **_anew(at))
    live_updates.changed(endpoint.organization_id, endpoint.live_name)
    prompt("organizations.tasks.deliver_events", endpoint.organization_id, endpoint.pk)
    return known


def _anew(due_at: datetime | None) -> dict[str, Any]:
    """What a delivery that begins again has."""
    return {"due_at": due_at, "tries": 0, "first_tried_at": None}


def _locked(endpoint: EventEndpoint) -> EventEndpoint:
    """The row as it is now, ours until the transaction ends."""
    rows = EventEndpoint.objects.select_for_update(of=["self"], no_key=True).select_related("organization")
    return rows.get(pk=endpoint.pk)


def _note(verb: str, endpoint: EventEndpoint, by: Actor, at: datetime, **details: Any) -> None:
    """Keep what the organization's endpoints ask for beside it, tell open pages, and append an audit row."""
    Organization.objects.filter(pk=endpoint.organization_id).update(event_types=_wanted_types())
    tokens.forget_tokens()
    live_updates.changed(endpoint.organization_id, "endpoints", endpoint.live_name)
    audit.record(
        organization=endpoint.organization,
        action=f"event_endpoint.{verb}",
        subject=endpoint,
        by=by,
        at=at,
        **details,
    )


def _wanted_types() -> list[str]:
    """What the endpoints ask for, also those that are off: what these miss can be sent once they are on again."""
    found: set[str] = set()
    for types in EventEndpoint.objects.values_list("types", flat=True):
        found |= set(types) or {ALL}
    return [ALL] if ALL in found else sorted(found)


# What may be said of an endpoint.


def _checked(values: Mapping[str, Any], *, kind: str) -> dict[str, Any]:
    """The columns for what is told of an endpoint of the kind; raises EndpointError."""
    columns = dict(values)
    if kind not in EndpointKind.values:
        raise EndpointError(f"Choose one of {', '.join(EndpointKind.values)}.", "kind")
    if "url" in values:
        try:
            outbound.check_url(values["url"])
        except outbound.Refused as error:
            raise EndpointError(str(error), "url") from None
    if "types" in values:
        known = {name for name in TYPES if name != TEST}
        columns["types"] = list(dict.fromkeys(values["types"]))
        if unknown := [name for name in columns["types"] if name not in known]:
            raise EndpointError(f"Unknown type: {', '.join(unknown)[:200]}.", "types")
        if kind == EndpointKind.X12:
            columns["types"] = columns["types"] or list(write_back.EDI_TYPES)
            if other := [name for name in columns["types"] if name not in write_back.EDI_TYPES]:
                raise EndpointError(f"EDI has no message for {', '.join(other)[:200]}.", "types")
    if "format" in values:
        columns["format"] = _checked_format(values["format"], kind)
    if "headers" in values:
        columns["sealed_headers"] = _checked_headers(columns.pop("headers"))
    return columns


def edi_mappings() -> dict[str, str]:
    """The organization's field mappings of EDI, as names by their addresses' last parts."""
    return {slug: name for each in TENDERS.values() for slug, name in each.mappings().items()}


def _checked_format(given: Mapping[str, str], kind: str) -> dict[str, str]:
    """The receiver's own form; raises EndpointError."""
    if kind == EndpointKind.X12:
        parts = {name: value.strip() for name, value in given.items()}
        for name, longest in write_back.EDI_PARTS.items():
            if not 1 <= len(parts.get(name, "")) <= longest:
                raise EndpointError(f"EDI needs {name}, at most {longest} characters.", "format")
        if unknown := parts.keys() - write_back.EDI_PARTS.keys() - {"mapping"}:
            raise EndpointError(f"Unknown: {', '.join(sorted(unknown))[:200]}.", "format")
        if not parts.get("mapping", "-"):
            del parts["mapping"]
        known = edi_mappings()
        if "mapping" in parts and parts["mapping"] not in known:
            choice = f" Choose one of {', '.join(known)[:200]}." if known else ""
            raise EndpointError(f"There’s no EDI field mapping at that address.{choice}", "format")
        return parts
    if given and kind != EndpointKind.STANDARD:
        raise EndpointError("A channel has a form of its own.", "format")
    for name, expression in given.items():
        if name not in TYPES:
            raise EndpointError(f"Unknown type: {name[:100]}.", "format")
        try:
            write_back.check_expression(expression)
        except Unreadable as error:
            raise EndpointError(f"{name}: {error}", "format") from None
    return dict(given)


def _checked_headers(headers: Mapping[str, str]) -> str:
    if len(headers) > MAX_HEADERS:
        raise EndpointError(f"Up to {MAX_HEADERS} headers.", "headers")
    for name, value in headers.items():
        if not _HEADER.fullmatch(name):
            raise EndpointError("A header’s name is letters, digits and hyphens.", "headers")
        if name.lower() in _OURS or name.lower().startswith("webhook-"):
            raise EndpointError(f"Loadline sets {name} itself.", "headers")
        if len(value) > MAX_HEADER or not _HEADER_VALUE.fullmatch(value):
            raise EndpointError(
                f"The value of {name} must be plain text of up to {MAX_HEADER:,} characters.", "headers"
            )
    return seal_headers(headers)


def _make_secret() -> str:
    return f"whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}"


def _sealed(secret: str) -> dict[str, str | None]:
    return {"sealed": tokens.encrypt(secret, salt=SALT), "until": None}
