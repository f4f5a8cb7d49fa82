"""The stage of a rehearsal: the organization as it is, a call that nobody dialed, and a curtain after which all is as
before.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import count
from zoneinfo import ZoneInfo

from django.db import connection, transaction

from calls import turns
from calls.calling_rules import read_destination
from calls.language.model import language_for
from calls.language.reading import Listening, Reading
from calls.language.speech import Reply
from calls.language.understanding import Language
from calls.models import Agent, Call, PhoneNumber
from calls.services import progress, requests, transfers
from calls.services.permission import rehearsing, rules_of
from calls.simulator.facts import COMPANIES
from calls.skills import custom_fields
from calls.skills.check_call_phrases import window
from calls.states import AgentPurpose
from carriers.models import Carrier
from carriers.states import ConnectionStatus, RulesAssessment
from loads.models import Load
from organizations.models import Organization
from organizations.tenancy.actors import system

# What a load tells an agent's variables in a rehearsal, where nobody asks for the call and names them.


# Told also where the agent declares no such variable: it may be asked for them.
TOLD = {
    custom_fields.LOAD: "loadNumber",
    custom_fields.APPOINTMENT: "appointment",
    custom_fields.PICKUP: "pickupTime",
    custom_fields.DELIVERY: "deliveryTime",
}
WORDS = {
    "en": {custom_fields.PICKUP: "the pickup", custom_fields.DELIVERY: "the delivery", "in": "in"},
    "es": {custom_fields.PICKUP: "la recogida", custom_fields.DELIVERY: "la entrega", "in": "en"},
}


def variables_of(agent: Agent, load: Load, *, name: str, at: datetime) -> dict[str, str]:
    """The values of the agent's variables as the load has them, by name.

    The appointment is the pickup, or the delivery where that is over. A variable that is required and of which the
    load tells nothing is its own name.
    """
    language = "es" if agent.language.lower().startswith("es") else "en"
    ends = {
        end: _appointment(load, end, language, agent, at)
        for end in (custom_fields.PICKUP, custom_fields.DELIVERY)
    }
    pickup = load.pickup_end_time or load.pickup_time
    is_ahead = pickup is not None and pickup > _local(load.origin_timezone, agent, at)
    nearest = ends[custom_fields.PICKUP] if is_ahead else ends[custom_fields.DELIVERY]
    told = {
        **ends,
        custom_fields.LOAD: load.external_id,
        custom_fields.APPOINTMENT: nearest or ends[custom_fields.PICKUP],
        custom_fields.ORIGIN: _place(load.origin_city, load.origin_state),
        custom_fields.DESTINATION: _place(load.destination_city, load.destination_state),
        custom_fields.CONTACT: name,
    }
    values = {given: told[meaning] for meaning, given in TOLD.items()}
    for declared in agent.variables:
        value = told.get(custom_fields.meaning_of(declared["name"]), "")
        if value or declared.get("required"):
            values[declared["name"]] = value or declared["name"]
    return {given: value for given, value in values.items() if value}


def _appointment(load: Load, end: str, language: str, agent: Agent, at: datetime) -> str:
    """As in "the pickup in Dallas, TX tomorrow at 8 AM"; empty where the time isn't known."""
    is_pickup = end == custom_fields.PICKUP
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


BY = system("rehearsal")
# A rehearsal is no call: no hour is too late for it, and it counts for nothing.
NO_LIMITS = {
    "hours_start": 0,
    "hours_end": 24,
    "per_minute": 30_000,
    "per_day": 30_000,
    "per_number_hour": 30_000,
    "most_live": 30_000,
    "quiet_minutes": 0,
    "requires_consent": False,
    "records_calls": False,
}
SECONDS_A_TURN = 6


class NoLoad(LookupError):
    """There is no load to rehearse with: `str()` says why."""


@contextmanager
def stage() -> Iterator[None]:
    """Whatever happens inside leaves no row behind, and no message to the workers: both would need a commit."""
    with transaction.atomic(), rehearsing(NO_LIMITS):
        with connection.cursor() as cursor:
            # Whoever rehearses may take their time.
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield
        transaction.set_rollback(True)


