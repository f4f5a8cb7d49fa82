"""Which load it is, what is told of it, and what never is."""

from datetime import date, datetime
from decimal import Decimal

import pytest

from calls.language.reading import Act, Expecting, Place, Topic
from calls.models import ConversationLoad
from loads.models import Load, Stop
from tests.bids.carrier_sales.conftest import DEAL, MINE, NO, YES, ask, means
from tests.factories import NOW, CarrierFactory, LoadFactory


@pytest.fixture
def known(line, carrier, load):
    """A carrier that has told who it is."""
    made = line()
    made.open()
    made.say(MINE, YES)
    return made


def other(load, number, **columns):
    return LoadFactory(organization=load.organization, external_id=number, **columns)


def test_load_is_told_in_local_words(known, load):
    said = known.say(means("482101", load="482101"))

    assert said.text == (
        "Load 4 8 2 1 0 1 goes from Dallas, TX to Atlanta, GA, 781 miles. "
        "It picks up Wednesday, March 4 between 8 AM and noon and delivers Thursday, March 5 between 8 AM and 4 PM, "
        "all local time. It's flour, 42,000 pounds. Are you running a dry van?"
    )
    assert said.amounts == ()
    assert ConversationLoad.objects.get().load_id == load.pk


@pytest.mark.parametrize(
    ("stored", "heard"),
    [
        ("482101", means(load="482101")),
        ("482101", means(load="101", is_tail=True)),
        ("482101", means(digits="2101")),
        ("AB-482-177", means(load="ab482177")),
        ("AB-482-177", means(load="AB-482-177")),
    ],
)
def test_load_is_found_by_its_number_or_its_end(known, load, stored, heard):
    Load.objects.filter(pk=load.pk).update(external_id=stored)

    known.say(heard)

    assert known.state["at_load"] == load.pk


def test_end_of_several_numbers_is_asked_back(known, load):
    second = other(load, "999101", destination_city="Memphis", destination_state="TN")

    said = known.say(means(load="101", is_tail=True))
    assert said.text.startswith(
        "I have more than one that fits: Load 4 8 2 1 0 1, Dallas, TX to Atlanta, GA,"
    )
    assert said.expecting == Expecting.LOAD

    known.say(means("the Memphis one", destination=Place("Memphis", "TN")))
    assert known.state["at_load"] == second.pk


@pytest.mark.deep_but(1)
@pytest.mark.parametrize(
    ("heard", "position"),
    [
        (means("the first one"), 0),
        (means("la segunda"), 1),
        (means("999101", load="999101"), 1),
        (means("the reefer", equipment="reefer"), 1),
    ],
)
def test_one_of_several_is_picked_in_many_ways(known, load, heard, position):
    second = other(
        load, "999101", equipment_type="reefer", pickup_at=datetime(2026, 3, 9, tzinfo=load.pickup_at.tzinfo)
    )
    known.say(means(load="101", is_tail=True))

    known.say(heard)

    assert known.state["at_load"] == (load, second)[position].pk


def test_load_is_found_by_lane_and_day(known, load):
    other(load, "482155", pickup_time=datetime(2026, 3, 6, 8, 0))
    lane = {"origin": Place("Dallas", "TX"), "destination": Place("Atlanta")}

    known.say(means("Dallas to Atlanta on the fourth", day=date(2026, 3, 4), **lane))

    assert known.state["at_load"] == load.pk


@pytest.mark.parametrize(
    ("city", "said"),
    [("St. Louis", "Saint Louis"), ("Ciudad Juárez", "ciudad juarez"), ("Fort Worth", "Ft. Worth")],
)
def test_town_is_known_however_it_is_written(known, load, city, said):
    Load.objects.filter(pk=load.pk).update(origin_city=city, origin_state="")

    known.say(means("from there", origin=Place(said)))

    assert known.state["at_load"] == load.pk


def test_number_that_is_unknown_is_asked_again_then_given_up(known, load):
    Load.objects.filter(pk=load.pk).delete()

    again = known.say(means(load="777777"))
    last = known.say(means(load="777778"))
    known.say(NO)

    assert again.text.endswith("Could you check the number, or tell me the lane?")
    assert "I have nothing else that fits right now." in last.text
    conclusion = known.conclude()
    assert (conclusion.tags, conclusion.extracted["outcome"]) == (("load_not_found",), "load_not_found")


