"""Rows of CSV: quoted fields over several lines, and broken lines that take no other down."""

import pytest

from carriers.file_columns import delimiter_of, rows_of


def rows(*lines, columns=3, delimiter=",", longest=1_000):
    raw = [line if isinstance(line, bytes) else line.encode() for line in lines]
    numbered = [(number, line, len(line)) for number, line in enumerate(raw, 2)]
    return list(rows_of(numbered, delimiter=delimiter, columns=columns, longest=longest))


def test_plain_rows():
    assert [(row.number, row.cells) for row in rows('1,"a ""b"", c",d', "2,,")] == [
        (2, ["1", 'a "b", c', "d"]),
        (3, ["2", "", ""]),
    ]


def test_quoted_field_goes_on_over_lines():
    first, second = rows('1,"a', "", 'b",c', "2,d,e")
    assert (first.number, first.cells, first.raw) == (2, ["1", "a\n\nb", "c"], b'1,"a\n\nb",c')
    assert second.cells == ["2", "d", "e"]


def test_field_that_never_ends_spoils_its_own_line_alone():
    found = rows('1,"a,b', "2,c,d", "3,e,f")
    assert [(row.number, bool(row.problem)) for row in found] == [(2, True), (3, False), (4, False)]
    assert "isn't closed" in found[0].problem


def test_line_after_many_of_a_field_that_never_ends():
    found = rows('1,"a,b', *(f"{number},c,d" for number in range(2, 200)))
    assert [bool(row.problem) for row in found] == [True, *[False] * 198]
    assert [row.number for row in found] == list(range(2, 201))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1,2", "2 cells where the header has 3"),
        ("1,2,3,4", "4 cells where the header has 3"),
        ('1,"a" b,c', "after a closing quote"),
        (b"1,\x81\x8d,c", "neither UTF-8 nor"),
        ("1,2," + "x" * 2_000, "up to 1,000 bytes"),
    ],
)
def test_bad_rows(line, words):
    found = rows(line, "2,c,d")
    assert words in found[0].problem
    assert found[1].cells == ["2", "c", "d"]


def test_empty_cells_behind_the_header_do_not_matter():
    assert rows("1,2,3,,")[0].problem == ""


def test_windows_1252():
    assert rows("1,Montréal,c".encode("cp1252"))[0].cells[1] == "Montréal"


@pytest.mark.parametrize(
    ("header", "expected"), [("a,b;c,d", ","), ("a;b;c", ";"), ("a\tb", "\t"), ("a|b|c", "|"), ("a", ",")]
)
def test_delimiter(header, expected):
    assert delimiter_of(header) == expected
