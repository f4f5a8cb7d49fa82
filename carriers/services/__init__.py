"""Every write about carriers: what sources found, the rules, and what these make of it."""

from carriers.services.asking import ask_sources, organizations_wanting, want_facts
from carriers.services.capacity import note_capacity
from carriers.services.contacts import FoundContact, store_contact_findings
from carriers.services.findings import Contact, Found, store_findings
from carriers.services.rules import change_rules, rules_of
from carriers.services.standing import (
    block_carrier,
    note_carrier,
    prefer_carrier,
    unblock_carrier,
    unprefer_carrier,
)
from carriers.services.vetting import organizations_due, vet_carriers, vet_due_carriers

__all__ = [
    "Contact",
    "Found",
    "FoundContact",
    "ask_sources",
    "block_carrier",
    "change_rules",
    "note_capacity",
    "note_carrier",
    "organizations_due",
    "organizations_wanting",
    "prefer_carrier",
    "rules_of",
    "store_contact_findings",
    "store_findings",
    "unblock_carrier",
    "unprefer_carrier",
    "vet_carriers",
    "vet_due_carriers",
    "want_facts",
]
