"""The analytics page: what it is about, that its figures are those of the rows they lead to, and what it costs."""

import csv
import io
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from analytics.forms import PeriodForm
from analytics.selectors.figures import figure_lines, period_stats
from analytics.selectors.overview import span_title, weekdays
from analytics.selectors.tiles import change, fitting
from analytics.time_spans import Granularity
from calls.models import ConversationLoad
from organizations.dashboard.table_views import BYTE_ORDER_MARK, csv_text, harmless
from organizations.formats import money, number
from tests.factories import (
    NOW,
    BidFactory,
    BookingFactory,
    CallFactory,
    CarrierFactory,
    ConversationFactory,
    LoadFactory,
)

PAGE, ROWS, CSV = (reverse(f"analytics:{name}") for name in ("overview", "rows", "download"))
DAYS = {"since": "2026-02-20", "until": "2026-03-03"}
HOSTILE = '=HYPERLINK("http://evil.example")<script>'
# Session, person, membership; of the hours of the week what has changed, and the calls.
OWN_QUERIES = 5
# What has changed, and of that the rows; records, buckets, loads of each label that has changed, of the periods, and by
# how many these are more now.
SELECTOR_QUERIES = 7

pytestmark = [pytest.mark.django_db, pytest.mark.sampled(20)]


@pytest.fixture
def browser(client, viewer):
    """Somebody of acme who only reads."""
    client.force_login(viewer)
    return client


def call(organization, *, at=NOW, seconds=60, loads=(), **fields):
    """A finished call; other fields are its conversation's."""
    conversation = ConversationFactory(
        organization=organization, created_at=at, **{"direction": "inbound", **fields}
    )
    CallFactory(
        organization=organization,
        conversation=conversation,
        status="COMPLETED",
        answered_at=at,
        ended_at=at + timedelta(seconds=seconds),
    )
    for load in loads:
        ConversationLoad.unscoped.create(organization=organization, conversation=conversation, load=load)
    return conversation


@pytest.fixture
def history(acme, rival):
    """A bit of everything in acme's days, before them, and at another tenant's."""
    for organization in (acme, rival):
        capacity = CarrierFactory(organization=organization, is_capacity_carrier=True)
        first, second = (LoadFactory(organization=organization) for _ in range(2))
        talk = call(organization, loads=[first], content_tags=["negotiation", "rate_rejected"])
        call(organization, loads=[first, second], carrier=capacity, transferred_at=NOW)
        call(organization, at=NOW + timedelta(hours=5), direction="outbound", content_tags=["negotiation"])
        call(organization, at=NOW - timedelta(days=12), content_tags=["negotiation"])
        thread = ConversationFactory(
            organization=organization, channel="email", direction="inbound", content_tags=["quote_sent"]
        )
        agreed = BidFactory(
            organization=organization, conversation=talk, load=first, agreed_at=NOW, status="ACCEPTED"
        )
        BidFactory(organization=organization, conversation=thread, load=second, channel="email")
        BookingFactory(organization=organization, load=first, bid=agreed, conversation=talk)
        for kind in ("assisted", "capacity"):
            BookingFactory(organization=organization, load=second, kind=kind)
    return acme


def figures_of(overview):
    """Every figure of the page that counts rows, with the address of its rows; pictures aside."""
    for row in overview.comparisons:
        if row.name != "minutes":
            yield from (
                (row.inbound, row.inbound_href),
                (row.outbound, row.outbound_href),
                (row.total, row.href),
            )
    yield from ((row.value, row.href) for row in overview.loads)
    yield from ((step.count, step.href) for step in overview.funnel.steps)
    yield from ((rank.total, rank.href) for rank in [*overview.call_tags, *overview.thread_tags])


def total_of(response):
    return response.context["rows"].page.paginator.count


# What it is about


def test_page_is_about_thirty_days_that_end_today(browser, history):
    response = browser.get(PAGE)

    assert response.status_code == 200
    choice = response.context["choice"]
    assert (choice.days, choice.granularity, choice.zone) == (30, "day", "America/Chicago")


