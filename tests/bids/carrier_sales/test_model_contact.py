"""Where and when a carrier is to be reached, and how a rate confirmation gets there, as a language model reads it."""

from datetime import UTC, datetime

import pytest

from bids.services.rehearsal_stage import Stage
from calls.models import OpenQuestion
from calls.states import AgentPurpose
from tests.bids.carrier_sales.conftest import PHONE, TO_BOOKED, TO_PRICE
from tests.factories import AgentFactory

DAWN = datetime(2026, 3, 2, 13, 59, tzinfo=UTC)  # 7:59 in Dallas, 5:59 in Los Angeles
PRICED = ("load 482101", "yes, a dry van")


@pytest.fixture
def call(in_acme, carrier, load):
    """A call at some hour, from some number; what the agent says to each line, and the data that it leaves."""

    def make(ear, *said, phone=PHONE, at=DAWN, language="en-US", **options):
        agent = AgentFactory(
            organization=in_acme,
            slug="carrier-sales",
            purpose=AgentPurpose.CARRIER_SALES,
            language=language,
            variables=[],
        )
        stage = Stage(agent, load, phone=phone, at=at, language=ear, **options)
        replies = [stage.opens(), *(stage.hears(words) for words in said)]
        texts = [each.text.replace(" arroba ", " at ").replace(" punto ", " dot ") for each in replies]
        return texts, stage.ends().conversation.extracted_data

    return make


def calls_back(model, words, *facts):
    return model.hears(words, acts=[("callback", words)], facts=facts)


@pytest.mark.parametrize(
    ("words", "time"),
    [
        ("call me back within the hour", "within the hour"),
        ("somebody ring me in the next hour tops", "in the next hour"),
        ("have them call me in an hour at the latest", "in an hour"),
    ],
)
def test_call_within_a_time_is_wanted_before_its_end(call, model, words, time):
    replies, data = call(model, *TO_PRICE, calls_back(model, words, ("time", time)))

    assert (data["callbackTime"], data["callbackBefore"]) == ("2026-03-02", "2026-03-02T08:59")
    assert "before 8:59 AM" in replies[-1]


def test_call_within_the_hour_is_read_without_a_model_too(call, model):
    _, data = call(model, *TO_PRICE, "can you call me back within the hour")

    assert data["callbackBefore"] == "2026-03-02T08:59"


@pytest.mark.parametrize("hour", ["las ocho", "las nueve"])
def test_hour_is_by_the_clock_of_the_number_that_they_give(call, model, hour):
    words = f"llamenme al nueve cero nueve cinco cinco cinco cero uno ocho ocho antes de {hour}"
    facts = [("phone", "nueve cero nueve cinco cinco cinco cero uno ocho ocho"), ("time", f"antes de {hour}")]
    _, data = call(model, "en español por favor", *TO_PRICE, calls_back(model, words, *facts))

    assert data["callbackTimezone"] == "America/Los_Angeles"
    assert data["callbackBefore"] == f"2026-03-02T{'08' if hour == 'las ocho' else '09'}:00"


def test_hour_that_is_over_in_a_minute_is_the_next(call, model):
    _, data = call(
        model,
        *TO_PRICE,
        calls_back(model, "call me before eight", ("time", "before eight")),
        phone="+12145550111",
    )

    assert data["callbackBefore"] == "2026-03-02T20:00"


def test_hour_of_the_morning_is_not_put_off_to_the_night(call, model):
    words = "im at a dock in fresno call me about six thirty my time"
    _, data = call(
        model, *TO_PRICE, calls_back(model, words, ("time", "six thirty my time"), ("place", "fresno"))
    )

    assert data["callbackTime"] == "2026-03-02T06:30"


