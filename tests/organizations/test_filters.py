"""Filters of lists: django-filter's sets over the strict query, as both lists use them."""

import pytest
from django.http import QueryDict

from bids.models import Bid
from calls.models import Conversation
from organizations.api.listing import Query, WindowFilterSet
from organizations.api.problems import Invalid
from tests.factories import BidFactory, CallFactory, ConversationFactory, LoadFactory

DAY = "startTime=2026-03-02&endTime=2026-03-02"
DAYS = "startTime=2026-02-28&endTime=2026-03-02"

# The one load's id is L-1, the one carrier's MC number 123456; 15:00 is when it was.
PASSES = [
    DAY,
    DAYS,
    f"{DAY}&loadId=L-1",
    f"{DAY}&loadId=&mcNumber=%09",
    f"{DAY}&loadId=%20L-1%20",
    f"{DAY}&mcNumber=MC%20123456",
    f"{DAY}&mcNumber=mc-123456&loadId=L-1&limit=5&other=x",
    "startTime=2026-03-02T15:00:00Z&endTime=2026-03-02T15:00:01Z",
]
PASSES_NOT = [
    "startTime=2026-03-01&endTime=2026-03-01",
    "startTime=2026-03-02&endTime=2026-03-02T15:00:00Z",
    f"{DAY}&loadId=L-2",
    f"{DAY}&loadId=l-1",
    f"{DAY}&mcNumber=1123456",
    f"{DAY}&mcNumber=MC",
    f"{DAY}&mcNumber=%D9%A1%D9%A2%D9%A3",
    f"{DAY}&mcNumber=123456&loadId=L-2",
]
WRONG = {
    "": {("startTime", "required"), ("endTime", "required")},
    "startTime=&endTime=%20": {("startTime", "blank"), ("endTime", "blank")},
    f"{DAY}&startTime=2026-03-02": {("startTime", "repeated")},
    "startTime=2026-03-02&endTime=2026-03-01": {("endTime", "end_before_start")},
    "endTime=2026-02-30&loadId=&mcNumber=%09": {
        ("startTime", "required"),
        ("endTime", "invalid"),
    },
    f"{DAY}&loadId=a&loadId=a&mcNumber=1&mcNumber=2": {("loadId", "repeated"), ("mcNumber", "repeated")},
    f"{DAY}&loadId={'x' * 501}&mcNumber={'1' * 501}": {("loadId", "max_length"), ("mcNumber", "max_length")},
}


@pytest.fixture(params=["calls", "bids"])
def rows(request, in_acme):
    """One call, or one bid, of each list."""
    load = LoadFactory(organization=in_acme, external_id="L-1")
    talk = ConversationFactory(organization=in_acme, mc_number="123456")
    if request.param == "bids":
        BidFactory(organization=in_acme, load=load, conversation=talk, mc_number="123456")
        return Bid.objects.all()
    CallFactory(organization=in_acme, conversation=talk)
    talk.load_links.create(organization=in_acme, load=load)
    return Conversation.objects.by_phone()


@pytest.mark.parametrize("query_string", PASSES)
def test_row_passes(rows, query_string):
    query = Query(QueryDict(query_string))
    found = WindowFilterSet(query, rows)

    assert found.qs.count() == 1
    assert found.is_valid()
    query.check()


@pytest.mark.parametrize("query_string", PASSES_NOT)
def test_row_does_not_pass(rows, query_string):
    query = Query(QueryDict(query_string))

    assert WindowFilterSet(query, rows).qs.count() == 0
    query.check()


@pytest.mark.parametrize("query_string", WRONG)
def test_everything_wrong_is_noted_and_nothing_asked(query_string, db, in_acme, django_assert_num_queries):
    query = Query(QueryDict(query_string))
    with django_assert_num_queries(0):
        found = WindowFilterSet(query, Bid.objects.all())
        assert found.qs is not None
        assert not found.is_valid()
        with pytest.raises(Invalid) as caught:
            query.check()

    assert {(error["field"], error["code"]) for error in caught.value.errors} == WRONG[query_string]