@pytest.mark.parametrize(
    ("query", "days", "granularity", "preset"),
    [
        ({"period": "today"}, 1, "hour", "today"),
        ({"period": "7"}, 7, "day", "7"),
        ({"period": "90", "by": "hour"}, 90, "day", "90"),
        ({"period": "7", "by": "hour"}, 7, "hour", "7"),
        ({"since": "2026-02-01", "until": "2026-02-28"}, 28, "day", ""),
        ({"since": "2026-03-01"}, 2, "hour", ""),
        ({"until": "2026-02-28"}, 30, "day", ""),
        ({"since": "2026-02-01", "until": "2026-02-28", "period": "7"}, 28, "day", ""),
        ({"since": "2026-02-28", "until": "2026-02-01"}, 30, "day", "30"),
        ({"since": "soon", "by": "week", "period": "8"}, 30, "day", "30"),
        ({"since": "1999-12-31"}, 30, "day", "30"),
        ({"since": "2001-01-01", "until": "2026-01-01"}, 30, "day", "30"),
        ({"since": "2030-01-01"}, 1, "hour", ""),
    ],
    ids=str,
)
def test_address_says_which_days(query, days, granularity, preset):
    choice = PeriodForm(query).choice(zone="America/Chicago", now=NOW)

    assert (choice.days, choice.granularity, choice.preset) == (days, granularity, preset)


def test_today_is_the_zones():
    late = datetime(2026, 3, 3, 3, tzinfo=UTC)

    for zone, today in (("America/Chicago", 2), ("Asia/Tokyo", 3)):
        choice = PeriodForm({"period": "today", "zone": zone}).choice(zone="UTC", now=late)
        assert choice.to_date == date(2026, 3, today)


