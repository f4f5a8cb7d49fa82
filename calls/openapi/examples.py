"""Requests and records as the document shows them."""

from typing import Any

AGENT_ID = "appointment-check"

CALL: dict[str, Any] = {
    "id": 1042,
    "fromPhone": "+12145550100",
    "callerName": "Dana Whitfield",
    "callerExt": None,
    "toPhone": "+13125550123",
    "createdAt": "2026-03-02T15:04:05Z",
    "contentTags": "negotiation,callback_requested",
    "summary": "Dana asked $1,850 for Dallas to Atlanta and wants a call back.",
    "loadIds": ["LD-20418"],
    "mcNumber": "790123",
    "dotNumber": 2790123,
    "carrierHwConnectionStatus": "onboarded",
    "carrierHwRulesAssessment": "pass",
    "recordingUrl": None,
    "transcript": "Agent: Acme Freight, this is the automated assistant.\nCaller: I'm calling on the Dallas load.",
    "conversationId": 1042,
    "direction": "inbound",
    "status": "COMPLETED",
    "failureReason": None,
    "placedAt": None,
    "ringingAt": None,
    "answeredAt": "2026-03-02T15:04:06Z",
    "endedAt": "2026-03-02T15:07:21Z",
    "duration": 195,
    "openQuestions": [
        {
            "topic": "detention",
            "words": "what do you guys pay on detention",
            "askedAt": "2026-03-02T15:05:40Z",
            "answeredAt": None,
            "answer": None,
        }
    ],
    "conditions": [],
}
INITIATED_CALL: dict[str, Any] = {
    "id": 1043,
    "fromPhone": "+12145550100",
    "toPhone": "+13125550123",
    "status": "IN_PROGRESS",
    "conversationId": 1043,
    "createdAt": "2026-03-02T15:10:00.123Z",
    "updatedAt": "2026-03-02T15:10:00.123Z",
}
CHECK_CALL: dict[str, Any] = {
    "toPhone": "+13125550123",
    "callType": "pickup",
    "waitingAtFacility": False,
    "nextStopApptStart": "2026-03-04T08:00:00",
    "nextStopApptEnd": "2026-03-04T12:00:00",
    "nextStopCity": "Dallas",
    "nextStopState": "TX",
    "loadNumber": "LD-20418",
    "loadStops": [
        {
            "type": "pickup",
            "address": {"city": "Dallas", "state": "TX"},
            "windowStart": "2026-03-04T08:00:00",
            "windowEnd": "2026-03-04T12:00:00",
        },
        {
            "type": "dropoff",
            "address": {"city": "Atlanta", "state": "GA"},
            "windowStart": "2026-03-05T08:00:00",
            "windowEnd": None,
        },
    ],
    "driverName": "Marco",
    "metadata": {"ticket": "T-311", "attempt": 2},
}
CARRIER_SALES_CALL: dict[str, Any] = {
    "toPhone": "+13125550123",
    "loadId": "LD-20418",
    "dotNumber": 2790123,
    "contactName": "Dana Whitfield",
    "metadata": {"campaign": "monday-lanes"},
}
