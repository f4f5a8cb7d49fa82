"""Idempotency keys: one effect for each key, whatever comes at once, fails or dies in between.

The module is a URLconf too: its view writes an audit row, the effect that is counted, and then does what the body says.
"""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client
from django.urls import include, path
from django.utils import timezone
from rest_framework.response import Response

from calls.models import Call
from config.celery import app
from config.urls import handler400, handler403, handler404, handler500  # noqa: F401 - a URLconf's names
from loads.models import Load, LoadEvent
from organizations import audit
from organizations import services as organizations
from organizations.actors import system
from organizations.models import ApiToken, AuditEntry, IdempotencyKey
from organizations.rest import idempotency, problems
from organizations.rest.routes import endpoint
from organizations.rest.viewsets import OrganizationViewSet
from organizations.states import Scope
from tests.factories import NOW, AgentFactory, LoadFactory, PhoneNumberFactory

BY = {"by": system("tests"), "at": NOW}
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
        assert self.opened.wait(10)


gate = Gate()
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
here = pytest.mark.urls(__name__)


@pytest.fixture(autouse=True)
def _new_gate():
    global gate
    gate = Gate()


@pytest.fixture
def post(api):
    """Post a body under a key."""

    def send(body=b"{}", key="k-1", url=URL, plain=None, **headers):
        headers |= {"Idempotency-Key": key} if key is not None else {}
        headers |= {"Authorization": f"Bearer {plain}"} if plain else {}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return api.post(url, data, content_type="application/json", headers=headers)

    return send


def effects():
    return AuditEntry.unscoped.filter(action="thing").count()


# The same request again


@here
def test_answer_is_replayed_byte_for_byte(post):
    body = b'{"rate": 1.10, "more": "\xc3\xbc"}'
    first, second = post(body), post(body)

    assert (first.status_code, first.content) == (
        200,
        b'{"made":2,"rate":1.1}',
    )  # the token's making is the other row
    assert (second.status_code, second.content) == (200, first.content)
    assert second["Content-Type"] == first["Content-Type"] == "application/json"
    assert second["X-Request-Id"] != first["X-Request-Id"]
    assert REPLAYED not in first
    assert second[REPLAYED] == "true"
    assert second["RateLimit-Remaining"]
    assert effects() == 1


@here
def test_answer_that_a_view_rendered_itself_is_replayed(post):
    assert [post({"do": "plain"}).content for _ in range(2)] == [b'{"plain":  1}'] * 2
    assert effects() == 1


@here
def test_first_answer_is_the_one_without_a_key(post):
    keyed, plain = post(), post(key=None)

    assert keyed.headers.keys() == plain.headers.keys()
    assert (keyed.json()["made"], plain.json()["made"]) == (2, 3)


@here
def test_trailing_slash_makes_no_other_path(post):
    post()

    assert post(url=f"{URL}/")[REPLAYED] == "true"


@here
def test_other_keys_are_other_requests(post):
    assert {REPLAYED in post(key=key) for key in ("a", "b", "A", "a.")} == {False}
    assert effects() == 4


@here
def test_replay_costs_little(post, django_assert_num_queries):
    post()

    with django_assert_num_queries(5):  # the token; the transaction's two ends; the lock; the answer
        assert post()[REPLAYED] == "true"


@here
def test_get_takes_no_notice_of_the_header(api):
    headers = {"Idempotency-Key": "ü"}

    assert api.get(URL, headers=headers).status_code == 200
    assert api.delete(URL, headers=headers).status_code == 405
    assert not IdempotencyKey.unscoped.exists()


# The header


@here
@pytest.mark.parametrize("key", ["a", "x" * 255, "!~", "".join(map(chr, range(33, 127))), "';DROP--"])
def test_visible_ascii_is_a_key(post, key):
    assert post(key=key).status_code == 200
    assert post(key=key)[REPLAYED] == "true"


@here
@pytest.mark.parametrize("key", ["", " ", "x" * 256, "a b", "a\tb", "ü", "a\x00b", "a\x7f", "a\n", "١"])
def test_anything_else_is_none(post, key):
    response = post(key=key)

    assert response.status_code == 400
    assert [(error["field"], error["code"]) for error in response.json()["errors"]] == [
        ("Idempotency-Key", "invalid")
    ]
    assert effects() == 0


# Another request


@here
@pytest.mark.parametrize(
    "other", [{"body": {"rate": 2}}, {"body": b"{} "}, {"url": f"{URL}/x"}, {"body": b"not JSON"}]
)
def test_other_request_under_the_key_is_unprocessable(post, other):
    first = post()
    response = post(**other)

    assert (response.status_code, response.json()["type"]) == (422, "/api/v1/docs#unprocessable")
    assert REPLAYED not in response
    assert effects() == 1
    assert post().content == first.content


