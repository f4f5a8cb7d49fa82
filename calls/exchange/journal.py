"""One log line per event."""

import logging

from .phones import masked
from .state import Call

logger = logging.getLogger("calls.exchange")


def log_call(call: Call, what: str, *args: object) -> None:
    """One line about a call, its numbers masked; `what` is a format for the arguments."""
    logger.info("%s %s→%s " + what, call.sid, masked(call.from_), masked(call.to), *args)
