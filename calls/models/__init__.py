"""The conversations: agents, phone numbers, calls and e-mail threads with what was said, check-call reports."""

from calls.models.agents import E164, Agent, PhoneNumber
from calls.models.conversations import Conversation, ConversationLoad, Turn
from calls.models.mail import EmailMessage, EmailThread
from calls.models.phone import Call, CallStatusChange, seconds_connected
from calls.models.reports import CheckCallReport

__all__ = [
    "E164",
    "Agent",
    "Call",
    "CallStatusChange",
    "CheckCallReport",
    "Conversation",
    "ConversationLoad",
    "EmailMessage",
    "EmailThread",
    "PhoneNumber",
    "Turn",
    "seconds_connected",
]
