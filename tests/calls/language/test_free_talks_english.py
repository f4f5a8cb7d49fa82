"""Lines of free English talks, a case for each kind of thing that was misheard."""

from datetime import date, datetime
from decimal import Decimal

import pytest

from calls.language import questions
from calls.language.reading import Act, Expecting, Listening, Place, Role, Topic
from calls.language.understanding import understand

NOW = datetime(2026, 11, 23, 12)  # a Monday
UNITS = "What are the truck and trailer numbers?"
EMPTY = "Where and when will the truck be empty?"


def hear(words, asked, *, offer=None, agent_said=""):
    listening = Listening(
        expecting=Expecting(asked),
        now=NOW,
        offer=offer and Decimal(offer),
        miles=offer and Decimal(525),
        agent_said=agent_said,
    )
    return understand(words, listening)


@pytest.mark.parametrize(
    ("words", "email"),
    [
        ("cascade flatbed at g mail dot com", "cascadeflatbed@gmail.com"),
        ("bluegrass reefer books at gmail dot com", "bluegrassreeferbooks@gmail.com"),
        ("okay ready rocky top trucking at outlook dot com", "rockytoptrucking@outlook.com"),
        ("yeah just use dispatch at lakeshore dot com", "dispatch@lakeshore.com"),
        ("its a m at palmetto drayage dot com", "am@palmettodrayage.com"),
        ("con mucho gusto, anote: operaciones arroba gmail punto com", "operaciones@gmail.com"),
        ("si mandela al correo de mi señora gill punto bros arroba gmail punto com", "gill.bros@gmail.com"),
        ("rio bravo punto dispatch arroba hotmail punto com", "riobravo.dispatch@hotmail.com"),
    ],
)
def test_words_before_the_at_belong_to_the_address(words, email):
    assert hear(words, "contact").email == email


@pytest.mark.parametrize(
    ("words", "driver", "phone"),
    [
        (
            "rodrigo and luis theyre a team rodrigos number is three oh five five five five oh one eight eight",
            "Rodrigo and Luis",
            "3055550188",
        ),
        (
            "his names terrell watkins two one four five five five oh one oh nine",
            "Terrell Watkins",
            "2145550109",
        ),
        ("my driver goes by cowboy two one four five five five oh one oh nine", "Cowboy", "2145550109"),
        (
            "driver is marcus he goes by tiny six six two five five five oh one nineteen",
            "Marcus",
            "6625550119",
        ),
    ],
)
def test_driver_is_named_in_many_ways(words, driver, phone):
    reading = hear(words, "contact")

    assert (reading.driver, reading.phone) == (driver, phone)


@pytest.mark.parametrize(
    ("words", "truck", "trailer"),
    [
        ("three oh one and the flatbed is fifty two", "301", "52"),
        ("truck seven no trailer its a chassis", "7", ""),
        ("its one oh four pulling seven seventeen", "104", "717"),
        ("its a fifty three foot van truck is sixty one", "61", ""),
        ("i dont have the truck number on me ill text it over", "", ""),
    ],
)
def test_truck_and_trailer_are_told_without_their_names(words, truck, trailer):
    reading = hear(words, "contact", agent_said=UNITS)

    assert (reading.truck, reading.trailer) == (truck, trailer)


@pytest.mark.parametrize(
    ("words", "place", "time"),
    [
        ("i told you fresno six in the morning tomorrow", "Fresno, CA", datetime(2026, 11, 24, 6)),
        ("tomorrow six in the morning fresno", "Fresno, CA", datetime(2026, 11, 24, 6)),
        ("mesquite by three today", "Mesquite, TX", datetime(2026, 11, 23, 15)),
    ],
)
def test_place_and_time_are_heard_in_any_order(words, place, time):
    reading = hear(words, "place", agent_said=EMPTY)

    assert (str(reading.place), reading.time) == (place, time)


@pytest.mark.parametrize(
    ("words", "asked", "name", "number"),
    [
        (
            "im on a load for yall already five four oh oh oh oh two five four",
            "anything",
            "load",
            "540000254",
        ),
        ("m c is four four four oh oh oh oh four and uh whatcha got", "identity", "mc", "44400004"),
        ("the dot its four five zero zero zero zero zero four", "identity", "dot", "45000004"),
        ("mc four four four then four zeros and a four", "identity", "mc", "44400004"),
        ("hang on its on the visor uh seven seven four bravo one nine two", "bol", "bol", "774B192"),
        ("i just gave it to ya seven seven four b one nine two", "bol", "bol", "774B192"),
    ],
)
def test_zeros_and_letters_within_a_number_are_kept(words, asked, name, number):
    assert getattr(hear(words, asked), name) == number


