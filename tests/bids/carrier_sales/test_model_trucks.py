"""Where and when a truck is empty, and where it wants to go, as a language model reads it.

Today is Monday, March 2.
"""

import pytest

from bids.models import Bid
from calls.models import OpenQuestion
from carriers.models import TruckCapacity
from tests.bids.carrier_sales.conftest import TO_BOOKED, TO_PRICE, asks_of_load, to_noted
from tests.factories import LoadFactory


@pytest.mark.parametrize(
    ("words", "facts", "day", "wish"),
    [
        (
            "i can load wednesday not today and wed like to head to memphis or mobile",
            [("day", "wednesday"), ("destination", "memphis"), ("destination", "mobile")],
            "2026-03-04",
            "Memphis, TN or Mobile, AL",
        ),
        ("hes not out till tuesday", [("day", "tuesday")], "2026-03-03", ""),
        ("home is el paso so somewhere that way", [("destination", "el paso")], "2026-03-02", "El Paso, TX"),
    ],
)
def test_day_or_direction_of_the_truck_just_noted_puts_it_right(
    hold, in_acme, model, words, facts, day, wish
):
    LoadFactory(organization=in_acme, external_id="482190", origin_city="Fresno", origin_state="CA")
    replies, _ = hold(model, *to_noted(model), model.hears(words, facts=facts))

    noted = TruckCapacity.objects.get()
    assert (noted.city, noted.day.isoformat(), noted.wanted_destination) == ("Tulsa", day, wish)
    assert "Tulsa" in replies[-1].text
    assert "Fresno" not in replies[-1].text


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("got anything coming out of atlanta wednesday for him to texas or oklahoma", "place"),
        ("whats leaving atlanta wednesday to texas or oklahoma hes empty there", "origin"),
    ],
)
def test_truck_after_this_load_leaves_the_details_of_the_deal(hold, model, words, place):
    hold(
        model,
        *TO_BOOKED,
        model.hears(
            "driver is ray truck ten trailer two oh four empty in waco at nine",
            acts=[("empty", "empty in waco at nine")],
            facts=[("driver", "ray"), ("truck", "ten"), ("place", "waco"), ("time", "nine")],
        ),
        model.hears(
            words,
            acts=[("asks", words)],
            facts=[
                (place, "atlanta"),
                ("day", "wednesday"),
                ("destination", "texas"),
                ("destination", "oklahoma"),
            ],
            questions=[("other_loads", words)],
        ),
    )

    details = Bid.objects.get().details
    assert details["emptyPlace"] == "Waco, TX"
    assert "2026-03-04" not in details["emptyAt"]
    noted = TruckCapacity.objects.get()
    assert (noted.city, noted.day.isoformat(), noted.wanted_destination) == (
        "Atlanta",
        "2026-03-04",
        "TX or OK",
    )


@pytest.mark.parametrize(
    ("first", "then", "place"),
    [
        (("hell be empty wednesday around noon", "wednesday around noon"), "at one", "waco"),
        (("se desocupa el miercoles al mediodia", "miercoles al mediodia"), "a la una", "waco"),
    ],
)
def test_hour_alone_is_of_the_day_told_before(hold, model, first, then, place):
    words, time = first
    _, data = hold(
        model,
        "yes",
        "load 482101",
        model.hears(
            f"yes a dry van {words}", acts=[("yes", "yes"), ("empty", words)], facts=[("time", time)]
        ),
        model.hears(
            f"eighteen hundred {then} in {place}",
            acts=[("counters", "eighteen hundred")],
            figures=[(0, 1800, "ask")],
            facts=[("time", then), ("place", place)],
        ),
    )

    assert data["details"]["emptyAt"].startswith("2026-03-04T")


@pytest.mark.parametrize("town", ["denton", "mesquite"])
def test_truck_is_noted_where_it_stands_and_not_where_the_load_is(hold, model, town):
    words = f"no two thousand thats it im empty in {town} since yesterday"
    hold(
        model,
        model.hears("yes its me", acts=[("yes", "yes")]),
        model.hears("the dallas to atlanta", facts=[("origin", "dallas"), ("destination", "atlanta")]),
        *TO_PRICE[2:],
        model.hears(
            words,
            acts=[("refuses", "no"), ("counters", "two thousand"), ("empty", f"im empty in {town}")],
            figures=[(0, 2000, "ask")],
            facts=[("place", town)],
        ),
        model.hears(
            "call me if they come up bye",
            acts=[("callback", "call me if they come up"), ("leaves", "bye")],
        ),
    )

    assert TruckCapacity.objects.get().city.lower() == town


