"""The provider's API at the wire: what is sent, how each answer is taken, and nothing ever sent twice."""

import base64
import json
import socket
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest
from twilio.request_validator import RequestValidator

from calls import telephony
from tests.waiting import wait_until

SID = "CA" + "1" * 32
LINE = {
    "from_phone": "+12145550100",
    "to_phone": "+13125550123",
    "extension": "",
    "callback_url": "https://loadline.example/phone/calls/ref",
    "longest": timedelta(minutes=30),
}


class Wire:
    """A provider that answers as told and keeps what it was asked."""

    def __init__(self):
        self.asked = []
        self.status, self.body, self.headers = 201, {"sid": SID, "status": "queued"}, {}
        self.drop = False
        self.hang = threading.Event()
        self.hang.set()
        wire = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self):
                length = int(self.headers.get("Content-Length") or 0)
                form = parse_qs(self.rfile.read(length).decode(), keep_blank_values=True)
                wire.asked.append((self.command, self.path, form, dict(self.headers)))
                wire.hang.wait(60)
                self.close_connection = True
                if wire.drop:
                    return
                body = wire.body if isinstance(wire.body, bytes) else json.dumps(wire.body).encode()
                self.send_response(wire.status)
                for name, value in ({"Content-Length": str(len(body))} | wire.headers).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = answer

            def log_message(self, *_arguments):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    def close(self):
        self.hang.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.fixture
def wire(settings):
    """The provider at the other end, with the credentials AC1 and secret."""
    found = Wire()
    settings.TWILIO_API_URL = found.url
    settings.TWILIO_ACCOUNT_SID, settings.TWILIO_AUTH_TOKEN = "AC1", "secret"
    telephony._client.cache_clear()
    yield found
    telephony._client.cache_clear()
    found.close()


def place(**changes):
    return telephony.place_call(**LINE | changes)


# What is sent


def test_call_is_asked_for_with_all_it_needs(wire):
    assert place() == SID

    (method, path, form, headers) = wire.asked[0]
    assert (method, path) == ("POST", "/2010-04-01/Accounts/AC1/Calls.json")
    assert headers["Authorization"] == "Basic " + base64.b64encode(b"AC1:secret").decode()
    assert form == {
        "To": ["+13125550123"],
        "From": ["+12145550100"],
        "Url": ["https://loadline.example/phone/calls/ref/twiml"],
        "Method": ["POST"],
        "StatusCallback": ["https://loadline.example/phone/calls/ref/status"],
        "StatusCallbackMethod": ["POST"],
        "StatusCallbackEvent": ["initiated", "ringing", "answered", "completed"],
        "Timeout": ["30"],
        "TimeLimit": ["1800"],
        "MachineDetection": ["DetectMessageEnd"],
        "AsyncAmd": ["true"],
        "AsyncAmdStatusCallback": ["https://loadline.example/phone/calls/ref/machine"],
        "AsyncAmdStatusCallbackMethod": ["POST"],
    }


def test_extension_is_dialed_instead_of_listening_for_a_machine(wire):
    place(extension="1234567890")

    form = wire.asked[0][2]
    assert form["SendDigits"] == ["W1234567890"]
    assert not [name for name in form if "Amd" in name or name == "MachineDetection"]


# How answers are taken


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (400, telephony.Refused),
        (401, telephony.Refused),
        (403, telephony.Refused),
        (404, telephony.Refused),
        (408, telephony.Ambiguous),
        (429, telephony.NotNow),
        (500, telephony.Ambiguous),
        (502, telephony.Ambiguous),
        (503, telephony.Ambiguous),
    ],
)
@pytest.mark.parametrize(
    "body",
    [
        {"code": 21211, "message": "Invalid 'To' number", "status": 400},
        {"type": "x", "title": "Invalid 'To' number", "status": 400, "code": 21211},
        b"<html>Invalid 'To' number</html>",
    ],
    ids=["old", "rfc9457", "html"],
)
def test_error_answers_are_told_apart(wire, status, expected, body):
    # An RFC 9457 body repeats its status.
    wire.status = status
    wire.body = body | {"status": status} if isinstance(body, dict) else body

    with pytest.raises(expected) as caught:
        place()

    assert len(wire.asked) == 1
    if expected is telephony.Refused and isinstance(body, dict):
        assert "Invalid 'To' number" in str(caught.value)


@pytest.mark.parametrize(
    "body",
    [b"", b"<html>", b"[]", b"null", b'"CA1"', {}, {"sid": None}, {"sid": ""}, {"sid": 5}, b"\xff", b"{"],
)
def test_success_without_a_sid_is_ambiguous(wire, body):
    wire.body = body

    with pytest.raises(telephony.Ambiguous):
        place()
    assert len(wire.asked) == 1


def test_redirect_is_not_followed(wire):
    wire.status, wire.headers = 307, {"Location": f"{wire.url}/elsewhere"}

    with pytest.raises(telephony.Ambiguous):
        place()
    assert len(wire.asked) == 1


def test_connection_that_drops_is_ambiguous(wire):
    wire.drop = True

    with pytest.raises(telephony.Ambiguous):
        place()
    assert len(wire.asked) == 1


def test_body_that_breaks_off_is_ambiguous(wire):
    wire.headers = {"Content-Length": "1000"}

    with pytest.raises(telephony.Ambiguous):
        place()
    assert len(wire.asked) == 1


def test_answer_that_never_comes_is_ambiguous(wire, monkeypatch):
    monkeypatch.setattr(telephony, "REQUEST_TIMEOUT", 0.2)
    wire.hang.clear()

    with pytest.raises(telephony.Ambiguous):
        place()
    wait_until(lambda: wire.asked, "it was asked")
    assert len(wire.asked) == 1


