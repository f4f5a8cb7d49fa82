"""What kind of call it is, before anything is sold: a load that the caller is on, money owed, no carrier at all."""

import re
from dataclasses import replace

from django.db.models import Q

from bids.carrier_sales import choose_load, goodbye, identify, pitch_load, wording
from bids.carrier_sales.collect_details import AFTER, write_details
from bids.carrier_sales.deal import keep_conditions, turn_down, undo, withdraw
from bids.carrier_sales.notebook import Outcome, Step, Wanted
from bids.carrier_sales.scene import Move, Next, Scene
from bids.models import Bid
from bids.states import BidStatus
from calls.language.reading import Act, Reading, Topic
from calls.services.outcomes import raise_alarm
from calls.states import AlarmKind
from loads.models import Load, LoadStatus
from organizations.places.regions import place_key

BEFORE_LOAD = (Step.IDENTITY, Step.READ_BACK, Step.DOT, Step.LOAD, Step.WHICH, Step.MORE)
# What happened to a load that the caller is on, the gravest first.
ALARMS = (
    (Act.CANCELS, AlarmKind.CANCELLED),
    (Act.BROKEN_DOWN, AlarmKind.BROKEN_DOWN),
    (Act.LATE, AlarmKind.LATE),
)
OWN_LOAD_TOPICS = (Topic.PICKUP_NUMBER, Topic.RATE_CON, Topic.ADDRESS, Topic.DETENTION, Topic.TRACKING)
_OWED = re.compile(r"\b(?:paid|pay|payment|owe[ds]?|invoices?|money|check|factoring|pag\w*|deb\w+|factura)\b")
UNDER_WAY = (LoadStatus.COVERED, LoadStatus.IN_TRANSIT)
MAX_LOADS = 500  # that are looked through
MAX_WORDS = 300  # of what they said, for the summary
BEFORE_PRICE = (Step.FIT, Step.EQUIPMENT)
_HAULS = re.compile(
    r"\b(?:i'?m|i am|we'?re|we are|he'?s|driver'?s|my (?:guy|driver)s?(?:'?s| is)?) (?:already )?(?:on|"
    r"under|hauling|pulling|"
    r"running) (?:a|one|your|yall'?s|y'?all'?s|that|this) (?:\w+ )?(?:load|one)\b(?! (?:board|for me))|"
    r"\balready (?:on|hauling|booked on|under) (?:a|one|it|that|this|your)\b|"
    r"\b(?:not|ain'?t|aint) (?:looking|lookin|calling|callin) (?:for|about) (?:a|another|"
    r"any) (?:new )?(?:load|freight)",
    re.I,
)


_OURS = re.compile(
    r"\b(?:supposed to (?:load|pick|deliver|be|unload|drop|get)|(?:one|load|freight) of (?:yours|y'?all'?s)|"
    r"(?:your|yall'?s|y'?all'?s|that) (?:\w+ ){0,2}(?:load|freight|one)|(?:got|have|hauling|pulling|"
    r"running) (?:a |the )?(?:\w+ )?load for "
    r"(?:you|y'?all)|late (?:to|for|getting|on|at)|(?:ain'?t|not|won'?t|isn'?t) (?:gonna |"
    r"going to )?(?:be able to )?make|"
    r"(?:driver|truck|guy)(?:'?s| is| has)? .{0,40}\b(?:stuck|broke|late|tire|delayed|wreck)|su carga|"
    r"la carga (?:que|de|suya)|"
    r"carga de (?:ustedes|usted)|(?:trae|traigo|lleva|llevo|traemos) (?:una|la|su) (?:carga|de)|"
    r"el chofer|mi chofer|va a llegar tarde|"
    r"no (?:va|voy) a (?:llegar|alcanzar))\b",
    re.I,
)


_WONT_MAKE = re.compile(
    r"\b(?:supposed to|of yours|your load|y'?all'?s load|appointment)\b.*\b(?:ain'?t|not|won'?t|isn'?t|can'?t)"
    r"(?: gonna| going to)?(?: be able to)? make (?:it|the|his|that|her)\b",
    re.I,
)


