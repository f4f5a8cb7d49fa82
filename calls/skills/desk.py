"""A desk that settles no appointment on the telephone: by email or a portal alone, closed, not theirs to give, or of an
order that they say is cancelled.

Such a call is an outcome of its own: how to go on is asked for once, kept, and the call ends. A question that is asked
back is answered on the way; an hour that is offered after all takes it back.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from calls.language import desk
from calls.language.desk import BY_US, CLOSED, EMAIL, IS_THERE, NEEDS_NUMBER, NO_ORDER, NOT_THEIRS, PORTAL
from calls.language.questions import fits
from calls.language.reading import Act, Expecting, Listening, Question, Reading, Topic
from calls.language.speech import Phrasebook, Reply
from calls.language.time_words import ZONE_SAID, span_of, tells_half, zone_said
from calls.language.understanding import understand
from calls.services.transfers import other_number
from calls.skill import Talk
from calls.skills.answering import keep_call_back, leave_note, pass_on
from calls.skills.check_call_phrases import clock
from calls.skills.proposed_time import WEEKDAYS, is_about_time, is_counter
from organizations.formats import local_time, phone

MAX_READ_BACK = 2  # times that an address is read back
IN_BY = 16  # o'clock at which nobody comes in any more
CLOSES_FROM = 9  # o'clock; nobody closes before
MAX_SAID = 600  # letters of what is kept
LINES = Phrasebook(
    {
        "address": {
            "en": ["Sure, we'll email. What's the address?"],
            "es": ["Claro, les escribimos. ¿Cuál es el correo?"],
        },
        "spell": {
            "en": ["Yes, please spell it.", "Sorry, could you spell it?"],
            "es": ["Sí, por favor, deletréelo.", "Disculpe, ¿me lo deletrea?"],
        },
        "address_right": {
            "en": ["I have {email}. Is that right?"],
            "es": ["Tengo {email}. ¿Está bien?"],
        },
        "will_email": {
            "en": ["Got it, we'll email {email}. Thank you, goodbye."],
            "es": ["Muy bien, escribimos a {email}. Gracias, adiós."],
        },
        "will_write": {
            "en": ["All right, we'll send an email. Thank you, goodbye."],
            "es": ["Muy bien, les mandamos un correo. Gracias, adiós."],
        },
        "will_book": {
            "en": ["All right, the team will book it there. Thank you, goodbye."],
            "es": ["Muy bien, la oficina saca la cita por ahí. Gracias, adiós."],
        },
        "when_in": {
            "en": ["I see. When will somebody be in, and who should we ask for?"],
            "es": ["Entiendo. ¿Cuándo va a haber alguien, y por quién preguntamos?"],
        },
        "whom_then": {
            "en": ["Okay, we'll call {when}. Who should we ask for?"],
            "es": ["Muy bien, llamamos {when}. ¿Por quién preguntamos?"],
        },
        "who_does": {
            "en": ["I see. Who does the appointments, and when can we reach them?"],
            "es": ["Entiendo. ¿Quién lleva las citas, y cuándo le podemos llamar?"],
        },
        "who_cancelled": {
            "en": ["I see, so it's cancelled. I'll tell the team. Who can they talk to about it?"],
            "es": ["Entiendo, está cancelada. Le aviso a la oficina. ¿Con quién pueden hablar de eso?"],
        },
        "by_us": {
            "en": [
                "I see, so our office cancelled it. I'll tell the team. Is there anything else they should know?"
            ],
            "es": ["Entiendo, la canceló nuestra oficina. Les aviso. ¿Algo más que deban saber?"],
        },
        "will_check": {
            "en": ["Okay, the team will look into it{whom}. Thank you, goodbye."],
            "es": ["Muy bien, la oficina lo revisa{whom}. Gracias, adiós."],
        },
        "is_there": {
            "en": ["Good, so the truck is there. I'll tell the team. Thank you, goodbye."],
            "es": ["Qué bien, entonces el camión ya está ahí. Le aviso a la oficina. Gracias, adiós."],
        },
        "will_call": {
            "en": ["Okay, we'll call back {when}{whom}. Thank you, goodbye."],
            "es": ["Muy bien, llamamos {when}{whom}. Gracias, adiós."],
        },
        "will_reach": {
            "en": ["Okay, we'll get in touch{whom}. Thank you, goodbye."],
            "es": ["Muy bien, nos comunicamos{whom}. Gracias, adiós."],
        },
        "will_find": {
            "en": [
                "I don't have that one here, so the team will get back to you with it. Thank you, goodbye."
            ],
            "es": ["Ese no lo tengo aquí; la oficina se lo consigue y le llama. Gracias, adiós."],
        },
        "will_dial": {
            "en": ["Okay, we'll call {number}{when}{whom}. Thank you, goodbye."],
            "es": ["Muy bien, llamamos al {number}{when}{whom}. Gracias, adiós."],
        },
        "ask_for": {"en": [" and ask for {person}"], "es": [" y preguntamos por {person}"]},
    }
)
TOLD = {
    EMAIL: "Appointments by email only",
    PORTAL: "Appointments online only",
    CLOSED: "Closed",
    NOT_THEIRS: "Not theirs to schedule",
    NO_ORDER: "Says that the order is cancelled",
    BY_US: "Says that our own office cancelled it",
    IS_THERE: "Says that the truck is there",
    NEEDS_NUMBER: "Can't look it up without a PO or reference",
}
CANCELLED = (NO_ORDER, BY_US)
TOLD_APART = (EMAIL, PORTAL, IS_THERE, *CANCELLED)  # what is told beside isn't in a callback's words
ASKED_BACK = (Topic.WHO, Topic.ROBOT, Topic.LOAD, Topic.APPOINTMENT, Topic.PICKUP_NUMBER)


def hear(meant: Reading, question: dict[str, Any]) -> Reading:
    """The reading, with what is asked in so many words in place of what it was taken for."""
    topics = desk.asked_outright(meant.text)
    if not is_about_time(question):
        topics = tuple(topic for topic in topics if topic == Topic.WHO)
    if meant.is_by_model or not topics:
        return meant
    vague = (*topics, Topic.OTHER, Topic.OTHER_LOADS, Topic.RATE_CON)
    kept = [each for each in meant.questions if each.topic not in vague]
    asked = [Question(topic, meant.text) for topic in topics]
    return replace(
        meant,
        acts=(*(act for act in meant.acts if act not in (Act.REPEAT, Act.ASKS)), Act.ASKS),
        spans=(),
        unsure=meant.unsure - {Act.ASKS, Act.REPEAT},
        questions=(*asked, *kept),
    )


def answer(
    talk: Talk,
    meant: Reading,
    question: dict[str, Any],
    listening: Listening,
    answer_back: Callable[[Reading], str],
) -> Reply | None:
    """What is said to a desk that sends us elsewhere; None where it doesn't, or does no more.

    `answer_back` tells what is said to the questions of a reading.
    """
    state, words = talk.state, meant.text
    known: dict[str, Any] = state.get("desk", {})
    kind = desk.sends_elsewhere(words) or _kind_by_model(state, meant)
    if kind == CLOSED and meant.is_by_model and (meant.person or meant.phone) and not desk.opening(words):
        kind = NOT_THEIRS  # "Ann went home, I'm security, call receiving": somebody else is in
    if kind in (EMAIL, PORTAL) and meant.is_by_model and meant.time and desk.offers_mail_too(words):
        kind = ""  # "Monday at one, or shoot an email to …"
    if NO_ORDER in (kind, known.get("outcome")) and desk.says_by_us(words):
        kind = BY_US
    is_elsewhere = kind in CANCELLED or (kind == NOT_THEIRS and bool(meant.phone))
    if not known and not (kind and (is_about_time(question) or is_elsewhere)):
        return None
    settles = fits(words) or (
        (meant.is_sure_of(Act.YES) or is_counter(meant)) and bool(meant.time or meant.day)
    )
    if known and not kind and settles and not desk.opening(words):
        state.pop("desk")
        return None  # they look it up after all
    if kind in (*CANCELLED, IS_THERE) and known.get("outcome") not in (kind, BY_US):
        pass_on(talk, Question(Topic.NOTE, words), meant, is_request=True)
        meant = replace(
            meant, note="", questions=tuple(each for each in meant.questions if each.topic in ASKED_BACK)
        )
    is_new = not known or (kind in (EMAIL, PORTAL, *CANCELLED) and known["outcome"] != BY_US)
    outcome = kind if is_new else known["outcome"]
    known = {"asked": 0, "said": "", **known, "outcome": outcome}
    state["desk"] = known
    known["said"] = f"{known['said']} – {words.strip()}".strip(" –")[:MAX_SAID]
    is_new_address = bool(meant.email) and meant.email != known.get("email")
    known["is_wrong"] = is_wrong = bool(known["asked"]) and meant.has(
        Act.NO
    )  # of the address that was said back
    known["email"] = meant.email or ("" if is_wrong else known.get("email", ""))
    if inner := desk.extension(words, talk.language):
        main = meant.phone or known.get("phone") or other_number(talk.conversation.call, talk.conversation)
        known["phone"] = f"{main.partition(';')[0]};ext={inner}" if main else ""
    else:
        known["phone"] = meant.phone or known.get("phone", "")
    told = meant.person if meant.is_by_model else ""
    known["name"] = told or desk.whom_to_ask(words) or meant.person or known.get("name", "")
    if outcome == BY_US:
        known["name"] = ""  # whoever cancelled it is ours
    elif outcome != IS_THERE:
        _hear_opening(talk, known, meant, listening)
    told = state.get("asked_of_us", [])
    asked = tuple(each for each in meant.questions if each.topic in ASKED_BACK and each.topic not in told)
    back = answer_back(replace(meant, questions=asked, note=""))  # all that is said is kept
    if meant.is_by_model and outcome not in (*CANCELLED, IS_THERE):
        for each in meant.questions:
            if each.topic not in ASKED_BACK:  # "what's the number she should call"
                passed = pass_on(talk, each, meant)
                back = f"{back} {passed}".strip()
    if not meant.has(Act.LEAVES) and (reply := _ask(talk, known, meant, is_new_address=is_new_address)):
        return replace(reply, text=f"{back} {reply.text}".strip())
    return _leave(talk, known, meant, back)


def _kind_by_model(state: dict[str, Any], meant: Reading) -> str:
    """Why it can't be spoken of here, by what a model heard done; empty where it can."""
    is_settled = bool(state["answers"]) and state.get("suits") is not False
    if not meant.is_by_model or is_settled or "proposed" in state:
        return ""
    if meant.has(Act.CHECKED_IN):
        return IS_THERE  # "the one that's been here since eight?"
    if meant.answer:
        return ""
    if meant.is_sure_of(Act.ASK_OTHER):
        return NOT_THEIRS
    # "Not finding it", by the number that we gave.
    is_lost = meant.has(Act.UNSURE) or (meant.has(Act.NO) and meant.asks(Topic.PICKUP_NUMBER))
    return NEEDS_NUMBER if is_lost and Topic.PICKUP_NUMBER in state.get("asked_of_us", []) else ""


