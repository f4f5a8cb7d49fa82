"""Lost loads: each has one reason, the reasons add up, and the talk that proves it is the one that came nearest."""

from contextlib import suppress
from datetime import timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analytics import results
from analytics.losses import End, Lost, Reason, TalkAbout, judge
from analytics.models import LoadResult
from analytics.rebuilding import count_wrong_results, rebuild_results
from analytics.rollup import roll_up
from analytics.selectors.losses import lost_loads
from bids.models import Bid, Booking
from calls.models import Agent, Call, Conversation, ConversationLoad
from loads.models import Load, LoadEvent
from organizations.tenancy.scope import scope
from tests.factories import (
    NOW,
    AgentFactory,
    BidFactory,
    BookingFactory,
    CallFactory,
    CarrierFactory,
    ConversationFactory,
    LoadFactory,
    NegotiationRulesFactory,
    OrganizationFactory,
    OutreachFactory,
)

pytestmark = pytest.mark.sampled(20)

PAGE = reverse("analytics:lost_loads")
ENDED = NOW
LIMIT = Decimal(1953)
BEFORE = NOW - timedelta(hours=2)


def talk(pk=1, *, at=BEFORE, ask=None, tags=(), **fields):
    """A talk of two hours before the load's end."""
    fields = {"call_status": "COMPLETED"} | fields
    return TalkAbout(pk=pk, at=at, ask=None if ask is None else Decimal(ask), tags=frozenset(tags), **fields)


def why(*talks, end=End.ELSEWHERE, limit=LIMIT, **fields):
    return judge(talks, end=end, ended_at=ENDED, limit=limit, **fields)


@pytest.mark.parametrize(
    ("lost", "reason"),
    [
        (why(talk(ask=2300)), Reason.RATE),
        (why(talk(ask=1900)), Reason.DECISION),
        (why(talk(ask=1953)), Reason.DECISION),
        (why(talk(ask=2300, is_agreed=True)), Reason.DECISION),
        (why(talk(tags=["rate_rejected"])), Reason.RATE),
        (why(talk(ask=2300, was_transferred=True)), Reason.RATE),
        (why(talk(was_transferred=True)), Reason.DECISION),
        (why(talk(was_transferred=True), talk(2, ask=2300)), Reason.RATE),
        (why(talk(tags=["do_not_call"])), Reason.TIMING),
        (why(talk(tags=["not_interested"]), talk(2, tags=["carrier_not_qualified"])), Reason.VETTING),
        (why(talk(tags=["dropped"]), talk(2, tags=["carrier_not_qualified"])), Reason.AGENT),
        (why(talk(tags=["callback_requested"])), Reason.DECISION),
        (why(talk(tags=["dropped"])), Reason.AGENT),
        (why(talk(call_status="FAILED")), Reason.AGENT),
        (why(talk(tags=["not_interested"])), Reason.TIMING),
        (why(talk(tags=["general_inquiry"])), Reason.TIMING),
        (why(talk(tags=["not_interested"], outcome="wrong_equipment")), Reason.EQUIPMENT),
        (why(talk(tags=["carrier_not_qualified"])), Reason.VETTING),
        (why(talk(tags=["load_unavailable"])), Reason.COVERED_FIRST),
        (why(talk(ask=1500, at=NOW + timedelta(hours=1))), Reason.COVERED_FIRST),
        *(
            (why(talk(call_status=each)), Reason.NOT_REACHED)
            for each in ("NO_ANSWER", "BUSY", "VOICEMAIL", "QUEUED")
        ),
        (why(talk(tags=["wrong_number"])), Reason.NOT_REACHED),
        (why(talk(tags=["quote_sent"], call_status="")), Reason.NOT_REACHED),
        (why(), Reason.NO_CARRIERS),
        (why(was_calling=True), Reason.COVERED_FIRST),
        (why(was_calling=True, end=End.NEVER), Reason.NO_CARRIERS),
        (why(talk(ask=1900), limit=None), Reason.RATE),
        (why(talk(ask=2300), end=End.BY_TEAM, booked_for=Decimal(2100), booked_in=1), Reason.RATE),
        (why(talk(ask=1900), end=End.BY_TEAM, booked_for=Decimal(1900), booked_in=1), Reason.DECISION),
        (why(talk(tags=["carrier_not_qualified"]), end=End.BY_TEAM), Reason.VETTING),
    ],
)
def test_what_stopped_the_nearest_talk_is_the_reason(lost, reason):
    assert lost.reason == reason


