"""What the API says of itself: that the document is whole, and the same as the code it describes."""

import calendar
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import jsonschema_rs
import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import get_resolver
from rest_framework.fields import Field

import bids.openapi
import bids.serializers
import calls.openapi
import carriers.openapi
import loads.api
import loads.load_events
from calls import serializers
from calls.serializers import CarrierSalesCallSerializer, CheckCallSerializer, CustomCallSerializer
from loads.load_events import LoadEventSerializer
from loads.models import Load
from organizations.api import fields, problems
from organizations.api.openapi import AutoSchema
from organizations.api.reference import ADVICE, CODES, CONFLICT_CODES, document
from organizations.events.openapi import (
    ChangedEndpointSerializer,
    EventTestSerializer,
    NewEndpointSerializer,
    ReplaySerializer,
    RotationSerializer,
)
from organizations.tenancy.states import Scope
from tests.factories import (
    NOW,
    AgentFactory,
    BidFactory,
    CallFactory,
    LoadFactory,
    LoadMappingFactory,
    PhoneNumberFactory,
)

DOCUMENT = document("http://testserver")
BODIES = [
    LoadEventSerializer,
    CheckCallSerializer,
    CarrierSalesCallSerializer,
    CustomCallSerializer,
    NewEndpointSerializer,
    ChangedEndpointSerializer,
    RotationSerializer,
    ReplaySerializer,
    EventTestSerializer,
    bids.serializers.AcceptBidSerializer,
    bids.serializers.CounterBidSerializer,
    bids.serializers.RejectBidSerializer,
    bids.serializers.BookLoadSerializer,
    bids.serializers.StartOutreachSerializer,
    loads.api.HoldLoadSerializer,
    loads.api.ReleaseLoadSerializer,
]
DESCRIBING = {"openapi", "docs"}  # routes that describe the others
WHITE_SPACE = [chr(code) for code in range(sys.maxunicode) if chr(code).isspace()]
WINDOW = {"startTime": "2026-03-02", "endTime": "2026-03-02"}


def resolve(part):
    """What a `$ref` of the document leads to, or the part itself."""
    if "$ref" not in part:
        return part
    found = DOCUMENT
    for key in part["$ref"].removeprefix("#/").split("/"):
        found = found[key]
    return found


def references_in(value):
    """Every `$ref` in a part of the document."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for item in value.values():
            yield from references_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from references_in(item)


def objects_of(serializer):
    """The serializer and those of the objects in it."""
    yield serializer
    for field in serializer().fields.values():
        inner = field.child if isinstance(field, fields.Array) else field
        if isinstance(inner, fields.Object):
            yield from objects_of(type(inner))


def schema_of(field):
    """What drf-spectacular makes of a field."""
    field.bind("field", fields.Object())
    return AutoSchema()._map_serializer_field(field, "request")


def errors_of(schema, value):
    """What a schema has against a value."""
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    validator = jsonschema_rs.validator_for(
        whole | {"components": DOCUMENT["components"]}, validate_formats=True
    )
    return [error.message for error in validator.iter_errors(value)]


def routes():
    """Method, path and scope of every route below /api/v1/ that isn't about the document itself."""
    (api,) = [each for each in get_resolver().url_patterns if getattr(each, "namespace", None) == "api"]
    for route in api.url_patterns:
        if route.name in DESCRIBING:
            continue
        path = re.sub(r"\(\?P<(\w+)>\[\^/\]\+\)", r"{\1}", route.pattern.regex.pattern)
        path = path.removeprefix("^").removesuffix("/?\\Z").replace("\\", "")
        for method, action in route.callback.actions.items():
            scope = route.callback.cls.required_scope
            if method != "head":
                yield method, f"/api/v1/{path}", scope if isinstance(scope, str) else scope[action]


def documented():
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            yield method, path, operation


# The document is whole


def test_every_reference_leads_somewhere():
    assert all(resolve({"$ref": reference}) for reference in references_in(DOCUMENT))


def test_every_component_of_schemas_is_used():
    used = {reference.rpartition("/")[2] for reference in references_in(DOCUMENT)}
    assert set(DOCUMENT["components"]["schemas"]) <= used


@pytest.mark.parametrize(
    "schema", DOCUMENT["components"]["schemas"].values(), ids=DOCUMENT["components"]["schemas"]
)
def test_schemas_are_json_schemas(schema):
    jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})


@pytest.mark.parametrize(("method", "path", "operation"), list(documented()), ids=lambda each: str(each)[:60])
def test_every_operation_has_examples_that_fit(method, path, operation):
    for parameter in map(resolve, operation["parameters"]):
        assert errors_of(parameter["schema"], parameter["example"]) == []
    contents = [resolve(response)["content"] for response in operation["responses"].values()]
    if "requestBody" in operation:
        contents.append(operation["requestBody"]["content"])
    for content in contents:
        for media_type in content.values():
            assert media_type["examples"]
            for example in media_type["examples"].values():
                assert errors_of(media_type["schema"], example["value"]) == []


