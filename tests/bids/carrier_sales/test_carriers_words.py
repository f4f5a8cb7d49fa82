"""Talks in carriers' own words, read as they were said: what isn't money, a no, a yes, trouble on a load, details."""

from decimal import Decimal

import pytest

from bids.models import Bid
from calls.language.money_figures import asks_currency
from calls.language.number_words import plain
from calls.language.reading import Expecting
from calls.language.understanding import understand
from calls.models import LoadAlarm
from tests.bids.carrier_sales.conftest import YES, ask
from tests.factories import CarrierFactory, LoadFactory


def speak(line, *said):
    """What comes back to the last of these, each read beside what was asked before it."""
    for words in said:
        expecting = line.replies[-1].expecting
        reply = line.say(understand(words, line.listening(expecting)))
    return reply


def standing(line):
    """The bids that wait for somebody."""
    return [int(bid.amount) for bid in Bid.objects.filter(status__in=Bid.lifecycle.unfinished)]


# Figures that are no money.


@pytest.mark.parametrize(
    "words",
    [
        "eight to noon no sir can't make that i'm in reno in the morning",
        "between ten and two won't work for me",
        "forty two thousand that's too heavy for me i can only scale forty",
        "de ocho a diez no puedo estoy en reno",
    ],
)
def test_no_bid_comes_of_hours_or_weights(haggling, words):
    speak(haggling, words)

    assert not Bid.objects.exists()
    assert haggling.state["dealings"][0]["agreed"] == ""


@pytest.mark.parametrize(
    "words",
    ["i never said nineteen hundred", "whoa i didnt ask for nineteen", "yo nunca dije mil novecientos"],
)
def test_figure_that_was_never_named_leaves_no_bid(haggling, words):
    speak(haggling, "i need nineteen hundred")
    said = speak(haggling, words)

    assert standing(haggling) == []
    assert "1,900" not in said.text


def test_what_was_said_instead_takes_its_place(haggling):
    speak(haggling, "i need nineteen hundred")
    said = speak(haggling, "i never said nineteen i said twenty one hundred")

    assert standing(haggling) == [2100]
    assert said.amounts == (Decimal(1500),)


def test_figure_is_taken_back_when_it_is_read_back(haggling):
    said = speak(haggling, "i need twenty four hundred", "i could do fifteen twenty five")
    assert Decimal(1525) in said.amounts

    said = speak(haggling, "i never said fifteen twenty five i said twenty two fifty")

    assert standing(haggling) == [2250]
    assert "1,525" not in said.text


# A load that isn't wanted.


@pytest.mark.parametrize(
    "words",
    [
        "no sir not at fifteen hundred i'll let it go thank you",
        "nah i'll let somebody else run it then i appreciate the call partner",
        "we'll pass on that one",
        "i'm gonna leave that one alone",
        "let the next guy haul it thanks for the call",
        "i'm passing on it no need to call back",
        "ya no la quiero gracias",
        "mejor la dejo pasar",
        "que la agarre otro",
    ],
)
def test_load_that_is_let_go_is_left_without_another_question(haggling, words):
    speak(haggling, "i need nineteen hundred")
    said = speak(haggling, words)

    assert said.is_last
    assert said.amounts == ()
    assert haggling.state["dealings"][0]["outcome"] == "declined"
    assert haggling.state["callback"] == {}
    assert standing(haggling) in ([1900], [])


@pytest.mark.parametrize(
    "words",
    [
        "i'll pass unless you can do two thousand",
        "can you come up or i'll pass",
        "eso no me sirve necesito dos mil",
        "no me sirve a ese precio",
        "i'd let it go for nineteen hundred",
    ],
)
def test_price_that_is_turned_down_is_haggled_on(haggling, words):
    said = speak(haggling, words)

    assert not said.is_last
    assert haggling.state["dealings"][0]["outcome"] == ""


@pytest.mark.parametrize(
    "words",
    [
        "no no i mean the truck is busy today i can't cover it today",
        "forty two thousand that's too heavy for me i'll have to pass on that one",
        "my only truck is tied up we'll pass on it",
        "that's too far for us i'll let it go",
        "esta muy lejos y con la nieve mejor la dejo",
    ],
)
def test_reason_that_is_no_money_rejects_no_rate(haggling, words):
    speak(haggling, words)

    assert haggling.state["dealings"][0]["outcome"] == "declined"
    assert "rate_rejected" not in haggling.conclude().tags


