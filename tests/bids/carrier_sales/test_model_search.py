"""Who calls, about which load, and what is left to the team, where a language model reads a carrier's words."""

from datetime import UTC, datetime

import pytest

from bids.models import Bid
from bids.services.rehearsal_stage import Stage
from calls.models import OpenQuestion
from calls.states import AgentPurpose
from carriers.models import TruckCapacity
from tests.bids.carrier_sales.conftest import TO_PRICE
from tests.bids.carrier_sales.test_model_prices import haggles
from tests.factories import NOW, AgentFactory, LoadFactory


def left():
    return set(OpenQuestion.objects.values_list("words", flat=True))


def asks_of(model, words, topic, *, acts=(), **beside):
    return model.hears(words, acts=[*acts, ("asks", words)], questions=[(topic, words)], **beside)


# Who calls.


def test_first_name_beside_business_is_no_yes_to_the_company(hold, model):
    words = "hey about the dallas to atlanta one is it still there im tony"
    replies, _ = hold(
        model,
        model.hears(
            words,
            acts=[("greets", "hey"), ("asks", "is it still there")],
            facts=[("origin", "dallas"), ("destination", "atlanta"), ("name", "tony")],
            questions=[("load", "is it still there")],
        ),
        "yes it is",
    )

    assert "Blue Mesa" in replies[1].text
    assert "482101" not in replies[1].text.replace(" ", "")
    assert "4 8 2 1 0 1" in replies[2].text


def test_name_that_answers_is_a_yes_to_the_company(hold, model):
    words = "yeah this is tony in dispatch about the dallas to atlanta one"
    replies, _ = hold(
        model,
        model.hears(
            words,
            facts=[
                ("answer", "this is tony in dispatch"),
                ("origin", "dallas"),
                ("destination", "atlanta"),
                ("name", "tony"),
            ],
        ),
    )

    assert "4 8 2 1 0 1" in replies[1].text


# Which load.


@pytest.fixture
def other(in_acme):
    return LoadFactory(organization=in_acme, external_id="482199")


@pytest.mark.parametrize(
    ("words", "end"),
    [
        ("the dallas to atlanta one that ends in ninety nine", "ninety nine"),
        ("la de dallas a atlanta que acaba en noventa y nueve", "noventa y nueve"),
    ],
)
def test_last_two_digits_tell_a_load_on_its_lane(hold, model, other, words, end):
    replies, _ = hold(
        model,
        "yes",
        model.hears(words, facts=[("origin", "dallas"), ("destination", "atlanta"), ("load", end)]),
    )

    assert "4 8 2 1 9 9" in replies[2].text
    assert "4 8 2 1 0 1" not in replies[2].text


def test_load_that_lacks_its_facts_stands_with_the_call_about_it(hold, model, in_acme):
    LoadFactory(organization=in_acme, external_id="482150", start_rate=None, max_rate=None, origin_city="")
    words = "four eight two one five zero do i have to cross it myself"
    _, data = hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("asks", "do i have to cross it myself")],
            facts=[("load", "four eight two one five zero")],
            questions=[("instructions", "do i have to cross it myself")],
        ),
        "tomorrow at ten",
    )

    assert data["outcome"] == "callback"
    assert data["loadId"] == "482150"
    assert "do i have to cross it myself" in left()


# What is asked beside something else.


@pytest.mark.parametrize("topic", ["equipment", "other"])
def test_whose_trailer_it_is_is_passed_on(hold, model, topic):
    words = "is that your trailer or the shippers"
    replies, _ = hold(model, "yes", "load 482101", asks_of(model, words, topic))

    assert words in left()
    assert "It needs" not in replies[3].text


@pytest.mark.parametrize("words", ["is it no touch", "do i need coil racks"])
def test_one_thing_that_no_instruction_tells_is_passed_on(hold, model, words):
    replies, _ = hold(model, *TO_PRICE, asks_of(model, words, "instructions"))

    assert words in left()
    assert "no special instructions" not in replies[-1].text


