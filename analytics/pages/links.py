"""Addresses of the rows behind figures."""

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from analytics.figures import Label

INCLUSIVE = timedelta(milliseconds=1)  # a label's end is its last millisecond


class Links:
    """Addresses of rows within a period of labels, or within a stretch of them."""

    def __init__(self, labels: list[Label], zone: str) -> None:
        self._labels = labels
        self._base = reverse("analytics:rows")
        self._zone = zone

    def whole(self, of: str = "conversations", **filters: Any) -> str:
        """Rows of the whole period."""
        return self.between(0, len(self._labels) - 1, of, **filters)

    def between(self, first: int, last: int, of: str = "conversations", **filters: Any) -> str:
        """Rows of the labels `first` to `last`."""
        query = {
            "of": of,
            "start": _instant(self._labels[first].start),
            "end": _instant(self._labels[last].end + INCLUSIVE),
            "zone": self._zone,
        }
        return f"{self._base}?{urlencode(query | filters, safe=':/')}"


def _instant(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
