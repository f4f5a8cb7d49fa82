"""Whom are we talking to, and what may be done with them?"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from calls.models import Call, Conversation
from calls.states import Direction
from carriers.models import Carrier, CarrierContact, ContactFinding, HaulRestriction, Vetting
from carriers.states import ConnectionStatus, PhoneRisk, RulesAssessment


class Verdict(StrEnum):
    """What the agent may do with a carrier, the most cautious first."""

    REFUSED = "refused"  # no talk of loads
    CALL_BACK = "call_back"  # talk and bid; before a booking somebody calls the registered number
    BID = "bid"  # talk and bid; a person decides
    BOOK = "book"


@dataclass(frozen=True, slots=True)
class Finding:
    """The carrier of the numbers, if known, and the verdict.

    `refusal` tells colleagues, never the carrier, why it is refused; `missing` are the codes of what it would take to
    pass, `phone` is the registered number to call back, `is_restricted` whether some loads are not for it, `caller`
    the number at the other end, `is_on_file` whether that is one of the carrier's, whoever has called whom.
    """

    verdict: Verdict
    carrier: Carrier | None = None
    refusal: str = ""
    missing: tuple[str, ...] = ()
    phone: str = ""
    is_restricted: bool = False
    caller: str = ""
    is_on_file: bool = False


@dataclass(frozen=True, slots=True)
class Caller:
    """The other end of the line: its number in E.164, empty where it is hidden, and what is known against it."""

    number: str
    risks: tuple[str, ...] = ()


def vet(conversation: Conversation, *, mc: str, dot: str) -> Finding:
    """Look the carrier up by what was claimed, digits; both numbers must mean the same one.

    A carrier that nobody vetted, or not to the end, may bid. One that is blocked, or whose papers fail, may not, and
    nobody may who is on a number of ill repute. Whoever calls from another number than the carrier's registered ones,
    or hides it, may be anybody. A call that we made went to a number which the broker gave together with the carrier.
    """
    caller = caller_of(conversation)
    found = _found(mc, dot, caller.number)
    carrier = found[0] if found else None
    if refusal := _refusal(caller, found):
        return Finding(Verdict.REFUSED, carrier, refusal, caller=caller.number)
    if carrier is None or len(found) > 1:
        return Finding(Verdict.BID, is_restricted=_restrictions(None).exists(), caller=caller.number)
    is_incomplete = carrier.rules_assessment == RulesAssessment.INCOMPLETE
    return Finding(
        _verdict(conversation, carrier, caller.number),
        carrier,
        missing=_missing(carrier) if is_incomplete else (),
        phone=_registered_phone(carrier),
        is_restricted=carrier.is_restricted,  # type: ignore[attr-defined]  # by _described()
        caller=caller.number,
        is_on_file=_is_on_file(carrier, caller.number),
    )


def keep(conversation: Conversation, finding: Finding, *, mc: str, dot: str) -> None:
    """Write down on the conversation who it is, and what the vetting says at this moment."""
    carrier = finding.carrier
    conversation.mc_number = (mc or (carrier.mc_number if carrier else ""))[:10]
    conversation.dot_number = int(dot) if dot else carrier.dot_number if carrier else None
    conversation.carrier = carrier
    conversation.connection_status = carrier.connection_status if carrier else ""
    conversation.rules_assessment = carrier.rules_assessment if carrier else ""
    conversation.save(
        update_fields=["mc_number", "dot_number", "carrier", "connection_status", "rules_assessment"]
    )


def caller_of(conversation: Conversation) -> Caller:
    """Who is at the other end of the line; nobody where there is no line."""
    side = "from_phone" if conversation.direction == Direction.INBOUND else "to_phone"
    risks = ContactFinding.objects.risky().filter(address=OuterRef(side)).order_by("-found_at", "-pk")
    found = (
        Call.objects.filter(conversation=conversation)
        .values_list(side, Subquery(risks.values("risks")[:1]))
        .first()
    )
    number, against = found or ("", None)
    return Caller(number if re.fullmatch(r"\+\d{7,15}", number) else "", tuple(against or ()))


def _found(mc: str, dot: str, number: str) -> list[Carrier]:
    """The carriers that the numbers mean: one where they agree; the most doubtful first."""
    described = _described(number)
    by_dot = list(described.filter(dot_number=int(dot))) if dot else []
    by_mc = list(described.filter(mc_number=mc).order_by("id")) if mc else []
    if by_dot and by_mc:
        same = [carrier for carrier in by_mc if carrier.pk == by_dot[0].pk]
        return same or _most_doubtful_first([*by_dot, *by_mc])
    return _most_doubtful_first(by_dot or by_mc)


def _described(number: str) -> QuerySet[Carrier]:
    """Carriers, each with whether the number is one of its contacts', its first such number, and restrictions."""
    contacts = CarrierContact.objects.filter(carrier=OuterRef("pk"), is_registered=True).exclude(phone="")
    return Carrier.objects.annotate(
        is_contacts_number=Exists(contacts.filter(phone=number)),
        contacts_phone=Subquery(contacts.order_by("pk").values("phone")[:1]),
        is_restricted=Exists(HaulRestriction.objects.filter(Q(carrier=None) | Q(carrier=OuterRef("pk")))),
    )


