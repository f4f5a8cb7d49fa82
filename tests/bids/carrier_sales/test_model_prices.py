"""What a carrier's price is, where a language model reads their words: ours too, where they have come down to it."""

from decimal import Decimal

import pytest

from bids.models import Bid
from calls.language.reading import Expecting
from calls.models import OpenQuestion
from tests.bids.carrier_sales.conftest import TO_PRICE, asks
from tests.factories import LoadFactory

PUT_OFF = [
    ("let me run it by my partner first ill call you back in an hour", "ill call you back"),
    ("hang tight i gotta check with my brother ill ring you", "ill ring you"),
]


def takes_if(model, words, condition, *, figures=((0, 1500, "offer_back"),)):
    return model.hears(words, acts=[("agrees_if", words)], figures=figures, conditions=[condition])


def haggles(model):
    """Our 1,500 stands against their 1,850."""
    return (*TO_PRICE, asks(model, 1850, "i need eighteen fifty"))


@pytest.mark.parametrize(("words", "call"), PUT_OFF)
def test_our_price_taken_on_a_condition_and_put_off_is_their_number(hold, model, words, call):
    replies, data = hold(
        model,
        *haggles(model),
        takes_if(
            model, "alright fifteen but i need a forty percent advance", "i need a forty percent advance"
        ),
        model.hears(words, acts=[("callback", call)], facts=[("is_their_call", call)]),
    )

    assert "$1,500 with your condition" in replies[-1].text
    assert Bid.objects.get().amount == Decimal(1500)
    assert data["conditions"] == ["i need a forty percent advance"]


def test_better_not_let_me_ask_first_keeps_it_too(hold, model):
    words = "mejor no dejame hablarle a mi carnal te marco en una hora"
    replies, _ = hold(
        model,
        *haggles(model),
        takes_if(model, "fifteen then if its no touch", "if its no touch"),
        model.hears(
            words,
            acts=[("refuses", "mejor no"), ("callback", "te marco en una hora")],
            facts=[("is_their_call", "te marco")],
        ),
    )

    assert "1,500" in replies[-1].text
    assert Bid.objects.get().amount == Decimal(1500)


def test_no_to_our_price_after_all_leaves_what_they_asked(hold, model):
    words = "nah i cant do it for that"
    hold(
        model,
        *haggles(model),
        takes_if(model, "fifteen works if they load me by noon", "if they load me by noon"),
        model.hears(words, acts=[("refuses", words)]),
    )

    assert Bid.objects.get().amount == Decimal(1850)


def test_no_of_who_named_no_price_leaves_no_bid(hold, model):
    words = "no thats not enough after all"
    hold(
        model,
        *TO_PRICE,
        takes_if(
            model,
            "fifteen if they load me by noon",
            "if they load me by noon",
            figures=[(0, 1500, "offer_back")],
        ),
        model.hears(words, acts=[("no", "no"), ("refuses", words)]),
    )

    assert not Bid.objects.filter(status__in=Bid.lifecycle.unfinished).exists()


def test_price_named_with_a_call_where_a_yes_was_asked_for_is_their_bid(hold, model):
    words = "no make it seventeen and have him call me tomorrow at nine"
    hold(
        model,
        *haggles(model),
        takes_if(model, "fifteen works if they load me by noon", "if they load me by noon"),
        model.hears(
            words,
            acts=[("no", "no"), ("counters", "make it seventeen"), ("callback", "have him call me")],
            figures=[(0, 1700, "ask")],
            facts=[("time", "tomorrow at nine")],
        ),
    )

    assert Bid.objects.get().amount == Decimal(1700)


def test_yes_that_a_breakdown_may_undo_is_a_deal_with_that_condition(hold, model):
    words = "yeah book it but hold on his unit is throwing a code if its bad ill call you in the morning"
    replies, data = hold(
        model,
        *haggles(model),
        model.hears(
            "alright fine fifteen send me the rate con",
            acts=[("agrees", "alright fine fifteen"), ("asks", "send me the rate con")],
            figures=[(0, 1500, "offer_back")],
            questions=[("rate_con", "send me the rate con")],
        ),
        model.hears(
            words,
            acts=[
                ("agrees", "yeah book it"),
                ("broken_down", "his unit is throwing a code"),
                ("callback", "if its bad ill call you in the morning"),
            ],
            facts=[
                ("note", "his unit is throwing a code if its bad ill call you in the morning"),
                ("is_their_call", "ill call you"),
            ],
        ),
        "yes thats right",
    )

    assert "okay" in replies[-2].text, [each.text for each in replies]
    assert data["agreedAmount"] == 1500


