"""What facilities' desks tell amid other things, as a language model reads it: hours, questions back, notes."""

import pytest

from tests.calls.agent.test_custom_free import BRING, DOCK, DOCK_ES, desk  # noqa: F401 (a fixture)
from tests.calls.agent.test_model_talks import hold, model  # noqa: F401 (a fixture)


@pytest.mark.parametrize(
    ("words", "time", "said"),
    [
        (
            "mañana en la mañana estamos de inventario no cargamos hasta las doce le puedo dar a la una de la tarde",
            "mañana en la mañana estamos de inventario no cargamos hasta las doce le puedo dar a la una de la tarde",
            "a la 1 PM",
        ),
        ("we dont load till noon i can give you one", "we dont load till noon i can give you one", "at 1 PM"),
        (
            "we wont touch a truck before nine so lets say ten thirty",
            "we wont touch a truck before nine so lets say ten thirty",
            "at 10:30 AM",
        ),
        ("no mejor a las doce", "a las doce", "a las 12 PM"),
        ("no make it twelve", "twelve", "at 12 PM"),
        ("no we dont start til eleven", "we dont start til eleven", "after 11 AM"),
    ],
)
def test_hour_that_is_offered_counts_and_not_the_one_that_bounds_it(desk, load, model, words, time, said):  # noqa: F811
    heard = model.hears(words, acts=[("no", words)], facts=[("answer", words), ("time", time)])
    replies, _, data, _ = hold(desk, load, model, heard)

    assert f" {said} " in f"{replies[-1].text} "
    assert data["proposedDay"] == load.pickup_time.date().isoformat()
