"""Both analytics answers and the lists, whole, over days, weeks and months: what erasing and moving mustn't change."""

from datetime import date, timedelta
from itertools import product
from typing import Any
from urllib.parse import urlencode

ZONES = ("America/Chicago", "UTC")
LISTS = ("calls", "bids", "bookings", "check-calls", "loads", "carriers", "agents")


def _get(api: Any, path: str, **query: str) -> Any:
    response = api.get(f"/api/v1/{path}?{urlencode(query)}")
    assert response.status_code == 200, response.content
    return response.json()


def analytics(api: Any, last: date) -> dict[Any, Any]:
    """Every answer for windows that end with a day."""
    answers = {}
    for days, zone in product((1, 7, 31, 92), ZONES):
        first = (last - timedelta(days=days - 1)).isoformat()
        period = {"fromDate": first, "toDate": last.isoformat(), "granularity": "day" if days > 7 else "hour"}
        series = {"startDate": first, "endDate": last.isoformat()}
        answers[days, zone, "period"] = _get(api, "analytics", **period, timezone=zone)
        answers[days, zone, "series"] = _get(api, "analytics", **series)
    return answers


def lists(api: Any, last: date) -> dict[str, Any]:
    """The first pages of the lists."""
    window = {
        "startTime": f"{last - timedelta(days=60)}T00:00:00Z",
        "endTime": f"{last + timedelta(days=2)}T00:00:00Z",
    }
    asked = dict.fromkeys(("calls", "bids", "bookings", "check-calls"), window)
    asked["carriers"] = {"origin": "Dallas, TX", "destination": "Atlanta, GA"}
    return {name: _get(api, name, **asked.get(name, {})) for name in LISTS}
