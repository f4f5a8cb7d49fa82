"""The stage: the organization as it is, a call that nobody dialed, and a curtain after which all is as before."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection, transaction

from bids.rehearsal.filling import variables_of
from calls import services as calls
from calls.agent import runtime
from calls.language.model import language_for
from calls.language.reading import Listening, Reading
from calls.language.speech import Reply
from calls.language.understanding import Language
from calls.models import Agent, Call, Conversation, PhoneNumber
from calls.policy import read_destination
from calls.services.rules import rehearsing
from calls.states import AgentPurpose
from loads.models import Load
from organizations.actors import system

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
        self._language = _Overheard(language or language_for(agent.organization))
        self.call = _connect(agent, load, phone, name, at, is_outbound=is_outbound, call_type=call_type)
        _tell(self.call, "in-progress", at)

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
        return self._spoken(runtime.begin(self.call, at=self._tick()))

    def hears(self, words: str, *, tongue: str = "", interrupted: str | None = None) -> Reply:
        """The agent's reply; `interrupted` is as much of its last words as was heard."""
        if interrupted is not None:
            runtime.interrupt(self.call, interrupted)
        self._language.meant = None
        return self._spoken(
            runtime.hear(self.call, words, at=self._tick(), tongue=tongue, language=self._language)
        )

    def hears_nothing(self) -> Reply:
        """The agent's reply to a long silence."""
        return self._spoken(runtime.silence(self.call, at=self._tick()))

    def ends(self) -> Call:
        """The call as it stands after its end, with what came of it."""
        _put_through(self.call)
        _tell(self.call, "completed", self._tick())
        return Call.objects.select_related("conversation").get(pk=self.call.pk)

    def _spoken(self, reply: Reply) -> Reply:
        """A model puts it in its own words, as over the wire."""
        if reply.text and not self._language.is_instant:
            runtime.correct(
                self.call, "".join(self._language.phrase(reply, runtime.dialogue(self.call))).strip()
            )
        return reply

    def _tick(self) -> datetime:
        self._now += timedelta(seconds=SECONDS_A_TURN)
        return self._now


def _put_through(call: Call) -> None:
    """Somebody takes the line that was asked for: nobody is rung in a rehearsal."""
    conversation = Conversation.objects.get(pk=call.conversation_id)
    transfer = conversation.skill_state.get("transfer") or {}
    if transfer.get("status") == "asked":
        conversation.skill_state["transfer"] = transfer | {"status": "connected"}
        conversation.save(update_fields=["skill_state"])


def load_to_rehearse(external_id: str = "") -> Load:
    """The load of that id, or the one that is picked up soonest of those open to offers; raises NoLoad."""
    if external_id:
        load = Load.objects.filter(external_id=external_id).first()
        if load is None:
            raise NoLoad(f"This organization has no load {external_id}.")
        return load
    load = Load.objects.open().complete().order_by("pickup_time", "pk").first()
    if load is None:
        raise NoLoad("No load is open to offers and complete; name one.")
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
        return calls.request_carrier_sales_call(
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
        return calls.receive_call(number=number, from_phone=phone, caller_name=name, sid=sid, by=BY, at=at)
    destination = read_destination(phone)
    if agent.purpose == AgentPurpose.CHECK_CALL:
        request = {"loadNumber": load.external_id, "callType": call_type, "driverName": name}
        return calls.request_check_call(
            organization=agent.organization,
            destination=destination,
            request=request,
            input_data=request,
            agent=agent,
            by=BY,
            at=at,
        )
    return calls.request_custom_call(
        organization=agent.organization,
        agent_slug=agent.slug,
        destination=destination,
        dynamic_variables=variables_of(agent, load, name=name, at=at),
        by=BY,
        at=at,
    )


def _tell(call: Call, status: str, at: datetime) -> None:
    calls.note_status(call_id=call.pk, provider_status=status, by=BY, at=at)
