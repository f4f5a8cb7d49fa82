"""The local telephone network in the provider's place: who picks up there can be told beforehand."""

from typing import Any
from urllib.parse import quote, urlsplit

import requests
from django.conf import settings

from calls.simulator.personas import make_persona
from calls.telephony import REQUEST_TIMEOUT, Unreachable

PERSONA = "haggler"
LOOKED_THROUGH = 400  # seeds, of which one in fourteen is of a certain company


def is_simulated() -> bool:
    """Whether calls ring nobody's real phone."""
    return settings.LOCAL and urlsplit(settings.TWILIO_API_URL).hostname in ("127.0.0.1", "localhost")


def answer_as_carrier(number: str, *, mc_number: str, about: dict[str, Any]) -> None:
    """Have a carrier that haggles pick up at a number (E.164); of these papers, if the network knows it.

    Raises Unreachable.
    """
    seeds = range(LOOKED_THROUGH)
    seed = next((each for each in seeds if make_persona(PERSONA, seed=each).facts.mc == mc_number), 0)
    body: Any = {"answer": "human", "persona": PERSONA, "seed": seed, "about": about, "ringSeconds": 1}
    url = f"{settings.TWILIO_API_URL}/exchange/subscribers/{quote(number)}"
    try:
        requests.put(url, json=body, timeout=REQUEST_TIMEOUT).raise_for_status()
    except requests.RequestException as error:
        raise Unreachable(type(error).__name__) from error
