"""Whole calls of carriers as a language model reads them, and as the rules alone do, where they can."""

from datetime import date
from decimal import Decimal

import pytest

from bids.models import Bid
from bids.services.rehearsal_stage import Stage
from calls.models import LoadAlarm, OpenQuestion
from calls.states import AgentPurpose
from carriers.models import TruckCapacity
from tests.bids.carrier_sales.conftest import PHONE
from tests.calls.agent.test_model_talks import Model
from tests.factories import NOW, AgentFactory, LoadFactory

TO_PRICE = ("yes", "load 482101", "yes, a dry van")


@pytest.fixture(params=["model", "rules"])
def ear(request):
    """A model that reads what it is told to, and the rules in its place."""
    model = Model()
    if request.param == "rules":
        model.hears = lambda words, **_: words
    return model


@pytest.fixture
def model():
    return Model()


@pytest.fixture
def hold(in_acme, carrier, load):
    """A call about the load, heard by an ear; what the agent says to each line, and the data that it leaves."""

    def make(ear, *said, is_outbound=False):
        agent = AgentFactory(
            organization=in_acme, slug="carrier-sales", purpose=AgentPurpose.CARRIER_SALES, variables=[]
        )
        stage = Stage(agent, load, phone=PHONE, at=NOW, language=ear, is_outbound=is_outbound)
        replies = [stage.opens(), *(stage.hears(words) for words in said)]
        conversation = stage.ends().conversation
        return replies, conversation.extracted_data | {"tags": conversation.content_tags}

    return make


def asks(ear, amount, words):
    return ear.hears(words, acts=[("counters", words)], figures=[(0, amount, "ask")])


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
