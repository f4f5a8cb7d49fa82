"""One effect for each key: the same request gets the first one's answer, another one none."""

import pytest

from organizations import services as organizations
from organizations.models import ApiToken, IdempotencyKey
from organizations.tenancy.actors import system
from organizations.tenancy.states import Scope
from tests.factories import NOW
from tests.organizations.idempotency.things import REPLAYED, URL, effects

pytestmark = pytest.mark.urls("tests.organizations.idempotency.things")

BY = {"by": system("tests"), "at": NOW}


# The same request again


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


def test_answer_that_a_view_rendered_itself_is_replayed(post):
    assert [post({"do": "plain"}).content for _ in range(2)] == [b'{"plain":  1}'] * 2
    assert effects() == 1


def test_first_answer_is_the_one_without_a_key(post):
    keyed, plain = post(), post(key=None)

    assert keyed.headers.keys() == plain.headers.keys()
    assert (keyed.json()["made"], plain.json()["made"]) == (2, 3)


def test_trailing_slash_makes_no_other_path(post):
    post()

    assert post(url=f"{URL}/")[REPLAYED] == "true"


def test_other_keys_are_other_requests(post):
    assert {REPLAYED in post(key=key) for key in ("a", "b", "A", "a.")} == {False}
    assert effects() == 4


def test_replay_costs_little(post, django_assert_num_queries):
    post()

    with django_assert_num_queries(5):  # the token; the transaction's two ends; the lock; the answer
        assert post()[REPLAYED] == "true"


def test_get_takes_no_notice_of_the_header(api):
    headers = {"Idempotency-Key": "ü"}

    assert api.get(URL, headers=headers).status_code == 200
    assert api.delete(URL, headers=headers).status_code == 405
    assert not IdempotencyKey.unscoped.exists()


# The header


@pytest.mark.parametrize("key", ["a", "x" * 255, "!~", "".join(map(chr, range(33, 127))), "';DROP--"])
def test_visible_ascii_is_a_key(post, key):
    assert post(key=key).status_code == 200
    assert post(key=key)[REPLAYED] == "true"


@pytest.mark.parametrize("key", ["", " ", "x" * 256, "a b", "a\tb", "ü", "a\x00b", "a\x7f", "a\n", "١"])
def test_anything_else_is_none(post, key):
    response = post(key=key)

    assert response.status_code == 400
    assert [(error["field"], error["code"]) for error in response.json()["errors"]] == [
        ("Idempotency-Key", "invalid")
    ]
    assert effects() == 0


# Another request


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


def test_body_that_is_too_large_is_told_so(post):
    assert post(b" " * 1_048_577).status_code == 413
    assert post().status_code == 200


# Tenants


def test_keys_are_a_tokens_own(post, acme, rival_token):
    other = organizations.create_token(organization=acme, name="other", **BY).plain

    answers = [post(), post({"rate": 1}, plain=rival_token), post({"rate": 2}, plain=other)]

    assert [(answer.status_code, REPLAYED in answer) for answer in answers] == [(200, False)] * 3
    assert effects() == 3


def test_replay_asks_for_token_and_scope(post, acme):
    post()
    token = ApiToken.unscoped.get(organization=acme)
    ApiToken.unscoped.update(scopes=[Scope.READ])
    assert post().status_code == 403
    organizations.revoke_token(token=token, **BY)
    assert post().status_code == 401
