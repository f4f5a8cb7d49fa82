"""Writers, roll-ups and readers at once, roll-ups killed midway: every answer is the naive count of its instant."""

import threading
from datetime import UTC, date, datetime, timedelta
from itertools import count

import pytest
from django.db import connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from tests.analytics import histories, naive
from tests.analytics.changing import change
from tests.analytics.judging import Judge, roll_up
from tests.analytics.test_property import THOROUGHLY
from tests.analytics.workers import Roller, Worker, Writer
from tests.factories import BidFactory, CallFactory, ConversationFactory, OrganizationFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def writers():
    """Three who write at once."""
    made = [Writer() for _ in range(3)]
    yield made
    for writer in made:
        writer.end(is_kept=False)
        writer.close()


@pytest.fixture
def roller():
    """Rolls up beside them."""
    made = Roller()
    yield made
    if made.is_halted:
        made.go_on()
    made.close()


@st.composite
def schedules(draw):
    """A history, who does what in which order, and what is asked after every step."""
    era = draw(st.sampled_from(histories.ERAS))
    who, statement = st.integers(0, 2), st.integers(1, 14)
    steps = st.one_of(
        st.tuples(st.just("write"), who, histories.changes(era)),
        st.tuples(st.just("write"), who, histories.changes(era)),
        st.tuples(st.just("commit"), who),
        st.tuples(st.just("commit"), who),
        st.tuples(st.just("undo"), who),
        st.tuples(st.just("roll up"), st.sampled_from([1, 2, None])),
        st.tuples(st.just("kill"), statement),
        st.tuples(st.just("halt"), statement),
        st.tuples(st.just("go on")),
    )
    return (
        draw(st.lists(histories.lines(era), min_size=1, max_size=8)),
        draw(st.lists(steps, min_size=4, max_size=20)),
        draw(histories.questions(era)),
        draw(st.sampled_from(naive.METRICS)),
    )


class Stage:
    """Carries the steps out."""

    def __init__(self, organization, writers, roller):
        self.organization, self.writers, self.roller = organization, writers, roller

    def write(self, who, what):
        """A writer goes on with its transaction."""
        self._check_nobody_waited(who, done=self.writers[who].write(change, self.organization, *what))

    def commit(self, who):
        """What the writer wrote is there for all."""
        self._check_nobody_waited(who, done=self.writers[who].end(is_kept=True))

    def _check_nobody_waited(self, who, *, done):
        """Only another writer may be in a writer's way, never a roll-up."""
        assert done or any(writer.is_open for writer in self.writers if writer is not self.writers[who])

    def undo(self, who):
        """It never was."""
        self.writers[who].end(is_kept=False)

    def roll_up(self, most):
        """As a worker does; one that waits is let go on first, as they take turns."""
        self.go_on()
        self.roller.do(roll_up, self.organization, most)

    def kill(self, statement):
        """A worker dies midway."""
        self.go_on()
        self.roller.kill_at(statement, roll_up, self.organization)

    def halt(self, statement):
        """A worker is slow: others go on meanwhile."""
        self.go_on()
        self.roller.halt_at(statement, roll_up, self.organization)

    def go_on(self):
        """The slow worker gets done."""
        if self.roller.is_halted:
            self.roller.go_on()


@pytest.mark.deep
@THOROUGHLY
@given(schedule=schedules())
def test_every_answer_is_the_naive_count_of_its_instant(writers, roller, schedule):
    lines, steps, question, metric = schedule
    organization = OrganizationFactory()
    judge, stage = Judge(organization), Stage(organization, writers, roller)
    change(organization, "import", lines)
    try:
        for name, *values in steps:
            getattr(stage, name.replace(" ", "_"))(*values)
            judge.check([question], metric)
    finally:
        for who in range(len(writers)):
            stage.commit(who)
        stage.go_on()
    judge.check([question], metric)
    roll_up(organization)
    judge.check([question], metric)


