"""The contract of `GET /carriers` as tables, what it refuses, and what each of its open points was decided to be."""

import re
from decimal import Decimal

import pytest

from carriers.models import CarrierLane
from loads.models import Load
from organizations.places.gazetteer import find_place_of, read_place
from tests.api.desk import CARRIERS, LANE, ask, errors, problem
from tests.factories import BidFactory, BookingFactory, CarrierFactory, LoadFactory


def number(value):
    return type(value) in (int, float)


def text(value):
    return type(value) is str and value != ""


def numeric_text(value):
    return type(value) is str and re.fullmatch(r"\d+\.\d\d", value, re.ASCII) is not None


def array(value):
    return type(value) is list


# Field, type, and whether it is null while nothing is known.
CARRIER = {
    "mcNumber": (text, True),
    "dotNumber": (number, True),
    "name": (text, True),
    "address": (text, True),
    "fleetsize": (number, True),
    "avgRate": (numeric_text, True),
    "lanes": (array, False),
    "ruleAssessment": (text, True),
}
LANE_RECORD = {
    "origin": (text, False),
    "destination": (text, False),
    "avgRate": (numeric_text, True),
    "totalBids": (number, False),
}


def check(record, table, *, known):
    assert table.keys() <= record.keys()
    for field, (is_right, is_null) in table.items():
        assert record[field] is None if is_null and not known else is_right(record[field]), field


def load_between(organization, origin="Dallas, TX", destination="Atlanta, GA", **values):
    """A load of the lane, with the places that the gazetteer knows."""
    for end, written in (("origin", origin), ("destination", destination)):
        read = read_place(written)
        values |= {f"{end}_city": read.city, f"{end}_state": read.region}
        values[f"{end}_place"] = find_place_of(read)
    return LoadFactory(organization=organization, **values)


def bid(carrier, amount=1900, load=None, **lane):
    amount = None if amount is None else Decimal(str(amount))
    load = load or load_between(carrier.organization, **lane)
    return BidFactory(organization=carrier.organization, carrier=carrier, load=load, amount=amount)


def found(api, **changes):
    response = ask(api, CARRIERS, **changes)
    assert response.status_code == 200, response.content
    return response.json()


def names(api, **changes):
    answer = found(api, **changes)
    assert answer["pagination"] == {"total": len(answer["carriers"])}
    return [carrier["name"] for carrier in answer["carriers"]]


@pytest.fixture
def carrier(acme):
    return CarrierFactory(
        organization=acme, address="12 Depot Rd, Amarillo, TX 79101", fleet_size=12, name="Blue Mesa"
    )


# The contract


def test_record_has_every_field_in_its_type(api, carrier):
    bid(carrier)

    response = ask(api, CARRIERS)
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    answer = response.json()
    assert answer.keys() == {"carriers", "pagination"}
    assert answer["pagination"] == {"total": 1}
    (record,) = answer["carriers"]
    check(record, CARRIER, known=True)
    (lane,) = record["lanes"]
    check(lane, LANE_RECORD, known=True)
    assert (lane["origin"], lane["destination"]) == ("Dallas, TX", "Atlanta, GA")
    assert record["ruleAssessment"] == "pass"


def test_record_of_an_unknown_carrier_is_null_where_nothing_is_known(api, acme):
    stub = CarrierFactory(organization=acme, name="", mc_number="", dot_number=None, rules_assessment="")
    bid(stub, amount=None)

    (record,) = found(api)["carriers"]
    check(record, CARRIER, known=False)
    check(record["lanes"][0], LANE_RECORD, known=False)


def test_origin_and_destination_are_required(api):
    assert errors(api.get(CARRIERS)) == {("origin", "required"), ("destination", "required")}
    for name, good in LANE.items():
        other = LANE.keys() - {name}
        assert errors(api.get(CARRIERS, {name: good})) == {(missing, "required") for missing in other}


