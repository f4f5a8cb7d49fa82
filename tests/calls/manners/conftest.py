"""A conversation that has begun, with a language that knows some words by heart."""

import pytest

from calls import turns
from tests.calls.manners.scripted import LANGUAGE
from tests.factories import NOW


@pytest.fixture
def say(answered, fresh):
    """What the agent says to some words, in a conversation that has begun."""
    turns.begin(fresh(answered), at=NOW)
    return lambda words, **more: turns.hear(fresh(answered), words, at=NOW, language=LANGUAGE, **more)
