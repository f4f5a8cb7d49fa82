"""What the apps need to take in their share of an imported history: checks, bulk writes, and what was told before."""
