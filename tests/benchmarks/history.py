"""A brokerage's year with a million calls, written by PostgreSQL itself in a minute or two.

With them go a tenth as many e-mail threads, three tenths as many bids, a twentieth as many loads and a fiftieth as many
carriers; a tenth of the calls is a tenth of everything.
"""

import time
from collections.abc import Callable
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from analytics import rebuilding
from organizations import services as organizations
from organizations.actors import system
from organizations.models import ApiToken, Organization

SLUG = "benchmark"
DAYS = 365
BUSY_MC = "700000"  # the carrier that calls all the time: one call in twenty

# Rows are right by construction: neither foreign keys nor triggers look at them, which would take longer.
PREPARE = "SET LOCAL statement_timeout = 0; SET LOCAL session_replication_role = replica"

TURNS = """
CREATE TEMPORARY TABLE transcript ON COMMIT DROP AS
SELECT variant, left(string_agg(CASE WHEN line % 2 = 0 THEN 'Agent: ' ELSE 'Caller: ' END || (ARRAY[
    'This is the automated assistant of Benchmark Freight. What can I do for you?',
    'Hi, I am calling about the load out of Dallas, the one that delivers in Atlanta on Thursday morning.',
    'It picks up tomorrow between eight and noon, it is forty-two thousand pounds of flour on pallets.',
    'What does it pay, and is it a live unload, or can my driver drop the trailer there?',
    'I can offer fifteen hundred and twenty-five dollars all in for that one, with a live unload.',
    'We would need at least seventeen fifty, with the fuel where it is and the toll roads on top.',
    'Let me see what I can do. Sixteen ten is as far as I can go on that lane this week.',
    'Alright, can you do sixteen fifty? Then we have a truck that empties in Fort Worth tonight.',
    'Could you give me your MC number, so that I can see whether we are set up with you?',
    'Sure, one second, it should be on the paper here; the name is Blue Mesa Transport.'
])[1 + (hashint4(variant * 31 + line) & 2147483647) % 10] || ' [' || md5((variant * 97 + line)::text) || ']',
    chr(10) ORDER BY line), 1500 + variant * 8 % 500) AS text
FROM generate_series(0, 255) AS variant, generate_series(0, 19) AS line GROUP BY variant
"""

LOADS_SQL = """
INSERT INTO loads_load (organization_id, external_id, status, customer_name, pickup_at, dropoff_at,
    origin_city, origin_state, origin_zip, origin_country, origin_timezone, destination_city, destination_state,
    destination_zip, destination_country, destination_timezone, equipment, equipment_type, commodity,
    special_instructions, is_team_required, is_outbound_sales_enabled, is_routing_guide_enabled,
    is_visible_to_external_carriers, is_locked)
SELECT %(organization)s, 'BM-' || n, 'DELIVERED', 'Kestrel Mills',
    %(start)s::timestamptz + %(span)s * n / %(loads)s, %(start)s::timestamptz + %(span)s * n / %(loads)s,
    'Dallas', 'TX', '', 'US', 'America/Chicago', 'Atlanta', 'GA', '', 'US', 'America/New_York', '53'' Dry Van', 'van',
    'Flour', '', false, false, false, false, false
FROM generate_series(1, %(loads)s) AS n
"""

CARRIERS_SQL = """
INSERT INTO carriers_carrier (organization_id, mc_number, dot_number, name, address, phone, email, equipment_types,
    connection_status, rules_assessment, is_capacity_carrier)
SELECT %(organization)s, (700000 + n)::text, 2000000 + n, 'Carrier ' || n, '',
    '+1312555' || lpad((n %% 10000)::text, 4, '0'), '', ARRAY['van'], 'onboarded', 'pass', n %% 50 = 0
FROM generate_series(0, %(carriers)s) AS n
"""

