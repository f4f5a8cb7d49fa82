"""What a hostile or careless client sends, over every operation that it can reach.

Each row: a 400 that names the field, nothing stored (but a refused load event, which is kept), and the next request is
fine. The parser and the query reader have their own tests, rule by rule; here the whole service stands behind them.
"""

import json
from itertools import pairwise
from urllib.parse import urlencode

import pytest

from loads.models import LoadEvent
from tests.api.desk import (
    BOOK,
    CALLS,
    CARRIERS,
    CHECK,
    CUSTOM,
    EVENTS,
    GETS,
    GOOD,
    HOLD,
    LISTS,
    POSTS,
    RELEASE,
    SALES,
    ask,
    post,
    problem,
    row_counts,
    wrong_fields,
)

pytestmark = pytest.mark.sampled(14)

# Where a value of any type can stand, by operation: what isn't read is parsed and kept all the same.
ANYWHERE = {
    EVENTS: ["tms.note", "stops.0.note"],
    CHECK: ["metadata.note", "metadata.deep.0.note", "loadStops.0.note"],
    SALES: ["metadata.note", "metadata.deep.0.note", "note"],
    CUSTOM: ["dynamicVariables.note", "note"],
    BOOK: ["note"],
    HOLD: ["note"],
    RELEASE: ["note"],
}
TEXTS = {
    EVENTS: ["id", "commodity", "origin.city", "stops.0.address.street"],
    CHECK: ["loadNumber", "nextStopCity", "loadStops.0.address.city", "toPhone"],
    SALES: ["loadId", "contactName", "toPhone"],
    CUSTOM: ["toPhone", "dynamicVariables.name"],
    BOOK: ["loadId", "carrier"],
    HOLD: ["loadId", "reason"],
    RELEASE: ["loadId"],
}
NUMBERS = {
    EVENTS: ["weight", "maxRate"],
    CHECK: ["reeferTemperature"],
    SALES: ["dotNumber"],
    CUSTOM: ["dynamicVariables.rate"],
    BOOK: ["amount"],
}
TIMES = {
    EVENTS: ["pickupTime", "dropoffEndTime", "stops.0.windowStart", "stops.0.windowEnd"],
    CHECK: ["nextStopApptStart", "loadStops.0.windowEnd"],
}
ZONES = {
    EVENTS: ["origin.timezone", "destination.timezone", "stops.0.address.timezone"],
    CHECK: ["loadStops.0.address.timezone"],
}
MOMENTS = {url: ["startTime", "endTime"] for url in LISTS}
COUNTS = {url: ["limit", "offset"] for url in GETS}
RADIUS = {CARRIERS: ["radius"]}
FILTERS = {url: ["loadId", "mcNumber"] for url in LISTS} | {
    CARRIERS: ["origin", "destination", "equipmentTypes"]
}
QUERY_TEXTS = {url: [*FILTERS[url], "startTime", "limit"] for url in LISTS} | {
    CARRIERS: [*FILTERS[CARRIERS], "radius", "limit"]
}

