"""The report of a check call as it is written down, and the call to dispatch that may follow."""

import re
from decimal import Decimal
from typing import Any

import structlog

from calls import events
from calls.calling_rules import NotAllowed, NotDialable
from calls.models import Call, CheckCallReport, Conversation, Promise
from calls.models.reports import Outcome
from calls.services.dialing import NotReady
from calls.services.progress import keep_promise
from calls.services.requests import request_dispatch_call
from calls.skill import Conclusion, Talk
from calls.skills.answering import load_of
from calls.skills.check_call_notes import notes_of
from calls.skills.check_call_phrases import (
    BOL,
    CHECK,
    LEFT,
    LOADING,
    MOVED_TO,
    OSD,
    OTHER_LOAD,
    REASON,
    REEFER_OFF,
    SET_TO,
    SINCE,
    TELLER,
    TEMPERATURE,
    TRACKING,
    TURNED_AWAY,
    WHEN,
    WHERE,
    length,
    tracking_app,
)
from calls.skills.check_call_questions import has_delay, has_others_freight, outcome_of
from calls.states import CallStatus, Tag
from loads.models import StopType
from organizations.formats import local_time
from organizations.tenancy import live_updates
from organizations.tenancy.actors import system

AT_FACILITY = "at the facility"
TOWN = re.compile(r"[^,\d]+, [A-Z]{2,3}")


def store(talk: Talk) -> None:
    """Write the report of the load that was asked about, if there is one; may run more than once."""
    state, facts = talk.state, talk.state["facts"]
    load = load_of(talk) if has_report(state) else None
    if load is None:
        return
    report, _ = CheckCallReport.objects.update_or_create(
        organization=talk.conversation.organization,
        conversation=talk.conversation,
        defaults={
            "load": load,
            "about": facts["callType"],
            "outcome": outcome_of(state),
            "location": _location(state)[:300],
            "eta_said": (state.get(WHEN) or "")[:300],
            "eta": state.get("eta_local"),
            "late_minutes": state.get("late_minutes"),
            "is_waiting": _waits(state),
            "waiting_since": state.get(SINCE),
            "delivered_date": state.get("delivered_date"),
            "delivered_time": state.get("delivered_time"),
            "checked": _checked(state),
            "loading": state.get(LOADING, ""),
            "temperature": _temperature(state),
            "set_temperature": facts.get("reeferTemperature"),
            "tracking_app": facts.get("trackingApp", ""),
            "is_tracking": _is_tracking(state),
            "bol_number": state.get(BOL, "")[:60],
            "delay_reason": _reason(state)[:300],
            "reported_at": talk.at,
        },
    )
    live_updates.changed(talk.conversation.organization_id, f"load:{load.pk}")
    events.reported(report, talk.conversation, at=talk.at)


def has_report(state: dict[str, Any]) -> bool:
    """Whether the other side told something worth keeping."""
    return bool(state.get("told")) and not state.get("is_wrong_number")


def conclude(talk: Talk) -> Conclusion:
    """Place, ETA and the rest, as a sentence and as data."""
    state, facts = talk.state, talk.state["facts"]
    if state.get("is_wrong_number"):
        return Conclusion("Wrong number.", (Tag.WRONG_NUMBER,))
    about, kind = "A driver called", []
    if facts["loadNumber"]:
        about, kind = (
            f"Check call on load {facts['loadNumber']} ({StopType(facts['callType']).label.lower()})",
            [Tag.CHECK_CALL],
        )
    wants_call = [Tag.CALLBACK_REQUESTED] if state.get("is_given_up") else []
    if not has_report(state):
        if wants_call:
            return Conclusion(f"{about}: no usable answers.", (*kind, *wants_call))
        return Conclusion(f"{about}: the call ended before any update.", (*kind, Tag.DROPPED))
    late = [Tag.RUNNING_LATE] if state.get("late_minutes") else []
    tags = (*kind, Tag.CHECK_CALL_UPDATE, *late, *wants_call)
    return Conclusion(f"{about}. {_sentences(state, facts)}", tags, _extracted(state, facts))


