"""A carrier calls again, from whichever phone: the talk about the price goes on where it stood."""

import dataclasses
from decimal import Decimal

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bids.models import Bid, Booking, NegotiationRules, NegotiationStep, PriceTalk
from bids.negotiation import Action, Standing, begin, hear_ask
from bids.offer_limits import Rules, Strategy
from bids.price_talk_moves import Kind, Move, answer
from bids.services import price_talk_calls
from bids.services.negotiation_terms import record_step, terms_of
from bids.services.price_talks import keep_answer, take_back
from bids.states import SecondCall
from calls.language.reading import Act
from calls.models import Call, Conversation
from calls.services.permission import rehearsing
from calls.states import CallStatus
from carriers.models import Carrier, CarrierContact
from loads.models import Load
from organizations.tenancy.actors import Actor
from tests.bids.carrier_sales.conftest import BYE, DEAL, MC, MINE, NO, PHONE, YES, ask, means
from tests.factories import NOW, CallFactory, CarrierFactory, LoadFactory

CELL = "+18065550177"  # of one of its drivers: not on file
OFFICE = "+18065550122"
BY = Actor("agent", "carrier-sales")
FIXED = Rules(strategy=Strategy.FIXED_STEPS)

pytestmark = pytest.mark.usefixtures("fixed_steps")


@pytest.fixture
def call(line, carrier, load):
    """Have the carrier call about the load until our offer is named, or what comes instead; return line and words."""
    numbers = iter(range(1, 50))

    def make(phone=PHONE, *, language="en", who=MINE, **known):
        made = line(number=next(numbers), phone=phone, language=language, **known)
        made.open()
        said = made.say(who, YES, means("load 482101", load="482101"), YES)
        return made, said

    return make


@pytest.fixture
def office(carrier):
    """Another phone that is on the carrier's file."""
    CarrierContact.objects.create(
        organization=carrier.organization, carrier=carrier, phone=OFFICE, is_registered=True
    )


def end(made):
    Call.objects.filter(pk=made.conversation.pk).update(status=CallStatus.COMPLETED)


def standing_of(talk) -> Standing:
    return Standing.from_json(talk.standing)


# The talk goes on


@pytest.mark.parametrize(
    ("language", "first", "again"),
    [
        ("en", "I have $1,500 on this one", "$1,725"),
        ("es", "Tengo $1,500 por esta carga", "$1,725"),
    ],
)
def test_second_call_goes_on_where_the_first_stood(call, language, first, again):
    made, said = call(language=language)
    assert first in said.text
    made.say(ask(2400), ask(2200))
    end(made)

    _, said = call(language=language)

    words = {
        "en": ("Last time we were at", "When we talked before"),
        "es": ("La última vez", "Cuando hablamos"),
    }
    assert any(each in said.text for each in words[language]), said.text
    assert again in said.text
    assert said.amounts == (Decimal(1725),)
    assert standing_of(PriceTalk.objects.get()).asks == (2400, 2200)


def test_second_phone_of_the_company_goes_on_too(call, office):
    made, _ = call()
    made.say(ask(2400), ask(2200))
    end(made)

    second, said = call(OFFICE)
    assert said.amounts == (Decimal(1725),)
    assert second.say(ask(2100)).text.startswith("The best I can do on this one is $1,950")

    assert PriceTalk.objects.get().conversation_id == second.conversation.pk


# Whoever only claims to be a carrier: a number that isn't on file for it


STRANGERS = {
    "a cell": (CELL,),
    "hidden": ("anonymous",),
    "no number": ("",),
    "many cells": (CELL, "+18065550178", "+18065550179", "+18065550180"),
    "another carrier's": ("+18065550155",),
}
FISHING = [ask(9000), ask(8000), ask(7000), ask(2050), means("more", Act.ASKS_MORE), BYE]


