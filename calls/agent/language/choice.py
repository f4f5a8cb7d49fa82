"""Which language side a call gets."""

import os

from django.conf import settings

from calls.agent.language.builtin import BuiltIn
from calls.agent.language.interface import Language
from calls.models import CallingRules
from calls.services.rules import rules_of
from organizations.models import Organization

# An organization's rules may name a key, but no other secret of the process.
KEY_NAMES = "LOADLINE_LANGUAGE_KEY"


def language_for(organization: Organization) -> Language:
    """The model that the organization's rules of calling ask for, else the built-in rules.

    What the rules leave empty is the installation's own: its endpoint, its model, and with its endpoint its key.
    """
    rules = rules_of(organization)
    url = rules.language_model_url or settings.LANGUAGE_URL
    model = rules.language_model_name or settings.LANGUAGE_MODEL
    if not (rules.language_model_enabled and url and model):
        return BuiltIn()
    # Imported here: the client takes a moment to load, and few need it.
    from calls.agent.language.model import Deadlines, Endpoint, ModelLanguage  # noqa: PLC0415

    patience = settings.LANGUAGE_DEADLINE
    deadlines = Deadlines(first=patience, between=patience, total=3 * patience)
    return ModelLanguage(Endpoint(url=url, model=model, key=_key(rules), deadlines=deadlines))


def _key(rules: CallingRules) -> str:
    """The key for the endpoint: the one that is named, if it is a key for models; ours goes to our endpoint alone."""
    if rules.language_model_key_name.startswith(KEY_NAMES):
        return os.environ.get(rules.language_model_key_name, "")
    is_ours = rules.language_model_url in ("", settings.LANGUAGE_URL)
    return settings.LANGUAGE_KEY if is_ours else ""
