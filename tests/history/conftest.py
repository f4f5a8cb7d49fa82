import pytest

from tests.history.lines import Import


@pytest.fixture
def run(acme, tmp_path):
    """Imports lines into acme."""
    return Import(tmp_path)
