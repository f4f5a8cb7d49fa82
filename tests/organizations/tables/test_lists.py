"""What every list of the dashboard does: whose rows it shows, its pages, what it makes of any address, its cost."""

import csv
import io

import pytest
from django.urls import reverse

from tests.organizations.tables.lists import LISTS, WITH_TOOLS

pytestmark = [pytest.mark.django_db, pytest.mark.sampled(12)]

HOSTILE = '<script>alert(1)</script>{{ 7|add:"7" }}{% now "Y" %}"\'&'


def every_list(test):
    """Of each list; two are quick, what a list is made of being the same for all."""
    return pytest.mark.deep_but(2)(pytest.mark.parametrize("listed", LISTS, ids=str)(test))


@pytest.fixture
def browser(client, broker):
    client.force_login(broker)
    return client


def look(browser, listed, query="", **headers):
    response = browser.get(f"{listed.url}{query}", headers=headers)
    assert response.status_code == 200
    return response


def table_of(response):
    return response.context["table"]


def keys(response) -> list[int]:
    """The rows' own keys, whatever a row is."""
    found = [row for group in table_of(response).groups for row in group.rows]
    return [getattr(row, "pk", None) or row.bid.pk for row in found]


@every_list
def test_only_the_organizations_own_rows_are_shown(browser, acme, rival, listed):
    listed.make(acme)
    for _ in range(3):
        listed.make(rival)
    response = look(browser, listed)
    assert table_of(response).total == len(keys(response)) == 1 + listed.already


@every_list
def test_empty_list_says_how_rows_come(browser, listed):
    response = look(browser, listed)
    assert listed.empty in response.text
    assert len(keys(response)) == listed.already


@every_list
def test_pages_have_each_row_once_and_an_exact_total(browser, acme, listed):
    total = listed.already
    while total < table_of(look(browser, listed)).page_size + 3:
        listed.make(acme)
        total += 1
        if total < 4:
            continue
        for _ in range(table_of(look(browser, listed)).page_size + 3 - total):
            listed.make(acme)
            total += 1
    first, second = look(browser, listed), look(browser, listed, "?page=2")
    assert (len(keys(first)), len(keys(second))) == (total - 3, 3)
    assert len({*keys(first), *keys(second)}) == total
    assert f"{total - 2}–{total} of {total} {table_of(second).noun}" in second.text
    assert keys(look(browser, listed, "?page=99")) == keys(second)


@pytest.mark.deep_but(of="listed")
@every_list
@pytest.mark.parametrize("page", ["abc", "0", "-1", "99", "9" * 5000, "١", "1.5", "1e9", ""])
def test_page_that_is_none_is_the_nearest(browser, acme, listed, page):
    listed.make(acme)
    assert len(keys(look(browser, listed, f"?page={page}"))) == 1 + listed.already


@every_list
def test_htmx_gets_the_table_alone(browser, acme, listed):
    listed.make(acme)
    table = listed.table.name
    part = look(browser, listed, **{"HX-Request": "true", "HX-Target": table})
    assert "<html" not in part.text
    assert f'id="{table}"' in part.text
    assert 'data-announce="' in part.text
    assert part["Vary"].count("HX-Target") == 1
    assert "<html" in look(browser, listed, **{"HX-Request": "true", "HX-Target": "main"}).text


@pytest.mark.deep_but(of="listed")
@pytest.mark.parametrize(
    ("listed", "wrong"), [(each, wrong) for each in LISTS for wrong in each.wrong], ids=str
)
def test_filter_that_makes_no_sense_is_told_and_left_out(browser, acme, listed, wrong):
    listed.make(acme)
    response = look(browser, listed, f"?{wrong}")
    field = response.context["table"].filters.form[wrong.partition("=")[0]]
    assert f"“{field.label}” ignored: " in response.text
    assert len(keys(response)) == 1


@pytest.mark.deep_but(of="listed")
@pytest.mark.parametrize("listed", [each for each in LISTS if each.text], ids=str)
@pytest.mark.parametrize("value", [HOSTILE[:60], "%", "\\", " , , ", "' OR 1=1", "x" * 5000, "شركة"])
def test_any_words_are_words(browser, acme, listed, value):
    listed.make(acme)
    response = browser.get(listed.url, {listed.text: value})
    assert response.status_code == 200
    assert "<script>alert" not in response.text
    assert browser.get(f"{listed.url}?{listed.text}=%00").status_code == 400


@pytest.mark.deep_but(of="listed")
@every_list
@pytest.mark.parametrize("number", [1, 60])
def test_cost_is_the_same_however_many_rows(browser, acme, django_assert_num_queries, listed, number):
    for _ in range(number):
        listed.make(acme)
    look(browser, listed)
    with django_assert_num_queries(listed.queries):
        look(browser, listed)
    with django_assert_num_queries(listed.part_queries):
        look(browser, listed, **{"HX-Request": "true", "HX-Target": listed.table.name})


@every_list
def test_who_only_reads_has_no_buttons(client, viewer, acme, listed):
    listed.make(acme)
    client.force_login(viewer)
    response = look(client, listed)
    assert not [column.name for column in table_of(response).shown.values() if column.needs]
    assert "<form method=post" not in response.text


# Columns and CSV


@every_list
def test_heads_of_buttons_are_for_screen_readers_alone(browser, acme, listed):
    listed.make(acme)
    response = look(browser, listed)
    for column in table_of(response).shown.values():
        if column.is_action:
            assert f'<span class="hidden-visually">{column.label}</span>' in response.text


@pytest.mark.parametrize("listed", WITH_TOOLS, ids=str)
def test_rows_have_a_cell_for_each_head(browser, acme, listed):
    listed.make(acme)
    for name in [column.name for column in listed.table.columns if not column.is_action]:
        response = look(browser, listed, f"?columns={name}")
        row = response.text.split("<tbody>")[1].split("</tbody>")[0]
        assert row.count("<td") + row.count("<th") == len(table_of(response).heads), name
        assert "data-open" in row


@pytest.mark.parametrize("listed", WITH_TOOLS, ids=str)
def test_csv_has_the_rows_and_columns_of_the_list(browser, acme, rival, listed):
    for owner in (acme, acme, rival):
        listed.make(owner)
    table = table_of(look(browser, listed))
    response = browser.get(reverse("organizations:export_list"), {"list": table.name})
    head, *rows = csv.reader(io.StringIO(response.getvalue().decode("utf-8-sig"), newline=""))
    cells = [cell for column in table.shown.values() for cell in column.cells.items()]
    assert head == [name for name, _ in cells]
    assert [row[0] for row in rows] == [str(cells[0][1](row)) for row in table.page]
