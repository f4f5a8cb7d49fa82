"""Whole calls of carriers as a language model reads them, and as the rules alone do, where they can."""

from datetime import date
from decimal import Decimal

import pytest

from bids.models import Bid
from calls.models import LoadAlarm, OpenQuestion
from carriers.models import TruckCapacity
from tests.bids.carrier_sales.conftest import TO_PRICE, asks
from tests.calls.agent.test_model_talks import Model
from tests.factories import NOW, LoadFactory


def test_discount_is_off_their_own_price(hold, ear):
    words = "i could come down fifty bucks but thats about it"
    hold(
        ear,
        *TO_PRICE,
        asks(ear, 1900, "i need nineteen hundred"),
        ear.hears(words, acts=[("counters", words)], figures=[(0, 50, "off")]),
    )

    assert Bid.objects.get().amount == Decimal(1850)


def test_discount_on_what_was_read_back_is_off_that(hold, ear):
    words = "take twenty off that"
    replies, _ = hold(
        ear,
        *TO_PRICE,
        asks(ear, 1525, "i need fifteen twenty five"),
        ear.hears(words, acts=[("counters", words)], figures=[(0, 20, "off")]),
    )

    assert "1,525" in replies[-2].text
    assert "1,505" in replies[-1].text


def test_cost_that_they_take_themselves_is_no_condition_any_more(hold, ear):
    words = "you know what sixteen hundred and ill eat the lumper"
    replies, data = hold(
        ear,
        *TO_PRICE,
        ear.hears(
            "eighteen fifty and you cover the lumper",
            acts=[("counters", "eighteen fifty")],
            figures=[(0, 1850, "ask")],
            conditions=["you cover the lumper"],
        ),
        ear.hears(
            words,
            acts=[("counters", "sixteen hundred")],
            figures=[(0, 1600, "ask")],
            facts=[("dropped", "ill eat the lumper")],
        ),
    )

    assert "condition" not in replies[-1].text
    assert data["conditions"] == []
    assert "conditions" not in Bid.objects.get().details


def test_other_condition_stays_when_one_is_taken_back(hold, model):
    words = "ok ill eat the lumper"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            "eighteen fifty if i load by ten and you cover the lumper",
            acts=[("counters", "eighteen fifty")],
            figures=[(0, 1850, "ask")],
            conditions=["if i load by ten", "you cover the lumper"],
        ),
        model.hears(words, facts=[("dropped", words)]),
    )

    assert data["conditions"] == ["if i load by ten"]


def test_who_asks_their_driver_first_is_given_time(hold, ear):
    words = "fifteen hundred alright let me ask my driver real quick hang on"
    replies, data = hold(
        ear,
        *TO_PRICE,
        ear.hears(
            words,
            acts=[("yes", "alright"), ("holds", "let me ask my driver real quick hang on")],
            figures=[(0, 1500, "offer_back")],
        ),
    )

    assert replies[-1].text == "Sure, take your time."
    assert replies[-1].is_patient
    assert data["agreedAmount"] is None


def test_two_prices_that_hang_on_something_are_kept_together(hold, model):
    words = "i can do seventeen if theres no tarp nineteen if there is thats my bottom"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("counters", "i can do seventeen"), ("firm", "thats my bottom")],
            figures=[(0, 1700, "ask"), (1, 1900, "ask")],
            conditions=["if theres no tarp", "if there is"],
        ),
    )

    assert data["conditions"] == [words]
    assert Bid.objects.get().amount == Decimal(1700)


def test_truck_that_is_free_after_the_pickup_is_offered_nothing_for_it(hold, load, model):
    words = "yeah fifty three but hes not back in los angeles til saturday"
    replies, data = hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            words,
            acts=[("yes", "yeah")],
            facts=[("equipment", "fifty three"), ("place", "los angeles"), ("day", "saturday")],
        ),
    )

    assert load.pickup_time.date() < date(2026, 3, 7)
    assert "won't make it" in replies[-1].text
    assert replies[-1].amounts == ()
    assert data["outcome"] == "declined"
    assert data["rounds"] == 0
    truck = TruckCapacity.objects.get()
    assert (truck.city, truck.day, truck.equipment) == ("Los Angeles", date(2026, 3, 7), "van")


