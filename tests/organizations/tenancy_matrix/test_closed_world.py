"""No route is without a row in the table of places.

Each parameter, field and filter is a place, or named here as one that identifies nothing.
"""

import pytest
from django.urls import get_resolver, reverse

from analytics.forms import LostLoadsForm, PeriodForm, RowsForm
from bids.tables import BidFilters
from calls.tables import CallFilters
from carriers.selectors.carriers import CarrierFilters
from loads.tables import LoadFilters
from organizations.api.reference import document
from organizations.people.forms import CodeForm, ForgottenForm, SignInForm
from tests.organizations.routes.asking import names, walk
from tests.organizations.routes.rows import Needs
from tests.organizations.routes.table import ROUTES
from tests.organizations.tenancy_matrix.matrix import keys
from tests.organizations.tenancy_matrix.table import PLACES

# Names of parameters, fields and filters that identify nothing of an organization's.
IDENTIFIES_NOTHING = {
    *("startTime", "endTime", "limit", "offset", "direction", "day", "pickup", "sort", "equipment"),
    # What a load event and a request for a call tell beside the id of what they are about.
    *("pickupTime", "pickupEndTime", "dropoffTime", "dropoffEndTime", "origin", "destination", "stops"),
    *("customerName", "totalDistance", "weight", "commodity", "specialInstructions", "locked"),
    *("customerRate", "startRate", "maxRate", "bookNowRate", "teamServiceRequired"),
    *("outboundCarrierSalesEnabled", "routingGuideEnabled", "isVisibleToExternalCarriers"),
    *("toPhone", "callType", "waitingAtFacility", "nextStopApptStart", "nextStopApptEnd", "nextStopCity"),
    *("nextStopState", "loadStops", "metadata", "driverName", "contactName", "contactType"),
    *("fromDate", "toDate", "granularity", "timezone", "startDate", "endDate", "metric"),
    *("amount", "confirm", "reason", "withdrawn"),
    *("dispatchPhone", "reeferTemperature", "trackingApp", "dynamicVariables", "dotNumber"),
    *("X-Request-Id", "login", "password", "remember", "email", "code"),
    *("radius", "equipmentTypes", "vetting", "standing", "coverage", "missing"),
    *(
        "url",
        "description",
        "types",
        "headers",
        "enabled",
        "overlapHours",
        "since",
        "until",
        "message",
        "format",
    ),
    # What the analytics pages are about.
    *("period", "since", "until", "by", "zone", "of", "start", "end", "channel", "kind", "weekday", "hour"),
    *("bid", "transferred", "capacity", "group", "reason", "all"),
}
# `status` is a load's word on the load board, where an organization has its own; elsewhere it is one of ours.
OURS = {
    ("calls:list", "status"),
    ("bids:list", "status"),
    ("api:load-events", "status"),
    ("api:outreach", "status"),
}
FORMS = {
    "analytics:overview": PeriodForm,
    "analytics:rows": RowsForm,
    "analytics:lost_loads": LostLoadsForm,
    "bids:list": BidFilters,
    "calls:list": CallFilters,
    "carriers:list": CarrierFilters,
    "loads:list": LoadFilters,
    "account_reset_password": ForgottenForm,
    "account_login": SignInForm,
    "mfa_authenticate": CodeForm,
}


def test_every_route_has_a_row():
    assert set(PLACES) == names() == set(ROUTES)


def test_every_id_in_a_path_has_a_place():
    for name, pattern in walk(get_resolver()):
        if not name.startswith("admin:") and name != "?":
            in_path = {place.name for place in PLACES[name] if place.where == "path"}
            parameters = set(pattern.pattern.converters) | set(pattern.pattern.regex.groupindex)
            assert parameters == in_path, name


def test_every_documented_parameter_and_field_is_a_place_or_identifies_nothing():
    paths = document("http://testserver")["paths"]
    shared = document("http://testserver")["components"]
    for name, route in ROUTES.items():
        if route.needs is not Needs.TOKEN or name == "mcp":
            continue
        path = reverse(name, kwargs={key: f"{{{key}}}" for key in route.never or {}})
        operation = paths[path.replace("%7B", "{").replace("%7D", "}")][route.method.lower()]
        found = {
            shared["parameters"][each["$ref"].rsplit("/", 1)[1]]["name"] if "$ref" in each else each["name"]
            for each in operation["parameters"]
        }
        if "requestBody" in operation:
            body = operation["requestBody"]["content"]["application/json"]["schema"]
            named = shared["schemas"][body["$ref"].rsplit("/", 1)[1]] if "$ref" in body else body
            found |= set(named.get("properties", ()))  # a TMS's own message has none that we know
        ours = {word for where, word in OURS if where == name}
        assert found - IDENTIFIES_NOTHING - ours == {place.name for place in PLACES[name] + keys(name)}, name


@pytest.mark.parametrize("name", FORMS)
def test_every_filter_is_a_place_or_identifies_nothing(name):
    ours = {word for where, word in OURS if where == name}
    fields = getattr(FORMS[name], "base_filters", None) or FORMS[name].base_fields
    found = set(fields) - IDENTIFIES_NOTHING - ours

    assert found == {place.name for place in PLACES[name]}
