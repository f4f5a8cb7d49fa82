"""Numbers that stand for something (MC, DOT, load, phone …), and who people are."""

from calls.language.identity.numbers import Identity, blank, read_identity
from calls.language.identity.people import read_people

__all__ = ("Identity", "blank", "read_identity", "read_people")
