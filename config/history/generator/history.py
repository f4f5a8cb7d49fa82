"""The made-up history, line by line: day after day, a few days' loads and the carriers in memory. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from config.history.generator import talk
from config.history.generator.carriers import Trucker, homes, pick, truckers
from config.history.generator.freight import Deal, Freight, haggle, new_freight
from config.history.generator.places import lanes
from config.history.generator.week import moments, shares

OFFICE = "+12145550100"
MAILBOX = "loads@brokerage.example"
RECENT_DAYS = 3
MOST_LANES = 160
# What a call is about, until what happens decides: parts of a hundred.
INBOUND = (
    ("load", 79),
    ("general_inquiry", 7),
    ("check_call_update", 6),
    ("load_not_found", 4),
    ("wrong_number", 2),
    ("dropped", 2),
)
OUTBOUND = (("new_opportunity", 46), ("check_call", 34), ("follow_up", 20))
ENDS = (("COMPLETED", 60), ("NO_ANSWER", 22), ("VOICEMAIL", 13), ("BUSY", 4), ("FAILED", 1))
MAIL_IN = (("rate_request", 70), ("booking_confirmation", 14), ("general_inquiry", 16))
MAIL_OUT = (("quote_sent", 70), ("follow_up", 30))

type Line = dict[str, Any]
type Draw = tuple[tuple[str, int], ...]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What to make up; the same plan gives the same lines.

    `carriers` are made up, besides those `known`. `is_open`: loads still to be picked up stay open; otherwise every
    load ends up covered.
    """

    seed: int
    timezone: str
    last: date
    days: int
    calls: int
    emails: int
    loads: int
    carriers: int
    known: tuple[Trucker, ...] = ()
    is_open: bool = True


def lines(plan: Plan) -> Iterator[Line]:
    """Yield the history's lines, as `import_history` takes them: carriers first, then day by day.

    Moments are datetimes; orjson writes them as the import wants them.
    """
    return _History(plan).lines()


