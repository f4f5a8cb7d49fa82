"""Paths of the loads API, below /api/v1/."""

from loads.api import LoadEventViewSet
from organizations.rest.routes import endpoint

urlpatterns = [
    endpoint("webhooks/loads/events", LoadEventViewSet.as_view({"post": "create"}), name="load-events"),
]
