"""A brokerage whose outreach is played without a telephone network: messages, dials and time are the test's."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal

from bids.models import Bid, Booking, Outreach, OutreachCandidate
from bids.services import outreach_calls
from bids.services.bids import BidClosed, record_bid, withdraw_bid
from bids.services.booking import BeyondAuthority, LoadBooked, accept_bid
from bids.services.outreach import hold_bid, turn_of
from bids.states import BidChannel
from calls.models import Call, Conversation
from calls.services import dialing, progress
from calls.states import CallStatus
from loads.models import Load
from organizations.models import Organization
from organizations.tenancy.actors import Actor, system

BY = system("tests")
AGENT = Actor("agent", "sales")
LIVE = (CallStatus.DIALING, CallStatus.PLACED, CallStatus.RINGING, CallStatus.ANSWERED)


@dataclass
class World:
    """`mail` are messages to the worker that haven't arrived, `dialed` the numbers that have rung, in order."""

    organization: Organization
    load: Load
    outreach: Outreach
    now: datetime
    mail: list[tuple[str, tuple]] = field(default_factory=list)
    dialed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def dial(self, *, to_phone: str, **_more) -> str:
        """In the provider's place: nobody is rung about a load that is gone."""
        load = Load.objects.get(pk=self.load.pk)
        if Booking.objects.filter(load=load).exists() or not load.is_open:
            self.wrong.append(f"{to_phone} was dialed after the load was gone")
        if to_phone in self.dialed:
            self.wrong.append(f"{to_phone} was dialed twice")
        self.dialed.append(to_phone)
        return f"CA{len(self.dialed):032}"

    def deliver(self, place: int = 0) -> None:
        """One message arrives; which one, by its place."""
        if not self.mail:
            return
        name, args = self.mail.pop(place % len(self.mail))
        if name == "calls.tasks.place_call":
            dialing.place_call(call_id=args[1], by=BY, at=self.now)
        elif name in ("bids.tasks.advance_outreach", "bids.tasks.follow_load"):
            self.advance()

    def lose(self, place: int) -> None:
        """One message never arrives."""
        if self.mail:
            self.mail.pop(place % len(self.mail))

    def advance(self) -> None:
        """A worker takes the outreach on."""
        outreach_calls.advance_outreach(outreach_id=self.outreach.pk, by=BY, at=self.now)

    def wait(self, minutes: int) -> None:
        """Time passes."""
        self.now += timedelta(minutes=minutes)

    def sweep(self) -> None:
        """What was lost is found: calls that wait in the queue, orders to hang up, outreaches that go on."""
        for call in self._calls(CallStatus.QUEUED):
            if self.now - call.status_changed_at > timedelta(minutes=15):
                progress.end_call(
                    call_id=call.pk, status=CallStatus.FAILED, reason="expired_in_queue", by=BY, at=self.now
                )
            else:
                self.mail.append(("calls.tasks.place_call", (self.organization.pk, call.pk)))
        for call in self._calls(*LIVE).filter(order="hang_up"):
            self._end(call, CallStatus.CANCELED)
        for _, outreach_id in outreach_calls.outreaches_to_look_after():
            assert outreach_id == self.outreach.pk
            self.advance()

    def line(self, place: int) -> Call | None:
        """One of the lines that ring or are answered."""
        lines = list(self._calls(*LIVE).order_by("pk"))
        return lines[place % len(lines)] if lines else None

    def answer(self, place: int) -> None:
        """Somebody picks up."""
        if call := self.line(place):
            progress.note_status(call_id=call.pk, provider_status="in-progress", by=BY, at=self.now)

    def end(self, place: int, status: str) -> None:
        """A line goes dead before anything was agreed on."""
        if call := self.line(place):
            self._end(call, CallStatus(status))

    def bid(self, place: int, amount: int) -> None:
        """Somebody on the line names a figure, and isn't given it."""
        if call := self.line(place):
            self._record(call, Decimal(amount))

    def agree(self, place: int, amount: int) -> None:
        """Somebody on the line takes a figure within the ceiling: held or booked as the agent does, then good-bye."""
        call = self.line(place)
        if call is None:
            return
        conversation = Conversation.objects.get(pk=call.pk)
        load = Load.objects.get(pk=self.load.pk)
        if Booking.objects.filter(load=load).exists() or not load.is_open:
            self._end(call, CallStatus.COMPLETED, "load_unavailable")
            return
        bid = self._record(call, min(Decimal(amount), load.max_rate))
        if bid is None:
            return
        turn = turn_of(conversation)
        if turn is None or not hold_bid(turn, bid=bid, amount=bid.amount, at=self.now):
            accept_bid(bid=bid, amount=bid.amount, by=AGENT, at=self.now)
            self._end(call, CallStatus.COMPLETED, "booked")
            return
        self._end(call, CallStatus.COMPLETED, "bid")

    def take_back(self, place: int) -> None:
        """A carrier withdraws what is held of it."""
        held = list(self.turns.filter(agreed_at__isnull=False, bid__status__in=Bid.lifecycle.unfinished))
        if held:
            withdraw_bid(bid=held[place % len(held)].bid, by=BY, at=self.now)

    def change_load(self, **columns) -> None:
        """The TMS says something of the load."""
        Load.objects.filter(pk=self.load.pk).update(**columns)

    def book_elsewhere(self, amount: int) -> None:
        """A broker takes a bid that came in another way."""
        person = Actor("user", "1")
        try:
            bid = record_bid(
                organization=self.organization,
                load=self.load,
                amount=Decimal(amount),
                channel=BidChannel.MANUAL,
                by=person,
                at=self.now,
            )
            accept_bid(bid=bid, amount=bid.amount, by=person, at=self.now)
        except LoadBooked:
            return

    @property
    def turns(self):
        """The carriers of the outreach, in order."""
        return OutreachCandidate.objects.filter(outreach=self.outreach).order_by("rank")

    def _calls(self, *statuses: str):
        return Call.objects.filter(conversation__outreach_turn__outreach=self.outreach, status__in=statuses)

    def _record(self, call: Call, amount: Decimal) -> Bid | None:
        try:
            return record_bid(
                organization=self.organization,
                load=self.load,
                amount=amount,
                channel=BidChannel.PHONE,
                conversation=Conversation.objects.get(pk=call.pk),
                by=AGENT,
                at=self.now,
            )
        except (BidClosed, BeyondAuthority):
            return None

    def _end(self, call: Call, status: CallStatus, outcome: str = "dropped") -> None:
        progress.end_call(call_id=call.pk, status=status, reason="", by=BY, at=self.now)
        Conversation.objects.filter(pk=call.pk).update(extracted_data={"outcome": outcome})
