"""What every request goes through: clean text, 503s, the tenant of a signed-in person."""

import json

import kombu.exceptions
import psycopg.errors
import pytest
import redis.exceptions
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError
from django.test import Client

from config.urls import api
from organizations import services as organizations
from organizations import unavailable
from organizations.middleware import unclean_fields
from organizations.tenancy.actors import system
from organizations.tenancy.states import Role
from tests.factories import NOW, MembershipFactory, OrganizationFactory, UserFactory

pytestmark = [pytest.mark.urls("tests.organizations.probe"), pytest.mark.django_db, pytest.mark.sampled(30)]

BY = {"by": system("tests"), "at": NOW}


@pytest.fixture
def browser(client, broker):
    client.force_login(broker)
    return client


# The tenant


def test_page_sees_the_persons_organization(browser, acme):
    assert browser.get("/page/").content.decode() == f"acme broker {acme.pk}"


def test_scope_ends_with_the_page(browser):
    browser.get("/page/")

    assert browser.get("/scope/").content == b"None"


def test_tenant_costs_one_query(browser, django_assert_num_queries):
    with django_assert_num_queries(3):  # session, user, memberships with their organizations
        browser.get("/page/")


def test_anonymous_person_is_sent_to_sign_in(client):
    response = client.get("/page/?a=1")

    assert response.status_code == 302
    assert response["Location"] == "/sign-in/?next=/page/%3Fa%3D1"


def test_first_organization_by_name_is_shown_until_another_is_chosen(browser, broker, acme):
    other = MembershipFactory(
        organization=OrganizationFactory(name="Zephyr", slug="zephyr"), user=broker, role=Role.VIEWER
    ).organization

    assert browser.get("/page/").content.startswith(b"acme ")
    response = browser.post("/switch/", {"organization": other.pk, "next": "/page/"})

    assert response["Location"] == "/page/"
    assert browser.get("/page/").content.startswith(b"zephyr viewer")


@pytest.mark.parametrize("url", ["https://evil.example/", "//evil.example", "javascript:alert(1)", ""])
def test_switch_leads_nowhere_else(browser, acme, url):
    assert browser.post("/switch/", {"organization": acme.pk, "next": url})["Location"] == "/"


@pytest.mark.parametrize("wanted", ["rival", "0", "", "x", "1e3", "9" * 40])
def test_switch_to_somebody_elses_organization_is_not_found(browser, rival, wanted):
    wanted = rival.pk if wanted == "rival" else wanted

    assert browser.post("/switch/", {"organization": wanted}).status_code == 404
    assert browser.get("/page/").content.startswith(b"acme ")


def test_membership_taken_away_ends_access(browser, broker, acme):
    assert browser.get("/page/").status_code == 200
    organizations.remove_member(membership=broker.memberships.get(), **BY)

    response = browser.get("/page/")

    assert response.status_code == 403
    assert b"not in an organization" in response.content


def test_person_without_organization_can_sign_out(client):
    client.force_login(UserFactory())

    assert client.get("/page/").status_code == 403
    assert client.post("/sign-out/").status_code == 302
    assert not get_user(client).is_authenticated


def test_operator_without_organization_reaches_the_admin(client):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))

    assert client.get("/admin/").status_code == 200


def test_suspended_organization_shows_so(browser, acme):
    organizations.suspend_organization(organization=acme, **BY)

    response = browser.get("/page/")

    assert response.status_code == 403
    assert b"suspended" in response.content


def test_disabled_person_is_out_at_once(browser, broker):
    broker.is_active = False
    broker.save()

    assert browser.get("/page/").status_code == 302


# Signing in


@pytest.fixture
def person(acme):
    person = UserFactory(email="kim@acme.example")
    person.set_password("correct horse")
    person.save()
    MembershipFactory(user=person, organization=acme)
    return person


def sign_in(client, email, password="correct horse", **extra):
    return client.post("/sign-in/", {"login": email, "password": password, **extra})


def test_sign_in_leads_on(client, person):
    response = sign_in(client, "Kim@ACME.example ", next="/page/")

    assert response["Location"] == "/page/"
    assert client.get("/page/").status_code == 200


def test_sign_in_makes_a_new_session_key(client, person):
    session = client.session
    session["a"] = 1
    session.save()
    before = session.session_key

    sign_in(client, person.email)

    assert client.session.session_key != before


def test_sign_in_leads_nowhere_else(client, person):
    assert sign_in(client, person.email, next="https://evil.example/")["Location"] == "/"


def test_wrong_person_and_wrong_password_look_the_same(client, person):
    UserFactory(email="off@acme.example", is_active=False, password=person.password)
    pages = []
    for email, password in [
        (person.email, "wrong horse"),
        ("nobody@acme.example", "correct horse"),
        ("off@acme.example", "correct horse"),
    ]:
        response = sign_in(client, email, password)
        assert response.status_code == 200
        pages.append(response.context["form"].non_field_errors())

    assert pages[0] == pages[1] == pages[2]


def test_sign_out_is_a_post(browser):
    assert browser.get("/sign-out/").status_code == 405
    assert browser.post("/sign-out/")["Location"] == "/sign-in/"
    assert browser.get("/page/").status_code == 302


def test_forged_form_is_forbidden(broker):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(broker)

    response = browser.post("/switch/", {"organization": 1})

    assert response.status_code == 403
    assert b"<html" in response.content


# Clean text