@pytest.mark.parametrize("who", STRANGERS)
def test_claiming_an_mc_neither_hears_nor_spends_what_is_the_carriers(call, carrier, who):
    CarrierFactory(organization=carrier.organization, mc_number="790155", phone="+18065550155")
    made, _ = call()
    made.say(ask(2400), ask(2200))
    end(made)
    before = PriceTalk.objects.get(carrier=carrier)
    bid = Bid.objects.unfinished().get()

    for phone in STRANGERS[who] * 2:
        stranger, said = call(phone)
        assert "1,725" not in said.text
        assert "Last time" not in said.text
        for words in FISHING:
            if stranger.replies[-1].is_last:
                break
            stranger.say(words)
        end(stranger)

    after = PriceTalk.objects.get(carrier=carrier)
    assert (after.standing, after.moves, after.status) == (before.standing, before.moves, before.status)
    bid.refresh_from_db()
    assert (bid.status, bid.amount) == ("COUNTERED", 2200)
    _, said = call()
    assert said.amounts == (Decimal(1725),)


def test_carrier_without_a_number_on_file_talks_by_the_phone_it_calls_from(call, carrier):
    Carrier.objects.filter(pk=carrier.pk).update(phone="")
    made, _ = call(CELL)
    made.say(ask(2400), ask(2200))
    end(made)

    _, from_another = call("+18065550178")
    _, from_the_same = call(CELL)

    assert from_another.amounts == (Decimal(1500),)
    assert from_the_same.amounts == (Decimal(1725),)


def test_talk_of_a_phone_is_the_carriers_once_that_is_on_file(call, carrier):
    made, _ = call(CELL)
    made.say(ask(2400), ask(2200))
    end(made)
    CarrierContact.objects.create(
        organization=carrier.organization, carrier=carrier, phone=CELL, is_registered=True
    )

    _, said = call(CELL)

    assert said.amounts == (Decimal(1725),)
    assert PriceTalk.objects.get().carrier == carrier


def test_our_own_call_goes_on_where_theirs_stood(call, line, load):
    made, _ = call()
    made.say(ask(2400), ask(2200))
    end(made)
    Load.objects.update(is_outbound_sales_enabled=True)

    ours = line(number=60, facts={"loadId": "482101", "dotNumber": 2790112, "mcNumber": MC})
    ours.open()

    assert ours.say(YES).amounts == (Decimal(1725),)


@pytest.mark.parametrize("language", ["en", "es"])
def test_final_offer_stays_final(call, language):
    made, _ = call(language=language)
    made.say(ask(2400), ask(2200), ask(2100))
    end(made)

    second, said = call(language=language)

    words = {"en": "Last time $1,950 was the best", "es": "La última vez $1,950 era lo mejor"}
    assert words[language] in said.text
    assert "$1,950" in second.say(ask(2000)).text
    assert PriceTalk.objects.get().status == "REFUSED"
    assert not Booking.objects.exists()


def test_refused_talk_stays_refused_but_for_our_offer(call):
    made, _ = call()
    made.say(ask(2400), ask(2200), ask(2100), ask(2050))
    assert PriceTalk.objects.get().status == "REFUSED"
    end(made)

    second, said = call()
    assert said.amounts == (Decimal(1950),)
    assert second.say(ask(1953)).text.startswith("Looks like we can't get there")
    assert second.say(DEAL).amounts == (Decimal(1950),)
    assert "You're booked at $1,950" in second.say(YES).text

    assert PriceTalk.objects.get().status == "BOOKED"


def test_caller_without_figures_hears_the_same_offer_each_time(call):
    for _ in range(3):
        made, said = call()
        assert said.amounts == (Decimal(1500),)
        end(made)

    assert PriceTalk.objects.count() == 1


def test_figure_told_before_the_offer_is_answered_where_the_talk_stood(call, line):
    made, _ = call()
    made.say(ask(2400), ask(2200))
    end(made)
    second = line(number=70)
    second.open()

    said = second.say(MINE, YES, dataclasses.replace(ask(2100), load="482101"), YES)

    assert said.text.endswith("The best I can do on this one is $1,950. Do we have a deal?")


# What was agreed stays agreed


