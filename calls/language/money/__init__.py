"""Sums of money: dollars for the load, a mile or on top, and whose price each is."""

from calls.language.money.sums import read_money

__all__ = ("read_money",)