def test_the_gap_is_of_the_lowest_ask_over_max_buy():
    found = why(talk(1, ask=2300), talk(2, ask=2053), talk(3, tags=["not_interested"]))
    assert found == Lost(Reason.RATE, Decimal(100), 2)
    closed = why(talk(1, ask=2300), end=End.BY_TEAM, booked_for=Decimal(2103), booked_in=1)
    assert closed == Lost(Reason.RATE, Decimal(150), 1)
    assert why(talk(1, ask=2300), limit=None).gap is None


TALKS = st.builds(
    talk,
    st.integers(1, 10**6),
    at=st.sampled_from([BEFORE, NOW - timedelta(days=3), NOW + timedelta(hours=1)]),
    ask=st.none() | st.integers(1, 4000),
    tags=st.lists(
        st.sampled_from(
            ["rate_rejected", "dropped", "carrier_not_qualified", "callback_requested", "voicemail"]
        )
    ),
    outcome=st.sampled_from(["", "wrong_equipment", "load_unavailable", "declined"]),
    call_status=st.sampled_from(["", "COMPLETED", "FAILED", "NO_ANSWER"]),
    is_agreed=st.booleans(),
    was_transferred=st.booleans(),
)


@given(st.lists(TALKS, max_size=6, unique_by=lambda each: each.pk), st.randoms(), st.sampled_from(End))
def test_order_of_talks_changes_nothing_and_one_more_never_takes_it_further_away(talks, random, end):
    found = why(*talks, end=end)
    shuffled = talks[:]
    random.shuffle(shuffled)
    assert why(*shuffled, end=end) == found
    assert (found.talk is None) == (not talks)
    assert found.gap is None or found.gap > 0
    order = [*Reason]
    if talks and found.reason not in (Reason.AGENT, Reason.RATE, Reason.DECISION):
        # A failed call beside it takes nothing away.
        again = why(*talks, talk(10**7, call_status="FAILED"), end=end)
        assert order.index(again.reason) <= order.index(Reason.NO_CARRIERS)
        assert again == found


# From rows.


def load(organization, **fields):
    """A load whose pickup was an hour ago."""
    given = {"pickup_at": NOW - timedelta(hours=1), "status": "COVERED"} | fields
    return LoadFactory(organization=organization, **given)


def called(load, *, status="COMPLETED", at=NOW - timedelta(hours=5), agent=None, person="", **fields):
    """A call about a load; other fields are its conversation's."""
    conversation = ConversationFactory(organization=load.organization, created_at=at, agent=agent, **fields)
    CallFactory(organization=load.organization, conversation=conversation, status=status, person_phone=person)
    ConversationLoad.unscoped.create(organization=load.organization, conversation=conversation, load=load)
    return conversation


def ledger(*, now=NOW, days=7, group="lane"):
    start, end = NOW - timedelta(days=days), NOW + timedelta(days=days)
    return lost_loads(start, end, now=now, group=group, zone=ZoneInfo("America/Chicago"))


def lost(**options):
    """All that were lost."""
    return ledger(**options).rows()[:]


@pytest.fixture
def asked(acme, in_acme):
    """A load that went elsewhere, and a carrier that wanted $2,300."""
    found = load(acme)
    BidFactory(organization=acme, load=found, conversation=called(found), amount=Decimal(2300))
    return found


@pytest.fixture
def in_acme(acme):
    """Acme's scope."""
    with scope(acme.pk):
        yield acme


def reasons(found):
    return [(each.number, each.end, each.lost.reason) for each in found]


@pytest.mark.django_db
def test_booked_by_agent_is_no_loss(acme, in_acme):
    for kind, by in (("e2e", "agent:carrier-sales"), ("capacity", "agent:carrier-sales"), ("e2e", "import")):
        BookingFactory(organization=acme, load=load(acme), kind=kind, booked_by=by)
    found = ledger()
    assert (found.booked, found.untouched, found.rows()[:]) == (3, 0, [])