@pytest.mark.parametrize(
    ("words", "goes_to"),
    [
        ("that's too far you got anything closer to waco", None),
        ("no that's way too far anything going to houston", "Houston"),
        ("no pues esta muy lejos no tiene algo mas cerca como houston o waco", "Houston"),
        ("no señor atlanta no me sirve tiene algo pa houston", "Houston"),
        ("esa no me sirve tiene otra para houston", "Houston"),
    ],
)
def test_another_load_is_looked_for_where_the_truck_is(haggling, in_acme, words, goes_to):
    LoadFactory(
        organization=in_acme,
        external_id="482177",
        destination_city="Houston",
        destination_state="TX",
        destination_place=None,
    )
    said = speak(haggling, words)

    assert haggling.state["dealings"][0]["outcome"] == "declined"
    assert "what would you need" not in said.text.lower()
    if goes_to:
        assert "Houston" in said.text


@pytest.mark.parametrize(
    "words",
    [
        "no esa es del lado mexicano yo no cruzo y la otra es de chicago",
        "neither one of those works for me",
        "no the first one's too heavy and the other one's a day late",
        "ninguna de esas dos",
        "nah not either one",
    ],
)
def test_loads_that_are_turned_down_are_not_chosen(line, carrier, in_acme, words):
    for number, city in (("482101", "Atlanta"), ("482102", "Macon")):
        LoadFactory(organization=in_acme, external_id=number, destination_city=city, destination_place=None)
    made = line()
    made.open()
    said = speak(made, "yes", "i got a van what you got out of dallas")
    assert "Macon" in said.text

    said = speak(made, words)

    assert made.state["dealings"] == []
    assert said.amounts == ()


def test_one_of_two_is_chosen_beside_a_no_to_the_other(line, carrier, in_acme):
    for number, city in (("482101", "Atlanta"), ("482102", "Macon")):
        LoadFactory(organization=in_acme, external_id=number, destination_city=city, destination_place=None)
    made = line()
    made.open()
    speak(made, "yes", "i got a van what you got out of dallas", "no not that one give me the macon one")

    assert [each["number"] for each in made.state["dealings"]] == ["482102"]


@pytest.mark.parametrize(
    "words",
    [
        "my only truck in dallas is loading out at six what are you paying on it",
        "he's dropping in waco friday night so what's it pay",
        "driver gets unloaded about nine tonight whats the rate",
        "me descargan a las diez cuanto paga",
    ],
)
def test_time_of_the_truck_is_no_wish_for_another_pickup(haggling, words):
    said = speak(haggling, words)

    assert "outside the window" not in said.text
    assert not haggling.state["questions"]


def test_hours_that_do_not_fit_are_passed_on_without_a_question_for_a_price(haggling):
    said = speak(haggling, "can't make that could they load me saturday morning instead")

    assert haggling.state["questions"]
    assert "what would you need" not in said.text.lower()


# A yes, a price of their own, a question back.


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("fifteen hundred man thats like one ninety two a mile i need nineteen to move it", 1900),
        ("that's one ninety two a mile i need nineteen", 1900),
        ("gotta have nineteen to run it", 1900),
        ("at one ninety two a mile i can't nineteen fifty and i'll go", 1950),
        ("son uno noventa y dos la milla necesito mil novecientos pa moverla", 1900),
    ],
)
def test_price_behind_our_own_a_mile_is_theirs(haggling, words, wanted):
    speak(haggling, words)

    assert standing(haggling) == [wanted]


@pytest.mark.parametrize(
    "words",
    [
        "alright fifteen hundred let's do it",
        "fifteen hundred lock it in",
        "ok fifteen hundred put me on it",
        "fifteen hundred let's roll",
        "orale mil quinientos jalo",
    ],
)
def test_clear_yes_with_our_figure_is_read_back_at_once(haggling, words):
    said = speak(haggling, words)

    assert haggling.state["step"] == "closing"
    assert Decimal(1500) in said.amounts


@pytest.mark.parametrize(
    "words",
    [
        "fifteen hundred let's do eighteen",
        "let's do it at eighteen hundred",
        "fifteen hundred let's do it but what time's the pickup",
        "fifteen hundred let's do it if they load me by ten",
    ],
)
def test_what_is_no_clean_yes_is_not_read_back(haggling, words):
    speak(haggling, words)

    assert haggling.state["step"] != "closing"


