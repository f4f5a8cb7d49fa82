"""Which numbers may be called: the form that is asked for, and whose numbers they are."""

import pytest

from calls.policy import Destination, NotAllowed, NotDialable, check_destination, read_destination

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
        "+19995550123",
        "+9991234567",
    ],
)
def test_other_texts_are_no_destination(text):
    with pytest.raises(NotDialable):
        read_destination(text)


@pytest.mark.parametrize("text", ["+13125550123", "+14165550123", "+18005550199", "+13125550123;ext=9"])
def test_home_may_be_called(text):
    check_destination(read_destination(text), countries=HOME)


@pytest.mark.parametrize(
    ("text", "region"),
    [
        ("+18765550123", "JM"),
        ("+18095550123", "DO"),
        ("+12423225555", "BS"),
        ("+442079460958", "GB"),
        ("+525512345678", "MX"),
        ("+870773111632", "no single country"),
    ],
)
def test_abroad_may_not_be_called_also_where_it_begins_with_1(text, region):
    with pytest.raises(NotAllowed) as caught:
        check_destination(read_destination(text), countries=HOME)

    assert caught.value.code == "destination_not_allowed"
    assert region in str(caught.value)


def test_countries_that_the_organization_allows_may_be_called():
    check_destination(read_destination("+525512345678"), countries=[*HOME, "MX"])


def test_nothing_may_be_called_where_nothing_is_allowed():
    with pytest.raises(NotAllowed, match="none"):
        check_destination(read_destination("+13125550123"), countries=[])


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("+19005550123", "US"),
        ("+19005550123;ext=1", "US"),
        ("+449098790000", "GB"),  # premium rate
        ("+448431234567", "GB"),  # shared cost
        ("+447640123456", "GB"),  # pager
    ],
)
def test_numbers_that_cost_extra_are_never_called(text, country):
    with pytest.raises(NotAllowed) as caught:
        check_destination(read_destination(text), countries=[*HOME, country])

    assert caught.value.code == "destination_not_allowed"
    assert "never called" in str(caught.value)
