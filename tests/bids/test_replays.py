"""Stored price talks played again: the check, the page, the command; nobody else's talks count."""

import json
from datetime import timedelta
from decimal import Decimal
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bids.models import NegotiationStep, PriceTalk
from bids.offer_limits import Clock, Pace, Rules, Strategy
from bids.replay import Change, Settings
from bids.selectors.replays import replayed
from bids.services.price_talks import keep_agreement
from calls.models import Conversation
from loads.models import Load
from organizations.tenancy.scope import scope
from tests.bids.replaying import replayed_ever
from tests.bids.test_price_talks import BY, FIXED, say
from tests.bids.test_settings_page import DATA
from tests.factories import NOW, CallFactory, CarrierFactory, LoadFactory, NegotiationRulesFactory

pytestmark = pytest.mark.sampled(8)

PAGE = reverse("bids:replay_talks")
TRIED = {name: value for name, value in DATA.items() if name not in ("agent_may_book", "second_call")}
TRIED |= {"period": "90", "start_share": "100", "max_share": "100"}
LATELY = timedelta(minutes=10)


def haggle(organization, *asks, number="48213", phone="+18065550101", at=NOW, agrees=False, **load_fields):
    """A carrier's call about a load of the organization's, in fixed steps from $1,500 to $1,953; its price talk."""
    with scope(organization.pk):
        load = Load.objects.filter(external_id=number).first() or LoadFactory(
            organization=organization, external_id=number, **load_fields
        )
        carrier = CarrierFactory(organization=organization, phone=phone)
        call = CallFactory(
            organization=organization,
            conversation__carrier=carrier,
            conversation__direction="inbound",
            from_phone=phone,
        )
        conversation = Conversation.objects.select_related("organization").get(pk=call.pk)
        for amount in asks:
            say(conversation, load, amount, at)
        talk = PriceTalk.objects.get(carrier=carrier)
        if agrees:
            keep_agreement(talk, talk.agreed_amount, conversation=conversation, by=BY, at=at)
    return talk


@pytest.fixture
def talks(in_acme):
    """One that came to $1,900, which the agent agreed to in its final round, and one that came to nothing."""
    return [
        haggle(in_acme, 2400, 2200, 1900, agrees=True),
        haggle(in_acme, 2400, 2300, 2200, 2100, number="48214", phone="+18065550102"),
    ]


def test_all_talks_come_out_as_they_were_held(talks):
    found = replayed_ever(Settings(FIXED))

    assert (found.talks, found.matching, found.wrong, found.unkept) == (2, 2, 0, 0)
    assert (found.exact, found.banded, found.rows) == (2, 0, [])
    assert (found.sum.covered, found.sum.least_covered, found.sum.cost, found.sum.most_cost) == (
        1,
        1,
        1900,
        1900,
    )


def test_other_settings_tell_what_they_change_and_where(talks):
    found = replayed_ever(Settings(Rules(strategy=Strategy.FIXED_STEPS, rounds=2)))

    row = next(row for row in found.rows if row.number == "48213")
    assert row.outcome.change == Change.SAME
    assert row.call_id == talks[0].conversation_id
    assert row.was == "Countered $1,725"
    assert row.would_be == "Final offer $1,950"
    assert row.outcome.was == 1900
    assert (row.outcome.low, row.outcome.high) == (1950, 1953)


@pytest.mark.parametrize(
    "harm",
    [
        lambda: NegotiationStep.objects.filter(action="counter").update(amount=1, offer=1),
        lambda: NegotiationStep.objects.filter(round=2).update(rule="no_room"),
        lambda: PriceTalk.objects.update(standing={"offer": "1", "asks": []}),
    ],
)
def test_a_talk_that_comes_out_otherwise_is_told_and_left_out(talks, harm):
    harm()

    found = replayed_ever(Settings(FIXED))

    assert found.wrong == 2
    assert found.sum.loads == 0
    PriceTalk.objects.all().delete()


def test_talks_that_were_not_kept_whole_are_counted_and_never_guessed(talks):
    PriceTalk.objects.filter(pk=talks[0].pk).update(moves=None)
    NegotiationStep.objects.filter(price_talk=talks[1], round=1).delete()

    found = replayed_ever()

    assert (found.talks, found.unkept, found.wrong, found.matching, found.sum.loads) == (2, 2, 0, 0, 0)
    PriceTalk.objects.all().delete()


def test_practice_does_not_count(talks):
    Conversation.objects.filter(pk=talks[0].conversation_id).update(skill_state={"is_own_phone": True})

    assert replayed_ever().talks == 1


def test_only_the_newest_count_where_there_are_too_many(talks):
    found = replayed(NOW - LATELY, NOW + LATELY, Settings(FIXED), most=1)

    assert (found.talks, found.is_cut) == (1, True)
    assert replayed(NOW + LATELY, NOW + 2 * LATELY, Settings(FIXED)).talks == 0


def test_others_talks_never_count(talks, rival):
    haggle(rival, 2400, 2200, 1900, agrees=True)

    assert replayed_ever().talks == 2
    with scope(rival.pk):
        assert replayed_ever().talks == 1


