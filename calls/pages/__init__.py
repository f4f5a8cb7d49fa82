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
from calls.pages.line import recording_of
from calls.pages.lists import CallRow, calls_of_carrier, calls_of_load

__all__ = [
    "CallBack",
    "CallPage",
    "CallRow",
    "call_back_of",
    "call_page",
    "calls_of_carrier",
    "calls_of_load",
    "carriers_of_lane",
    "find_call",
    "numbers_of",
    "open_loads",
    "recording_of",
    "reports_of",
    "stamp_of",
]