DAY = date(2026, 3, 2)
QUESTION = DAY, DAY, "hour", "UTC"
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def call(organization, at=NOON):
    """A call with a bid."""
    talk = ConversationFactory(organization=organization, created_at=at, content_tags=["negotiation"])
    CallFactory(
        organization=organization, conversation=talk, answered_at=at, ended_at=at + timedelta(seconds=60)
    )
    BidFactory(organization=organization, conversation=talk, discussed_at=at, agreed_at=at)


def test_writer_who_commits_after_a_roll_up_is_counted(acme, writers, roller):
    judge = Judge(acme)
    writers[0].write(call, acme)
    roll_up(acme)
    judge.check([QUESTION])
    writers[0].end(is_kept=True)
    assert judge.shape_a(*QUESTION)["outboundCallsWithBids"] == 1
    roll_up(acme)
    assert judge.shape_a(*QUESTION)["outboundCallsWithBids"] == 1


@pytest.mark.deep
def test_writer_who_commits_while_a_roll_up_runs_is_counted(writers, roller):
    for statement in count(1):
        organization = OrganizationFactory()
        judge = Judge(organization)
        call(organization)
        writers[0].write(call, organization)
        roller.halt_at(statement, roll_up, organization)
        was_halted = roller.is_halted
        writers[0].end(is_kept=True)
        judge.check([QUESTION])
        if was_halted:
            roller.go_on()
        judge.check([QUESTION])
        roll_up(organization)
        judge.check([QUESTION])
        assert judge.shape_a(*QUESTION)["outboundCallsWithBids"] == 2
        if not was_halted:  # that was beyond its last statement
            assert statement > 2
            break


@pytest.mark.deep
def test_roll_up_killed_midway_loses_nothing(roller):
    for statement in count(1):
        organization = OrganizationFactory()
        judge = Judge(organization)
        call(organization)
        roll_up(organization)
        call(organization)
        was_killed = roller.kill_at(statement, roll_up, organization)
        judge.check([QUESTION])
        assert judge.shape_a(*QUESTION)["outboundCallsWithBids"] == 2
        roll_up(organization)
        judge.check([QUESTION])
        if not was_killed:
            assert statement > 2
            break


@pytest.mark.deep
def test_roll_up_that_takes_long_holds_nobody_up(acme, writers, roller):
    call(acme)
    roller.do(_begin_to_roll_up, acme)
    assert writers[0].write(call, acme)
    writers[0].end(is_kept=True)
    Judge(acme).check([QUESTION])
    roller.do(_give_up)
    Judge(acme).check([QUESTION])
    assert Judge(acme).shape_a(*QUESTION)["outboundCalls"] == 2


def _begin_to_roll_up(organization):
    connection.set_autocommit(False)
    roll_up(organization)


def _give_up():
    connection.rollback()
    connection.set_autocommit(True)


@pytest.mark.deep
def test_answers_amid_many_are_of_one_instant(acme):
    """Nothing waits for anything here: two write, one rolls up, one reads."""
    judge, is_over = Judge(acme), threading.Event()
    minutes = count()

    def write():
        while not is_over.is_set():
            with transaction.atomic():
                call(acme, NOON + timedelta(minutes=next(minutes) * 7 % 720))

    def sweep():
        while not is_over.is_set():
            roll_up(acme)

    workers = [Worker() for _ in range(3)]
    running = [worker.start(work) for worker, work in zip(workers, (write, write, sweep), strict=True)]
    try:
        for _ in range(30):
            before = naive.shape_a(naive.Rows(acme.pk), *QUESTION)
            answer = judge.shape_a(*QUESTION)
            after = naive.shape_a(naive.Rows(acme.pk), *QUESTION)
            for name in ("totalCalls", "outboundCallsWithBids", "outboundCallMinutes"):
                assert before[name] <= answer[name] <= after[name]
                assert sum(item[name] for item in answer["statsByLabel"]) == answer[name]
            assert answer["totalCalls"] == answer["outboundCallMinutes"] == answer["outboundCallsWithBids"]
            assert answer["outboundCallsTags"].get("negotiation", 0) == answer["totalCalls"]
    finally:
        is_over.set()
        for worker, future in zip(workers, running, strict=True):
            future.result(30)
            worker.close()
    judge.check([QUESTION])
    assert judge.shape_a(*QUESTION)["totalCalls"] > 0
