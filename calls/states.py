"""The statuses of a call as one table, and the words of conversations."""

from datetime import timedelta

from django.db import models

from organizations.tenancy.lifecycle import Lifecycle


class Channel(models.TextChoices):
    """How a conversation is held."""

    PHONE = "phone", "Phone"
    EMAIL = "email", "Email"


class Direction(models.TextChoices):
    """Who began, seen from the brokerage."""

    INBOUND = "inbound", "Inbound"
    OUTBOUND = "outbound", "Outbound"


class AgentPurpose(models.TextChoices):
    """What an agent is for: decides its skill."""

    CUSTOM = "custom", "Custom"
    CARRIER_SALES = "carrier_sales", "Carrier sales"
    CHECK_CALL = "check_call", "Check call"


class Role(models.TextChoices):
    """Who speaks a turn."""

    AGENT = "agent", "Agent"
    CALLER = "caller", "Caller"


class CallStatus(models.TextChoices):
    """Where a call is. To API clients every unfinished status is IN_PROGRESS."""

    QUEUED = "QUEUED", "Queued"
    DIALING = "DIALING", "Dialing"
    PLACED = "PLACED", "Placed"
    RINGING = "RINGING", "Ringing"
    ANSWERED = "ANSWERED", "On the call"
    COMPLETED = "COMPLETED", "Completed"
    NO_ANSWER = "NO_ANSWER", "No answer"
    BUSY = "BUSY", "Busy"
    VOICEMAIL = "VOICEMAIL", "Voicemail"
    FAILED = "FAILED", "Failed"
    CANCELED = "CANCELED", "Canceled"


S = CallStatus
_ENDS = (S.COMPLETED, S.NO_ANSWER, S.BUSY, S.VOICEMAIL, S.FAILED, S.CANCELED)

MAX_CALL_DURATION = timedelta(minutes=30)
# The line itself: two people who were connected may talk for longer than an agent may.
MAX_LINE_DURATION = timedelta(hours=4)

CALL_LIFECYCLE = Lifecycle(
    CallStatus,
    start=S.QUEUED,
    moves={
        S.QUEUED: (S.DIALING, S.FAILED, S.CANCELED),
        # Back to QUEUED only when nothing was dialed: the provider said "too many requests", or was never asked.
        S.DIALING: (S.QUEUED, S.PLACED, S.RINGING, S.ANSWERED, *_ENDS),
        S.PLACED: (S.RINGING, S.ANSWERED, *_ENDS),
        S.RINGING: (S.ANSWERED, *_ENDS),
        S.ANSWERED: _ENDS,
        **dict.fromkeys(_ENDS, ()),
    },
    deadlines={
        S.QUEUED: timedelta(minutes=15),
        S.DIALING: timedelta(minutes=2),
        S.PLACED: timedelta(minutes=2),
        S.RINGING: timedelta(minutes=3),
        S.ANSWERED: MAX_CALL_DURATION + timedelta(minutes=2),
    },
)


PUBLIC_STATUSES = dict.fromkeys(CALL_LIFECYCLE.unfinished, "IN_PROGRESS") | {
    status: str(status) for status in CALL_LIFECYCLE.final
}


def public_status(status: str) -> str:
    """The status as API clients see it: IN_PROGRESS until the end."""
    return PUBLIC_STATUSES[status]


class TransferStatus(models.TextChoices):
    """Where the handing of a line to a person is."""

    REQUESTED = "REQUESTED", "Requested"
    RINGING = "RINGING", "Ringing"
    CONNECTED = "CONNECTED", "Connected"
    ENDED = "ENDED", "Ended"
    FAILED = "FAILED", "No one picked up"
    CANCELED = "CANCELED", "Canceled"


T = TransferStatus
# A transfer ends with its call at the latest, in the same transaction; the call has a sweep.
TRANSFER_LIFECYCLE = Lifecycle(
    TransferStatus,
    start=T.REQUESTED,
    moves={
        T.REQUESTED: (T.RINGING, T.CANCELED),
        T.RINGING: (T.CONNECTED, T.FAILED, T.CANCELED),
        # A person who hangs up during the whisper was nobody.
        T.CONNECTED: (T.ENDED, T.FAILED),
        T.ENDED: (),
        T.FAILED: (),
        T.CANCELED: (),
    },
    deadlines={
        T.REQUESTED: MAX_CALL_DURATION,
        T.RINGING: MAX_CALL_DURATION,
        T.CONNECTED: MAX_LINE_DURATION,
    },
    # How the second line ended may be told after the end of the call.
    reopenings={T.CANCELED: (T.CONNECTED,), T.ENDED: (T.FAILED,)},
)


class Order(models.TextChoices):
    """What a person may want done with a live line."""

    HANG_UP = "hang_up", "Hang up"
    TAKE_OVER = "take_over", "Take over"


class AnswerTopic(models.TextChoices):
    """What an approved answer is about; values are those of `calls.language.reading.Topic`."""

    TERMS = "terms", "Payment terms"
    QUICK_PAY = "quick_pay", "Quick pay"
    FACTORING = "factoring", "Factoring"
    DETENTION = "detention", "Detention"
    LAYOVER = "layover", "Layover"
    TONU = "tonu", "TONU"
    LUMPER = "lumper", "Lumper"
    STOP_PAY = "stop_pay", "Stop-off pay"
    INSURANCE = "insurance", "Insurance"
    SETUP = "setup", "Carrier setup"
    RATE_CON = "rate_con", "Rate con"
    APPOINTMENT = "appointment", "Appointments"
    TRACKING = "tracking", "Tracking"
    OTHER = "other", "Other"


class Tag(models.TextChoices):
    """Content tags that Loadline gives by itself; an organization may add its own."""

    NEGOTIATION = "negotiation"
    BOOKING_CONFIRMED = "booking_confirmed"
    GENERAL_INQUIRY = "general_inquiry"
    RATE_REJECTED = "rate_rejected"
    CARRIER_NOT_QUALIFIED = "carrier_not_qualified"
    LOAD_NOT_FOUND = "load_not_found"
    LOAD_UNAVAILABLE = "load_unavailable"
    CALLBACK_REQUESTED = "callback_requested"
    TRANSFERRED = "transferred"
    CHECK_CALL_UPDATE = "check_call_update"
    WRONG_NUMBER = "wrong_number"
    DROPPED = "dropped"
    NEW_OPPORTUNITY = "new_opportunity"
    FOLLOW_UP = "follow_up"
    CHECK_CALL = "check_call"
    VOICEMAIL = "voicemail"
    NO_ANSWER = "no_answer"
    BUSY = "busy"
    NOT_INTERESTED = "not_interested"
    DO_NOT_CALL = "do_not_call"
    RUNNING_LATE = "running_late"


class AlarmKind(models.TextChoices):
    """What a load's broker is told of at once."""

    CANCELLED = "cancelled", "Carrier canceled"
    BROKEN_DOWN = "broken_down", "Broken down"
    LATE = "late", "Running late"
    WRONG_LOAD = "wrong_load", "Not on this load"
    TEMPERATURE = "temperature", "Reefer temperature off"
