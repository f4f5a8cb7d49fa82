"""Roll-ups: what they take off an answer, what marks them as behind, how they are made anew and compared."""

from datetime import UTC, date, datetime, timedelta

import pytest
from celery import current_app
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test.utils import CaptureQueriesContext

import organizations.tenancy.queueing
from analytics import rollup, tasks
from analytics.models import Bucket, Change, LoadSpan, Mention
from analytics.rollup import changed_quarters
from analytics.selectors import figures as selectors
from analytics.selectors.figures import daily_metrics, period_stats
from analytics.time_spans import Granularity, quarter_of
from bids.models import Bid
from calls.models import Call, Conversation, ConversationLoad
from carriers.models import Carrier
from organizations.models import Organization
from tests.analytics.workers import Roller
from tests.factories import (
    BidFactory,
    BookingFactory,
    CallFactory,
    CarrierFactory,
    ConversationFactory,
    LoadFactory,
)

pytestmark = pytest.mark.sampled(14)

AT = datetime(2026, 3, 2, 15, 0, tzinfo=UTC)
DAY = date(2026, 3, 2)
EVER = (-(2**31), 2**31 - 1)


def talk(organization, at=AT, **values):
    """A call out of a minute and a half, with a bid that was agreed on, a booking and a load."""
    load = values.pop("load", None) or LoadFactory(organization=organization)
    conversation = ConversationFactory(
        organization=organization, created_at=at, content_tags=["negotiation", "negotiation"], **values
    )
    CallFactory(
        organization=organization,
        conversation=conversation,
        status="COMPLETED",
        answered_at=at,
        ended_at=at + timedelta(seconds=90),
    )
    ConversationLoad.unscoped.create(organization=organization, conversation=conversation, load=load)
    BidFactory(organization=organization, conversation=conversation, load=load, discussed_at=at, agreed_at=at)
    BookingFactory(organization=organization, load=load, booked_at=at)
    return conversation


def ask(organization, first=DAY, last=DAY, granularity=Granularity.DAY, zone="UTC"):
    return period_stats(organization, first, last, granularity, zone)


def figures(organization, **values):
    return ask(organization, **values).current.figures


def marks(organization):
    return changed_quarters(organization.pk, *EVER)


def rolled_up(organization):
    """What the tables say of the organization."""
    tables = {}
    for model in (Bucket, Mention, LoadSpan):
        names = [field.name for field in model._meta.concrete_fields if field.name != "organization"]
        rows = model.unscoped.of(organization).order_by("pk").values_list(*names)
        tables[model] = [str(row) for row in rows]
    return tables


# Marks


@pytest.mark.parametrize(
    "change",
    [
        lambda call: Conversation.unscoped.filter(pk=call.pk).update(direction="inbound"),
        lambda call: Conversation.unscoped.filter(pk=call.pk).update(content_tags=["booked"]),
        lambda call: Conversation.unscoped.filter(pk=call.pk).update(transferred_at=AT),
        lambda call: Conversation.unscoped.filter(pk=call.pk).delete(),
        lambda call: Call.unscoped.filter(pk=call.pk).update(status="FAILED"),
        lambda call: Call.unscoped.filter(pk=call.pk).update(ended_at=AT + timedelta(seconds=91)),
        lambda call: ConversationLoad.unscoped.filter(conversation=call.pk).delete(),
        lambda call: Bid.unscoped.filter(conversation=call.pk).update(status="ACCEPTED"),
        lambda call: Bid.unscoped.filter(conversation=call.pk).update(amount=1),
        lambda call: Bid.unscoped.filter(conversation=call.pk).delete(),
        lambda call: talk(call.organization),
    ],
)
def test_change_marks_its_quarter(acme, change):
    call = talk(acme)
    rollup.roll_up(acme)
    assert marks(acme) == []

    change(call)

    assert marks(acme) == [quarter_of(AT)]


@pytest.mark.parametrize(
    ("model", "values"),
    [
        (Conversation, {"summary": "They talked.", "skill_state": {"turn": 7}}),
        (Call, {"transcript": "Hello", "callback_rank": 4}),
        (Bid, {"notes": "Team driver"}),
        (Carrier, {"name": "Blue Mesa"}),
    ],
)
def test_change_that_counts_nowhere_marks_nothing(acme, model, values):
    talk(acme, carrier=CarrierFactory(organization=acme))
    rollup.roll_up(acme)

    model.unscoped.update(**values)

    assert not Change.unscoped.exists()


def test_moved_conversation_marks_both_its_quarters(acme):
    call = talk(acme)
    rollup.roll_up(acme)

    Conversation.unscoped.filter(pk=call.pk).update(created_at=AT + timedelta(hours=1))

    assert marks(acme) == [quarter_of(AT), quarter_of(AT) + 4]


