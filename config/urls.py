"""The one table of contents."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path, re_path

import analytics.api_urls
import bids.api_urls
import calls.api_urls
import carriers.api_urls
import config.reference
import loads.api_urls
from analytics import gallery as charts
from config import health
from organizations import errors, gallery

# Django admin has no sign-in page of its own.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

# One list, and first in the table: every `include` on the way to an endpoint costs each request as much as a match.
api = [
    *loads.api_urls.urlpatterns,
    *calls.api_urls.urlpatterns,
    *bids.api_urls.urlpatterns,
    *carriers.api_urls.urlpatterns,
    *analytics.api_urls.urlpatterns,
    *config.reference.urlpatterns,
]

urlpatterns = [
    path("api/v1/", include((api, "api"))),
    path("livez", health.livez, name="livez"),
    path("readyz", health.readyz, name="readyz"),
    re_path(r"^api(?:/|\Z)", errors.unknown_endpoint),
    path("phone/", include("calls.phone.urls")),
    path("", include("organizations.urls")),
    path("", include("organizations.people.urls")),
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