@pytest.mark.parametrize(
    ("parameter", "least", "most"), [("radius", 0, None), ("offset", 0, None), ("limit", 1, 500)]
)
def test_parameter_has_its_bounds(api, parameter, least, most):
    assert found(api, **{parameter: least})
    assert errors(ask(api, CARRIERS, **{parameter: least - 1})) == {(parameter, "min_value")}
    if most:
        assert found(api, **{parameter: most})
        assert errors(ask(api, CARRIERS, **{parameter: most + 1})) == {(parameter, "max_value")}


def test_all_that_is_wrong_is_told_at_once(api):
    answer = ask(api, CARRIERS, origin="", radius="far", equipmentTypes=",", limit=0, offset="x")

    assert {field for field, _ in errors(answer)} == {"origin", "radius", "equipmentTypes", "limit", "offset"}


@pytest.mark.parametrize("radius", ["75", "75.5", "0.0", "7.5e1", "1e400", "12500.0001", "0"])
def test_radius_is_any_number_from_zero(api, carrier, radius):
    bid(carrier)

    assert names(api, radius=radius) == ["Blue Mesa"]


# What was decided


@pytest.mark.parametrize(
    ("origin", "destination"),
    [
        ("Dallas, TX", "Atlanta, GA"),
        ("dallas,tx", "ATLANTA, ga"),
        ("Dallas, Texas", "Atlanta, Georgia, USA"),
        (" Dallas , TX 75201", "Atlanta GA"),
    ],
)
def test_places_are_understood_in_any_usual_spelling(api, carrier, origin, destination):
    bid(carrier)

    assert names(api, origin=origin, destination=destination) == ["Blue Mesa"]
    assert names(api, origin=destination, destination=origin) == []


def test_spellings_of_a_place_are_one_lane(api, carrier):
    for origin in ("St. Louis, MO", "Saint Louis, MO", "SAINT LOUIS, MO"):
        bid(carrier, origin=origin)

    (record,) = found(api, origin="St Louis, Missouri")["carriers"]
    assert [(lane["origin"], lane["totalBids"]) for lane in record["lanes"]] == [("St. Louis, MO", 3)]


def test_radius_finds_what_is_near_both_ends(api, acme):
    for name, origin, destination in (
        ("both", "Dallas, TX", "Atlanta, GA"),
        ("near both", "Fort Worth, TX", "Marietta, GA"),
        ("near one", "Fort Worth, TX", "Memphis, TN"),
        ("far", "Houston, TX", "Atlanta, GA"),
    ):
        bid(CarrierFactory(organization=acme, name=name), origin=origin, destination=destination)

    assert names(api) == names(api, radius=0) == ["both"]
    assert names(api, radius=75) == ["both", "near both"]
    assert names(api, radius=300) == ["both", "far", "near both", "near one"][:3]
    assert names(api, radius=5000) == ["both", "far", "near both", "near one"]


def test_unknown_place_is_compared_as_text_without_a_radius(api, carrier):
    bid(carrier, origin="Zzyzx Yard, ZZ")

    for written in ("Zzyzx Yard, ZZ", " zzyzx  yard,zz "):
        assert names(api, origin=written) == ["Blue Mesa"]
        assert names(api, origin=written, radius=0) == ["Blue Mesa"]
    assert names(api, origin="Zzyzx, ZZ") == []


def test_unknown_place_with_a_radius_is_told_with_near_spellings(api, carrier):
    answer = ask(api, CARRIERS, origin="Dallaz, TX", destination="Qqqqqq, GA", radius=75)

    origin, destination = problem(answer, 400)["errors"]
    assert (origin["field"], origin["code"]) == ("origin", "unknown_place")
    assert "Dallas, TX" in origin["detail"]
    assert (destination["field"], destination["code"]) == ("destination", "unknown_place")


def test_equipment_types_are_normalised(api, acme):
    for kind in ("van", "reefer", "flatbed", ""):
        load = load_between(acme, equipment_type=kind)
        bid(CarrierFactory(organization=acme, name=kind or "unknown"), load=load)

    assert names(api) == ["flatbed", "reefer", "unknown", "van"]
    for written, expected in {
        "van": ["van"],
        "53' Dry Van,REEFER": ["reefer", "van"],
        " v , , r": ["reefer", "van"],
        "FB": ["flatbed"],
        "tanker": [],
    }.items():
        assert names(api, equipmentTypes=written) == expected


