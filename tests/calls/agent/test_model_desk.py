"""Facilities' desks as a language model reads them: hours put right, until when somebody is in, what to pass on."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.calls.agent.test_custom_free import DOCK, desk  # noqa: F401 (a fixture)
from tests.calls.agent.test_model_talks import hold, model  # noqa: F401 (a fixture)
from tests.factories import NOW


def test_hour_put_right_beside_another_answer_is_the_one_offered(desk, load, model):  # noqa: F811
    first = "we're gonna have to push you can you do tomorrow morning like six thirty am"
    last = "nothing special just straps oh wait actually make that seven thirty"
    replies, found, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            first,
            acts=[("no", "have to push you")],
            facts=[("time", "tomorrow morning like six thirty am"), ("answer", "have to push you")],
        ),
        model.hears("door fourteen", facts=[("answer", "door fourteen")]),
        model.hears(last, facts=[("answer", "nothing special just straps"), ("time", "seven thirty")]),
    )

    assert data["proposedTime"] == "07:30"
    assert "7:30 AM" in replies[-1].text
    assert last in found.values()


def test_hour_within_an_evening_appointment_is_of_the_evening(desk, load, model):  # noqa: F811
    load.pickup_time = load.pickup_time.replace(hour=23)  # 5 PM there
    load.pickup_end_time = load.pickup_time + timedelta(hours=4)
    load.save()
    words = "no mejor como a las siete y media"
    *_, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            words, acts=[("no", "no")], facts=[("time", "como a las siete y media"), ("answer", "no mejor")]
        ),
    )

    assert data["proposedTime"] == "19:30"


def test_what_the_team_is_to_hear_of_is_passed_on_and_the_call_goes_on(desk, load, model):  # noqa: F811
    words = "yeah we're good but tell your driver we close the gate at eight thirty"
    note = "we close the gate at eight thirty"
    replies, found, _, passed_on = hold(
        desk,
        load,
        model,
        model.hears(
            words, acts=[("yes", "yeah we're good")], facts=[("answer", "yeah we're good"), ("note", note)]
        ),
    )

    assert passed_on == [note]
    assert "I'll let" in replies[-1].text or "pass" in replies[-1].text
    assert replies[-1].text.endswith(DOCK)
    assert words in found.values()


@pytest.mark.parametrize(
    ("said", "closes", "opens"),
    [
        ("thats maria shes there til six", "18:00:00", None),
        ("shipping office maria theyre in until four thirty", "16:30:00", None),
        ("maria does that nobodys here til seven tomorrow morning", None, "07:00:00"),
    ],
)
def test_hour_until_which_somebody_is_in_is_no_hour_to_call_at(desk, load, model, said, closes, opens):  # noqa: F811
    replies, _, data, _ = hold(desk, load, model, "im just the guard i dont do appointments", said)

    assert replies[-1].is_last
    assert (data["closesAt"] or "").partition("T")[2] == (closes or "")
    assert (data["opensAt"] or "").partition("T")[2] == (opens or "")
    assert not (closes and data.get("callbackTime"))
    assert ("before" in replies[-1].text) == bool(closes)


def evening(load):
    load.pickup_time = load.pickup_time.replace(hour=23)  # 5 PM there
    load.pickup_end_time = load.pickup_time + timedelta(hours=4)
    load.save()


def test_yes_with_an_hour_that_would_be_better_is_an_offer(desk, load, model):  # noqa: F811
    evening(load)
    words = "yes thats fine but seven thirty would be better"
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            words,
            acts=[("yes", "yes thats fine")],
            facts=[("answer", words), ("time", "seven thirty")],
        ),
    )

    assert data["proposedTime"] == "19:30"
    assert "7:30 PM" in replies[-1].text


def test_hour_that_they_have_booked_is_one_that_they_offer(desk, load, model):  # noqa: F811
    evening(load)
    words = "i show you at quarter past eight tonight on my sheet"
    *_, data, _ = hold(
        desk,
        load,
        model,
        model.hears(words, facts=[("answer", words), ("moved_to", "quarter past eight tonight")]),
    )

    assert data["proposedTime"] == "20:15"


def test_hours_from_one_til_another_are_a_span(desk, load, model):  # noqa: F811
    words = "no after six anytime after six til nine is fine"
    *_, data, _ = hold(
        desk,
        load,
        model,
        model.hears(words, acts=[("no", "no")], facts=[("answer", words), ("time", "after six til nine")]),
    )

    assert data["proposedTime"] == "06:00 to 09:00"


def test_question_of_something_else_chooses_none_of_two_hours(desk, load, model):  # noqa: F811
    offer = "no i can do thursday noon or saturday at eight in the morning"
    last = "just his license and is it live load or drop"
    *_, data, passed_on = hold(
        desk,
        load,
        model,
        model.hears(
            offer,
            acts=[("no", "no")],
            facts=[
                ("answer", offer),
                ("time", "thursday noon"),
                ("time", "saturday at eight in the morning"),
            ],
        ),
        model.hears("door four", facts=[("answer", "door four")]),
        model.hears(
            last,
            acts=[("asks", "is it live load or drop")],
            facts=[("answer", "just his license")],
            questions=[("drop_or_live", "is it live load or drop")],
        ),
    )

    assert "proposedElse" in data
    assert passed_on == ["is it live load or drop"]


def test_no_with_two_hours_is_an_answer_and_both_are_kept(desk, load, model):  # noqa: F811
    words = "no hon were backed up i can do tomorrow at six thirty in the morning or one in the afternoon which one"
    _, found, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            words,
            acts=[("no", "no hon"), ("asks", "which one")],
            facts=[
                ("time", "tomorrow at six thirty in the morning"),
                ("time", "one in the afternoon"),
                ("reason", "were backed up"),
            ],
            questions=[("other", "which one")],
        ),
    )

    assert words in found.values()
    assert (data["proposedTime"], data["proposedElse"]["proposedTime"]) == ("06:30", "13:00")


@pytest.mark.parametrize(
    ("words", "facts", "name"),
    [
        (
            "ask for gus lindqvist in receiving ext four oh seven",
            [("person", "gus lindqvist"), ("answer", "gus lindqvist in receiving ext four oh seven")],
            "Gus Lindqvist",
        ),
        (
            "you want ines dial extension nine",
            [("person", "ines"), ("answer", "ines dial extension nine")],
            "Ines",
        ),
    ],
)
def test_extension_is_no_hour_to_call_at(desk, load, model, words, facts, name):  # noqa: F811
    _, _, data, _ = hold(
        desk,
        load,
        model,
        "shipping is closed til six tomorrow morning",
        model.hears(words, facts=facts),
    )

    assert data["opensAt"].endswith("T06:00:00")
    assert data["callbackTime"] == data["opensAt"]
    assert data["contactName"] == name
    assert data["callbackPhone"].startswith("+14175550131;ext=")


def test_hours_of_a_desk_are_by_its_own_clock(desk, load, model):  # noqa: F811
    load.origin_timezone = "America/Los_Angeles"
    load.save()

    *_, data, _ = hold(desk, load, model, "shipping is closed til six tomorrow morning", "just ask for gus")

    assert data["callbackTime"].endswith("T06:00:00")
    assert data["callbackTimezone"] == "America/Los_Angeles"


def test_number_that_is_given_is_said_back_with_its_extension_and_hours(desk, load, model):  # noqa: F811
    words = (
        "they do that out back call two one four five five five oh one six six extension twelve ask for lupe"
    )
    hours = "shes there from seven fifteen till four thirty"
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            f"{words} {hours}",
            acts=[("ask_other", "they do that out back")],
            facts=[
                ("person", "lupe"),
                ("phone", "two one four five five five oh one six six"),
                ("time", "from seven fifteen till four thirty"),
            ],
        ),
    )

    assert "we'll call (214) 555-0166 ext. 12 before 4:30 PM and ask for Lupe" in replies[-1].text
    assert replies[-1].is_last
    assert data["contactPhone"] == data["callbackPhone"] == "2145550166;ext=12"
    assert (data["opensAt"][-8:], data["closesAt"][-8:]) == ("07:15:00", "16:30:00")
    assert data["callbackTime"] is None  # she is in now


@pytest.mark.parametrize("words", ["you talk to me im dolores", "con una servidora dolores"])
def test_hour_of_another_is_not_that_of_who_speaks(desk, load, model, words):  # noqa: F811
    said = f"{words} or the planner hes out til thursday"
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        "that order was cancelled last week",
        model.hears(said, facts=[("name", "dolores"), ("person", "dolores"), ("answer", said)]),
    )

    assert "Dolores" in replies[-1].text
    assert data["opensAt"] is None


@pytest.mark.parametrize(
    ("first", "second", "address"),
    [
        ("docks at green valley dot com", "green dash valley dot com", "docks@green-valley.com"),
        ("citas arroba el roble punto com", "el guion bajo roble punto com m x", "citas@el_roble.com.mx"),
        ("ops at rivera dot com dot mx", "ops two at rivera dot com dot mx", "ops2@rivera.com.mx"),
    ],
)
def test_address_that_is_put_right_is_read_back_once_more(desk, load, model, first, second, address):  # noqa: F811
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears(f"you have to e mail that {first}", facts=[("email", first)]),
        model.hears(f"no its {second}", acts=[("no", "no")], facts=[("email", second)]),
        model.hears("yes thats right", acts=[("yes", "yes")]),
    )

    assert f"I have {address}." in replies[2].text or f"Tengo {address}." in replies[2].text
    assert replies[-1].is_last
    assert data["contactEmail"] == address


@pytest.mark.parametrize(
    "words",
    [
        "that order got canceled wednesday your dispatcher rita told us to scratch it",
        "esa orden la cancelaron ustedes el miercoles",
        "it shows cancelled hon y'all pulled it",
    ],
)
def test_order_that_our_own_office_cancelled_is_not_theirs(desk, load, model, words):  # noqa: F811
    replies, found, data, left = hold(
        desk,
        load,
        model,
        model.hears(words, acts=[("no", words)], facts=[("note", words), ("answer", words)]),
        model.hears(
            "the pallets are still here whos getting them",
            acts=[("asks", "whos getting them")],
            facts=[("note", "the pallets are still here")],
            questions=[("other", "whos getting them")],
        ),
    )

    assert "our office" in replies[1].text or "nuestra oficina" in replies[1].text
    assert found == {}
    assert data["outcome"] == "cancelled_by_us"
    assert data["contactName"] is None
    assert left == [words, "whos getting them", "the pallets are still here"]
    assert replies[-1].text.count("team") + replies[-1].text.count("oficina") == 1


def test_whose_cancelling_it_was_is_put_right(desk, load, model):  # noqa: F811
    second = "nah hon you guys cancelled it not us"
    *_, data, left = hold(
        desk, load, model, "that p o was cancelled", model.hears(second, acts=[("no", "nah hon")])
    )

    assert data["outcome"] == "cancelled_by_us"
    assert left == ["that p o was cancelled", second]


@pytest.mark.parametrize(
    ("words", "unsure", "hour"),
    [
        (
            "computers are frozen cant tell you a thing till maybe an hour from now",
            "cant tell you a thing",
            1,
        ),
        ("orita no le se decir se fue la luz hableme en tres horas", "orita no le se decir", 3),
    ],
)
def test_who_cannot_tell_yet_is_called_when_they_can(desk, load, model, words, unsure, hour):  # noqa: F811
    replies, _, data, _ = hold(
        desk, load, model, model.hears(words, acts=[("unsure", unsure)], facts=[("note", words)])
    )

    assert replies[-1].is_last
    now = NOW.astimezone(ZoneInfo(data["callbackTimezone"])).replace(tzinfo=None)
    assert abs(datetime.fromisoformat(data["callbackTime"]) - now - timedelta(hours=hour)) < timedelta(
        minutes=2
    )


def test_who_cannot_tell_and_why_is_asked_when_to_call(desk, load, model):  # noqa: F811
    words = "cant see nothing our screens are black"
    replies, *_ = hold(
        desk,
        load,
        model,
        model.hears(words, acts=[("unsure", "cant see nothing")], facts=[("note", "our screens are black")]),
    )

    assert "good time to call" in replies[-1].text


@pytest.mark.parametrize(
    "words", ["he pulled in at five forty hes in door six", "llego a las cinco ya esta en rampa"]
)
def test_hour_at_which_a_truck_came_is_nobodys_opening(desk, load, model, words):  # noqa: F811
    replies, _, data, left = hold(
        desk, load, model, model.hears(words, acts=[("checked_in", words)], facts=[("note", words)])
    )

    assert data["opensAt"] is None
    assert left == [words]
    assert replies[-1].text.count("tell the team") + replies[-1].text.count("aviso a la oficina") == 1


def test_load_is_named_once_to_who_asks_who_we_are_and_for_a_reference(desk, load, model):  # noqa: F811
    words = "who is this and what reference is it under"
    replies, *_ = hold(
        desk,
        load,
        model,
        model.hears(
            words,
            acts=[("asks", words)],
            questions=[("who", "who is this"), ("pickup_number", "what reference is it under")],
        ),
    )

    assert replies[-1].text.count("It's about load") <= 1


@pytest.mark.parametrize(
    ("words", "time"),
    [
        ("dock nine and wednesday at seven only if you can't make monday", "wednesday at seven"),
        ("dock nine oh and if monday doesn't work wednesday at seven would", "wednesday at seven"),
        ("anden nueve y si no puede el lunes el miercoles a las siete", "el miercoles a las siete"),
    ],
)
def test_second_choice_stands_behind_the_first(desk, load, model, words, time):  # noqa: F811
    first = "no can he come monday at one pm"
    again = "just boots and like i said monday at one is best wednesday only if that's not good"
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears(first, acts=[("no", "no")], facts=[("time", "monday at one pm"), ("answer", first)]),
        model.hears(words, facts=[("time", time), ("answer", " ".join(words.split()[:2])), ("note", words)]),
        model.hears(again, facts=[("time", "monday at one"), ("answer", "just boots"), ("note", again)]),
    )

    assert "Sorry" not in replies[2].text
    assert data["proposedTime"] == "13:00"
    assert data["proposedElse"]["proposedTime"] == "07:00"
    assert data["proposedElse"]["proposedDay"] > data["proposedDay"]


def test_who_finds_nothing_by_our_number_is_not_asked_again(desk, load, model):  # noqa: F811
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            "not seeing him got a reference",
            acts=[("unsure", "not seeing him"), ("asks", "got a reference")],
            questions=[("pickup_number", "got a reference")],
        ),
        model.hears("still nothing comes up", acts=[("unsure", "still nothing comes up")]),
    )

    assert data["outcome"] == "needs_number"
    assert replies[-1].is_last


@pytest.mark.parametrize(
    ("denied", "asked"),
    [
        ("hold on im not asking you to change it", "what time do you have it for"),
        ("yo no le estoy pidiendo cambiarla", "a que hora la tienen ustedes"),
    ],
)
def test_offer_that_is_denied_is_none_and_its_question_answered(desk, load, model, denied, asked):  # noqa: F811
    evening(load)
    words = "my list says he comes at quarter past three"
    replies, *_, data, _ = hold(
        desk,
        load,
        model,
        model.hears(words, facts=[("answer", words), ("moved_to", "quarter past three")]),
        model.hears(
            f"{denied} {asked}", acts=[("no", denied), ("asks", asked)], questions=[("appointment", asked)]
        ),
    )

    assert "proposedTime" not in data
    assert "PM" in replies[-1].text
    assert "15" not in replies[-1].text


def test_receiver_who_asks_hears_when_it_is_delivered(desk, load, model):  # noqa: F811
    words = "no no nothings wrong with it were the delivery end whens that load sposed to get here"
    asked = "whens that load sposed to get here"
    replies, *_ = hold(
        desk,
        load,
        model,
        model.hears(
            words,
            acts=[("no", "no no nothings wrong with it"), ("asks", asked)],
            facts=[("note", "were the delivery end"), ("answer", "nothings wrong with it")],
            questions=[("delivery", asked)],
        ),
    )

    assert "Atlanta" in replies[-1].text


RECEIVER = "no hon this is the receiver we only receive here"


def test_receiver_is_asked_about_the_delivery(desk, load, model):  # noqa: F811
    replies, *_ = hold(desk, load, model, model.hears(RECEIVER, acts=[("wrong_number", RECEIVER)]))

    assert "Does the delivery in" in replies[-1].text
    assert not replies[-1].is_last


def test_receiver_who_says_so_once_all_is_answered_ends_no_call_in_an_error(desk, load, model):  # noqa: F811
    desk.prompt = "Does the time that we booked still work for you?"
    desk.save()
    asks = "yes it does whos hauling it"
    question = "whos hauling it"
    replies, found, _, _ = hold(
        desk,
        load,
        model,
        model.hears(
            asks,
            acts=[("yes", "yes it does"), ("asks", question)],
            questions=[("other", question)],
            facts=[("answer", "yes it does")],
        ),
        model.hears(RECEIVER, acts=[("no", "no hon")], facts=[("answer", RECEIVER)]),
    )

    assert len(found) == 1
    assert replies[-1].text


@pytest.mark.parametrize(
    ("words", "asked", "topic"),
    [
        (
            "what time do you show booked cause i dont have nothin with that number",
            "what time do you show booked",
            "appointment",
        ),
        (
            "what time you got down cause i don't show nothing booked under that number",
            "what time you got down",
            "appointment",
        ),
        ("i got no appointment under that number you got a po", "you got a po", "pickup_number"),
    ],
)
def test_desk_without_our_appointment_is_asked_what_would_suit(desk, load, model, words, asked, topic):  # noqa: F811
    desk.prompt = "Does the time we booked still work for you?\nWhich dock should the driver go to?"
    desk.save()
    replies, _, _, passed_on = hold(
        desk,
        load,
        model,
        model.hears(words, acts=[("asks", asked)], questions=[(topic, asked)], facts=[("answer", words)]),
    )

    assert replies[-1].text.endswith("What would work for you instead?")
    assert topic == "appointment" or any(asked in each for each in passed_on)


@pytest.mark.parametrize(
    ("words", "hour"),
    [
        ("tell em make it closer to five we only got one guy after seven", ""),
        ("we close the dock at eleven thirty on sundays so tell em be here by ten thirty", ""),
        ("tell your driver we close the big gate on the north side at eight thirty", "8:30"),
    ],
)
def test_one_hour_of_a_note_is_said_back_and_none_of_two(desk, load, model, words, hour):  # noqa: F811
    replies, *_ = hold(
        desk,
        load,
        model,
        model.hears(f"yeah {words}", acts=[("yes", "yeah")], facts=[("answer", "yeah"), ("note", words)]),
    )

    assert hour in replies[-1].text
    assert "team know" in replies[-1].text
    assert hour or not any(map(str.isdigit, replies[-1].text))


def test_receiver_who_knows_nothing_of_the_pickup_is_asked_about_the_delivery(desk, load, model):  # noqa: F811
    words = "uh you got newark here we're the receiver i don't know nothing about that you mean the delivery"
    replies, *_ = hold(
        desk,
        load,
        model,
        model.hears(
            words,
            acts=[("unsure", "i don't know nothing about that"), ("asks", "you mean the delivery")],
            facts=[("note", "you got newark here we're the receiver")],
            questions=[("load", "you mean the delivery")],
        ),
    )

    assert "Does the delivery in" in replies[-1].text


def test_weekday_of_today_is_the_next_one_where_the_appointment_is_days_ahead(desk, load, model):  # noqa: F811
    load.pickup_time = NOW.replace(tzinfo=None) + timedelta(days=4)
    load.pickup_end_time = load.pickup_time + timedelta(hours=4)
    load.save()
    words = f"no but {NOW:%A} at nine in the morning works"
    *_, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            words.lower(),
            acts=[("no", "no")],
            facts=[("time", f"{NOW:%A} at nine in the morning".lower()), ("answer", words.lower())],
        ),
    )

    assert data["proposedDay"] == f"{NOW + timedelta(days=7):%Y-%m-%d}"


def test_hour_that_is_asked_for_is_the_one_offered(desk, load, model):  # noqa: F811
    words = "yeah i see it but can he come at six thirty in the morning instead i wanna get my crew home"
    asked = "can he come at six thirty in the morning instead"
    replies, _, data, _ = hold(
        desk,
        load,
        model,
        model.hears(
            words, acts=[("asks", asked)], questions=[("flexibility", asked)], facts=[("answer", words)]
        ),
    )

    assert data["proposedTime"] == "06:30"
    assert "What would work for you instead" not in replies[-1].text
