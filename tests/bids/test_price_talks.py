"""Price talks beside the calls: what people decide, what the offers show, time that runs out, two calls at once."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from bids import tasks
from bids.carrier_sales.skill import CarrierSalesSkill
from bids.models import Bid, BidStatusChange, Booking, NegotiationStep, PriceTalk, PriceTalkStatusChange
from bids.negotiation import Action, Standing
from bids.offer_limits import Rules, Strategy, hours_until
from bids.price_talk_moves import Kind, Move, answer
from bids.services import bids, price_talk_calls, price_talks
from bids.services.booking import accept_bid, bid_as_seen, record_fall_off, stamp_of, undo_acceptance
from bids.services.negotiation_terms import record_step, terms_of
from bids.services.price_talk_calls import AGREED, DECLINED, note_outcome
from bids.states import PRICE_TALK_LIFECYCLE, BidChannel
from calls.models import Conversation
from calls.skill import Talk
from calls.states import CallStatus
from config.celery import app
from loads.models import Load
from organizations.tenancy.actors import Actor, system
from organizations.tenancy.lifecycle import move
from tests.bids.carrier_sales.conftest import YES, ask, means
from tests.factories import (
    NOW,
    AgentFactory,
    BidFactory,
    CallFactory,
    CarrierFactory,
    ConversationFactory,
    LoadFactory,
)

BY = Actor("agent", "carrier-sales")
FIXED = Rules(strategy=Strategy.FIXED_STEPS)

pytestmark = [pytest.mark.usefixtures("fixed_steps"), pytest.mark.sampled(14)]
LATER = NOW + timedelta(minutes=5)
WEEK = timedelta(days=7)
SECOND = timedelta(seconds=1)


@pytest.fixture
def load(acme):
    """From $1,500 to $1,953."""
    return LoadFactory(organization=acme, external_id="48213")


@pytest.fixture
def carrier(acme):
    return CarrierFactory(organization=acme, name="Blue Mesa", mc_number="790112", phone="+18065550101")


@pytest.fixture
def talk_to(acme, load, carrier):
    """Have a call of the carrier name figures for the load; return the conversation."""

    def make(*asks, carrier=carrier, at=NOW):
        call = CallFactory(
            organization=acme,
            status=CallStatus.COMPLETED,
            conversation__carrier=carrier,
            from_phone=carrier.phone,
            conversation__direction="inbound",
        )
        found = Conversation.objects.select_related("organization").get(pk=call.pk)
        for amount in asks:
            say(found, Load.objects.get(pk=load.pk), amount, at)
        return found

    return make


def say(conversation, load, amount, at=NOW):
    """One figure and its answer, written down as the skill does."""
    terms, rules = terms_of(load), FIXED
    found = {"conversation": conversation, "load": load, "by": BY, "at": at}
    has_begun = NegotiationStep.objects.filter(conversation=conversation).exists()
    talk = price_talk_calls.talk_of(**found) if has_begun else None
    talk = talk or price_talk_calls.take_up(terms=terms, rules=rules, **found).talk
    move = Move(
        kind=Kind.ASK,
        at=at,
        terms=terms,
        rules=rules,
        amount=Decimal(amount),
        hours=hours_until(load.pickup_at, at=at),
    )
    step = answer(Standing.from_json(talk.standing), move)
    record_step(conversation=conversation, load=load, heard="…", said=None, step=step, price_talk=talk, at=at)
    price_talks.keep_answer(talk, move, step, conversation=conversation, by=BY, at=at)
    return bids.record_bid(
        organization=load.organization,
        load=load,
        amount=Decimal(amount),
        channel=BidChannel.PHONE,
        conversation=conversation,
        price_talk=talk,
        offered=step.amount if step.action in (Action.HOLD, Action.COUNTER, Action.LAST_OFFER) else None,
        by=BY,
        at=at,
    )


def offer_of(talk) -> Decimal:
    return Standing.from_json(talk.standing).offer


def moves(talk):
    return list(
        PriceTalkStatusChange.objects.filter(price_talk=talk).order_by("pk").values_list("old", "new")
    )


# Offers of a talk


def test_later_call_replaces_the_offer_of_the_earlier(in_acme, talk_to):
    first = talk_to(2400, 2200)
    Bid.objects.update(details={"conditions": ["detention after two hours"]})
    second = talk_to(2100, at=LATER)

    old, new = Bid.objects.order_by("pk")
    assert (old.conversation_id, old.status, old.amount) == (first.pk, "WITHDRAWN", 2200)
    assert BidStatusChange.objects.filter(bid=old).order_by("pk").last().reason == "Replaced by a later call"
    assert (new.conversation_id, new.status, new.amount, new.first_ask) == (
        second.pk,
        "COUNTERED",
        2100,
        2400,
    )
    assert new.details == old.details
    assert new.price_talk == old.price_talk == PriceTalk.objects.get()


def test_offers_of_two_carriers_stand_side_by_side(in_acme, acme, talk_to):
    talk_to(2400)
    talk_to(2300, carrier=CarrierFactory(organization=acme, phone="+18065550102"))

    assert Bid.objects.unfinished().count() == 2
    assert PriceTalk.objects.count() == 2


def test_nothing_is_asked_after_a_person_accepted_in_another_call(in_acme, talk_to, person, load):
    talk_to(2400, 1900)
    accept_bid(bid=Bid.objects.get(), amount=Decimal(1900), by=person, at=NOW)

    with pytest.raises(bids.BidClosed):
        talk_to(1800)


def test_api_lists_the_offer_of_each_call_one_of_them_live(api, acme, in_acme, talk_to):
    talk_to(2400, 2200)
    talk_to(2100, at=LATER)

    answer = api.get("/api/v1/bids", {"startTime": "2026-01-01", "endTime": "2026-12-31"}).json()

    listed = [(each["amount"], each["status"]) for each in answer["salesBids"]]
    assert sorted(listed) == [(2100, "COUNTERED"), (2200, "WITHDRAWN")]


@pytest.mark.parametrize(("outcome", "status"), [(AGREED, "OPEN"), (DECLINED, "REJECTED")])
def test_brokers_own_call_replaces_the_offer_too(
    in_acme, acme, talk_to, broker, person, load, carrier, outcome, status
):
    talk_to(2400, 2200)
    call = CallFactory(
        organization=acme, status=CallStatus.COMPLETED, person=broker, conversation__carrier=carrier
    )
    note_outcome(call=call, outcome=outcome, load=load, amount=Decimal(1900), by=person, at=LATER)

    old, new = Bid.objects.order_by("pk")
    assert (old.status, new.status, new.amount) == ("WITHDRAWN", status, 1900)
    assert new.price_talk == old.price_talk


# Decisions by people


def test_counter_is_our_offer_from_then_on(in_acme, talk_to, person):
    talk_to(2400, 2200)
    bids.counter_bid(bid=Bid.objects.get(), amount=Decimal(1800), by=person, at=NOW)

    talk = PriceTalk.objects.get()
    assert (offer_of(talk), talk.chapter) == (1800, 1)
    talk_to(2150, at=LATER)
    assert NegotiationStep.objects.order_by("pk").last().offer >= 1800


def test_lower_counter_is_a_chapter_by_that_person(in_acme, talk_to, person):
    talk_to(2400, 2200)
    bids.counter_bid(bid=Bid.objects.get(), amount=Decimal(1600), by=person, at=NOW)

    talk = PriceTalk.objects.get()
    assert (offer_of(talk), talk.chapter) == (1600, 2)
    assert talk.openings == [
        {"number": 2, "at": NOW.isoformat(), "by": str(person), "changes": {"offer": ["1725", "1600.00"]}}
    ]


@pytest.mark.parametrize("amount", [1953, 2100])
def test_counter_at_the_max_buy_or_above_is_not_for_the_agent_to_name(in_acme, talk_to, person, amount):
    talk_to(2400, 2200)
    bids.counter_bid(bid=Bid.objects.get(), amount=Decimal(amount), by=person, at=NOW)

    assert offer_of(PriceTalk.objects.get()) == 1725


@pytest.mark.parametrize("decide", [bids.reject_bid, bids.withdraw_bid])
def test_rejection_closes_and_the_next_call_goes_on_where_it_stood(in_acme, talk_to, person, decide):
    talk_to(2400, 2200)
    decide(bid=Bid.objects.get(), reason="Rate too high", by=person, at=NOW)
    assert PriceTalk.objects.get().status == "CLOSED"

    talk_to(2100, at=LATER)

    talk = PriceTalk.objects.get()
    assert (talk.status, offer_of(talk)) == ("OPEN", 1950)
    assert moves(talk) == [("", "OPEN"), ("OPEN", "CLOSED"), ("CLOSED", "OPEN")]


def test_agent_that_takes_a_bid_off_the_table_closes_nothing(in_acme, talk_to):
    talk_to(2400)
    bids.withdraw_bid(bid=Bid.objects.get(), by=BY, at=NOW)

    assert PriceTalk.objects.get().status == "OPEN"


def test_acceptance_books_and_undoing_puts_the_talk_back(in_acme, talk_to, person):
    talk_to(2400, 2200)
    before = PriceTalk.objects.values("status", "agreed_amount", "agreed_at", "agreed_by", "standing").get()
    booking = accept_bid(bid=Bid.objects.get(), amount=Decimal(2200), by=person, at=NOW)
    talk = PriceTalk.objects.get()
    assert (talk.status, talk.agreed_amount, talk.agreed_by) == ("BOOKED", 2200, str(person))
    assert moves(talk)[-2:] == [("OPEN", "AGREED"), ("AGREED", "BOOKED")]

    undo_acceptance(number=booking.pk, by=person, at=NOW + SECOND)

    assert PriceTalk.objects.values(*before).get() == before


def test_fall_off_reopens_the_talk_and_those_that_were_refused_for_it(in_acme, acme, talk_to, person):
    talk_to(2400, 1900)
    talk_to(2300, carrier=CarrierFactory(organization=acme, phone="+18065550102"))
    mine, others = Bid.objects.order_by("pk")
    booking = accept_bid(bid=mine, amount=mine.amount, by=person, at=NOW)
    bids.reject_bid(bid=others, reason="Covered by another carrier", by=person, at=NOW)
    assert [talk.status for talk in PriceTalk.objects.order_by("pk")] == ["BOOKED", "CLOSED"]

    record_fall_off(number=booking.pk, reason="No-show", by=person, at=LATER)

    talks = PriceTalk.objects.order_by("pk")
    assert [(talk.status, talk.agreed_amount) for talk in talks] == [("OPEN", None), ("OPEN", None)]
    assert Bid.objects.get(pk=others.pk).status == "OPEN"


def test_decision_on_a_bid_without_a_talk_needs_none(in_acme, person):
    bid = bids.counter_bid(bid=BidFactory(organization=in_acme), amount=Decimal(1700), by=person, at=NOW)

    assert bid.price_talk is None
    assert not PriceTalk.objects.exists()


# Time runs out


@pytest.mark.parametrize("status", PRICE_TALK_LIFECYCLE.unfinished)
def test_talk_that_nobody_goes_on_with_is_closed(in_acme, talk_to, status):
    talk_to(2400)
    talk = PriceTalk.objects.get()
    if status != "OPEN":
        move(talk, status, by=BY, at=NOW, agreed_amount=Decimal(1800), agreed_at=NOW)

    assert price_talks.close_overdue_price_talks(by=BY, at=NOW + WEEK) == 0
    assert price_talks.close_overdue_price_talks(by=BY, at=NOW + WEEK + SECOND) == 1
    assert price_talks.close_overdue_price_talks(by=BY, at=NOW + 2 * WEEK + SECOND) == 0
    talk.refresh_from_db()
    assert talk.status == "CLOSED"


def test_last_figure_counts_for_the_deadline(in_acme, talk_to):
    talk_to(2400)
    talk_to(2300, at=NOW + timedelta(days=6))

    assert price_talks.close_overdue_price_talks(by=BY, at=NOW + timedelta(days=12)) == 0


def test_sweep_is_on_the_schedule(in_acme, talk_to):
    planned = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert tasks.close_overdue_price_talks.name in planned

    talk_to(2400)
    tasks.close_overdue_price_talks()
    assert PriceTalk.objects.get().status == "CLOSED"


# What the database takes


@pytest.mark.parametrize(
    ("columns", "constraint"),
    [
        ({}, "price_talk_of_carrier"),
        ({"carrier": None, "phone": "+18065550101"}, "price_talk_of_phone"),
        ({"carrier": None}, "price_talk_of_conversation"),
    ],
)
def test_there_is_one_talk_for_each(in_acme, acme, load, carrier, columns, constraint):
    given = {"organization": acme, "load": load, "carrier": carrier, "standing": {}} | columns
    moments = dict.fromkeys(("status_changed_at", "created_at", "updated_at"), NOW)
    conversation = ConversationFactory(organization=acme)
    PriceTalk.objects.create(**given, **moments, conversation=conversation)

    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        PriceTalk.objects.create(**given, **moments, conversation=conversation)


def test_talk_is_of_a_carrier_or_of_a_number(in_acme, talk_to):
    talk_to(2400)
    with pytest.raises(IntegrityError, match="price_talk_of_one"), transaction.atomic():
        PriceTalk.objects.update(phone="+18065550101")


# Pages


@pytest.fixture
def desk(client, broker):
    client.force_login(broker)
    return client


def test_receipt_tells_other_calls_apart_and_what_changed(desk, in_acme, talk_to, load, person):
    first = talk_to(2400, 2200)
    Load.objects.update(start_rate=1600)
    second = talk_to(2150, at=LATER)
    at = LATER + timedelta(minutes=1)
    bids.counter_bid(bid=Bid.objects.unfinished().get(), amount=Decimal(1650), by=person, at=at)
    text = desk.get(reverse("bids:negotiation", args=[second.pk])).text

    assert text.count("Another call") == 2
    assert f'href="{reverse("calls:page", args=[first.pk])}"' in text
    assert "Rates changed: target $1,500 → $1,600" in text
    assert "Our offer lowered: $1,725 → $1,650" in text
    assert text.index("$2,200") < text.index("Rates changed") < text.index("$2,150")


def test_page_of_an_offer_shows_the_receipt_over_all_calls(desk, in_acme, talk_to):
    talk_to(2400, 2200)
    talk_to(2150, at=LATER)
    text = desk.get(reverse("bids:page", args=[Bid.objects.unfinished().get().pk])).text

    assert text.count("Another call") == 2
    assert "Halfway to max buy" in text


def test_page_of_an_offer_without_a_talk_shows_no_receipt(desk, in_acme):
    text = desk.get(reverse("bids:page", args=[BidFactory(organization=in_acme).pk])).text

    assert "<h2>Negotiation</h2>" not in text


def test_page_of_an_offer_takes_two_queries_more_for_it(desk, in_acme, talk_to, django_assert_num_queries):
    talk_to(2400, 2200)
    talk_to(2150, 2140, 2130, at=LATER)
    bid = Bid.objects.unfinished().get()

    with django_assert_num_queries(11):
        desk.get(reverse("bids:page", args=[bid.pk]))
    Bid.objects.filter(pk=bid.pk).update(price_talk=None)
    with django_assert_num_queries(9):
        desk.get(reverse("bids:page", args=[bid.pk]))


def test_counter_below_what_we_offered_is_warned_of(desk, in_acme, talk_to):
    conversation = talk_to(2400, 2200)
    Bid.objects.update(status="OPEN")
    bid = Bid.objects.get(conversation=conversation)

    text = desk.get(reverse("bids:counter", args=[bid.pk]), {"amount": "1600"}).text

    assert "The carrier already has our offer of $1,725. This is lower." in text


def test_compare_shows_our_offers_of_all_calls(desk, in_acme, talk_to, load):
    talk_to(2400, 2200)
    talk_to(2150, at=LATER)

    columns = desk.get(reverse("bids:compare", args=[load.pk])).context["columns"]

    assert [column.offers for column in columns] == [[1500, 1725, 1950]]


# Two at once


@pytest.fixture
def calls_at_once(acme, load, carrier, in_acme):
    """Two calls of the carrier, both at the reading back of $1,800."""
    agent = AgentFactory(
        organization=acme, slug="carrier-sales", purpose="carrier_sales", greeting="", variables=[]
    )
    made = []
    for _ in range(2):
        call = CallFactory(
            organization=acme,
            status=CallStatus.ANSWERED,
            conversation__agent=agent,
            conversation__direction="inbound",
            from_phone=carrier.phone,
        )
        made.append(call.pk)
        for heard in (None, YES, means("load 48213", load="48213"), YES, *([] if made[1:] else SAID)):
            turn(call.pk, heard)
    return made


SAID = (ask(2400), ask(2200), ask(1800))


def turn(pk, heard):
    """One turn of a call, in a transaction with its conversation locked."""
    with transaction.atomic():
        found = Conversation.objects.select_related("organization", "agent").select_for_update(of=("self",))
        conversation = found.get(pk=pk)
        talk = Talk(conversation, conversation.agent, conversation.skill_state, NOW)
        skill = CarrierSalesSkill()
        reply = skill.open(talk) if heard is None else skill.answer(talk, heard)
        Conversation.objects.filter(pk=pk).update(skill_state=talk.state)
    return reply.text


@pytest.mark.django_db(transaction=True)
def test_two_calls_at_the_same_moment_end_with_one_agreement(acme, calls_at_once, meanwhile):
    first, second = meanwhile(acme, *(lambda pk=pk: turn(pk, YES) for pk in calls_at_once))

    assert "You're booked at $1,800" in first
    assert "We're set on load" in second
    assert Booking.unscoped.get().amount == 1800
    assert PriceTalk.unscoped.get().status == "BOOKED"
    assert list(Bid.unscoped.filter(status="ACCEPTED").values_list("amount", flat=True)) == [1800]


@pytest.mark.django_db(transaction=True)
def test_of_two_calls_that_begin_at_once_the_second_goes_on_with_the_firsts(
    acme, in_acme, load, carrier, talk_to, meanwhile
):
    calls = [talk_to() for _ in range(2)]

    def begin(conversation, amount):
        with transaction.atomic():
            return say(conversation, load, amount)

    results = meanwhile(acme, lambda: begin(calls[0], 2400), lambda: begin(calls[1], 2200))

    assert all(isinstance(each, Bid) for each in results), results
    talk = PriceTalk.objects.get()
    assert Standing.from_json(talk.standing).asks == (2400, 2200)
    assert Bid.objects.unfinished().count() == 1


@pytest.mark.django_db(transaction=True)
def test_person_and_caller_who_decide_at_once_end_with_one_booking(
    acme, in_acme, calls_at_once, person, meanwhile
):
    bid = Bid.objects.unfinished().get()

    def decide():
        with bid_as_seen(bid, stamp_of(bid.load, bid)) as locked:
            return accept_bid(bid=locked, amount=locked.amount, by=person, at=NOW)

    booked, said = meanwhile(acme, decide, lambda: turn(calls_at_once[1], YES))

    assert isinstance(booked, Booking)
    assert "We're set on load" in said
    assert Booking.objects.count() == 1
    assert PriceTalk.objects.get().agreed_by == str(person)


def test_system_closes_what_it_rejects(in_acme, talk_to):
    talk_to(2400)
    bids.reject_bid(bid=Bid.objects.get(), by=system("tests"), at=NOW)

    assert PriceTalk.objects.get().status == "CLOSED"
