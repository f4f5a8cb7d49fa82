"""Which sources there are: FMCSA, and the one that knows who answers a phone number or address."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings

from carriers.identity import Numbers
from carriers.registry.client import Answer, Patience, Wire
from carriers.registry.findings import (
    CarrierFacts,
    ContactFindings,
    ContactSource,
    Findings,
    Nonsense,
    Refused,
    date_of,
    dollars_of,
    email_of,
    flag_of,
    one_line,
    phone_of,
    text_of,
    whole_of,
)
from carriers.registry.findings import Source as SourceSource
from carriers.states import Authority, ConnectionStatus, PhoneRisk, RulesAssessment, SafetyRating, Source

AUTHORITIES = {"A": Authority.ACTIVE, "I": Authority.INACTIVE, "N": Authority.NONE}
FMCSA_RATINGS = {
    "": SafetyRating.UNRATED,
    "NONE": SafetyRating.UNRATED,
    "S": SafetyRating.SATISFACTORY,
    "SATISFACTORY": SafetyRating.SATISFACTORY,
    "C": SafetyRating.CONDITIONAL,
    "CONDITIONAL": SafetyRating.CONDITIONAL,
    "U": SafetyRating.UNSATISFACTORY,
    "UNSATISFACTORY": SafetyRating.UNSATISFACTORY,
}
THOUSAND = Decimal(1000)
MAX_NAMESAKES = 5  # carriers under one docket number that are looked at


class Fmcsa:
    """QCMobile as a source of facts."""

    name = Source.REGISTRY.value
    keeps_for = timedelta(days=1)

    def __init__(self, base_url: str, key: str, *, patience: Patience | None = None) -> None:
        self._base_url, self._key = base_url, key
        self._patience = patience or Patience()

    def look_up(self, numbers: Numbers, *, at: datetime) -> Findings:
        """Return what the registry says of the carrier, by its DOT number, or by its MC number; raises SourceError."""
        with Wire(
            self.name, self._base_url, patience=self._patience, secret_params={"webKey": self._key}
        ) as wire:
            facts = self._by_dot(wire, numbers) if numbers.dot is not None else self._by_mc(wire, numbers.mc)
        return Findings(self.name, at, facts)

    def _by_dot(self, wire: Wire, numbers: Numbers) -> CarrierFacts | None:
        content = _content(wire.get(f"carriers/{numbers.dot}"))
        if content is None or content == []:
            return None
        carrier = _carrier(content)
        if _dot(carrier) != numbers.dot:
            raise Nonsense(f"Asked for DOT {numbers.dot}, it answers with another carrier.")
        dockets = _dockets(wire, numbers.dot)
        return _facts_of_carrier(
            carrier, mc_number=numbers.mc if numbers.mc in dockets else min(dockets, default="")
        )

    def _by_mc(self, wire: Wire, mc: str) -> CarrierFacts | None:
        """MC, FF and MX dockets share their numbers: who answers is asked for its own dockets."""
        content = _content(wire.get(f"carriers/docket-number/{mc}"))
        if content is None:
            return None
        if not isinstance(content, list):
            raise Nonsense("Expected a list of carriers.")
        carriers = [_carrier(item) for item in content]
        if len(carriers) > MAX_NAMESAKES:
            raise Nonsense(f"{len(carriers)} carriers answer to docket number {mc}.")
        holders = [carrier for carrier in carriers if mc in _dockets(wire, _dot(carrier))]
        if len(holders) > 1:
            raise Nonsense(f"{len(holders)} carriers hold MC {mc}.")
        return _facts_of_carrier(holders[0], mc_number=mc) if holders else None


def _content(answer: Answer) -> Any:
    """What lies within the envelope."""
    content = answer.data.get("content", ...) if isinstance(answer.data, dict) else ...
    if isinstance(content, str) and "webkey" in content.lower():
        raise Refused("It doesn't know our web key.")
    if answer.status != 200 or content is ... or isinstance(content, str):
        raise Nonsense(f"Status {answer.status} with content of another kind than expected.")
    return content


def _carrier(content: Any) -> dict[str, Any]:
    carrier = content.get("carrier") if isinstance(content, dict) else None
    if not isinstance(carrier, dict):
        raise Nonsense("Expected a carrier.")
    return carrier


def _dot(carrier: Mapping[str, Any]) -> int:
    with _sensible("dotNumber"):
        dot = whole_of(carrier.get("dotNumber"), most=2**63 - 1)
    if dot is None:
        raise Nonsense("A carrier without a DOT number.")
    return dot


def _dockets(wire: Wire, dot: int) -> set[str]:
    """The carrier's MC numbers."""
    content = _content(wire.get(f"carriers/{dot}/docket-numbers"))
    if content is None:
        return set()
    if not isinstance(content, list) or not all(isinstance(item, dict) for item in content):
        raise Nonsense("Expected a list of docket numbers.")
    with _sensible("docketNumber"):
        numbers = [
            (text_of(item.get("prefix")).upper(), whole_of(item.get("docketNumber"), most=10**10 - 1))
            for item in content
        ]
    return {str(number) for prefix, number in numbers if prefix == "MC" and number is not None}


