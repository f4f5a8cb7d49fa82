"""Projections, imports and SQL: what keeps many rows right."""
