"""Reads for the settings about calls."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator

from calls.models import Agent, DoNotCall, PhoneNumber
from calls.pages.agents import names_of

PAGE_SIZE = 50


@dataclass(frozen=True)
class ListedNumber:
    """A number that is never called, and who put it there."""

    entry: DoNotCall
    by: str


def numbers_with_agents() -> tuple[list[PhoneNumber], list[Agent]]:
    """Return the organization's numbers, and all agents that might answer them; two queries."""
    numbers = PhoneNumber.objects.select_related("agent").order_by("number")
    return list(numbers), list(Agent.objects.order_by("name", "pk"))


def do_not_call_list(search: str, page_number: str | None) -> tuple[Page, list[ListedNumber]]:
    """Return a page of the do-not-call list, newest first; `search` is the beginning of a number. Three queries."""
    found = DoNotCall.objects.order_by("-created_at", "-pk")
    digits = "".join(each for each in search if each in "0123456789")
    if search.strip():
        found = found.filter(number__startswith=f"+{digits}") if digits else found.none()
    page = Paginator(found, PAGE_SIZE).get_page(page_number)
    entries = list(page.object_list)
    names = names_of(entry.by for entry in entries)
    return page, [ListedNumber(entry, names[entry.by]) for entry in entries]
