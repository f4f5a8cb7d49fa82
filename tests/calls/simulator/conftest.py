import pytest

from tests.calls.simulator.app import running_app
from tests.exchange import running_exchange


@pytest.fixture(scope="session")
def _app():
    with running_app() as app:
        yield app


@pytest.fixture(scope="session")
def _exchange(_app):
    with running_exchange(voice_url=f"{_app.url}/voice", patience=1) as exchange:
        yield exchange


@pytest.fixture
def app(_app):
    """The application on the other side, fresh."""
    _app.reset()
    return _app


@pytest.fixture
def exchange(_exchange, app):
    """The exchange, which has forgotten everything."""
    _exchange.forget()
    return _exchange


@pytest.fixture
def sdk(exchange):
    """The provider's SDK, speaking to the exchange."""
    return exchange.client()
