"""The ground: tenants, people, tokens, events told to others, and the base of everything that a tenant owns."""

from organizations.models.events import Delivery, DeliveryAttempt, Event, EventEndpoint
from organizations.models.people import (
    E164,
    NAME_LENGTH,
    QUERY_LENGTH,
    ChosenColumns,
    Invitation,
    Membership,
    SavedView,
    SignInDomain,
    User,
    UserManager,
)
from organizations.models.privacy import Erasure, Retention
from organizations.models.tenants import (
    ApiToken,
    AuditEntry,
    Clock,
    IdempotencyKey,
    Organization,
    Owned,
    StatusChange,
    Tally,
    all_scopes,
    default_countries,
    validate_timezone,
)
from organizations.places.models import Place, PlaceName

__all__ = [
    "E164",
    "NAME_LENGTH",
    "QUERY_LENGTH",
    "ApiToken",
    "AuditEntry",
    "ChosenColumns",
    "Clock",
    "Delivery",
    "DeliveryAttempt",
    "Erasure",
    "Event",
    "EventEndpoint",
    "IdempotencyKey",
    "Invitation",
    "Membership",
    "Organization",
    "Owned",
    "Place",
    "PlaceName",
    "Retention",
    "SavedView",
    "SignInDomain",
    "StatusChange",
    "Tally",
    "User",
    "UserManager",
    "all_scopes",
    "default_countries",
    "validate_timezone",
]
