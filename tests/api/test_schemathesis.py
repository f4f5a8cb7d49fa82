"""The document against the service: schemathesis, all checks, positive and negative data, and chains of requests.

What JSON Schema can't say is said here, in one place: which texts are phone numbers, zones and times that exist, that a
window doesn't end before it begins, and which of all possible agents there is.
"""

import json
import os
import re
from datetime import date, datetime, timedelta
from functools import cache
from itertools import count
from urllib.parse import parse_qs

import jsonschema_rs
import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi.checks import negative_data_rejection
from werkzeug.test import EnvironBuilder

import calls.openapi
import organizations.tenancy.queueing
from bids.models import Bid, Outreach
from calls.calling_rules import NotDialable, judge_destination, read_destination
from carriers.models import Carrier
from organizations.api.fields import YEARS, time_zone_names
from organizations.api.listing import parse_moment
from organizations.api.parsers import INT64
from organizations.api.reference import document
from organizations.events import services
from organizations.models import EventEndpoint, Organization
from organizations.tenancy.states import EndpointKind
from tests.factories import (
    NOW,
    AgentFactory,
    BidFactory,
    CallFactory,
    CarrierFactory,
    ConversationFactory,
    EventEndpointFactory,
    LoadFactory,
    LoadMappingFactory,
    OutreachFactory,
    PhoneNumberFactory,
)

pytestmark = pytest.mark.deep

EXAMPLES = int(os.environ.get("LOADLINE_API_EXAMPLES", "200"))  # an operation
SEED = int(os.environ.get("LOADLINE_API_SEED", "1"))  # the same data every time; try others after a change

CONFIG = SchemathesisConfig.from_dict(
    {
        "seed": SEED,
        "checks": {
            "positive_data_acceptance": {"expected-statuses": ["200"]},
            "negative_data_rejection": {"expected-statuses": ["400", "401", "404"]},
            "missing_required_header": {"expected-statuses": ["401"]},
        },
        "generation": {
            "allow-x00": False,  # refused in every text: tests/organizations/test_parsers.py
            "max-examples": EXAMPLES,
            "no-shrink": True,
        },
    }
)
DOCUMENT = document("http://127.0.0.1")
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT, config=CONFIG)
SCHEMA.app = WSGIHandler()

NUMBERS = ["+13125550123", "+12145550100", "+14045550199", "+16045550123", "+12025550188"]
schemathesis.openapi.format(
    "phone",
    st.builds(
        lambda number, extension: number + (f";ext={extension}" if extension else ""),
        st.sampled_from(NUMBERS),
        st.text("0123456789", max_size=10),
    ),
)
schemathesis.openapi.format("time-zone", st.sampled_from(sorted(time_zone_names())))
schemathesis.openapi.format(
    "local-date-time",
    st.datetimes(datetime(YEARS[0], 1, 1), datetime(YEARS[-1], 12, 31)).flatmap(
        lambda moment: st.sampled_from(
            [
                moment.isoformat(timespec=spec)
                for spec in ("minutes", "seconds", "milliseconds", "microseconds")
            ]
        )
    ),
)