def _sentences(state: dict[str, Any], facts: dict[str, Any]) -> str:
    outcome = outcome_of(state)
    is_under_way = outcome in ("", Outcome.ON_THE_WAY, Outcome.AT_FACILITY)
    is_wanted = is_under_way and not state.get(MOVED_TO)
    reefer, tracking = _reefer(state, facts), {"on": "on", "off": "not on"}.get(state.get(TRACKING, ""))
    teller = _teller(state, facts)
    told = (
        f"Told by {teller}, not the driver." if teller else "",
        "" if is_under_way else _standing(state, outcome),
        _where(state, outcome) or ("Location not given." if is_under_way else ""),
        "Turned away at the stop." if state.get(TURNED_AWAY) and is_under_way else "",
        _when(state, facts, is_wanted=is_wanted),
        {"in": "Checked in.", "out": "Checked out.", "no": "Not checked in yet."}.get(_checked(state)),
        f"On site since {local_time(state[SINCE][:16])}." if state.get(SINCE) else "",
        f"Reefer {reefer}." if reefer else "Reefer off." if state.get(REEFER_OFF) else "",
        f"{tracking_app(facts)} {tracking}." if tracking else "",
        f"BOL {state[BOL].rstrip('.')}." if state.get(BOL) else "",
        f"Appointment moved to {local_time(state[MOVED_TO][:16])}." if state.get(MOVED_TO) else "",
        f"Says theirs is load {state[OTHER_LOAD]}." if state.get(OTHER_LOAD) else "",
        f"OS&D: “{state[OSD]}”." if state.get(OSD) else "",
        *(f"Condition: “{each}”." for each in state.get("conditions", [])),
        *(f"Note: “{each}”." for each in notes_of(state, _reason(state))),
    )
    return " ".join(sentence for sentence in told if sentence)


def _where(state: dict[str, Any], outcome: str) -> str:
    """Driver is in Macon, GA, loaded; empty where neither is known."""
    location, loading = _location(state).rstrip("."), state.get(LOADING)
    loading = "loaded with another load" if has_others_freight(state) else loading
    is_loaded = f", {loading}" if loading and outcome != Outcome.LOADED else ""
    if not location:
        return f"Trailer{is_loaded}.".replace(",", " is", 1) if is_loaded else ""
    if location == AT_FACILITY or (state.get(LEFT) and not state.get(WHERE)):
        return f"Driver is {location}{is_loaded}."
    return (
        f"Driver is in {location}{is_loaded}."
        if TOWN.fullmatch(location)
        else f"Location: {location}{is_loaded}."
    )


def _when(state: dict[str, Any], facts: dict[str, Any], *, is_wanted: bool) -> str:
    """ETA Mar 4, 3:00 PM, 3 hours late: stuck at the scale; as it was said where no time was understood."""
    late, reason, said = (
        state.get("late_minutes"),
        _reason(state).rstrip("."),
        (state.get(WHEN) or "").rstrip("."),
    )
    work = "Loaded" if facts["callType"] == "pickup" else "Unloaded"
    is_waiting = state["is_waiting"] and not state.get(TURNED_AWAY)
    arrival = f"{work} by" if is_waiting else "ETA"
    sentence = ""
    if state.get("eta_local"):
        sentence = f"{arrival} {local_time(state['eta_local'][:16])}"
    elif said:
        sentence = f"{arrival}{'' if is_waiting else ':'} “{said}”"
    elif is_wanted and not state.get(TURNED_AWAY):
        sentence = f"{work.replace('oaded', 'oading')} time not given" if is_waiting else "ETA not given"
    if late:
        sentence += f", {length(late, 'en')} late" if sentence else f"{length(late, 'en').capitalize()} late"
    if reason:
        sentence += f": {reason}" if late else f"{'. ' if sentence else ''}Reason: {reason}"
    return f"{sentence}." if sentence else ""


def _standing(state: dict[str, Any], outcome: str) -> str:
    """Delivered Mar 1, 2:30 PM."""
    moment = ""
    if outcome == Outcome.DELIVERED:
        day, time = state.get("delivered_date"), state.get("delivered_time")
        moment = f" {local_time(f'{day}T{time}' if time else day)}" if day else ""
    return f"{Outcome(outcome).label}{moment}."


def _extracted(state: dict[str, Any], facts: dict[str, Any]) -> dict[str, Any]:
    late, temperature = state.get("late_minutes"), _temperature(state)
    return {
        "loadNumber": facts["loadNumber"] or None,
        "callType": facts["callType"],
        "outcome": str(outcome_of(state)) or None,
        "location": _location(state) or None,
        "eta": state.get(WHEN),
        "etaLocal": state.get("eta_local"),
        "isLate": None if late is None else late > 0,
        "lateMinutes": late,
        "delayReason": _reason(state) or None,
        "isWaiting": _waits(state),
        "waitingSince": state.get(SINCE),
        "deliveredDate": state.get("delivered_date"),
        "deliveredTime": state.get("delivered_time"),
        "checked": _checked(state) or None,
        "loading": state.get(LOADING),
        "reeferTemperature": None if temperature is None else float(temperature),
        "reeferSetPoint": float(facts["reeferTemperature"]) if facts.get("reeferTemperature") else None,
        "trackingApp": facts.get("trackingApp"),
        "isTracking": _is_tracking(state),
        "bolNumber": state.get(BOL),
        "osd": state.get(OSD),
        "appointmentMovedTo": state.get(MOVED_TO),
        "otherLoad": state.get(OTHER_LOAD),
        "reeferSetTo": float(state[SET_TO]) if state.get(SET_TO) else None,
        "conditions": state.get("conditions") or None,
        "notes": notes_of(state, _reason(state)) or None,
        "toldBy": _teller(state, facts) or None,
    }