def _facts_of_carrier(carrier: Mapping[str, Any], *, mc_number: str) -> CarrierFacts:
    def take(name: str, read: Any) -> Any:
        with _sensible(name):
            return read(carrier.get(name))

    legal, dba = take("legalName", text_of)[:300], take("dbaName", text_of)[:300]
    country = take("phyCountry", text_of).upper() or "US"
    out_of_service_date = take("oosDate", date_of)
    return CarrierFacts(
        dot_number=_dot(carrier),
        mc_number=mc_number,
        name=dba or legal,
        legal_name=legal,
        dba_name=dba,
        address=one_line(
            take("phyStreet", text_of),
            take("phyCity", text_of),
            take("phyState", text_of),
            take("phyZipcode", text_of),
            country,
        )[:500],
        phone=take("telephone", lambda value: phone_of(value, country)),
        email=take("emailAddress", email_of),
        fleet_size=take("totalPowerUnits", whole_of),
        drivers=take("totalDrivers", whole_of),
        # A registration that isn't active allows nothing, whatever the other field still says.
        is_allowed_to_operate=False
        if take("statusCode", text_of).upper() == "I"
        else take("allowedToOperate", flag_of),
        common_authority=AUTHORITIES.get(take("commonAuthorityStatus", text_of).upper()),
        contract_authority=AUTHORITIES.get(take("contractAuthorityStatus", text_of).upper()),
        broker_authority=AUTHORITIES.get(take("brokerAuthorityStatus", text_of).upper()),
        liability_insurance=take("bipdInsuranceOnFile", _thousands),
        cargo_insurance=take("cargoInsuranceOnFile", _thousands),
        is_out_of_service=out_of_service_date is not None if "oosDate" in carrier else None,
        out_of_service_date=out_of_service_date,
        safety_rating=FMCSA_RATINGS.get(take("safetyRating", text_of).upper())
        if "safetyRating" in carrier
        else None,
        safety_rating_date=take("safetyRatingDate", date_of),
    )


def _thousands(value: Any) -> Decimal | None:
    amount = dollars_of(value)
    return None if amount is None else amount * THOUSAND


@contextmanager
def _sensible(name: str) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise Nonsense(f"{name}: {error}") from None


# A carrier vetting service, as Highway's external API speaks: is the carrier connected, do its papers pass.


# By the end of the category's name, which begins with "found_phone_", "found_email_" and the like.
RISKS = {
    "flagged_for_fraud": PhoneRisk.FRAUD,
    "of_carrier_with_identity_alert": PhoneRisk.IDENTITY_ALERT,
    "of_dispatcher_service": PhoneRisk.DISPATCHER_SERVICE,
    "of_blocked_user_or_company": PhoneRisk.BLOCKED_PARTY,
    "caller_id_spoofing_attempt": PhoneRisk.SPOOFING,
    "not_known_and_high_risk": PhoneRisk.HIGH_RISK,
}
IDENTITY_RATINGS = {
    "satisfactory": SafetyRating.SATISFACTORY,
    "conditional": SafetyRating.CONDITIONAL,
    "unsatisfactory": SafetyRating.UNSATISFACTORY,
    "unrated": SafetyRating.UNRATED,
}


