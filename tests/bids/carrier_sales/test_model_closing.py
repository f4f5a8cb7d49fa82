"""Conditions, a yes, what is answered to the deal that was read back, and the papers, as a language model reads it."""

from decimal import Decimal

import pytest

from bids.models import Bid, Booking
from bids.services.rehearsal_stage import Stage
from calls.models import Conversation, LoadAlarm, OpenQuestion
from calls.states import AgentPurpose, AlarmKind
from tests.bids.carrier_sales.conftest import CORRECT, PHONE, TO_BOOKED, TO_PRICE
from tests.factories import NOW, AgentFactory

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
    ("words", "acts", "question", "condition"),
    [
        (
            "yes as long as its sunday and do you all have quick pay",
            [("agrees_if", "yes as long as its sunday"), ("asks", "do you all have quick pay")],
            ("quick_pay", "do you all have quick pay"),
            "as long as its sunday",
        ),
        (
            "yep fifteen hundred plus the lumper what time do yall shut tonight",
            [("agrees", "yep fifteen hundred"), ("asks", "what time do yall shut tonight")],
            ("other", "what time do yall shut tonight"),
            "fifteen hundred plus the lumper",
        ),
        (
            "correcto mientras paguen el chassis y me hace falta el numero del contenedor",
            [("agrees_if", "correcto mientras paguen el chassis"), ("asks", "me hace falta el numero")],
            ("pickup_number", "me hace falta el numero del contenedor"),
            "mientras paguen el chassis",
        ),
    ],
)
def test_yes_with_a_condition_and_a_question_goes_to_the_broker(
    read_back, stage, model, words, acts, question, condition
):
    read_back("but only if it delivers sunday")
    figures = [(0, 1500, "offer_back")] * ("fifteen" in words)
    said = stage.hears(
        model.hears(words, acts=acts, figures=figures, questions=[question], conditions=[condition])
    )

    assert "$1,500" in said.text
    assert "mail" in said.text or "correo" in said.text
    data = stage.ends().conversation.extracted_data
    assert data["outcome"] == "bid"
    assert any(condition.removeprefix("as long as its ") in each for each in data["conditions"])
    assert question[1] in data["openQuestions"]


@pytest.mark.parametrize(
    ("words", "yes", "topic"),
    [
        ("thats right but whos paying if they hold me and whats your detention", "thats right", "detention"),
        ("yes sir where in town is it though whats the cross street", "yes sir", "address"),
        ("es correcto oiga y cuanto tardan en pagar", "es correcto", "terms"),
    ],
)
def test_plain_yes_beside_a_question_is_not_asked_for_again(read_back, stage, model, words, yes, topic):
    read_back()
    asked = words.removeprefix(yes).strip()
    said = stage.hears(
        model.hears(words, acts=[("agrees", yes), ("asks", asked)], questions=[(topic, asked)])
    )

    assert "$1,500" in said.text
    data = stage.ends().conversation.extracted_data
    assert data["outcome"] == "booked"
    assert data["openQuestions"] == [asked]


@pytest.mark.parametrize(
    ("words", "acts", "facts"),
    [
        (
            "fifteens okay but look into that dock first dont book it yet",
            [("agrees_if", "fifteens okay")],
            [("is_not_yet", "dont book it yet")],
        ),
        (
            "quince esta bien pero no me la apartes hasta que me digan lo del muelle",
            [("agrees_if", "quince esta bien")],
            [],
        ),
    ],
)
@pytest.mark.parametrize("is_read_back", [False, True])
def test_price_that_is_not_to_be_booked_yet_is_their_number(
    read_back, stage, model, words, acts, facts, is_read_back
):
    if is_read_back:
        read_back()
    else:
        stage.opens()
        for each in TO_PRICE:
            stage.hears(each)
    said = stage.hears(
        model.hears(words, acts=acts, figures=[(0, 1500, "offer_back")], facts=facts, conditions=[words])
    )

    assert "$1,500" in said.text
    assert "mail" not in said.text
    assert "call you" in said.text or "llam" in said.text
    bid = Bid.objects.get()
    assert bid.amount == Decimal(1500)
    assert bid.details["conditions"] == [words]
    data = stage.ends().conversation.extracted_data
    assert data["outcome"] == "callback"
    assert data["agreedAmount"] is None


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


