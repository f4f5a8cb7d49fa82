"""Rehearsing an agent against simulated carriers, or a person at a keyboard; nothing of it stays in the database."""
