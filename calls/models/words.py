"""What was said, word by word, to be searched."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models

from calls.models.phone import Call
from organizations.constraints import SameOrganization
from organizations.models import Organization, Owned


class SpokenWords(Owned):
    """The words of a call's transcript with their places, for full-text search; its id is the call's.

    Beside the call, not in it: lists read calls, and would have to carry these along. Written by a trigger alone, with
    the transcript, when the call ends: see `calls.search.words`.
    """

    # The key below finds an organization's rows.
    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="+", db_index=False)
    call = models.OneToOneField(
        Call, on_delete=models.CASCADE, primary_key=True, related_name="+", db_constraint=False
    )
    words = SearchVectorField()

    class Meta:
        verbose_name_plural = "spoken words"
        constraints = [
            # The newest calls are looked through by it, too.
            models.UniqueConstraint(fields=["organization", "call"], name="spoken_words_key"),
            SameOrganization("call", name="spoken_words_call_same_organization"),
        ]
        indexes = [
            # What waits to be sorted in is read by every search: keep it small.
            GinIndex(
                fields=["organization", "words"], name="spoken_words_search", gin_pending_list_limit=1024
            ),
        ]

    def __str__(self) -> str:
        return f"words of call {self.call_id}"