@pytest.mark.django_db
def test_team_that_books_without_a_call_of_the_agent_has_lost_nothing(acme, in_acme):
    BookingFactory(organization=acme, load=load(acme), kind="assisted", booked_by="user:1")
    found = ledger()
    assert (found.booked, found.untouched, found.lost, found.loads) == (0, 1, 0, 1)


@pytest.mark.django_db
def test_team_that_closes_after_the_agents_call(acme, in_acme):
    found = load(acme, status="UNASSIGNED", max_rate=Decimal(1953))
    bid = BidFactory(organization=acme, load=found, conversation=called(found), amount=Decimal(2053))
    BookingFactory(
        organization=acme, load=found, bid=bid, kind="assisted", amount=Decimal(2053), booked_by="user:1"
    )
    (row,) = lost()
    assert (row.end, row.lost) == (End.BY_TEAM, Lost(Reason.RATE, Decimal(100), bid.conversation_id))


@pytest.mark.django_db
def test_core_carrier_that_a_person_booked_after_a_call(acme, in_acme):
    found = load(acme)
    called(found, status="VOICEMAIL")
    BookingFactory(organization=acme, load=found, kind="capacity", booked_by="user:7")
    assert reasons(lost()) == [(found.external_id, End.BY_TEAM, Reason.NOT_REACHED)]


@pytest.mark.django_db
def test_load_that_went_elsewhere(asked):
    (row,) = lost()
    assert (row.end, row.lost.reason, row.lost.gap) == (End.ELSEWHERE, Reason.RATE, Decimal(347))
    assert row.is_call
    assert (row.lane, row.customer) == ("Dallas, TX to Atlanta, GA", "Kestrel Mills")


@pytest.mark.django_db
def test_calls_after_the_tms_gave_it_away_came_too_late(acme, asked):
    LoadEvent.objects.create(
        organization=acme,
        load=asked,
        received_at=NOW - timedelta(hours=6),
        source="token:1",
        raw=b"{}",
        is_accepted=True,
        changes={"status": ["UNASSIGNED", "TENDERED"]},
    )
    (row,) = lost()
    assert (row.ended_at, row.lost.reason) == (NOW - timedelta(hours=6), Reason.COVERED_FIRST)


@pytest.mark.django_db
def test_open_load_is_lost_once_its_pickup_is_past(acme, in_acme):
    found = load(acme, status="UNASSIGNED", pickup_at=NOW + timedelta(hours=1))
    assert ledger().loads == 0
    assert reasons(lost(now=NOW + timedelta(hours=2))) == [(found.external_id, End.NEVER, Reason.NO_CARRIERS)]


@pytest.mark.django_db
@pytest.mark.parametrize("status", ["CANCELED", ""])
def test_load_with_a_status_of_the_tms_alone_isnt_counted(acme, in_acme, status):
    load(acme, status=status)
    assert ledger().loads == 0


@pytest.mark.django_db
def test_check_calls_and_a_persons_own_calls_prove_nothing(acme, in_acme):
    found = load(acme)
    called(found, agent=AgentFactory(organization=acme, purpose="check_call"))
    called(found, person="+13125550199")
    assert reasons(lost()) == [(found.external_id, End.ELSEWHERE, Reason.NO_CARRIERS)]


@pytest.mark.django_db
def test_what_the_agent_noted_of_this_load_counts_before_the_calls_tags(acme, in_acme):
    found, other = load(acme), load(acme)
    noted = {"loads": [{"loadId": found.external_id, "outcome": "wrong_equipment"}]}
    conversation = called(found, content_tags=["carrier_not_qualified"], extracted_data=noted)
    ConversationLoad.objects.create(organization=acme, conversation=conversation, load=other)
    assert [each.lost.reason for each in lost()] == [Reason.EQUIPMENT, Reason.VETTING]


@pytest.mark.django_db
def test_outreach_that_the_covering_stopped(acme, in_acme):
    found = load(acme)
    OutreachFactory(organization=acme, load=found, status="STOPPED", stop_reason="load_covered", ended_at=NOW)
    assert reasons(lost()) == [(found.external_id, End.ELSEWHERE, Reason.COVERED_FIRST)]


