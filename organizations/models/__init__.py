"""The ground: tenants, people, tokens, and the base of everything that belongs to a tenant."""

from organizations.models.people import (
    E164,
    ChosenColumns,
    Invitation,
    Membership,
    SavedView,
    SignInDomain,
    User,
    UserManager,
)
from organizations.models.tenants import (
    ApiToken,
    AuditEntry,
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
    "ApiToken",
    "AuditEntry",
    "ChosenColumns",
    "IdempotencyKey",
    "Invitation",
    "Membership",
    "Organization",
    "Owned",
    "Place",
    "PlaceName",
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
