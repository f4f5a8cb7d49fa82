"""The phone's side of a conversation: calls and transfers with their moves, recordings, promised callbacks, and the
words to search.
"""

from datetime import datetime

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models

from calls.models.conversations import CALL_COUNTS, Conversation
from calls.querysets import CallQuerySet, PromiseQuerySet
from calls.states import CALL_LIFECYCLE, TRANSFER_LIFECYCLE, CallStatus, Order, TransferStatus
from organizations.models import Organization, Owned, StatusChange, User
from organizations.tenancy.scope import SameOrganization, ScopedManager


def seconds_connected(answered_at: datetime | None, ended_at: datetime | None) -> int:
    """Whole seconds from answer to end; 0 when either is missing."""
    if answered_at is None or ended_at is None:
        return 0
    return max(0, round((ended_at - answered_at).total_seconds()))


class Call(Owned):
    """A conversation by phone: the line's side of it. Its id is the conversation's."""

    lifecycle = CALL_LIFECYCLE

    conversation = models.OneToOneField(
        Conversation, on_delete=models.CASCADE, primary_key=True, related_name="call", db_constraint=False
    )
    status = models.CharField(max_length=20, choices=CallStatus.choices, default=CALL_LIFECYCLE.start)
    status_changed_at = models.DateTimeField()
    failure_reason = models.CharField(max_length=60, blank=True)

    from_phone = models.CharField(max_length=16, blank=True, help_text="E.164.")
    to_phone = models.CharField(max_length=16, blank=True, help_text="E.164.")
    to_extension = models.CharField(max_length=10, blank=True, help_text="Dialed once the call is answered.")
    # The other side, whoever called whom.
    caller_name = models.CharField(max_length=200, blank=True)
    caller_extension = models.CharField(max_length=10, blank=True)

    # Of a call that a person makes: the own phone is rung first, then the other side's.
    person = models.ForeignKey(
        User,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        db_index=False,
        help_text="Who is calling.",
    )
    person_phone = models.CharField(
        max_length=16, blank=True, help_text="E.164 of the person calling. Blank if an agent calls."
    )
    follows = models.ForeignKey(
        Conversation,
        on_delete=models.SET_NULL,
        null=True,
        related_name="follow_ups",
        db_constraint=False,
        db_index=False,
        help_text="The conversation this callback is about, or that sent the agent to dispatch.",
    )

    # Ours, random, in every URL given to the provider: finds the call even when its sid was never stored.
    reference = models.CharField(max_length=32, unique=True)
    provider_sid = models.CharField(max_length=40, blank=True)
    callback_rank = models.PositiveSmallIntegerField(
        default=0, help_text="Of the newest status callback obeyed."
    )
    dial_attempts = models.PositiveSmallIntegerField(default=0)
    dial_sent_at = models.DateTimeField(
        null=True, help_text="Noted just before the provider is asked: from then on a phone may be ringing."
    )
    not_before = models.DateTimeField(null=True, help_text="The provider asked us to retry after this.")
    answered_by = models.CharField(
        max_length=30, blank=True, help_text="Result of answering-machine detection."
    )

    placed_at = models.DateTimeField(null=True)
    ringing_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    updated_at = models.DateTimeField()

    # What a person wants done with the line while it is live; a sweep carries out what was forgotten.
    order = models.CharField(max_length=10, choices=Order.choices, blank=True)
    ordered_at = models.DateTimeField(null=True)
    order_done_at = models.DateTimeField(null=True)

    is_recorded = models.BooleanField(default=False, help_text="Set when the call was connected.")
    recording_url = models.CharField(max_length=500, blank=True)
    transcript = models.TextField(blank=True, help_text="The transcript, written when the call ends.")

    objects = ScopedManager.from_queryset(CallQuerySet)()
    unscoped = models.Manager.from_queryset(CallQuerySet)()

    class Meta:
        triggers = CALL_COUNTS.triggers("calls_call")
        constraints = [
            models.UniqueConstraint(fields=["organization", "conversation"], name="call_key"),
            models.UniqueConstraint(
                fields=["provider_sid"], name="call_provider_sid", condition=~models.Q(provider_sid="")
            ),
            models.CheckConstraint(condition=models.Q(status__in=CallStatus.values), name="call_status"),
            SameOrganization("conversation", name="call_conversation_same_organization"),
            SameOrganization("follows", name="call_follows_same_organization"),
        ]
        indexes = [
            # Few calls are a person's.
            models.Index(fields=["person"], name="call_of_person", condition=models.Q(person__isnull=False)),
            models.Index(
                fields=["follows"], name="call_following", condition=models.Q(follows__isnull=False)
            ),
            # The queue and the sweep: few rows, whatever the history.
            models.Index(
                fields=["status", "status_changed_at"],
                name="call_unfinished",
                condition=models.Q(status__in=CALL_LIFECYCLE.unfinished),
            ),
            # Whoever searches for a number may give its beginning alone.
            *(
                models.Index(
                    fields=["organization", f"{end}_phone", "conversation"],
                    name=f"call_{end}_phone",
                    opclasses=["int8_ops", "varchar_pattern_ops", "int8_ops"],
                    condition=~models.Q(**{f"{end}_phone": ""}),
                )
                for end in ("from", "to")
            ),
        ]

    def __str__(self) -> str:
        return f"call {self.pk}"

    @property
    def live_names(self) -> tuple[str, ...]:
        """What of open pages is new with it."""
        return ("calls", f"call:{self.pk}")

    @property
    def is_finished(self) -> bool:
        """Whether nothing more can happen to it."""
        return self.status in self.lifecycle.final

    @property
    def is_by_person(self) -> bool:
        """Whether a person makes it, on a phone of their own, and no agent speaks."""
        return bool(self.person_phone)

    @property
    def dialed_phone(self) -> str:
        """The number that the provider is asked to call (E.164): of a person's call the person's own."""
        return self.person_phone or self.to_phone

    @property
    def has_reached_machine(self) -> bool:
        """Whether an answering machine or a fax has picked up, as far as is known by now."""
        return self.answered_by.startswith(("machine", "fax"))

    @property
    def seconds_connected(self) -> int:
        """Whole seconds from answer to end; 0 when either is missing."""
        return seconds_connected(self.answered_at, self.ended_at)