def test_carrier_that_becomes_a_capacity_carrier_counts_at_once(acme):
    carrier = CarrierFactory(organization=acme)
    talk(acme, carrier=carrier)
    rollup.roll_up(acme)
    assert figures(acme).total_bmt_capacity_loads_touched == 0

    Carrier.unscoped.update(is_capacity_carrier=True)

    assert figures(acme).total_bmt_capacity_loads_touched == 1
    rollup.roll_up(acme)
    assert figures(acme).total_bmt_capacity_loads_touched == 1
    Carrier.unscoped.update(is_capacity_carrier=False)
    assert figures(acme).total_bmt_capacity_loads_touched == 0


def test_organization_can_be_deleted(acme, rival):
    talk(acme)
    rollup.roll_up(acme)
    talk(acme)
    talk(rival)

    acme.delete()

    assert not Organization.objects.filter(slug="acme").exists()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert {row.organization_id for row in Change.unscoped.all()} == {rival.pk}
    assert not Bucket.unscoped.exists()


# Roll-ups


def test_roll_up_changes_no_answer(acme, rival):
    for hours in range(0, 80, 7):
        talk(acme, AT - timedelta(hours=hours), direction="inbound" if hours % 2 else "outbound")
        talk(rival, AT - timedelta(hours=hours))
    questions = [
        {"first": DAY - timedelta(days=3), "granularity": granularity, "zone": zone}
        for granularity in Granularity
        for zone in ("UTC", "America/Chicago", "Asia/Kathmandu", "Australia/Lord_Howe")
    ]
    before = [ask(acme, **question) for question in questions]
    assert before[0].current.figures.outbound_calls

    assert rollup.roll_up(acme) == 4

    assert marks(acme) == []
    assert [ask(acme, **question) for question in questions] == before


def test_roll_up_may_run_twice(acme):
    for hours in (0, 1, 30):
        talk(acme, AT + timedelta(hours=hours))
    rollup.roll_up(acme)
    once = rolled_up(acme)

    assert rollup.roll_up(acme) == 0
    rollup.rebuild(acme, {(DAY - date(1970, 1, 1)).days})

    assert rolled_up(acme) == once


def test_roll_up_takes_the_oldest_marks_first(acme):
    first, second = talk(acme), talk(acme, AT + timedelta(days=9))
    rollup.roll_up(acme)
    Call.unscoped.filter(pk=first.pk).update(status="FAILED")
    Call.unscoped.filter(pk=second.pk).update(status="FAILED")

    assert rollup.roll_up(acme, most=1) == 1

    assert marks(acme) == [quarter_of(second.created_at)]


def test_answer_about_what_is_rolled_up_counts_no_conversation(acme, monkeypatch):
    for hours in range(30):
        talk(acme, AT - timedelta(hours=hours))
    rollup.roll_up(acme)
    monkeypatch.setattr(selectors, "count", None)
    monkeypatch.setattr(selectors, "count_loads", None)

    with CaptureQueriesContext(
        connection,
    ) as queries:
        period = ask(acme, first=DAY - timedelta(days=29), granularity=Granularity.HOUR)

    assert period.current.figures.total_calls == 30
    assert len(queries) <= 12
    tables = {"calls_conversationload", "calls_call", "bids_bid", "bids_booking"}
    assert not [query for query in queries if any(f" {table} " in query["sql"] for table in tables)]


def test_number_of_statements_stays_the_same_however_long_the_period(acme):
    talk(acme)
    rollup.roll_up(acme)

    def statements(days):
        with CaptureQueriesContext(connection) as queries:
            ask(acme, first=DAY - timedelta(days=days))
        return len(queries)

    assert statements(300) == statements(3)


def test_load_counts_once_in_a_period_that_begins_between_its_mentions(acme):
    load = LoadFactory(organization=acme)
    for days in (-20, 0, 20):
        talk(acme, AT + timedelta(days=days), load=load)
    rollup.roll_up(acme)

    def loads(before, after):
        span = DAY - timedelta(days=before), DAY + timedelta(days=after)
        return ask(acme, *span).current.figures.total_unique_loads

    assert [loads(5, 5), loads(30, 30), loads(5, 30), loads(30, -5), loads(-5, 10)] == [1, 1, 1, 1, 0]


def test_day_that_ends_on_a_quiet_day_has_what_happened_before(acme):
    for days in (0, 1):  # about no load
        at = AT + timedelta(days=days)
        CallFactory(organization=acme, conversation__organization=acme, conversation__created_at=at)
        rollup.roll_up(acme)

    period = ask(acme, last=DAY + timedelta(days=1), zone="America/Chicago")

    assert [label.figures.total_calls for label in period.current.labels] == [1, 1]


def test_last_mention_taken_back_is_corrected(acme):
    load = LoadFactory(organization=acme)
    early, late = talk(acme, AT - timedelta(days=2), load=load), talk(acme, load=load)
    rollup.roll_up(acme)
    both = {"first": DAY - timedelta(days=2)}

    ConversationLoad.unscoped.filter(conversation=late.pk).delete()
    assert (figures(acme).total_unique_loads, figures(acme, **both).total_unique_loads) == (0, 1)
    ConversationLoad.unscoped.filter(conversation=early.pk).delete()
    assert figures(acme, **both).total_unique_loads == 0
    rollup.roll_up(acme)
    assert figures(acme, **both).total_unique_loads == 0
    assert not LoadSpan.unscoped.exists()


