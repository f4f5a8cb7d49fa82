"""The strict JSON parser against everything that reliability.md's fourth promise names."""

from decimal import Decimal

import pytest

from organizations.api.parsers import InvalidBody, is_json, parse_strict, plain_json

HOSTILE = {
    "empty": (b"", "", "empty"),
    "white space": (b" \n", "", "empty"),
    "not JSON": (b"{'a': 1}", "", "malformed"),
    "cut off": (b'{"a": ', "", "malformed"),
    "more than one": (b"{} {}", "", "malformed"),
    "comma at the end": (b'{"a": 1,}', "", "malformed"),
    "not UTF-8": (b'{"a": "\xff"}', "", "not_utf8"),
    "UTF-16": ('{"a": 1}'.encode("utf-16"), "", "not_utf8"),
    "surrogate in bytes": (b'{"a": "\xed\xa0\x80"}', "", "not_utf8"),
    "array at the top": (b"[1]", "", "not_an_object"),
    "null at the top": (b"null", "", "not_an_object"),
    "text at the top": (b'"a"', "", "not_an_object"),
    "NaN": (b'{"a": NaN}', "a", "invalid_number"),
    "Infinity": (b'{"a": [1, -Infinity]}', "a.1", "invalid_number"),
    "1e400": (b'{"a": 1e400}', "a", "invalid_number"),
    "-1e400": (b'{"a": -1e400}', "a", "invalid_number"),
    "1e-400": (b'{"a": 1e-400}', "a", "invalid_number"),
    "endless exponent": (b'{"a": 1e9999999999999999999}', "a", "invalid_number"),
    "int64 and one": (b'{"a": 9223372036854775808}', "a", "invalid_number"),
    "5000 digits": (b'{"a": ' + b"9" * 5000 + b"}", "a", "invalid_number"),
    "5000 decimals": (b'{"a": 0.' + b"1" * 5000 + b"}", "a", "invalid_number"),
    "U+0000 in a value": (rb'{"a": {"b": "x\u0000"}}', "a.b", "invalid_text"),
    "U+0000 in a key": (rb'{"a\u0000": 1}', r"a\u0000", "invalid_text"),
    "raw NUL": (b'{"a": "\x00"}', "", "malformed"),
    "lone surrogate in a value": (rb'{"a": ["\ud800"]}', "a.0", "invalid_text"),
    "lone surrogate in a key": (rb'{"\udfff": 1}', r"\udfff", "invalid_text"),
    "key twice": (b'{"a": {"b": 1, "b": 1}}', "a.b", "repeated"),
    "key twice by escape": (rb'{"a": 1, "\u0061": 2}', "a", "repeated"),
    "21 levels": (b'{"a":' + b"[" * 20 + b"]" * 20 + b"}", "", "too_deep"),
    "a million levels": (b'{"a":' + b"[" * 1_000_000, "", "too_many_values"),
    "5000 levels": (b'{"a":' * 5000 + b"1" + b"}" * 5000, "", "too_deep"),
    "10,001 values": (b'{"a":[' + b",".join([b"1"] * 10_001) + b"]}", "", "too_many_values"),
    "10,001 empty objects": (b'{"a":[' + b",".join([b"{}"] * 10_001) + b"]}", "", "too_many_values"),
    "quotes without end": (b'{"a": "' + rb"\"" * 400_000 + b"[" * 30, "", "malformed"),
    "backslash at the end": (b'{"a":' + b"[" * 15 + b'{"' * 6 + b"\\", "", "malformed"),
}


@pytest.mark.parametrize(("body", "field", "code"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_body_is_refused_naming_the_field(body, field, code):
    with pytest.raises(InvalidBody) as caught:
        parse_strict(body)

    assert [(error["field"], error["code"]) for error in caught.value.errors] == [(field, code)]
    assert caught.value.errors[0]["detail"]


def test_all_broken_rules_are_told_at_once():
    with pytest.raises(InvalidBody) as caught:
        parse_strict(rb'{"a": NaN, "b": [{"c": "\u0000"}, 1e999], "d": 1, "d": 2}')

    fields = {error["field"] for error in caught.value.errors}
    assert fields == {"a", "b.0.c", "b.1", "d"}


def test_errors_of_a_huge_body_are_capped():
    with pytest.raises(InvalidBody) as caught:
        parse_strict(b'{"a": [' + b",".join([b"NaN"] * 9000) + b"]}")

    assert len(caught.value.errors) == 100


def test_limits_are_reached_not_passed():
    assert parse_strict(b'{"a":' + b"[" * 19 + b"]" * 19 + b"}")
    assert len(parse_strict(b'{"a":[' + b",".join([b"1"] * 9_999) + b"]}")["a"]) == 9_999
    assert parse_strict(b'{"a": 9223372036854775807, "b": -9223372036854775808}')


def test_brackets_inside_of_texts_are_not_levels():
    assert parse_strict(b'{"a": "' + b"[{" * 20_000 + b'"}')


def test_fractions_stay_exact():
    assert parse_strict(b'{"rate": 1525.10, "miles": 1e3}') == {
        "rate": Decimal("1525.10"),
        "miles": Decimal(1000),
    }


def test_byte_order_mark_is_overlooked():
    assert parse_strict(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_astral_characters_pass():
    assert parse_strict(rb'{"a": "\ud83d\ude9a"}') == {"a": "🚚"}


def test_plain_json_is_storable():
    assert plain_json({"a": [Decimal("1.5"), {"b": Decimal(2)}], "c": 1, "d": True}) == {
        "a": [1.5, {"b": 2.0}],
        "c": 1,
        "d": True,
    }


@pytest.mark.parametrize(
    ("content_type", "expected"),
    [
        ("application/json", True),
        ("Application/JSON; charset=UTF-8", True),
        ('application/json; charset="utf-8"', True),
        ("application/json; charset=utf-16", False),
        ("application/json; charset=latin-1", False),
        ("application/jsonp", False),
        ("text/json", False),
        ("text/plain", False),
        ("application/x-www-form-urlencoded", False),
        ("", False),
        (";;;", False),
    ],
)
def test_content_type_is_json_in_utf8_or_not(content_type, expected):
    assert is_json(content_type) is expected
