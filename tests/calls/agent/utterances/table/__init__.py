"""The table to build against."""

from tests.calls.agent.utterances.row import interleave
from tests.calls.agent.utterances.table import money, money_es, numbers, places, road, talk

ROWS = interleave([*money.KINDS, *money_es.KINDS, *numbers.KINDS, *talk.KINDS, *places.KINDS, *road.KINDS])