@pytest.mark.parametrize(
    ("words", "state"),
    [
        ("ill pass but keep me in mind for something light out of oklahoma", "oklahoma"),
        ("no sir not that one just call me if you get anything leaving oklahoma", "oklahoma"),
    ],
)
def test_state_that_the_noted_truck_is_in_makes_no_second_truck(hold, model, words, state):
    replies, _ = hold(
        model,
        *to_noted(model),
        model.hears(
            words,
            acts=[("asks", words)],
            facts=[("origin", state)],
            questions=[("other_loads", words)],
        ),
    )

    noted = TruckCapacity.objects.get()
    assert (noted.city, noted.state) == ("Tulsa", "OK")
    assert "Tulsa" in replies[-1].text


@pytest.mark.parametrize(
    ("words", "act", "place", "time"),
    [
        ("cant make that im in waco right now id be there at eleven thirty", "late", "waco", "eleven thirty"),
        ("hes running behind hes in austin hell get to the shipper at noon", "late", "austin", "noon"),
    ],
)
def test_hour_of_arrival_is_not_when_the_truck_is_empty(hold, model, words, act, place, time):
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(words, acts=[(act, words)], facts=[("place", place), ("time", time)]),
    )

    assert data["details"] == {"emptyPlace": f"{place.capitalize()}, TX"}


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("the trucks in joplin missouri not tulsa", "joplin missouri"),
        ("esta en joplin missouri no en tulsa el camion", "joplin missouri"),
    ],
)
def test_truck_told_to_be_elsewhere_is_the_same_truck(hold, model, words, place):
    replies, _ = hold(model, *to_noted(model), model.hears(words, facts=[("place", place)]))

    assert [each.city for each in TruckCapacity.objects.all()] == ["Joplin"]
    assert "Joplin" in replies[-1].text


def test_second_truck_elsewhere_is_another_one(hold, model):
    words = "i got another one empty in joplin missouri tomorrow"
    hold(
        model,
        *to_noted(model),
        model.hears(
            words, acts=[("empty", words)], facts=[("place", "joplin missouri"), ("day", "tomorrow")]
        ),
    )

    assert {each.city for each in TruckCapacity.objects.all()} == {"Tulsa", "Joplin"}


def test_truck_is_noted_where_it_is_and_not_where_the_load_named_beside_it_begins(hold, in_acme, model):
    LoadFactory(
        organization=in_acme,
        external_id="482190",
        origin_city="Fresno",
        origin_state="CA",
        equipment_type="power_only",
    )
    words = (
        "empty now in joplin missouri fifty three reefer what is that fresno one four eight two one nine zero"
    )
    hold(
        model,
        "yes",
        asks_of_load(
            model,
            words,
            acts=[("empty", "empty now")],
            facts=[
                ("time", "now"),
                ("place", "joplin missouri"),
                ("equipment", "fifty three reefer"),
                ("origin", "fresno"),
                ("load", "four eight two one nine zero"),
            ],
        ),
    )

    assert [(each.city, each.equipment) for each in TruckCapacity.objects.all()] == [("Joplin", "reefer")]


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        ("no van here but if yall got a drop trailer ill pull it with my tractor", "van"),
        ("no traigo caja si ustedes ponen la caja yo la llevo", "caja"),
    ],
)
def test_trailer_that_they_would_have_provided_is_a_condition(hold, model, words, missing):
    condition = words[words.index("if" if "if " in words else "si ustedes") :]
    replies, _ = hold(
        model,
        *TO_PRICE[:2],
        model.hears(
            words,
            acts=[("no", words.split()[0]), ("agrees_if", condition)],
            facts=[("no_equipment", missing)],
            conditions=[condition],
        ),
    )

    assert "$1,500" in replies[-1].text


