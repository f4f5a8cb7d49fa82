"""The FMCSA's registry through QCMobile: authority, insurance on file, safety rating, out-of-service orders.

There is no service level. A wrong key is answered with 404 and the text "Webkey not found", maintenance with an HTML
page and status 200. Insurance is a text in thousands of dollars. The wire tells nothing of when an authority was
granted.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from carriers.identity import Numbers
from carriers.registry.client import Answer, Patience, Wire
from carriers.registry.source import (
    CarrierFacts,
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
from carriers.states import Authority, SafetyRating, Source

AUTHORITIES = {"A": Authority.ACTIVE, "I": Authority.INACTIVE, "N": Authority.NONE}
RATINGS = {
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
        return _facts(carrier, mc_number=numbers.mc if numbers.mc in dockets else min(dockets, default=""))

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
        return _facts(holders[0], mc_number=mc) if holders else None


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


def _facts(carrier: Mapping[str, Any], *, mc_number: str) -> CarrierFacts:
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
        safety_rating=RATINGS.get(take("safetyRating", text_of).upper())
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
