"""The control side: carriers who call, subscribers, faults, forgetting."""

import time

import pytest
import requests

from calls.simulator.personas import make_persona
from calls.simulator.speech import digits_of

pytestmark = pytest.mark.deep

US, THEM = "+13125550100", "+13125550142"
HANG_UP = "<Response><Hangup/></Response>"


def test_carrier_calls_a_registered_number(sdk, exchange, app):
    app.twiml["/mine"] = app.relay_twiml(action="/phone/calls/ref-9/relay-ended")
    app.talk = ["Acme, how can I help?"]
    sdk.incoming_phone_numbers.create(
        phone_number=US, voice_url=f"{app.url}/mine", status_callback=f"{app.url}/over"
    )
    sid = exchange.inbound(to=US, from_=THEM, callerName="Joe", script=["I have a truck in Dallas."])
    call = exchange.finished(sid=sid)
    assert (call["direction"], call["from"], call["to"]) == ("inbound", THEM, US)
    assert [line["text"] for line in call["lines"]] == ["Acme, how can I help?", "I have a truck in Dallas."]
    assert call["reference"] == "ref-9"
    asked = app.posts_to("/mine")[0]
    assert (asked["CallStatus"], asked["Direction"], asked["CallerName"]) == ("ringing", "inbound", "Joe")
    assert (app.heard[0]["direction"], app.heard[0]["callerName"]) == ("inbound", "Joe")
    assert exchange.wait_for(lambda: app.posts_to("/over"))[0]["CallStatus"] == "completed"


def test_unregistered_number_is_answered_at_the_default_voice_url(exchange, app):
    app.twiml["/voice"] = "<Response><Say>Hello</Say></Response>"
    call = exchange.finished(sid=exchange.inbound(to=US, persona="agreeable"))
    assert call["lines"][0]["text"] == "Hello"


@pytest.mark.parametrize(("reason", "status"), [("busy", "busy"), ("rejected", "no-answer")])
def test_rejected_call_was_never_answered(exchange, app, reason, status):
    app.twiml["/voice"] = f'<Response><Reject reason="{reason}"/></Response>'
    assert exchange.finished(sid=exchange.inbound(to=US))["status"] == status


def test_call_shows_exactly_these_fields(sdk, exchange):
    call = exchange.finished(sid=sdk.calls.create(to=THEM, from_=US, twiml=HANG_UP).sid)
    assert list(call) == [
        "sid", "direction", "from", "to", "status", "reference", "startedAt", "endedAt", "lines", "digits",
        "transferredTo",
    ]  # fmt: skip
    assert call["direction"] == "outbound"


def test_calls_are_found_by_the_number_called(sdk, exchange):
    sdk.calls.create(to=THEM, from_=US, twiml=HANG_UP)
    assert len(exchange.calls(to="(312) 555-0142")) == 1
    assert len(exchange.http.get(f"/exchange/calls?to={THEM}").json()) == 1
    assert exchange.calls(to="+13125550199") == []


def test_persona_calls_from_its_own_phone_about_its_load(exchange, app):
    app.twiml["/voice"] = app.relay_twiml()
    app.talk = ["Can I get your MC number?", "How can I help you?"]
    about = {"load": "48213", "lane": ["Dallas, TX", "Atlanta, GA"], "rate": 2400, "equipment": "reefer"}
    call = exchange.finished(sid=exchange.inbound(to=US, from_=None, persona="haggler", seed=3, about=about))
    persona = make_persona("haggler", seed=3, about=about)
    assert call["from"] == persona.phone == app.heard[0]["from"]
    assert [line["text"] for line in call["lines"]][1::2] == [
        persona.reply(app.talk[0])[0].text,
        persona.reply(app.talk[1])[0].text,
    ]


def test_persona_may_be_called_about_its_load(sdk, exchange, app):
    about = {"load": "48213", "lane": None, "rate": None, "equipment": None}
    assert exchange.subscriber(THEM, persona="agreeable", about={"load": "48213"})["about"] == about
    app.twiml["/voice"] = app.relay_twiml()
    app.talk = ["Which load is it?"]
    call = exchange.finished(sid=sdk.calls.create(to=THEM, from_=US, url=f"{app.url}/voice").sid)
    assert digits_of(call["lines"][1]["text"]).endswith(("48213", "213"))


def test_spanish_speaker_is_recognised_as_one(exchange, app):
    app.twiml["/voice"] = app.relay_twiml()
    app.talk = ["Thank you for calling Acme."]
    exchange.finished(sid=exchange.inbound(to=US, from_=None, persona="spanish"))
    assert app.heard[1]["lang"] == "es-US"


