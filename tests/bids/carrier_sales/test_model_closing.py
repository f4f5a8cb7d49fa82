"""Conditions, a yes, and the papers, as a language model reads it."""

from decimal import Decimal

import pytest

from bids.models import Bid, Booking
from calls.models import Conversation, OpenQuestion
from tests.bids.carrier_sales.conftest import CORRECT, TO_BOOKED, TO_PRICE

IF_GOOD = "what temp do they want em at is it continuous if its good ill take it at fifteen hundred"


def if_good(model, *conditions, words=IF_GOOD):
    return model.hears(
        words,
        acts=[("asks", "what temp do they want em at"), ("agrees_if", "ill take it at fifteen hundred")],
        figures=[(0, 1500, "offer_back")],
        questions=[("temperature", "what temp do they want em at is it continuous")],
        conditions=conditions,
    )


def test_condition_that_our_answer_meets_is_none(hold, load, model):
    load.special_instructions = "Continuous 34 F."
    load.save()
    replies, data = hold(model, *TO_PRICE, if_good(model, "if its good"), "yes", "yes, correct")

    assert "Continuous 34 F." in replies[-3].text
    assert "okay" not in replies[-3].text
    assert replies[-3].text.endswith("?")
    assert "condition" not in replies[-2].text
    assert data["conditions"] == []
    assert data["outcome"] == "booked"


def test_condition_of_its_own_is_kept_beside_an_answer(hold, load, model):
    load.special_instructions = "Continuous 34 F."
    load.save()
    words = f"{IF_GOOD} and if you pay the lumper"
    _, data = hold(
        model,
        *TO_PRICE,
        if_good(model, "if its good", "if you pay the lumper", words=words),
        "yes",
        "yes, correct",
    )

    assert data["conditions"] == ["if you pay the lumper"]
    assert data["outcome"] == "bid"


def test_condition_whose_question_the_broker_is_to_answer_is_kept(hold, model):
    replies, data = hold(model, *TO_PRICE, if_good(model, "if its good"))

    assert "okay" in replies[-1].text
    assert data["conditions"] == ["if its good"]


def test_condition_that_is_said_again_is_kept(hold, load, model):
    load.special_instructions = "Continuous 34 F."
    load.save()
    again = "yeah if its good"
    _, data = hold(
        model,
        *TO_PRICE,
        if_good(model, "if its good"),
        model.hears(again, acts=[("agrees_if", again)], conditions=["if its good"]),
    )

    assert data["conditions"] == ["if its good"]
    assert data["outcome"] != "booked"


ON_PALLETS = "fifteen hundred if its on pallets"


def on_pallets(model):
    return model.hears(
        ON_PALLETS,
        acts=[("agrees_if", ON_PALLETS)],
        figures=[(0, 1500, "offer_back")],
        conditions=["if its on pallets"],
    )


def test_price_on_one_condition_and_another_on_the_other_closes_with_both(hold, model):
    words = "yeah fifteen hundred on pallets but sixteen if my guy has to touch it"
    replies, data = hold(
        model,
        *TO_PRICE,
        on_pallets(model),
        model.hears(
            words,
            acts=[
                ("agrees_if", "yeah fifteen hundred on pallets"),
                ("counters", "sixteen if my guy has to touch it"),
            ],
            figures=[(0, 1500, "offer_back"), (1, 1600, "ask")],
            conditions=["fifteen hundred on pallets", "sixteen if my guy has to touch it"],
        ),
    )

    assert "email" in replies[-1].text
    assert data["outcome"] == "bid"
    assert any("sixteen if my guy has to touch it" in each for each in data["conditions"])


def test_yes_on_a_condition_takes_what_was_held_to(hold, model):
    again = "only on pallets like i told you"
    replies, _ = hold(
        model,
        *TO_PRICE,
        on_pallets(model),
        "make it sixteen hundred",
        model.hears(again, acts=[("agrees_if", again)], conditions=["only on pallets"]),
    )

    assert "Do you still want it" in replies[-2].text
    assert "$1,500" in replies[-1].text
    assert "correct" in replies[-1].text or "right" in replies[-1].text