ELSEWHERE = ("COVERED", "DELIVERED", "TENDERED")
EVENTS = st.lists(
    st.tuples(
        st.sampled_from(["UNASSIGNED", "COVERED", "DELIVERED", "TENDERED", "CANCELED"]),
        st.sampled_from(["", "e2e", "assisted", "capacity"]),
        st.lists(
            st.tuples(
                st.sampled_from(["COMPLETED", "NO_ANSWER", "FAILED"]),
                st.none() | st.integers(1, 4000),
                st.sampled_from([[], ["dropped"], ["rate_rejected"], ["carrier_not_qualified"]]),
            ),
            max_size=2,
        ),
        st.integers(-3, 3),
    ),
    max_size=8,
)


@pytest.mark.django_db
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(story=EVENTS)
def test_reasons_add_up_to_the_loads_whatever_happened(story):
    organization = OrganizationFactory()
    with scope(organization.pk):
        for status, booking, talks, hours in story:
            made = load(organization, status=status, pickup_at=NOW + timedelta(hours=hours, minutes=1))
            for call_status, ask, tags in talks:
                conversation = called(made, status=call_status, content_tags=tags)
                if ask:
                    BidFactory(
                        organization=organization, load=made, conversation=conversation, amount=Decimal(ask)
                    )
            if booking:
                BookingFactory(
                    organization=organization,
                    load=made,
                    kind=booking,
                    bid=Bid.objects.filter(load=made).first(),
                    booked_by="user:1" if booking == "assisted" else "agent:carrier-sales",
                )
        found = ledger()
        rows = found.rows()[:]
        assert len({each.pk for each in rows}) == len(rows) == found.lost
        by_agent = sum(booking in ("e2e", "capacity") for _, booking, _, _ in story)
        by_team = sum(booking == "assisted" for _, booking, _, _ in story)
        given_away = sum(not booking and status in ELSEWHERE for status, booking, _, _ in story)
        never = sum(
            not booking and status == "UNASSIGNED" and hours < 0 for status, booking, _, hours in story
        )
        assert found.booked == by_agent
        assert found.untouched + found.lost == by_team + given_away + never
        assert all(isinstance(each.lost.reason, Reason) for each in rows)


# What is kept of each load.


def judged_anew(organization, now, hours=24 * 7):
    """Every lost load of the period as judging each by itself gives it, and how many others there are."""
    settled = Load.objects.filter(
        pickup_at__gte=NOW - timedelta(hours=hours), pickup_at__lt=NOW + timedelta(hours=hours)
    )
    rows, others = [], 0
    for each in settled.order_by("pickup_at", "pk"):
        for result in results.judged([each.pk]):
            if result.end == End.NEVER and each.pickup_at >= now:
                continue
            others += not result.reason
            if result.reason:
                rows.append(
                    (
                        each.pk,
                        result.end,
                        result.ended_at,
                        result.reason,
                        result.gap,
                        result.talk,
                        result.is_call,
                    )
                )
    return rows, others


def as_shown(now):
    """The same from the page's own figures."""
    found = ledger(now=now)
    rows = [
        (each.pk, each.end, each.ended_at, each.lost.reason, each.lost.gap, each.lost.talk, each.is_call)
        for each in found.rows()[:]
    ]
    for group in ("customer", "week"):
        assert ledger(now=now, group=group).lost == len(rows)
    return rows, found.booked + found.untouched


def _one(draw, queryset):
    rows = [*queryset.order_by("pk")]
    return rows[draw(st.integers(0, len(rows) - 1))] if rows else None


STEPS = (
    *(
        "load",
        "call",
        "status",
        "rates",
        "pickup",
        "bid",
        "reprice",
        "agree",
        "book",
        "unbook",
        "end call",
        "retag",
    ),
    *(
        "transfer",
        "note",
        "link",
        "unlink",
        "delete call",
        "delete load",
        "event",
        "outreach",
        "purpose",
        "person",
    ),
    *("roll up", "roll up some", "rename"),
)


