"""QCMobile's answers, as facts."""

from datetime import date
from decimal import Decimal

import pytest

from carriers.identity import Numbers
from carriers.registry.findings import Nonsense, Refused
from carriers.states import Authority, SafetyRating
from tests.carriers.registry.answers import (
    DOT,
    MAINTENANCE,
    MC,
    WRONG_KEY,
    by_docket,
    by_dot,
    carrier,
    dockets,
)
from tests.carriers.registry.conftest import KEY
from tests.carriers.registry.wires import Reply
from tests.factories import NOW

pytestmark = pytest.mark.sampled(8)

BY_DOT, BY_MC = f"carriers/{DOT}", f"carriers/docket-number/{MC}"
DOCKETS = f"{BY_DOT}/docket-numbers"


@pytest.fixture(autouse=True)
def _has_its_dockets(wires):
    wires.on(DOCKETS, Reply(dockets(("FF", 790009), ("MC", int(MC)))))


def test_carrier_is_found_by_its_dot_number(fmcsa, wires):
    wires.on(BY_DOT, Reply(by_dot()))
    found = fmcsa.look_up(Numbers(DOT, ""), at=NOW)
    assert (found.source, found.found_at) == ("registry", NOW)
    assert found.facts.given == {
        "dot_number": DOT,
        "mc_number": MC,
        "name": "BLUE MESA TRANSPORT LLC",
        "legal_name": "BLUE MESA TRANSPORT LLC",
        "address": "12 DEPOT RD, AMARILLO, TX 79101",
        "phone": "+18065550101",
        "fleet_size": 12,
        "drivers": 14,
        "is_allowed_to_operate": True,
        "common_authority": Authority.ACTIVE,
        "contract_authority": Authority.NONE,
        "broker_authority": Authority.NONE,
        "liability_insurance": Decimal(1_000_000),
        "cargo_insurance": Decimal(0),
        "is_out_of_service": False,
        "safety_rating": SafetyRating.SATISFACTORY,
        "safety_rating_date": date(2019, 4, 30),
    }


def test_key_goes_into_the_query(fmcsa, wires):
    wires.on(BY_DOT, Reply(by_dot()))
    fmcsa.look_up(Numbers(DOT, ""), at=NOW)
    assert [asked.query for asked in wires.asked] == [{"webKey": [KEY]}] * 2


def test_mc_number_that_is_asked_for_is_told_where_it_is_the_carriers(fmcsa, wires):
    wires.on(BY_DOT, Reply(by_dot()))
    wires.on(DOCKETS, Reply(dockets(("MC", 100), ("MC", int(MC)))))
    assert fmcsa.look_up(Numbers(DOT, MC), at=NOW).facts.mc_number == MC
    assert fmcsa.look_up(Numbers(DOT, "999"), at=NOW).facts.mc_number == "100"


@pytest.mark.parametrize("content", [None, []])
def test_no_match_says_that_there_is_no_such_carrier(fmcsa, wires, content):
    wires.on(BY_DOT, Reply({"content": content, "retrievalDate": "…"}))
    wires.on(BY_MC, Reply({"content": content, "retrievalDate": "…"}))
    assert fmcsa.look_up(Numbers(DOT, ""), at=NOW).facts is None
    assert fmcsa.look_up(Numbers(None, MC), at=NOW).facts is None


def test_carrier_is_found_by_its_mc_number(fmcsa, wires):
    wires.on(BY_MC, Reply(by_docket(carrier())))
    facts = fmcsa.look_up(Numbers(None, MC), at=NOW).facts
    assert (facts.dot_number, facts.mc_number) == (DOT, MC)


def test_freight_forwarder_under_the_same_docket_number_is_another(fmcsa, wires):
    wires.on(BY_MC, Reply(by_docket(carrier(dotNumber=77), carrier())))
    wires.on("carriers/77/docket-numbers", Reply(dockets(("FF", int(MC)), dot=77)))
    assert fmcsa.look_up(Numbers(None, MC), at=NOW).facts.dot_number == DOT
    wires.on(BY_MC, Reply(by_docket(carrier(dotNumber=77))))
    assert fmcsa.look_up(Numbers(None, MC), at=NOW).facts is None


def test_two_holders_of_an_mc_number_are_not_guessed_between(fmcsa, wires):
    wires.on(BY_MC, Reply(by_docket(carrier(dotNumber=77), carrier())))
    wires.on("carriers/77/docket-numbers", Reply(dockets(("MC", int(MC)), dot=77)))
    with pytest.raises(Nonsense, match="2 carriers hold MC"):
        fmcsa.look_up(Numbers(None, MC), at=NOW)


