"""Check calls held with the simulated drivers, without a wire: each ends in a report that says what the driver said."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from calls.language.guardrail import allowed_by, check_against
from calls.language.understanding import BuiltIn
from calls.models import Agent, Conversation
from calls.simulator.persona import HangUp, Say
from calls.simulator.personas import make_persona
from calls.skill import Talk
from calls.skills import answering, check_call
from calls.skills.check_call import CheckCallSkill
from organizations.models import Organization

SKILL = CheckCallSkill()
AT = datetime(2026, 3, 2, 15, 10, tzinfo=UTC)  # 10:10 in Atlanta
DUE = datetime(2026, 3, 2, 14, 0)
SEEDS = range(20)


@pytest.fixture(autouse=True)
def reachable(monkeypatch):
    """Somebody takes calls; nothing is stored."""
    monkeypatch.setattr(check_call, "person_for", lambda *_, **__: "+13125550100")
    monkeypatch.setattr(check_call, "raise_alarm", lambda **_: None)
    monkeypatch.setattr(answering, "approved_answer", lambda **_: "")
    monkeypatch.setattr(answering, "note_question", lambda **_: None)


def call(persona, seed, *, kind="dropoff", is_waiting=False, is_reefer=False):
    """Hold the call; the talk and its lines."""
    driver = make_persona(persona, seed=seed)
    organization = Organization(name="Acme Freight", timezone="America/Chicago")
    stop = {"city": "Atlanta", "state": "GA", "timezone": "America/New_York"}
    facts = {
        "loadNumber": "48213",
        "callType": kind,
        "waitingAtFacility": is_waiting,
        "name": "Mike",
        "isReefer": is_reefer,
        "stop": stop | {"windowStart": DUE.isoformat(), "windowEnd": ""},
    }
    conversation, agent = Conversation(organization=organization), Agent(organization=organization)
    talk = Talk(conversation, agent, {"facts": facts}, AT, seen={"load": None})
    reply, lines = SKILL.open(talk), []
    while True:
        lines.append(("agent", reply.text))
        # What a skill says must be sayable by a model too.
        assert check_against(reply.text, allowed_by(reply, "en")).reason == "", reply.text
        if reply.is_last:
            return talk, lines
        talk.at += timedelta(seconds=10)
        acts = driver.reply(reply.text)
        said = " ".join(act.text for act in acts if isinstance(act, Say))
        lines.append(("caller", said))
        assert len(lines) < 40, lines
        assert not any(isinstance(act, HangUp) for act in acts), lines
        talk.state = json.loads(json.dumps(talk.state))
        reply = SKILL.answer(talk, BuiltIn().understand(said, SKILL.listening(talk, reply.expecting)))


@pytest.mark.deep_but(10)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["pickup", "dropoff"])
def test_driver_on_time_is_reported_on_time(seed, kind):
    talk, lines = call("driver_on_time", seed, kind=kind)

    told = SKILL.conclude(talk).extracted
    assert told["isLate"] is False, lines
    assert told["etaLocal"] == "2026-03-02T13:30:00", lines
    assert told["loading"] == ("empty" if kind == "pickup" else "loaded"), lines
    assert not told["isWaiting"], lines
    assert len(lines) <= 11, lines


@pytest.mark.deep_but(10)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["pickup", "dropoff"])
def test_late_driver_is_reported_late_with_the_reason(seed, kind):
    talk, lines = call("driver_late", seed, kind=kind)

    told = SKILL.conclude(talk).extracted
    assert told["lateMinutes"] in (60, 120, 180), lines
    assert told["delayReason"], lines
    assert any("I'm letting the team know" in words for who, words in lines if who == "agent"), lines
    assert "running_late" in SKILL.conclude(talk).tags


@pytest.mark.deep_but(15)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("kind", "is_waiting"), [("pickup", False), ("pickup", True), ("dropoff", True)])
def test_driver_at_the_dock_is_reported_there(seed, kind, is_waiting):
    talk, lines = call("driver_at_dock", seed, kind=kind, is_waiting=is_waiting)

    told = SKILL.conclude(talk).extracted
    assert told["isWaiting"], lines
    assert told["checked"] == "in", lines
    assert told["etaLocal"], lines
    assert told["isLate"] is None, lines


@pytest.mark.parametrize("seed", SEEDS)
def test_reefer_is_reported_with_its_temperature(seed):
    talk, lines = call("driver_on_time", seed, is_reefer=True)

    assert SKILL.conclude(talk).extracted["reeferTemperature"], lines
