"""The parser's traps, in bodies that start a call otherwise; and who may ask for one at all."""

import json
import time

import pytest

from calls.models import Conversation
from organizations import services as organizations
from organizations.tenancy.actors import system
from tests.calls.api_start.asking import (
    CHECK,
    CHECK_BODY,
    CUSTOM,
    CUSTOM_BODY,
    errors_of,
    nothing_is_stored,
    post,
    problem_of,
)
from tests.factories import NOW

RAW = json.dumps(CHECK_BODY | {"metadata": {"x": "HERE"}})


@pytest.mark.deep_but(8)
@pytest.mark.parametrize(
    ("value", "field"),
    [
        ("NaN", "metadata.x"),
        ("Infinity", "metadata.x"),
        ("-Infinity", "metadata.x"),
        ("1e400", "metadata.x"),
        ("9223372036854775808", "metadata.x"),
        ("9" * 5000, "metadata.x"),
        ('"\\u0000"', "metadata.x"),
        ('"\\ud800"', "metadata.x"),
        ('{"a": 1, "a": 2}', "metadata.x.a"),
        ("[" * 30 + "]" * 30, ""),
        ("[" * 100_000, ""),
        ("[" + "1," * 10_000 + "1]", ""),
        ("nul", ""),
        ("1,", ""),
        ("'x'", ""),
    ],
)
@pytest.mark.parametrize("url", [CUSTOM, CHECK])
def test_trap_in_the_body_is_a_400_that_names_it(api, desk, url, value, field):
    started = time.process_time()
    response = post(api, url, RAW.replace('"HERE"', value).encode())

    assert {name for name, _ in errors_of(response)} == {field}
    assert time.process_time() - started < 5
    assert nothing_is_stored()
    assert post(api, url, CHECK_BODY).status_code == 200


@pytest.mark.parametrize("body", [b"", b"   ", b"[]", b"null", b'"x"', b"5", b"\xff{}", b"{", b"toPhone=1"])
@pytest.mark.parametrize("url", [CUSTOM, CHECK])
def test_body_that_is_no_object_is_refused(api, desk, url, body):
    assert {name for name, _ in errors_of(post(api, url, body))} == {""}
    assert nothing_is_stored()


@pytest.mark.parametrize("url", [CUSTOM, CHECK])
def test_numbers_of_any_size_that_fit_are_kept(api, desk, url):
    numbers = {"small": -(2**63), "large": 2**63 - 1, "exact": 0.1, "tiny": 1e-300}

    assert post(api, url, CHECK_BODY | {"metadata": numbers, "dynamicVariables": numbers}).status_code == 200
    kept = Conversation.unscoped.get().input_data
    assert kept["metadata" if url == CHECK else "dynamicVariables"] == numbers


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("application/json; charset=utf-8", 200),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("application/json; charset=latin-1", 415),
    ],
)
@pytest.mark.parametrize("url", [CUSTOM, CHECK])
def test_body_must_say_that_it_is_json(api, desk, url, content_type, status):
    assert post(api, url, CHECK_BODY, content_type=content_type).status_code == status


@pytest.mark.parametrize("url", [CUSTOM, CHECK])
def test_body_over_a_mebibyte_is_too_large(api, desk, url):
    problem_of(post(api, url, CHECK_BODY | {"more": "x" * 1_048_576}), 413)
    assert nothing_is_stored()


# Who may ask


@pytest.mark.parametrize(("url", "body"), [(CUSTOM, CUSTOM_BODY), (CHECK, CHECK_BODY)])
def test_token_and_its_scope_are_needed(client, acme, desk, url, body):
    plain = organizations.create_token(
        organization=acme, name="reader", scopes=["read", "ingest"], by=system("tests"), at=NOW
    ).plain

    assert post(client, url, body).status_code == 401
    problem_of(post(client, url, body, headers={"Authorization": f"Bearer {plain}"}), 403)
    assert nothing_is_stored()


@pytest.mark.parametrize(("url", "body"), [(CUSTOM, CUSTOM_BODY), (CHECK, CHECK_BODY)])
def test_suspended_organization_calls_nobody(api, acme, desk, url, body):
    acme.suspended_at = NOW
    acme.save()

    problem_of(post(api, url, body), 403)
    assert nothing_is_stored()


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete"])
@pytest.mark.parametrize("url", [CUSTOM, CHECK])
def test_calls_are_only_started_by_post(api, desk, url, method):
    response = getattr(api, method)(url)

    assert response.status_code == 405
    assert response["Allow"] == "POST"
