"""Before and after a broker calls a carrier: how the talk about money stands, and what came of the call."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django import forms
from django.db import transaction
from django.db.models import FETCH_RAISE

from bids.models import Bid, PriceTalk
from bids.services import bids
from bids.states import BidChannel
from calls.models import Call, ConversationLoad
from calls.services import outcomes
from calls.states import Tag
from loads.models import Load
from organizations.dashboard.formats import money
from organizations.tenancy.actors import Actor

LOADS_SHOWN = 10
AGREED, DECLINED, VOICEMAIL = "agreed", "declined", "voicemail"
OUTCOMES = (
    (AGREED, "We agreed on a rate"),
    (DECLINED, "No deal"),
    (VOICEMAIL, "Left a message"),
)


@dataclass(frozen=True, slots=True)
class Standing:
    """How a talk with a carrier stands about one load; `limit` is the most that may be offered, None: not told."""

    load: Load
    bid: Bid | None
    limit: Decimal | None

    @property
    def ask(self) -> Decimal | None:
        """What the carrier asked last."""
        return self.bid.amount if self.bid else None

    @property
    def is_within(self) -> bool:
        """Whether the last ask could be taken."""
        return self.ask is not None and self.limit is not None and self.ask <= self.limit


def standings_of(call: Call) -> list[Standing]:
    """Return how it stands about each load that a call was about, by it and the call that it follows; two queries."""
    links = ConversationLoad.objects.filter(conversation=call.pk).select_related("load").order_by("pk")
    loads = [link.load for link in links.defer("load__special_instructions")[:LOADS_SHOWN]]
    talks = [call.pk, *([call.follows_id] if call.follows_id else [])]
    bids = Bid.objects.filter(conversation__in=talks, load__in=loads).order_by("updated_at", "pk")
    last = {bid.load_id: bid for bid in bids.fetch_mode(FETCH_RAISE)}
    return [
        Standing(load, last.get(load.pk), load.max_rate if load.max_rate is not None else load.start_rate)
        for load in loads
    ]


class OutcomeForm(forms.Form):
    """What came of a call that a broker made."""

    outcome = forms.ChoiceField(choices=OUTCOMES, label="Outcome")
    load = forms.ChoiceField(required=False, label="Load")
    amount = forms.DecimalField(
        required=False,
        min_value=Decimal("0.01"),
        max_digits=11,
        decimal_places=2,
        label="Rate ($)",
        help_text="The agreed rate. If there’s no deal, the carrier’s last ask, if any.",
        widget=forms.NumberInput(attrs={"inputmode": "decimal"}),
    )

    def __init__(self, *args: Any, loads: list[Load], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._loads = {str(load.pk): load for load in loads}
        field: Any = self.fields["load"]
        field.choices = [(key, load.external_id) for key, load in self._loads.items()]

    def clean(self) -> dict[str, Any]:
        """A rate is one for a load; an agreement needs both."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        given["load"] = self._loads.get(given.get("load") or "")
        if given.get("outcome") == AGREED and given.get("amount") is None and "amount" not in self.errors:
            self.add_error("amount", "Enter the agreed rate.")
        if given.get("amount") is not None and given["load"] is None and "load" not in self.errors:
            self.add_error("load", "Choose a load.")
        return given


def note_outcome(
    *, call: Call, outcome: str, load: Load | None, amount: Decimal | None, by: Actor, at: datetime
) -> Bid | None:
    """Keep what came of a broker's call; the bid that was taken down, if a rate was named.

    An agreed rate is a bid to be accepted; one that nobody agreed on is taken down and rejected. Raises
    calls.services.outcomes.NotEnded, InvalidAmount, BidClosed.
    """
    words, tags = _words(outcome, load, amount)
    with transaction.atomic():
        outcomes.note_outcome(call_id=call.pk, outcome=outcome, words=words, tags=tags, by=by, at=at)
        if load is None or amount is None or outcome == VOICEMAIL:
            return None
        bid = bids.record_bid(
            organization=call.organization,
            load=load,
            amount=amount,
            channel=BidChannel.PHONE,
            conversation=call.conversation,
            price_talk=_talk_of(call, load),
            carrier=call.conversation.carrier,
            by=by,
            at=at,
        )
        if outcome == DECLINED:
            bid = bids.reject_bid(bid=bid, reason="No deal on the phone.", by=by, at=at)
    return bid


def _talk_of(call: Call, load: Load) -> PriceTalk | None:
    """The carrier's price talk, where it has one: what it asks on the phone now takes the place of what it asked."""
    carrier = call.conversation.carrier
    return PriceTalk.objects.filter(load=load, carrier=carrier).first() if carrier else None


def _words(outcome: str, load: Load | None, amount: Decimal | None) -> tuple[str, tuple[Tag, ...]]:
    about = f" on load {load.external_id}" if load and amount is not None else ""
    if outcome == AGREED:
        return f"Agreed at {money(amount)}{about}.", (Tag.NEGOTIATION,)
    if outcome == VOICEMAIL:
        return "Left a message.", (Tag.VOICEMAIL,)
    asked = f" The carrier asked {money(amount)}{about}." if amount is not None else ""
    return f"No deal.{asked}", (Tag.RATE_REJECTED if amount is not None else Tag.NOT_INTERESTED,)