def _hear_opening(talk: Talk, known: dict[str, Any], meant: Reading, listening: Listening) -> None:
    """Keep from when or until when somebody is in; whom to ask, where that is known."""
    if known["outcome"] == NO_ORDER and meant.name and meant.name == known["name"]:
        return  # "me, I'm Carol": the hour is another's
    told = meant.time_words if meant.is_by_model else ""
    words = desk.opening(meant.text, known["name"])
    words = words if told in words else told
    rest = desk.without_extension(meant.answer if meant.is_by_model else meant.text)
    words = words or (rest if known["asked"] and not desk.says_closed(rest) else "")
    if zone := zone_said(words):  # "she's in at nine central"
        known["zone"] = zone
        listening = replace(listening, now=talk.at.astimezone(ZoneInfo(zone)).replace(tzinfo=None))
    heard = understand(words, replace(listening, expecting=Expecting.TIME)) if words else None
    if heard is None or not (moment := heard.time or heard.day):
        return
    closes = bool(heard.time) and desk.stays_until(meant.text)
    if heard.time and heard.time.hour >= IN_BY and not (closes or tells_half(words, listening.language)):
        early = heard.time - timedelta(hours=12)  # an office that opens at five thirty does so in the morning
        moment = early if early > listening.now else early + timedelta(days=1)
    if closes and heard.time and heard.time.hour < CLOSES_FROM and not tells_half(words, listening.language):
        moment = heard.time + timedelta(hours=12)  # nor does it close at four thirty in the night
    if closes and isinstance(moment, datetime):
        moment -= timedelta(days=(moment - listening.now).days)  # today's, where it isn't over
        known.pop("opens", None)
    known["closes" if closes else "opens"] = moment.isoformat()
    if isinstance(moment, datetime) and (span := span_of(words, listening.language, moment.time())):
        _keep_span(known, moment.date(), span, listening.now)


