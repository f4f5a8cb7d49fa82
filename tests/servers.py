"""Pytest plugin: the embedded servers for tests, and no socket to anywhere but this machine.

Loaded with `-p`, before Django's settings are: they read what stands in the environment here.
"""

import os

import pytest

from config.local import folder, servers

if folder.is_embedded():
    os.environ.setdefault("LOADLINE_TEST_SERVERS", "1")
    os.environ["LOADLINE_DATA_DIR"] = os.environ.get("LOADLINE_TEST_DATA_DIR") or str(
        folder.CHECKOUT / "var" / "test"
    )
# Files are served as they stand in static/: nothing is collected, so there is no manifest of hashed names.
os.environ.setdefault("LOADLINE_STATIC_MANIFEST", "0")
# As `live` reaches the database, whether one process runs the tests or several.
os.environ["LOADLINE_DATABASE_CONNECTIONS"] = "pooled"
(folder.data_dir() / "static").mkdir(parents=True, exist_ok=True)
_worker = os.environ.get("PYTEST_XDIST_WORKER", "")  # gw0, gw1 …
os.environ["LOADLINE_REDIS_DB"] = str(int(_worker.removeprefix("gw")) + 1 if _worker else 0)

_lease = pytest.StashKey[servers.Lease]()


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Tell pytest-socket that tests reach this machine only."""
    config.option.allow_hosts = "127.0.0.1,::1,localhost"
    config.option.allow_unix_socket = True


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Hold the servers, in the controller and in each of its workers."""
    if not session.config.option.collectonly:
        session.stash[_lease] = servers.start()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Give them back; the last one out stops them."""
    servers.stop(session.stash.get(_lease, None))
