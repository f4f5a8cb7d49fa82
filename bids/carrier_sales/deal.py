"""A carrier's word on a load, whichever step it is given in: the bid that waits, its conditions, and what is agreed."""

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal

from django.db.models import QuerySet

from bids.carrier_sales import load_search, wording
from bids.carrier_sales.choose_load import offer_others
from bids.carrier_sales.notebook import Dealing, Outcome, Step, is_case_against, left, says_all_of
from bids.carrier_sales.scene import Next, Scene
from bids.models import Bid
from bids.negotiation import Standing, total_of
from bids.services import price_talks
from bids.services.bids import BidClosed, InvalidAmount, record_bid, withdraw_bid
from bids.states import BidChannel
from calls.language.number_words import figures, languages_of, plain
from calls.language.reading import Act, Figure, Reading, Role, Topic
from carriers.models import Carrier, TruckCapacity
from loads.models import Load

LIMIT = Decimal(10) ** 9  # dollars that nobody means, by the mile or on top: the policy asks again
MAX_CONDITIONS = 5  # kept for the broker
MAX_CONDITION = 200  # characters
MIN_WHY = 4  # words that may tell why a load isn't wanted


def heard_standing(scene: Scene) -> Standing:
    """Where the talk stands as this caller has heard it."""
    standing = scene.deal[0].standing
    assert standing is not None, "money is talked about after our first offer"
    return standing


def hours_spoken_of(scene: Scene) -> frozenset[int]:
    """The hours in what they asked, or want the load on: "can they load me at three"."""
    dealing = scene.notes.dealing
    kept = (*(dealing.conditions if dealing else ()), *scene.notes.questions)
    told = (figures(words := plain(each), languages_of(words, scene.language)[0]) for each in kept)
    return frozenset(int(found) for each in told for found in _LONE_HOUR.findall(each))


_LONE_HOUR = re.compile(
    r"\b(?:at|by|around|about|before|after|till?|until|las?|its|it's|the) (1[0-2]|[1-9])"
    r"(?![\w.:]| (?:\d|hours?|hrs|horas?)\b)"
)


def total(scene: Scene, figure: Figure) -> Decimal | None:
    """Dollars for the whole load; None for a rate per mile of unknown miles."""
    _, load = scene.deal
    if figure.role == Role.ASK or not abs(figure.amount) < LIMIT:
        return figure.amount
    if figure.role == Role.OFF:
        asked = scene.deal[0].wanted
        return asked - figure.amount if asked and figure.amount < asked else None
    if figure.role == Role.ON_TOP:
        return heard_standing(scene).offer + figure.amount
    return total_of(figure.amount, load.total_distance) if load.total_distance else None


def figure_of(figures: tuple[Figure, ...]) -> Figure:
    """The figure that counts of those named: the last, or what it leaves of the one before it."""
    *_, before, last = (None, *figures)
    if last.role == Role.OFF and before and before.role == Role.ASK and last.amount < before.amount:
        return Figure(before.amount - last.amount)
    return last


def price_of(scene: Scene) -> tuple[Figure, tuple[str, ...]]:
    """The price that counts of those named, and what it hangs on.

    Of two that hang on something it is the one for the day that the load is picked up, else the lower, with all the
    words: "2,100 if there's no tarp, 2,300 if there is".
    """
    heard = scene.heard
    prices = [each for each in heard.own_figures if each.role == Role.ASK]
    if len(prices) > 1 and heard.conditions:
        of_day = [each for each in prices if _is_for_pickup(scene, each)]
        return of_day[0] if of_day else min(prices, key=lambda each: each.amount), (heard.text,)
    return figure_of(heard.own_figures), heard.conditions


def _is_for_pickup(scene: Scene, price: Figure) -> bool:
    """Whether what this price hangs on is the day of the pickup: "2,850 if it loads Monday"."""
    heard, load = scene.heard, scene.load
    for each in heard.conditions if load and load.pickup_time else ():
        start = heard.text.find(each)
        if start <= price.start and price.end <= start + len(each):
            return bool(load and load.pickup_time and _names_day(each, load.pickup_time.date(), scene))
    return False