def _keep_span(known: dict[str, Any], day: date, span: tuple[time, time], now: datetime) -> None:
    """Keep from when till when somebody is in: today's hours where those aren't over."""
    opens, closes = (datetime.combine(day, each) for each in span)
    closes += timedelta(days=closes <= opens)  # midnight
    if closes - timedelta(days=1) > now:
        opens, closes = opens - timedelta(days=1), closes - timedelta(days=1)
    known |= {"opens": opens.isoformat(), "closes": closes.isoformat(), "is_in": opens <= now}


def _ask(talk: Talk, known: dict[str, Any], meant: Reading, *, is_new_address: bool) -> Reply | None:
    """What is still to be known of it, once."""
    name, facts, expecting, turn = "", {}, Expecting.ANYTHING, 0
    if known["outcome"] == EMAIL:
        expecting = Expecting.CONTACT
        if desk.offers_to_spell(meant.text):
            return Reply(_say(talk, "spell"), expecting=expecting)
        if known["email"] and is_new_address and known["asked"] < MAX_READ_BACK:
            name, facts = "address_right", {"email": known["email"]}
        elif known["asked"] == 1 and known.get("is_wrong") and not known["email"]:
            name, turn = "spell", 1
        elif not (known["email"] or known["asked"] or meant.is_on_file):
            name = "address"
    elif known["outcome"] == BY_US and not known["asked"]:
        name = "by_us"
    elif known["outcome"] == NO_ORDER and not known["asked"]:
        name, expecting = "who_cancelled", Expecting.CONTACT
    elif known["outcome"] in (CLOSED, NOT_THEIRS) and not (known["asked"] or known["phone"]):
        when = _when(known, talk.language)
        if not when:
            name = "when_in" if known["outcome"] == CLOSED else "who_does"
        elif not known["name"]:
            name, facts = "whom_then", {"when": when}
    if not name:
        return None
    known["asked"] += 1
    return Reply(LINES.say(name, talk.language, turn, **facts), expecting=expecting)


