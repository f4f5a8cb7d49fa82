"""How a stretch of time is called."""

from datetime import date, datetime, timedelta


def days_title(first: date, last: date) -> str:
    """Return days, both inclusive: `Oct 1 – Oct 30, 2026`, each with its year where they differ, one alone once."""
    end = f"{last:%b} {last.day}, {last.year}"
    if first == last:
        return end
    return f"{first:%b} {first.day}{'' if first.year == last.year else f', {first.year}'} – {end}"


def span_title(first: datetime, last: datetime) -> str:
    """Return a span from its first to its last millisecond, in local time: days, with times where they aren’t whole.

    `Oct 30, 2026, 14:00–14:59` is an hour, and over days it is `Oct 29, 2026, 14:00 – Oct 30, 2026, 09:59`.
    """
    days = days_title(first.date(), last.date())
    is_whole = not (first.hour or first.minute) and (last + timedelta(milliseconds=1)).date() > last.date()
    if is_whole:
        return days
    if first.date() == last.date():
        return f"{days}, {first:%H:%M}–{last:%H:%M}"
    starts, ends = (f"{days_title(each.date(), each.date())}, {each:%H:%M}" for each in (first, last))
    return f"{starts} – {ends}"
