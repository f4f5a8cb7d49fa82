"""What every list of the dashboard has: filters, chips, columns to choose and to sort by, pages, saved views, CSV.

A list is a `Table` (`table.py`) with a django-filter set (`filters.py`); its view is `show_table(request, ThingTable)`:

    class ThingFilters(TableFilters):
        shown = ("q",)  # in the head; the others are set by chips
        defaults = {"status": "open"}
        q = CharFilter(label="Find", lookup_expr="icontains", field_name="name", widget=Search("name"))
        status = ChoiceFilter(choices=STATUSES)

    class ThingTable(Table):
        name, title, url_name, parts = "things", "Things", "things:list", "things/table.html"
        filterset, default_sort = ThingFilters, "-at"
        columns = (
            Column("id", "Thing", "id", cells=(Cell("Thing", lambda thing: thing.pk),), is_fixed=True),
            Column("at", "When", "num", cells=(…), sort="at", field="made_at", first="-at", is_indexed=True),
        )

        def queryset(self):
            return Thing.objects.all()

What a column shows of `row` is the partial of its name in the template `parts`. There may also stand `chips` (after the
chips), `head` (above the table), `foot` and `end` (before and after the pager); of a grouped table `group` and `more`
(above and below the rows of a `group`). Tables named in `settings.TABLES` have columns to choose, views and CSV.
"""