@pytest.fixture
def stage(in_acme, carrier, load, model):
    agent = AgentFactory(
        organization=in_acme, slug="carrier-sales", purpose=AgentPurpose.CARRIER_SALES, variables=[]
    )
    return Stage(agent, load, phone=PHONE, at=NOW, language=model)


@pytest.fixture
def read_back(stage, model):
    """The agent has read our own price back; with a condition, if one is given."""

    def make(condition=""):
        stage.opens()
        for words in TO_PRICE:
            stage.hears(words)
        if not condition:
            return stage.hears("yes i'll take it")
        words = f"i'll take it {condition}"
        return stage.hears(model.hears(words, acts=[("agrees_if", words)], conditions=[condition]))

    return make


def is_agreed(stage):
    return stage.ends().conversation.extracted_data["loads"][0]["outcome"] in ("booked", "bid")


@pytest.mark.parametrize(
    ("words", "heard"),
    [
        (
            "yep thats right drivers name is curtis truck two fourteen you want his cell",
            {
                "acts": [("agrees", "yep thats right"), ("asks", "you want his cell")],
                "facts": [("driver", "curtis"), ("truck", "two fourteen")],
                "questions": [("other", "you want his cell")],
            },
        ),
        (
            "thats correct names dewey call me on five oh three five five five oh one nine nine not the office",
            {
                "acts": [("agrees", "thats correct")],
                "facts": [
                    ("name", "dewey"),
                    ("phone", "five oh three five five five oh one nine nine"),
                    ("note", "call me on five oh three five five five oh one nine nine not the office"),
                ],
            },
        ),
        (
            "correct do you need my phone number for the paperwork",
            {
                "acts": [("yes", "correct"), ("asks", "do you need my phone number for the paperwork")],
                "questions": [("other", "do you need my phone number for the paperwork")],
            },
        ),
        (
            "sure ill take her even if they wont work me in early",
            {
                "acts": [("agrees", "sure ill take her")],
                "facts": [("dropped", "even if they wont work me in early")],
            },
        ),
        (
            "pues sí apártemela aunque no se pueda temprano",
            {
                "acts": [("agrees", "pues sí apártemela")],
                "facts": [("dropped", "aunque no se pueda temprano")],
            },
        ),
        (
            "yes sir email me the rate con and see if they can work me in before seven",
            {
                "acts": [("agrees", "yes sir"), ("asks", "email me the rate con")],
                "questions": [
                    ("rate_con", "email me the rate con"),
                    ("flexibility", "see if they can work me in before seven"),
                ],
            },
        ),
    ],
)
def test_yes_with_what_changes_no_deal_closes_it(read_back, stage, model, words, heard):
    read_back()
    said = stage.hears(model.hears(words, **heard))

    assert "Is that a yes" not in said.text
    assert is_agreed(stage)


@pytest.mark.parametrize(
    ("words", "heard"),
    [
        (
            "yes if he gets there before noon",
            {"acts": [("agrees", "yes if he gets there before noon")], "facts": [("answer", "yes")]},
        ),
        (
            "yeah whats the deadhead on that",
            {
                "acts": [("agrees", "yeah"), ("asks", "whats the deadhead on that")],
                "questions": [("other", "whats the deadhead on that")],
            },
        ),
        (
            "yeah send the rate con what are you paying on the dallas to tulsa",
            {
                "acts": [("agrees", "yeah"), ("asks", "send the rate con")],
                "questions": [
                    ("rate_con", "send the rate con"),
                    ("other_loads", "what are you paying on the dallas to tulsa"),
                ],
            },
        ),
        (
            "yes sir and is that plus fuel or all in",
            {
                "acts": [("agrees", "yes sir"), ("asks", "is that plus fuel or all in")],
                "questions": [("rate", "is that plus fuel or all in")],
            },
        ),
        (
            "thats right but what if i gotta use a forty eight footer",
            {
                "acts": [("agrees", "thats right"), ("asks", "what if i gotta use a forty eight footer")],
                "questions": [("equipment", "what if i gotta use a forty eight footer")],
            },
        ),
        (
            "yes can they take me at six",
            {
                "acts": [("agrees", "yes"), ("asks", "can they take me at six")],
                "questions": [("flexibility", "can they take me at six")],
            },
        ),
    ],
)
def test_yes_that_hangs_on_something_closes_nothing(read_back, stage, model, words, heard):
    read_back()
    stage.hears(model.hears(words, **heard))

    assert not is_agreed(stage)


