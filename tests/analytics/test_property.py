"""Whatever an organization's history is and whatever becomes of it: every answer is the naive count over its rows."""

import os
from datetime import date, timedelta

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from calls.models import Conversation
from config.demo.past import lines as made_up
from config.demo.past_loads import Plan, encoded
from organizations.models import Organization
from tests.analytics import histories, naive
from tests.analytics.changing import change
from tests.analytics.judging import Judge, roll_up
from tests.factories import OrganizationFactory
from tests.history.lines import Import

# LOADLINE_EXAMPLES=2000 looks further than there is time for every day.
EXAMPLES = "15" if os.environ.get("LOADLINE_DEEP") else "8"
THOROUGHLY = settings(
    max_examples=int(os.environ.get("LOADLINE_EXAMPLES", EXAMPLES)),
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.large_base_example,
    ],
)


@st.composite
def stories(draw):
    """A history, another tenant's, two rounds of what becomes of it, and what is asked about it all the time."""
    era = draw(st.sampled_from(histories.ERAS))
    lines, changes = histories.lines(era), histories.changes(era)
    return (
        draw(st.lists(lines, min_size=1, max_size=14)),
        draw(st.lists(lines, max_size=3)),
        [draw(st.lists(changes, max_size=6)) for _ in range(2)],
        draw(st.lists(histories.questions(era), min_size=2, max_size=2)),
        draw(st.sampled_from(naive.METRICS)),
        draw(st.integers(1, 3)),
    )


@pytest.mark.deep
@pytest.mark.django_db
@THOROUGHLY
@given(stories())
def test_every_answer_is_the_naive_count(story):
    lines, noise, rounds, questions, metric, few = story
    organization, other = OrganizationFactory(), OrganizationFactory()
    judge = Judge(organization)
    change(other, "import", noise)
    change(organization, "import", lines)
    judge.check(questions, metric)
    roll_up(organization)
    judge.check(questions, metric)
    for changes in rounds:
        for what in changes:
            change(organization, *what)
        change(other, "import", noise)
        judge.check(questions, metric)
        roll_up(organization, most=few)
        judge.check(questions, metric)
    roll_up(other)
    roll_up(organization)
    judge.check(questions, metric)
    Judge(other).check(questions[:1], metric)


@pytest.mark.django_db
@THOROUGHLY
@given(stories())
def test_every_change_shows_at_once(story):
    lines, _, (changes, _), questions, metric, _ = story
    organization = OrganizationFactory()
    judge = Judge(organization)
    change(organization, "import", lines)
    roll_up(organization)
    for what in changes:
        change(organization, *what)
        judge.check(questions[:1], metric)
        roll_up(organization)
        judge.check(questions[:1], metric)


LAST = date(2026, 3, 29)  # Chicago's clocks went forward on the 8th


@pytest.fixture
def imported(acme, tmp_path):
    """Six weeks of a brokerage as the generator makes them up, imported by the command."""
    plan = Plan(
        seed=5,
        timezone="America/Chicago",
        last=LAST,
        days=42,
        calls=500,
        emails=80,
        loads=60,
        carriers=25,
    )
    run = Import(tmp_path)
    run.path.write_bytes(b"".join(encoded(made_up(plan))))
    assert run.run(run.path, "--organization", "acme")[3] == 0
    return acme


@pytest.mark.deep
@pytest.mark.parametrize("zone", ["America/Chicago", "Asia/Kathmandu"])
def test_answers_about_an_imported_history_are_the_naive_count(imported, zone):
    judge = Judge(imported)
    weeks = [(LAST - timedelta(days=days - 1), LAST, "day", zone) for days in (1, 7, 21, 42)]
    hours = [(LAST - timedelta(days=22), LAST - timedelta(days=20), "hour", zone)]
    judge.check(weeks + hours, "loads_touched")
    roll_up(imported)
    judge.check(weeks + hours, "average_rate")
    for which in range(0, 400, 7):
        change(imported, "delete_conversation", which)
        change(imported, "unlink_load", which * 2)
        change(imported, "capacity", which, which % 2 == 0)
    judge.check(weeks + hours, "loads_touched")
    roll_up(imported)
    judge.check(weeks + hours, "loads_touched")
    assert judge.shape_a(*weeks[-1])["totalUniqueLoads"] > 20
    assert Conversation.unscoped.filter(organization=imported).count() < 560


@pytest.mark.deep
@pytest.mark.parametrize("is_rolled_up", [False, True])
def test_organization_can_be_deleted_with_its_analytics(imported, rival, is_rolled_up):
    if is_rolled_up:
        roll_up(imported)
    imported.delete()
    assert not Organization.objects.filter(slug="acme").exists()
    roll_up(rival)
    Judge(rival).check([(LAST, LAST, "day", "UTC")])