def test_instructions_that_there_are_none_of_are_said_to_be_none(hold, model):
    words = "any special instructions"
    replies, _ = hold(model, *TO_PRICE, asks_of(model, words, "instructions"))

    assert "no special instructions" in replies[-1].text


def test_money_that_suits_beside_questions_is_read_back(hold, model):
    words = "do i need load locks im good on the money"
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("asks", "do i need load locks"), ("agrees", "im good on the money")],
            questions=[("instructions", "do i need load locks")],
        ),
    )

    assert "load 4 8 2 1 0 1, Dallas, TX to Atlanta, GA, at $1,500" in replies[-1].text
    assert "do i need load locks" in left()


def test_fee_on_top_told_with_the_trailer_is_a_condition(hold, model):
    fee = "if i gotta rent a chassis thats thirty five a day on you"
    words = f"yes a dry van but {fee}"
    replies, data = hold(
        model,
        "yes",
        "load 482101",
        model.hears(words, acts=[("yes", "yes")], facts=[("equipment", "a dry van")], conditions=[fee]),
    )

    assert "okay" in replies[-1].text
    assert data["conditions"] == [fee]


FIRM = [
    ("nineteen hundred thats my bottom", ["counters", "firm"]),
    ("im not moving off nineteen hundred", ["refuses", "counters", "firm"]),
]


@pytest.mark.parametrize(("words", "acts"), FIRM)
def test_final_figure_is_not_asked_to_come_down(hold, model, words, acts):
    replies, _ = hold(
        model, *TO_PRICE, model.hears(words, acts=[(act, words) for act in acts], figures=[(0, 1900, "ask")])
    )

    assert "$1,500" in replies[-1].text
    assert "come down" not in replies[-1].text
    assert "work with me" not in replies[-1].text


# A goodbye with something in it.

TO_MORE = ("yes", "load 999999", "load 999998", "in tulsa tomorrow")


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("no thanks but what are yall paying a mile out of there", "rate"),
        ("no thats all but ask the broker if hell take a reefer on it", "equipment"),
        ("no but youll tell him right", "other"),
    ],
)
def test_question_beside_a_no_is_passed_on_before_the_goodbye(hold, model, words, topic):
    replies, _ = hold(model, *TO_MORE, asks_of(model, words, topic, acts=[("no", "no")]))

    assert replies[-1].is_last
    assert "team" in replies[-1].text
    assert words in left()


def test_wish_that_is_told_instead_of_a_load_is_noted(hold, model):
    words = "yeah put down that nobody calls me on sundays"
    replies, _ = hold(
        model,
        *TO_MORE,
        model.hears(words, acts=[("yes", "yeah")], facts=[("note", "nobody calls me on sundays")]),
    )

    assert "nobody calls me on sundays" in left()
    assert "load number" not in replies[-1].text
    assert "else" in replies[-1].text


# A later call.

TO_CALL = ("have somebody call me",)


@pytest.mark.parametrize(
    ("words", "before"),
    [("anytime before seven tonight", "2026-03-02T19:00"), ("tomorrow before noon", "2026-03-03T12:00")],
)
def test_hour_until_which_to_call_is_kept_as_that(hold, model, words, before):
    replies, data = hold(
        model, *haggles(model), "have somebody call me", model.hears(words, facts=[("time", words)])
    )

    assert "before" in replies[-1].text
    assert data["callbackTime"] == before[:10]
    assert data["callbackBefore"] == before
    assert Bid.objects.exists()


def test_hour_by_the_clock_of_a_town_has_its_zone(hold, model, in_acme):
    words = "mañana a las ocho hora de el paso y dígale que traigo placas"
    _, data = hold(
        model,
        *haggles(model),
        "have somebody call me",
        model.hears(words, facts=[("time", "mañana a las ocho hora de el paso")]),
    )

    assert data["callbackTime"] == "2026-03-03T08:00"
    assert data["callbackTimezone"] == "America/Denver"


