"""A server to ask, and sources that nobody has let rest."""

import pytest
from django.core.cache import cache

from carriers.registry.client import Patience
from carriers.registry.sources import Fmcsa, IdentityService
from tests.carriers.registry.wires import running_wires

KEY = "secret-key-of-ours"
PATIENT = Patience(connect=30, request=30, total=90, pause=0.01)  # a busy machine is no failure of the source


@pytest.fixture(autouse=True)
def _nobody_rests():
    names = [
        f"carriers:{name}:{what}"
        for name in ("registry", "identity")
        for what in ("failures", "rest", "probe")
    ]
    cache.delete_many(names)
    yield
    cache.delete_many(names)


@pytest.fixture
def wires(monkeypatch):
    """A local server that answers as it is told."""
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with running_wires() as found:
        yield found


@pytest.fixture
def fmcsa(wires):
    """The registry, speaking to the local server."""
    return Fmcsa(wires.url, KEY, patience=PATIENT)


@pytest.fixture
def identity(wires):
    """The identity service, speaking to the local server."""
    return IdentityService(wires.url, KEY, patience=PATIENT)