@pytest.mark.parametrize(
    ("words", "facts", "before"),
    [
        (
            "right now before they shut me down at ten",
            [("time", "right now"), ("note", "before they shut me down at ten")],
            "2026-03-02T10:00",
        ),
        ("anytime is good with me", [("answer", "anytime is good with me")], None),
        ("once the kids are off to school", [("answer", "once the kids are off to school")], None),
    ],
)
def test_time_to_call_is_not_asked_again_in_whatever_form_it_is_told(call, model, words, facts, before):
    replies, data = call(
        model, *TO_PRICE, calls_back(model, "have somebody call me"), model.hears(words, facts=facts)
    )

    assert "someone will call you back" in replies[-1]
    assert data["callbackBefore"] == before


def test_question_back_is_answered_and_the_time_asked_again(call, model):
    words = "wait where does it pick up"
    replies, _ = call(
        model,
        *TO_PRICE,
        calls_back(model, "have somebody call me"),
        model.hears(words, acts=[("asks", words)], questions=[("pickup", words)]),
    )

    assert replies[-1].endswith("?")


@pytest.mark.parametrize(
    ("answer", "facts", "number"),
    [
        ("seis cero dos cinco cinco cinco cero uno cuatro cuatro", True, "6025550144"),
        ("no me lo se de memoria", False, None),
    ],
)
def test_call_for_somebody_else_is_to_their_number(call, model, answer, facts, number):
    words = "no yo nomas manejo de eso sabe mi hermana marquele a ella"
    replies, data = call(
        model,
        "en español por favor",
        model.hears(words, acts=[("ask_other", words)], facts=[("person", "mi hermana")]),
        model.hears(answer, facts=[("phone", answer)] if facts else [("answer", answer)]),
        is_outbound=True,
    )

    assert replies[-2].endswith("¿A qué número le llamamos a su hermana?")
    assert "le llamamos a su hermana" in replies[-1]
    assert (data["outcome"], data["callbackPhone"]) == ("callback", number)


@pytest.mark.parametrize("extension", ["extension seven", "ext two two four", "x 12"])
def test_extension_is_kept_with_its_number(call, model, extension):
    number = "three one oh five five five oh one four two"
    _, data = call(
        model, *TO_PRICE, calls_back(model, f"call me tomorrow at {number} {extension}", ("phone", number))
    )

    digits = {"extension seven": "7", "ext two two four": "224", "x 12": "12"}[extension]
    assert data["callbackPhone"] == f"3105550142;ext={digits}"


def test_call_that_is_wanted_of_a_person_puts_nobody_through(call, model):
    words = "no get this in front of a human and have him call me back tammy extension four"
    replies, data = call(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("refuses", "no"), ("wants_person", "in front of a human"), ("callback", "call me back")],
            facts=[("name", "tammy")],
        ),
    )

    assert replies[-1].endswith("call you back?")
    assert data["callbackPhone"] == f"{PHONE};ext=4"


@pytest.mark.parametrize(
    "words", ["yes and have him call me by three", "thats right but ring me by three bye"]
)
def test_call_asked_for_beside_the_yes_is_kept_and_said(call, model, words):
    yes, _, rest = words.partition(" ")
    acts = [("agrees", yes), ("callback", rest), *[("leaves", "bye")] * ("bye" in words)]
    replies, data = call(
        model,
        *TO_PRICE,
        model.hears(
            "ill take it if they load me first",
            acts=[("agrees_if", "ill take it")],
            conditions=["if they load me first"],
        ),
        model.hears(
            words, acts=acts, facts=[("time", "by three"), ("answer", yes if yes == "yes" else "thats right")]
        ),
    )

    assert "calls you back today before 3 PM" in replies[-1]
    assert (data["outcome"], data["callbackBefore"]) == ("bid", "2026-03-02T15:00")


def test_hour_is_by_the_clock_of_where_the_truck_stands(call, model):
    words = "yes empty in fontana now"
    _, data = call(
        model,
        model.hears(
            words, acts=[("yes", "yes"), ("empty", "empty in fontana now")], facts=[("place", "fontana")]
        ),
        *PRICED,
        calls_back(model, "call me before ten", ("time", "before ten")),
    )

    assert (data["callbackBefore"], data["callbackTimezone"]) == ("2026-03-02T10:00", "America/Los_Angeles")


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("yeah this is him im at a dock call me at ten", "Luke"),
        ("speaking but call me at ten", "Luke"),
        ("blue mesa speaking call back at ten", None),
        ("this is his wife call him at ten", None),
        ("this is her brother call at ten", None),
    ],
)
def test_who_says_that_it_is_he_is_whom_we_asked_for(call, model, words, name):
    _, data = call(model, calls_back(model, words, ("time", "at ten")), is_outbound=True, name="Luke")

    assert data["callerName"] == name