def test_hour_that_is_past_is_the_next_one(hold, model):
    words = "today before six in the morning"
    replies, data = hold(
        model, *haggles(model), "have somebody call me", model.hears(words, facts=[("time", words)])
    )

    assert "tomorrow before 6 AM" in replies[-1].text
    assert data["callbackBefore"] > data["callbackTime"]


def test_load_is_not_told_at_length_to_who_has_another_trailer(hold, model):
    words = "yes its blue mesa were all flatbed now"
    replies, _ = hold(
        model,
        model.hears(words, acts=[("yes", "yes")], facts=[("equipment", "flatbed")]),
        is_outbound=True,
    )

    assert "Dallas" in replies[-1].text
    assert "pounds" not in replies[-1].text
    assert "dry van" in replies[-1].text


def test_reefer_for_dry_freight_is_the_brokers_to_okay(hold, model):
    words = "i got a reefer i can run it with the unit off is that alright"
    replies, data = hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            words,
            acts=[("asks", "is that alright")],
            facts=[("equipment", "a reefer")],
            questions=[("equipment", "i can run it with the unit off is that alright")],
        ),
    )

    assert "$1,500" in replies[-1].text
    assert "okay" in replies[-1].text
    assert data["conditions"] == [words]


def test_currency_asked_before_the_load_is_known_is_told_with_it(hold, model):
    words = "the dallas to atlanta load is the money canadian or us"
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("asks", "is the money canadian or us")],
            facts=[("origin", "dallas"), ("destination", "atlanta")],
            questions=[("other", "is the money canadian or us")],
        ),
    )

    assert "US dollars" in replies[-1].text


def test_truck_that_is_empty_now_is_not_asked_when(hold, model):
    words = "yes put ray on it hes empty in plano now"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("agrees", "yes"), ("empty", "hes empty in plano now")],
            facts=[("answer", "yes"), ("driver", "ray"), ("place", "plano")],
        ),
        "yes thats right",
    )

    assert data["details"]["emptyPlace"] == "Plano, TX"
    assert data["details"]["emptyAt"], [each.text for each in replies]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("memphis", "friday"), ("tulsa", "monday")),
        (("el paso", "tomorrow at noon"), ("fresno", "saturday")),
    ],
)
def test_each_truck_keeps_where_and_when_it_is_empty(hold, model, first, second):
    def truck(place, day):
        words = f"i got a reefer empty in {place} {day} what do you have"
        return model.hears(
            words,
            acts=[("empty", words), ("asks", "what do you have")],
            facts=[("equipment", "reefer"), ("place", place), ("time" if "at" in day else "day", day)],
            questions=[("other_loads", "what do you have")],
        )

    _, data = hold(model, "yes", truck(*first), truck(*second))

    kept = {each.city.lower(): each.day.isoformat() for each in TruckCapacity.objects.all()}
    assert set(kept) == {first[0], second[0]}
    assert data["details"]["emptyPlace"].lower().startswith(second[0])
    assert data["details"]["emptyAt"] == kept[second[0]]


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("yes van but he crosses tuesday night can we pick up later", "can we pick up later"),
        (
            "van yeah my guy drops thursday is there any slack on the pickup",
            "is there any slack on the pickup",
        ),
    ],
)
def test_day_told_beside_a_question_isnt_the_one_asked_for(hold, model, words, question):
    replies, _ = hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            words,
            acts=[("yes", words.split()[0]), ("asks", question)],
            facts=[("equipment", "van")],
            questions=[("flexibility", question)],
        ),
    )

    assert "outside" not in replies[-1].text
    assert question in left()


@pytest.mark.parametrize(
    "words", ["yes this is them what load you talking about", "yep thats me whats the load"]
)
def test_lane_is_told_once_to_who_is_called(hold, model, words):
    yes, question = words[: words.index("what")].strip(), words[words.index("what") :]
    replies, _ = hold(
        model,
        model.hears(words, acts=[("yes", yes), ("asks", question)], questions=[("load", question)]),
        is_outbound=True,
    )

    assert replies[-1].text.count("Dallas, TX") == 1