@pytest.mark.parametrize(
    "asked", ["could you fit it in a twenty six foot box truck", "would my step deck do for it"]
)
def test_trailer_that_is_asked_about_is_not_asked_for_again(hold, model, asked):
    trailer = "step deck" if "step" in asked else "box truck"
    replies, _ = hold(
        model, *TO_PRICE[:2], asks_of_load(model, asked, facts=[("equipment", trailer)], topic="equipment")
    )

    assert "Are you running" not in replies[-1].text
    assert "$1,500" in replies[-1].text


@pytest.mark.parametrize(
    ("words", "place", "time", "goes"),
    [
        (
            "no i need two thousand but ill have one in joplin thursday morning headed to texas",
            "joplin",
            "thursday morning",
            "texas",
        ),
        ("dos mil y tengo otro camion en joplin el jueves que va para texas", "joplin", "el jueves", "texas"),
    ],
)
def test_other_truck_told_beside_a_price_is_noted_and_not_of_this_load(hold, model, words, place, time, goes):
    price = "two thousand" if "thousand" in words else "dos mil"
    replies, data = hold(
        model,
        *TO_PRICE,
        asks_of_load(
            model,
            words,
            acts=[("counters", price)],
            figures=[(0, 2000, "ask")],
            facts=[("place", place), ("time", time), ("destination", goes)],
            topic="other_loads",
        ),
    )

    noted = TruckCapacity.objects.get()
    assert (noted.city, noted.day.isoformat(), noted.wanted_destination) == ("Joplin", "2026-03-05", "TX")
    assert "Joplin" in replies[-1].text
    assert data["details"] == {}


def test_other_truck_told_after_the_offer_is_noted(hold, model):
    words = "the fifty three is empty in joplin missouri thursday"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            facts=[("truck", "fifty three"), ("place", "joplin missouri"), ("day", "thursday")],
        ),
    )

    noted = TruckCapacity.objects.get()
    assert (noted.city, noted.equipment) == ("Joplin", "van")
    assert data["details"] == {}
    assert "$1,500" in replies[-1].text


@pytest.mark.parametrize(
    ("words", "time", "at"),
    [
        ("empty in waco first thing tomorrow", "first thing tomorrow", "2026-03-03"),
        ("queda vacio en waco mañana temprano", "mañana temprano", "2026-03-03"),
        ("empty in waco tomorrow at six thirty", "tomorrow at six thirty", "2026-03-03T06:30"),
        ("vacio en waco mañana al mediodia", "mañana al mediodia", "2026-03-03T12:00"),
    ],
)
def test_hour_that_nobody_said_is_none(hold, model, words, time, at):
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(words, acts=[("empty", words)], facts=[("place", "waco"), ("time", time)]),
    )

    assert data["details"]["emptyAt"] == at


@pytest.mark.parametrize(
    ("words", "number", "truck"),
    [
        ("truck fifty three trailer nine oh two", "fifty three", "53"),
        ("its the fifty three out of waco", "fifty three", None),
        ("es la cuarenta y ocho la que anda en waco", "cuarenta y ocho", None),
    ],
)
def test_length_of_a_trailer_is_no_truck_number(hold, model, words, number, truck):
    _, data = hold(model, *TO_PRICE, model.hears(words, facts=[("truck", number)]))

    assert data["details"].get("truck") == truck


@pytest.mark.parametrize(
    ("words", "decline"),
    [
        ("dry van yes but hes just getting to joplin loaded he cant be in dallas", "he cant be in dallas"),
        ("caja seca si pero va llegando a joplin no alcanza", "no alcanza"),
    ],
)
def test_who_is_called_and_cant_make_it_is_asked_when_that_truck_is_free(hold, model, words, decline):
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("yes", words.split()[0]), ("declines", decline)],
            facts=[("place", "joplin"), ("is_not_for_money", decline)],
        ),
        model.hears("wednesday around noon", facts=[("time", "wednesday around noon")]),
        is_outbound=True,
    )

    assert not replies[2].is_last
    noted = TruckCapacity.objects.get()
    assert (noted.city, noted.day.isoformat()) == ("Joplin", "2026-03-04")


