"""What brokers type into forms that have somebody called."""

import pytest
from django.core.exceptions import ValidationError

from calls.forms.calls import destination_of


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("(312) 555-0142", "+13125550142"),
        ("312.555.0142", "+13125550142"),
        ("1 312 555 0142", "+13125550142"),
        ("+52 55 5123 4567", "+525551234567"),
        ("(312) 555-0142 ext. 42", "+13125550142;ext=42"),
        ("312-555-0142 x42", "+13125550142;ext=42"),
        ("312-555-0142, extension 9", "+13125550142;ext=9"),
        ("+13125550142;ext=42", "+13125550142;ext=42"),
        (" 3125550142 #7 ", "+13125550142;ext=7"),
    ],
)
def test_numbers_are_taken_as_people_write_them(typed, number):
    assert str(destination_of(typed)) == number


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "ext. 42",
        "911",
        "x" * 400,
        "312555014",
        "(312) 555-0142 ext. 42 or 43",
        "312 555 0142 ext. 12345678901",
    ],
)
def test_what_is_no_number_is_refused_with_an_example(typed):
    with pytest.raises(ValidationError, match=r"\(312\) 555-0142"):
        destination_of(typed)
