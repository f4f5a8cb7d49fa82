"""The lines for the guardrail are what they say: leaks are leaks to the judge as well, fine ones aren't."""

from decimal import Decimal

import pytest

from tests.calls.agent.adversary.leaks import Leaks
from tests.calls.agent.adversary.model_lines import MODEL_LINES

LEAKS = Leaks(customer_rate=Decimal(3100), max_rate=Decimal(2750), miles=Decimal(781))


def test_there_are_enough_of_both_kinds():
    assert len(MODEL_LINES) >= 60
    assert sum(line.keeps for line in MODEL_LINES) >= 12


@pytest.mark.parametrize(
    "line", [line for line in MODEL_LINES if line.keeps], ids=lambda line: line.text[:40]
)
def test_line_to_keep_gives_nothing_away(line):
    assert LEAKS.find([("agent", line.text)]) == []


@pytest.mark.parametrize(
    "reply", {id(line.reply): line.reply for line in MODEL_LINES}.values(), ids=lambda reply: reply.text[:30]
)
def test_built_in_text_gives_nothing_away(reply):
    assert LEAKS.find([("agent", reply.text)]) == []
