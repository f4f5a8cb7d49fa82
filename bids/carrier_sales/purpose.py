"""What kind of call it is, before anything is sold: a load that the caller is on, money owed, no carrier at all."""

import re

from bids.carrier_sales import choose_load, goodbye, pitch_load
from bids.carrier_sales.notebook import Step
from bids.carrier_sales.scene import Next, Scene
from calls.language.reading import Act, Reading, Topic
from calls.services.outcomes import raise_alarm
from calls.states import AlarmKind
from loads.models import Load, LoadStatus

BEFORE_LOAD = (Step.IDENTITY, Step.READ_BACK, Step.DOT, Step.LOAD, Step.WHICH, Step.MORE)
# What happened to a load that the caller is on, the gravest first.
ALARMS = (
    (Act.CANCELS, AlarmKind.CANCELLED),
    (Act.BROKEN_DOWN, AlarmKind.BROKEN_DOWN),
    (Act.LATE, AlarmKind.LATE),
)
OWN_LOAD_TOPICS = (Topic.PICKUP_NUMBER, Topic.RATE_CON, Topic.ADDRESS, Topic.DETENTION, Topic.TRACKING)
_OWED = re.compile(r"\b(?:paid|pay|payment|owe[ds]?|invoices?|money|check|factoring|pag\w*|deb\w+|factura)\b")
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


def hear_purpose(scene: Scene) -> Next | None:
    """The answer where the call isn't about covering a load; None where it is."""
    heard = scene.heard
    is_early = scene.notes.step in BEFORE_LOAD
    if not is_early and not (scene.notes.step in BEFORE_PRICE and _is_on_load(heard)):
        return None
    is_owed = heard.asks(Topic.MONEY_OWED) and bool(_OWED.search(heard.text.lower()))
    is_carrier = scene.notes.is_identified or bool(heard.load)
    if is_owed or (heard.is_sure_of(Act.NOT_CARRIER) and not is_carrier):
        topic = Topic.MONEY_OWED if heard.asks(Topic.MONEY_OWED) else Topic.OTHER
        pitch_load.keep_question(scene, topic, heard.text)
        return goodbye.to_person(scene, goodbye.whisper(scene.notes))
    if _is_on_load(heard):
        return _own_load(scene)
    return None


def _is_on_load(heard: Reading) -> bool:
    """Whether they speak of a load that they haul: "we're cancelling on 482101, the truck broke down"."""
    if _HAULS.search(heard.text) and not heard.asks(Topic.OTHER_LOADS, Topic.RATE) and not heard.own_figures:
        return True
    if heard.is_sure_of(Act.CANCELS) or heard.is_sure_of(Act.BROKEN_DOWN):
        return True
    is_told = heard.has(
        *(Act.CANCELS, Act.BROKEN_DOWN, Act.LATE, Act.DELIVERED, Act.WAITING, Act.LOADED, Act.CHECKED_IN)
    )
    return heard.has(Act.ON_LOAD) and (is_told or heard.asks(*OWN_LOAD_TOPICS))


def _own_load(scene: Scene) -> Next:
    """Tell the load's broker at once, answer what can be answered, and hand the line to a person."""
    heard, notes = scene.heard, scene.notes
    load = Load.objects.filter(external_id=heard.load).first() if heard.load else None
    if load is None and heard.load:
        load = Load.objects.filter(external_id__endswith=heard.load).order_by("-pickup_at", "-pk").first()
    if load is None and heard.origin and heard.destination:
        load = Load.objects.filter(
            origin_city=heard.origin.city,
            destination_city=heard.destination.city,
            status__in=(LoadStatus.COVERED, LoadStatus.IN_TRANSIT),
        ).first()
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
