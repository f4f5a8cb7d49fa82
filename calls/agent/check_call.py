"""The check-call skill: where is the truck, and when will it be at the stop?"""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from calls.agent.skill import Conclusion, Reply, Talk
from calls.agent.understanding import find_time, is_wrong_number, says_something
from calls.models import CheckCallReport
from calls.states import Tag

MOST_REPEATS = 2
WHERE, WHEN = "location", "eta"


class CheckCallSkill:
    """Asks a driver or dispatcher for place and ETA; doesn't ask where a truck is that waits at the facility.

    What it needs to know stands in `state["facts"]`, put there when the call was asked for: `loadNumber`, `callType`,
    `waitingAtFacility`, `name` (of whom we call) and `stop` (`city`, `state`, `timezone`, `windowStart`, `windowEnd`).
    """

    def open(self, talk: Talk) -> Reply:
        """Says who calls, about which load, and asks the first question."""
        facts = talk.state["facts"]
        waiting = facts["waitingAtFacility"]
        talk.state |= {"asking": WHEN if waiting else WHERE, "repeats": 0, "is_waiting": waiting}
        if waiting:
            talk.state[WHERE] = "waiting at the facility"
        hello = f"Hi {facts['name']}, this" if facts["name"] else "Hi, this"
        return Reply(
            f"{hello} is the automated assistant of {talk.conversation.organization.name} with a check call on load "
            f"{facts['loadNumber']}{_about(facts)}. {self._question(talk)}"
        )

    def answer(self, talk: Talk, heard: str) -> Reply:
        """Takes what was said for what was asked; an ETA that comes along with the place is taken too."""
        state = talk.state
        if is_wrong_number(heard):
            state["is_wrong_number"] = True
            return Reply("I'm sorry, I have the wrong number. Good-bye.", is_last=True)
        eta = find_time(heard, now=_local_now(talk))
        is_answer = says_something(heard) and (
            eta is not None or state["asking"] == WHERE or state["repeats"] > 0
        )
        if not is_answer:
            state["repeats"] += 1
            if state["repeats"] > MOST_REPEATS:
                return Reply("I'll have someone call you back. Thank you, good-bye.", is_last=True)
            return Reply(self._question(talk))
        if state["asking"] == WHERE:
            state |= {WHERE: heard.strip(), "asking": WHEN, "repeats": 0}
            if eta is None:
                return Reply(f"Got it. {self._question(talk)}")
        state[WHEN] = heard.strip()
        state["eta_local"] = eta.isoformat() if eta else None
        return Reply("Thanks, I've noted that. Drive safe, good-bye.", is_last=True)

    def resume(self, talk: Talk) -> Reply:
        """Excuses the gap and asks again."""
        return Reply(f"Sorry, the line dropped for a moment. {self._question(talk)}")

    def store(self, talk: Talk) -> None:
        """The report, as a row of the load; kept once a place or an ETA was said."""
        state, facts = talk.state, talk.state["facts"]
        link = talk.conversation.load_links.first()
        if link is None or not (state.get(WHERE) or state.get(WHEN)):
            return
        CheckCallReport.objects.update_or_create(
            organization=talk.conversation.organization,
            conversation=talk.conversation,
            defaults={
                "load_id": link.load_id,
                "about": facts["callType"],
                "location": (state.get(WHERE) or "")[:300],
                "eta_said": (state.get(WHEN) or "")[:300],
                "eta": state.get("eta_local"),
                "reported_at": talk.at,
            },
        )

    def conclude(self, talk: Talk) -> Conclusion:
        """Place and ETA, as a sentence and as data."""
        state, facts = talk.state, talk.state["facts"]
        if state.get("is_wrong_number"):
            return Conclusion("The number belongs to somebody else.", (Tag.WRONG_NUMBER,))
        if not state.get(WHERE) and not state.get(WHEN):
            return Conclusion("The line went dead before the driver said where the truck is.", (Tag.DROPPED,))
        extracted = {
            "loadNumber": facts["loadNumber"],
            "callType": facts["callType"],
            "location": state.get(WHERE),
            "eta": state.get(WHEN),
            "etaLocal": state.get("eta_local"),
        }
        place, eta = ((state.get(name) or "not said").rstrip(".") for name in (WHERE, WHEN))
        said = f"Truck: {place}. ETA: {eta}."
        return Conclusion(
            f"Check call on load {facts['loadNumber']} ({facts['callType']}). {said}",
            (Tag.CHECK_CALL, Tag.CHECK_CALL_UPDATE),
            extracted,
        )

    @staticmethod
    def _question(talk: Talk) -> str:
        is_pickup = talk.state["facts"]["callType"] == "pickup"
        if talk.state["asking"] == WHERE:
            return "Where are you right now?"
        if talk.state["is_waiting"]:
            work = "loaded" if is_pickup else "unloaded"
            return f"I see that you're at the facility. When do you expect to be {work}?"
        place = "the pickup" if is_pickup else "the delivery"
        return f"And what time do you expect to be at {place}?"


def _about(facts: dict[str, Any]) -> str:
    place = ", ".join(part for part in (facts["stop"]["city"], facts["stop"]["state"]) if part)
    kind = "picking up" if facts["callType"] == "pickup" else "delivering"
    return f", {kind} in {place}" if place else ""


def _local_now(talk: Talk) -> datetime:
    zone = talk.state["facts"]["stop"]["timezone"] or talk.conversation.organization.timezone
    return talk.at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