def test_provider_that_refuses_connections_was_never_asked(settings):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        settings.TWILIO_API_URL = f"http://127.0.0.1:{unused.getsockname()[1]}"
        telephony._client.cache_clear()

        with pytest.raises(telephony.NotNow):
            place()
    telephony._client.cache_clear()


def test_provider_whose_name_is_unknown_was_never_asked(settings, monkeypatch):
    def unknown(*_arguments, **_named):
        raise socket.gaierror("no such host")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    settings.TWILIO_API_URL = "http://api.invalid"
    telephony._client.cache_clear()

    with pytest.raises(telephony.NotNow):
        place()
    telephony._client.cache_clear()


# Asking about calls


def test_call_is_fetched(wire):
    wire.status = 200
    wire.body = {
        "sid": SID,
        "status": "completed",
        "start_time": "Mon, 02 Mar 2026 15:00:00 +0000",
        "duration": "61",
    }

    assert telephony.fetch_call(SID) == telephony.PlacedCall(
        sid=SID, status="completed", started_at=datetime(2026, 3, 2, 15, 0, tzinfo=UTC), duration=61
    )
    assert wire.asked[0][:2] == ("GET", f"/2010-04-01/Accounts/AC1/Calls/{SID}.json")


def test_call_under_way_has_no_duration(wire):
    wire.status, wire.body = 200, {"sid": SID, "status": "ringing", "start_time": None, "duration": None}

    assert telephony.fetch_call(SID) == telephony.PlacedCall(
        sid=SID, status="ringing", started_at=None, duration=0
    )


def test_unknown_call_is_none(wire):
    wire.status = 404

    assert telephony.fetch_call(SID) is None


@pytest.mark.parametrize(
    ("status", "body"),
    [(500, {}), (429, {}), (401, {}), (200, b"<html>"), (200, b"[]"), (200, {"duration": "x"})],
)
def test_fetch_without_a_sensible_answer_is_ambiguous(wire, status, body):
    wire.status, wire.body = status, body

    with pytest.raises(telephony.Ambiguous):
        telephony.fetch_call(SID)


def test_calls_between_two_numbers_are_listed(wire):
    wire.status = 200
    wire.body = {
        "calls": [{"sid": SID, "status": "ringing", "start_time": None, "duration": None}],
        "next_page_uri": None,
    }

    found = telephony.calls_between(
        from_phone="+12145550100",
        to_phone="+13125550123",
        since=datetime(2026, 3, 2, 15, 0, tzinfo=UTC),
    )

    assert [call.sid for call in found] == [SID]
    query = parse_qs(urlsplit(wire.asked[0][1]).query)
    assert query["To"] == ["+13125550123"]
    assert query["From"] == ["+12145550100"]
    assert query["StartTime>"] == ["2026-03-02T15:00:00Z"]


@pytest.mark.parametrize(
    ("status", "body"), [(500, {}), (404, {}), (200, b"<html>"), (200, b"[]"), (200, {})]
)
def test_list_without_a_sensible_answer_is_ambiguous(wire, status, body):
    wire.status, wire.body = status, body

    with pytest.raises(telephony.Ambiguous):
        telephony.calls_between(from_phone="+1", to_phone="+2", since=datetime(2026, 3, 2, tzinfo=UTC))


def test_live_call_is_hung_up_and_redirected(wire):
    wire.status = 200

    telephony.hang_up(SID)
    telephony.redirect(SID, "https://loadline.example/voicemail")

    assert [(path, form) for _, path, form, _ in wire.asked] == [
        (f"/2010-04-01/Accounts/AC1/Calls/{SID}.json", {"Status": ["completed"]}),
        (
            f"/2010-04-01/Accounts/AC1/Calls/{SID}.json",
            {"Url": ["https://loadline.example/voicemail"], "Method": ["POST"]},
        ),
    ]


@pytest.mark.parametrize("status", [400, 404])
def test_call_that_has_ended_is_left_alone(wire, status):
    wire.status = status

    telephony.hang_up(SID)


@pytest.mark.parametrize("status", [401, 429, 500])
def test_hang_up_that_did_not_get_through_is_ambiguous(wire, status):
    wire.status = status

    with pytest.raises(telephony.Ambiguous):
        telephony.hang_up(SID)


@pytest.mark.parametrize(
    "ask", [telephony.fetch_call, telephony.hang_up, lambda sid: telephony.redirect(sid, "x")]
)
def test_provider_out_of_reach_is_ambiguous_to_questions(settings, ask):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        settings.TWILIO_API_URL = f"http://127.0.0.1:{unused.getsockname()[1]}"
        telephony._client.cache_clear()

        with pytest.raises(telephony.Ambiguous):
            ask(SID)
    telephony._client.cache_clear()


# Signatures


def test_signature_is_checked_over_url_and_fields(settings):
    settings.TWILIO_AUTH_TOKEN = "secret"
    url, fields = "https://loadline.example/phone/numbers/voice", {"From": "+1", "To": "+2"}
    signature = RequestValidator("secret").compute_signature(url, fields)

    assert telephony.is_authentic(url, fields, signature)
    assert not telephony.is_authentic(url, fields | {"To": "+3"}, signature)
    assert not telephony.is_authentic(url + "x", fields, signature)
    assert not telephony.is_authentic(url, fields, "")
    assert not telephony.is_authentic(url, fields, "é" * 28)
    assert not telephony.is_authentic(url, fields, RequestValidator("other").compute_signature(url, fields))
