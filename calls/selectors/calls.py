"""Lists of calls: for the API, for pages, and how many there are by what is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import orjson
from django.db.models import FETCH_RAISE, Prefetch, Q, prefetch_related_objects
from django.db.models.fields.json import KT

from calls.models import Agent, Call, Conversation, ConversationLoad
from calls.querysets import ConversationQuerySet
from calls.states import CALL_LIFECYCLE, CallStatus, Direction
from calls.wording import TONES, clock, duration, tags_beside
from carriers.models import Carrier
from loads.models import Load
from organizations.api.listing import Listed
from organizations.formats import phone
from organizations.sql import fetch_planned
from organizations.tenancy.scope import current_organization_id

LOADS_SHOWN = 3
OF_LOAD_SHOWN = 10

COLUMNS = (
    "organization_id",
    "direction",
    "created_at",
    "summary",
    "content_tags",
    "mc_number",
    "agent__name",
    "carrier__name",
    "call__status",
    "call__from_phone",
    "call__to_phone",
    "call__to_extension",
    "call__caller_name",
    "call__caller_extension",
    "call__answered_at",
    "call__ended_at",
)


@dataclass(frozen=True)
class CallRow:
    """A call as lists show it: who it was with, what came of it, how long and when."""

    pk: int
    direction: str
    name: str
    number: str
    agent: str
    status: str
    status_label: str
    tone: str
    is_live: bool
    tags: list[str]
    summary: str
    mc_number: str
    length: str
    created_at: datetime
    loads: list[Load]
    more_loads: int
    # Of a check call, where the row is one of a load's: "45 min late".
    punctuality: str = ""
    punctuality_tone: str = ""
    load_ids: tuple[str, ...] = ()  # of all loads, as the TMS has them
    bid: Decimal | None = None  # the carrier's last figure, where somebody was asked for it

    @property
    def party(self) -> str:
        """Whom it was with: a name, else a number."""
        return party(self.name, self.number)


def newest_rows(found: ConversationQuerySet, limit: int, *, at: datetime) -> list[CallRow]:
    """Return the newest of some calls, in two queries."""
    return call_rows(list(with_columns(found).newest_first()[:limit]), at=at)


def calls_of_load(load: Load, *, at: datetime) -> list[CallRow]:
    """Return the newest calls in which a load was discussed, in two queries."""
    found = Conversation.objects.by_phone().filter(load_links__load=load)
    reported = [f"check_call_report__{name}" for name in ("organization_id", "late_minutes", "is_waiting")]
    newest = with_columns(found, *reported).select_related("check_call_report").newest_first()
    return call_rows(list(newest[:OF_LOAD_SHOWN]), at=at, with_reports=True)


def rows_of(keys: Sequence[int], *, at: datetime) -> list[CallRow]:
    """Return the calls of these keys, newest first, in two queries."""
    found = Conversation.objects.by_phone().filter(pk__in=keys)
    return newest_rows(found, len(keys), at=at) if keys else []


def calls_of_carrier(carrier: Carrier, *, at: datetime) -> list[CallRow]:
    """Return the newest calls with a carrier, in two queries."""
    found = Conversation.objects.by_phone().filter(carrier=carrier)
    return newest_rows(found, OF_LOAD_SHOWN, at=at)


def calls_of_agent(agent: Agent, *, at: datetime) -> list[CallRow]:
    """Return the newest calls that an agent held, in two queries."""
    found = Conversation.objects.by_phone().filter(agent=agent)
    return newest_rows(found, OF_LOAD_SHOWN, at=at)


def party_name(call: Call, said: str | None = "") -> str:
    """Return the other side's name: the carrier's, the caller's, or who was to be called (`said`)."""
    carrier = call.conversation.carrier
    return (carrier.name if carrier else "") or call.caller_name or said or ""


def party_number(call: Call) -> str:
    """Return the other side's number with its extension, as `;ext=` has it; empty where it is withheld."""
    if call.conversation.direction == Direction.INBOUND:
        number, extension = call.from_phone, call.caller_extension
    else:
        number, extension = call.to_phone, call.to_extension
    return f"{number};ext={extension}" if number and extension else number


def party(name: str, number: str) -> str:
    """Return what to call the other side: its name, else its number (E.164), else that it is withheld."""
    return name or (phone(number) if number else "Caller ID blocked")


def length_of(call: Call, at: datetime) -> str:
    """Return how long the two sides talked, until now where they still do; empty where nobody answered."""
    if call.answered_at is None:
        return ""
    if not call.is_finished:
        return clock((at - call.answered_at).total_seconds())
    return clock(call.seconds_connected)


def with_columns(conversations: ConversationQuerySet, *more: str) -> ConversationQuerySet:
    """Fetch along what a row shows and nothing more: asking for anything else raises."""
    return (
        conversations.select_related("call", "agent", "carrier")
        .only(*COLUMNS, *more)
        .annotate(driver=KT("input_data__driverName"), contact=KT("input_data__contactName"))
        .fetch_mode(FETCH_RAISE)
    )


