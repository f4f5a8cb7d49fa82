"""What fails, or dies in between, keeps no answer; a refusal leaves its key free."""

from unittest.mock import patch

import pytest

from organizations.models import ApiToken, IdempotencyKey
from tests.factories import NOW
from tests.organizations.idempotency.things import DO, REPLAYED, Died, effects

pytestmark = pytest.mark.urls("tests.organizations.idempotency.things")


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


@pytest.mark.parametrize(("do", "status"), [("away", 503), ("bug", 500), ("data", 400), ("integrity", 409)])
def test_failure_leaves_nothing(api, post, do, status, monkeypatch):
    api.raise_request_exception = False
    monkeypatch.setattr("organizations.unavailable.MOMENT", 0)

    response = post({"do": do})
    assert response.status_code == status, response.content
    assert effects() == 0

    assert post({}).status_code == 200
    assert effects() == 1


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


@pytest.mark.django_db(transaction=True)
def test_process_that_dies_leaves_nothing(post):
    with pytest.raises(Died):
        post({"do": "die"})
    assert (effects(), IdempotencyKey.unscoped.count()) == (0, 0)

    with patch.dict(DO, {"die": lambda: None}):
        response = post({"do": "die"})
    assert (response.status_code, REPLAYED in response) == (200, False)
    assert effects() == 1