def test_series_is_the_same_before_and_after(acme):
    for hours in range(0, 80, 7):
        talk(acme, AT - timedelta(hours=hours))
    days = [DAY - timedelta(days=number) for number in range(4)][::-1]
    before = daily_metrics(acme, days)
    assert [each.calls for each in before] == [2, 4, 3, 3]
    assert {each.average_call_seconds for each in before} == {90.0}

    rollup.roll_up(acme)

    assert daily_metrics(acme, days) == before


@pytest.fixture
def prompts(monkeypatch):
    """What is prompted is done at once."""

    def send(name, args):
        current_app.tasks[name].apply(args=args, throw=True)

    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", send)


@pytest.mark.django_db(transaction=True)
def test_task_rolls_up_every_organization(acme, rival, prompts):
    talk(acme)
    talk(rival)

    tasks.roll_up_changes()

    assert not Change.unscoped.exists()
    assert {row.organization_id for row in Bucket.unscoped.all()} == {acme.pk, rival.pk}


@pytest.mark.django_db(transaction=True)
def test_roll_up_that_somebody_holds_is_left_to_them_and_others_go_on(acme, rival, prompts):
    talk(acme)
    talk(rival)
    slow = Roller()
    try:
        slow.halt_at(5, rollup.roll_up, acme)  # has its lock by then
        tasks.roll_up_changes()  # a task that waited would wait for ever

        assert {row.organization_id for row in Bucket.unscoped.all()} == {rival.pk}
        assert marks(acme) == [quarter_of(AT)]
    finally:
        slow.go_on()
        slow.close()
    assert {row.organization_id for row in Bucket.unscoped.all()} == {acme.pk, rival.pk}
    assert marks(acme) == []


# The command


def run(capsys, *arguments):
    code = 0
    try:
        call_command("rebuild_analytics", *arguments)
    except SystemExit as error:
        code = error.code
    return code, capsys.readouterr().out


@pytest.mark.deep
def test_rebuild_makes_everything_anew(acme, rival, capsys):
    for hours in range(0, 1000, 70):
        talk(acme, AT - timedelta(hours=hours))
    rollup.roll_up(acme)
    good, answer = rolled_up(acme), ask(acme)
    Bucket.unscoped.update(tags={"calls_in": {"wrong": 7}})
    Mention.unscoped.filter(quarter=quarter_of(AT)).delete()
    Bucket.unscoped.update(loads_day=7)

    code, told = run(capsys)

    assert (code, told.splitlines()) == (
        0,
        [
            "acme: judged 15 loads",
            "acme: rebuilt 2026-01-20 to 2026-03-02",
            "rival: judged 0 loads",
            "rival: nothing to count",
        ],
    )
    assert rolled_up(acme) == good
    assert ask(acme) == answer


def test_verify_finds_nothing_where_all_is_well(acme, capsys):
    for hours in range(0, 1000, 70):
        talk(acme, AT - timedelta(hours=hours))
    rollup.roll_up(acme)
    talk(acme)  # which is marked: nothing is wrong with that

    code, told = run(capsys, "--verify", "--organization", "acme")

    assert (code, told) == (0, "acme: compared 2026-01-20 to 2026-03-02, 0 differences\n")
    assert marks(acme) == [quarter_of(AT)]


@pytest.mark.deep_but(2)
@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (lambda: Bucket.unscoped.filter(quarter=quarter_of(AT)).update(tags={}), "2026-03-02: counts"),
        (lambda: Mention.unscoped.all().delete(), "2026-03-02: mentions of loads"),
        (lambda: Bucket.unscoped.update(loads_day=7), "2026-03-02: different loads"),
        (lambda: Bucket.unscoped.update(day="{}"), "2026-03-02: records"),
        (lambda: LoadSpan.unscoped.update(first=1), "1 loads: first or last mention"),
        (lambda: Bucket.unscoped.update(new_loads=7), "2026-03-02: loads first or last discussed"),
        (lambda: Bucket.unscoped.update(last_touched=7), "2026-03-02: loads first or last discussed"),
    ],
)
def test_verify_says_where_it_differs_and_writes_nothing(acme, capsys, spoil, what):
    talk(acme)
    rollup.roll_up(acme)
    spoil()
    spoiled = rolled_up(acme)

    code, told = run(capsys, "--verify", "--from", "2026-03-01", "--to", "2026-03-02")

    assert code == 1
    assert f"acme: {what} differ" in told
    assert rolled_up(acme) == spoiled


def test_command_refuses_what_it_cant_do(acme, capsys):
    talk(acme)
    for arguments in (["--organization", "nobody"], ["--from", "2026-03-02", "--to", "2026-03-01"]):
        with pytest.raises(CommandError):
            run(capsys, *arguments)
    with pytest.raises(CommandError):
        run(capsys, "--from", "yesterday")
