"""How many calls have ended."""

from django.db import models

from organizations.models import Organization, Owned


class CallCount(Owned):
    """How many ended calls of an hour (UTC, of their creation) have a direction, a status and a tag.

    Each call counts once with an empty tag, and once for each of its own. Several rows may be about the same: always
    add them up. Written by triggers alone: see `calls.projections`.
    """

    # PostgreSQL deletes them last: while an organization's rows are deleted, triggers still count.
    organization = models.ForeignKey(
        Organization, on_delete=models.DB_CASCADE, related_name="+", db_index=False
    )
    hour = models.DateTimeField()
    direction = models.CharField(max_length=10)
    status = models.CharField(max_length=20)
    tag = models.CharField(max_length=40)
    count = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organization", "id"], name="call_count_key")]
        indexes = [
            # The order of the key suits the triggers; what a page asks for is a range of it.
            models.Index(
                fields=["organization", "tag", "hour", "direction", "status"],
                name="call_count_of_hour",
                include=["count"],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.count} {self.direction} {self.status} {self.tag}".strip()
