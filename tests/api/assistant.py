"""An assistant that speaks to `/mcp` and is told of as a client of the API is: the same requests, the same answers."""

import json
from functools import cache
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import resolve
from jsonschema import Draft202012Validator

from config.mcp_server import Operation, operations

MCP = "/mcp"
HEADERS = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
WITHIN = "params.arguments"  # where an argument's field stands in the message


def tool_of(method: str, url: str) -> tuple[Operation, dict[str, Any]]:
    """The tool whose operation that is, and the arguments that the path names."""
    match = resolve(url)
    for each in operations().values():
        if each.method == method and each.view is match.func:
            return each, match.kwargs
    raise LookupError(url)


def has_tool(method: str, url: str) -> bool:
    """Whether the operation is an assistant's too."""
    return any(each.method == method and each.view is resolve(url).func for each in operations().values())


@cache
def validator_of(name: str) -> Draft202012Validator:
    """What clients hold an answer to: one that isn't as the tool says never reaches the assistant."""
    schema = operations()[name].tool.output_schema
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


class Assistant:
    """Somebody with a token who calls tools."""

    def __init__(self, client: Client, plain: str) -> None:
        self.client, self.plain = client, plain

    def send(self, method: str, params: Any = None, **headers: str) -> Any:
        """The answer to one message; `params` may be JSON already."""
        raw = params if isinstance(params, bytes) else json.dumps(params or {}).encode()
        body = b'{"jsonrpc":"2.0","id":1,"method":"%s","params":%s}' % (method.encode(), raw)
        headers = HEADERS | {"Authorization": f"Bearer {self.plain}"} | headers
        return self.client.post(MCP, body, content_type="application/json", headers=headers)

    def call(self, name: str, arguments: Any = None, **headers: str) -> HttpResponse:
        """What a tool answers, as the API would: its status and JSON; `arguments` may be JSON already."""
        raw = arguments if isinstance(arguments, bytes) else json.dumps(arguments or {}).encode()
        params = b'{"name":"%s","arguments":%s}' % (name.encode(), raw)
        response = self.send("tools/call", params, **headers)
        if response.status_code != 200:  # no message, or none that may be read
            return refusal(response)
        result = response.json()["result"]
        told = result["structuredContent"]
        assert json.loads(result["content"][0]["text"]) == told
        if not result.get("isError"):
            validator_of(name).validate(told)
        compact = json.dumps(told, separators=(",", ":"))
        answer = HttpResponse(compact, status=told["status"] if result.get("isError") else 200)
        answer["X-Request-Id"] = response["X-Request-Id"]
        if answer.status_code >= 400:
            answer["Content-Type"] = "application/problem+json"
        if "idempotencyReplayed" in result.get("_meta", {}):
            answer["Idempotency-Replayed"] = "true"
        answer.json = lambda: told  # type: ignore[attr-defined]
        return answer

    def ask(
        self, method: str, url: str, given: Any, *, key: str | None = None, **headers: str
    ) -> HttpResponse:
        """The request to the API that a client would send, as a call of its tool."""
        tool, named = tool_of(method, url)
        if isinstance(given, bytes):
            named = named | ({"idempotencyKey": key} if key is not None else {})
            first = json.dumps(named)[1:-1].encode()
            given = given if not named else b"{%s,%s" % (first, given.removeprefix(b"{"))
        else:
            given = named | given | ({"idempotencyKey": key} if key is not None else {})
            if tool.has_offset and "offset" in given:
                given["cursor"] = str(given.pop("offset"))
        return self.call(tool.tool.name, given, **headers)


def refusal(response: Any) -> HttpResponse:
    """The problem of a message that wasn't heard, with fields named as they are among the arguments."""
    told = response.json()["error"]["data"]
    for error in told.get("errors", ()):
        error["field"] = error["field"].removeprefix(WITHIN).removeprefix(".")
    answer = HttpResponse(json.dumps(told), status=response.status_code, headers=response.headers)
    answer["Content-Type"] = "application/problem+json"
    answer.json = lambda: told  # type: ignore[attr-defined]
    return answer