def test_queries_do_not_grow_with_the_talks(in_acme):
    counted = []
    for number in range(3):
        haggle(in_acme, 2400, 2200, 1900, number=str(number), phone=f"+1806555010{number}")
        with CaptureQueriesContext(connection) as captured:
            replayed_ever(Settings(Rules()))
        counted.append(len(captured))
    with CaptureQueriesContext(connection) as captured:
        replayed_ever(Settings(Rules(), Clock()))

    assert counted == [2, 2, 2]
    assert len(captured) == 3


def test_a_clock_counts_the_offers_that_waited_then(in_acme):
    haggle(in_acme, 2400, 2200, number="1", pickup_at=NOW + timedelta(hours=20))
    later = NOW + timedelta(minutes=1)
    haggle(in_acme, 2400, 2200, number="1", phone="+18065550102", at=later)
    first = PriceTalk.objects.order_by("pk")[0]
    Conversation.objects.filter(pk=first.conversation_id).update(skill_state={"is_own_phone": True})
    measured = Rules(pace=Pace.GIVE_EARLY)

    hold = replayed_ever(Settings(measured, Clock(enough_offers=1, early_share=Decimal("0.1"))))
    go_on = replayed_ever(Settings(measured, Clock(enough_offers=9, early_share=Decimal("0.1"))))

    assert [hold.talks, go_on.talks, hold.wrong] == [1, 1, 0]
    assert hold.rows[0].would_be == "Held at $1,500"
    assert go_on.rows[0].would_be == "Countered $1,600"


# The page.


@pytest.fixture
def page(client, viewer):
    """The browser of somebody who only reads, as the negotiation page lets them."""
    client.force_login(viewer)
    return client


@pytest.fixture
def lately(talks):
    """The talks as of just now, for a page that goes by the clock on the wall."""
    PriceTalk.objects.update(created_at=timezone.now() - LATELY)
    return talks


def test_page_starts_with_todays_settings(page, acme, lately):
    NegotiationRulesFactory(organization=acme, strategy=Strategy.FIXED_STEPS)

    text = page.get(PAGE).content.decode()

    assert "2 of 2 negotiations came out the same, to the dollar" in text
    assert "Nothing would change" in text
    assert "These are your current settings" in text


def test_page_shows_what_other_settings_change(page, lately):
    text = page.get(PAGE, TRIED | {"strategy": "fixed_steps", "rounds": "2"}).content.decode()

    assert "Countered $1,725 → Final offer $1,950" in text
    assert reverse("calls:page", args=[lately[0].conversation_id]) in text
    assert "$1,950–$1,953" in text


def test_page_is_empty_without_talks_and_says_what_is_wrong_of_a_form(page, acme):
    assert "No negotiations in this period" in page.get(PAGE).content.decode()
    text = page.get(PAGE, TRIED | {"rounds": "99", "max_share": "1"}).content.decode()
    assert text.count('class="error"') + text.count("field-error") >= 1
    assert "No price talks" not in text


def test_page_asks_no_more_with_more_talks(page, acme, in_acme):
    counts = []
    for number in range(3):
        haggle(in_acme, 2400, 2200, 1900, number=str(number), phone=f"+1806555010{number}")
        PriceTalk.objects.update(created_at=timezone.now() - LATELY)
        page.get(PAGE, TRIED)
        with CaptureQueriesContext(connection) as captured:
            page.get(PAGE, TRIED)
        counts.append(len(captured))

    assert len(set(counts)) == 1


def test_strangers_see_none_of_it(client, stranger, lately):
    client.force_login(stranger)

    text = client.get(PAGE, TRIED).content.decode()

    assert "No negotiations in this period" in text
    assert "48213" not in text


# The command.


def run(*arguments):
    out = StringIO()
    call_command("replay", *arguments, stdout=out)
    return out.getvalue()


def test_command_tells_the_check_and_the_sums(acme, talks):
    text = run(
        "--organization", acme.slug, "--since", "2000-01-01", "--strategy", "fixed_steps", "--rounds", "2"
    )

    assert "2 price talks, 2 replay as they were held" in text
    assert "48213" in text
    told = json.loads(run("--organization", acme.slug, "--since", "2000-01-01", "--json"))
    assert (told["talks"], told["matching"], told["wrong"], told["unkept"]) == (2, 2, 0, 0)
    assert set(told["covered"]) == {"actual", "least", "most"}


def test_command_fails_where_a_talk_comes_out_otherwise(acme, talks):
    NegotiationStep.objects.update(offer=1)
    with pytest.raises(SystemExit):
        run("--organization", acme.slug, "--since", "2000-01-01")
    PriceTalk.objects.all().delete()


@pytest.mark.parametrize(
    "wrong", [("--rounds", "0"), ("--final-low", "95", "--final-high", "60"), ("--max-share", "1000")]
)
def test_command_refuses_settings_that_are_none(acme, wrong):
    with pytest.raises(CommandError):
        run("--organization", acme.slug, *wrong)
