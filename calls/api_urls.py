"""Routes below /api/v1/."""

from calls.api import CallViewSet, CarrierSalesCallViewSet, CheckCallViewSet, CustomCallViewSet
from organizations.rest.routes import endpoint

urlpatterns = [
    endpoint("calls", CallViewSet.as_view({"get": "list"}), name="calls"),
    endpoint(
        "custom-use-cases/<agentId>/create-phone-call",
        CustomCallViewSet.as_view({"post": "create"}),
        name="custom_call",
    ),
    endpoint(
        "track-and-trace/trigger-check-call-by-load",
        CheckCallViewSet.as_view({"post": "create"}),
        name="check_call",
    ),
    endpoint(
        "carrier-sales/trigger-call",
        CarrierSalesCallViewSet.as_view({"post": "create"}),
        name="carrier_sales_call",
    ),
]
