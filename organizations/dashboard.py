"""What a dashboard view may count on."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from organizations.models import Membership, Organization, User


class DashboardRequest(HttpRequest):
    """A request as it reaches a dashboard view, for annotations: the middlewares have set the rest."""

    user: User
    organization: Organization
    membership: Membership
    memberships: list[Membership]
    htmx: HtmxDetails
