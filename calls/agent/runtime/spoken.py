"""What was really said and heard: the turns that were stored before a word left are set right."""

from django.db import transaction

from calls.agent.runtime.turns import LONGEST_UTTERANCE, storable
from calls.language.understanding import Spoken
from calls.models import Call, Conversation, Turn
from calls.states import Role

MAX_TURNS = 30  # that a model is told of


def dialogue(call: Call) -> tuple[Spoken, ...]:
    """The talk so far, as far as a model needs to know it, without the agent's turn that is to be phrased."""
    turns = Turn.objects.filter(conversation=call.pk).order_by("-position")[: MAX_TURNS + 1]
    said = [Spoken(turn.role, turn.text) for turn in turns]
    return tuple(reversed(said[1:] if said and said[0].role == Role.AGENT else said))


def correct(call: Call, said: str) -> None:
    """The agent's last turn was put in these words."""
    _amend(call, storable(said).strip()[:LONGEST_UTTERANCE], is_interrupted=False)


def interrupt(call: Call, said: str) -> None:
    """The other side cut in: of the agent's last turn only `said` was heard."""
    _amend(call, storable(said).strip()[:LONGEST_UTTERANCE], is_interrupted=True)


def _amend(call: Call, said: str, *, is_interrupted: bool) -> None:
    with transaction.atomic():
        Conversation.objects.select_for_update(no_key=True).only("pk").get(pk=call.pk)
        turns = Turn.objects.filter(conversation=call.pk, role=Role.AGENT)
        last = turns.order_by("position").last()
        if last is not None and not last.is_interrupted:
            last.text, last.is_interrupted = said or last.text, is_interrupted
            last.save(update_fields=["text", "is_interrupted"])
