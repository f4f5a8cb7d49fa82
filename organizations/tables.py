"""The list of members."""

from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Lower

from organizations.dashboard.table import Table
from organizations.dashboard.table_columns import Column
from organizations.models import Membership
from organizations.people import proofs
from organizations.tenancy.states import Role


class MemberTable(Table):
    """The organization's members by name; owners see more of them, and may change them."""

    name, title, url_name = "members", "Members", "organizations:members"
    parts = "organizations/settings/members_table.html"
    caption = "Members by name"
    default_order = (Lower("user__name"), "user__email", "pk")
    is_still = is_narrow = True
    roles = Role.choices
    columns = (
        Column("name", "Name", "wide", is_head=True),
        Column("role", "Role"),
        Column("phone", "Phone", "nowrap"),
        Column("seen", "Last sign-in", needs="is_owner"),
        Column("deeds", "Actions", "deeds", needs="is_owner", is_action=True),
    )

    def queryset(self) -> QuerySet[Any, Any]:
        """All members."""
        return Membership.objects.filter(organization=self.organization)

    def shaped(self, rows: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
        """With who they are, and whether they have a second factor."""
        second_factors = proofs.SECOND_FACTORS.filter(user=OuterRef("user"))
        return rows.select_related("user").annotate(has_second_factor=Exists(second_factors))
