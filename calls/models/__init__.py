"""The conversations: agents, phone numbers, calls and e-mail threads with what was said, check-call reports."""

from calls.models.conversations import (
    ApprovedAnswer,
    CallCount,
    Conversation,
    ConversationLoad,
    EmailMessage,
    EmailThread,
    OpenQuestion,
    Turn,
)
from calls.models.phone import (
    Call,
    CallStatusChange,
    Promise,
    Recording,
    SpokenWords,
    Transfer,
    TransferStatusChange,
    seconds_connected,
)
from calls.models.reports import CheckCallReport, LoadAlarm
from calls.models.settings import (
    E164,
    VERSIONED,
    Agent,
    AgentVersion,
    CallingRules,
    ConsentRecord,
    DoNotCall,
    PhoneNumber,
)

__all__ = [
    "E164",
    "VERSIONED",
    "Agent",
    "AgentVersion",
    "ApprovedAnswer",
    "Call",
    "CallCount",
    "CallStatusChange",
    "CallingRules",
    "CheckCallReport",
    "ConsentRecord",
    "Conversation",
    "ConversationLoad",
    "DoNotCall",
    "EmailMessage",
    "EmailThread",
    "LoadAlarm",
    "OpenQuestion",
    "PhoneNumber",
    "Promise",
    "Recording",
    "SpokenWords",
    "Transfer",
    "TransferStatusChange",
    "Turn",
    "seconds_connected",
]
