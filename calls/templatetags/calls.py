"""Times of a call in templates."""

from datetime import UTC, datetime

from django import template
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

from calls.wording import tag_words
from organizations.dashboard.formats import zone_of

register = template.Library()

register.filter("tag_words", tag_words)


@register.simple_tag(takes_context=True)
def moment(context: Context, instant: datetime) -> SafeString:
    """Return the time of day in the organization's zone, date and zone in the title."""
    organization = getattr(context.get("request"), "organization", None)
    local = instant.astimezone(zone_of(getattr(organization, "timezone", None)) or UTC)
    title = f"{local:%a %b} {local.day}, {local.year}, {local:%H:%M:%S %Z}"
    text = f"{local:%H:%M:%S}"
    return format_html('<time datetime="{}" title="{}">{}</time>', instant.isoformat(), title, text)
