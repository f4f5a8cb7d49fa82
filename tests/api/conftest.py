"""What tests of the whole API ask for."""

import pytest

import organizations.tenancy.queueing
from tests.api.desk import set_up_desk


@pytest.fixture
def desk(acme, monkeypatch):
    """Acme with an agent of each kind, a number and the load L-9: every operation works, nothing is dialed."""
    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", lambda name, args: None)
    return set_up_desk(acme)
