"""What kind of call it is, before anything is sold: a load that the caller is on, money owed, no carrier at all.

Inbound callers have dialed us: they never have the wrong number.
"""

import re

from bids.carrier_sales import choosing, concluding, parting, pitching
from bids.carrier_sales.notebook import Step
from bids.carrier_sales.scene import Move, Scene
from calls.language.reading import Act, Reading, Topic
from calls.services.alarms import raise_alarm
from calls.states import AlarmKind
from loads.models import Load

# What happened to a load that the caller is on, the gravest first.
ALARMS = (
    (Act.CANCELS, AlarmKind.CANCELLED),
    (Act.BROKEN_DOWN, AlarmKind.BROKEN_DOWN),
    (Act.LATE, AlarmKind.LATE),
)
OWN_LOAD_TOPICS = (Topic.PICKUP_NUMBER, Topic.RATE_CON, Topic.ADDRESS, Topic.DETENTION, Topic.TRACKING)
_OWED = re.compile(r"\b(?:paid|pay|payment|owe[ds]?|invoices?|money|check|factoring|pag\w*|deb\w+|factura)\b")
BEFORE_PRICE = (Step.FIT, Step.EQUIPMENT)
EARLY = (Step.IDENTITY, Step.READ_BACK, Step.DOT, Step.LOAD, Step.WHICH, Step.MORE)


def hear(scene: Scene) -> Move | None:
    """The answer where the call isn't about covering a load; None where it is."""
    heard = scene.heard
    is_early = scene.notes.step in EARLY
    if not is_early and not (scene.notes.step in BEFORE_PRICE and _is_on_load(heard)):
        return None
    is_owed = heard.asks(Topic.MONEY_OWED) and bool(_OWED.search(heard.text.lower()))
    is_carrier = scene.notes.is_identified or bool(heard.load)
    if is_owed or (heard.is_sure_of(Act.NOT_CARRIER) and not is_carrier):
        topic = Topic.MONEY_OWED if heard.asks(Topic.MONEY_OWED) else Topic.OTHER
        pitching.keep_question(scene, topic, heard.text)
        return parting.to_person(scene, concluding.whisper(scene.notes))
    if _is_on_load(heard):
        return _own_load(scene)
    return None


def _is_on_load(heard: Reading) -> bool:
    """Whether they speak of a load that they haul: "we're cancelling on 482101, the truck broke down"."""
    if heard.is_sure_of(Act.CANCELS) or heard.is_sure_of(Act.BROKEN_DOWN):
        return True
    is_told = heard.has(
        *(Act.CANCELS, Act.BROKEN_DOWN, Act.LATE, Act.DELIVERED, Act.WAITING, Act.LOADED, Act.CHECKED_IN)
    )
    return heard.has(Act.ON_LOAD) and (is_told or heard.asks(*OWN_LOAD_TOPICS))


def _own_load(scene: Scene) -> Move:
    """Tell the load's broker at once, answer what can be answered, and hand the line to a person."""
    heard, notes = scene.heard, scene.notes
    load = Load.objects.filter(external_id=heard.load).first() if heard.load else None
    if load is None and heard.load:
        load = Load.objects.filter(external_id__endswith=heard.load).order_by("-pickup_at", "-pk").first()
    kind = next((kind for act, kind in ALARMS if heard.has(act)), None)
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
        pitching.keep_question(scene, question.topic, question.words or heard.text, load=load)
    if load is not None:
        choosing.link(scene, load)
    notes.wanted.number = ""
    notes.mc, notes.dot = notes.mc or heard.mc, notes.dot or heard.dot
    return parting.to_person(scene, concluding.whisper(notes))
