"""What a carrier tells beside what we asked, where a language model reads it: kept for its turn, or passed on."""

import pytest

from bids.models import Bid
from bids.states import BidStatus
from calls.models import OpenQuestion
from carriers.models import TruckCapacity
from organizations.equipment import Equipment
from tests.bids.carrier_sales.conftest import TO_BOOKED, TO_PRICE, asks, asks_of_load, to_noted
from tests.factories import LoadFactory

NO_PRICE = [
    (
        "can you do two grand even and detention after two hours",
        "detention after two hours",
        (0, 2000, "ask"),
    ),
    ("two thousand and a drop after three stops", "a drop after three stops", (0, 2000, "ask")),
    ("best i can do is two even and that's no tarp", "two even and that's no tarp", (0, 2000, "ask")),
]
OTHERWISE = "it's fine if it's quick pay otherwise boss says eighteen hundred"
LATER = "call me back later"


def left():
    return {each.words for each in OpenQuestion.objects.all()}


def takes_it(model):
    words = "fifteen hundred then"
    return model.hears(words, acts=[("agrees", words)], figures=[(0, 1500, "offer_back")])


def puts_off(model):
    return model.hears(LATER, acts=[("callback", LATER)])


@pytest.mark.parametrize(("words", "condition", "figure"), NO_PRICE)
def test_hours_in_a_condition_are_no_price(hold, model, words, condition, figure):
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(words, acts=[("counters", words)], figures=[figure], conditions=[condition]),
    )

    assert data["conditions"] == [condition]


def test_our_price_on_a_condition_is_taken_and_the_other_one_stands_beside_it(hold, model):
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            OTHERWISE,
            acts=[("agrees_if", "it's fine if it's quick pay"), ("counters", "otherwise boss says eighteen")],
            figures=[(0, 1800, "ask")],
            conditions=[OTHERWISE],
        ),
    )

    assert "$1,500, if the broker okays your condition" in replies[-1].text
    assert data["conditions"] == [OTHERWISE]


def test_price_left_for_a_human_to_look_at_wants_nobody_on_the_line(hold, model):
    words = "then leave my two thousand in there and let a human look at it"
    replies, data = hold(
        model,
        *TO_PRICE,
        asks(model, 2000, "two thousand"),
        model.hears(
            words,
            acts=[("firm", "leave my two thousand in there"), ("wants_person", "let a human look at it")],
            figures=[(0, 2000, "ask")],
            facts=[("person", "a human")],
        ),
    )

    assert replies[-1].transfer is None
    assert (data["outcome"], data["callbackName"]) == ("dropped", None)
    assert Bid.objects.get().amount == 2000


@pytest.mark.parametrize(
    ("words", "act"),
    [
        (
            "ni modo no me sale quitame de la lista de esas cortas nomas mandame de las largas",
            "ni modo no me sale",
        ),
        ("no me conviene sacame de la lista de cargas de produce", "no me conviene"),
    ],
)
def test_list_of_some_loads_is_no_opt_out(hold, model, words, act):
    _, data = hold(model, *TO_PRICE, model.hears(words, acts=[("declines", act)], facts=[("note", words)]))

    assert data["outcome"] == "declined"
    assert data["notes"] == [words]


def test_whether_we_can_use_a_number_is_no_question_to_the_broker(hold, model):
    words = "no i don't got my mc handy the dot's three one four oh six nine five can you use that"
    _, data = hold(
        model,
        model.hears(
            words,
            acts=[("no", "no"), ("asks", "can you use that")],
            facts=[("dot", "three one four oh six nine five")],
            questions=[("other", "can you use that")],
        ),
        "yes",
        "load 482101",
    )

    assert data["dotNumber"] == 3140695
    assert left() == set()


def test_mc_told_beside_a_dot_that_is_right_is_read_back_with_it(hold, model):
    words = "yes it is but i might have to check the mc i think it's 688 291"
    replies, data = hold(
        model,
        "no this is somebody else",
        "dot 1893340",
        model.hears(words, acts=[("yes", "yes it is")], facts=[("answer", "yes it is"), ("mc", "688 291")]),
        "yes",
    )

    assert "MC 6 8 8 2 9 1, DOT 1 8 9 3 3 4 0" in replies[3].text
    assert (data["mcNumber"], data["dotNumber"]) == ("688291", 1893340)


def test_hour_to_load_at_told_before_the_load_is_kept(hold, model):
    words = "yup i can load at seven tonight what's your rate"
    hold(
        model,
        "no this is somebody else",
        "mc 703116",
        model.hears(
            words,
            acts=[("yes", "yup"), ("asks", "what's your rate")],
            facts=[("time", "seven tonight")],
            questions=[("rate", "what's your rate")],
        ),
    )

    assert left() == {"seven tonight"}


