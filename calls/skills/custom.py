"""The custom-prompt skill: says what the organization wrote, asks what it wants to know, and takes leave.

Every sentence of the agent's prompt that ends in a question mark is a question to ask, in order; the rest of the
prompt is guidance that is not read out. The fields that the organization wants extracted are asked for after them. The
answers are stored beside their questions, those to fields also as values of their type. `state["variables"]` holds the
texts that fill the placeholders, put there when the call was asked for; what they tell of the load is told on request.

Our question is open at every moment, so that words without a question's form are an answer to it, whatever the
reading took them for. Where something doesn't suit, what would is asked, once. An answer that is taken back is kept
with what was said instead.
"""

import re
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from calls.language import questions
from calls.language.numbers import figures, plain
from calls.language.reading import NOISE, Act, Expecting, Listening, Question, Reading, Topic
from calls.language.speech import Phrasebook, Reply
from calls.language.understanding import understand
from calls.skill import Conclusion, Skill, Talk, default_variables, fill
from calls.skills import custom_fields
from calls.skills.answering import (
    answer_questions,
    ask_for_other,
    asked,
    call_back,
    hear_of_other,
    is_only_question,
    leave_for_other,
    load_of,
)
from calls.states import Direction, Tag
from loads.models import Load

SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
DISCLOSURE = re.compile(r"\b(?:(?i:automated|virtual|automatizad[oa]|automátic[oa])|AI|IA)\b")
QUESTION_WORD = re.compile(
    r"¿?(?:and |y )?"
    r"(?:what|when|where|who|whose|which|why|how|qu[eé]|cu[aá]\w+|d[oó]nde|qui[eé]n\w*|c[oó]mo|por qu[eé]|"
    r"a qu[eé])\b",
    re.I,
)
MAX_REPEATS = 1
MAX_MISSES = 3  # turns on one question that bring no answer
MAX_QUESTIONS = 10
MAX_ASIDES = 5  # questions asked back; then only ours count
MAX_BARE = 2  # words of a bare yes or no
# What an answer may speak of: it may be told as well as asked.
TOLD = frozenset(
    {
        *(Topic.INSTRUCTIONS, Topic.PICKUP_NUMBER, Topic.LUMPER, Topic.DROP_OR_LIVE, Topic.TARPS),
        *(Topic.EQUIPMENT, Topic.WEIGHT, Topic.COMMODITY, Topic.TEMPERATURE, Topic.DIMS, Topic.HAZMAT),
        *(Topic.APPOINTMENT, Topic.FLEXIBILITY, Topic.PICKUP, Topic.DELIVERY, Topic.ADDRESS, Topic.STOPS),
        *(Topic.DETENTION, Topic.TRACKING, Topic.OTHER),
    }
)
# What the appointment answers; a word of the other end of the trip asks for that one.
OF_APPOINTMENT = {
    Topic.APPOINTMENT: "",
    Topic.PICKUP: custom_fields.PICKUP,
    Topic.DELIVERY: custom_fields.DELIVERY,
}
NAMES_END = re.compile(r"\b(?:pick\w*|deliver\w*|drop\w*|recog\w*|entreg\w*)\b")
REQUESTS = frozenset({Topic.FLEXIBILITY})
OF_TIME = {Topic.OTHER, *OF_APPOINTMENT, *REQUESTS}  # as what a wish for another time may be read