def call_rows(
    conversations: Sequence[Conversation], *, at: datetime, with_reports: bool = False
) -> list[CallRow]:
    """Return the rows of calls that `with_columns` gave, with their loads; one query."""
    links = ConversationLoad.objects.select_related("load").order_by("conversation_id", "id")
    links = links.only("conversation_id", "load__external_id").fetch_mode(FETCH_RAISE)
    prefetch_related_objects(conversations, Prefetch("load_links", queryset=links, to_attr="links"))
    return [_row(conversation, at, with_reports) for conversation in conversations]


def _row(conversation: Any, at: datetime, with_report: bool) -> CallRow:
    call = conversation.call
    words, tone = _standing(conversation) if with_report else ("", "")
    return CallRow(
        pk=conversation.pk,
        direction=conversation.direction,
        name=party_name(call, conversation.driver or conversation.contact),
        number=party_number(call),
        agent=conversation.agent.name if conversation.agent else "",
        status=call.status,
        status_label=CallStatus(call.status).label,
        tone=TONES.get(call.status, ""),
        is_live=not call.is_finished,
        tags=tags_beside(conversation.content_tags, call.status),
        summary=conversation.summary,
        mc_number=conversation.mc_number,
        length=length_of(call, at),
        created_at=conversation.created_at,
        loads=[link.load for link in conversation.links[:LOADS_SHOWN]],
        more_loads=max(0, len(conversation.links) - LOADS_SHOWN),
        load_ids=tuple(link.load.external_id for link in conversation.links),
        punctuality=words,
        punctuality_tone=tone,
    )


def _standing(conversation: Any) -> tuple[str, str]:
    """How a truck stands with its appointment, and the badge's tone; empty where no check call told."""
    report = getattr(conversation, "check_call_report", None)
    if report is None or (report.late_minutes is None and not report.is_waiting):
        return "", ""
    if report.late_minutes:
        return f"{duration(timedelta(minutes=report.late_minutes))} late", "stop"
    return ("At the facility", "info") if report.is_waiting else ("On time", "go")


# Reads that shape several tables: the records of the call list.


# PostgreSQL writes each record as JSON: Python would take longer to build the rows, the dicts and the text one by one,
# and only one of a process' threads can do that at a time.
_UTC_Z = """to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')"""
_LOCAL = """to_char({}, 'YYYY-MM-DD"T"HH24:MI:SS')"""
RECORDS = f"""
SELECT row_to_json(record)::text, {{total}}
FROM calls_conversation AS conversation
JOIN calls_call AS call ON call.conversation_id = conversation.id
CROSS JOIN LATERAL (
    SELECT
        conversation.id AS "id",
        nullif(from_phone, '') AS "fromPhone",
        nullif(caller_name, '') AS "callerName",
        nullif(caller_extension, '') AS "callerExt",
        nullif(to_phone, '') AS "toPhone",
        {_UTC_Z.format("conversation.created_at")} AS "createdAt",
        nullif(array_to_string(content_tags, ','), '') AS "contentTags",
        nullif(summary, '') AS "summary",
        ARRAY(
            SELECT load.external_id
            FROM calls_conversationload AS link JOIN loads_load AS load ON load.id = link.load_id
            WHERE link.conversation_id = conversation.id ORDER BY link.id
        ) AS "loadIds",
        nullif(mc_number, '') AS "mcNumber",
        dot_number AS "dotNumber",
        nullif(connection_status, '') AS "carrierHwConnectionStatus",
        nullif(rules_assessment, '') AS "carrierHwRulesAssessment",
        nullif(recording_url, '') AS "recordingUrl",
        nullif(transcript, '') AS "transcript",
        -- Beyond the record that a client must know: how the call went, when, and the outcome.
        conversation.id AS "conversationId",
        direction AS "direction",
        CASE WHEN status IN ({", ".join(f"'{status}'" for status in CALL_LIFECYCLE.final)})
            THEN status ELSE 'IN_PROGRESS' END AS "status", -- as states.public_status has it
        nullif(failure_reason, '') AS "failureReason",
        {_UTC_Z.format("placed_at")} AS "placedAt",
        {_UTC_Z.format("ringing_at")} AS "ringingAt",
        {_UTC_Z.format("answered_at")} AS "answeredAt",
        {_UTC_Z.format("ended_at")} AS "endedAt",
        greatest(0, coalesce(round(date_part('epoch', ended_at - answered_at)), 0))::bigint AS "duration",
        coalesce((
            SELECT json_agg(json_build_object(
                'topic', topic,
                'words', words,
                'askedAt', {_UTC_Z.format("asked_at")},
                'answeredAt', {_UTC_Z.format("answered_at")},
                'answer', nullif(answer, '')
            ) ORDER BY asked_at, question.id)
            FROM calls_openquestion AS question WHERE question.conversation_id = conversation.id
        ), '[]') AS "openQuestions",
        CASE jsonb_typeof(extracted_data -> 'conditions') WHEN 'array' THEN extracted_data -> 'conditions'
            ELSE '[]' END AS "conditions",
        CASE jsonb_typeof(extracted_data) WHEN 'object' THEN nullif(extracted_data, '{{}}') END AS "extractedData",
        CASE jsonb_typeof(input_data -> 'metadata') WHEN 'object' THEN input_data -> 'metadata' END AS "metadata",
        (
            SELECT json_build_object(
                'loadNumber', load.external_id,
                'callType', report.about,
                'outcome', nullif(report.outcome, ''),
                'location', nullif(report.location, ''),
                'eta', nullif(report.eta_said, ''),
                'etaLocal', {_LOCAL.format("report.eta")},
                'isLate', report.late_minutes > 0,
                'lateMinutes', report.late_minutes,
                'delayReason', nullif(report.delay_reason, ''),
                'isWaiting', report.is_waiting,
                'waitingSince', {_LOCAL.format("report.waiting_since")},
                'deliveredDate', report.delivered_date,
                'deliveredTime', to_char(report.delivered_time, 'HH24:MI'),
                'checked', nullif(report.checked, ''),
                'loading', nullif(report.loading, ''),
                'reeferTemperature', report.temperature,
                'reeferSetPoint', report.set_temperature,
                'bolNumber', nullif(report.bol_number, ''),
                'trackingApp', nullif(report.tracking_app, ''),
                'isTracking', report.is_tracking,
                'dispatchPhone', nullif(input_data ->> 'dispatchPhone', ''),
                'reportedAt', {_UTC_Z.format("report.reported_at")}
            )
            FROM calls_checkcallreport AS report JOIN loads_load AS load ON load.id = report.load_id
            WHERE report.conversation_id = conversation.id
        ) AS "checkCall"
) AS record
WHERE conversation.id IN ({{page}})
ORDER BY conversation.created_at DESC, conversation.id DESC
"""  # noqa: S608 (statuses of our own)


