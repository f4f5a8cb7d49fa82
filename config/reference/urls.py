"""Routes below /api/v1/ that describe the others."""

from config.reference import views
from organizations.rest.routes import endpoint

urlpatterns = [
    endpoint("openapi.json", views.openapi, name="openapi"),
    endpoint("docs", views.docs, name="docs"),
]
