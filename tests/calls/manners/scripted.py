"""A language that knows some words by heart; what is said and kept."""

from datetime import date, datetime
from decimal import Decimal

from calls.language.reading import Act, Figure, Question, Reading, Topic
from calls.language.understanding import BuiltIn
from calls.models import CallingRules
from calls.services.steps import LINES


class Scripted(BuiltIn):
    """Understands by heart: words to what they mean."""

    def __init__(self, **meanings):
        self.meanings = meanings

    def understand(self, heard, listening):
        known = {"language": listening.language} | self.meanings.get(heard, {})
        return Reading(text=heard, **known)


def meaning(*acts, unsure=(), **more):
    return {"acts": acts, "unsure": frozenset(unsure), **more}


LANGUAGE = Scripted(
    stop=meaning(Act.OPTS_OUT),
    stop_maybe=meaning(Act.OPTS_OUT, unsure=[Act.OPTS_OUT]),
    wrong=meaning(Act.WRONG_NUMBER),
    wrong_maybe=meaning(Act.WRONG_NUMBER, unsure=[Act.WRONG_NUMBER]),
    wrong_bye=meaning(Act.WRONG_NUMBER, Act.LEAVES),
    person=meaning(Act.WANTS_PERSON),
    dana=meaning(Act.WANTS_PERSON, person="Dana"),
    hold=meaning(Act.HOLDS),
    hold_for_money=meaning(Act.HOLDS, figures=(Figure(Decimal(2400)),)),
    again=meaning(Act.REPEAT),
    spanish=meaning(Act.WANTS_SPANISH),
    english=meaning(Act.WANTS_ENGLISH),
    hola=meaning(language="es"),
    two=meaning(time=datetime(2026, 3, 2, 14, 0)),
    yep=meaning(Act.YES),
    nope=meaning(Act.NO),
    nope_anytime=meaning(Act.NO, Act.CALLBACK, day=date(2026, 3, 9)),
    nope_at_two=meaning(Act.NO, Act.CALLBACK, time=datetime(2026, 3, 2, 14, 0)),
    bye=meaning(Act.LEAVES),
    money=meaning(figures=(Figure(Decimal(2400)),)),
    machine=meaning(Act.VOICEMAIL),
    machine_maybe=meaning(Act.VOICEMAIL, unsure=[Act.VOICEMAIL]),
    later=meaning(Act.CALLBACK),
    maria=meaning(Act.ASK_OTHER, person="Maria", phone="3125550142"),
    **{
        "where'd you get my number": meaning(
            Act.ASKS, questions=(Question(Topic.WHO, "where'd you get my number"),)
        )
    },
)


def line(name, language="en", turn=0, **facts):
    return LINES.say(name, language, turn, **facts)


def state_of(answered, fresh):
    return fresh(answered).conversation.skill_state


def set_rules(organization, **rules):
    CallingRules.unscoped.update_or_create(organization=organization, defaults=rules)