LINES = Phrasebook(
    {
        "hello": {"en": ["Hello."], "es": ["Hola."]},
        "disclosure": {
            "en": ["I'm the automated assistant with {company}."],
            "es": ["Soy el asistente automatizado de {company}."],
        },
        "anything": {
            "en": ["Is there anything you'd like me to pass on?"],
            "es": ["¿Hay algo que quiera que transmita?"],
        },
        "field": {"en": ["Could you tell me {description}?"], "es": ["¿Me puede decir {description}?"]},
        "again": {
            "en": ["Sorry, I didn't get that.", "Once more, please.", "To get back to my question."],
            "es": ["Disculpe, no le entendí.", "Otra vez, por favor.", "Volviendo a mi pregunta."],
        },
        "thanks": {"en": ["Thanks."], "es": ["Gracias."]},
        "instead": {
            "en": ["What would work for you instead?"],
            "es": ["¿Qué le convendría en su lugar?"],
        },
        "proposed": {
            "en": ["I'll pass {when} on to the team; they'll confirm it with you."],
            "es": ["Le paso {when} a la oficina; ellos se lo confirman."],
        },
        "not_confirmed": {
            "en": ["I can't confirm {when} myself; the team will get back to you on that."],
            "es": ["Yo no puedo confirmar {when}; la oficina le responde."],
        },
        "what_time": {"en": ["What time on that day?"], "es": ["¿A qué hora ese día?"]},
        "i_see": {"en": ["I see."], "es": ["Entiendo."]},
        "changed": {"en": ["Okay, I've changed that."], "es": ["Muy bien, ya lo cambié."]},
        "load": {"en": ["It's about load {load}."], "es": ["Es sobre la carga {load}."]},
        "load_lane": {
            "en": ["It's about load {load}, from {origin} to {destination}."],
            "es": ["Es sobre la carga {load}, de {origin} a {destination}."],
        },
        "appointment": {"en": ["It's {when}."], "es": ["Es {when}."]},
        "weight": {"en": ["It weighs {weight} pounds."], "es": ["Pesa {weight} libras."]},
        "miles": {"en": ["It's {miles} miles."], "es": ["Son {miles} millas."]},
        "noted": {
            "en": ["Thank you, I've noted that. Have a good day, goodbye."],
            "es": ["Gracias, ya lo anoté. Que tenga un buen día, adiós."],
        },
        "goodbye": {"en": ["Thank you, goodbye."], "es": ["Gracias, adiós."]},
        "resumed": {
            "en": ["Sorry, the line dropped for a moment."],
            "es": ["Disculpe, se cortó la línea un momento."],
        },
    }
)


