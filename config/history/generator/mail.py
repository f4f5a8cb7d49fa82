"""Made-up e-mail threads. Pure."""

from datetime import datetime, timedelta

from config.history.generator import talk
from config.history.generator.board import Board, Line, draw
from config.history.generator.carriers import pick
from config.history.generator.freight import haggle
from config.history.generator.money import add_money, identity

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
        subject, texts = talk.mail(rng, freight, trucker, name, deal, tag)
        external_id = f"g{self.board.plan.seed}-t{self.number}"
        line: Line = {
            "type": "emailThread",
            "externalId": external_id,
            "direction": "inbound" if is_inbound else "outbound",
            "createdAt": at,
            "subject": subject,
            "contentTags": [tag],
            "summary": talk.summary_of(deal, freight) if deal else "",
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