def test_truck_that_broke_down_turns_a_load_down_and_is_no_alarm(hold, model):
    words = "buddy im broke down til thursday i cant haul nothing today"
    replies, data = hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("broken_down", "im broke down"), ("declines", "i cant haul nothing today")],
            facts=[("day", "thursday"), ("is_not_for_money", "i cant haul nothing today")],
        ),
        is_outbound=True,
    )

    assert "connect you" not in replies[-1].text
    assert data["loads"][0]["outcome"] == "declined"


@pytest.mark.parametrize(
    "also",
    ["and if not something to houston or waco works too", "y si no me sirve algo a houston o waco"],
)
def test_other_lane_told_beside_a_later_call_is_noted_with_the_truck(hold, model, also):
    words = f"call me tomorrow before eight {also}"
    hold(
        model,
        "yes",
        asks_of_load(
            model,
            "i got a van in dallas tomorrow what you got for atlanta",
            facts=[
                ("equipment", "van"),
                ("place", "dallas"),
                ("day", "tomorrow"),
                ("destination", "atlanta"),
            ],
            topic="other_loads",
        ),
        model.hears(
            words,
            acts=[("callback", "call me tomorrow before eight"), ("asks", also)],
            facts=[("time", "tomorrow before eight"), ("destination", "houston"), ("destination", "waco")],
            questions=[("other_loads", also)],
        ),
    )

    noted = TruckCapacity.objects.get()
    assert (noted.city, noted.wanted_destination) == ("Dallas", "Houston, TX or Waco, TX")


@pytest.mark.parametrize(
    ("words", "since"),
    [
        ("been empty in waco since yesterday", "empty in waco"),
        ("ya esta vacio en waco desde ayer", "ya esta vacio"),
    ],
)
def test_truck_that_is_empty_since_yesterday_is_so_from_then_on(hold, model, words, since):
    _, data = hold(model, *TO_PRICE, model.hears(words, acts=[("empty", since)], facts=[("place", "waco")]))

    assert data["details"] == {"emptyPlace": "Waco, TX", "emptyAt": "2026-03-01"}


@pytest.mark.parametrize("heading", ["the west side", "anywhere up the coast"])
def test_where_a_truck_wants_to_go_is_kept_in_their_words(hold, model, heading):
    words = f"its in joplin missouri empty today what do you have for {heading}"
    hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("asks", words)],
            facts=[("place", "joplin missouri"), ("day", "today"), ("destination", heading)],
            questions=[("other_loads", words)],
        ),
    )

    assert TruckCapacity.objects.get().wanted_destination == heading


def test_truck_told_before_a_later_call_is_noted_with_the_first(hold, in_acme, model):
    LoadFactory(organization=in_acme, external_id="482190", origin_city="Joplin", origin_state="MO")
    words = "got another one empty in joplin missouri tomorrow whats out of there"
    leaving = "no leave me on the list and call me if it moves any time"
    hold(
        model,
        *to_noted(model),
        model.hears(
            words,
            acts=[("empty", words), ("asks", words)],
            facts=[("place", "joplin missouri"), ("day", "tomorrow")],
            questions=[("other_loads", words)],
        ),
        "yes",
        "yes a dry van",
        model.hears(leaving, acts=[("refuses", "no"), ("callback", leaving)]),
        "any time",
    )

    assert {each.city for each in TruckCapacity.objects.all()} == {"Tulsa", "Joplin"}


@pytest.mark.parametrize("time", ["bout two o clock", "tomorrow around eleven o clock"])
def test_where_and_when_it_is_empty_are_kept_together(hold, model, time):
    words = f"the waco yard {time} soon as they take this one back"
    _, data = hold(
        model, *TO_PRICE, model.hears(words, facts=[("place", "waco"), ("time", time), ("answer", words)])
    )

    assert data["details"]["emptyPlace"] == "Waco, TX"
    assert data["details"]["emptyAt"] == ("2026-03-03T11:00" if "eleven" in time else "2026-03-02T14:00")


