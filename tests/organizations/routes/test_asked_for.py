"""What each route asks for, and how it treats those who don't have it."""

import pytest
from django.urls import get_resolver, reverse

from tests.organizations.routes.asking import ask, of, walk, with_rows
from tests.organizations.routes.rows import Needs

pytestmark = pytest.mark.sampled(60)


@pytest.mark.django_db
@pytest.mark.parametrize(**of(Needs.NOTHING))
def test_open_route_answers_everybody(client, name, route):
    assert ask(client, name, route).status_code == 200


@pytest.mark.deep_but(40)
@pytest.mark.django_db
@pytest.mark.parametrize(**of(Needs.SESSION, Needs.SESSION_OR_TOKEN))
def test_page_sends_strangers_to_sign_in(client, name, route):
    response = ask(client, name, route, Accept="text/html")

    assert response.status_code == 302
    assert response["Location"].startswith("/sign-in/?next=")


@pytest.mark.django_db
@pytest.mark.parametrize(**of(Needs.TOKEN))
def test_endpoint_asks_for_a_token(client, name, route):
    response = ask(client, name, route)

    assert response.status_code == 401
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(**of(Needs.TOKEN))
def test_endpoint_takes_no_session_for_a_token(client, owner, name, route):
    client.force_login(owner)

    assert ask(client, name, route).status_code == 401


@pytest.mark.deep_but(40)
@pytest.mark.parametrize(**of(Needs.SESSION))
def test_page_takes_no_token_for_a_session(client, token, name, route):
    assert ask(client, name, route, Authorization=f"Bearer {token}").status_code == 302


@pytest.mark.parametrize(**of(Needs.SESSION_OR_TOKEN))
def test_page_takes_a_token_as_well(client, token, name, route):
    right = ask(client, name, route, Authorization=f"Bearer {token}")
    wrong = ask(client, name, route, Authorization="Bearer ll_wrong")

    assert (right.status_code, wrong.status_code) == (404, 401)
    assert ask(client, name, route).status_code == 401


@pytest.mark.django_db
@pytest.mark.parametrize(**of(Needs.SIGNATURE))
def test_callback_asks_for_a_signature(client, name, route):
    assert ask(client, name, route).status_code == 403


@pytest.mark.parametrize(**with_rows(Needs.SIGNATURE))
def test_callback_asks_for_a_signature_before_it_looks(client, owner, token, acme, name, route):
    client.force_login(owner)

    response = ask(client, name, route, route.rows(acme), Authorization=f"Bearer {token}")

    assert response.status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize(**of(Needs.LINK))
def test_link_that_was_never_sent_leads_nowhere(client, name, route):
    assert ask(client, name, route).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(**of(Needs.ENTRANCE))
def test_entrance_begins_with_the_first_step(client, name, route):
    assert ask(client, name, route)["Location"] == "/sign-in/"


@pytest.mark.django_db
@pytest.mark.parametrize("is_on", [True, False])
@pytest.mark.parametrize(**of(Needs.PROVIDER))
def test_identity_provider_that_nobody_has_leads_nowhere(client, settings, name, route, is_on):
    settings.SINGLE_SIGN_ON = is_on
    response = ask(client, name, route)

    if name == "saml_acs":  # which looks at what it was sent in a second step
        response = client.get(response["Location"])
    assert response.status_code == 404


@pytest.mark.django_db
def test_admin_is_closed_to_everybody_else(client, broker):
    pages = [pattern for name, pattern in walk(get_resolver()) if name.startswith("admin:")]
    open_pages = {"login", "logout", "jsi18n"}
    for person in (None, broker):
        if person:
            client.force_login(person)
        for pattern in pages:
            if pattern.name in open_pages or pattern.pattern.converters or "(" in str(pattern.pattern):
                continue
            response = client.get(reverse(f"admin:{pattern.name}"))
            assert response.status_code == 302, pattern.name
            assert "/sign-in/" in response["Location"] or "/admin/login/" in response["Location"], (
                pattern.name
            )