@pytest.mark.parametrize(
    ("asked", "price"),
    [
        ("ask the broker if hell take it with my reefer", "i'd pull it for seventeen hundred"),
        ("see if a reefer is okay with them", "seventeen hundred and its done"),
    ],
)
def test_price_for_a_load_that_their_trailer_does_not_fit_is_a_bid_on_that_condition(
    hold, model, asked, price
):
    words = f"no thats all but {asked} {price}"
    replies, data = hold(
        model,
        "yes",
        "load 482101",
        "no i've got a reefer",
        "in dallas tomorrow",
        model.hears(
            words,
            acts=[("no", "no thats all"), ("asks", asked), ("counters", price)],
            figures=[(0, 1700, "ask")],
            questions=[("equipment", asked)],
            conditions=[asked],
        ),
    )

    bid = Bid.objects.get()
    assert bid.amount == Decimal(1700), [each.text for each in replies]
    assert bid.details["conditions"] == [asked]
    assert "$1,700" in replies[-1].text
    assert replies[-1].is_last
    assert data["outcome"] == "wrong_equipment"


@pytest.mark.parametrize(
    ("words", "yes", "question"),
    [
        (
            "thats fine at fifteen ill take it but can they get me in by ten",
            "thats fine at fifteen ill take it",
            ("flexibility", "can they get me in by ten"),
        ),
        (
            "deal at fifteen hundred whats happening if one leaves sooner",
            "deal at fifteen hundred",
            ("other_loads", "whats happening if one leaves sooner"),
        ),
    ],
)
def test_yes_beside_a_question_is_asked_for_once(hold, model, words, yes, question):
    taken = model.hears(
        words,
        acts=[("agrees", yes), ("asks", question[1])],
        figures=[(0, 1500, "offer_back")],
        questions=[question],
    )
    replies, data = hold(model, *TO_PRICE, taken, "yes")

    assert "at $1,500" in replies[-2].text
    assert replies[-2].text.count("?") == 1
    assert data["agreedAmount"] == 1500
    assert data["outcome"] == "booked"


@pytest.mark.parametrize(
    ("words", "acts"),
    [
        (
            "no i need to hear which night first get me somebody",
            [("no", "no"), ("wants_person", "get me somebody")],
        ),
        ("let me have a human on this", [("wants_person", "let me have a human on this")]),
    ],
)
def test_price_they_came_down_to_stays_theirs_where_the_deal_stays_open(hold, model, words, acts):
    hold(
        model,
        *haggles(model),
        asks(model, 1525, "meet me at fifteen twenty five"),
        model.hears(words, acts=acts),
    )

    assert Bid.objects.get().amount == Decimal(1525)


def test_price_that_is_denied_when_read_back_leaves_the_one_before(hold, model):
    words = "no thats wrong i cant do it"
    hold(
        model,
        *haggles(model),
        asks(model, 1525, "fifteen twenty five"),
        model.hears(words, acts=[("no", "no"), ("refuses", "i cant do it")]),
    )

    assert Bid.objects.get().amount == Decimal(1850)


@pytest.mark.parametrize(
    ("amount", "words", "call"),
    [
        (1850, "id need eighteen fifty ill call you back after supper", "ill call you back after supper"),
        (1700, "seventeen hundred gets it i gotta ask my wife ill ring you", "ill ring you"),
    ],
)
def test_who_names_a_price_and_calls_again_is_no_stranger_to_the_load(hold, model, amount, words, call):
    _, data = hold(
        model,
        "yes",
        "yes a dry van",
        model.hears(
            words,
            acts=[("counters", words), ("callback", call)],
            figures=[(0, amount, "ask")],
            facts=[("is_their_call", call)],
        ),
        is_outbound=True,
    )

    assert data["tags"] == ["negotiation"]
    assert Bid.objects.get().amount == Decimal(amount)