def test_links_lead_to_operations():
    names = {operation["operationId"] for _, _, operation in documented()}
    for _, _, operation in documented():
        for link in operation["responses"]["200"].get("links", {}).values():
            assert link["operationId"] in names


@pytest.mark.deep
def test_every_header_has_an_example_that_fits():
    for _, _, operation in documented():
        for response in map(resolve, operation["responses"].values()):
            for header in response["headers"].values():
                (example,) = header["examples"].values()
                assert errors_of(header["schema"], example["value"]) == []


# It is what the code is


def test_operations_are_the_routes():
    described = {
        (method, path, operation["security"][0]["token"][0]) for method, path, operation in documented()
    }
    assert described == {(method, path, str(scope)) for method, path, scope in routes()}


def test_bodies_are_those_that_are_checked():
    schemas = {
        operation["operationId"]: operation["requestBody"]["content"]["application/json"]["schema"]
        for _, _, operation in documented()
        if "requestBody" in operation
    }
    message = schemas.pop("ingestMappedMessage")  # in the TMS's own form
    assert (message["type"], message["additionalProperties"]) == ("object", True)
    named = {schema["$ref"].rpartition("/")[2].removeprefix("Patched") for schema in schemas.values()}
    assert named == {each.__name__.removesuffix("Serializer") for each in BODIES}


@pytest.mark.django_db
def test_a_mapped_message_is_taken_under_both_of_its_types(api, acme):
    content = DOCUMENT["paths"]["/api/v1/webhooks/loads/events/{mapping}"]["post"]["requestBody"]["content"]
    assert set(content) == {"application/json", "application/octet-stream"}
    LoadMappingFactory(organization=acme, slug="tms", rules={"fields": {"id": "shipmentId"}})
    LoadMappingFactory(organization=acme, slug="xml", format="xml", rules={"fields": {"id": "load.number"}})
    for media_type, slug in (("application/json", "tms"), ("application/octet-stream", "xml")):
        ((example,),) = [content[media_type]["examples"].values()]
        message = example["value"] if isinstance(example["value"], str) else json.dumps(example["value"])
        answer = api.post(f"/api/v1/webhooks/loads/events/{slug}", message, content_type=media_type)
        assert answer.status_code == 200, answer.content
    assert Load.unscoped.filter(external_id="2210457").count() == 1


@pytest.mark.parametrize(
    "serializer",
    dict.fromkeys(each for body in BODIES for each in objects_of(body)),
    ids=lambda each: each.__name__,
)
def test_bodies_are_the_serializers(serializer):
    declared = serializer().fields
    name, schemas = serializer.__name__.removesuffix("Serializer"), DOCUMENT["components"]["schemas"]
    schema = schemas.get(name) or schemas[f"Patched{name}"]
    assert list(schema["properties"]) == list(declared)
    assert set(schema.get("required", ())) == {name for name, field in declared.items() if field.required}
    for name, field in declared.items():
        described = schema["properties"][name]
        assert described["description"], name
        assert (not errors_of(described, None)) == field.allow_null, name
        assert described.get("maxLength") == getattr(field, "max_length", None), name
        most = None if described.get("type") == "integer" else getattr(field, "most", None)
        assert described.get("maxItems") == most, name


