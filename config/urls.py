"""The one table of contents."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path

from analytics import gallery as charts
from config import health
from organizations import errors, gallery

api = [
    path("", include("loads.api_urls")),
    path("", include("calls.api_urls")),
    path("", include("bids.api_urls")),
    path("", include("carriers.api_urls")),
    path("", include("analytics.api_urls")),
    path("", include("config.reference.urls")),
]

urlpatterns = [
    path("livez", health.livez, name="livez"),
    path("readyz", health.readyz, name="readyz"),
    path("api/v1/", include((api, "api"))),
    re_path(r"^api(?:/|\Z)", errors.unknown_endpoint),
    path("phone/", include("calls.phone.urls")),
    path("", include("organizations.urls")),
    path("loads/", include("loads.urls")),
    path("", include("calls.routes")),
    path("agents/", include("calls.agent_urls")),
    path("", include("bids.routes")),
    path("", include("carriers.routes")),
    path("analytics/", include("analytics.urls")),
    path("admin/", admin.site.urls),
]

if settings.LOCAL or settings.DEBUG:
    urlpatterns += [
        path("gallery", gallery.gallery, name="gallery"),
        path("gallery/charts", charts.gallery, name="gallery_charts"),
    ]

handler400 = errors.bad_request
handler403 = errors.permission_denied
handler404 = errors.not_found
handler500 = errors.server_error