@pytest.mark.parametrize(
    ("words", "amounts", "conditions"),
    [
        (
            "sixteen hundred if i drop the empty there if i haul it back to you its nineteen",
            (1600, 1900),
            ["if i drop the empty there", "if i haul it back to you its nineteen"],
        ),
        (
            "mil novecientos si descargan a mano y con montacargas mil seiscientos cincuenta",
            (1900, 1650),
            ["si descargan a mano"],
        ),
    ],
)
def test_of_two_prices_the_lower_is_their_bid_with_all_that_it_hangs_on(
    hold, model, words, amounts, conditions
):
    figures = [(number, amount, "ask") for number, amount in enumerate(amounts)]
    hold(
        model,
        *TO_PRICE,
        model.hears(words, acts=[("counters", words)], figures=figures, conditions=conditions),
    )

    bid = Bid.objects.get()
    assert bid.amount == min(amounts)
    assert bid.details["conditions"] == [words]


@pytest.mark.parametrize(
    ("words", "either"),
    [
        (
            "like i said seventeen to the yard eighteen fifty to the door have the broker call me",
            "seventeen to the yard eighteen fifty to the door",
        ),
        (
            "ya le dije mil setecientos sin lonas y dos mil con lonas que me hable alguien",
            "mil setecientos sin lonas y dos mil con lonas",
        ),
    ],
)
def test_other_price_that_their_bid_hangs_on_is_kept(hold, model, words, either):
    if_door = "if i take it to the door its eighteen fifty"
    first = f"{if_door} else seventeen gets it"
    hold(
        model,
        *TO_PRICE,
        model.hears(
            first,
            acts=[("counters", "seventeen gets it")],
            figures=[(1, 1700, "ask")],
            conditions=[if_door],
        ),
        model.hears(words, acts=[("firm", either), ("callback", words)], conditions=[either]),
    )

    bid = Bid.objects.get()
    assert bid.amount == Decimal(1700)
    assert bid.details["conditions"] == [if_door, either]


@pytest.mark.parametrize(
    "words",
    [
        "si ustedes ponen el transfer se lo hago en mil novecientos si no pues dos mil doscientos",
        "if you send the pallets back with somebody else seventeen does it otherwise two thousand",
    ],
)
def test_condition_that_holds_both_prices_is_kept(hold, model, words):
    amount = 1900 if "mil" in words else 1700
    hold(
        model,
        *TO_PRICE,
        model.hears(words, acts=[("counters", words)], figures=[(0, amount, "ask")], conditions=[words]),
    )

    bid = Bid.objects.get()
    assert bid.amount == Decimal(amount)
    assert bid.details["conditions"] == [words]


@pytest.mark.parametrize(
    ("words", "leave"),
    [
        ("eighteen hundred or keep it gotta run", "gotta run"),
        ("mil ochocientos o nada ya me voy", "ya me voy"),
    ],
)
def test_last_price_of_who_leaves_is_put_down(hold, model, words, leave):
    replies, data = hold(
        model,
        *haggles(model),
        model.hears(
            words,
            acts=[("refuses", words), ("firm", words), ("leaves", leave)],
            figures=[(0, 1800, "ask")],
        ),
    )

    assert replies[-1].is_last
    assert "$1,800" in replies[-1].text
    assert "1,500" not in replies[-1].text
    assert Bid.objects.get().amount == Decimal(1800)
    assert data["outcome"] == "declined"


def test_final_price_that_is_said_again_is_passed_on(hold, model):
    deadline = "only good for the next half hour"
    firm = {"acts": [("firm", "eighteen fifty")], "figures": [(0, 1850, "ask")]}
    again = "no just call me back and put my number in front of a human"
    replies, data = hold(
        model,
        *haggles(model),
        model.hears("its eighteen fifty like i told you", **firm),
        model.hears(f"then hand them my eighteen fifty {deadline}", **firm, conditions=[deadline]),
        model.hears(
            again,
            acts=[("no", "no"), ("callback", "call me back"), ("wants_person", "in front of a human")],
        ),
    )

    assert "$1,850 with your condition" in replies[-2].text
    assert replies[-2].text.endswith("?")
    assert "1,500" not in replies[-2].text
    bid = Bid.objects.get()
    assert bid.amount == Decimal(1850)
    assert bid.details["conditions"] == [deadline]
    assert replies[-1].transfer is None
    assert data["outcome"] == "callback"


