"""Two worlds, and somebody of one who asks for what is the other's."""

import pytest

import organizations.tenancy.queueing
from organizations.tenancy.states import Role
from tests.organizations.tenancy_matrix.asking import Asker
from tests.organizations.tenancy_matrix.worlds import make_world


@pytest.fixture
def theirs(acme):
    return make_world(acme, "acme", 7)


@pytest.fixture
def own(rival, monkeypatch):
    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", lambda name, args: None)
    return make_world(rival, "rival", 8)


@pytest.fixture
def rival_asks(own, stranger, rival_token):
    stranger.memberships.update(role=Role.OWNER)  # where they belong they may do everything
    return Asker(stranger, rival_token, is_provider=False)
