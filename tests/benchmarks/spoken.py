"""Callers of the attack on the phone: each move is said in words to the agent, its answer held against the rule's.

The agent is the real one: the runtime of calls, the ear, the carrier-sales skill and its rows. All is rolled back.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from bids.carrier_sales.notebook import Notebook
from bids.carrier_sales.notebook import Step as At
from bids.models import Booking, NegotiationRules, NegotiationStep, PriceTalk
from bids.negotiation import Action, Standing, Step
from bids.services.negotiation_terms import opening_terms, terms_of
from bids.services.rehearsal_stage import Stage, make_up_load
from calls.language.speech import Reply
from calls.language.understanding import BuiltIn
from calls.models import Agent, Conversation, PhoneNumber
from calls.states import AgentPurpose
from carriers.models import Carrier
from carriers.states import ConnectionStatus, RulesAssessment
from loads.models import Load
from organizations.models import Organization
from organizations.places.models import Place
from organizations.tenancy.scope import scope
from tests.benchmarks.hagglers import CARRIERS, Attempt, Freight, Line

WORDS = {
    "ask": ("I need {}.", "I'd need {} on that one.", "Could you do {}?", "{}.", "I'd have to get {}."),
    "press": ("Can you do any better?", "I need more than that.", "What else can you do on the rate?"),
    "split": ("Let's split the difference.", "Can we meet in the middle?"),
    "claim": ("They're paying {} at Echo.", "Another broker is giving me {}."),
    "take back": ("No.", "No, that won't work."),
}
ANSWERS = {  # until there is talk of money
    At.IDENTITY: "MC {mc}.",
    At.READ_BACK: "Yes, that's right.",
    At.LOAD: "I'm calling about load {load}.",
    At.FIT: "Yes, I do.",
    At.EQUIPMENT: "A dry van.",
}
OF_MONEY = (At.MONEY, At.SURE, At.CLOSING)
MAX_TURNS = 40  # in one call; then they hang up and call again
APART = timedelta(minutes=10)
FIGURE = re.compile(r"\$([\d,]+(?:\.\d\d)?)")


# Whom they call, and about what.


@dataclass
class Brokerage:
    """An organization with an agent, the carriers that call it, and places, two of which are a lane."""

    organization: Organization
    agent: Agent
    carriers: list[Carrier]
    places: list[Place]

    def load(self, freight: Freight, lane: int) -> tuple[Load, Freight]:
        """The load on a lane of its own, with its terms as the agent has them: what is drawn for it is drawn."""
        now, rated = timezone.now(), freight.terms
        load = make_up_load(self.organization, at=now)
        load.origin_place, load.destination_place = self.places[0], self.places[1 + lane]
        load.start_rate, load.book_now_rate, load.max_rate = rated.start, rated.book_now, rated.ceiling
        load.customer_rate = rated.limit * 2
        load.save()
        if rated.market is not None:
            self._pay(load, rated.market, now)
        terms = terms_of(load)
        assert terms is not None, "it has a target"
        return load, replace(freight, terms=opening_terms(terms, load, at=now))

    def _pay(self, like: Load, amount: Decimal, now: datetime) -> None:
        """Have others been paid that on the lane."""
        for number in range(5):
            other = Load.objects.create(
                organization=self.organization,
                external_id=f"paid-{number}",
                status="DELIVERED",
                origin_place=like.origin_place,
                destination_place=like.destination_place,
                equipment_type=like.equipment_type,
            )
            Booking.objects.create(
                organization=self.organization,
                load=other,
                amount=amount,
                kind="e2e",
                booked_at=now - timedelta(days=9),
                booked_by="system:bench",
            )


@contextmanager
def brokerage(rules: dict[str, Any]) -> Iterator[Brokerage]:
    """One that haggles by these rules; gone in the end."""
    now = timezone.now()
    with transaction.atomic():
        organization = Organization.objects.create(name="Bench", slug="attack-bench")
        with scope(organization.pk):
            NegotiationRules.objects.create(organization=organization, **rules)
            agent = Agent.objects.create(
                organization=organization, slug="sales", name="Sales", purpose=AgentPurpose.CARRIER_SALES
            )
            PhoneNumber.objects.create(organization=organization, agent=agent, number="+15005550199")
            carriers = [
                Carrier.objects.create(
                    organization=organization,
                    mc_number=str(810_200 + number),
                    dot_number=2_810_200 + number,
                    name=f"{name} Hauling",
                    phone=f"+1806555010{number}",
                    connection_status=ConnectionStatus.ONBOARDED,
                    rules_assessment=RulesAssessment.PASS,
                    created_at=now,
                    updated_at=now,
                )
                for number, name in zip(
                    range(CARRIERS), ("Alder", "Birch", "Cedar", "Dogwood", "Elm"), strict=True
                )
            ]
            places = list(Place.objects.filter(country="US").order_by("-population")[:1_100])
            yield Brokerage(organization, agent, carriers, places)
        transaction.set_rollback(True)


# What is said.


@dataclass
class Phone:
    """A carrier's phone, and the load that it calls about; `different` says where the agent answered otherwise."""

    agent: Agent
    load: Load
    carrier: Carrier
    random: Random
    at: datetime
    stage: Stage | None = None
    calls: int = 0
    turns: int = 0  # of this call
    moves: int = 0  # of all
    different: list[str] = field(default_factory=list)
    transcript: list[str] = field(default_factory=list)

    def say(self, words: str) -> Reply:
        """On the line, which is opened where it isn't."""
        self.dial()
        return self._hears(words)

    def dial(self) -> None:
        """Call and get to the money, where no call is under way, or where that has left it."""
        if self.stage is not None and self.turns < MAX_TURNS and self.step in OF_MONEY:
            return
        self.hang_up()
        self.at += APART
        self.stage = Stage(self.agent, self.load, phone=self.carrier.phone, at=self.at, language=BuiltIn())
        self.calls, self.turns = self.calls + 1, 0
        self.transcript.append(f"agent: {self.stage.opens().text}")
        for _ in range(10):
            if self.step in OF_MONEY:
                return
            answer = ANSWERS[self.step].format(mc=self.carrier.mc_number, load=self.load.external_id)
            self._hears(answer)
        raise AssertionError(f"it never came to money: {self.transcript}")

    def hang_up(self) -> None:
        """End the call, where there is one."""
        if self.stage is not None:
            self.stage.ends()
            self.stage = None

    @property
    def step(self) -> At:
        """What the agent is at."""
        assert self.stage is not None, "the line is open"
        conversation = Conversation.objects.get(pk=self.stage.call.conversation_id)
        return Notebook.read(conversation.skill_state).step

    @property
    def talk(self) -> PriceTalk:
        """The carrier's talk about the load, of all calls."""
        return PriceTalk.objects.get(load=self.load, carrier=self.carrier)

    def answers(self) -> int:
        """How many answers to figures it has had."""
        return NegotiationStep.objects.filter(load=self.load, price_talk__carrier=self.carrier).count()

    def _hears(self, words: str) -> Reply:
        assert self.stage is not None, "the line is open"
        reply = self.stage.hears(words)
        self.turns += 1
        self.transcript += [f"carrier: {words}", f"agent: {reply.text}"]
        if reply.is_last or reply.transfer is not None:
            self.hang_up()
        return reply


