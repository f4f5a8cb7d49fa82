"""Asking for a call: what each kind of request must bring, and the row that waits in the queue."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlsplit

import requests
from django.conf import settings
from django.db import transaction

from calls.calling_rules import Destination, read_destination
from calls.models import Agent, Call, Conversation
from calls.services.dialing import DUTIES, agent_for, check_agent, queue_call
from calls.services.permission import lock_requests
from calls.simulator.personas import make_persona
from calls.skill import SalesFacts, resolve_variables
from calls.states import AgentPurpose
from calls.telephony import REQUEST_TIMEOUT, Unreachable
from carriers.models import Carrier
from loads import services as loads
from loads.itinerary import itinerary
from loads.load_events import zone_of
from loads.models import Load
from organizations.equipment import Equipment
from organizations.models import Organization
from organizations.tenancy.actors import Actor

PERSONA = "haggler"
LOOKED_THROUGH = 400  # seeds, of which one in fourteen is of a certain company


def is_simulated() -> bool:
    """Whether calls ring nobody's real phone."""
    return settings.LOCAL and urlsplit(settings.TWILIO_API_URL).hostname in ("127.0.0.1", "localhost")


def answer_as_carrier(number: str, *, mc_number: str, about: dict[str, Any]) -> None:
    """Have a carrier that haggles pick up at a number (E.164); of these papers, if the network knows it.

    Raises Unreachable.
    """
    seeds = range(LOOKED_THROUGH)
    seed = next((each for each in seeds if make_persona(PERSONA, seed=each).facts.mc == mc_number), 0)
    body: Any = {"answer": "human", "persona": PERSONA, "seed": seed, "about": about, "ringSeconds": 1}
    url = f"{settings.TWILIO_API_URL}/exchange/subscribers/{quote(number)}"
    try:
        requests.put(url, json=body, timeout=REQUEST_TIMEOUT).raise_for_status()
    except requests.RequestException as error:
        raise Unreachable(type(error).__name__) from error


MAX_EQUIPMENT = 100  # that the simulated carriers take in
ASKS_FOR_DRIVER = {"driverName", "contactName", "dispatchPhone"}
PATHS = {
    AgentPurpose.CHECK_CALL: "track-and-trace/trigger-check-call-by-load",
    AgentPurpose.CARRIER_SALES: "carrier-sales/trigger-call",
}


class AgentUnknown(LookupError):
    """The organization has no such agent."""


class LoadUnknown(LookupError):
    """The organization has no such load."""


class WrongPurpose(RuntimeError):
    """The agent is made for another kind of call: `str()` says which."""


