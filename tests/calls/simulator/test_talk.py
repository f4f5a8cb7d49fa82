"""The conversation over the relay socket: messages both ways, scripts, and what ends a session."""

import json

import pytest

from tests.exchange import running_exchange

pytestmark = pytest.mark.deep

US, THEM = "+13125550100", "+13125550142"

# The agent speaks, and again after a while in which keys may be pressed.
KEYS_TURN = [
    {"type": "text", "token": "Press your number.", "last": True},
    {"sleep": 0.1},
    {"type": "text", "token": "Thanks.", "last": True},
]


@pytest.fixture
def talk(sdk, exchange, app):
    """Hold a call of a script with the agent's turns; the finished call."""

    def talk(script=(), *, turns=("Hello there.",), attributes="", **twiml):
        app.talk = list(turns)
        if script is not None:
            exchange.subscriber(THEM, script=list(script))
        app.twiml["/twiml"] = app.relay_twiml(attributes=attributes, **twiml)
        call = sdk.calls.create(to=THEM, from_=US, url=f"{app.url}/twiml")
        return exchange.finished(sid=call.sid)

    return talk


def lines(call):
    return [(line["role"], line["text"]) for line in call["lines"]]


def kinds(app):
    return [message["type"] for message in app.heard]


def test_setup_says_who_is_on_the_line(talk, app):
    call = talk(children='<Parameter name="load" value="L-1"/>')
    setup = app.heard[0]
    assert setup["type"] == "setup"
    assert (setup["callSid"], setup["from"], setup["to"]) == (call["sid"], US, THEM)
    assert setup["direction"] == "outbound-api"
    assert setup["sessionId"].startswith("VX")
    assert setup["customParameters"] == {"load": "L-1"}
    assert app.signatures == [True]


def test_script_is_spoken_line_by_line_after_the_agents_turns(talk, app):
    call = talk(["First.", "Second."], turns=["One?", "Two?", "Three."])
    assert lines(call)[:5] == [
        ("agent", "One?"),
        ("carrier", "First."),
        ("agent", "Two?"),
        ("carrier", "Second."),
        ("agent", "Three."),
    ]
    assert app.heard[1] == {"type": "prompt", "voicePrompt": "First.", "lang": "en-US", "last": True}


def test_greeting_counts_as_the_agents_first_turn(talk, app):
    app.speaks_first = False
    call = talk(["Hi."], turns=[], attributes='welcomeGreeting="Welcome to Acme." language="es-US"')
    assert lines(call) == [("agent", "Welcome to Acme."), ("carrier", "Hi.")]
    assert app.heard[1]["lang"] == "es-US"


def test_two_sentences_in_a_row_are_one_turn(talk):
    turn = [{"type": "text", "token": text, "last": True} for text in ("One.", "Two.")]
    assert lines(talk(["Yes."], turns=[turn])) == [("agent", "One."), ("agent", "Two."), ("carrier", "Yes.")]


def test_silent_agent_is_asked_for_and_left_at_last(app):
    app.speaks_first = False
    app.talk = [[{"sleep": 0.5}], "Sorry."]
    app.twiml["/voice"] = app.relay_twiml()
    with running_exchange(voice_url=f"{app.url}/voice", patience=0.1) as impatient:
        call = impatient.finished(sid=impatient.inbound(to=US, persona="agreeable"))
    assert lines(call) == [("carrier", "Hello?"), ("carrier", "Hello, is anybody there?")]


def test_script_that_is_over_is_followed_by_five_brief_answers(talk):
    call = talk([], turns=["How about that?"] * 9)
    assert [text for role, text in lines(call) if role == "carrier"] == ["That's all I have."] * 5
    assert call["status"] == "completed"


def test_interruption_cuts_the_agents_words(talk, app):
    call = talk(
        ["Yes?", {"say": "Wait a minute.", "interrupt": True}], turns=["Hello.", "one two three four"]
    )
    assert lines(call)[2:4] == [("agent", "one two—"), ("carrier", "Wait a minute.")]
    interrupt = next(message for message in app.heard if message["type"] == "interrupt")
    assert interrupt["utteranceUntilInterrupt"] == "one two"
    assert interrupt["durationUntilInterruptMs"] == 700
    assert kinds(app)[:4] == ["setup", "prompt", "interrupt", "prompt"]


def test_uninterruptible_words_are_heard_out(talk, app):
    script = [{"say": "Wait.", "interrupt": True}]
    call = talk(script, turns=["one two three four"], attributes='interruptible="none"')
    assert lines(call) == [("agent", "one two three four"), ("carrier", "Wait.")]
    assert "interrupt" not in kinds(app)


