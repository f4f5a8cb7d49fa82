"""A request's way through the API kit: token, scope, problems, headers."""

import io
import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from organizations import services as organizations
from organizations import tokens
from organizations.models import ApiToken
from organizations.tenancy.actors import system
from organizations.tenancy.states import Scope
from tests.factories import NOW

pytestmark = [pytest.mark.urls("tests.organizations.probe"), pytest.mark.django_db]

PROBE = "/api/v1/probe"
BY = {"by": system("tests"), "at": NOW}


def problem_of(response, status):
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body = json.loads(response.content)
    assert body["status"] == status
    assert body["type"].startswith("/api/v1/docs#")
    assert body["title"]
    assert body["detail"]
    assert body["requestId"] == response["X-Request-Id"]
    return body


def bearer(plain):
    return {"Authorization": f"Bearer {plain}"}


# Tokens


def test_token_opens_its_organization_alone(api, acme, rival_token):
    answer = api.get(PROBE).json()

    token = ApiToken.unscoped.get(organization=acme)
    assert answer == {"organization": acme.pk, "actor": f"token:{token.pk}", "seen": [acme.pk]}


def test_scope_ends_with_the_request(api):
    api.get(PROBE)
    api.get("/api/v1/fail/404")

    assert api.get("/scope/").content == b"None"


@pytest.fixture
def dead_tokens(acme):
    revoked = organizations.create_token(organization=acme, name="revoked", **BY)
    organizations.revoke_token(token=revoked.token, **BY)
    expired = organizations.create_token(
        organization=acme, name="expired", expires_at=NOW + timedelta(1), **BY
    )
    return [revoked.plain, expired.plain]


def test_every_token_that_is_none_gets_the_same_answer(client, token, dead_tokens):
    other_end = "A" if token[-1] != "A" else "B"
    headers = [
        {},
        {"Authorization": ""},
        {"Authorization": "Bearer"},
        {"Authorization": "Bearer "},
        {"Authorization": f"Basic {token}"},
        {"Authorization": token},
        {"Authorization": f"Bearer {token} {token}"},
        {"Authorization": f"Bearer {token[:-1]}{other_end}"},
        {"Authorization": "Bearer ll_" + "é" * 30},
        *map(bearer, dead_tokens),
    ]
    answers = []
    for header in headers:
        response = client.get(PROBE, headers=header | {"X-Request-Id": "same"})
        problem_of(response, 401)
        assert response["WWW-Authenticate"] == "Bearer"
        answers.append(response.content)

    assert len(set(answers)) == 1