def call_records(listed: Listed) -> tuple[list[orjson.Fragment], dict[str, Any]]:
    """The API's records of a page of calls, newest first, as JSON already; and its pagination object. One query."""
    rows, pagination = listed.fetch(RECORDS)
    return [orjson.Fragment(record) for record, _total in rows], pagination


# Where a page of the ended calls lies: its total, the hours that it spans, and how many calls to skip within them.


HOUR = timedelta(hours=1)


@dataclass(frozen=True)
class Ways:
    """What calls are counted by; empty: any."""

    direction: str = ""
    status: str = ""
    tag: str = ""


@dataclass(frozen=True)
class Place:
    """Where a page lies: how many calls there are in all, its number, and of its hours how many calls come before."""

    total: int
    number: int
    hours: Sequence[datetime]
    skip: int

    def within(self) -> Q:
        """Conversations of these hours: neighbours are one range."""
        spans: list[list[datetime]] = []
        for hour in sorted(hour.astimezone(UTC) for hour in self.hours):
            if spans and spans[-1][1] == hour:
                spans[-1][1] = hour + HOUR
            else:
                spans.append([hour, hour + HOUR])
        found = Q(pk__in=[]) if not spans else Q()
        for start, end in spans:
            found |= Q(created_at__gte=start, created_at__lt=end)
        return found


def place_page(ways: Ways, *, number: int, size: int, is_oldest_first: bool = False) -> Place:
    """Return where the page of that number lies, or the nearest one that exists; one query over the counts.

    There are never more hours than calls on a page, so that few rows are looked at whatever the history.
    """
    conditions = "".join(
        f" AND {name} = %({name})s::text" for name in ("direction", "status") if getattr(ways, name)
    )
    statement = _PLACE.format(conditions=conditions, order="ASC" if is_oldest_first else "DESC")
    values = {
        "organization": current_organization_id(),
        "direction": ways.direction,
        "status": ways.status,
        "tag": ways.tag,
        "offset": (number - 1) * size,
        "size": size,
    }
    [(total, offset, hours, before)] = fetch_planned(statement, values)
    return Place(total=total, number=offset // size + 1, hours=hours or (), skip=offset - before)


_PLACE = """
WITH each AS (
    SELECT hour, sum(count)::int AS number FROM calls_callcount
    WHERE organization_id = %(organization)s AND tag = %(tag)s::text{conditions}
    GROUP BY hour HAVING sum(count) > 0
),
running AS MATERIALIZED (SELECT hour, number, sum(number) OVER (ORDER BY hour {order}) AS upto FROM each),
page AS (
    SELECT total, least(%(offset)s::bigint, greatest(total - 1, 0) / %(size)s::int * %(size)s::int) AS first
    FROM (SELECT coalesce(max(upto), 0)::bigint AS total FROM running) AS whole
)
SELECT total, first,
    (SELECT array_agg(hour) FROM running WHERE upto > first AND upto - number < first + %(size)s::int),
    (SELECT coalesce(max(upto), 0)::bigint FROM running WHERE upto <= first)
FROM page
"""
