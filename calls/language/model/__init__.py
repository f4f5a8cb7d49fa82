"""A language model behind an OpenAI-compatible service, held to the words; docs/agent.md tells what it may."""

from calls.language.model.service import (
    Endpoint,
    ModelLanguage,
    candidates_of,
    language_for,
    to_phrase,
    validated,
)

__all__ = ("Endpoint", "ModelLanguage", "candidates_of", "language_for", "to_phrase", "validated")
