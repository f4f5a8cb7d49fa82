"""The line to us was lost: whether the talk is to be taken up again."""

from datetime import datetime, timedelta

from django.db import transaction

from calls.agent.step import Step
from calls.models import Call, Conversation

MOST_RESUMES = 5
PATIENCE = timedelta(seconds=45)  # for a `live` that doesn't answer
LONGEST_PAUSE = 5  # seconds


def may_reconnect(call: Call, *, at: datetime) -> int | None:
    """How many seconds to wait before the talk is taken up again; None: it is to end.

    It ends when all was said, when it has been taken up too often, and when nobody answered us for too long.
    """
    with transaction.atomic():
        step = Step.enter(call, at)
        state = step.state
        lost = state.get("lost") or {"since": at.isoformat(), "tries": 0}
        has_waited = at - datetime.fromisoformat(lost["since"])
        if state.get("is_over") or state.get("resumes", 0) >= MOST_RESUMES or has_waited > PATIENCE:
            return None
        state["lost"] = lost | {"tries": lost["tries"] + 1}
        Conversation.objects.filter(pk=call.pk).update(skill_state=state)
        return min(int(lost["tries"]), LONGEST_PAUSE)
