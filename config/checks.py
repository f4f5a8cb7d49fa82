"""What `manage.py check --deploy` asks of an installation beside Django's own questions."""

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage
from django.core.checks import Warning as Advice


def row_security(**_: Any) -> list[CheckMessage]:
    """Tell that the processes own the tables, so that no policy holds for them."""
    if settings.ROW_SECURITY or settings.LOCAL:
        return []
    return [
        Advice(
            "DATABASE_ROW_SECURITY is off: PostgreSQL itself doesn't keep organizations apart.",
            hint="See docs/deployment.md, Row-level security.",
            id="loadline.W001",
        )
    ]
