"""The conversations: agents, phone numbers, calls and e-mail threads with what was said, check-call reports."""

from calls.models.agents import E164, VERSIONED, Agent, AgentVersion, PhoneNumber
from calls.models.answers import ApprovedAnswer, OpenQuestion
from calls.models.conversations import Conversation, ConversationLoad, Turn
from calls.models.counts import CallCount
from calls.models.mail import EmailMessage, EmailThread
from calls.models.phone import Call, CallStatusChange, Recording, seconds_connected
from calls.models.promises import Promise
from calls.models.reports import CheckCallReport, LoadAlarm
from calls.models.rules import CallingRules, ConsentRecord, DoNotCall
from calls.models.words import SpokenWords

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
    "Turn",
    "seconds_connected",
]
