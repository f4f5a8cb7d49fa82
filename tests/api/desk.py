"""The API as tests of all of it see it: where its operations are, a good request of each, and how answers are read."""

import json

from django.apps import apps
from django.db import connection

from tests.factories import AgentFactory, CarrierFactory, LoadFactory, PhoneNumberFactory

EVENTS = "/api/v1/webhooks/loads/events"
CALLS = "/api/v1/calls"
BIDS = "/api/v1/bids"
CARRIERS = "/api/v1/carriers"
CHECK = "/api/v1/track-and-trace/trigger-check-call-by-load"
SALES = "/api/v1/carrier-sales/trigger-call"
CUSTOM = "/api/v1/custom-use-cases/desk/create-phone-call"

BOOK = "/api/v1/loads/book"
HOLD = "/api/v1/loads/hold"
RELEASE = "/api/v1/loads/release"

LISTS = [CALLS, BIDS]  # of a window
POSTS = [EVENTS, CHECK, SALES, CUSTOM, BOOK, HOLD, RELEASE]

PHONE = "+13125550123"
DAY = {"startTime": "2026-03-02", "endTime": "2026-03-02"}
LANE = {"origin": "Dallas, TX", "destination": "Atlanta, GA"}
# A query that is answered.
GETS = {CALLS: DAY, BIDS: DAY, CARRIERS: LANE}
STOP = {
    "type": "pickup",
    "address": {"city": "Dallas", "state": "TX"},
    "windowStart": "2026-03-04T08:00:00",
    "windowEnd": "2026-03-04T12:00:00",
}
# A request that is taken.
GOOD = {
    EVENTS: {"id": "L-1", "stops": [STOP]},
    CHECK: {"toPhone": PHONE, "loadNumber": "L-9", "loadStops": [STOP]},
    SALES: {"toPhone": PHONE, "loadId": "L-8", "dotNumber": 2790123},
    CUSTOM: {"toPhone": PHONE},
    BOOK: {"loadId": "L-7", "carrier": "DOT 2790555", "amount": 1600, "confirm": True},
    HOLD: {"loadId": "L-6"},
    RELEASE: {"loadId": "L-6"},
}


def set_up_desk(organization):
    """Give the organization what every operation needs: an agent of each kind, a number, loads with their stops."""
    agent = AgentFactory(organization=organization, slug="desk")
    AgentFactory(organization=organization, slug="checker", purpose="check_call")
    AgentFactory(organization=organization, slug="seller", purpose="carrier_sales")
    PhoneNumberFactory(organization=organization, agent=agent)
    LoadFactory(organization=organization, external_id="L-9")
    LoadFactory(organization=organization, external_id="L-8", is_outbound_sales_enabled=True)
    LoadFactory(organization=organization, external_id="L-7")
    LoadFactory(organization=organization, external_id="L-6")
    CarrierFactory(organization=organization, dot_number=2790555)
    return agent


def post(api, url, body, *, content_type="application/json", **headers):
    """Post a body: bytes as they are, anything else as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return api.post(url, data, content_type=content_type, headers=headers)


def ask(api, url, **changes):
    """The good request, changed: parameters of a list, fields of a POST."""
    return api.get(url, GETS[url] | changes) if url in GETS else post(api, url, GOOD[url] | changes)


def problem(response, status):
    """The answer's problem, which has the status."""
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["requestId"] == response["X-Request-Id"]
    return response.json()


def errors(response):
    """What a 400 says is wrong: fields and codes."""
    return {(error["field"], error["code"]) for error in problem(response, 400)["errors"]}


def wrong_fields(response):
    """Names of the fields that a 400 names."""
    return {field for field, _ in errors(response)}


def row_counts():
    """How many rows every table of ours has, in one query."""
    tables = sorted(
        model._meta.db_table
        for model in apps.get_models(include_auto_created=True)
        if not model._meta.app_label.startswith(("django_", "sessions", "contenttypes"))
    )
    counts = " UNION ALL ".join(f"SELECT '{table}', count(*) FROM \"{table}\"" for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(counts)
        return dict(cursor.fetchall())
