"""Times of a call in templates."""

from datetime import UTC, datetime

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from calls.wording import tag_words
from organizations.clock import time_of_day
from organizations.dashboard.formats import full_moment, zone_of

register = template.Library()

register.filter("tag_words", tag_words)


@register.simple_tag(takes_context=True)
def moment(context: Context, instant: datetime) -> SafeString:
    """Return the time of day in the organization's zone, date and zone in the title."""
    organization = getattr(context.get("request"), "organization", None)
    local = instant.astimezone(zone_of(getattr(organization, "timezone", None)) or UTC)
    title = full_moment(local, f"{local:%Z}")
    text = time_of_day(local, with_seconds=True)
    return format_html('<time datetime="{}" title="{}">{}</time>', instant.isoformat(), title, text)
