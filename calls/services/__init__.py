"""Every write of a call: asking for one, dialing it, following it to its end, and finding what was forgotten."""

from calls.services.dialing import place_call
from calls.services.progress import adopt_sid, end_call, note_machine, note_status, receive_call
from calls.services.requests import (
    AgentInactive,
    AgentUnknown,
    NoNumber,
    NoStops,
    request_check_call,
    request_custom_call,
)
from calls.services.sweep import sweep
from calls.services.voicemail import leave_voicemail

__all__ = [
    "AgentInactive",
    "AgentUnknown",
    "NoNumber",
    "NoStops",
    "adopt_sid",
    "end_call",
    "leave_voicemail",
    "note_machine",
    "note_status",
    "place_call",
    "receive_call",
    "request_check_call",
    "request_custom_call",
    "sweep",
]
