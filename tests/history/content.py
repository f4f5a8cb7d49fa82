"""What an organization's history comes to in the database, without keys and wall-clock moments."""

import hashlib

from django.db import connection

LOAD = "(SELECT external_id FROM loads_load WHERE id = {}.load_id)"
CARRIER = "(SELECT concat(dot_number, '/', mc_number) FROM carriers_carrier WHERE id = {}.carrier_id)"
TALK = "(SELECT concat(channel, external_id) FROM calls_conversation WHERE id = {}.{})"
# Columns left out: keys, what points to other rows (told by their names instead), and when the import ran.
TABLES = {
    "loads_load": ("id created_at updated_at", ()),
    "loads_stop": ("id load_id", (LOAD,)),
    "loads_loadevent": ("id load_id received_at", (LOAD,)),
    "carriers_carrier": ("id created_at updated_at", ()),
    "calls_conversation": ("id carrier_id", (CARRIER,)),
    "calls_call": ("conversation_id reference updated_at", (TALK.format("{}", "conversation_id"),)),
    "calls_emailthread": ("conversation_id", (TALK.format("{}", "conversation_id"),)),
    "calls_emailmessage": ("id thread_id", (TALK.format("{}", "thread_id"),)),
    "calls_conversationload": ("id load_id conversation_id", (LOAD, TALK.format("{}", "conversation_id"))),
    "bids_bid": (
        "id load_id conversation_id carrier_id updated_at",
        (LOAD, CARRIER, TALK.format("{}", "conversation_id")),
    ),
    "bids_bidstatuschange": (
        "id bid_id",
        ("(SELECT concat(external_id, position, discussed_at) FROM bids_bid WHERE id = {}.bid_id)",),
    ),
    "bids_booking": (
        "id load_id bid_id conversation_id carrier_id",
        (LOAD, CARRIER, TALK.format("{}", "conversation_id"), "bid_id IS NULL"),
    ),
}


def content_of(organization_id):
    """Return a digest and the number of rows of each table."""
    return {table: _content(table, organization_id) for table in TABLES}


def _content(table, organization_id):
    left_out, names = TABLES[table]
    columns = ["organization_id", *left_out.split()]
    told = "".join(f", {name.format('told')}" for name in names)
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT concat_ws('|', to_jsonb(told) - %s::text[] {told}) FROM {table} told WHERE organization_id = %s",
            [columns, organization_id],
        )
        digests = sorted(hashlib.sha256(row.encode()).digest() for (row,) in cursor)
    return len(digests), hashlib.sha256(b"".join(digests)).hexdigest()[:16]
