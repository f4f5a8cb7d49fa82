"""`manage.py keep_partitions`, each day as the tables' owner: where row-level security is on, no process may."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from organizations import partitions


class Command(BaseCommand):
    """Make the months that come of tables by month, and drop those of which nobody keeps anything."""

    help = "Make and drop months of tables by month, as their owner. Where processes are the owner, their task does it."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it as the owner, or say who is asked for."""
        if not partitions.owns_tables():
            raise CommandError("This role doesn't own the tables: give the owner's DATABASE_OWNER_URL.")
        partitions.keep_partitions(at=timezone.now())
