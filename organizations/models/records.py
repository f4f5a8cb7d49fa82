"""What is kept about rows: who did what to them, and how many there are."""

from django.db import models

from organizations.models.tenants import Organization, Owned


class AuditEntry(Owned):
    """What somebody did to a row; appended by `organizations.audit.record`, never changed."""

    action = models.CharField(max_length=60)
    subject_type = models.CharField(max_length=60)
    subject_id = models.CharField(max_length=40)
    actor = models.CharField(max_length=100)
    at = models.DateTimeField()
    details = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "audit entries"
        constraints = [models.UniqueConstraint(fields=["organization", "id"], name="audit_entry_key")]
        indexes = [models.Index(fields=["organization", "-at", "-id"], name="audit_entry_recent")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor} {self.action}"


class Tally(Owned):
    """How many rows of a kind fall on a UTC day, or a part of them: a day's number is the sum of its tallies.

    Written by triggers of the counted tables alone: see `organizations.tallies`.
    """

    # PostgreSQL deletes them last: while an organization's rows are deleted, triggers still count.
    organization = models.ForeignKey(
        Organization, on_delete=models.DB_CASCADE, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=20)
    day = models.DateField()
    count = models.BigIntegerField()

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [models.UniqueConstraint(fields=["organization", "id"], name="tally_key")]
        indexes = [models.Index(fields=["organization", "kind", "day"], name="tally_of_day")]

    def __str__(self) -> str:
        return f"{self.count} {self.kind} on {self.day}"
