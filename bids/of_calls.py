"""What the calls' list says of money: `settings.CALL_TELLER`."""

from collections.abc import Sequence
from decimal import Decimal

from bids.models import Bid


def amounts_of_calls(calls: Sequence[int]) -> dict[int, Decimal]:
    """The carrier's last figure in each of these calls, in dollars; of none where none was named. One query."""
    bids = Bid.objects.filter(conversation__in=calls, amount__isnull=False).order_by("conversation_id", "-pk")
    rows = bids.distinct("conversation_id").values_list("conversation_id", "amount")
    return {call: amount for call, amount in rows if call is not None and amount is not None}