@dataclass
class SpokenLine(Line):
    """A line on which the rule answers as ever, and beside it the agent to the same in words."""

    phone: Phone | None = None
    step: Step | None = None

    def perform(self, said: tuple[Any, ...]) -> tuple[Any, ...]:
        """By the rule, which the caller goes on by; whatever the agent does otherwise is taken down."""
        was_read_back = self.before is not None
        self.step = None
        seen = super().perform(said)
        assert self.phone is not None, "it is a line with a phone"
        self.phone.moves += 1
        if said[0] == "call":
            self.phone.hang_up()
        elif said[0] != "take back" or was_read_back:
            self._say(said)
        return seen

    def settle(self, price: Decimal) -> None:
        """Take what was agreed on, or our offer, and confirm it: the carrier really gets that."""
        assert self.phone is not None, "it is a line with a phone"
        self.phone.dial()
        if self.before is None:
            self.phone.say("I'll take it.")
        self.phone.say("Yes, that's right.")
        talk = self.phone.talk
        if not talk.is_agreed or talk.agreed_amount != price:
            self._differs("settling", (talk.status, talk.agreed_amount), ("agreed", price))

    def _step(self, said: tuple[Any, ...]) -> Step:
        self.step = super()._step(said)
        return self.step

    def _say(self, said: tuple[Any, ...]) -> None:
        phone = self.phone
        assert phone is not None, "it is a line with a phone"
        phone.dial()
        before, ours = phone.answers(), phone.talk.standing["offer"]
        figure = f"${said[1]:,.2f}".removesuffix(".00") if len(said) > 1 else ""
        reply = phone.say(phone.random.choice(WORDS[said[0]]).format(figure))
        is_ours = said[0] == "ask" and said[1] == Decimal(ours)
        if is_ours and not phone.talk.agreed_amount:
            reply = phone.say("I'll take it.")  # our own offer, named as a question, isn't a yes yet
        talk, told = phone.talk, {Decimal(each.replace(",", "")) for each in FIGURE.findall(reply.text)}
        standing = Standing.from_json(talk.standing)
        row = NegotiationStep.objects.filter(load=phone.load, price_talk=talk).order_by("pk").last()
        if is_ours and row is not None and (row.action, row.amount) == (Action.ACCEPT, said[1]):
            self.standing = standing  # our offer was taken, rather than asked for
            return
        if standing != self.standing:
            self._differs(said, standing, self.standing)
        if self.step is None:
            if phone.answers() != before:
                self._differs(said, "an answer", "none")
            return
        found = None if row is None or phone.answers() != before + 1 else (row.action, row.amount, row.rule)
        if found != (self.step.action, self.step.amount, self.step.rule):
            self._differs(said, found, self.step)
        if told - {self.step.amount}:
            self._differs(said, f"figures {told}", self.step.amount)
        if self.step.action != Action.REFUSE and self.step.amount not in told:
            self._differs(said, reply.text, self.step.amount)

    def _differs(self, said: object, found: object, expected: object) -> None:
        assert self.phone is not None, "it is a line with a phone"
        self.phone.different.append(f"{said}: {found}, not {expected}")


