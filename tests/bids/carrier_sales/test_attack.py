"""Callers who know the price rule, on the phone: the agent answers each move with the rule's own dollars."""

from random import Random

import pytest

from tests.benchmarks.attack import RECURRING, SETTINGS
from tests.benchmarks.hagglers import CALLERS, SEED, freight
from tests.benchmarks.spoken import brokerage, hold

pytestmark = pytest.mark.deep

LOADS = [freight(Random(SEED + number)) for number in range(2)]


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("name", ["measured", "fixed steps"])
def test_agent_answers_attackers_as_the_rule_does(db, name, caller):
    setting = SETTINGS[name]
    with brokerage({"strategy": setting.rules.strategy.value}) as at:
        for lane, load in enumerate(LOADS):
            held = hold(at, CALLERS[caller], load, lane, setting, is_each_load_new=caller == RECURRING)

            assert sum(phone.moves for phone in held.phones) >= 2  # who tells its cost is soon done
            for phone in held.phones:
                assert phone.different == [], phone.transcript