# The rate confirmation.


def tells(model, words, *facts, **parts):
    return model.hears(words, facts=facts, **parts)


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("trafico at four corners transport dot com", "trafico@fourcornerstransport.com"),
        ("dispatch at tres dash rios dot com", "dispatch@tres-rios.com"),
        ("ops at five dash nine dot com", "ops@5-9.com"),
        ("trey at trey's hotshot dot com no apostrophe", "trey@treyshotshot.com"),
        ("dispatch at one way freight dot net", "dispatch@onewayfreight.net"),
        ("bo two two at gmail dot com", "bo22@gmail.com"),
        ("nine one one at trucks four you dot com", "911@trucks4you.com"),
    ],
)
def test_number_that_a_name_begins_with_is_a_word_of_an_address(call, model, words, address):
    replies, data = call(model, *TO_BOOKED, tells(model, words, ("email", words)))

    assert data["details"]["email"] == address
    assert address.replace("@", " at ").replace(".", " dot ") in replies[-1]


@pytest.mark.parametrize(
    ("told", "words", "address"),
    [
        ("dispatch at blueridge dot com", "no its dot net not dot com", "dispatch@blueridge.net"),
        ("luke hill at gmail dot com", "no with an underscore", "luke_hill@gmail.com"),
        ("luke hill at gmail dot com", "wait it has a dash in it", "luke-hill@gmail.com"),
        ("rio bravo at gmail dot com", "no con guion bajo", "rio_bravo@gmail.com"),
        ("rio bravo at gmail dot com", "no thats all", "riobravo@gmail.com"),
    ],
)
def test_part_of_an_address_is_put_right(call, model, told, words, address):
    replies, data = call(
        model,
        *TO_BOOKED,
        tells(model, told, ("email", told)),
        tells(model, words, ("answer", words), acts=[("no", words)]),
    )

    assert data["details"]["email"] == address
    assert (address.replace("@", " at ").replace(".", " dot ") in replies[-1]) == ("all" not in words)


@pytest.mark.parametrize("words", ["send it to the same email as always", "the one yall already got for us"])
def test_email_on_file_is_not_asked_for_where_there_is_none(call, model, words):
    replies, _ = call(model, *TO_BOOKED, tells(model, words, ("is_on_file", words)))

    assert "The team looks up the email that they have for you." in replies[-1]
    assert "driver" in replies[-1]
    assert words in [each.words for each in OpenQuestion.objects.all()]


def test_email_on_file_told_with_the_yes_is_not_asked_for(call, model):
    words = "correct and send the papers to the same email as last time"
    replies, _ = call(
        model,
        *TO_BOOKED[:-1],
        model.hears(
            words,
            acts=[("agrees", "correct"), ("asks", "send the papers to the same email as last time")],
            facts=[("is_on_file", "the same email as last time")],
            questions=[("rate_con", "send the papers to the same email as last time")],
        ),
    )

    assert "What's your driver's name and phone?" in replies[-1]
    assert "The team looks up the email" in replies[-1]


def test_paper_by_text_is_noted_at_once(call, model):
    words = "dont have one its on the packet just text it here im rolling"
    replies, _ = call(
        model,
        *TO_BOOKED,
        model.hears(
            words,
            acts=[("unsure", "dont have one"), ("asks", "just text it here")],
            facts=[("is_on_file", "its on the packet"), ("is_driver", "im rolling")],
            questions=[("rate_con", "just text it here")],
        ),
    )

    assert "The team will work out how to get the rate con to you." in replies[-1]
    assert "mail" not in replies[-1]


