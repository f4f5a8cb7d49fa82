"""A small API and two pages to try the kit on; a URLconf of its own."""

import redis.exceptions
from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import DataError, IntegrityError, OperationalError
from django.http import Http404, HttpResponse
from django.urls import include, path
from psycopg_pool import PoolTimeout
from rest_framework import exceptions, serializers
from rest_framework.response import Response

from calls.urls import agent_pages
from config.urls import handler400, handler403, handler404, handler500  # noqa: F401 - a URLconf's names
from organizations.api import problems
from organizations.api.viewsets import OrganizationViewSet, endpoint
from organizations.models import AuditEntry
from organizations.tenancy.scope import current_organization_id, organization_in_scope
from organizations.tenancy.states import Scope
from organizations.urls import account_patterns

RAISED = {
    "validation": lambda: exceptions.ValidationError({"stops": [{}, {"windowStart": ["bad"]}], "": ["top"]}),
    "django-validation": lambda: DjangoValidationError({"name": "too long"}),
    "parse": exceptions.ParseError,
    "not-authenticated": exceptions.NotAuthenticated,
    "failed": exceptions.AuthenticationFailed,
    "denied": exceptions.PermissionDenied,
    "django-denied": PermissionDenied,
    "not-found": exceptions.NotFound,
    "404": Http404,
    "type": lambda: exceptions.UnsupportedMediaType("text/x"),
    "acceptable": exceptions.NotAcceptable,
    "throttled": lambda: exceptions.Throttled(7),
    "conflict": lambda: problems.Conflict("It is running."),
    "unprocessable": problems.Unprocessable,
    "data": DataError,
    "integrity": IntegrityError,
    "database": OperationalError,
    "pool": PoolTimeout,
    "redis": redis.exceptions.ConnectionError,
    "bug": lambda: ZeroDivisionError("secret"),
}


class StopSerializer(serializers.Serializer):
    windowStart = serializers.CharField()

    def validate(self, attrs):
        if attrs["windowStart"] == "never":
            raise serializers.ValidationError("That never comes.", code="never")
        return attrs


class LoadSerializer(serializers.Serializer):
    id = serializers.CharField()
    stops = StopSerializer(many=True, required=False)


class ProbeViewSet(OrganizationViewSet):
    required_scope = {"list": Scope.READ, "create": Scope.INGEST, "fail": Scope.READ, "retrieve": Scope.READ}

    def list(self, request):
        ids = list(AuditEntry.objects.values_list("organization_id", flat=True).distinct())
        return Response({"organization": current_organization_id(), "actor": str(self.actor), "seen": ids})

    def create(self, request):
        serializer = LoadSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        return Response({"echo": request.data, "raw": len(request.raw_body)})

    def retrieve(self, request, name):
        return Response({"name": name})

    def fail(self, request, kind):
        raise RAISED[kind]()


@login_not_required
def scope_left_over(request):
    return HttpResponse(str(organization_in_scope()))


def page(request):
    return HttpResponse(f"{request.organization.slug} {request.membership.role} {current_organization_id()}")


def failing_page(request):
    raise OperationalError("the database is away")


def buggy_page(request):
    raise ZeroDivisionError("secret")


api = [
    endpoint("probe", ProbeViewSet.as_view({"get": "list", "post": "create"}), name="probe"),
    endpoint("probe/<name>", ProbeViewSet.as_view({"get": "retrieve"}), name="named"),
    endpoint("fail/<kind>", ProbeViewSet.as_view({"get": "fail"}), name="fail"),
]
urlpatterns = [
    path("api/v1/", include((api, "api"))),
    path("", include("organizations.urls")),
    path("", include(account_patterns)),
    path("scope/", scope_left_over),
    path("page/", page),
    path("failing-page/", failing_page),
    path("buggy-page/", buggy_page),
    path("loads/", page),
    path("", include("loads.urls")),
    path("", include("calls.urls")),
    path("agents/", include((agent_pages, "agents"))),
    path("", include("bids.urls")),
    path("", include("carriers.urls")),
    path("analytics/", include("analytics.urls")),
    path("admin/", admin.site.urls),
]
