"""Who calls back, leaves a number or only wants to be set up, as a language model reads them."""

from decimal import Decimal

import pytest

from bids.models import Bid
from bids.services.rehearsal_stage import Stage
from calls.language.reading import Expecting
from calls.models import OpenQuestion
from calls.states import AgentPurpose
from carriers.models import TruckCapacity
from tests.bids.carrier_sales.conftest import TO_BOOKED, TO_PRICE
from tests.factories import NOW, AgentFactory

# Who calls us back, or leaves a number.


LATER = "no i need at least twenty one hundred let me check with my driver and call you back in about an hour"


def test_who_calls_back_with_a_price_hears_that_it_is_noted(hold, model):
    replies, data = hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            "yeah a dry van empty in dallas today",
            acts=[("yes", "yeah"), ("empty", "empty in dallas today")],
            facts=[("equipment", "dry van"), ("place", "dallas"), ("day", "today")],
        ),
        model.hears(
            LATER,
            acts=[
                ("no", "no"),
                ("counters", "i need at least twenty one hundred"),
                ("callback", "call you back"),
            ],
            figures=[(0, 2100, "ask")],
            facts=[("time", "in about an hour"), ("is_their_call", "call you back")],
            conditions=[],
        ),
    )

    assert "I've put down $2,100 as your number on load 4 8 2 1 0 1, and we'll wait for your call." in (
        replies[-1].text
    )
    assert "something else comes up" not in replies[-1].text
    assert replies[-1].is_last
    assert Bid.objects.get().amount == Decimal(2100)
    assert data["outcome"] == "inquiry"


def test_condition_of_a_price_that_is_left_with_us_is_kept(hold, model):
    words = "i need seventeen if theres no tarp let me check with my driver and call you back"
    hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("counters", "i need seventeen"), ("callback", "call you back")],
            figures=[(0, 1700, "ask")],
            facts=[("is_their_call", "call you back")],
            conditions=["if theres no tarp"],
        ),
    )

    assert Bid.objects.get().details["conditions"] == ["if theres no tarp"]


def test_number_told_on_the_way_is_kept_and_said_back(hold, model):
    words = "yes sir and they can reach me at four one seven five five five oh one nine nine"
    replies, data = hold(
        model,
        model.hears(
            words,
            acts=[("yes", "yes sir")],
            facts=[("phone", "four one seven five five five oh one nine nine")],
        ),
    )

    assert "4 1 7 5 5 5 0 1 9 9" in replies[-1].text
    assert data["contactPhone"] == "4175550199"
    assert "driverPhone" not in data["details"]


def test_number_told_before_is_the_one_to_call_back(hold, model):
    words = "yes my cell is four one seven five five five oh one nine nine"
    _, data = hold(
        model,
        model.hears(
            words,
            acts=[("yes", "yes")],
            facts=[("phone", "four one seven five five five oh one nine nine")],
        ),
        "load 482101",
        "yes, a dry van",
        model.hears(
            "call me tomorrow at nine", acts=[("callback", "call me")], facts=[("time", "tomorrow at nine")]
        ),
    )

    assert (data["outcome"], data["callbackPhone"]) == ("callback", "4175550199")


@pytest.mark.parametrize("words", ["shoot me a text once they okay it", "ring me when its all settled"])
def test_who_waits_for_the_broker_is_not_asked_when(hold, model, words):
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(
            "ill take it if they load me first",
            acts=[("agrees_if", "ill take it")],
            conditions=["if they load me first"],
        ),
        "yes thats right",
        model.hears("no email or nothing yet", acts=[("no", "no")]),
        model.hears(f"nope {words}", acts=[("no", "nope"), ("callback", words)], facts=[("note", words)]),
    )

    assert replies[-1].is_last
    assert "team" in replies[-1].text
    assert words in [each.words for each in OpenQuestion.objects.all()]


