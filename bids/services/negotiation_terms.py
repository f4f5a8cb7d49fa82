"""What price talks go by, and the receipt of each."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from statistics import median
from typing import Any

from django.db import transaction
from django.utils.crypto import salted_hmac

from bids import events
from bids.models import Bid, Booking, NegotiationRules, NegotiationStep, PriceTalk
from bids.negotiation import Action, Flag, Rule, Step
from bids.offer_limits import MAX_STEP, Terms, hours_until, usable_share
from bids.services.bids import LIMIT, next_position, one_transaction
from calls.language.reading import Figure, Role
from calls.models import Conversation
from loads.models import Load
from organizations import audit
from organizations.formats import money
from organizations.models import Organization
from organizations.tenancy.actors import Actor

FINEST = Decimal("0.0001")
MAX_HEARD = 2000
# As receipts have always called them.
UNITS = {Role.ASK: "total", Role.PER_MILE: "mile", Role.ON_TOP: "more"}


def rules_of(organization: Organization | int) -> NegotiationRules:
    """Return how the organization (or that of this id) haggles: its own row, or the defaults, unsaved, without one."""
    pk = organization if isinstance(organization, int) else organization.pk
    found = NegotiationRules.unscoped.filter(organization=pk).first()
    return found or NegotiationRules(organization_id=pk)


def terms_of(load: Load) -> Terms | None:
    """Return what the agent may offer for a load, by its rates at this moment; None where it may name nothing.

    Without a start rate the talk opens at the book-now rate; with neither, or with a ceiling that is no rate, the agent
    takes bids down for the broker. Other rates of nothing count as not told.
    """
    ceiling = load.max_rate
    book_now = _positive(load.book_now_rate)
    start = _positive(load.start_rate) or book_now
    if start is None or (ceiling is not None and ceiling <= MAX_STEP):
        return None
    return Terms(start=start, book_now=book_now, ceiling=ceiling, miles=_positive(load.total_distance))


def by_the_clock(terms: Terms, load: Load, *, rules: NegotiationRules, at: datetime) -> Terms:
    """Return the terms with as much of the rate range as is open at that moment; one query where that depends."""
    hours = hours_until(load.pickup_at, at=at)
    if rules.clock is None or hours is None:
        return terms
    offers = Bid.objects.filter(load=load).waiting().count()
    return replace(terms, usable=usable_share(rules.clock, hours=hours, offers=offers))


def _positive(figure: Decimal | None) -> Decimal | None:
    return figure if figure is not None and figure > 0 else None


# What is fixed when a talk begins.


PAID_WITHIN = timedelta(days=90)
MIN_PAID = 5  # bookings that tell what a lane pays
MAX_PAID = 200  # the newest of them
DRAWS = 2**64


def opening_terms(terms: Terms, load: Load, *, at: datetime) -> Terms:
    """Return the terms as a talk begins by: with what the lane pays and with what is drawn for it; one query."""
    return replace(terms, market=paid_on_lane(load, at=at), drawn=draw(load))


def paid_on_lane(load: Load, *, at: datetime) -> Decimal | None:
    """Return the median paid between the same two places for the same equipment; None where too few are known."""
    if not (load.origin_place_id and load.destination_place_id):
        return None
    paid = (
        Booking.objects.filter(
            load__origin_place=load.origin_place_id,
            load__destination_place=load.destination_place_id,
            load__equipment_type=load.equipment_type,
            booked_at__gt=at - PAID_WITHIN,
            booked_at__lte=at,
            amount__gt=0,
        )
        .order_by("-booked_at", "-pk")
        .values_list("amount", flat=True)[:MAX_PAID]
    )
    amounts = [amount for amount in paid if amount is not None]
    return median(amounts) if len(amounts) >= MIN_PAID else None


def draw(load: Load) -> Decimal:
    """Return a number from 0 to 1 that nobody outside can know, the same for every try and every carrier.

    It comes from the deployment's secret, and is kept with the talks that began by it, to play them again. Loads of one
    lane and equipment share it: freight that comes again every day would else show its max buy by the highest of its
    final offers.
    """
    ends = (load.origin_place_id, load.destination_place_id)
    places = ends if all(ends) else _written(load)
    over = repr((*places, load.equipment_type) if all(places) else load.external_id)
    digest = salted_hmac(f"negotiation:{load.organization_id}", over, algorithm="sha256").digest()
    return Decimal(int.from_bytes(digest[:8])) / DRAWS


def _written(load: Load) -> tuple[str, ...]:
    ends = ((load.origin_city, load.origin_state), (load.destination_city, load.destination_state))
    return tuple(", ".join(" ".join(part.casefold().split()) for part in end if part) for end in ends)


def record_step(
    *,
    conversation: Conversation,
    load: Load,
    heard: str,
    said: Figure | None,
    step: Step,
    price_talk: PriceTalk | None = None,
    at: datetime,
    is_locked: bool = False,
) -> NegotiationStep:
    """Append one answer to the conversation's receipt: `said` is the figure as it was named, `heard` the words.

    `is_locked` says that the transaction which runs has locked the conversation.
    """
    has_figure = said is not None and said.amount.is_finite() and abs(said.amount) < LIMIT - 1
    with one_transaction():
        if not is_locked:
            # Of two steps at once the second waits here for its place.
            Conversation.objects.select_for_update(no_key=True).only("pk").get(pk=conversation.pk)
        events.price_answered(conversation, load, step.action, ask=step.ask, amount=step.amount, at=at)
        return NegotiationStep.objects.create(
            organization_id=conversation.organization_id,
            conversation=conversation,
            load=load,
            position=next_position(NegotiationStep.objects.filter(conversation=conversation)),
            price_talk=price_talk,
            chapter=1 if price_talk is None else price_talk.chapter,
            heard=heard[:MAX_HEARD],
            said_amount=said.amount.quantize(FINEST) if said is not None and has_figure else None,
            said_unit=UNITS[said.role] if said is not None and has_figure else "",
            ask=step.ask,
            action=step.action.value,
            amount=step.amount,
            rule=step.rule.value,
            flags=sorted(step.flags),
            round=step.standing.round,
            offer=step.standing.offer,
            ceiling=load.max_rate,
            final_offer=step.standing.final,
            at=at,
        )


# Changing how an organization haggles.


def change_negotiation_rules(
    *, organization: Organization, values: Mapping[str, Any], by: Actor, at: datetime
) -> NegotiationRules:
    """Change what `values` names of the organization's rules, already checked; talks under way follow them."""
    with transaction.atomic():
        NegotiationRules.objects.get_or_create(organization=organization)
        rules = NegotiationRules.objects.select_for_update(no_key=True).get()
        changed = {name: value for name, value in values.items() if getattr(rules, name) != value}
        for name, value in changed.items():
            setattr(rules, name, value)
        if changed:
            rules.save(update_fields=list(changed))
            audit.record(
                organization=organization,
                action="negotiation_rules.changed",
                subject=rules,
                by=by,
                at=at,
                values={name: str(value) for name, value in changed.items()},
            )
    return rules