@pytest.mark.parametrize(
    "words",
    [
        "fifteen hundred us or canadian",
        "is that us dollars",
        "fifteen hundred is that american or canadian money",
        "mil quinientos son dolares o pesos",
    ],
)
def test_currency_is_answered_and_no_yes(haggling, words):
    said = speak(haggling, words)

    assert "US dollars" in said.text or "dólares" in said.text
    assert "yes to" not in said.text
    assert haggling.state["step"] == "money"


@pytest.mark.parametrize("words", ["thats us", "yep that's us"])
def test_us_alone_is_no_currency(words):
    assert not asks_currency(plain(words))


@pytest.mark.parametrize(
    "words",
    ["ok what are the pickup hours over there and is it fcfs or appointment", "alright what's it weigh"],
)
def test_question_behind_an_okay_is_answered_and_our_offer_stands(haggling, words):
    said = speak(haggling, words)

    assert haggling.state["step"] == "money"
    assert "yes to" not in said.text


@pytest.mark.parametrize(
    "words",
    [
        "wait so you're giving me nineteen hundred",
        "so that's nineteen hundred right",
        "hold on did you say nineteen hundred for it",
        "o sea que son mil novecientos",
    ],
)
def test_figure_of_the_agreement_said_back_is_confirmed(haggling, words):
    haggling.say(ask(2400), ask(1525))
    assert haggling.state["step"] == "closing"
    said = speak(
        haggling,
        words.replace("nineteen hundred", "fifteen twenty five").replace(
            "novecientos", "quinientos veinticinco"
        ),
    )

    assert haggling.state["step"] == "closing"
    assert Decimal(1525) in said.amounts
    assert Decimal(haggling.state["dealings"][0]["agreed"]) == 1525


def test_condition_that_nobody_set_is_taken_off_and_the_deal_read_back(haggling):
    speak(haggling, "i need twenty four hundred", "fifteen twenty five if they load me by ten")
    said = speak(haggling, "what condition i didn't ask for no condition")

    assert haggling.state["dealings"][0]["conditions"] == []
    assert "1,525" in said.text
    assert "condition for the broker" not in said.text


# Trouble on a load of ours, and details in one breath.


@pytest.fixture
def under_way(in_acme):
    """A load that somebody is on: Cincinnati to Denver."""
    return LoadFactory(
        organization=in_acme,
        external_id="120254",
        status="COVERED",
        origin_city="Cincinnati",
        origin_state="OH",
        destination_city="Denver",
        destination_state="CO",
        origin_place=None,
        destination_place=None,
        commodity="Wire harnesses",
    )


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (
            "no i got a driver supposed to load cincinnati at one today going to denver and he's stuck in louisville "
            "behind a wreck he ain't gonna make it till about four",
            "late",
        ),
        ("yeah my driver on that cincinnati to denver load of yours is gonna be late", "late"),
        ("we blew a tire on that cincinnati denver load of yours and he's gonna be late", "broken_down"),
        (
            "si oiga la carga de cincinnati a denver se nos poncho una llanta y va a llegar tarde",
            "broken_down",
        ),
        ("yeah we're cancelling on load 120254 the truck broke down", "cancelled"),
    ],
)
def test_trouble_on_a_load_of_ours_alarms_and_stands_in_the_summary(line, carrier, under_way, words, kind):
    made = line()
    made.open()
    speak(made, words)

    alarm = LoadAlarm.objects.get()
    assert (alarm.kind, alarm.load_id) == (kind, under_way.pk)
    summary = made.conclude().summary
    assert "120254" in summary
    assert words[:60] in summary


def test_pay_that_is_owed_stands_in_the_summary(line, carrier):
    made = line()
    made.open()
    words = "yeah this is earl i hauled a load for y'all back in october chicago to ontario and i still ain't been paid"
    speak(made, words)

    assert words in made.conclude().summary


@pytest.mark.parametrize(
    "words",
    [
        "yeah i got a driver empty in dallas what you got",
        "yep he's running late today but what's that dallas to atlanta pay",
        "yes i can't make eighteen hundred work what else you got",
    ],
)
def test_what_is_no_trouble_alarms_nobody(line, carrier, load, words):
    made = line()
    made.open()
    speak(made, words)

    assert not LoadAlarm.objects.exists()


