"""Another organization's ids get what everybody gets for ids that never existed."""

import re

import pytest

from organizations.tenancy.states import Role
from tests.organizations.routes.asking import ask, with_rows
from tests.organizations.routes.rows import Needs

pytestmark = pytest.mark.deep


@pytest.mark.parametrize(**with_rows(Needs.SESSION, Needs.SESSION_OR_TOKEN))
def test_page_of_a_strangers_row_is_a_page_of_nothing(client, stranger, acme, name, route):
    stranger.memberships.update(role=Role.OWNER)  # where they belong they may do everything
    client.force_login(stranger)

    theirs, nothing = ask(client, name, route, route.rows(acme)), ask(client, name, route)

    assert theirs.status_code == nothing.status_code == 404
    assert theirs.content == nothing.content


@pytest.mark.parametrize(**with_rows(Needs.SESSION, Needs.SESSION_OR_TOKEN))
def test_page_of_a_number_beyond_all_keys_is_a_page_of_nothing(client, owner, name, route):
    client.force_login(owner)

    assert ask(client, name, route, dict.fromkeys(route.never, 10**30)).status_code == 404


@pytest.mark.parametrize(**with_rows(Needs.TOKEN))
def test_strangers_row_answers_like_one_that_never_was(client, rival_token, acme, name, route):
    headers = {"Authorization": f"Bearer {rival_token}", "X-Request-Id": "same"}
    arguments = route.rows(acme)
    theirs, nothing = ask(client, name, route, arguments, **headers), ask(client, name, route, **headers)

    assert theirs.status_code == nothing.status_code == 404
    (named,), (never,) = arguments.values(), route.never.values()
    same = re.sub(rf"\b{named}\b", str(never), theirs.content.decode())
    assert same == nothing.content.decode()