def test_keys_are_sent_one_by_one_where_they_are_wanted(talk, app):
    call = talk([{"dtmf": "12#"}, {"hangup": True}], turns=[KEYS_TURN], attributes='dtmfDetection="true"')
    assert [message["digit"] for message in app.heard if message["type"] == "dtmf"] == ["1", "2", "#"]
    assert call["digits"] == "12#"


def test_keys_are_not_sent_without_detection(talk, app):
    assert talk([{"dtmf": "12"}, {"hangup": True}], turns=[KEYS_TURN])["digits"] == "12"
    assert "dtmf" not in kinds(app)


def test_carrier_hangs_up(talk, app, exchange):
    call = talk([{"hangup": True}], action="/ended")
    assert call["status"] == "completed"
    exchange.wait_for(lambda: kinds(app)[-1] == "disconnected")
    ended = exchange.wait_for(lambda: app.posts_to("/ended"))[0]
    assert (ended["SessionStatus"], ended["CallStatus"]) == ("completed", "completed")


def test_waiting_carrier_speaks_after_the_wait(talk):
    call = talk([{"wait": 0.2}, "Done."])
    assert lines(call) == [("agent", "Hello there."), ("carrier", "Done.")]


def test_carrier_is_silent_once_the_agent_has_ended(talk, app):
    turn = [{"type": "text", "token": "Good-bye.", "last": True}, {"sleep": 0.3}, {"type": "end"}]
    assert lines(talk([{"wait": 60}, "Too late."], turns=[turn])) == [("agent", "Good-bye.")]


def test_end_hands_over_to_the_action_with_its_data(talk, app):
    app.handoff = json.dumps({"reason": "transfer"})
    app.twiml["/ended"] = "<Response><Say>One moment.</Say></Response>"
    call = talk(["Yes."], action="/ended")
    ended = app.posts_to("/ended")[0]
    assert (ended["SessionStatus"], ended["HandoffData"]) == ("ended", app.handoff)
    assert ended["SessionId"].startswith("VX")
    assert ended["SessionDuration"] == "0"
    assert lines(call)[-1] == ("agent", "One moment.")


def test_without_action_the_next_verb_follows(talk):
    assert lines(talk(["Yes."], after="<Say>Thanks.</Say>"))[-1] == ("agent", "Thanks.")


def test_socket_closed_without_end_is_a_failure(talk, app):
    talk(turns=[[{"type": "text", "token": "Oops"}, {"close": True}]], action="/ended")
    ended = app.posts_to("/ended")[0]
    assert (ended["SessionStatus"], ended["ErrorCode"]) == ("failed", "64105")
    assert "HandoffData" not in ended


def test_socket_that_cannot_be_opened_is_a_failure(sdk, exchange, app):
    app.twiml["/twiml"] = app.relay_twiml(action="/ended").replace("/relay", "/nothing")
    exchange.finished(sid=sdk.calls.create(to=THEM, from_=US, url=f"{app.url}/twiml").sid)
    assert app.posts_to("/ended")[0]["ErrorCode"] == "64102"


def test_unanswered_words_are_said_again_after_a_lost_line(talk, app):
    app.twiml["/again"] = app.relay_twiml()
    turn = [{"type": "text", "token": "Hello.", "last": True}]
    call = talk(["My MC is 12.", "Bye."], turns=[turn, [{"close": True}]], action="/again")
    assert app.sessions == 2
    assert [text for role, text in lines(call) if role == "carrier"][:2] == ["My MC is 12.", "My MC is 12."]


def test_senseless_messages_are_answered_with_an_error(talk, app):
    talk(turns=[[{"raw": "{"}, {"type": "text"}, {"type": "text", "token": "Hi.", "last": True}]])
    assert kinds(app)[1:3] == ["error", "error"]


def test_agent_presses_keys_and_changes_the_language(talk, app):
    turn = [
        {"type": "sendDigits", "digits": "1w2"},
        {"type": "language", "ttsLanguage": "es-MX", "transcriptionLanguage": "es-MX"},
        {"type": "text", "token": "Hola.", "last": True},
    ]
    assert talk(["Hola."], turns=[turn])["digits"] == "12"
    assert app.heard[1]["lang"] == "es-MX"


def test_people_take_their_time(sdk, exchange, app):
    exchange.subscriber(THEM, script=["one two three"], pace=0.05, ringSeconds=0)
    app.twiml["/twiml"] = app.relay_twiml()
    app.talk = ["one two three four"]
    call = exchange.finished(sid=sdk.calls.create(to=THEM, from_=US, url=f"{app.url}/twiml").sid)
    first, second = (float(line["at"][-7:-1]) for line in call["lines"])
    assert (second - first) % 60 >= 0.15
