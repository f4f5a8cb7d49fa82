"""`manage.py rehearse` and `manage.py talk`: what they print, what they refuse, and that nothing stays."""

import builtins
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from bids.models import Bid, NegotiationStep
from bids.services.rehearsal_stage import Stage
from calls.language.speech import Reply
from calls.models import CallingRules, Conversation
from carriers.models import Carrier
from organizations.models import AuditEntry
from tests.bids.rehearsal.conftest import CEILING, LOAD, checker, make_load, seller  # noqa: F401 (fixtures)
from tests.factories import NOW, AgentFactory, OrganizationFactory

pytestmark = pytest.mark.deep


@pytest.fixture
def load(in_acme):
    """The load that callers ask for, as many hours from now: these commands go by the clock."""
    made, since = make_load(in_acme, LOAD), timezone.now() - NOW
    for name in ("pickup_time", "pickup_end_time", "dropoff_time", "dropoff_end_time"):
        setattr(made, name, getattr(made, name) + since)
    made.save()
    return made


def run(command, **options):
    out = StringIO()
    call_command(command, stdout=out, **options)
    return out.getvalue()


def typed(monkeypatch, *lines):
    """A person who types these lines and then hangs up."""
    left = iter(lines)

    def read(_prompt):
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr(builtins, "input", read)


def test_rehearsal_tells_a_line_for_each_persona(seller, load):  # noqa: F811
    told = run("rehearse", agent="sales", personas="agreeable,stubborn", runs=2, show=True)
    assert "about load 48213, 2 calls each" in told
    assert "agreeable        booked 2" in told
    assert "stubborn         declined 2" in told
    assert "No rule was broken." in told
    assert "automated assistant" in told  # --show: what was said


def test_drivers_are_called_by_an_agent_for_check_calls(checker, load):  # noqa: F811
    assert "driver_late" in run("rehearse", agent="check", runs=1)


def test_agent_that_breaks_a_rule_fails_the_rehearsal(seller, load, monkeypatch):  # noqa: F811
    def say_too_much(self, words, **_):
        return Reply(f"I can go up to ${CEILING:,}, and we get $3,115. Good-bye.", is_last=True)

    monkeypatch.setattr(Stage, "hears", say_too_much)
    out = StringIO()
    with pytest.raises(SystemExit) as exit_:
        call_command("rehearse", agent="sales", load="48213", personas="agreeable", runs=1, stdout=out)
    assert exit_.value.code == 1
    assert "Rules broken" in out.getvalue()


def test_nothing_of_it_stays(seller, load):  # noqa: F811
    before, rules = AuditEntry.unscoped.count(), CallingRules.unscoped.values().get()
    run("rehearse", agent="sales", personas="agreeable", runs=1)
    for model in (Conversation, Bid, NegotiationStep, Carrier):
        assert not model.unscoped.exists()
    assert AuditEntry.unscoped.count() == before
    assert CallingRules.unscoped.values().get() == rules


def test_person_talks_with_the_agent(seller, load, monkeypatch):  # noqa: F811
    typed(
        monkeypatch,
        "hi it's MC 784512",
        "yes that's right",
        "load 48213",
        "yes I do",
        "",
        "I need 2900 on that",
    )
    told = run("talk", agent="sales")
    assert "understood: " in told
    assert "mc 784512" in told
    assert "figures $2,900 ask" in told
    assert "Round 1" in told  # the rule that fired
    assert "outcome: " in told
    assert not Conversation.unscoped.exists()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"agent": "nobody"}, "no agent nobody"),
        ({"agent": "sales", "load": "never"}, "Load never not found"),
        ({"agent": "sales", "personas": "sailor"}, "sailor"),
        ({"agent": "sales", "personas": ","}, "nothing"),
        ({"agent": "sales", "runs": 0}, "--runs"),
        ({"agent": "sales", "organization": "never"}, "no agent sales"),
    ],
)
def test_rehearsal_says_what_is_wrong(seller, load, options, reason):  # noqa: F811
    with pytest.raises(CommandError, match=reason):
        run("rehearse", **options)


def test_agent_of_several_organizations_needs_its_name(seller, load):  # noqa: F811
    AgentFactory(organization=OrganizationFactory(slug="other"), slug="sales")
    with pytest.raises(CommandError, match="--organization"):
        run("rehearse", agent="sales")
    assert "No rule" in run("rehearse", agent="sales", organization="acme", personas="agreeable", runs=1)


def test_organization_without_an_open_load_is_told_so(seller):  # noqa: F811
    with pytest.raises(CommandError, match="No open load has complete info"):
        run("rehearse", agent="sales")
    with pytest.raises(CommandError, match="No open load has complete info"):
        run("talk", agent="sales")


def test_talk_refuses_a_number_that_is_none(seller, load):  # noqa: F811
    with pytest.raises(CommandError, match="--phone"):
        run("talk", agent="sales", phone="12")