@pytest.mark.parametrize(
    ("words", "email"),
    [
        (
            "yep you got it boss and email is heartland dispatch at yahoo dot com",
            "heartlanddispatch@yahoo.com",
        ),
        ("send the rate con to gill brothers dispatch at gmail dot com", "gillbrothersdispatch@gmail.com"),
        ("red river loads at outlook dot com", "redriverloads@outlook.com"),
        ("el correo es ortega despacho arroba gmail punto com", "ortegadespacho@gmail.com"),
        ("ops at blue mesa trucking dot com", "ops@bluemesatrucking.com"),
        ("send it to janelle at redbud freight dot com", "janelle@redbudfreight.com"),
        ("yes sir it's dispatch at lone pine carriers dot com", "dispatch@lonepinecarriers.com"),
    ],
)
def test_address_with_a_company_in_it_is_heard_whole(haggling, words, email):
    assert understand(words, haggling.listening(Expecting.CONTACT)).email == email


@pytest.mark.parametrize(
    ("words", "driver", "phone"),
    [
        (
            "yeah same one and put stan kowalski as driver its four one nine five five five oh one four four",
            "Stan Kowalski",
            "4195550144",
        ),
        (
            "driver's marcus bell four oh four five five five oh one nine three and his wife denise",
            "Marcus Bell and Denise",
            "4045550193",
        ),
        (
            "use darnell washington as the driver eight oh six five five five oh one seven seven",
            "Darnell Washington",
            "8065550177",
        ),
        ("luis and his brother beto", "Luis and Beto", ""),
    ],
)
def test_driver_and_phone_are_heard_in_one_line(haggling, words, driver, phone):
    heard = understand(words, haggling.listening(Expecting.CONTACT))

    assert (heard.driver, heard.phone) == (driver, phone)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("hey this is gill brothers nine oh one eight seven seven", ""),
        ("this is harris trucking", ""),
        ("this is gill with gill brothers", "Gill"),
        ("this is wes at redbud", "Wes"),
    ],
)
def test_name_of_the_firm_is_not_the_callers(haggling, words, name):
    assert understand(words, haggling.listening(Expecting.IDENTITY)).name == name


@pytest.mark.parametrize(
    "words",
    [
        "yep this is wes calling on four eight two one two one that memphis to atlanta",
        "load four eight two one two one that memphis load",
        "four eight two one two one",
    ],
)
def test_last_digit_of_a_load_is_heard(haggling, words):
    assert understand(words, haggling.listening(Expecting.LOAD)).load.endswith("482121")


def test_town_in_a_firms_name_is_not_the_trucks_place(line, carrier, in_acme):
    CarrierFactory(
        organization=in_acme, name="Blue Mesa Transport LLC", mc_number="790119", dot_number=2790119
    )
    made = line()
    made.open()
    speak(made, "no this is blue mesa", "mc seven nine zero one one nine blue mesa transport")

    assert not made.state["wanted"]["origin"]


# Every question is answered, or told to be passed on.


@pytest.mark.parametrize(
    "words",
    [
        "ok what are the pickup hours over there and is it fcfs or appointment",
        "is the pickup first come first serve or by appointment",
        "do they have tracking you gotta do cause my driver hates macropoint",
        "y piden rastreo con aplicacion o nomas el numero del chofer",
        "what temp do they want it at",
    ],
)
def test_question_that_nothing_answers_is_passed_on(haggling, words):
    said = speak(haggling, words)

    assert haggling.state["questions"]
    assert said.expecting == Expecting.OFFER


def test_question_beside_one_for_the_mile_is_answered_too(haggling):
    said = speak(haggling, "fifteen hundred huh thats one ninety two a mile whats in the trailer")

    assert "flour" in said.text.lower() or haggling.state["questions"]
    assert haggling.state["step"] == "money"


def test_condition_that_was_passed_over_is_told_to_be_noted(haggling):
    speak(haggling, "i can do nineteen if you put detention at sixty an hour on the confirmation")
    said = speak(haggling, "you ain't said nothing about my detention though")

    assert "Sorry" not in said.text
    assert "broker" in said.text