# Calls come first, then e-mail threads; both are spread evenly over the year.
CONVERSATIONS_SQL = """
INSERT INTO calls_conversation (id, organization_id, channel, direction, created_at, carrier_id, mc_number, dot_number,
    connection_status, rules_assessment, content_tags, summary, transferred_at, input_data, extracted_data,
    skill_state, external_id)
SELECT %(first)s + n, %(organization)s, CASE WHEN is_call THEN 'phone' ELSE 'email' END,
    CASE WHEN n %% 5 = 0 THEN 'outbound' ELSE 'inbound' END, at, %(first_carrier)s + carrier,
    coalesce((700000 + carrier)::text, ''), 2000000 + carrier, 'onboarded', 'pass',
    ARRAY['negotiation', (ARRAY['rate_too_low', 'load_not_available', 'carrier_not_qualified', 'booked',
        'transferred_to_rep', 'check_call', 'not_interested'])[1 + n %% 7]],
    'The carrier asked for the load from Dallas to Atlanta and wanted more than the ceiling allows.',
    CASE WHEN is_call AND n %% 25 = 3 THEN at + interval '3 minutes' END, '{}', '{}', '{}', ''
FROM generate_series(0, %(calls)s + %(threads)s - 1) AS n
CROSS JOIN LATERAL (SELECT n < %(calls)s AS is_call) AS kind
CROSS JOIN LATERAL (SELECT
    %(start)s::timestamptz + %(span)s * CASE WHEN is_call THEN n::float8 / %(calls)s
        ELSE (n - %(calls)s)::float8 / %(threads)s END AS at,
    CASE WHEN n %% 20 = 0 THEN 0 WHEN n %% 9 = 0 THEN NULL
        ELSE 1 + (hashint8(n) & 2147483647) %% %(carriers)s END AS carrier
) AS about
"""

THREADS_SQL = """
INSERT INTO calls_emailthread (organization_id, conversation_id, subject)
SELECT organization_id, id, 'Your load from Dallas to Atlanta' FROM calls_conversation
WHERE organization_id = %(organization)s AND channel = 'email'
"""

MESSAGES_SQL = """
INSERT INTO calls_emailmessage (organization_id, thread_id, message_id, sender, recipients, sent_at, subject, text)
SELECT organization_id, id, '', 'dispatch@carrier.example', ARRAY['loads@benchmark.example'], created_at,
    'Your load from Dallas to Atlanta', 'We have a truck in Fort Worth. What does it pay?'
FROM calls_conversation WHERE organization_id = %(organization)s AND channel = 'email'
"""

CALLS_SQL = """
INSERT INTO calls_call (conversation_id, organization_id, status, status_changed_at, failure_reason, from_phone,
    to_phone, to_extension, caller_name, caller_extension, reference, provider_sid, callback_rank, dial_attempts,
    answered_by, placed_at, ringing_at, answered_at, ended_at, updated_at, recording_url, transcript, is_recorded,
    "order")
SELECT id, organization_id, CASE WHEN has_answered THEN 'COMPLETED' ELSE 'NO_ANSWER' END, created_at, '',
    '+1312555' || lpad((id %% 10000)::text, 4, '0'),
    '+12145550100', '', 'Jordan Reyes', '', md5(organization_id || '-' || id),
    'CA' || md5(id || '-' || organization_id), 4, 1,
    '', created_at, created_at + interval '3 seconds',
    CASE WHEN has_answered THEN created_at + interval '9 seconds' END,
    created_at + (60 + id %% 300) * interval '1 second', created_at + interval '4 minutes',
    'https://recordings.example/' || id || '.mp3', transcript.text, true, ''
FROM calls_conversation JOIN transcript ON variant = id %% 256
CROSS JOIN LATERAL (SELECT NOT (direction = 'outbound' AND id %% 3 = 0) AS has_answered) AS about
WHERE organization_id = %(organization)s AND channel = 'phone' ORDER BY id
"""

LINKS_SQL = """
INSERT INTO calls_conversationload (organization_id, conversation_id, load_id)
SELECT %(organization)s, id, %(first_load)s + ((id - %(first)s) * %(loads)s / %(calls)s + extra * 7919) %% %(loads)s
FROM calls_conversation, generate_series(0, 1) AS extra
WHERE organization_id = %(organization)s AND (extra = 0 OR id %% 5 = 0)
"""

BIDS_SQL = """
INSERT INTO bids_bid (organization_id, load_id, conversation_id, carrier_id, position, external_id, channel, status,
    status_changed_at, first_ask, amount, agreed_at, notes, discussed_at, created_at, updated_at, mc_number, dot_number,
    caller_name, phone, extension)
SELECT organization_id, load_id, conversation_id, carrier_id, 0, '', 'phone',
    CASE WHEN is_agreed THEN 'ACCEPTED' ELSE 'EXPIRED' END, created_at, 1900 + n %% 400, 1500 + n %% 600,
    CASE WHEN is_agreed THEN created_at + interval '2 minutes' END, '', created_at, created_at, created_at, mc_number,
    dot_number, 'Jordan Reyes', '+1312555' || lpad((n %% 10000)::text, 4, '0'), ''
FROM calls_conversation AS conversation
JOIN LATERAL (
    SELECT link.conversation_id, link.load_id FROM calls_conversationload AS link
    WHERE link.conversation_id = conversation.id ORDER BY link.id LIMIT 1
) AS link ON true
CROSS JOIN LATERAL (SELECT conversation.id - %(first)s AS n) AS number
CROSS JOIN LATERAL (SELECT n %% 30 = 1 AS is_agreed) AS about
WHERE organization_id = %(organization)s AND channel = 'phone' AND n %% 10 IN (1, 4, 7)
"""