def _names_day(words: str, day: date, scene: Scene) -> bool:
    """Whether words name a day: "if it loads Monday", "tomorrow"."""
    said = wording.day(day, date.min, scene.language).split()  # Monday, November 30; el lunes 30 de noviembre
    ahead = (day - scene.today()).days
    relative = {"en": ("today", "tomorrow"), "es": ("hoy", "manana")}[scene.language]
    names = {
        plain(said[scene.language == "es"].strip(",")),
        *(relative[ahead : ahead + 1] if ahead >= 0 else ()),
    }
    return bool(names & set(plain(words).split()))


def hear_price(scene: Scene) -> Figure:
    """The price that counts of those named, when what it hangs on is kept."""
    figure, conditions = price_of(scene)
    if (dealing := scene.notes.dealing) and scene.heard.is_by_model and _FLAT.search(scene.heard.text):
        kept = [each for each in dealing.conditions if each in conditions or not _ON_TOP.search(each)]
        if kept != dealing.conditions:
            dealing.conditions = kept
            write_conditions(scene)
    keep_conditions(scene, conditions)
    return figure


# "Make it two thousand flat": no pay beside it any more.
_FLAT = re.compile(r"\b(?:flat|all in|cerrad[oa]s?|todo incluido)\b", re.I)
_ON_TOP = re.compile(
    r"\b(?:plus|extra|per (?:stop|drop)|a (?:stop|drop)|on top|m[aá]s|por (?:cada )?(?:parada|entrega)|aparte)\b",
    re.I,
)


def take_down(
    scene: Scene,
    amount: Decimal,
    notes: str = "",
    *,
    offered: Decimal | None = None,
    carrier: Carrier | None = None,
) -> Bid | None:
    """The carrier's bid for the load at this amount, and our offer in return; None where it was decided on.

    A figure that is none isn't taken down either. `carrier` spares a look-up where it is known.
    """
    _, load = scene.deal
    try:
        bid = record_bid(
            organization=scene.organization,
            load=load,
            amount=amount,
            channel=BidChannel.PHONE,
            conversation=scene.talk.conversation,
            price_talk=scene.price_talk,
            carrier=carrier,
            offered=offered,
            notes=notes,
            is_locked=True,
            by=scene.by,
            at=scene.talk.at,
        )
    except (BidClosed, InvalidAmount):
        return None
    if scene.deal[0].conditions:
        write_conditions(scene)
    return bid


def keep_offer_as_theirs(scene: Scene) -> None:
    """Our offer, said back with a yes that hangs on something, is their number until they say no."""
    heard, dealing, offer = scene.heard, scene.deal[0], heard_standing(scene).offer
    named = {each.amount for each in heard.figures}
    yeses = [act for act in (Act.AGREES, Act.AGREES_IF) if heard.has(act)]
    # "2,200, you said?": whether that is a yes is asked, and until then nothing is taken.
    is_sure = heard.is_by_model or any(heard.is_sure_of(act) for act in yeses)
    is_taken = named == {offer} and bool(yeses) and is_sure
    is_taken = is_taken or (not named and heard.is_by_model and heard.has(Act.AGREES_IF))
    if is_taken and not heard.own_figures and dealing.held is None and dealing.wanted != offer:
        dealing.wanted_before, dealing.wanted = dealing.wanted, offer
        take_down(scene, offer)


def restore_their_ask(scene: Scene) -> None:
    """They say no to our offer after all: what they asked before is their number again, or none.

    "Better not, let me ask my brother first, I'll call you" only puts it off.
    """
    dealing = scene.deal[0]
    if not _says_no(scene.heard) or dealing.wanted is None or dealing.wanted != heard_standing(scene).offer:
        return
    dealing.wanted, dealing.wanted_before = dealing.wanted_before, None
    if dealing.wanted is None:
        withdraw(scene, "our offer, turned down after all")
    else:
        take_down(scene, dealing.wanted)


def _says_no(heard: Reading) -> bool:
    """Whether a price is turned down, rather than put off, or left to a person."""
    is_open = heard.has(Act.CALLBACK, Act.HOLDS, Act.WANTS_PERSON)
    is_open = is_open or (heard.is_by_model and heard.has(Act.AGREES))  # "no need to call, we take it"
    return heard.has(Act.NO, Act.REFUSES, Act.DECLINES) and not is_open


