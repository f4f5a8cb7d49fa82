"""The page that a person came from to decide on something: `next` in the address, and where it leads."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode

from loads.models import Load

NAMES = (("/bids/", "Bids"), ("/calls/", "The call"), ("/loads/", "The load"))


@dataclass(frozen=True)
class WayBack:
    """A link to where one came from; `query` carries it on to the next page."""

    url: str
    label: str
    query: str


def back_to(request: HttpRequest, load: Load) -> WayBack:
    """Return where the person came from, as far as that is a page of ours; else the load's page."""
    given = _given(request)
    if not given:
        return WayBack(reverse("loads:page", args=[load.pk]), f"Load {load.external_id}", "")
    label = next((name for start, name in NAMES if given.startswith(start)), "Back")
    return WayBack(given, label, urlencode({"next": given}))


def with_way_back(request: HttpRequest, name: str, *args: object) -> str:
    """Return a page's address that keeps where the person came from."""
    given, url = _given(request), reverse(name, args=args)
    return f"{url}?{urlencode({'next': given})}" if given else url


def _given(request: HttpRequest) -> str:
    """A path of ours, or nothing."""
    given = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(given, allowed_hosts=None)
    return given if is_ours and given.startswith("/") else ""