@pytest.mark.parametrize(
    ("states", "words"),
    [
        (
            ("utah", "idaho"),
            "i got a flatbed empty in portland oregon tomorrow anything heading to utah or idaho",
        ),
        (("nevada", "utah"), "flatbed in portland oregon tomorrow what do you have to nevada or utah"),
    ],
)
def test_load_to_one_of_several_states_on_a_later_day_is_offered(hold, in_acme, model, states, words):
    LoadFactory(
        organization=in_acme,
        external_id="482114",
        origin_city="Portland",
        origin_state="OR",
        destination_city="Salt Lake City",
        destination_state="UT",
        equipment_type="flatbed",
        pickup_time=datetime(2026, 3, 7, 8),
        pickup_end_time=datetime(2026, 3, 7, 12),
    )
    question = words[words.index("anything" if "anything" in words else "what") :]
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("asks", question)],
            facts=[
                *(("equipment", "flatbed"), ("place", "portland oregon"), ("day", "tomorrow")),
                *(("destination", each) for each in states),
            ],
            questions=[("other_loads", question)],
        ),
    )

    assert "4 8 2 1 1 4" in replies[-1].text
    assert "March 7" in replies[-1].text


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ("yeah i want the dallas to atlanta", [("origin", "dallas"), ("destination", "atlanta")]),
        ("yes its about four eight two one oh one", [("load", "four eight two one oh one")]),
    ],
)
def test_load_of_who_hears_of_none_is_kept(hold, model, carrier, words, facts, last_summary):
    carrier.is_blocked = True
    carrier.save()
    _, data = hold(model, model.hears(words, acts=[("yes", words.split()[0])], facts=facts), "thats right")

    assert data["outcome"] == "not_qualified"
    assert data["loadId"] == "482101"
    assert "called about load 482101" in last_summary()


@pytest.mark.parametrize(
    ("words", "time", "note"),
    [
        (
            "we got a van yeah but hes getting unloaded in waco till five tomorrow so hes gonna be short on hours",
            "five tomorrow",
            "hes gonna be short on hours",
        ),
        ("van yes but he starts his ten at six tonight he may be late", "six tonight", "he may be late"),
    ],
)
def test_worry_about_hours_is_put_down_and_the_window_told(hold, model, words, time, note):
    replies, data = hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            words,
            acts=[("yes", "yes")] if "yes" in words else [("yes", "yeah")],
            facts=[("equipment", "van"), ("time", time), ("note", note)],
        ),
    )

    assert "It picks up in Dallas, TX" in replies[-1].text
    assert note in data["notes"]


def test_hour_told_beside_a_price_is_put_down(hold, model):
    words = "no i told you saturday at noon and fifteen hundred is low im looking for nineteen hundred"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("no", "no"), ("counters", "im looking for nineteen hundred")],
            figures=[(0, 1500, "offer_back"), (1, 1900, "ask")],
            facts=[("time", "saturday at noon")],
        ),
    )

    assert data["notes"] == ["saturday at noon"]
    assert "put that down" in replies[-1].text


@pytest.mark.parametrize(
    "words",
    [
        "yes is that dallas one to atlanta still open my trucks empty in waco today",
        "yes you still got dallas atlanta hes sitting in austin tonight",
    ],
)
def test_day_of_the_truck_is_no_day_for_the_load_that_is_posted(hold, model, words):
    asked = words.removeprefix("yes ")
    place, day = ("waco", "today") if "waco" in words else ("austin", "tonight")
    replies, _ = hold(
        model,
        model.hears(
            words,
            acts=[("yes", "yes"), ("asks", asked)],
            facts=[("origin", "dallas"), ("destination", "atlanta"), ("place", place), ("day", day)],
            questions=[("load", asked)],
        ),
    )

    assert "othing on that lane" not in replies[-1].text
    assert "still open. Load 4 8 2 1 0 1" in replies[-1].text


