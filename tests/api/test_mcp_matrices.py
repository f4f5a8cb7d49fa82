"""The API's matrices by way of an assistant: what a field takes, what a hostile one is told, one effect for each key.

The tables are those of the API's own tests; each row is the same request as a call of its tool.
"""

from urllib.parse import unquote

import pytest

from tests.api import test_contract, test_hostile
from tests.api.assistant import Assistant, has_tool
from tests.api.desk import EVENTS, GETS, GOOD, POSTS, errors, problem, row_counts, wrong_fields
from tests.organizations.idempotency.test_posts import POSTS as KEYED
from tests.organizations.idempotency.test_posts import agents  # noqa: F401 - a fixture

pytestmark = pytest.mark.sampled(8)

ACTS = [url for url in POSTS if url != EVENTS]  # load events come from a TMS


def of_tools(table):
    """The table's rows whose operation has a tool."""
    rows = zip(table["argvalues"], table["ids"], strict=True)
    kept = [(row, name) for row, name in rows if row[0] != EVENTS]
    return table | {"argvalues": [row for row, _ in kept], "ids": [name for _, name in kept]}


@pytest.fixture
def assistant(client, token):
    return Assistant(client, token)


@pytest.fixture
def refused(assistant, desk):
    """Hold the answer to a hostile call to what all of them get; returns the fields that it names."""
    assistant.call("list_agents")  # the token's first use is noted

    def check(url, given):
        before = row_counts()
        method = "GET" if url in GETS else "POST"
        found = wrong_fields(assistant.ask(method, url, given))
        assert row_counts() == before
        assert assistant.ask(method, url, (GETS | GOOD)[url]).status_code == 200
        return found

    return check


def test_tables_are_of_tools_but_for_load_events():
    assert [url for url in [*POSTS, *GETS] if not has_tool("GET" if url in GETS else "POST", url)] == [EVENTS]


@pytest.mark.deep_but("NUL-book", "integer past int64-create-phone-call")
@pytest.mark.parametrize(**of_tools(test_hostile.table(test_hostile.BODIES)))
def test_argument_with_a_trap_is_refused(refused, url, cases):
    for path, value in cases:
        if path == "note":
            continue  # no argument of that name
        (field,) = refused(url, test_hostile.with_raw(url, path, value))
        assert field == path or field.startswith(f"{path}."), (path, value)


@pytest.mark.deep_but("NUL-bids", "not a number-carriers")
@pytest.mark.parametrize(
    **test_hostile.table({trap: rows for trap, rows in test_hostile.QUERIES.items() if trap != "not UTF-8"})
)
def test_filter_with_a_trap_is_refused(refused, url, cases):
    for path, value in cases:
        name = "cursor" if path == "offset" else path
        assert refused(url, GETS[url] | {name: unquote(value)}) == {name}, value


@pytest.mark.deep_but(3)
@pytest.mark.parametrize(
    ("url", "name", "value", "field"), [row for row in test_hostile.SHAPES if row[0] != EVENTS]
)
def test_wrong_shape_is_refused(refused, url, name, value, field):
    assert refused(url, GOOD[url] | {name: value}) == {field}


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("url", [url for url in ACTS if "metadata.note" in test_hostile.ANYWHERE[url]])
def test_deep_or_wide_arguments_are_refused(refused, url):
    for value in test_hostile.DEEP:
        assert refused(url, test_hostile.with_raw(url, "metadata.note", value)) == {""}


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("url", ACTS)
def test_huge_arguments_are_too_large(assistant, desk, url):
    before = row_counts()

    problem(assistant.ask("POST", url, GOOD[url] | {"note": "x" * 1_048_576}), 413)
    assert row_counts() == before


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("url", ACTS)
def test_key_with_a_trap_is_refused(assistant, desk, url):
    before = row_counts()

    for key in ("", " ", "x" * 256, "a b", "a\tb", "é"):
        found = wrong_fields(assistant.ask("POST", url, GOOD[url], key=key))
        assert found == {"idempotencyKey"}, key
    assert row_counts() == before
    assert assistant.ask("POST", url, GOOD[url], key="x" * 255).status_code == 200


# The contract


@pytest.mark.parametrize("url", [url for url in test_contract.BODIES if url != EVENTS])
def test_required_arguments_are_all_named_and_no_others(assistant, desk, url):
    required = test_contract.REQUIRED[url]

    assert errors(assistant.ask("POST", url, {})) == {(field, "required") for field in required}
    assert assistant.ask("POST", url, {field: GOOD[url][field] for field in required}).status_code == 200


@pytest.mark.deep_but(5)
@pytest.mark.parametrize(**of_tools(test_contract.fields()))
def test_argument_takes_its_type_and_no_other(assistant, desk, url, path, good):
    for value in good:
        body = GOOD[url] | test_contract.at(path, value)
        assert assistant.ask("POST", url, body).status_code == 200, value
    for value in test_contract.of_another_type(type(good[0])):
        body = GOOD[url] | test_contract.at(path, value)
        assert wrong_fields(assistant.ask("POST", url, body)) == {path}, value


@pytest.mark.parametrize("url", [url for url in test_contract.ANSWERS if url != EVENTS])
def test_tool_answers_with_every_field_in_its_type(assistant, desk, url):
    answer = assistant.ask("POST", url, GOOD[url]).json()

    assert answer.keys() == test_contract.ANSWERS[url].keys()


# One effect for each key


@pytest.mark.parametrize(
    ("route", "body", "model"),
    [row for row in KEYED if row[0] in [url.removeprefix("/api/v1/") for url in ACTS]],
)
def test_every_act_has_one_effect(assistant, agents, route, body, model):  # noqa: F811 - the fixture
    def act(given, key="k-1"):
        return assistant.ask("POST", f"/api/v1/{route}", given, key=key)

    first, second = act(body), act(dict(reversed(body.items())))

    assert (first.status_code, second.status_code) == (200, 200), first.content
    assert (second.json(), second["Idempotency-Replayed"]) == (first.json(), "true")
    assert not first.has_header("Idempotency-Replayed")
    assert model.unscoped.count() == 1
    changed = {
        name: value for name, value in {"toPhone": "+13125550124", "amount": 1}.items() if name in body
    }
    problem(act(body | changed), 422)
    assert act(body, key="k-2").status_code == 200
    assert model.unscoped.count() == 2
