"""What the sources are to be asked, and when they were asked last."""

from django.db import models

from carriers.states import Source
from organizations.models import Owned


class FactsRequest(Owned):
    """A source's answer about somebody, as far as asking goes: wanted since when, had when, tried again when.

    What was answered lies in `CarrierFinding` and `ContactFinding`.
    """

    subject = models.CharField(
        max_length=254, help_text="DOT 1234567, MC 123456, a phone in E.164, an e-mail."
    )
    source = models.CharField(max_length=10, choices=Source.choices)
    wanted_at = models.DateTimeField(help_text="The last time that somebody needed it.")
    answered_at = models.DateTimeField(null=True, help_text="The last time that the source had an answer.")
    next_try_at = models.DateTimeField(null=True, help_text="Empty: nothing is to be asked.")
    tries = models.PositiveSmallIntegerField(default=0, help_text="Without an answer, since it was wanted.")
    problem = models.CharField(max_length=200, blank=True, help_text="Why there was no answer.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="facts_request_key"),
            models.UniqueConstraint(fields=["organization", "subject", "source"], name="facts_request_once"),
        ]
        indexes = [
            models.Index(
                fields=["next_try_at", "id"],
                name="facts_request_due",
                condition=models.Q(next_try_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.subject}, {self.get_source_display()}"