def test_price_of_a_truck_that_comes_late_hangs_on_that(hold, model):
    words = "i can do it for sixteen but hes not empty til saturday"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("counters", "i can do it for sixteen")],
            figures=[(0, 1600, "ask")],
            facts=[("day", "saturday")],
        ),
    )

    assert data["conditions"] == [words]


def test_who_has_others_call_us_isnt_asked_when_to_call(hold, ear):
    words = "well he aint gonna go for that better let him call yall his name is rick"
    replies, data = hold(
        ear,
        *TO_PRICE,
        ear.hears(
            words,
            acts=[("callback", "let him call yall")],
            facts=[("person", "rick"), ("is_their_call", "let him call yall")],
        ),
    )

    assert replies[-1].is_last
    assert data["callerName"] is None
    assert data["callbackTime"] is None


def test_other_company_that_the_model_names_is_asked_for(hold, model):
    words = "yeah this is gary with bluewater whos this"
    replies, data = hold(
        model,
        model.hears(
            words,
            acts=[("yes", "yeah"), ("asks", "whos this")],
            facts=[("name", "gary"), ("company", "bluewater")],
            questions=[("who", "whos this")],
        ),
    )

    assert "MC or DOT" in replies[-1].text
    assert data["callerName"] == "Gary"


@pytest.mark.parametrize("reason", ["i just cant scale that much", "aint got the trailer for it"])
def test_load_turned_down_for_something_else_is_no_rejected_rate(hold, model, reason):
    words = f"money aint the problem {reason} so no thanks"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("declines", "so no thanks")],
            facts=[("reason", reason), ("is_not_for_money", "money aint the problem")],
        ),
    )

    assert data["outcome"] == "declined"
    assert "rate_rejected" not in data["tags"]


def test_each_question_of_a_line_is_kept(hold, model):
    words = "who do i check in with and whats the gate code"
    hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("asks", words)],
            questions=[("other", "who do i check in with"), ("other", "whats the gate code")],
        ),
    )

    assert [each.words for each in OpenQuestion.objects.order_by("pk")] == [
        "who do i check in with",
        "whats the gate code",
    ]


def test_question_that_came_before_the_load_is_passed_on_with_it(hold, model):
    words = "im calling on 482101 how long yall had that posted"
    hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("asks", "how long yall had that posted")],
            facts=[("load", "482101")],
            questions=[("other", "how long yall had that posted")],
        ),
    )

    assert OpenQuestion.objects.get().words == "how long yall had that posted"


@pytest.mark.parametrize(
    ("words", "conditions", "questions"),
    [
        (
            "if yall cant move the delivery on 482102 im gonna have to give it back",
            ["if yall cant move the delivery on 482102"],
            [],
        ),
        ("on 482102 what happens if i give it back", [], [("other", "what happens if i give it back")]),
    ],
)
def test_load_that_would_be_given_back_is_not_given_back_yet(
    hold, model, in_acme, words, conditions, questions
):
    LoadFactory(organization=in_acme, external_id="482102")
    hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("on_load", words), ("cancels", "give it back")],
            facts=[("load", "482102")],
            questions=questions,
            conditions=conditions,
        ),
    )

    assert not LoadAlarm.objects.exists()
    assert OpenQuestion.objects.count() == 1


