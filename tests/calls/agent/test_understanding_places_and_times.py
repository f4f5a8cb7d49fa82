"""Lanes, whereabouts, days and times."""

import random
import time
from datetime import date, datetime, timedelta

import pytest

from calls.language.places import Lane, read_places
from calls.language.reading import Expecting, Listening, Place
from calls.language.times import read_when
from calls.language.towns import known_towns, like
from calls.language.understanding import understand
from tests.calls.agent.understood import heard

TUESDAY = datetime(2026, 3, 3, 10)
WINDOW = (datetime(2026, 3, 3, 14), datetime(2026, 3, 3, 15))


def at(day, hour, minute=0):
    return datetime(2026, 3, day, hour, minute)


def on_check_call(words, expecting="time", language="en", window=WINDOW, now=TUESDAY):
    listening = Listening(expecting=Expecting(expecting), now=now, appointment=window, language=language)
    return understand(words, listening)


@pytest.mark.parametrize(
    ("words", "origin", "destination"),
    [
        ("dallas tx to atlanta ga picking up tomorrow", Place("Dallas", "TX"), Place("Atlanta", "GA")),
        (
            "from Chicago, Illinois, to Memphis, Tennessee on Monday",
            Place("Chicago", "IL"),
            Place("Memphis", "TN"),
        ),
        ("anything from Laredo going north", Place("Laredo", "TX"), None),
        ("going to Atlanta", None, Place("Atlanta", "GA")),
        ("the one out of Dallas", Place("Dallas", "TX"), None),
        ("I need to talk to the manager", None, None),
        (
            "la carga que va de Laredo, Texas a Chicago, Illinois",
            Place("Laredo", "TX"),
            Place("Chicago", "IL"),
        ),
        ("laredo chicago", Place("Laredo", "TX"), Place("Chicago", "IL")),
        ("It's your Allentown-Syracuse run", Place("Allentown", "PA"), Place("Syracuse", "NY")),
        ("out of Fresno going to Portland", Place("Fresno", "CA"), Place("Portland", "OR")),
        ("LA to Phoenix", Place("Los Angeles", "CA"), Place("Phoenix", "AZ")),
        ("ell ay to vegas", Place("Los Angeles", "CA"), Place("Las Vegas", "NV")),
        ("knocks ville to char lot", Place("Knoxville", "TN"), Place("Charlotte", "NC")),
        ("mobile to reading pa", Place("Mobile", "AL"), Place("Reading", "PA")),
        ("Winston-Salem to Ft. Worth", Place("Winston-Salem", "NC"), Place("Fort Worth", "TX")),
        ("anything from Texas back to Illinois", Place("", "TX"), Place("", "IL")),
        (
            "Houston, no, sorry, Baytown to Oklahoma City",
            Place("Baytown", "TX"),
            Place("Oklahoma City", "OK"),
        ),
        ("Spokane to Reno, no, Reno to Spokane", Place("Reno", "NV"), Place("Spokane", "WA")),
        ("portland oregon to salt lake", Place("Portland", "OR"), Place("Salt Lake City", "UT")),
        ("pickup en fontana para st louis", Place("Fontana", "CA"), Place("St. Louis", "MO")),
        ("anything in van buren arkansas", Place("Van Buren", "AR"), None),
        ("the Memphis load", Place("Memphis", "TN"), None),  # a lone one is the origin
        ("reading the rate con now", None, None),
        ("I got commerce questions", None, None),
        ("I'm a shipper in Elgin", None, None),
        ("what's left for today", None, None),
    ],
)
def test_lane_has_the_ends_that_were_named(words, origin, destination):
    meaning = heard(words, "load", offer=None, miles=None, language="es" if "para" in words else "en")
    assert (meaning.origin, meaning.destination) == (origin, destination)


def test_town_of_several_states_has_none_where_it_isnt_said():
    assert heard("springfield", "place", offer=None, miles=None).place == Place("Springfield")
    assert heard("springfield illinois", "place", offer=None, miles=None).place == Place("Springfield", "IL")


