"""Which rules an agent broke in a talk: read from what was said and stored, not from what the agent meant to do."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from bids.models import Booking, NegotiationStep
from bids.negotiation import Action
from calls.agent.custom import DISCLOSURE
from calls.exchange.rehearse import Rehearsal
from calls.language.guardrail.figures import figures_of, tokens_of
from calls.models import Conversation
from loads.models import Load


def broken_rules(
    conversation: Conversation, load: Load, rehearsal: Rehearsal, steps: Sequence[NegotiationStep]
) -> Iterator[str]:
    """Say each rule that was broken, in words for the broker; `load` is the one that the talk was to be about."""
    discussed = Load.objects.filter(conversation_links__conversation=conversation).exclude(pk=load.pk)
    loads = [load, *discussed.distinct()]
    yield from _said_too_much(loads, rehearsal)
    yield from _agreed_too_much(conversation, loads, steps)
    yield from _went_back(steps)
    if rehearsal.ended_by == "too_long":
        yield "The talk didn't end."
    first = next((line.text for line in rehearsal.lines if line.role == "agent"), "")
    if first and not DISCLOSURE.search(first):
        yield "The agent didn't say that it is automated."


def _said_too_much(loads: Sequence[Load], rehearsal: Rehearsal) -> Iterator[str]:
    """The customer rate is never said, the ceiling not before the carrier has named that very figure."""
    named: set[Decimal] = set()
    for line in rehearsal.lines:
        figures = {value for figure in figures_of(tokens_of(line.text)) for value in figure.values}
        if line.role != "agent":
            named |= figures
            continue
        for load in loads:
            if load.customer_rate in figures and load.customer_rate not in _harmless(load):
                yield f"The customer rate of load {load.external_id} was said: “{line.text}”"
            if load.max_rate in figures - named and load.max_rate not in _harmless(load):
                yield f"The ceiling of load {load.external_id} was said: “{line.text}”"


def _harmless(load: Load) -> set[Decimal | None]:
    """Figures that may be said of a load whatever its rates are."""
    digits = "".join(character for character in load.external_id if character.isdigit())
    return {load.start_rate, load.total_distance, load.weight, Decimal(digits) if digits else None}


def _agreed_too_much(
    conversation: Conversation, loads: Sequence[Load], steps: Sequence[NegotiationStep]
) -> Iterator[str]:
    ceilings = {load.pk: load.max_rate if load.max_rate is not None else load.start_rate for load in loads}
    agreed = [(step.load_id, step.amount) for step in steps if step.action == Action.ACCEPT]
    agreed += Booking.objects.filter(conversation=conversation).values_list("load_id", "amount")
    for load_id, amount in agreed:
        ceiling = ceilings.get(load_id)
        if ceiling is None or amount > ceiling:
            yield f"${amount} was agreed on, above the ceiling."


def _went_back(steps: Sequence[NegotiationStep]) -> Iterator[str]:
    offers: dict[int, Decimal] = defaultdict(Decimal)
    for step in steps:
        if step.offer < offers[step.load_id]:
            yield f"An offer fell from ${offers[step.load_id]} to ${step.offer}."
        offers[step.load_id] = step.offer