@pytest.mark.parametrize(
    "query",
    [
        {"zone": "Mars/Olympus"},
        {"zone": "../../etc/passwd"},
        {"since": "2026-03-03", "until": "2026-03-01"},
        {"since": "0001-01-01"},
        {"by": "minute"},
        {"period": HOSTILE},
        {"zone": "x" * 999},
    ],
    ids=str,
)
def test_page_tells_what_it_left_out(browser, query):
    response = browser.get(PAGE, query)

    assert response.status_code == 200
    assert "ignored" in response.text
    assert "<script>al" not in response.text


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("zone", ["Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "UTC"])
def test_page_is_there_in_every_zone(browser, history, zone):
    for by in ("hour", "day"):
        assert browser.get(PAGE, DAYS | {"zone": zone, "by": by}).status_code == 200


@pytest.mark.parametrize(
    ("first", "last", "title"),
    [
        ("2026-03-01T00:00", "2026-03-01T23:59:59.999", "Mar 1, 2026"),
        ("2026-02-01T00:00", "2026-03-01T23:59:59.999", "Feb 1 – Mar 1, 2026"),
        ("2025-12-01T00:00", "2026-01-01T23:59:59.999", "Dec 1, 2025 – Jan 1, 2026"),
        ("2026-03-01T14:00", "2026-03-01T14:59:59.999", "Mar 1, 2026, 2:00 PM–2:59 PM"),
        ("2026-02-28T14:00", "2026-03-01T09:59:59.999", "Feb 28, 2026, 2:00 PM – Mar 1, 2026, 9:59 AM"),
    ],
)
def test_span_is_called_by_its_days(first, last, title):
    assert span_title(datetime.fromisoformat(first), datetime.fromisoformat(last)) == title


@pytest.mark.parametrize(
    ("value", "text"), [(9_999_999, "9,999,999"), (123_456_789, "123.5M"), (12_345_678, "12.3M")]
)
def test_figure_fits_its_tile(value, text):
    assert fitting(value, number) == text
    assert fitting(-4_999_000.5, money) == "−$5M"


def test_weekdays_are_counted():
    choice = PeriodForm({"since": "2026-03-02", "until": "2026-03-10"}).choice(zone="UTC", now=NOW)

    assert weekdays(choice) == [2, 2, 1, 1, 1, 1, 1]


# What it shows


def test_page_without_anything_says_what_will_be_here(browser):
    text = browser.get(PAGE).text

    assert "No activity in this period" in text
    assert "No calls in this period" in text


@pytest.mark.parametrize(
    ("now", "before", "text", "direction"),
    [
        (0, 0, "no change", ""),
        (5, 5, "no change", ""),
        (5, 0, "from 0", "up"),
        (114, 100, "14%", "up"),
        (0, 7, "100%", "down"),
        (1001, 1000, "<1%", "up"),
        (2000, 100, "20×", "up"),
        (-50.0, 100.0, "150%", "down"),
        (-50.0, -100.0, "50%", "up"),
    ],
)
def test_change_is_a_share_of_what_was(now, before, text, direction):
    found = change(now, before)

    assert (found.text, found.direction) == (text, direction)


def test_tiles_tell_the_periods_figures(browser, history):
    tiles = {tile.label: tile for tile in browser.get(PAGE, DAYS).context["overview"].tiles}

    assert {label: tile.value for label, tile in tiles.items()} == {
        "Calls": "3",
        "Calls and emails with an offer": "2",
        "Loads booked": "3",
        "Booked by AI agent": "1",
        "Avg. saved vs. first ask": "$500",
        "Loads discussed": "2",
    }
    assert (tiles["Calls"].change.text, tiles["Calls"].before) == ("200%", "1")


def test_another_tenants_rows_count_nowhere(browser, history, rival):
    call(rival, content_tags=["only_theirs"])

    assert "nly theirs" not in browser.get(PAGE, DAYS).text
    assert total_of(browser.get(ROWS, window() | {"tag": "only_theirs"})) == 0


def test_tags_are_escaped_and_lead_to_themselves(browser, acme):
    call(acme, content_tags=["<b>&x=1#"])
    text = browser.get(PAGE, DAYS).text

    assert "<b>&x" not in text
    assert "tag=%3Cb%3E%26x%3D1%23" in text


def test_heat_is_by_the_zones_clock(browser, history):
    by_days, by_hours = (
        browser.get(PAGE, DAYS | {"by": by, "zone": "Asia/Kathmandu"}).context["overview"].heat
        for by in ("day", "hour")
    )
    counts = {(cell.day, cell.hour): cell.count for cell in by_days.cells if cell.count}

    assert counts == {("Mon", 20): 2, ("Tue", 1): 1}  # 15:00 and 20:00 UTC
    assert by_days == by_hours


def test_fragment_is_the_page_without_its_shell(browser, history):
    headers = {"HX-Request": "true", "HX-Target": "analytics"}
    fragment = browser.get(PAGE, DAYS, headers=headers)

    assert fragment.text.strip().startswith('<div class="stack fetched analytics" id="analytics"')
    assert "HX-Target" in fragment["Vary"]


@pytest.mark.parametrize("number", [1, 40])
def test_page_asks_the_database_as_often_whatever_there_is(browser, acme, number, django_assert_num_queries):
    for count in range(number):
        call(acme, at=NOW - timedelta(hours=count), loads=[LoadFactory(organization=acme)])
    choice = PeriodForm(DAYS).choice(zone=acme.timezone, now=NOW)
    with CaptureQueriesContext(connection) as selector:
        period_stats(acme, choice.from_date, choice.to_date, Granularity.DAY, choice.zone)
    assert len(selector) <= SELECTOR_QUERIES

    with django_assert_num_queries(OWN_QUERIES + len(selector)):
        browser.get(PAGE, DAYS)


# The rows behind the figures


def window(**filters):
    return {"of": "conversations", "start": "2026-02-20T06:00:00Z", "end": "2026-03-04T06:00:00Z"} | filters


@pytest.mark.deep
def test_every_figure_leads_to_as_many_rows(browser, history):
    found = list(figures_of(browser.get(PAGE, DAYS).context["overview"]))

    assert len(found) == 15 + 6 + 3 + 3
    for figure, href in found:
        assert total_of(browser.get(href)) == int(figure), href


@pytest.mark.deep
def test_tiles_lead_to_as_many_rows(browser, history):
    for tile in browser.get(PAGE, DAYS).context["overview"].tiles:
        rows = browser.get(tile.href)
        if tile.label == "Avg. saved vs. first ask":
            assert [bid.negotiated for bid in rows.context["rows"].page] == [Decimal(500)]
        else:
            assert total_of(rows) == int(tile.value)


@pytest.mark.parametrize("by", ["hour", "day"])
def test_pictures_lead_to_as_many_rows(browser, history, by):
    found = browser.get(PAGE, DAYS | {"by": by}).context["overview"]

    for picture in (found.calls, found.threads, found.booked):
        for slot in picture.slots:
            figures = {line.name: line.text for line in slot.lines}
            if figures["total"] != "0":
                assert total_of(browser.get(slot.href)) == int(figures["total"])
    for cell in found.heat.cells:
        if cell.count:
            assert total_of(browser.get(cell.slot.href)) == cell.count


def test_rows_are_those_of_the_window_alone(browser, acme):
    first, last = datetime(2026, 3, 2, 6, tzinfo=UTC), datetime(2026, 3, 3, 6, tzinfo=UTC)
    for at in (first - timedelta(microseconds=1), first, last - timedelta(microseconds=1), last):
        call(acme, at=at)
    response = browser.get(ROWS, window(start="2026-03-02T06:00:00Z", end="2026-03-03T06:00:00Z"))

    assert [row.created_at for row in response.context["rows"].page] == [
        last - timedelta(microseconds=1),
        first,
    ]


def test_rows_lead_on_to_calls_and_loads(browser, history):
    for of, wanted in (("conversations", "/calls/"), ("loads", "/loads/"), ("bookings", "/calls/")):
        assert f'href="{wanted}' in browser.get(ROWS, window(of=of)).text.partition("<tbody>")[2]
    text = browser.get(ROWS, window(of="agreements")).text
    assert all(amount in text for amount in ("$2,400", "$1,900", "$500"))


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"of": "secrets"},
        {"start": "yesterday"},
        {"start": "2026-02-20T06:00:00"},
        {"end": "0001-01-01T00:00:00Z"},
        {"weekday": "8"},
        {"hour": "-1"},
        {"direction": "sideways"},
        {"kind": "free"},
    ],
    ids=str,
)
def test_rows_of_nothing_we_know_are_not_found(browser, query):
    assert browser.get(ROWS, window() | query if query else {}).status_code == 404


