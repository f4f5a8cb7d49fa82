"""The negotiation receipt: what is stored of each answer, and the page that shows it."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from bids.models import NegotiationStep
from bids.negotiation import accept_offer, begin, hear_ask, press
from bids.offer_limits import Rules, Strategy, Terms
from bids.services import negotiation_terms
from calls.language.reading import Figure, Role
from tests.factories import (
    NOW,
    AgentFactory,
    CallFactory,
    ConversationFactory,
    LoadFactory,
    NegotiationRulesFactory,
)

RULES = Rules(strategy=Strategy.FIXED_STEPS)
HTMX = {"HX-Request": "true"}
MARKUP = "<script>alert(1)</script>"


@pytest.fixture
def page(client, broker):
    """The signed-in broker's browser."""
    client.force_login(broker)
    return client


@pytest.fixture
def call(acme):
    """A carrier-sales call that goes on."""
    agent = AgentFactory(organization=acme, purpose="carrier_sales")
    return CallFactory(organization=acme, status="ANSWERED", answered_at=NOW, conversation__agent=agent)


@pytest.fixture
def load(acme):
    return LoadFactory(organization=acme, external_id="48213")


def haggle(call, load, *said):
    """Say one thing after the other about a load; each is answered and recorded."""
    terms = negotiation_terms.terms_of(load)
    standing = begin(terms, RULES)
    for each in said:
        if each == "yes":
            step = accept_offer(standing, terms=terms, rules=RULES)
        elif each == "more":
            step = press(standing, terms=terms, rules=RULES)
        else:
            step = hear_ask(standing, each.amount, terms=terms, rules=RULES)
        negotiation_terms.record_step(
            conversation=call.conversation,
            load=load,
            heard=f"I say {each if isinstance(each, str) else each.amount}",
            said=None if isinstance(each, str) else each,
            step=step,
            at=NOW,
        )
        standing = step.standing


# What is stored


def test_step_keeps_what_was_said_and_why_it_was_answered_so(in_acme, call, load):
    haggle(call, load, Figure(Decimal(2450)), Figure(Decimal(2300)))
    first, second = NegotiationStep.objects.order_by("position")

    assert (first.position, first.heard, first.said_amount, first.said_unit) == (
        0,
        "I say 2450",
        2450,
        "total",
    )
    assert (first.ask, first.action, first.amount, first.rule) == (2450, "hold", 1500, "round_one")
    assert (first.round, first.offer, first.ceiling, first.flags, first.at) == (1, 1500, 1953, [], NOW)
    assert (second.position, second.action, second.amount, second.offer) == (1, "counter", 1725, 1725)


def test_step_keeps_the_figure_as_it_was_named(in_acme, call, load):
    terms = negotiation_terms.terms_of(load)
    step = hear_ask(begin(terms, RULES), Decimal("1683.0550"), terms=terms, rules=RULES)
    said = Figure(Decimal("2.155"), Role.PER_MILE)
    kept = negotiation_terms.record_step(
        conversation=call.conversation, load=load, heard="2.155", said=said, step=step, at=NOW
    )

    kept.refresh_from_db()
    assert (kept.said_amount, kept.said_unit, kept.ask) == (Decimal("2.155"), "mile", Decimal("1683.06"))


@pytest.mark.parametrize("figure", ["1e30", "NaN", "-Infinity", "999999999.99999"])
def test_figure_that_no_column_holds_is_left_out(in_acme, call, load, figure):
    haggle(call, load, Figure(Decimal(figure)))

    step = NegotiationStep.objects.get()
    assert (step.said_amount, step.said_unit, step.ask) == (None, "", None)
    assert step.flags == ["hardly_a_rate"]


def test_database_takes_no_agreement_above_the_ceiling(in_acme, call, load):
    haggle(call, load, "yes")
    with pytest.raises(IntegrityError, match="within_ceiling"), transaction.atomic():
        NegotiationStep.objects.update(amount=Decimal("1953.01"))

    assert NegotiationStep.objects.update(amount=Decimal(1953)) == 1


def test_steps_about_several_loads_are_numbered_through(in_acme, call, load):
    haggle(call, load, "more")
    haggle(call, LoadFactory(organization=in_acme), "more", "yes")

    assert list(NegotiationStep.objects.order_by("position").values_list("position", flat=True)) == [0, 1, 2]


@pytest.mark.django_db(transaction=True)
def test_of_two_steps_at_once_each_has_its_place(acme, call, load, meanwhile):
    made = meanwhile(acme, lambda: haggle(call, load, "more"), lambda: haggle(call, load, "more"))

    assert made == [None, None]
    assert sorted(NegotiationStep.unscoped.values_list("position", flat=True)) == [0, 1]


# What the agent may go by


@pytest.mark.parametrize(
    ("rates", "expected"),
    [
        ({}, Terms(Decimal(1500), Decimal(1525), Decimal(1953), Decimal(781))),
        ({"book_now_rate": None, "max_rate": None}, Terms(Decimal(1500), None, None, Decimal(781))),
        ({"start_rate": None}, Terms(Decimal(1525), Decimal(1525), Decimal(1953), Decimal(781))),
        ({"start_rate": None, "max_rate": None}, Terms(Decimal(1525), Decimal(1525), None, Decimal(781))),
        ({"start_rate": None, "book_now_rate": None}, None),
        ({"start_rate": Decimal(0), "book_now_rate": Decimal(0)}, None),
        ({"max_rate": Decimal(0)}, None),
        ({"max_rate": Decimal(100)}, None),
        ({"total_distance": Decimal(0)}, Terms(Decimal(1500), Decimal(1525), Decimal(1953))),
    ],
)
def test_terms_are_the_loads(rates, expected):
    assert negotiation_terms.terms_of(LoadFactory.build(organization=None, **rates)) == expected


