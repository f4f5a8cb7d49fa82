"""The two lists over the API: the same few queries for every page, and pages that fit together without a gap."""

from datetime import timedelta

import pytest
from django.db import connection

from organizations.sql import fetch_planned, planned_cursor
from tests.factories import NOW, BidFactory, CallFactory, ConversationFactory, LoadFactory

LISTS = {"/api/v1/calls": "calls", "/api/v1/bids": "salesBids"}
PERIOD = {"startTime": "2026-02-20T15:30", "endTime": "2026-03-02T15:01"}


@pytest.fixture
def history(acme, rival):
    """Nine days of calls and bids of acme, and one of another organization."""
    load = LoadFactory(organization=acme, external_id="L-1")
    for hours in range(0, 9 * 24, 7):
        at = NOW - timedelta(hours=hours)
        talk = ConversationFactory(organization=acme, created_at=at, mc_number="790123")
        CallFactory(organization=acme, conversation=talk)
        BidFactory(organization=acme, conversation=talk, load=load, discussed_at=at)
    CallFactory(organization=rival)


@pytest.mark.deep_but(3)
@pytest.mark.parametrize("url", LISTS)
@pytest.mark.parametrize(
    "asked", [{}, {"offset": 17}, {"offset": 9999}, {"mcNumber": "790123"}, {"loadId": "L-1"}]
)
def test_list_asks_the_database_three_times(api, history, url, asked, django_assert_max_num_queries):
    api.get(url, PERIOD)  # the token's last use is noted once a minute

    with django_assert_max_num_queries(3):  # token, total, page
        assert api.get(url, PERIOD | asked).status_code == 200


@pytest.mark.parametrize(("url", "records"), LISTS.items())
def test_pages_make_up_the_whole_list(api, history, url, records):
    whole = api.get(url, PERIOD).json()
    pages = [api.get(url, PERIOD | {"limit": 4, "offset": offset}).json() for offset in range(0, 36, 4)]

    assert whole["pagination"] == {"limit": 100, "offset": 0, "total": 31}
    assert {page["pagination"]["total"] for page in pages} == {31}
    assert [record for page in pages for record in page[records]] == whole[records]


@pytest.mark.django_db
def test_frequent_statement_is_planned_once():
    statement = "SELECT count(*) FROM organizations_organization WHERE id = %s"
    for number in range(10):
        assert fetch_planned(statement, [number]) == [(0,)]

    with planned_cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s",
            ["%" + statement[:50] + "%"],
        )
        assert cursor.fetchone() == (1,)


@pytest.mark.django_db
def test_statement_works_unprepared_behind_a_pooler():
    connection.ensure_connection()
    threshold, connection.connection.prepare_threshold = connection.connection.prepare_threshold, None
    try:
        assert [fetch_planned("SELECT %s::int + 1", [1]) for _ in range(10)] == [[(2,)]] * 10
    finally:
        connection.connection.prepare_threshold = threshold
