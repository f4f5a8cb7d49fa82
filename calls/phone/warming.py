"""What a fresh process would do at the cost of whoever speaks first: modules and tables that load when used."""

from django.conf import settings
from django.utils import timezone

from calls.agent.skill import skill_for
from calls.language.reading import Expecting, Listening
from calls.language.understanding import BuiltIn

WORDS = {
    "en": "Call me back tomorrow at two, I need twenty-four fifty",
    "es": "mañana a las dos, por dos mil",
}


def warm_up() -> None:
    """Load every skill, and understand a sentence in each language."""
    now = timezone.now().replace(tzinfo=None)
    for purpose in settings.CONVERSATION_SKILLS:
        skill_for(purpose)
    for language, words in WORDS.items():
        for expecting in Expecting:
            BuiltIn().understand(words, Listening(expecting=expecting, now=now, language=language))
