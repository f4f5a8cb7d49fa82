"""The words of a turn once more: what is said early, or beside something else, isn't lost."""

import re
from dataclasses import replace

from bids.carrier_sales.notebook import Step
from bids.carrier_sales.scene import Scene
from calls.language.questions import asks_from, words_of
from calls.language.reading import Act, Expecting, Listening, Question, Reading, Topic
from calls.language.understanding import understand

MIN_QUESTION = 3  # words
MAX_PARTS = 6
BEFORE_LOAD = (Step.IDENTITY, Step.READ_BACK, Step.DOT)
_PARTS = re.compile(r"\b(?:and|cause|because|y|porque)\b|[.?!;]", re.I)
_IN = r"(?:in|there|around|available|aqu[ií]|ah[ií])"
_END = (
    r"(?=\W*(?:$|today|now|right|yet|please|by any|i need|hoy|ahora|por favor))"  # "this is Jeff in dispatch"
)


def hear_closely(scene: Scene) -> Reading:
    """What was heard, with what is easily drowned in it: the lane, a second question, the person asked for."""
    heard = _with_person(scene.heard)
    if heard.own_figures and heard.conditions and Act.ASKS in heard.unsure:
        return replace(heard, questions=())  # "three thousand, and you reimburse the lumper" asks nothing
    if scene.notes.step in BEFORE_LOAD:
        heard = _with_lane(scene, heard)
    return _with_questions(scene, heard)


def hear_as_price(scene: Scene) -> Reading:
    """The same words beside our offer, where they name a price though something else was asked."""
    dealing, load = scene.notes.dealing, scene.load
    standing = dealing.standing if dealing else None
    if standing is None or load is None:
        return scene.heard
    return _read(scene, scene.heard.text, Expecting.OFFER, offer=standing.offer, miles=load.total_distance)


def _read(scene: Scene, words: str, expecting: Expecting, **beside) -> Reading:
    return understand(
        words, Listening(expecting=expecting, now=scene.now(), language=scene.language, **beside)
    )


def _with_person(heard: Reading) -> Reading:
    """Who is asked for is no caller: "is Jason in"."""
    name = heard.name and heard.name.lower()
    asks_for = rf"(?<!this )(?<!it )(?<!here )\b(?:is|est[aá]) {re.escape(name)} {_IN}{_END}"
    if not name or not re.search(asks_for, heard.text.lower()):
        return heard
    return replace(heard, name="", person=heard.name, acts=(*heard.acts, Act.WANTS_PERSON))


def _with_lane(scene: Scene, heard: Reading) -> Reading:
    """The lane that is asked about while we still ask who it is: "this is Dana, what's that Memphis Atlanta pay"."""
    asks = heard.asks(Topic.RATE, Topic.LOAD, Topic.OTHER_LOADS)
    if not asks or heard.origin or heard.destination or heard.load:
        return heard
    found = _read(scene, heard.text, Expecting.LOAD)
    return replace(
        heard,
        origin=found.origin,
        destination=found.destination,
        is_end=found.is_end,
        day=heard.day or found.day,
        commodity=heard.commodity or found.commodity,
    )


def _with_questions(scene: Scene, heard: Reading) -> Reading:
    """A second question of a line, which one topic alone was read of, or a price."""
    if len({each.topic for each in heard.questions}) > 1 or not heard.has(Act.ASKS, Act.COUNTERS):
        return heard
    parts = [part.strip() for part in _PARTS.split(heard.text)][:MAX_PARTS]
    if len(parts) < 2:
        return heard
    more = list(heard.questions)
    for part in parts:
        start = asks_from(part, scene.language)
        asked = "" if start is None else words_of(part)[start:]
        if len(asked.split()) >= MIN_QUESTION:
            read = _read(scene, asked, Expecting.NOTHING)
            known = {each.topic for each in more}
            is_question = read.is_sure_of(Act.ASKS) and not read.figures
            asked_new = [each.topic for each in read.questions if is_question and each.topic not in known]
            more += [Question(topic, asked) for topic in asked_new]
    return replace(heard, questions=tuple(more))
