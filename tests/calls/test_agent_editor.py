"""Changing an agent on its page: what is refused and why, what a colleague saved meanwhile, old versions."""

import pytest
from django.urls import reverse

from calls.models import Agent, AgentVersion
from calls.services import agents
from organizations.tenancy.actors import system, user
from tests.factories import NOW, AgentFactory

BY = system("tests")


@pytest.fixture
def page(client, broker):
    """The signed-in broker's browser."""
    client.force_login(broker)
    return client


@pytest.fixture
def agent(in_acme):
    return agents.create_agent(
        organization=in_acme,
        slug="desk",
        values={
            "name": "Desk",
            "prompt": "Does {{ appointment }} stand?",
            "variables": [{"name": "appointment", "default": 3}, {"name": "dock"}],
            "extraction": [{"name": "gate", "description": "the gate code"}],
        },
        by=BY,
        at=NOW,
    )


def url(agent, name="edit"):
    return reverse(f"agents:{name}", args=[agent.pk])


def typed(page, agent=None):
    """What a browser would send of the form as it stands."""
    response = page.get(url(agent) if agent else reverse("agents:new"))
    editor = response.context["editor"]
    bound = [*editor.form]
    for formset in (editor.variables, editor.fields):
        bound += [*formset.management_form, *(field for row in formset for field in row)]
    data = {}
    for field in bound:
        value = field.value()
        if value is True:
            data[field.html_name] = "on"
        elif value is not None and value is not False:
            data[field.html_name] = str(value).replace("\n", "\r\n")
    return data


def test_form_as_it_stands_changes_nothing(page, agent):
    response = page.post(url(agent), typed(page, agent))

    assert response.status_code == 302
    agent.refresh_from_db()
    assert agent.version == 1
    assert agent.variables == [{"name": "appointment", "default": 3}, {"name": "dock"}]
    assert agent.extraction == [{"name": "gate", "description": "the gate code"}]


def test_change_is_saved_as_a_version(page, broker, agent):
    data = typed(page, agent) | {
        "prompt": "First line.\r\nDoes {{ appointment }} stand for {{ driver }}?",
        "note": "Names the driver",
        "variables-2-name": "driver",
        "variables-2-required": "on",
        "fields-1-name": "equipment",
        "fields-1-type": "choice",
        "fields-1-question": "Which trailer, {{ driver }}?",
        "fields-1-choices": "van, reefer",
        "transfer_number": "+1 (312) 555-0123",
    }

    response = page.post(url(agent), data)

    assert response.status_code == 302, response.context["editor"].form.errors
    agent.refresh_from_db()
    assert agent.prompt == "First line.\nDoes {{ appointment }} stand for {{ driver }}?"
    assert agent.variables[2] == {"name": "driver", "required": True, "default": ""}
    assert agent.extraction[1] == {
        "name": "equipment",
        "type": "choice",
        "question": "Which trailer, {{ driver }}?",
        "choices": ["van", "reefer"],
    }
    assert agent.transfer_number == "+13125550123"
    version = AgentVersion.objects.get(number=2)
    assert (version.by, version.note) == (str(user(broker)), "Names the driver")


@pytest.mark.deep_but(2)
@pytest.mark.parametrize(
    ("change", "where", "words"),
    [
        ({"prompt": "Is {{ driver }} there?"}, "prompt", "{{ driver }} isn’t defined under Variables."),
        ({"greeting": "Hi {{ two words }}"}, "greeting", "is no variable"),
        ({"name": ""}, "name", "required"),
        ({"purpose": "singing"}, "purpose", "not one of the available choices"),
        ({"transfer_number": "12"}, "transfer_number", "Enter a valid phone number"),
        ({"transfer_number": "+13125550123;ext=1"}, "transfer_number", "without an extension"),
        ({"variables-2-name": "two words"}, "variables", "Variable 3: the name must start"),
        ({"variables-2-name": "dock"}, "variables", "dock is defined twice"),
        ({"variables-2-default": "x"}, "variables", "Variable 3: the name must start"),
        ({"fields-1-name": "dock"}, "extraction", "Field 2: enter a question"),
        ({"fields-1-name": "outcome", "fields-1-question": "How?"}, "extraction", "outcome is taken"),
        (
            {"fields-1-name": "dock", "fields-1-type": "choice", "fields-1-question": "Which?"},
            "extraction",
            "enter 2 to",
        ),
        ({"fields-1-name": "dock", "fields-1-question": "Which {{ nmae }}?"}, "extraction", "{{ nmae }}"),
    ],
)
def test_mistake_is_told_where_it_is_and_nothing_is_lost(page, agent, change, where, words):
    response = page.post(url(agent), typed(page, agent) | {"voice": "Kept"} | change)

    assert response.status_code == 200
    editor = response.context["editor"]
    errors = editor.row_errors.get(where) or editor.form.errors[where]
    assert any(words in error for error in errors)
    assert 'value="Kept"' in response.text
    assert Agent.objects.get().version == 1


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("total", ["", "x", "-1", "99999", "9" * 30])
def test_broken_count_of_rows_is_refused(page, agent, total):
    data = typed(page, agent) | {"variables-TOTAL_FORMS": total}

    assert page.post(url(agent), data).status_code == 200
    assert page.post(url(agent), data | {"more": "1"}).status_code == 200
    assert page.post(url(agent), {}).status_code == 200


