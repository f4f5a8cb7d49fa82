import json

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from calls.models import Agent, CallStatusChange, PhoneNumber
from calls.skills.custom_fields import check_placeholders, check_variables
from organizations.models import AuditEntry
from tests.factories import (
    NOW,
    AgentFactory,
    ApprovedAnswerFactory,
    CallFactory,
    LoadAlarmFactory,
    OpenQuestionFactory,
    PhoneNumberFactory,
    UserFactory,
)

pytestmark = pytest.mark.deep


@pytest.fixture
def operator(client, db):
    """An operator's browser."""
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


def agent_data(organization, **changes):
    return {
        "organization": organization.pk,
        "name": "Appointments",
        "slug": "appointments",
        "purpose": "custom",
        "is_active": "on",
        "greeting": "Hi {{ name }}.",
        "prompt": "Does the appointment stand?",
        "variables": '[{"name": "name", "required": true, "default": null}]',
        "voicemail_message": "",
        "language": "en-US",
        "voice": "",
    } | changes


@pytest.mark.parametrize("model", ["agent", "phonenumber", "call"])
def test_admin_lists(operator, acme, model):
    agent = AgentFactory(organization=acme)
    PhoneNumberFactory(organization=acme, agent=agent)
    CallFactory(organization=acme, conversation__agent=agent)
    response = operator.get(reverse(f"admin:calls_{model}_changelist"), {"q": "+1"})
    assert response.status_code == 200
    assert operator.get(reverse(f"admin:calls_{model}_changelist")).text.count("field-organization") == 1


@pytest.mark.parametrize(("model", "status"), [("agent", 200), ("phonenumber", 200), ("call", 403)])
def test_admin_adds(operator, model, status):
    assert operator.get(reverse(f"admin:calls_{model}_add")).status_code == status


def test_admin_makes_an_agent(operator, acme):
    response = operator.post(reverse("admin:calls_agent_add"), agent_data(acme))
    assert response.status_code == 302, response.context["adminform"].form.errors
    agent = Agent.unscoped.get()
    assert (agent.organization, agent.slug) == (acme, "appointments")
    assert agent.variables == [{"name": "name", "required": True, "default": None}]
    assert AuditEntry.unscoped.get().action == "agent.created"


def test_admin_changes_an_agent_but_not_its_slug(operator, acme):
    agent = AgentFactory(organization=acme, slug="first")
    url = reverse("admin:calls_agent_change", args=[agent.pk])
    assert "agent" in operator.get(url).text
    assert operator.post(url, agent_data(acme, slug="second", name="Renamed")).status_code == 302
    agent = Agent.unscoped.get()
    assert (agent.name, agent.slug) == ("Renamed", "first")


def test_admin_refuses_two_agents_of_a_slug(operator, acme, rival):
    AgentFactory(organization=acme, slug="appointments")
    AgentFactory(organization=rival, slug="other")
    assert operator.post(reverse("admin:calls_agent_add"), agent_data(acme)).status_code == 200
    assert operator.post(reverse("admin:calls_agent_add"), agent_data(rival)).status_code == 302


@pytest.mark.parametrize(
    "variables",
    [
        '{"name": "name"}',
        "[1]",
        "[[]]",
        '"name"',
        "nonsense",
        '[{"required": true}]',
        '[{"name": ""}]',
        '[{"name": "two words"}]',
        '[{"name": 1}]',
        '[{"name": "name"}, {"name": "name"}]',
        '[{"name": "name", "required": "yes"}]',
        '[{"name": "name", "default": {}}]',
        '[{"name": "name", "default": NaN}]',
        '[{"name": "name", "default": "\\u0000"}]',
        '[{"name": "name", "default": "\\ud800"}]',
        '[{"name": "name", "defualt": "x"}]',
        json.dumps([{"name": f"v{n}"} for n in range(101)]),
    ],
)
def test_admin_tells_what_is_wrong_with_variables(operator, acme, variables):
    response = operator.post(reverse("admin:calls_agent_add"), agent_data(acme, variables=variables))
    assert response.status_code == 200
    assert response.context["adminform"].form.errors["variables"]
    assert not Agent.unscoped.exists()


@pytest.mark.parametrize(
    "extraction",
    [
        '{"name": "dock"}',
        "[1]",
        "nonsense",
        '[{"name": "dock"}]',
        '[{"name": "dock", "type": "money", "question": "Which dock?"}]',
        '[{"name": "dock", "type": [], "question": "Which dock?"}]',
        '[{"name": "dock", "question": "Which {{ nmae }}?"}]',
        '[{"name": "dock", "question": "\\u0000"}]',
        '[{"name": "dock", "question": "\\ud800"}]',
    ],
)
def test_admin_tells_what_is_wrong_with_fields_to_extract(operator, acme, extraction):
    response = operator.post(reverse("admin:calls_agent_add"), agent_data(acme, extraction=extraction))
    assert response.status_code == 200
    assert response.context["adminform"].form.errors["extraction"]
    assert not Agent.unscoped.exists()


def test_admin_takes_fields_to_extract(operator, acme):
    fields = [{"name": "dock", "type": "number", "question": "Which dock, {{ name }}?"}]
    data = agent_data(acme, extraction=json.dumps(fields))
    assert operator.post(reverse("admin:calls_agent_add"), data).status_code == 302
    assert Agent.unscoped.get().extraction == fields


