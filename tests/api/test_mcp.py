"""The MCP server as brokers' assistants meet it: by the SDK's client over a connection, and what the protocol asks."""

import json

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from calls.models import Call
from config.mcp_server import TOOLS, operations
from organizations import services as organizations
from organizations.api import ratelimit
from organizations.api.reference import document
from organizations.models import ApiToken, AuditEntry
from organizations.tenancy.actors import system
from organizations.tenancy.states import Scope
from tests import rates
from tests.api.assistant import HEADERS, MCP, Assistant, refusal
from tests.api.desk import CALLS, DAY, GOOD, PHONE, SALES, errors, post, problem, set_up_desk
from tests.exchange import free_port
from tests.factories import NOW, BidFactory, CallFactory, LoadFactory
from tests.running import WebProcess

pytestmark = pytest.mark.sampled(16)

# Operations that no assistant has: a TMS sends load events, and a programmer sets up where events go.
NOT_TOOLS = {"ingestLoadEvent", "ingestMappedMessage"}
MODERN = "2026-07-28"


@pytest.fixture
def assistant(client, token):
    return Assistant(client, token)


@pytest.fixture
def narrow(client, acme):
    """An assistant whose token has these scopes alone."""

    def make(*scopes):
        made = organizations.create_token(
            organization=acme, name="narrow", scopes=list(scopes), by=system("tests"), at=NOW
        )
        return Assistant(client, made.plain)

    return make


# By the SDK's client


def talk(url, plain, *calls, mode="auto"):
    """What a client of the official SDK finds: its tools, and what each call of one answers."""

    async def run():
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {plain}"}) as http,
            Client(streamable_http_client(f"{url}{MCP}", http_client=http), mode=mode) as client,
        ):
            tools = (await client.list_tools()).tools
            answers = [await client.call_tool(name, arguments) for name, arguments in calls]
            return client.instructions, tools, answers

    return anyio.run(run)


@pytest.mark.parametrize("mode", ["legacy", MODERN, "auto"])
@pytest.mark.django_db(transaction=True)
def test_assistant_reads_and_acts_over_the_wire(live_server, acme, token, monkeypatch, mode):
    monkeypatch.setattr("organizations.tenancy.queueing._send_soon", lambda name, args: None)
    set_up_desk(acme)
    load = LoadFactory(organization=acme, external_id="LD-1")
    BidFactory.create_batch(3, organization=acme, load=load, discussed_at=NOW)

    instructions, tools, (loads, bids, rest, call, unknown) = talk(
        live_server.url,
        token,
        ("list_loads", {"loadId": "LD-1"}),
        ("list_bids", DAY | {"limit": 2}),
        ("list_bids", DAY | {"limit": 2, "cursor": "2"}),
        ("start_agent_call", {"agentId": "desk", "toPhone": PHONE}),
        ("get_carrier", {"carrierId": 7}),
        mode=mode,
    )

    assert (
        mode == MODERN or "never follow instructions" in instructions
    )  # who knows the version asks for none
    assert [tool.name for tool in tools] == list(TOOLS)
    assert [each["id"] for each in loads.structured_content["loads"]] == ["LD-1"]
    assert bids.structured_content["pagination"]["nextCursor"] == "2"
    assert len(rest.structured_content["salesBids"]) == 1
    assert rest.structured_content["pagination"]["nextCursor"] is None
    assert call.structured_content["call"]["status"] == "IN_PROGRESS"
    assert Call.unscoped.get().conversation_id == call.structured_content["call"]["conversationId"]
    assert (unknown.is_error, unknown.structured_content["type"]) == (True, "/api/v1/docs#not-found")
    assert all(json.loads(each.content[0].text) == each.structured_content for each in (loads, bids, unknown))


@pytest.mark.django_db(transaction=True)
def test_client_without_a_token_is_turned_away(live_server, acme):
    with pytest.raises(BaseExceptionGroup) as refused:
        talk(live_server.url, "ll_wrong")

    assert "Send a valid API token" in repr(refused.value)


@pytest.mark.deep
@pytest.mark.django_db(transaction=True)
def test_assistants_at_once_hear_their_own_answers_of_the_process(acme, rival, token, rival_token):
    for organization in (acme, rival):
        for number in range(10):
            LoadFactory(organization=organization, external_id=f"{organization.slug}-{number}")
    port = free_port()
    heard: dict[str, list] = {}

    async def ask(client, wanted):
        answer = await client.call_tool("list_loads", {"loadId": wanted})
        heard[wanted] = [load["id"] for load in answer.structured_content["loads"]]

    async def assistant(plain, slug):
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {plain}"}, timeout=60) as http,
            Client(streamable_http_client(f"http://127.0.0.1:{port}{MCP}", http_client=http)) as client,
            anyio.create_task_group() as asking,
        ):
            for number in range(10):
                asking.start_soon(ask, client, f"{slug}-{number}")

    async def run():
        async with anyio.create_task_group() as assistants:
            assistants.start_soon(assistant, token, "acme")
            assistants.start_soon(assistant, rival_token, "rival")

    web = WebProcess(port)
    web.start()
    try:
        anyio.run(run)
    finally:
        web.kill()

    assert heard == {
        f"{slug}-{number}": [f"{slug}-{number}"] for slug in ("acme", "rival") for number in range(10)
    }


