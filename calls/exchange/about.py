"""What a caller knows of the load that it calls about."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LONGEST = 100


@dataclass(frozen=True, slots=True)
class About:
    """A load in a carrier's eyes: its number, its lane, the trailer, and what it should pay in dollars.

    All of it is optional. The personas make their asks from `rate`, or from the offer they hear where it is None.
    """

    load: str = ""
    lane: tuple[str, str] | None = None  # ("Dallas, TX", "Atlanta, GA")
    rate: int | None = None
    equipment: str = ""  # as people say it: "53-foot dry van"

    def as_json(self) -> dict[str, Any]:
        """As the control side reads and shows it."""
        lane = list(self.lane) if self.lane else None
        return {
            "load": self.load or None,
            "lane": lane,
            "rate": self.rate,
            "equipment": self.equipment or None,
        }


def read_about(value: object) -> About:
    """What JSON says about a load; ValueError tells what is wrong with it."""
    if isinstance(value, About):
        return value
    if not isinstance(value, Mapping):
        raise ValueError("must be an object")
    if unknown := set(value) - {"load", "lane", "rate", "equipment"}:
        raise ValueError(f"has no {sorted(map(str, unknown))[0]}; there are load, lane, rate and equipment")
    return About(
        load=_text(value, "load"),
        lane=_lane(value.get("lane")),
        rate=_rate(value.get("rate")),
        equipment=_text(value, "equipment"),
    )


def _text(value: Mapping[str, Any], name: str) -> str:
    text = value.get(name) or ""
    if not isinstance(text, str) or len(text) > LONGEST:
        raise ValueError(f"{name} must be a text of at most {LONGEST} characters")
    return text.strip()


def _lane(value: Any) -> tuple[str, str] | None:
    if value is None:
        return None
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise ValueError('lane must be two places, such as ["Dallas, TX", "Atlanta, GA"]')
    if not all(isinstance(place, str) and 0 < len(place.strip()) <= LONGEST for place in value):
        raise ValueError('lane must be two places, such as ["Dallas, TX", "Atlanta, GA"]')
    return value[0].strip(), value[1].strip()


def _rate(value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1_000_000:
        raise ValueError("rate must be a number of dollars")
    return round(value)