def test_condition_that_stands_may_be_said_again_beside_the_yes(read_back, stage, model):
    read_back("if it can pick up monday")
    words = "long as the mondays in there yep and if they say no keep me in mind"
    stage.hears(
        model.hears(
            words,
            acts=[("agrees", "long as the mondays in there yep")],
            facts=[("answer", "yep"), ("note", "if they say no keep me in mind")],
        )
    )

    assert is_agreed(stage)


@pytest.mark.parametrize("asked", ["how do i find out if they go for it", "who calls me a text or what"])
def test_question_beside_the_yes_to_what_the_broker_is_to_okay_is_passed_on(read_back, stage, model, asked):
    read_back("if it can pick up monday")
    stage.hears(
        model.hears(
            f"yes thats right {asked}",
            acts=[("agrees", "yes thats right"), ("asks", asked)],
            questions=[("other", asked)],
        )
    )

    assert is_agreed(stage)
    assert asked in [each.words for each in OpenQuestion.objects.all()]


def test_who_asks_which_condition_hears_their_own(read_back, stage, model):
    read_back("if they load me at ten")
    words = "whats the condition you mean"
    asks = {"acts": [("asks", words)], "questions": [("other", words)]}
    said = stage.hears(model.hears(words, **asks))

    assert "“if they load me at ten”" in said.text
    assert not is_agreed(stage)


def test_number_told_before_is_the_drivers_who_says_so(read_back, stage, model):
    read_back()
    number = "five oh three five five five oh one nine nine"
    words = f"thats right call me on {number}"
    stage.hears(
        model.hears(words, acts=[("agrees", "thats right")], facts=[("phone", number), ("note", words[12:])])
    )
    stage.hears("dewey at peach dot com")
    words = "im the driver same number i just gave you"
    stage.hears(
        model.hears(
            words, facts=[("is_driver", "im the driver"), ("is_on_file", "same number i just gave you")]
        )
    )

    assert Bid.objects.get().details["driverPhone"] == "5035550199"


@pytest.mark.parametrize(
    "words", ["is that tonight as in right now or friday night", "so thursday right and whose time is that"]
)
def test_which_day_is_answered_by_its_date(read_back, load, stage, model, words):
    read_back()
    said = stage.hears(model.hears(words, acts=[("asks", words)], questions=[("pickup", words)]))

    assert "today" not in said.text
    assert "tomorrow" not in said.text
    assert load.pickup_time.strftime("%B") in said.text
    assert ", local time." in said.text


def test_what_is_told_beside_the_money_is_put_down_aloud(stage, model):
    stage.opens()
    for words in TO_PRICE:
        stage.hears(words)
    note = "i want him loaded by the guys on dock two"
    words = f"i need nineteen hundred and {note}"
    said = stage.hears(
        model.hears(words, acts=[("counters", words)], figures=[(0, 1900, "ask")], facts=[("note", note)])
    )

    assert "team" in said.text.partition("$")[0]


