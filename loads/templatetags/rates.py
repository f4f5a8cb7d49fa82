"""Loads in templates: their ladder, margins and state."""

from decimal import Decimal
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from loads import rates
from loads.rates import is_unconfirmed, lacking_words, missing_words, state_label, status_label
from loads.rates import ladder as draw
from loads.states import LoadStatus
from organizations.dashboard.formats import MISSING
from organizations.equipment import Equipment

register = template.Library()
register.filter(lacking_words)
register.filter(missing_words)
register.filter(status_label)

TONES = {
    LoadStatus.UNASSIGNED: "info",
    LoadStatus.TENDERED: "wait",
    LoadStatus.COVERED: "go",
    LoadStatus.IN_TRANSIT: "go",
}


@register.inclusion_tag("_components/ladder.html")
def ladder(
    load: Any, best_ask: Decimal | None = None, is_detailed: bool = False, is_ours: bool = False
) -> dict[str, Any]:
    """Show the ladder of a load (anything with its four rates), with the best ask or our counter where there is one."""
    picture = draw(
        start=load.start_rate,
        ceiling=load.max_rate,
        customer=load.customer_rate,
        book_now=load.book_now_rate,
        best_ask=best_ask,
        ask_name="our counter" if is_ours else "offer",
        width=360 if is_detailed else 160,
        is_detailed=is_detailed,
    )
    return {"ladder": picture, "is_detailed": is_detailed}


@register.filter(name="is_unconfirmed")
def is_booked_beside_the_tms(load: Any) -> bool:
    """Whether a load with its facts is booked and the TMS doesn't say so yet."""
    return is_unconfirmed(load, is_booked=load.told.bids.is_booked)


@register.simple_tag
def margin_at(load: Any, cost: Decimal | None) -> rates.Margin | None:
    """Return the load's margin when a carrier gets `cost`."""
    return rates.margin(load.customer_rate, cost, load.total_distance)


@register.simple_tag
def margin_range(load: Any) -> rates.MarginRange | None:
    """Return the margin's range between the load's max rate and its start rate."""
    return rates.margin_range(load.customer_rate, load.max_rate, load.start_rate)


@register.simple_tag
def equipment(load: Any) -> SafeString | str:
    """Return the equipment by its name, what the TMS wrote in the title; what has no name as the TMS wrote it."""
    name = load.get_equipment_type_display() if load.equipment_type not in ("", Equipment.OTHER) else ""
    if name and load.equipment and load.equipment != name:
        return format_html('<span title="{}">{}</span>', load.equipment, name)
    return name or load.equipment or MISSING


@register.inclusion_tag("_components/load_state.html")
def load_state(load: Any, booked: Any = False) -> dict[str, Any]:
    """Show how a load reads, `booked` or not; whether it is locked or on hold, what it lacks to be offered."""
    is_booked = bool(booked)
    return {
        "status": state_label(load, is_booked=is_booked),
        "tone": "go" if is_unconfirmed(load, is_booked=is_booked) else TONES.get(load.status, ""),
        "is_locked": load.is_locked,
        "is_held": load.is_held,
        "missing": [] if load.is_settled or is_booked else missing_words(load),
    }
