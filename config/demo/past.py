"""A made-up history, line by line: days of calls and mail, with lanes that have a market and carriers with habits."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from config.demo import past_talk
from config.demo.past_calls import Phone, add_money, identity
from config.demo.past_carriers import pick
from config.demo.past_loads import Board, Line, Plan, draw, moments, shares
from config.demo.past_talk import haggle

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


VERSION = 3  # one more whenever a plan gives other lines than before: who keeps a made history makes it anew