class CustomPromptSkill(Skill):
    """Greets with the agent's text, asks the prompt's questions and the fields one by one, says goodbye."""

    reopens = True

    def open(self, talk: Talk) -> Reply:
        """The greeting and the first question."""
        values = _values(talk)
        # Filled one by one: a question mark within a value makes no question.
        own = [{"question": fill(each, values), "field": None} for each in read_questions(talk.agent.prompt)]
        questions = _with_fields(own, talk, values)
        questions = questions or [{"question": _say(talk, "anything"), "field": None}]
        talk.state |= {"questions": questions, "answers": [], "values": {}, "repeats": 0, "asides": 0}
        return self._ask(talk, _greeting(talk))

    def reopen(self, talk: Talk) -> Reply:
        """The greeting and the open question once more, to whoever we were transferred to."""
        return self._ask(talk, _greeting(talk))

    def listening(self, talk: Talk, expecting: Expecting) -> Listening:
        """By the clock, and in free words."""
        return Listening(
            expecting=expecting,
            now=talk.at.astimezone(ZoneInfo(talk.conversation.organization.timezone)).replace(tzinfo=None),
            language=talk.language,
            agent_said=str(talk.state.get("line", {}).get("text", "")),
        )

    def answer(self, talk: Talk, meant: Reading) -> Reply:
        """Answers what is asked back, keeps what is answered, then the next question or goodbye."""
        state = talk.state
        if "ask_other" in state:
            hear_of_other(talk, meant)
            return leave_for_other(talk)
        meant = self._in_answer(talk, meant)
        if _sends_us_on(state, meant) and not state["answers"]:
            is_known = hear_of_other(talk, meant)
            return leave_for_other(talk) if is_known or meant.has(Act.LEAVES) else ask_for_other(talk)
        if _is_meant(state, meant, Act.CALLBACK):
            return call_back(talk, meant)
        back = self._of_proposal(talk, meant)
        if not back and state["asides"] < MAX_ASIDES:
            back = answer_questions(talk, meant, lambda topic: _known(talk, meant, topic), REQUESTS)
            state["asides"] += bool(back)
        is_leaving = _is_leaving(state, meant)
        question = self._open_question(talk)
        is_corrected = self._correct(talk, meant, question)
        if is_corrected and _is_counter(meant):
            back = self._propose(talk, meant, {"question": "", "follows": True}) or back
        if is_corrected and not meant.asks(*REQUESTS):
            return self._go_on(talk, back or _say(talk, "changed"), is_leaving=is_leaving)
        if self._take(talk, meant):
            if proposed := self._propose(talk, meant, question):
                return self._go_on(talk, proposed, is_leaving=is_leaving, back=proposed)
            does_not_suit = self._ask_what_suits(talk, meant, question)
            thanks = _say(talk, "i_see" if does_not_suit else "thanks")
            return self._go_on(talk, back or thanks, is_leaving=is_leaving, back=back)
        if is_corrected:
            return self._go_on(talk, back or _say(talk, "changed"), is_leaving=is_leaving)
        if is_leaving:
            return Reply(_say(talk, "goodbye"), is_last=True)
        return self._ask_again(talk, back)

    def resume(self, talk: Talk) -> Reply:
        """Excuses the gap and asks again."""
        return self._ask(talk, _say(talk, "resumed"))

    def store(self, talk: Talk) -> None:
        """Nothing beyond the conclusion."""

    def conclude(self, talk: Talk) -> Conclusion:
        """The answers, as a sentence and as data; fields that weren't told are null."""
        answers = talk.state.get("answers", [])
        if talk.state.get("is_wrong_number"):
            return Conclusion("Wrong number.", (Tag.WRONG_NUMBER,))
        outbound = talk.conversation.direction == Direction.OUTBOUND
        about = Tag.FOLLOW_UP if outbound else Tag.GENERAL_INQUIRY
        if not answers:
            is_open = talk.state.get("ask_other") or talk.state.get("call_back")
            return Conclusion("No questions were answered.", (about if is_open else Tag.DROPPED,))
        said = " ".join(f"{each['question']} “{each['answer']}”" for each in answers)
        fields = [each["field"]["name"] for each in talk.state["questions"] if each["field"]]
        return Conclusion(
            f"{talk.agent.name}: {said}",
            (about,),
            dict.fromkeys(fields)
            | talk.state["values"]
            | talk.state.get("proposed", {})
            | {"answers": answers},
        )

    def _in_answer(self, talk: Talk, meant: Reading) -> Reading:
        """The reading as of an answer to our question: a statement asks nothing, and a wish is a request."""
        question = self._open_question(talk)
        open_question = question["question"]
        earnest = asked(meant)
        is_told = all(each.topic in TOLD | {Topic.WHO, Topic.ROBOT} for each in earnest)
        if earnest and is_told and questions.is_statement(meant.text, talk.language, open_question):
            kept = [position for position, act in enumerate(meant.acts) if act != Act.ASKS]
            spans = tuple(meant.spans[each] for each in kept) if len(meant.spans) == len(meant.acts) else ()
            return replace(meant, acts=tuple(meant.acts[each] for each in kept), spans=spans, questions=())
        others = (Topic.WHO, Topic.ROBOT) if _is_about_time(question) else set(Topic) - OF_TIME
        about_time = not any(each.topic in others for each in earnest)
        is_asked = earnest or questions.asks_from(meant.text, talk.language, open_question) is not None
        if is_asked and about_time and questions.wants_it_moved(meant.text):
            wish = Question(Topic.FLEXIBILITY, earnest[0].words if earnest else meant.text)
            acts = tuple(dict.fromkeys((*meant.acts, Act.ASKS)))
            return replace(meant, acts=acts, unsure=meant.unsure - {Act.ASKS}, questions=(wish,))
        return meant

    def _correct(self, talk: Talk, meant: Reading, question: dict[str, Any]) -> bool:
        """Put it beside an answer that it takes back or amends; whether it does."""
        state = talk.state
        position = _taken_back(state, meant, question)
        if position is None:
            return False
        answer, of_answer = state["answers"][position], state["questions"][position]
        answer["answer"] = f"{answer['answer']} – {meant.text.strip()}"
        if field := of_answer["field"]:
            value = custom_fields.value_of(field, meant)
            state["values"].pop(field["name"], None)
            if value is not None:
                state["values"][field["name"]] = value
        state |= {"repeats": 0, "is_moved": True}
        self._ask_what_suits(talk, meant, of_answer)
        return True

    def _propose(self, talk: Talk, meant: Reading, question: dict[str, Any]) -> str:
        """Keep the day and hours that are offered instead; ask the hour where only a day was told. What is said."""
        state = talk.state
        if not _is_about_time(question) or not questions.names_time(meant.text):
            return ""  # "two hours earlier" is a wish, and names no hour
        told = _offered(talk, meant)
        is_offered = bool(told) and ("follows" in question or _is_counter(meant))
        if not is_offered:
            return ""
        proposed = state["proposed"] = state.get("proposed", {}) | told
        if "proposedTime" not in proposed and not (state.get("asked_time") or "follows" in question):
            state["asked_time"] = True
            follow_up = {"question": _say(talk, "what_time"), "field": None, "follows": True}
            state["questions"].insert(len(state["answers"]), follow_up)
        return _say(talk, "proposed", when=_said_of(proposed, talk.language))

    @staticmethod
    def _of_proposal(talk: Talk, meant: Reading) -> str:
        """What is said to "so is Wednesday okay?": that somebody else confirms it; empty where that isn't asked."""
        proposed = talk.state.get("proposed")
        is_asked = questions.asks_from(meant.text, talk.language) is not None
        if not proposed or not is_asked or not (meant.day or meant.time or questions.names_time(meant.text)):
            return ""
        return _say(talk, "not_confirmed", when=_said_of(proposed, talk.language))

    @staticmethod
    def _ask_what_suits(talk: Talk, meant: Reading, question: dict[str, Any]) -> bool:
        """Put the question what would suit next, where it is refused and nothing else was offered; once a call."""
        state = talk.state
        is_no = meant.has(Act.NO, Act.REFUSES, Act.DECLINES) and not meant.has(Act.YES, Act.AGREES)
        is_refused = questions.refuses(meant.text) or (is_no and not questions.fits(meant.text))
        is_offered = meant.day or meant.time or questions.names_other_time(meant.text)
        if not _asks_if_it_suits(question) or not is_refused or is_offered or state.get("asked_what_suits"):
            return False
        state["asked_what_suits"] = True
        follow_up = {"question": _say(talk, "instead"), "field": None, "follows": True}
        state["questions"].insert(len(state["answers"]), follow_up)
        return True

    def _take(self, talk: Talk, meant: Reading) -> bool:
        """Note what was said as the answer, and what it says of the field; whether it is one."""
        question, state = self._open_question(talk), talk.state
        field, value = question["field"], None
        is_asked = _only_asks(talk, meant, question)
        is_answer = not is_asked and _is_answer(meant, question)
        is_typed = bool(field) and field["type"] != "text" and not is_asked
        if field and (is_answer or is_typed):
            value = custom_fields.value_of(field, meant)
        # What a field can't take is asked once more, then kept as it was said. A question is never an answer.
        is_taken = value is not None if field else is_answer
        may_keep = state["repeats"] >= MAX_REPEATS and not asked(meant) and not _only_leaves(meant)
        if not is_taken and not may_keep:
            return False
        state["answers"].append({"question": question["question"], "answer": meant.text.strip()})
        if value is not None:
            state["values"][field["name"]] = value
        state["repeats"] = 0
        for each in state["questions"][len(state["answers"]) :]:
            if each["field"] or not questions.answers_beside(each["question"], meant.text):
                break
            state["answers"].append({"question": each["question"], "answer": meant.text.strip()})
        return True

    def _go_on(self, talk: Talk, before: str, *, is_leaving: bool, back: str = "") -> Reply:
        """The next question, or good-bye where there is none."""
        state = talk.state
        if is_leaving or len(state["answers"]) >= len(state["questions"]):
            return Reply(f"{back} {_say(talk, 'noted')}".strip(), is_last=True)
        return self._ask(talk, before)

    def _ask(self, talk: Talk, before: str = "") -> Reply:
        question = self._open_question(talk)
        return Reply(f"{before} {question['question']}".strip(), expecting=_expecting(question))

    def _ask_again(self, talk: Talk, back: str) -> Reply:
        """The question once more, after an answer to theirs; never in the very same words."""
        state = talk.state
        if not back:
            state["repeats"] += 1
        if state["repeats"] > MAX_MISSES:
            return Reply(_say(talk, "goodbye"), is_last=True)
        asked_again = state["asked_again"] = state.get("asked_again", 0) + 1
        return self._ask(talk, back or _say(talk, "again", asked_again - 1))

    @staticmethod
    def _open_question(talk: Talk) -> dict[str, Any]:
        position = min(len(talk.state["answers"]), len(talk.state["questions"]) - 1)
        question: dict[str, Any] = talk.state["questions"][position]
        return question