def take(draw, step, organization, agent):
    """One change to the organization's rows, of any kind that a judgment looks at."""
    made, talk, bid = (_one(draw, model.objects) for model in (Load, Conversation, Bid))
    hours = draw(st.integers(-30, 30))
    at, ask = NOW + timedelta(hours=hours), Decimal(draw(st.integers(1500, 2500)))
    status = draw(st.sampled_from(["UNASSIGNED", "TENDERED", "COVERED", "CANCELED", "DELIVERED"]))
    tags = draw(st.sampled_from([[], ["dropped"], ["rate_rejected"], ["voicemail"], ["callback_requested"]]))
    match step:
        case "roll up":
            roll_up(organization)
        case "roll up some":
            roll_up(organization, most=2)
        case "load":
            load(organization, status=status, pickup_at=at)
        case _ if made is None:
            pass
        case "call":
            called(made, at=at, agent=agent if hours % 2 else None, content_tags=tags)
        case "status":
            Load.objects.filter(pk=made.pk).update(status=status)
        case "rates":
            Load.objects.filter(pk=made.pk).update(max_rate=ask if hours else None)
        case "pickup":
            Load.objects.filter(pk=made.pk).update(pickup_at=at if hours else None)
        case "rename":
            Load.objects.filter(pk=made.pk).update(external_id=f"L-{made.pk}-{hours}")
        case "event":
            LoadEvent.objects.create(
                organization=organization,
                load=made,
                received_at=at,
                source="token:1",
                raw=b"{}",
                is_accepted=hours % 3 > 0,
                changes={"status": ["UNASSIGNED", status]},
            )
        case "outreach":
            OutreachFactory(
                organization=organization,
                load=made,
                status="STOPPED",
                stop_reason="load_covered",
                ended_at=NOW,
            )
        case "delete load":
            made.delete()
        case "book":
            BookingFactory(
                organization=organization,
                load=made,
                bid=Bid.objects.filter(load=made, booking=None).first(),
                kind=draw(st.sampled_from(["e2e", "assisted", "capacity"])),
                amount=ask,
                booked_by=draw(st.sampled_from(["user:1", "agent:carrier-sales"])),
            )
        case "unbook":
            Booking.objects.filter(load=made).delete()
        case "purpose":
            Agent.objects.filter(pk=agent.pk).update(purpose="check_call" if hours % 2 else "carrier_sales")
        case _ if talk is None:
            pass
        case "link":
            ConversationLoad.objects.get_or_create(organization=organization, conversation=talk, load=made)
        case "unlink":
            ConversationLoad.objects.filter(conversation=talk).delete()
        case "bid":
            BidFactory(organization=organization, load=made, conversation=talk, amount=ask)
        case "end call":
            Call.objects.filter(conversation=talk).update(
                status=draw(st.sampled_from(["COMPLETED", "FAILED", "NO_ANSWER"]))
            )
        case "person":
            Call.objects.filter(conversation=talk).update(person_phone="+13125550199" if hours % 2 else "")
        case "retag":
            Conversation.objects.filter(pk=talk.pk).update(content_tags=tags)
        case "transfer":
            Conversation.objects.filter(pk=talk.pk).update(transferred_at=at if hours % 2 else None)
        case "note":
            noted = {"loads": [{"loadId": made.external_id, "outcome": "wrong_equipment"}]}
            Conversation.objects.filter(pk=talk.pk).update(extracted_data=noted if hours else {})
        case "delete call":
            talk.delete()
        case _ if bid is None:
            pass
        case "reprice":
            Bid.objects.filter(pk=bid.pk).update(amount=ask)
        case "agree":
            Bid.objects.filter(pk=bid.pk).update(agreed_at=at if hours % 2 else None)


def check_a_history(data, most):
    """The page says after every change what judging anew says; so do the results kept once all is rolled up."""
    organization = OrganizationFactory()
    with scope(organization.pk):
        agent = AgentFactory(organization=organization, purpose="carrier_sales")
        for _ in range(3):
            called(load(organization, status="UNASSIGNED"), agent=agent)
        for step in data.draw(st.lists(st.sampled_from(STEPS), min_size=3, max_size=most)):
            with suppress(IntegrityError), transaction.atomic():  # a second bid of a call, say
                take(data.draw, step, organization, agent)
            for now in (NOW - timedelta(hours=12), NOW + timedelta(hours=12)):
                assert as_shown(now) == judged_anew(organization, now)
        roll_up(organization)
        assert results.pending() == []
        assert as_shown(NOW) == judged_anew(organization, NOW)
        assert [*results.differing()] == []