@pytest.fixture
def agent_proposes(in_acme):
    NegotiationRules.objects.update(agent_may_book=False)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Last time we agreed on $1,800"), ("es", "La última vez quedamos en $1,800")],
)
def test_agreed_figure_is_read_back_on_the_next_call(call, agent_proposes, language, words):
    made, _ = call(language=language)
    made.say(ask(2400), ask(2200), ask(1800), YES)
    talk = PriceTalk.objects.get()
    assert (talk.status, talk.agreed_amount, talk.agreed_by) == (
        "AGREED",
        1800,
        str(BY).replace("sales", "sales-1"),
    )
    end(made)

    second, said = call(language=language)
    assert words in said.text
    said = second.say(YES)

    assert said.amounts == (Decimal(1800),)
    bids = Bid.objects.order_by("pk")
    assert [(bid.status, bid.amount, bid.first_ask) for bid in bids] == [
        ("WITHDRAWN", 1800, 2400),
        ("OPEN", 1800, 2400),
    ]
    assert PriceTalk.objects.get().status == "AGREED"


def test_more_than_was_agreed_is_not_given_on_the_next_call(call, agent_proposes):
    made, _ = call()
    made.say(ask(2400), ask(2200), ask(1800), YES)
    end(made)

    second, _ = call()
    assert second.say(ask(1900)).text.startswith("I had you at $1,800")
    assert "$1,800" in second.say(YES).text
    second.say(YES)

    assert PriceTalk.objects.get().agreed_amount == 1800
    assert Bid.objects.unfinished().get().amount == 1800


def test_agreement_that_was_held_to_twice_stays_agreed(call, agent_proposes):
    made, _ = call()
    made.say(ask(2400), ask(2200), ask(1800), YES)
    end(made)
    for _ in range(2):
        made, _ = call()
        made.say(ask(1900), YES, YES)
        end(made)

    talk = PriceTalk.objects.get()
    assert (talk.status, talk.agreed_amount) == ("AGREED", 1800)


def test_agreement_from_a_phone_that_is_not_on_file_waits_for_the_team(call):
    made, _ = call(CELL)
    said = made.say(ask(2400), ask(2200), ask(1800), YES)
    assert "they'll call you back" in said.text
    end(made)

    _, said = call()

    assert said.amounts == (Decimal(1500),)
    assert not Booking.objects.exists()
    assert Bid.objects.unfinished().get().amount == 1800


def test_stranger_neither_hears_nor_undoes_what_was_agreed(call, carrier, agent_proposes):
    made, _ = call()
    made.say(ask(2400), ask(2200), ask(1800), YES)
    end(made)

    second, said = call(CELL)
    assert said.amounts == (Decimal(1500),)
    second.say(NO, ask(1900), BYE)

    assert PriceTalk.objects.get(carrier=carrier).status == "AGREED"
    assert sorted(Bid.objects.unfinished().values_list("amount", flat=True)) == [1800, 1900]
    assert "1,800" not in second.conclude().summary


def test_call_that_dropped_while_it_was_read_back_goes_on_there(call):
    made, _ = call()
    made.say(ask(2400), ask(2200), ask(1800))
    assert (PriceTalk.objects.get().status, PriceTalk.objects.get().agreed_at) == ("OPEN", None)
    end(made)

    second, said = call()
    assert "Last time we got as far as $1,800" in said.text

    assert "You're booked at $1,800" in second.say(YES).text


def test_condition_of_the_first_call_binds_the_second(call):
    made, _ = call()
    made.say(ask(2400), ask(2200))
    made.say(dataclasses.replace(ask(1800), conditions=("if they cover the lumper",)))
    end(made)

    second, said = call()
    assert "if the broker okays your condition" in said.text or "with your condition" in said.text
    second.say(YES)

    assert not Booking.objects.exists()
    bid = Bid.objects.unfinished().get()
    assert bid.details["conditions"] == ["if they cover the lumper"]


# Misheard figures


def test_undone_figure_is_undone_in_the_talk(call):
    made, _ = call()
    made.say(ask(2400), ask(2200))
    before = PriceTalk.objects.get().standing
    made.say(ask(1800))
    assert PriceTalk.objects.get().standing != before

    made.say(NO)

    talk = PriceTalk.objects.get()
    assert (talk.standing, talk.has_forgotten, talk.agreed_amount) == (before, True, None)
    assert Bid.objects.unfinished().get().amount == 2200


