"""Spans of time as they are at this instant: from roll-ups, and from the rows where something has changed since."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from analytics import buckets, loads
from analytics.buckets import Quarters
from analytics.changes import changed_quarters
from analytics.counting import Counted, Distinct, count, count_loads
from analytics.figures import Figures
from analytics.quarters import A_DAY, AN_HOUR, is_edge, quarter_of, span_of
from analytics.records import LENGTHS, NO_RECORD, figures_of, record_of, rolled_up_records

# Where more than so many quarters have changed, and a good part of all, counting everything is as fast.
MOST_CHANGED = 400

type Spans = Sequence[tuple[datetime, datetime]]


class Whole(NamedTuple):
    """A period's figures, and the API's records of its spans."""

    figures: Figures
    records: list[str]


def read(organization_id: int, spans: Spans) -> list[tuple[Counted, Distinct]]:
    """What is counted in each of the spans, and its different loads.

    Spans follow each other without a gap, here and below. Several statements: open a snapshot around them.
    """
    if not spans:
        return []
    state = _state(organization_id, spans)
    if state is None:
        _, each = count_loads(organization_id, spans)
        return list(zip(count(organization_id, spans), each, strict=True))
    quarters, changed = state
    live = loads.live_loads(organization_id, changed)
    counted = _numbers(organization_id, quarters, changed)
    return list(zip(counted, _loads(organization_id, quarters, changed, live), strict=True))


def read_periods(organization_id: int, *periods: Spans) -> list[Whole]:
    """Of each period its figures, and the records of its spans; the periods follow each other without a gap too."""
    spans = [span for period in periods for span in period]
    if not spans:
        return [Whole(Figures(), []) for _ in periods]
    state = _state(organization_id, spans)
    if state is None:
        return [_counted_whole(organization_id, period) for period in periods]
    quarters, changed = state
    live = loads.live_loads(organization_id, changed)
    records = _records(organization_id, quarters, changed)
    others = [span for place, span in enumerate(quarters) if place not in records]
    wholes: list[Quarters] = []
    first = 0
    for period in periods:
        if period:
            wholes.append((quarters[first][0], quarters[first + len(period) - 1][1]))
        first += len(period)
    counted = _numbers(organization_id, [*wholes, *others], changed)
    distinct = [
        *loads.between(organization_id, wholes, live),
        *_loads(organization_id, others, changed, live),
    ]
    figures = map(figures_of, counted, distinct)
    told = iter([next(figures) if period else Figures() for period in periods])
    each = iter([records.get(place) or record_of(next(figures)) for place in range(len(quarters))])
    return [Whole(next(told), [next(each) for _ in period]) for period in periods]


def _state(organization_id: int, spans: Spans) -> tuple[list[Quarters], list[int]] | None:
    """The spans in quarters, and which of those have changed; None where everything must be counted from the rows."""
    edges = [spans[0][0], *(end for _, end in spans)]
    if not all(map(is_edge, edges)):  # a clock of long ago
        return None
    quarters = [quarter_of(edge) for edge in edges]
    changed = changed_quarters(organization_id, quarters[0], quarters[-1] - 1)
    if len(changed) > max(MOST_CHANGED, (quarters[-1] - quarters[0]) // 4):
        return None
    return list(pairwise(quarters)), changed


def _counted_whole(organization_id: int, spans: Spans) -> Whole:
    whole, each = count_loads(organization_id, spans)
    counted = count(organization_id, spans)
    records = [record_of(figures_of(*both)) for both in zip(counted, each, strict=True)]
    return Whole(figures_of(buckets.together((some, 1) for some in counted), whole), records)


def _changes_in(span: Quarters, changed: Sequence[int]) -> slice:
    """Which of the changed quarters, in order, lie in a span."""
    return slice(bisect_left(changed, span[0]), bisect_left(changed, span[1]))


def _has_changed(span: Quarters, changed: Sequence[int]) -> bool:
    return bool(changed) and bool(changed[_changes_in(span, changed)])


def _records(organization_id: int, spans: Sequence[Quarters], changed: Sequence[int]) -> dict[int, str]:
    """The records of spans that were written when they were rolled up, and still hold; by place."""
    found: dict[int, str] = {}
    for length in LENGTHS:
        ends = {
            place: end
            for place, (start, end) in enumerate(spans)
            if end - start == length and not end % AN_HOUR and not _has_changed((start, end), changed)
        }
        if ends:
            records = rolled_up_records(organization_id, length, ends.values())
            found |= {place: records.get(end, NO_RECORD) for place, end in ends.items()}
    return found


def _numbers(organization_id: int, spans: Sequence[Quarters], changed: Sequence[int]) -> list[Counted]:
    """Each span as it was rolled up, and corrected by what has changed."""
    singles = [(quarter, quarter + 1) for quarter in changed]
    rolled = buckets.rolled_up(organization_id, [*spans, *singles])
    found, old = rolled[: len(spans)], rolled[len(spans) :]
    new = count(organization_id, [span_of(quarter) for quarter in changed]) if changed else []
    for place, span in enumerate(spans):
        within = _changes_in(span, changed)
        if changed[within]:
            found[place] = buckets.together(
                [
                    (found[place], 1),
                    *((before, -1) for before in old[within]),
                    *((now, 1) for now in new[within]),
                ]
            )
    return found


def _loads(
    organization_id: int, spans: Sequence[Quarters], changed: Sequence[int], live: loads.Live
) -> list[Distinct]:
    """The different loads of each span."""
    # Hours and days of the usual length in which nothing has changed were counted when they were rolled up.
    known = {
        place: int(end - start == A_DAY)
        for place, (start, end) in enumerate(spans)
        if end - start in (AN_HOUR, A_DAY) and not _has_changed((start, end), changed)
    }
    windows = loads.windows(organization_id, [spans[place][1] - 1 for place in known])
    found = [Distinct()] * len(spans)
    for place, length in known.items():
        window = windows.get(spans[place][1] - 1)
        if window:
            found[place] = window[length]
    others = [place for place in range(len(spans)) if place not in known]
    ranges = [(spans[place][0], spans[place][1] - 1) for place in others]
    for place, rolled, (first, last) in zip(
        others, loads.mentioned(organization_id, ranges, changed), ranges, strict=True
    ):
        found[place] = loads.distinct_of(rolled | live.within(first, last))
    return found