class LoadUnavailable(RuntimeError):
    """Nobody is called about this load as it stands: `code` stays, `str()` says why."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class NoStops(ValueError):
    """Neither the request nor the stored load says where the truck is to go."""


def request_custom_call(
    *,
    organization: Organization,
    agent_slug: str,
    destination: Destination,
    dynamic_variables: Mapping[str, Any],
    by: Actor,
    at: datetime,
) -> Call:
    """Queue a call by a custom agent.

    Steps: finds the agent; fills its variables; holds the request against the rules of calling; writes conversation and
    call; asks the worker to dial once that is committed. Raises AgentUnknown, WrongPurpose, AgentInactive, NoNumber,
    calling_rules.NotAllowed or prompt.MissingVariables.
    """
    agent = Agent.objects.filter(slug=agent_slug).first()
    if agent is None:
        raise AgentUnknown(agent_slug)
    if agent.purpose != AgentPurpose.CUSTOM:
        raise WrongPurpose(
            f"The agent {agent.slug} makes {DUTIES[AgentPurpose(agent.purpose)]}, not custom calls: start it by POST "
            f"/api/v1/{PATHS[AgentPurpose(agent.purpose)]}."
        )
    check_agent(agent)
    variables = resolve_variables(agent.variables, dynamic_variables)
    return queue_call(
        organization=organization,
        agent=agent,
        destination=destination,
        input_data={"toPhone": str(destination), "dynamicVariables": dict(dynamic_variables)},
        skill_state={"variables": variables},
        load=None,
        party="",
        by=by,
        at=at,
    )


def request_check_call(
    *,
    organization: Organization,
    destination: Destination,
    request: Mapping[str, Any],
    input_data: Mapping[str, Any],
    agent: Agent | None = None,
    by: Actor,
    at: datetime,
) -> Call:
    """Queue a check call about a load, by that agent or the organization's oldest active one.

    `request` is the validated body (API names; times naive and local), `input_data` the body as it came. What the
    request leaves out is taken from the stored load; a load number that is unknown makes a stub that a later load
    event fills. Raises AgentInactive, NoNumber, NoStops or calling_rules.NotAllowed.
    """
    agent = _agent(agent, AgentPurpose.CHECK_CALL)
    with transaction.atomic():
        lock_requests(organization)
        load = loads.ensure_load(organization=organization, external_id=request["loadNumber"], by=by, at=at)
        stop = _stop_to_ask_about(request, load)
        if stop is None:
            raise NoStops
        party = request.get("driverName") or request.get("contactName") or ""
        return queue_call(
            organization=organization,
            agent=agent,
            destination=destination,
            input_data=dict(input_data),
            skill_state={
                "facts": {
                    "loadNumber": request["loadNumber"],
                    "callType": request["callType"],
                    "waitingAtFacility": bool(request.get("waitingAtFacility")),
                    "name": party,
                    "isDispatcher": request.get("contactType") == "dispatcher",
                    "isReefer": load.equipment_type == Equipment.REEFER
                    or request.get("reeferTemperature") is not None,
                    "stop": stop,
                    **_given_besides(request),
                }
            },
            load=load,
            party=party,
            by=by,
            at=at,
        )


def request_dispatch_call(*, conversation: Conversation, by: Actor, at: datetime) -> Call:
    """Queue the same check call to the dispatcher of a driver who didn't answer, or said to ask somebody else.

    Raises AgentInactive, NoNumber, calling_rules.NotDialable or calling_rules.NotAllowed.
    """
    agent, facts = conversation.agent, dict(conversation.skill_state["facts"])
    assert agent is not None, "it has just talked"
    check_agent(agent)
    phone = facts.pop("dispatchPhone")
    given = {name: value for name, value in conversation.input_data.items() if name not in ASKS_FOR_DRIVER}
    link = conversation.load_links.select_related("load").order_by("pk").first()
    return queue_call(
        organization=conversation.organization,
        agent=agent,
        destination=read_destination(phone),
        input_data=given | {"toPhone": phone, "contactType": "dispatcher"},
        skill_state={"facts": facts | {"name": "", "isDispatcher": True}},
        load=link.load if link else None,
        party="",
        follows=conversation,
        by=by,
        at=at,
    )


def request_carrier_sales_call(
    *,
    organization: Organization,
    destination: Destination,
    request: Mapping[str, Any],
    input_data: Mapping[str, Any],
    mc_number: str | None = None,
    outreach_id: int | None = None,
    agent: Agent | None = None,
    is_own_phone: bool = False,
    by: Actor,
    at: datetime,
) -> Call:
    """Queue a call that offers a load to a carrier, by that agent or the organization's oldest active one.

    `request` is the validated body (API names), `input_data` the body as it came; `outreach_id` is the round of calls
    that it belongs to; `is_own_phone` says that a broker plays the carrier (see `queue_call`).
    The load must be known, open to offers and released for calls out. Raises LoadUnknown, LoadUnavailable,
    AgentInactive, NoNumber or calling_rules.NotAllowed.
    """
    load = Load.objects.filter(external_id=request["loadId"]).first()
    if load is None:
        raise LoadUnknown(request["loadId"])
    _check_offer(load, is_own_phone=is_own_phone)
    agent = _agent(agent, AgentPurpose.CARRIER_SALES)
    party = request.get("contactName") or ""
    facts = SalesFacts(load.external_id, party, request["dotNumber"], mc_number, outreach_id)
    return queue_call(
        organization=organization,
        agent=agent,
        destination=destination,
        input_data=dict(input_data),
        skill_state={"facts": facts.to_json()},
        load=load,
        party=party,
        is_own_phone=is_own_phone,
        by=by,
        at=at,
    )


def call_own_phone(
    *, organization: Organization, phone: str, load: Load, carrier: Carrier, by: Actor, at: datetime
) -> Call:
    """Queue a call that offers a load to a broker, on their own phone, as if it were that of the carrier.

    The agent books nothing then. On the local telephone network somebody picks up who plays the carrier. Raises as
    `request_carrier_sales_call`, and provider.Unreachable.
    """
    if is_simulated():
        about = {
            "load": load.external_id,
            "lane": [
                f"{load.origin_city}, {load.origin_state}",
                f"{load.destination_city}, {load.destination_state}",
            ],
            "equipment": load.equipment[:MAX_EQUIPMENT],
        }
        answer_as_carrier(phone, mc_number=carrier.mc_number, about=about)
    body = {"loadId": load.external_id, "dotNumber": carrier.dot_number, "contactName": ""}
    return request_carrier_sales_call(
        organization=organization,
        destination=read_destination(phone),
        request=body,
        input_data=body,
        is_own_phone=True,
        by=by,
        at=at,
    )


def _agent(agent: Agent | None, purpose: AgentPurpose) -> Agent:
    if agent is None:
        return agent_for(purpose)
    check_agent(agent)
    return agent


def _check_offer(load: Load, *, is_own_phone: bool) -> None:
    """Raise LoadUnavailable unless the agent may call carriers about the load."""
    if load.is_locked:
        raise LoadUnavailable("load_locked", f"Load {load.external_id} is locked.")
    if load.is_held:
        raise LoadUnavailable("load_on_hold", f"Load {load.external_id} is on hold.")
    if not load.is_open:
        raise LoadUnavailable("load_not_open", f"Load {load.external_id} is not open to offers.")
    if not (load.is_outbound_sales_enabled or is_own_phone):
        raise LoadUnavailable(
            "outbound_sales_disabled", f"Load {load.external_id} has no outboundCarrierSalesEnabled."
        )
    if load.lacking:
        raise LoadUnavailable("load_incomplete", f"Load {load.external_id} lacks {', '.join(load.lacking)}.")


def _given_besides(request: Mapping[str, Any]) -> dict[str, str]:
    """What only some requests bring, as the agent's facts keep it."""
    phone, temperature = request.get("dispatchPhone"), request.get("reeferTemperature")
    given = {
        "dispatchPhone": str(phone) if phone else "",
        "reeferTemperature": "" if temperature is None else str(temperature),
        "trackingApp": request.get("trackingApp") or "",
    }
    return {name: value for name, value in given.items() if value}