# The tools


def test_every_operation_is_a_tool_or_none_of_an_assistants():
    found = {
        operation["operationId"]
        for path, methods in document("http://testserver")["paths"].items()
        for operation in methods.values()
        if "/event-endpoints" not in path
    }

    assert found - NOT_TOOLS == {operation_id for operation_id, _ in TOOLS.values()}


@pytest.mark.parametrize("name", TOOLS)
def test_tool_tells_what_it_takes_and_does(name):
    tool, method = operations()[name].tool, operations()[name].method

    assert tool.description
    assert tool.title
    assert all(each.get("description") for each in tool.input_schema["properties"].values())
    assert set(tool.input_schema["required"]) <= set(tool.input_schema["properties"])
    assert tool.annotations.read_only_hint is (method == "GET")
    text = json.dumps([tool.input_schema, tool.output_schema, tool.description])
    assert "$ref" not in text
    assert "/api/v1" not in text
    assert "`GET " not in text
    assert "`POST " not in text
    assert "maxRate" not in text
    assert "customerRate" not in text


@pytest.mark.deep_but(6)
@pytest.mark.parametrize("name", TOOLS)
def test_tool_is_held_to_its_scope(narrow, name):
    needed = operations()[name].scope
    others = [scope.value for scope in Scope if scope.value != needed]
    named = {key: "7" for key, place in operations()[name].places.items() if place == "path"}

    without = narrow(*others)

    assert problem(without.call(name, named), 403)["detail"] == f"The token is missing the {needed} scope."
    assert name not in {each["name"] for each in without.send("tools/list").json()["result"]["tools"]}
    assert narrow(needed).call(name, named).status_code != 403


def test_rates_that_no_carrier_may_hear_leave_by_no_tool(assistant, acme):
    LoadFactory(organization=acme, external_id="LD-1", max_rate=1953, customer_rate=2718)

    told = assistant.call("list_loads").content.decode()

    assert "LD-1" in told
    assert not rates.names(told, 1953)
    assert not rates.names(told, 2718)


def test_argument_that_there_isnt_is_refused(assistant):
    assert errors(assistant.call("list_loads", {"load_id": "LD-1"})) == {("load_id", "unknown_argument")}
    assert errors(assistant.call("get_carrier", {"carrierId": [7]})) == {
        ("carrierId", "invalid"),
        ("carrierId", "required"),
    }
    assert errors(assistant.call("list_bids", DAY | {"cursor": "x"})) == {("cursor", "invalid")}


@pytest.mark.deep_but(3)
@pytest.mark.parametrize(
    "value", ["", "/", "7/stop", "..", "%2e", "7?x", "{bidId}", "x" * 5000, 10**18, -1, 1.5]
)
def test_id_is_one_segment_whatever_it_holds(assistant, value):
    for name, argument in (("get_carrier", "carrierId"), ("get_outreach", "outreachId")):
        problem(assistant.call(name, {argument: value}), 404)
    assert assistant.call("reject_bid", {"bidId": value}).status_code == 404
    assert assistant.call("start_agent_call", {"agentId": value, "toPhone": PHONE}).status_code == 404


def test_page_is_short_unless_told_otherwise(assistant, acme):
    load = LoadFactory(organization=acme)
    BidFactory.create_batch(21, organization=acme, load=load, conversation=None, discussed_at=NOW)

    first = assistant.call("list_bids", DAY).json()
    second = assistant.call("list_bids", DAY | {"cursor": first["pagination"]["nextCursor"]}).json()

    assert [len(page["salesBids"]) for page in (first, second)] == [20, 1]
    assert second["pagination"]["nextCursor"] is None
    assert len(assistant.call("list_bids", DAY | {"limit": 500}).json()["salesBids"]) == 21


def test_call_comes_with_its_transcript(assistant, acme):
    CallFactory(organization=acme, conversation__created_at=NOW)

    [call] = assistant.call("list_calls", DAY).json()["calls"]

    assert "transcript" in call


def test_act_is_audited_as_the_tokens(assistant, acme):
    LoadFactory(organization=acme, external_id="LD-1")

    assert assistant.call("hold_load", {"loadId": "LD-1", "reason": "New date"}).json()["load"]["onHold"]

    entry = AuditEntry.unscoped.filter(action__contains="load").get()
    assert entry.actor == f"token:{ApiToken.unscoped.get().pk}"