def test_other_company_that_is_told_beside_trouble_is_the_one_named(line, carrier, under_way, in_acme):
    CarrierFactory(organization=in_acme, name="Red Butte Hauling LLC", mc_number="790119", dot_number=2790119)
    made = line()
    made.open()
    speak(
        made,
        "no this is uh red butte i'm calling from my cell i got a driver supposed to load cincinnati at one "
        "going to denver and he's stuck he ain't gonna make it",
    )

    assert made.conclude().summary.startswith("Red Butte Hauling LLC")


@pytest.mark.parametrize(
    ("words", "truck"),
    [
        ("truck seven trailer fifty three oh two", "7"),
        ("unit four", "4"),
        ("truck is 9 and the trailer's fifty three oh two", "9"),
        ("truck two fourteen", "214"),
    ],
)
def test_truck_of_one_digit_is_kept(haggling, words, truck):
    haggling.say(ask(2400), ask(1525), YES)
    speak(haggling, words)

    assert haggling.state["details"]["truck"] == truck


# Loads that were refused by a town.


@pytest.fixture
def fresno(haggling, in_acme):
    """Two loads out of Fresno, named to choose from."""
    for number, city, state in (("482107", "Seattle", "WA"), ("482108", "Denver", "CO")):
        LoadFactory(
            organization=in_acme,
            external_id=number,
            origin_city="Fresno",
            origin_state="CA",
            destination_city=city,
            destination_state=state,
        )
    speak(haggling, "no not atlanta what do you got out of fresno")
    return haggling


@pytest.mark.parametrize(
    "words", ["nah not seattle", "seattle don't work", "seattle no me sirve", "seattle's too far for me"]
)
def test_load_to_a_town_that_wont_do_is_not_named_again(fresno, words):
    said = speak(fresno, words)

    assert "Seattle" not in said.text
    assert "Denver" in said.text
    for each in (speak(fresno, "no denver don't work either"), speak(fresno, "what else out of fresno")):
        assert "Seattle" not in each.text
        assert "Denver" not in each.text


def test_town_that_is_asked_for_after_all_is_named_again(fresno):
    speak(fresno, "nah not seattle")

    assert "Seattle" in speak(fresno, "what's that fresno to seattle one pay").text


@pytest.mark.parametrize(
    "words", ["denver don't work at that rate i need three thousand", "how about denver"]
)
def test_town_that_may_do_is_not_turned_down(fresno, words):
    speak(fresno, words)

    assert ["Denver", "CO"] not in fresno.state["refused"]


# Details that are put right, or put off.


@pytest.fixture
def booked(haggling):
    """Agreed and booked; the email for the rate con is asked for."""
    speak(haggling, "i'll take it", "yes that's correct")
    return haggling


@pytest.mark.parametrize(
    ("told", "words", "units"),
    [
        ("truck 441 trailer 5312", "no wait trailer's 5321 not 5312", ("441", "5321")),
        ("truck 441 trailer 5312", "sorry the truck's 414 not 441", ("414", "5312")),
        ("camión 441 caja 5312", "perdón es la caja 5321 no 5312", ("441", "5321")),
    ],
)
def test_number_that_is_put_right_counts_and_the_open_question_stays(booked, told, words, units):
    speak(booked, "i'll text it later", "i'll send it over later", told)
    before = booked.replies[-1]

    after = speak(booked, words)

    details = booked.state["details"]
    assert (details["truck"], details["trailer"]) == units
    assert (before.expecting, after.expecting) == (Expecting.PLACE, Expecting.PLACE)


def test_number_that_is_put_right_at_the_end_is_thanked_for(booked):
    speak(booked, "same as before", "same as before", "truck 441 trailer 5312", "in dallas now")

    said = speak(booked, "no wait truck's 414 not 441")

    assert said.text.startswith("Thank you.")
    assert not said.is_last
    assert Bid.objects.get().details["truck"] == "414"


@pytest.mark.parametrize(
    "words",
    [
        "i'll text it later",
        "can you just text me instead",
        "same as before",
        "luego se lo mando",
        "mándeme un texto",
    ],
)
def test_what_is_put_off_is_not_asked_again(booked, words):
    asked = [booked.replies[-1].text]
    for _ in range(4):
        asked.append(speak(booked, words).text.split(".")[-1])

    assert len(set(asked)) == len(asked)
    assert not booked.replies[-1].is_last
    assert [each.status for each in Bid.objects.all()] == ["ACCEPTED"]


def test_good_bye_is_one_where_details_are_asked_for(booked):
    assert speak(booked, "alright thanks bye").is_last
