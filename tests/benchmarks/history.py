"""A brokerage with a million calls, written by PostgreSQL itself in a minute or two."""

import time
from collections.abc import Callable
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from organizations import services as organizations
from organizations.actors import system
from organizations.models import ApiToken, Organization

SLUG = "benchmark"
DAYS = 365
LOADS = 50_000
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

CONVERSATIONS_SQL = """
INSERT INTO calls_conversation (id, organization_id, channel, direction, created_at, mc_number, dot_number,
    connection_status, rules_assessment, content_tags, summary, input_data, extracted_data, skill_state, external_id)
SELECT %(first)s + n, %(organization)s, 'phone', CASE WHEN n %% 5 = 0 THEN 'outbound' ELSE 'inbound' END,
    %(start)s::timestamptz + %(span)s * n / %(calls)s,
    CASE WHEN n %% 20 = 0 THEN %(busy)s WHEN n %% 9 = 0 THEN ''
         ELSE (700001 + (hashint8(n) & 2147483647) %% 20000)::text END,
    CASE WHEN n %% 9 = 0 THEN NULL ELSE 2000000 + (hashint8(n) & 2147483647) %% 20000 END,
    'onboarded', 'pass', ARRAY['negotiation', 'rate_too_low'],
    'The carrier asked for the load from Dallas to Atlanta and wanted more than the ceiling allows.',
    '{}', '{}', '{}', ''
FROM generate_series(0, %(calls)s - 1) AS n
"""

CALLS_SQL = """
INSERT INTO calls_call (conversation_id, organization_id, status, status_changed_at, failure_reason, from_phone,
    to_phone, to_extension, caller_name, caller_extension, reference, provider_sid, callback_rank, dial_attempts,
    answered_by, placed_at, ringing_at, answered_at, ended_at, updated_at, recording_url, transcript)
SELECT id, organization_id, 'COMPLETED', created_at, '', '+1312555' || lpad((id %% 10000)::text, 4, '0'),
    '+12145550100', '', 'Jordan Reyes', '', md5(organization_id || '-' || id),
    'CA' || md5(id || '-' || organization_id), 4, 1,
    '', created_at, created_at + interval '3 seconds', created_at + interval '9 seconds',
    created_at + interval '4 minutes', created_at + interval '4 minutes',
    'https://recordings.example/' || id || '.mp3', transcript.text
FROM calls_conversation JOIN transcript ON variant = id %% 256
WHERE organization_id = %(organization)s ORDER BY id
"""

LINKS_SQL = """
INSERT INTO calls_conversationload (organization_id, conversation_id, load_id)
SELECT %(organization)s, id, %(first_load)s + ((id - %(first)s) * %(loads)s / %(calls)s + extra * 7919) %% %(loads)s
FROM calls_conversation, generate_series(0, 1) AS extra
WHERE organization_id = %(organization)s AND (extra = 0 OR id %% 5 = 0)
"""

TALLY_SQL = """
INSERT INTO organizations_tally (organization_id, kind, day, count)
SELECT organization_id, 'calls', (created_at AT TIME ZONE 'UTC')::date AS day, count(*)
FROM calls_conversation WHERE organization_id = %(organization)s GROUP BY organization_id, day
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
        say(f"written in {time.monotonic() - begin:.0f} s")
    ApiToken.unscoped.of(organization).delete()
    return organization, organizations.create_token(
        organization=organization, name="benchmark", by=by, at=at
    ).plain


def _fill(organization: Organization, calls: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(PREPARE)
        cursor.execute(TURNS)
        cursor.execute("SELECT coalesce(max(id), 0) + 1 FROM calls_conversation")
        (first,) = cursor.fetchone()
        given = {
            "organization": organization.pk,
            "calls": calls,
            "loads": LOADS,
            "first": first,
            "busy": BUSY_MC,
            "start": timezone.now() - timedelta(days=DAYS),
            "span": timedelta(days=DAYS),
        }
        cursor.execute(LOADS_SQL, given)
        cursor.execute("SELECT min(id) FROM loads_load WHERE organization_id = %(organization)s", given)
        (given["first_load"],) = cursor.fetchone()
        for statement in (CONVERSATIONS_SQL, CALLS_SQL, LINKS_SQL):
            cursor.execute(statement, given)
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence('calls_conversation', 'id'), %s)", [first + calls]
        )
        cursor.execute("SET LOCAL session_replication_role = origin")
        cursor.execute(TALLY_SQL, given)
