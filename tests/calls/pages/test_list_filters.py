"""The filters of the list of calls, and whatever else stands in its address."""

import pytest

from tests.calls.pages.making import LIST, shown

pytestmark = pytest.mark.deep


@pytest.mark.parametrize(
    "query",
    [
        {"direction": "inbound"},
        {"status": "VOICEMAIL"},
        {"tag": "follow_up"},
        {"load": "A&B 1"},
        {"mc": "MC-790123"},
        {"day": "2026-03-01"},
        {"day": "2026-03-01", "load": "A&B 1", "status": "VOICEMAIL", "direction": "inbound", "mc": "790123"},
    ],
    ids=lambda query: "+".join(query),
)
def test_list_filters(page, two, query):
    assert shown(page.get(LIST, query)) == [two.pk]


@pytest.mark.parametrize("query", [{"load": "A&B"}, {"mc": "1"}, {"tag": "dropped"}, {"status": "live"}])
def test_list_that_finds_nothing_says_so(page, two, query):
    assert "No call matches" in page.get(LIST, query).text


@pytest.mark.parametrize(
    "query",
    [
        {"direction": "sideways"},
        {"status": "ANSWERED"},
        {"status": "' OR 1=1"},
        {"mc": "none"},
        {"mc": "١٢"},
        {"day": "2026-02-30"},
        {"day": "0001-01-01"},
        {"day": "9999-12-31"},
        {"tag": "t" * 41},
        {"load": "L" * 65},
    ],
    ids=str,
)
def test_list_leaves_a_bad_filter_out_and_says_so(page, two, query):
    response = page.get(LIST, query)
    assert response.status_code == 200
    assert "is left out" in response.text
    assert len(shown(response)) == 2


@pytest.mark.parametrize("number", ["", "0", "-1", "abc", "1e9", "9" * 30, "١"])
def test_list_takes_any_page_number(page, two, number):
    assert len(shown(page.get(LIST, {"page": number}))) == 2


def test_list_refuses_text_that_is_none(page):
    assert page.get(f"{LIST}?load=%00").status_code < 500
    assert page.get(f"{LIST}?tag=%ff").status_code < 500