class CallStatusChange(StatusChange):
    """A move of a call."""

    call = models.ForeignKey(
        Call, on_delete=models.CASCADE, related_name="status_changes", db_constraint=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="call_status_change_key"),
            SameOrganization("call", name="call_status_change_call_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"


class Transfer(Owned):
    """The handing of a line to a person: asked for by the agent, or taken over by a broker. A call may have several."""

    lifecycle = TRANSFER_LIFECYCLE

    call = models.ForeignKey(Call, on_delete=models.CASCADE, related_name="transfers", db_constraint=False)
    status = models.CharField(max_length=20, choices=TransferStatus.choices, default=TRANSFER_LIFECYCLE.start)
    status_changed_at = models.DateTimeField()
    to_phone = models.CharField(max_length=16, help_text="E.164 of the person.")
    whisper = models.TextField(help_text="What the person hears before the two are connected.")
    is_take_over = models.BooleanField(default=False, help_text="A broker took the call over.")
    requested_by = models.CharField(max_length=100, help_text="The actor.")
    failure_reason = models.CharField(max_length=20, blank=True, help_text="The provider’s word for it.")
    requested_at = models.DateTimeField()
    ringing_at = models.DateTimeField(null=True)
    connected_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="transfer_key"),
            models.UniqueConstraint(
                fields=["call"],
                name="transfer_one_at_a_time",
                condition=models.Q(status__in=TRANSFER_LIFECYCLE.unfinished),
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=TransferStatus.values), name="transfer_status"
            ),
            SameOrganization("call", name="transfer_call_same_organization"),
        ]

    def __str__(self) -> str:
        return f"transfer of call {self.call_id}"

    @property
    def live_names(self) -> tuple[str, ...]:
        """What of open pages is new with it."""
        return (f"call:{self.call_id}",)


class TransferStatusChange(StatusChange):
    """A move of a transfer."""

    transfer = models.ForeignKey(
        Transfer, on_delete=models.CASCADE, related_name="status_changes", db_constraint=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="transfer_status_change_key"),
            SameOrganization("transfer", name="transfer_status_change_transfer_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"


class Recording(Owned):
    """What was recorded of a call: told by the provider, then fetched into our own storage. Its id is the call's."""

    call = models.OneToOneField(
        Call, on_delete=models.CASCADE, primary_key=True, related_name="recording", db_constraint=False
    )
    provider_sid = models.CharField(max_length=40)
    seconds = models.PositiveIntegerField(default=0)
    noted_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True, help_text="Blank means nothing left to do.")
    stored_at = models.DateTimeField(null=True)
    file = models.CharField(max_length=200, blank=True, help_text="Its name in the storage of files.")
    size = models.BigIntegerField(default=0, help_text="Bytes.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "call"], name="recording_key"),
            SameOrganization("call", name="recording_call_same_organization"),
        ]
        indexes = [
            models.Index(
                fields=["next_attempt_at"],
                name="recording_to_fetch",
                condition=models.Q(next_attempt_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"recording of call {self.pk}"


# What was promised to the other side of a conversation.


class Promise(Owned):
    """That somebody calls back, as a conversation ended with; at most one a conversation."""

    conversation = models.OneToOneField(
        Conversation, on_delete=models.CASCADE, related_name="promise", db_constraint=False
    )
    made_at = models.DateTimeField()
    due_at = models.DateTimeField()
    is_timed = models.BooleanField(help_text="A time was given. Without one it's due right away.")
    timezone = models.CharField(max_length=64, help_text="Time zone of the due time.")
    phone = models.CharField(max_length=20, blank=True, help_text="E.164, or digits as spoken.")
    kept_at = models.DateTimeField(null=True)
    kept_by = models.CharField(max_length=100, blank=True, help_text="Who marked it done.")

    objects = ScopedManager.from_queryset(PromiseQuerySet)()
    unscoped = models.Manager.from_queryset(PromiseQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="promise_key"),
            SameOrganization("conversation", name="promise_conversation_same_organization"),
        ]
        indexes = [
            models.Index(
                fields=["organization", "due_at", "id"],
                name="promise_open",
                condition=models.Q(kept_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"call back by {self.due_at:%Y-%m-%d %H:%M}"


# What was said, word by word, to be searched.


class SpokenWords(Owned):
    """The words of a call's transcript with their places, for full-text search; its id is the call's.

    Beside the call, not in it: lists read calls, and would have to carry these along. Written by a trigger alone, with
    the transcript, when the call ends: see `calls.selectors.search`.
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
