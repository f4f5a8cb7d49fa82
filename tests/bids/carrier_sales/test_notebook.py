"""What is known in a talk goes through JSON at every turn, and each step of the talk has a class."""

import json
from datetime import date
from decimal import Decimal

import pytest

from bids.carrier_sales.notebook import (
    Callback,
    Dealing,
    Known,
    Notebook,
    Outcome,
    Step,
    TruckDetails,
    Wanted,
    says_all_of,
)
from bids.carrier_sales.steps import ORDER, STEPS
from bids.carrier_sales.vetting import Verdict
from bids.negotiation import Standing
from calls.language.reading import Figure, Role
from carriers.services.learned import Told
from carriers.states import LearnedKind

FULL = Notebook(
    step=Step.CLOSING,
    turns=7,
    mc="790112",
    verdict=Verdict.BOOK,
    missing=["liability_insurance_unknown"],
    wanted=Wanted(number="482101", is_tail=True),
    sought=Wanted(origin=("Dallas", "TX"), destination=("", "GA"), day=date(2026, 3, 5), commodity="peaches"),
    passed=[3, 4],
    dealings=[
        Dealing(
            pk=9,
            number="482101",
            lane="Dallas, TX to Atlanta, GA",
            outcome=Outcome.DECLINED,
            standing=Standing(offer=Decimal(1500), asks=(Decimal("2400.00"),)),
            agreed=Decimal("1800.00"),
            wanted=Decimal(2400),
            conditions=["if they load me by ten"],
        )
    ],
    at_load=9,
    early_ask=Figure(Decimal("2.85"), Role.PER_MILE),
    known=Known(name="Dana", driver_phone="+18065550123"),
    told=[Told(LearnedKind.LANE, origin=("Dallas", "TX"), destination=("Atlanta", "GA"), words="to Atlanta")],
    details=TruckDetails(driver="Marco", driver_phone="8065550123", empty_place="Waco, TX"),
    outcomes=[Outcome.CALLBACK],
    callback=Callback(time="2026-03-05T14:00", phone="+18065550101"),
)


def test_notebook_comes_back_from_its_json():
    for notes in (Notebook(), FULL):
        assert Notebook.from_json(json.loads(json.dumps(notes.to_json()))) == notes


def test_amounts_come_back_as_they_were_written():
    back = Notebook.from_json(FULL.to_json())

    assert [str(back.dealings[0].agreed), str(back.dealings[0].wanted)] == ["1800.00", "2400"]


def test_details_are_named_as_in_the_api():
    assert FULL.to_json()["details"] == {
        "driver": "Marco",
        "driverPhone": "8065550123",
        "emptyPlace": "Waco, TX",
    }


def test_talk_goes_on_from_what_another_release_wrote():
    data = FULL.to_json() | {"long_gone": True}
    del data["sought"], data["callback"]

    notes = Notebook.from_json(data)

    assert (notes.sought, notes.callback, notes.at_load) == (Wanted(), None, 9)


def test_every_step_is_asked_and_heard_by_a_class_of_its_own():
    assert set(STEPS) == set(Step)
    assert len({*ORDER}) == len(ORDER) == len(STEPS) + 1, "the load is told of, and nothing asked"


@pytest.mark.parametrize(
    ("words", "other", "is_said"),
    [
        ("as long as its no touch my backs shot i dont unload", "if it's no touch", True),
        ("if its no touch", "as long as its no touch my backs shot", False),
        ("if i get a load back to dallas", "if i load by ten", False),
        ("if they load me by ten", "if they load me by nine", False),
        ("si me cargan antes de las diez", "si me cargan", True),
        ("whatever you say", "if so", False),
    ],
)
def test_condition_in_other_words_is_the_same_one(words, other, is_said):
    assert says_all_of(words, other) is is_said
