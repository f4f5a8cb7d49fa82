"""The custom-prompt skill: says what the organization wrote, asks what it wants to know, and takes leave.

Every sentence of the agent's prompt that ends in a question mark is a question to ask, in order; the rest of the
prompt is guidance that is not read out. The fields that the organization wants extracted are asked for after them. The
answers are stored beside their questions, those to fields also as values of their type. `state["variables"]` holds the
texts that fill the placeholders, put there when the call was asked for.
"""

import re
from typing import Any
from zoneinfo import ZoneInfo

from calls.agent import extraction
from calls.agent.answering import (
    NOISE,
    answer_questions,
    ask_for_other,
    asked,
    call_back,
    hear_of_other,
    is_only_question,
    leave_for_other,
    names_fact,
)
from calls.agent.prompt import default_variables, fill
from calls.agent.skill import Conclusion, Talk
from calls.language.reading import Act, Expecting, Listening, Reading
from calls.language.speech import Phrasebook, Reply
from calls.states import Direction, Tag

SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
DISCLOSURE = re.compile(r"\b(?:(?i:automated|virtual|automatizad[oa]|automátic[oa])|AI|IA)\b")
QUESTION_WORD = re.compile(
    r"¿?(?:and |y )?"
    r"(?:what|when|where|who|whose|which|why|how|qu[eé]|cu[aá]\w+|d[oó]nde|qui[eé]n\w*|c[oó]mo|por qu[eé]|a qu[eé])\b",
    re.I,
)
MAX_REPEATS = 1
MAX_MISSES = 3  # turns on one question that bring no answer
MAX_QUESTIONS = 10
MAX_ASIDES = 5  # questions asked back; then only ours count
MAX_BARE = 2  # words of a bare yes or no

LINES = Phrasebook(
    {
        "hello": {"en": ["Hello."], "es": ["Hola."]},
        "disclosure": {
            "en": ["I'm the automated assistant of {company}."],
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
        "noted": {
            "en": ["Thank you, I've noted that. Have a good day, good-bye."],
            "es": ["Gracias, ya lo anoté. Que tenga un buen día, adiós."],
        },
        "goodbye": {"en": ["Thank you, good-bye."], "es": ["Gracias, adiós."]},
        "resumed": {
            "en": ["Sorry, the line dropped for a moment."],
            "es": ["Disculpe, se cortó la línea un momento."],
        },
    }
)


class CustomPromptSkill:
    """Greets with the agent's text, asks the prompt's questions and the fields one by one, says good-bye."""

    def open(self, talk: Talk) -> Reply:
        """The greeting and the first question."""
        values = talk.state.get("variables") or default_variables(talk.agent.variables)
        # Filled one by one: a question mark within a value makes no question.
        own = [{"question": fill(each, values), "field": None} for each in read_questions(talk.agent.prompt)]
        questions = _with_fields(own, talk, values)
        questions = questions or [{"question": _say(talk, "anything"), "field": None}]
        talk.state |= {"questions": questions, "answers": [], "values": {}, "repeats": 0, "asides": 0}
        greeting = fill(talk.agent.greeting, values).strip() or _say(talk, "hello")
        if not DISCLOSURE.search(greeting):
            greeting += f" {_say(talk, 'disclosure', company=talk.conversation.organization.name)}"
        return self._ask(talk, greeting)

    def listening(self, talk: Talk, expecting: Expecting) -> Listening:
        """By the clock, and in free words."""
        return Listening(
            expecting=expecting,
            now=talk.at.astimezone(ZoneInfo(talk.conversation.organization.timezone)).replace(tzinfo=None),
            language=talk.language,
            agent_said=str(talk.state.get("line", {}).get("text", "")),
        )

    def answer(self, talk: Talk, meant: Reading) -> Reply:
        """Answers what is asked back, keeps what is answered, then the next question or good-bye."""
        state = talk.state
        if "ask_other" in state:
            hear_of_other(talk, meant)
            return leave_for_other(talk)
        if _is_meant(state, meant, Act.ASK_OTHER) and not state["answers"]:
            is_known = hear_of_other(talk, meant)
            return leave_for_other(talk) if is_known or meant.has(Act.LEAVES) else ask_for_other(talk)
        if _is_meant(state, meant, Act.CALLBACK):
            return call_back(talk, meant)
        back = ""
        if state["asides"] < MAX_ASIDES:
            back = answer_questions(talk, meant)
            state["asides"] += bool(back)
        is_leaving = _is_leaving(state, meant)
        if self._take(talk, meant):
            if is_leaving or len(state["answers"]) >= len(state["questions"]):
                return Reply(f"{back} {_say(talk, 'noted')}".strip(), is_last=True)
            return self._ask(talk, back or _say(talk, "thanks"))
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
            return Conclusion("The number belongs to somebody else.", (Tag.WRONG_NUMBER,))
        outbound = talk.conversation.direction == Direction.OUTBOUND
        about = Tag.FOLLOW_UP if outbound else Tag.GENERAL_INQUIRY
        if not answers:
            is_open = talk.state.get("ask_other") or talk.state.get("call_back")
            return Conclusion("No question was answered.", (about if is_open else Tag.DROPPED,))
        said = " ".join(f"{each['question']} “{each['answer']}”" for each in answers)
        fields = [each["field"]["name"] for each in talk.state["questions"] if each["field"]]
        return Conclusion(
            f"{talk.agent.name}: {said}",
            (about,),
            dict.fromkeys(fields) | talk.state["values"] | {"answers": answers},
        )

    def _take(self, talk: Talk, meant: Reading) -> bool:
        """Note what was said as the answer, and what it says of the field; whether it is one."""
        question, state = self._open_question(talk), talk.state
        field, value = question["field"], None
        is_answer = _is_answer(meant, question)
        is_typed = bool(field) and field["type"] != "text" and not is_only_question(meant)
        if field and (is_answer or is_typed):
            value = extraction.value_of(field, meant)
        # What a field can't take is asked once more, then kept as it was said. A question is never an answer.
        is_taken = value is not None if field else is_answer
        may_keep = state["repeats"] >= MAX_REPEATS and not asked(meant) and not _only_leaves(meant)
        if not is_taken and not may_keep:
            return False
        state["answers"].append({"question": question["question"], "answer": meant.text.strip()})
        if value is not None:
            state["values"][field["name"]] = value
        state["repeats"] = 0
        return True

    def _ask(self, talk: Talk, before: str = "") -> Reply:
        question = self._open_question(talk)
        return Reply(
            f"{before} {question['question']}".strip(), expecting=extraction.expecting(question["field"])
        )

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
    """Whether it tells something: no question, more than small talk, and a bare yes or no only where that is asked."""
    if is_only_question(meant) or not any(character.isalnum() for character in meant.text):
        return False
    acts = set(meant.acts) - {Act.ASKS, Act.LEAVES}
    if acts & {Act.YES, Act.NO, Act.AGREES} and not QUESTION_WORD.match(question["question"]):
        return True
    if _only_leaves(meant) or (acts and acts <= NOISE and not names_fact(meant)):
        return False
    is_bare = bool(acts) and acts <= {*NOISE, Act.YES, Act.NO} and not names_fact(meant)
    return not is_bare or len(meant.text.split()) > MAX_BARE


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
