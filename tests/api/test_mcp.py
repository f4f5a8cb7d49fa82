"""The MCP server as brokers' assistants meet it: the SDK's client over a real connection to the running service."""

import json
from datetime import timedelta

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.api.desk import DAY, GOOD, SALES, set_up_desk
from tests.factories import NOW, BidFactory, CallFactory, LoadFactory


def talk(url, plain, *steps, mode="auto"):
    """What each step gets out of one connection."""

    async def run():
        async with (
            httpx2.AsyncClient(headers={"Authorization": f"Bearer {plain}"}) as http,
            Client(streamable_http_client(f"{url}/mcp", http_client=http), mode=mode) as client,
        ):
            return [await step(client) for step in steps]

    return anyio.run(run)


@pytest.mark.parametrize("mode", ["legacy", "auto"])
@pytest.mark.django_db(transaction=True)
def test_smoke(live_server, acme, token, mode):
    load = LoadFactory(organization=acme, external_id="LD-1")
    BidFactory.create_batch(3, organization=acme, load=load, discussed_at=NOW)
    set_up_desk(acme)
    tools, loads, bids = talk(live_server.url, token, lambda c: c.list_tools(), lambda c: c.call_tool("list_loads", {"loadId": "LD-1"}),
       lambda c: c.call_tool("list_bids", DAY | {"limit": 2}), mode=mode)
    print(len(tools.tools), loads, bids.structured_content["pagination"])
    print(len(json.dumps(tools.model_dump())))
    assert len(tools.tools) == 22
