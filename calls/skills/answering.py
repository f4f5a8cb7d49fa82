"""What skills answer alike: who calls, questions asked back, being called back, and being sent to somebody else."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from calls.language.clauses import untold
from calls.language.number_words import figures, plain
from calls.language.questions import asks_load, names_time, words_of
from calls.language.reading import NOISE, Act, Expecting, Question, Reading, Topic
from calls.language.speech import Phrasebook, Reply
from calls.language.time_words import bound_of, clocks_in, tells_half, zone_said
from calls.language.understanding import time_in_zone
from calls.services.approved_answers import approved_answer, names_hidden_rate, note_question
from calls.services.transfers import our_number
from calls.skill import Talk, default_variables
from calls.skills import custom_fields
from calls.skills.check_call_phrases import clock, window
from calls.states import Direction
from loads.models import Load
from organizations.formats import phone

MAX_ANSWERS = 3  # to questions of one turn
MAX_WORDS = 300
OFFICE = (6, 18)  # hours in which a time to call is, where its half of the day isn't told
MIN_TOLD = 9  # words: a place or time in so many is told, whatever is asked beside it
# What tells nothing where something is asked.
BESIDE_QUESTION = frozenset({Act.ASKS, Act.YES, Act.NO, Act.UNSURE, Act.LEAVES})

LINES = Phrasebook(
    {
        "who": {
            "en": [
                "This is the automated assistant with {company}.",
                "I'm calling for {company}, automated.",
            ],
            "es": [
                "Le habla el asistente automatizado de {company}.",
                "Le llamo de {company}, automatizado.",
            ],
        },
        "robot": {
            "en": [
                "Yes, I'm the automated assistant with {company}.",
                "That's right, I'm automated, calling for {company}.",
            ],
            "es": [
                "Sí, soy el asistente automatizado de {company}.",
                "Así es, soy automatizado, de parte de {company}.",
            ],
        },
        "pass_on": {
            "en": [
                "I can't help with that myself, so I'll pass it on to the team.",
                "I'll pass that on to the team too.",
                "That one goes to the team as well.",
            ],
            "es": [
                "Con eso no le puedo ayudar yo, pero se lo paso a la oficina.",
                "También eso se lo paso a la oficina.",
                "Eso también va para la oficina.",
            ],
        },
        "pass_on_request": {
            "en": [
                "I can't settle that from here, but I'll let the team know.",
                "I have that down for the team.",
            ],
            "es": [
                "Eso no lo puedo decidir desde aquí, pero le aviso a la oficina.",
                "Ya lo tengo anotado para la oficina.",
            ],
        },
        "note": {
            "en": ["I'll let the team know{about}.", "I'll also let the team know{about}."],
            "es": ["Le aviso a la oficina{about}.", "También le aviso a la oficina{about}."],
        },
        "hour": {"en": [" about {hour}"], "es": [" sobre lo de {hour}"]},
        "heard": {"en": ["Yes, I have that down."], "es": ["Sí, lo tengo anotado."]},
        "our_number": {
            "en": ["You can reach us at {number}."],
            "es": ["Nos puede llamar al {number}."],
        },
        "degrees": {
            "en": ["The load's instructions say {degrees}."],
            "es": ["Las instrucciones de la carga dicen {degrees}."],
        },
        "trailer": {
            "en": ["The trailer is down as {trailer}."],
            "es": ["El remolque aparece como {trailer}."],
        },
        "please": {"en": ["Yes, please."], "es": ["Sí, por favor."]},
        "when": {
            "en": ["Sure, we can call you back. What's a good time to call?"],
            "es": ["Claro, le podemos llamar después. ¿A qué hora le conviene?"],
        },
        "call_back": {
            "en": ["Okay, someone will call you then. Thank you, goodbye."],
            "es": ["Muy bien, alguien le llama entonces. Gracias, adiós."],
        },
        "contact": {
            "en": [
                "Okay. What's the best name and number to reach them?",
                "Sorry, what number can we reach them at?",
            ],
            "es": [
                "Muy bien. ¿Con quién hablo y a qué número?",
                "Disculpe, ¿a qué número les podemos llamar?",
            ],
        },
        "contact_of": {
            "en": ["What number can we reach {whom} at?"],
            "es": ["¿A qué número le llamamos a {whom}?"],
        },
        "other_named": {
            "en": ["Thanks, we'll call {whom}. Goodbye."],
            "es": ["Gracias, le llamamos a {whom}. Adiós."],
        },
        "other_number": {
            "en": ["Thanks, we'll call them. Goodbye."],
            "es": ["Gracias, les llamamos. Adiós."],
        },
        "other": {
            "en": ["All right, we'll ask them. Thank you, goodbye."],
            "es": ["Muy bien, les preguntamos a ellos. Gracias, adiós."],
        },
        "about": {
            "en": ["I have a few questions for you from {company}."],
            "es": ["Tengo unas preguntas para usted de parte de {company}."],
        },
        "load": {"en": ["It's about load {load}."], "es": ["Es sobre la carga {load}."]},
        "load_lane": {
            "en": ["It's about load {load}, from {origin} to {destination}."],
            "es": ["Es sobre la carga {load}, de {origin} a {destination}."],
        },
        "appointment": {"en": ["It's {when}."], "es": ["Es {when}."]},
        "local": {"en": ["It's {when}, local time."], "es": ["Es {when}, hora local."]},
        "pickup": {"en": ["the pickup in {place} {when}"], "es": ["la recogida en {place} {when}"]},
        "delivery": {"en": ["the delivery in {place} {when}"], "es": ["la entrega en {place} {when}"]},
        "freight": {"en": ["The freight is {freight}."], "es": ["La mercancía aparece como {freight}."]},
        "weight": {"en": ["It weighs {weight} pounds."], "es": ["Pesa {weight} libras."]},
        "miles": {"en": ["It's {miles} miles."], "es": ["Son {miles} millas."]},
    }
)
# What the appointment answers; a word of the other end of the trip asks for that one.
OF_APPOINTMENT = {
    Topic.APPOINTMENT: "",
    Topic.PICKUP: custom_fields.PICKUP,
    Topic.DELIVERY: custom_fields.DELIVERY,
}
_DEGREES = re.compile(r"([-−]?\d{1,2}) ?(?:°|degrees\b|F\b)")
_ASKS_LENGTH = re.compile(
    r"\b(?:how (?:long|big|many feet)|length of|(?:de )?que largo|cuantos pies|cuanto mide)\b"
)
_ASKS_TRAILER = re.compile(
    r"\b(?:what|which|que|cual)\b.*\b(?:trailer|equipment|truck|remolque|caja|equipo)\b"
)
NAMES_END = re.compile(r"\b(?:(?P<pickup>pick\w*|recog\w*)|deliver\w*|drop\w*|entreg\w*)\b")


def load_of(talk: Talk) -> Load | None:
    """The stored load that a conversation is about, looked up once a step."""
    if "load" not in talk.seen:
        link = talk.conversation.load_links.select_related("load").order_by("pk").first()
        talk.seen["load"] = link.load if link else None
    found: Load | None = talk.seen["load"]
    return found


def answer_questions(
    talk: Talk,
    meant: Reading,
    known: Callable[[Topic], str] = lambda _: "",
    requests: frozenset[Topic] = frozenset(),
) -> str:
    """What is said to the questions that were asked back; empty where none was.

    `requests` are the topics that are passed on as something that is wanted, not as a question.

    1. Who we are, that no person speaks, and what `known` adds to it.
    2. What the skill has of its own: `known`, by topic, "" where it has nothing.
    3. What the organization lets an agent say.
    4. Else that it is passed on, and it is.
    """
    state, said, passed = talk.state, list[str](), ""
    if meant.is_offered:
        said.append(_say(talk, "please"))
    for question in _questions(meant):
        asked_before = state.get("asked_back", 0)
        if question.topic in (Topic.WHO, Topic.ROBOT):
            name = "who" if question.topic == Topic.WHO else "robot"
            text = _say(talk, name, asked_before, company=talk.conversation.organization.name)
            text = f"{text} {known(question.topic)}".strip()
        else:
            text = known(question.topic) or _of_talk(talk, question) or _approved(talk, question, meant)
            if not text:
                told = pass_on(talk, question, meant, is_request=question.topic in requests)
                text, passed = "" if passed else told, passed or told  # said once in an answer
        state["asked_back"] = asked_before + 1
        if text and text not in said:
            said.append(text)
    return " ".join(said)


def pass_on(talk: Talk, question: Question, meant: Reading, *, is_request: bool = False) -> str:
    """Leave a question, or a request, to the broker; the words that say so."""
    note_question(
        conversation=talk.conversation,
        load=load_of(talk),
        topic=question.topic,
        words=(question.words or meant.text)[:MAX_WORDS],
        at=talk.at,
    )
    count, line = ("requests", "pass_on_request") if is_request else ("passed_on", "pass_on")
    passed = talk.state[count] = talk.state.get(count, 0) + 1
    return _say(talk, line, passed - 1)


def leave_note(talk: Talk, meant: Reading) -> str:
    """Leave to the broker what is told beside and nothing else holds; the words that say so, empty where nothing is."""
    if not meant.note:
        return ""
    pass_on(talk, Question(Topic.NOTE, meant.note), meant, is_request=True)
    left = talk.state["notes_left"] = talk.state.get("notes_left", 0) + 1
    return _say(talk, "note", min(left, 2) - 1, about=named(talk, meant.note))


_OF_CALL = (
    "facts",
    "variables",
    "questions",
    "line",
    "expecting",
)  # of its state: known before anything was told


def not_held(talk: Talk, meant: Reading, reply: Reply) -> str:
    """What a language model heard told, and by the end of the turn neither the state holds nor the reply says."""
    if meant.has(Act.OPTS_OUT):
        return ""
    state = {name: value for name, value in talk.state.items() if name not in _OF_CALL}
    asked_back = (each.words for each in meant.questions)
    held = " ".join((json.dumps(state, ensure_ascii=False), reply.text, meant.note, *asked_back))
    told = replace(meant, company="")  # at whose dock we call is known
    said = [clock(meant.time, talk.language)] if meant.time else []
    return "; ".join(untold(told, held, *said))


MAX_NAMED = 8  # words of a note that is said back
MAX_ABOUT = 24  # words of one of which the hour is
_AN_HOUR = re.compile(r"\b(?:at|by|til|till|until|before|after|around|from|las?) @(\d+):(\d\d)")
_LINKS = re.compile(r"^(?:but|and|so|pero|y|que) ", re.I)
# Words of who speaks or is spoken to, or by whom: said back they would be another's.
_OURS = re.compile(
    r"\b(?:i|im|ill|ive|me|my|mine|we|were|weve|well|us|our|ours|you|your|youre|yours|yall|here|aqui|yo|mi|mis|me|nos|"
    r"nuestr\w+|usted\w*|le|les|su|sus|\w+mos)\b"
)


def can_be_said_back(words: str, most: int) -> bool:
    """Whether words are few, and as true in our mouth as in theirs."""
    return len(words.split()) <= most and ";" not in words and not _OURS.search(words_of(words))


def named(talk: Talk, note: str) -> str:
    """What a note is about, as far as it can be said back: its few words, or the one hour in it; else empty."""
    if can_be_said_back(note, MAX_NAMED):
        return f": {_LINKS.sub('', note).strip()}"
    numbers = figures(plain(note), talk.language)
    is_number = _LONG_NUMBER.search(numbers)  # "call us at five oh three …" is no hour
    is_short = len(note.split()) <= MAX_ABOUT and not is_number
    found = _AN_HOUR.search(clocks_in(note, talk.language)) if is_short else None
    if not found or len(_NUMBERS.findall(numbers)) > 1:  # "closer to five, there's one guy after seven"
        return ""
    hour, minute = found.groups()
    hour = str(int(hour) % 12 or 12)
    said = f"{hour}:{minute}" if int(minute) else hour if talk.language == "es" else f"{hour} o'clock"
    article = {"1": "la "}.get(hour, "las ") if talk.language == "es" else ""
    return _say(talk, "hour", hour=f"{article}{said}")


_NUMBERS = re.compile(r"\b\d{1,2}(?:[: ][0-5]\d)?\b")
_LONG_NUMBER = re.compile(r"\d(?: ?\d){6}")
_ASKS_NUMBER = re.compile(
    r"\b(?:your|yalls|su|tu) (?:(?:best|direct|office|phone|cell|call ?back|contact) )*(?:number|numero|telefono)\b"
    r"(?! (?:de (?!telefono)|for the|on the))|\bcall ?back number\b"
    r"|\b(?:what|que) (?:number|numero) (?:do|can|should|le|les|los)(?: (?:i|we|he|puedo|podemos))? "
    r"(?:call|reach|llam|marc)"
)


_ASKS_IF_HEARD = re.compile(
    r"\bget (?:the|that) (?:\w+ ){0,4}?part\b|\b(?:get|got|write|wrote) (?:all (?:of )?that|(?:all )?that down)\b"
    r"|\b(?:si|ya) (?:lo (?:anoto|apunto)|me (?:escucho|entendio))\b"
)


def _of_talk(talk: Talk, question: Question) -> str:
    """What the talk itself answers: at which number we can be called, and that what they told was heard."""
    told = words_of(question.words) if question.topic == Topic.OTHER else ""
    if _ASKS_IF_HEARD.search(told):
        return _say(talk, "heard")
    number = our_number(talk.conversation.call, talk.conversation) if _ASKS_NUMBER.search(told) else ""
    return _say(talk, "our_number", number=phone(number)) if number else ""


_ASKS_CARRIER = re.compile(
    r"(?:uh )?(?:which|what|who'?s the|qu[eé]|cu[aá]l)(?: \w+)? (?:carrier|trucking company|transportista|l[ií]nea)\b",
    re.I,
)


def known_of_call(talk: Talk, meant: Reading, topic: Topic) -> str:
    """What the variables of the call and its load tell of a topic; empty where they don't."""
    load = load_asked_for(talk)
    is_ours = talk.conversation.direction == Direction.OUTBOUND
    if topic == Topic.LOAD and any(_ASKS_CARRIER.match(each.words) for each in meant.questions):
        return ""
    if topic == Topic.LOAD or (topic == Topic.WHO and is_ours):
        number = load.external_id if load else given(talk, custom_fields.LOAD)
        ends = _ends(load) if load else None
        if number and ends:
            return _say(talk, "load_lane", load=number, origin=ends[0], destination=ends[1])
        names_load = any(asks_load(each.words) for each in meant.questions)
        is_about = topic == Topic.LOAD and is_ours and not names_load
        about = _say(talk, "about", company=talk.conversation.organization.name) if is_about else ""
        return _say(talk, "load", load=number) if number else about
    if topic in OF_APPOINTMENT:
        words = next((each.words for each in meant.questions if each.topic == topic), "")
        # "We're the receiver, when's it supposed to get here", on a call about the pickup.
        is_other = meant.is_by_model and topic == Topic.DELIVERY and load and appointment_of(talk, load)[0]
        if talk.state.get("is_receiver") and topic != Topic.PICKUP:
            return _say(
                talk, "appointment", when=_of_load(talk, load, custom_fields.DELIVERY, is_day_asked=True)
            )
        end = OF_APPOINTMENT[topic] if is_other or NAMES_END.search(words_of(words)) else ""
        when = (given(talk, end) if end else "") or given(talk, custom_fields.APPOINTMENT)
        is_foreign = talk.language == "es" and not talk.agent.language.lower().startswith("es")
        is_day_asked = names_time(words)
        is_loads = is_day_asked or is_foreign or (is_other and not given(talk, end))
        of_load = _of_load(talk, load, end, is_day_asked=is_day_asked) if is_loads else ""
        line, when = "local" if of_load and is_day_asked else "appointment", of_load or when
        return _say(talk, line, when=when) if when else ""
    if topic == Topic.WEIGHT and load and load.weight:
        return _say(talk, "weight", weight=f"{load.weight:,.0f}")
    if topic == Topic.TEMPERATURE and load and (degrees := _DEGREES.search(load.special_instructions)):
        return _say(talk, "degrees", degrees=f"{degrees[1].replace('−', '-')} °F")
    if topic == Topic.COMMODITY and load and load.commodity and not names_hidden_rate(load.commodity, load):
        return _say(talk, "freight", freight=load.commodity)
    if topic == Topic.EQUIPMENT and load and load.equipment and not names_hidden_rate(load.equipment, load):
        asked = next((words_of(each.words) for each in meant.questions if each.topic == topic), "")
        is_long = bool(_ASKS_LENGTH.search(asked))  # what the trailer carries is no trailer either
        is_told = bool(re.search(r"\d", load.equipment)) if is_long else bool(_ASKS_TRAILER.search(asked))
        return _say(talk, "trailer", trailer=load.equipment) if is_told else ""
    if topic == Topic.MILES and load and load.total_distance:
        return _say(talk, "miles", miles=f"{load.total_distance:,.0f}")
    return ""


