"""The search: a page, and suggestions while somebody types."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from organizations.dashboard import DashboardRequest
from organizations.search.sections import find_everything, read_query

ON_PAGE, SUGGESTED = 10, 4  # findings of each kind
FEWEST = 2  # letters that suggestions begin with


@require_safe
def search(request: DashboardRequest) -> HttpResponse:
    """Everything that is found for `q`: a page, or the suggestions where the search box asks for them."""
    now = timezone.now()
    text = read_query(request.GET.get("q"))
    is_suggesting = request.htmx.target == "suggestions"
    wanted = "" if is_suggesting and len(text) < FEWEST else text
    sections = find_everything(wanted, limit=SUGGESTED if is_suggesting else ON_PAGE, at=now)
    number = sum(len(section.hits) for section in sections)
    context = {"text": text, "sections": sections, "number": number, "now": now, "is_asked": bool(wanted)}
    template = "organizations/search_suggestions.html" if is_suggesting else "organizations/search.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response
