"""A small API whose view writes an audit row, the effect that is counted, and then does what the body says.

A URLconf of its own.
"""

import threading

from django.db import OperationalError, connection
from django.http import HttpResponse
from django.urls import include, path
from django.utils import timezone
from rest_framework.response import Response

from config.urls import handler400, handler403, handler404, handler500  # noqa: F401 - a URLconf's names
from organizations import audit
from organizations.api import problems
from organizations.api.viewsets import OrganizationViewSet, endpoint
from organizations.models import AuditEntry
from organizations.tenancy.states import Scope

URL = "/api/v1/things"
REPLAYED = "Idempotency-Replayed"


class Died(BaseException):
    """What no handler catches: the process is gone."""


def die():
    raise Died


def bug():
    raise ZeroDivisionError


def breaks(error):
    def fail():
        raise error

    return fail


def refused_by_postgres(statement):
    def execute():
        with connection.cursor() as cursor:
            cursor.execute(statement)

    return execute


class Gate:
    """Where a handler waits until the test lets it go on."""

    def __init__(self):
        self.entered, self.opened = threading.Event(), threading.Event()

    def __call__(self):
        self.entered.set()
        assert self.opened.wait(60)


gate = Gate()  # each test has one of its own
DO = {
    "invalid": breaks(problems.Invalid.field("id", "required", "Give one.")),
    "conflict": breaks(problems.Conflict("Busy.")),
    "unprocessable": breaks(problems.Unprocessable()),
    "limited": breaks(problems.RateLimited()),
    "not-found": breaks(problems.NotFound()),
    "returned": lambda: Response({"no": 1}, status=409),
    "away": breaks(OperationalError("away")),
    "bug": bug,
    "die": die,
    "data": refused_by_postgres("SELECT 'x'::int"),
    "integrity": refused_by_postgres("INSERT INTO organizations_organization DEFAULT VALUES"),
    "slow": lambda: gate(),
    "plain": lambda: HttpResponse(b'{"plain":  1}', content_type="application/json"),
}


class ThingViewSet(OrganizationViewSet):
    required_scope = {"create": Scope.CALL, "list": Scope.READ}

    def create(self, request, name=""):
        audit.record(
            organization=self.organization,
            action="thing",
            subject=self.token,
            by=self.actor,
            at=timezone.now(),
        )
        answer = DO.get(request.data.get("do"), lambda: None)()
        return answer or Response({"made": AuditEntry.objects.count(), "rate": request.data.get("rate")})

    def list(self, request):
        return Response({})


api_urls = [
    endpoint("things", ThingViewSet.as_view({"post": "create", "get": "list"})),
    endpoint("things/<name>", ThingViewSet.as_view({"post": "create"})),
]
urlpatterns = [path("api/v1/", include((api_urls, "api")))]


def effects():
    return AuditEntry.unscoped.filter(action="thing").count()
