"""The money: bids, bookings, negotiation and the carrier-sales skill."""
