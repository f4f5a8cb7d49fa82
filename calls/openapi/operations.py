"""The operations: the list, and the three ways to start a call."""

from calls.openapi.examples import AGENT_ID, CALL, CARRIER_SALES_CALL, CHECK_CALL, INITIATED_CALL
from calls.serializers import CarrierSalesCallSerializer, CheckCallSerializer, CustomCallSerializer
from organizations.rest.openapi.operations import (
    Operation,
    filter_text,
    link,
    page_parameters,
    parameter,
    window_parameters,
)
from organizations.states import Scope

OPERATIONS = [
    Operation(
        method="GET",
        path="calls",
        id="listCalls",
        tag="Calls",
        summary="List calls",
        description=(
            "Calls that began in a window, newest first, then by id. Pages are stable: every record is on exactly one. "
            "Parameters that Loadline doesn't know are ignored."
        ),
        scope=Scope.READ,
        parameters=[
            *window_parameters("createdAt"),
            filter_text("loadId", "Only calls about this load, by your id, exactly.", "LD-20418"),
            filter_text(
                "mcNumber", "Only calls with this carrier; of the MC number the digits count.", "MC 790123"
            ),
            *page_parameters(),
        ],
        answer="CallList",
        answer_examples={
            "one call": {"calls": [CALL], "pagination": {"limit": 100, "offset": 0, "total": 1}},
            "none": {"calls": [], "pagination": {"limit": 100, "offset": 0, "total": 0}},
        },
        links={
            "next": link("listCalls", "The next page.", offset="$response.body#/pagination/limit"),
            "bids": link(
                "listBids", "Bids of the same carrier.", mcNumber="$response.body#/calls/0/mcNumber"
            ),
        },
    ),
    Operation(
        method="POST",
        path="track-and-trace/trigger-check-call-by-load",
        id="triggerCheckCall",
        tag="Calls",
        summary="Trigger a check call for a load",
        description=(
            "Has the check-call agent ask how a load goes. What the request leaves out is taken from the stored load; "
            "where neither says where the stops are, that is invalid. A 200 means that the call is queued and will be "
            "dialed once."
        ),
        scope=Scope.CALL,
        body=CheckCallSerializer,
        body_examples={
            "with stops": CHECK_CALL,
            "by city alone": {
                "toPhone": "+13125550123;ext=42",
                "loadNumber": "LD-20418",
                "callType": "dropoff",
                "nextStopCity": "Atlanta",
                "nextStopState": "GA",
            },
        },
        answer="CheckCallAnswer",
        answer_examples={"queued": {"success": True, "call": INITIATED_CALL}},
        links={"calls": link("listCalls", "Calls about this load.", loadId="$request.body#/loadNumber")},
    ),
    Operation(
        method="POST",
        path="carrier-sales/trigger-call",
        id="triggerCarrierSalesCall",
        tag="Calls",
        summary="Trigger a call that offers a load to a carrier",
        description=(
            "Has the carrier-sales agent call a carrier, offer it the load and negotiate. A load that never came is a "
            "404. One that is locked, not open to offers, incomplete, or lacks `outboundCarrierSalesEnabled` is a 409 "
            "whose `code` says which. A 200 means that the call is queued and will be dialed once."
        ),
        scope=Scope.CALL,
        body=CarrierSalesCallSerializer,
        body_examples={
            "with a contact": CARRIER_SALES_CALL,
            "as little as will do": {
                "toPhone": "+13125550123;ext=42",
                "loadId": "LD-20418",
                "dotNumber": 2790123,
            },
        },
        answer="CarrierSalesCallAnswer",
        answer_examples={"queued": {"success": True, "call": INITIATED_CALL}},
        links={"calls": link("listCalls", "Calls about this load.", loadId="$request.body#/loadId")},
        names_rows=True,
    ),
    Operation(
        method="POST",
        path="custom-use-cases/{agentId}/create-phone-call",
        id="createPhoneCall",
        tag="Calls",
        summary="Start a phone call by a custom agent",
        description=(
            "Queues a call by one of the organization's agents. An agent that doesn't exist is a 404, one that is "
            "switched off a 409. A variable that the agent requires and that has no default must be given."
        ),
        scope=Scope.CALL,
        parameters=[
            parameter(
                "agentId",
                "The agent's id, as the dashboard shows it.",
                {"type": "string", "minLength": 1},
                example=AGENT_ID,
                required=True,
                place="path",
            )
        ],
        body=CustomCallSerializer,
        body_examples={
            "with variables": {
                "toPhone": "+13125550123;ext=42",
                "dynamicVariables": {"name": "Dana", "dock": 7, "isUrgent": True, "note": None},
            },
            "number alone": {"toPhone": "+13125550123"},
        },
        answer="CustomCallAnswer",
        answer_examples={"queued": {"status": "success", "call": INITIATED_CALL}},
    ),
]
