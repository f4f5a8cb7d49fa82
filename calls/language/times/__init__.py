"""Days and times of day, beside an appointment or by themselves."""

from calls.language.times.moments import read_when

__all__ = ("read_when",)
