"""States, their callbacks, and who picked up."""

from email.utils import parsedate_to_datetime

import pytest

pytestmark = pytest.mark.deep

US, THEM = "+13125550100", "+13125550142"
EVENTS = ["initiated", "ringing", "answered", "completed"]
HANG_UP = "<Response><Hangup/></Response>"


def place(sdk, app, **fields):
    defaults = {
        "to": THEM,
        "from_": US,
        "twiml": HANG_UP,
        "status_callback": f"{app.url}/phone/calls/ref-1/status?a=1&b=2",
        "status_callback_event": EVENTS,
    }
    return sdk.calls.create(**defaults | fields)


def statuses(exchange, app, count):
    exchange.wait_for(lambda: len(app.posts_to("/phone/calls/ref-1/status")) >= count)
    return app.posts_to("/phone/calls/ref-1/status")


def test_callbacks_tell_every_state_in_order_and_signed(sdk, exchange, app):
    call = place(sdk, app)
    posts = statuses(exchange, app, 4)
    assert [post["CallStatus"] for post in posts] == ["initiated", "ringing", "in-progress", "completed"]
    assert [post["SequenceNumber"] for post in posts] == ["0", "1", "2", "3"]
    assert all(post.is_signed for post in app.posts)
    assert {post.query for post in app.posts} == {"a=1&b=2"}
    assert {post["CallSid"] for post in posts} == {call.sid}
    assert posts[0]["Direction"] == "outbound-api"
    assert parsedate_to_datetime(posts[0]["Timestamp"]).tzinfo is not None
    assert "CallDuration" not in posts[2]
    assert (posts[3]["CallDuration"], posts[3]["SipResponseCode"]) == ("1", "200")


def test_only_the_end_is_told_by_default(sdk, exchange, app):
    place(sdk, app, status_callback_event=[])
    assert [post["CallStatus"] for post in statuses(exchange, app, 1)] == ["completed"]


def test_reference_is_taken_from_the_callback_url(sdk, exchange, app):
    assert exchange.finished(sid=place(sdk, app).sid)["reference"] == "ref-1"
    assert exchange.finished(sid=place(sdk, app, status_callback="").sid)["reference"] is None


@pytest.mark.parametrize(
    ("answer", "status", "sip"),
    [("busy", "busy", "486"), ("no-answer", "no-answer", "480"), ("fail", "failed", "404")],
)
def test_unanswered_call_ends_in_its_state(sdk, exchange, app, answer, status, sip):
    exchange.subscriber(THEM, answer=answer)
    call = place(sdk, app)
    assert exchange.finished(sid=call.sid)["status"] == status
    last = exchange.wait_for(
        lambda: [post for post in app.posts_to("/phone/calls/ref-1/status") if post["CallStatus"] == status]
    )[0]
    assert (last["CallDuration"], last["SipResponseCode"]) == ("0", sip)


def test_nobody_answers_within_the_timeout(sdk, exchange, app):
    exchange.subscriber(THEM, ringSeconds=30)
    call = place(sdk, app, timeout=1)
    assert exchange.finished(sid=call.sid)["status"] == "no-answer"


@pytest.mark.parametrize(
    ("answer", "detection", "found"),
    [
        ("human", "Enable", "human"),
        ("machine", "Enable", "machine_start"),
        ("machine", "DetectMessageEnd", "machine_end_beep"),
        ("human", "DetectMessageEnd", "human"),
    ],
)
def test_machine_detection_is_told_to_the_twiml_url(sdk, exchange, app, answer, detection, found):
    exchange.subscriber(THEM, answer=answer)
    call = place(sdk, app, url=f"{app.url}/twiml", machine_detection=detection)
    exchange.finished(sid=call.sid)
    assert app.posts_to("/twiml")[0]["AnsweredBy"] == found
    assert sdk.calls(call.sid).fetch().answered_by == found


def test_asynchronous_machine_detection_is_told_by_callback(sdk, exchange, app):
    exchange.subscriber(THEM, persona="voicemail")
    app.twiml["/twiml"] = app.relay_twiml()
    place(
        sdk,
        app,
        url=f"{app.url}/twiml",
        machine_detection="Enable",
        async_amd="true",
        async_amd_status_callback=f"{app.url}/amd",
    )
    told = exchange.wait_for(lambda: app.posts_to("/amd"))[0]
    assert told["AnsweredBy"] == "machine_start"
    assert "AnsweredBy" not in app.posts_to("/twiml")[0]
    assert all(post.is_signed for post in app.posts)


def test_machine_detection_is_ignored_with_send_digits(sdk, exchange, app):
    exchange.subscriber(THEM, answer="machine")
    call = place(sdk, app, url=f"{app.url}/twiml", machine_detection="Enable", send_digits="ww12#")
    assert exchange.finished(sid=call.sid)["digits"] == "12#"
    assert "AnsweredBy" not in app.posts_to("/twiml")[0]


def test_voicemail_says_its_greeting_and_records_the_message(sdk, exchange, app):
    exchange.subscriber(THEM, answer="machine")
    app.twiml["/twiml"] = app.relay_twiml(attributes='welcomeGreeting="Hi, this is Acme."')
    app.talk = ["Please call us back about your truck."]
    app.speaks_first = False
    call = exchange.finished(sid=place(sdk, app, url=f"{app.url}/twiml").sid)
    assert [line["role"] for line in call["lines"]] == ["carrier", "agent", "agent"]
    assert "message" in call["lines"][0]["text"] or "number" in call["lines"][0]["text"]
    assert call["status"] == "completed"


def test_broken_twiml_url_ends_the_call_with_an_apology(sdk, exchange, app):
    call = exchange.finished(sid=place(sdk, app, url=f"{app.url}/broken").sid)
    assert "application error" in call["lines"][0]["text"]


def test_fallback_url_serves_when_the_first_fails(sdk, exchange, app):
    app.twiml["/fallback"] = "<Response><Say>Sorry about that.</Say></Response>"
    fields = {"url": f"{app.url}/broken", "fallback_url": f"{app.url}/fallback"}
    call = exchange.finished(sid=place(sdk, app, **fields).sid)
    assert [line["text"] for line in call["lines"]] == ["Sorry about that."]
    assert app.posts_to("/fallback")[0]["ErrorCode"] == "11200"