def test_figure_is_forgotten_once_over_all_calls(call):
    made, _ = call()
    made.say(ask(2400), ask(2200), ask(1800), NO)
    end(made)
    second, _ = call()
    second.say(ask(1790), NO)

    talk = PriceTalk.objects.get()
    assert standing_of(talk).asks == (2400, 2200, 1790)
    assert second.say(ask(1850)).amounts == (Decimal(1725),)


def test_figure_of_a_dropped_call_is_undone_in_the_next(call):
    made, _ = call()
    made.say(ask(2400), ask(2200))
    before = PriceTalk.objects.get().standing
    made.say(ask(1800))
    end(made)
    second, _ = call()

    second.say(NO)

    assert PriceTalk.objects.get().standing == before
    assert Bid.objects.unfinished().get().amount == 2200
    assert [bid.status for bid in Bid.objects.order_by("pk")] == ["WITHDRAWN", "OPEN"]


# Whose talk it is


def test_talk_of_a_number_becomes_its_carriers(call, carrier):
    made, _ = call(who=means("MC 999111", mc="999111"))
    made.say(ask(2400), ask(2200))
    talk = PriceTalk.objects.get()
    assert (talk.carrier, talk.phone) == (None, PHONE)
    end(made)

    second, said = call()

    assert said.amounts == (Decimal(1725),)
    talk = PriceTalk.objects.get()
    assert (talk.carrier, talk.phone) == (carrier, "")
    second.say(ask(2100))
    assert {step.price_talk for step in NegotiationStep.objects.all()} == {talk}
    assert Bid.objects.unfinished().get().carrier == carrier


def test_talk_of_a_number_is_merged_with_its_carriers(call, carrier, office):
    made, _ = call(OFFICE)
    made.say(ask(2350))
    end(made)
    made, _ = call(who=means("MC 999111", mc="999111"))
    made.say(ask(2400), ask(2200))
    end(made)
    assert PriceTalk.objects.count() == 2

    _, said = call()

    assert said.amounts == (Decimal(1725),)
    talk = PriceTalk.objects.get()
    assert talk.carrier == carrier
    assert standing_of(talk).asks == (2350, 2400, 2200)
    assert Bid.objects.unfinished().count() == 1
    assert NegotiationStep.objects.filter(price_talk=talk).count() == 3


def test_unknown_carriers_on_one_number_share_a_talk_and_others_have_their_own(call):
    for phone, mc in ((CELL, "999111"), (CELL, "999222"), ("+18065550188", "999333")):
        made, _ = call(phone, who=means(f"MC {mc}", mc=mc))
        made.say(ask(2400), ask(2300))
        end(made)

    talks = PriceTalk.objects.order_by("pk")
    assert [talk.phone for talk in talks] == [CELL, "+18065550188"]
    assert [len(standing_of(talk).asks) for talk in talks] == [4, 2]


@pytest.mark.parametrize("number", ["", "anonymous", "+266696687"])
def test_hidden_number_of_an_unknown_carrier_shares_with_nobody(call, number):
    for _ in range(2):
        made, said = call(number, who=means("MC 999111", mc="999111"))
        assert said.amounts == (Decimal(1500),)
        made.say(ask(2400), ask(2200))
        end(made)

    assert PriceTalk.objects.count() == 2


def test_loads_have_talks_of_their_own(call, in_acme):
    LoadFactory(organization=in_acme, external_id="482202")
    made, _ = call()
    made.say(ask(2400), ask(2200))

    said = made.say(means("what about 482202", load="482202"), YES)

    assert said.amounts == (Decimal(1500),)
    assert PriceTalk.objects.count() == 2


def test_practice_leaves_nothing_for_the_carrier(call):
    made, _ = call()
    Conversation.objects.filter(pk=made.conversation.pk).update(
        skill_state=made._talk().state | {"is_own_phone": True}
    )
    made.say(ask(2400), ask(2200))
    practice = PriceTalk.objects.get(carrier=None)
    assert (practice.phone, practice.conversation_id) == ("", made.conversation.pk)
    end(made)

    _, said = call()

    assert said.amounts == (Decimal(1500),)