# That a price is for the load that was left, rather than for whatever comes: "ask him anyway, I'd pull it for 3,200".
_OF_LOAD = re.compile(
    r"\b(?:any ?ways?|anyhow|(?:ask|check with|tell|run it by) (?:him|her|them|em|'em|the broker|your \w+)|"
    r"if (?:he|they|she|you)'?d?|"
    r"(?:do|pull|haul|run|take|move|cover) (?:it|that|this)|(?:on|for) (?:it|that one|this one|that load|this load)|"
    r"pregunt\w+|de todos modos|(?:la|se la) (?:hago|llevo|jalo|muevo|tomo|saco)|por (?:esa|ella)|esa carga|esa de)\b",
    re.I,
)


def bid_on_unfit(scene: Scene) -> bool:
    """Take down a price for a load that was left for its trailer, on condition that it may be done with theirs.

    "Ask the broker if he'd take my reefer, I'd pull it for 3,200." It is the broker's to okay; whether there was one.
    """
    notes, heard = scene.notes, scene.heard
    dealing = notes.dealings[-1] if notes.dealings else None
    prices = [each for each in heard.own_figures if each.role == Role.ASK]
    if not prices or dealing is None or dealing.outcome != Outcome.WRONG_EQUIPMENT:
        return False
    if heard.destination and not heard.conditions:
        return False  # "the flat's in Fort Wayne, anything toward Texas has to be over 2,300"
    if notes.noted_truck and not (_OF_LOAD.search(heard.text) or heard.asks(Topic.EQUIPMENT) or heard.load):
        # "Put down that I want at least eight hundred", of the truck that was just noted.
        TruckCapacity.objects.filter(pk=notes.noted_truck).update(rate_asked=prices[-1].amount)
        return False
    load = load_search.load_now(dealing.pk)
    if load is None or not load_search.is_available(load):
        return False
    try:
        bid = record_bid(
            organization=scene.organization,
            load=load,
            amount=prices[-1].amount,
            channel=BidChannel.PHONE,
            conversation=scene.talk.conversation,
            is_locked=True,
            by=scene.by,
            at=scene.talk.at,
        )
    except (BidClosed, InvalidAmount):
        return False
    dealing.conditions = [each[:MAX_CONDITION] for each in heard.conditions or (heard.text,)]
    Bid.objects.filter(pk=bid.pk).update(details={"conditions": dealing.conditions})
    say_put_down(scene, "number_down", bid.amount, dealing)
    return True


_HOW = {
    "en": (" as your number", " with your condition", ", if your side okays it,"),
    "es": (" como su cifra", " con su condición", ", si de su lado lo aprueban,"),
}


def say_put_down(scene: Scene, line: str, amount: Decimal, dealing: Dealing) -> None:
    """Say that a price is put down: as theirs, with what it hangs on, or for somebody else to decide."""
    as_theirs, with_condition, if_okayed = _HOW[scene.language]
    heard = scene.heard
    is_new = bool(heard.own_figures) or heard.has(
        Act.AGREES_IF
    )  # else it is the price that they named before
    is_others = heard.is_by_model and heard.has(Act.ASK_OTHER) and is_new
    how = if_okayed if is_others else with_condition if dealing.conditions else as_theirs
    scene.say_money(line, {"amount": amount}, number=number_of(dealing), how=how)


def withdraw(scene: Scene, reason: str) -> None:
    """The bid that waits is none."""
    bid = _waiting(scene).first()
    if bid is not None:
        withdraw_bid(bid=bid, reason=reason, by=scene.by, at=scene.talk.at)


def withdraw_last(scene: Scene) -> None:
    """The bid that was put down last in this call was none: "I didn't bid on that one"."""
    bids = Bid.objects.filter(conversation=scene.talk.conversation, status__in=Bid.lifecycle.unfinished)
    last = bids.order_by("pk").last()
    dealing = next((each for each in scene.notes.dealings if last and each.pk == last.load_id), None)
    if last is None or dealing is None:
        return
    withdraw_bid(bid=last, reason="the carrier didn't bid", by=scene.by, at=scene.talk.at)
    dealing.outcome, dealing.agreed, dealing.wanted = Outcome.DECLINED, None, None
    scene.say("misheard")


def _waiting(scene: Scene) -> QuerySet[Bid]:
    """The bid of the price talk that waits for a decision, whichever call it is of."""
    return Bid.objects.filter(price_talk=scene.price_talk, status__in=Bid.lifecycle.unfinished)