@pytest.mark.parametrize(
    ("field", "accepted", "refused"),
    [
        (fields.Text(max_length=3), ["", "abc", " a "], ["abcd", "   a", 1, None]),
        (fields.Text(max_length=3, allow_blank=False, trim=True), ["a", " a "], ["", "  ", " abc"]),
        (
            fields.Text(allow_blank=False, trim=True),
            ["\ufeff", "\u200b", *(letter + "a" for letter in WHITE_SPACE)],
            [*WHITE_SPACE, "".join(WHITE_SPACE)],
        ),
        (fields.Text(allow_blank=False), ["a", " "], [""]),
        (fields.Choice(choices=["a", "b"]), ["a"], ["A", "c", 1]),
        (fields.Choice(choices=["a"], allow_null=True), ["a", None], ["b"]),
        (fields.Number(min_value=0), [0, 1.5, 999_999_999.994], [-0.01, 999_999_999.995, 10**9, "1", True]),
        (fields.Number(decimal_places=3), [-999_999_999.9994], [-(10**9), 999_999_999.9995]),
        (fields.Flag(), [True, False], [0, "true", None]),
        (
            fields.LocalDateTime(),
            ["2026-03-02T15:04:05", "2026-03-02T15:04", "2026-03-02T15:04:05.123456789", "2000-02-29T00:00"],
            ["2026-02-29T00:00", "2100-02-29T00:00", "2026-04-31T00:00", "1899-12-31T00:00", "2026-03-02T24:00"],
        ),
        (
            fields.LocalDateTime(),
            [f"{year}-02-29T23:59:59" for year in range(1900, 2200) if calendar.isleap(year)],
            [f"{year}-02-29T00:00" for year in range(1900, 2200) if not calendar.isleap(year)],
        ),
        (
            fields.LocalDateTime(),
            [f"2026-{month:02}-{calendar.monthrange(2026, month)[1]}T00:00" for month in range(1, 13)],
            ["2026-03-02", "2026-03-02T15:04:05Z", "2026-03-02T15:04:05+01:00", "2026-03-02 15:04:05", 1],
        ),
        (
            fields.TimeZoneName(),
            ["", *sorted(fields.time_zone_names())],
            [" ", "/etc", "../UTC", "America/", "Ame rica", 1],
        ),
        (fields.Array(child=fields.Flag(), max_length=2), [[], [True, False]], [[True] * 3, [1], {}, None]),
        (serializers.Phone(), ["+13125550123", "+13125550123;ext=42"], ["13125550123", "+1;ext=", 1, ""]),
        (serializers.WholeNumber(most=9), [1, 9, 7.0], [0, 10, -1, 1.5, "1", True]),
        (serializers.FreeObject(), [{}, {"a": [{"b": 1}]}], [[], None, "a"]),
        (serializers.Variables(), [{"a": 1, "b": None}], [{"a": []}, {"a": {}}, {str(n): n for n in range(101)}]),
    ],
    ids=lambda each: type(each).__name__ if isinstance(each, Field) else "",
)  # fmt: skip
def test_a_fields_schema_says_what_the_field_takes(field, accepted, refused):
    schema = schema_of(field)
    for value in accepted:
        assert errors_of(schema, value) == []
        field.run_validation(value)
    for value in refused:
        assert errors_of(schema, value)
        with pytest.raises(fields.serializers.ValidationError):
            field.run_validation(value)


@pytest.mark.django_db
def test_records_are_what_the_service_answers(api, acme):
    load = LoadFactory(organization=acme, external_id="LD-1")
    AgentFactory(organization=acme, slug="appointment-check")
    AgentFactory(organization=acme, purpose="check_call")
    AgentFactory(organization=acme, purpose="carrier_sales")
    LoadFactory(organization=acme, external_id="LD-7", is_outbound_sales_enabled=True)
    PhoneNumberFactory(organization=acme)
    CallFactory(organization=acme, conversation__created_at=NOW)
    BidFactory(organization=acme, load=load, discussed_at=NOW)

    def post(path, body):
        return api.post(f"/api/v1/{path}", body, content_type="application/json")

    bodies = {
        "LoadEventAnswer": post("webhooks/loads/events", loads.load_events.SAMPLE),
        "CallList": api.get("/api/v1/calls", WINDOW),
        "BidList": api.get("/api/v1/bids", WINDOW),
        "CheckCallAnswer": post("track-and-trace/trigger-check-call-by-load", calls.openapi.CHECK_CALL),
        "CarrierSalesCallAnswer": post(
            "carrier-sales/trigger-call", calls.openapi.CARRIER_SALES_CALL | {"loadId": "LD-7"}
        ),
        "CustomCallAnswer": post(
            "custom-use-cases/appointment-check/create-phone-call", {"toPhone": "+13125550123"}
        ),
    }
    for name, response in bodies.items():
        assert response.status_code == 200, response.content
        assert errors_of({"$ref": f"#/components/schemas/{name}"}, response.json()) == []
        assert set(response.json()) == set(DOCUMENT["components"]["schemas"][name]["properties"])
    for name, rows in [
        ("Call", bodies["CallList"].json()["calls"]),
        ("Bid", bodies["BidList"].json()["salesBids"]),
        ("InitiatedCall", [bodies["CustomCallAnswer"].json()["call"]]),
    ]:
        assert rows
        assert list(rows[0]) == list(DOCUMENT["components"]["schemas"][name]["properties"])
        assert sorted(rows[0]) == DOCUMENT["components"]["schemas"][name]["required"]


