"""Numbers and people out of what was heard."""

from datetime import datetime

import pytest

from calls.language.identity import Identity, read_identity
from calls.language.number_words import corrected, figures, plain
from calls.language.people import People, read_people
from calls.language.reading import Expecting, Listening

NOW = datetime(2026, 3, 3, 10, 0)
NUMBERS = ("mc", "dot", "load", "bol", "phone", "truck", "trailer")


def listening(asked: str = "nothing", said: str = "") -> Listening:
    return Listening(expecting=Expecting(asked), now=NOW, agent_said=said)


def numbers(words: str, asked: str = "nothing", language: str = "en", said: str = "") -> Identity:
    return read_identity(corrected(figures(plain(words), language)), listening(asked, said))


def people(words: str, asked: str = "nothing") -> People:
    return read_people(plain(words), words, listening(asked))


@pytest.mark.parametrize(
    ("asked", "words", "wanted"),
    [
        ("identity", "MC 784512", {"mc": "784512"}),
        ("identity", "mc seven eight four five one two", {"mc": "784512"}),
        ("identity", "seventy eight forty five twelve", {"mc": "784512"}),
        ("identity", "six double four oh two one", {"mc": "644021"}),
        ("identity", "emm see seven ate for five won too", {"mc": "784512"}),
        ("identity", "em sea one one four six nine oh three", {"mc": "1146903"}),
        ("identity", "and see seven eight four five one two", {"mc": "784512"}),
        ("identity", "docket number is 784512", {"mc": "784512"}),
        ("identity", "784-512 is my mc", {"mc": "784512"}),
        ("identity", "the mc yeah its six two two eight four and then a seven", {"mc": "622847"}),
        ("identity", "MC number, sure, MC 50... okay it's stuck here, 502884.", {"mc": "502884"}),
        ("identity", "d o t one eight oh nine nine two two", {"dot": "1809922"}),
        ("identity", "You need the DOT too? It's 3114092.", {"dot": "3114092"}),
        ("identity", "three four one seven seven eight eight thats the dot", {"dot": "3417788"}),
        ("identity", "MC is 913350 and DOT 2587140.", {"mc": "913350", "dot": "2587140"}),
        ("identity", "im on your load right now two seven oh four four six", {"load": "270446"}),
        ("identity", "i can do nineteen fifty if you can get me loaded by ten", {}),
        ("identity", "twenty four hundred all in", {}),
        ("identity", "i need 2 10 a mile", {}),
        ("identity", "pretty sure it ends in forty four", {}),
        ("load", "last four are 2101", {"load": "2101"}),
        ("load", "load ending in 482", {"load": "482"}),
        ("load", "four eight two one oh one", {"load": "482101"}),
        ("load", "b as in boy six six one nine", {"load": "B6619"}),
        ("load", "load k r 7702", {"load": "KR7702"}),
        ("load", "ld-77310", {"load": "LD77310"}),
        ("load", "55670 and 55671, same consignee?", {"load": "55670"}),
        ("load", "spokane to billings seventeen fifty we can do it", {}),
        ("load", "42000 pounds of onions", {}),
        ("anything", "calling on load 482101 please", {"load": "482101"}),
        ("anything", "Just checked in with the guard on 720488", {"load": "720488"}),
        ("offer", "number 482101 is the one", {"load": "482101"}),
        ("offer", "I got a hundred thousand cargo", {}),
        ("anything", "bol number k 7 7 4 2 1 seal's intact", {"bol": "K77421"}),
        ("bol", "it's 0092138", {"bol": "0092138"}),
        ("callback", "seven oh six five five five oh one nine three", {"phone": "7065550193"}),
        ("callback", "Use this one, (312) 555-0119.", {"phone": "3125550119"}),
        ("equipment", "truck 114 trailer 53021", {"truck": "114", "trailer": "53021"}),
        ("contact", "truck three oh six trailer three oh six b", {"truck": "306", "trailer": "306B"}),
        ("contact", "truck fourteen c and trailer 5309", {"truck": "14C", "trailer": "5309"}),
        ("place", "Truck 118's in Salina, Kansas", {"truck": "118"}),
        ("equipment", "fifty three foot trailer, two trucks", {}),
    ],
)
def test_a_number_stands_for_what_its_label_or_the_question_says(asked, words, wanted):
    found = numbers(words, asked)
    assert {name: getattr(found, name) for name in NUMBERS if getattr(found, name)} == wanted


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("emece cuatro ocho dos uno nueve cero", {"mc": "482190"}),
        ("el dot es tres uno cero cuatro cinco cinco seis", {"dot": "3104556"}),
        ("seis cuatro cuatro dos cero uno emece", {"mc": "644201"}),
        ("traigo la troca 412 y la tráila 5307", {"truck": "412", "trailer": "5307"}),
    ],
)
def test_numbers_are_read_in_spanish(words, wanted):
    found = numbers(words, "identity", "es")
    assert {name: getattr(found, name) for name in NUMBERS if getattr(found, name)} == wanted


