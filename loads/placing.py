"""The places of loads that were stored before the gazetteer knew them: of an older release, or of older data."""

from collections.abc import Iterable
from itertools import batched

import orjson
from django.db import connection, transaction

from loads.events import PLACES
from loads.models import Load
from organizations.gazetteer import Spelling, find_places
from organizations.models import Organization

BATCH = 2_000  # spellings


def place_loads(organization: Organization) -> int:
    """Give the organization's loads the places that their cities now mean; how many ends changed.

    Each spelling is looked up once, whatever the number of loads that have it, and a batch of them is a transaction.
    """
    changed = 0
    for end in PLACES:
        for batch in batched(_spellings(end, organization), BATCH):
            changed += _place_end(end, organization, batch)
    return changed


def _spellings(end: str, organization: Organization) -> list[Spelling]:
    columns = (f"{end}_city", f"{end}_state", f"{end}_country")
    return list(Load.unscoped.of(organization).order_by(*columns).values_list(*columns).distinct())


def _place_end(end: str, organization: Organization, spellings: Iterable[Spelling]) -> int:
    rows = [
        {"city": city, "state": state, "country": country, "place": place.id if place else None}
        for (city, state, country), place in find_places(spellings).items()
    ]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_UPDATE.format(end=end), [orjson.dumps(rows).decode(), organization.pk])
        return cursor.rowcount


_UPDATE = f"""
UPDATE {Load._meta.db_table} AS load SET {{end}}_place_id = row.place
FROM json_to_recordset(%s) AS row(city text, state text, country text, place int)
WHERE load.organization_id = %s AND load.{{end}}_place_id IS DISTINCT FROM row.place
AND (load.{{end}}_city, load.{{end}}_state, load.{{end}}_country) = (row.city, row.state, row.country)
"""  # noqa: S608
