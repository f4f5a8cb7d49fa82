"""The OpenAPI document of the whole service."""

from functools import cache
from typing import Any

import analytics.openapi
import bids.openapi
import calls.openapi
import carriers.openapi
import loads.openapi
from organizations.rest.openapi.document import assemble

PACKAGES = [loads.openapi, calls.openapi, bids.openapi, carriers.openapi, analytics.openapi]

INFO = {
    "title": "Loadline API",
    "version": "1.0.0",
    "summary": "Loads in, calls and bids out: an automated agent that talks to carriers for freight brokers.",
    "description": (
        "Every operation belongs to one organization: that of the bearer token. Bodies are JSON in UTF-8, of at most "
        "1 MiB, 20 levels and 10,000 values, no key twice, integers within 64 bits, no U+0000 in any text. Fields and "
        "parameters that Loadline doesn't know are ignored. A record's fields are always present; what isn't known is "
        "null. Every answer bears X-Request-Id. What goes wrong is a problem as RFC 9457 describes it."
    ),
}
TAGS = {
    "Load events": "What your TMS tells about loads.",
    "Calls": "What was said on the telephone, and calls to start.",
    "Bids": "What carriers asked for loads.",
    "Carriers": "Who ran a lane, and at what price.",
    "Analytics": "What happened, counted.",
}


@cache
def document(server: str) -> dict[str, Any]:
    """The document for the service at a base URL."""
    return assemble(
        info=INFO,
        tags=TAGS,
        operations=[operation for package in PACKAGES for operation in package.OPERATIONS],
        schemas={name: schema for package in PACKAGES for name, schema in package.SCHEMAS.items()},
        server=server,
    )
