"""Django admin of the conversations, for operators."""

from calls.admin.agents import AgentAdmin, PhoneNumberAdmin
from calls.admin.alarms import LoadAlarmAdmin
from calls.admin.answers import ApprovedAnswerAdmin, OpenQuestionAdmin
from calls.admin.calls import CallAdmin
from calls.admin.rules import CallingRulesAdmin, ConsentRecordAdmin, DoNotCallAdmin

__all__ = [
    "AgentAdmin",
    "ApprovedAnswerAdmin",
    "CallAdmin",
    "CallingRulesAdmin",
    "ConsentRecordAdmin",
    "DoNotCallAdmin",
    "LoadAlarmAdmin",
    "OpenQuestionAdmin",
    "PhoneNumberAdmin",
]
