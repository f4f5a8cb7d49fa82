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
    assert "No matching calls" in page.get(LIST, query).text