@pytest.mark.parametrize(
    ("words", "time"),
    [
        ("call my cell four one seven five five five oh one nine nine at nine tomorrow", "at nine tomorrow"),
        ("have him try four one seven five five five oh one nine nine", ""),
    ],
)
def test_call_for_who_is_not_on_file_comes_to_the_number_that_is(in_acme, carrier, load, model, words, time):
    agent = AgentFactory(
        organization=in_acme, slug="carrier-sales", purpose=AgentPurpose.CARRIER_SALES, variables=[]
    )
    stage = Stage(agent, load, phone="+14175550100", at=NOW, language=model)
    stage.opens()
    facts = [("phone", "four one seven five five five oh one nine nine"), *[("time", time)] * bool(time)]
    lines = (
        model.hears("mc seven nine oh one one two", facts=[("mc", "seven nine oh one one two")]),
        *TO_PRICE,
        model.hears(words, acts=[("callback", words)], facts=facts),
        *["any time is fine"] * (not time),
    )
    said = [stage.hears(each) for each in lines]

    assert said[-1].is_last
    assert "the number we have on file" in said[-1].text
    data = stage.ends().conversation.extracted_data
    assert data["callbackPhone"] == carrier.phone
    assert data["contactPhone"] == "4175550199"


# Who only wants to be set up.


def wants_setup(model):
    """Up to where we would ask for a load."""
    return (
        model.hears(
            "no sir this is curtis with pratt hauling wanting to get set up how do i go about that",
            acts=[("no", "no sir"), ("asks", "how do i go about that")],
            facts=[("name", "curtis"), ("company", "pratt hauling")],
            questions=[("setup", "wanting to get set up how do i go about that")],
        ),
        model.hears(
            "its mc one seven oh two two four eight and do yall even take new authorities",
            acts=[("asks", "do yall even take new authorities")],
            facts=[("mc", "one seven oh two two four eight")],
            questions=[("setup", "do yall even take new authorities")],
        ),
        "yes",
    )


def test_who_wants_to_be_set_up_is_asked_for_no_load(hold, model):
    replies, data = hold(
        model,
        *wants_setup(model),
        model.hears(
            "shes empty right now in joplin just get me set up and ill call on loads later thank ya",
            acts=[
                ("empty", "shes empty right now in joplin"),
                ("asks", "just get me set up"),
                ("callback", "ill call on loads later"),
                ("leaves", "thank ya"),
            ],
            facts=[("place", "joplin"), ("time", "right now"), ("is_their_call", "ill call on loads later")],
            questions=[("setup", "just get me set up")],
        ),
    )

    said = " ".join(each.text for each in replies)
    assert "you want to get set up" in replies[-2].text
    assert "load number" not in said
    assert "can't find" not in said
    assert "I've noted your truck in Joplin" in replies[-1].text
    assert "we'll call if" not in replies[-1].text
    assert replies[-1].is_last
    assert data["outcome"] == "inquiry"
    assert data["openQuestions"] == [
        "wanting to get set up how do i go about that",
        "do yall even take new authorities",
    ]
    assert TruckCapacity.objects.get().city == "Joplin"


def test_lane_of_who_only_wants_the_packet_is_no_wish(hold, model):
    words = "i aint got no load number i just want the packet for now but i mostly run out of joplin toward oklahoma"
    replies, data = hold(
        model,
        "no, this is another company, MC 1702248",
        "yes",
        model.hears(
            words,
            acts=[("no", "i aint got no load number"), ("asks", "i just want the packet for now")],
            facts=[("origin", "joplin"), ("destination", "oklahoma")],
            questions=[("setup", "i just want the packet for now")],
        ),
        "no that's it, thanks",
    )

    assert "I've noted that you want to get set up" in replies[-2].text
    assert "That I can't say" not in replies[-2].text
    assert "lane" not in replies[-2].text
    assert replies[-1].is_last
    assert data["outcome"] == "inquiry"
    assert data["openQuestions"] == ["i just want the packet for now"]


