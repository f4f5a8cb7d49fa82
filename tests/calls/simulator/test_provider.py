"""The provider's REST side, through its own SDK."""

import io
import wave
from array import array
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from twilio.base.exceptions import TwilioRestException

from calls.simulator import network
from calls.simulator.state import Line, now
from tests.exchange import LocalHttpClient

US, THEM = "+13125550100", "+13125550142"
HANG_UP = "<Response><Hangup/></Response>"


def place(sdk, **fields):
    return sdk.calls.create(**{"to": THEM, "from_": US, "twiml": HANG_UP} | fields)


def test_call_is_created_queued_and_fetched_completed(sdk, exchange):
    call = place(sdk)
    exchange.finished(sid=call.sid)
    fetched = sdk.calls(call.sid).fetch()
    assert (call.status, call.direction) == ("queued", "outbound-api")
    assert (fetched.status, fetched.to, fetched._from) == ("completed", THEM, US)
    assert fetched.duration == "1"
    assert fetched.end_time >= fetched.start_time


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"to": ""}, 21201),
        ({"to": "+1555"}, 21211),
        ({"to": "+13125550142;ext=12"}, 21211),
        ({"from_": ""}, 21213),
        ({"from_": "12"}, 21212),
        ({"url": "not a url"}, 21205),
        ({"twiml": ""}, 21205),
        ({"twiml": "x" * 4001}, 20001),
        ({"status_callback": "nowhere"}, 21609),
        ({"status_callback_event": ["ended"]}, 20001),
        ({"send_digits": "12x"}, 20001),
        ({"send_digits": "1" * 33}, 20001),
        ({"timeout": 0}, 20001),
        ({"machine_detection": "Maybe"}, 20001),
    ],
)
def test_creating_a_call_is_refused_with_the_providers_code(sdk, exchange, fields, code):
    with pytest.raises(TwilioRestException) as refusal:
        place(sdk, **fields)
    assert (refusal.value.status, refusal.value.code) == (400, code)
    assert exchange.calls() == []


def test_wrong_credentials_are_refused(exchange):
    exchange.auth_token, token = "wrong", exchange.auth_token
    try:
        with pytest.raises(TwilioRestException) as refusal:
            place(exchange.client())
    finally:
        exchange.auth_token = token
    assert (refusal.value.status, refusal.value.code) == (401, 20003)


def test_unknown_things_are_not_found(sdk, exchange):
    for look in (
        lambda: sdk.calls("CA" + "1" * 32).fetch(),
        lambda: sdk.incoming_phone_numbers("PN" + "1" * 32).fetch(),
        lambda: sdk.recordings("RE" + "1" * 32).fetch(),
        lambda: sdk.queues.create(friendly_name="x"),
    ):
        with pytest.raises(TwilioRestException) as refusal:
            look()
        assert (refusal.value.status, refusal.value.code) == (404, 20404)


def test_calls_are_listed_newest_first_by_number_status_and_time(sdk, exchange):
    began = datetime.now(UTC).replace(microsecond=0)
    exchange.subscriber("+13125550143", answer="busy")
    first, second = place(sdk), place(sdk, to="+13125550143")
    for call in (first, second):
        exchange.finished(sid=call.sid)
    assert [call.sid for call in sdk.calls.list()] == [second.sid, first.sid]
    assert [call.sid for call in sdk.calls.list(to=THEM)] == [first.sid]
    assert [call.sid for call in sdk.calls.list(status="busy")] == [second.sid]
    assert len(sdk.calls.list(start_time_after=began)) == 2
    assert sdk.calls.list(start_time_after=began + timedelta(hours=1)) == []
    assert sdk.calls.list(start_time_before=began) == []
    assert len(sdk.calls.list(start_time=began.date())) in (0, 2)  # the SDK sends midnight, one second long


@pytest.mark.parametrize(
    "query", ["StartTime%3E=2020-01-01", "StartTime>=2020-01-01", "StartTime%3E%3D=2020-01-01"]
)
def test_start_time_is_understood_however_it_is_encoded(sdk, exchange, query):
    place(sdk)
    path = f"{exchange.url}/2010-04-01/Accounts/{exchange.account_sid}/Calls.json"
    auth = (exchange.account_sid, exchange.auth_token)
    assert len(httpx.get(f"{path}?{query}", auth=auth).json()["calls"]) == 1
    late = query.replace("2020", "2120")
    assert httpx.get(f"{path}?{late}", auth=auth).json()["calls"] == []