def keep_conditions(scene: Scene, conditions: list[str] | tuple[str, ...]) -> None:
    """What the carrier's word hangs on, for the broker: a deal with one isn't booked by the agent."""
    dealing = scene.notes.dealing
    if dealing is None:
        return
    if conditions and scene.heard.is_by_model and scene.heard.own_figures:  # a price of its own is over
        told = {each: figures(plain(each), scene.language) for each in dealing.conditions}
        dealing.conditions = [each for each, words in told.items() if not _PRICED.search(words)]
    for each in conditions:
        words = each.strip()[:MAX_CONDITION]
        if words and not any(says_all_of(kept, words) for kept in dealing.conditions):
            others = [
                kept
                for kept in dealing.conditions
                if not (says_all_of(words, kept) or is_case_against(kept, words))
            ]
            dealing.conditions = [*others, words][-MAX_CONDITIONS:]
    if conditions:
        write_conditions(scene)


# "With no tarps I'd do it for 2100".
_PRICED = re.compile(
    r"\b(?:do (?:it|that|this) (?:for|at)|i'?d (?:need|want|take|do)|i (?:need|want)|"
    r"l[ao] (?:hago|jalo|muevo|dejo) (?:por|en)) \d{2,}"
)


def drop_conditions(scene: Scene, words: str) -> None:
    """Forget what the carrier's word hangs on no more: the conditions that these words are about, or all of them."""
    notes, dealing = scene.notes, scene.notes.dealing
    notes.early_conditions = left(notes.early_conditions, but=words)
    if dealing is None or (kept := left(dealing.conditions, but=words)) == dealing.conditions:
        return
    dealing.conditions = kept
    write_conditions(scene)


# A condition of these words alone points to what was asked: "if it's good", "si es así".
_POINTING = frozenset(
    {
        *("if", "as", "long", "so", "it", "its", "it's", "it'll", "is", "are", "that", "thats", "that's"),
        *("they", "all", "then", "good", "okay", "ok", "fine", "right", "true", "work", "works", "does"),
        *("yes", "i", "i'll", "ill", "take", "si", "sí", "es", "está", "esta", "eso", "así", "asi", "bien"),
        *("bueno", "lo", "la", "que"),
    }
)
_WORD = re.compile(r"[\w']+")
# Lines that tell what a load is like.
_TELLING = frozenset(
    {
        *("weight", "commodity", "miles", "equipment", "pickup", "delivery", "stops", "no_stops", "team"),
        *("no_team", "instructions", "time_fits"),
    }
)
LEFT_OPEN = frozenset({"pass_on", "pass_on_that", "request_noted", "not_known", "time_asked", "pickup_over"})


def drop_met(scene: Scene) -> None:
    """Leave out conditions that only point to what was asked in the same breath, where our answer has just told it.

    "Is it continuous? If it's good I'll take it at twenty-four": they have heard what it is, and are asked whether they
    want the load. Whatever a condition says of its own ("if you load me by ten") is kept, and so is one said again.
    """
    heard = scene.heard
    was_answered = scene.said & _TELLING and not scene.said & LEFT_OPEN
    if not (heard.conditions and heard.questions and was_answered):
        return
    kept = tuple(each for each in heard.conditions if not only_points(each, heard))
    if kept == heard.conditions:
        return
    acts, unsure, questions = heard.acts, heard.unsure, heard.questions
    if not kept:  # it is asked whether that is a yes
        acts = tuple(Act.AGREES if act == Act.AGREES_IF else act for act in acts if act != Act.ASKS)
        unsure, questions = unsure | {Act.AGREES}, ()
    scene.heard = replace(heard, conditions=kept, acts=acts, spans=(), unsure=unsure, questions=questions)


def only_points(condition: str, heard: Reading) -> bool:
    """Whether each of its words points to a question, or is one of it."""
    asked = [each.words.casefold() for each in heard.questions if condition not in each.words]
    known = _words(" ".join(asked))
    return bool(asked) and all(word in _POINTING or word in known for word in _words(condition))


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def write_conditions(scene: Scene) -> None:
    """Put what the carrier's word hangs on on the bid that waits: it is no bid without, though the talk breaks off."""
    dealing, _ = scene.deal
    for bid in _waiting(scene):
        kept = {name: value for name, value in bid.details.items() if name != "conditions"}
        kept |= {"conditions": dealing.conditions} if dealing.conditions else {}
        if kept != bid.details:
            Bid.objects.filter(pk=bid.pk).update(details=kept)


