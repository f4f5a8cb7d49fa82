"""Reads that shape several tables: the records of the bid list."""

import orjson

from organizations.api.listing import Listed

MAX_EXACT = 2**53 - 1  # the integers that every JSON reader keeps apart

# PostgreSQL writes each record as JSON, as it does those of calls (calls.selectors.api).
RECORDS = f"""
SELECT row_to_json(record)::text, {{total}}
FROM bids_bid AS bid
JOIN loads_load AS load ON load.id = bid.load_id
LEFT JOIN calls_conversation AS conversation ON conversation.id = bid.conversation_id
CROSS JOIN LATERAL (
    SELECT
        -- The TMS's id as a number where it is one that JSON keeps exact ("1042", not "007"); else the load's own key.
        CASE WHEN load.external_id !~ '^(0|[1-9][0-9]{{0,15}})$' THEN load.id
            WHEN load.external_id::bigint > {MAX_EXACT} THEN load.id
            ELSE load.external_id::bigint END AS "loadId",
        nullif(concat_ws(', ', nullif(load.origin_city, ''), nullif(load.origin_state, '')), '') AS "originLocation",
        nullif(concat_ws(', ', nullif(load.destination_city, ''), nullif(load.destination_state, '')), '')
            AS "destinationLocation",
        nullif(bid.mc_number, '') AS "carrierMc",
        bid.dot_number::text AS "carrierDot",
        nullif(bid.phone, '') AS "phoneNumber",
        nullif(bid.extension, '') AS "extension",
        nullif(bid.caller_name, '') AS "callerName",
        nullif(conversation.summary, '') AS "callSummary",
        to_char(bid.discussed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "callDateTime",
        -- Beyond the record that a client must know.
        bid.id AS "id",
        load.external_id AS "externalLoadId",
        trim_scale(bid.amount) AS "amount",
        bid.status AS "status",
        bid.channel AS "channel"
) AS record
WHERE bid.id IN ({{page}})
ORDER BY bid.discussed_at DESC, bid.id DESC
"""  # noqa: S608 (a number of our own)


def bid_records(listed: Listed) -> tuple[list[orjson.Fragment], dict[str, int]]:
    """The API's records of a page of bids, newest first, as JSON already; and its pagination object. One query."""
    rows, pagination = listed.fetch(RECORDS)
    return [orjson.Fragment(record) for record, _total in rows], pagination