def delivery_of(talk: Talk) -> str:
    """The delivery of a load whose pickup the call is about, in words; empty where that isn't so, or isn't known."""
    load = load_asked_for(talk)
    if load is None or not appointment_of(talk, load)[0]:
        return ""
    return _of_load(talk, load, custom_fields.DELIVERY, is_day_asked=False)


def _of_load(talk: Talk, load: Load | None, end: str, *, is_day_asked: bool) -> str:
    """The appointment as the load has it; empty where that isn't known.

    Where it is asked which day it is, "today" answers nothing: then the day is named.
    """
    if load is None:
        return ""
    is_pickup = end == custom_fields.PICKUP if end else appointment_of(talk, load)[0]
    times, zone, place = (
        (
            (load.pickup_time, load.pickup_end_time),
            load.origin_timezone,
            (load.origin_city, load.origin_state),
        )
        if is_pickup
        else (
            (load.dropoff_time, load.dropoff_end_time),
            load.destination_timezone,
            (load.destination_city, load.destination_state),
        )
    )
    now = talk.at.astimezone(ZoneInfo(zone or "UTC")).replace(tzinfo=None)
    when = window(*times, talk.language, now - timedelta(days=366 if is_day_asked else 0))
    where = ", ".join(part for part in place if part)
    end = "pickup" if is_pickup else "delivery"
    return _say(talk, end, place=where, when=when) if when and where else ""


