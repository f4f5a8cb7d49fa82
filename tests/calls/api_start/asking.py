"""Asking for a call, and reading what is answered."""

import json
import re

from calls.models import Call, Conversation
from loads.models import Load

CUSTOM = "/api/v1/custom-use-cases/desk/create-phone-call"
CHECK = "/api/v1/track-and-trace/trigger-check-call-by-load"
PHONE = "+13125550123"
CUSTOM_BODY = {"toPhone": PHONE}
STOPS = [
    {"type": "pickup", "address": {"city": "Dallas", "state": "TX"}, "windowStart": "2026-03-04T08:00:00"}
]
CHECK_BODY = {"toPhone": PHONE, "loadNumber": "L-1", "loadStops": STOPS}
MILLIS = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def post(api, url, body, **extra):
    """Post a body: bytes as they are, anything else as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return api.post(url, data, content_type=extra.pop("content_type", "application/json"), **extra)


def problem_of(response, status):
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    return response.json()


def errors_of(response):
    return {(error["field"], error["code"]) for error in problem_of(response, 400)["errors"]}


def nothing_is_stored():
    return not (Call.unscoped.exists() or Conversation.unscoped.exists() or Load.unscoped.exists())
