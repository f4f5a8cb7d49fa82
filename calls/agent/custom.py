"""The custom-prompt skill: says what the organization wrote, asks what it wants to know, and takes leave.

Every sentence of the agent's prompt that ends in a question mark is a question to ask, in order; the rest of the
prompt is guidance that is not read out. The answers are stored beside their questions. `state["variables"]` holds
the texts that fill the placeholders, put there when the call was asked for.
"""

import re

from calls.agent.prompt import default_variables, fill
from calls.agent.skill import Conclusion, Reply, Talk
from calls.agent.understanding import is_goodbye, is_wrong_number, is_yes, says_something, without_goodbye
from calls.states import Direction, Tag

SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
DISCLOSURE = re.compile(r"\b((?i:automated|virtual)|AI)\b")
DEFAULT_QUESTION = "Is there anything you'd like me to pass on?"
MOST_REPEATS = 1


class CustomPromptSkill:
    """Greets with the agent's text, asks the prompt's questions one by one, says good-bye."""

    def open(self, talk: Talk) -> Reply:
        """The greeting and the first question."""
        values = talk.state.get("variables") or default_variables(talk.agent.variables)
        # Filled one by one: a question mark within a value makes no question.
        questions = [fill(each, values) for each in read_questions(talk.agent.prompt)] or [DEFAULT_QUESTION]
        talk.state |= {"questions": questions, "answers": [], "repeats": 0}
        greeting = fill(talk.agent.greeting, values).strip() or "Hello."
        if not DISCLOSURE.search(greeting):
            greeting += f" I'm the automated assistant of {talk.conversation.organization.name}."
        return Reply(f"{greeting} {questions[0]}")

    def answer(self, talk: Talk, heard: str) -> Reply:
        """Keeps the answer, then the next question or good-bye."""
        state = talk.state
        if is_wrong_number(heard):
            state["is_wrong_number"] = True
            return Reply("I'm sorry, I have the wrong number. Good-bye.", is_last=True)
        said = without_goodbye(heard)
        if self._is_answer(talk, said):
            state["answers"].append({"question": self._question(talk), "answer": said})
            state["repeats"] = 0
            if is_goodbye(heard) or len(state["answers"]) >= len(state["questions"]):
                return Reply("Thank you, I've noted that. Have a good day, good-bye.", is_last=True)
            return Reply(f"Thanks. {self._question(talk)}")
        if is_goodbye(heard):
            return Reply("Thank you, good-bye.", is_last=True)
        state["repeats"] += 1
        return Reply(self._question(talk))

    def resume(self, talk: Talk) -> Reply:
        """Excuses the gap and asks again."""
        return Reply(f"Sorry, the line dropped for a moment. {self._question(talk)}")

    def store(self, talk: Talk) -> None:
        """Nothing beyond the conclusion."""

    def conclude(self, talk: Talk) -> Conclusion:
        """The answers, as a sentence and as data."""
        answers = talk.state.get("answers", [])
        if talk.state.get("is_wrong_number"):
            return Conclusion("The number belongs to somebody else.", (Tag.WRONG_NUMBER,))
        if not answers:
            return Conclusion("No question was answered.", (Tag.DROPPED,))
        said = " ".join(f"{each['question']} “{each['answer']}”" for each in answers)
        outbound = talk.conversation.direction == Direction.OUTBOUND
        return Conclusion(
            f"{talk.agent.name}: {said}",
            (Tag.FOLLOW_UP if outbound else Tag.GENERAL_INQUIRY,),
            {"answers": answers},
        )

    def _is_answer(self, talk: Talk, said: str) -> bool:
        """Whether it tells something; when asked again and again, whatever is said must do."""
        if says_something(said) or (is_yes(said) and _is_yes_no(self._question(talk))):
            return True
        return bool(said) and talk.state["repeats"] >= MOST_REPEATS

    @staticmethod
    def _question(talk: Talk) -> str:
        position = min(len(talk.state["answers"]), len(talk.state["questions"]) - 1)
        return talk.state["questions"][position]


def read_questions(prompt: str) -> list[str]:
    """The sentences of a prompt that are questions, in order, at most ten."""
    sentences = (sentence.strip() for sentence in SENTENCE_END.split(prompt))
    return [sentence for sentence in sentences if sentence.endswith("?") and len(sentence) > 1][:10]


def _is_yes_no(question: str) -> bool:
    """Whether "yes" is an answer to it: it doesn't begin with a question word."""
    return not re.match(r"(?:and )?(what|when|where|who|whose|which|why|how)\b", question, re.I)