def read_questions(prompt: str) -> list[str]:
    """The sentences of a prompt that are questions, in order, at most ten."""
    sentences = (sentence.strip() for sentence in SENTENCE_END.split(prompt))
    return [sentence for sentence in sentences if sentence.endswith("?") and len(sentence) > 1][
        :MAX_QUESTIONS
    ]


def _with_fields(own: list[dict[str, Any]], talk: Talk, values: dict[str, str]) -> list[dict[str, Any]]:
    """The questions with the fields: one that the prompt asks for in the same words isn't asked for twice."""
    for field in talk.agent.extraction:
        described = fill(field.get("description") or "", values).strip().rstrip(".?")
        question = fill(field.get("question") or "", values).strip()
        question = question or _say(talk, "field", description=described[:1].lower() + described[1:])
        same = [each for each in own if each["question"] == question and not each["field"]]
        known = {"type": "text", **field}
        if same:
            same[0]["field"] = known
        else:
            own.append({"question": question, "field": known})
    return own


def _is_answer(meant: Reading, question: dict[str, Any]) -> bool:
    """Whether it tells something: more than small talk, and a bare yes or no only where that is asked."""
    if not any(character.isalnum() for character in meant.text):
        return False
    is_short = len(meant.text.split()) < questions.MIN_STATEMENT
    acts = {act for act in meant.acts if is_short or act not in NOISE & meant.unsure} - {Act.ASKS, Act.LEAVES}
    if acts & {Act.YES, Act.NO, Act.AGREES} and not QUESTION_WORD.match(question["question"]):
        # "Gate", said by whoever picks up, is no yes.
        return len(meant.text.split()) > MAX_BARE or questions.says_yes_or_no(meant.text)
    if _only_leaves(meant) or (acts and acts <= NOISE and not meant.tells_fact):
        return False
    is_bare = bool(acts) and acts <= {*NOISE, Act.YES, Act.NO} and not meant.tells_fact
    return not is_bare or len(meant.text.split()) > MAX_BARE