@pytest.mark.parametrize(
    "words", ["i told you shes down till thursday", "ya le dije que hasta el jueves no puedo"]
)
def test_who_has_no_truck_till_a_day_hears_no_load_from_anywhere(hold, in_acme, model, words):
    LoadFactory(organization=in_acme, external_id="482190", origin_city="Fresno", origin_state="CA")
    day = "thursday" if "thursday" in words else "jueves"
    first = f"yeah but i aint got no truck today shes in the shop til {day}"
    replies, data = hold(
        model,
        model.hears(
            first,
            acts=[("yes", "yeah"), ("declines", "i aint got no truck today")],
            facts=[("day", day), ("is_not_for_money", "i aint got no truck today")],
        ),
        model.hears(words, acts=[("declines", words)], facts=[("day", day)]),
        is_outbound=True,
    )

    assert "Fresno" not in replies[-1].text
    assert replies[-1].is_last
    assert words in data["notes"]


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("nope put it down for tomorrow morning itd be and thats it bye", "tomorrow morning"),
        ("no make that tomorrow then bye now", "tomorrow"),
    ],
)
def test_truck_is_put_right_in_leaving(hold, model, words, day):
    replies, _ = hold(
        model,
        *to_noted(model),
        model.hears(words, acts=[("no", words[:4].strip()), ("leaves", "bye")], facts=[("time", day)]),
    )

    assert TruckCapacity.objects.get().day.isoformat() == "2026-03-03"
    assert "tomorrow" in replies[-1].text
    assert replies[-1].is_last


@pytest.mark.parametrize(
    "words",
    [
        "no but make sure they know thats tulsa oklahoma thanks",
        "nah just remember its tulsa oklahoma not the one in texas thanks",
    ],
)
def test_truck_told_once_more_is_said_back_and_ends_it(hold, model, words):
    replies, _ = hold(
        model,
        *to_noted(model),
        model.hears(
            words,
            acts=[("no", words.split()[0])],
            facts=[("place", "tulsa oklahoma"), ("note", words[3:].strip())],
        ),
    )

    assert TruckCapacity.objects.get().city == "Tulsa"
    assert "noted your truck in Tulsa" in replies[-1].text
    assert "I don't have one" not in replies[-1].text
    assert replies[-1].is_last


def test_goodbye_names_no_town(hold, model):
    replies, _ = hold(model, *to_noted(model), "nope happy holidays")

    assert TruckCapacity.objects.get().city == "Tulsa"
    assert "Holiday" not in replies[-1].text


def test_trailer_told_later_is_the_noted_trucks(hold, model):
    hold(
        model,
        *to_noted(model),
        model.hears("its a reefer", facts=[("equipment", "reefer")]),
    )

    assert TruckCapacity.objects.get().equipment == "reefer"


@pytest.mark.parametrize(
    ("words", "towns"),
    [
        ("oklahoma kansas anywhere up there", "OK or KS"),
        ("alabama o georgia", "AL or GA"),
        ("phoenix or tucson", "Phoenix, AZ or Tucson, AZ"),
        ("kansas city missouri", "Kansas City, MO"),
        ("northwest", "northwest"),
    ],
)
def test_wherever_a_truck_would_go_is_kept(hold, model, words, towns):
    told = f"he can go to {words}"
    hold(model, *to_noted(model), model.hears(told, facts=[("destination", words)]))

    assert TruckCapacity.objects.get().wanted_destination == towns


@pytest.mark.parametrize(
    "words", ["do you have something back to dallas thursday", "y algo de vuelta a dallas el jueves"]
)
@pytest.mark.parametrize("is_booked", [True, False])
def test_way_back_is_noted_out_of_where_the_load_goes(hold, model, words, is_booked):
    day = words.split()[-1]
    said = model.hears(
        words,
        acts=[("asks", words)],
        facts=[("destination", "dallas"), ("day", day)],
        questions=[("other_loads", words)],
    )
    hold(model, *(TO_BOOKED if is_booked else TO_PRICE), said)

    noted = TruckCapacity.objects.get()
    assert (noted.city, noted.day.isoformat(), noted.wanted_destination) == (
        "Atlanta",
        "2026-03-05",
        "Dallas, TX",
    )