def test_bad_line_sends_sentences_in_pieces(exchange, app):
    app.twiml["/voice"] = app.relay_twiml()
    app.talk = ["Can I get your MC number?", "Is that right?", "Which load?", "Do you have a dry van?"]
    exchange.finished(sid=exchange.inbound(to=US, from_=None, persona="bad_line", about={"load": "48213"}))
    prompts = [message for message in app.heard if message["type"] == "prompt"]
    assert {message["last"] for message in prompts} == {True, False}


def test_many_talk_at_once(exchange, app):
    app.twiml["/voice"] = app.relay_twiml()
    app.talk = [
        "Can I get your MC number?",
        "Which load?",
        "I have $1,500 on this one. Does that work?",
        "Bye.",
    ]
    sids = [
        exchange.inbound(to=US, from_=None, persona="haggler", about={"load": "48213"}) for _ in range(60)
    ]
    exchange.wait_for(lambda: exchange.http.get("/exchange").json()["live"] == 0)
    calls = exchange.calls()
    assert {call["sid"] for call in calls} == set(sids)
    assert {call["status"] for call in calls} == {"completed"}
    assert all(len(call["lines"]) >= 7 for call in calls)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"to": US}, "from"),
        ({"from": THEM}, "to"),
        ({"from": THEM, "to": "12"}, "to"),
        ({"from": THEM, "to": US, "persona": "nobody"}, "persona"),
        ({"from": THEM, "to": US, "persona": "agreeable", "script": []}, "script"),
        ({"from": THEM, "to": US, "script": "Hello"}, "script"),
        ({"from": THEM, "to": US, "script": [{"dtmf": "x"}]}, "script"),
        ({"from": THEM, "to": US, "script": [{"say": ""}]}, "script"),
        ({"from": THEM, "to": US, "script": [{"hangup": False}]}, "script"),
        ({"from": THEM, "to": US, "script": [{"wait": True}]}, "script"),
        ({"from": THEM, "to": US, "pace": -1}, "pace"),
        ({"from": THEM, "to": US, "pace": "fast"}, "pace"),
        ({"from": THEM, "to": US, "colour": "red"}, "colour"),
        ({"from": THEM, "to": US, "about": {"lane": ["Dallas"]}}, "about"),
        ({"from": THEM, "to": US, "about": {"colour": "red"}}, "about"),
        ({"to": US, "script": ["Hi."]}, "from"),
    ],
)
def test_invalid_inbound_calls_are_refused_by_field(exchange, body, field):
    response = exchange.http.post("/exchange/inbound", json=body)
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == [field]
    assert field in response.json()["error"]


@pytest.mark.parametrize("body", [b"{", b"[]", b'"x"', b"\xff"])
def test_bodies_that_are_no_object_are_refused(exchange, body):
    assert exchange.http.post("/exchange/inbound", content=body).status_code == 400


def test_subscriber_number_must_be_one(exchange):
    response = exchange.http.put("/exchange/subscribers/12", json={})
    assert response.json()["errors"][0]["field"] == "number"


@pytest.mark.parametrize(
    "body",
    [
        {"createCall": {"mode": "explode"}},
        {"createCall": {}},
        {"callbacks": {"mode": "lost", "times": 0}},
        {"relay": {"mode": "drop"}},
        {"mail": {}},
    ],
)
def test_invalid_faults_are_refused(exchange, body):
    assert exchange.http.post("/exchange/faults", json=body).status_code == 400
    assert set(exchange.http.get("/exchange/faults").json().values()) == {None}


def test_forgetting_ends_live_calls_and_empties_everything(sdk, exchange, app):
    app.twiml["/voice"] = app.relay_twiml(action="/ended")
    app.talk = ["Hello"]
    exchange.inbound(to=US, script=[{"wait": 60}])
    exchange.wait_for(lambda: app.heard)
    sdk.incoming_phone_numbers.create(phone_number=US, voice_url=f"{app.url}/voice")
    exchange.faults(createCall={"mode": "500"})
    exchange.forget()
    assert (exchange.calls(), sdk.calls.list(), sdk.incoming_phone_numbers.list()) == ([], [], [])
    exchange.wait_for(lambda: app.heard[-1]["type"] == "disconnected")
    assert sdk.calls.create(to=THEM, from_=US, twiml=HANG_UP).sid


def test_accepted_call_is_placed_though_the_answer_is_dropped(exchange):
    exchange.faults(createCall={"mode": "accept_then_drop", "times": 1})
    sdk = exchange.client(max_retries=0)
    with pytest.raises(requests.exceptions.ConnectionError):
        sdk.calls.create(to=THEM, from_=US, twiml=HANG_UP)
    assert exchange.finished(to=THEM)["status"] == "completed"
    sdk.calls.create(to=THEM, from_=US, twiml=HANG_UP)
    assert len(exchange.calls()) == 2