def _only_asks(talk: Talk, meant: Reading, question: dict[str, Any]) -> bool:
    """Whether it asks, and tells nothing beside; a wish for another time tells that this one doesn't suit."""
    if not is_only_question(meant):
        return False
    if questions.takes_back(meant.text):
        return True
    if _asks_if_it_suits(question) and not (
        questions.says_yes_or_no(meant.text) or _is_counter(meant) or meant.day or meant.time
    ):
        return True  # "without a PO I can't look it up, give me the shipper"
    if _is_about_time(question) and questions.wants_it_moved(meant.text):
        return False
    return not questions.tells_before_asking(meant.text, talk.language, question["question"])


def _is_counter(meant: Reading) -> bool:
    """Whether what is asked about is turned down, or another time offered for it."""
    return questions.refuses(meant.text) or (
        questions.proposes(meant.text) and not questions.fits(meant.text)
    )


_OR_HOUR = re.compile(
    r"\b(?:or|o)(?: maybe| at| a las?)* (\d{1,2})(?::?(\d\d))?\b(?! ?(?:hours?|horas?|minutes?|days?))"
)


OPENS = 6  # hours before this are said with what they are
_EARLY = re.compile(
    r"\ba\.?m\b|\d (?:in the morning|de la ma(?:ñ|n)ana|de la madrugada)|midnight|medianoche|noon", re.I
)


