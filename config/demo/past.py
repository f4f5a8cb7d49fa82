"""A made-up history, line by line: days of calls and mail, with lanes that have a market and carriers with habits."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from config.demo import past_talk
from config.demo.past_carriers import Trucker, pick
from config.demo.past_loads import Board, Line, Plan, draw, moments, shares
from config.demo.past_talk import Deal, Freight, haggle

OFFICE = "+12145550100"
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


class Phone:
    """The brokerage's telephone."""

    def __init__(self, board: Board) -> None:
        self.board, self.rng = board, board.rng
        self.number = 0
        self.opted_out: set[str] = set()  # numbers that aren't called any more

    def ring(self, at: datetime, *, is_recent: bool) -> Line:
        """Return a call that begins then, in or out; of a recent one the bid may still be open."""
        ring = self._inbound if self.rng.random() < 0.62 else self._outbound
        return ring(at, is_recent=is_recent)

    def _inbound(self, at: datetime, *, is_recent: bool) -> Line:
        rng = self.rng
        about = draw(rng, INBOUND)
        freight, trucker = self._meet(at, is_rolling=about == "check_call_update")
        name = pick(rng, trucker.people)
        deal, tags = None, [about]
        if about == "load":
            tags = ["load_unavailable" if trucker.may_haul else "carrier_not_qualified"]
            if self.board.may_deal(freight, trucker):
                deal = haggle(rng, freight, trucker, is_recent=is_recent)
        if deal:
            return self._dealt(at, "inbound", freight, trucker, name, deal)
        is_transferred = tags[0] == "general_inquiry" and rng.random() < 0.3
        text, summary = past_talk.short(rng, freight, trucker, name, tags[0], is_transferred=is_transferred)
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
            phone=trucker.phone,
        )

    def _outbound(self, at: datetime, *, is_recent: bool) -> Line:
        rng, board = self.rng, self.board
        about = draw(rng, OUTBOUND)
        freight, trucker = self._meet(at, is_rolling=about == "check_call")
        if trucker.phone in self.opted_out:
            return self._inbound(at, is_recent=is_recent)
        name = pick(rng, trucker.people)
        status = draw(rng, ENDS)
        if status != "COMPLETED":
            tag = {"NO_ANSWER": "no_answer", "VOICEMAIL": "voicemail", "BUSY": "busy"}.get(status)
            text, summary = past_talk.outgoing(rng, freight, trucker, name, "voicemail")
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
                phone=trucker.phone,
            )
        if (
            about != "check_call"
            and board.may_deal(freight, trucker)
            and (board.is_short or rng.random() < 0.4)
        ):
            deal = haggle(rng, freight, trucker, is_recent=is_recent)
            return self._dealt(at, "outbound", freight, trucker, name, deal, about)
        tag = about if about == "check_call" else "not_interested"
        # Those whom the plan names stay ready to be called.
        if tag != about and trucker not in board.plan.known and rng.random() < 0.02:
            tag = "do_not_call"
            self.opted_out.add(trucker.phone)
        text, summary = past_talk.outgoing(rng, freight, trucker, name, tag)
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
            phone=trucker.phone,
        )

    def _meet(self, at: datetime, *, is_rolling: bool) -> tuple[Freight, Trucker]:
        """A load and a carrier of its lane."""
        rolling = self.board.rolling
        if not (is_rolling and rolling):
            return self.board.meet(at.date())
        freight = pick(self.rng, rolling)
        return freight, self.board.runner(freight)

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
            text=past_talk.negotiation(
                rng,
                freight,
                trucker,
                name,
                deal,
                is_outbound=direction == "outbound",
                is_transferred=is_transferred,
            ),
            summary=past_talk.summary_of(deal, freight),
            is_transferred=is_transferred,
            phone=trucker.phone,
        )
        add_money(rng, line, at, seconds * 0.8, freight, trucker, deal, is_assisted=is_transferred)
        return line

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
        self.number += 1
        ringing = 2 + int(self.rng.random() * 18)
        is_inbound = direction == "inbound"
        answered_at = at + timedelta(seconds=2 if is_inbound else ringing) if seconds else None
        return {
            "type": "call",
            "externalId": f"g{self.board.plan.seed}-c{self.number}",
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
            **identity(trucker),
            "transferred": is_transferred,
            "bids": [],
            "bookings": [],
        }


def identity(trucker: Trucker | None) -> Line:
    """Return who the carrier said it is, and what the vetting said."""
    if trucker is None:
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