@pytest.mark.parametrize(
    "words",
    [
        "go back to atlanta i can do that at twenty one hundred",
        "not seattle the atlanta load id need twenty one hundred",
    ],
)
def test_price_for_a_load_that_was_offered_before_is_of_that_load(hold, in_acme, model, words):
    LoadFactory(
        organization=in_acme,
        external_id="482166",
        origin_city="Dallas",
        origin_state="TX",
        destination_city="Seattle",
        destination_state="WA",
        pickup_time=datetime(2026, 3, 3, 8),
        pickup_end_time=datetime(2026, 3, 3, 12),
    )
    price = words[words.index("twenty") :]
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(
            "what about four eight two one six six",
            acts=[("asks", "what about four eight two one six six")],
            facts=[("load", "four eight two one six six")],
            questions=[("load", "what about four eight two one six six")],
        ),
        model.hears(
            words, acts=[("counters", price)], figures=[(0, 2100, "ask")], facts=[("destination", "atlanta")]
        ),
    )

    bid = Bid.objects.get()
    assert (bid.amount, bid.load.external_id) == (2100, "482101")
    assert "Seattle" not in replies[-1].text


@pytest.mark.parametrize(
    ("words", "acts", "facts"),
    [
        (
            "this is dale im loaded to tulsa right now empty there friday morning",
            [("yes", "this is dale")],
            [("name", "dale"), ("place", "tulsa"), ("time", "friday morning")],
        ),
        (
            "yeah but my trucks in the shop til friday",
            [("yes", "yeah"), ("declines", "my trucks in the shop til friday")],
            [("day", "friday"), ("is_not_for_money", "my trucks in the shop")],
        ),
    ],
)
def test_who_is_called_without_a_truck_by_the_pickup_hears_no_more_of_it(hold, model, words, acts, facts):
    replies, data = hold(
        model,
        model.hears(words, acts=acts, facts=[*facts, ("answer", acts[0][1])]),
        "no",
        is_outbound=True,
    )

    assert "won't make it" in replies[1].text
    assert "pounds" not in replies[1].text
    assert "dry van" not in replies[1].text
    assert data["outcome"] == "declined"


# Several loads in a breath.


@pytest.fixture
def two_lanes(in_acme):
    """Out of Dallas to Denver, and to Seattle, beside the one to Atlanta."""
    for number, city, state in (("482191", "Denver", "CO"), ("482192", "Seattle", "WA")):
        LoadFactory(organization=in_acme, external_id=number, destination_city=city, destination_state=state)


def asks_of_two(model, words, question):
    return model.hears(
        words,
        acts=[("asks", question)],
        facts=[("origin", "dallas"), ("destination", "denver"), ("destination", "seattle")],
        questions=[("rate", question)],
    )


@pytest.mark.parametrize(
    ("words", "question"),
    [
        (
            "yall had one dallas to denver and one to seattle which ones paying better",
            "which ones paying better",
        ),
        ("tenian una de dallas a denver y otra a seattle cuanto pagan", "cuanto pagan"),
    ],
)
def test_two_loads_in_one_question_are_both_named_with_what_they_pay(hold, model, two_lanes, words, question):
    replies, _ = hold(model, "yes", asks_of_two(model, words, question))

    assert replies[2].text.count("$1,500") == 2
    assert {"Denver", "Seattle"} <= {each.strip(",.") for each in replies[2].text.split()}


def test_price_for_one_of_two_loads_named_is_a_bid_on_that_one(hold, model, two_lanes):
    asked = "that one dallas to denver or the one to seattle whats it pay"
    price = "i would go to denver for two thousand"
    replies, data = hold(
        model,
        asks_of_two(model, asked, "whats it pay"),
        "yes",
        asks_of(model, "tell me more of seattle", "load", facts=[("destination", "seattle")]),
        "yes a dry van",
        model.hears(
            price,
            acts=[("counters", price)],
            figures=[(0, 2000, "ask")],
            facts=[("destination", "denver")],
        ),
    )

    assert "$1,500" in replies[2].text
    assert [bid.load.external_id for bid in Bid.objects.all()] == ["482191"]
    assert "Denver" in replies[-1].text  # it wasn't told of yet
    assert data["loadId"] == "482191"