@dataclass
class Held:
    """What was said on the phone about a load by one caller."""

    attempt: Attempt
    phones: list[Phone]


def hold(
    at: Brokerage, caller: Any, freight: Freight, lane: int, setting: Any, *, is_each_load_new: bool
) -> Held:
    """Have a caller try it on the phone; nothing stays."""
    phones: list[Phone] = []
    with transaction.atomic():
        load, freight = at.load(freight, lane)

        def dial() -> Line:
            about, carrier = load, at.carriers[0 if is_each_load_new else len(phones)]
            if is_each_load_new and phones:
                about = _again(load, len(phones))
            phones.append(Phone(at.agent, about, carrier, Random(freight.seed), timezone.now()))
            line = SpokenLine(freight.terms, setting.rules, persists=True)
            line.phone = phones[-1]
            return line

        attempt = caller(freight, dial)
        if attempt.price is not None:
            _of_price(attempt).settle(attempt.price)
        transaction.set_rollback(True)
    return Held(attempt, phones)


def _again(load: Load, number: int) -> Load:
    """The same freight on another day."""
    again = Load.objects.get(pk=load.pk)
    again.pk, again.external_id = None, f"{int(load.external_id) + number}"
    again._state.adding = True
    again.save()
    return again


def _of_price(attempt: Attempt) -> SpokenLine:
    """The line on which the price was agreed, or stands as our offer."""
    for line in attempt.lines:
        assert isinstance(line, SpokenLine), "they are all on the phone"
        if line.before is not None or line.offer == attempt.price:
            return line
    raise AssertionError("a price comes from a line")
