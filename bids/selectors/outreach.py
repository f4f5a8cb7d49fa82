"""A load's outreach as its page shows it: who fits, who was called, why, what they said, who is next."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import Count, Min, Q

from bids.candidates import ranked_candidates
from bids.models import Booking, Outreach, OutreachCandidate, OutreachRules
from bids.services.outreach import rules_of, words_against
from bids.states import CandidateOutcome, CandidateStatus, OutreachStatus, StopReason
from loads.models import Load
from organizations.api.parsers import utc_second
from organizations.formats import money, phone

MAX_NEXT = 5  # of those whose turn comes
MAX_FITTING = 10
MAX_PASSED_OVER = 10

Came = CandidateOutcome
TONES = {
    Came.BOOKED: "go",
    Came.AGREED: "info",
    Came.BID: "info",
    Came.CALL_BACK: "info",
    Came.TRANSFERRED: "info",
    Came.NO_ANSWER: "wait",
    Came.BUSY: "wait",
    Came.VOICEMAIL: "wait",
    Came.FAILED: "stop",
    Came.OPTED_OUT: "stop",
    Came.NOT_QUALIFIED: "stop",
}
ROUND_TONES = {
    OutreachStatus.RUNNING: "live",
    OutreachStatus.HOLDING: "live",
    OutreachStatus.COVERED: "go",
    OutreachStatus.EXHAUSTED: "wait",
    OutreachStatus.STOPPED: "",
}


@dataclass(frozen=True)
class Row:
    """A carrier's line: `label` and `tone` are its state's, empty for one that may be called."""

    rank: int
    carrier_id: int
    name: str
    phone: str
    reasons: list[str]
    label: str = ""
    tone: str = ""
    detail: str = ""
    ask: Decimal | None = None
    call_id: int | None = None
    at: datetime | None = None


@dataclass(frozen=True)
class OutreachPage:
    """All of it; `sentence` is its status, `against` why none can begin now."""

    load: Load
    outreach: Outreach | None
    label: str
    tone: str
    sentence: str
    promises: list[str]
    rows: list[Row]
    more: int
    against: str
    at_once: int  # calls

    @property
    def is_live(self) -> bool:
        """Whether it changes by itself."""
        return self.outreach is not None and (
            not self.outreach.is_finished or any(row.tone == "live" for row in self.rows)
        )

    @property
    def is_shown(self) -> bool:
        """Whether there is anything to tell of the load."""
        return self.outreach is not None or self.load.is_open


def outreach_page(load: Load, *, at: datetime) -> OutreachPage:
    """Return the load's newest outreach; the carriers that fit, in order, where it has none."""
    rules = rules_of(load.organization_id)
    outreach = Outreach.objects.filter(load=load).order_by("-started_at", "-pk").first()
    against = words_against(load, rules, at=at)
    if outreach is None:
        ranked = ranked_candidates(load, rules, at=at) if load.is_open else []
        rows = [
            Row(place, each.facts.pk, each.facts.name, each.facts.phone, [words for _, words in each.reasons])
            for place, each in enumerate(ranked, start=1)
        ]
        more = max(0, len(rows) - MAX_FITTING)
        return OutreachPage(load, None, "", "", "", [], rows[:MAX_FITTING], more, against, rules.at_once)
    turns = list(
        OutreachCandidate.objects.filter(outreach=outreach).select_related("carrier").order_by("rank")
    )
    shown = _shown(turns)
    booked: set[int | None] = set(Booking.objects.filter(load=load).values_list("carrier", flat=True))
    return OutreachPage(
        load=load,
        outreach=outreach,
        label=OutreachStatus(outreach.status).label,
        tone=ROUND_TONES[OutreachStatus(outreach.status)],
        sentence=_sentence(outreach, turns, rules, booked, at),
        promises=_promises(outreach, turns, booked),
        rows=[_row(turn, booked) for turn in shown],
        more=len(turns) - len(shown),
        against=against,
        at_once=rules.at_once,
    )


def _shown(turns: Sequence[OutreachCandidate]) -> list[OutreachCandidate]:
    """All who were called, the first of those who wait, and the first who were passed over."""
    waiting = [turn for turn in turns if turn.status == CandidateStatus.WAITING][:MAX_NEXT]
    skipped = [turn for turn in turns if turn.status == CandidateStatus.SKIPPED][:MAX_PASSED_OVER]
    return [turn for turn in turns if turn.called_at is not None or turn in waiting or turn in skipped]


def _has_load(turn: OutreachCandidate, booked: set[int | None]) -> bool:
    """Whether the carrier is among those booked: a call that is still taking leave has no outcome yet."""
    return turn.outcome == Came.BOOKED or turn.carrier_id in booked


def _row(turn: OutreachCandidate, booked: set[int | None]) -> Row:
    label, tone = CandidateStatus(turn.status).label, ""
    if _has_load(turn, booked):
        label, tone = Came.BOOKED.label, TONES[Came.BOOKED]
    elif turn.status == CandidateStatus.CALLING:
        tone = "live"
        label = Came.AGREED.label if turn.agreed_at else label
    elif turn.outcome:
        label, tone = CandidateOutcome(turn.outcome).label, TONES.get(Came(turn.outcome), "")
    return Row(
        rank=turn.rank,
        carrier_id=turn.carrier_id,
        name=str(turn.carrier),
        phone=turn.phone,
        reasons=[reason["words"] for reason in turn.reasons],
        label=label,
        tone=tone,
        detail=turn.detail,
        ask=turn.ask,
        call_id=turn.conversation_id,
        at=turn.called_at,
    )