def test_what_was_taken_is_blank_and_nothing_moves():
    text = "mc 784512 and i need 2400"
    rest = read_identity(text, listening("identity")).rest
    assert rest == "mc ______ and i need 2400"


def test_a_time_beside_an_appointment_stays():
    assert "2 30" in read_identity("appointment is 2 30", listening("time")).rest


def test_a_tail_is_told_as_one():
    assert numbers("ends in 2217", "load").is_tail
    assert not numbers("load 482217", "load").is_tail


def test_a_bare_number_is_the_dot_where_that_was_asked_for():
    assert numbers("2290418", "identity", said="What's your DOT number?").dot == "2290418"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("this is big earl with peach state hauling", "Big Earl"),
        ("Hi, Dana with Windy City Haulers", "Dana"),
        ("Okay, Magda here", "Magda"),
        ("my name's curtis", "Curtis"),
        ("hey its marvin on load 4", "Marvin"),
        ("le habla Nacho, la de Tucson", "Nacho"),
        ("Yes, this is Blue Heron Transport, Diane speaking.", "Diane"),
        ("I need 550, it's Chicago", ""),
        ("this is urgent", ""),
        ("this is blue rich", ""),
        ("You've reached Hank at Bluestem. Leave your name", ""),
        ("sittin here with no load", ""),
    ],
)
def test_the_callers_name(words, name):
    assert people(words).name == name


@pytest.mark.parametrize(
    ("words", "driver"),
    [
        ("my driver is Jose Alvarez, 555 1234", "Jose Alvarez"),
        ("driver's Luis, truck 204", "Luis"),
        ("my driver's name is hector", "Hector"),
        ("mi chofer se llama Beto Salinas", "Beto Salinas"),
        ("You need to talk to Bobby directly, he's the driver.", "Bobby"),
        ("my driver's texting me", ""),
        ("the driver quit", ""),
        ("i'll give you the driver's info", ""),
    ],
)
def test_the_drivers_name_is_not_the_callers(words, driver):
    found = people(words)
    assert (found.driver, found.name) == (driver, "")


@pytest.mark.parametrize(
    ("words", "person"),
    [
        ("can I talk to Luke", "Luke"),
        ("is Dana there", "Dana"),
        ("let me speak to dave in carrier sales", "Dave"),
        ("is there a person i can talk to instead", ""),
        ("talk to my dispatcher", ""),
    ],
)
def test_whom_they_ask_for(words, person):
    assert people(words).person == person


@pytest.mark.parametrize(
    ("words", "email"),
    [
        ("send it to Tony@Prairieline.net.", "tony@prairieline.net"),
        ("dispatch at blue ridge dot com", "dispatch@blueridge.com"),
        ("it's d i s p a t c h at blueridge dot com", "dispatch@blueridge.com"),
        ("email is john dot smith at gmail dot com", "john.smith@gmail.com"),
        ("es transportes arroba gmail punto com", "transportes@gmail.com"),
        ("meet me at the dock", ""),
    ],
)
def test_addresses_written_and_spoken(words, email):
    assert people(words).email == email


@pytest.mark.deep_but(3)
@pytest.mark.parametrize(
    "text", ["", " ", "1 " * 1000, ", " * 1000, "mc " * 600, "for 1 " * 330, "\n\u0301$%@#", "a@b." * 500]
)
def test_nothing_that_is_heard_raises(text):
    for asked in Expecting:
        numbers(text, asked)
        people(text, asked)
