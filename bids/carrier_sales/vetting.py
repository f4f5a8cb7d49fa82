"""Whom are we talking to, and what may be done with them?"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from calls.models import Call, Conversation
from calls.states import Direction
from carriers.models import Carrier
from carriers.states import ConnectionStatus, RulesAssessment


class Verdict(StrEnum):
    """What the agent may do with a carrier, the most cautious first."""

    REFUSED = "refused"  # no talk of loads
    CALL_BACK = "call_back"  # talk and bid; before a booking somebody calls the registered number
    BID = "bid"  # talk and bid; a person decides
    BOOK = "book"


@dataclass(frozen=True, slots=True)
class Vetting:
    """The carrier of the numbers, if known, and the verdict."""

    verdict: Verdict
    carrier: Carrier | None = None


def vet(conversation: Conversation, *, mc: str, dot: str) -> Vetting:
    """Look the carrier up by what was claimed, digits; both numbers must mean the same one.

    A carrier that nobody vetted, or not to the end, may bid. One whose papers fail may not. Whoever calls from another
    number than the carrier's own, or hides it, may be anybody. A call that we made went to a number which the broker
    gave together with the carrier.
    """
    found = _found(mc, dot)
    carrier = found[0] if found else None
    if any(_has_failed(each) for each in found):
        return Vetting(Verdict.REFUSED, carrier)
    if carrier is None or len(found) > 1:
        return Vetting(Verdict.BID, None)
    if not _is_callers_number(conversation, carrier):
        return Vetting(Verdict.CALL_BACK, carrier)
    is_clean = carrier.rules_assessment == RulesAssessment.PASS
    is_onboarded = carrier.connection_status == ConnectionStatus.ONBOARDED
    return Vetting(Verdict.BOOK if is_clean and is_onboarded else Verdict.BID, carrier)


def keep(conversation: Conversation, vetting: Vetting, *, mc: str, dot: str) -> None:
    """Write down on the conversation who it is, and what the vetting says at this moment."""
    carrier = vetting.carrier
    conversation.mc_number = (mc or (carrier.mc_number if carrier else ""))[:10]
    conversation.dot_number = int(dot) if dot else carrier.dot_number if carrier else None
    conversation.carrier = carrier
    conversation.connection_status = carrier.connection_status if carrier else ""
    conversation.rules_assessment = carrier.rules_assessment if carrier else ""
    conversation.save(
        update_fields=["mc_number", "dot_number", "carrier", "connection_status", "rules_assessment"]
    )


def callers_number(conversation: Conversation) -> str:
    """The number at the other end of the line, E.164; empty where it is hidden or there is no line."""
    call = Call.objects.filter(conversation=conversation).only("from_phone", "to_phone").first()
    if call is None:
        return ""
    number = call.from_phone if conversation.direction == Direction.INBOUND else call.to_phone
    return number if re.fullmatch(r"\+\d{7,15}", number) else ""


def _found(mc: str, dot: str) -> list[Carrier]:
    """The carriers that the numbers mean: one where they agree; the most doubtful first."""
    by_dot = list(Carrier.objects.filter(dot_number=int(dot))) if dot else []
    by_mc = list(Carrier.objects.filter(mc_number=mc).order_by("id")) if mc else []
    if by_dot and by_mc:
        same = [carrier for carrier in by_mc if carrier.pk == by_dot[0].pk]
        return same or _most_doubtful_first([*by_dot, *by_mc])
    return _most_doubtful_first(by_dot or by_mc)


def _most_doubtful_first(carriers: Iterable[Carrier]) -> list[Carrier]:
    return sorted(carriers, key=lambda carrier: not _has_failed(carrier))


def _has_failed(carrier: Carrier) -> bool:
    return (
        carrier.connection_status == ConnectionStatus.DO_NOT_DISPATCH
        or carrier.rules_assessment == RulesAssessment.FAIL
    )


def _is_callers_number(conversation: Conversation, carrier: Carrier) -> bool:
    if conversation.direction == Direction.OUTBOUND or not carrier.phone:
        return True
    return callers_number(conversation) == carrier.phone