def appointment_of(talk: Talk, load: Load) -> tuple[bool, tuple[datetime | None, datetime | None]]:
    """Whether the call is about the load's pickup, and the window, in local times.

    It is about the end that its appointment names, else about the pickup until that is over.
    """
    if talk.state.get("is_receiver"):
        return False, (load.dropoff_time, load.dropoff_end_time)
    now = talk.at.astimezone(ZoneInfo(load.origin_timezone or "UTC")).replace(tzinfo=None)
    pickup, dropoff = (load.pickup_time, load.pickup_end_time), (load.dropoff_time, load.dropoff_end_time)
    is_over = (pickup[1] or pickup[0] or now) < now and dropoff[0] is not None
    named = NAMES_END.search(words_of(given(talk, custom_fields.APPOINTMENT)))
    is_pickup = bool(named["pickup"]) if named else not is_over
    return is_pickup, pickup if is_pickup else dropoff


def zone_of(talk: Talk) -> str:
    """The clock of the facility that a custom call is about; the organization's where that isn't known."""
    load = load_asked_for(talk)
    is_pickup = load is None or appointment_of(talk, load)[0]
    zone = load and (load.origin_timezone if is_pickup else load.destination_timezone)
    return zone or str(talk.conversation.organization.timezone)


def load_asked_for(talk: Talk) -> Load | None:
    """The load of a custom call: linked to it, else of the number that it was asked for with."""
    load = load_of(talk)
    number = given(talk, custom_fields.LOAD)
    if load is None and number and "named_load" not in talk.seen:
        talk.seen["named_load"] = load = Load.objects.filter(external_id=number).first()
        talk.seen["load"] = load
    return load


