"""What every list of the dashboard has: columns to choose, saved views, sorting heads, a download as CSV.

A list is described once, as a `Listing` (see `loads/listing.py`), and named in `settings.LISTS`:

    THINGS = Listing(
        name="things", noun="things", url_name="things:list", form=ThingForm, default_sort="-at",
        columns=(
            Column("id", "Thing", cells=(Cell("Thing", lambda thing: thing.pk),), is_fixed=True),
            Column("at", "When", cells=(Cell("When", lambda thing: thing.at),), sort="at", first="-at"),
            Column("price", "Price", cells=(…), is_number=True, is_usual=False),
        ),
        batches=things_in_batches,  # of an Asked: an iterator of lists of rows, for the CSV
    )

`form` is the form of the list's filters with a `sort` field; its fields are all that a saved view keeps. `batches` must
take little memory whatever the number of rows: `ordering.in_batches` goes over a queryset by key, one short statement a
thousand rows, so that no transaction stays open while somebody downloads slowly. Each batch is fetched within the
organization's scope.

A view asks how the list is shown, sends who has a default view there, and hands `shown` to its template:

    shown = show(THINGS, request)
    if shown.elsewhere:
        return redirect(shown.elsewhere)
    heads = shown.heads(sort)  # for _components/column.html
    "price" in shown.columns   # what the rows show; fetch dear facts only where they are shown

In the template, inside the fragment that htmx swaps, so that all of it is in step with the address (the filters' form
has the id `filters`):

    {% include "_components/list_state.html" with shown=shown only %}
    {% include "_components/list_views.html" with shown=shown csrf_token=csrf_token only %}
    {% include "_components/list_tools.html" with shown=shown csrf_token=csrf_token only %}

and each cell stands in `{% if "price" in shown.columns %}…{% endif %}`. "Clear filters" leads to `shown.plain_url`.
"""

from organizations.lists.listing import Asked, Cell, Column, Listing, find_listing
from organizations.lists.ordering import Order, few_in_batches, in_batches, rows_of_page
from organizations.lists.showing import Shown, show

__all__ = [
    "Asked",
    "Cell",
    "Column",
    "Listing",
    "Order",
    "Shown",
    "few_in_batches",
    "find_listing",
    "in_batches",
    "rows_of_page",
    "show",
]
