"""What price talks go by, and the receipt of each."""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import IntegerField, Max, QuerySet, Value
from django.db.models.expressions import Combinable, Subquery
from django.db.models.functions import Coalesce

from bids.models import NegotiationRules, NegotiationStep, PriceTalk
from bids.negotiation import MAX_STEP, Step, Terms
from bids.services.bids import LIMIT, one_transaction
from calls.language.reading import Figure, Role
from calls.models import Conversation
from loads.models import Load
from organizations.models import Organization
from organizations.tenancy import audit
from organizations.tenancy.actors import Actor

# The place of a new row among its conversation's, found by the statement that inserts it.


def next_position(rows: QuerySet) -> Combinable:
    """One more than the last of these, or 0; safe while the conversation is locked."""
    last = rows.order_by().values("conversation").values(last=Max("position"))
    return Coalesce(Subquery(last, output_field=IntegerField()) + 1, Value(0))


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
    book_now = _told(load.book_now_rate)
    start = _told(load.start_rate) or book_now
    if start is None or (ceiling is not None and ceiling <= MAX_STEP):
        return None
    return Terms(start=start, book_now=book_now, ceiling=ceiling, miles=_told(load.total_distance))


def _told(figure: Decimal | None) -> Decimal | None:
    return figure if figure is not None and figure > 0 else None


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