def add_money(
    rng: Random,
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
    if agreed_at is None:
        return
    freight.is_booked = True  # also where it was booked by hand: nobody else is promised the load
    if rng.random() < 0.94:
        kind = "capacity" if trucker.is_capacity else "assisted" if is_assisted else "e2e"
        later = timedelta(minutes=int(rng.random() * 25) if is_assisted else 0, seconds=20)
        line["bookings"] = [
            {"loadId": freight.id, "bookedAt": agreed_at + later, "amount": deal.amount, "kind": kind}
        ]


# Made-up e-mail threads. Pure.


MAILBOX = "loads@brokerage.example"
MAIL_IN = (("rate_request", 70), ("booking_confirmation", 14), ("general_inquiry", 16))
MAIL_OUT = (("quote_sent", 70), ("follow_up", 30))


class Mailbox:
    """The brokerage's mail."""

    def __init__(self, board: Board) -> None:
        self.board, self.rng = board, board.rng
        self.number = 0

    def thread(self, at: datetime, *, is_recent: bool) -> Line:
        """Return a thread that begins then, in or out; of a recent one the bid may still be open."""
        rng = self.rng
        self.number += 1
        is_inbound = rng.random() < 0.72
        tag = draw(rng, MAIL_IN if is_inbound else MAIL_OUT)
        freight, trucker = self.board.meet(at.date())
        name = pick(rng, trucker.people)
        deal = None
        if tag in ("rate_request", "quote_sent") and self.board.may_deal(freight, trucker):
            deal = haggle(rng, freight, trucker, is_recent=is_recent) if rng.random() < 0.7 else None
        subject, texts = past_talk.mail(rng, freight, trucker, name, deal, tag)
        external_id = f"g{self.board.plan.seed}-t{self.number}"
        line: Line = {
            "type": "emailThread",
            "externalId": external_id,
            "direction": "inbound" if is_inbound else "outbound",
            "createdAt": at,
            "subject": subject,
            "contentTags": [tag],
            "summary": past_talk.summary_of(deal, freight) if deal else "",
            "loadIds": [freight.id],
            **identity(trucker),
            "transferred": False,
            "messages": _messages(
                external_id, trucker.email, at, subject, texts, is_ours_first=not is_inbound
            ),
            "bids": [],
            "bookings": [],
        }
        if deal is not None:
            seconds = 1_500.0 * len(texts)
            add_money(rng, line, at, seconds, freight, trucker, deal, is_assisted=rng.random() < 0.5)
        return line


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


RECENT_DAYS = 3


def lines(plan: Plan) -> Iterator[Line]:
    """Yield the history's lines, as `import_history` takes them: carriers first, then day by day.

    Moments are datetimes; orjson writes them as the import wants them.
    """
    board = Board(plan)
    yield from board.carriers()
    phone, mailbox = Phone(board), Mailbox(board)
    first = plan.last - timedelta(days=plan.days - 1)
    loads_a_day, *talks_a_day = [
        shares(board.rng, first, plan.days, total) for total in (plan.loads, plan.calls, plan.emails)
    ]
    if plan.loads and not loads_a_day[0]:
        # Nobody asks about a load before there is one: the first of them comes on the first day.
        loads_a_day[next(offset for offset, number in enumerate(loads_a_day) if number)] -= 1
        loads_a_day[0] = 1
    for offset, (loads, calls, emails) in enumerate(zip(loads_a_day, *talks_a_day, strict=True)):
        day = first + timedelta(days=offset)
        yield from board.post(day, loads)
        yield from _talks(board, phone, mailbox, day, calls, emails)
        yield from board.close(day)


def _talks(
    board: Board, phone: Phone, mailbox: Mailbox, day: date, calls: int, emails: int
) -> Iterator[Line]:
    """The day's conversations in the order in which they began."""
    zone = ZoneInfo(board.plan.timezone)
    is_recent = day > board.plan.last - timedelta(days=RECENT_DAYS)
    todo = [(at, False) for at in moments(board.rng, day, zone, calls)]
    todo += [(at, True) for at in moments(board.rng, day, zone, emails)]
    for at, is_mail in sorted(todo):
        line = (mailbox.thread if is_mail else phone.ring)(at, is_recent=is_recent)
        board.talks += 1
        board.bids += len(line["bids"])
        yield line


# A made-up history that looks like one: lanes with a market, carriers with habits, talks that move.


VERSION = 5  # one more whenever a plan gives other lines than before: who keeps a made history makes it anew
