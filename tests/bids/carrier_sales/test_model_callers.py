"""Who calls and what about, told beside something else, as a language model reads it."""

import pytest

from bids.models import Bid
from calls.models import LoadAlarm, OpenQuestion
from tests.bids.carrier_sales.conftest import TO_BOOKED, TO_PRICE
from tests.factories import BidFactory, CarrierFactory


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (
            "no youve got pine hill trucking here where did you get our number",
            "where did you get our number",
        ),
        ("nope pine hill trucking who gave you this number", "who gave you this number"),
    ],
)
def test_company_told_beside_where_we_have_the_number_from_is_taken(hold, model, in_acme, words, asked):
    CarrierFactory(organization=in_acme, name="Pine Hill Trucking LLC", mc_number="450012")
    replies, data = hold(
        model,
        model.hears(
            words,
            acts=[("no", words.split()[0]), ("asks", asked)],
            facts=[("company", "pine hill trucking")],
            questions=[("other", asked)],
        ),
        is_outbound=True,
    )

    assert "FMCSA" in replies[-1].text
    assert "Pine Hill" not in replies[-1].text  # its whole name was said
    assert data["mcNumber"] == "450012"


@pytest.mark.parametrize("asked", ["where did you get our number", "who gave you my info"])
def test_question_alone_is_answered_and_ours_asked_again(hold, model, asked):
    replies, _ = hold(
        model,
        model.hears(asked, acts=[("asks", asked)], questions=[("other", asked)]),
        is_outbound=True,
    )

    assert "FMCSA" in replies[-1].text
    assert replies[-1].text.endswith(replies[0].text.split(". ")[-1])


@pytest.mark.parametrize(
    "asked",
    [
        "why did yall short our layover on the tulsa load",
        "por qué nos faltan dos horas de espera de la carga de tulsa",
    ],
)
def test_money_of_a_load_that_has_run_is_for_a_person_at_once(hold, model, asked):
    words = f"yes this is pam in accounting {asked}"
    replies, data = hold(
        model,
        model.hears(
            words,
            acts=[("yes", "yes"), ("asks", asked)],
            facts=[("name", "pam")],
            questions=[("money_owed", asked)],
        ),
    )

    assert data["outcome"] in ("transferred", "callback"), replies[-1].text
    assert "lane" not in replies[-1].text
    assert asked in OpenQuestion.objects.get().words


BACKED_OUT = [
    ("hold up my partner already put the truck on another one so give that load to somebody else", False),
    ("siempre no cancélela ya no la quiero adiós", True),
]


def backs_out(model, words, *, leaves):
    acts = [("cancels", words), *[("leaves", words.split()[-1])] * leaves]
    return model.hears(words, acts=acts)


@pytest.mark.parametrize(("words", "leaves"), BACKED_OUT)
def test_bid_that_is_given_back_after_the_deal_is_none(hold, model, words, leaves):
    replies, data = hold(
        model,
        *TO_PRICE,
        model.hears(
            "ill take it if they load me first",
            acts=[("agrees_if", "ill take it")],
            conditions=["if they load me first"],
        ),
        "yes thats right",
        backs_out(model, words, leaves=leaves),
    )

    assert not Bid.objects.filter(status__in=Bid.lifecycle.unfinished).exists()
    assert LoadAlarm.objects.get().kind == "cancelled"
    assert data["outcome"] == "declined"
    assert data["agreedAmount"] is None
    assert replies[-1].is_last == leaves
    assert "driver" not in replies[-1].text


@pytest.mark.parametrize(("words", "leaves"), BACKED_OUT)
def test_booking_that_is_given_back_is_a_persons_to_undo_at_once(hold, model, words, leaves, last_summary):
    replies, data = hold(model, *TO_BOOKED, backs_out(model, words, leaves=leaves))

    assert (data["outcome"] == "booked", data["loads"][0]["outcome"]) == (False, "declined")
    assert LoadAlarm.objects.get().kind == "cancelled"
    assert ("ya se lo dije al bróker" if leaves else "told the broker") in replies[-1].text
    assert replies[-1].is_last == leaves
    assert "driver" not in replies[-1].text
    assert words in last_summary()


def test_what_would_only_give_it_back_is_a_condition(hold, model):
    words = "if that other one comes through id have to give it back"
    _, data = hold(
        model, *TO_BOOKED, model.hears(words, acts=[("cancels", "give it back")], conditions=[words])
    )

    assert not LoadAlarm.objects.exists()
    assert data["conditions"] == [words]


# How it stands with a bid of before


def asks_after_bid(model, words):
    return model.hears(words, acts=[("asks", words)], questions=[("other", words)])


ANY_WORD = "we put a bid in on 482101 this morning any word yet"


@pytest.mark.parametrize(
    ("status", "said"),
    [
        ("OPEN", "is with the team; nothing is decided yet"),
        ("COUNTERED", "is with the team; nothing is decided yet"),
        ("ACCEPTED", "was accepted"),
        ("REJECTED", "didn't go with your bid"),
    ],
)
def test_who_asks_after_their_bid_hears_how_it_stands_and_no_load(hold, model, load, carrier, status, said):
    BidFactory(organization=load.organization, load=load, carrier=carrier, status=status, amount=1900)

    replies, data = hold(model, "yes", asks_after_bid(model, ANY_WORD))

    assert said in replies[-1].text
    assert "Dallas" not in replies[-1].text
    assert "1,900" not in replies[-1].text
    assert replies[-1].text.endswith("?")
    assert ANY_WORD in data["openQuestions"]


def test_bid_asked_after_by_where_it_goes_is_found(hold, model, load, carrier):
    BidFactory(organization=load.organization, load=load, carrier=carrier, status="OPEN", amount=1900)
    words = "we put a bid in on the atlanta one any word yet"
    replies, _ = hold(
        model,
        "yes",
        model.hears(
            words, acts=[("asks", words)], questions=[("other", words)], facts=[("destination", "atlanta")]
        ),
    )

    assert "4 8 2 1 0 1 is with the team" in replies[-1].text


def test_who_asks_after_a_bid_that_there_is_not_is_left_to_the_team(hold, model):
    replies, data = hold(model, "yes", asks_after_bid(model, "denny put a bid in is it approved or not"))

    assert "I can't see that from here" in replies[-1].text
    assert "denny put a bid in is it approved or not" in data["openQuestions"]


def test_who_asks_after_another_carriers_bid_hears_nothing_of_it(hold, model, load, carrier):
    other = CarrierFactory(organization=load.organization, mc_number="555001", dot_number=3555001)
    BidFactory(organization=load.organization, load=load, carrier=other, status="OPEN", amount=1900)

    replies, _ = hold(model, "yes", asks_after_bid(model, ANY_WORD))

    assert "I can't see that from here" in replies[-1].text


def test_price_is_no_question_after_a_bid(hold, model):
    words = "can you accept nineteen hundred that's my number"
    replies, _ = hold(
        model,
        *TO_PRICE,
        model.hears(words, acts=[("counters", words), ("asks", words)], figures=[(0, 1900, "ask")]),
    )

    assert "bid on load" not in replies[-1].text
