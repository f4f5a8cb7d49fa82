"""The tenancy matrix: every route and assistant's tool × every place an id can stand × another organization's ids.

They answer exactly like ids that never existed, and leave the other organization's rows as they were. Django admin
isn't here: it is for operators, who see all organizations.
"""

import pytest
from django.db.models import Manager
from django.test import Client
from django.urls import reverse

from organizations.tenancy.scope import ScopedManager
from organizations.tenancy.states import Role
from tests.organizations.routes.table import ROUTES
from tests.organizations.tenancy_matrix.asking import Asker, rows_of, told
from tests.organizations.tenancy_matrix.matrix import matrix, tools
from tests.organizations.tenancy_matrix.places import bid_of

pytestmark = pytest.mark.usefixtures("row_security")


@pytest.mark.deep_but(of="name")
@pytest.mark.parametrize(**matrix())
def test_anothers_id_answers_like_one_that_never_was(rival_asks, theirs, own, token, name, place):
    value = place.theirs(theirs)
    if place.where == "header":
        use_key(tools().get(name, name), place, theirs, token)
    before = rows_of(theirs.organization)

    answers = [rival_asks.ask(name, place, each, own) for each in (value, place.never)]

    assert rows_of(theirs.organization) == before
    assert answers[0].status_code == place.status, answers[0].getvalue()
    assert told(answers[0], place, value) == told(answers[1], place, place.never)
    assert not answers[0].has_header("Idempotency-Replayed")


@pytest.fixture
def scope_is_off(monkeypatch):
    """The managers that filter by the scope don't: what is left is PostgreSQL."""
    monkeypatch.setattr(ScopedManager, "get_queryset", Manager.get_queryset)


@pytest.mark.deep_but(20)
@pytest.mark.parametrize(**matrix())
def test_row_level_security_alone_hides_it(scope_is_off, rival_asks, theirs, own, token, name, place):
    test_anothers_id_answers_like_one_that_never_was(rival_asks, theirs, own, token, name, place)


def use_key(name, place, theirs, token):
    """The other organization has sent the same request, under the key."""
    in_path = {"agentId": theirs.agent.slug, "endpointId": theirs.endpoint.pk, "bidId": bid_of(theirs)}
    given = place.rest(theirs)
    parameters = {parameter: (in_path | given)[parameter] for parameter in ROUTES[name].never or {}}
    body = {field: value for field, value in given.items() if field not in parameters}
    headers = {"Authorization": f"Bearer {token}", place.name: place.theirs(theirs)}
    url = reverse(name, kwargs=parameters)
    assert Client().post(url, body, "application/json", headers=headers).status_code == 200


@pytest.mark.deep_but(6)
@pytest.mark.parametrize(
    ("name", "place"), [(name, place) for name, place in matrix()["argvalues"] if not place.is_silent]
)
def test_id_makes_a_difference_to_its_owner(theirs, broker, token, name, place):
    broker.memberships.update(role=Role.OWNER)
    owner = Asker(broker, token, is_provider=True)
    value = place.theirs(theirs)

    answers = [owner.ask(name, place, each, theirs) for each in (value, place.never)]

    assert told(answers[0], place, value) != told(answers[1], place, place.never)