def test_town_beside_a_price_is_no_lane():
    meaning = heard("rates out of Laredo are way up")
    assert (meaning.origin, meaning.place) == (None, None)
    assert heard("what else you got out of Laredo").origin == Place("Laredo", "TX")


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("I'm just past Amarillo on I-40", Place("Amarillo", "TX")),
        ("about 20 miles out of Tulsa", Place("Tulsa", "OK")),
        ("I'm outside of St. Louis", Place("St. Louis", "MO")),
        ("memphis", Place("Memphis", "TN")),
        ("I'm in Kansas City, Kansas", Place("Kansas City", "KS")),
        ("somewhere in Arkansas", Place("", "AR")),
        ("somewhere in ohio near dayton", Place("Dayton", "OH")),
        ("estoy en carolina del norte en fayetteville parado", Place("Fayetteville", "NC")),
        ("i'm in texas headed to memphis", Place("", "TX")),
        ("voy llegando a Houston", Place("Houston", "TX")),
        ("como a veinte millas de Tulsa", Place("Tulsa", "OK")),
        ("left Amarillo headed to Tulsa", Place("Amarillo", "TX")),
        ("about 40 miles west of Little Rock", Place("Little Rock", "AR")),
        ("just passing huston on ten", Place("Houston", "TX")),
        ("went past huntsville now i'm by decatur", Place("Decatur", "AL")),
        ("crossed the state line into Oklahoma", Place("", "OK")),
        ("somewhere between Omaha and Lincoln, closer to Lincoln", Place("Lincoln", "NE")),
        ("he's in Limon Colorado", Place("Limon", "CO")),
        ("broke down at the Petro in Rochelle Illinois", Place("Rochelle", "IL")),
        ("amarilo", Place("Amarillo", "TX")),
        ("wacko texas", Place("Waco", "TX")),
        ("saint louie", Place("St. Louis", "MO")),
        ("alburquerque", Place("Albuquerque", "NM")),
        ("el passo", Place("El Paso", "TX")),
        ("tuscon", Place("Tucson", "AZ")),
        ("san bernadino", Place("San Bernardino", "CA")),
        ("lewisville kentucky", Place("Louisville", "KY")),
        ("I'm in chi town", Place("Chicago", "IL")),
        ("big d", Place("Dallas", "TX")),
        ("philly", Place("Philadelphia", "PA")),
        ("outside of jax", Place("Jacksonville", "FL")),
        ("okc right now", Place("Oklahoma City", "OK")),
        ("coming outta nola", Place("New Orleans", "LA")),
        ("down in the metroplex", Place("Dallas", "TX")),
        ("inland empire", Place("San Bernardino", "CA")),
        ("no ando en edison ando en secaucus", Place("Secaucus", "NJ")),
        ("en monterrey", Place("Monterrey")),
        ("20 miles out", None),
        ("I'm at the shipper", None),
        ("already delivered that thing", None),
        ("I'm at the truck stop", None),
        ("stuck in traffic", None),
        ("he's in his sleeper", None),
        ("in the left lane", None),
        ("who did you say you were with again", None),
        ("at the scales", None),
        ("depends on Chicago", None),
        ("a tornado hit an armadillo", None),
        ("ya estoy en la orilla", None),
    ],
)
def test_place_is_where_the_truck_is(words, place):
    spanish = {"en", "ando", "ya", "voy", "como"} & set(words.split())
    language = "es" if spanish else "en"
    assert heard(words, "place", offer=None, miles=None, language=language).place == place


@pytest.mark.parametrize(
    ("words", "time"),
    [
        ("two", datetime(2026, 3, 3, 2)),
        ("about six, no, make that seven pm", datetime(2026, 3, 2, 19)),
        ("tomorrow at nine", datetime(2026, 3, 3, 9)),
        ("a las dos de la tarde", datetime(2026, 3, 3, 14)),
        ("como a las cinco y media", datetime(2026, 3, 2, 17, 30)),
        ("en hora y media", datetime(2026, 3, 2, 16, 40)),
        ("bout an hour twenty", datetime(2026, 3, 2, 16, 30)),
        ("unas dos horas quince", datetime(2026, 3, 2, 17, 25)),
        ("in an hour at four thirty", datetime(2026, 3, 2, 16, 30)),
        ("I just left Laredo about an hour ago", datetime(2026, 3, 2, 14, 10)),
        ("thirty miles", None),
    ],
)
def test_time_is_read_in_both_languages(words, time):
    assert heard(words, "time", offer=None, miles=None).time == time