def test_load_whose_price_is_open_makes_the_outcome_and_not_one_left_before(hold, model, in_acme, two_lanes):
    leaving = "let me ask my brother ill call you back"
    _, data = hold(
        model,
        *TO_PRICE,
        asks_of(
            model,
            "no atlanta is no good what about that dallas denver one",
            "other_loads",
            acts=[("declines", "no atlanta is no good")],
            facts=[("origin", "dallas"), ("destination", "denver")],
        ),
        "yes a dry van",
        model.hears("two thousand", acts=[("counters", "two thousand")], figures=[(0, 2000, "ask")]),
        model.hears(leaving, acts=[("callback", leaving)], facts=[("is_their_call", leaving)]),
    )

    assert (data["outcome"], data["loadId"]) == ("inquiry", "482191")


# What is passed on is named.


@pytest.mark.parametrize(
    ("words", "question"),
    [
        ("the dallas to atlanta does it have a chassis with it", "does it have a chassis with it"),
        ("la de dallas a atlanta cruza sellada", "cruza sellada"),
    ],
)
def test_what_is_passed_on_amid_the_load_is_named(hold, model, words, question):
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("asks", question)],
            facts=[("origin", "dallas"), ("destination", "atlanta")],
            questions=[("other", question)],
        ),
    )

    assert f"“{question}”" in replies[2].text
    assert left() == {question}


def test_note_amid_the_load_is_named(hold, model):
    words = "the dallas to atlanta i got four foot tarps and a dry van"
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            words,
            facts=[
                ("origin", "dallas"),
                ("destination", "atlanta"),
                ("equipment", "dry van"),
                ("note", "i got four foot tarps"),
            ],
        ),
    )

    assert "“i got four foot tarps”" in replies[2].text


def test_number_of_a_load_is_no_hour_that_is_wished_for(hold, model):
    words = "which load are you on im talking about four eight two one oh one"
    replies, _ = hold(
        model, *TO_PRICE, asks_of(model, words, "load", facts=[("load", "four eight two one oh one")])
    )

    assert "outside the window" not in replies[-1].text
    assert "4 8 2 1 0 1" in replies[-1].text


def test_who_asks_what_it_pays_is_told_without_an_excuse(hold, model):
    words = "i told you already just a tractor so whats it paying"
    replies, _ = hold(model, *TO_PRICE, asks_of(model, words, "rate"))

    assert "$1,500" in replies[-1].text
    assert not any(each in replies[-1].text for each in ("sorry", "Sorry", "once more"))


def test_least_a_mile_of_any_load_is_no_price_for_the_one_that_is_found(hold, model):
    words = "yes i need something out of dallas for thursday my van dont move under two and a half a mile"
    replies, _ = hold(
        model,
        model.hears(
            words,
            acts=[
                ("yes", "yes"),
                ("asks", "i need something out of dallas"),
                ("counters", "two and a half a mile"),
            ],
            figures=[(0, 2.5, "per_mile")],
            facts=[("origin", "dallas"), ("equipment", "van")],
            questions=[("other_loads", "i need something out of dallas for thursday")],
        ),
        "yes tell me about it",
    )

    assert "read that back" not in replies[-1].text
    assert not Bid.objects.exists()


# Another load on the board than the one that was offered.


@pytest.fixture
def out_of_fresno(in_acme):
    """To Denver a day before the truck is there, and to Seattle tonight."""

    def goes(number, city, state, day):
        LoadFactory(
            organization=in_acme,
            external_id=number,
            origin_city="Fresno",
            origin_state="CA",
            destination_city=city,
            destination_state=state,
            equipment="Reefer",
            equipment_type="reefer",
            pickup_time=datetime(2026, 3, day, 20),
            pickup_end_time=datetime(2026, 3, day, 22),
            pickup_at=datetime(2026, 3, day + 1, 4, tzinfo=UTC),
        )

    goes("482208", "Denver", "CO", 5)
    goes("482207", "Seattle", "WA", 2)