def test_summary_of_who_wants_to_be_set_up_says_so(hold, model, last_summary):
    hold(model, *wants_setup(model), "no that's all, bye")

    assert last_summary() == "Pratt Hauling (MC 1702248) called to get set up."


def test_load_asked_for_beside_the_set_up_is_looked_for(hold, model):
    replies, _ = hold(
        model,
        "no, this is another company, MC 1702248",
        "yes",
        model.hears(
            "i need to get set up with yall for that 482101",
            acts=[("asks", "i need to get set up with yall")],
            facts=[("load", "482101")],
            questions=[("setup", "i need to get set up with yall")],
        ),
    )

    assert "Dallas" in replies[-1].text


def test_who_wants_the_packet_and_no_load_is_let_go(hold, model):
    words = "neither one like i said just the setup packet my email is dispatch at lone pine hauling dot com"
    replies, data = hold(
        model,
        *wants_setup(model),
        model.hears(
            words,
            acts=[("declines", "neither one"), ("asks", "just the setup packet")],
            questions=[("setup", "just the setup packet my email is dispatch at lone pine hauling dot com")],
            facts=[("email", "dispatch at lone pine hauling dot com")],
        ),
    )

    assert replies[-1].is_last
    assert data["details"]["email"] == "dispatch@lonepinehauling.com"
    assert data["outcome"] == "inquiry"


@pytest.mark.parametrize("opening", [(), TO_PRICE])
def test_whom_we_are_sent_on_to_is_called(hold, model, opening):
    words = (
        "i dont book em my dispatcher rita does call her at four one seven five five five oh one nine nine"
    )
    phone = "four one seven five five five oh one nine nine"
    sent_on = model.hears(
        words, acts=[("ask_other", words)], facts=[("person", "rita"), ("phone", phone)], questions=[]
    )
    replies, data = hold(model, *opening, sent_on)

    assert "Rita" in replies[-1].text
    assert replies[-1].is_last
    assert data["outcome"] == "callback"
    assert "4175550199" in (data["callbackPhone"], data["contactPhone"])


@pytest.mark.parametrize(
    "words",
    [
        "correct but dont tie me to it yet let me talk to my driver and ill call you in an hour",
        "correcto pero no me la amarre todavia dejeme hablar con el chofer y le confirmo en una hora",
    ],
)
def test_yes_that_is_put_off_when_it_is_read_back_is_none(hold, model, words):
    _, _, call = words.partition(" but " if " but " in words else " pero ")
    put_off = model.hears(
        words,
        acts=[("agrees_if", words), ("callback", call)],
        facts=[("is_their_call", call)],
        conditions=[call],
    )
    ask = model.hears(
        "i can do eighteen hundred", acts=[("counters", "eighteen")], figures=[(0, 1800, "ask")]
    )
    take = model.hears("ok fifteen fifty then", acts=[("counters", "ok")], figures=[(0, 1550, "ask")])
    _, data = hold(model, *TO_PRICE, ask, take, put_off)

    assert data["agreedAmount"] is None
    assert data["outcome"] not in ("bid", "booked")
    assert Bid.objects.get().amount == 1550


@pytest.mark.parametrize(
    ("words", "condition", "call"),
    [
        (
            "ask if they take it late and call me back before five the price is fine if they do",
            "if they do",
            "call me back before five",
        ),
        (
            "the money works if they let me drop the trailer give me a call before five",
            "if they let me drop the trailer",
            "give me a call before five",
        ),
    ],
)
def test_call_asked_for_beside_a_condition_is_kept(hold, model, words, condition, call):
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("agrees_if", words), ("callback", call)],
            facts=[("time", "before five")],
            conditions=[condition],
        ),
    )

    assert data["callbackBefore"].endswith("T17:00")
    assert "before 5 PM" in replies[-1].text
    assert data["conditions"] == [condition]
    assert not replies[-1].is_last


