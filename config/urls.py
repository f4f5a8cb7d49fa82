"""The one table of contents."""

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.urls import include, path, re_path
from django.views.decorators.csrf import csrf_exempt

import analytics.api
import analytics.views
import bids.api
import calls.api
import carriers.api
import loads.api
import organizations.api.reference
import organizations.events.api
from calls.urls import agent_pages, webhook_patterns
from config import health
from config.demo import sample
from organizations.dashboard import gallery, requests
from organizations.urls import account_patterns


@csrf_exempt
@login_not_required
def mcp(request: HttpRequest) -> HttpResponse:
    """The MCP server, loaded once it is asked: its SDK takes as long to load as half of Django."""
    from config import mcp_server  # noqa: PLC0415

    return mcp_server.mcp(request)


# One list, and first in the table: every `include` on the way to an endpoint costs each request as much as a match.
api = [
    *loads.api.urlpatterns,
    *calls.api.urlpatterns,
    *bids.api.urlpatterns,
    *carriers.api.urlpatterns,
    *analytics.api.urlpatterns,
    *organizations.events.api.urlpatterns,
    *organizations.api.reference.urlpatterns,
]

urlpatterns = [
    path("api/v1/", include((api, "api"))),
    path("livez", health.livez, name="livez"),
    path("readyz", health.readyz, name="readyz"),
    re_path(r"^api(?:/|\Z)", requests.unknown_endpoint),
    re_path(r"^mcp/?\Z", mcp, name="mcp"),
    path("phone/", include((webhook_patterns, "phone"))),
    path("", include("organizations.urls")),
    path("", include(account_patterns)),
    path("", include("loads.urls")),
    path("", include("calls.urls")),
    path("agents/", include((agent_pages, "agents"))),
    path("", include("bids.urls")),
    path("", include("carriers.urls")),
    path("setup/sample/add/", sample.add_sample, name="add_sample"),
    path("setup/sample/remove/", sample.remove_sample, name="remove_sample"),
    path("analytics/", include("analytics.urls")),
    path("admin/", admin.site.urls),
]

if settings.LOCAL or settings.DEBUG:
    urlpatterns += [
        path("gallery", gallery.gallery, name="gallery"),
        path("gallery/charts", analytics.views.gallery, name="gallery_charts"),
    ]

handler400 = requests.bad_request
handler403 = requests.permission_denied
handler404 = requests.not_found
handler500 = requests.server_error