def test_person_who_is_to_call_is_no_person_asked_for_instead_of_a_yes(hold, model):
    words = "yeah thats right just have the guy call me"
    replies, data = hold(
        model,
        *TO_PRICE,
        on_pallets(model),
        model.hears(
            words,
            acts=[
                ("agrees", "yeah thats right"),
                ("wants_person", "just have the guy call me"),
                ("callback", "just have the guy call me"),
            ],
        ),
    )

    assert "yes to" not in replies[-1].text
    assert data["outcome"] == "bid"


def closing(model, words, yes="eso correcto", **more):
    parts = {
        "acts": [("agrees", yes), ("asks", "mandame el rate con")],
        "facts": [
            ("email", "luke at blue ridge hauling dot com"),
            ("is_driver", "el chofer soy yo mismo"),
            ("is_this_number", "mi cel es el mismo"),
        ],
        "questions": [("rate_con", "mandame el rate con")],
    }
    return model.hears(words, **parts | more)


def test_yes_before_the_papers_closes_the_deal(hold, model):
    _, data = hold(model, "soy luke si", *TO_PRICE[1:], "i'll take it", closing(model, CORRECT))

    assert data["outcome"] == "booked"
    assert data["details"]["email"] == "luke@blueridgehauling.com"


@pytest.mark.parametrize(
    ("words", "yes"),
    [
        (CORRECT.replace("eso correcto", "pues a ver"), "pues a ver"),
        (f"{CORRECT} pero no antes de las diez", "eso correcto"),
    ],
)
def test_yes_that_isnt_plain_closes_nothing(hold, model, words, yes):
    _, data = hold(model, "yes", *TO_PRICE[1:], "i'll take it", closing(model, words, yes))

    assert data["outcome"] != "booked"


def test_summary_of_who_hangs_up_at_the_read_back_says_so(hold, model, last_summary):
    hold(model, *TO_PRICE, "i need fifteen twenty five")

    assert last_summary().endswith(
        "Read back at $1,525, carrier’s ask, not confirmed before the call ended; the bid is open."
    )


def test_where_and_by_when_the_papers_are_wanted_is_kept(hold, model):
    words = "best i can do is nineteen fifty and send the rate con to our carrier desk email we need it before five"
    papers = words[words.index("send") :]
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("counters", "best i can do is nineteen fifty"), ("asks", papers)],
            figures=[(0, 1950, "ask")],
            questions=[("rate_con", papers)],
        ),
    )

    assert "how you want it" in replies[-1].text
    assert data["openQuestions"] == [papers]


def test_papers_that_are_only_asked_for_leave_no_question(hold, model):
    words = "nineteen fifty and send me the rate con please"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("counters", "nineteen fifty"), ("asks", "send me the rate con please")],
            figures=[(0, 1950, "ask")],
            questions=[("rate_con", "send me the rate con please")],
        ),
    )

    assert data["openQuestions"] == []


def test_condition_that_is_told_once_it_is_booked_is_kept_and_told_to_the_broker(hold, model):
    words = "well if it cant go tuesday then take me off it email is dale at joplin hauling dot com"
    again = "im the driver but did you get that about tuesday if they cant do tuesday i cant haul it"
    condition = "if it cant go tuesday then take me off it"
    replies, data = hold(
        model,
        *TO_BOOKED,
        model.hears(words, conditions=[condition], facts=[("email", "dale at joplin hauling dot com")]),
        model.hears(
            again,
            acts=[("asks", "did you get that about tuesday")],
            questions=[("flexibility", "did you get that about tuesday")],
            conditions=["if they cant do tuesday i cant haul it"],
            facts=[("is_driver", "im the driver")],
        ),
    )

    assert data["outcome"] == "booked"
    assert "told the broker right now" in replies[-2].text
    assert "broker has" in replies[-1].text
    assert "question" not in replies[-1].text.lower()
    assert condition in data["conditions"]
    assert condition in Bid.objects.get().details["conditions"]
    assert OpenQuestion.objects.filter(words=condition, load__external_id="482101").exists()
    assert "did you get that" not in " ".join(data["openQuestions"])
    assert condition in Conversation.objects.get().summary