def _offered(talk: Talk, meant: Reading) -> dict[str, str]:
    """The day (ISO) and the hours (`HH:MM`, several with "or") that are offered, near the load's appointment."""
    load, skill = _load(talk), CustomPromptSkill()
    before = skill.listening(talk, Expecting.TIME)
    if load is not None and load.pickup_time is not None:
        before = replace(before, appointment=(load.pickup_time, load.pickup_end_time))
    heard = understand(meant.text, before)
    told = {"proposedDay": heard.day.isoformat()} if heard.day else {}
    if heard.time is None:
        return told
    time = heard.time
    if time.hour < OPENS and not _EARLY.search(meant.text):
        time += timedelta(hours=12)  # "earliest I can do is one thirty"
    times = [time.strftime("%H:%M")]
    if other := _OR_HOUR.search(figures(plain(meant.text), talk.language)):
        hour = int(other[1]) % 12 + (12 if time.hour >= 12 else 0)
        times.append(f"{hour:02d}:{other[2] or '00'}")
    day = told or {"proposedDay": talk.state.get("proposed", {}).get("proposedDay", time.date().isoformat())}
    return day | {"proposedTime": " or ".join(times)}


def _said_of(proposed: dict[str, str], language: str) -> str:
    """ "Wednesday at 1 PM or 3 PM"."""
    day = date.fromisoformat(proposed["proposedDay"]) if "proposedDay" in proposed else None
    at = {"en": " at ", "es": " a las "}[language]
    names = WEEKDAYS[language]
    said = names[day.weekday()] if day else ""
    hours = [each.split(":") for each in proposed.get("proposedTime", "").split(" or ") if each]
    or_ = {"en": " or ", "es": " o "}[language]
    spoken = or_.join(
        f"{int(hour) % 12 or 12}{f':{minute}' if minute != '00' else ''} {'AM' if int(hour) < 12 else 'PM'}"
        for hour, minute in hours
    )
    return f"{said}{at}{spoken}" if spoken else said


WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "es": ("el lunes", "el martes", "el miércoles", "el jueves", "el viernes", "el sábado", "el domingo"),
}


def _asks_if_it_suits(question: dict[str, Any]) -> bool:
    """Whether it is to be answered with a yes or no."""
    text = question["question"]
    return questions.asks_if_it_suits(text) and not QUESTION_WORD.match(text)


def _is_about_time(question: dict[str, Any]) -> bool:
    """Whether it asks if something suits, or what would."""
    return "follows" in question or questions.asks_if_it_suits(question["question"])


def _taken_back(state: dict[str, Any], meant: Reading, question: dict[str, Any]) -> int | None:
    """Which of the answers is taken back, by its position; None where none is."""
    answered = len(state["answers"])
    if not answered:
        return None
    if questions.takes_back(meant.text):
        return answered - 1
    if _is_about_time(question):
        return None
    is_no = questions.refuses(meant.text) and questions.is_of_before(meant.text)
    is_wish = meant.asks(*REQUESTS) and questions.wants_it_moved(meant.text) and not state.get("is_moved")
    suiting = [place for place, each in enumerate(state["questions"][:answered]) if _is_about_time(each)]
    return suiting[-1] if (is_no or is_wish) and suiting else None


