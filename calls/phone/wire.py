"""The relay's messages: what the provider sends, read without trusting it, and what we send."""

import json
from typing import Any

from calls.agent import runtime
from calls.language.speech import Reply

KEYS = frozenset("0123456789*#")


def parse(text: str) -> dict[str, Any]:
    """A message; empty where it is none."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def text_of(message: dict[str, Any], name: str) -> str:
    """A field of a message, where it is a text."""
    value = message.get(name)
    return runtime.storable(value) if isinstance(value, str) else ""


def key_of(message: dict[str, Any]) -> str:
    """The key that was pressed; empty where it is none."""
    key = text_of(message, "digit")
    return key if key in KEYS else ""


def words(token: str, *, is_last: bool, is_interruptible: bool = True, is_preemptible: bool = False) -> str:
    """Something to say, or a piece of it."""
    message: dict[str, Any] = {"type": "text", "token": token, "last": is_last}
    if not is_interruptible:
        message["interruptible"] = False
    if is_preemptible:
        message["preemptible"] = True
    return json.dumps(message)


def language(locale: str) -> str:
    """Speak and understand another language from now on."""
    return json.dumps({"type": "language", "ttsLanguage": locale, "transcriptionLanguage": locale})


def end(reply: Reply) -> str:
    """The conversation is over, or goes on with a person: the reason is for whoever reads logs."""
    reason = "transfer" if reply.transfer else "finished"
    return json.dumps({"type": "end", "handoffData": json.dumps({"reason": reason})})