def test_call_that_is_asked_for_amid_the_details_ends_it(hold, model):
    words = "look ill give you all that when i hear about tuesday just have somebody call me"
    replies, data = hold(
        model,
        *TO_BOOKED,
        model.hears(words, acts=[("callback", "just have somebody call me")]),
    )

    assert replies[-1].text == "Alright, someone will call you back. Thank you, goodbye."
    assert replies[-1].is_last
    assert data["outcome"] == "booked"
    assert "callback_requested" in data["tags"]


def test_who_will_send_it_later_asks_for_no_call(hold, model):
    words = "ill have to get back to you on that ill call you with it"
    replies, data = hold(
        model,
        *TO_BOOKED,
        model.hears(words, acts=[("callback", words)], facts=[("is_their_call", "ill call you with it")]),
    )

    assert not replies[-1].is_last
    assert data["callbackPhone"] is None


def test_yes_to_a_deal_with_a_condition_in_going_is_left_to_the_broker(hold, model):
    words = "yes email is ops at joplin hauling dot com thats all i got gotta go"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            "fifteen hundred if they can load me by ten",
            acts=[("agrees_if", "fifteen hundred if they can load me by ten")],
            figures=[(0, 1500, "offer_back")],
            conditions=["if they can load me by ten"],
        ),
        model.hears(
            words,
            acts=[("agrees", "yes"), ("leaves", "thats all i got gotta go")],
            facts=[("answer", "yes"), ("email", "ops at joplin hauling dot com")],
        ),
    )

    assert "pass $1,500" in replies[-1].text
    assert replies[-1].is_last
    assert data["outcome"] == "bid"
    assert data["agreedAmount"] == 1500
    assert data["details"]["email"] == "ops@joplinhauling.com"


def test_who_takes_leave_amid_the_details_is_asked_nothing_more(hold, model):
    words = "despues se lo doy ya voy manejando me tengo que ir gracias"
    replies, _ = hold(model, *TO_BOOKED, model.hears(words, acts=[("leaves", "me tengo que ir gracias")]))

    assert replies[-1].is_last


def test_other_hour_told_after_the_deal_is_another_condition(hold, model):
    _, data = hold(
        model,
        *TO_BOOKED,
        model.hears("only if they load me by ten", conditions=["if they load me by ten"]),
        model.hears("no only if they load me by six", conditions=["only if they load me by six"]),
    )

    assert data["conditions"] == ["if they load me by ten", "only if they load me by six"]


@pytest.mark.parametrize(
    ("words", "heard"),
    [
        (
            "no no leave it like it was fifteen twenty five with the saturday drop",
            {"figures": [(0, 1525, "ask")]},
        ),
        ("no i told you he picks up over in waco", {"facts": [("place", "waco")]}),
        ("no es para el sabado en la manana", {"facts": [("day", "sabado")]}),
    ],
)
def test_no_beside_what_is_put_right_asks_for_no_price(hold, model, words, heard):
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(
            "fifteen twenty five if they unload me saturday",
            acts=[("counters", "fifteen twenty five")],
            figures=[(0, 1525, "ask")],
            conditions=["if they unload me saturday"],
        ),
        model.hears(words, acts=[("no", words[:2])], **heard),
    )

    assert "1,525" in replies[-1].text
    assert "1,500" not in replies[-1].text
    assert Bid.objects.get().amount == Decimal(1525)


def test_yes_with_a_call_that_may_come_is_one_on_a_condition(hold, model):
    words = "yeah book it but his reefers throwing a code if its bad ill call you in the morning"
    told = "his reefers throwing a code if its bad ill call you in the morning"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[
                ("agrees", "yeah book it"),
                ("broken_down", "throwing a code"),
                ("callback", "ill call you"),
            ],
            facts=[("note", told), ("is_their_call", "ill call you"), ("time", "in the morning")],
        ),
        "yes",
        "yes",
    )

    assert "wait for your call" not in " ".join(each.text for each in replies)
    assert Bid.objects.get().amount == Decimal(1500)
    assert told in data["conditions"]


