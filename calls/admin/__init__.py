"""Django admin of the conversations, for operators."""

from calls.admin.agents import check_placeholders, check_variables
from calls.admin.calls import CallAdmin
from calls.admin.rules import CallingRulesAdmin, ConsentRecordAdmin, DoNotCallAdmin

__all__ = [
    "CallAdmin",
    "CallingRulesAdmin",
    "ConsentRecordAdmin",
    "DoNotCallAdmin",
    "check_placeholders",
    "check_variables",
]
