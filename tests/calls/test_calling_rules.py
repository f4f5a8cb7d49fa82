"""Which numbers may be called: the form that is asked for, and whose numbers they are."""

import pytest

from calls.calling_rules import (
    Called,
    Destination,
    Hours,
    NotDialable,
    judge,
    judge_destination,
    read_destination,
)
from tests.factories import NOW

HOME = ["US", "CA"]


@pytest.mark.parametrize(
    ("text", "destination"),
    [
        ("+13125550123", Destination("+13125550123", "", "US")),
        ("+13125550123;ext=42", Destination("+13125550123", "42", "US")),
        ("+13125550123;ext=1234567890", Destination("+13125550123", "1234567890", "US")),
        ("+13125550123;ext=007", Destination("+13125550123", "007", "US")),
        ("+14165550123", Destination("+14165550123", "", "CA")),
        ("+18005550199", Destination("+18005550199", "", "US")),
        ("+18765550123", Destination("+18765550123", "", "JM")),
        ("+442079460958", Destination("+442079460958", "", "GB")),
        ("+525512345678", Destination("+525512345678", "", "MX")),
    ],
)
def test_destination_is_read(text, destination):
    assert read_destination(text) == destination


@pytest.mark.parametrize(
    "text",
    [
        "",
        "+",
        "3125550123",
        "13125550123",
        "(312) 555-0123",
        "+1 312 555 0123",
        "+1-312-555-0123",
        " +13125550123",
        "+13125550123 ",
        "+13125550123\n",
        "tel:+13125550123",
        "sip:driver@example.com",
        "client:driver",
        "+03125550123",
        "++13125550123",
        "+١٣١٢٥٥٥٠١٢٣",
        "+1312555012３",
        "+13125550123\x00",
        "+13125550123;ext=",
        "+13125550123;ext=12345678901",
        "+13125550123;ext=4a",
        "+13125550123;ext=٤",
        "+13125550123;ext=1;ext=2",
        "+13125550123;EXT=42",
        "+13125550123,42",
        "+13125550123x42",
        "+1312555012",
        "+131255501234",
        "+1312555012345678",
        "+" + "1" * 10_000,
        "+10005550123",
        "+1911",
        "911",
        "+1411",
        "+1311",
        "+19115550123",
        "+14115550123",
        "+44999",
        "+441120000",
        "+52911",
        "+19995550123",
        "+9991234567",
    ],
)
def test_other_texts_are_no_destination(text):
    with pytest.raises(NotDialable):
        read_destination(text)


def refusal(text, countries=HOME):
    return judge_destination(read_destination(text), countries=countries)


@pytest.mark.parametrize("text", ["+13125550123", "+14165550123", "+18005550199", "+13125550123;ext=9"])
def test_home_may_be_called(text):
    assert refusal(text) is None


@pytest.mark.parametrize(
    ("text", "region"),
    [
        ("+18765550123", "JM"),
        ("+18095550123", "DO"),
        ("+12423225555", "BS"),
        ("+442079460958", "GB"),
        ("+525512345678", "MX"),
        ("+870773111632", "no single country"),  # a satellite
        ("+881612345678", "no single country"),
    ],
)
def test_abroad_may_not_be_called_also_where_it_begins_with_1(text, region):
    reason = refusal(text)

    assert reason.code == "destination_not_allowed"
    assert region in reason.detail
    assert reason.retry_at is None


def test_countries_that_the_organization_allows_may_be_called():
    assert refusal("+525512345678", [*HOME, "MX"]) is None


def test_nothing_may_be_called_where_nothing_is_allowed():
    assert "none" in refusal("+13125550123", []).detail


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("+19005550123", "US"),
        ("+19005550123;ext=1", "US"),
        ("+13129761234", "US"),  # a pay-per-call exchange
        ("+13125551212", "US"),  # directory assistance
        ("+15225550123", "US"),  # a personal number: its owner says what it costs
        ("+16225550123", "CA"),
        ("+449098790000", "GB"),  # premium rate
        ("+448431234567", "GB"),  # shared cost
        ("+447640123456", "GB"),  # pager
        ("+447012345678", "GB"),  # personal
    ],
)
def test_numbers_that_cost_extra_are_never_called(text, country):
    reason = refusal(text, [*HOME, country])

    assert reason.code == "destination_not_allowed"
    assert "don’t call" in reason.detail


@pytest.mark.parametrize(
    "text", ["+13129115555", "+13125559110", "+14165554111", "+19785550123", "+13129775555"]
)
def test_plain_numbers_that_look_like_services_may_be_called(text):
    assert refusal(text) is None


# All the rules together


def called(**changes):
    fine = {
        "destination": read_destination("+13125550123"),
        "countries": HOME,
        "hours": Hours(8, 21),
        "home_zone": "America/Chicago",
        "is_opted_out": False,
        "lacks_consent": False,
    }
    return Called(**fine | changes)


def test_call_that_nothing_speaks_against_is_allowed():
    assert judge(called(), at=NOW) is None


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"destination": read_destination("+442079460958")}, "destination_not_allowed"),
        ({"countries": ["CA"]}, "destination_not_allowed"),
        ({"is_opted_out": True}, "do_not_call"),
        ({"lacks_consent": True}, "no_consent"),
        ({"hours": Hours(10, 21)}, "outside_calling_window"),  # it is nine in Chicago
    ],
)
def test_each_rule_can_say_no(changes, code):
    assert judge(called(**changes), at=NOW).code == code


def test_what_time_does_not_cure_is_told_first():
    everything = {"countries": [], "is_opted_out": True, "lacks_consent": True, "hours": Hours(10, 11)}

    for code, cured in [
        ("destination_not_allowed", {"countries": HOME}),
        ("do_not_call", {"is_opted_out": False}),
        ("no_consent", {"lacks_consent": False}),
        ("outside_calling_window", {"hours": Hours(9, 10)}),
    ]:
        assert judge(called(**everything), at=NOW).code == code
        everything |= cured
    assert judge(called(**everything), at=NOW) is None


def test_number_that_tells_no_place_goes_by_the_organizations_clock():
    toll_free = {"destination": read_destination("+18005550199"), "hours": Hours(9, 10)}

    assert judge(called(**toll_free), at=NOW) is None
    assert judge(called(**toll_free, home_zone="America/New_York"), at=NOW)
