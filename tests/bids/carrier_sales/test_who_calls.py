"""Who calls from a carrier's registered number and says to be somebody else, as a language model reads it."""

import pytest

from bids.services.rehearsal_stage import Stage
from calls.models import Conversation
from calls.states import AgentPurpose
from carriers.models import Carrier
from tests.bids.carrier_sales.conftest import PHONE
from tests.calls.agent.test_model_talks import Model
from tests.factories import NOW, AgentFactory, CarrierFactory

OWED = "my detention from last week still aint been paid"


@pytest.fixture
def model():
    return Model()


@pytest.fixture
def book(in_acme, carrier):
    """The carriers of the book; the first has the number that is called from."""
    carrier.name = "Blue Ridge Hauling LLC"
    carrier.save()
    for number, name in (
        (1, "Stone Creek Transport Inc"),
        (2, "Fast Eddie Transport LLC"),
        (3, "Gill Brothers Trucking"),
        (4, "Heartland Bros Trucking LLC"),
        (5, "Peachtree Freight Inc"),
        (6, "Green Bay Transport"),
    ):
        CarrierFactory(
            organization=in_acme, name=name, mc_number=f"45000{number}", dot_number=1050000 + number
        )
    return carrier


@pytest.fixture
def hold(in_acme, book, load):
    """A call from the first carrier's number: what the agent says, what it leaves, what the person was whispered."""

    def make(model, *said):
        agent = AgentFactory(
            organization=in_acme, slug="carrier-sales", purpose=AgentPurpose.CARRIER_SALES, variables=[]
        )
        stage = Stage(agent, load, phone=PHONE, at=NOW, language=model)
        replies = [stage.opens(), *(stage.hears(words) for words in said)]
        return replies, stage.ends().conversation

    return make


def owed(model, words, *facts, acts=(("no", "no"),)):
    return model.hears(
        words,
        acts=[*acts, ("asks", OWED)],
        facts=facts,
        questions=[("money_owed", OWED)],
    )


def told_of(conversation):
    """What colleagues and other systems read of the carrier."""
    data = conversation.extracted_data
    return conversation.summary.split(" told of")[0], data["mcNumber"], conversation.carrier


@pytest.mark.parametrize(
    ("words", "facts", "who", "mc"),
    [
        (
            f"no i dont need a load im with stone creek transport {OWED}",
            [("company", "stone creek transport")],
            "Stone Creek Transport Inc (MC 450001)",
            "450001",
        ),
        (
            f"no this is walt with fast eddie transport mc four five oh oh oh two {OWED}",
            [("company", "fast eddie transport"), ("mc", "four five oh oh oh two")],
            "Fast Eddie Transport LLC (MC 450002)",
            "450002",
        ),
        (  # not the one of the book
            f"no this is peachtree drayage {OWED}",
            [("company", "peachtree drayage")],
            "Peachtree Drayage",
            None,
        ),
        (  # the number is another's than the name
            f"no this is peachtree drayage mc four five oh oh oh two {OWED}",
            [("company", "peachtree drayage"), ("mc", "four five oh oh oh two")],
            "Peachtree Drayage (MC 450002)",
            "450002",
        ),
        (f"no wrong company {OWED} on green bay to newark", [], "A carrier", None),
        (f"no its for green bay to newark {OWED}", [], "A carrier", None),
    ],
)
def test_who_denies_the_company_is_told_of_as_the_one_they_name(hold, model, words, facts, who, mc):
    replies, conversation = hold(model, owed(model, words, *facts))

    assert told_of(conversation) == (who, mc, None)
    assert "Blue Ridge" not in conversation.summary
    assert replies[-1].transfer is None or replies[-1].transfer.whisper.startswith(who)


def test_who_names_another_company_without_a_no_is_that_one(hold, model):
    words = f"hey stone creek transport here {OWED}"
    _, conversation = hold(model, owed(model, words, ("company", "stone creek transport"), acts=()))

    assert told_of(conversation) == ("Stone Creek Transport Inc (MC 450001)", "450001", None)


@pytest.mark.parametrize(
    ("words", "company"),
    [
        (f"yeah this is blueridge {OWED}", "blueridge"),
        (f"this is the blue ridge hauling office {OWED}", "blue ridge hauling"),
        (f"this is tom with blue ridge {OWED}", "blue ridge"),
    ],
)
def test_registered_carrier_stays_what_it_is(hold, model, words, company):
    _, conversation = hold(model, owed(model, words, ("company", company), acts=()))

    assert conversation.summary.startswith("Blue Ridge Hauling LLC")


def test_shipper_at_a_carriers_number_is_no_carrier(hold, model):
    words = "hi i have a pallet of furniture i need moved from ohio to florida"
    _, conversation = hold(model, model.hears(words, acts=[("greets", "hi"), ("not_carrier", words[3:])]))

    assert told_of(conversation) == ("A caller", None, None)


