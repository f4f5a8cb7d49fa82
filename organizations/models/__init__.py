"""The ground: tenants, people, tokens, and the base of everything that belongs to a tenant."""

from organizations.gazetteer.models import Place, PlaceName
from organizations.models.people import E164, Membership, User, UserManager
from organizations.models.records import AuditEntry, Tally
from organizations.models.sign_in import Invitation, SignInDomain
from organizations.models.tables import ChosenColumns, SavedView
from organizations.models.tenants import (
    Organization,
    Owned,
    StatusChange,
    default_countries,
    validate_timezone,
)
from organizations.models.tokens import ApiToken, IdempotencyKey, all_scopes

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