@here
def test_body_that_is_too_large_is_told_so(post):
    assert post(b" " * 1_048_577).status_code == 413
    assert post().status_code == 200


# What isn't kept


@here
@pytest.mark.parametrize(
    ("do", "status"),
    [
        ("invalid", 400),
        ("conflict", 409),
        ("unprocessable", 422),
        ("limited", 429),
        ("not-found", 404),
        ("returned", 409),
    ],
)
def test_refusal_leaves_the_key_free_and_what_was_written(post, do, status):
    assert [post({"do": do}).status_code for _ in range(2)] == [status] * 2
    assert effects() == 2

    assert REPLAYED not in post({})
    assert effects() == 3


@here
@pytest.mark.parametrize(("do", "status"), [("away", 503), ("bug", 500), ("data", 400), ("integrity", 409)])
def test_failure_leaves_nothing(api, post, do, status, monkeypatch):
    api.raise_request_exception = False
    monkeypatch.setattr("organizations.unavailable.MOMENT", 0)

    response = post({"do": do})
    assert response.status_code == status, response.content
    assert effects() == 0

    assert post({}).status_code == 200
    assert effects() == 1


@here
@pytest.mark.django_db(transaction=True)
def test_commit_that_fails_leaves_nothing(post, rival_token):
    """A wall between tenants is looked at when the transaction commits."""
    theirs = ApiToken.unscoped.get(organization__slug="rival")

    def across():
        IdempotencyKey.objects.create(
            organization=ApiToken.unscoped.get(organization__slug="acme").organization,
            token=theirs,
            key="x",
            fingerprint=b"",
            status=200,
            answer=b"",
            created_at=NOW,
        )

    with patch.dict(DO, {"across": across}):
        assert post({"do": "across"}).status_code == 409
    assert (effects(), IdempotencyKey.unscoped.count()) == (0, 0)
    assert post().status_code == 200


# Death, and two at once


@here
@pytest.mark.django_db(transaction=True)
def test_process_that_dies_leaves_nothing(post):
    with pytest.raises(Died):
        post({"do": "die"})
    assert (effects(), IdempotencyKey.unscoped.count()) == (0, 0)

    with patch.dict(DO, {"die": lambda: None}):
        response = post({"do": "die"})
    assert (response.status_code, REPLAYED in response) == (200, False)
    assert effects() == 1


def send(plain, do="slow", key="k-1"):
    """The status and whether it is a replay, of a request on a thread of its own."""
    client = Client(raise_request_exception=False)
    try:
        response = client.post(
            URL,
            json.dumps({"do": do}),
            content_type="application/json",
            headers={"Authorization": f"Bearer {plain}", "Idempotency-Key": key},
        )
        return response.status_code, REPLAYED in response
    finally:
        connection.close()


@here
@pytest.mark.django_db(transaction=True)
def test_request_that_still_runs_is_a_conflict(token, post):
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(send, token)
        assert gate.entered.wait(10)
        same, other, apart = post({"do": "slow"}), post({"rate": 1}), post(key="k-2")
        gate.opened.set()
        assert first.result() == (200, False)

    assert (same.status_code, same["Retry-After"]) == (409, "1")
    assert (other.status_code, apart.status_code) == (409, 200)
    assert post({"do": "slow"})[REPLAYED] == "true"
    assert effects() == 2


@here
@pytest.mark.django_db(transaction=True)
def test_many_at_once_have_one_effect(token):
    gate.opened.set()
    start = threading.Barrier(8)

    def at_once(_):
        start.wait(10)
        return send(token)

    with ThreadPoolExecutor(8) as pool:
        first, *later = [list(pool.map(at_once, range(8))) for _ in range(5)]

    assert first.count((200, False)) == 1
    assert set(first) <= {(200, False), (200, True), (409, False)}
    assert {answer for answers in later for answer in answers} <= {(200, True), (409, False)}
    assert effects() == 1


@here
@pytest.mark.django_db(transaction=True)
def test_connection_that_is_lost_frees_the_key(token, post):
    """What PostgreSQL sees of a process that was killed, and what a client is told whose process lives on."""
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(send, token)
        assert gate.entered.wait(10)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle in transaction'"
            )
            assert cursor.fetchall() == [(True,)]
        again = post({"do": "plain"})
        gate.opened.set()
        assert first.result() == (503, False)

    assert again.status_code == 200
    assert effects() == 1


# Tenants and time


@here
def test_keys_are_a_tokens_own(post, acme, rival_token):
    other = organizations.create_token(organization=acme, name="other", **BY).plain

    answers = [post(), post({"rate": 1}, plain=rival_token), post({"rate": 2}, plain=other)]

    assert [(answer.status_code, REPLAYED in answer) for answer in answers] == [(200, False)] * 3
    assert effects() == 3