def values_of(talk: Talk) -> dict[str, str]:
    """The texts that fill the placeholders."""
    values: dict[str, str] = talk.state.get("variables") or default_variables(talk.agent.variables)
    return values


def given(talk: Talk, meaning: str) -> str:
    """What somebody gave for this call to the agent's variable of this meaning; empty where nothing."""
    return custom_fields.given(values_of(talk), talk.agent.variables, meaning)


def _ends(load: Load) -> tuple[str, str] | None:
    """Where the load's trip begins and ends, where both are known."""
    ends = [
        ", ".join(part for part in end if part)
        for end in (
            (load.origin_city, load.origin_state),
            (load.destination_city, load.destination_state),
        )
    ]
    return (ends[0], ends[1]) if all(ends) else None


def call_back(talk: Talk, meant: Reading) -> Reply:
    """Keep when to call; where no time was said, ask (the runtime hears the answer)."""
    if meant.time or meant.day:
        keep_call_back(talk, meant)
        return Reply(_say(talk, "call_back"), is_last=True)
    talk.state["offers_call_back"] = True
    return Reply(_say(talk, "when"), expecting=Expecting.CALLBACK)


FROM_NOW = re.compile(r"\b(?:hours?|hrs?|minutes?|mins?|horas?|ratos?|minutos?)\b", re.I)