def test_person_who_is_to_call_back_is_no_transfer(hold, model, last_summary):
    words = "show my rate to a real person and ring me back"
    replies, data = hold(
        model,
        *haggles(model),
        model.hears(words, acts=[("wants_person", "to a real person"), ("callback", "ring me back")]),
    )

    assert replies[-1].transfer is None
    assert data["outcome"] == "callback"
    assert Bid.objects.get().amount == Decimal(1850)
    assert "$1,850" in last_summary()


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("is that fifteen all in or plus fuel", "rate"),
        ("does fifteen include tarp pay or is that extra", "tarps"),
        ("do the tarps come in that or are they extra", "tarps"),
        ("las lonas van aparte o ya estan ahi", "tarps"),
        ("does it include the chassis", "equipment"),
    ],
)
def test_whether_the_rate_is_all_in_is_answered(hold, load, model, words, topic):
    load.special_instructions = "8 ft tarps."
    load.save()
    figures = [(0, 1500, "offer_back")] * ("fifteen" in words)
    heard = model.hears(words, acts=[("asks", words)], figures=figures, questions=[(topic, words)])
    replies, data = hold(model, *TO_PRICE, heard)

    assert "yes to" not in replies[-1].text
    assert "on top" in replies[-1].text or "aparte" in replies[-1].text
    assert "8 ft" not in replies[-1].text
    assert data["openQuestions"] == []


@pytest.mark.parametrize(
    ("words", "topic"),
    [
        ("who pays for the tarps", "tarps"),
        ("do i get paid for the chassis", "equipment"),
        ("quien paga las lonas", "instructions"),
    ],
)
def test_who_pays_for_something_is_passed_on(hold, load, model, words, topic):
    load.special_instructions = "8 ft tarps."
    load.save()
    replies, data = hold(
        model, *TO_PRICE, model.hears(words, acts=[("asks", words)], questions=[(topic, words)])
    )

    assert "8 ft" not in replies[-1].text
    assert "van" not in replies[-1].text.split("$")[0]
    assert data["openQuestions"] == [words]


@pytest.mark.parametrize(
    "words",
    ["fifteen hundred dont buy the fuel over those snowy passes", "con mil quinientos ni la nieve paso"],
)
def test_load_turned_down_beside_its_price_is_turned_down_for_that(hold, model, last_summary, words):
    hold(
        model,
        *TO_PRICE,
        model.hears(words, acts=[("refuses", words), ("declines", words)], figures=[(0, 1500, "offer_back")]),
    )

    assert "something else than the rate" not in last_summary()


@pytest.mark.parametrize(
    "words",
    [
        "fifteen hundred if i deliver saturday two grand if its monday",
        "mil quinientos si descargo el sabado y si es hasta el lunes dos mil",
    ],
)
def test_our_price_and_a_higher_one_on_conditions_are_kept_as_said(hold, model, words):
    figures = [(0, 1500, "offer_back"), (1, 2000, "ask")]
    taken = model.hears(words, acts=[("agrees_if", words)], figures=figures, conditions=[words])
    replies, data = hold(model, *TO_PRICE, taken, "yes")

    assert "$1,500, " in replies[-2].text
    assert data["conditions"] == [words]
    assert data["outcome"] == "bid"
    assert Bid.objects.get().amount == Decimal(1500)


def test_summary_tells_their_number_on_another_load_too(hold, in_acme, model, last_summary):
    LoadFactory(organization=in_acme, external_id="482102")
    other, leave = "then what about load four eight two one zero two", "nah not that one at any money"
    hold(
        model,
        *haggles(model),
        model.hears(other, acts=[("asks", other)], facts=[("load", "four eight two one zero two")]),
        model.hears(leave, acts=[("declines", leave)]),
    )

    assert "482102" in last_summary()
    assert "Their number on load 482101" in last_summary()
    assert "$1,850" in last_summary()


