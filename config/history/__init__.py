"""Histories: read from JSON Lines and given to the apps' services; and made up, for demonstrations and benchmarks."""