@pytest.mark.parametrize("day", ["thursday", "friday around nine"])
def test_truck_that_is_empty_after_the_pickup_is_said_so(hold, model, day):
    words = f"hes coming empty in waco {day} the dallas to atlanta is that still there"
    replies, data = hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("asks", "the dallas to atlanta is that still there")],
            facts=[("place", "waco"), ("time", day), ("origin", "dallas"), ("destination", "atlanta")],
            questions=[("load", "the dallas to atlanta is that still there")],
        ),
        model.hears("yes a van", acts=[("yes", "yes")], facts=[("equipment", "van")]),
        "yes book it",
    )

    assert "so I'll ask the broker about that" in replies[2].text
    assert "Does that work" not in replies[2].text + replies[3].text
    assert data["conditions"]
    assert data["outcome"] != "booked"


@pytest.mark.parametrize(
    "words", ["no its pasadena texas you got that", "nope just so you know pasadena texas thanks"]
)
def test_town_told_again_with_its_state_keeps_the_hour(hold, model, words):
    first = "my reefer will be empty in pasadena tomorrow at noon what do you have"
    _, data = hold(
        model,
        "yes",
        model.hears(
            first,
            acts=[("empty", "empty in pasadena"), ("asks", "what do you have")],
            facts=[("place", "pasadena"), ("time", "tomorrow at noon"), ("equipment", "reefer")],
            questions=[("other_loads", "what do you have")],
        ),
        model.hears(
            words,
            acts=[("no", words.split()[0])],
            facts=[("place", "pasadena texas")],
        ),
    )

    assert data["details"]["emptyAt"] == "2026-03-03T12:00"
    assert TruckCapacity.objects.get().state == "TX"


@pytest.mark.parametrize("words", ["no its in springfield bye", "no i said springfield thats all"])
def test_state_of_a_town_told_again_is_kept(hold, model, words):
    first = "hes parked in springfield missouri till thursday what do you have"
    hold(
        model,
        "yes",
        model.hears(
            first,
            acts=[("asks", "what do you have")],
            facts=[("place", "springfield missouri"), ("day", "thursday")],
            questions=[("other_loads", "what do you have")],
        ),
        model.hears(words, acts=[("no", "no"), ("leaves", words[-3:])], facts=[("place", "springfield")]),
    )

    assert (TruckCapacity.objects.get().city, TruckCapacity.objects.get().state) == ("Springfield", "MO")


def test_call_wanted_if_anything_comes_up_has_no_hour(hold, model):
    words = "no just call me not the driver if ya get something"
    replies, _ = hold(
        model, *to_noted(model), model.hears(words, acts=[("no", "no"), ("callback", words[3:])])
    )

    assert replies[-1].is_last
    assert "time" not in replies[-1].text


@pytest.mark.parametrize(
    "words", ["hes empty right now in waco and that is all thank you", "vacio en waco y seria todo gracias"]
)
def test_who_says_that_it_is_all_is_not_asked_for_more(hold, model, words):
    replies, _ = hold(
        model,
        *TO_BOOKED,
        model.hears(
            "ray at luke at blue ridge dot com two one four five five five oh one two two truck ten trailer four",
            facts=[("driver", "ray"), ("truck", "ten"), ("trailer", "four")],
        ),
        model.hears(words, acts=[("empty", words[: words.index("waco")].strip())], facts=[("place", "waco")]),
        model.hears(f"and {words}", facts=[("place", "waco")]),
    )

    assert not any("else" in reply.text or "algo más" in reply.text for reply in replies[-2:])
    assert replies[-1].is_last


@pytest.mark.parametrize(
    ("empty", "rest"),
    [
        ("been empty since yesterday", "and wants to load wednesday"),
        ("vacia desde ayer", "y carga el miercoles"),
    ],
)
def test_since_when_a_truck_is_empty_is_not_when_it_wants_to_load(hold, model, empty, rest):
    _, data = hold(
        model,
        *TO_BOOKED,
        model.hears(
            f"in waco {empty} {rest}",
            acts=[("empty", empty)],
            facts=[("place", "waco"), ("day", rest.split(maxsplit=2)[-1].removeprefix("to load "))],
        ),
    )

    assert data["details"]["emptyAt"] == "2026-03-01"