def test_more_rows_keep_what_was_typed_and_add_variables_of_the_texts(page, agent):
    data = typed(page, agent) | {"prompt": "Is {{ driver }} at {{ appointment }}?", "more": "1"}

    response = page.post(url(agent), data)

    assert response.status_code == 200
    rows = [row["name"].value() for row in response.context["editor"].variables]
    assert rows == ["appointment", "dock", None, None, "driver", None, None]
    assert "Is {{ driver }} at" in response.text
    assert Agent.objects.get().version == 1


def test_second_editor_sees_what_the_first_has_saved_and_loses_nothing(page, agent, broker):
    data = typed(page, agent) | {"prompt": "Mine?"}
    agents.change_agent(agent_id=agent.pk, values={"prompt": "Theirs?"}, by=user(broker), at=NOW)

    response = page.post(url(agent), data)

    assert response.status_code == 200
    assert f"{broker} saved version 2 while you were editing" in response.text
    assert "Theirs?" in response.text
    assert response.context["form"]["prompt"].value() == "Mine?"
    assert Agent.objects.get().prompt == "Theirs?"

    again = {**data, "version": response.context["form"]["version"].value()}
    assert page.post(url(agent), again).status_code == 302
    assert (Agent.objects.get().prompt, Agent.objects.get().version) == ("Mine?", 3)


def test_agent_is_made(page, acme):
    data = typed(page) | {"name": "New", "slug": "new-desk", "is_active": "on", "prompt": "Ask?"}

    response = page.post(reverse("agents:new"), data)

    agent = Agent.unscoped.get()
    assert response.status_code == 302, response.context["editor"].form.errors
    assert (agent.organization, agent.slug, agent.name, agent.version) == (acme, "new-desk", "New", 1)


def test_agent_of_a_taken_id_is_refused(page, agent, rival):
    AgentFactory(organization=rival, slug="theirs")
    data = typed(page) | {"name": "New", "slug": "desk"}

    assert "Another agent already has this ID" in page.post(reverse("agents:new"), data).text
    assert page.post(reverse("agents:new"), data | {"slug": "theirs"}).status_code == 302


def test_viewer_reads_alone(client, viewer, agent):
    client.force_login(viewer)

    for name in ("page", "versions"):
        text = client.get(url(agent, name)).text
        assert "/edit/" not in text
        assert "/restore/" not in text
    assert client.get(url(agent)).status_code == client.post(url(agent)).status_code == 403
    assert client.get(reverse("agents:new")).status_code == 403
    assert client.post(reverse("agents:restore", args=[agent.pk, 1])).status_code == 403


def test_versions_show_differences_and_old_ones_are_restored(page, broker, agent):
    agents.change_agent(agent_id=agent.pk, values={"name": "Other"}, by=user(broker), at=NOW)

    text = page.get(url(agent, "versions")).text
    assert "<del>Desk</del><ins>Other</ins>" in text
    assert "Agent created." in text

    page.post(reverse("agents:restore", args=[agent.pk, 1]))
    agent.refresh_from_db()
    assert (agent.name, agent.version) == ("Desk", 3)
    assert page.post(reverse("agents:restore", args=[agent.pk, 9])).status_code == 404


@pytest.mark.deep
@pytest.mark.parametrize("count", [1, 30])
def test_versions_take_as_many_queries_for_many(page, agent, broker, django_assert_num_queries, count):
    for number in range(count):
        agents.change_agent(agent_id=agent.pk, values={"name": f"N{number}"}, by=user(broker), at=NOW)
    with django_assert_num_queries(7):
        response = page.get(url(agent, "versions"))
    assert len(response.context["rows"]) == min(count + 1, 20)
    assert all(row.changes for row in response.context["rows"] if row.version.number > 1)


def test_built_in_script_shows_no_fields_to_write_one(page, in_acme):
    built_in = AgentFactory(organization=in_acme, purpose="check_call", prompt="")
    own = AgentFactory(organization=in_acme, purpose="custom")

    assert page.get(url(built_in)).text.count('<section class="card" hidden>') == 2
    assert '<section class="card" hidden>' not in page.get(url(own)).text