def test_examples_have_every_field():
    for example, name in [
        (calls.openapi.CALL, "Call"),
        (calls.openapi.INITIATED_CALL, "InitiatedCall"),
        (calls.openapi.CARRIER_SALES_CALL, "CarrierSalesCall"),
        (bids.openapi.BID, "Bid"),
        (bids.openapi.BOOKING, "Booking"),
        (loads.api.LOAD, "LoadRecord"),
        (carriers.openapi.CARRIER, "Carrier"),
        (carriers.openapi.CARRIER["lanes"][0], "Lane"),
        (carriers.openapi.WHOLE_CARRIER, "WholeCarrier"),
        (carriers.openapi.WHOLE_CARRIER["vetting"], "CarrierVetting"),
        (carriers.openapi.WHOLE_CARRIER["lanes"][0], "CarrierLane"),
        (carriers.openapi.WHOLE_CARRIER["contacts"][0], "CarrierContact"),
        (carriers.openapi.WHOLE_CARRIER["facts"][0], "LearnedFact"),
        (carriers.openapi.WHOLE_CARRIER["trucks"][0], "Truck"),
        (bids.openapi.OUTREACH, "Outreach"),
        (bids.openapi.OUTREACH["progress"], "OutreachProgress"),
        (bids.openapi.TURN, "OutreachCarrier"),
        (loads.load_events.SAMPLE, "LoadEvent"),
    ]:
        assert set(example) == set(DOCUMENT["components"]["schemas"][name]["properties"])


def subclasses(kind):
    return {kind, *(each for child in kind.__subclasses__() for each in subclasses(child))}


def test_every_problem_is_explained():
    assert {problem.slug for problem in subclasses(problems.Problem)} == {problem.slug for problem in ADVICE}


def test_every_code_is_explained():
    kinds = [each for each in subclasses(Field) if each.__module__ in (fields.__name__, "calls.serializers")]
    said = {code for kind in kinds for code in vars(kind).get("default_error_messages", {})}
    assert said <= set(CODES)


def test_every_refusal_is_explained():
    sources = [
        Path("calls/calling_rules.py"),
        *Path("calls/services").glob("*.py"),
        Path("calls/api.py"),
        Path("bids/api.py"),
    ]
    text = "".join((settings.BASE_DIR / path).read_text() for path in sources)
    said = set(re.findall(r'\b(?:Reason|LoadUnavailable|Missing)\(\s*"(\w+)"|\bcode="(\w+)"', text))
    codes = {first or second for first, second in said}

    assert {"outside_calling_window", "do_not_call", "recently_contacted", "load_locked"} <= codes
    assert codes - {"call_limit_reached"} <= set(CODES) | set(CONFLICT_CODES)
    assert set(CONFLICT_CODES) <= codes


def test_every_scope_is_explained():
    words = DOCUMENT["components"]["securitySchemes"]["token"]["description"]
    assert all(f"`{scope.value}`" in words for scope in Scope)


# It is served


def test_the_document_needs_no_token_and_may_be_kept(client):
    response = client.get("/api/v1/openapi.json")
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    assert response.json()["paths"] == DOCUMENT["paths"]
    assert response["Cache-Control"] == "public, max-age=300"
    assert "Cookie" not in response.get("Vary", "")
    assert response["X-Request-Id"]
    again = client.get("/api/v1/openapi.json", headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/api/v1/openapi.json", "/api/v1/docs"])
def test_what_describes_the_api_is_only_read(client, path):
    response = client.post(path, {})
    assert (response.status_code, response["Allow"]) == (405, "GET, HEAD")
    assert response["Content-Type"] == problems.CONTENT_TYPE
    assert client.get(path + "/").status_code == 200


class Anchors(HTMLParser):
    """The ids of a page, and the places on it that it links to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.targets: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        assert "style" not in given
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "a" and given["href"].startswith("#"):
            self.targets.add(given["href"][1:])


@pytest.fixture
def page(client):
    response = client.get("/api/v1/docs")
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    return response.text


def test_a_problems_type_leads_to_its_place_on_the_page(page):
    ids = Anchors(page).ids
    for problem in ADVICE:
        path, _, anchor = problems.body_of(problem(), "")["type"].partition("#")
        assert path == "/api/v1/docs"
        assert anchor in ids


def test_the_page_links_to_what_it_has(page):
    anchors = Anchors(page)
    assert anchors.targets <= set(anchors.ids)
    assert len(anchors.ids) == len(set(anchors.ids))


def test_the_page_has_what_shows_the_operations(page):
    files = re.findall(r'(?:src|href)="/static/([^"]+)"', page)
    assert {file.rpartition("/")[2] for file in files} >= {
        "swagger-ui-bundle.js",
        "swagger-ui.css",
        "reference.js",
    }
    assert all(map(finders.find, files))
    assert 'id="swagger-ui" data-document="/api/v1/openapi.json"' in page


def test_the_page_asks_no_other_host_and_runs_no_script_but_its_files(client):
    response = client.get("/api/v1/docs")
    assert set(response["Content-Security-Policy"].split("; ")) == {
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    }
    assert not re.findall(r'(?:src|href)="(?!/|#)', response.text)