# Whom we call at a bad time.

ASLEEP = "its two am man you woke me up"
BY_MAIL = "cant talk im backing in just shoot me the load info at pete at pineymax dot com"


@pytest.mark.parametrize(
    ("words", "facts", "questions"),
    [
        (ASLEEP, [("is_busy", "you woke me up")], []),
        (BY_MAIL, [("is_busy", "cant talk im backing in")], [("other", "just shoot me the load info")]),
    ],
)
def test_who_has_no_time_is_asked_when_and_hears_of_no_load(hold, model, words, facts, questions):
    replies, data = hold(
        model,
        model.hears(words, acts=[("asks", each) for _, each in questions], facts=facts, questions=questions),
        model.hears("tomorrow at ten", facts=[("time", "tomorrow at ten")]),
        is_outbound=True,
    )

    assert "Sorry to bother you right now. " in replies[1].text
    assert replies[1].expecting == Expecting.TIME
    assert "tomorrow at 10 AM" in replies[-1].text
    assert data["outcome"] == "callback"
    assert [each.words for each in OpenQuestion.objects.all()] == [each for _, each in questions]


def test_who_has_little_time_and_names_a_price_is_dealt_with(hold, model):
    words = "im busy unloading gimme eighteen hundred and ill do it"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("counters", "gimme eighteen hundred")],
            figures=[(0, 1800, "ask")],
            facts=[("is_busy", "im busy unloading")],
        ),
    )

    assert data["outcome"] != "callback"
    assert Bid.objects.get().amount == Decimal(1800)


@pytest.mark.parametrize(("town", "zone"), [("phoenix", "America/Phoenix"), ("chicago", None)])
def test_hour_to_call_at_is_by_the_clock_of_where_they_are(hold, model, town, zone):
    words = f"im at a dock in {town} call me about ten thirty my time"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("callback", words)],
            facts=[("time", "ten thirty my time"), ("place", town)],
        ),
    )

    assert data["callbackTime"].endswith("T10:30")
    assert data["callbackTimezone"] == (zone or data["callbackTimezone"])


# Who is called, at which number, and when.


def test_call_that_is_wanted_if_something_happens_keeps_its_if(hold, model):
    words = "too low for me give me a ring if it goes up to sixteen before five today"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("refuses", "too low for me"), ("callback", "give me a ring")],
            figures=[(0, 1600, "ask")],
            facts=[("time", "before five today")],
        ),
    )

    assert "before 5 PM if it does" in replies[-1].text
    assert data["callbackBefore"].endswith("T17:00")
    assert data["notes"] == [words]


@pytest.mark.parametrize(
    "words",
    [
        "ramons not in i just do the tires try him back about one",
        "he aint here im the night watchman give ramon a call back round one",
    ],
)
def test_who_answers_for_another_is_not_that_one_and_leaves_the_hour(hold, model, words):
    replies, data = hold(
        model,
        model.hears(
            words,
            acts=[("ask_other", words), ("callback", words[-20:])],
            facts=[("person", "ramon"), ("time", words[words.index(" one") - 5 :].strip())],
        ),
        is_outbound=True,
    )

    assert replies[-1].is_last
    assert "Ramon back" in replies[-1].text
    assert data["callbackTime"].endswith("T13:00")
    assert data["callbackName"] == "Ramon"
    assert data["callerName"] != "Ramon"


def test_driver_who_is_to_be_called_is_no_caller(hold, model):
    words = "nope just have somebody ring curtis now hes stuck at the gate with no address"
    _, data = hold(
        model,
        *TO_BOOKED,
        model.hears(
            "driver is curtis four one seven five five five oh one four four truck nineteen ohh seven",
            facts=[
                ("driver", "curtis"),
                ("phone", "four one seven five five five oh one four four"),
                ("truck", "nineteen ohh seven"),
            ],
        ),
        model.hears(
            words,
            acts=[("no", "nope"), ("callback", "have somebody ring curtis now")],
            facts=[("person", "curtis"), ("time", "now")],
        ),
    )

    assert data["details"]["truck"] == "1907"
    assert data["callbackName"] == "Curtis"
    assert data["callbackPhone"].endswith("4175550144")
    assert data["callerName"] != "Curtis"


