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
from calls.agent.language.phrasebook import Phrasebook
from calls.agent.meaning import Expecting, Intent, Listening, Meaning, Topic
from calls.agent.prompt import default_variables, fill
from calls.agent.skill import Conclusion, Reply, Talk
from calls.agent.understanding import is_goodbye, is_wrong_number, is_yes, says_something, without_goodbye
from calls.states import Direction, Tag

SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
DISCLOSURE = re.compile(r"\b(?:(?i:automated|virtual|automatizad[oa]|automátic[oa])|AI|IA)\b")
MOST_REPEATS = 1
MOST_QUESTIONS = 10

LINES = Phrasebook(
    {
        "hello": {"en": ["Hello."], "es": ["Hola."]},
        "disclosure": {
            "en": ["I'm the automated assistant of {company}."],
            "es": ["Soy el asistente automatizado de {company}."],
        },
        "who": {
            "en": ["This is the automated assistant of {company}."],
            "es": ["Le habla el asistente automatizado de {company}."],
        },
        "anything": {
            "en": ["Is there anything you'd like me to pass on?"],
            "es": ["¿Hay algo que quiera que transmita?"],
        },
        "field": {"en": ["Could you tell me {description}?"], "es": ["¿Me puede decir {description}?"]},
        "thanks": {"en": ["Thanks."], "es": ["Gracias."]},
        "noted": {
            "en": ["Thank you, I've noted that. Have a good day, good-bye."],
            "es": ["Gracias, ya lo anoté. Que tenga un buen día, adiós."],
        },
        "goodbye": {"en": ["Thank you, good-bye."], "es": ["Gracias, adiós."]},
        "wrong_number": {
            "en": ["I'm sorry, I have the wrong number. Good-bye."],
            "es": ["Disculpe, me he equivocado de número. Adiós."],
        },
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
        asked = [
            {"question": fill(each, values), "field": None} for each in read_questions(talk.agent.prompt)
        ]
        asked = _with_fields(asked, talk, values) or [{"question": _say(talk, "anything"), "field": None}]
        talk.state |= {"questions": asked, "answers": [], "values": {}, "repeats": 0}
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
        )

    def answer(self, talk: Talk, meant: Meaning) -> Reply:
        """Keeps the answer, then the next question or good-bye."""
        heard = meant.text
        state = talk.state
        if is_wrong_number(heard):
            state["is_wrong_number"] = True
            return Reply(_say(talk, "wrong_number"), is_last=True)
        is_leaving = meant.has(Intent.GOODBYE) or is_goodbye(heard)
        said = without_goodbye(heard)
        if self._take(talk, meant, said):
            if is_leaving or len(state["answers"]) >= len(state["questions"]):
                return Reply(_say(talk, "noted"), is_last=True)
            return self._ask(talk, _say(talk, "thanks"))
        if is_leaving:
            return Reply(_say(talk, "goodbye"), is_last=True)
        state["repeats"] += 1
        company = talk.conversation.organization.name
        return self._ask(
            talk, _say(talk, "who", company=company) if meant.asks(Topic.WHO, Topic.ROBOT) else ""
        )

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
        if not answers:
            return Conclusion("No question was answered.", (Tag.DROPPED,))
        said = " ".join(f"{each['question']} “{each['answer']}”" for each in answers)
        outbound = talk.conversation.direction == Direction.OUTBOUND
        fields = [each["field"]["name"] for each in talk.state["questions"] if each["field"]]
        return Conclusion(
            f"{talk.agent.name}: {said}",
            (Tag.FOLLOW_UP if outbound else Tag.GENERAL_INQUIRY,),
            dict.fromkeys(fields) | talk.state["values"] | {"answers": answers},
        )

    def _take(self, talk: Talk, meant: Meaning, said: str) -> bool:
        """Note what was said as the answer, and what it says of the field; whether it is one."""
        question, state = self._open_question(talk), talk.state
        field, value = question["field"], None
        if field and _is_answer(meant, said, question["question"]):
            value = extraction.value_of(field, meant, said)
        # What a field can't take is asked once more, then kept as it was said.
        is_taken = value is not None if field else _is_answer(meant, said, question["question"])
        if not is_taken and not (said and state["repeats"] >= MOST_REPEATS):
            return False
        state["answers"].append({"question": question["question"], "answer": said})
        if value is not None:
            state["values"][field["name"]] = value
        state["repeats"] = 0
        return True

    def _ask(self, talk: Talk, before: str = "") -> Reply:
        question = self._open_question(talk)
        return Reply(
            f"{before} {question['question']}".strip(), expecting=extraction.expecting(question["field"])
        )

    @staticmethod
    def _open_question(talk: Talk) -> dict[str, Any]:
        position = min(len(talk.state["answers"]), len(talk.state["questions"]) - 1)
        question: dict[str, Any] = talk.state["questions"][position]
        return question


def read_questions(prompt: str) -> list[str]:
    """The sentences of a prompt that are questions, in order, at most ten."""
    sentences = (sentence.strip() for sentence in SENTENCE_END.split(prompt))
    return [sentence for sentence in sentences if sentence.endswith("?") and len(sentence) > 1][
        :MOST_QUESTIONS
    ]


def _with_fields(asked: list[dict[str, Any]], talk: Talk, values: dict[str, str]) -> list[dict[str, Any]]:
    """The questions with the fields: one that the prompt asks for in the same words isn't asked for twice."""
    for field in talk.agent.extraction:
        described = fill(field.get("description") or "", values).strip().rstrip(".?")
        question = fill(field.get("question") or "", values).strip()
        question = question or _say(talk, "field", description=described[:1].lower() + described[1:])
        same = [each for each in asked if each["question"] == question and not each["field"]]
        known = {"type": "text", **field}
        if same:
            same[0]["field"] = known
        else:
            asked.append({"question": question, "field": known})
    return asked


def _is_answer(meant: Meaning, said: str, question: str) -> bool:
    """Whether it tells something: more than small talk, or a yes or no where that is the question."""
    if meant.asks(Topic.WHO, Topic.ROBOT) and not said.strip().count(" ") > 6:
        return False
    if says_something(said):
        return True
    return _is_yes_no(question) and (is_yes(said) or meant.has(Intent.YES, Intent.NO))


def _is_yes_no(question: str) -> bool:
    """Whether "yes" is an answer to it: it doesn't begin with a question word."""
    words = r"what|when|where|who|whose|which|why|how|qu[eé]|cu[aá]\w+|d[oó]nde|qui[eé]n\w*|c[oó]mo|por qu[eé]|a qu[eé]"
    return not re.match(rf"¿?(?:and |y )?(?:{words})\b", question, re.I)


def _say(talk: Talk, name: str, **facts: str) -> str:
    return LINES.say(name, talk.language, 0, **facts)
