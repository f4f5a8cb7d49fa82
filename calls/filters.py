"""The filters of lists of conversations: window, load, MC number."""

import re

from calls.querysets import ConversationQuerySet
from organizations.rest.query import Query


def filter_conversations(conversations: ConversationQuerySet, query: Query) -> ConversationQuerySet:
    """Those begun in the window that `startTime` and `endTime` (both required) name, of a load, with a carrier.

    Wrong parameters are noted in `query`; its `check()` raises them all.
    """
    window = query.window()
    load_id = query.text("loadId")
    mc_number = query.text("mcNumber")
    conversations = conversations.in_window(window.start, window.end)
    if load_id is not None:
        conversations = conversations.of_load(load_id)
    if mc_number is not None:
        digits = re.sub(r"[^0-9]", "", mc_number)
        conversations = conversations.of_mc(digits) if digits else conversations.none()
    return conversations