def test_other_carriers_answer_is_not_believed(fmcsa, wires):
    wires.on(BY_DOT, Reply(by_dot(dotNumber=DOT + 1)))
    with pytest.raises(Nonsense, match="another carrier"):
        fmcsa.look_up(Numbers(DOT, ""), at=NOW)


@pytest.mark.deep_but(4)
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"safetyRating": None}, {"safety_rating": SafetyRating.UNRATED}),
        ({"safetyRating": "Conditional"}, {"safety_rating": SafetyRating.CONDITIONAL}),
        ({"safetyRating": "U"}, {"safety_rating": SafetyRating.UNSATISFACTORY}),
        ({"safetyRating": "?"}, {"safety_rating": None}),
        ({"oosDate": "2025-11-03"}, {"is_out_of_service": True, "out_of_service_date": date(2025, 11, 3)}),
        ({"statusCode": "I"}, {"is_allowed_to_operate": False}),
        ({"allowedToOperate": "N"}, {"is_allowed_to_operate": False}),
        ({"bipdInsuranceOnFile": "750"}, {"liability_insurance": Decimal(750_000)}),
        ({"bipdInsuranceOnFile": None}, {"liability_insurance": None}),
        ({"totalDrivers": "6", "totalPowerUnits": "1,204"}, {"drivers": 6, "fleet_size": 1204}),
        (
            {"commonAuthorityStatus": "N", "brokerAuthorityStatus": "A"},
            {"common_authority": Authority.NONE, "broker_authority": Authority.ACTIVE},
        ),
        ({"dbaName": "Blue  Mesa "}, {"name": "Blue Mesa", "legal_name": "BLUE MESA TRANSPORT LLC"}),
        ({"telephone": "none"}, {"phone": ""}),
        (
            {"phyCountry": "MX", "telephone": "867 715 0101", "phyState": "TA", "phyZipcode": "88000"},
            {"phone": "+528677150101", "address": "12 DEPOT RD, AMARILLO, TA 88000, MX"},
        ),
    ],
)
def test_fields_as_the_registry_writes_them(fmcsa, wires, changes, expected):
    wires.on(BY_DOT, Reply(by_dot(**changes)))
    facts = fmcsa.look_up(Numbers(DOT, ""), at=NOW).facts
    assert {name: getattr(facts, name) for name in expected} == expected


def test_fields_that_are_missing_are_not_told(fmcsa, wires):
    wires.on(BY_DOT, Reply({"content": {"carrier": {"dotNumber": DOT}}}))
    assert set(fmcsa.look_up(Numbers(DOT, ""), at=NOW).facts.given) == {"dot_number", "mc_number"}


@pytest.mark.deep_but(3)
@pytest.mark.parametrize(
    "changes",
    [
        {"legalName": ["BLUE MESA"]},
        {"totalDrivers": -1},
        {"totalPowerUnits": "twelve"},
        {"bipdInsuranceOnFile": "Y"},
        {"bipdInsuranceOnFile": {"amount": 5}},
        {"oosDate": "soon"},
        {"dotNumber": None},
        {"dotNumber": "MC 5"},
        {"allowedToOperate": 1.5},
    ],
)
def test_wrong_types_are_not_half_believed(fmcsa, wires, changes):
    wires.on(BY_DOT, Reply(by_dot(**changes)))
    with pytest.raises(Nonsense):
        fmcsa.look_up(Numbers(DOT, ""), at=NOW)


@pytest.mark.deep_but(6)
@pytest.mark.parametrize(
    "reply",
    [
        Reply(MAINTENANCE),
        Reply(b""),
        Reply(b'{"content": {"carrier": {"dotNu'),
        Reply([1, 2]),
        Reply({}),
        Reply({"content": "?"}),
        Reply({"content": 5}),
        Reply({"content": {"carrier": None}}),
        Reply({"content": [1]}),
        Reply({"content": None}, status=400),
        Reply(b"<html>Not Found</html>", status=404),
        Reply(b"x" * 2_100_000),
        Reply(b"not gzip", headers={"Content-Encoding": "gzip"}),
    ],
)
@pytest.mark.parametrize("numbers", [Numbers(DOT, ""), Numbers(None, MC)])
def test_answers_that_make_no_sense(fmcsa, wires, reply, numbers):
    wires.on(BY_DOT, reply)
    wires.on(BY_MC, reply)
    with pytest.raises(Nonsense):
        fmcsa.look_up(numbers, at=NOW)


def test_wrong_key_is_no_missing_carrier(fmcsa, wires):
    wires.on(BY_DOT, Reply(WRONG_KEY, status=404))
    with pytest.raises(Refused, match="web key"):
        fmcsa.look_up(Numbers(DOT, ""), at=NOW)