def test_rehearsal_starts_anew_and_leaves_nothing(call):
    made, _ = call()
    made.say(ask(2400), ask(2200))
    end(made)

    with rehearsing({}):
        rehearsed, said = call()
        assert said.amounts == (Decimal(1500),)
        rehearsed.say(ask(2300))

    _, said = call()
    assert said.amounts == (Decimal(1725),)


# Rates that change


def change_rates(**rates):
    Load.objects.update(**rates)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The rate on this load has changed since we last talked"),
        ("es", "La tarifa de esta carga cambió"),
    ],
)
def test_changed_rates_open_a_chapter(call, language, words):
    made, _ = call(language=language)
    made.say(ask(2400), ask(2300))
    end(made)
    change_rates(start_rate=1800, max_rate=2200)

    second, said = call(language=language)

    assert words in said.text
    assert said.amounts == (Decimal(1800),)
    talk = PriceTalk.objects.get()
    assert (talk.chapter, talk.start_rate, talk.max_rate) == (2, 1800, 2200)
    assert talk.openings[0]["changes"] == {
        "start_rate": ["1500.00", "1800.00"],
        "max_rate": ["1953.00", "2200.00"],
    }
    second.say(ask(2250))
    assert list(NegotiationStep.objects.order_by("pk").values_list("chapter", flat=True)) == [1, 1, 2]


def test_offer_is_kept_where_the_new_rates_allow_it(call):
    made, _ = call()
    made.say(ask(2400), ask(2200))
    end(made)
    change_rates(start_rate=1400, max_rate=1800)

    _, said = call()

    assert said.amounts == (Decimal(1725),)
    assert PriceTalk.objects.get().chapter == 2


def test_offer_that_the_new_rates_forbid_begins_anew(call):
    made, _ = call()
    made.say(ask(2400), ask(2200), ask(2100))
    end(made)
    change_rates(start_rate=1400, max_rate=1600)

    _, said = call()

    assert said.amounts == (Decimal(1400),)
    assert PriceTalk.objects.get().status == "OPEN"


def test_offer_is_never_more_than_was_asked(call):
    made, _ = call()
    made.say(ask(2400), ask(2200))
    end(made)
    change_rates(start_rate=2300, max_rate=2600, book_now_rate=None)

    _, said = call()

    assert said.amounts == (Decimal(2200),)


def test_rates_that_change_during_a_call_open_a_chapter_at_the_next_figure(call):
    made, _ = call()
    made.say(ask(2400), ask(2200))
    change_rates(max_rate=2300)

    assert made.say(ask(2150)).amounts == (Decimal(1725),)

    talk = PriceTalk.objects.get()
    assert (talk.chapter, talk.max_rate) == (2, 2300)


def test_offer_that_was_just_heard_and_can_not_be_kept_goes_to_the_team(call):
    made, _ = call()
    made.say(ask(2400), ask(2200))
    change_rates(start_rate=1400, max_rate=1600, book_now_rate=1450)

    assert "the rate on this load has just changed" in made.say(DEAL).text
    assert PriceTalk.objects.get().chapter == 1
    end(made)

    _, said = call()
    assert said.amounts == (Decimal(1400),)
    assert PriceTalk.objects.get().chapter == 2


def test_agreed_figure_stays_agreed_when_rates_change(call, agent_proposes):
    made, _ = call()
    made.say(ask(2400), ask(2200), ask(1800), YES)
    end(made)
    change_rates(max_rate=2300)

    _, said = call()

    assert "Last time we agreed on $1,800" in said.text


# Two calls at the same time


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "A colleague is on another call with your company"),
        ("es", "Un colega está hablando ahora mismo"),
    ],
)
def test_second_call_leaves_the_load_to_the_first_where_the_organization_wants_that(
    call, office, in_acme, language, words
):
    NegotiationRules.objects.update(second_call=SecondCall.LEAVE)
    made, _ = call(language=language)
    made.say(ask(2400))

    second, said = call(OFFICE, language=language)

    assert words in said.text
    assert said.amounts == ()
    assert second.conclude().extracted["outcome"] == "load_unavailable"
    assert PriceTalk.objects.get().conversation_id == made.conversation.pk


