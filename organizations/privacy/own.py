"""What the models of this package hold of persons."""

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
from organizations.privacy.holdings import Holding, declare, plain

_OF_CALLS = "conversation = ANY(ARRAY(SELECT 'call:' || each FROM unnest(%(talks)s::bigint[]) AS each))"
_OF_DELIVERIES = (
    "delivery_id IN (SELECT id FROM organizations_delivery WHERE event_id IN ("  # noqa: S608 (our own words)
    f"SELECT id FROM organizations_event WHERE organization_id = %(organization)s AND {_OF_CALLS}))"
)
# Keys of events whose texts are ids, codes and times.
KEPT = (
    *(
        "callId",
        "createdAt",
        "callType",
        "direction",
        "status",
        "contentTags",
        "loadId",
        "loadIds",
        "bidId",
        "url",
    ),
    *(
        "type",
        "action",
        "mcNumber",
        "dotNumber",
        "connectionStatus",
        "rulesAssessment",
        "kind",
        "how",
        "role",
        "time",
    ),
    *(
        "endTime",
        "dueAt",
        "timezone",
        "language",
        "topic",
        "about",
        "outcome",
        "bookedAt",
        "agreedAt",
        "reportedAt",
    ),
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