@pytest.mark.parametrize(
    "columns",
    [
        {"status": "COVERED"},
        {"status": "ON HOLD"},
        {"is_locked": True},
        {"held_at": NOW},
    ],
)
def test_load_that_is_not_open_is_replaced_by_the_best_fitting(known, load, columns):
    Load.objects.filter(pk=load.pk).update(**columns)
    other(load, "1", destination_city="Miami", destination_state="FL", origin_city="Reno", origin_state="NV")
    other(load, "2", equipment_type="reefer")
    near = other(load, "482155", destination_city="Macon")
    same = other(load, "482156", pickup_time=datetime(2026, 3, 5, 8, 0))

    said = known.say(means(load="482101"))

    assert said.text.startswith("That load is no longer available. What I do have: Load 4 8 2 1 5 6,")
    assert known.state["candidates"] == [same.pk, near.pk]
    assert "Dallas, TX to Macon, GA, about 75 miles from Atlanta," in said.text
    assert "$" not in said.text
    known.say(means("the second one"), NO, means("nothing", Act.UNSURE), NO)
    assert known.replies[-1].is_last


def test_nothing_that_fits_ends_unavailable(known, load):
    Load.objects.filter(pk=load.pk).update(status="COVERED")

    known.say(means(load="482101"), NO)

    conclusion = known.conclude()
    assert (conclusion.tags, conclusion.extracted["outcome"]) == (("load_unavailable",), "load_unavailable")
    assert ConversationLoad.objects.get().load_id == load.pk


def test_loads_of_another_tenant_do_not_exist(known, load, rival):
    LoadFactory(organization=rival, external_id="555000")

    assert known.say(means(load="555000")).text.endswith("Could you check the number, or tell me the lane?")


def test_wrong_trailer_is_offered_a_fitting_load(calling, load):
    reefer = other(load, "482155", equipment_type="reefer")

    said = calling.say(means("I've a reefer", equipment="reefer"))

    assert said.text.startswith(
        "That one needs a dry van, so it won't work for you. What I do have: Load 4 8 2 1 5 5,"
    )
    calling.say(YES)
    assert calling.state["at_load"] == reefer.pk
    assert calling.replies[-1].amounts == (Decimal(1500),)  # the trailer is known


def test_wrong_trailer_without_another_load_ends(calling):
    calling.say(means("I've a flatbed", equipment="flatbed"), NO)

    conclusion = calling.conclude()
    assert conclusion.extracted["outcome"] == "wrong_equipment"
    assert conclusion.tags == ("load_unavailable",)


def test_no_trailer_is_asked_about(calling):
    asked = calling.say(NO)

    assert asked.text == "What equipment do you have?"
    assert calling.say(means("a van after all", equipment="van")).amounts == (Decimal(1500),)


def test_trailer_that_was_told_is_not_asked_for(known):
    said = known.say(means("482101 for my van", load="482101", equipment="van"))

    assert said.amounts == (Decimal(1500),)


@pytest.mark.usefixtures("fixed_steps")
def test_all_that_was_said_in_one_breath_is_used(line, carrier, load):
    made = line()
    made.open()

    said = made.say(means("MC and load and ask", mc=MINE.mc, load="482101", equipment="van", money=(2400,)))

    assert "goes from Dallas, TX" in said.text
    assert said.amounts == (Decimal(1500),)
    assert made.state["dealings"][0]["standing"]["asks"] == ["2400.00"]


QUESTIONS = [
    (Topic.WEIGHT, "It weighs 42,000 pounds."),
    (Topic.COMMODITY, "The freight is flour."),
    (Topic.MILES, "It's 781 miles."),
    (Topic.EQUIPMENT, "It needs a dry van."),
    (Topic.PICKUP, "It picks up in Dallas, TX Wednesday, March 4 between 8 AM and noon."),
    (Topic.DELIVERY, "It delivers in Atlanta, GA Thursday, March 5 between 8 AM and 4 PM."),
    (Topic.STOPS, "There are no stops in between, one pickup and one drop."),
    (Topic.TEAM, "A single driver is fine."),
    (Topic.INSTRUCTIONS, "There are no special instructions that I can see."),
    (Topic.TEMPERATURE, "Good question. I'll have the broker get you an answer on that."),
    (Topic.TERMS, "Good question. I'll have the broker get you an answer on that."),
]


