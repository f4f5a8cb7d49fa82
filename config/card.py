"""What somebody needs to use a local run: printed when it is ready, and kept as card.json."""

import json
from pathlib import Path
from typing import Any

from config import local

FROM_DEMO = ("user", "password", "token", "organization", "number", "agents")

WELCOME = """
  Loadline is ready: {url}

    sign in      {user} / {password}
    API token    {token}
    try          curl -H 'Authorization: Bearer {token}' '{url}/api/v1/calls?startTime=2026-01-01&endTime=2036-01-01'
    demo number  {number}
    agents       {agents}
    telephones   {exchange}/exchange/calls

  All of it stands in {path}. Ctrl-C stops everything.
"""
WELCOME_WITHOUT_DEMO = """
  Loadline is ready: {url}

    no demo organization; in another terminal make yours, and a token for it:
      bin/manage create_organization "My Brokerage" --slug mine
      bin/manage create_token --organization mine --name laptop
    telephones   {exchange}/exchange/calls

  Ctrl-C stops everything.
"""


def path() -> Path:
    """Where the card is kept."""
    return local.data_dir() / "card.json"


def write(*, url: str, exchange: str, demo: dict[str, Any] | None) -> dict[str, Any]:
    """Keep the card, readable by its owner only.

    Without a demo organization its facts are null, and there are no agents.
    """
    card: dict[str, Any] = {"url": url, "exchange": exchange}
    card |= {key: demo[key] if demo else None for key in FROM_DEMO}
    card["agents"] = [{"slug": agent["slug"], "purpose": agent["purpose"]} for agent in card["agents"] or []]
    local.write_private(path(), json.dumps(card, indent=2) + "\n")
    return card


def text(card: dict[str, Any]) -> str:
    """The card for a terminal."""
    if card["organization"] is None:
        return WELCOME_WITHOUT_DEMO.format(**card)
    agents = ", ".join(f"{agent['slug']} ({agent['purpose']})" for agent in card["agents"])
    return WELCOME.format(**{**card, "agents": agents, "path": path()})