def test_team_asked_about_before_the_load_is_told_is_answered(hold, model):
    words = "sure is callin about four eight two one oh one is that one team or can a solo run it"
    asked = "is that one team or can a solo run it"
    replies, _ = hold(
        model,
        model.hears(
            words,
            acts=[("yes", "sure is"), ("asks", asked)],
            facts=[("load", "four eight two one oh one"), ("answer", "sure is")],
            questions=[("team", asked)],
        ),
    )

    assert "A single driver is fine." in replies[-1].text


def test_hour_and_number_that_nothing_holds_are_left_to_the_team(hold, model):
    words = "a dry van yeah my partner is marcus"
    hold(
        model,
        *TO_PRICE[:2],
        model.hears(
            words,
            acts=[("yes", "yeah")],
            facts=[("equipment", "a dry van"), ("person", "marcus")],
        ),
    )

    assert left() == {words}


def test_tractor_that_bobtails_is_empty_now(hold, model, load):
    load.equipment_type, load.equipment = Equipment.POWER_ONLY, "Power only"
    load.save()
    _, data = hold(
        model,
        *TO_PRICE[:2],
        model.hears(
            "well yeah i'm bobtailin right now in topeka",
            acts=[("yes", "well yeah")],
            facts=[("place", "topeka"), ("equipment", "bobtailin")],
        ),
    )

    assert data["details"]["emptyPlace"] == "Topeka, KS"
    assert data["details"]["emptyAt"].startswith("2026-03-02T")


def test_whether_that_is_all_we_need_is_no_question_to_the_broker(hold, model):
    asked = "thats all you need right"
    hold(
        model,
        *TO_BOOKED,
        model.hears(
            f"truck 418 trailer uh 53207 {asked} i gotta run",
            acts=[("asks", asked), ("leaves", "i gotta run")],
            facts=[("truck", "418"), ("trailer", "53207")],
            questions=[("other", asked)],
        ),
    )

    assert left() == set()


def test_day_of_the_delivery_is_held_against_no_pickup(hold, model):
    words = "is that thursday a firm appointment i'd get there more like nine at night"
    replies, _ = hold(model, *TO_PRICE, asks_of_load(model, words, topic="flexibility"))

    assert "outside the window" not in replies[-1].text
    assert left() == {words}


def test_what_is_asked_of_the_right_trailer_is_passed_on(hold, model):
    asked = "have swing doors no roll up is good"
    replies, _ = hold(
        model,
        *TO_PRICE[:2],
        model.hears(
            f"yes dry van but {asked}",
            acts=[("yes", "yes dry van"), ("asks", asked)],
            facts=[("equipment", "dry van")],
            questions=[("equipment", asked)],
        ),
    )

    assert "$1,500" in replies[-1].text
    assert left() == {asked}


def test_trailer_of_a_power_only_load_is_the_brokers_to_tell(hold, model, load):
    load.equipment_type, load.equipment = Equipment.POWER_ONLY, "Power only"
    load.save()
    words = "what kinda trailer is it"
    replies, _ = hold(
        model, *TO_PRICE[:2], "yes i'm a power only", asks_of_load(model, words, topic="equipment")
    )

    assert "power only truck" not in replies[-1].text
    assert left() == {words}


def test_trailer_that_they_say_is_out_is_no_condition(hold, model):
    words = "no sir box trucks so i guess that's out huh"
    replies, data = hold(
        model,
        *TO_PRICE[:2],
        model.hears(
            words,
            acts=[("no", "no sir"), ("asks", "so i guess that's out huh")],
            facts=[("equipment", "box trucks")],
            questions=[("equipment", "so i guess that's out huh")],
        ),
    )

    assert "needs a dry van" in replies[-1].text
    assert data["outcome"] == "wrong_equipment"


def test_who_is_to_be_asked_for_is_kept_beside_an_address(hold, model):
    words = "ops at platteriver dash transport dot net and ask for denise"
    _, data = hold(
        model,
        *TO_BOOKED,
        model.hears(
            words,
            facts=[("email", "ops at platteriver dash transport dot net"), ("person", "denise")],
        ),
    )

    assert data["details"] == {"email": "ops@platteriver-transport.net"}
    assert data["callerName"] == "Denise"