def test_rules_are_the_organizations_or_the_defaults(acme, rival):
    NegotiationRulesFactory(organization=acme, rounds=4, step=Decimal("12.50"), agent_may_book=False)

    assert negotiation_terms.rules_of(acme).policy == Rules(rounds=4, step=Decimal("12.50"))
    assert not negotiation_terms.rules_of(acme).agent_may_book
    assert negotiation_terms.rules_of(rival).policy == Rules()
    assert negotiation_terms.rules_of(rival).agent_may_book


# The page


def receipt(page, call, **headers):
    return page.get(reverse("bids:negotiation", args=[call.pk]), headers=headers)


def test_receipt_tells_each_figure_and_its_rule(page, in_acme, call, load):
    haggle(call, load, Figure(Decimal(2450)), "more", Figure(Decimal("2.155"), Role.PER_MILE), "yes")
    NegotiationStep.objects.filter(position=2).update(ask=Decimal("1683.06"))
    rows = receipt(page, call, **HTMX).context["receipts"][0].rows

    assert [row.said for row in rows] == ["$2,450", "No rate given", "$2.1550/mi", "Accepted our offer"]
    assert [row.ask for row in rows] == [None, None, Decimal("1683.06"), None]
    assert [row.action for row in rows] == ["Held firm", "Countered", "Held firm", "Agreed"]
    assert rows[1].rule == "Halfway to max buy, rounded down."
    assert rows[2].flags == ("Unlikely rate", "Under half of market")


def test_receipt_shows_loads_in_the_order_of_the_talk(page, in_acme, call, load):
    other = LoadFactory(organization=in_acme, external_id="50001", max_rate=None)
    haggle(call, load, "more", "more")
    haggle(call, other, "more")
    haggle(call, load, "more")
    response = receipt(page, call, **HTMX)

    found = [(each.load, len(each.rows), each.offer) for each in response.context["receipts"]]
    assert found == [(load, 3, 1500), (other, 1, 1500)]
    assert "max buy $1,953" in response.text
    assert "no max buy" in response.text


def test_receipt_tells_what_was_agreed(page, in_acme, call, load):
    haggle(call, load, "more", "more", "yes")
    text = receipt(page, call, **HTMX).text

    assert "agreed at $1,725" in text
    assert "our offer" not in text.split("<ol")[0]


def test_receipt_is_asked_for_until_the_call_is_over(page, in_acme, call, load):
    haggle(call, load, "more")
    assert receipt(page, call, **HTMX).status_code == 200

    type(call).objects.update(status="COMPLETED")
    response = receipt(page, call, **HTMX)
    assert response.status_code == 286
    assert "48213" in response.text
    assert receipt(page, call).status_code == 200


def test_receipt_is_a_page_without_htmx(page, in_acme, call, load):
    haggle(call, load, "more")
    whole, part = receipt(page, call).text, receipt(page, call, **HTMX).text

    assert "<html" in whole
    assert reverse("calls:page", args=[call.pk]) in whole
    assert "<html" not in part
    assert 'class="events"' in whole
    assert 'class="events"' in part


def test_receipt_of_a_talk_without_prices_is_empty(page, call):
    assert receipt(page, call, **HTMX).text.strip() == ""
    assert "No rates discussed" in receipt(page, call).text


def test_receipt_of_an_imported_talk_says_that_its_rates_werent_imported(page, call):
    type(call.conversation).unscoped.filter(pk=call.pk).update(import_trail=b"")
    text = receipt(page, call).text

    assert "Imported without the back-and-forth on rates" in text
    assert "No rates discussed" not in text


def test_receipt_of_a_talk_without_a_call(page, in_acme, load):
    conversation = ConversationFactory(organization=in_acme)
    response = page.get(reverse("bids:negotiation", args=[conversation.pk]), headers=HTMX)

    assert response.status_code == 286


def test_receipt_keeps_what_was_said_from_being_markup(page, in_acme, call, load):
    step = hear_ask(
        begin(negotiation_terms.terms_of(load), RULES),
        Decimal(2450),
        terms=negotiation_terms.terms_of(load),
        rules=RULES,
    )
    negotiation_terms.record_step(
        conversation=call.conversation, load=load, heard=MARKUP, said=None, step=step, at=NOW
    )

    assert MARKUP not in receipt(page, call).text


def test_receipt_takes_a_few_queries(page, in_acme, call, load, django_assert_num_queries):
    haggle(call, load, *["more"] * 4)

    with django_assert_num_queries(6):
        receipt(page, call, **HTMX)


def test_call_page_fetches_the_receipt_of_carrier_sales_alone(page, acme, call):
    url = reverse("bids:negotiation", args=[call.pk])
    assert f'hx-get="{url}"' in page.get(reverse("calls:page", args=[call.pk])).text

    call.conversation.agent.purpose = "check_call"
    call.conversation.agent.save()
    assert url not in page.get(reverse("calls:page", args=[call.pk])).text


def test_call_page_of_a_finished_call_fetches_once(page, acme, call):
    url = reverse("calls:page", args=[call.pk])
    assert 'data-live-ask="3"' in page.get(url).text

    call.status, call.ended_at = "COMPLETED", NOW + timedelta(minutes=2)
    call.save()
    assert 'data-live-ask="3"' not in page.get(url).text
