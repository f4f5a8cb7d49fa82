"""What went wrong in free talks with callers who hadn't read the code: the talk goes on as a person would go on."""

from datetime import datetime
from decimal import Decimal

import pytest

from bids.models import Bid
from bids.states import BidStatus
from calls.language.reading import Act, Figure, Place, Role, Topic
from tests.bids.carrier_sales.conftest import DEAL, NO, YES, ask, means
from tests.factories import CarrierFactory, LoadFactory

HOUSTON = Place("Houston", "TX")


@pytest.fixture
def known(line, carrier):
    """A carrier that has said who it is."""
    made = line()
    made.open()
    made.say(YES)
    return made


@pytest.fixture
def other(in_acme):
    """Another load, for the same trailer, from Houston to Charlotte."""
    return LoadFactory(
        organization=in_acme,
        external_id="482120",
        origin_city="Houston",
        destination_city="Charlotte",
        destination_state="NC",
        commodity="Excavator",
    )


def haggling(known, load):
    """The talk stands at our offer for the load."""
    known.say(means("load 482101", load=load.external_id, digits=load.external_id))
    return known.say(means("yes a van", Act.YES, equipment="van"))


def looks_around(known):
    """Whatever there is for the trailer was asked for twice: two loads are named."""
    for _ in range(2):
        known.say(means("what do you have for a van", Act.ASKS, Topic.OTHER_LOADS, equipment="van"))


def test_another_load_named_by_number_is_turned_to(known, load, other):
    haggling(known, load)

    said = known.say(means("no, a different load, 482120", Act.NO, load="482120", digits="482120"))

    assert said.text.startswith("Load 4 8 2 1 2 0 goes from Houston, TX to Charlotte, NC")
    assert known.state["at_load"] == other.pk


def test_number_of_the_load_talked_about_turns_to_nothing(known, load, other):
    haggling(known, load)

    said = known.say(means("that 482101 is too cheap", Act.REFUSES, load="482101", digits="482101"))

    assert known.state["at_load"] == load.pk
    assert "$" in said.text


def test_load_that_was_offered_beside_is_turned_to_by_its_freight_or_town(known, load, other):
    looks_around(known)
    assert set(known.state["named"]) == {load.pk, other.pk}
    known.say(means("the first one", load="482101", digits="482101"))

    said = known.say(means("no sorry not that one, the excavator", Act.REFUSES))

    assert known.state["at_load"] == other.pk
    assert "4 8 2 1 2 0" in said.text


@pytest.mark.parametrize(
    "words",
    [
        means("no its not right, call me tomorrow at eight", Act.NO, Act.CALLBACK),
        means("let me talk to my guy and call you back", Act.CALLBACK),
        means("no just have a human call me", Act.NO, Act.WANTS_PERSON),
    ],
    ids=["no and a call back", "a call back", "no and a person"],
)
def test_nothing_is_agreed_by_who_answers_the_read_back_with_something_else(known, load, words):
    haggling(known, load)
    known.say(DEAL)
    known.say(words)

    extracted = known.conclude().extracted
    assert extracted["agreedAmount"] is None
    assert not Bid.objects.filter(status__in=(BidStatus.OPEN, BidStatus.ACCEPTED))


def test_own_price_stays_the_bid_where_its_read_back_is_put_off(known, load):
    haggling(known, load)
    known.say(ask(1900))
    known.say(ask(1520))
    known.say(means("no, have your guy call me", Act.NO, Act.CALLBACK))

    assert [bid.amount for bid in Bid.objects.all()] == [Decimal(1900)]
    assert known.conclude().extracted["agreedAmount"] is None


def test_best_price_is_told_before_they_call_back_themselves(known, load):
    haggling(known, load)

    said = known.say(
        means("whats the best you can do and ill ring you back", Act.CALLBACK, Act.ASKS, Topic.CEILING)
    )

    assert "$" in said.text
    assert not known.state["callback"]


def test_who_calls_back_themselves_is_promised_no_call(known, load):
    haggling(known, load)

    said = known.say(means("let me run it by him and ill call you back in ten minutes", Act.CALLBACK))

    assert said.is_last
    assert not known.state["callback"]