def wants_out_of_fresno(model):
    words = "i got a reefer emptying out in fresno friday morning what you got"
    return model.hears(
        words,
        acts=[("asks", "what you got")],
        facts=[("equipment", "reefer"), ("place", "fresno"), ("time", "friday morning")],
        questions=[("other_loads", "what you got")],
    )


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (
            "denver no thats the wrong way for us didn't you have a seattle on the board outta fresno",
            {
                "acts": [
                    ("no", "denver no"),
                    ("declines", "thats the wrong way for us"),
                    ("asks", "didn't you have a seattle on the board outta fresno"),
                ],
                "facts": [("destination", "seattle"), ("origin", "fresno"), ("answer", "denver no")],
                "questions": [("load", "didn't you have a seattle on the board outta fresno")],
            },
        ),
        (
            "mm denver's no good he's got a delivery in bakersfield thursday evening isn't there one to seattle",
            {
                "acts": [("no", "denver's no good"), ("asks", "isn't there one to seattle")],
                "facts": [
                    ("time", "thursday evening"),
                    ("note", "he's got a delivery in bakersfield thursday evening"),
                    ("destination", "seattle"),
                    ("answer", "denver's no good"),
                ],
                "questions": [("other_loads", "isn't there one to seattle")],
            },
        ),
    ],
)
def test_load_of_another_day_that_is_asked_for_is_told(hold, model, out_of_fresno, words, parts):
    replies, _ = hold(model, "yes", wants_out_of_fresno(model), model.hears(words, **parts))

    assert "Denver" in replies[2].text
    assert "4 8 2 2 0 7" in replies[3].text
    assert "Denver" not in replies[3].text


# Asked before it is told of, or of what stands nowhere.


def test_question_beside_who_calls_reaches_the_broker(hold, model, load):
    load.special_instructions = "Chassis from the pool."
    load.save()
    words = "yes it is im calling on the dallas to atlanta load which terminal is it and is there a pre pull"
    replies, _ = hold(
        model,
        model.hears(
            words,
            acts=[("yes", "yes it is"), ("asks", "which terminal is it and is there a pre pull")],
            facts=[("origin", "dallas"), ("destination", "atlanta"), ("answer", "yes it is")],
            questions=[("pickup", "which terminal is it"), ("instructions", "is there a pre pull")],
        ),
    )

    assert "Chassis from the pool" in replies[1].text
    assert left() == {"which terminal is it", "is there a pre pull"}


def test_question_beside_the_number_read_back_reaches_the_broker(in_acme, carrier, load, model):
    agent = AgentFactory(
        organization=in_acme, slug="carrier-sales", purpose=AgentPurpose.CARRIER_SALES, variables=[]
    )
    stage = Stage(agent, load, phone="+13125550177", at=NOW, language=model)
    stage.opens()
    stage.hears(f"MC {carrier.mc_number}")
    words = "right got a dry van in dallas for that atlanta load who's trailer is it and is it loaded"
    reply = stage.hears(
        model.hears(
            words,
            acts=[("yes", "right"), ("asks", "who's trailer is it and is it loaded")],
            facts=[
                ("equipment", "dry van"),
                ("place", "dallas"),
                ("origin", "dallas"),
                ("destination", "atlanta"),
                ("answer", "right"),
            ],
            questions=[("other", "who's trailer is it"), ("drop_or_live", "is it loaded")],
        )
    )

    assert reply.amounts
    assert "who's trailer is it" in left()


def test_who_only_asks_the_boss_where_we_say_no_hears_our_answer(hold, model):
    words = "my boss wants seventeen hundred and if you can't i gotta talk to him"
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[
                ("counters", "my boss wants seventeen hundred"),
                ("ask_other", "if you can't i gotta talk to him"),
            ],
            figures=[(0, 1700, "ask")],
        ),
    )

    assert "your side" not in replies[-1].text
    assert not replies[-1].is_last