@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("dale underscore h at blueridgehauling dot com", "dale_h@blueridgehauling.com"),
        ("yosvany con y griega barra baja caribe at yahoo dot com", "yosvany_caribe@yahoo.com"),
        ("garcia the letter a underscore loads at hotmail dot com", "garciaa_loads@hotmail.com"),
    ],
)
def test_address_with_a_mark_or_a_letter(hold, model, words, address):
    _, data = hold(model, *TO_BOOKED, model.hears(words, facts=[("email", words)]))

    assert data["details"] == {"email": address}


def test_name_in_an_address_changes_no_language(hold, model):
    words = "dale underscore h at blueridgehauling dot com"
    replies, _ = hold(model, *TO_BOOKED, model.hears(words, facts=[("email", words)]))

    assert "Who's the driver" in replies[-1].text


@pytest.mark.parametrize(
    ("words", "time", "told"),
    [
        ("no antes de las ocho que ando llevando a los niños", "no antes de las ocho", "T20:00"),
        ("make it quarter to seven he'll be at the truck stop by then", "quarter to seven", "T18:45"),
    ],
)
def test_hour_that_is_no_bound_to_call_before(hold, model, words, time, told):
    _, data = hold(model, *TO_PRICE, puts_off(model), model.hears(words, facts=[("time", time)]))

    assert data["callbackBefore"] is None
    assert data["callbackTime"].endswith(told)


def test_whom_to_ask_for_is_kept_beside_the_hour(hold, model):
    words = "anytime before noon this number's fine ask for darnell"
    _, data = hold(
        model, *TO_PRICE, puts_off(model), model.hears(words, facts=[("time", "noon"), ("person", "darnell")])
    )

    assert data["callbackName"] == "Darnell"


def test_who_says_in_spanish_that_they_call_is_not_called(hold, model):
    words = "yo le hablo como en una hora bye"
    replies, data = hold(
        model,
        *TO_PRICE,
        puts_off(model),
        model.hears(
            words,
            acts=[("callback", "yo le hablo como en una hora"), ("leaves", "bye")],
            facts=[("time", "como en una hora"), ("is_their_call", "yo le hablo")],
        ),
    )

    assert "nos llama" in replies[-1].text
    assert (data["callbackTime"], data["callbackPhone"]) == (None, None)


def test_who_speaks_about_a_load_promises_no_call(hold, model):
    words = "sí bueno mire le hablo por la carga de dallas a atlanta todavía la tiene"
    replies, _ = hold(
        model,
        model.hears(
            words,
            acts=[("yes", "sí"), ("asks", "todavía la tiene")],
            facts=[("origin", "dallas"), ("destination", "atlanta"), ("answer", "sí")],
            questions=[("load", "todavía la tiene")],
        ),
    )

    assert "nos llama" not in replies[-1].text
    assert "Sigue disponible" in replies[-1].text


def test_day_of_the_pickup_is_no_day_to_call(hold, model):
    condition = "thursday the fifth not wednesday"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            "fifteen hundred if i can pick up thursday",
            acts=[("agrees_if", "fifteen hundred if i can pick up thursday")],
            figures=[(0, 1500, "offer_back")],
            conditions=["if i can pick up thursday"],
        ),
        model.hears(
            f"yep {condition} call me at 417 555 0190 ask for rhonda",
            acts=[("agrees", "yep"), ("callback", "call me at 417 555 0190")],
            facts=[("day", "thursday the fifth"), ("phone", "417 555 0190"), ("name", "rhonda")],
            conditions=[condition],
        ),
    )

    assert (data["callbackTime"], data["contactPhone"]) == (None, "4175550190")


def test_busy_dispatcher_who_asks_who_calls_is_told(hold, model):
    words = "bueno quien habla no traigo tiempo"
    replies, _ = hold(
        model,
        model.hears(
            words,
            acts=[("asks", "quien habla")],
            facts=[("is_busy", "no traigo tiempo")],
            questions=[("who", "quien habla")],
        ),
        is_outbound=True,
    )

    assert "Acme Freight" in replies[-1].text


def test_truck_is_noted_where_it_is_empty_not_where_the_load_was(hold, model, in_acme):
    LoadFactory(
        organization=in_acme,
        external_id="482123",
        origin_city="Ciudad Juárez",
        origin_state="CHH",
        pickup_time=None,
        pickup_end_time=None,
    )
    words = "tienen algo saliendo de juarez pa dallas traigo una caja seca vacia en el paso"
    hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("asks", "tienen algo saliendo de juarez pa dallas"), ("empty", "vacia en el paso")],
            facts=[
                ("origin", "juarez"),
                ("destination", "dallas"),
                ("equipment", "una caja seca"),
                ("place", "el paso"),
            ],
            questions=[("load", "tienen algo saliendo de juarez pa dallas")],
        ),
        "a las nueve",
    )

    assert TruckCapacity.objects.get().whereabouts == "El Paso, TX"