def test_truck_told_wrongly_is_noted_once(hold, model):
    hold(
        model,
        "yes",
        model.hears(
            "lookin for a flatbed load outta bakersfield today",
            acts=[("asks", "lookin for a flatbed load")],
            facts=[("origin", "bakersfield"), ("day", "today"), ("equipment", "flatbed")],
            questions=[("other_loads", "lookin for a flatbed load")],
        ),
        model.hears(
            "no no the truck is in fresno tomorrow",
            acts=[("no", "no no")],
            facts=[("place", "fresno"), ("day", "tomorrow")],
        ),
    )

    truck = TruckCapacity.objects.get()
    assert (truck.city, truck.day) == ("Fresno", date(2026, 3, 3))


def test_one_driver_isnt_offered_a_load_for_a_team(hold, load, model):
    load.is_team_required = True
    load.save()
    words = "yeah a dry van but there aint nobody but me whats it pay"
    replies, _ = hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            words,
            acts=[("yes", "yeah"), ("asks", "whats it pay")],
            facts=[("equipment", "dry van"), ("is_solo", "there aint nobody but me")],
            questions=[("rate", "whats it pay")],
        ),
    )

    assert "need a team" in replies[-1].text
    assert replies[-1].amounts == ()


@pytest.mark.parametrize("price", [None, 2100])
def test_load_for_a_team_is_pitched_where_a_second_driver_is_told(hold, load, model, price):
    load.is_team_required = True
    load.save()
    alone, team = "a dry van but its just me", "hold on ill put two drivers on it whats it pay"
    replies, data = hold(
        model,
        "yes",
        "load 482101",
        model.hears(alone, facts=[("equipment", "dry van"), ("is_solo", "its just me")]),
        model.hears(
            f"{team} i need twenty one hundred" if price else team,
            acts=[("asks", "whats it pay")],
            figures=[(1, price, "ask")] if price else [],
            questions=[("rate", "whats it pay")],
        ),
    )

    assert replies[-1].amounts
    assert data["loads"][0]["outcome"] != "declined"


def test_who_said_no_before_unless_it_pays_more_hears_what_it_pays(hold, model):
    words = "like i said we told you no its too light on money unless yall came up"
    replies, _ = hold(
        model,
        model.hears(words, acts=[("declines", "we told you no")], conditions=["unless yall came up"]),
        model.hears(
            f"{words} man", acts=[("declines", "we told you no")], conditions=["unless yall came up"]
        ),
        is_outbound=True,
    )

    assert not replies[-1].is_last
    assert Decimal(1500) in replies[-1].amounts


def test_who_said_no_before_is_left_in_peace(hold, model):
    words = "man i already told yall no on that this morning"
    replies, data = hold(model, model.hears(words, acts=[("declines", words)]), is_outbound=True)

    assert replies[-1].is_last
    assert data["outcome"] == "declined"


def test_drop_or_live_that_nothing_tells_is_passed_on(hold, load, model):
    load.special_instructions = "Five drops, each by appointment."
    load.save()
    words = "is that drop and hook or live unload and can he deliver early like friday night"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("asks", words)],
            questions=[
                ("drop_or_live", "is that drop and hook or live unload"),
                ("flexibility", "can he deliver early like friday night"),
            ],
        ),
    )

    assert "Five drops" not in replies[-1].text
    assert "is that drop and hook or live unload" in data["openQuestions"]


def test_length_that_nothing_tells_is_passed_on_beside_the_instructions(hold, load, model):
    load.special_instructions = "8 ft tarps, 12 straps."
    load.save()
    words = "whats the length on that and do we need eight foot tarps"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("asks", words)],
            questions=[("dims", "whats the length on that"), ("tarps", "do we need eight foot tarps")],
        ),
    )

    assert "8 ft tarps, 12 straps." in replies[-1].text
    assert data["openQuestions"] == ["whats the length on that"]


def test_who_asks_whether_it_is_still_there_hears_that_it_is(hold, model):
    replies, _ = hold(
        model,
        model.hears(
            "yes its me calling about that 482101 is that still there",
            acts=[("yes", "yes its me"), ("asks", "is that still there")],
            facts=[("load", "482101")],
            questions=[("load", "is that still there")],
        ),
    )

    assert "still open" in replies[-1].text