def test_hour_at_the_shipper_is_none_of_an_empty_truck(hold, model):
    hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            "ya dry van i'm in waco 30 minutes out so can be there by nine",
            acts=[("yes", "ya")],
            facts=[("answer", "ya"), ("equipment", "dry van"), ("place", "waco"), ("time", "nine")],
        ),
        "yes book it",
        "yes",
    )

    details = Bid.objects.get().details
    assert details["emptyPlace"] == "Waco, TX"
    assert "09" not in details.get("emptyAt", "")


def test_hour_that_is_asked_for_beside_the_rate_is_told(hold, model):
    words = "yes it is the dallas to atlanta one whats it pay and what time does it pick up"
    replies, _ = hold(
        model,
        model.hears(
            words,
            acts=[("yes", "yes it is"), ("asks", "whats it pay"), ("asks", "what time does it pick up")],
            facts=[("origin", "dallas"), ("destination", "atlanta"), ("answer", "yes it is")],
            questions=[("rate", "whats it pay"), ("pickup", "what time does it pick up")],
        ),
    )

    assert "8 AM" in replies[1].text


@pytest.mark.parametrize("asked", ["let me go back to that denver one", ""])
def test_price_for_the_load_that_they_go_back_to_is_its_own(hold, model, out_of_fresno, asked):
    goes_on = "no thats tonight man let me go back to that denver one id do eighteen on it"
    hold(
        model,
        "yes",
        "load 482208",
        "yes, a reefer",
        model.hears(
            "hmm anything up to seattle",
            acts=[("declines", "hmm"), ("asks", "anything up to seattle")],
            facts=[("destination", "seattle")],
            questions=[("other_loads", "anything up to seattle")],
        ),
        model.hears(
            goes_on,
            acts=[("declines", "no thats tonight man"), ("counters", "id do eighteen on it")],
            figures=[(0, 1800, "ask")],
            facts=[("destination", "denver"), ("is_not_for_money", "thats tonight man")],
            questions=[("load", asked)] if asked else [],
        ),
    )

    assert [(bid.load.external_id, bid.amount) for bid in Bid.objects.exclude(amount=None)] == [
        ("482208", 1800)
    ]


def test_first_of_two_places_to_load_is_looked_from(hold, model):
    words = "you got anything to atlanta out of dallas tulsa area i got a dry van"
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("asks", "you got anything to atlanta")],
            facts=[
                ("origin", "dallas"),
                ("origin", "tulsa"),
                ("destination", "atlanta"),
                ("equipment", "dry van"),
            ],
            questions=[("other_loads", "you got anything to atlanta")],
        ),
    )

    assert "4 8 2 1 0 1" in replies[2].text


def test_load_on_the_second_of_two_days_is_what_was_asked_for(hold, model, load):
    words = "what do you have out of dallas tuesday or wednesday"
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("asks", words)],
            facts=[("origin", "dallas"), ("day", "tuesday"), ("day", "wednesday")],
            questions=[("other_loads", words)],
        ),
    )

    assert load.pickup_time.date().isoformat() == "2026-03-04"
    assert "Nothing like that" not in replies[-1].text
    assert "Dallas, TX to Atlanta, GA" in replies[-1].text


def test_van_load_for_a_reefer_that_runs_dry_goes_to_the_broker(hold, model):
    words = "i got a reefer sittin in dallas needin to get to atlanta or anywhere in georgia can haul dry too"
    replies, data = hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("asks", words)],
            facts=[
                ("equipment", "reefer"),
                ("origin", "dallas"),
                ("destination", "atlanta"),
                ("destination", "georgia"),
                ("note", "can haul dry too"),
            ],
            questions=[("other_loads", words)],
        ),
    )

    assert "$1,500" in replies[-1].text
    assert "the broker" in replies[-1].text
    assert "can haul dry too" in data["conditions"]
