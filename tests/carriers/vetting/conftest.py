"""Who acts."""

import pytest

from organizations.tenancy import actors


@pytest.fixture
def person(broker):
    """A broker of acme, as `by=`."""
    return actors.user(broker)
