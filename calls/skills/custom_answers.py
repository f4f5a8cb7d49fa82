"""What an answer on a custom call is: something told, something asked, or what was said before taken back. Pure."""

import re
from dataclasses import replace
from typing import Any

from calls.language import questions
from calls.language.desk import asked_outright, asks_which
from calls.language.reading import NOISE, Act, Expecting, Listening, Question, Reading, Topic
from calls.language.understanding import understand
from calls.skill import Talk
from calls.skills import proposed_time
from calls.skills.answering import OF_APPOINTMENT, asked, is_meant, is_only_question
from calls.skills.proposed_time import QUESTION_WORD, asks_if_it_suits, is_about_time

MAX_BARE = 2  # words of a bare yes or no
REQUESTS = frozenset({Topic.FLEXIBILITY})
OF_TIME = {Topic.OTHER, *OF_APPOINTMENT, *REQUESTS}  # as what a wish for another time may be read


def tells_something(meant: Reading, question: dict[str, Any]) -> bool:
    """Whether it tells something: more than small talk, and a bare yes or no only where that is asked."""
    if not any(character.isalnum() for character in meant.text):
        return False
    is_short = len(meant.text.split()) < questions.MIN_STATEMENT
    acts = {act for act in meant.acts if is_short or act not in NOISE & meant.unsure} - {Act.ASKS, Act.LEAVES}
    if acts & {Act.YES, Act.NO, Act.AGREES} and not QUESTION_WORD.match(question["question"]):
        # "Gate", said by whoever picks up, is no yes.
        return len(meant.text.split()) > MAX_BARE or questions.says_yes_or_no(meant.text)
    if only_leaves(meant) or (acts and acts <= NOISE and not meant.tells_fact):
        return False
    is_bare = bool(acts) and acts <= {*NOISE, Act.YES, Act.NO} and not meant.tells_fact
    return not is_bare or len(meant.text.split()) > MAX_BARE


def only_asks(talk: Talk, meant: Reading, question: dict[str, Any]) -> bool:
    """Whether it asks, and tells nothing beside; a wish for another time tells that this one doesn't suit."""
    is_unknown = is_about_time(question) and Topic.APPOINTMENT in asked_outright(meant.text)
    is_told = questions.refuses(meant.text) or questions.fits(meant.text) or questions.names_time(meant.text)
    if is_unknown and not is_told:
        return True  # "yes, the load is here, but when do you have it down for"
    if not is_only_question(meant):
        return False
    if questions.takes_back(meant.text):
        return True
    is_fine = questions.fits(meant.text) or proposed_time.keeps(meant, question)
    if asks_if_it_suits(question) and is_fine and not meant.has(Act.UNSURE):
        return False  # "five to nine is fine, but who do I call if he doesn't show"
    if asks_if_it_suits(question) and not (
        questions.says_yes_or_no(meant.text) or proposed_time.is_counter(meant) or meant.day or meant.time
    ):
        return True  # "without a PO I can't look it up, give me the shipper"
    if is_about_time(question) and questions.wants_it_moved(meant.text):
        return False
    told = meant.text, talk.language, question["question"]
    is_told = questions.is_statement(*told) or questions.tells_before_asking(*told)
    is_listed = set(meant.acts) == {Act.ASKS} and questions.lists_before_asking(*told)
    return not (is_told or is_listed)


def tells_nothing(meant: Reading, question: dict[str, Any]) -> bool:
    """Whether a model hears that they don't know, or won't tell: they aren't asked again, but for what suits."""
    if not meant.is_by_model or is_about_time(question) or asked(meant):
        return False
    is_refused = bool(QUESTION_WORD.match(question["question"])) and meant.has(
        Act.NO, Act.REFUSES, Act.DECLINES
    )
    return is_refused or meant.has(Act.UNSURE, Act.ASK_OTHER)


def can_not_tell_now(meant: Reading, question: dict[str, Any], listening: Listening) -> Reading | None:
    """The reading of who can't tell whether it suits, and says why or until when: with when to call them; else None."""
    is_heard = meant.is_by_model and is_about_time(question) and meant.is_sure_of(Act.UNSURE)
    if not is_heard or meant.answer or asked(meant) or meant.has(Act.HOLDS, Act.ASK_OTHER):
        return None
    moment = meant.time or understand(meant.text, replace(listening, expecting=Expecting.CALLBACK)).time
    if moment is None or moment <= listening.now:
        return replace(meant, time=None, day=None) if meant.note else None
    return replace(meant, time=moment)


def asked_beside(meant: Reading) -> tuple[Question, ...]:
    """What is asked of something else than the time that is told with it."""
    is_other = meant.is_by_model and not asks_which(meant.text)
    is_other = is_other or bool(questions.asked_last(meant.text))
    of_time = OF_TIME - {Topic.OTHER} if is_other else OF_TIME
    return tuple(each for each in asked(meant) if each.topic not in of_time)


def taken_back(state: dict[str, Any], meant: Reading, question: dict[str, Any]) -> int | None:
    """Which of the answers is taken back, by its position; None where none is."""
    answered = len(state["answers"])
    if not answered:
        return None
    if questions.takes_back(meant.text):
        return answered - 1
    if is_about_time(question):
        return None
    is_no = questions.refuses(meant.text) and questions.is_of_before(meant.text)
    is_wish = meant.asks(*REQUESTS) and questions.wants_it_moved(meant.text) and not state.get("is_moved")
    suiting = [place for place, each in enumerate(state["questions"][:answered]) if is_about_time(each)]
    return suiting[-1] if (is_no or is_wish) and suiting else None


def sends_us_on(state: dict[str, Any], meant: Reading) -> bool:
    """Whether somebody else is to be asked."""
    named = meant.has(Act.WANTS_PERSON, Act.ASK_OTHER) and questions.sends_us_on(meant.text)
    return named or is_meant(state, meant, Act.ASK_OTHER)


def only_wants_language(meant: Reading) -> bool:
    """Whether another language is asked for, and nothing told."""
    rest = set(meant.acts) - NOISE - {Act.YES, Act.NO, Act.UNSURE, Act.ASKS}
    return meant.has(Act.WANTS_SPANISH, Act.WANTS_ENGLISH) and not (
        rest or meant.answer or replace(meant, note="").tells_fact
    )


def only_leaves(meant: Reading) -> bool:
    """Whether there is next to nothing in it beside taking leave: "well Tuesday at nine then" isn't."""
    if not meant.has(Act.LEAVES) or meant.day or meant.time:
        return False
    if len(meant.spans) != len(meant.acts):
        return set(meant.acts) <= NOISE | {Act.LEAVES, Act.YES, Act.NO}
    start, end = meant.spans[meant.acts.index(Act.LEAVES)]
    rest = f"{meant.text[:start]} {meant.text[end:]}"
    return len(re.findall(r"\w+", rest)) < MAX_BARE