# Bodies: raw JSON for the value, and where it can stand. The keys are the promise's classes.
BODIES = {
    "NUL": [
        (rb'"a\u0000b"', [ANYWHERE, TEXTS]),
        (rb'{"x": ["\u0000"]}', [ANYWHERE]),
    ],
    "lone surrogate": [(rb'"\ud800"', [ANYWHERE, TEXTS]), (rb'"\udfff\ud800"', [ANYWHERE])],
    "number without end": [
        (b"1e400", [ANYWHERE, NUMBERS]),
        (b"-1e400", [NUMBERS]),
        (b"NaN", [NUMBERS]),
        (b"-Infinity", [NUMBERS, ANYWHERE]),
    ],
    "integer past int64": [(b"9223372036854775808", [ANYWHERE, NUMBERS]), (b"9" * 5000, [ANYWHERE, NUMBERS])],
    "no such day": [
        (b'"2026-02-30T08:00:00"', [TIMES]),
        (b'"2026-02-30"', [TIMES]),
        (b'"0001-01-01T00:00:00"', [TIMES]),
        (b'"9999-12-31T23:59:59"', [TIMES]),
    ],
    "no such zone": [
        (json.dumps(name).encode(), [ZONES]) for name in ("America", "../../etc/passwd", "\n", "Factory")
    ],
    "key twice": [(b'{"a": 1, "a": 1}', [ANYWHERE])],
}
SHAPES = [
    (EVENTS, "stops", [None], "stops.0"),
    (EVENTS, "stops", ["Chicago"], "stops.0"),
    (EVENTS, "stops", [[]], "stops.0"),
    (EVENTS, "origin", "Chicago", "origin"),
    (EVENTS, "destination", [{}], "destination"),
    (EVENTS, "stops", [{"address": "Chicago"}], "stops.0.address"),
    (CHECK, "loadStops", [None], "loadStops.0"),
    (CHECK, "loadStops", "Chicago", "loadStops"),
    (CHECK, "loadStops", [{"address": ["Chicago"]}], "loadStops.0.address"),
    (CHECK, "metadata", [None], "metadata"),
    (SALES, "metadata", "Chicago", "metadata"),
    (SALES, "dotNumber", [2790123], "dotNumber"),
    (SALES, "dotNumber", "2790123", "dotNumber"),
    (SALES, "dotNumber", "DOT 2790123", "dotNumber"),
    (SALES, "dotNumber", 2790123.5, "dotNumber"),
    (SALES, "dotNumber", 0, "dotNumber"),
    (SALES, "dotNumber", -2790123, "dotNumber"),
    (SALES, "dotNumber", True, "dotNumber"),
    (SALES, "loadId", 8, "loadId"),
    (SALES, "loadId", " ", "loadId"),
    (SALES, "loadId", ["L-8"], "loadId"),
    (BOOK, "loadId", 7, "loadId"),
    (BOOK, "carrier", 2790555, "carrier"),
    (BOOK, "carrier", "2790555", "carrier"),
    (BOOK, "carrier", "MC 0", "carrier"),
    (BOOK, "carrier", "DOT 12345678901", "carrier"),
    (BOOK, "carrier", "DOT ٢٧٩", "carrier"),
    (BOOK, "carrier", ["DOT 2790555"], "carrier"),
    (BOOK, "amount", "1600", "amount"),
    (BOOK, "amount", 0, "amount"),
    (BOOK, "amount", True, "amount"),
    (BOOK, "confirm", "true", "confirm"),
    (HOLD, "loadId", ["L-6"], "loadId"),
    (HOLD, "loadId", " ", "loadId"),
    (HOLD, "reason", "x" * 201, "reason"),
    (RELEASE, "loadId", None, "loadId"),
    (CUSTOM, "dynamicVariables", [None], "dynamicVariables"),
    (CUSTOM, "dynamicVariables", {"name": [None]}, "dynamicVariables.name"),
    (CUSTOM, "dynamicVariables", "Chicago", "dynamicVariables"),
]

DEEP = [
    b"[" * 25 + b"]" * 25,
    b'{"a":' * 3000 + b"1" + b"}" * 3000,
    b"[" * 500_000,
    b"[" + b"{}," * 20_000 + b"{}]",
]

NO_OBJECTS = [
    b"",
    b"null",
    b"[{}]",
    b'"x"',
    b'{"id": "L-1"',
    b'{"id": "L-\xff", "toPhone": "\xc3"}',
    '{"id": "L-1"}'.encode("utf-16"),
    b'{"id": "\xed\xa0\x80"}',
    b"id=L-1&toPhone=%2B13125550123",
]

