"""What every step of the talk is made of, and one turn of it: what was heard, what is known, the line to be said."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import ClassVar
from zoneinfo import ZoneInfo

from django.db.models import Q

from bids.carrier_sales import load_search, wording
from bids.carrier_sales.notebook import Dealing, Notebook, Step
from bids.carrier_sales.phrases import PHRASES
from bids.models import NegotiationRules, PriceTalk
from bids.offer_limits import Rules, Terms
from bids.ranking import haul_of, restriction_of
from bids.services import price_talk_calls, price_talks
from bids.services.negotiation_terms import by_the_clock, opening_terms, rules_of, terms_of
from bids.services.outreach import Turn, turn_of
from bids.services.price_talk_calls import TakenUp
from calls.language.reading import Expecting, Place, Reading
from calls.language.speech import Reply, Transfer
from calls.skill import SalesFacts, Talk
from calls.states import Direction
from carriers.models import HaulRestriction
from carriers.states import Effect, RulesAssessment
from carriers.vetting import Restriction, effect_on
from loads.models import Load
from organizations.formats import zone_of
from organizations.models import Organization
from organizations.tenancy.actors import Actor


class Move(Enum):
    """What happens after a step has heard something, where it isn't another step that is asked."""

    WAIT = "wait"  # a question was asked: the other side speaks
    GO_ON = "go on"  # settled: on to the first step that isn't
    ASK_AGAIN = "ask again"  # not understood, or something else was said
    CALL_BACK = "call back"  # somebody has to: when?
    LEAVE = "leave"  # good-bye


type Next = Move | Step  # a step is asked then

MAX_REMEMBERED = 12  # lines that aren't said again in the same words, where there are others


@dataclass(slots=True)
class Seen:
    """What a turn has looked up: asked for once, though several steps want it."""

    load: Load | None = None
    price_talk: PriceTalk | None = None
    turn: Turn | None = None
    is_turn_known: bool = False
    restrictions: list[Restriction] | None = None


