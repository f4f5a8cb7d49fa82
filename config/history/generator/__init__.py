"""A made-up history that looks like one: lanes with a market, carriers with habits, talks that move."""