@pytest.mark.parametrize(
    "condition", ["only if detention starts after two hours", "pero solo si me descargan antes de las dos"]
)
def test_price_that_is_final_keeps_what_it_hangs_on(hold, model, condition):
    words = f"i could do two thousand but thats it and {condition}"
    hold(
        model,
        *haggles(model),
        model.hears(
            words,
            acts=[("counters", "i could do two thousand"), ("firm", "thats it")],
            figures=[(0, 2000, "ask")],
            conditions=[condition],
        ),
    )

    assert Bid.objects.get().details["conditions"] == [condition]


# What a price hangs on that the money doesn't settle.


@pytest.mark.parametrize(
    ("words", "other"),
    [
        ("put seventeen fifty on there and my boss tells you yes or no", "my boss tells you yes or no"),
        ("pongale mil setecientos cincuenta y ya mi patron le dice", "ya mi patron le dice"),
    ],
)
def test_price_that_somebody_else_decides_is_put_down_and_not_haggled_over(hold, model, words, other):
    call = "i already told you i dont decide leave it at seventeen fifty and call him tomorrow at ten"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words, acts=[("counters", words), ("ask_other", other)], figures=[(0, 1750, "ask")], questions=[]
        ),
        model.hears(
            call,
            acts=[("counters", "leave it at seventeen fifty"), ("callback", "call him tomorrow at ten")],
            figures=[(0, 1750, "ask")],
            facts=[("time", "tomorrow at ten")],
        ),
    )

    assert "$1,750, if your side okays it" in replies[-2].text or "de su lado" in replies[-2].text
    assert replies[-2].expecting == Expecting.TIME
    assert replies[-1].is_last
    assert data["callbackTime"].endswith("T10:00")
    assert Bid.objects.get().amount == Decimal(1750)
    assert Bid.objects.get().details["conditions"] == [words]


@pytest.mark.parametrize(
    ("words", "asked", "condition"),
    [
        (
            "moneys got nothing to do with it i cant go over forty four thousand can they shave some off",
            "can they shave some off",
            "can they shave some off",
        ),
        ("its not the rate i just cant get there till midnight", "", None),
    ],
)
def test_who_turns_down_something_else_than_the_money_hears_no_price(hold, model, words, asked, condition):
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[("refuses", words), *[("asks", asked)] * bool(asked)],
            facts=[("is_not_for_money", words)],
            questions=[("other", asked)] * bool(asked),
        ),
        "yes",
    )

    assert "$" not in replies[-2].text
    assert replies[-2].text.endswith("Would you take it if they okay that?")
    assert "condition" in replies[-1].text
    assert Bid.objects.get().details["conditions"] == [condition or words]


def test_what_somebody_claims_is_noted_and_said(hold, model):
    words = "yes its us and one of your fellas swore to me hed hold it at two grand"
    claim = "one of your fellas swore to me hed hold it at two grand"
    replies, _ = hold(model, model.hears(words, acts=[("yes", "yes"), ("claims", claim)]))

    assert "let the team know" in replies[-1].text
    assert claim in [each.words for each in OpenQuestion.objects.all()]


def test_lower_of_two_prices_that_hang_on_something_counts_before_ours_too(hold, model):
    words = "yes a van and its eighteen hundred if its no touch or twenty one hundred if i gotta lump it"
    hold(
        model,
        *TO_PRICE[:-1],
        model.hears(
            words,
            acts=[("yes", "yes"), ("counters", words)],
            figures=[(0, 1800, "ask"), (1, 2100, "ask")],
            facts=[("equipment", "van")],
            conditions=["if its no touch"],
        ),
    )

    assert Bid.objects.get().amount == Decimal(1800)
    assert Bid.objects.get().details["conditions"] == [words]


@pytest.mark.parametrize(
    ("price", "condition"),
    [
        ("id haul it with the reefer at seventeen hundred", "if the shipper says okay"),
        ("yo la jalo con el reefer en mil setecientos", "si el cliente acepta"),
    ],
)
def test_price_for_such_a_load_counts_beside_where_the_truck_is(hold, model, price, condition):
    words = f"{price} {condition} its empty tomorrow noon in waco"
    replies, data = hold(
        model,
        "yes",
        "load 482101",
        "no i've got a reefer",
        model.hears(
            words,
            acts=[("counters", price)],
            figures=[(0, 1700, "ask")],
            facts=[("time", "tomorrow noon"), ("place", "waco")],
            conditions=[f"{price} {condition}"],
        ),
    )

    bid = Bid.objects.get()
    assert bid.amount == Decimal(1700), [each.text for each in replies]
    assert condition in bid.details["conditions"][0]
    assert "$1,700" in replies[-1].text
    assert data["details"]["emptyPlace"] == "Waco, TX"


