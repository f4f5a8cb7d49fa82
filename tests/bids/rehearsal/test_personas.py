"""Each simulated carrier ends where it should, twenty times with other seeds, and no rule is broken on the way."""

import pytest

from bids.models import NegotiationRules, PriceTalk
from bids.services.rehearsal_stage import Stage
from bids.services.rehearsing import personas_for, play
from calls.models import Conversation
from tests.bids.rehearsal.conftest import CEILING, START
from tests.bids.replaying import replayed_ever
from tests.factories import NOW, NegotiationRulesFactory

pytestmark = pytest.mark.sampled(2)

RUNS = 20
# Outcomes of a carrier-sales call; of a check call its tags.
CARRIERS = {
    "agreeable": {"booked"},
    "haggler": {"booked"},
    "stubborn": {"declined"},
    "lowballer": {"booked"},
    "wrong_equipment": {"wrong_equipment"},
    "no_authority": {"not_qualified"},
    "impostor": {"bid"},
    "wants_human": {"callback", "transferred"},
    "asks_details": {"booked"},
    "undecided": {"callback"},
    "several_loads": {"booked"},
    "unknown_load": {"load_not_found"},
    "injector": {"booked"},
    "rambler": {"booked"},
    "bad_line": {"booked"},
    "spanish": {"booked"},
    "opt_out": {"opted_out"},
}
DRIVERS = {
    "driver_on_time": {"check_call_update"},
    "driver_late": {"check_call_update"},
    "driver_at_dock": {"check_call_update"},
    "opt_out": {"do_not_call"},
    "voicemail": {"voicemail"},
}


def test_every_persona_has_an_outcome(seller, checker):
    assert set(CARRIERS) == set(personas_for(seller))
    assert set(DRIVERS) == set(personas_for(checker))


@pytest.mark.deep_but("no_authority", "opt_out")
@pytest.mark.parametrize("persona", CARRIERS)
def test_carrier_ends_where_it_should(seller, load, cast, persona):
    for seed in range(RUNS):
        played = play(seller, load, persona, seed=seed, at=NOW)
        told = "\n".join(f"{role}: {text}" for role, text in played.lines)
        assert played.broken == (), told
        assert played.outcome in CARRIERS[persona], f"seed {seed}: {played.summary}\n{told}"
        if played.rate is not None:
            assert played.rate <= CEILING
        if persona == "lowballer":
            assert played.rate < START


@pytest.mark.deep
@pytest.mark.parametrize("persona", DRIVERS)
def test_driver_ends_where_it_should(checker, load, cast, persona):
    for seed in range(RUNS):
        played = play(checker, load, persona, seed=seed, at=NOW)
        told = "\n".join(f"{role}: {text}" for role, text in played.lines)
        assert played.broken == (), told
        assert DRIVERS[persona] & set(played.tags) or played.outcome in DRIVERS[persona], (
            f"seed {seed}: {played.outcome} {played.tags} {played.summary}\n{told}"
        )


def test_nothing_of_a_rehearsal_stays(seller, load, cast):
    before = Conversation.objects.count()
    played = play(seller, load, "agreeable", seed=1, at=NOW)
    assert played.is_booked
    assert Conversation.objects.count() == before
    load.refresh_from_db()
    assert load.status == "UNASSIGNED"


# Whole talks played again, under what they were held under: identity, whatever was said in them.


HAGGLERS = (
    *("agreeable", "haggler", "stubborn", "lowballer", "asks_details", "undecided"),
    *("several_loads", "injector", "rambler", "bad_line", "spanish"),
)
RULES = {
    "measured": {},
    "fixed steps": {"strategy": "fixed_steps"},
    "fixed steps, five rounds": {"strategy": "fixed_steps", "rounds": 5},
    "hold out, four rounds": {"pace": "hold_out", "rounds": 4},
    "low final offers": {"pace": "give_early", "final_low": 30, "final_high": 60},
}
TALKS = 200  # under each of the rules: a thousand in all


@pytest.fixture
def replays(monkeypatch):
    """How many talks about a price there were in the calls so far; each was played again before it was rolled back."""
    found = []
    ends = Stage.ends

    def counted(stage):
        call = ends(stage)
        again = replayed_ever()
        assert (again.wrong, again.unkept) == (0, 0)
        assert again.matching == PriceTalk.objects.count()
        found.append(again.matching)
        return call

    monkeypatch.setattr(Stage, "ends", counted)
    return found


def hold_talks(seller, load, name, replays, *, most, first_seed=100):
    """Let hagglers call until there are that many talks about a price."""
    NegotiationRules.objects.all().delete()
    NegotiationRulesFactory(organization=seller.organization, **RULES[name])
    calls = 0
    while sum(replays) < most:
        play(seller, load, HAGGLERS[calls % len(HAGGLERS)], seed=first_seed + calls // len(HAGGLERS), at=NOW)
        calls += 1
        assert calls <= 2 * most, "they hardly ever come to money"


@pytest.mark.deep
@pytest.mark.parametrize("name", RULES)
def test_a_thousand_whole_talks_replay_to_the_dollar(seller, load, cast, replays, name):
    hold_talks(seller, load, name, replays, most=TALKS)


def test_some_whole_talks_replay_to_the_dollar(seller, load, cast, replays):
    hold_talks(seller, load, "hold out, four rounds", replays, most=3)
