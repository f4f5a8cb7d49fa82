"""What came of a carrier's call, in an outreach's words."""

from bids.models import Booking, OutreachCandidate
from bids.states import CandidateOutcome
from calls.models import Call
from calls.states import CallStatus, Tag

Came = CandidateOutcome

OF_LINE = {
    CallStatus.NO_ANSWER: Came.NO_ANSWER,
    CallStatus.BUSY: Came.BUSY,
    CallStatus.VOICEMAIL: Came.VOICEMAIL,
    CallStatus.FAILED: Came.FAILED,
}
# By the outcome that the talk was concluded with.
OF_TALK = {
    "booked": Came.BOOKED,
    "bid": Came.BID,
    "opted_out": Came.OPTED_OUT,
    "transferred": Came.TRANSFERRED,
    "callback": Came.CALL_BACK,
    "not_qualified": Came.NOT_QUALIFIED,
    "declined": Came.DECLINED,
    "wrong_equipment": Came.DECLINED,
    "load_unavailable": Came.LOAD_GONE,
    "load_not_found": Came.LOAD_GONE,
    "dropped": Came.DROPPED,
    "inquiry": Came.DECLINED,
}


def outcome_of(turn: OutreachCandidate, call: Call, *, is_over: bool) -> CandidateOutcome:
    """Return what came of a call that has ended; `is_over`: so has the outreach, so that nothing is held any more."""
    if turn.bid_id is not None and Booking.objects.filter(bid=turn.bid_id).exists():
        return Came.BOOKED
    if turn.agreed_at is not None:
        return Came.BID if is_over else Came.AGREED
    if call.status == CallStatus.CANCELED:
        return Came.OPTED_OUT if call.failure_reason == "do_not_call" else Came.LOAD_GONE
    if call.status != CallStatus.COMPLETED:
        return OF_LINE[CallStatus(call.status)]
    if Tag.WRONG_NUMBER in call.conversation.content_tags:
        return Came.WRONG_NUMBER
    return OF_TALK.get(call.conversation.extracted_data.get("outcome", ""), Came.DROPPED)