def test_who_asks_what_it_pays_before_the_trailer_is_known_hears_that_it_comes(hold, model):
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            "482101 whats it paying",
            acts=[("asks", "whats it paying")],
            facts=[("load", "482101")],
            questions=[("rate", "whats it paying")],
        ),
    )

    assert "I'll have the rate for you in a second. This one needs a dry van." in replies[-1].text


def test_truck_told_beside_an_answer_and_a_question_of_times_is_kept(hold, model):
    words = "fifty three foot van empty in fort worth right now im out of hours til the morning what time they want me"
    _, data = hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            words,
            acts=[("empty", "empty in fort worth right now"), ("asks", "what time they want me")],
            facts=[("equipment", "fifty three foot van"), ("place", "fort worth"), ("time", "the morning")],
            questions=[("pickup", "what time they want me")],
        ),
    )

    assert data["details"]["emptyPlace"] == "Fort Worth, TX"
    assert data["details"]["emptyAt"].startswith("2026-03-0")


def test_reason_of_who_turns_a_load_down_reads_well(hold, model, last_summary):
    words = "money aint the problem i just cant scale that much so no thanks"
    hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("declines", "so no thanks")],
            facts=[("reason", "i just cant scale that much"), ("is_not_for_money", "money aint the problem")],
        ),
    )

    assert last_summary().endswith(
        "Turned down for something else than the rate: “i just cant scale that much”."
    )


def test_questions_that_are_passed_on_are_answered_in_other_words(hold, model):
    asked = ("do yall use macropoint", "who pays the lumper", "how fast do yall pay", "do you do quick pay")
    topics = ("tracking", "lumper", "terms", "quick_pay")
    replies, _ = hold(
        model,
        *TO_PRICE,
        *(
            model.hears(words, acts=[("asks", words)], questions=[(topic, words)])
            for topic, words in zip(topics, asked, strict=True)
        ),
    )

    answers = [
        each.text.split(" I have $")[0].split(" It's $")[0].split(" $1,500 all in")[0]
        for each in replies[-4:]
    ]
    assert len(set(answers)) == len(answers)


def test_request_is_noted_and_not_answered_like_a_question(hold, model):
    words = "somebody needs to look at my invoice from last week"
    replies, data = hold(
        model, *TO_PRICE, model.hears(words, acts=[("asks", words)], questions=[("other", words)])
    )

    assert data["openQuestions"] == [words]
    assert not any(each in replies[-1].text for each in ("can't say", "Good question", "in front of me"))


def test_note_of_a_model_is_left_to_the_broker(hold, model):
    words = "yes a dry van but theres two pallets of another customer on it"
    note = "two pallets of another customer on it"
    hold(
        model,
        "yes",
        "load 482101",
        model.hears(words, acts=[("yes", "yes")], facts=[("equipment", "dry van"), ("note", note)]),
    )

    assert OpenQuestion.objects.get().words == note


def test_our_broker_who_is_to_call_is_no_name_of_the_caller(hold, model):
    words = "twenty one is where im at if the broker wants it he can call me"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("firm", "twenty one is where im at"), ("callback", "he can call me")],
            figures=[(0, 2100, "ask")],
            facts=[("person", "the broker")],
        ),
    )

    assert data["callerName"] is None


def test_afternoon_that_is_past_becomes_no_morning(hold, model):
    words = "anytime before one pm today on this number"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears("have somebody call me back", acts=[("callback", "have somebody call me back")]),
        model.hears(words, facts=[("time", "before one pm today")]),
    )

    assert "AM" not in replies[-1].text
    assert data["callbackTime"] == f"{NOW:%Y-%m-%d}"


def test_empty_trailer_that_is_to_be_brought_back_is_no_empty_truck(hold, model):
    words = "yes my own chassis tell me do i have to bring the empty back now to the port and how much is it"
    _, data = hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            words,
            acts=[("yes", "yes"), ("asks", "do i have to bring the empty back now to the port")],
            questions=[
                ("instructions", "do i have to bring the empty back now to the port"),
                ("rate", "how much is it"),
            ],
        ),
    )

    assert "emptyAt" not in data["details"]


