"""What is kept beside calls: how many there are of each day."""

from organizations.tallies import Tallied

CALLS = Tallied(kind="calls", table="calls_conversation", at="created_at", where={"channel": "phone"})
TALLY = CALLS.projection()
