"""Asking for a call: checked, written as a row that waits in the queue, and only then told to Celery."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from calls.agent.prompt import resolve_variables
from calls.agent.skill import skill_for
from calls.models import Agent, Call, CallStatusChange, Conversation, ConversationLoad, PhoneNumber
from calls.policy import Destination, check_destination
from calls.states import AgentPurpose, CallStatus, Channel, Direction
from loads import services as loads
from loads.itinerary import itinerary
from loads.models import Load
from organizations.actors import Actor
from organizations.models import Organization
from organizations.tasks import prompt


class AgentUnknown(LookupError):
    """The organization has no such agent."""


class AgentInactive(RuntimeError):
    """The agent can't make this call: `str()` says why."""


class NoNumber(RuntimeError):
    """The organization has no phone number to call from."""


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

    Steps: finds the agent; checks the destination; fills the agent's variables; writes conversation and call; asks
    the worker to dial once that is committed. Raises AgentUnknown, AgentInactive, NoNumber, policy.NotAllowed or
    prompt.MissingVariables.
    """
    agent = Agent.objects.filter(slug=agent_slug).first()
    if agent is None:
        raise AgentUnknown(agent_slug)
    if agent.purpose != AgentPurpose.CUSTOM:
        raise AgentInactive(
            f"The agent {agent.slug} is no custom agent; calls of its kind have an endpoint of their own."
        )
    _check_agent(agent)
    check_destination(destination, countries=organization.callable_countries)
    variables = resolve_variables(agent.variables, dynamic_variables)
    return _queue_call(
        organization=organization,
        agent=agent,
        destination=destination,
        input_data={"toPhone": _as_given(destination), "dynamicVariables": dict(dynamic_variables)},
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
    by: Actor,
    at: datetime,
) -> Call:
    """Queue a check call about a load.

    `request` is the validated body (API names; times naive and local), `input_data` the body as it came. What the
    request leaves out is taken from the stored load; a load number that is unknown makes a stub that a later load
    event fills. Raises AgentInactive, NoNumber, NoStops or policy.NotAllowed.
    """
    agent = Agent.objects.active().for_purpose(AgentPurpose.CHECK_CALL).first()
    if agent is None:
        raise AgentInactive("This organization has no active agent for check calls.")
    _check_agent(agent)
    check_destination(destination, countries=organization.callable_countries)
    with transaction.atomic():
        load = loads.ensure_load(organization=organization, external_id=request["loadNumber"], by=by, at=at)
        stop = _stop_to_ask_about(request, load)
        if stop is None:
            raise NoStops
        party = request.get("driverName") or request.get("contactName") or ""
        return _queue_call(
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
                    "stop": stop,
                }
            },
            load=load,
            party=party,
            by=by,
            at=at,
        )


def _check_agent(agent: Agent) -> None:
    if not agent.is_active:
        raise AgentInactive(f"The agent {agent.slug} is switched off.")
    if skill_for(agent.purpose) is None:
        raise AgentInactive(f"No skill for {agent.get_purpose_display().lower()} agents is installed.")


def _queue_call(
    *,
    organization: Organization,
    agent: Agent,
    destination: Destination,
    input_data: dict[str, Any],
    skill_state: dict[str, Any],
    load: Load | None,
    party: str,
    by: Actor,
    at: datetime,
) -> Call:
    number = agent.phone_numbers.order_by("id").first() or PhoneNumber.objects.order_by("id").first()
    if number is None:
        raise NoNumber("This organization has no phone number to call from.")
    with transaction.atomic():
        conversation = Conversation.objects.create(
            organization=organization,
            channel=Channel.PHONE,
            direction=Direction.OUTBOUND,
            agent=agent,
            created_at=at,
            input_data=input_data,
            skill_state=skill_state,
        )
        if load is not None:
            ConversationLoad.objects.create(organization=organization, conversation=conversation, load=load)
        call = Call.objects.create(
            organization=organization,
            conversation=conversation,
            status=CallStatus.QUEUED,
            status_changed_at=at,
            updated_at=at,
            from_phone=number.number,
            to_phone=destination.number,
            to_extension=destination.extension,
            caller_name=party,
            caller_extension=destination.extension,
            reference=secrets.token_urlsafe(18),
        )
        CallStatusChange.objects.create(
            organization=organization, call=call, old="", new=CallStatus.QUEUED, by=str(by), at=at
        )
        prompt("calls.tasks.place_call", organization.pk, call.pk)
    return call


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
    return {
        name: value.isoformat() if isinstance(value, datetime) else value or ""
        for name, value in told.items()
    }


def _as_given(destination: Destination) -> str:
    return (
        f"{destination.number};ext={destination.extension}" if destination.extension else destination.number
    )