BOOKINGS_SQL = """
INSERT INTO bids_booking (organization_id, load_id, bid_id, conversation_id, carrier_id, position, kind, amount,
    booked_at, booked_by)
SELECT organization_id, load_id, id, conversation_id, carrier_id, 0,
    (ARRAY['e2e', 'assisted', 'capacity'])[1 + id %% 3], amount, agreed_at + interval '3 minutes', 'system:benchmark'
FROM bids_bid WHERE organization_id = %(organization)s AND agreed_at IS NOT NULL
"""

TALLY_SQL = """
INSERT INTO organizations_tally (organization_id, kind, day, count)
SELECT organization_id, 'calls', (created_at AT TIME ZONE 'UTC')::date AS day, count(*)
FROM calls_conversation WHERE organization_id = %(organization)s AND channel = 'phone' GROUP BY organization_id, day
UNION ALL
SELECT organization_id, 'bids', (discussed_at AT TIME ZONE 'UTC')::date AS day, count(*)
FROM bids_bid WHERE organization_id = %(organization)s GROUP BY organization_id, day
"""


def make(calls: int, say: Callable[[str], None]) -> tuple[Organization, str]:
    """The organization with that many calls, made where it isn't there yet, and a new token of it."""
    by, at = system("benchmark"), timezone.now()
    slug = f"{SLUG}-{calls}"
    organization = Organization.objects.filter(slug=slug).first()
    if organization is None:
        begin = time.monotonic()
        say(f"writing {calls:,} calls …")
        with transaction.atomic():
            organization = organizations.create_organization(
                name=f"Benchmark with {calls:,} calls",
                slug=slug,
                requests_per_minute=100_000_000,
                by=by,
                at=at,
            )
            _fill(organization, calls)
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
            cursor.execute("VACUUM ANALYZE")
            _roll_up(organization, say)
        say(f"written in {time.monotonic() - begin:.0f} s")
    ApiToken.unscoped.of(organization).delete()
    return organization, organizations.create_token(
        organization=organization, name="benchmark", by=by, at=at
    ).plain


def _roll_up(organization: Organization, say: Callable[[str], None]) -> None:
    """The triggers have slept: what they would have marked is counted here."""
    begin, extent = time.monotonic(), rebuilding.extent(organization)
    assert extent is not None
    for _ in rebuilding.rebuild_days(organization, *extent):
        pass
    say(f"rolled up in {time.monotonic() - begin:.0f} s")


def _fill(organization: Organization, calls: int) -> None:
    with connection.cursor() as cursor:

        def value(query: str) -> int:
            cursor.execute(query, [organization.pk] * query.count("%s"))
            found: int = cursor.fetchone()[0]
            return found

        cursor.execute(PREPARE)
        cursor.execute(TURNS)
        given = {
            "organization": organization.pk,
            "calls": calls,
            "threads": calls // 10,
            "loads": calls // 20,
            "carriers": calls // 50,
            "first": value("SELECT coalesce(max(id), 0) + 1 FROM calls_conversation"),
            "start": timezone.now() - timedelta(days=DAYS),
            "span": timedelta(days=DAYS),
        }
        cursor.execute(LOADS_SQL, given)
        cursor.execute(CARRIERS_SQL, given)
        given["first_load"] = value("SELECT min(id) FROM loads_load WHERE organization_id = %s")
        given["first_carrier"] = value("SELECT min(id) FROM carriers_carrier WHERE organization_id = %s")
        for statement in (
            CONVERSATIONS_SQL,
            CALLS_SQL,
            THREADS_SQL,
            MESSAGES_SQL,
            LINKS_SQL,
            BIDS_SQL,
            BOOKINGS_SQL,
        ):
            cursor.execute(statement, given)
        value(
            "SELECT setval(pg_get_serial_sequence('calls_conversation', 'id'), max(id)) FROM calls_conversation"
        )
        cursor.execute("SET LOCAL session_replication_role = origin")
        cursor.execute(TALLY_SQL, given)