def _sends_us_on(state: dict[str, Any], meant: Reading) -> bool:
    """Whether somebody else is to be asked."""
    named = meant.has(Act.WANTS_PERSON, Act.ASK_OTHER) and questions.sends_us_on(meant.text)
    return named or _is_meant(state, meant, Act.ASK_OTHER)


def _expecting(question: dict[str, Any]) -> Expecting:
    """What is listened for: a yes or no where something is to suit."""
    if question["field"] is None and _asks_if_it_suits(question):
        return Expecting.CONFIRMATION
    return custom_fields.expecting(question["field"])


def _values(talk: Talk) -> dict[str, str]:
    """The texts that fill the placeholders."""
    values: dict[str, str] = talk.state.get("variables") or default_variables(talk.agent.variables)
    return values


def _greeting(talk: Talk) -> str:
    """The agent's greeting, which says that no person speaks."""
    greeting = fill(talk.agent.greeting, _values(talk)).strip() or _say(talk, "hello")
    if not DISCLOSURE.search(greeting):
        greeting += f" {_say(talk, 'disclosure', company=talk.conversation.organization.name)}"
    return greeting


def _known(talk: Talk, meant: Reading, topic: Topic) -> str:
    """What the variables of the call and its load tell of it; empty where they don't."""
    load = _load(talk)
    if topic == Topic.LOAD:
        number = load.external_id if load else _given(talk, custom_fields.LOAD)
        ends = _ends(load) if load else None
        if number and ends:
            return _say(talk, "load_lane", load=number, origin=ends[0], destination=ends[1])
        return _say(talk, "load", load=number) if number else ""
    if topic in OF_APPOINTMENT:
        words = next((each.words for each in meant.questions if each.topic == topic), "")
        end = OF_APPOINTMENT[topic] if NAMES_END.search(questions.words_of(words)) else ""
        when = (_given(talk, end) if end else "") or _given(talk, custom_fields.APPOINTMENT)
        return _say(talk, "appointment", when=when) if when else ""
    if topic == Topic.WEIGHT and load and load.weight:
        return _say(talk, "weight", weight=f"{load.weight:,.0f}")
    if topic == Topic.MILES and load and load.total_distance:
        return _say(talk, "miles", miles=f"{load.total_distance:,.0f}")
    return ""


def _given(talk: Talk, meaning: str) -> str:
    return custom_fields.given(_values(talk), talk.agent.variables, meaning)


def _load(talk: Talk) -> Load | None:
    """The load of the call: linked to it, else of the number that it was asked for with."""
    load = load_of(talk)
    number = _given(talk, custom_fields.LOAD)
    if load is None and number and "named_load" not in talk.seen:
        talk.seen["named_load"] = load = Load.objects.filter(external_id=number).first()
        talk.seen["load"] = load
    return load


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


def _is_meant(state: dict[str, Any], meant: Reading, act: Act) -> bool:
    """Whether it was done; where that isn't sure, only once the question was asked again."""
    return meant.is_sure_of(act) or (meant.has(act) and state["repeats"] > 0)


def _is_leaving(state: dict[str, Any], meant: Reading) -> bool:
    """Whether somebody takes leave; where that isn't sure, only once it was heard twice."""
    if not meant.has(Act.LEAVES):
        return False
    is_sure = meant.is_sure_of(Act.LEAVES) or state.get("seems_to_leave", False)
    state["seems_to_leave"] = True
    return bool(is_sure)


def _only_leaves(meant: Reading) -> bool:
    """Whether there is next to nothing in it beside taking leave."""
    if not meant.has(Act.LEAVES):
        return False
    if len(meant.spans) != len(meant.acts):
        return set(meant.acts) <= NOISE | {Act.LEAVES, Act.YES, Act.NO}
    start, end = meant.spans[meant.acts.index(Act.LEAVES)]
    rest = f"{meant.text[:start]} {meant.text[end:]}"
    return len(re.findall(r"\w+", rest)) < MAX_BARE


def _say(talk: Talk, name: str, turn: int = 0, **facts: str) -> str:
    return LINES.say(name, talk.language, turn, **facts)
