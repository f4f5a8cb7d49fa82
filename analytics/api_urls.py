"""Routes below /api/v1/."""

from analytics.api import AnalyticsViewSet
from organizations.rest.routes import endpoint

urlpatterns = [
    endpoint("analytics", AnalyticsViewSet.as_view({"get": "list"}), name="analytics"),
]