def keep_call_back(
    talk: Talk, meant: Reading | None = None, *, is_said_back: bool = False, zone: str = ""
) -> None:
    """That somebody is to call the other side: when, and where, as far as it was said.

    "Before five" is no time to call at, nor is an "eight" of the evening that may be the morning's: it is kept in their
    words, and the call is due from now on. An hour that was said back stands.
    """
    is_by_zone = bool(meant and meant.time and not meant.is_by_model)
    zone = zone or (zone_said(meant.text) if meant and is_by_zone else "")
    if meant and is_by_zone and zone and (time := time_in_zone(meant.text, zone, talk.language, talk.at)):
        meant = replace(meant, time=time)
    here = zone or talk.state.get("zone", "")
    now = talk.at.astimezone(ZoneInfo(here)).replace(tzinfo=None) if here else None
    if meant and meant.time and now and meant.time < now:
        meant = replace(
            meant, time=None, day=None
        )  # "been here since eleven last night": that is no time to call
    moment = meant and (meant.time or meant.day)
    if meant and meant.time:
        is_bound = bound_of(meant.text, talk.language, meant.time.time()) in ("before", "by")
        is_odd = not (is_said_back or OFFICE[0] <= meant.time.hour <= OFFICE[1])
        is_odd = is_odd and not (tells_half(meant.text, talk.language) or FROM_NOW.search(meant.text))
        moment = meant.day if is_bound or is_odd else meant.time
    talk.state["call_back"] = {
        "words": meant.text[:MAX_WORDS] if meant else "",
        "time": moment.isoformat() if moment else None,
        "zone": zone or talk.state.get("zone", ""),
        "phone": (meant.phone if meant else "") or None,
        "name": (meant.person or meant.name) if meant else "",
    }