@pytest.mark.parametrize(
    "state",
    [{"status": CallStatus.COMPLETED}, {"is_over": True}, {"lost": {"since": NOW.isoformat(), "tries": 1}}],
)
def test_call_that_ended_or_dropped_holds_nothing(call, office, in_acme, state):
    NegotiationRules.objects.update(second_call=SecondCall.LEAVE)
    made, _ = call()
    made.say(ask(2400), ask(2200))
    if "status" in state:
        Call.objects.filter(pk=made.conversation.pk).update(**state)
    else:
        Conversation.objects.filter(pk=made.conversation.pk).update(skill_state=made._talk().state | state)

    _, said = call(OFFICE)

    assert said.amounts == (Decimal(1725),)


def test_load_that_was_left_to_another_call_can_be_asked_for_once_that_is_over(call, office, in_acme):
    NegotiationRules.objects.update(second_call=SecondCall.LEAVE)
    made, _ = call()
    made.say(ask(2400), ask(2200))
    second, _ = call(OFFICE)
    end(made)

    said = second.say(means("so 482101", load="482101"))

    assert said.amounts == (Decimal(1725),)


def test_calls_share_the_standing_else(call, office):
    first, _ = call()
    first.say(ask(2400))
    second, said = call(OFFICE)
    assert said.amounts == (Decimal(1500),)

    assert second.say(ask(2200)).amounts == (Decimal(1725),)
    assert first.say(ask(2100)).amounts == (Decimal(1950),)


def test_yes_is_to_the_offer_that_the_caller_has_heard(call, office):
    first, _ = call()
    first.say(ask(2400))
    second, _ = call(OFFICE)
    second.say(ask(2200))

    said = first.say(DEAL)

    assert said.amounts == (Decimal(1500),)
    assert NegotiationStep.objects.order_by("pk").last().action == Action.ACCEPT


def test_two_calls_end_with_one_agreement(call, office, agent_proposes):
    first, _ = call()
    first.say(ask(2400), ask(2200), ask(1800))
    second, said = call(OFFICE)
    assert "$1,800" in said.text

    second.say(YES)
    said = first.say(YES)

    assert "We're set on load" in said.text
    talk = PriceTalk.objects.get()
    assert (talk.status, talk.agreed_amount, talk.conversation_id) == ("AGREED", 1800, second.conversation.pk)
    assert Bid.objects.unfinished().count() == 1


def test_no_in_one_call_undoes_nothing_that_another_agreed(call, office, agent_proposes):
    first, _ = call()
    first.say(ask(2400), ask(2200), ask(1800))
    second, _ = call(OFFICE)
    second.say(YES)

    first.say(NO)

    assert PriceTalk.objects.get().status == "AGREED"
    assert Bid.objects.unfinished().get().amount == 1800


# The conversation's state of an older release


def test_call_under_way_at_a_release_goes_on(haggling):
    haggling.say(ask(2400), ask(2200))
    state = haggling._talk().state
    state["sales"]["dealings"][0] |= {"before": None, "was_undone": False}
    Conversation.objects.filter(pk=haggling.conversation.pk).update(skill_state=state)
    NegotiationStep.objects.update(price_talk=None)
    Bid.objects.update(price_talk=None)
    PriceTalk.objects.all().delete()

    assert haggling.say(ask(2100)).text.startswith("The best I can do on this one is $1,950")
    assert standing_of(PriceTalk.objects.get()).asks == (2400, 2200, 2100)
    assert Bid.objects.get().amount == 2100


# In whatever order

ASKS = st.lists(
    st.sampled_from([2600, 2400, 2350, 2200, 2100, 1990, 1940, 1800, 1700]), min_size=1, max_size=6
)
PHONES = st.lists(st.sampled_from(["desk", "office", "ours"]), min_size=6, max_size=6)


class Undone(Exception):
    """Takes back what an example has written."""


