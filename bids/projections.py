"""What is kept beside bids: how many there are of each day."""

from organizations.tallies import Tallied

BIDS = Tallied(kind="bids", table="bids_bid", at="discussed_at")
TALLY = BIDS.projection()
