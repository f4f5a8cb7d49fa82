"""Reads that shape several tables: the records of the bid list."""

import re
from typing import Any

from bids.querysets import BidQuerySet
from organizations.rest.pagination import Page
from organizations.rest.renderers import utc_z

MOST_EXACT = 2**53 - 1  # the integers that every JSON reader keeps apart
CANONICAL = re.compile(r"0|[1-9][0-9]{0,15}")

COLUMNS = (
    "id",
    "amount",
    "status",
    "channel",
    "discussed_at",
    "mc_number",
    "dot_number",
    "phone",
    "extension",
    "caller_name",
    "conversation__summary",
    "load_id",
    "load__external_id",
    "load__origin_city",
    "load__origin_state",
    "load__destination_city",
    "load__destination_state",
)


def bid_records(bids: BidQuerySet, page: Page) -> list[dict[str, Any]]:
    """A page of the API's bid records, newest first, as JSON-able dicts; one query, whatever the page's size."""
    return [_record(row) for row in page.of(bids.newest_first().values_list(*COLUMNS))]


def _record(row: tuple[Any, ...]) -> dict[str, Any]:
    (
        identifier, amount, status, channel, discussed_at,
        mc_number, dot_number, phone, extension, caller_name, summary,
        load_id, external_id, origin_city, origin_state, destination_city, destination_state,
    ) = row  # fmt: skip
    return {
        "loadId": load_number(external_id, load_id),
        "originLocation": _place(origin_city, origin_state),
        "destinationLocation": _place(destination_city, destination_state),
        "carrierMc": mc_number or None,
        "carrierDot": None if dot_number is None else str(dot_number),
        "phoneNumber": phone or None,
        "extension": extension or None,
        "callerName": caller_name or None,
        "callSummary": summary or None,
        "callDateTime": utc_z(discussed_at),
        # Beyond the record that a client must know.
        "id": identifier,
        "externalLoadId": external_id,
        "amount": amount,
        "status": status,
        "channel": channel,
    }


def load_number(external_id: str, load_id: int) -> int:
    """The TMS's id as a number where it is one that JSON keeps exact ("1042", not "007"); else the load's own key."""
    if CANONICAL.fullmatch(external_id) and int(external_id) <= MOST_EXACT:
        return int(external_id)
    return load_id


def _place(city: str, state: str) -> str | None:
    """`Dallas, TX`."""
    return ", ".join(part for part in (city, state) if part) or None