def test_pickup_that_is_asked_about_is_told_though_the_delivery_is_named(hold, model):
    words = "thats delivery im asking what time i hook it up"
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(words, acts=[("asks", words)], questions=[("pickup", "what time i hook it up")]),
    )

    assert "picks up in Dallas" in replies[-1].text
    assert "delivers" not in replies[-1].text


def test_who_asks_us_to_hold_it_and_will_call_back_is_not_asked_again(hold, model):
    words = "let me ask my driver could you hold it for like twenty minutes and ill call you back"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("asks", "could you hold it for like twenty minutes"), ("callback", "ill call you back")],
            questions=[("other", "could you hold it for like twenty minutes")],
            facts=[("is_their_call", "ill call you back")],
        ),
    )

    assert replies[-1].is_last
    assert "Does that work" not in replies[-1].text
    assert data["openQuestions"] == ["could you hold it for like twenty minutes"]


def test_other_loads_that_are_asked_for_beside_a_price_are_told(hold, model, in_acme):
    LoadFactory(
        organization=in_acme, external_id="482155", destination_city="Memphis", destination_state="TN"
    )
    words = "meet me at nineteen hundred or what else you got outta dallas"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("counters", "meet me at nineteen hundred"), ("asks", "what else you got outta dallas")],
            figures=[(0, 1900, "ask")],
            questions=[("other_loads", "what else you got outta dallas")],
            facts=[("origin", "dallas")],
        ),
    )

    assert "4 8 2 1 5 5" in replies[-1].text
    assert "Memphis" in replies[-1].text
    assert data["loadId"] == "482101"
    assert Bid.objects.get().amount == Decimal(1900)


def test_other_loads_that_are_asked_for_beside_a_price_and_are_not_there(hold, model):
    words = "i said nineteen hundred and i asked ya if theres any other load"
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("counters", "i said nineteen hundred"), ("asks", "theres any other load")],
            figures=[(0, 1900, "ask")],
            questions=[("other_loads", "theres any other load")],
        ),
    )

    assert "nothing else" in replies[-1].text
    assert "$" in replies[-1].text


def test_price_beside_a_later_call_is_no_question_to_the_broker(hold, model):
    words = "i aint moving off eighteen fifty have somebody call me"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("firm", "i aint moving off eighteen fifty"), ("callback", "have somebody call me")],
            figures=[(0, 1850, "ask")],
        ),
    )

    assert data["openQuestions"] == []
    assert Bid.objects.get().amount == Decimal(1850)


def test_truck_that_will_be_empty_is_not_so_now(hold, model):
    words = "im loaded right now ill be empty in dallas tonight at nine pm whats it pay"
    _, data = hold(
        model,
        *TO_PRICE[:2],
        model.hears(
            words,
            acts=[("asks", "whats it pay")],
            questions=[("rate", "whats it pay")],
            facts=[("place", "dallas"), ("time", "tonight at nine pm")],
        ),
    )

    assert data["details"]["emptyAt"].endswith("T21:00")


def test_message_for_the_broker_after_the_loads_is_passed_on(hold, model):
    words = "ask the broker if hell give it to me with a reefer ill do it for thirty two hundred"
    replies, _ = hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            "no its a flatbed",
            acts=[("no", "no")],
            facts=[("equipment", "flatbed"), ("answer", "flatbed")],
        ),
        model.hears(
            "saturday here in laredo",
            facts=[("day", "saturday"), ("place", "laredo"), ("answer", "saturday")],
        ),
        model.hears(
            words,
            acts=[("asks", words), ("counters", "ill do it for thirty two hundred")],
            figures=[(0, 3200, "ask")],
            facts=[("equipment", "reefer")],
            questions=[("equipment", words)],
        ),
    )

    assert OpenQuestion.objects.filter(words=words).exists(), [each.text for each in replies]
    bid = Bid.objects.get()
    assert (bid.amount, bid.details["conditions"]) == (Decimal(3200), [words])


