"""Each benchmark still runs, with few rows and for a moment: a rival that no longer fits fails here."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from config.local import folder
from tests.benchmarks import names

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def data_dir():
    """One database for all of them, where the server's user may go."""
    made = folder.data_dir() / f"benchmarks-{os.environ.get('PYTEST_XDIST_WORKER', '')}"
    yield made
    shutil.rmtree(made)


@pytest.mark.parametrize("name", names())
def test_benchmark_runs(name, data_dir, tmp_path):
    few = ["--calls", "2000", "--rounds", "1", "--seconds", "1", "--conversations", "4"]
    command = [sys.executable, "-m", "tests.benchmarks", name, *few, "--data-dir", data_dir]

    told = subprocess.run(  # with nothing of the tests' own servers
        [*command, "--json", tmp_path / "lines.json"],
        cwd=folder.CHECKOUT,
        env={key: value for key, value in os.environ.items() if not key.startswith("LOADLINE_")},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )

    assert told.returncode == 0, told.stderr[-3000:]
    assert json.loads((tmp_path / "lines.json").read_text())
