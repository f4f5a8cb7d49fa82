"""One search for all pages: each package that has something to find is asked, and the answers stand together.

`settings.SEARCHES` names the functions that are asked, in the order in which their findings stand. Each takes what is
looked for (see `read_query`), how many findings are wanted at most, and the moment, and returns a `Section`:

    def find_things(text: str, *, limit: int, at: datetime) -> Section:
        return Section("Things", "box", hits=[Hit(url="/things/1/", title="Thing 1")])

It is asked within the organization's scope, and must be quick whatever the history: people type, and wait.
"""

from organizations.search.sections import Hit, Section, Snippet, digits_of, find_everything, read_query

__all__ = ["Hit", "Section", "Snippet", "digits_of", "find_everything", "read_query"]