def test_listing_goes_on_over_pages(sdk, exchange):
    sids = [place(sdk).sid for _ in range(5)]
    assert [call.sid for call in sdk.calls.list(page_size=2)] == sids[::-1]


def test_live_call_is_hung_up(sdk, exchange, app):
    app.twiml["/twiml"] = app.relay_twiml(action="/ended")
    exchange.subscriber(THEM, script=[{"wait": 60}])
    app.talk = ["Hello there."]
    call = place(sdk, url=f"{app.url}/twiml")
    exchange.wait_for(lambda: app.heard)
    assert sdk.calls(call.sid).update(status="completed").status == "completed"
    ended = exchange.wait_for(lambda: app.posts_to("/ended"))[0]
    assert (ended["SessionStatus"], ended["CallStatus"]) == ("completed", "completed")


def test_ringing_call_is_canceled(sdk, exchange):
    exchange.subscriber(THEM, ringSeconds=30)
    call = place(sdk)
    assert sdk.calls(call.sid).update(status="canceled").status == "canceled"
    assert sdk.calls(call.sid).update(status="completed").status == "canceled"


def test_live_call_is_led_to_another_document(sdk, exchange, app):
    app.twiml |= {
        "/twiml": app.relay_twiml(action="/ended"),
        "/other": "<Response><Say>Hold the line.</Say></Response>",
    }
    exchange.subscriber(THEM, script=[{"wait": 60}])
    app.talk = ["Hello there."]
    call = place(sdk, url=f"{app.url}/twiml")
    exchange.wait_for(lambda: exchange.calls(sid=call.sid)[0]["lines"])
    sdk.calls(call.sid).update(url=f"{app.url}/other")
    lines = exchange.finished(sid=call.sid)["lines"]
    assert [line["text"] for line in lines] == ["Hello there.", "Hold the line."]
    assert app.posts_to("/ended") == []


def test_call_that_is_over_is_not_redirected(sdk, exchange):
    call = place(sdk)
    exchange.finished(sid=call.sid)
    with pytest.raises(TwilioRestException) as refusal:
        sdk.calls(call.sid).update(twiml=HANG_UP)
    assert refusal.value.code == 21220


def test_our_numbers_are_registered_changed_and_listed(sdk, exchange, app):
    number = sdk.incoming_phone_numbers.create(phone_number=US, voice_url=f"{app.url}/a")
    sdk.incoming_phone_numbers(number.sid).update(voice_url=f"{app.url}/b")
    listed = sdk.incoming_phone_numbers.list(phone_number=US)
    assert [(found.sid, found.voice_url) for found in listed] == [(number.sid, f"{app.url}/b")]
    assert number.delete()
    assert sdk.incoming_phone_numbers.list() == []


@pytest.mark.deep
def test_time_limit_ends_the_call(sdk, exchange, app):
    exchange.subscriber(THEM, script=[{"wait": 60}])
    app.twiml["/twiml"] = app.relay_twiml()
    app.talk = ["Hello there."]
    call = place(sdk, url=f"{app.url}/twiml", time_limit=1)
    assert exchange.finished(sid=call.sid)["status"] == "completed"


def test_fixture_speaks_through_the_sdks_own_client():
    assert LocalHttpClient("http://127.0.0.1:1").timeout is None


def frames(lines, channels):
    """The samples of a recording, by channel."""
    with wave.open(io.BytesIO(network.render_sound(lines, channels))) as file:
        assert (file.getframerate(), file.getsampwidth()) == (8000, 2)
        samples = array("h", file.readframes(file.getnframes()))
        return [samples[channel :: file.getnchannels()] for channel in range(file.getnchannels())]


@pytest.mark.parametrize(("role", "speaking", "silent"), [("carrier", 0, 1), ("agent", 1, 0)])
def test_each_speaker_has_a_channel(role, speaking, silent):
    channels = frames([Line(role, "one two three", now())], 2)
    assert any(channels[speaking])
    assert not any(channels[silent])


def test_words_sound_different_and_take_their_time():
    first, second = (frames([Line("agent", text, now())], 1)[0] for text in ("alpha", "omega"))
    assert first != second
    long = [Line("agent", "word " * 40, now()), Line("carrier", "yes", now())]
    assert len(frames(long, 1)[0]) == network.sound_seconds(long) * 8000 > 10 * 8000


def test_nothing_said_is_a_second_of_silence():
    assert [len(frames([], 1)[0]), any(frames([], 1)[0])] == [8000, False]