def test_own_price_beside_ours_and_a_condition_is_theirs(hold, model):
    light = "fifteen hundred hmm thats a little light id want seventeen fifty but it depends if they load him late"
    again = "no hon i said seventeen fifty not fifteen and only if they take him at one am"
    hold(
        model,
        *TO_PRICE,
        model.hears(
            light,
            acts=[("counters", "id want seventeen fifty")],
            figures=[(0, 1500, "offer_back"), (1, 1750, "ask")],
            conditions=["if they load him late"],
        ),
        model.hears(
            again,
            acts=[("no", "no hon"), ("refuses", "not fifteen"), ("counters", "i said seventeen fifty")],
            figures=[(0, 1750, "ask"), (1, 1500, "other_price")],
            conditions=["only if they take him at one am"],
        ),
    )

    assert Bid.objects.get().amount == Decimal(1750)


def test_trouble_is_on_the_load_named_before_we_knew_who_it_is(in_acme, carrier, load, hold, model):
    first = f"no this is pine hill mc four five zero zero one two i got a problem on {load.external_id}"
    then = "correct i blew a tire in toledo im gonna be late for the pickup"
    _, found = hold(
        model,
        model.hears(
            first,
            acts=[("no", "no this is pine hill"), ("on_load", "i got a problem on")],
            facts=[
                ("company", "pine hill"),
                ("mc", "four five zero zero one two"),
                ("load", load.external_id),
            ],
        ),
        model.hears(
            then,
            acts=[
                ("yes", "correct"),
                ("broken_down", "i blew a tire"),
                ("late", "im gonna be late for the pickup"),
            ],
            facts=[("answer", "correct"), ("place", "toledo"), ("reason", "i blew a tire")],
        ),
    )

    assert LoadAlarm.objects.get().load == load
    assert found["loadId"] == load.external_id


@pytest.mark.parametrize(
    ("words", "asked", "unsure"),
    [
        (
            "i dont know she takes care of that what does it pay so i can tell her",
            "what does it pay",
            "i dont know",
        ),
        (
            "couldnt tell you im just answering his phone what are you paying on it",
            "what are you paying on it",
            "couldnt tell you",
        ),
    ],
)
def test_who_cannot_tell_the_trailer_is_not_asked_again(hold, model, words, asked, unsure):
    replies, _ = hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            words,
            acts=[("unsure", unsure), ("ask_other", words), ("asks", asked)],
            questions=[("rate", asked)],
        ),
    )

    assert "dry van" not in replies[-1].text
    assert "$1,500" in replies[-1].text


@pytest.mark.parametrize(
    "words", ["broke down on that dallas to saint louis", "se me quebró la de dallas a st louis"]
)
def test_load_in_trouble_is_found_however_its_town_is_spelled(hold, model, in_acme, words):
    for number, city in (("482171", "St. Louis"), ("482172", "Tulsa")):
        LoadFactory(organization=in_acme, external_id=number, destination_city=city, status="COVERED")
    hold(
        model,
        model.hears(f"yes and we {words}", acts=[("yes", "yes"), ("broken_down", words), ("on_load", words)]),
    )

    assert LoadAlarm.objects.get().load.external_id == "482171"


def test_model_is_told_how_the_talk_went_before_our_last_line(hold, model, monkeypatch):
    told = []

    def note(words, listening):
        told.append([each.text for each in listening.before])
        return Model.understand(model, words, listening)

    monkeypatch.setattr(model, "understand", note)
    opened, asked, *_ = hold(model, "its about that dallas one", "yeah that one", "a van")[0]

    first = [opened.text, "its about that dallas one"]
    assert told == [[], first, [*first, asked.text, "yeah that one"]]