@dataclass(slots=True)
class _Overheard:
    """A language that remembers what it understood last."""

    language: Language
    meant: Reading | None = None
    listening: Listening | None = None

    @property
    def is_instant(self) -> bool:
        """As the language's own; within the stage's transaction it makes no difference."""
        return self.language.is_instant

    def understand(self, heard: str, listening: Listening) -> Reading:
        """The language's, remembered."""
        self.listening = listening
        self.meant = self.language.understand(heard, listening)
        return self.meant

    def phrase(self, reply: Reply, talk: object) -> Iterator[str]:
        """The language's."""
        return self.language.phrase(reply, talk)  # type: ignore[arg-type]


class Stage:
    """One talk with an agent about a load, through the same runtime that holds real ones; use it within `stage()`."""

    def __init__(
        self,
        agent: Agent,
        load: Load,
        *,
        phone: str,
        name: str = "",
        at: datetime,
        language: Language | None = None,
        is_outbound: bool = False,
        call_type: str = "pickup",
    ) -> None:
        self._now = at
        self._language = _Overheard(language or language_for(rules_of(agent.organization)))
        self.call = _connect(agent, load, phone, name, at, is_outbound=is_outbound, call_type=call_type)
        _note_status(self.call, "in-progress", at)

    @property
    def meant(self) -> Reading | None:
        """What was understood of the last words; None where nobody needed to understand them."""
        return self._language.meant

    @property
    def listening(self) -> Listening | None:
        """What it was understood by."""
        return self._language.listening

    def opens(self) -> Reply:
        """The agent's first words."""
        return self._spoken(turns.begin(self.call, at=self._tick()))

    def hears(self, words: str, *, tongue: str = "", interrupted: str | None = None) -> Reply:
        """The agent's reply; `interrupted` is as much of its last words as was heard."""
        if interrupted is not None:
            turns.interrupt(self.call, interrupted)
        self._language.meant = None
        return self._spoken(
            turns.hear(self.call, words, at=self._tick(), tongue=tongue, language=self._language)
        )

    def hears_nothing(self) -> Reply:
        """The agent's reply to a long silence."""
        return self._spoken(turns.silence(self.call, at=self._tick()))

    def ends(self) -> Call:
        """The call as it stands after its end, with what came of it."""
        _put_through(self.call, self._now)
        _note_status(self.call, "completed", self._tick())
        return Call.objects.select_related("conversation").get(pk=self.call.pk)

    def _spoken(self, reply: Reply) -> Reply:
        """A model puts it in its own words, as over the wire."""
        if reply.text and not self._language.is_instant:
            turns.correct(self.call, "".join(self._language.phrase(reply, turns.dialogue(self.call))).strip())
        return reply

    def _tick(self) -> datetime:
        self._now += timedelta(seconds=SECONDS_A_TURN)
        return self._now


def _put_through(call: Call, at: datetime) -> None:
    """Somebody takes the line that was asked for: nobody is rung in a rehearsal."""
    if transfers.start_transfer(call_id=call.pk, by=BY, at=at) is not None:
        transfers.note_person_answered(call_id=call.pk, by=BY, at=at)


def load_to_rehearse(external_id: str = "") -> Load:
    """The load of that id, or the one that is picked up soonest of those open to offers; raises NoLoad."""
    if external_id:
        load = Load.objects.filter(external_id=external_id).first()
        if load is None:
            raise NoLoad(f"Load {external_id} not found.")
        return load
    load = Load.objects.open().complete().order_by("pickup_time", "pk").first()
    if load is None:
        raise NoLoad("No open load has complete info. Choose a load.")
    return load