def test_malformed_token_costs_no_query(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(PROBE, headers=bearer("ll_" + "x" * 30 + "_000000"))


def test_authentication_costs_one_query(api, long_memory, django_assert_num_queries):
    api.get(PROBE)  # notes the use

    tokens.forget_tokens()
    with django_assert_num_queries(2):  # the token with its organization, the probe's own
        api.get(PROBE)
    with django_assert_num_queries(1):  # within the second, who reads is known
        api.get(PROBE)


def test_reader_is_looked_up_again_after_a_second(api, monkeypatch, django_assert_num_queries):
    api.get(PROBE)
    monkeypatch.setattr(tokens, "RECENT", 0.0)
    tokens.forget_tokens()
    api.get(PROBE)

    with django_assert_num_queries(2):
        api.get(PROBE)


def test_revoked_token_reads_no_more(client, acme):
    made = organizations.create_token(organization=acme, name="TMS", **BY)
    assert client.get(PROBE, headers=bearer(made.plain)).status_code == 200

    organizations.revoke_token(token=made.token, **BY)

    problem_of(client.get(PROBE, headers=bearer(made.plain)), 401)


def test_suspended_organization_reads_no_more(client, acme):
    made = organizations.create_token(organization=acme, name="TMS", **BY)
    assert client.get(PROBE, headers=bearer(made.plain)).status_code == 200

    organizations.suspend_organization(organization=acme, **BY)

    problem_of(client.get(PROBE, headers=bearer(made.plain)), 403)


def test_what_writes_never_goes_by_a_token_known_from_before(client, acme):
    made = organizations.create_token(organization=acme, name="TMS", **BY)
    assert client.get(PROBE, headers=bearer(made.plain)).status_code == 200

    ApiToken.unscoped.filter(pk=made.token.pk).update(revoked_at=NOW)  # as another process would

    assert client.get(PROBE, headers=bearer(made.plain)).status_code == 200
    problem_of(client.post(PROBE, {}, headers=bearer(made.plain), content_type="application/json"), 401)


def test_scheme_is_compared_without_case(client, token):
    assert client.get(PROBE, headers={"Authorization": f"bearer {token}"}).status_code == 200


def test_token_without_the_scope_is_forbidden(client, acme):
    made = organizations.create_token(organization=acme, name="TMS", scopes=[Scope.INGEST], **BY)

    assert problem_of(client.get(PROBE, headers=bearer(made.plain)), 403)["type"].endswith("#forbidden")
    sent = client.post(PROBE, {"id": "1"}, "application/json", headers=bearer(made.plain))
    assert sent.status_code == 200


def test_suspended_organization_is_forbidden(api, acme):
    organizations.suspend_organization(organization=acme, **BY)

    assert problem_of(api.get(PROBE), 403)["type"].endswith("#suspended")


def test_use_is_kept_to_the_minute(api, acme):
    before = timezone.now()
    api.get(PROBE)

    used = ApiToken.unscoped.get(organization=acme).last_used_at
    assert used.second == used.microsecond == 0
    assert timedelta(0) <= before - used < timedelta(minutes=1) or used > before


# Bodies


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_body_that_is_not_json_is_unsupported(api, content_type):
    problem_of(api.generic("POST", PROBE, b'{"id": "1"}', content_type=content_type), 415)


def test_body_over_one_mebibyte_is_too_large(api):
    problem_of(api.post(PROBE, b'{"id": "' + b"x" * 1_048_576 + b'"}', "application/json"), 413)


def test_body_of_one_mebibyte_is_taken(api):
    body = b'{"id": "' + b"x" * (1_048_576 - 10) + b'"}'

    assert api.post(PROBE, body, "application/json").json()["raw"] == 1_048_576


@pytest.mark.parametrize("content_type", ["application/json", ""])
def test_empty_body_is_invalid(api, content_type):
    body = problem_of(api.generic("POST", PROBE, b"", content_type=content_type), 400)

    assert body["errors"] == [
        {"field": "", "code": "empty", "detail": "The body is empty; send a JSON object."}
    ]


def test_body_in_chunks_is_read(api):
    response = api.generic(
        "POST",
        PROBE,
        content_type="application/json",
        **{
            "wsgi.input": io.BytesIO(b'{"id": "1"}'),
            "HTTP_TRANSFER_ENCODING": "chunked",
            "CONTENT_TYPE": "application/json",
        },
    )

    assert response.json()["raw"] == 11


class Untouched(io.BytesIO):
    """A body that nobody may ask for."""

    def read(self, *args):
        raise AssertionError("the body was read")


@pytest.mark.parametrize("header", ["", "Bearer nonsense"])
def test_body_is_not_read_without_a_token(client, header):
    response = client.generic(
        "POST",
        PROBE,
        headers={"Authorization": header},
        **{"wsgi.input": Untouched(), "CONTENT_LENGTH": "20", "CONTENT_TYPE": "application/json"},
    )

    problem_of(response, 401)


def test_numbers_go_out_as_they_came_in(api):
    response = api.post(PROBE, b'{"id": "1", "rate": 2719.10, "miles": 12.00}', "application/json")

    assert b'"rate":2719.1,"miles":12' in response.content


def test_nested_errors_have_dotted_paths(api):
    body = {"stops": [{"windowStart": "now"}, {}, {"windowStart": "never"}, None]}
    errors = problem_of(api.post(PROBE, body, "application/json"), 400)["errors"]

    assert {error["field"]: error["code"] for error in errors} == {
        "id": "required",
        "stops.1.windowStart": "required",
        "stops.2": "never",
        "stops.3": "null",
    }


# Problems


@pytest.mark.parametrize(
    ("kind", "status", "slug", "header"),
    [
        ("validation", 400, "invalid", None),
        ("django-validation", 400, "invalid", None),
        ("parse", 400, "malformed", None),
        ("not-authenticated", 401, "unauthenticated", ("WWW-Authenticate", "Bearer")),
        ("failed", 401, "unauthenticated", ("WWW-Authenticate", "Bearer")),
        ("denied", 403, "forbidden", None),
        ("django-denied", 403, "forbidden", None),
        ("not-found", 404, "not-found", None),
        ("404", 404, "not-found", None),
        ("type", 415, "unsupported-media-type", None),
        ("throttled", 429, "rate-limited", ("Retry-After", "7")),
        ("conflict", 409, "conflict", None),
        ("unprocessable", 422, "unprocessable", None),
        ("data", 400, "invalid", None),
        ("integrity", 409, "conflict", None),
        ("database", 503, "unavailable", ("Retry-After", "5")),
        ("pool", 503, "unavailable", ("Retry-After", "5")),
        ("redis", 503, "unavailable", ("Retry-After", "5")),
    ],
)
def test_exception_becomes_a_problem(api, kind, status, slug, header):
    response = api.get(f"/api/v1/fail/{kind}")

    assert problem_of(response, status)["type"] == f"/api/v1/docs#{slug}"
    if header:
        assert response[header[0]] == header[1]


def test_mistake_of_ours_is_a_problem_without_details(api):
    api.raise_request_exception = False

    response = api.get("/api/v1/fail/bug")

    problem_of(response, 500)
    assert b"secret" not in response.content


def test_unknown_method_is_not_allowed(api):
    response = api.put(PROBE, {}, "application/json")

    problem_of(response, 405)
    assert response["Allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize("method", ["OPTIONS", "TRACE", "FOO", "PATCH"])
def test_methods_that_nobody_has_are_not_allowed(api, method):
    problem_of(api.generic(method, PROBE), 405)


def test_unknown_method_without_token_is_unauthenticated(client):
    problem_of(client.put(PROBE, {}, "application/json"), 401)


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "*/*;q=0", "nonsense"])
def test_whatever_is_accepted_json_comes(api, accept):
    response = api.get(PROBE, headers={"Accept": accept})

    assert response["Content-Type"] == "application/json"


