"""Every write about carriers: what sources found, the rules, and what these make of it."""
