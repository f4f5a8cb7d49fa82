"""`manage.py list_erasures > erased.jsonl`: to be kept beside backups, for `restore --erased`."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from organizations.privacy.erasing import erasures


class Command(BaseCommand):
    """Write whom organizations have erased, as JSON Lines."""

    help = "Write whom organizations have erased, as keyed hashes: restore --erased erases them again."

    def handle(self, *args: Any, **options: Any) -> None:
        """One line an erasure."""
        for line in erasures():
            self.stdout.write(json.dumps(line))