@pytest.mark.parametrize(
    ("words", "time"),
    [
        ("gonna be late, probably nine tomorrow instead of six", at(4, 9)),
        ("two hours late", at(3, 17)),
        ("running 45 behind", at(3, 15, 45)),
        ("an hour early", at(3, 13)),
        ("dos horas tarde", at(3, 17)),
        ("my appointment is at 3, I'll be there at 4", at(3, 16)),
        ("I was supposed to be there at two but it's gonna be five", at(3, 17)),
        ("my appointment ain't til three", None),
        ("a las dos o a las tres es la cita", at(3, 14)),
        ("quarter til six", at(3, 17, 45)),
        ("half past two", at(3, 14, 30)),
        ("five to three", at(3, 14, 55)),
        ("noon their time", at(3, 12)),
        ("around 1430", at(3, 14, 30)),
        ("oh six hundred", at(4, 6)),
        ("3pm", at(3, 15)),
        ("four-thirty", at(3, 16, 30)),
        ("in an hour and a half", at(3, 11, 30)),
        ("forty five minutes out", at(3, 10, 45)),
        ("a couple hours", at(3, 12)),
        ("noon and then it's like two more hours", at(3, 14)),
        ("by end of day", at(3, 17)),
        ("first thing in the morning", at(4, 7)),
        ("mañana temprano", at(4, 7)),
        ("midnight", at(4, 0)),
        ("tonight around eight", at(3, 20)),
        ("tomorrow at two", at(4, 14)),
        ("thursday around ten a m", at(5, 10)),
        ("one o'clock central, two o'clock for them", at(3, 14)),
        ("noon, naw, make that two o'clock", at(3, 14)),
        ("if they load me by 11, then 2:30", at(3, 14, 30)),
        ("two ten for the for o'clock", at(3, 14, 10)),
        ("a las cuatro y media", at(3, 16, 30)),
        ("en dos horas", at(3, 12)),
        ("como a las tres de la tarde", at(3, 15)),
        ("al mediodía", at(3, 12)),
        ("tres menos diez", at(3, 14, 50)),
        # Of what is done.
        ("unloaded about an hour ago", at(3, 9)),
        ("at 8 this morning", at(3, 8)),
        ("checked in since nine", at(3, 9)),
        ("unloaded by nine twenty", at(3, 9, 20)),
        ("should be unloaded by two", at(3, 14)),
        ("delivered yesterday at four", at(2, 16)),
        ("got empty last night around eleven", at(2, 23)),
        ("hace media hora", at(3, 9, 30)),
        # No times.
        ("been waiting four hours", None),
        ("slept ten hours", None),
        ("my reset is up in two hours", None),
        ("reset ends at 9", at(3, 21)),
        ("give me a minute", None),
        ("hold on one second", None),
        ("at mile marker 152", None),
        ("door 12", None),
        ("stuck on 80", None),
        ("truck 512", None),
        ("doing 65 miles an hour", None),
        ("I got 2 stops before you", None),
        ("quarter to", None),
        ("ten four", None),
        ("it says $5", None),
    ],
)
def test_time_hangs_on_the_appointment(words, time):
    language = (
        "es" if words.split()[0] in ("dos", "a", "en", "como", "al", "mañana", "hace", "tres") else "en"
    )
    assert on_check_call(words, language=language).time == time


def test_time_of_an_appointment_in_the_morning_is_in_the_morning():
    window = (at(4, 8), at(4, 10))
    assert on_check_call("probably nine", window=window, now=at(3, 20)).time == at(4, 9)
    assert on_check_call("two hours late", window=(at(4, 8), None)).time == at(4, 10)
    assert on_check_call("two hours late", window=(None, None)).time is None


@pytest.mark.parametrize("days", [1, 5, 30, 1500])
def test_time_is_on_the_day_of_the_appointment_however_far_away_it_is(days):
    opens = TUESDAY.replace(hour=8) + timedelta(days=days)
    heard = on_check_call("I should be there around 7:30 AM", window=(opens, opens + timedelta(hours=4)))
    assert heard.time == opens - timedelta(minutes=30)


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("delivered yesterday", date(2026, 3, 2)),
        ("we dropped that load two days ago", date(2026, 3, 1)),
        ("that one delivered last Friday", date(2026, 2, 27)),
        ("Wednesday, not today", date(2026, 3, 4)),
        ("monday, no, wednesday", date(2026, 3, 4)),
        ("tomorrow sometime", date(2026, 3, 4)),
        ("el viernes por la tarde", date(2026, 3, 6)),
    ],
)
def test_day_goes_back_where_it_is_told_of(words, day):
    reading = on_check_call(words)
    assert (reading.day, reading.time) == (day, None)


