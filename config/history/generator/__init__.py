"""A made-up history that looks like one: lanes with a market, carriers with habits, talks that move."""

VERSION = 1  # one more whenever a plan gives other lines than before: who keeps a made history makes it anew