@dataclass(slots=True)
class Scene:
    """Steps change the notebook and `say` lines; `reply()` is what they add up to."""

    talk: Talk
    notes: Notebook
    heard: Reading
    expecting: Expecting = Expecting.NOTHING
    transfer: Transfer | None = None
    is_last: bool = False
    is_patient: bool = False
    texts: list[str] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)
    amounts: list[Decimal] = field(default_factory=list)
    said: set[str] = field(default_factory=set)  # names of the lines in it
    _rules: NegotiationRules | None = None

    @classmethod
    def of(cls, talk: Talk, heard: Reading | None = None) -> "Scene":
        """The scene of a turn, or of our own first words."""
        heard = heard or Reading(text="", language=talk.language)
        return cls(talk, Notebook.read(talk.state), heard)

    @property
    def language(self) -> str:
        """What is spoken now."""
        return self.talk.language

    @property
    def organization(self) -> Organization:
        """Whose agent speaks."""
        return self.talk.conversation.organization

    @property
    def by(self) -> Actor:
        """The agent, as the one who acts."""
        return Actor("agent", self.talk.agent.slug or "carrier-sales")

    @property
    def is_outbound(self) -> bool:
        """Whether we have called."""
        return self.talk.conversation.direction == Direction.OUTBOUND

    @property
    def is_claim(self) -> bool:
        """Whether nothing but the caller's word says that it is the carrier: the number isn't one of its own."""
        return not (self.is_outbound or self.notes.is_on_file)

    @property
    def call_facts(self) -> SalesFacts:
        """What the call is about, where we have called."""
        return SalesFacts.from_state(self.talk.state)

    @property
    def seen(self) -> Seen:
        """What was looked up in this turn."""
        seen: Seen = self.talk.seen.setdefault("sales", Seen())
        return seen

    @property
    def load(self) -> Load | None:
        """The load talked about, as it is now."""
        seen = self.seen
        if seen.load is None or seen.load.pk != self.notes.at_load:
            seen.load = load_search.load_now(self.notes.at_load) if self.notes.at_load else None
        return seen.load

    @property
    def rules(self) -> NegotiationRules:
        """How the organization haggles."""
        if self._rules is None:
            self._rules = rules_of(self.organization)
        return self._rules

    @property
    def turn(self) -> Turn | None:
        """Its place in a round of calls about the load, where it belongs to one that goes on."""
        if not self.seen.is_turn_known:
            self.seen.turn, self.seen.is_turn_known = turn_of(self.talk.conversation), True
        return self.seen.turn

    @property
    def is_contested(self) -> bool:
        """Whether another carrier's bid for the load is held: then the best and final figure is asked for at once."""
        load = self.load
        is_about_it = load is not None and load.external_id == self.call_facts.load_id
        return is_about_it and self.turn is not None and self.turn.is_contested

    @property
    def policy(self) -> Rules:
        """What the price policy goes by now."""
        policy = self.rules.policy
        return replace(policy, rounds=1) if self.is_contested else policy

    @property
    def deal(self) -> tuple[Dealing, Load]:
        """The dealing and its load, where there must be one."""
        dealing, load = self.notes.dealing, self.load
        assert dealing is not None, "this step has a load"
        assert load is not None, "loads aren't deleted"
        return dealing, load

    @property
    def price_talk(self) -> PriceTalk:
        """The talk about the price of that load, by the load's rates as they are now; locked until the turn ends."""
        _, load = self.deal
        seen = self.seen.price_talk
        if seen is None or seen.load_id != load.pk:
            conversation, by, at = self.talk.conversation, self.by, self.talk.at
            terms = terms_of(load)
            seen = price_talk_calls.talk_of(
                conversation=conversation, load=load, is_claim=self.is_claim, by=by, at=at
            )
            if seen is None:  # the caller is somebody else by now
                assert terms is not None, "an offer was named"
                seen = self.take_up(self.opening(terms)).talk
            elif terms is not None and seen.rates != price_talks.rates_of(load):
                terms = self.opening(terms)
                price_talks.follow_rates(seen, load=load, terms=terms, rules=self.policy, at=at)
            self.seen.price_talk = seen
        return seen

    def by_now(self, terms: Terms) -> Terms:
        """With as much of the rate range as is open at this moment."""
        return by_the_clock(terms, self.deal[1], rules=self.rules, at=self.talk.at)

    def opening(self, terms: Terms) -> Terms:
        """As a talk, or a chapter of one, begins by them."""
        return opening_terms(self.by_now(terms), self.deal[1], at=self.talk.at)

    def take_up(self, terms: Terms) -> TakenUp:
        """The talk about the price of that load, spoken for by this call from now on."""
        dealing, load = self.deal
        taken = price_talk_calls.take_up(
            conversation=self.talk.conversation,
            load=load,
            terms=terms,
            rules=self.policy,
            second_call=self.rules.second_call,
            standing=dealing.standing,
            is_claim=self.is_claim,
            by=self.by,
            at=self.talk.at,
        )
        self.seen.price_talk = taken.talk
        return taken

    def effect_for(self, load: Load) -> Effect:
        """Whether the carrier may haul a load, may bid for it alone, or isn't told of it: the team's restrictions."""
        passes = self.talk.conversation.rules_assessment == RulesAssessment.PASS
        return effect_on(haul_of(load), self._restrictions(), passes=passes)

    def may_hear_of(self, load: Load) -> bool:
        """Whether the carrier may be told of a load."""
        return self.effect_for(load) != Effect.FAIL

    def suits(self, load: Load) -> bool:
        """Whether the carrier may be told of it, can haul it as far as the drivers go, and hasn't refused its towns."""
        is_refused = any(load_search.touches(load, Place(*town)) for town in self.notes.refused)
        return (
            self.may_hear_of(load) and not is_refused and not (self.notes.is_solo and load.is_team_required)
        )

    def _restrictions(self) -> list[Restriction]:
        """Those of the carrier and of every carrier, where there are any."""
        if not self.notes.is_restricted:
            return []
        if self.seen.restrictions is None:
            carrier_id = self.talk.conversation.carrier_id
            rows = HaulRestriction.objects.filter(Q(carrier=None) | Q(carrier_id=carrier_id)).order_by("pk")
            self.seen.restrictions = [restriction_of(row) for row in rows]
        return self.seen.restrictions

    def zone(self) -> str:
        """The time zone that is talked about: of the pickup, else the brokerage's."""
        load = self.load
        name = load.origin_timezone if load else ""
        return name if zone_of(name) else self.organization.timezone

    def now(self, zone: str = "") -> datetime:
        """The wall-clock time there, naive."""
        return self.talk.at.astimezone(zone_of(zone) or ZoneInfo(self.zone())).replace(tzinfo=None)

    def today(self, zone: str = "") -> date:
        """The day there."""
        return self.now(zone).date()

    def say(self, name: str, **facts: str) -> None:
        """Add a line, in a wording that wasn't used lately.

        Otherwise wordings go by the turn, so that nothing can be told from which one it is.
        """
        wordings = PHRASES.wordings(name, self.language, self.notes.turns, **facts)
        text = next((each for each in wordings if each not in self.notes.said), wordings[0])
        self.notes.said = [*self.notes.said, text][-MAX_REMEMBERED:]
        if text not in self.texts:
            self.texts.append(text)
        self.said.add(name)
        self.facts |= {key: value for key, value in facts.items() if value}

    def wordings(self, name: str) -> Sequence[str]:
        """All wordings of a line without facts."""
        return PHRASES.wordings(name, self.language, self.notes.turns)

    def say_money(self, name: str, amounts: dict[str, Decimal], **facts: str) -> None:
        """Add a line with figures, which are authorised by being named here."""
        self.amounts += [amount for amount in amounts.values() if amount not in self.amounts]
        self.say(name, **facts, **{key: wording.dollars(amount) for key, amount in amounts.items()})

    def has_said(self, *, since: int = 0) -> bool:
        """Whether there are words already."""
        return len(self.texts) > since

    def wait_for(self, expecting: Expecting) -> None:
        """What is expected next."""
        self.expecting = expecting

    def end(self) -> None:
        """These are the last words."""
        self.is_last = self.notes.is_ended = True
        self.expecting = Expecting.NOTHING

    def reply(self) -> Reply:
        """The line; the notebook is put back into the conversation's state."""
        self.notes.write(self.talk.state)
        texts = (text.strip() for text in self.texts)
        return Reply(
            " ".join(text[0].upper() + text[1:] for text in texts if text),
            is_last=self.is_last,
            is_patient=self.is_patient,
            expecting=self.expecting,
            amounts=tuple(self.amounts),
            facts={"company": self.organization.name} | self.facts,
            transfer=self.transfer,
            is_free=bool(self.heard.questions) and not self.amounts and self.transfer is None,
        )


class SalesStep(ABC):
    """A step of the talk, in one turn: what the agent says to get there, and what the carrier's words do."""

    name: ClassVar[Step]

    def __init__(self, scene: Scene) -> None:
        self.scene, self.notes = scene, scene.notes
        self.say, self.say_money, self.wait_for = scene.say, scene.say_money, scene.wait_for

    @property
    def heard(self) -> Reading:
        """What was heard in this turn."""
        return self.scene.heard

    @property
    def is_settled(self) -> bool:
        """Whether the talk has passed it; one that others alone lead to is never the next by itself."""
        return True

    def begin(self) -> Next:
        """Come to it: by default its question is asked."""
        self.ask()
        return Move.WAIT

    @abstractmethod
    def ask(self) -> None:
        """Say what it is about, and what we want to know; also when that is asked again."""

    @abstractmethod
    def hear(self, heard: Reading) -> Next:
        """Do what the answer asks for; what comes next."""