def test_allow_stands_on_a_405_alone(api):
    assert "Allow" not in api.get(PROBE)


# Routes


def test_trailing_slash_answers_the_same(api):
    assert api.get(f"{PROBE}/").status_code == 200
    assert api.post(f"{PROBE}/", {"id": "1"}, "application/json").status_code == 200


def test_route_reverses_without_a_slash():
    assert reverse("api:probe") == PROBE
    assert reverse("api:named", kwargs={"name": "a b"}) == f"{PROBE}/a%20b"


@pytest.mark.parametrize("path", ["//", "/a/b", "%0A", "/a%0A/b"])
def test_route_matches_whole_paths_alone(api, path):
    assert api.get(PROBE + path).status_code == 404


# Headers


@pytest.mark.parametrize(
    ("method", "path", "changes", "status"),
    [
        ("GET", PROBE, {}, 200),
        ("POST", PROBE, {"data": b"{"}, 400),
        ("GET", f"{PROBE}?a=%00", {}, 400),
        ("GET", PROBE, {"headers": {"Authorization": ""}}, 401),
        ("GET", "/api/v1/fail/denied", {}, 403),
        ("GET", "/api/v1/fail/404", {}, 404),
        ("GET", "/api/v1/nowhere", {}, 404),
        ("PUT", PROBE, {}, 405),
        ("GET", "/api/v1/fail/conflict", {}, 409),
        ("POST", PROBE, {"data": b"x" * 1_048_577}, 413),
        ("POST", PROBE, {"data": b"x", "content_type": "text/plain"}, 415),
        ("GET", "/api/v1/fail/unprocessable", {}, 422),
        ("GET", "/api/v1/fail/throttled", {}, 429),
        ("GET", "/api/v1/fail/bug", {}, 500),
        ("GET", "/api/v1/fail/database", {}, 503),
    ],
)
def test_no_answer_may_be_kept_and_each_has_an_id(api, method, path, changes, status):
    api.raise_request_exception = False
    response = api.generic(method, path, **{"content_type": "application/json"} | changes)

    assert response.status_code == status
    assert response["Cache-Control"] == "no-store"
    assert {name.strip() for name in response["Vary"].split(",")} >= {"Authorization", "Cookie"}
    assert response["X-Request-Id"]
    assert ("Retry-After" in response) == (status in (429, 503))


def test_outage_that_is_known_is_answered_alike(api, monkeypatch):
    monkeypatch.setattr("organizations.middleware.is_database_away", lambda: True)
    response = api.get(PROBE)

    problem_of(response, 503)
    assert (response["Retry-After"], response["Cache-Control"]) == ("5", "no-store")


def test_sane_request_id_comes_back(api):
    assert api.get(PROBE, headers={"X-Request-Id": "a.B-9_"})["X-Request-Id"] == "a.B-9_"


@pytest.mark.parametrize("given", ["", "a b", "x" * 129, "ü", "a\tb", "<script>", "١"])
def test_other_request_id_is_replaced(api, given):
    made = api.get(PROBE, headers={"X-Request-Id": given})["X-Request-Id"]

    assert len(made) == 32
    assert made != given
