"""Pictures' slots, and instants in the zone that an analytics page is in."""

from collections.abc import Iterable
from datetime import datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from analytics.charts.scales import Slot, slot_rows, slot_svg
from organizations.dashboard.formats import MISSING, abbreviation, zone_of

register = template.Library()

register.simple_tag(slot_rows, name="slot_table")


@register.simple_tag
def slots(found: Iterable[Slot], top: int, height: int) -> SafeString:
    """Return the places of a picture that tell something when they are pointed at."""
    return slot_svg(found, top=top, height=height)


@register.simple_tag
def instant(moment: datetime | None, zone: str) -> SafeString | str:
    """Return an instant in a zone: `Nov 20, 14:05`, with year, second and zone in the title."""
    if moment is None:
        return MISSING
    local = moment.astimezone(zone_of(zone))
    letters = abbreviation(local.replace(tzinfo=None), zone_of(zone))
    title = f"{local:%a %b} {local.day}, {local.year}, {local:%H:%M:%S} {letters}"
    text = f"{local:%b} {local.day}, {local:%H:%M}"
    return format_html('<time datetime="{}" title="{}">{}</time>', moment.isoformat(), title, text)