def test_conditional_yes_with_a_text_wanted_is_their_price(hold, model):
    words = "ok fifteen if they load him at one in the morning otherwise no have your guy text me"
    condition = "if they load him at one in the morning"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("agrees_if", words), ("callback", "have your guy text me")],
            figures=[(0, 1500, "offer_back")],
            conditions=[condition],
        ),
        "yes",
        "yes",
    )

    assert Bid.objects.get().amount == Decimal(1500), [each.text for each in replies]
    assert condition in data["conditions"]


def test_yes_to_the_read_back_with_the_details_is_clean(hold, model):
    words = "correct email is luke at acme dot com im the driver too and im empty right now"
    replies, data = hold(
        model,
        *TO_PRICE,
        "yes",
        model.hears(
            words,
            acts=[("agrees", "correct"), ("empty", "im empty right now")],
            facts=[
                ("answer", "correct"),
                ("email", "luke at acme dot com"),
                ("is_driver", "im the driver too"),
            ],
        ),
    )

    assert "Is that a yes" not in replies[-1].text
    assert data["agreedAmount"] == 1500


def test_price_agreed_to_in_figures_beside_a_question_is_read_back(hold, model):
    words = "the moneys fine at fifteen hundred find out bout the coil racks"
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("agrees", "the moneys fine at fifteen hundred"), ("asks", "find out bout the coil racks")],
            figures=[(0, 1500, "offer_back")],
            questions=[("instructions", "find out bout the coil racks")],
        ),
    )

    assert "at $1,500" in replies[-1].text
    assert replies[-1].text.count("?") == 1


@pytest.mark.parametrize("back", ["1,500 you said?", "fifteen hundred dollars"])
def test_our_figure_said_back_takes_nothing_from_whom_leaves_then(hold, model, back):
    hold(model, *TO_PRICE, "how about nineteen fifty", back, "y'all have a good one")

    assert Bid.objects.get().amount == 1950


@pytest.mark.parametrize("language", ["en", "es"])
def test_yes_beside_a_call_that_is_wanted_stands(hold, model, language):
    yes, call, when, bye = {
        "en": ("correct", "have them call me", "before three", "im losing signal gotta go"),
        "es": ("correcto", "que me marquen", "antes de las tres", "ya me voy"),
    }[language]
    words = f"{yes} and {call} {when} {bye}"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            "fifteen twenty five if they unload me saturday",
            acts=[("counters", "fifteen twenty five")],
            figures=[(0, 1525, "ask")],
            conditions=["if they unload me saturday"],
        ),
        model.hears(
            words,
            acts=[("agrees", yes), ("callback", f"{call} {when}"), ("leaves", bye)],
            facts=[("time", when), ("answer", yes)],
        ),
    )

    assert Bid.objects.get().amount == Decimal(1525)
    assert data["agreedAmount"] == 1525
    assert data["callbackBefore"]


def test_question_that_begins_with_wait_undoes_nothing(hold, model):
    words = "wait which condition the tarps or saturday"
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(
            "fifteen twenty five if they unload me saturday",
            acts=[("counters", "fifteen twenty five")],
            figures=[(0, 1525, "ask")],
            conditions=["if they unload me saturday"],
        ),
        model.hears(words, acts=[("asks", words[5:])], questions=[("other", words[5:])]),
    )

    assert "1,525" in replies[-1].text


@pytest.mark.parametrize(
    "words", ["no it says sunday i told you saturday", "así no porque ahí dice domingo yo dije sábado"]
)
def test_no_to_something_else_than_the_price_leaves_it(hold, model, words):
    replies, _ = hold(
        model,
        *TO_PRICE,
        "i need fifteen twenty five",
        model.hears(words, acts=[("no", words)], facts=[("answer", words)], conditions=[words]),
    )

    assert "1,525" in replies[-1].text
    assert Bid.objects.get().details["conditions"] == [words]


