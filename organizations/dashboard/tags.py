"""Tags of every page, `{% load loadline %}`: icons, live updates, tables, formats."""

import io
import re
import time
from datetime import UTC, datetime
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any
from zipfile import ZipFile

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import Context, RequestContext, TemplateDoesNotExist
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from organizations import formats
from organizations.dashboard import navigation
from organizations.people.sessions import device_of

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


# What a table shows: the partials of its `parts`, bound to the row or the page that the context has.


DRAWN = "tables.cells"  # the columns of the table that is rendered, ready to draw


@register.simple_tag(takes_context=True)
def cells(context: Context) -> SafeString:
    """Return the cells of the context's `row`, in the columns that are shown."""
    table = context["table"]
    engine = context.template.engine  # type: ignore[union-attr]
    drawn = context.render_context.get(DRAWN)
    if drawn is None:
        drawn = context.render_context[DRAWN] = [
            (*column.ends, engine.get_template(f"{table.parts}#{column.name}").nodelist)
            for column in table.shown.values()
        ]
    return mark_safe("".join(f"{begin}{inner.render(context)}{end}" for begin, end, inner in drawn))  # noqa: S308


@register.simple_tag(takes_context=True)
def part(context: Context, name: str) -> SafeString | str:
    """Return a part of the table's page that is its own; nothing where it has none of that name."""
    try:
        found = context.template.engine.get_template(f"{context['table'].parts}#{name}")  # type: ignore[union-attr]
    except TemplateDoesNotExist:
        return ""
    return mark_safe(found.render(context))  # noqa: S308 (a template's)


# Tags and filters of every page: facts as `organizations.formats` writes them, icons, cards, navigation.


register.filter("money", formats.money)
register.filter("short_money", formats.short_money)
register.filter("per_mile", formats.per_mile)
register.filter("miles", formats.miles)
register.filter("pounds", formats.pounds)
register.filter("number", formats.number)
register.filter("counted", formats.counted)
register.filter("percent", formats.percent)
register.filter("phone", formats.phone)
register.filter("device", device_of)
register.filter("local_time", formats.local_time)
register.simple_tag(formats.place, name="place")


@register.simple_tag
def lane(load: Any) -> SafeString:
    """Return a load's two places and the way between, which is spoken as "to"."""
    origin = formats.place(load.origin_city, load.origin_state)
    destination = formats.place(load.destination_city, load.destination_state)
    return format_html(
        '{} <i aria-hidden="true">→</i><span class="hidden-visually">to</span> {}', origin, destination
    )


register.filter("zone_words", formats.zone_words)
register.simple_tag(formats.hour_range)


@register.simple_tag
def icon(name: str, size: int = 16) -> SafeString:
    """Return a Lucide icon as inline SVG; decoration, since the word stands beside it."""
    return _icon(str(name), size)


@lru_cache(maxsize=256)
def _icon(name: str, size: int) -> SafeString:
    head, _, drawing = _drawings().read(f"{name}.svg").decode().partition(">")
    head = " ".join(head.replace('xmlns="http://www.w3.org/2000/svg"', "").split())
    head = re.sub(r'(?<=\s)(width|height)="\d+"', rf'\1="{size}"', head)
    return mark_safe(f'{head} aria-hidden="true">{drawing}')  # noqa: S308 (a package's own file)


@cache
def _drawings() -> ZipFile:
    """Lucide's archive, opened once: the package's own way does so for each icon, which made first pages wait."""
    return ZipFile(io.BytesIO((files("lucide") / "lucide.zip").read_bytes()))


@register.simple_tag(takes_context=True)
def window(
    context: Context, start: datetime | None, end: datetime | None, zone: str | None
) -> SafeString | str:
    """Return a stop's window in its own wall-clock time, its days as the organization counts them; all in the title."""
    text = formats.window(start, end, zone, _now(context).astimezone(_zone(context)))
    first = start or end
    if first is None:
        return text
    title = formats.full_window(start, end, zone)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', first.isoformat("T", "minutes"), title, text
    )


@register.simple_tag(takes_context=True)
def age(context: Context, instant: datetime | None) -> SafeString | str:
    """Return how long ago an instant was, the exact time in the organization's zone in the title."""
    if instant is None:
        return formats.MISSING
    local = instant.astimezone(_zone(context))
    return _time(instant, formats.full_moment(local, f"{local:%Z}"), formats.age(local, _now(context)))


