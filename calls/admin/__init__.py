"""Django admin of the conversations, for operators."""

from calls.admin.agents import AgentAdmin, PhoneNumberAdmin
from calls.admin.calls import CallAdmin
from calls.admin.rules import CallingRulesAdmin, ConsentRecordAdmin, DoNotCallAdmin

__all__ = [
    "AgentAdmin",
    "CallAdmin",
    "CallingRulesAdmin",
    "ConsentRecordAdmin",
    "DoNotCallAdmin",
    "PhoneNumberAdmin",
]