@pytest.mark.parametrize(
    ("of", "expected"), [("conversations", 6), ("loads", 5), ("bookings", 5), ("agreements", 5)]
)
def test_rows_ask_the_database_seldom(browser, history, of, expected, django_assert_num_queries):
    with django_assert_num_queries(expected):  # session, person, membership; count, rows, loads of talks
        browser.get(ROWS, window(of=of))


# The file


def lines_of(response):
    text = b"".join(response.streaming_content).decode()
    assert text.startswith(BYTE_ORDER_MARK)
    return list(csv.DictReader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK))))


def test_file_holds_every_label_and_the_period_before(browser, history):
    response = browser.get(CSV, DAYS)
    lines = lines_of(response)

    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert 'filename="analytics-2026-02-20-2026-03-03-by-day.csv"' in response["Content-Disposition"]
    assert len(lines) == 2 * (12 + 1)
    total, busiest = lines[0], next(line for line in lines if line["label"] == "Mar 2")
    assert (total["totalCalls"], total["totalUniqueLoads"], total["avgNegotiatedValue"]) == (
        "3",
        "2",
        "500.0",
    )
    assert (busiest["from"], busiest["to"]) == (
        "2026-03-02T00:00:00.000-06:00",
        "2026-03-02T23:59:59.999-06:00",
    )
    assert (busiest["inboundCallsTags: negotiation"], busiest["outboundCallsTags: negotiation"]) == ("1", "1")
    assert lines[13]["period"] == "previous"


def test_file_holds_no_formula(browser, acme):
    call(acme, content_tags=[HOSTILE[:40]])
    text = b"".join(browser.get(CSV, DAYS).streaming_content).decode()

    cells = [cell for line in csv.reader(io.StringIO(text)) for cell in line]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "\r=1", "＝1", "|cmd"])
def test_formula_is_defused(text):
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "plain", "a=b", "2026-03-02"])
def test_plain_text_stays_as_it_is(text):
    assert harmless(text) == text


def test_negative_figures_stay_numbers(acme):
    BidFactory(organization=acme, first_ask=1000, amount=1500, agreed_at=NOW, status="ACCEPTED")
    period = period_stats(acme, NOW.date(), NOW.date(), Granularity.DAY, "UTC")

    lines = list(csv.DictReader(io.StringIO(csv_text(figure_lines(period)))))
    assert lines[0]["avgNegotiatedValue"] == "-500.0"


@pytest.mark.deep
def test_page_file_and_selector_agree_over_a_made_up_history(browser, acme):
    call_command(
        "generate_history", organization="acme", calls=150, days=20, until=date(2026, 3, 2), verbosity=0
    )
    period = period_stats(acme, date(2026, 2, 20), date(2026, 3, 3), Granularity.DAY, acme.timezone)
    figures = period.current.figures
    lines = lines_of(browser.get(CSV, DAYS))
    tile = browser.get(PAGE, DAYS).context["overview"].tiles[0]

    assert figures.total_calls > 20
    assert int(tile.value) == figures.total_calls == int(lines[0]["totalCalls"])
    assert sum(int(line["totalCalls"]) for line in lines[1:13]) == figures.total_calls
    for figure, href in figures_of(browser.get(PAGE, DAYS).context["overview"]):
        assert total_of(browser.get(href)) == int(str(figure).replace(",", "")), href