def test_who_holds_us_on_the_line_keeps_the_deal_open(hold, model):
    wait = "hang on a sec my wife says he has to be home wednesday when does it unload"
    take = "yeah that works well take it and what else you got out of atlanta after"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears("alright book it", acts=[("agrees", "alright book it")]),
        model.hears(
            wait,
            acts=[("asks", "when does it unload")],
            facts=[("is_not_yet", "hang on a sec")],
            questions=[("delivery", "when does it unload")],
            conditions=["he has to be home wednesday"],
        ),
        model.hears(
            take,
            acts=[("agrees", "yeah that works well take it"), ("asks", "what else you got out of atlanta")],
            facts=[("origin", "atlanta")],
            questions=[("other_loads", "what else you got out of atlanta after")],
        ),
    )

    assert "It delivers in Atlanta" in replies[-2].text
    assert "call" not in replies[-2].text
    assert replies[-2].text.endswith(("Is that right?", "Is that correct?"))
    assert "nothing else" in replies[-1].text
    assert "I'll pass $1,500" in replies[-1].text
    assert data["outcome"] == "bid"
    assert data["conditions"] == ["he has to be home wednesday"]
    assert [each.status for each in Bid.objects.all()] == ["OPEN"]


def test_yes_beside_a_no_to_something_else_is_read_back(hold, model):
    words = "no need for that we take it fifteen hundred is fine"
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("no", "no need for that"), ("agrees", "we take it fifteen hundred is fine")],
            figures=[(0, 1500, "offer_back")],
        ),
    )

    assert "$1,500" in replies[-1].text
    assert replies[-1].text.endswith(("Is that right?", "Is that correct?"))


def test_whether_it_was_heard_is_no_question_beside_a_yes(hold, model):
    words = "yeah that's right and the email one more time lori at pinetop dot com you got that"
    _, data = hold(
        model,
        *TO_BOOKED[:-1],
        model.hears(
            words,
            acts=[("agrees", "yeah that's right"), ("asks", "you got that")],
            facts=[("email", "lori at pinetop dot com"), ("answer", "yeah that's right")],
            questions=[("other", "you got that")],
        ),
    )

    assert Booking.objects.count() == 1
    assert "lori@pinetop.com" in str(data)
    assert not OpenQuestion.objects.exists()


def test_call_back_to_this_number_beside_a_deal_with_a_condition_is_kept(hold, model):
    condition = "if you pay the lumper"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            f"i'll take it {condition}",
            acts=[("agrees_if", f"i'll take it {condition}")],
            conditions=[condition],
        ),
        model.hears(
            "right call me back at this number name's hector",
            acts=[("agrees", "right"), ("callback", "call me back")],
            facts=[("is_this_number", "at this number"), ("name", "hector"), ("answer", "right")],
        ),
    )

    assert "the team" in replies[-1].text
    assert data["callbackPhone"]


def test_driver_who_is_not_known_yet_is_not_asked_for(hold, model):
    words = "you got it i don't have a driver name yet email's jen at packerland dot com"
    replies, _ = hold(
        model,
        *TO_BOOKED[:-1],
        model.hears(
            words,
            acts=[("agrees", "you got it")],
            facts=[
                ("email", "jen at packerland dot com"),
                ("note", "i don't have a driver name yet"),
                ("answer", "you got it"),
            ],
        ),
    )

    assert Booking.objects.count() == 1
    assert "driver" not in replies[-1].text


def test_condition_that_is_only_wished_for_stays_with_the_broker(hold, model):
    condition = "if you give me a hundred dollar advance"
    hold(
        model,
        *TO_PRICE,
        model.hears(
            f"i'll take it {condition}",
            acts=[("agrees_if", f"i'll take it {condition}")],
            conditions=[condition],
        ),
        model.hears(
            "yes but if they say no to the advance it's fine i still want the load",
            acts=[("agrees", "yes")],
            facts=[("dropped", "if they say no to the advance it's fine i still want the load")],
        ),
    )

    assert condition in set(OpenQuestion.objects.values_list("words", flat=True))


def test_load_refused_before_who_they_are_is_not_pitched_again(hold, model):
    no = "oh hell no five drops never again what else you got outta memphis"
    replies, _ = hold(
        model,
        model.hears(
            no,
            acts=[("declines", "oh hell no"), ("asks", "what else you got outta memphis")],
            facts=[("origin", "memphis")],
            questions=[("other_loads", "what else you got outta memphis")],
        ),
        "yes",
        is_outbound=True,
    )

    assert "Atlanta" not in replies[-1].text
