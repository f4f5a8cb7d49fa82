"""The rehearsal panel: calls with a draft, shown turn by turn; nothing of them stays, nobody waits for them."""

from decimal import Decimal

import pytest
from django.db.utils import OperationalError
from django.urls import reverse
from psycopg.errors import LockNotAvailable

import organizations.tenancy.queueing
from bids.forms import RehearsalForm
from bids.models import Bid, Booking, NegotiationStep
from bids.services.rehearsing import personas_for, rehearse_draft
from calls.models import Agent, Call, CallingRules, Conversation, PhoneNumber
from carriers.models import Carrier
from loads.models import Load
from organizations.models import AuditEntry, Tally
from tests.calls.test_agent_editor import typed
from tests.factories import NOW, AgentFactory

pytestmark = pytest.mark.sampled(8)

KEPT = (Agent, Bid, Booking, Call, CallingRules, Carrier, Conversation, Load, NegotiationStep, PhoneNumber)


@pytest.fixture
def page(client, broker):
    """The signed-in broker's browser."""
    client.force_login(broker)
    return client


@pytest.fixture
def asker(in_acme):
    """A custom agent that nobody has given a number."""
    return AgentFactory(organization=in_acme, prompt="Does it stand? Which dock is it?", is_active=False)


def url(agent, name="rehearse"):
    return reverse(f"bids:{name}", args=[agent.pk])


def asked(persona, runs=1, **changes):
    given = {"persona": persona, "load": "", "language": "", "runs": str(runs)} | changes
    return {f"rehearsal-{name}": value for name, value in given.items()}


def rows():
    models = (*KEPT, AuditEntry, Tally)
    return {model: list(model.unscoped.order_by("pk").values()) for model in models}


def test_haggler_is_shown_with_the_rule_behind_each_offer(seller, load):
    shown = rehearse_draft(seller, {}, persona="haggler", load="48213", number=1, at=NOW)

    answers = [(line.role, row.action, row.rule) for line in shown.lines for row in line.answers]
    assert (shown.load, shown.outcome, shown.played.is_booked) == ("48213", "Booked", True)
    assert shown.played.rate > Decimal(2200)
    assert len(answers) >= 2
    assert {role for role, _, _ in answers} == {"agent"}
    assert all(rule for _, _, rule in answers)
    # The figure that is explained is the one that is said.
    for line in shown.lines:
        for row in line.answers:
            assert f"{row.amount:,.0f}" in line.text


def test_nothing_stays_and_nobody_is_called(page, seller, asker, checker, load, monkeypatch):
    sent = []
    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", lambda *args: sent.append(args))
    before = rows()

    for agent in (seller, asker, checker):
        persona = personas_for(agent)[0]
        for about in ("", "48213"):
            assert page.post(url(agent), asked(persona, load=about)).context["shown"]

    assert rows() == before
    assert not sent


@pytest.mark.deep_but("checker", "asker")
@pytest.mark.parametrize("kind", ["seller", "checker", "asker"])
def test_every_persona_speaks_with_an_agent_of_its_kind(request, load, kind):
    agent = request.getfixturevalue(kind)
    for persona in personas_for(agent):
        shown = rehearse_draft(agent, {}, persona=persona, load="", number=1, at=NOW)
        assert shown.lines
        assert not shown.played.broken


@pytest.mark.deep
def test_same_number_is_the_same_character(seller, load):
    one, two, other = (
        rehearse_draft(seller, {}, persona="haggler", load="48213", number=number, at=NOW)
        for number in (1, 1, 2)
    )

    assert one.lines == two.lines
    assert one.lines != other.lines


def test_draft_speaks_though_it_is_not_saved(page, asker):
    data = typed(page, asker) | {"prompt": "Is the gate open?"} | asked("agreeable")

    response = page.post(url(asker), data)

    assert "Is the gate open?" in response.context["shown"][0].lines[0].text
    asker.refresh_from_db()
    assert asker.prompt == "Does it stand? Which dock is it?"


def test_draft_with_mistakes_is_refused(page, asker):
    data = typed(page, asker) | {"prompt": "{{ nobody }}?", "variables-1-name": "a b"} | asked("agreeable")

    response = page.post(url(asker), data, headers={"HX-Request": "true"})

    assert response.status_code == 200
    assert not response.context["shown"]
    assert "Variable 2: the name must start" in response.text


@pytest.mark.deep
def test_agent_begins_in_the_language_that_was_asked_for(page, seller, load):
    first = {}
    for language in ("en-US", "es-US"):
        response = page.post(url(seller), asked("agreeable", language=language))
        first[language] = response.context["shown"][0].lines[0].text

    assert "automated" in first["en-US"]
    assert "asistente" in first["es-US"]


def test_calls_come_one_by_one_with_htmx_and_at_once_without(page, asker):
    whole = page.post(url(asker), asked("agreeable", runs=3))
    assert [call.number for call in whole.context["shown"]] == [1, 2, 3]

    first = page.post(url(asker), asked("agreeable", runs=2), headers={"HX-Request": "true"})
    assert [call.number for call in first.context["shown"]] == [1]
    assert '"rehearsal-run": 2' in first.text
    last = page.post(url(asker), asked("agreeable", runs=2, run="2"), headers={"HX-Request": "true"})
    assert [call.number for call in last.context["shown"]] == [2]
    assert "hx-trigger" not in last.text


def test_page_without_scripts_waits_so_long_and_no_longer(page, asker, monkeypatch):
    monkeypatch.setattr("bids.views.negotiation.PATIENCE", -1)

    response = page.post(url(asker), asked("agreeable", runs=3))

    assert "1 of 3 test calls finished" in response.text


@pytest.mark.parametrize(
    "changes",
    [
        {"persona": "sailor"},
        {"persona": "haggler"},  # a carrier has nothing to say to a custom agent
        {"runs": "6"},
        {"runs": ""},
        {"load": "never"},
        {"language": "tlh"},
        {"run": "6"},
    ],
)
def test_wrong_wish_is_told(page, asker, changes):
    response = page.post(url(asker), asked(**{"persona": "agreeable"} | changes))

    assert response.status_code == 200
    assert response.context["form"].errors
    assert not response.context["shown"]


def test_load_that_has_no_stops_is_told(page, acme, checker):
    Load.unscoped.create(organization=acme, external_id="bare")

    response = page.post(url(checker), asked("driver_late", load="bare"))

    assert "no stops to ask about" in response.text


def test_held_lock_is_told(page, asker, monkeypatch):
    def locked(*args, **kwargs):
        raise OperationalError("canceling statement due to lock timeout") from LockNotAvailable()

    monkeypatch.setattr("bids.services.rehearsing.play", locked)

    assert "Try again" in page.post(url(asker), asked("agreeable")).text


def test_panel_is_for_those_who_act(client, viewer, asker):
    client.force_login(viewer)

    assert client.get(url(asker, "rehearsal")).status_code == 403
    assert client.post(url(asker), asked("agreeable")).status_code == 403
    assert "Rehearse" not in client.get(reverse("agents:page", args=[asker.pk])).text


def test_panel_offers_who_suits_the_agent(page, seller, asker):
    text = page.get(url(seller, "rehearsal"), headers={"HX-Request": "true"}).text

    assert "Haggler: " in text
    assert "Driver late" not in text
    assert "<html" not in text
    assert [name for name, _ in RehearsalForm(asker).fields["persona"].choices] == personas_for(asker)


def test_panel_takes_few_queries(page, asker, django_assert_num_queries):
    with django_assert_num_queries(5):
        page.get(url(asker, "rehearsal"), headers={"HX-Request": "true"})