# The receipt of a step, in words.


TONES = {Action.ACCEPT: "go", Action.COUNTER: "info", Action.LAST_OFFER: "wait", Action.REFUSE: "stop"}
LEFT = ("Sent to you", "wait")  # what a person may still take


def badge_of(action: Action, rule: Rule) -> tuple[str, str]:
    """What was answered, as a badge: its words and tone."""
    return LEFT if rule == Rule.LEFT_TO_BROKER else (action.label, TONES.get(action, ""))


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer, in words; `call_id` is the call it was given in where that is another one."""

    said: str
    ask: Decimal | None  # for the load, where the figure was named otherwise
    heard: str
    action: str
    tone: str
    amount: Decimal
    rule: str
    flags: tuple[str, ...]
    at: datetime
    call_id: int | None = None


def answer_of(step: NegotiationStep, call_id: int | None = None) -> Answer:
    """Return a step in words; `call_id` is the call to be linked, where it was another one."""
    words, tone = badge_of(Action(step.action), Rule(step.rule))
    return Answer(
        said=_said(step),
        ask=step.ask if step.ask != step.said_amount else None,
        heard=step.heard,
        action=words,
        tone=tone,
        amount=step.amount,
        rule=Rule(step.rule).sentence,
        flags=tuple(Flag(flag).label for flag in step.flags),
        at=step.at,
        call_id=call_id,
    )


def _said(step: NegotiationStep) -> str:
    """`$2,450`, `$2.15 a mile`, `$200 more`."""
    if step.said_amount is None:
        return "Accepted our offer" if step.rule == Rule.OFFER_TAKEN else "No rate given"
    if step.said_unit == UNITS[Role.PER_MILE]:
        return f"${step.said_amount:.4f}".removesuffix("00") + "/mi"
    return money(step.said_amount) + (" more" if step.said_unit == UNITS[Role.ON_TOP] else "")