class _History:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rng = Random(f"loadline {plan.seed}")  # noqa: S311 (plays, keeps no secret)
        self.zone = ZoneInfo(plan.timezone)
        self.first = plan.last - timedelta(days=plan.days - 1)
        base = plan.seed % 80 * 1_000_000
        made = truckers(self.rng, plan.carriers, base)
        self.carrier_lines = [line for _, line in made]
        self.truckers = [*plan.known, *(trucker for trucker, _ in made)]
        self.lanes = lanes(self.rng, max(4, min(MOST_LANES, plan.loads // 3)))
        self.runners = homes(self.rng, self.lanes, len(self.truckers))
        self.lane_weights = _cumulated(
            [lane.origin.freight * lane.destination.freight for lane in self.lanes]
        )
        self.lane_index = {id(lane): index for index, lane in enumerate(self.lanes)}
        self.load_number = (plan.seed % 80 + 10) * 10_000_000
        self.posted: list[Freight] = []  # to be picked up yet
        self.rolling: list[Freight] = []  # picked up, not delivered
        self.call_number = self.email_number = 0

    def lines(self) -> Iterator[Line]:
        plan, rng = self.plan, self.rng
        yield from self.carrier_lines
        per_day = [
            shares(rng, self.first, plan.days, total) for total in (plan.loads, plan.calls, plan.emails)
        ]
        for offset, (loads, calls, emails) in enumerate(zip(*per_day, strict=True)):
            day = self.first + timedelta(days=offset)
            yield from self._post(day, loads)
            yield from self._talk(day, calls, emails)
            yield from self._close(day)

    def _post(self, day: date, count: int) -> Iterator[Line]:
        for _ in range(count):
            self.load_number += 1
            freight = new_freight(self.rng, str(self.load_number), self.lanes, self.lane_weights, day)
            self.posted.append(freight)
            yield {"type": "load", "event": freight.event()}

    def _close(self, day: date) -> Iterator[Line]:
        """What the TMS tells in the evening: covered, on the way, delivered."""
        is_last = day == self.plan.last
        posted, self.posted = self.posted, []
        for freight in posted:
            is_gone = freight.pickup.date() <= day + timedelta(days=1)
            status = freight.status
            if freight.pickup.date() <= day:
                status = "IN_TRANSIT"
                self.rolling.append(freight)
            else:
                self.posted.append(freight)
                if freight.is_booked or (is_gone and not is_last) or (is_last and not self.plan.is_open):
                    freight.is_booked, status = True, "COVERED"
            yield from self._moved(freight, status)
        rolling, self.rolling = self.rolling, []
        for freight in rolling:
            if freight.dropoff.date() <= day:
                yield from self._moved(freight, "DELIVERED")
            else:
                self.rolling.append(freight)

    def _moved(self, freight: Freight, status: str) -> Iterator[Line]:
        if status != freight.status:
            freight.status = status
            yield {"type": "load", "event": {"id": freight.id, "status": status}}

    def _talk(self, day: date, calls: int, emails: int) -> Iterator[Line]:
        """The day's conversations in the order in which they began."""
        rng = self.rng
        is_recent = day > self.plan.last - timedelta(days=RECENT_DAYS)
        todo = [(at, False) for at in moments(rng, day, self.zone, calls)]
        todo += [(at, True) for at in moments(rng, day, self.zone, emails)]
        for at, is_mail in sorted(todo):
            if not self.posted and not self.rolling:
                self.posted.append(
                    new_freight(rng, str(self.load_number), self.lanes, self.lane_weights, day)
                )
            if is_mail:
                yield self._email(at, is_recent=is_recent)
            elif rng.random() < 0.62:
                yield self._inbound(at, is_recent=is_recent)
            else:
                yield self._outbound(at, is_recent=is_recent)

    def _inbound(self, at: datetime, *, is_recent: bool) -> Line:
        rng = self.rng
        about = _draw(rng, INBOUND)
        is_update = about == "check_call_update" and self.rolling
        freight = pick(rng, self.rolling) if is_update else self._load()
        trucker = self._runner(freight)
        name = pick(rng, trucker.people) if trucker else "Sam"
        deal, tags = None, [about]
        if about == "load":
            tags = ["carrier_not_qualified" if trucker and not trucker.may_haul else "load_unavailable"]
            if trucker and trucker.may_haul and not freight.is_booked:
                deal = haggle(rng, freight, trucker, is_recent=is_recent)
        if trucker and deal:
            return self._dealt(at, "inbound", freight, trucker, name, deal)
        text, summary = talk.short(rng, freight, trucker or NOBODY, name, tags[0])
        is_transferred = tags[0] == "general_inquiry" and rng.random() < 0.3
        seconds = 15 + rng.lognormvariate(3.6, 0.5)
        is_nameless = tags[0] in ("wrong_number", "dropped")
        return self._call(
            at,
            "inbound",
            "COMPLETED",
            None if is_nameless else trucker,
            "" if is_nameless else name,
            seconds,
            tags=[*tags, "transferred"] if is_transferred else tags,
            loads=[] if tags[0] in ("general_inquiry", "load_not_found", "wrong_number") else [freight.id],
            text=text,
            summary=summary,
            is_transferred=is_transferred,
            phone=trucker.phone if trucker else "+15125550142",
        )

    def _outbound(self, at: datetime, *, is_recent: bool) -> Line:
        rng = self.rng
        about = _draw(rng, OUTBOUND)
        freight = pick(rng, self.rolling) if about == "check_call" and self.rolling else self._load()
        trucker = self._runner(freight)
        name = pick(rng, trucker.people) if trucker else "Sam"
        status = _draw(rng, ENDS)
        if status != "COMPLETED":
            tag = {"NO_ANSWER": "no_answer", "VOICEMAIL": "voicemail", "BUSY": "busy"}.get(status)
            text, summary = talk.outgoing(rng, freight, trucker or NOBODY, name, "voicemail")
            seconds = 12 + rng.random() * 20 if status == "VOICEMAIL" else 0
            return self._call(
                at,
                "outbound",
                status,
                trucker,
                name,
                seconds,
                tags=[tag, about] if tag else [about],
                loads=[freight.id],
                text="",
                summary=summary if status == "VOICEMAIL" else "",
                phone=trucker.phone if trucker else "+15125550142",
            )
        if (
            about != "check_call"
            and trucker
            and trucker.may_haul
            and not freight.is_booked
            and rng.random() < 0.4
        ):
            deal = haggle(rng, freight, trucker, is_recent=is_recent)
            return self._dealt(at, "outbound", freight, trucker, name, deal, about)
        tag = about if about == "check_call" else "do_not_call" if rng.random() < 0.02 else "not_interested"
        text, summary = talk.outgoing(rng, freight, trucker or NOBODY, name, tag)
        return self._call(
            at,
            "outbound",
            "COMPLETED",
            trucker,
            name,
            20 + rng.lognormvariate(3.3, 0.5),
            tags=list(dict.fromkeys([tag, about])),
            loads=[freight.id],
            text=text,
            summary=summary,
            phone=trucker.phone if trucker else "+15125550142",
        )

    def _dealt(
        self,
        at: datetime,
        direction: str,
        freight: Freight,
        trucker: Trucker,
        name: str,
        deal: Deal,
        *tags: str,
    ) -> Line:
        """A call in which a rate was asked."""
        rng = self.rng
        is_transferred = rng.random() < (0.35 if deal.is_agreed else 0.12)
        if deal.is_agreed:
            primary = "booking_confirmed"
        elif deal.status == "REJECTED":
            primary = "rate_rejected"
        else:
            primary = "callback_requested"
        seconds = 70 + 35 * len(deal.steps) + rng.lognormvariate(3.4, 0.5)
        line = self._call(
            at,
            direction,
            "COMPLETED",
            trucker,
            name,
            seconds,
            tags=[primary, "negotiation", *tags, *(["transferred"] if is_transferred else [])],
            loads=[freight.id],
            text=talk.negotiation(rng, freight, trucker, name, deal, is_transferred=is_transferred),
            summary=talk.summary_of(deal, freight),
            is_transferred=is_transferred,
            phone=trucker.phone,
        )
        self._money(line, at, seconds * 0.8, freight, trucker, deal, is_assisted=is_transferred)
        return line

    def _money(
        self,
        line: Line,
        at: datetime,
        seconds: float,
        freight: Freight,
        trucker: Trucker,
        deal: Deal,
        *,
        is_assisted: bool,
    ) -> None:
        """Write down the bid and, where it was agreed on and the load is still free, the booking."""
        agreed_at = at + timedelta(seconds=int(seconds)) if deal.is_agreed else None
        line["bids"] = [
            {
                "loadId": freight.id,
                "createdAt": at + timedelta(seconds=int(seconds * 0.5)),
                "firstAsk": deal.first_ask,
                "amount": deal.amount,
                "status": deal.status,
                "agreedAt": agreed_at,
                "notes": "",
            }
        ]
        if agreed_at is not None and self.rng.random() < 0.94:
            freight.is_booked = True
            kind = "capacity" if trucker.is_capacity else "assisted" if is_assisted else "e2e"
            later = timedelta(minutes=int(self.rng.random() * 25) if is_assisted else 0, seconds=20)
            line["bookings"] = [
                {"loadId": freight.id, "bookedAt": agreed_at + later, "amount": deal.amount, "kind": kind}
            ]

    def _call(
        self,
        at: datetime,
        direction: str,
        status: str,
        trucker: Trucker | None,
        name: str,
        seconds: float,
        *,
        tags: list[str],
        loads: list[str],
        text: str,
        summary: str,
        phone: str,
        is_transferred: bool = False,
    ) -> Line:
        self.call_number += 1
        ringing = 2 + int(self.rng.random() * 18)
        is_inbound = direction == "inbound"
        answered_at = at + timedelta(seconds=2 if is_inbound else ringing) if seconds else None
        return {
            "type": "call",
            "externalId": f"g{self.plan.seed}-c{self.call_number}",
            "direction": direction,
            "status": status,
            "fromPhone": phone if is_inbound else OFFICE,
            "callerName": name,
            "callerExt": "",
            "toPhone": OFFICE if is_inbound else phone,
            "createdAt": at,
            "answeredAt": answered_at,
            "endedAt": (answered_at or at) + timedelta(seconds=int(seconds) if answered_at else 25),
            "contentTags": tags,
            "summary": summary,
            "transcript": text,
            "recordingUrl": None,
            "loadIds": loads,
            **_identity(trucker),
            "transferred": is_transferred,
            "bids": [],
            "bookings": [],
        }

    def _email(self, at: datetime, *, is_recent: bool) -> Line:
        rng = self.rng
        self.email_number += 1
        is_inbound = rng.random() < 0.72
        tag = _draw(rng, MAIL_IN if is_inbound else MAIL_OUT)
        freight = self._load()
        trucker = self._runner(freight) or NOBODY
        name = pick(rng, trucker.people)
        deal = None
        if tag in ("rate_request", "quote_sent") and trucker.may_haul and not freight.is_booked:
            deal = haggle(rng, freight, trucker, is_recent=is_recent) if rng.random() < 0.7 else None
        subject, texts = talk.mail(rng, freight, trucker, name, deal, tag)
        external_id = f"g{self.plan.seed}-t{self.email_number}"
        line: Line = {
            "type": "emailThread",
            "externalId": external_id,
            "direction": "inbound" if is_inbound else "outbound",
            "createdAt": at,
            "subject": subject,
            "contentTags": [tag],
            "summary": talk.summary_of(deal, freight) if deal else "",
            "loadIds": [freight.id],
            **_identity(trucker),
            "transferred": False,
            "messages": _messages(
                external_id, trucker.email, at, subject, texts, is_ours_first=not is_inbound
            ),
            "bids": [],
            "bookings": [],
        }
        if deal is not None:
            seconds = 1_500.0 * len(texts)
            self._money(line, at, seconds, freight, trucker, deal, is_assisted=rng.random() < 0.5)
        return line

    def _load(self) -> Freight:
        """One that somebody may ask for: the board shows few that are gone."""
        loads = self.posted or self.rolling
        first = pick(self.rng, loads)
        return pick(self.rng, loads) if first.is_booked else first

    def _runner(self, freight: Freight) -> Trucker | None:
        """One of those who run the lane."""
        if not self.truckers:
            return None
        return self.truckers[pick(self.rng, self.runners[self.lane_index[id(freight.lane)]])]


NOBODY = Trucker(
    mc="", dot=0, name="a carrier", phone="", email="someone@carrier.example", people=("Sam",), connection="",
    assessment="", is_capacity=False, price=1.0, firmness=0.5,
)  # fmt: skip


def _identity(trucker: Trucker | None) -> Line:
    if trucker is None or not trucker.dot:
        return {
            "mcNumber": None,
            "dotNumber": None,
            "carrierHwConnectionStatus": None,
            "carrierHwRulesAssessment": None,
        }
    return {
        "mcNumber": trucker.mc,
        "dotNumber": trucker.dot,
        "carrierHwConnectionStatus": trucker.connection,
        "carrierHwRulesAssessment": trucker.assessment,
    }


def _messages(
    external_id: str, carrier: str, at: datetime, subject: str, texts: list[str], *, is_ours_first: bool
) -> list[Line]:
    both = (MAILBOX, carrier) if is_ours_first else (carrier, MAILBOX)
    return [
        {
            "messageId": f"<{external_id}-{place}@mail.example>",
            "from": both[place % 2],
            "to": [both[(place + 1) % 2]],
            "sentAt": at + timedelta(minutes=17 * place),
            "subject": subject if place == 0 else f"Re: {subject}",
            "text": text,
        }
        for place, text in enumerate(texts)
    ]


def _draw(rng: Random, table: Draw) -> str:
    left = rng.random() * 100
    for name, part in table:
        left -= part
        if left < 0:
            return name
    return table[-1][0]


def _cumulated(weights: list[int]) -> list[float]:
    total, found = 0.0, []
    for weight in weights:
        total += weight
        found.append(total)
    return found