def degrees(number: str | Decimal) -> str:
    """Degrees as they are said and written: 34, -10.5."""
    return f"{Decimal(number).normalize():f}"


def _reefer(state: dict[str, Any], facts: dict[str, Any]) -> str:
    """At 40 °F, set to 38 °F, load calls for 34 °F."""
    told = [f"at {state[TEMPERATURE]} °F"] if state.get(TEMPERATURE) else []
    told += [f"set to {state[SET_TO]} °F"] if state.get(SET_TO) else []
    if not told:
        return ""
    wanted = f", load calls for {degrees(facts['reeferTemperature'])} °F" if is_off_temperature(state) else ""
    return f"{', '.join(told)}{wanted}"


def _is_tracking(state: dict[str, Any]) -> bool | None:
    return {"on": True, "off": False}.get(state.get(TRACKING, ""))


def _waits(state: dict[str, Any]) -> bool:
    """Whether the truck still stands there to be loaded or unloaded."""
    is_over = state["outcome"] in (Outcome.LOADED, Outcome.DELIVERED)
    is_off = is_over or state.get(TURNED_AWAY) or state.get(CHECK) == "out"
    return bool(state["is_waiting"]) and not is_off


def _checked(state: dict[str, Any]) -> str:
    """How the truck stands with the facility; checked in somewhere that it has left again is nothing."""
    checked = str(state.get(CHECK) or "")
    return "" if state["outcome"] == Outcome.DELIVERED and checked == "in" else checked


def _location(state: dict[str, Any]) -> str:
    left = f"on the road from {state[LEFT]}" if state.get(LEFT) else ""
    is_there = state.get("is_waiting") and state.get(CHECK) != "out"
    town, far = state.get("far_from") or ["", ""]
    where = f"{far} {town}" if far and state.get(WHERE) == town else state.get(WHERE)
    return where or left or (AT_FACILITY if is_there else "")


def _teller(state: dict[str, Any], facts: dict[str, Any]) -> str:
    """Who tells it in the driver's place, by name where that is known; empty where the driver does."""
    name = state.get(TELLER)
    if facts.get("isDispatcher"):
        return name or state.get("speaker") or "dispatch"
    return "" if name is None else name or "somebody else"


def _reason(state: dict[str, Any]) -> str:
    """A cause alone is no delay, nor is trouble that is behind a truck that comes in time."""
    is_delay = has_delay(state) or (state.get("had_trouble") and state.get("late_minutes") != 0)
    return (state.get(REASON) or "") if is_delay else ""


def _temperature(state: dict[str, Any]) -> Decimal | None:
    value = state.get(TEMPERATURE)
    return Decimal(value) if value and abs(Decimal(value)) < 1_000 else None


# Dispatch is asked where the driver can't be.


log = structlog.get_logger(__name__)

UNREACHED = {CallStatus.NO_ANSWER, CallStatus.BUSY, CallStatus.VOICEMAIL}


def call_dispatch(conversation: Conversation) -> Call | None:
    """Queue a check call to the `dispatchPhone` of a call that has ended, where nobody told anything.

    Nobody picked up, or the driver sent us on. In the transaction that ends the call, so it happens once. A number that
    may not be called now is left to people.
    """
    facts, call = conversation.skill_state.get("facts") or {}, Call.objects.get(pk=conversation.pk)
    phone = facts.get("dispatchPhone")
    if not phone or facts.get("isDispatcher") or call.ended_at is None:
        return None
    other = conversation.skill_state.get("ask_other") or {}
    is_sent_on = conversation.skill_state.get("outcome") == Outcome.ASK_OTHER and other.get("phone") == phone
    if call.status not in UNREACHED and not is_sent_on:
        return None
    by, at = system("check-call"), call.ended_at
    try:
        made = request_dispatch_call(conversation=conversation, by=by, at=at)
    except (NotAllowed, NotDialable, NotReady) as error:
        log.info("dispatch not called", call=call.pk, reason=str(error))
        return None
    for promise in Promise.objects.filter(conversation=conversation, kept_at=None):
        keep_promise(promise=promise, by=by, at=at)
    return made


MAX_DEGREES_OFF = 3  # °F


def is_off_temperature(state: dict[str, Any]) -> bool:
    """Whether the reefer runs warmer or colder than the load calls for, or is set to."""
    wanted = state["facts"].get("reeferTemperature")
    said = [value for name in (TEMPERATURE, SET_TO) if (value := state.get(name))]
    return bool(wanted) and any(abs(Decimal(each) - Decimal(wanted)) > MAX_DEGREES_OFF for each in said)
