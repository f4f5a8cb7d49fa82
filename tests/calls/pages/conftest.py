"""Somebody who looks at pages about calls, and two of them."""

from datetime import datetime

import pytest

from calls.states import CallStatus, Direction
from tests.calls.pages.making import make_call
from tests.factories import LoadFactory


@pytest.fixture
def page(client, broker):
    """The signed-in broker's browser."""
    client.force_login(broker)
    return client


@pytest.fixture
def two(acme):
    """A call that every filter finds, and one that none does."""
    load = LoadFactory(organization=acme, external_id="A&B 1")
    wanted = make_call(
        acme,
        direction=Direction.INBOUND,
        status=CallStatus.VOICEMAIL,
        content_tags=["voicemail", "follow_up"],
        mc_number="790123",
        loads=[load],
        created_at=datetime.fromisoformat("2026-03-02T05:30:00Z"),  # still the day before in Chicago
    )
    make_call(acme)
    return wanted
