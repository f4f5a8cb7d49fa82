"""The demo's agents and the number they call from: one agent of each purpose that works."""

from typing import Any

from calls.states import AgentPurpose

NUMBER = "+12145550100"  # 555-0100 to 555-0199 belong to nobody
NUMBER_AGENT = "carrier-sales"  # who answers there

AGENTS: list[dict[str, Any]] = [
    {
        "slug": "carrier-sales",
        "name": "Carrier sales",
        "purpose": AgentPurpose.CARRIER_SALES,
        "voicemail_message": (
            "This is the automated assistant of Loadline Demo Brokerage with a load for you. "
            "Please call us back at this number."
        ),
    },
    {
        "slug": "check-call",
        "name": "Check calls",
        "purpose": AgentPurpose.CHECK_CALL,
        "prompt": "Find out where the truck is and when it will be at the next stop.",
        "voicemail_message": "This is an automated check call. Please call back with your location and ETA.",
    },
    {
        "slug": "appointment-desk",
        "name": "Appointment desk",
        "purpose": AgentPurpose.CUSTOM,
        "greeting": (
            "Hi {{ contactName }}, this is the automated assistant of Loadline Demo Brokerage, "
            "calling about the appointment for our load {{ loadNumber }}."
        ),
        "prompt": (
            "You confirm appointments with shippers and receivers. Be brief and friendly. "
            "Does {{ appointment }} still work for you? "
            "Which dock should the driver go to? "
            "Is there anything the driver needs to bring?"
        ),
        "variables": [
            {"name": "contactName", "required": False, "default": "there"},
            {"name": "loadNumber", "required": False, "default": "with you"},
            {"name": "appointment", "required": False, "default": "the time that we booked"},
        ],
        "voicemail_message": (
            "This is the automated assistant of Loadline Demo Brokerage about an appointment. "
            "Please call us back at this number."
        ),
    },
]