def test_trailer_told_beside_that_is_all_ends_the_call(hold, model):
    first = "what you got out of fresno monday"
    last = "nope that's all it's a reefer by the way trailer can do minus ten thanks hon"
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            first,
            acts=[("asks", "what you got")],
            facts=[("origin", "fresno"), ("day", "monday")],
            questions=[("other_loads", "what you got")],
        ),
        model.hears("keep him in mind fresno monday", facts=[("place", "fresno"), ("day", "monday")]),
        model.hears(
            last,
            acts=[("no", "nope that's all")],
            facts=[
                ("equipment", "reefer"),
                ("note", "trailer can do minus ten"),
                ("answer", "nope that's all"),
            ],
        ),
    )

    assert replies[-1].is_last
    assert TruckCapacity.objects.get().equipment == "reefer"


def test_rate_a_mile_of_a_noted_truck_is_left_for_the_team(hold, model):
    words = "monday around noon down by katy and id go anywhere but the northeast two fifty a mile minimum"
    _, data = hold(
        model,
        "yes",
        model.hears(
            "you got any vans out of houston",
            acts=[("asks", "you got any vans out of houston")],
            facts=[("equipment", "vans"), ("origin", "houston")],
            questions=[("other_loads", "you got any vans out of houston")],
        ),
        model.hears(
            words,
            acts=[("counters", "two fifty a mile minimum")],
            figures=[(0, 2.5, "per_mile")],
            facts=[("time", "monday around noon"), ("place", "katy")],
        ),
    )

    assert TruckCapacity.objects.get().city == "Katy"
    assert data["notes"] == ["two fifty a mile minimum"]


def test_truck_that_is_empty_in_time_after_all_takes_no_condition(hold, model, load):
    late, day = "hes empty in dallas friday", "oh i meant today hes empty in dallas today"
    replies, _ = hold(
        model,
        "yes",
        model.hears(late, acts=[("empty", late)], facts=[("place", "dallas"), ("day", "friday")]),
        "load 482101",
        "yes, a dry van",
        model.hears(
            f"{day} and id do it for eighteen hundred",
            acts=[("empty", day), ("counters", "id do it for eighteen hundred")],
            figures=[(0, 1800, "ask")],
            facts=[("place", "dallas"), ("day", "today")],
        ),
    )

    assert any("your truck is empty Friday" in each.text for each in replies)
    assert "conditions" not in Bid.objects.get().details
    assert not OpenQuestion.objects.exists()


# A truck is said back as it is kept


def test_trailer_of_a_noted_truck_that_was_said_back_wrong_is_put_right(hold, model):
    words = "we run vans and flatbeds nope its in tulsa empty today what do you have"
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("asks", "what do you have")],
            facts=[("equipment", "vans"), ("equipment", "flatbeds"), ("origin", "tulsa"), ("day", "today")],
            questions=[("other_loads", "what do you have")],
        ),
        model.hears("no its a reefer", acts=[("no", "no")], facts=[("equipment", "reefer")]),
    )

    assert "in Tulsa for today, a flatbed" in replies[-2].text
    assert "in Tulsa for today, a reefer" in replies[-1].text
    assert TruckCapacity.objects.get().equipment == "reefer"


def test_trailer_is_the_one_that_stands_in_the_town(hold, model):
    words = "we only pull vans and flatbeds i got a van that gets empty over in tulsa today what do you have"
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            words,
            acts=[("asks", "what do you have")],
            facts=[
                ("equipment", "vans"),
                ("equipment", "flatbeds"),
                ("place", "tulsa"),
                ("origin", "tulsa"),
                ("day", "today"),
            ],
            questions=[("other_loads", "what do you have")],
        ),
    )

    assert "in Tulsa for today, a dry van" in replies[-1].text
    assert TruckCapacity.objects.get().equipment == "van"


def to_noted_in_mesquite(model, day="thursday"):
    words = f"i got a van in mesquite {day} what do you have to houston"
    return (
        "yes",
        model.hears(
            words,
            acts=[("asks", "what do you have to houston")],
            facts=[
                ("equipment", "van"),
                ("place", "mesquite"),
                ("day", day),
                ("destination", "houston"),
            ],
            questions=[("other_loads", "what do you have to houston")],
        ),
    )


