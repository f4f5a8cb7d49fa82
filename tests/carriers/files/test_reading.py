"""What a row tells of a carrier, by the spellings of its headings and values."""

from datetime import date
from decimal import Decimal

import pytest

from carriers.file_columns import CENSUS, OWN, find_columns, is_census, own_fields
from carriers.file_reading import read_census, read_own
from carriers.identity import Numbers
from carriers.services.facts import Contact
from carriers.states import Authority, SafetyRating
from organizations.api.imports import Refused
from tests.carriers.files.census import NEW, OLD, census_row


def census(is_new=True, **changes):
    row = census_row(7, is_new=is_new) | changes
    columns = find_columns(NEW if is_new else OLD, CENSUS)
    return read_census({field: row.get(heading, "") for field, heading in columns.headings.items()})


@pytest.mark.parametrize("headings", [OLD, NEW, [heading.lower() for heading in NEW]])
def test_both_generations_of_the_census_are_known_by_their_headings(headings):
    assert is_census(headings)
    needed = {"dot_number", "legal_name", "phone", "fleet_size", "drivers", "email"}
    assert needed <= find_columns(headings, CENSUS).places.keys()


def test_list_of_ones_own_is_no_census():
    assert not is_census(["DOT Number", "Legal Name", "City", "State"])


@pytest.mark.parametrize("is_new", [True, False])
def test_row_of_the_census(is_new):
    carrier = census(is_new, LEGAL_NAME="BLUE MESA TRANSPORT LLC", DBA_NAME="", PHY_STREET="12 DEPOT RD")
    assert carrier.numbers == Numbers(3_000_007, "700007" if is_new else "")
    assert carrier.profile["name"] == carrier.profile["legal_name"] == "BLUE MESA TRANSPORT LLC"
    assert carrier.profile["address"].startswith("12 DEPOT RD, ")
    assert carrier.profile["phone"].startswith("+1")
    assert carrier.profile["email"] == "dispatch7@carrier.example"
    assert carrier.profile["drivers"] == carrier.profile["fleet_size"] + 1
    assert "dba_name" not in carrier.profile
    assert (carrier.facts, carrier.word, carrier.contacts) == ({}, {}, [])


@pytest.mark.parametrize(
    ("changes", "facts"),
    [
        (
            {"SAFETY_RATING": "C", "SAFETY_RATING_DATE": "15-JUN-21"},
            {"safety_rating": SafetyRating.CONDITIONAL, "safety_rating_date": date(2021, 6, 15)},
        ),
        ({"SAFETY_RATING": "", "SAFETY_RATING_DATE": "20210615"}, {}),
        ({"STATUS_CODE": "I"}, {"is_allowed_to_operate": False}),
        ({"STATUS_CODE": "P"}, {}),
        (
            {"DOCKET1_STATUS_CODE": "I"},
            {"common_authority": Authority.INACTIVE, "contract_authority": Authority.INACTIVE},
        ),
    ],
)
def test_facts_of_the_census(changes, facts):
    assert census(**changes).facts == facts


def test_active_docket_comes_before_an_inactive_one_and_others_than_mc_do_not_count():
    changes = {
        "DOCKET1_STATUS_CODE": "I",
        "DOCKET2PREFIX": "MC",
        "DOCKET2": "00812345",
        "DOCKET2_STATUS_CODE": "A",
    }
    assert census(**changes).numbers.mc == "812345"
    assert census(**changes).facts == {}
    assert census(DOCKET1PREFIX="FF").numbers.mc == ""


def test_cell_phone_of_the_census_is_a_further_contact():
    contacts = census(CELL_PHONE="9725550107", COMPANY_OFFICER_1="DANA ORTIZ").contacts
    assert contacts == [Contact(phone="+19725550107", name="DANA ORTIZ")]


@pytest.mark.parametrize("phone", ["0000000000", "12345", "NONE", "1115550100"])
def test_phone_of_the_census_that_nobody_can_dial_is_not_told(phone):
    assert "phone" not in census(PHONE=phone).profile


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"DOT_NUMBER": ""}, "needs a DOT number"),
        ({"DOT_NUMBER": "12x"}, "dot_number: Expected a whole number"),
        ({"POWER_UNITS": "-3"}, "fleet_size: Expected a whole number"),
        ({"POWER_UNITS": "99999999999"}, "fleet_size: Must be from"),
        ({"SAFETY_RATING": "Q"}, "safety_rating: Must be one of"),
        ({"LEGAL_NAME": "x" * 301}, "legal_name: At most 300"),
        ({"SAFETY_RATING": "S", "SAFETY_RATING_DATE": "soon"}, "safety_rating_date: Expected a date"),
    ],
)
def test_bad_rows_of_the_census(changes, words):
    without_docket = {"DOCKET1PREFIX": ""}
    with pytest.raises(Refused, match=words):
        census(**without_docket, **changes)