@pytest.fixture
def talk_over(in_acme, carrier):
    """Make conversations of the carrier by phone number and direction."""

    def make(channel, agent_number):
        call = CallFactory(
            organization=in_acme,
            status=CallStatus.COMPLETED,
            conversation__direction="outbound" if channel == "ours" else "inbound",
            conversation__carrier=carrier,
            from_phone={"desk": PHONE, "office": OFFICE, "ours": "+12145550100"}[channel],
            to_phone=PHONE if channel == "ours" else "+12145550100",
        )
        return Conversation.objects.select_related("organization").get(pk=call.pk)

    return make


def hear(conversation, load, amount):
    """One figure in one conversation, as the skill answers it; the step, and the offer it found."""
    terms, rules = terms_of(load), FIXED
    taken = price_talk_calls.take_up(
        conversation=conversation, load=load, terms=terms, rules=rules, by=BY, at=NOW
    )
    talk = taken.talk
    found = standing_of(talk).offer
    move = Move(kind=Kind.ASK, at=NOW, terms=terms, rules=rules, amount=Decimal(amount))
    step = answer(standing_of(talk), move)
    record_step(
        conversation=conversation, load=load, heard="…", said=None, step=step, price_talk=talk, at=NOW
    )
    keep_answer(talk, move, step, conversation=conversation, by=BY, at=NOW)
    return step, found


def test_it_makes_no_difference_in_which_calls_it_was_said(in_acme, load, talk_over):
    @settings(max_examples=25, suppress_health_check=list(HealthCheck))
    @given(asks=ASKS, phones=PHONES)
    def play(asks, phones):
        standing, alone = begin(terms_of(load), FIXED), []
        for amount in asks:
            step = hear_ask(standing, Decimal(amount), terms=terms_of(load), rules=FIXED)
            standing = step.standing
            alone.append((step.action, step.amount, step.rule))
        try:
            with transaction.atomic():
                steps = [
                    hear(talk_over(phone, n), load, amount)[0]
                    for n, (phone, amount) in enumerate(zip(phones, asks, strict=False))
                ]
                assert [(step.action, step.amount, step.rule) for step in steps] == alone
                assert standing_of(PriceTalk.objects.get()) == standing
                raise Undone
        except Undone:
            pass

    play()


EVENTS = st.lists(
    st.one_of(
        st.tuples(st.just("ask"), st.sampled_from([2600, 2400, 2200, 2100, 1990, 1940, 1800, 1700, 1600])),
        st.tuples(st.just("ask"), st.sampled_from([2600, 2400, 2200, 2100, 1990, 1940, 1800, 1700, 1600])),
        st.tuples(st.just("take_back"), st.none()),
        st.tuples(
            st.just("rates"), st.sampled_from([(1500, 1953), (1600, 2100), (1400, 1700), (1500, None)])
        ),
    ),
    min_size=2,
    max_size=10,
)


def test_offers_never_fall_within_a_chapter(in_acme, load, talk_over):
    @settings(max_examples=30, suppress_health_check=list(HealthCheck))
    @given(
        events=EVENTS, phones=st.lists(st.sampled_from(["desk", "office", "ours"]), min_size=10, max_size=10)
    )
    def play(events, phones):
        try:
            with transaction.atomic():
                offers: dict[int, list[Decimal]] = {}
                for n, ((event, given_), phone) in enumerate(zip(events, phones, strict=False)):
                    now = Load.objects.get(pk=load.pk)
                    conversation = talk_over(phone, n)
                    if event == "ask":
                        step, found = hear(conversation, now, given_)
                        talk = PriceTalk.objects.get()
                        offers.setdefault(talk.chapter, []).extend([found, step.standing.offer])
                        if step.action == Action.ACCEPT:
                            assert step.amount <= terms_of(now).limit
                    elif event == "rates":
                        Load.objects.filter(pk=load.pk).update(start_rate=given_[0], max_rate=given_[1])
                    elif talk := price_talk_calls.talk_of(conversation=conversation, load=now, by=BY, at=NOW):
                        take_back(talk, conversation=conversation, by=BY, at=NOW)
                for made in offers.values():
                    assert made == sorted(made)
                raise Undone
        except Undone:
            pass

    play()
