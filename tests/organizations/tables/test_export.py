"""The CSV: which rows and cells, what spreadsheets would run, what many rows cost."""

import csv
import io
import tracemalloc
from datetime import UTC, date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.http import QueryDict
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from loads.models import Load
from loads.tables import LoadTable
from organizations.dashboard import table
from organizations.dashboard.table_views import BYTE_ORDER_MARK, harmless, plain
from organizations.models import AuditEntry
from tests.factories import NOW, BidFactory, LoadFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(client, broker):
    client.force_login(broker)
    return client


def export(browser, **params):
    response = browser.get(reverse("organizations:export_list"), {"list": "loads"} | params)
    assert response.status_code == 200
    return response


def rows(response) -> list[dict[str, str]]:
    text = response.getvalue().decode()
    assert text.startswith(BYTE_ORDER_MARK)
    return list(csv.DictReader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline="")))


# Cells


@pytest.mark.parametrize(
    "text",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "  =1",
        '=HYPERLINK("http://evil.example";"click")',
        "=cmd|' /C calc'!A0",
        "＝1+1",
        "\ufeff=1+1",
        "\u200b=1+1",
        "\u00a0\u200d =1+1",
        "\x01@SUM(A1)",
        "\u2028+1",
        "\u0301-1",
        "|cmd",
        "%1",
        "\u00a0\ttext",
    ],
)
def test_formula_is_defused(text):
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["Dallas", "a=b", "1-2", "", "'quoted", "شركة", "48213"])
def test_other_text_stays(text):
    assert harmless(text) == text


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        (None, ""),
        (True, "yes"),
        (False, "no"),
        (0, "0"),
        (-7, "-7"),
        (Decimal("-12.50"), "-12.50"),
        (Decimal("123456789.00"), "123456789.00"),
        (Decimal("1E+3"), "1000"),
        (date(2026, 3, 2), "2026-03-02"),
        (datetime(2026, 3, 2, 15, 0, 7, tzinfo=UTC), "2026-03-02T09:00:07-06:00"),
        (datetime(2026, 3, 2, 8, 0, tzinfo=ZoneInfo("America/New_York")), "2026-03-02T08:00:00-05:00"),
        (datetime(2026, 3, 2, 8, 0), "2026-03-02T08:00"),
    ],
)
def test_value_as_a_cell(value, cell):
    assert plain(value, ZoneInfo("America/Chicago")) == cell


def test_hostile_facts_come_back_whole_and_harmless(browser, acme):
    nasty = 'He said "hi", then\r\nleft; \u202e <b> ü 🚚'
    LoadFactory(organization=acme, external_id="=1+1", customer_name=nasty, origin_city="@SUM(A1)")
    (row,) = rows(export(browser))
    assert (row["Load"], row["Customer"], row["Origin city"]) == ("'=1+1", nasty, "'@SUM(A1)")


# Rows


def test_rows_are_those_of_the_list_in_its_order(browser, acme, rival):
    for number, rate in enumerate((100, 300, None, 200)):
        LoadFactory(organization=acme, external_id=f"L{number}", customer_rate=rate)
    LoadFactory(organization=acme, external_id="gone", status="DELIVERED")
    LoadFactory(organization=rival, external_id="theirs")
    found = rows(export(browser, sort="-rate"))
    assert [row["Load"] for row in found] == ["L1", "L3", "L0", "L2"]
    assert [row["Load"] for row in rows(export(browser, status="DELIVERED"))] == ["gone"]


def test_columns_are_those_that_are_shown(browser, acme):
    load = LoadFactory(organization=acme, customer_rate=2000, pickup_time=datetime(2026, 3, 4, 8))
    BidFactory(organization=acme, load=load, amount=Decimal(1900))
    BidFactory(organization=acme, load=load, amount=Decimal(1700))
    BidFactory(organization=acme, load=load, amount=Decimal(1500), status="REJECTED")
    (row,) = rows(export(browser, columns="room,bids,window"))
    assert row.pop("Pickup from") == "2026-03-04T08:00:00-06:00"
    assert list(row) == [
        *("Load", "Status", "On hold in TMS", "Pickup until", "Delivery from", "Delivery until"),
        *("Best offer", "Margin at best offer", "Offers", "Calls"),
    ]
    assert [row[name] for name in ("Best offer", "Margin at best offer", "Offers")] == [
        "1700.00",
        "300.00",
        "3",
    ]


def test_file_is_named_and_the_download_recorded(browser, broker, acme):
    response = export(browser, status="all", q="x")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    name = response["Content-Disposition"]
    assert name.startswith('attachment; filename="acme-loads-20')
    assert name.endswith('.csv"')
    entry = AuditEntry.unscoped.get(action="list.exported")
    assert (entry.actor, entry.details["list"]) == (f"user:{broker.pk}", "loads")
    assert entry.details["filters"].startswith("status=all&q=x&columns=id,")


def test_who_reads_may_download(client, viewer):
    client.force_login(viewer)
    assert export(client).status_code == 200


def test_too_many_downloads_wait(browser):
    answers = [browser.get(reverse("organizations:export_list"), {"list": "loads"}) for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 6 + [429]
    assert int(answers[-1]["Retry-After"]) <= 10
    assert "Wait a minute" in answers[-1].content.decode()


@pytest.mark.parametrize("name", ["", "nothing"])
def test_list_that_is_none_is_unknown(browser, name):
    assert browser.get(reverse("organizations:export_list"), {"list": name}).status_code == 404


# Many rows


def many(acme, number):
    Load.unscoped.bulk_create(
        [
            Load(
                organization=acme,
                external_id=f"L{place:06}",
                status="UNASSIGNED",
                # Many at the same moment, and a fifth of them at none.
                pickup_at=None if place % 5 == 0 else NOW.replace(hour=place % 3),
                customer_name="Kestrel Mills",
            )
            for place in range(number)
        ],
        batch_size=1000,
    )


@pytest.mark.deep
@pytest.mark.parametrize("sort", ["pickup", "-pickup", "id", "-id"])
@pytest.mark.parametrize("few", [0, 20_000])
def test_batches_have_every_row_once_in_the_pages_order(in_acme, acme, broker, monkeypatch, sort, few):
    many(acme, 2500)
    monkeypatch.setattr(table, "FEW", few)
    place = broker.memberships.get()

    def loads(page=1):
        return LoadTable(QueryDict(f"sort={sort}&page={page}"), place, at=NOW)

    batches = list(loads().batches())
    found = [load.external_id for batch in batches for load in batch]
    paged = [load.external_id for page in range(1, 51) for load in loads(page).page]
    assert found == paged
    assert len(set(found)) == 2500
    assert max(len(batch) for batch in batches) == 1000
    instants = [load.pickup_at for batch in batches for load in batch]
    if "pickup" in sort:
        assert instants == sorted(filter(None, instants), reverse=sort[0] == "-") + [None] * 500


@pytest.mark.deep
def test_many_rows_take_few_queries_and_little_memory(browser, acme, monkeypatch):
    many(acme, 12_000)
    monkeypatch.setattr(table, "FEW", 1000)
    response = export(browser, columns="customer")
    size = 0
    tracemalloc.start()
    with CaptureQueriesContext(connection) as queries:
        for piece in response:
            size += len(piece)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert size > 12_000 * 35
    # Each of the twelve batches takes two: its loads, and their bids, which tell the status beside the id.
    assert len(queries) <= 4 + 12 * 2
    assert peak < 30_000_000
