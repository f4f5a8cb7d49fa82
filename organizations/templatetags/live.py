"""What a page needs to be told of what is new (static/loadline.js)."""

import time

from django import template
from django.conf import settings
from django.template import Context
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def live_attributes(context: Context) -> SafeString | str:
    """Return where the page listens, and from which moment on; nothing for people without an organization.

    Where LOADLINE_EVENTS_URL is empty it doesn't listen, but asks by itself.
    """
    if not getattr(context.get("request"), "organization", None):
        return ""
    now = time.time_ns() // 1_000_000
    return format_html(' data-events="{}" data-since="{}"', settings.EVENTS_URL, now)
