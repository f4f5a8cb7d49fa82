"""Routes of the API: with a trailing slash they answer the same; a redirect would lose a body."""

import re
from collections.abc import Callable
from typing import Any

from django.urls import URLPattern, re_path

_PARAMETER = re.compile(r"<(\w+)>")


def endpoint(route: str, view: Callable[..., Any], name: str | None = None) -> URLPattern:
    """A route such as `custom-use-cases/<agentId>/create-phone-call`; a parameter is one segment."""
    parts = _PARAMETER.split(route)  # literal, name, literal, name, …
    regex = "".join(
        f"(?P<{part}>[^/]+)" if position % 2 else re.escape(part) for position, part in enumerate(parts)
    )
    return re_path(rf"^{regex}/?\Z", view, name=name)
