"""Routes below /api/v1/."""

from carriers.api import CarrierViewSet
from organizations.rest.routes import endpoint

urlpatterns = [
    endpoint("carriers", CarrierViewSet.as_view({"get": "list"}), name="carriers"),
]