@pytest.mark.parametrize(
    ("encoded", "fields"),
    [
        (b"", []),
        (b"a=1&b=%C3%BC&c=%F0%9F%9A%9A", []),
        (b"a=%00", ["a"]),
        (b"a=1&b=x%00y&c=%FF", ["b", "c"]),
        (b"a%00=1", ["a\0"]),
        (b"a=%ED%A0%80", ["a"]),
        (b"a=\xff", ["a"]),
        (b"a=%", []),
        (b"a=\x00", ["a"]),
        (b"%E2%82=1", ["�"]),
    ],
)
def test_unclean_fields_are_found(encoded, fields):
    assert unclean_fields(encoded) == fields


@pytest.mark.parametrize("query", ["name=%00", "name=%ED%A0%80", "name=%ff"])
def test_unclean_query_is_invalid(api, query):
    response = api.get(f"/api/v1/probe?{query}")

    assert response.status_code == 400
    assert [error["field"] for error in json.loads(response.content)["errors"]] == ["name"]
    assert response["X-Request-Id"]
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/api/v1/probe/a%00b", "/%00", "/page/%00"])
def test_nul_in_the_path_is_invalid(api, path):
    assert api.get(path).status_code == 400


@pytest.mark.parametrize("path", ["/api/v1/probe/%ED%A0%80", "/api/v1/probe/%ff"])
def test_broken_utf8_in_the_path_does_no_harm(api, path):
    assert api.get(path).status_code in (200, 404)


@pytest.mark.parametrize("body", ["username=%00&password=a", "username=a%ff&password=a"])
def test_unclean_form_is_invalid(client, body):
    response = client.post("/sign-in/", body, content_type="application/x-www-form-urlencoded")

    assert response.status_code == 400
    assert b"<html" in response.content


def test_unclean_multipart_form_is_invalid(client):
    assert client.post("/sign-in/", {"login": "a\0", "password": "b"}).status_code == 400


# What is away, what is unknown, what is broken


def test_page_without_database_is_unavailable(browser):
    response = browser.get("/failing-page/")

    assert response.status_code == 503
    assert response["Retry-After"] == "5"
    assert b"<html" in response.content


def test_lost_database_answers_for_others_at_once(browser, django_assert_num_queries):
    browser.get("/failing-page/")

    with django_assert_num_queries(0):
        assert browser.get("/page/").status_code == 503
        assert browser.get("/api/v1/probe")["Content-Type"] == "application/problem+json"


def test_lost_database_is_tried_again_after_a_moment(browser, monkeypatch):
    monkeypatch.setattr(unavailable, "MOMENT", 0.0)
    browser.get("/failing-page/")

    assert browser.get("/page/").status_code == 200


def test_statement_that_was_given_up_concerns_nobody_else():
    error = OperationalError("canceling statement due to statement timeout")
    error.__cause__ = psycopg.errors.QueryCanceled()

    unavailable.note(error)

    assert unavailable.is_unavailable(error)
    assert not unavailable.is_database_away()


@pytest.mark.parametrize("error", [redis.exceptions.ConnectionError(), kombu.exceptions.OperationalError()])
def test_lost_redis_is_not_a_lost_database(error):
    unavailable.note(error)

    assert unavailable.is_unavailable(error)
    assert not unavailable.is_database_away()


def test_line_break_in_a_path_stays_out_of_the_log(client, caplog):
    caplog.set_level("INFO")
    client.get("/nowhere%0Aforged/")

    (record,) = [record for record in caplog.records if record.name == "organizations.access"]
    assert record.msg["path"] == "/nowhere%0Aforged/"
    assert record.msg["status"] == 404


def test_mistake_of_ours_is_a_page(browser):
    browser.raise_request_exception = False

    response = browser.get("/buggy-page/")

    assert response.status_code == 500
    assert b"<html" in response.content
    assert b"secret" not in response.content


def test_session_store_away_is_unavailable(browser, monkeypatch):
    def fail(self):
        raise OperationalError("away")

    monkeypatch.setattr(SessionStore, "load", fail)
    browser.raise_request_exception = False

    response = browser.get("/page/")

    assert response.status_code == 503
    assert response["Retry-After"] == "5"


@pytest.mark.parametrize("path", ["/sign-in/", "/page/", "/nowhere/"])
def test_no_page_may_be_kept(client, path):
    response = client.get(path)

    assert response["Cache-Control"] == "no-store"
    assert {name.strip() for name in response["Vary"].split(",")} >= {"Authorization", "Cookie"}
    assert response["X-Request-Id"]


def test_unknown_page_is_a_page(browser):
    response = browser.get("/nowhere/")

    assert response.status_code == 404
    assert b"<html" in response.content


@pytest.mark.urls("config.urls")
@pytest.mark.parametrize(
    "path", ["/api", "/api/", "/api/v1", "/api/v2/calls", "/api/v1/call", "/api/v1/calls/1/2"]
)
@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
def test_unknown_endpoint_is_a_problem(client, path, method):
    response = client.generic(method, path)

    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"


# The short way of requests with a token


@pytest.mark.urls("config.urls")
def test_every_path_of_the_api_takes_tokens_alone():

    for endpoint in api:
        assert endpoint.callback.csrf_exempt, endpoint
        assert not endpoint.callback.login_required, endpoint


@pytest.mark.urls("config.urls")
def test_request_with_a_token_passes_no_layer_that_is_for_people(client):
    answer = client.get("/api/v1/calls", headers={"authorization": "Bearer ll_unknown"})

    assert answer.status_code == 401
    assert not hasattr(answer.wsgi_request, "session")


@pytest.mark.urls("config.urls")
@pytest.mark.parametrize("path", ["/", "/loads/", "/livez"])
def test_page_with_an_authorization_goes_all_the_way(client, path):
    answer = client.get(path, headers={"authorization": "Bearer ll_unknown"})

    assert hasattr(answer.wsgi_request, "session")
