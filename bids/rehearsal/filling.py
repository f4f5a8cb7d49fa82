"""What a load tells an agent's variables in a rehearsal, where nobody asks for the call and names them."""

from datetime import datetime
from zoneinfo import ZoneInfo

from calls.agent import variables
from calls.agent.check_call.lines import window
from calls.models import Agent
from loads.models import Load

# Told also where the agent declares no such variable: it may be asked for them.
TOLD = {
    variables.LOAD: "loadNumber",
    variables.APPOINTMENT: "appointment",
    variables.PICKUP: "pickupTime",
    variables.DELIVERY: "deliveryTime",
}
WORDS = {
    "en": {variables.PICKUP: "the pickup", variables.DELIVERY: "the delivery", "in": "in"},
    "es": {variables.PICKUP: "la recogida", variables.DELIVERY: "la entrega", "in": "en"},
}


def variables_of(agent: Agent, load: Load, *, name: str, at: datetime) -> dict[str, str]:
    """The values of the agent's variables as the load has them, by name.

    The appointment is the pickup, or the delivery where that is over. A variable that is required and of which the
    load tells nothing is its own name.
    """
    language = "es" if agent.language.lower().startswith("es") else "en"
    ends = {
        end: _appointment(load, end, language, agent, at) for end in (variables.PICKUP, variables.DELIVERY)
    }
    is_ahead = load.pickup_time is not None and load.pickup_time > _local(load.origin_timezone, agent, at)
    nearest = ends[variables.PICKUP] if is_ahead else ends[variables.DELIVERY]
    told = {
        **ends,
        variables.LOAD: load.external_id,
        variables.APPOINTMENT: nearest or ends[variables.PICKUP],
        variables.ORIGIN: _place(load.origin_city, load.origin_state),
        variables.DESTINATION: _place(load.destination_city, load.destination_state),
        variables.CONTACT: name,
    }
    values = {given: told[meaning] for meaning, given in TOLD.items()}
    for declared in agent.variables:
        value = told.get(variables.meaning_of(declared["name"]), "")
        if value or declared.get("required"):
            values[declared["name"]] = value or declared["name"]
    return {given: value for given, value in values.items() if value}


def _appointment(load: Load, end: str, language: str, agent: Agent, at: datetime) -> str:
    """As in "the pickup in Dallas, TX tomorrow at 8 AM"; empty where the time isn't known."""
    is_pickup = end == variables.PICKUP
    start, last = (
        (load.pickup_time, load.pickup_end_time) if is_pickup else (load.dropoff_time, load.dropoff_end_time)
    )
    zone = load.origin_timezone if is_pickup else load.destination_timezone
    place = (
        _place(load.origin_city, load.origin_state)
        if is_pickup
        else _place(load.destination_city, load.destination_state)
    )
    when = window(start, last, language, _local(zone, agent, at))
    words = WORDS[language]
    of_place = [words["in"], place] if place else []
    return " ".join([words[end], *of_place, when]) if when else ""


def _place(city: str, state: str) -> str:
    return ", ".join(part for part in (city, state) if part)


def _local(zone: str, agent: Agent, at: datetime) -> datetime:
    return at.astimezone(ZoneInfo(zone or agent.organization.timezone)).replace(tzinfo=None)