@pytest.mark.parametrize(("topic", "answer"), QUESTIONS)
def test_question_is_answered_from_the_loads_own_facts(haggling, topic, answer):
    said = haggling.say(means("?", topics=frozenset({topic})))

    assert said.text.startswith(f"{answer} I have $1,500 on this one")
    assert said.expecting == Expecting.OFFER


def test_fact_that_is_missing_is_not_made_up(haggling, load):
    Load.objects.filter(pk=load.pk).update(weight=None, commodity="")

    said = haggling.say(means("?", topics=frozenset({Topic.WEIGHT})))

    assert said.text.startswith("I don't have that here; the broker can tell you.")


@pytest.mark.usefixtures("fixed_steps")
def test_question_and_ask_in_one_breath_are_both_answered(haggling):
    said = haggling.say(means("weight? I need 2400", topics=frozenset({Topic.WEIGHT}), money=(2400,)))

    assert said.text.startswith("It weighs 42,000 pounds.")
    assert said.amounts == (Decimal(1500),)
    assert haggling.state["dealings"][0]["standing"]["round"] == 1


def test_stops_between_are_named(haggling, load):
    for position, city in enumerate(("Dallas", "Jackson", "Atlanta")):
        Stop.objects.create(
            organization=load.organization,
            load=load,
            position=position,
            city=city,
            type="dropoff" if position else "pickup",
        )

    assert haggling.say(means("?", topics=frozenset({Topic.STOPS}))).text.startswith(
        "The stops are Jackson."
    ) or (haggling.replies[-1].text.startswith("It stops at Jackson."))


@pytest.mark.parametrize("intent", [Topic.CEILING, Topic.CUSTOMER_RATE])
def test_what_is_not_told_is_answered_with_our_offer(haggling, intent):
    said = haggling.say(means("what's the most?", intent))

    assert said.amounts == (Decimal(1500),)
    assert "$1,500" in said.text
    assert said.facts.keys() <= {"company", "offer"}


@pytest.mark.parametrize("intent", [Topic.CEILING, Topic.CUSTOMER_RATE])
def test_what_is_not_told_is_not_told_before_an_offer_either(calling, intent):
    said = calling.say(means("what's the most?", intent))

    assert said.text.startswith("That's not something I can share.")
    assert said.amounts == ()


def test_guess_at_the_customer_rate_is_no_ask(haggling):
    said = haggling.say(means("they pay you 2719, right?", Topic.CUSTOMER_RATE, money=(2719,)))

    assert said.amounts == (Decimal(1500),)
    assert haggling.state["dealings"][0]["standing"]["asks"] == []


@pytest.mark.parametrize("asked", [(2500, 2400, 2300), (9000, 8000, 7000)])
@pytest.mark.usefixtures("fixed_steps")
def test_answers_do_not_tell_how_far_an_ask_lies_above_the_ceiling(line, carrier, load, asked):
    CarrierFactory(organization=carrier.organization, mc_number="790113", phone="")
    callers = ((MINE, asked), (means("MC 790113", mc="790113"), (1960, 1958, 1956)))
    said = []
    for number, (who, asks) in enumerate(callers):
        made = line(number=number)
        made.open()
        made.say(who, YES, means(load="482101"), YES)
        said.append([made.say(ask(amount)).text for amount in asks])

    assert said[0] == said[1]


def test_deal_before_an_offer_is_none(calling):
    said = calling.say(DEAL)

    assert said.amounts == (Decimal(1500),)
    assert said.expecting == Expecting.OFFER


def test_number_that_was_not_among_those_named_is_looked_for(known, load):
    known.say(means(load="777777"), means(load="777777"))

    again = known.say(means("it says 777777", digits="777777"))

    assert "load with that number" in again.text
    assert again.text.endswith(
        ("Is there anything else I can help you with?", "Are you looking for anything else today?")
    )
    assert known.say(NO).is_last


def test_question_beside_a_search_is_part_of_the_search(haggling, load):
    other(load, "482155", destination_city="Memphis")
    haggling.say(DEAL, YES)
    while haggling.state["step"] != "more":
        haggling.say(NO)

    said = haggling.say(
        means("anything picking up in Dallas?", Topic.OTHER_LOADS, topics=frozenset({Topic.PICKUP}))
    )

    assert not said.text.startswith("It picks up")
    assert "Dallas, TX to Memphis" in said.text