@pytest.mark.deep
@pytest.mark.django_db
@settings(max_examples=2, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(data=st.data())
def test_page_says_what_judging_anew_says(data):
    check_a_history(data, most=12)


@pytest.mark.deep
@pytest.mark.django_db
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(data=st.data())
def test_page_says_what_judging_anew_says_of_many_histories(data):
    check_a_history(data, most=25)


@pytest.mark.django_db
def test_rebuilding_sets_right_what_was_written_around_the_triggers(asked, acme):
    roll_up(acme)
    LoadResult.objects.update(reason=Reason.TIMING)
    LoadResult.objects.create(organization=acme, load=10**9, end=End.NEVER, ended_at=NOW, is_call=False)
    assert count_wrong_results(acme) == 2
    assert [*rebuild_results(acme)] == [2]
    assert count_wrong_results(acme) == 0
    assert [each.lost.reason for each in lost()] == [Reason.RATE]


# The page.


@pytest.fixture
def browser(client, viewer):
    """Somebody of acme who only reads."""
    client.force_login(viewer)
    return client


AROUND = {"since": "2026-02-25", "until": "2026-03-10"}


@pytest.mark.django_db
def test_page_adds_up_and_narrows(browser, acme, rival, asked):
    load(acme, customer_name="Orchard Foods")
    load(rival, customer_name="Secret Mills")
    context = browser.get(PAGE, AROUND).context
    rows = {row.reason: row for row, _, _ in context["reasons"]}
    assert sum(row.count for row in rows.values()) == context["page"].paginator.count == 2
    assert (rows[Reason.RATE].count, rows[Reason.RATE].gap, rows[Reason.RATE].share) == (1, Decimal(347), 50)
    response = browser.get(PAGE, AROUND | {"reason": "rate"})
    assert [row.pk for row in response.context["page"]] == [asked.pk]
    assert "by $347" in response.text
    for group, value in (
        ("lane", "Dallas, TX to Atlanta, GA"),
        ("customer", "Orchard Foods"),
        ("week", "2026-03-02"),
    ):
        context = browser.get(PAGE, AROUND | {"group": group}).context
        counts = {row.value: row.count for row, _, _ in context["rows"]}
        assert sum(counts.values()) == 2
        narrowed = browser.get(PAGE, AROUND | {"group": group, "only": value}).context["page"]
        assert narrowed.paginator.count == counts[value]
    assert "Secret Mills" not in browser.get(PAGE, AROUND | {"group": "customer"}).text


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query",
    [{"group": "moon"}, {"reason": "x"}, {"only": "nowhere"}, {"page": "99"}, {"since": "1", "until": "2"}],
)
def test_nonsense_in_the_address_is_left_out(browser, asked, query):
    assert browser.get(PAGE, AROUND | query).status_code == 200


@pytest.mark.django_db
def test_long_period_is_cut(browser, asked):
    response = browser.get(PAGE, {"since": "2025-01-01", "until": "2026-03-10"})
    assert "up to 92 days" in response.text


@pytest.mark.django_db
def test_page_without_losses(browser):
    assert "No lost loads" in browser.get(PAGE).text


@pytest.mark.django_db
def test_cost_doesnt_grow_with_the_loads(browser, acme, in_acme):
    NegotiationRulesFactory(organization=acme)
    carrier = CarrierFactory(organization=acme)

    def cost():
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert browser.get(PAGE, AROUND).status_code == 200
        return len(queries)

    load(acme)
    few = cost()
    for number in range(12):
        made = load(acme, customer_name=f"Customer {number}")
        BidFactory(organization=acme, load=made, conversation=called(made), carrier=carrier)
    assert Load.objects.count() == 13
    assert cost() == few <= 12


@pytest.mark.django_db
def test_many_groups_are_folded_and_all_can_be_had(browser, acme, in_acme):
    for number in range(15):
        load(acme, customer_name=f"Customer {number}")
    few = browser.get(PAGE, AROUND | {"group": "customer"})
    assert (len(few.context["rows"]), few.context["all_groups"]) == (12, 15)
    everything = browser.get(PAGE + few.context["all_url"]).context
    assert (len(everything["rows"]), everything["all_groups"]) == (15, 0)