def _most_doubtful_first(carriers: Iterable[Carrier]) -> list[Carrier]:
    return sorted(carriers, key=lambda carrier: not carrier.is_refused)


def _refusal(caller: Caller, found: list[Carrier]) -> str:
    """Why nobody talks rates here, for colleagues; empty where somebody does."""
    if caller.risks:
        told = ", ".join(PhoneRisk(risk).label.lower() for risk in caller.risks)
        return f"Caller's number {caller.number} is flagged: {told}."
    refused = next((carrier for carrier in found if carrier.is_refused), None)
    if refused is None:
        return ""
    if refused.is_blocked:
        return (
            f"{refused} is marked “Do not use”{f': {refused.block_reason}' if refused.block_reason else ''}."
        )
    if refused.connection_status == ConnectionStatus.DO_NOT_DISPATCH:
        return f"{refused} is marked “Do not use” in its setup."
    return f"{refused} isn't approved."


def _verdict(conversation: Conversation, carrier: Carrier, number: str) -> Verdict:
    """What may be done with a carrier that isn't refused.

    The organization's rules ask for onboarding themselves, where it wants that; a pass that came with an imported
    carrier doesn't say by which rules.
    """
    if not _is_callers_number(conversation, carrier, number):
        return Verdict.CALL_BACK
    is_clean = carrier.rules_assessment == RulesAssessment.PASS
    is_onboarded = carrier.connection_status == ConnectionStatus.ONBOARDED
    is_vetted = carrier.vetted_at is not None
    return Verdict.BOOK if is_clean and (is_onboarded or is_vetted) else Verdict.BID


def _is_callers_number(conversation: Conversation, carrier: Carrier, number: str) -> bool:
    if conversation.direction == Direction.OUTBOUND or not _registered_phone(carrier):
        return True
    return _is_on_file(carrier, number)


def _is_on_file(carrier: Carrier, number: str) -> bool:
    is_known = number == carrier.phone or carrier.is_contacts_number  # type: ignore[attr-defined]  # by _described()
    return bool(number) and is_known


def _registered_phone(carrier: Carrier) -> str:
    return carrier.phone or carrier.contacts_phone or ""  # type: ignore[attr-defined]  # by _described()


def _restrictions(carrier: Carrier | None) -> QuerySet[HaulRestriction]:
    return HaulRestriction.objects.filter(Q(carrier=None) | Q(carrier=carrier))


def _missing(carrier: Carrier) -> tuple[str, ...]:
    """Codes of what keeps the carrier from being vetted to the end, by its latest vetting."""
    latest = (
        Vetting.objects.filter(carrier=carrier).order_by("-vetted_at", "-pk").values_list("reasons").first()
    )
    reasons = latest[0] if latest else ()
    return tuple(reason["code"] for reason in reasons if reason["severity"] == RulesAssessment.INCOMPLETE)