def test_delayed_answer_comes_after_the_clients_patience(exchange):
    exchange.faults(createCall={"mode": "delay", "seconds": 3})
    with pytest.raises(requests.exceptions.ReadTimeout):
        exchange.client(timeout=0.2).calls.create(to=THEM, from_=US, twiml=HANG_UP)
    assert exchange.finished(to=THEM)["status"] == "completed"


@pytest.mark.parametrize(("mode", "code"), [("429", 20429), ("500", 20500)])
def test_refused_creation_places_nothing(sdk, exchange, mode, code):
    exchange.faults(createCall={"mode": mode, "times": 2})
    for _ in range(2):
        with pytest.raises(Exception, match="HTTP") as refusal:
            sdk.calls.create(to=THEM, from_=US, twiml=HANG_UP)
        assert (refusal.value.status, refusal.value.code) == (int(mode), code)
    assert exchange.calls() == []
    assert sdk.calls.create(to=THEM, from_=US, twiml=HANG_UP).status == "queued"


def sequences(sdk, exchange, app, count):
    """The sequence numbers of a call's callbacks as they arrived, `count` of them."""
    call = sdk.calls.create(
        to=THEM,
        from_=US,
        twiml=HANG_UP,
        status_callback=f"{app.url}/status",
        status_callback_event=["initiated", "ringing", "answered", "completed"],
    )
    exchange.finished(sid=call.sid)
    if count:
        exchange.wait_for(lambda: len(app.posts_to("/status")) >= count)
    else:
        time.sleep(0.2)
    return "".join(post["SequenceNumber"] for post in app.posts_to("/status"))


def test_callbacks_are_duplicated(sdk, exchange, app):
    exchange.faults(callbacks={"mode": "duplicate", "times": 3})
    assert sequences(sdk, exchange, app, 7) == "0011223"


def test_callbacks_are_shuffled(sdk, exchange, app):
    exchange.faults(callbacks={"mode": "shuffle"})
    assert sequences(sdk, exchange, app, 4) == "1032"


def test_callbacks_are_lost(sdk, exchange, app):
    exchange.faults(callbacks={"mode": "lost"})
    assert sequences(sdk, exchange, app, 0) == ""
    exchange.faults(callbacks=None)
    assert sequences(sdk, exchange, app, 4) == "0123"


def test_callbacks_are_late(sdk, exchange, app):
    exchange.faults(callbacks={"mode": "late", "seconds": 0.3})
    began = time.monotonic()
    assert sequences(sdk, exchange, app, 4) == "0123"
    assert time.monotonic() - began >= 0.3


def test_relay_is_dropped_after_the_agents_turns(exchange, app):
    app.twiml |= {"/voice": app.relay_twiml(action="/again"), "/again": app.relay_twiml(action="/over")}
    app.talk = ["One.", "Two.", "Three."]
    exchange.faults(relay={"mode": "drop", "afterTurns": 2})
    call = exchange.finished(sid=exchange.inbound(to=US, script=["A.", "B.", "C.", "D."]))
    assert app.sessions == 2
    assert app.posts_to("/again")[0]["ErrorCode"] == "64105"
    assert app.posts_to("/over")[0]["SessionStatus"] == "ended"
    assert [line["text"] for line in call["lines"]] == [
        "One.",
        "A.",
        "Two.",
        "One.",
        "B.",
        "Two.",
        "C.",
        "Three.",
        "D.",
    ]


def test_exchange_tells_what_it_is(exchange):
    shown = exchange.http.get("/exchange").json()
    assert shown["pace"] == 0
    assert {"agreeable", "driver_on_time", "voicemail"} <= set(shown["personas"])


def test_only_the_newest_finished_calls_are_kept(sdk, exchange, monkeypatch):
    monkeypatch.setattr("calls.simulator.network.KEPT_CALLS", 3)
    sids = []
    for _ in range(5):
        sids.append(sdk.calls.create(to=THEM, from_=US, twiml=HANG_UP).sid)
        exchange.finished(sid=sids[-1])
    assert [call["sid"] for call in exchange.calls()] == sids[2:]


def test_log_shows_no_whole_number(sdk, exchange, caplog):
    caplog.set_level("INFO", logger="calls.simulator")
    exchange.subscriber(THEM, answer="busy")
    exchange.finished(sid=sdk.calls.create(to=THEM, from_=US, twiml=HANG_UP).sid)
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("calls.simulator")]
    assert any("…0142" in line for line in lines)
    assert not any(THEM in line or US in line for line in lines)