# Query parameters, as they stand in the address.
QUERIES = {
    "not a number": [
        *((each, [COUNTS, RADIUS]) for each in ("abc", "%D9%A1%D9%A2", "0x10", "%2B1")),
        *((each, [COUNTS]) for each in ("1.5", "1e2")),
        *((each, [RADIUS]) for each in ("NaN", "-Infinity", "1_0", "75mi", ".5", "1e", "-0.1", "-1e400")),
    ],
    "integer past int64": [
        (each, [COUNTS]) for each in ("9223372036854775808", "9" * 400, "-9223372036854775809")
    ],
    "no such day": [
        (each, [MOMENTS])
        for each in (
            "2026-02-30",
            "0000-01-01",
            "10000-01-01",
            "2026-03-02T24:00:00Z",
            "2026-03-02T10:00:00+99:00",
        )
    ],
    "NUL": [("%00", [QUERY_TEXTS]), ("a%00b", [QUERY_TEXTS])],
    "not UTF-8": [("%FF", [QUERY_TEXTS]), ("%ED%A0%80", [QUERY_TEXTS]), ("%C3", [QUERY_TEXTS])],
    "too long": [("x" * 501, [FILTERS])],
    "nothing named": [(each, [{CARRIERS: ["equipmentTypes"]}]) for each in (",", "%20,,", "_")],
}


def with_raw(url, path, raw):
    """The good body with raw JSON where the dotted path leads."""
    steps = path.split(".")
    body = json.loads(json.dumps(GOOD[url]))
    inner = body
    for step, following in pairwise(steps):
        empty = [{}] if following.isdigit() else {}
        inner = inner[int(step)] if step.isdigit() else inner.setdefault(step, empty)
    inner[steps[-1]] = "HERE"
    return json.dumps(body).encode().replace(b'"HERE"', raw)


def table(traps):
    """Rows of parametrize: an operation, and every value of a class in every place where it can stand."""
    rows = {}
    for trap, cases in traps.items():
        for value, where in cases:
            for url, paths in [each for places in where for each in places.items()]:
                rows.setdefault((trap, url), []).extend((path, value) for path in paths)
    return {
        "argnames": ("url", "cases"),
        "argvalues": [(url, cases) for (_, url), cases in rows.items()],
        "ids": [f"{trap}-{url.rsplit('/', 1)[1]}" for trap, url in rows],
    }


@pytest.fixture
def refused(api, desk):
    """Hold the answer to a hostile request to what all of them get; returns the fields that it names."""
    ask(api, CALLS)  # the token's first use is noted

    def check(url, send):
        before = row_counts()
        accepted = LoadEvent.unscoped.filter(is_accepted=True).count()
        found = wrong_fields(send())
        kept = {"loads_loadevent": before["loads_loadevent"] + 1} if url == EVENTS else {}
        assert row_counts() == before | kept
        assert LoadEvent.unscoped.filter(is_accepted=True).count() == accepted
        assert ask(api, url).status_code == 200
        return found

    return check


@pytest.mark.deep_but(
    "NUL-events", "lone surrogate-create-phone-call", "integer past int64-create-phone-call", "key twice-*"
)
@pytest.mark.parametrize(**table(BODIES))
def test_body_with_a_trap_is_refused(api, refused, url, cases):
    for path, value in cases:
        (field,) = refused(url, lambda path=path, value=value: post(api, url, with_raw(url, path, value)))
        assert field == path or field.startswith(f"{path}."), (path, value)


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("url", POSTS)
def test_key_with_a_trap_is_refused(api, refused, url):
    path = ANYWHERE[url][0]
    body = with_raw(url, path, b'"x"').replace(b'"note"', rb'"note\u0000"')

    assert refused(url, lambda: post(api, url, body)) == {rf"{path}\u0000"}


@pytest.mark.deep_but(1)
@pytest.mark.parametrize(
    ("url", "path"),
    [
        (EVENTS, "weight"),
        (EVENTS, "maxRate"),
        (CHECK, "reeferTemperature"),
        (SALES, "dotNumber"),
        (BOOK, "amount"),
    ],
)
def test_number_that_no_column_holds_is_refused(api, refused, url, path):
    for value in (b"2147483648", b"9223372036854775807", b"1e300", b"1000000000"):
        assert refused(url, lambda value=value: post(api, url, with_raw(url, path, value))) == {path}


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("url", POSTS)
def test_number_that_only_json_holds_is_kept(api, desk, url):
    for value in (b"2147483648", b"-9223372036854775808", b"1e300", b"0.1", b"1e-300"):
        assert post(api, url, with_raw(url, ANYWHERE[url][0], value)).status_code == 200