def test_headings_as_people_write_them():
    headings = [
        "USDOT #",
        "MC Number",
        "Carrier Name",
        "Main Phone",
        "Trucks",
        "Trailer Types",
        "Favourite colour",
    ]
    columns = find_columns(headings, OWN)
    assert columns.places == {
        "dot_number": 0,
        "mc_number": 1,
        "name": 2,
        "phone": 3,
        "fleet_size": 4,
        "equipment_types": 5,
    }
    assert columns.ignored == ("Favourite colour",)


def test_of_two_headings_for_one_field_the_likelier_is_taken():
    assert find_columns(["Dispatch Phone", "Phone"], OWN).places == {"phone": 1}
    assert own_fields({"Dispatch Phone": "1", "phone": "2"}) == {"phone": "2"}


def test_row_of_ones_own():
    carrier = read_own(
        {
            "dot_number": "USDOT 1234567",
            "mc_number": "MC-0123456",
            "name": "Blue Mesa",
            "street": "12 Depot Rd",
            "city": "Amarillo",
            "state": "TX",
            "postal_code": "79101",
            "phone": "806.555.0101",
            "contact_name": "Dana",
            "other_phone": "(806) 555-0102",
            "email": "Dispatch@Mesa.example",
            "fleet_size": "1,204",
            "equipment_types": "53' Dry Van; Reefer, reefer",
            "is_preferred": "Yes",
            "is_blocked": "no",
            "notes": "Pays tolls.",
            "cargo_insurance": "$100,000",
            "cargo_expiry_date": "6/30/2027",
            "connection_status": "Do Not Dispatch",
            "common_authority": "Active",
            "safety_rating": "satisfactory",
        }
    )
    assert carrier.numbers == Numbers(1234567, "123456")
    assert carrier.profile == {
        "name": "Blue Mesa",
        "address": "12 Depot Rd, Amarillo, TX 79101",
        "phone": "+18065550101",
        "email": "dispatch@mesa.example",
        "fleet_size": 1204,
        "equipment_types": ["reefer", "van"],
    }
    assert carrier.facts == {
        "cargo_insurance": Decimal(100_000),
        "cargo_expiry_date": date(2027, 6, 30),
        "connection_status": "do_not_dispatch",
        "common_authority": "active",
        "safety_rating": "satisfactory",
    }
    assert carrier.word == {"is_preferred": True, "is_blocked": False, "notes": "Pays tolls."}
    assert carrier.contacts == [Contact(phone="+18065550102", name="Dana")]


def test_values_as_json_has_them():
    carrier = read_own(
        own_fields(
            {
                "dotNumber": 1234567,
                "equipmentTypes": ["van", "flatbed"],
                "capacityCarrier": True,
                "fleetsize": 12,
                "cargoInsurance": Decimal("100000.50"),
                "phone": None,
            }
        )
    )
    assert carrier.numbers == Numbers(1234567, "")
    assert carrier.profile == {"fleet_size": 12, "equipment_types": ["flatbed", "van"]}
    assert carrier.facts == {"cargo_insurance": Decimal("100000.50")}
    assert carrier.word == {"is_capacity_carrier": True}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"dot_number": ""}, "needs a DOT number or an MC number"),
        ({"dot_number": 0}, "needs a DOT number or an MC number"),
        ({"dot_number": True}, "dot_number: Expected"),
        ({"phone": "none"}, "phone: Expected a phone number"),
        ({"email": "dana at mesa"}, "email: Expected an email"),
        ({"is_blocked": "maybe"}, "is_blocked: Expected yes or no"),
        ({"connection_status": "friends"}, "connection_status: Must be one of"),
        ({"cargo_insurance": "-5"}, "cargo_insurance: Expected an amount"),
        ({"cargo_expiry_date": "2027-02-30"}, "cargo_expiry_date: Expected a date"),
        ({"name": ["Blue"]}, "name: Expected a text"),
        ({"notes": "x" * 10_001}, "notes: At most 10000"),
        ({"phone": "none", "email": "none"}, "phone: .*; email: "),
    ],
)
def test_bad_rows_of_ones_own(changes, words):
    with pytest.raises(Refused, match=words):
        read_own({"dot_number": "1234567"} | changes)
