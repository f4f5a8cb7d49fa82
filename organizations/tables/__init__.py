"""What every list of the dashboard has: filters, chips, columns to choose and to sort by, pages, saved views, CSV.

A list is a `Table` (`table.py`) with a django-filter set (`filters.py`); its view is `show_table(request, ThingTable)`:

    class ThingFilters(TableFilters):
        shown = ("q",)  # in the head; the others are set by chips
        defaults = {"status": "open"}
        q = CharFilter(field_name="name", lookup_expr="icontains", label="Find", widget=Search("name", "Find a thing"))
        status = ChoiceFilter(choices=STATUSES)

    class ThingTable(Table):
        name, title, url_name, parts = "things", "Things", "things:list", "things/table.html"
        model, filterset, default_sort = Thing, ThingFilters, "-at"
        no_rows = Empty("box", "No things yet", "Things appear here as they are made.")
        no_match = Empty("search-x", "No thing matches", "Take a filter out.")
        columns = (
            Column("id", "Thing", "id", {"Thing": "pk"}, is_fixed=True, is_head=True),
            Column("at", "When", "num", {"When": "made_at"}, "at", "made_at", first="-at", is_indexed=True),
        )

        @cached_property
        def chips(self):
            return {"Status": self.choices_of("status", STATUSES)}

What a column shows of `row` is the partial of its name in the template `parts`. There may also stand `chips` (after the
chips), `head` (above the table), `foot` and `end` (before and after the pager); of a grouped table `group` and `more`
(above and below the rows of a `group`). Tables named in `settings.TABLES` have columns to choose, views and CSV.
"""
