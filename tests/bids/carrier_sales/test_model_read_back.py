"""What is answered to the deal that was read back, and told beside it, as a language model reads it."""

from decimal import Decimal

import pytest

from bids.models import Bid
from bids.services.rehearsal_stage import Stage
from calls.models import LoadAlarm, OpenQuestion
from calls.states import AgentPurpose, AlarmKind
from tests.bids.carrier_sales.conftest import PHONE, TO_PRICE
from tests.factories import NOW, AgentFactory


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


def test_yes_that_tells_the_address_and_goes_is_asked_about_and_no_refusal(hold, model):
    words = "right and email is trey at treyshotshot dot com no apostrophe ok talk soon bye"
    replies, data = hold(
        model,
        *TO_PRICE,
        "yes book it",
        model.hears(
            words,
            acts=[("agrees", "right"), ("leaves", "ok talk soon bye")],
            facts=[("email", "trey at treyshotshot dot com no apostrophe"), ("answer", "right")],
        ),
    )

    assert replies[-1].text.endswith("$1,500?")
    assert data["details"]["email"] == "trey@treyshotshot.com"
    assert data["loads"][0]["outcome"] is None


def test_okay_bye_after_a_read_back_is_no_yes_still(hold, model):
    _, data = hold(
        model,
        *TO_PRICE,
        "yes book it",
        model.hears("ok talk soon bye", acts=[("agrees", "ok"), ("leaves", "talk soon bye")]),
    )

    assert data["loads"][0]["outcome"] == "declined"


def test_yes_at_an_hour_within_the_window_hangs_on_nothing(hold, model):
    told = "he'd get there closer to eleven on wednesday not nine"
    words = f"perfect only thing is {told} that okay"
    replies, data = hold(
        model,
        *TO_PRICE,
        "yes book it",
        model.hears(
            words,
            acts=[("agrees_if", f"perfect only thing is {told}"), ("asks", "that okay")],
            facts=[("time", "closer to eleven on wednesday"), ("answer", "perfect")],
            questions=[("flexibility", f"{told} that okay")],
            conditions=[told],
        ),
        "yes",
    )

    assert "11 AM works" in replies[-2].text
    assert "the broker" not in replies[-2].text
    assert data["conditions"] == []
    assert data["loads"][0]["outcome"] == "booked"


def test_yes_beside_a_question_for_another_truck_books_and_answers_it(hold, model):
    words = "that's correct now what about my other team you never said"
    replies, data = hold(
        model,
        *TO_PRICE,
        "yes book it",
        model.hears(
            words,
            acts=[("agrees", "that's correct"), ("asks", "what about my other team you never said")],
            questions=[("other_loads", "what about my other team you never said")],
        ),
    )

    assert data["loads"][0]["outcome"] == "booked"
    assert "nothing else that fits" in replies[-1].text
    assert replies[-1].text.endswith("?")


def test_load_that_cannot_be_hauled_after_all_leaves_no_bid(hold, model):
    words = "yeah wait hang on he's only got forty six thousand legal on that trailer we can't haul that scratch it"
    hold(
        model,
        *TO_PRICE,
        model.hears("two grand and i'll sign", acts=[("counters", "two grand")], figures=[(0, 2000, "ask")]),
        model.hears("ehh alright fifteen hundred do it", acts=[("agrees", "alright")]),
        model.hears(words, acts=[("declines", "we can't haul that scratch it")]),
    )

    assert [each.status for each in Bid.objects.all()] == ["WITHDRAWN"]


def test_price_that_was_named_stays_where_the_money_alone_is_refused(hold, model):
    hold(
        model,
        *TO_PRICE,
        model.hears("two grand and i'll sign", acts=[("counters", "two grand")], figures=[(0, 2000, "ask")]),
        model.hears("thats too low i'll pass", acts=[("declines", "i'll pass")]),
    )

    assert [each.status for each in Bid.objects.all()] != ["WITHDRAWN"]
