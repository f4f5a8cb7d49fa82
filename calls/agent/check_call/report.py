"""What remains of a check call: the report's row, and the conclusion."""

from decimal import Decimal
from typing import Any

from calls.agent.check_call.questions import BOL, CHECK, LOADING, REASON, TEMPERATURE, WHEN, WHERE
from calls.agent.check_call.times import length
from calls.agent.skill import Conclusion, Talk
from calls.models import CheckCallReport
from calls.states import Tag
from organizations import live

TOLD = (WHERE, WHEN, CHECK, LOADING, TEMPERATURE, BOL, REASON)


def has_report(state: dict[str, Any]) -> bool:
    """Whether the other side told something worth keeping."""
    return not state.get("is_wrong_number") and any(state.get(name) for name in TOLD)


def store(talk: Talk) -> None:
    """Write the report of the load that was asked about, if there is one; may run more than once."""
    state, facts = talk.state, talk.state["facts"]
    link = talk.conversation.load_links.first() if has_report(state) else None
    if link is None:
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
            "late_minutes": state.get("late_minutes"),
            "is_waiting": state["is_waiting"],
            "checked": state.get(CHECK, ""),
            "loading": state.get(LOADING, ""),
            "temperature": _temperature(state),
            "bol_number": state.get(BOL, "")[:60],
            "delay_reason": state.get(REASON, "")[:300],
            "reported_at": talk.at,
        },
    )
    live.changed(talk.conversation.organization_id, f"load:{link.load_id}")


def conclude(talk: Talk) -> Conclusion:
    """Place, ETA and the rest, as a sentence and as data."""
    state, facts = talk.state, talk.state["facts"]
    if state.get("is_wrong_number"):
        return Conclusion("The number belongs to somebody else.", (Tag.WRONG_NUMBER,))
    about, kind = "A driver called", []
    if facts["loadNumber"]:
        about, kind = f"Check call on load {facts['loadNumber']} ({facts['callType']})", [Tag.CHECK_CALL]
    if not has_report(state):
        if state.get("is_given_up"):
            return Conclusion(f"{about}: no answer was understood.", (*kind, Tag.CALLBACK_REQUESTED))
        return Conclusion(f"{about}: the call ended before anything was told.", (*kind, Tag.DROPPED))
    late = state.get("late_minutes")
    tags = (*kind, Tag.CHECK_CALL_UPDATE, *([Tag.RUNNING_LATE] if late else []))
    return Conclusion(f"{about}. {_sentences(state, facts)}", tags, _extracted(state, facts))


def _sentences(state: dict[str, Any], facts: dict[str, Any]) -> str:
    late = state.get("late_minutes")
    done = "Loaded by" if facts["callType"] == "pickup" else "Unloaded by"
    arrival = done if state["is_waiting"] else "ETA"
    always = (("Truck", _location(state) or "not said"), (arrival, state.get(WHEN) or "not said"))
    more = (
        ("Late", f"by {length(late, 'en')}" if late else ""),
        ("Reason", state.get(REASON)),
        ("Checked", {"in": "in", "out": "out", "no": "not in yet"}.get(state.get(CHECK, ""))),
        ("Truck is", state.get(LOADING)),
        ("Reefer", f"{state[TEMPERATURE]} °F" if state.get(TEMPERATURE) else ""),
        ("BOL", state.get(BOL)),
    )
    said = (*always, *((name, words) for name, words in more if words))
    return " ".join(f"{name}: {str(words).rstrip('.')}." for name, words in said)


def _extracted(state: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    late, temperature = state.get("late_minutes"), _temperature(state)
    return {
        "loadNumber": facts["loadNumber"] or None,
        "callType": facts["callType"],
        "location": _location(state) or None,
        "eta": state.get(WHEN),
        "etaLocal": state.get("eta_local"),
        "isLate": None if late is None else late > 0,
        "lateMinutes": late,
        "delayReason": state.get(REASON),
        "isWaiting": state["is_waiting"],
        "checked": state.get(CHECK),
        "loading": state.get(LOADING),
        "reeferTemperature": None if temperature is None else float(temperature),
        "bolNumber": state.get(BOL),
    }


def _location(state: dict[str, Any]) -> str:
    return state.get(WHERE) or ("waiting at the facility" if state.get("is_waiting") else "")


def _temperature(state: dict[str, Any]) -> Decimal | None:
    value = state.get(TEMPERATURE)
    return Decimal(value) if value and abs(Decimal(value)) < 1_000 else None