def test_truck_told_to_be_empty_now_is_noted_for_today(hold, model):
    words = "no no hes empty now he can load this afternoon"
    hold(
        model,
        *to_noted_in_mesquite(model),
        "load 482101",
        "yes, a dry van",
        model.hears(
            words, acts=[("no", "no no"), ("empty", "hes empty now")], facts=[("answer", "hes empty now")]
        ),
    )

    assert [(each.city, each.day.isoformat()) for each in TruckCapacity.objects.all()] == [
        ("Mesquite", "2026-03-02")
    ]


def test_truck_that_got_its_load_is_noted_no_longer(hold, model):
    _, data = hold(model, *to_noted_in_mesquite(model, "today"), *TO_BOOKED[1:])

    assert data["agreedAmount"]
    assert data["details"]["emptyPlace"] == "Mesquite, TX"
    assert not TruckCapacity.objects.exists()


def test_truck_of_somebody_else_stands_where_it_is_told(hold, model):
    own = "i got a flatbed empty in tulsa today what you got"
    theirs = "my buddy's got a van outta memphis wants to go to texas anything there tomorrow"
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            own,
            acts=[("asks", "what you got")],
            facts=[("equipment", "flatbed"), ("place", "tulsa"), ("day", "today")],
            questions=[("other_loads", "what you got")],
        ),
        model.hears(
            theirs,
            acts=[("asks", "anything there tomorrow")],
            facts=[
                ("equipment", "van"),
                ("origin", "memphis"),
                ("destination", "texas"),
                ("day", "tomorrow"),
            ],
            questions=[("other_loads", "anything there tomorrow")],
        ),
    )

    assert {(each.city, each.equipment) for each in TruckCapacity.objects.all()} == {
        ("Tulsa", "flatbed"),
        ("Memphis", "van"),
    }
    assert "in Memphis for tomorrow, a dry van to Texas" in replies[-1].text


def test_hour_when_the_truck_comes_to_the_pickup_is_none_when_it_is_empty(hold, model):
    words = "yeah a van the truck is in waxahachie he gets to dallas like six tonight is that okay"
    _, data = hold(
        model,
        *TO_PRICE[:2],
        model.hears(
            words,
            acts=[("yes", "yeah a van")],
            facts=[("equipment", "van"), ("place", "waxahachie"), ("time", "like six tonight")],
        ),
    )

    assert not data["details"].get("emptyAt", "").endswith("18:00")


def test_load_out_of_the_same_place_is_looked_for_from_there(hold, model, load):
    for number, origin, destination in (
        ("482199", ("Dallas", "TX"), "Tampa"),
        ("482198", ("Omaha", "NE"), "Miami"),
    ):
        LoadFactory(
            organization=load.organization,
            external_id=number,
            origin_city=origin[0],
            origin_state=origin[1],
            destination_city=destination,
            destination_state="FL",
        )
    words = "nah atlanta's a no go for me got anything from up there headed to florida"
    replies, _ = hold(
        model,
        *TO_PRICE[:2],
        model.hears(
            words,
            acts=[("declines", "atlanta's a no go for me"), ("asks", "got anything from up there")],
            facts=[("destination", "florida")],
            questions=[("other_loads", "got anything from up there headed to florida")],
        ),
    )

    assert "Tampa" in replies[-1].text
    assert "Miami" not in replies[-1].text


def test_two_drivers_are_both_kept(hold, model):
    words = "drivers are wayne and luis truck 208"
    _, data = hold(
        model,
        *TO_BOOKED,
        model.hears(words, facts=[("driver", "wayne"), ("driver", "luis"), ("truck", "208")]),
    )

    assert data["details"]["driver"] == "Wayne and Luis"


def test_hour_when_a_truck_is_empty_is_none_to_call(hold, model):
    words = "hialeah they'll be empty about five sunday and if you get anything just call me ok bye now"
    _, data = hold(
        model,
        *TO_BOOKED,
        "john",
        model.hears(
            words,
            acts=[("callback", "if you get anything just call me"), ("leaves", "ok bye now")],
            facts=[
                ("place", "hialeah"),
                ("time", "five sunday"),
                ("answer", "hialeah they'll be empty about five sunday"),
            ],
        ),
    )

    assert data["callbackTime"] is None