def hear_purpose(scene: Scene) -> Next | None:
    """The answer where the call isn't about covering a load; None where it is."""
    heard = scene.heard
    if (move := _hear_backed_out(scene)) is not None:
        return move
    if _asks_of_bid(scene):
        pitch_load.keep_question(scene, Topic.OTHER, heard.text, load=scene.load)
        scene.notes.asks_of_bid = True
        scene.heard = replace(heard, questions=(), note="", figures=())
        return tell_of_bid(scene) if scene.notes.is_identified else None
    is_early = scene.notes.step in BEFORE_LOAD
    if not is_early and not (scene.notes.step in BEFORE_PRICE and _is_on_load(heard)):
        return None
    if is_early and _WONT_MAKE.search(heard.text) and not (heard.has(Act.LATE) or heard.own_figures):
        scene.heard = heard = replace(heard, acts=(*heard.acts, Act.LATE), spans=())
    is_owed = heard.asks(Topic.MONEY_OWED) and (heard.is_by_model or bool(_OWED.search(heard.text.lower())))
    is_carrier = scene.notes.is_identified or bool(heard.load)
    if is_owed or (heard.is_sure_of(Act.NOT_CARRIER) and not is_carrier):
        load = _load_meant(scene) if is_owed and heard.load else None
        identify.hear_another(scene)
        _note_trouble(scene, load)
        topic = Topic.MONEY_OWED if heard.asks(Topic.MONEY_OWED) else Topic.OTHER
        pitch_load.keep_question(scene, topic, heard.text, load=load)
        if is_owed:
            scene.say("owed_told")
        return goodbye.to_person(scene, goodbye.whisper(scene.notes))
    # Who is called about a load, and turns it down since the truck broke down, is on none of ours.
    is_turned_down = scene.is_outbound and heard.is_by_model and heard.has(Act.DECLINES)
    if _is_on_load(heard) and not (is_turned_down and not heard.has(Act.CANCELS, Act.ON_LOAD)):
        return _own_load(scene)
    return None


_OF_BID = re.compile(
    r"\b(?:bids?|offer(?:ed)?|(?:our|my) (?:number|price|quote)|number in|put in|ofert\w+|"
    r"(?:nuestro|mi) (?:precio|n[uú]mero))\b",
    re.I,
)
_DECIDED = re.compile(
    r"\b(?:any (?:word|news|update)|approv\w+|accept\w*|hear(?:d)? (?:any ?thing )?(?:back|from)|decid\w+|"
    r"go(?:t|ne)? (?:it|through)|did (?:we|i|he|she|they) (?:get|win)|still waiting|"
    r"qu[eé] pas[oó]|en qu[eé] qued[oó]|aprob\w+|acept\w+|alguna noticia)\b",
    re.I,
)


def _asks_of_bid(scene: Scene) -> bool:
    """Whether it is asked how it stands with a bid of another talk: "Denny put a bid in on that, any word yet"."""
    heard, notes = scene.heard, scene.notes
    has_bid = any(dealing.outcome for dealing in notes.dealings)
    is_asked = bool(heard.questions) or heard.has(Act.ASKS, Act.CLAIMS)
    is_asked = is_asked and notes.step in (*BEFORE_LOAD, *BEFORE_PRICE)  # else it is of this talk's price
    return is_asked and not has_bid and bool(_OF_BID.search(heard.text) and _DECIDED.search(heard.text))


def tell_of_bid(scene: Scene) -> Next:
    """How it stands with their latest bid, on the load that is meant; to who calls from the carrier's own number."""
    notes, wanted = scene.notes, scene.notes.wanted
    conversation = scene.talk.conversation
    bids = Bid.objects.filter(carrier=conversation.carrier_id).exclude(conversation=conversation)
    if load := scene.load or _load_meant(scene):
        bids = bids.filter(load=load)
    else:
        for name, town in (("origin", wanted.origin), ("destination", wanted.destination)):
            bids = bids.filter(**{f"load__{name}_city__iexact": town[0]}) if town and town[0] else bids
    is_theirs = notes.is_on_file and conversation.carrier_id is not None
    found = bids.select_related("load").order_by("-created_at", "-pk").first() if is_theirs else None
    line = _OF_STATUS.get(BidStatus(found.status), "bid_not_known") if found else "bid_not_known"
    number = wording.spaced(found.load.external_id) if found else ""
    notes.asks_of_bid, notes.wanted = False, Wanted()
    scene.say(line, load=number)
    return Step.MORE


_OF_STATUS = {
    BidStatus.OPEN: "bid_open",
    BidStatus.COUNTERED: "bid_open",
    BidStatus.ACCEPTED: "bid_accepted",
    BidStatus.REJECTED: "bid_rejected",
}


def _hear_backed_out(scene: Scene) -> Next | None:
    """Tell the broker at once that the deal just made is given back; what is booked is a person's to undo, a bid ours.

    None where it isn't given back, or would be only if something happens.
    """
    heard, notes, dealing, load = scene.heard, scene.notes, scene.notes.dealing, scene.load
    is_off = heard.has(Act.CANCELS) if heard.is_by_model else heard.is_sure_of(Act.CANCELS)
    if dealing is None or load is None or notes.step not in AFTER or not is_off or heard.conditions:
        return None
    if dealing.outcome not in (Outcome.BID, Outcome.BOOKED) or heard.load not in ("", dealing.number):
        return None
    words = heard.text[:MAX_WORDS]
    kind = AlarmKind.CANCELLED
    raise_alarm(conversation=scene.talk.conversation, load=load, kind=kind, words=words, at=scene.talk.at)
    scene.say("alarm_told")
    if dealing.outcome == Outcome.BOOKED:
        keep_conditions(scene, (words,))
        write_details(scene)
        dealing.outcome, dealing.why, dealing.is_off = Outcome.DECLINED, words, True
        if heard.has(Act.LEAVES):
            scene.say("bye")
            scene.end()
            return Move.WAIT
        return goodbye.to_person(scene, f"{notes.who} backs out of load {dealing.number}: {words}")
    undo(scene)
    withdraw(scene, "given back after it was agreed")
    turn_down(scene, is_off=True)
    notes.callback = None  # nothing is left to confirm
    notes.details.empty_place = notes.details.empty_at = ""  # that truck isn't free
    return Move.LEAVE if heard.has(Act.LEAVES) else Step.MORE


