"""What loads hold of persons: whoever a TMS names in its messages and notes."""

from datetime import datetime

from loads.models import Load, LoadEvent, LoadMapping, Stop
from organizations.privacy.holdings import RAW, Holding, declare, plain

MAX_MESSAGES = 1000  # emptied at once

declare(
    Holding(
        model=Load,
        named=["customer_name", "commodity", "special_instructions", "hold_reason", "equipment"],
        plain=plain(
            KEY="external_id",
            CODE="status",
            SEALED="import_trail",
            PLACE="origin_city origin_state origin_zip origin_country origin_timezone destination_city "
            "destination_state destination_zip destination_country destination_timezone",
        ),
    ),
    Holding(
        model=LoadEvent,
        named=["raw", "changes", "errors"],
        plain=plain(ACTOR="source"),
    ),
    Holding(model=LoadMapping, plain=plain(SETTING="name slug rules")),
    Holding(model=Stop, named=["street"], plain=plain(PLACE="city state country zip timezone")),
)


def forget_raw(before: datetime) -> int:
    """Empty messages of the TMS that came before an instant, the oldest first; what they changed stays, for figures."""
    found = LoadEvent.objects.filter(received_at__lt=before).exclude(raw=b"").order_by("received_at", "pk")
    keys = list(found.values_list("pk", flat=True)[:MAX_MESSAGES])
    return LoadEvent.objects.filter(pk__in=keys).update(raw=b"") if keys else 0


RAW.register("load events", forget_raw)
