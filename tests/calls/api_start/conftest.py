"""What a call needs to be started."""

import pytest

from tests.factories import AgentFactory, PhoneNumberFactory


@pytest.fixture
def desk(acme):
    """Acme's agents and number: everything that a call needs."""
    desk = AgentFactory(
        organization=acme,
        slug="desk",
        variables=[
            {"name": "name", "default": "there"},
            {"name": "time", "required": True, "default": "noon"},
        ],
    )
    AgentFactory(organization=acme, slug="checker", purpose="check_call")
    PhoneNumberFactory(organization=acme, number="+12145550100", agent=desk)
    return desk
