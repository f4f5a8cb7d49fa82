import pytest

from calls import turns
from calls.language.reading import Spoken
from calls.language.sentiment import sentiment_of
from calls.services import outcomes
from calls.states import CallStatus
from tests.factories import NOW, AgentFactory, CallFactory


def mood(*words, role="caller"):
    return sentiment_of([Spoken(role, each) for each in words])


@pytest.mark.parametrize(
    "words",
    [
        ["Yeah, sounds good.", "Perfect, thanks, appreciate it."],
        ["That works for me, great."],
        ["Perfecto, muy bien.", "Gracias, con gusto."],
    ],
)
def test_pleased_callers_are_positive(words):
    assert mood(*words) == "positive"


@pytest.mark.parametrize(
    "words",
    [
        ["That's ridiculous, you're wasting my time."],
        ["This is a joke.", "Stop calling me."],
        ["Great, thanks.", "What? That's an insult. Are you kidding me?"],
        ["Es una burla, no me llamen más."],
    ],
)
def test_angry_callers_are_negative(words):
    assert mood(*words) == "negative"


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["I'm in Macon.", "At six."],
        ["Hello?", "Thanks, bye."][:1],
        ["I'd need twenty-four fifty on that."],
        ["No, thanks, I'm not happy with that either way."],
        ["No thank you."],
        [
            "Great, thanks for calling.",
            "That doesn't work, I appreciate it though. Perfect, have a great day.",
        ],
        ["No me conviene, muy amable.", "Gracias, perfecto."],
        ["…", "", "🚚"],
    ],
)
def test_plain_talk_is_neutral(words):
    assert mood(*words) == "neutral"


def test_mood_is_the_callers_alone():
    assert mood("That's ridiculous, a waste of time, a joke.", role="agent") == "neutral"


def test_end_of_a_talk_weighs_most():
    assert mood("Thank you.", "ok", "This is ridiculous") == "negative"


def test_mood_stands_in_what_was_extracted(in_acme):
    call = CallFactory(
        organization=in_acme,
        conversation__agent=AgentFactory(organization=in_acme),
        status=CallStatus.ANSWERED,
    )
    turns.begin(call, at=NOW)
    turns.hear(call, "This is ridiculous, you're wasting my time.", at=NOW)

    assert outcomes.conclude(call, at=NOW).extracted["sentiment"] == "negative"


def test_whoever_refused_is_not_pleased_however_polite():
    words = [Spoken("caller", "I need eighty-five hundred."), Spoken("caller", "Great, thanks, perfect.")]

    assert sentiment_of(words) == "positive"
    assert sentiment_of(words, has_refused=True) == "neutral"


def test_yes_after_a_no_is_a_yes():
    assert mood("That won't work.", "Alright, that works for me, great. Perfect.") == "positive"
