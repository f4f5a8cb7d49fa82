"""The carriers of the simulated callers."""

import phonenumbers
import pytest

from calls.simulator.facts import COMPANIES, FAILING, GOOD, IMPOSTOR_PHONE
from organizations.equipment import Equipment


def test_there_are_enough_of_each_standing():
    assert len(GOOD) >= 12
    assert len(FAILING) == 2


@pytest.mark.parametrize("field", ["name", "mc", "dot", "phone"])
def test_no_two_companies_share_anything_that_tells_them_apart(field):
    values = [getattr(company, field) for company in COMPANIES]
    assert len(set(values)) == len(values)
    assert IMPOSTOR_PHONE not in values


@pytest.mark.parametrize("company", COMPANIES, ids=lambda company: company.name)
def test_company_could_be_real_and_is_not(company):
    assert company.mc.isdigit()
    assert len(company.mc) in (6, 7)
    assert company.dot.isdigit()
    assert len(company.dot) == 7
    for phone in (company.phone, IMPOSTOR_PHONE):
        assert phonenumbers.is_valid_number(phonenumbers.parse(phone))
        assert phone[5:10] == "55501"
    assert set(company.equipment) <= set(Equipment.values)
    assert "van" in company.equipment
