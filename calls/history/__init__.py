"""Calls and e-mail threads out of an imported history."""
