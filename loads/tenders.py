"""Which loads a trading partner tendered by EDI: those whose last accepted message an X12 mapping read."""

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.fields.json import KT

from loads.models import Load, LoadEvent, LoadMapping, MessageFormat
from organizations.events.types import Tenders
from organizations.models import Event


def answerable(events: QuerySet[Event], mapping: str = "") -> QuerySet[Event]:
    """Those of the events that tell of a load that came by EDI; with `mapping` (its slug), by that one."""
    newest = LoadEvent.objects.filter(load=OuterRef("pk"), is_accepted=True).order_by("-received_at", "-pk")
    theirs = LoadMapping.objects.filter(format=MessageFormat.X12)
    if mapping:
        theirs = theirs.filter(slug=mapping)
    loads = Load.objects.annotate(read_by=Subquery(newest.values("mapping_id")[:1]))
    tendered = loads.filter(external_id=OuterRef("load_number"), read_by__in=theirs.values("pk"))
    return events.annotate(load_number=KT("payload__loadId")).filter(Exists(tendered))


def mappings() -> dict[str, str]:
    """The organization's X12 mappings: names by slug."""
    found = LoadMapping.objects.filter(format=MessageFormat.X12).order_by("name", "pk")
    return dict(found.values_list("slug", "name"))


TENDERS = Tenders(answerable, mappings)
