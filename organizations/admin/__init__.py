"""Django admin: the operator's view across all organizations; what changes there goes through services."""

from organizations.admin.audit import AuditEntryAdmin
from organizations.admin.connections import ConnectionAdmin, SignInDomainAdmin
from organizations.admin.owned import OwnedAdmin, OwnedForm, OwnedInline
from organizations.admin.people import UserAdmin
from organizations.admin.tenants import MembershipAdmin, OrganizationAdmin
from organizations.admin.tokens import ApiTokenAdmin

__all__ = [
    "ApiTokenAdmin",
    "AuditEntryAdmin",
    "ConnectionAdmin",
    "MembershipAdmin",
    "OrganizationAdmin",
    "OwnedAdmin",
    "OwnedForm",
    "OwnedInline",
    "SignInDomainAdmin",
    "UserAdmin",
]