def _connect(
    agent: Agent,
    load: Load,
    phone: str,
    name: str,
    at: datetime,
    *,
    is_outbound: bool = False,
    call_type: str = "pickup",
) -> Call:
    """A call with the agent: inbound for one that sells loads, if not said otherwise, outbound for the others."""
    number = agent.phone_numbers.order_by("pk").first() or PhoneNumber.objects.create(
        organization=agent.organization, agent=agent, number=f"+1500555{secrets.randbelow(9000) + 1000}"
    )
    if agent.purpose == AgentPurpose.CARRIER_SALES and is_outbound:
        Load.objects.filter(pk=load.pk).update(is_outbound_sales_enabled=True)
        request = {"loadId": load.external_id, "contactName": name, "dotNumber": None, "mcNumber": ""}
        return requests.request_carrier_sales_call(
            organization=agent.organization,
            destination=read_destination(phone),
            request=request,
            input_data=request,
            agent=agent,
            by=BY,
            at=at,
        )
    if agent.purpose == AgentPurpose.CARRIER_SALES:
        sid = f"RE{secrets.token_hex(16)}"
        return progress.receive_call(number=number, from_phone=phone, caller_name=name, sid=sid, by=BY, at=at)
    destination = read_destination(phone)
    if agent.purpose == AgentPurpose.CHECK_CALL:
        request = {"loadNumber": load.external_id, "callType": call_type, "driverName": name}
        return requests.request_check_call(
            organization=agent.organization,
            destination=destination,
            request=request,
            input_data=request,
            agent=agent,
            by=BY,
            at=at,
        )
    return requests.request_custom_call(
        organization=agent.organization,
        agent_slug=agent.slug,
        destination=destination,
        dynamic_variables=variables_of(agent, load, name=name, at=at),
        by=BY,
        at=at,
    )


def _note_status(call: Call, status: str, at: datetime) -> None:
    progress.note_status(call_id=call.pk, provider_status=status, by=BY, at=at)


# What a stage needs in the organization's books: the personas' carriers, and a load where none is named.


VETTINGS = {
    "good": (ConnectionStatus.ONBOARDED, RulesAssessment.PASS),
    "failing": (ConnectionStatus.DO_NOT_DISPATCH, RulesAssessment.FAIL),
}
FIRST_MADE_UP = 70431


def ensure_cast(organization: Organization, *, at: datetime, is_sample: bool = False) -> None:
    """Make the carriers that the exchange's simulated callers belong to; those that are there stay as they are."""
    Carrier.objects.bulk_create(
        (
            Carrier(
                organization=organization,
                mc_number=company.mc,
                dot_number=int(company.dot),
                name=company.name,
                address=f"{company.town}, {company.state}",
                phone=company.phone,
                equipment_types=list(company.equipment),
                connection_status=VETTINGS[company.standing][0],
                rules_assessment=VETTINGS[company.standing][1],
                is_sample=is_sample,
                created_at=at,
                updated_at=at,
            )
            for company in COMPANIES
        ),
        ignore_conflicts=True,
    )


def make_up_load(organization: Organization, *, at: datetime) -> Load:
    """Make a van's load from Dallas to Atlanta, picked up tomorrow morning, at rates as they are common there."""
    taken = set(
        Load.objects.filter(external_id__startswith=str(FIRST_MADE_UP)[:2]).values_list(
            "external_id", flat=True
        )
    )
    pickup = at.replace(tzinfo=None, hour=8, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return Load.objects.create(
        organization=organization,
        external_id=next(str(number) for number in count(FIRST_MADE_UP) if str(number) not in taken),
        status="UNASSIGNED",
        customer_name="A made-up customer",
        origin_city="Dallas",
        origin_state="TX",
        origin_country="US",
        origin_timezone="America/Chicago",
        destination_city="Atlanta",
        destination_state="GA",
        destination_country="US",
        destination_timezone="America/New_York",
        pickup_time=pickup,
        pickup_end_time=pickup + timedelta(hours=4),
        dropoff_time=pickup + timedelta(hours=26),
        dropoff_end_time=pickup + timedelta(hours=32),
        equipment="Dry Van 53'",
        equipment_type="van",
        commodity="paper towels",
        weight=Decimal(38_400),
        total_distance=Decimal(781),
        start_rate=Decimal(1_700),
        book_now_rate=Decimal(1_750),
        max_rate=Decimal(2_050),
        customer_rate=Decimal(2_420),
        is_outbound_sales_enabled=True,
    )
