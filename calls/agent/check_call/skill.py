"""The check-call skill: one question after the other, none whose answer was told already."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from calls.agent.check_call import report
from calls.agent.check_call.lines import LINES
from calls.agent.check_call.notes import answered_back, take
from calls.agent.check_call.questions import ESSENTIAL, EXPECTING, about, next_question, wording
from calls.agent.check_call.reading import read
from calls.agent.check_call.times import appointment, due, length
from calls.agent.meaning import Expecting, Intent, Listening, Meaning
from calls.agent.skill import Conclusion, Reply, Talk
from calls.agent.understanding import is_goodbye, is_wrong_number
from calls.services.transfers import person_for

MOST_REPEATS = 2
MOST_ASIDES = 5  # questions asked back; then only ours count
# A driver who calls us: nothing was asked for, so there is no load to go by.
NO_FACTS: dict[str, Any] = {
    "loadNumber": "",
    "callType": "pickup",
    "waitingAtFacility": False,
    "name": "",
    "stop": {"city": "", "state": "", "timezone": "", "windowStart": "", "windowEnd": ""},
}


class CheckCallSkill:
    """Asks a driver or dispatcher how it stands with a load; doesn't ask where a truck is that waits at the facility.

    What it needs to know stands in `state["facts"]`, put there when the call was asked for: `loadNumber`, `callType`,
    `waitingAtFacility`, `name` (of whom we call), `isDispatcher`, `isReefer` and `stop` (`city`, `state`, `timezone`,
    `windowStart`, `windowEnd`).
    """

    def open(self, talk: Talk) -> Reply:
        """Says who calls, about which load and appointment, and asks the first question."""
        facts = talk.state.setdefault("facts", NO_FACTS)
        waiting = facts["waitingAtFacility"]
        talk.state |= {"repeats": 0, "asides": 0, "asked": [], "is_waiting": waiting}
        hello = _say(talk, "hello_whom", whom=facts["name"]) if facts["name"] else _say(talk, "hello")
        load = facts["loadNumber"]
        of_load = _say(talk, "about", load=load, stop=about(facts, talk.language)) if load else ""
        company = talk.conversation.organization.name
        opening = [_say(talk, "opening", hello=hello, company=company, about=of_load)]
        if when := appointment(facts["stop"], talk.language, _local_now(talk)):
            opening.append(_say(talk, "appointment", when=when))
        if waiting:
            opening.append(_say(talk, "waiting"))
        return self._ask(talk, *opening)

    def listening(self, talk: Talk, expecting: Expecting) -> Listening:
        """By the clock of the stop."""
        return Listening(expecting=expecting, now=_local_now(talk), language=talk.language)

    def answer(self, talk: Talk, meant: Meaning) -> Reply:
        """Takes whatever was told, asked for or not; then the next question that is still open."""
        state = talk.state
        if is_wrong_number(meant.text):
            state["is_wrong_number"] = True
            return Reply(_say(talk, "wrong_number"), is_last=True)
        was_late = state.get("late_minutes")
        told = read(meant, now=_local_now(talk), stop=state["facts"]["stop"])
        is_answer = take(state, told, meant)
        if meant.has(Intent.GOODBYE) or is_goodbye(meant.text):
            name = "noted" if is_answer and report.has_report(state) else "goodbye"
            return Reply(_say(talk, name), is_last=True)
        back = answered_back(meant, talk, _local_now(talk)) if state["asides"] < MOST_ASIDES else ""
        state["asides"] += bool(back)
        if not is_answer:
            return self._ask_again(talk, back)
        is_news = state.get("late_minutes") and not was_late
        return self._ask(talk, back, self._late(talk) if is_news else "", is_answer=True)

    def resume(self, talk: Talk) -> Reply:
        """Excuses the gap and asks again."""
        return self._question(talk, _say(talk, "resumed"))

    def store(self, talk: Talk) -> None:
        """The report, as a row of the load; kept once something was told."""
        report.store(talk)

    def conclude(self, talk: Talk) -> Conclusion:
        """What was told, as a sentence and as data."""
        return report.conclude(talk)

    def _ask(self, talk: Talk, *before: str, is_answer: bool = False) -> Reply:
        """The next open question; without one, good-bye."""
        state = talk.state
        said = [each for each in before if each]
        name = next_question(state)
        if not name:
            return Reply(" ".join([*said, _say(talk, "noted")]), is_last=True)
        if is_answer and not said:
            said = [LINES.say("got_it", talk.language, len(state["asked"]))]
        state["asking"], state["repeats"] = name, 0
        if name not in ESSENTIAL:
            state["asked"].append(name)
        return self._question(talk, *said)

    def _ask_again(self, talk: Talk, back: str) -> Reply:
        """The same question once more, after an answer to theirs; what must be known up to three times in all."""
        state = talk.state
        if back:
            return self._question(talk, back)
        state["repeats"] += 1
        if state["asking"] not in ESSENTIAL and state["repeats"] > 1:
            return self._ask(talk)
        if state["repeats"] > MOST_REPEATS:
            state["is_given_up"] = True
            return Reply(_say(talk, "given_up"), is_last=True)
        return self._question(talk)

    def _question(self, talk: Talk, *before: str) -> Reply:
        state, facts = talk.state, talk.state["facts"]
        text = " ".join([*before, wording(state["asking"], state, talk.language)])
        stop = facts["stop"]
        known = {
            "load": facts["loadNumber"],
            "stop": ", ".join(part for part in (stop["city"], stop["state"]) if part),
            "appointment": appointment(stop, talk.language, _local_now(talk)),
        }
        told = {name: value for name, value in known.items() if value}
        return Reply(text, expecting=EXPECTING[state["asking"]], facts=told)

    @staticmethod
    def _late(talk: Talk) -> str:
        """That the truck comes after its appointment, and what becomes of that."""
        is_reachable = person_for(talk.conversation, at=talk.at) is not None
        moment = due(talk.state["facts"]["stop"])
        window = {"windowStart": moment.isoformat() if moment else "", "windowEnd": ""}
        return _say(
            talk,
            "late_told" if is_reachable else "late_noted",
            late=length(talk.state["late_minutes"], talk.language),
            when=appointment(window, talk.language, _local_now(talk)),
        )


def _say(talk: Talk, name: str, **facts: str) -> str:
    return LINES.say(name, talk.language, 0, **facts)


def _local_now(talk: Talk) -> datetime:
    zone = talk.state["facts"]["stop"]["timezone"] or talk.conversation.organization.timezone
    return talk.at.astimezone(ZoneInfo(zone)).replace(tzinfo=None)