def _is_on_load(heard: Reading) -> bool:
    """Whether they speak of a load that they haul: "we're cancelling on 482101, the truck broke down"."""
    if _HAULS.search(heard.text) and not heard.asks(Topic.OTHER_LOADS, Topic.RATE) and not heard.own_figures:
        return True
    if heard.is_sure_of(Act.CANCELS) or heard.is_sure_of(Act.BROKEN_DOWN):
        return True
    if (
        heard.has(Act.CANCELS, Act.BROKEN_DOWN, Act.LATE)
        and _OURS.search(heard.text)
        and not heard.own_figures
    ):
        return True  # "I got a driver supposed to load Cincinnati at one, he ain't gonna make it"
    is_told = heard.has(
        *(Act.CANCELS, Act.BROKEN_DOWN, Act.LATE, Act.DELIVERED, Act.WAITING, Act.LOADED, Act.CHECKED_IN)
    )
    return heard.has(Act.ON_LOAD) and (is_told or heard.asks(*OWN_LOAD_TOPICS))


def _own_load(scene: Scene) -> Next:
    """Tell the load's broker at once, answer what can be answered, and hand the line to a person."""
    heard, notes = scene.heard, scene.notes
    identify.hear_another(scene)  # "no, this is Blue Mesa, I'm calling from my cell"
    load = _load_meant(scene)
    _note_trouble(scene, load)
    # "If you can't move it, I'll have to give it back", "what if I gave it back?": the broker is to say.
    is_open = bool(heard.conditions) or (Act.CANCELS in heard.unsure and bool(heard.questions))
    kind = next(
        (kind for act, kind in ALARMS if heard.has(act) and not (is_open and act == Act.CANCELS)), None
    )
    if is_open and not heard.questions:
        pitch_load.keep_question(scene, Topic.OTHER, heard.text, load=load)
    if kind is not None:
        raise_alarm(
            conversation=scene.talk.conversation,
            load=load,
            kind=kind,
            words=heard.reason or heard.text,
            at=scene.talk.at,
        )
        scene.say("alarm_told")
    for question in heard.questions:
        pitch_load.keep_question(scene, question.topic, question.words or heard.text, load=load)
    if load is not None:
        choose_load.link(scene, load)
    notes.wanted.number = ""
    notes.mc, notes.dot = notes.mc or heard.mc, notes.dot or heard.dot
    return goodbye.to_person(scene, goodbye.whisper(notes))


def _load_meant(scene: Scene) -> Load | None:
    """The load of theirs that is meant: by its number, its towns or its freight, or the only one that they are on."""
    heard = scene.heard
    if number := heard.load or scene.notes.wanted.number:  # told now, or before we knew who it is
        by_number = Load.objects.filter(external_id=number).first()
        return (
            by_number
            or Load.objects.filter(external_id__endswith=number).order_by("-pickup_at", "-pk").first()
        )
    mc = heard.mc or scene.notes.mc
    numbers = Q(bookings__carrier__mc_number=mc) if mc else Q()
    words = heard.text.casefold()
    near = Load.objects.filter(status__in=UNDER_WAY).order_by("-pickup_at", "-pk")
    theirs = list(near.filter(numbers)[:MAX_LOADS]) if numbers else []
    for loads in (theirs, list(near[:MAX_LOADS])):
        for fits in (_is_on_lane, _is_with_freight):
            found = [load for load in loads if fits(load, words)]
            if len(found) == 1:
                return found[0]
    return theirs[0] if len(theirs) == 1 else None


def _is_on_lane(load: Load, words: str) -> bool:
    """Whether both its towns are named."""
    return _is_named(load.origin_city, words) and _is_named(load.destination_city, words)


def _is_named(town: str, words: str) -> bool:
    """Whether a town is named, however its name is spelled: "saint louis"."""
    if town and re.search(rf"\b{re.escape(town.casefold())}\b", words):
        return True
    return " " in town and place_key(town) in place_key(words)


def _is_with_freight(load: Load, words: str) -> bool:
    """Whether an end of it and its freight are named."""
    is_near = _is_named(load.origin_city, words) or _is_named(load.destination_city, words)
    return is_near and bool(load.commodity) and load.commodity.casefold() in words


def _note_trouble(scene: Scene, load: Load | None) -> None:
    """Keep what happened for the summary, and the carrier's numbers for whoever takes the line."""
    notes, heard = scene.notes, scene.heard
    notes.trouble = heard.text[:MAX_WORDS]
    notes.trouble_load = load.external_id if load else ""
