"""Turns that take their time or come by two sockets, how they are kept, what they cost."""

import pytest

from calls import turns
from calls.language.understanding import BuiltIn
from calls.models import Turn
from calls.services import steps
from tests.calls.manners.scripted import Scripted, state_of
from tests.factories import NOW

pytestmark = pytest.mark.usefixtures("prompted")


# A language that takes its time


class Slow(Scripted):
    """Understands outside of any lock; `meanwhile` happens then."""

    is_instant = False

    def __init__(self, meanwhile=lambda: None, **meanings):
        super().__init__(**meanings)
        self.meanwhile = meanwhile

    def understand(self, heard, listening):
        self.meanwhile()
        return super().understand(heard, listening)


def test_words_are_written_before_they_are_understood(answered, fresh):
    turns.begin(fresh(answered), at=NOW)
    seen = []

    def look():
        seen.extend(Turn.objects.order_by("position").values_list("text", flat=True)[1:])

    reply = turns.hear(fresh(answered), "Yes", at=NOW, language=Slow(look))

    assert seen == ["Yes"]
    assert reply.text == "Thanks. Which dock is it?"


def test_answer_to_a_call_that_has_ended_meanwhile_is_its_end(answered, fresh):
    turns.begin(fresh(answered), at=NOW)

    def end():
        answered.status = "COMPLETED"
        answered.save(update_fields=["status"])

    assert turns.hear(fresh(answered), "Yes", at=NOW, language=Slow(end)) == turns.OVER
    assert state_of(answered, fresh)["answers"] == []


def test_words_that_were_overtaken_are_kept_and_not_answered(answered, fresh):
    turns.begin(fresh(answered), at=NOW)
    faster = Scripted()

    def overtake():
        turns.hear(fresh(answered), "Sure it does", at=NOW, language=faster)

    assert turns.hear(fresh(answered), "Yes", at=NOW, language=Slow(overtake)) == turns.SILENCE
    assert [each["answer"] for each in state_of(answered, fresh)["answers"]] == ["Sure it does"]
    assert list(Turn.objects.order_by("position").values_list("text", flat=True))[1:3] == [
        "Yes",
        "Sure it does",
    ]


# What is kept


def test_turn_is_corrected_to_what_was_said(answered, fresh):
    turns.begin(fresh(answered), at=NOW)

    turns.correct(fresh(answered), "Hey Dana, does it stand?")

    assert Turn.objects.get().text == "Hey Dana, does it stand?"
    assert not Turn.objects.get().is_interrupted


def test_dialogue_is_told_without_the_line_to_be_said(answered, fresh, say):
    say("Yes")

    assert [spoken.text for spoken in turns.dialogue(fresh(answered))][1:] == ["Yes"]


# Two sockets


def test_newer_socket_takes_over(answered, fresh):
    turns.begin(fresh(answered), at=NOW, socket="old")
    turns.begin(fresh(answered), at=NOW, socket="new")

    with pytest.raises(steps.Superseded):
        turns.hear(fresh(answered), "Yes", at=NOW, socket="old")
    assert turns.hear(fresh(answered), "Yes", at=NOW, socket="new").text == "Thanks. Which dock is it?"


# What a turn costs


def test_turn_takes_two_queries(answered, fresh, django_assert_num_queries):
    turns.begin(answered, at=NOW)
    language = BuiltIn()

    with django_assert_num_queries(4):  # two of them the savepoint that stands for the transaction
        turns.hear(answered, "Yes", at=NOW, language=language)