def test_call_back_at_two_is_in_the_afternoon():
    assert heard("call me back at two", "callback").time == datetime(2026, 3, 3, 14)
    assert heard("call me at 2 in the morning").time == datetime(2026, 3, 3, 2)
    assert heard("call me in an hour").time == datetime(2026, 3, 2, 16, 10)


def test_minute_to_wait_is_no_time():
    assert heard("hold on, one minute please").time is None


def test_sum_is_no_time():
    meaning = heard("I'd be at 2330")
    assert meaning.time is None
    assert [each.amount for each in meaning.figures] == [2330]


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("anything for today", date(2026, 3, 2)),
        ("on Monday", date(2026, 3, 2)),
        ("next Monday", date(2026, 3, 9)),
        ("Friday", date(2026, 3, 6)),
        ("next Friday", date(2026, 3, 13)),
        ("the 1st", date(2026, 4, 1)),
        ("January 5th", date(2027, 1, 5)),
        ("February 30", None),
        ("3/14", date(2026, 3, 14)),
        ("pasado mañana", date(2026, 3, 4)),
        ("el catorce de marzo", date(2026, 3, 14)),
        ("mile marker two eighty", None),
    ],
)
def test_day_is_the_next_one_of_its_name(words, day):
    assert heard(words, "load", offer=None, miles=None).day == day


def test_like_is_strict_and_fast():
    known_towns()
    words = [
        "traffic",
        "market",
        "border",
        "parked",
        "sleeping",
        "bathroom",
        "customs",
        "frozen",
        "receipt",
        "again",
        "doctor",
        "loading",
    ]
    assert [word for word in words if like([word], None) and like([word], None).weight >= 100_000] == []

    started = time.process_time()
    for _ in range(100):
        like(["alburquerque"], None)
    assert (time.process_time() - started) / 100 < 0.0005


@pytest.mark.deep_but(20)
@pytest.mark.parametrize(
    "words",
    [
        *("a " * 1000, "1" * 2000, "1 " * 1000, "from " * 400, "la " * 666, "LA " * 666, "san " * 500),
        *("dallas to " * 200, "to " * 660, "de la " * 330, "hace " * 400, "monday " * 280, "5 to " * 400),
        *(
            "@99:99n ~999999999 late",
            "jan 99",
            "the 31st",
            "99 hours",
            "25:61",
            "\x00\ud800<script>",
            "",
            ".",
        ),
        *("- " * 1000, "instead of " * 180, "an hour ago " * 160, "if " * 660, "12:" * 660),
    ],
)
@pytest.mark.parametrize("expecting", [Expecting.TIME, Expecting.LOAD, Expecting.PLACE])
def test_any_words_are_read_in_short_time(words, expecting):
    listening = Listening(expecting=expecting, now=TUESDAY, appointment=WINDOW)
    read_places("dallas", "dallas", listening, "es")  # what is read once a process
    read_when("at two", (), listening)
    started = time.process_time()

    assert isinstance(read_places(words.lower(), words, listening, "es"), Lane)
    read_when(words.lower(), (), listening)

    assert time.process_time() - started < 1


def test_mixed_words_raise_nothing():
    parts = [
        "at",
        "3",
        "98",
        "99:99",
        "feb",
        "30",
        "half",
        "past",
        "77",
        "to",
        "0",
        "o'clock",
        "hours",
        "late",
        "ago",
        "monday",
        "dallas",
        "st",
        ".",
        ",",
        "-",
        "'s",
        "la",
    ]
    chance = random.Random(7)
    for _ in range(500):
        words = " ".join(chance.choices(parts, k=9))
        listening = Listening(expecting=chance.choice(list(Expecting)), now=TUESDAY, appointment=(None, None))
        read_places(words, words, listening, "en")
        read_when(words, (), listening)


@pytest.mark.parametrize(
    ("words", "hour"),
    [("be there at two o clock", 14), ("three o clock this afternoon", 15), ("around six o clock", 18)],
)
def test_hour_is_heard_with_its_clock_apart(words, hour):
    assert on_check_call(words).time == at(3, hour)
