"""Carriers out of files: the FMCSA's census, and lists of the broker's own as CSV or JSON Lines."""