@pytest.fixture
def one_transaction(db):
    """Requests neither end nor close the test's transaction, as with Django's own test client."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def brokerage(one_transaction, acme, token, monkeypatch):
    """Acme with an agent of each kind, a number, and something to list; nothing is dialed."""
    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", lambda name, args: None)
    AgentFactory(organization=acme, slug=calls.openapi.AGENT_ID)
    AgentFactory(organization=acme, slug="check-calls", purpose="check_call")
    AgentFactory(organization=acme, slug="carrier-sales", purpose="carrier_sales")
    PhoneNumberFactory(organization=acme)
    load = LoadFactory(organization=acme, external_id="LD-20418", is_outbound_sales_enabled=True)
    LoadFactory(organization=acme, external_id="LD-20419", is_outbound_sales_enabled=True)
    LoadFactory(organization=acme, external_id="LD-20420")
    LoadMappingFactory(organization=acme, slug="tai-tms")
    LoadMappingFactory(organization=acme, slug="xml-tms", format="xml")
    CarrierFactory(organization=acme)
    for position in range(3):
        conversation = ConversationFactory(organization=acme, mc_number="790123")
        CallFactory(organization=acme, conversation=conversation)
        BidFactory(
            organization=acme, load=load, conversation=conversation, position=position, discussed_at=NOW
        )
    monkeypatch.setattr(services, "MAX_ENDPOINTS", 1_000_000)
    acme.requests_per_minute = 1_000_000
    acme.save()
    return {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}


KEYS = count()
NUMBER = r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?"


def keep_unsaid_rules(case):
    """Make good data good by the rules that the document can only tell in words; a key is for one request."""
    if case.headers and isinstance(case.headers.get("X-Request-Id"), int):
        case.headers["X-Request-Id"] = str(case.headers["X-Request-Id"])  # a link's, of another answer's id
    if case.headers and re.fullmatch("[!-~]{1,255}", str(case.headers.get("Idempotency-Key", ""))):
        case.headers["Idempotency-Key"] = f"{case.headers['Idempotency-Key'][:200]}-{next(KEYS)}"
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    if "agentId" in (case.path_parameters or {}):
        case.path_parameters["agentId"] = calls.openapi.AGENT_ID
    if case.query and {"startTime", "endTime"} <= case.query.keys():
        start, end = case.query["startTime"], case.query["endTime"]
        first, last = parse_moment(start), parse_moment(end, is_end=True)
        if last < first or (
            last == first and len(end) == len("2026-03-02")
        ):  # a day that ends where it begins
            case.query |= {"startTime": end, "endTime": start}
    if case.path.endswith("/carriers") and case.query:
        # Of what isn't there nothing is near.
        case.query |= {"origin": "Dallas, TX", "destination": "Atlanta, GA"} if "radius" in case.query else {}
    if case.path.endswith("/analytics"):
        case.query = one_set_of(dict(case.query or {}))
    if "mapping" in (case.path_parameters or {}):
        keep_a_mappings_rules(case)
    if "endpointId" in (case.path_parameters or {}):
        case.path_parameters["endpointId"] = an_endpoint().pk
    if "carrierId" in (case.path_parameters or {}):
        case.path_parameters["carrierId"] = Carrier.unscoped.filter(organization__slug="acme").latest("pk").pk
    if "outreachId" in (case.path_parameters or {}):
        case.path_parameters["outreachId"] = an_outreach().pk
    if "bidId" in (case.path_parameters or {}):
        case.path_parameters["bidId"] = a_bid().pk
        if isinstance(case.body, dict):
            case.body = about_a_bid(case.path, case.body)
    if case.path.endswith("/replay"):
        case.body, case.media_type = {"since": "2026-03-02T00:00:00Z"}, "application/json"
    if isinstance(case.body, dict):
        case.body = storable(case.body)
        if "/event-endpoints" in case.path:
            case.body = about_an_endpoint(case.body)
        for name in {"toPhone", "dispatchPhone"} & case.body.keys():
            case.body[name] = callable_number(case.body[name])
        if "loadId" in case.body:
            case.body["loadId"] = "LD-20419"  # which is there, whatever load events said of others
        if "carrier" in case.body:
            case.body["confirm"] = True
        if case.path.endswith("/start-outreach"):
            case.body["loadId"] = a_load_to_cover().external_id
        elif case.path.endswith("/hold"):
            case.body["loadId"] = "LD-20420"
        if "loadNumber" in case.body and not (case.body.get("loadStops") or case.body.get("nextStopCity")):
            case.body["loadNumber"] = "LD-20418"  # which has stops


def keep_a_mappings_rules(case):
    """A message that its mapping reads: any JSON object with an id, or an XML text."""
    if isinstance(case.body, dict):
        case.path_parameters["mapping"] = "tai-tms"
        case.body = case.body | {"id": "LD-20418", "status": "UNASSIGNED"}
    else:
        case.path_parameters["mapping"] = "xml-tms"
        case.body, case.media_type = b"<id>LD-20418</id>", "application/octet-stream"


def a_bid():
    """A bid that nobody has decided on."""
    known = Bid.unscoped.filter(organization__slug="acme", status="OPEN").first()
    return known or BidFactory(
        organization=Organization.objects.get(slug="acme"), discussed_at=NOW, amount=1850
    )


def an_outreach():
    """An outreach of acme's, whatever became of it."""
    acme = Organization.objects.get(slug="acme")
    known = Outreach.unscoped.filter(organization=acme).first()
    return known or OutreachFactory(organization=acme, load=a_load_to_cover())


def a_load_to_cover():
    """A load that carriers can be called about."""
    pickup = timezone.now() + timedelta(days=3)
    return LoadFactory(
        organization=Organization.objects.get(slug="acme"), is_outbound_sales_enabled=True, pickup_at=pickup
    )


def about_a_bid(path, body):
    """The body with an amount that the decision can be about, whatever speaks against it."""
    amount = float(a_bid().amount)
    known = {"amount": amount if path.endswith("/accept") else amount - 100}
    return {**body, **{name: value for name, value in known.items() if name in body}} | (
        {"confirm": True} if "amount" in body else {}
    )


def an_endpoint():
    """An event endpoint that is there, and on."""
    url, organization = "http://127.0.0.1:9/one", Organization.objects.get(slug="acme")
    known = EventEndpoint.unscoped.filter(url=url, switched_off_at=None).first()
    return known or EventEndpointFactory(organization=organization, url=url)


def about_an_endpoint(body):
    """The body with an address that may be dialed, and types and headers that there are."""
    known = {
        "url": "http://127.0.0.1:9/hook",
        "types": ["call_ended"],
        "headers": {"X-Team": "west"},
        "format": {},
        "enabled": True,
    }
    if body.get("kind") == EndpointKind.X12:
        known |= {"types": [], "format": {"sender": "ACME", "receiver": "TMS", "scac": "ACME"}}
        body = {"format": {}, **body}
    return body | {name: value for name, value in known.items() if name in body}