def test_a_case_goes_where_their_next_price_rules_it_out(hold, model):
    hold(
        model,
        *TO_PRICE,
        model.hears(
            "does it need tarps cause if i gotta tarp it id want twenty two hundred",
            acts=[("asks", "does it need tarps"), ("counters", "id want twenty two hundred")],
            figures=[(0, 2200, "ask")],
            questions=[("tarps", "does it need tarps")],
            conditions=["if i gotta tarp it"],
        ),
        model.hears(
            "i could do two thousand no tarp",
            acts=[("counters", "i could do two thousand no tarp")],
            figures=[(0, 2000, "ask")],
            conditions=["no tarp"],
        ),
    )

    assert Bid.objects.get().details["conditions"] == ["no tarp"]


def test_a_case_of_something_else_stays_beside_the_next_condition(hold, model):
    hold(
        model,
        *TO_PRICE,
        model.hears(
            "if i gotta unload it id want twenty two hundred",
            acts=[("counters", "id want twenty two hundred")],
            figures=[(0, 2200, "ask")],
            conditions=["if i gotta unload it"],
        ),
        model.hears(
            "i could do two thousand no tarp",
            acts=[("counters", "i could do two thousand no tarp")],
            figures=[(0, 2000, "ask")],
            conditions=["no tarp"],
        ),
    )

    assert Bid.objects.get().details["conditions"] == ["if i gotta unload it", "no tarp"]


def test_a_case_stays_where_another_condition_only_shares_a_word(hold, model):
    hold(
        model,
        *TO_PRICE,
        model.hears(
            "if i gotta wait to get loaded id want two thousand",
            acts=[("counters", "id want two thousand")],
            figures=[(0, 2000, "ask")],
            conditions=["if i gotta wait to get loaded"],
        ),
        model.hears(
            "nineteen hundred if they get me loaded by ten",
            acts=[("counters", "nineteen hundred")],
            figures=[(0, 1900, "ask")],
            conditions=["if they get me loaded by ten"],
        ),
    )

    assert len(Bid.objects.get().details["conditions"]) == 2


def test_so_much_on_top_beside_what_we_could_do_is_their_price(hold, model):
    words = "nope but if you put a couple hundred on it i might listen what can you really do"
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[
                ("refuses", "nope"),
                ("counters", "if you put a couple hundred on it i might listen"),
                ("asks", "what can you really do"),
            ],
            figures=[(1, 200, "on_top")],
            questions=[("ceiling", "what can you really do")],
        ),
    )

    assert Bid.objects.get().amount == 1700
    assert "$1,700" not in replies[-1].text


def test_what_their_price_a_mile_comes_to_is_told(hold, model):
    words = "i mean i could shave it to like two and a quarter a mile whats that come out to"
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            words,
            acts=[
                ("counters", "i could shave it to like two and a quarter a mile"),
                ("asks", "whats that come out to"),
            ],
            figures=[(1, 2.25, "per_mile")],
            questions=[("other", "two and a quarter a mile whats that come out to")],
        ),
    )

    assert "That comes to $1,757.25 over 781 miles." in replies[-1].text
    assert data["openQuestions"] == []


def test_stop_pay_that_nobody_cares_for_any_more_is_no_condition(hold, model):
    first = "i'd need nineteen hundred and at least fifty bucks a drop on top of that"
    words = "make it twenty two hundred and i don't care about the stop pay"
    _, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            first,
            acts=[("counters", "i'd need nineteen hundred")],
            figures=[(0, 1900, "ask")],
            conditions=["at least fifty bucks a drop on top of that"],
        ),
        model.hears(
            words,
            acts=[("counters", "make it twenty two hundred")],
            figures=[(0, 2200, "ask")],
            facts=[("dropped", "i don't care about the stop pay")],
        ),
    )

    assert data["conditions"] == []
    assert Bid.objects.get().amount == 2200