@pytest.mark.deep_but(4)
@pytest.mark.parametrize(("url", "name", "value", "field"), SHAPES)
def test_wrong_shape_is_refused(api, refused, url, name, value, field):
    assert refused(url, lambda: ask(api, url, **{name: value})) == {field}


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("url", POSTS)
def test_deep_or_wide_body_is_refused(api, refused, url):
    for value in DEEP:
        assert refused(url, lambda value=value: post(api, url, with_raw(url, ANYWHERE[url][0], value))) == {
            ""
        }


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("url", POSTS)
def test_body_that_is_no_json_object_is_refused(api, refused, url):
    for body in NO_OBJECTS:
        assert refused(url, lambda body=body: post(api, url, body)) == {""}


@pytest.mark.deep_but("NUL-bids", "too long-calls", "nothing named-*")
@pytest.mark.parametrize(**table(QUERIES))
def test_query_with_a_trap_is_refused(api, refused, url, cases):
    for path, value in cases:
        rest = urlencode({name: good for name, good in GETS[url].items() if name != path})
        query = f"{url}?{path}={value}&{rest}"
        assert refused(url, lambda query=query: api.get(query)) == {path}, query


@pytest.mark.deep_but(2)
@pytest.mark.parametrize("url", LISTS)
@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("0001-01-01", "9999-12-31"),
        ("0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"),
        ("2026-03-02T15:00:00+05:00", "2026-03-02T16:00:00 05:00"),  # a plus that nobody encoded
    ],
)
def test_farthest_times_and_a_bare_plus_are_understood(api, desk, url, start, end):
    response = api.get(f"{url}?startTime={start}&endTime={end}")

    assert response.status_code == 200, response.content


@pytest.mark.deep_but(2)
@pytest.mark.parametrize(
    ("slug", "status"),
    [
        ("a%00b", 400),
        ("%FF", 404),
        ("%ED%A0%80", 404),
        ("x" * 5000, 404),
        ("..%2F..%2Fetc%2Fpasswd", 404),
        ("9" * 30, 404),
        ("%7B%7Bname%7D%7D", 404),
    ],
)
def test_path_with_a_trap_finds_nothing(api, desk, slug, status):
    before = row_counts()

    problem(post(api, CUSTOM.replace("desk", slug), GOOD[CUSTOM]), status)
    assert row_counts() == before
    assert ask(api, CUSTOM).status_code == 200


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("url", POSTS)
def test_idempotency_key_with_a_trap_is_refused(api, desk, url):
    before = row_counts()

    for key in ("", " ", "x" * 256, "a b", "a\tb", "é"):
        answer = post(api, url, GOOD[url], **{"Idempotency-Key": key})
        assert wrong_fields(answer) == {"Idempotency-Key"}, key
    assert row_counts() == before
    assert post(api, url, GOOD[url], **{"Idempotency-Key": "x" * 255}).status_code == 200


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("url", POSTS)
def test_huge_body_is_too_large(api, desk, url):
    before = row_counts()

    problem(post(api, url, GOOD[url] | {"note": "x" * 1_048_576}), 413)
    assert row_counts() == before
    assert ask(api, url).status_code == 200


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("url", POSTS)
def test_wrong_content_type_is_unsupported(api, desk, url):
    before = row_counts()

    for content_type in (
        "text/plain",
        "text/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=utf-16",
        "application/xml",
        "",
    ):
        problem(post(api, url, GOOD[url], content_type=content_type), 415)
    assert row_counts() == before
    assert ask(api, url).status_code == 200


# Pages and the sign-in take no JSON; what isn't text is a 400 there too.


@pytest.mark.parametrize("path", ["/loads/", "/calls/", "/sign-in/"])
def test_page_takes_no_broken_text(client, broker, path):
    client.force_login(broker)

    for query in ("q=%00", "status=a%00", "page=%FF", "load=%ED%A0%80", "%00=1", "next=%00"):
        assert client.get(f"{path}?{query}").status_code == 400
    assert client.get(path).status_code in (200, 302)
