"""Tenants: their rows, who may see them, who did what."""