@register.simple_tag(takes_context=True)
def moment(context: Context, instant: datetime) -> SafeString:
    """Return the time of day in the organization's zone: `2:05:09 PM`, date and zone in the title."""
    local = instant.astimezone(_zone(context))
    return _time(
        instant, formats.full_moment(local, f"{local:%Z}"), formats.time_of_day(local, with_seconds=True)
    )


@register.simple_tag
def instant(moment: datetime | None, zone: str) -> SafeString | str:
    """Return an instant in a zone: `Nov 20, 2:05 PM`, with year, second and zone in the title."""
    if moment is None:
        return formats.MISSING
    local = moment.astimezone(formats.zone_of(zone))
    letters = formats.abbreviation(local.replace(tzinfo=None), formats.zone_of(zone))
    text = f"{local:%b} {local.day}, {formats.time_of_day(local)}"
    return _time(moment, formats.full_moment(local, letters), text)


def _time(instant: datetime, title: str, text: str) -> SafeString:
    return format_html('<time datetime="{}" title="{}">{}</time>', instant.isoformat(), title, text)


@register.simple_tag(takes_context=True)
def day_on(context: Context, instant: datetime) -> str:
    """Return the day of an instant in the organization's zone: `Mar 4, 2026`."""
    local = instant.astimezone(_zone(context))
    return f"{local:%b} {local.day}, {local.year}"


@register.simple_tag(takes_context=True)
def moment_on(context: Context, instant: datetime) -> str:
    """Return an instant as `Mar 4, 2026, 5:00 PM CST`, in the organization's zone."""
    local = instant.astimezone(_zone(context))
    return f"{local:%b} {local.day}, {local.year}, {formats.time_of_day(local)} {local:%Z}"


@register.simple_tag(takes_context=True)
def navigation_links(context: Context) -> list[navigation.Link]:
    """Return the rail's links; none where there is no request (error pages)."""
    request = context.get("request")
    return navigation.links(request) if isinstance(request, HttpRequest) else []


register.simple_tag(navigation.names, name="waiting_names")


@register.simple_tag(takes_context=True)
def settings_links(context: Context) -> list[navigation.Link]:
    """Return the links between the settings' pages."""
    return navigation.settings_links(context["request"])


@register.simple_block_tag
def card(content: str, title: str = "", aside: Any = "", kind: str = "") -> SafeString:
    """Wrap content in a card with an optional title and a word beside it; `kind="flush"` without padding."""
    head = format_html(
        "<header><h2>{}</h2>{}</header>", title, aside and format_html('<span class="quiet">{}</span>', aside)
    )
    body = content if kind == "flush" else format_html('<div class="body">{}</div>', content)
    return format_html('<section class="card">{}{}</section>', head if title else "", body)


@register.simple_block_tag
def dialog(content: str, id: str, title: str) -> str:
    """Make content a window over the page; a button with `popovertarget` and its id opens it."""
    return render_to_string("_components/dialog.html", {"id": id, "title": title, "content": content})


@register.simple_block_tag(takes_context=True)
def confirm(
    context: RequestContext,
    content: str,
    id: str,
    action: str,
    *,
    button: str,
    title: str,
    yes: str,
    icon: str = "",
    tone: str = "",
) -> str:
    """Make a button that posts to `action` once its question (title, content) is answered with `yes`.

    Content may hold fields, which are sent along. Tone is `primary`, `danger` or nothing. Works without scripts.
    """
    names = {
        "id": id,
        "action": action,
        "button": button,
        "title": title,
        "yes": yes,
        "icon": icon,
        "tone": tone,
    }
    token = get_token(context.request)
    return render_to_string("_components/confirm.html", {**names, "content": content, "csrf_token": token})


@register.simple_block_tag
def menu(content: str, label: str, icon: str = "") -> str:
    """Put links and buttons of class `menu-item` behind one button."""
    return render_to_string("_components/menu.html", {"label": label, "icon": icon, "content": content})


@register.simple_tag
def badge(text: str, tone: str = "", icon: str = "") -> SafeString:
    """Show a state: tone is `go`, `wait`, `stop`, `info`, `live` or nothing."""
    kind = f"badge {tone}" if tone else "badge"
    return format_html('<span class="{}">{}{}</span>', kind, _icon(icon, 16) if icon else "", text)


def _now(context: Context) -> datetime:
    """Return the page's moment, so that every row of a page means the same by today."""
    now = context.get("now")
    return now if isinstance(now, datetime) else timezone.now()


def _zone(context: Context) -> Any:
    # A template included with "only" has no variable of the name, but the context still knows its request.
    request = getattr(context, "request", None) or context.get("request")
    organization = getattr(request, "organization", None)
    return formats.zone_of(getattr(organization, "timezone", None)) or UTC
