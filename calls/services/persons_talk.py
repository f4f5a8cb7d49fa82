"""What remains of a call that a person made: no agent heard it, so the line alone tells."""

from datetime import datetime

from calls.agent.skill import Conclusion
from calls.models import Call
from calls.states import CallStatus, Tag
from calls.wording import clock, reason_words


def conclude_persons_call(call: Call, status: CallStatus, reason: str, *, at: datetime) -> Conclusion | None:
    """What came of a person's call, as far as the line tells; None where that is the same as of an agent's."""
    if status == CallStatus.COMPLETED and call.answered_at:
        who = str(call.person) if call.person else "A person"
        talked = clock((at - call.answered_at).total_seconds())
        tag = Tag.FOLLOW_UP if call.follows_id else Tag.NEW_OPPORTUNITY
        return Conclusion(f"{who} called and talked for {talked}.", (tag,))
    if status == CallStatus.CANCELED and reason:
        return Conclusion(reason_words(reason), ())
    return None