def one_set_of(query):
    """The query of analytics with one of its sets of parameters, whole, and with days that an answer can be about."""
    is_period = "fromDate" in query or "granularity" in query
    ends, other = (("fromDate", "toDate"), ("startDate", "endDate"))[:: 1 if is_period else -1]
    days = sorted(min(max(query.get(name, "2026-03-02")[:10], "1800-01-01"), "2199-12-31") for name in ends)
    if is_period:
        days[1] = min(days[1], str(date.fromisoformat(days[0]) + timedelta(days=99)), "2199-12-31")
        query.setdefault("granularity", "hour")
        if query.get("timezone", "UTC") not in time_zone_names():
            query["timezone"] = "America/Chicago"
    dropped = {*other, *(["metric", "limit", "offset"] if is_period else ["granularity", "timezone"])}
    return {name: value for name, value in query.items() if name not in dropped} | dict(
        zip(ends, days, strict=True)
    )


def storable(value):
    """The same value with its integers within 64 bits, and zones that there are."""
    if isinstance(value, dict):
        found = {name: storable(item) for name, item in value.items()}
        is_known = not found.get("timezone") or found["timezone"] in time_zone_names()
        return found if is_known else found | {"timezone": "America/Chicago"}
    if isinstance(value, list):
        return [storable(item) for item in value]
    if isinstance(value, int) and value not in INT64:
        return INT64[-1]
    return value


def callable_number(text):
    """The number if there is such a one that acme may call, else another with the same extension."""
    try:
        reason = judge_destination(read_destination(text or NUMBERS[0]), countries=["US", "CA"])
    except NotDialable:
        return NUMBERS[0] + "".join(text.partition(";")[1:])
    return NUMBERS[0] if reason else text


def needless_checks(case):
    """The check that bad data is refused, where what was meant to be bad came out good.

    Schemathesis spoils a token that our own stands in for, the items of a list that is then left out, or adds
    a parameter, which is allowed.
    """
    if case.meta is None or case.meta.generation.mode.is_positive or not is_good(case):
        return []
    return [negative_data_rejection]


def is_good(case):
    """Whether the query, key and body are what the document asks for, as they will be sent."""
    operation = case.operation.definition.raw
    for parameter in operation["parameters"]:
        values = {"query": sent_query(case), "header": case.headers}.get(parameter["in"]) or {}
        value = values.get(parameter["name"])
        if value is None and parameter["name"] not in values:
            if parameter.get("required") and parameter["in"] == "query":
                return False
        elif parameter["name"] == "X-Request-Id" and not value:
            continue  # as if it weren't sent
        elif parameter.get("allowEmptyValue") and isinstance(value, str) and not value.strip():
            continue
        elif not isinstance(value, str | int | float) or not is_valid(
            parameter["schema"], as_read(parameter, value)
        ):
            return False
    if "requestBody" not in operation:
        return True
    content = operation["requestBody"]["content"]
    return case.media_type == "application/json" and is_valid(
        content["application/json"]["schema"], case.body
    )


def sent_query(case):
    """The query's values by name as they are in the address: a text, or what no schema allows where one stands twice.

    An object without keys becomes an empty text there, and of a list what is null is left out.
    """
    text = EnvironBuilder(query_string=case.as_transport_kwargs()["query_string"]).query_string
    found = parse_qs(text, keep_blank_values=True)
    return {name: texts[0] if len(texts) == 1 else texts for name, texts in found.items()}


def as_read(parameter, value):
    """A parameter's value as the service reads it out of its text."""
    kind = parameter["schema"].get("type")
    if kind == "integer" and re.fullmatch(r"-?[0-9]+(\.0+)?", str(value)):
        return int(str(value).partition(".")[0])
    if kind == "number" and re.fullmatch(NUMBER, str(value)):
        return float(value)
    return str(value)


def is_valid(schema, value):
    """Whether the value fits the document's schema."""
    try:
        return validator(json.dumps(schema)).is_valid(value)
    except ValueError:  # bytes are no JSON
        return False


@cache
def validator(schema):
    """The validator of a schema, given as JSON, that may refer to the document's components."""
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    whole = dialect | json.loads(schema) | {"components": DOCUMENT["components"]}
    return jsonschema_rs.validator_for(whole, validate_formats=True)


@SCHEMA.parametrize()
@settings(suppress_health_check=list(HealthCheck))
def test_the_service_does_what_the_document_says(case, brokerage):
    keep_unsaid_rules(case)
    case.call_and_validate(headers=brokerage, excluded_checks=needless_checks(case))


def test_chains_of_requests_do_what_the_document_says(brokerage):
    class Chain(SCHEMA.as_state_machine()):
        """Operations one after another, along the document's links."""

        def get_call_kwargs(self, case):
            return {"headers": brokerage}

        def before_call(self, case):
            keep_unsaid_rules(case)

        def validate_response(self, response, case, additional_checks=None, **kwargs):
            case.validate_response(
                response,
                headers=brokerage,
                transport_kwargs=kwargs,
                recorder=self.recorder,
                excluded_checks=needless_checks(case),
            )

    Chain.run(
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=6,
            derandomize=SEED == 1,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
    )
