"""The place of a new row among its conversation's, found by the statement that inserts it."""

from django.db.models import IntegerField, Max, QuerySet, Value
from django.db.models.expressions import Combinable, Subquery
from django.db.models.functions import Coalesce


def next_position(rows: QuerySet) -> Combinable:
    """One more than the last of these, or 0; safe while the conversation is locked."""
    last = rows.order_by().values("conversation").values(last=Max("position"))
    return Coalesce(Subquery(last, output_field=IntegerField()) + 1, Value(0))
