"""The made-up history, line by line: day after day, with a few days' loads and the carriers in memory. Pure."""

from collections.abc import Iterator
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from config.history.generator.board import Board, Line, Plan
from config.history.generator.mail import Mailbox
from config.history.generator.phone import Phone
from config.history.generator.week import moments, shares

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
