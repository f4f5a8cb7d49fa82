"""Reads that shape several tables: the records of the bid list."""

import re
from typing import Any

from organizations.rest.listing import Listed
from organizations.rest.renderers import text_z
from organizations.tallies import Tallied

MOST_EXACT = 2**53 - 1  # the integers that every JSON reader keeps apart
CANONICAL = re.compile(r"0|[1-9][0-9]{0,15}")

BIDS = Tallied(kind="bids", table="bids_bid", at="discussed_at")

# The instant as text: it is only passed on.
RECORDS = """
SELECT
    bid.id, bid.amount, bid.status, bid.channel, bid.discussed_at::text,
    bid.mc_number, bid.dot_number, bid.phone, bid.extension, bid.caller_name, conversation.summary,
    load.id, load.external_id, load.origin_city, load.origin_state, load.destination_city, load.destination_state,
    {total}
FROM bids_bid AS bid
JOIN loads_load AS load ON load.id = bid.load_id
LEFT JOIN calls_conversation AS conversation ON conversation.id = bid.conversation_id
WHERE bid.id IN ({page})
ORDER BY bid.discussed_at DESC, bid.id DESC
"""


def bid_records(listed: Listed) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """The API's records of a page of bids, newest first, for orjson, and its pagination object; one query."""
    rows, pagination = listed.fetch(RECORDS)
    return [_record(row) for row in rows], pagination


def _record(row: tuple[Any, ...]) -> dict[str, Any]:
    (
        identifier, amount, status, channel, discussed_at,
        mc_number, dot_number, phone, extension, caller_name, summary,
        load_id, external_id, origin_city, origin_state, destination_city, destination_state, _total,
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
        "callDateTime": text_z(discussed_at),
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