@here
def test_replay_asks_for_token_and_scope(post, acme):
    post()
    token = ApiToken.unscoped.get(organization=acme)
    ApiToken.unscoped.update(scopes=[Scope.READ])
    assert post().status_code == 403
    organizations.revoke_token(token=token, **BY)
    assert post().status_code == 401


@here
def test_key_is_free_after_a_day(post):
    post()
    day_ago = timezone.now() - timedelta(hours=24)
    IdempotencyKey.unscoped.update(created_at=day_ago + timedelta(minutes=1))
    assert post()[REPLAYED] == "true"
    IdempotencyKey.unscoped.update(created_at=day_ago - timedelta(seconds=1))

    assert REPLAYED not in post({"rate": 1})
    assert post({"rate": 1})[REPLAYED] == "true"
    assert effects() == 2


def test_old_keys_are_deleted_in_batches(acme, token, monkeypatch):
    monkeypatch.setattr(idempotency, "BATCH", 2)
    IdempotencyKey.unscoped.bulk_create(
        IdempotencyKey(
            organization=acme,
            token=ApiToken.unscoped.get(),
            key=str(hours),
            fingerprint=b"",
            status=200,
            answer=b"{}",
            created_at=NOW - timedelta(hours=hours),
        )
        for hours in (0, 23, 24, 25, 26, 27, 28)
    )

    assert idempotency.forget(at=NOW) == 5
    assert set(IdempotencyKey.unscoped.values_list("key", flat=True)) == {"0", "23"}
    assert idempotency.forget(at=NOW) == 0


def test_beat_tells_when_to_forget(db):
    app.loader.import_default_modules()
    asked_for = {entry["task"] for entry in app.conf.beat_schedule.values()}

    assert "organizations.tasks.forget_idempotency_keys" in asked_for & app.tasks.keys()
    app.tasks["organizations.tasks.forget_idempotency_keys"]()


# Every POST of the API


@pytest.fixture
def agents(acme):
    AgentFactory(organization=acme, slug="desk")
    AgentFactory(organization=acme, slug="check-call", purpose="check_call")
    PhoneNumberFactory(organization=acme)
    AgentFactory(organization=acme, slug="carrier-sales", purpose="carrier_sales")
    LoadFactory(organization=acme, external_id="L-9", is_outbound_sales_enabled=True)


POSTS = [
    ("webhooks/loads/events", {"id": "L-1", "maxRate": 1953.5}, LoadEvent),
    ("custom-use-cases/desk/create-phone-call", {"toPhone": "+13125550123"}, Call),
    (
        "track-and-trace/trigger-check-call-by-load",
        {"toPhone": "+13125550123", "loadNumber": "L-9"},
        Call,
    ),
    (
        "carrier-sales/trigger-call",
        {"toPhone": "+13125550123", "loadId": "L-9", "dotNumber": 2790123},
        Call,
    ),
]


@pytest.mark.parametrize(("route", "body", "model"), POSTS, ids=[post[0] for post in POSTS])
def test_every_post_has_one_effect(post, agents, route, body, model, django_capture_on_commit_callbacks):
    url = f"/api/v1/{route}"
    with django_capture_on_commit_callbacks() as first_prompts:
        first = post(body, url=url)
    with django_capture_on_commit_callbacks() as second_prompts:
        second = post(body, url=url)

    assert (first.status_code, second.status_code) == (200, 200), first.content
    assert (second.content, second[REPLAYED]) == (first.content, "true")
    assert model.unscoped.count() == 1
    # Open pages are told, and a call is to be dialed.
    assert (len(first_prompts), len(second_prompts)) == (2 if model is Call else 1, 0)
    assert post(body | {"more": 1}, url=url).status_code == 422
    assert post(body, url=url, key="k-2").status_code == 200
    assert model.unscoped.count() == 2


def test_refused_load_event_is_kept_and_its_key_free(post, acme):
    url = "/api/v1/webhooks/loads/events"

    assert post({"id": 7}, url=url).status_code == 400
    assert LoadEvent.unscoped.get().is_accepted is False
    assert post({"id": "L-1"}, url=url).status_code == 200
    assert Load.unscoped.get().external_id == "L-1"


def test_refused_call_leaves_its_key_free(post, agents):
    url = "/api/v1/custom-use-cases/desk/create-phone-call"

    assert post({"toPhone": "+19005550123"}, url=url).status_code == 400
    assert post({"toPhone": "+13125550123"}, url=url).status_code == 200
    assert Call.unscoped.count() == 1
