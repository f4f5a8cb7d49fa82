"""Pictures' slots, and instants in the zone that an analytics page is in."""

from collections.abc import Iterable
from datetime import datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from analytics.chart_scales import Slot, slot_rows, slot_svg
from organizations.clock import time_of_day
from organizations.dashboard.formats import MISSING, abbreviation, full_moment, zone_of

register = template.Library()

register.simple_tag(slot_rows, name="slot_table")


@register.simple_tag
def slots(found: Iterable[Slot], top: int, height: int) -> SafeString:
    """Return the places of a picture that tell something when they are pointed at."""
    return slot_svg(found, top=top, height=height)


@register.simple_tag
def instant(moment: datetime | None, zone: str) -> SafeString | str:
    """Return an instant in a zone: `Nov 20, 2:05 PM`, with year, second and zone in the title."""
    if moment is None:
        return MISSING
    local = moment.astimezone(zone_of(zone))
    letters = abbreviation(local.replace(tzinfo=None), zone_of(zone))
    title = full_moment(local, letters)
    text = f"{local:%b} {local.day}, {time_of_day(local)}"
    return format_html('<time datetime="{}" title="{}">{}</time>', moment.isoformat(), title, text)