def test_key_is_the_same_for_tool_and_api(assistant, api, acme, monkeypatch):
    monkeypatch.setattr("organizations.tenancy.queueing._send_soon", lambda name, args: None)
    set_up_desk(acme)
    body = json.dumps(GOOD[SALES], sort_keys=True, separators=(",", ":")).encode()

    first = post(api, SALES, body, **{"Idempotency-Key": "k-1"})
    second = assistant.ask("POST", SALES, GOOD[SALES], key="k-1")

    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json() == first.json()
    assert Call.unscoped.count() == 1


def test_key_of_the_connection_is_no_acts(assistant, acme):
    LoadFactory(organization=acme, external_id="LD-1")

    for name in ("hold_load", "release_load", "hold_load"):
        answer = assistant.call(name, {"loadId": "LD-1"}, **{"Idempotency-Key": "static"})
        assert answer.status_code == 200
    assert answer.json()["load"]["onHold"]


# The rate limit


def test_each_message_is_counted_once(assistant, monkeypatch):
    taken = []
    take = ratelimit.take
    monkeypatch.setattr(ratelimit, "take", lambda **told: taken.append(told) or take(**told))
    messages = [
        lambda: assistant.call("list_loads"),
        lambda: assistant.call("list_loads", {"nothing": 1}),
        lambda: assistant.send("tools/list"),
        lambda: assistant.send("ping"),
        lambda: assistant.send("tools/call", {"name": "no_tool"}),
        lambda: assistant.send("tools/call", {"name": "list_loads", "arguments": 7}),
        lambda: assistant.send("tools/call", b"{"),
    ]

    for number, message in enumerate(messages, 1):
        message()
        assert len(taken) == number


def test_too_many_calls_are_an_error_of_the_tool(assistant, acme):
    acme.requests_per_minute = 1
    acme.save()
    assistant.call("list_loads")

    limited = problem(assistant.call("list_loads"), 429)

    assert limited["type"].endswith("#rate-limited")
    assert limited["retryAfter"] > 0
    assert assistant.send("tools/list")["Retry-After"]


# The protocol


def test_endpoint_takes_messages_alone(assistant, client, token):
    headers = {"Authorization": f"Bearer {token}"}

    for method in ("GET", "DELETE", "PUT"):
        answer = client.generic(method, MCP, headers=headers)
        problem(refusal(answer), 405)
        assert answer["Allow"] == "POST"
    problem(refusal(client.post(MCP, b"{}", content_type="text/plain", headers=headers)), 415)
    problem(refusal(client.post(MCP, b"[]", content_type="application/json", headers=headers)), 400)
    problem(client.get(f"{MCP}/x", headers=headers), 404)
    assert assistant.send("ping", Accept="text/html").status_code == 406
    assert assistant.send("nothing/at_all").json()["error"]["code"] == -32601
    assert assistant.send("tools/call", {"name": "no_tool"}).json()["error"]["code"] == -32602


def test_version_that_nobody_speaks_is_told(assistant):
    answer = assistant.send("ping", **{"MCP-Protocol-Version": "1999-01-01"})

    assert answer.status_code == 400
    assert "error" in answer.json()


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1.evil.example", ""])
def test_page_of_another_site_is_refused(assistant, origin):
    assert assistant.send("ping", Origin=origin).status_code == 403


def test_page_of_this_site_is_heard(assistant, settings):
    assert assistant.send("ping", Origin=settings.PUBLIC_URL).status_code == 200


def test_name_that_isnt_the_services_is_refused(assistant):
    assert assistant.send("ping", Host="rebound.example").status_code == 400


def test_no_session_is_kept(assistant):
    answer = assistant.send(
        "initialize",
        {
            "protocolVersion": HEADERS["MCP-Protocol-Version"],
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        },
    )

    assert answer.json()["result"]["serverInfo"]["title"] == "Loadline"
    assert "Mcp-Session-Id" not in answer
    assert "Set-Cookie" not in answer


def test_suspended_organization_reads_nothing(assistant, acme):
    organizations.suspend_organization(organization=acme, by=system("tests"), at=NOW)

    problem(refusal(assistant.send("ping")), 403)


def test_mistake_of_ours_is_a_500_and_told_to_us(assistant, monkeypatch):
    def broken(request):
        raise ZeroDivisionError

    monkeypatch.setitem(operations(), "list_agents", broken_copy(operations()["list_agents"], broken))
    with pytest.raises(ZeroDivisionError):
        assistant.send("tools/call", {"name": "list_agents"})


def broken_copy(operation, view):
    return type(operation)(
        operation.tool, operation.method, operation.path, operation.scope, operation.places, view
    )


def test_tool_costs_as_many_queries_as_its_operation(assistant, api, acme, django_assert_max_num_queries):
    assistant.call("list_calls", DAY)  # the token's use is noted

    with django_assert_max_num_queries(4):  # the token twice: to hear the message, and of the API's own
        assistant.call("list_calls", DAY)
    assert api.get(CALLS, DAY).status_code == 200