def test_hour_to_call_somebody_else_at_is_kept_with_their_number(hold, model):
    sent_on = "yo nomas manejo háblele a marisol"
    words = "ella trae el 323 555 0144 pero como después de las nueve allá en california"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            sent_on,
            acts=[("ask_other", "háblele a marisol")],
            facts=[("person", "marisol"), ("is_driver", "yo nomas manejo")],
        ),
        model.hears(
            words, facts=[("phone", "323 555 0144"), ("time", "después de las nueve allá en california")]
        ),
    )

    assert (data["callbackName"], data["callbackPhone"]) == ("Marisol", "3235550144")
    assert (data["callbackTime"], data["callbackTimezone"]) == ("2026-03-02T09:00", "America/Los_Angeles")


def test_hour_of_calls_to_come_is_not_the_trucks(hold, model):
    words = "nope that's it but after eight next time alright"
    hold(
        model,
        *to_noted(model),
        model.hears(
            words,
            acts=[("no", "nope that's it")],
            facts=[("time", "after eight next time"), ("answer", "nope that's it")],
        ),
    )

    assert TruckCapacity.objects.get().day.isoformat() == "2026-03-02"
    assert left() == {"after eight next time alright"}


def test_truck_that_they_ask_about_is_the_one_that_is_noted(hold, model):
    asked = "will that work or does it gotta be a van"
    hold(
        model,
        *TO_PRICE[:2],
        model.hears(
            f"no i got a 48 foot flatbed {asked}",
            acts=[("no", "no"), ("asks", asked)],
            facts=[("equipment", "48 foot flatbed")],
            questions=[("equipment", asked)],
        ),
        "in toledo tomorrow",
    )

    assert TruckCapacity.objects.get().equipment == Equipment.FLATBED


def test_yes_beside_a_question_of_another_lane_is_one(hold, model, in_acme):
    LoadFactory(
        organization=in_acme,
        external_id="482104",
        origin_city="Laredo",
        origin_state="TX",
        destination_city="Chicago",
        destination_state="IL",
    )
    other, pays = "what about the laredo chicago one", "what's that one payin"
    replies, data = hold(
        model,
        *TO_PRICE,
        "yes book it",
        model.hears(
            f"correct now {other} {pays}",
            acts=[("agrees", "correct"), ("asks", other), ("asks", pays)],
            facts=[("origin", "laredo"), ("destination", "chicago")],
            questions=[("load", other), ("rate", pays)],
        ),
    )

    assert "booked at $1,500" in replies[-1].text
    assert "Laredo, TX to Chicago, IL" in replies[-1].text
    assert data["loads"][0] == {"loadId": "482101", "outcome": "booked", "agreedAmount": 1500}


def test_details_of_a_deal_are_asked_once_the_other_lane_is_done_with(hold, model):
    other = "what about the laredo chicago one"
    replies, _ = hold(
        model,
        *TO_PRICE,
        "yes book it",
        model.hears(
            f"correct now {other}",
            acts=[("agrees", "correct"), ("asks", other)],
            facts=[("origin", "laredo"), ("destination", "chicago")],
            questions=[("load", other)],
        ),
        "in laredo today",
    )

    assert "booked at $1,500" in replies[5].text
    assert "email" in replies[-1].text


def test_second_truck_is_left_to_the_team(hold, model):
    words = "yes ma'am listen i got two vans empty monday one in knoxville one in greensboro"
    hold(
        model,
        model.hears(
            words,
            acts=[("yes", "yes ma'am"), ("empty", "empty monday")],
            facts=[("equipment", "vans"), ("day", "monday"), ("place", "knoxville"), ("place", "greensboro")],
        ),
    )

    assert left() == {words}


def test_price_named_beside_a_question_of_our_margin_is_answered(hold, model):
    asked = "what broker fee yall takin"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            f"{asked} i can do seventeen fifty if theres no lumper on my driver",
            acts=[("asks", asked), ("counters", "i can do seventeen fifty")],
            figures=[(0, 1750, "ask")],
            questions=[("customer_rate", asked)],
            conditions=["if theres no lumper on my driver"],
        ),
    )

    assert data["conditions"] == ["if theres no lumper on my driver"]
    assert Bid.objects.get().amount == 1750


def test_that_will_do_is_no_town(hold, model):
    words = "that'll do thanks now don't put me in for that lumber one ok bye"
    hold(
        model,
        *to_noted(model),
        model.hears(
            words,
            acts=[("no", "don't put me in"), ("leaves", "ok bye")],
            facts=[("note", "don't put me in for that lumber one")],
        ),
    )

    assert TruckCapacity.objects.get().whereabouts == "Tulsa, OK"


