"""Log lines: phone numbers and one-time links are masked, and nothing else is touched."""

import uuid
from datetime import UTC, datetime

import phonenumbers
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from phonenumbers import PhoneNumberFormat

from organizations import logs
from organizations.logs import mask_number, mask_paths, mask_phones

TOKEN = "dQw4w9WgXcQ-dQw4w9WgXcQ-dQw4w9WgXcQ"

# Of rows, and of carriers: no key of ours comes near the two billion from which a number can be dialed.
ids = st.integers(0, 2_000_000_000).map(str)
uuids = st.one_of(
    st.uuids().map(str),
    st.uuids().map(lambda value: value.hex),
    st.integers(0, 2**128 - 1).map(lambda value: str(uuid.UUID(int=value))),
)
sids = st.tuples(
    st.sampled_from(["CA", "AC", "RE", "PN"]),
    st.one_of(
        st.text("0123456789abcdef", min_size=32, max_size=32), st.text("0123456789", min_size=32, max_size=32)
    ),
).map("".join)
times = st.datetimes(datetime(2000, 1, 1), datetime(2099, 1, 1)).flatmap(
    lambda moment: st.sampled_from(
        [
            moment.isoformat(),
            moment.isoformat(" ", "seconds"),
            moment.replace(tzinfo=UTC).isoformat(),
            moment.replace(tzinfo=UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            f"{moment.isoformat()}-0500",
            f"{moment:%Y%m%dT%H%M%SZ}",
            str(moment.date()),
        ]
    )
)
frames = st.sampled_from(
    ["{}", "call {} ended", "[{}]", "id={}, again", "/calls/{}/recording", "('{}',)", "{}: {}"]
)
numbers = (
    st.tuples(st.sampled_from([201, 214, 312, 469, 615, 713, 901, 972]), st.integers(2_000_000, 9_999_999))
    .map(lambda parts: "{}{}".format(*parts))
    .filter(lambda digits: phonenumbers.is_valid_number(phonenumbers.parse(digits, "US")))
)
writings = st.sampled_from(
    [
        "+1{}{}{}",
        "{}-{}-{}",
        "({}) {}-{}",
        "{}.{}.{}",
        "{} {} {}",
        "1-{}-{}-{}",
        "+1 {} {} {}",
        "+1 ({}) {}-{}",
        "{}{}{}",
    ]
)
around = st.sampled_from(
    ["{}", "no answer at {}.", "to={}, attempt 2", "'{}'", "call {} of 2026-03-02T15:04:05Z"]
)


@given(exact=st.one_of(ids, uuids, sids, times), frame=frames)
@example(exact="21455501-0021-4555-8100-214555010012", frame="{}")
@example(exact="2026-03-02T15:04:05.214555-0100", frame="{}")
@example(exact="CA21455501002145550100214555010021", frame="{}")
def test_what_is_no_phone_number_stays(exact, frame):
    text = frame.format(exact, exact)

    assert mask_phones(text) == text


@given(digits=numbers, writing=writings, frame=around)
def test_phone_number_is_masked(digits, writing, frame):
    number = writing.format(digits[:3], digits[3:6], digits[6:])

    assert mask_phones(frame.format(number)) == frame.format(f"•••{digits[-4:]}")


@pytest.mark.parametrize("region", ["CA", "MX", "GB", "DE", "IN", "PH"])
def test_number_abroad_is_masked(region):
    number = phonenumbers.example_number(region)
    for form in (PhoneNumberFormat.E164, PhoneNumberFormat.INTERNATIONAL):
        written = phonenumbers.format_number(number, form)
        assert mask_phones(f"called {written}, nobody there") == f"called •••{written[-4:]}, nobody there"


def test_number_that_nobody_has_is_masked():
    assert mask_phones("The number +15551234567 is not a valid phone number") == (
        "The number •••4567 is not a valid phone number"
    )


def test_several_numbers_and_ids_stand_beside_each_other():
    text = f"CA{'0' * 31}7 from +12145550100 to (312) 555-0199 at 2026-03-02T15:04:05Z"

    assert mask_phones(text) == f"CA{'0' * 31}7 from •••0100 to •••0199 at 2026-03-02T15:04:05Z"


@pytest.mark.parametrize(
    ("number", "masked"), [("+12145550100", "•••0100"), ("sip:+12145550100@a.test", "•••0100"), ("", "")]
)
def test_field_of_a_number_is_masked_whatever_it_holds(number, masked):
    assert mask_number(number) == masked


# One-time links

LINKS = [
    f"/invitations/{TOKEN}/",
    f"/invitations/{TOKEN}",
    f"/invitations/{TOKEN}/).",
    f"/password/6g-{TOKEN}/",
]


@pytest.mark.django_db
@pytest.mark.parametrize("path", LINKS)
def test_token_of_a_link_stays_out_of_the_access_line(client, caplog, path):
    caplog.set_level("INFO")
    client.get(path)

    (record,) = [record for record in caplog.records if record.name == "organizations.access"]
    assert TOKEN not in str(record.msg)
    assert record.msg["path"].startswith(path.partition(TOKEN)[0] + "•••")


def test_token_stays_out_of_what_django_says():
    said = f"Forbidden (CSRF token missing.): /invitations/{TOKEN}/"

    assert mask_paths(said) == "Forbidden (CSRF token missing.): /invitations/•••/"


def test_other_paths_stay():
    said = "Not Found: /calls/2026/?token=x and /api/v1/nowhere, /"

    assert mask_paths(said) == said


# Lines as they are written


def test_line_is_masked_by_field():
    written = logs._mask(
        None,
        "info",
        {
            "logger": "calls.services.dialing",
            "event": "call to (214) 555-0100 placed",
            "to": "+12145550100",
            "sid": f"CA{'2145550100' * 3}12",
            "call": 2145550100,
            "error": "Provider('+12145550100 is busy')",
        },
    )

    assert written == {
        "logger": "calls.services.dialing",
        "event": "call to •••0100 placed",
        "to": "•••0100",
        "sid": f"CA{'2145550100' * 3}12",
        "call": 2145550100,
        "error": "Provider('•••0100 is busy')",
    }


def test_django_logs_a_path_without_its_token():
    written = logs._mask(
        None, "error", {"logger": "django.request", "event": f"Internal Server Error: /invitations/{TOKEN}/"}
    )

    assert written["event"] == "Internal Server Error: /invitations/•••/"
