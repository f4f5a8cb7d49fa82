"""What a dashboard view may count on."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest, QueryDict
from django_htmx.middleware import HtmxDetails

from organizations.models import Membership, Organization, User


class DashboardRequest(HttpRequest):
    """A request as it reaches a dashboard view, for annotations: the middlewares have set the rest."""

    user: User
    organization: Organization
    membership: Membership
    memberships: list[Membership]
    htmx: HtmxDetails


def posted(request: HttpRequest) -> QueryDict | None:
    """What is posted, as a form takes it; None where the form is only shown."""
    return request.POST if request.method == "POST" else None


@contextmanager
def refusals_told(request: HttpRequest, *refusals: type[Exception]) -> Iterator[None]:
    """Tell why something isn't done, on the page that is shown next; the rest of the block isn't done either."""
    try:
        yield
    except refusals as error:
        messages.error(request, str(error))
