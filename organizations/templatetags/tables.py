"""What a table shows: the partials of its `parts`, bound to the row or the page that the context has."""

from django import template
from django.template import Context, TemplateDoesNotExist
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

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
