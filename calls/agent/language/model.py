"""The language side by a model, behind any OpenAI-compatible chat endpoint.

It decides nothing. It puts lines in other words, which the guardrail reads before they leave, and is asked what was
meant where the built-in understanding found nothing. Whatever fails, is late or breaks a rule: the built-in answer.
"""

import functools
import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import openai

from calls.agent.language import prompts
from calls.agent.language.builtin import BuiltIn
from calls.agent.language.guard import Guard, guarded
from calls.agent.language.guardrail import allowed_by, spoken_in
from calls.agent.language.interface import Spoken
from calls.agent.language.stream import Deadlines, ModelFailed, Pieces
from calls.agent.meaning import Expecting, Intent, Listening, Meaning, Topic
from calls.agent.skill import Reply

logger = logging.getLogger(__name__)

MOST_TOKENS = 220
MOST_INTENTS = 3
LONGEST_ANSWER = 2_000  # characters of JSON
# No line may hold it, so one that breaks off is turned away from there on.
CUT = "\N{REPLACEMENT CHARACTER}"
# A line of fewer words isn't worth a model's time ("Good-bye.").
FEWEST_WORDS = 4


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the model is."""

    url: str
    model: str
    key: str
    deadlines: Deadlines


class ModelLanguage:
    """Phrases with a model under the guardrail; understands with rules first."""

    is_instant = False

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self.built_in = BuiltIn()

    def understand(self, heard: str, listening: Listening) -> Meaning:
        """The built-in reading; where it found nothing, also what the model makes of it: intents and topics alone."""
        meaning = self.built_in.understand(heard, listening)
        if listening.expecting == Expecting.ANYTHING or not _is_empty(meaning):
            return meaning
        try:
            answer = self._ask(prompts.to_understand(heard, listening))
        except ModelFailed as error:
            logger.warning("The language model didn't understand: %s", error)
            return meaning
        return _merged(meaning, answer)

    def phrase(self, reply: Reply, talk: Sequence[Spoken]) -> Iterator[str]:
        """The reply in the model's words as far as they may be said; the reply's own text in place of the rest."""
        if len(reply.text.split()) < FEWEST_WORDS:
            yield from self.built_in.phrase(reply, talk)
            return
        # A reply names a language only where it switches; its own words always tell.
        language = spoken_in(reply.text)
        guard = Guard(allowed_by(reply, language))
        yield from guarded(self._words(prompts.to_phrase(reply, talk, guard.limits)), reply.text, guard)
        if not guard.verdict.is_ok:
            logger.warning("The language model's line was replaced: %s", guard.verdict.reason)

    def _words(self, messages: prompts.Messages) -> Iterator[str]:
        """The model's words; where it fails they just end, and what is missing then is for the guard to find."""
        try:
            yield from self._stream(messages, temperature=0.6)
        except ModelFailed as error:
            logger.warning("The language model failed: %s", error)
            yield CUT

    def _ask(self, messages: prompts.Messages) -> Any:
        """The model's JSON answer."""
        text = ""
        for piece in self._stream(messages, temperature=0, response_format={"type": "json_object"}):
            text += piece
            if len(text) > LONGEST_ANSWER:
                raise ModelFailed("endless answer")
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise ModelFailed("no JSON") from None

    def _stream(self, messages: prompts.Messages, **more: Any) -> Iterator[str]:
        client = _client(self.endpoint.url, self.endpoint.key, self.endpoint.deadlines.total)
        request = {"model": self.endpoint.model, "messages": messages, "max_tokens": MOST_TOKENS} | more
        yield from Pieces(client, self.endpoint.deadlines, **request)


@functools.lru_cache(maxsize=8)
def _client(url: str, key: str, timeout: float) -> openai.OpenAI:
    """One client an endpoint, whose connections all calls of this process share. It never tries twice: nobody waits."""
    return openai.OpenAI(base_url=url, api_key=key or "none", max_retries=0, timeout=timeout)


def _is_empty(meaning: Meaning) -> bool:
    """Whether nothing was understood."""
    return meaning == Meaning(text=meaning.text, language=meaning.language)


def _merged(meaning: Meaning, answer: Any) -> Meaning:
    """The meaning with what the model may add: known intents and topics, and a reason in the caller's own words."""
    if not isinstance(answer, dict):
        return meaning
    intents = _known(Intent, answer.get("intents"))
    topics = _known(Topic, answer.get("topics"))
    reason = answer.get("reason")
    if not isinstance(reason, str) or reason.strip().casefold() not in meaning.text.casefold():
        reason = ""
    return replace(
        meaning,
        intents=frozenset(Intent(each) for each in intents),
        topics=frozenset(Topic(each) for each in topics),
        reason=reason.strip(),
    )


def _known(words: type[Intent] | type[Topic], given: Any) -> list[str]:
    """Those of the given words that are known; none where there are too many to be meant."""
    if not isinstance(given, list):
        return []
    known = [each for each in given if isinstance(each, str) and each in set(words)]
    return known if len(known) <= MOST_INTENTS else []
