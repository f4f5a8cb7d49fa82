"""Every write about carriers: what sources found, the rules, and what these make of it."""

from carriers.services.rules import change_rules, rules_of

__all__ = ["change_rules", "rules_of"]