@pytest.mark.parametrize(
    ("words", "zone"),
    [
        ("call me after one thirty tomorrow eastern", "America/New_York"),
        ("call me at one thirty tomorrow", "America/Chicago"),
    ],
)
def test_call_back_is_in_the_afternoon_at_the_number_and_in_the_zone_said(known, load, words, zone):
    haggling(known, load)
    known.say(means("call me at 423 555 0127", Act.CALLBACK, phone="4235550127", digits="4235550127"))
    known.say(means(words, time=datetime(2026, 3, 3, 1, 30)))

    callback = known.state["callback"]
    assert (callback["time"], callback["phone"]) == ("2026-03-03T13:30", "4235550127")
    assert callback["zone"] == zone


def test_claim_that_mentions_a_call_wants_none(known, load):
    haggling(known, load)

    said = known.say(
        means("me llamó Schneider con 2125", Act.CLAIMS, Act.CALLBACK, unsure=frozenset({Act.CALLBACK}))
    )

    assert "$1,500" in said.text


def test_second_one_is_picked_though_the_first_is_spoken_of(known, load, other):
    looks_around(known)
    _, second = known.state["candidates"]

    known.say(means("dallas tomorrow is no good so the second one whats your all in", Act.NO))

    assert known.state["at_load"] == second


def test_no_to_the_read_back_is_no_bid(known, load):
    haggling(known, load)
    known.say(DEAL)
    known.say(NO)

    assert not Bid.objects.filter(status=BidStatus.OPEN)


def test_load_refused_for_another_place_is_left_and_that_place_searched(known, load, other):
    known.say(means("load 482101", load="482101", digits="482101"))

    said = known.say(
        means("no not atlanta, what's out of Houston, I got a van", Act.NO, origin=HOUSTON, equipment="van")
    )

    assert "4 8 2 1 2 0" in said.text
    assert load.pk in known.state["passed"]


def test_yes_with_a_condition_that_is_kept_already_is_read_back_and_closed(known, load):
    haggling(known, load)
    lumper = "if they cover the lumper"
    known.say(means(f"okay {lumper}", Act.AGREES_IF, conditions=(lumper,)))
    back = known.say(means(f"yes {lumper} i just said that", Act.AGREES_IF, conditions=(lumper,)))
    assert "Is that" in back.text

    known.say(
        means("yes, with the lumper covered", Act.YES, Act.AGREES_IF, conditions=("with the lumper covered",))
    )

    bid = Bid.objects.get()
    assert bid.status == BidStatus.OPEN
    assert bid.details["conditions"] == [lumper, "with the lumper covered"]


def test_more_for_what_may_be_needed_is_no_price(known, load):
    haggling(known, load)
    known.say(ask(1900))
    on_top = Figure(Decimal(150), Role.ON_TOP)
    words = "if its gotta be tarped thats another hundred and a half"
    known.say(means(words, Act.COUNTERS, money=(on_top,), conditions=(words,)))

    assert [bid.amount for bid in Bid.objects.all()] == [Decimal(1900)]
    assert known.state["dealings"][0]["agreed"] == ""


def test_reefer_that_runs_dry_may_haul_a_van_load_if_the_broker_agrees(known, load):
    known.say(means("load 482101", load="482101", digits="482101"))

    said = known.say(means("i got a reefer but i can run it dry", equipment="reefer"))

    assert "$1,500" in said.text
    assert known.state["dealings"][0]["conditions"] == ["i got a reefer but i can run it dry"]


def test_other_mc_at_the_read_back_is_vetted_and_the_deal_read_back_for_it(known, load, in_acme):
    CarrierFactory(organization=in_acme, name="Rio Bravo Trucking", mc_number="44400012", dot_number=45000012)
    haggling(known, load)
    known.say(DEAL)

    said = known.say(means("no the mc is 44400012", Act.NO, mc="44400012", digits="44400012"))

    assert "Rio Bravo Trucking, MC 4 4 4 0 0 0 1 2" in said.text
    assert not Bid.objects.filter(status=BidStatus.ACCEPTED)
    known.say(YES)
    assert {bid.carrier.name for bid in Bid.objects.exclude(status=BidStatus.WITHDRAWN)} == {
        "Rio Bravo Trucking"
    }


def test_mc_that_is_said_to_be_wrong_is_asked_for_before_the_yes_counts(known, load):
    haggling(known, load)
    known.say(DEAL)

    said = known.say(means("yes i want it but the mc is wrong", Act.YES, Act.AGREES))

    assert said.expecting == "identity"
    assert not Bid.objects.filter(status=BidStatus.ACCEPTED)
