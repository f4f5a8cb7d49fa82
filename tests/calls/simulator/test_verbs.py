"""TwiML beside the relay: speaking, transfers, redirects, recordings."""

import io
import wave

import pytest

US, THEM, DESK = "+13125550100", "+13125550142", "+13125550177"


@pytest.fixture
def run(sdk, exchange):
    """Run a document on an outbound call; the finished call."""

    def run(verbs, **fields):
        fields = {"twiml": f"<Response>{verbs}</Response>"} | fields
        return exchange.finished(sid=sdk.calls.create(to=THEM, from_=US, **fields).sid)

    return run


def texts(call):
    return [line["text"] for line in call["lines"]]


def test_say_is_heard_as_often_as_it_loops(run):
    assert texts(
        run('<Say loop="2">Hi</Say><Pause length="9"/><Play digits="w5"/><Hangup/><Say>No</Say>')
    ) == ["Hi", "Hi"]


def test_keys_are_played(run):
    assert run('<Play digits="ww1w2"/>')["digits"] == "12"


def test_redirect_leads_on_relative_to_the_document(run, app):
    app.twiml |= {
        "/a/one": "<Response><Redirect>two</Redirect></Response>",
        "/a/two": "<Response><Say>Two</Say></Response>",
    }
    assert texts(run("", url=f"{app.url}/a/one")) == ["Two"]


def test_unknown_verbs_are_left_out(run):
    assert texts(run("<Enqueue>x</Enqueue><Say>Hi</Say>")) == ["Hi"]


def test_transfer_puts_the_carrier_through(run, app, sdk, exchange):
    call = run(f'<Dial callerId="{US}" action="{app.url}/dialed">{DESK}</Dial>')
    assert call["transferredTo"] == DESK
    dialed = app.posts_to("/dialed")[0]
    assert (dialed["DialCallStatus"], dialed["DialBridged"]) == ("completed", "true")
    child = sdk.calls(dialed["DialCallSid"]).fetch()
    assert (child.to, child._from, child.direction) == (DESK, US, "outbound-dial")
    assert child.parent_call_sid == call["sid"]
    assert [found["sid"] for found in exchange.calls()] == [call["sid"]]
    assert len(exchange.calls(legs="true")) == 2


@pytest.mark.deep
def test_transfer_rings_no_longer_than_its_timeout(run, app, exchange):
    exchange.subscriber(DESK, ringSeconds=30)
    run(f'<Dial timeout="1" action="{app.url}/dialed"><Number>{DESK}</Number></Dial>')
    dialed = app.posts_to("/dialed")[0]
    assert (dialed["DialCallStatus"], dialed["DialBridged"]) == ("no-answer", "false")


def test_called_party_that_hangs_up_on_the_whisper_is_not_put_through(run, app):
    app.twiml["/whisper"] = "<Response><Say>A carrier.</Say><Hangup/></Response>"
    call = run(f'<Dial action="{app.url}/dialed"><Number url="{app.url}/whisper">{DESK}</Number></Dial>')
    assert app.posts_to("/dialed")[0]["DialCallStatus"] == "no-answer"
    assert call["transferredTo"] is None


@pytest.mark.parametrize("answer", ["busy", "no-answer"])
def test_transfer_that_nobody_takes_is_reported(run, app, exchange, answer):
    exchange.subscriber(DESK, answer=answer)
    app.twiml["/dialed"] = "<Response><Say>Nobody there.</Say></Response>"
    call = run(f'<Dial action="{app.url}/dialed"><Number>{DESK}</Number></Dial>')
    assert app.posts_to("/dialed")[0]["DialCallStatus"] == answer
    assert call["transferredTo"] is None
    assert texts(call) == ["Nobody there."]


def test_called_party_hears_the_whisper_first(run, app, exchange):
    app.twiml["/whisper"] = "<Response><Say>A carrier about load 12.</Say></Response>"
    call = run(f'<Dial><Number url="{app.url}/whisper">{DESK}</Number></Dial><Say>Still here?</Say>')
    child = next(found for found in exchange.calls(legs="true") if found["to"] == DESK)
    assert texts(child) == ["A carrier about load 12."]
    assert texts(call) == ["Still here?"]


def test_client_is_dialed_by_name(run):
    assert run("<Dial><Client>broker-7</Client></Dial>")["transferredTo"] == "client:broker-7"


def test_recording_is_a_wav_file_of_the_conversation(run, app, sdk, exchange):
    run(
        "<Say>one two three four five six seven eight nine ten</Say>",
        record=True,
        recording_channels="dual",
        recording_status_callback=f"{app.url}/recorded",
    )
    told = exchange.wait_for(lambda: app.posts_to("/recorded"))[0]
    assert (told["RecordingStatus"], told["RecordingChannels"]) == ("completed", "2")
    recording = sdk.recordings(told["RecordingSid"]).fetch()
    assert told["RecordingUrl"] == recording.media_url
    with exchange.http.stream("GET", f"{recording.media_url}.wav") as refused:
        assert refused.status_code == 401
    sound = exchange.http.get(f"{recording.media_url}.wav", auth=(exchange.account_sid, exchange.auth_token))
    with wave.open(io.BytesIO(sound.content)) as file:
        assert file.getnchannels() == 2
        assert file.getnframes() / file.getframerate() == float(recording.duration) == 4.0
        assert any(file.readframes(8000))


def test_recording_is_started_by_twiml(run, app, exchange):
    run(f'<Start><Recording recordingStatusCallback="{app.url}/recorded"/></Start><Say>Hi</Say>')
    told = exchange.wait_for(lambda: app.posts_to("/recorded"))[0]
    assert told["RecordingSource"] == "StartCallRecordingTwiML"


def test_recording_that_begins_late_holds_the_rest_of_the_talk(run, app, sdk, exchange):
    run(
        "<Say>This call may be recorded from here on, so we say.</Say>"
        f'<Start><Recording channels="dual" recordingStatusCallback="{app.url}/recorded"/></Start><Say>Hi</Say>'
    )
    told = exchange.wait_for(lambda: app.posts_to("/recorded"))[0]
    assert (told["RecordingDuration"], told["RecordingChannels"]) == ("1", "2")
