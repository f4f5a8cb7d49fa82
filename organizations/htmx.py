"""Answers that a browser gets whole, and htmx in part."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRedirect

from organizations.dashboard import DashboardRequest


def render_page_or_part(
    request: DashboardRequest, template: str, part: str, context: Mapping[str, Any], *, status: int = 200
) -> HttpResponse:
    """The page, or its `part` alone where htmx asks, for a page that shows it among others.

    On the way back through the history htmx wants the page.
    """
    is_part = bool(request.htmx) and not request.htmx.history_restore_request
    response = render(request, f"{template}#{part}" if is_part else template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def render_page_or_target(
    request: DashboardRequest, template: str, target: str, context: Mapping[str, Any]
) -> HttpResponse:
    """The page, or its part called `target` alone where htmx puts that in the place of the element with this id."""
    is_part = request.htmx.target == target
    response = render(request, f"{template}#{target}" if is_part else template, context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def redirect_whole(request: DashboardRequest, *where: Any) -> HttpResponse:
    """Lead to a page, as `redirect` takes it; a request of htmx too leads the browser there."""
    page = redirect(*where)
    return HttpResponseClientRedirect(page.url) if request.htmx else page
