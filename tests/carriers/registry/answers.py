"""Answers of the real sources, with carriers that don't exist."""

from typing import Any

DOT, MC = 2790001, "790001"


def carrier(**changes: Any) -> dict[str, Any]:
    """A carrier as QCMobile tells it."""
    return {
        "allowedToOperate": "Y",
        "bipdInsuranceOnFile": "1000",
        "bipdInsuranceRequired": "Y",
        "bipdRequiredAmount": "750",
        "bondInsuranceOnFile": "0",
        "bondInsuranceRequired": "u",
        "brokerAuthorityStatus": "N",
        "cargoInsuranceOnFile": "0",
        "cargoInsuranceRequired": "u",
        "carrierOperation": {"carrierOperationCode": "A", "carrierOperationDesc": "Interstate"},
        "censusTypeId": {"censusType": "C", "censusTypeDesc": "CARRIER", "censusTypeId": 1},
        "commonAuthorityStatus": "A",
        "contractAuthorityStatus": "N",
        "crashTotal": 2,
        "dbaName": None,
        "dotNumber": DOT,
        "driverOosRateNationalAverage": "5.51",
        "ein": 0,
        "isPassengerCarrier": None,
        "legalName": "BLUE MESA TRANSPORT LLC",
        "mcs150Outdated": "N",
        "oosDate": None,
        "phyCity": "AMARILLO",
        "phyCountry": "US",
        "phyState": "TX",
        "phyStreet": "12 DEPOT RD",
        "phyZipcode": "79101",
        "safetyRating": "S",
        "safetyRatingDate": "2019-04-30",
        "statusCode": "A",
        "telephone": "(806) 555-0101",
        "totalDrivers": 14,
        "totalPowerUnits": 12,
    } | changes


def by_dot(**changes: Any) -> dict[str, Any]:
    """The answer to `carriers/{dot}`."""
    return {
        "content": {"_links": {"self": {"href": "…"}}, "carrier": carrier(**changes)},
        "retrievalDate": "2026-03-02T15:04:05.000+0000",
    }


def by_docket(*carriers: dict[str, Any]) -> dict[str, Any]:
    """The answer to `carriers/docket-number/{mc}`."""
    return {
        "content": [{"carrier": one, "_links": {}} for one in carriers],
        "retrievalDate": "2026-03-02T15:04:05.000+0000",
    }


def dockets(*numbers: tuple[str, int], dot: int = DOT) -> dict[str, Any]:
    """The answer to `carriers/{dot}/docket-numbers`."""
    return {
        "content": [
            {"docketNumber": number, "docketNumberId": 125044, "dotNumber": dot, "prefix": prefix}
            for prefix, number in numbers
        ],
        "retrievalDate": "2026-03-02T15:04:05.000+0000",
    }


MAINTENANCE = b"<!DOCTYPE html><html><head><title>FMCSA System Maintenance Page</title></head></html>"
WRONG_KEY = {"content": "Webkey not found", "retrievalDate": "2026-03-02T15:04:05.000+0000", "_links": {}}


def identified(**changes: Any) -> dict[str, Any]:
    """A carrier as the identity service tells it."""
    return {
        "id": 40,
        "legal_name": "BLUE MESA TRANSPORT LLC",
        "dba_name": "Blue Mesa",
        "dot_number": DOT,
        "mc_number": int(MC),
        "connection": {"status": "onboarded", "is_monitored": True},
        "authority_assessment": {
            "rating": "acceptable",
            "carrier_interstate_authority_check": "Active",
            "broker_interstate_authority_check": "Inactive",
            "no_out_of_service_order": True,
            "latest_safety_rating": "Satisfactory",
        },
        "rules_assessment": {"overall_result": "partial_pass", "classifications": []},
        "identifiers": [{"is_type": "DOT", "value": str(DOT)}, {"is_type": "MC", "value": MC}],
    } | changes