@pytest.mark.parametrize(
    ("words", "questions", "said"),
    [
        (
            "read me that email back and what did you put for my drivers cell",
            ["read me that email back", "what did you put for my drivers cell"],
            ["dispatch at blueridge dot net", "4 1 7 5 5 5 0 1 9 2"],
        ),
        (
            "confirmeme el correo que le di y el telefono de beto",
            ["confirmeme el correo que le di", "el telefono de beto"],
            ["dispatch at blueridge dot net", "4 1 7 5 5 5 0 1 9 2"],
        ),
        ("did you get the trailer number", ["did you get the trailer number"], ["R112"]),
    ],
)
def test_what_was_told_is_read_back(call, model, words, questions, said):
    cell = "four one seven five five five oh one nine two"
    told = f"dispatch at blueridge dot net driver beto {cell} trailer r one one two"
    replies, data = call(
        model,
        *TO_BOOKED,
        tells(
            model,
            told,
            ("email", "dispatch at blueridge dot net"),
            ("driver", "beto"),
            ("phone", cell),
            ("trailer", "r one one two"),
        ),
        tells(model, "empty in dallas now", ("place", "dallas"), acts=[("empty", "empty")]),
        model.hears(words, acts=[("asks", words)], questions=[("other", each) for each in questions]),
    )

    assert all(each in replies[-1] for each in said)
    assert data["openQuestions"] == []


@pytest.mark.parametrize("mail", ["the email you got on file is good", "send it to the email on file"])
def test_email_on_file_gives_the_driver_no_number(call, model, mail):
    words = f"drivers name is milton i dont have his cell handy {mail}"
    _, data = call(model, *TO_BOOKED, tells(model, words, ("driver", "milton"), ("is_on_file", mail)))

    assert data["details"]["driver"] == "Milton"
    assert "driverPhone" not in data["details"]


@pytest.mark.parametrize("driver", ["earl and his cousin dwayne", "earl y su primo"])
def test_first_of_two_drivers_is_the_driver_and_the_other_a_note(call, model, driver):
    words = f"its a team {driver} earls number is four one seven five five five oh one four four"
    _, data = call(
        model,
        *TO_BOOKED,
        model.hears(
            words,
            facts=[("driver", driver), ("phone", "four one seven five five five oh one four four")],
        ),
    )

    assert data["details"]["driver"] == "Earl"
    assert data["details"]["driverPhone"] == "4175550144"
    assert data["notes"] == [driver]


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ("im the one driving it", [("is_driver", "im the one driving it")]),
        (
            "curtis drives it my cell is four one seven five five five oh one four four",
            [("driver", "curtis"), ("phone", "four one seven five five five oh one four four")],
        ),
    ],
)
def test_driver_has_no_number_that_nobody_gave_for_them(call, model, words, facts):
    _, data = call(model, *TO_BOOKED, model.hears(words, facts=facts))

    assert "driverPhone" not in data["details"]


@pytest.mark.parametrize(
    ("words", "yes", "asked"),
    [
        ("thats right and the driver ill text you when i know who", "thats right", "truck"),
        ("correcto y el chofer luego se los mando", "correcto", "camión"),
    ],
)
def test_what_comes_later_is_not_asked_for(call, model, words, yes, asked):
    texts, _ = call(
        model,
        *TO_PRICE,
        model.hears(
            "ok book it if they load us first",
            acts=[("agrees_if", "ok book it")],
            conditions=["if they load us first"],
        ),
        model.hears(words, acts=[("agrees", yes)], facts=[("note", words.removeprefix(yes).strip())]),
        model.hears(
            "dispatch at pine hill dot com",
            facts=[("email", "dispatch at pine hill dot com")],
        ),
    )

    assert asked in texts[-1]
    assert "driver" not in texts[-1]
    assert "chofer" not in texts[-1]


def test_ending_of_an_address_put_right_in_the_same_breath_counts(call, model):
    words = "harpreet dot g at valleycrown dot net no sorry dot com"
    _, data = call(model, *TO_BOOKED, tells(model, words, ("email", words)))

    assert data["details"]["email"] == "harpreet.g@valleycrown.com"
