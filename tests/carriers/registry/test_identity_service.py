"""The identity service's answers, as facts and risks."""

import json

import pytest

from carriers.identity import Numbers
from carriers.registry.findings import Nonsense, Refused
from carriers.states import Authority, ConnectionStatus, PhoneRisk, RulesAssessment, SafetyRating
from tests.carriers.registry.answers import DOT, MC, identified
from tests.carriers.registry.conftest import KEY
from tests.carriers.registry.wires import Reply
from tests.factories import NOW

pytestmark = pytest.mark.sampled(8)

BY_DOT, BY_MC = f"carriers/DOT/{DOT}/by_identifier", f"carriers/MC/{MC}/by_identifier"
PHONES, EMAILS = "carriers/phone_search", "carriers/email_search_associated_carriers"


def test_carrier_is_found_by_its_dot_number(identity, wires):
    wires.on(BY_DOT, Reply(identified()))
    found = identity.look_up(Numbers(DOT, MC), at=NOW)
    assert (found.source, found.found_at) == ("identity", NOW)
    assert found.facts.given == {
        "dot_number": DOT,
        "mc_number": MC,
        "name": "Blue Mesa",
        "legal_name": "BLUE MESA TRANSPORT LLC",
        "dba_name": "Blue Mesa",
        "connection_status": ConnectionStatus.ONBOARDED,
        "identity_assessment": RulesAssessment.PARTIAL_PASS,
        "is_out_of_service": False,
        "safety_rating": SafetyRating.SATISFACTORY,
    }


def test_carrier_is_found_by_its_mc_number_and_within_an_envelope(identity, wires):
    wires.on(BY_MC, Reply({"data": identified(dot_number=f"00{DOT}", mc_number=f"0{MC}")}))
    assert identity.look_up(Numbers(None, MC), at=NOW).facts.dot_number == DOT


def test_key_goes_into_the_header(identity, wires):
    wires.on(BY_DOT, Reply(identified()))
    identity.look_up(Numbers(DOT, ""), at=NOW)
    (asked,) = wires.asked
    assert (asked.headers["Authorization"], asked.query) == (f"Bearer {KEY}", {})


def test_plain_404_says_that_there_is_no_such_carrier(identity, wires):
    wires.on(BY_DOT, Reply(b"identifier not found", status=404))
    assert identity.look_up(Numbers(DOT, ""), at=NOW).facts is None


@pytest.mark.deep_but(3)
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"connection": None}, {"connection_status": None}),
        (
            {"connection": {"status": "do_not_dispatch"}},
            {"connection_status": ConnectionStatus.DO_NOT_DISPATCH},
        ),
        ({"connection": {"status": "dreamt_of"}}, {"connection_status": None}),
        ({"rules_assessment": {"overall_result": "fail"}}, {"identity_assessment": RulesAssessment.FAIL}),
        ({"rules_assessment": {"overall_result": "splendid"}}, {"identity_assessment": None}),
        ({"rules_assessment": {"overall_result": ["pass"]}}, {"identity_assessment": None}),
        (
            {"authority_assessment": {"carrier_interstate_authority_check": "Inactive"}},
            {"common_authority": Authority.INACTIVE, "contract_authority": Authority.INACTIVE},
        ),
        ({"authority_assessment": {"no_out_of_service_order": False}}, {"is_out_of_service": True}),
    ],
)
def test_fields_as_the_service_writes_them(identity, wires, changes, expected):
    wires.on(BY_DOT, Reply(identified(**changes)))
    facts = identity.look_up(Numbers(DOT, ""), at=NOW).facts
    assert {name: getattr(facts, name) for name in expected} == expected


@pytest.mark.deep_but(3)
@pytest.mark.parametrize(
    "reply",
    [
        Reply(b"<html>Sign in</html>"),
        Reply([]),
        Reply({"data": 5}),
        Reply(identified(dot_number=DOT + 1)),
        Reply(identified(dot_number="x")),
        Reply(identified(connection="onboarded")),
        Reply(identified(rules_assessment=["pass"])),
        Reply(identified(legal_name={})),
        Reply(identified(), status=422),
    ],
)
def test_answers_that_make_no_sense(identity, wires, reply):
    wires.on(BY_DOT, reply)
    with pytest.raises(Nonsense):
        identity.look_up(Numbers(DOT, ""), at=NOW)


@pytest.mark.parametrize("status", [401, 403, 302])
def test_refusal(identity, wires, status):
    wires.on(BY_DOT, Reply({"error": "?"}, status=status, headers={"Location": wires.url}))
    with pytest.raises(Refused) as raised:
        identity.look_up(Numbers(DOT, ""), at=NOW)
    assert len(wires.asked) == 1
    assert KEY not in str(raised.value)


@pytest.mark.deep_but(3)
@pytest.mark.parametrize(
    ("category", "risks"),
    [
        ("found_phone_flagged_for_fraud", (PhoneRisk.FRAUD,)),
        ("found_phone_of_carrier_with_identity_alert", (PhoneRisk.IDENTITY_ALERT,)),
        ("found_phone_of_dispatcher_service", (PhoneRisk.DISPATCHER_SERVICE,)),
        ("found_phone_of_blocked_user_or_company", (PhoneRisk.BLOCKED_PARTY,)),
        ("caller_id_spoofing_attempt", (PhoneRisk.SPOOFING,)),
        ("phone_number_not_known_and_high_risk", (PhoneRisk.HIGH_RISK,)),
        ("phone_number_not_known", ()),
        ("known_phone_not_belonging_to_carrier", ()),
        ("found_phone_associated_with_one_carrier_and_passing_rule_assessment", ()),
    ],
)
def test_risks_of_a_phone_number(identity, wires, category, risks):
    wires.on(PHONES, Reply({"phone_search_result_category": category, "carriers": []}))
    found = identity.look_up_contact("+18065550101", at=NOW)
    assert (found.address, found.category, found.risks) == ("+18065550101", category, risks)
    assert json.loads(wires.asked[0].body) == {"phone_e164": "+18065550101"}


def test_risk_of_an_email_address(identity, wires):
    wires.on(EMAILS, Reply({"email_search_result_category": "found_email_flagged_for_fraud"}))
    found = identity.look_up_contact("dana+loads@mesa.example", at=NOW)
    assert found.risks == (PhoneRisk.FRAUD,)
    assert wires.asked[0].body == b"email=dana%2Bloads%40mesa.example"


@pytest.mark.parametrize("body", [{}, {"phone_search_result_category": None}, [], {"carriers": []}])
def test_contact_without_a_category_makes_no_sense(identity, wires, body):
    wires.on(PHONES, Reply(body))
    with pytest.raises(Nonsense):
        identity.look_up_contact("+18065550101", at=NOW)


def test_search_that_there_is_not_is_a_matter_of_settings(identity):
    with pytest.raises(Refused, match="settings"):
        identity.look_up_contact("+18065550101", at=NOW)