@pytest.mark.parametrize("field", ["greeting", "prompt", "voicemail_message"])
@pytest.mark.parametrize(
    "text", ["Hi {{ nmae }}.", "Hi {{ first name }}.", "Hi {{}}.", "Hi {{ name|upper }}."]
)
def test_admin_tells_of_placeholders_that_nothing_fills(operator, acme, field, text):
    response = operator.post(reverse("admin:calls_agent_add"), agent_data(acme, **{field: text}))
    assert response.status_code == 200
    assert response.context["adminform"].form.errors[field]


def test_agent_without_variables_needs_none(operator, acme):
    data = agent_data(acme, variables="", greeting="Hello.")
    assert operator.post(reverse("admin:calls_agent_add"), data).status_code == 302
    assert Agent.unscoped.get().variables == []


def test_variables_and_placeholders_of_every_allowed_kind_pass():
    variables = [
        {"name": "driver"},
        {"name": "load.id", "required": False, "default": 7.5},
        {"name": "_a-b", "required": True, "default": True},
    ]
    names = check_variables(variables)
    assert names == ["driver", "load.id", "_a-b"]
    check_placeholders("{{driver}} {{ load.id }} {{_a-b}} {one brace}", names)
    with pytest.raises(ValidationError):
        check_placeholders("{{ Driver }}", names)


def test_admin_makes_a_number_with_an_agent_of_its_organization(operator, acme, rival):
    agent = AgentFactory(organization=acme)
    AgentFactory(organization=rival)
    data = {"organization": acme.pk, "number": "+12145550188", "agent": agent.pk}
    assert operator.post(reverse("admin:calls_phonenumber_add"), data).status_code == 302
    number = PhoneNumber.unscoped.get()
    assert number.agent_id == agent.pk
    change = reverse("admin:calls_phonenumber_change", args=[number.pk])
    offered = operator.get(change).context["adminform"].form.fields["agent"].queryset
    assert [row.pk for row in offered] == [agent.pk]


def test_admin_refuses_an_agent_of_another_organization(operator, acme, rival):
    agent = AgentFactory(organization=rival)
    data = {"organization": acme.pk, "number": "+12145550188", "agent": agent.pk}
    response = operator.post(reverse("admin:calls_phonenumber_add"), data)
    assert response.context["adminform"].form.errors["agent"] == ["This belongs to another organization."]
    assert not PhoneNumber.unscoped.exists()


@pytest.mark.parametrize("number", ["2145550188", "+0145550188", "+1", "call me", ""])
def test_admin_refuses_what_is_no_number(operator, acme, number):
    response = operator.post(
        reverse("admin:calls_phonenumber_add"), {"organization": acme.pk, "number": number}
    )
    assert response.status_code == 200
    assert not PhoneNumber.unscoped.exists()


def test_admin_shows_a_call_with_its_history_for_reading_alone(operator, acme):
    call = CallFactory(organization=acme, transcript="Agent: a secret of theirs")
    CallStatusChange.unscoped.create(
        organization=acme, call=call, old="", new="QUEUED", at=NOW, by="token:1", reason="because"
    )
    url = reverse("admin:calls_call_change", args=[call.pk])
    text = operator.get(url).text
    assert "because" in text
    assert "+13125550123" in text
    assert "a secret of theirs" not in text
    assert operator.post(url, {"status": "COMPLETED"}).status_code == 403


@pytest.mark.parametrize("factory", [ApprovedAnswerFactory, LoadAlarmFactory, OpenQuestionFactory])
def test_admin_shows_answers_and_questions_for_reading_alone(operator, acme, factory):
    row = factory(organization=acme)
    name = f"admin:calls_{row._meta.model_name}"
    assert operator.get(reverse(f"{name}_changelist"), {"q": "pay"}).status_code == 200
    assert operator.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200
    assert operator.post(reverse(f"{name}_change", args=[row.pk]), {}).status_code == 403
    assert operator.get(reverse(f"{name}_add")).status_code == 403


def test_admin_takes_away_an_answer_but_no_question(operator, acme):
    answer, question = ApprovedAnswerFactory(organization=acme), OpenQuestionFactory(organization=acme)
    confirmed = {"post": "yes"}
    url = reverse("admin:calls_openquestion_delete", args=[question.pk])
    assert operator.post(url, confirmed).status_code == 403
    operator.post(reverse("admin:calls_approvedanswer_delete", args=[answer.pk]), confirmed)
    assert AuditEntry.unscoped.get().action == "approvedanswer.deleted"


@pytest.mark.parametrize("model", ["agent", "call"])
def test_admin_deletes_neither_agents_nor_calls(operator, acme, model):
    row = AgentFactory(organization=acme) if model == "agent" else CallFactory(organization=acme)
    assert (
        operator.post(reverse(f"admin:calls_{model}_delete", args=[row.pk]), {"post": "yes"}).status_code
        == 403
    )


def test_admin_is_closed_to_brokers(client, broker):
    client.force_login(broker)
    assert client.get(reverse("admin:calls_call_changelist")).status_code == 302