@pytest.mark.parametrize(
    ("words", "act"),
    [("no get me jason in accounting please", "wants_person"), ("no sorry bye now", "leaves")],
)
def test_who_says_no_and_leaves_is_not_the_carrier(hold, model, words, act):
    _, conversation = hold(model, model.hears(words, acts=[("no", "no"), (act, words[3:])]))

    assert "Blue Ridge" not in conversation.summary
    assert conversation.extracted_data["mcNumber"] is None


def test_who_wants_no_more_calls_was_never_known_to_be_the_carrier(hold, model):
    words = "no im stone creek take me off your list and dont call me again"
    _, conversation = hold(model, model.hears(words, acts=[("no", "no"), ("opts_out", words[3:])]))

    assert conversation.extracted_data["outcome"] == "opted_out"
    assert "Blue Ridge" not in conversation.summary
    assert conversation.extracted_data["mcNumber"] is None


def test_other_company_that_is_named_when_it_was_looked_up_is_forgotten_everywhere(hold, model):
    words = f"im with stone creek transport {OWED}"
    _, conversation = hold(model, "yes", owed(model, words, ("company", "stone creek transport"), acts=()))

    assert told_of(conversation) == ("Stone Creek Transport Inc (MC 450001)", "450001", None)
    assert Conversation.objects.get().mc_number == ""


def test_company_is_not_taken_for_one_that_shares_its_common_words(hold, model):
    words = "nope heartland brothers trucking calling on memphis to atlanta"
    replies, talk = hold(
        model,
        model.hears(words, acts=[("no", "nope")], facts=[("company", "heartland brothers trucking")]),
    )

    assert talk.mc_number == Carrier.objects.get(name__startswith="Heartland Bros").mc_number
    assert "on this number" not in replies[-1].text


def test_company_that_is_not_in_the_book_is_asked_for_its_number(hold, model):
    words = "nope hartman brothers trucking calling on memphis to atlanta"
    replies, _ = hold(
        model,
        model.hears(words, acts=[("no", "nope")], facts=[("company", "hartman brothers trucking")]),
    )

    assert "MC or DOT" in replies[-1].text


@pytest.mark.parametrize("words", ["yeah thats it", "yep thats all of it"])
def test_number_that_was_read_back_is_right(hold, model, words):
    replies, _ = hold(model, "no, MC 450001", words)

    assert "right MC" not in replies[-1].text
    assert "load" in replies[-1].text


def test_summary_owns_up_to_an_offer_that_another_carrier_heard(hold, model):
    Carrier.objects.filter(mc_number="450002").update(is_blocked=True, block_reason="Took a load twice")
    words = "sounds good but im not blue ridge im with fast eddie transport mc four five zero zero zero two"
    facts = [("company", "fast eddie transport"), ("mc", "four five zero zero zero two")]
    replies, conversation = hold(
        model,
        "yes",
        "load 482101",
        "yes, a dry van",
        model.hears(words, acts=[("no", "im not blue ridge")], facts=facts),
    )

    assert "$1,500" in replies[-2].text
    assert replies[-1].is_last
    assert conversation.summary.endswith("Took a load twice. We had offered $1,500 before.")


@pytest.mark.parametrize(
    "words",
    [
        "gill brothers here four five oh oh oh three hey im lookin at that dallas to atlanta van",
        "nah wrong outfit its stone creek four five oh oh oh one what you got out of dallas",
        "no sir peachtree freight cuatro cinco cero cero cero cinco busco algo de dallas",
    ],
)
def test_number_of_a_carrier_is_no_loads(hold, model, words):
    replies, conversation = hold(model, words, "yes that's right")

    assert "Blue Ridge" not in replies[1].text
    assert "find a load with that number" not in replies[2].text
    assert conversation.extracted_data["mcNumber"].startswith("45000")


@pytest.mark.parametrize(
    ("words", "who"),
    [
        ("hi gill brothers here about the dallas to atlanta load", "Gill Brothers"),
        ("this is sandra green bay transport calling on dallas atlanta", "Green Bay"),
    ],
)
def test_other_company_of_the_book_is_asked_for(hold, model, words, who):
    replies, _ = hold(model, words)

    assert who in replies[1].text
    assert "Blue Ridge" not in replies[1].text


def test_company_told_with_the_name_is_kept_as_it_was_said(hold, model):
    replies, conversation = hold(model, "buenas soy yolanda de cuatro caminos transport vi la de dallas")

    assert "Blue Ridge" not in replies[1].text
    assert "Cuatro Caminos Transport" in conversation.summary


@pytest.mark.parametrize(
    ("words", "who"),
    [
        (("no this is cascade fast eddie transport", "yep fast eddie this is dale"), "Dale"),
        (("yes this is renee", "I'm not renee im luke"), "Luke"),
        (("yes this is hector", "victor not hector"), "Victor"),
    ],
)
def test_name_of_the_caller_is_put_right(hold, model, words, who):
    _, conversation = hold(model, *words)

    assert conversation.extracted_data["callerName"] == who