def _sentence(
    outreach: Outreach,
    turns: Sequence[OutreachCandidate],
    rules: OutreachRules,
    booked: set[int | None],
    at: datetime,
) -> str:
    called = sum(turn.called_at is not None for turn in turns)
    count = f"{called} of {min(len(turns), rules.most_contacts)} carriers called."
    if outreach.status == OutreachStatus.COVERED:
        winner = next((turn for turn in turns if _has_load(turn, booked)), None)
        return f"{winner.carrier} booked at {money(winner.ask)}. {count}" if winner and winner.ask else count
    if outreach.status == OutreachStatus.STOPPED:
        return f"{StopReason(outreach.stop_reason).label} {count}"
    if outreach.status == OutreachStatus.HOLDING and outreach.hold_until is not None:
        best = min((turn.ask for turn in turns if turn.agreed_at and turn.ask), default=None)
        minutes = max(1, -(-(outreach.hold_until - at) // timedelta(minutes=1)))
        told = f"{money(best)} is held" if best else "An offer is held"
        return f"{told} for {minutes} {'minute' if minutes == 1 else 'minutes'} max while other calls finish. {count}"
    return "No matching carriers." if not turns else count


def _promises(outreach: Outreach, turns: Sequence[OutreachCandidate], booked: set[int | None]) -> list[str]:
    """Whom a person is to call, and with what: all who were promised an answer, the one that has the load first."""
    if not outreach.is_finished:
        return []
    promised = [turn for turn in turns if turn.bid_id is not None]
    promised.sort(key=lambda turn: not _has_load(turn, booked))
    answers = {True: "they got the load", False: "they didn’t get the load"}
    return [
        f"Tell {turn.carrier} at {phone(turn.phone)} that {answers[_has_load(turn, booked)]}."
        for turn in promised
    ]


# What is told of many.


@dataclass(frozen=True, slots=True)
class Progress:
    """How many carriers of an outreach are where; `lowest` is the least that one of them asks."""

    carriers: int = 0
    waiting: int = 0
    calling: int = 0
    called: int = 0
    skipped: int = 0
    agreed: int = 0
    lowest: Decimal | None = None


def progress_of(outreaches: Iterable[int]) -> dict[int, Progress]:
    """Return how each of the outreaches, by its key, goes on; one query."""
    keys = list(outreaches)
    rows = OutreachCandidate.objects.filter(outreach__in=keys).order_by().values_list("outreach_id")
    counted = rows.annotate(
        carriers=Count("pk"),
        waiting=Count("pk", filter=Q(status=CandidateStatus.WAITING)),
        calling=Count("pk", filter=Q(status=CandidateStatus.CALLING)),
        called=Count("called_at"),
        skipped=Count("pk", filter=Q(status=CandidateStatus.SKIPPED)),
        agreed=Count("agreed_at"),
        lowest=Min("ask"),
    )
    return dict.fromkeys(keys, Progress()) | {pk: Progress(*found) for pk, *found in counted}


def outreach_record(row: Outreach, progress: Progress) -> dict[str, Any]:
    """An outreach as the API tells it; `row` with its load."""
    return {
        "id": row.pk,
        "loadId": row.load.external_id,
        "status": row.status,
        "stopReason": row.stop_reason or None,
        "startedAt": utc_second(row.started_at),
        "deadline": utc_second(row.deadline),
        "holdUntil": utc_second(row.hold_until) if row.hold_until else None,
        "endedAt": utc_second(row.ended_at) if row.ended_at else None,
        "progress": {
            "carriers": progress.carriers,
            "waiting": progress.waiting,
            "calling": progress.calling,
            "called": progress.called,
            "skipped": progress.skipped,
            "agreed": progress.agreed,
            "lowestAsk": progress.lowest,
        },
    }


def candidate_record(row: OutreachCandidate) -> dict[str, Any]:
    """A carrier's turn as the API tells it; `row` with its carrier."""
    carrier = row.carrier
    moments = {
        "notBefore": row.not_before,
        "calledAt": row.called_at,
        "agreedAt": row.agreed_at,
        "finishedAt": row.finished_at,
    }
    return {
        "rank": row.rank,
        "carrierId": carrier.pk,
        "carrierName": str(carrier),
        "carrierMc": carrier.mc_number or None,
        "carrierDot": str(carrier.dot_number) if carrier.dot_number else None,
        "phone": row.phone,
        "reasons": [{"code": each["code"], "detail": each["words"]} for each in row.reasons],
        "status": row.status,
        "outcome": row.outcome or None,
        "detail": row.detail or None,
        "ask": row.ask,
        "bidId": row.bid_id,
        "conversationId": row.conversation_id,
        **{name: utc_second(moment) if moment else None for name, moment in moments.items()},
    }
