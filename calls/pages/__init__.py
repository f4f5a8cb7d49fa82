"""What the calls' pages read: lists, one call, and the filters they offer."""

from calls.pages.call import CallPage, call_page, find_call, stamp_of
from calls.pages.calling import (
    CallBack,
    call_back_of,
    carriers_of_lane,
    numbers_of,
    open_loads,
    reports_of,
)
from calls.pages.chips import direction_chips, status_chips
from calls.pages.line import recording_of
from calls.pages.lists import CallList, CallRow, call_list, calls_of_carrier, calls_of_load

__all__ = [
    "CallBack",
    "CallList",
    "CallPage",
    "CallRow",
    "call_back_of",
    "call_list",
    "call_page",
    "calls_of_carrier",
    "calls_of_load",
    "carriers_of_lane",
    "direction_chips",
    "find_call",
    "numbers_of",
    "open_loads",
    "recording_of",
    "reports_of",
    "stamp_of",
    "status_chips",
]