def forget(scene: Scene) -> None:
    """Nothing is agreed on any more; see `price_talks.take_back`."""
    dealing, _ = scene.deal
    talk, conversation = scene.price_talk, scene.talk.conversation
    dealing.once_agreed = dealing.agreed
    is_forgotten = price_talks.take_back(talk, conversation=conversation, by=scene.by, at=scene.talk.at)
    is_kept = scene.heard.is_by_model and not _says_no(scene.heard)
    is_theirs = not (is_forgotten or dealing.is_ours) or is_kept
    if not is_theirs and dealing.wanted is not None and dealing.wanted == dealing.agreed:
        dealing.wanted = dealing.wanted_before
    dealing.standing, dealing.agreed = Standing.from_json(talk.standing), None


def undo(scene: Scene) -> None:
    """The carrier doesn't stand by it: the bid is what it asked before, or is taken back."""
    if price_talks.is_settled_elsewhere(scene.price_talk, scene.talk.conversation):
        scene.deal[0].agreed = None
        return
    forget(scene)
    dealing, _ = scene.deal
    if dealing.wanted is not None:
        take_down(scene, dealing.wanted)
        return
    withdraw(scene, "not confirmed when read back")


def unsay(scene: Scene, misheard: Decimal) -> bool:
    """Forget a figure that was heard, and never named, with the bid that came of it; whether that was still open."""
    dealing, talk = scene.deal[0], scene.price_talk
    if not price_talks.unsay(
        talk, misheard, conversation=scene.talk.conversation, by=scene.by, at=scene.talk.at
    ):
        return False
    dealing.standing = Standing.from_json(talk.standing)
    dealing.agreed = dealing.held = None
    dealing.wanted, dealing.wanted_before = dealing.wanted_before, None
    if dealing.wanted is not None:
        take_down(scene, dealing.wanted)
    else:
        withdraw(scene, "misheard: the carrier named no figure")
    return True


_LACKS = re.compile(r"\b(?:without|(?:do ?n[o']?t|ai ?n'?t) (?:have|got)|no (?:tengo|traigo)|sin)\b", re.I)


def lacks_trailer(scene: Scene) -> bool:
    """Whether the trailer that the load needs is said to be missing: "can't do it without the conestoga"."""
    heard, words = scene.heard, scene.heard.text.lower()
    kind = scene.deal[1].equipment_type
    is_named = bool(kind and kind.replace("_", " ") in words) or "trailer" in words
    return bool(heard.no_equipment) or (is_named and bool(_LACKS.search(words)))


def turn_down(scene: Scene, *, is_off: bool = False) -> None:
    """The carrier doesn't want the load; why, where that is something else than what it pays."""
    dealing, heard = scene.notes.dealing, scene.heard
    if dealing is None:
        return
    dealing.outcome = Outcome.DECLINED
    is_of_money = heard.is_by_model and bool(heard.figures)  # "nineteen don't cover the fuel in that snow"
    dealing.is_off = is_off or lacks_trailer(scene) or (heard.is_not_for_money and not is_of_money)
    tells_why = dealing.is_off and len(heard.text.split()) >= MIN_WHY
    dealing.why = (heard.reason or heard.text)[:MAX_CONDITION] if tells_why else ""


def already_agreed(scene: Scene) -> Next:
    """It was agreed on in another call, or decided on by somebody: nothing more is asked of it."""
    dealing, load = scene.deal
    scene.say("already_agreed", number=number(load))
    dealing.agreed, dealing.outcome = None, dealing.outcome or Outcome.BID
    return Step.MORE


def load_gone(scene: Scene) -> Next:
    """The load went away while we talked: others like it."""
    dealing = scene.notes.dealing
    if dealing is not None:
        dealing.outcome, dealing.agreed = Outcome.LOAD_UNAVAILABLE, None
    scene.say("just_taken")
    return offer_others(scene, like=scene.load)


def number_of(dealing: Dealing) -> str:
    """The number of a load that was talked about, as it is said."""
    return wording.load_number(dealing.number)


def number(load: Load) -> str:
    """The load's number as it is said."""
    return wording.load_number(load.external_id)
