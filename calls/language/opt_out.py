"""Opt-outs ("stop calling me"), which the law makes us obey, and where a number came from.

Short on purpose: what can mean nothing else; the classifier finds the rest.
"""

import re

from calls.language.number_words import plain

# What narrows an opt-out to a subject or a time: "don't call me about Florida loads", "stop calling before eight".
_NARROWED = (
    r"(?!,? (?:me |us |my (?:phone|cell) |here |this number )?(?:\w+ )?"
    r"(?:about|for|regarding|before|after|until|till|while|during|unless|if|when|so (?:early|late)|with|on|at"
    r"|it|him|her|them|sobre|por|para|antes|despues|hasta|si|cuando|con)\b)"
)
# Off a list of what isn't calls.
_MAIL = r"(?:e ?-?mail\w*|mailing|mail|news\w*|text\w*|correos?|mensajes?|textos?|publicidad)"
_ENDS = r"(?=\W*$|[.,!?;]| (?:any ?more|again|no more|ever|please|period|thanks|thank you|or)\b)"
_STOP = re.compile(
    rf"(?<!dont )(?<!don't )(?<!not )(?<!never )(?<!didn't )"
    rf"\b(?:stop|quit) (?:calling|phoning|ringing|robo ?calling)\b{_NARROWED}"
    r"|\b(?:stop|quit) blowing up (?:my|our|this) phone\b"
    rf"|\b(?:do not|don'?t|dont|never)(?: you)?(?: ever)? (?:call|phone|ring)"
    rf"(?: (?:me|us|here|this number|my (?:phone|cell)))?{_ENDS}"
    r"(?!(?: any ?more| again)? (?:about|for|before|after|until|unless|if|when)\b)"
    r"|\b(?:take|get|remove|delete|drop|scratch) (?:me|us|(?:my|our|this|that)(?: \w+)? number) (?:off|from|out of)"
    rf"(?: (?:of|your|the|this|that|any))* (?!{_MAIL} )(?:\w+ )?(?:lists?|database|system|records)\b(?! (?:of|for)\b)"
    r"|(?<!\bor )\b(?:remove|delete|lose|erase|take off) (?:my|this|our|the) (?:phone )?number\b"
    r"|\bput (?:me|us|this number) on (?:your|the) do not call\b|\bdo not call list\b"
    r"|\b(?:i want to |let me )?(?:unsubscribe|opt out)\b(?! of (?:this|that) load)"
    rf"|\bno (?:me |nos )?(?:(?:vuelvan?|vuelva usted) a |sigan? |este[n]? )?(?:llam(?:en?|es|ar|ando)(?:me|nos)?)"
    rf"(?: (?:mas|nunca|otra vez|de nuevo))?(?=\W*$|[.,!?;]| (?:mas|nunca|otra vez|de nuevo|por favor)\b)"
    rf"(?!(?: mas)? (?:sobre|antes|despues|hasta|para)\b)"
    rf"|\b(?:dejen?|paren?|deja|para) de (?:llamar|marcar)(?:me|nos|le)?\b{_NARROWED}"
    r"|\b(?:quit|borr|elimin|sac)[a-z]*(?:me|nos|lo)?(?: mi numero)? de (?:la|su|sus|esa|esta) (?:listas?|base)\b"
    rf"(?! de (?:(?:los |sus |l[ao]s? )?{_MAIL}|es[ao]s|aquell[ao]s|las? (?:de|carga\w*|cort\w+)|carga\w*|viaje\w*)\b)"
    r"|\b(?:quit|borr|elimin)[a-z]* (?:mi|este|el) (?:numero|telefono)\b"
)
# Another way to be reached is wanted instead: "no, email me, don't call".
_INSTEAD = re.compile(
    r"\b(?:(?:e ?-?mail|text|write|message) (?:to )?(?:me|us|him|her)(?: instead)?|"
    r"(?:mande|manda|escriba|escribe|textee)\w*(?: (?:un|una|correo|mensaje|texto|email))*)"
    r"(?:,| and| but| y| pero)* ?(?:do not|don'?t|dont|never|no (?:me |nos )?llam)"
)
_SOURCE = re.compile(
    r"\b(?:where|how)(?:'d| did| do| have|'ve)?(?: [\w']+){0,3} (?:get|got|find|found|have) "
    r"(?:(?:a hold|ahold|hold) of )?(?:my|our|this) (?:\w+ )?(?:number|info\w*|contact|name)\b"
    r"|\bwho (?:gave|give|gives)(?: \w+){1,2} (?:my|our|this) (?:\w+ )?(?:number|info\w*)\b"
    r"|\b(?:de donde|como|donde|quien)(?: \w+){0,3} (?:mi|nuestro|este) (?:numero|telefono)\b"
)


def asks_to_stop(heard: str) -> bool:
    """Whether somebody says that they are never to be called again, in words that leave no doubt."""
    words = plain(heard)
    return bool(_STOP.search(words)) and not _INSTEAD.search(words)


def asks_for_source(heard: str) -> bool:
    """Whether somebody asks from where their number is known."""
    return bool(_SOURCE.search(plain(heard)))
