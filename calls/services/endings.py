"""What remains of a conversation that has ended: its transcript, and what came of it."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from calls.language.sentiment import sentiment_of
from calls.models import Call, Conversation
from calls.services.steps import Step
from calls.services.transfers import other_number
from calls.skill import Conclusion, default_variables, fill
from calls.states import Role, Tag


def conclude(call: Call, *, at: datetime) -> Conclusion:
    """What came of a conversation that was held; stores the skill's own rows too. Run it in the ending transaction."""
    step = Step.enter(call, at)
    if not step.state.get("is_begun"):
        return Conclusion("The call dropped before anyone spoke.", (Tag.DROPPED,))
    step.skill.store(step.talk)
    conclusion = _with_common(step.skill.conclude(step.talk), step)
    mood = sentiment_of(step.talk.conversation.turns.order_by("position"))
    return replace(conclusion, extracted={"sentiment": str(mood)} | conclusion.extracted)


def voicemail_message(call: Call) -> str:
    """What to leave on an answering machine, with its variables filled in; empty: nothing."""
    conversation = call.conversation
    if conversation.agent is None:
        return ""
    values = conversation.skill_state.get("variables") or default_variables(conversation.agent.variables)
    return fill(conversation.agent.voicemail_message, values)


def transcript(conversation: Conversation) -> str:
    """The turns as text, a line each: `Agent: …` and `Caller: …`."""
    return "\n".join(
        f"{Role(role).label}: {text}" + (" —" if is_interrupted else "")
        for role, text, is_interrupted in conversation.turns.order_by("position").values_list(
            "role", "text", "is_interrupted"
        )
    )


def _with_common(conclusion: Conclusion, step: Step) -> Conclusion:
    """The skill's conclusion, and what the runtime itself has heard or done."""
    state = step.state
    if state.get("is_opted_out"):
        said = "Asked not to be called again."
        conclusion = _tell(conclusion, said, Tag.DO_NOT_CALL, is_primary=True, outcome="opted_out")
    if state.get("is_wrong_number"):
        said = "Wrong number."
        conclusion = _tell(conclusion, said, Tag.WRONG_NUMBER, is_primary=True)
    if call_back := state.get("call_back"):
        words = f": “{call_back['words']}”" if call_back["words"] else ""
        told = {
            "callbackTime": call_back["time"],
            "callbackPhone": call_back["phone"] or other_number(step.call, step.talk.conversation) or None,
            **({"callbackTimezone": call_back["zone"]} if call_back.get("zone") else {}),
        }
        conclusion = _tell(conclusion, f"Callback requested{words}.", Tag.CALLBACK_REQUESTED, **told)
    if other := state.get("ask_other"):
        whom = " at ".join(part for part in (other["name"] or "someone else", other["phone"]) if part)
        told = {"contactName": other["name"] or None, "contactPhone": other["phone"] or None}
        told |= {"outcome": "ask_other", "callbackTime": None, "callbackPhone": other["phone"] or None}
        said = f"Referred to {whom}: “{other['words']}”."
        conclusion = _tell(conclusion, said, Tag.CALLBACK_REQUESTED, **told)
    if step.talk.conversation.transferred_at:
        conclusion = _tell(conclusion, "Transferred to a person.", Tag.TRANSFERRED)
    return conclusion


def _tell(
    conclusion: Conclusion, said: str, tag: Tag, *, is_primary: bool = False, **extracted: Any
) -> Conclusion:
    """Add a sentence, a tag and data to a conclusion that doesn't have the tag yet; the skill's own data stays."""
    is_known = tag in conclusion.tags
    others = tuple(each for each in conclusion.tags if each != tag)
    if is_primary:
        tags, data = (tag, *others), conclusion.extracted | extracted
    else:
        tags = conclusion.tags if is_known else (*others, tag)
        data = extracted | conclusion.extracted
    summary = conclusion.summary if is_known else f"{conclusion.summary} {said}".strip()
    return replace(conclusion, summary=summary, tags=tags, extracted=data)