@pytest.mark.parametrize(
    ("words", "no", "way", "to"),
    [
        ("i dont use email send it by text", "i dont use email", "send it by text", ""),
        ("no email here whatsapp it to me", "no email here", "whatsapp it to me", ""),
        (
            "no uso correo mandelo por guatsap al nueve cinco seis cinco cinco cinco cero uno siete dos",
            "no uso correo",
            "mandelo por guatsap",
            "9 5 6 5 5 5 0 1 7 2",
        ),
    ],
)
def test_who_has_no_email_is_asked_for_the_next_thing(read_back, stage, model, words, no, way, to):
    read_back()
    stage.hears("yes")
    said = stage.hears(
        model.hears(
            words,
            acts=[("no", no), ("asks", way)],
            facts=[("note", words)] + [("phone", words.partition(" al ")[2])] * bool(to),
            questions=[("rate_con", way)],
        )
    )

    assert "mail" not in said.text
    assert "correo" not in said.text
    assert "work out how" in said.text or "ve cómo" in said.text
    assert to in said.text
    assert "driver" in said.text or "chofer" in said.text
    assert way in [each.words for each in OpenQuestion.objects.all()]


@pytest.mark.parametrize(
    ("words", "dropped", "answer"),
    [
        (
            "what condition i only wanted to know about the lumper so thats fine yeah thats correct",
            "i only wanted to know about the lumper so thats fine",
            "yeah thats correct",
        ),
        (
            "oh forget the lumper ill eat it yes thats right",
            "forget the lumper ill eat it",
            "yes thats right",
        ),
    ],
)
def test_yes_beside_a_condition_that_is_taken_back_closes_the_deal(
    read_back, stage, model, words, dropped, answer
):
    read_back("if you cover the lumper")
    facts = [("dropped", dropped), ("answer", answer)]
    said = stage.hears(model.hears(words, acts=[("agrees", answer)], facts=facts))

    assert "Is that a yes" not in said.text
    data = stage.ends().conversation.extracted_data
    assert data["outcome"] == "booked"
    assert data["conditions"] == []


@pytest.mark.parametrize(
    ("condition", "words", "more"),
    [
        (
            "if they can move it to monday",
            "only if its monday if not forget it",
            "only if its monday if not forget it",
        ),
        (
            "if they can drop that weight",
            "yes i want it with the weight down to forty six thousand",
            "with the weight down to forty six thousand",
        ),
    ],
)
def test_yes_that_hangs_on_more_goes_to_the_broker_once_a_condition_was_read_back(
    read_back, stage, model, condition, words, more
):
    read_back(condition)
    said = stage.hears(model.hears(words, acts=[("agrees_if", words)], conditions=[more]))

    assert "Is that right" not in said.text
    data = stage.ends().conversation.extracted_data
    assert data["outcome"] == "bid"
    assert data["conditions"] == [f"{condition}", more]


@pytest.mark.parametrize(
    ("words", "yes", "offer"),
    [
        ("yep thats right driver is curtis you want his cell", "yep thats right", "you want his cell"),
        (
            "correct my driver is curtis do you need his phone number",
            "correct",
            "do you need his phone number",
        ),
    ],
)
def test_number_that_is_offered_is_taken_for_the_driver(read_back, stage, model, words, yes, offer):
    read_back()
    said = stage.hears(
        model.hears(
            words,
            acts=[("agrees", yes), ("asks", offer)],
            facts=[("driver", "curtis")],
            questions=[("other", offer)],
        )
    )
    number = "nine oh one five five five oh one four four"
    stage.hears(model.hears(number, facts=[("phone", number)]))

    assert said.text.startswith("Yes, please.")
    assert said.text.endswith("What's the number?")
    data = stage.ends().conversation.extracted_data
    assert data["details"] == {"driver": "Curtis", "driverPhone": "9015550144"}
    assert data["openQuestions"] == []
    assert data["contactPhone"] in (None, "9015550144")


@pytest.mark.parametrize(
    "how",
    [
        "send the rate con to dispatch not to me",
        "email me the rate con at my wifes address",
    ],
)
def test_how_the_papers_are_wanted_is_put_down(read_back, stage, model, how):
    read_back()
    words = f"yes correct {how}"
    said = stage.hears(
        model.hears(words, acts=[("agrees", "yes correct"), ("asks", how)], questions=[("rate_con", how)])
    )

    assert "put down how you want it" in said.text
    assert OpenQuestion.objects.filter(words=how).exists()


