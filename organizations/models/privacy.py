"""What an organization keeps of persons: for how long, and whom it has erased."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from organizations.models.tenants import Owned

MAX_DAYS = 3650
PERIODS = ("recordings_days", "transcripts_days", "callers_days", "load_events_days")


class Days(models.PositiveSmallIntegerField):
    """For how many days something is kept; empty: as long as the organization is here."""

    def __init__(self, **kwargs) -> None:
        kwargs |= {"null": True, "blank": True}
        kwargs["validators"] = [MinValueValidator(1), MaxValueValidator(MAX_DAYS)]
        super().__init__(**kwargs)

    def formfield(self, **kwargs):
        """A field that takes no 0 either."""
        return super().formfield(**{"min_value": 1, **kwargs})

    def deconstruct(self):
        """For migrations."""
        name, path, args, kwargs = super().deconstruct()
        for fixed in ("null", "blank", "validators"):
            del kwargs[fixed]
        return name, path, args, kwargs


class Retention(Owned):
    """How long an organization keeps what figures don't need; without a row it keeps everything.

    `claimed_until` is the claim of the nightly task, which whoever works moves on while it works.
    """

    recordings_days = Days(help_text="Audio files of calls. Blank = keep.")
    transcripts_days = Days(help_text="What was said, call summaries and email text. Blank = keep.")
    callers_days = Days(
        help_text="Names, phone numbers and email addresses in calls and offers. Blank = keep."
    )
    load_events_days = Days(help_text="Raw payloads from your TMS. Loads themselves stay. Blank = keep.")
    claimed_until = models.DateTimeField(null=True, editable=False)
    done_at = models.DateTimeField(null=True, editable=False, help_text="When nothing too old was left.")

    class Meta:
        verbose_name_plural = "retention periods"
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="retention_key"),
            models.UniqueConstraint(fields=["organization"], name="retention_one"),
        ]

    def __str__(self) -> str:
        return "retention"


class Erasure(Owned):
    """That a person was erased, or is to be: by number or e-mail address, of which a keyed hash alone stays.

    `sealed` is the address, encrypted, until it is done. The hash serves two ends: a number that must never be called
    stays so, and what an older backup brings back is erased again.
    """

    digest = models.BinaryField(max_length=32, editable=False)
    sealed = models.TextField(blank=True, editable=False)
    is_never_called = models.BooleanField(default=False, help_text="The number was on the do-not-call list.")
    requested_at = models.DateTimeField()
    requested_by = models.CharField(max_length=100, help_text="The actor.")
    claimed_until = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    counts = models.JSONField(default=dict, help_text="How many rows of each kind were changed or deleted.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="erasure_key"),
            models.CheckConstraint(
                condition=models.Q(done_at=None) & ~models.Q(sealed="")
                | models.Q(done_at__isnull=False, sealed=""),
                name="erasure_sealed",
            ),
        ]
        indexes = [
            models.Index(fields=["organization", "digest"], name="erasure_by_digest"),
            models.Index(fields=["requested_at"], name="erasure_due", condition=models.Q(done_at=None)),
        ]

    def __str__(self) -> str:
        return f"erasure {self.pk}"
