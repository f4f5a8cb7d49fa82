"""Live updates: browsers are told the names of what changed, and fetch it themselves (docs/live-updates.md).

`changed` is all that domain code needs. What it tells goes through Redis to the process `live`, whose endpoint holds
one stream of server-sent events for each open page.
"""

from organizations.live.publishing import changed

__all__ = ["changed"]