def hear_of_other(talk: Talk, meant: Reading) -> bool:
    """Keep whom to ask instead; whether it is known how to reach them."""
    other: dict[str, Any] = talk.state.setdefault(
        "ask_other", {"name": "", "phone": "", "words": meant.text[:MAX_WORDS]}
    )
    other["name"] = other["name"] or meant.person or meant.driver or meant.name
    other["phone"] = other["phone"] or meant.phone
    return bool(other["phone"])


def ask_for_other(talk: Talk) -> Reply:
    """Ask how to reach whoever is to be asked instead."""
    asked_before, whom = talk.state.get("contact_asked", 0), talk.state.get("ask_other", {}).get("name")
    talk.state["contact_asked"] = asked_before + 1
    text = _say(talk, "contact_of", whom=whom) if whom else _say(talk, "contact", min(asked_before, 1))
    return Reply(text, expecting=Expecting.CONTACT)


def leave_for_other(talk: Talk) -> Reply:
    """Take leave from somebody who has sent us on."""
    other = talk.state["ask_other"]
    name = "other_named" if other["name"] else "other_number" if other["phone"] else "other"
    facts = {"whom": other["name"]} if other["name"] else {}
    return Reply(_say(talk, name, **facts), is_last=True)


def asked(meant: Reading) -> tuple[Question, ...]:
    """The questions in earnest: where it isn't sure that anything is asked, those about us, and those heard as one."""
    if Act.ASKS not in meant.unsure:
        return meant.questions
    return tuple(
        question
        for question in meant.questions
        if question.topic in (Topic.WHO, Topic.ROBOT) or "?" in question.words
    )