def test_bids_of_other_equipment_count_for_nothing(api, acme, carrier):
    bid(carrier, 1000, load=load_between(acme, equipment_type="van"))
    bid(carrier, 3000, load=load_between(acme, equipment_type="reefer"))

    figures = {
        written: (record["avgRate"], record["lanes"][0]["totalBids"])
        for written in ("van", "reefer", "van,reefer")
        for record in found(api, equipmentTypes=written)["carriers"]
    }
    assert figures == {"van": ("1000.00", 1), "reefer": ("3000.00", 1), "van,reefer": ("2000.00", 2)}


def test_average_is_of_all_bids_on_the_lanes_returned(api, carrier):
    for amount in (1000, 1001, 1001, None):
        bid(carrier, amount)
    bid(carrier, 2000, origin="Fort Worth, TX")
    bid(carrier, 9999, origin="Houston, TX")

    (record,) = found(api, radius=75)["carriers"]
    assert record["avgRate"] == "1250.50"
    assert record["totalBids"] == 5
    assert [(lane["origin"], lane["avgRate"], lane["totalBids"]) for lane in record["lanes"]] == [
        ("Dallas, TX", "1000.67", 4),
        ("Fort Worth, TX", "2000.00", 1),
    ]


def test_booking_without_a_bid_counts_as_operated(api, acme, carrier):
    booking = BookingFactory(organization=acme, carrier=carrier, load=load_between(acme))

    (record,) = found(api)["carriers"]
    assert (record["avgRate"], record["lanes"][0]["totalBids"]) == (None, 0)
    booking.delete()
    assert names(api) == []


def test_delivered_load_counts_as_operated(api, acme, carrier):
    BookingFactory(organization=acme, carrier=carrier, load=load_between(acme, status="DELIVERED"))

    assert names(api) == ["Blue Mesa"]
    assert CarrierLane.unscoped.get().delivered == 1


def test_most_bids_come_first_then_names_then_keys(api, acme):
    for name, count in (("Beta", 1), ("Alpha", 1), ("Zulu", 2), ("Alpha", 1), ("", 1)):
        each = CarrierFactory(organization=acme, name=name)
        for _ in range(count):
            bid(each)

    records = found(api)["carriers"]
    assert [carrier["name"] for carrier in records] == ["Zulu", None, "Alpha", "Alpha", "Beta"]
    assert records[2]["id"] < records[3]["id"]
    pages = [found(api, limit=2, offset=offset) for offset in (0, 2, 4, 6)]
    assert [carrier for page in pages for carrier in page["carriers"]] == records
    assert {page["pagination"]["total"] for page in pages} == {5}


@pytest.mark.deep
def test_default_limit_is_a_hundred(api, acme):
    load = load_between(acme)
    for _ in range(101):
        bid(CarrierFactory(organization=acme), load=load)

    answer = found(api)
    assert (len(answer["carriers"]), answer["pagination"]["total"]) == (100, 101)
    assert len(found(api, limit=500)["carriers"]) == 101


def test_load_that_moves_away_is_found_elsewhere_at_once(api, carrier):
    load = bid(carrier).load

    houston = find_place_of("Houston, TX")
    Load.unscoped.filter(pk=load.pk).update(origin_city="Houston", origin_place=houston)
    assert names(api) == []
    assert names(api, origin="Houston, TX") == ["Blue Mesa"]


def test_carriers_of_another_organization_are_never_seen(api, rival, carrier):
    bid(CarrierFactory(organization=rival, name="Theirs"))
    assert names(api, radius=75) == []

    bid(carrier)
    assert names(api, radius=75) == ["Blue Mesa"]


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("asked", [{}, {"radius": 75, "equipmentTypes": "van"}])
def test_search_asks_the_database_twice(api, acme, django_assert_max_num_queries, asked):
    for number in range(30):
        bid(CarrierFactory(organization=acme, name=f"Carrier {number}"))
    found(api)  # the token's last use is noted once a minute, and the towns are remembered

    with django_assert_max_num_queries(2):  # token, search
        assert found(api, **asked)["pagination"]["total"] == 30
