"""What carriers answer to the deal that was read back, as a language model reads it."""

import pytest

from bids.models import Bid
from bids.services.rehearsal_stage import Stage
from calls.states import AgentPurpose
from tests.bids.carrier_sales.conftest import PHONE
from tests.calls.agent.test_model_talks import Model
from tests.factories import NOW, AgentFactory

TO_PRICE = ("yes", "load 482101", "yes, a dry van")


@pytest.fixture
def model():
    return Model()


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
        stage.hears(model.hears(words, acts=[("agrees_if", words)], conditions=[condition]))
        return stage.hears("yes")

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


def test_which_day_is_answered_by_its_date(read_back, load, stage, model):
    read_back()
    words = "is that tonight as in right now or friday night"
    said = stage.hears(model.hears(words, acts=[("asks", words)], questions=[("pickup", words)]))

    assert "today" not in said.text
    assert "tomorrow" not in said.text
    assert load.pickup_time.strftime("%B") in said.text


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


def test_who_has_no_email_is_asked_for_the_next_thing(read_back, stage, model):
    read_back()
    stage.hears("yes")
    words = "i dont use email send it by text"
    said = stage.hears(
        model.hears(
            words,
            acts=[("no", "i dont use email"), ("asks", "send it by text")],
            facts=[("note", words)],
            questions=[("rate_con", "send it by text")],
        )
    )

    assert "mail should" not in said.text
    assert "good email" not in said.text
    assert "driver" in said.text
