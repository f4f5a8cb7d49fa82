"""Somebody who looks at loads."""

import pytest


@pytest.fixture
def browser(client, broker):
    """A broker of acme who is signed in."""
    client.force_login(broker)
    return client
