"""A language that knows some words by heart; what is said and kept."""

from datetime import datetime

from calls.agent.language.builtin import BuiltIn
from calls.agent.meaning import Intent, Meaning, Money
from calls.agent.runtime.lines import LINES
from calls.models import CallingRules


class Scripted(BuiltIn):
    """Understands by heart: words to what they mean."""

    def __init__(self, **meanings):
        self.meanings = meanings

    def understand(self, heard, listening):
        known = {"language": listening.language} | self.meanings.get(heard, {})
        return Meaning(text=heard, **known)


def meaning(*intents, **more):
    return {"intents": frozenset(intents), **more}


LANGUAGE = Scripted(
    stop=meaning(Intent.OPT_OUT),
    wrong=meaning(Intent.WRONG_NUMBER),
    person=meaning(Intent.WANTS_PERSON),
    hold=meaning(Intent.HOLD),
    hold_for_money=meaning(Intent.HOLD, money=(Money(2400),)),
    again=meaning(Intent.REPEAT),
    spanish=meaning(Intent.SPANISH),
    english=meaning(Intent.ENGLISH),
    hola=meaning(language="es"),
    two=meaning(time=datetime(2026, 3, 2, 14, 0)),
    nope=meaning(Intent.NO),
    money=meaning(money=(Money(2400),)),
    machine=meaning(Intent.VOICEMAIL),
)


def line(name, language="en", turn=0):
    return LINES.say(name, language, turn)


def state_of(answered, fresh):
    return fresh(answered).conversation.skill_state


def set_rules(organization, **rules):
    CallingRules.unscoped.update_or_create(organization=organization, defaults=rules)