class IdentityService:
    """An identity service as a source of facts about carriers, and of risks about contacts."""

    name = Source.IDENTITY.value
    keeps_for = timedelta(hours=12)

    def __init__(self, base_url: str, key: str, *, patience: Patience | None = None) -> None:
        self._base_url, self._key = base_url, key
        self._patience = patience or Patience()

    def look_up(self, numbers: Numbers, *, at: datetime) -> Findings:
        """Return what the service says of the carrier, by its DOT number, or by its MC number; raises SourceError."""
        kind, value = ("DOT", str(numbers.dot)) if numbers.dot is not None else ("MC", numbers.mc)
        with self._wire() as wire:
            answer = wire.get(f"carriers/{kind}/{value}/by_identifier")
            if answer.status == 404 and answer.data is None:
                return Findings(self.name, at, None)  # "identifier not found", in plain text
            return Findings(self.name, at, _facts(_object(answer), numbers))

    def look_up_contact(self, address: str, *, at: datetime) -> ContactFindings:
        """Return the risk of a phone number (E.164) or an e-mail address; raises SourceError."""
        with self._wire() as wire:
            if "@" in address:
                answer = wire.post("carriers/email_search_associated_carriers", data={"email": address})
                category = _object(answer).get("email_search_result_category")
            else:
                answer = wire.post("carriers/phone_search", json={"phone_e164": address})
                category = _object(answer).get("phone_search_result_category")
            if not isinstance(category, str) or not category:
                raise Nonsense("An answer without a category.")
        risks = tuple(risk for ending, risk in RISKS.items() if category.endswith(ending))
        return ContactFindings(self.name, at, address, category[:100], risks)

    def _wire(self) -> Wire:
        return Wire(
            self.name,
            self._base_url,
            patience=self._patience,
            headers={"Authorization": f"Bearer {self._key}"},
        )


def _object(answer: Answer) -> dict[str, Any]:
    if answer.status == 404:
        raise Refused("It knows no such address: is the URL in settings right?")
    if answer.status != 200 or not isinstance(answer.data, dict):
        raise Nonsense(f"Status {answer.status} with content of another kind than expected.")
    data = answer.data.get("data", answer.data)
    if not isinstance(data, dict):
        raise Nonsense("Expected an object.")
    return data


def _facts(data: dict[str, Any], numbers: Numbers) -> CarrierFacts:
    try:
        dot = whole_of(data.get("dot_number"), most=2**63 - 1)
        mc = str(whole_of(data.get("mc_number"), most=10**10 - 1) or "")
        legal, dba = text_of(data.get("legal_name"))[:300], text_of(data.get("dba_name"))[:300]
        connection = _part(data, "connection").get("status")
        authority = _part(data, "authority_assessment")
        overall = _part(data, "rules_assessment").get("overall_result")
        rating = text_of(authority.get("latest_safety_rating")).lower()
        has_no_order = authority.get("no_out_of_service_order")
        status = text_of(authority.get("carrier_interstate_authority_check")).lower()
    except ValueError as error:
        raise Nonsense(str(error)) from None
    if (dot if numbers.dot is not None else mc) != (numbers.dot if numbers.dot is not None else numbers.mc):
        raise Nonsense("It answers with another carrier than was asked for.")
    return CarrierFacts(
        dot_number=dot,
        mc_number=mc,
        name=dba or legal,
        legal_name=legal,
        dba_name=dba,
        # What is new to us is told as not said, never as good.
        connection_status=ConnectionStatus(connection) if connection in ConnectionStatus.values else None,
        identity_assessment=RulesAssessment(overall) if overall in RulesAssessment.values else None,
        # Active as a carrier says neither common nor contract; not active says neither of them is.
        common_authority=Authority.INACTIVE if status == "inactive" else None,
        contract_authority=Authority.INACTIVE if status == "inactive" else None,
        is_out_of_service=not has_no_order if isinstance(has_no_order, bool) else None,
        safety_rating=IDENTITY_RATINGS.get(rating),
    )


def _part(data: dict[str, Any], name: str) -> dict[str, Any]:
    part = data.get(name)
    if part is None:
        return {}
    if not isinstance(part, dict):
        raise Nonsense(f"{name}: Expected an object.")
    return part


def carrier_sources() -> dict[str, SourceSource]:
    """Return by name the sources that know carriers; none that has no key."""
    sources: dict[str, SourceSource] = {**contact_sources()}
    if settings.FMCSA_BASE_URL and settings.FMCSA_WEB_KEY:
        sources[Fmcsa.name] = Fmcsa(settings.FMCSA_BASE_URL, settings.FMCSA_WEB_KEY)
    return sources


def contact_sources() -> dict[str, ContactSource]:
    """Return by name the sources that know phone numbers and e-mail addresses; none that has no key."""
    if settings.CARRIER_IDENTITY_URL and settings.CARRIER_IDENTITY_KEY:
        service = IdentityService(settings.CARRIER_IDENTITY_URL, settings.CARRIER_IDENTITY_KEY)
        return {IdentityService.name: service}
    return {}