_BYE = re.compile(r"\b(?:bye|adi[oó]s|(?:alright|all right|ok|okay) (?:then )?later)\W*$", re.I)  # said last


def is_leaving(state: dict[str, Any], meant: Reading) -> bool:
    """Whether somebody takes leave; where that isn't sure, only once it was heard twice."""
    if not meant.has(Act.LEAVES):
        return False
    is_sure = (
        meant.is_sure_of(Act.LEAVES) or bool(_BYE.search(meant.text)) or state.get("seems_to_leave", False)
    )
    state["seems_to_leave"] = True
    return bool(is_sure)


def is_meant(state: dict[str, Any], meant: Reading, act: Act) -> bool:
    """Whether it was done; where that isn't sure, only once the question was asked again."""
    return meant.is_sure_of(act) or (meant.has(act) and state["repeats"] > 0)


def is_only_question(meant: Reading) -> bool:
    """Whether nothing is told and nothing done beside a question."""
    if set(meant.acts) - NOISE - BESIDE_QUESTION:
        return False
    whole = meant.text.strip(" .?!")
    if (meant.place or meant.time) and len(whole.split()) >= MIN_TOLD:
        return False  # "eight thirty in the morning, can they take me earlier"
    return any(
        not question.words or len(question.words.strip(" .?!")) >= len(whole) for question in asked(meant)
    )


def _questions(meant: Reading) -> list[Question]:
    """Those to be answered, one a topic; that something or other was asked is only heard where it is sure.

    Of what fits no topic a language model tells one question from another.
    """
    found = {
        (
            question.topic,
            question.words if meant.is_by_model and question.topic == Topic.OTHER else "",
        ): question
        for question in reversed(asked(meant))
        if question.topic != Topic.OTHER or meant.is_sure_of(Act.ASKS)
    }
    return list(reversed(found.values()))[:MAX_ANSWERS]


def _approved(talk: Talk, question: Question, meant: Reading) -> str:
    """The organization's own answer, unless it names a rate that isn't to be told."""
    load = load_of(talk)
    answer = approved_answer(
        topic=question.topic, language=talk.language, load=load, words=question.words or meant.text
    )
    return "" if answer and load and names_hidden_rate(answer, load) else answer


def _say(talk: Talk, name: str, turn: int = 0, **facts: str) -> str:
    return LINES.say(name, talk.language, turn, **facts)