def _stop_to_ask_about(request: Mapping[str, Any], load: Load) -> dict[str, Any] | None:
    """The stop that the check call is about: from the request where it says, else from the load; None without any."""
    is_pickup = request["callType"] == "pickup"
    entries = itinerary(load, list(load.stops.order_by("position")))
    given = [stop for stop in request.get("loadStops") or () if stop.get("type") == request["callType"]]
    if not (request.get("loadStops") or request.get("nextStopCity") or any(entry.place for entry in entries)):
        return None
    # The first pickup is where the trip begins, the last dropoff where it ends.
    end = 0 if is_pickup else -1
    stop = given[end] if given else {}
    address = stop.get("address") or {}
    city = request.get("nextStopCity") or address.get("city") or ""
    told = {
        "city": city,
        "state": request.get("nextStopState") or address.get("state"),
        "timezone": address.get("timezone"),
        "windowStart": request.get("nextStopApptStart") or stop.get("windowStart"),
        "windowEnd": request.get("nextStopApptEnd") or stop.get("windowEnd"),
    }
    stored = entries[end] if entries else None
    if stored and city.casefold() in ("", stored.city.casefold()):
        told = {
            "city": city or stored.city,
            "state": told["state"] or stored.state,
            "timezone": told["timezone"] or stored.timezone,
            "windowStart": told["windowStart"] or stored.window_start,
            "windowEnd": told["windowEnd"] or stored.window_end,
        }
    told["timezone"] = told["timezone"] or zone_of(
        str(told["city"]), told["state"] or "", address.get("country") or ""
    )
    return {
        name: value.isoformat() if isinstance(value, datetime) else value or ""
        for name, value in told.items()
    }