def test_who_turns_it_down_and_wants_to_hear_of_others_is_not_offered_it_again(hold, model):
    words = "nah can't do it just put me down for monday and call me if anything shows up"
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("declines", "nah can't do it"), ("callback", "call me if anything shows up")],
            facts=[("day", "monday")],
            questions=[("other_loads", "put me down for monday and call me if anything shows up")],
        ),
    )

    assert "$1,500" not in replies[-1].text
    assert replies[-1].is_last


def test_gooseneck_of_who_has_a_chassis_is_one(hold, model, load):
    load.equipment_type, load.equipment = Equipment.CONTAINER, "40' HC container"
    load.save()
    replies, _ = hold(
        model,
        *TO_PRICE[:2],
        model.hears(
            "yeah we got a 40 foot gooseneck give me the number",
            acts=[("yes", "yeah"), ("asks", "give me the number")],
            facts=[("equipment", "40 foot gooseneck")],
            questions=[("rate", "give me the number")],
        ),
    )

    assert "$1,500" in replies[-1].text


@pytest.mark.parametrize(
    ("hour", "conditions"), [("about ten", []), ("about three", ["i don't get there till about three"])]
)
def test_coming_within_the_window_is_no_condition(hold, model, hour, conditions):
    comes = f"i don't get there till {hour}"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            f"nah that's light i'd need like nineteen hundred and {comes}",
            acts=[("refuses", "nah that's light"), ("counters", "i'd need like nineteen hundred")],
            figures=[(0, 1900, "ask")],
            facts=[("time", hour)],
            conditions=[comes],
        ),
    )

    assert data["conditions"] == conditions


def test_who_used_to_drive_for_the_company_is_asked_who_they_are(hold, model):
    words = "no this is jorge lopez i lease on with blue mesa used to anyway i got my own numbers now"
    replies, data = hold(
        model,
        model.hears(
            words, acts=[("no", "no")], facts=[("name", "jorge lopez"), ("answer", "no this is jorge lopez")]
        ),
    )

    assert "MC or DOT number" in replies[-1].text
    assert data["mcNumber"] is None


def test_mc_told_once_the_load_is_asked_for_is_the_callers(hold, model):
    replies, data = hold(
        model,
        "yes",
        model.hears(
            "don't you need my mc it's 1 5 2 2 0 8 7 i'm looking at the dallas atlanta one",
            facts=[("mc", "1 5 2 2 0 8 7"), ("origin", "dallas"), ("destination", "atlanta")],
        ),
    )

    assert data["mcNumber"] == "1522087"
    assert "4 8 2 1 0 1" in replies[-1].text


def test_load_is_told_to_who_leaves_a_note_for_somebody(hold, model):
    asked = "what's the load so i can leave her a note"
    replies, data = hold(
        model,
        "yes",
        model.hears(
            "i don't book the loads call my wife",
            acts=[("ask_other", "call my wife")],
            facts=[("person", "my wife")],
        ),
        model.hears(
            f"417 555 0190 {asked}",
            acts=[("asks", asked)],
            facts=[("phone", "417 555 0190")],
            questions=[("load", asked)],
        ),
        is_outbound=True,
    )

    assert "Dallas, TX to Atlanta, GA" in replies[-1].text
    assert data["callbackPhone"] == "4175550190"


def test_who_only_asked_what_it_pays_has_named_no_price(hold, model):
    words = "hold up i was just askin what it pays"
    replies, data = hold(
        model,
        *TO_PRICE,
        takes_it(model),
        model.hears(
            words,
            acts=[("no", words), ("asks", words)],
            facts=[("is_not_yet", "hold up")],
            questions=[("rate", "what it pays")],
        ),
    )

    assert "Is that right" in replies[-2].text
    assert data["agreedAmount"] is None
    assert not Bid.objects.filter(status=BidStatus.OPEN).exists()
    assert not replies[-1].is_last


def test_price_that_is_left_until_they_call_ends_the_talk(hold, model):
    words = "not yet no i need to check with my driver i'll call you back in a bit"
    replies, data = hold(
        model,
        *TO_PRICE,
        takes_it(model),
        model.hears(
            words,
            acts=[
                ("no", "not yet no"),
                ("ask_other", "i need to check with my driver"),
                ("callback", "i'll call you back in a bit"),
            ],
            facts=[("is_not_yet", "not yet no"), ("is_their_call", "i'll call you back")],
        ),
    )

    assert replies[-1].is_last
    assert data["outcome"] != "booked"
