"""The check-call skill: where is the truck, and when will it be at the stop?"""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from calls.agent.skill import Conclusion, Reply, Talk
from calls.agent.spoken_time import find_time
from calls.agent.understanding import is_goodbye, is_wrong_number, says_something, without_goodbye
from calls.models import CheckCallReport
from calls.states import Tag

MOST_REPEATS = 2
WHERE, WHEN = "location", "eta"
# A driver who calls us: nothing was asked for, so there is no load to go by.
NO_FACTS: dict[str, Any] = {
    "loadNumber": "",
    "callType": "pickup",
    "waitingAtFacility": False,
    "name": "",
    "stop": {"city": "", "state": "", "timezone": "", "windowStart": "", "windowEnd": ""},
}


class CheckCallSkill:
    """Asks a driver or dispatcher for place and ETA; doesn't ask where a truck is that waits at the facility.

    What it needs to know stands in `state["facts"]`, put there when the call was asked for: `loadNumber`, `callType`,
    `waitingAtFacility`, `name` (of whom we call) and `stop` (`city`, `state`, `timezone`, `windowStart`, `windowEnd`).
    """

    def open(self, talk: Talk) -> Reply:
        """Says who calls, about which load, and asks the first question."""
        facts = talk.state.setdefault("facts", NO_FACTS)
        waiting = facts["waitingAtFacility"]
        talk.state |= {"asking": WHEN if waiting else WHERE, "repeats": 0, "is_waiting": waiting}
        hello = f"Hi {facts['name']}, this" if facts["name"] else "Hi, this"
        company = talk.conversation.organization.name
        about = (
            f" with a check call on load {facts['loadNumber']}{_about(facts)}" if facts["loadNumber"] else ""
        )
        return Reply(f"{hello} is the automated assistant of {company}{about}. {self._question(talk)}")

    def answer(self, talk: Talk, heard: str) -> Reply:
        """Takes what was said for what was asked; an ETA that comes along with the place is taken too."""
        state = talk.state
        if is_wrong_number(heard):
            state["is_wrong_number"] = True
            return Reply("I'm sorry, I have the wrong number. Good-bye.", is_last=True)
        said = without_goodbye(heard)
        eta = find_time(said, now=_local_now(talk))
        if self._is_answer(state, said, has_eta=eta is not None):
            if state["asking"] == WHERE:
                state |= {WHERE: said, "asking": WHEN, "repeats": 0}
                if eta is None:
                    return NOTED if is_goodbye(heard) else Reply(f"Got it. {self._question(talk)}")
            state |= {WHEN: said, "eta_local": eta.isoformat() if eta else None}
            return NOTED
        if is_goodbye(heard):
            return Reply("Thank you, good-bye.", is_last=True)
        state["repeats"] += 1
        if state["repeats"] > MOST_REPEATS:
            state["is_given_up"] = True
            return Reply("I'll have someone call you back. Thank you, good-bye.", is_last=True)
        return Reply(self._question(talk))

    def resume(self, talk: Talk) -> Reply:
        """Excuses the gap and asks again."""
        return Reply(f"Sorry, the line dropped for a moment. {self._question(talk)}")

    def store(self, talk: Talk) -> None:
        """The report, as a row of the load; kept once a place or an ETA was said."""
        state, facts = talk.state, talk.state["facts"]
        link = talk.conversation.load_links.first()
        if link is None or not _has_report(state):
            return
        CheckCallReport.objects.update_or_create(
            organization=talk.conversation.organization,
            conversation=talk.conversation,
            defaults={
                "load_id": link.load_id,
                "about": facts["callType"],
                "location": _location(state)[:300],
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
        about, kind = "A driver called", []
        if facts["loadNumber"]:
            about, kind = f"Check call on load {facts['loadNumber']} ({facts['callType']})", [Tag.CHECK_CALL]
        if not _has_report(state):
            if state.get("is_given_up"):
                return Conclusion(f"{about}: no answer was understood.", (*kind, Tag.CALLBACK_REQUESTED))
            return Conclusion(f"{about}: the call ended before anything was told.", (*kind, Tag.DROPPED))
        location, eta = _location(state), state.get(WHEN)
        extracted = {
            "loadNumber": facts["loadNumber"] or None,
            "callType": facts["callType"],
            "location": location or None,
            "eta": eta,
            "etaLocal": state.get("eta_local"),
        }
        said = " ".join(
            f"{name}: {(words or 'not said').rstrip('.')}."
            for name, words in (("Truck", location), ("ETA", eta))
        )
        return Conclusion(f"{about}. {said}", (*kind, Tag.CHECK_CALL_UPDATE), extracted)

    @staticmethod
    def _is_answer(state: dict[str, Any], said: str, *, has_eta: bool) -> bool:
        """Whether it answers the question: a place has letters; the second answer about time is taken as it is."""
        if not says_something(said):
            return False
        if state["asking"] == WHERE:
            return any(character.isalpha() for character in said)
        return has_eta or state["repeats"] > 0

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


NOTED = Reply("Thanks, I've noted that. Drive safe, good-bye.", is_last=True)


def _has_report(state: dict[str, Any]) -> bool:
    """Whether the other side told something worth keeping."""
    return not state.get("is_wrong_number") and bool(state.get(WHERE) or state.get(WHEN))


def _location(state: dict[str, Any]) -> str:
    return state.get(WHERE) or ("waiting at the facility" if state.get("is_waiting") else "")


def _about(facts: dict[str, Any]) -> str:
    place = ", ".join(part for part in (facts["stop"]["city"], facts["stop"]["state"]) if part)
    kind = "picking up" if facts["callType"] == "pickup" else "delivering"
    return f", {kind} in {place}" if place else ""


def _local_now(talk: Talk) -> datetime:
    zone = talk.state["facts"]["stop"]["timezone"] or talk.conversation.organization.timezone
    return talk.at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
