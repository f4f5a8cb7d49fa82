"""The matrix: the table's places, organizations' ids where none belongs, and keys of another one's requests."""

from dataclasses import replace
from functools import cache
from typing import Any

from django.urls import get_resolver

from config.mcp_server import operations
from tests.organizations.routes.asking import walk
from tests.organizations.routes.rows import NEVER, Needs
from tests.organizations.routes.table import ROUTES
from tests.organizations.tenancy_matrix.places import (
    PHONE,
    STOPS,
    Given,
    Place,
    all_loads,
    amount,
    bid_of,
    booking_body,
    carrier_in_path,
    carrier_sales_call,
    check_call,
    conversations,
    endpoint_of,
    its_load,
    lane,
    load_to_cover,
    mapping_of,
    nothing,
    outreach_in_path,
    series,
)
from tests.organizations.tenancy_matrix.table import PLACES

# What no route reads, and an attacker would try.
STRAYS = ("organization", "organizationId", "organization_id", "tenant")


def stray_places(name: str) -> list[Place]:
    """An organization's id where none belongs, beside a request that is fine, or refused for what it lacks."""
    route = ROUTES[name]
    where = "query" if route.method == "GET" else "body"
    if name == "organizations:switch_organization":
        return []
    rests: dict[str, tuple[int, Given]] = {
        "api:calls": (200, nothing),
        "api:bids": (200, nothing),
        "api:bookings": (200, nothing),
        "api:check_calls": (200, nothing),
        "api:agents": (200, nothing),
        "api:loads": (200, nothing),
        "api:carriers": (200, lane),
        "api:carrier": (200, carrier_in_path),
        "api:outreach": (200, nothing),
        "api:one_outreach": (200, outreach_in_path),
        "api:stop_outreach": (200, outreach_in_path),
        "api:hold_load": (200, its_load),
        "api:release_load": (200, its_load),
        "api:book_load": (200, booking_body),
        "api:start_outreach": (200, load_to_cover),
        "api:analytics": (200, series),
        "api:load-events": (200, lambda own: {"id": own.load.external_id}),
        "api:check_call": (200, check_call),
        "api:carrier_sales_call": (200, carrier_sales_call),
        "loads:list": (200, nothing),
        "organizations:export_list": (200, all_loads),
        "calls:list": (200, nothing),
        "carriers:list": (200, nothing),
        "organizations:today": (200, nothing),
        "analytics:overview": (200, nothing),
        "analytics:rows": (200, conversations),
        "analytics:download": (200, nothing),
    }
    if name not in rests:
        return []
    status, rest = rests[name]
    return [
        Place(where, stray, lambda theirs: theirs.organization.pk, NEVER, status, rest, is_silent=True)
        for stray in STRAYS
    ]


def keys(name: str) -> list[Place]:
    """The Idempotency-Key of another organization's request, which was just the same."""
    rests: dict[str, Given] = {
        "api:load-events": lambda own: {"id": "L-1"},
        "api:mapped-load-events": lambda own: {"id": "L-1", "mapping": mapping_of(own).slug},
        "api:check_call": lambda own: {"toPhone": PHONE, "loadNumber": "L-1", "loadStops": STOPS},
        "api:custom_call": lambda own: {"toPhone": PHONE},
        "api:carrier_sales_call": carrier_sales_call,
        "api:event_endpoints": lambda own: {"url": own.endpoint.url},
        "api:event_replay": lambda own: endpoint_of(own) | {"since": "2026-03-02T00:00:00Z"},
        "api:event_secret": endpoint_of,
        "api:event_test": endpoint_of,
        "api:accept_bid": lambda own: amount(own) | {"bidId": bid_of(own)},
        "api:counter_bid": lambda own: {"amount": 1, "confirm": True, "bidId": bid_of(own)},
        "api:reject_bid": lambda own: {"bidId": bid_of(own)},
        "api:stop_outreach": outreach_in_path,
        "api:hold_load": its_load,
        "api:release_load": its_load,
        "api:book_load": booking_body,
        "api:start_outreach": load_to_cover,
    }
    route = ROUTES[name]
    if route.needs is not Needs.TOKEN or route.method != "POST" or name == "mcp":
        return []
    return [
        Place(
            "header",
            "Idempotency-Key",
            lambda theirs: theirs.key,
            "neverkey",
            200,
            rests[name],
            is_silent=True,
        )
    ]


def places(name: str) -> list[Place]:
    return [*PLACES[name], *stray_places(name), *keys(name)]


# An assistant's tools: the places are those of the API's route that does the work.


@cache
def tools() -> dict[str, str]:
    """The API's routes by the names of their tools: `mcp:list_loads`."""
    routes = {pattern.callback: name for name, pattern in walk(get_resolver())}
    return {f"mcp:{name}": routes[each.view] for name, each in operations().items()}


def places_of_tool(name: str) -> list[Place]:
    """Where the route ignores what it doesn't know, a tool refuses it."""
    route = tools()[name]
    strays = [replace(place, status=400) for place in stray_places(route)]
    return [*PLACES[route], *strays, *keys(route)]


def matrix() -> dict[str, Any]:
    rows = [(name, place) for name in PLACES if name in ROUTES for place in places(name)]
    rows += [(name, place) for name in tools() for place in places_of_tool(name)]
    return {
        "argnames": ("name", "place"),
        "argvalues": rows,
        "ids": [f"{name}-{place}" for name, place in rows],
    }