def test_hour_told_by_the_clock_of_the_middle_is_of_that_zone(hold, model):
    words = "no se marqueme a las doce de alla del centro"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words, acts=[("callback", "marqueme")], facts=[("time", "a las doce de alla del centro")]
        ),
    )

    assert data["callbackTimezone"] == "America/Chicago"
    assert data["callbackTime"].endswith("T12:00")


def test_number_left_in_going_is_kept_and_no_hour_asked_for(hold, model):
    words = "no thats it if anything turns up try my cell four one seven five five five oh one four four"
    replies, data = hold(
        model,
        *TO_PRICE,
        "no thanks, not today",
        model.hears(
            words,
            acts=[("no", "no thats it")],
            facts=[("phone", "four one seven five five five oh one four four")],
        ),
    )

    assert data["contactPhone"] in ("4175550144", None)
    assert replies[-1].expecting != Expecting.TIME


@pytest.mark.parametrize(
    ("words", "act", "whom"),
    [
        ("i gotta talk to wade hes driving call back at four on this number", "i gotta talk to wade", "wade"),
        ("deje le pregunto a chuy el anda manejando marqueme a las cuatro", "le pregunto a chuy", "chuy"),
    ],
)
def test_who_must_be_asked_first_is_no_driver_of_the_load(hold, model, words, act, whom):
    later = "call back" if "call back" in words else "marqueme"
    time = "at four" if "at four" in words else "a las cuatro"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("ask_other", act), ("callback", later)],
            facts=[
                ("driver", whom),
                ("time", time),
                *([("is_this_number", "on this number")] if later == "call back" else []),
            ],
        ),
    )

    assert data["details"] == {}
    assert data["callbackTime"].endswith("T16:00")
    assert data["callbackName"] == whom.capitalize()


def test_mornings_before_an_hour_are_no_evening(hold, model):
    words = "mornins before nine is good just text me first alright bye"
    replies, data = hold(
        model,
        "yes",
        model.hears("call me later im driving", acts=[("callback", "call me later")]),
        model.hears(
            words,
            acts=[("callback", "mornins before nine is good"), ("leaves", "alright bye")],
            facts=[("time", "mornins before nine"), ("note", "just text me first")],
        ),
    )

    assert "before 9 AM" in replies[-1].text
    assert data["callbackBefore"].endswith("09:00")


def test_after_an_hour_before_something_else_is_after_it(hold, model):
    words = "uh sometime after eight in the morning before i leave for church"
    replies, data = hold(
        model,
        "yes",
        model.hears("call me later im driving", acts=[("callback", "call me later")]),
        model.hears(words, facts=[("time", "after eight in the morning"), ("answer", words)]),
    )

    assert "before" not in replies[-1].text
    assert data["callbackBefore"] is None
    assert data["callbackTime"].endswith("08:00")


def test_who_is_sent_on_and_asks_what_it_is_about_hears_the_lane(hold, model):
    words = "yeah but my brother in law chuy moves the loads whats it about"
    replies, _ = hold(
        model,
        model.hears(
            words,
            acts=[
                ("yes", "yeah"),
                ("ask_other", "my brother in law chuy moves the loads"),
                ("asks", "whats it about"),
            ],
            facts=[("person", "chuy")],
            questions=[("load", "whats it about")],
        ),
        is_outbound=True,
    )

    assert "Dallas, TX to Atlanta, GA" in replies[-1].text
    assert "Chuy" in replies[-1].text
