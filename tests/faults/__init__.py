"""Everything broken or burdened while work comes in: `bin/test --faults`, `bin/test --soak` (docs/reliability.md).

Sets Django up on an empty folder of its own, for whatever is imported from here.
"""

import os
import tempfile
from pathlib import Path

import django

from tests.config.test_up import free_port

DATA = Path(tempfile.mkdtemp(prefix="loadline-faults-", dir="/tmp")).resolve()
DATA.chmod(0o755)
for name in ("DATABASE_URL", "REDIS_URL", "CELERY_BROKER_URL", "LOADLINE_TEST_SERVERS"):
    os.environ.pop(name, None)
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "config.settings",
    "LOADLINE_DATA_DIR": str(DATA),
    "LOADLINE_PORT": str(free_port()),
}

django.setup()
