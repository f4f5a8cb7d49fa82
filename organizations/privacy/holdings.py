"""What each table holds of persons, declared once a model; packages register theirs in `AppConfig.ready()`.

Every text of an owned model is declared: as somebody's name or number, as words that were said, as facts, as a text in
which somebody may be named, or as none of a person, with the reason. A test fails where one is forgotten.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import models

from organizations.models import (
    ApiToken,
    AuditEntry,
    ChosenColumns,
    Delivery,
    DeliveryAttempt,
    Erasure,
    Event,
    EventEndpoint,
    IdempotencyKey,
    Invitation,
    Retention,
    SavedView,
    SignInDomain,
    Tally,
)
from organizations.privacy.people import Person
from organizations.registry import Registry

# Why a text is nobody's.
CODE = "a word of ours, or of a standard"
KEY = "an id"
ACTOR = "an actor's key: user:12, system:sweep"
PLACE = "a place on the map"
COMPANY = "a company's, or a shipment's"
SETTING = "what the organization set for itself"
SEALED = "encrypted, or a hash"
DERIVED = "made anew from other rows by triggers"


@dataclass(frozen=True, kw_only=True)
class Holding:
    """What a model's rows hold, by field.

    `of_talks` and `of_person` are conditions in SQL that find the rows of conversations (`%(talks)s`, keys) and of a
    person (`%(number)s`, `%(email)s`; null where not known), `of_no_talk` those from before an instant (`%(before)s`)
    that belong to no conversation; "" where there are none. Of those rows `contacts` and
    `words` are emptied, and of `facts` the figures stay, with texts under the keys named; `expressions` are what some
    fields become instead of empty. With `is_deleted` a person's rows go altogether. In every other row these and
    `named` are searched for the person.
    """

    model: type[models.Model]
    of_talks: str = ""
    of_person: str = ""
    of_no_talk: str = ""
    is_deleted: bool = False
    names: Sequence[str] = ()  # expressions: names of persons in such rows
    addresses: Sequence[str] = ()  # expressions: other numbers and addresses of the same person
    contacts: Sequence[str] = ()
    words: Sequence[str] = ()
    facts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    has_schema: bool = False  # of `facts`: what is left out becomes null
    expressions: Mapping[str, str] = field(default_factory=dict)
    named: Sequence[str] = ()
    plain: Mapping[str, str] = field(default_factory=dict)  # and why

    @property
    def searched(self) -> list[str]:
        """Fields in which a person may be found."""
        return [*self.contacts, *self.words, *self.facts, *self.named]

    @property
    def table(self) -> str:
        """The table's name."""
        return self.model._meta.db_table

    @property
    def key(self) -> str:
        """The column of its primary key."""
        return str(self.model._meta.pk.column)


def plain(**reasons: str) -> dict[str, str]:
    """Fields that are nobody's, each after its reason: `plain(KEY="external_id provider_sid")`."""
    return {name: globals()[reason] for reason, names in reasons.items() for name in names.split()}


def history(model: type[models.Model]) -> Holding:
    """What a lifecycle's history holds: a reason that somebody typed."""
    return Holding(model=model, named=["reason"], plain=plain(CODE="old new", ACTOR="by"))


HOLDINGS: Registry[Holding] = Registry("holding")


def declare(*holdings: Holding) -> None:
    """Register what models hold."""
    for each in holdings:
        HOLDINGS.register(each.model._meta.label, each)


# What only a higher package knows.


class PersonBusy(Exception):
    """Somebody is on the line, or about to be called: what is erased now would be written again."""


# The keys of a person's conversations, in scope; raises PersonBusy.
TALKS: Registry[Callable[[Person], list[int]]] = Registry("finder of conversations")
# Whether the person asked never to be called.
OPTED_OUT: Registry[Callable[[Person], bool]] = Registry("finder of opt-outs")
# Delete what conversations have in the storage of files; returns how many files.
FILES: Registry[Callable[[Sequence[int]], int]] = Registry("keeper of files")
# The folder in the storage of files that is an organization's, by its key.
FOLDERS: Registry[Callable[[int], str]] = Registry("folder of an organization")
# Empty raw messages received before an instant, in scope; returns how many, at most a batch.
RAW: Registry[Callable[[datetime], int]] = Registry("keeper of raw messages")
# The keys of conversations that began before an instant, after a key, oldest first, at most so many.
OLD_TALKS: Registry[Callable[..., list[int]]] = Registry("finder of old conversations")


# What the models of this package hold of persons.

_OF_CALLS = "conversation = ANY(ARRAY(SELECT 'call:' || each FROM unnest(%(talks)s::bigint[]) AS each))"
_OF_DELIVERIES = (
    "delivery_id IN (SELECT id FROM organizations_delivery WHERE event_id IN ("  # noqa: S608 (our own words)
    f"SELECT id FROM organizations_event WHERE organization_id = %(organization)s AND {_OF_CALLS}))"
)
# Keys of events whose texts are ids, codes and times.
KEPT = (
    *("callId", "createdAt", "callType", "direction", "status", "contentTags", "loadId", "loadIds"),
    *("bidId", "url", "type", "action", "mcNumber", "dotNumber", "connectionStatus", "rulesAssessment"),
    *("kind", "how", "role", "time", "endTime", "dueAt", "timezone", "language", "topic", "about"),
    *("outcome", "bookedAt", "agreedAt", "reportedAt"),
)

declare(
    Holding(
        model=ApiToken, named=["name"], plain=plain(SEALED="prefix digest", CODE="scopes", ACTOR="created_by")
    ),
    Holding(
        model=AuditEntry,
        named=["details"],
        plain=plain(CODE="action subject_type", KEY="subject_id", ACTOR="actor"),
    ),
    Holding(model=ChosenColumns, plain=plain(CODE="list columns")),
    Holding(model=Delivery, named=["conversation", "result"]),
    Holding(
        model=DeliveryAttempt,
        of_talks=_OF_DELIVERIES,
        words=["request", "answer"],
        named=["url", "answer_headers", "error"],
        plain=plain(SETTING="request_headers"),
    ),
    Holding(
        model=Event,
        of_talks=_OF_CALLS,
        facts={"payload": KEPT},
        has_schema=True,
        named=["conversation"],
        plain=plain(KEY="uid", CODE="type"),
    ),
    Holding(
        model=EventEndpoint,
        named=["url", "description"],
        plain=plain(CODE="types", SETTING="format", SEALED="secrets sealed_headers", ACTOR="created_by"),
    ),
    # Kept for a day; without its row a request that comes again would be carried out again.
    Holding(model=IdempotencyKey, named=["key", "answer"], plain=plain(SEALED="fingerprint")),
    Holding(model=Invitation, named=["email"]),
    Holding(model=SavedView, named=["name", "query"], plain=plain(CODE="list")),
    Holding(model=SignInDomain, plain=plain(SETTING="domain")),
    Holding(model=Tally, plain=plain(DERIVED="kind")),
    Holding(model=Retention),
    Holding(model=Erasure, plain=plain(SEALED="digest sealed", ACTOR="requested_by", CODE="counts")),
)
