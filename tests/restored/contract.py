"""The API's contract, held by a restored service; `tests/config/test_backup.py` runs it there."""

from tests.api.test_contract import *  # noqa: F403
