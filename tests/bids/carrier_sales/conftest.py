"""What tests of the carrier-sales skill ask for: a carrier on the line, and talks held turn by turn."""

import json
from dataclasses import dataclass, field
from decimal import Decimal

import pytest

from bids.carrier_sales.skill import CarrierSalesSkill
from bids.services.rehearsal_stage import Stage
from calls.language.asides import read_asides
from calls.language.reading import Act, Expecting, Figure, Question, Reading, Topic
from calls.language.speech import Reply
from calls.language.understanding import BuiltIn
from calls.models import Agent, Conversation
from calls.skill import Conclusion, Talk
from calls.states import AgentPurpose, CallStatus, Direction
from tests.calls.agent.test_model_talks import Model
from tests.factories import NOW, AgentFactory, CallFactory, CarrierFactory, LoadFactory

MC, DOT, PHONE = "790112", 2790112, "+18065550101"
SKILL = CarrierSalesSkill()


def means(text="", *said, **parts):
    """A reading of acts and topics: money as whole dollars."""
    money = parts.pop("money", ())
    figures = tuple(each if isinstance(each, Figure) else Figure(Decimal(each)) for each in money)
    acts = tuple(each for each in said if isinstance(each, Act))
    questions = tuple(Question(each, text) for each in said if isinstance(each, Topic))
    questions += tuple(Question(each, text) for each in parts.pop("topics", ()))
    parts = read_asides(text).told() | parts
    return Reading(text=text or "…", acts=acts, questions=questions, figures=figures, **parts)


def ask(amount, *said):
    return means(f"I need {amount}", Act.COUNTERS, *said, money=(amount,))


YES = means("yes", Act.YES, Act.AGREES)
NO = means("no", Act.NO)
DEAL = means("book it", Act.AGREES)
OKAY = means("okay", Act.YES)
BYE = means("bye", Act.LEAVES)
MINE = means(f"MC {MC}", mc=MC, digits=MC)
UNCLEAR = means("mumble")


@dataclass
class Line:
    """A talk over the line: each turn goes through JSON, as between two processes."""

    conversation: Conversation
    agent: Agent
    replies: list[Reply] = field(default_factory=list)
    language: str = "en"

    def _talk(self):
        stored = Conversation.objects.select_related("organization").get(pk=self.conversation.pk)
        return Talk(stored, self.agent, stored.skill_state, NOW, self.language)

    def _keep(self, talk, reply):
        talk.state |= {"expecting": reply.expecting, "is_over": reply.is_last}
        Conversation.objects.filter(pk=self.conversation.pk).update(
            skill_state=json.loads(json.dumps(talk.state))
        )
        self.replies.append(reply)
        return reply

    def open(self) -> Reply:
        talk = self._talk()
        return self._keep(talk, SKILL.open(talk))

    def say(self, *heard: Reading) -> Reply:
        """What comes back to the last of these."""
        for meaning in heard:
            talk = self._talk()
            reply = self._keep(talk, SKILL.answer(talk, meaning))
        return reply

    def resume(self) -> Reply:
        talk = self._talk()
        return self._keep(talk, SKILL.resume(talk))

    def listening(self, expecting=Expecting.NOTHING):
        return SKILL.listening(self._talk(), expecting)

    def conclude(self) -> Conclusion:
        talk = self._talk()
        SKILL.store(talk)
        return SKILL.conclude(talk)

    @property
    def state(self):
        return self._talk().state["sales"]


@pytest.fixture
def carrier(in_acme):
    """A carrier that passes, with its registered phone."""
    return CarrierFactory(organization=in_acme, mc_number=MC, dot_number=DOT, phone=PHONE)


@pytest.fixture
def load(in_acme):
    """Dallas to Atlanta, from $1,500 to $1,953, book now at $1,525."""
    return LoadFactory(organization=in_acme, external_id="482101")


@pytest.fixture
def line(in_acme):
    """Make a line: a caller at a number, or a call of ours about a load."""

    def make(*, number=0, phone=PHONE, facts=None, language="en"):
        agent = AgentFactory(
            organization=in_acme,
            slug=f"carrier-sales-{number}" if number else "carrier-sales",
            purpose=AgentPurpose.CARRIER_SALES,
            greeting="",
            variables=[],
        )
        outbound = facts is not None
        call = CallFactory(
            organization=in_acme,
            status=CallStatus.ANSWERED,
            conversation__agent=agent,
            conversation__direction=Direction.OUTBOUND if outbound else Direction.INBOUND,
            conversation__skill_state={"facts": facts} if outbound else {},
            from_phone="+12145550100" if outbound else phone,
            to_phone=phone if outbound else "+12145550100",
        )
        return Line(call.conversation, agent, language=language)

    return make


@pytest.fixture
def calling(line, carrier, load):
    """A carrier that has told who it is, and asks for the load by its number; the trailer is asked for next."""
    made = line()
    made.open()
    made.say(YES, means("load 482101", load="482101"))
    return made


@pytest.fixture
def haggling(calling):
    """The same, where our offer has been named."""
    calling.say(YES)
    return calling


# Whole calls, as a language model reads them or the rules alone.

TO_PRICE = ("yes", "load 482101", "yes, a dry van")
CORRECT = (
    "eso correcto mandame el rate con a luke at blue ridge hauling dot com "
    "y el chofer soy yo mismo mi cel es el mismo"
)
TO_BOOKED = (*TO_PRICE, "yes book it", "yes")


@pytest.fixture(params=["model", "rules"])
def ear(request):
    """A model that reads what it is told to, and the rules in its place."""
    model = Model()
    if request.param == "rules":
        model.hears = lambda words, **_: words
    return model


@pytest.fixture
def model():
    return Model()


@pytest.fixture
def hold(in_acme, carrier, load):
    """A call about the load, heard by an ear; what the agent says to each line, and the data that it leaves."""

    def make(ear, *said, is_outbound=False):
        agent = AgentFactory(
            organization=in_acme, slug="carrier-sales", purpose=AgentPurpose.CARRIER_SALES, variables=[]
        )
        stage = Stage(agent, load, phone=PHONE, at=NOW, language=ear, is_outbound=is_outbound)
        replies = [stage.opens(), *(stage.hears(words) for words in said)]
        conversation = stage.ends().conversation
        return replies, conversation.extracted_data | {"tags": conversation.content_tags}

    return make


@pytest.fixture
def last_summary():
    """What colleagues read of the call."""
    return lambda: Conversation.objects.get().summary


def asks(ear, amount, words):
    return ear.hears(words, acts=[("counters", words)], figures=[(0, amount, "ask")])


@pytest.fixture
def talk(hold):
    """What the agent says last without a language model, and the data that the talk leaves."""

    def make(*said, **how):
        replies, data = hold(BuiltIn(), *said, **how)
        return replies[-1], data

    return make


def to_noted(model):
    """A truck in Tulsa is noted for today."""
    words = "no its in tulsa empty today what do you have out of there"
    return (
        "yes",
        model.hears(
            words,
            acts=[("asks", words)],
            facts=[("origin", "tulsa"), ("day", "today")],
            questions=[("other_loads", "what do you have out of there")],
        ),
    )


def asks_of_load(model, words, *, acts=(), facts=(), topic="load", **beside):
    return model.hears(
        words, acts=[*acts, ("asks", words)], facts=facts, questions=[(topic, words)], **beside
    )
