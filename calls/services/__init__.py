"""Every write of a call: asking for one, dialing it, following it to its end, and finding what was forgotten."""