@pytest.mark.parametrize(
    ("words", "offer"),
    [
        ("well i need to know about the eleven before i give you a number", 4400),
        ("if they do the ten yes if not no", 1700),
        ("that says thursday delivery and its only five hundred mile why so long", 1700),
    ],
)
def test_hours_and_miles_are_no_prices(words, offer):
    assert hear(words, "offer", offer=offer).own_figures == ()


def test_shorthand_after_the_is_a_price_where_it_is_near_ours():
    assert [each.amount for each in hear("i need the twelve", "offer", offer=1100).own_figures] == [1200]
    assert [each.role for each in hear("ill take the eleven", "offer", offer=1100).figures] == [
        Role.OFFER_BACK
    ]


def test_either_of_two_days_is_no_day():
    assert hear("anything chicago to dallas for tomorrow or today dry van", "load").day is None
    assert hear("tomorrow or wednesday", "time").day == date(2026, 11, 24)


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("yes sir and my file whats missing on it", Topic.SETUP),
        ("its correct baby just tell me whats missing from my file", Topic.SETUP),
        ("yeah thats correct but is the border crossing paperwork on me or you guys", Topic.OTHER),
    ],
)
def test_papers_are_asked_about_by_their_words(words, topic):
    reading = hear(words, "confirmation", offer=1850)

    assert [each.topic for each in reading.questions] == [topic]


def test_two_three_hours_are_the_longer_of_both():
    assert hear("they said maybe two three hours", "time").time == datetime(2026, 11, 23, 15)


def test_reason_is_without_its_delay():
    reading = hear("im in waco still waiting on a trailer tire im gonna be about two hours late", "place")

    assert (reading.reason, reading.place) == ("waiting on a trailer tire", Place("Waco", "TX"))


def test_not_before_an_hour_takes_a_price_on_a_condition():
    reading = hear("seven seventy five i can do but not before two like i said", "offer", offer=775)

    assert reading.has(Act.AGREES_IF)
    assert not reading.agrees


@pytest.mark.parametrize(
    ("words", "is_other"),
    [
        ("can they be here by ten", True),
        ("we cant do tomorrow move it to wednesday", True),
        ("i didnt say it works tuesday mornings full i got one oclock or three", True),
        ("yeah that works for us", False),
        ("sure thing see you then", False),
    ],
)
def test_another_time_is_offered_for_an_appointment(words, is_other):
    is_offered = questions.refuses(words) or (questions.proposes(words) and not questions.fits(words))

    assert is_offered is is_other


def test_answer_may_tell_of_the_next_question():
    words = "door fourteen on the south side and tell him bring ppe no shorts"

    assert questions.answers_beside("Is there anything the driver needs to bring?", words)
    assert questions.answers_beside("Which dock should the driver go to?", words)
    assert not questions.answers_beside("Which dock should the driver go to?", "we close the dock at eleven")


@pytest.mark.parametrize(
    "words",
    [
        "let me think twenty seven no you know what i got another guy at twenty nine ill go with him",
        "no need im good thanks im takin the other one",
        "oh wait is that thanksgiving day pickup scratch that i cant do it my guys off",
    ],
)
def test_who_goes_with_another_declines_and_asks_nothing(words):
    heard = hear(words, "offer", offer=2600)

    assert heard.has(Act.DECLINES)
    assert not heard.own_figures
    assert not heard.agrees


def test_fuel_asked_about_is_no_refusal():
    heard = hear("twenty six hmm is that with fuel included", "offer", offer=2600)

    assert heard.asks(Topic.RATE)
    assert not heard.has(Act.REFUSES)


def test_why_somebody_agrees_is_no_condition():
    words = "alright seven seventy five fine just cause its goin toward the house"
    heard = hear(words, "offer", offer=775)

    assert heard.has(Act.AGREES)
    assert not (heard.has(Act.AGREES_IF))
    assert not (heard.conditions)


def test_quarter_to_twelve_is_no_price():
    assert not hear("and quarter to twelve is alright for the pickup right", "offer", offer=775).own_figures


@pytest.mark.parametrize(
    "words", ["huh checked in no man im in south carolina i just told you", "i didnt check in im driving sir"]
)
def test_who_denies_having_checked_in_hasnt(words):
    assert not hear(words, "place").has(Act.CHECKED_IN)


def test_weekday_before_a_but_lies_ahead():
    words = "wednesday but you got it posted four eight two one two five houston birmingham"

    assert hear(words, "time").day == date(2026, 11, 25)


def test_tractor_without_a_trailer_is_power_only():
    assert hear("i got a tractor no trailer sitting in kansas city", "load").equipment == "power_only"