def _leave(talk: Talk, known: dict[str, Any], meant: Reading, back: str) -> Reply:
    """Say how we go on, and take leave; that somebody is to call is promised."""
    outcome, number = known["outcome"], phone(known["phone"]) if known["phone"] else ""
    whom = _say(talk, "ask_for", person=known["name"]) if known["name"] else ""
    when = _when(known, talk.language)
    if outcome == EMAIL:
        name = "will_email" if known["email"] else "will_write"
    elif outcome == PORTAL:
        name = "will_book"
    elif outcome in (*CANCELLED, IS_THERE):
        name = "is_there" if outcome == IS_THERE else "will_check"
    elif outcome == NEEDS_NUMBER:
        name = "will_find"
        keep_call_back(talk, replace(meant, text=known["said"], time=None, day=None))
    else:
        name = "will_dial" if number else "will_call" if when else "will_reach"
        when = f" {when}" if number and when else when
        moment = datetime.fromisoformat(known["opens"]) if "opens" in known else None
        has_hour = moment is not None and "T" in known["opens"]
        keep_call_back(
            talk,
            replace(
                meant,
                text=known["said"],
                time=moment if has_hour and not known.get("is_in") else None,
                day=moment.date() if moment and not known.get("is_in") else None,
                person=known["name"],
                phone=known["phone"],
            ),
            is_said_back=True,
            zone=known.get("zone", ""),
        )
    if outcome in CANCELLED and meant.is_by_model:
        for each in meant.questions:
            if each.topic not in ASKED_BACK:
                pass_on(talk, each, meant)
    if outcome in TOLD_APART:
        noted = leave_note(talk, meant)
        back = (
            f"{back} {noted}".strip() if outcome in (EMAIL, PORTAL) else back
        )  # that the team hears it is said
    text = _say(talk, name, when=when, whom=whom, email=known["email"], number=number)
    return Reply(f"{back} {text}".strip(), is_last=True)


def _when(known: dict[str, Any], language: str) -> str:
    """ "on Monday at 7 AM", "before 6 PM"; empty where it isn't known."""
    if "opens" not in known or known.get("is_in"):
        closes = clock(datetime.fromisoformat(known["closes"]), language) if "closes" in known else ""
        return f"{'before' if language == 'en' else 'antes de'} {closes}" if closes else ""
    moment = datetime.fromisoformat(known["opens"])
    day = f"{'on ' if language == 'en' else ''}{WEEKDAYS[language][moment.weekday()]}"
    hour = f" {'at' if language == 'en' else 'a'} {clock(moment, language)}" if "T" in known["opens"] else ""
    zone = ZONE_SAID[language].get(known.get("zone", ""), "")
    return f"{day}{hour} {zone}".strip()


def told(state: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """What came of such a call: a sentence, and data; empty where it was no such call."""
    known = state.get("desk")
    if not known:
        return "", {}
    data = {
        "outcome": known["outcome"],
        "contactEmail": known["email"] or None,
        "contactName": known["name"] or None,
        "opensAt": known.get("opens"),
        "closesAt": known.get("closes"),
        "contactPhone": known["phone"] or None,
    }
    hours = "".join(
        f"; somebody is in {word} {local_time(known[name][:16])}"
        for name, word in (("opens", "from"), ("closes", "until"))
        if name in known
    )
    whom = f"; ask for {known['name']}" if known["name"] else ""
    whom += f" at {phone(known['phone'])}" if known["phone"] else ""
    to = f": {known['email']}" if known["email"] else ""
    return f"{TOLD[known['outcome']]}{to}{hours}{whom}. “{known['said']}”", data


def _say(talk: Talk, name: str, **facts: str) -> str:
    return LINES.say(name, talk.language, 0, **facts)
