"""Every write of a call: asking for one, dialing it, following it to its end, and finding what was forgotten."""

from calls.services.agents import ChangedMeanwhile, change_agent, create_agent, restore_version
from calls.services.answers import (
    AlreadyAnswered,
    AnswerTaken,
    add_answer,
    answer_question,
    approved_answer,
    change_answer,
    delete_answer,
    note_question,
)
from calls.services.calling_back import connect_person, request_persons_call
from calls.services.dialing import place_call
from calls.services.orders import NotLive, carry_out_order, hang_up_call, take_over_call
from calls.services.progress import (
    adopt_sid,
    end_call,
    note_machine,
    note_other_line,
    note_status,
    receive_call,
)
from calls.services.queueing import AgentInactive, NoNumber
from calls.services.recordings import decide_recording, fetch_recording, note_recording
from calls.services.requests import (
    AgentUnknown,
    LoadUnavailable,
    LoadUnknown,
    NoStops,
    request_carrier_sales_call,
    request_check_call,
    request_custom_call,
)
from calls.services.sweep import sweep
from calls.services.tagging import NotEnded, change_tags, note_outcome
from calls.services.transfers import (
    note_person_answered,
    note_transfer_ended,
    our_number,
    person_for,
    start_transfer,
)
from calls.services.voicemail import leave_voicemail

__all__ = [
    "AgentInactive",
    "AgentUnknown",
    "AlreadyAnswered",
    "AnswerTaken",
    "ChangedMeanwhile",
    "LoadUnavailable",
    "LoadUnknown",
    "NoNumber",
    "NoStops",
    "NotEnded",
    "NotLive",
    "add_answer",
    "adopt_sid",
    "answer_question",
    "approved_answer",
    "carry_out_order",
    "change_agent",
    "change_answer",
    "change_tags",
    "connect_person",
    "create_agent",
    "decide_recording",
    "delete_answer",
    "end_call",
    "fetch_recording",
    "hang_up_call",
    "leave_voicemail",
    "note_machine",
    "note_other_line",
    "note_outcome",
    "note_person_answered",
    "note_question",
    "note_recording",
    "note_status",
    "note_transfer_ended",
    "our_number",
    "person_for",
    "place_call",
    "receive_call",
    "request_carrier_sales_call",
    "request_check_call",
    "request_custom_call",
    "request_persons_call",
    "restore_version",
    "start_transfer",
    "sweep",
    "take_over_call",
]
