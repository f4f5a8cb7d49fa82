"""Every write of a bid: what price talks go by, taking it down, deciding on it, booking, reaping the forgotten."""