@pytest.mark.parametrize("ask", ["send me the rate con", "go ahead and email it to me please"])
def test_papers_wanted_as_they_come_leave_nothing_open(read_back, stage, model, ask):
    read_back()
    words = f"yes correct {ask}"
    stage.hears(
        model.hears(words, acts=[("agrees", "yes correct"), ("asks", ask)], questions=[("rate_con", ask)])
    )

    assert not OpenQuestion.objects.exists()


@pytest.mark.parametrize(
    "note", ["dont send anything to the email on file", "the office is closed till monday"]
)
def test_note_beside_the_yes_is_said_to_be_down(read_back, stage, model, note):
    read_back()
    said = stage.hears(
        model.hears(f"yes thats right {note}", acts=[("agrees", "yes thats right")], facts=[("note", note)])
    )

    assert "team" in said.text.split(".")[0]
    assert stage.ends().conversation.extracted_data["notes"] == [note]


@pytest.mark.parametrize(
    ("words", "amount"),
    [
        ("yes thats right you said sixteen hundred", 1600),
        ("correct nineteen fifty like you told me", 1950),
    ],
)
def test_yes_to_another_figure_than_the_one_read_back_closes_nothing(read_back, stage, model, words, amount):
    read_back()
    said = stage.hears(model.hears(words, acts=[("agrees", words)], figures=[(0, amount, "offer_back")]))

    assert "$1,500" in said.text
    assert stage.ends().conversation.extracted_data["outcome"] != "booked"


@pytest.mark.parametrize("is_leaving", [False, True])
@pytest.mark.parametrize("words", ["mejor cancélala mi socio agarró otra", "scratch that take me off of it"])
def test_deal_that_is_called_off_before_the_call_ends_is_none(read_back, stage, model, words, is_leaving):
    read_back("if they load me by ten")  # left to the broker
    stage.hears(model.hears("yes thats right", acts=[("yes", "yes thats right")]))
    acts = [("cancels", words)] + [("leaves", words)] * is_leaving
    said = stage.hears(model.hears(words, acts=acts, facts=[("reason", words)]))

    assert said.is_last == is_leaving
    data = stage.ends().conversation.extracted_data
    assert data["outcome"] == "declined"
    assert [bid.status for bid in Bid.objects.all()] == ["WITHDRAWN"]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        ("cancels", "shoot my partner took another one already cancel that"),
        ("cancels", "dude i dont want it give it to somebody else"),
    ],
)
def test_booked_load_that_is_called_off_is_told_to_its_broker(read_back, stage, model, act, words):
    read_back()
    stage.hears(model.hears("yes thats right", acts=[("yes", "yes thats right")]))
    said = stage.hears(model.hears(words, acts=[(act, words)]))

    assert "told the broker" in said.text
    assert LoadAlarm.objects.get().kind == AlarmKind.CANCELLED


def test_no_email_calls_no_deal_off(read_back, stage, model):
    read_back()
    stage.hears(model.hears("yes thats right", acts=[("yes", "yes thats right")]))
    words = "nah id rather not give you that"
    stage.hears(model.hears(words, acts=[("declines", words)], facts=[("answer", words)]))

    assert stage.ends().conversation.extracted_data["outcome"] == "booked"


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


@pytest.mark.parametrize(
    ("words", "yes", "asked", "figures"),
    [
        (
            "yes fifteen hundred and when do they get back to us",
            "yes fifteen hundred",
            [("other", "when do they get back to us")],
            [(0, 1500, "offer_back")],
        ),
        (
            "yep thats us hes ready to roll whats the dock address and the po",
            "yep thats us",
            [("address", "whats the dock address"), ("pickup_number", "the po")],
            [],
        ),
    ],
)
def test_yes_with_its_price_or_for_what_a_driver_needs_is_not_asked_for_again(
    read_back, stage, model, words, yes, asked, figures
):
    read_back()
    acts = [("agrees", yes), ("asks", asked[0][1])]
    said = stage.hears(model.hears(words, acts=acts, figures=figures, questions=asked))

    assert "booked at $1,500" in said.text
    assert stage.ends().conversation.extracted_data["openQuestions"] == [each for _, each in asked]


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
