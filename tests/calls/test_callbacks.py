"""The provider's callbacks: who may call them, and what each brings about."""

from datetime import timedelta
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from django.conf import settings as django_settings
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from twilio.request_validator import RequestValidator

from calls.models import Call, CallingRules, CallStatusChange, Recording, Transfer
from calls.services import transfers
from calls.states import CallStatus
from organizations.tenancy.actors import Actor
from tests.factories import NOW, AgentFactory, CallFactory, OrganizationFactory, PhoneNumberFactory

pytestmark = pytest.mark.sampled(60)

FORM = "application/x-www-form-urlencoded"
AGENT = Actor("agent", "desk")
SID = "CA" + "7" * 32
STEPS = [
    *("twiml", "status", "machine", "relay-ended", "voicemail"),
    *("transfer", "whisper", "dial-ended", "recording"),
]


@pytest.fixture
def call(acme):
    return CallFactory(
        organization=acme,
        conversation__agent=AgentFactory(organization=acme, voice="en-US-Neural2-A"),
        status=CallStatus.DIALING,
    )


@pytest.fixture
def number(acme):
    agent = AgentFactory(organization=acme)
    return PhoneNumberFactory(organization=acme, number="+12145550100", agent=agent)


@pytest.fixture
def post(client):
    """POST as the provider does, signed unless told otherwise."""

    def send(path, fields=None, *, signature=None, **extra):
        fields = fields or {}
        if signature is None:
            validator = RequestValidator(django_settings.TWILIO_AUTH_TOKEN)
            values = {name: [value] if isinstance(value, str) else value for name, value in fields.items()}
            signed = MultiValueDict(values)
            signature = validator.compute_signature(f"{django_settings.PUBLIC_URL}{path}", signed)
        return client.post(
            path,
            urlencode(fields, doseq=True),
            content_type=FORM,
            headers={"X-Twilio-Signature": signature},
            **extra,
        )

    return send


def path_of(call, step):
    return f"/phone/calls/{call.reference}/{step}"


def relay_of(response):
    """The ConversationRelay element of a TwiML answer."""
    assert response.status_code == 200
    assert response["Content-Type"] == "text/xml"
    return ElementTree.fromstring(response.content).find("Connect/ConversationRelay")


def is_hang_up(response):
    assert response.status_code == 200
    return [child.tag for child in ElementTree.fromstring(response.content)] == ["Hangup"]


# Who may call


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("signature", ["", "x", "A" * 28, "é"])
def test_wrong_signature_changes_nothing(call, post, step, signature):
    response = post(path_of(call, step), {"CallStatus": "completed", "CallSid": SID}, signature=signature)

    assert response.status_code == 403
    call.refresh_from_db()
    assert (call.status, call.provider_sid) == (CallStatus.DIALING, "")


def test_missing_signature_is_wrong(call, client):
    assert client.post(path_of(call, "status"), {"CallStatus": "completed"}).status_code == 403


def test_signature_for_other_fields_is_wrong(call, client):
    path = path_of(call, "status")
    validator = RequestValidator(django_settings.TWILIO_AUTH_TOKEN)
    signature = validator.compute_signature(f"{django_settings.PUBLIC_URL}{path}", {"CallStatus": "ringing"})

    response = client.post(path, {"CallStatus": "completed"}, headers={"X-Twilio-Signature": signature})

    assert response.status_code == 403


def test_signature_for_another_call_is_wrong(call, acme, post):
    other = CallFactory(organization=acme)
    path = path_of(other, "status")
    validator = RequestValidator(django_settings.TWILIO_AUTH_TOKEN)
    signature = validator.compute_signature(f"{django_settings.PUBLIC_URL}{path}", {})

    assert post(path_of(call, "status"), signature=signature).status_code == 403


def test_host_header_has_no_say(call, post, settings):
    settings.ALLOWED_HOSTS = ["*"]
    fields = {"CallStatus": "ringing"}

    right = post(path_of(call, "status"), fields, HTTP_HOST="evil.example")
    validator = RequestValidator(django_settings.TWILIO_AUTH_TOKEN)
    forged = validator.compute_signature(f"http://evil.example{path_of(call, 'status')}", fields)
    wrong = post(
        path_of(call, "status"),
        fields,
        signature=forged,
        HTTP_HOST="evil.example",
        HTTP_X_FORWARDED_HOST="evil.example",
    )

    assert (right.status_code, wrong.status_code) == (200, 403)


def test_query_is_part_of_what_is_signed(call, post):
    assert post(path_of(call, "status") + "?a=1&b=%20", {"CallStatus": "ringing"}).status_code == 200


def test_repeated_fields_are_all_signed(call, post):
    response = post(path_of(call, "status"), {"CallStatus": "ringing", "Media": ["b", "a"]})

    assert response.status_code == 200


@pytest.mark.parametrize("step", STEPS)
def test_unknown_reference_is_not_found(db, post, step):
    assert post(f"/phone/calls/nobody/{step}").status_code == 404


@pytest.mark.parametrize("method", ["get", "put", "delete", "head"])
@pytest.mark.parametrize("path", ["/phone/calls/nobody/status", "/phone/numbers/voice"])
def test_only_post_is_taken(client, method, path):
    assert getattr(client, method)(path).status_code == 405


def test_callback_needs_neither_login_nor_csrf_token(call, post, client):
    client.handler.enforce_csrf_checks = True

    assert post(path_of(call, "status"), {"CallStatus": "ringing"}).status_code == 200


@pytest.mark.parametrize("step", STEPS)
def test_nul_is_refused_and_changes_nothing(call, post, step):
    response = post(path_of(call, step), {"CallStatus": "completed", "CallSid": "CA\x00"})

    assert response.status_code == 400
    call.refresh_from_db()
    assert call.status == CallStatus.DIALING


@pytest.mark.deep_but(6)
@pytest.mark.parametrize(
    "fields",
    [
        {"CallSid": "C" * 100_000, "CallStatus": "ringing"},
        {"CallStatus": "x" * 100_000},
        {"CallStatus": "completed", "CallDuration": "9" * 5_000},
        {"CallStatus": "completed", "CallDuration": "999999999999"},
        {"CallStatus": "completed", "CallDuration": "-5"},
        {"CallStatus": "completed", "CallDuration": "٣"},
        {"CallStatus": "completed", "CallDuration": "1e400"},
        {"AnsweredBy": "m" * 100_000},
        {"ErrorCode": "x" * 100_000, "SessionStatus": "x"},
        {},
    ],
)
@pytest.mark.parametrize("step", STEPS)
def test_huge_and_odd_fields_are_taken(call, post, step, fields):
    assert post(path_of(call, step), fields).status_code == 200


def test_too_many_fields_are_refused(call, post):
    assert post(path_of(call, "status"), {f"a{n}": "" for n in range(1100)}).status_code == 400


def test_endless_body_is_refused(call, post):
    assert post(path_of(call, "status"), {"CallStatus": "x" * 2_000_000}).status_code in (400, 413)


# What they bring about


def test_status_moves_the_call(call, post):
    post(path_of(call, "status"), {"CallStatus": "initiated", "CallSid": SID})
    post(path_of(call, "status"), {"CallStatus": "in-progress", "CallSid": SID})
    post(path_of(call, "status"), {"CallStatus": "completed", "CallSid": SID, "CallDuration": "61"})

    call.refresh_from_db()
    assert (call.status, call.provider_sid) == (CallStatus.COMPLETED, SID)
    assert set(CallStatusChange.unscoped.values_list("by", flat=True)) == {"provider:twilio"}


def test_completed_alone_tells_how_long_it_took(call, post):
    post(path_of(call, "status"), {"CallStatus": "completed", "CallSid": SID, "CallDuration": "61"})

    call.refresh_from_db()
    assert call.seconds_connected == 61


def test_answered_call_is_connected_to_its_conversation(call, post):
    response = post(path_of(call, "twiml"), {"CallStatus": "in-progress", "CallSid": SID})

    relay = relay_of(response)
    assert relay.get("url") == f"{django_settings.LIVE_URL}/phone/relay/{call.reference}"
    assert (relay.get("language"), relay.get("voice")) == ("en-US", "en-US-Neural2-A")
    assert (relay.get("dtmfDetection"), relay.get("interruptible")) == ("true", "speech")
    connect = ElementTree.fromstring(response.content).find("Connect")
    assert connect is not None
    assert connect.get("action") == f"{django_settings.PUBLIC_URL}{path_of(call, 'relay-ended')}"
    assert connect.get("method") == "POST"
    call.refresh_from_db()
    assert (call.status, call.provider_sid) == (CallStatus.ANSWERED, SID)


def test_call_given_up_before_is_hung_up_on_when_answered(call, post):
    Call.unscoped.filter(pk=call.pk).update(status=CallStatus.FAILED, ended_at=NOW)

    assert is_hang_up(post(path_of(call, "twiml"), {"CallSid": SID}))


def test_machine_detection_is_kept(call, post):
    post(path_of(call, "machine"), {"AnsweredBy": "machine_end_beep"})

    call.refresh_from_db()
    assert call.answered_by == "machine_end_beep"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Please call {{ name }}.", "Please call there."),
        ('<Dial>+19005550123</Dial> & "so" on </Say>', '<Dial>+19005550123</Dial> & "so" on </Say>'),
        ("a\x0b\x01b\ufffe", "a  b "),
        ("]]> <!-- é 🚚", "]]> <!-- é 🚚"),
    ],
)
def test_voicemail_says_the_message_as_text(call, post, message, said):
    call.conversation.agent.voicemail_message = message
    call.conversation.agent.save()

    response = post(path_of(call, "voicemail"))

    document = ElementTree.fromstring(response.content)
    assert [child.tag for child in document] == ["Say", "Hangup"]
    assert document.findtext("Say") == said
    assert list(document.iter("Dial")) == []


def test_voicemail_fills_in_what_was_given(call, post):
    call.conversation.agent.voicemail_message = "This is for {{ name }}."
    call.conversation.agent.save()
    call.conversation.skill_state = {"variables": {"name": "<Dana> {{ name }}"}}
    call.conversation.save()

    document = ElementTree.fromstring(post(path_of(call, "voicemail")).content)

    assert document.findtext("Say") == "This is for <Dana> {{ name }}."


def test_voicemail_without_a_message_hangs_up(call, post):
    assert is_hang_up(post(path_of(call, "voicemail")))


def test_agent_that_was_deleted_leaves_no_message(call, post):
    call.conversation.agent.delete()

    assert is_hang_up(post(path_of(call, "voicemail")))
    assert relay_of(post(path_of(call, "twiml"))) is not None


BROKEN = {"SessionStatus": "failed", "ErrorCode": "64105", "CallStatus": "in-progress"}


@pytest.fixture
def under_way(call):
    call.status, call.callback_rank, call.provider_sid = CallStatus.ANSWERED, 3, SID
    call.save()
    return call


def test_broken_socket_is_connected_again_after_growing_pauses(under_way, post):
    answers = [post(path_of(under_way, "relay-ended"), BROKEN) for _ in range(3)]

    assert all(relay_of(answer) is not None for answer in answers)
    pauses = [ElementTree.fromstring(answer.content).find("Pause") for answer in answers]
    assert [None if pause is None else pause.get("length") for pause in pauses] == [None, "1", "2"]


def test_socket_that_stays_broken_ends_the_call_with_an_excuse(under_way, post):
    lost = {"since": (timezone.now() - timedelta(minutes=1)).isoformat(), "tries": 9}
    under_way.conversation.skill_state["lost"] = lost
    under_way.conversation.save()

    answer = ElementTree.fromstring(post(path_of(under_way, "relay-ended"), BROKEN).content)

    assert [verb.tag for verb in answer] == ["Say", "Hangup"]


@pytest.mark.parametrize(
    "fields",
    [
        {"SessionStatus": "ended", "CallStatus": "in-progress", "HandoffData": '{"reason": "finished"}'},
        {"SessionStatus": "completed", "CallStatus": "completed"},
        BROKEN | {"CallStatus": "completed"},
        BROKEN | {"CallStatus": "failed"},
        BROKEN | {"CallStatus": "canceled"},
        {},
    ],
)
def test_socket_that_closed_for_good_is_hung_up_on(under_way, post, fields):
    assert is_hang_up(post(path_of(under_way, "relay-ended"), fields))

    under_way.refresh_from_db()
    assert under_way.status == CallStatus.ANSWERED  # its end is the status callback's to tell


def test_broken_socket_of_a_finished_talk_is_hung_up_on(under_way, post):
    under_way.conversation.skill_state = {"is_begun": True, "is_over": True}
    under_way.conversation.save()

    assert is_hang_up(post(path_of(under_way, "relay-ended"), BROKEN))


def test_broken_socket_of_a_finished_call_is_hung_up_on(under_way, post):
    Call.unscoped.filter(pk=under_way.pk).update(status=CallStatus.COMPLETED)

    assert is_hang_up(post(path_of(under_way, "relay-ended"), BROKEN))


# Somebody calls us


CALLER = {"CallSid": SID, "From": "+13125550123", "To": "+12145550100", "CallerName": "DANA"}


def test_caller_is_connected_to_the_numbers_agent(number, post):
    response = post("/phone/numbers/voice", CALLER)

    call = Call.unscoped.get()
    relay = relay_of(response)
    assert relay is not None
    assert relay.get("url") == f"{django_settings.LIVE_URL}/phone/relay/{call.reference}"
    assert (call.organization_id, call.provider_sid) == (number.organization_id, SID)
    assert (call.from_phone, call.to_phone, call.caller_name) == ("+13125550123", "+12145550100", "DANA")
    assert call.conversation.agent == number.agent


def test_repeated_request_is_the_same_call(number, post):
    first, second = post("/phone/numbers/voice", CALLER), post("/phone/numbers/voice", CALLER)

    assert first.content == second.content
    assert Call.unscoped.count() == 1


def test_caller_without_a_sid_is_refused(number, acme, post):
    CallFactory(organization=acme)  # one without a sid, that is not the caller's

    assert post("/phone/numbers/voice", CALLER | {"CallSid": ""}).status_code == 400
    assert Call.unscoped.count() == 1


@pytest.mark.parametrize("to", ["+12145550999", "", "+12145550100;ext=1", "sip:x", "x" * 100_000])
def test_caller_of_a_number_that_is_nobodys_is_hung_up_on(number, post, to):
    assert is_hang_up(post("/phone/numbers/voice", CALLER | {"To": to}))
    assert not Call.unscoped.exists()


def test_caller_of_a_suspended_organization_is_hung_up_on(number, post, acme):
    acme.suspended_at = NOW
    acme.save()

    assert is_hang_up(post("/phone/numbers/voice", CALLER))


@pytest.mark.parametrize("agent", [None, "off"])
def test_caller_of_a_number_without_an_active_agent_is_hung_up_on(number, post, agent):
    if agent is None:
        number.agent = None
        number.save()
    else:
        number.agent.is_active = False
        number.agent.save()

    assert is_hang_up(post("/phone/numbers/voice", CALLER))


def test_unsigned_caller_is_refused(number, client):
    assert client.post("/phone/numbers/voice", CALLER).status_code == 403
    assert not Call.unscoped.exists()


@pytest.mark.parametrize("caller", ["anonymous", "+266696687", "", "client:" + "x" * 1000])
def test_caller_without_a_number_is_taken(number, post, caller):
    assert relay_of(post("/phone/numbers/voice", CALLER | {"From": caller})) is not None


def test_end_of_an_incoming_conversation_ends_the_call(number, post):
    post("/phone/numbers/voice", CALLER)
    call = Call.unscoped.get()

    response = post(path_of(call, "relay-ended"), {"SessionStatus": "completed", "CallStatus": "completed"})

    assert is_hang_up(response)
    call.refresh_from_db()
    assert call.status == CallStatus.COMPLETED


def test_numbers_of_two_organizations_are_kept_apart(number, post):
    theirs = OrganizationFactory()
    agent = AgentFactory(organization=theirs)
    PhoneNumberFactory(organization=theirs, number="+12145550101", agent=agent)

    post("/phone/numbers/voice", CALLER | {"To": "+12145550101"})

    call = Call.unscoped.get()
    assert (call.organization, call.conversation.agent) == (theirs, agent)


# Transfers, as the provider sees them


@pytest.fixture
def to_be_put_through(under_way):
    under_way.conversation.skill_state = {"is_begun": True}
    transfers.request_transfer(
        under_way, under_way.conversation, to="+13125550199", whisper="About <L-1>.", by=AGENT, at=NOW
    )
    under_way.conversation.save()
    return under_way


def transfer_status(call):
    call.conversation.refresh_from_db()
    return Transfer.unscoped.get(call=call).status


def test_end_of_the_session_leads_to_the_person(to_be_put_through, post):
    answer = post(path_of(to_be_put_through, "relay-ended"), {"SessionStatus": "ended"})

    dial = ElementTree.fromstring(answer.content).find("Dial")
    assert dial.get("callerId") == to_be_put_through.from_phone
    assert dial.get("action").endswith(path_of(to_be_put_through, "dial-ended"))
    number = dial.find("Number")
    assert number.text == "+13125550199"
    assert number.get("url").endswith(path_of(to_be_put_through, "whisper"))
    assert transfer_status(to_be_put_through) == "RINGING"


def test_whisper_tells_what_it_is_about_and_notes_the_transfer(to_be_put_through, post):
    post(path_of(to_be_put_through, "relay-ended"), {"SessionStatus": "ended"})

    answer = post(path_of(to_be_put_through, "whisper"))

    assert ElementTree.fromstring(answer.content).find("Say").text == "About <L-1>."
    assert transfer_status(to_be_put_through) == "CONNECTED"
    assert to_be_put_through.conversation.transferred_at


def test_person_who_hangs_up_during_the_whisper_was_nobody(to_be_put_through, post):
    post(path_of(to_be_put_through, "relay-ended"), {"SessionStatus": "ended"})
    post(path_of(to_be_put_through, "whisper"))

    answer = post(path_of(to_be_put_through, "dial-ended"), {"DialCallStatus": "no-answer"})

    assert relay_of(answer) is not None
    assert transfer_status(to_be_put_through) == "FAILED"
    assert to_be_put_through.conversation.transferred_at is None


def test_nobody_is_dialed_who_wasnt_asked_for(under_way, post):
    assert is_hang_up(post(path_of(under_way, "transfer")))
    assert is_hang_up(post(path_of(under_way, "relay-ended"), {"SessionStatus": "ended"}))


# Recordings

RECORDED = {"RecordingSid": "RE" + "1" * 32, "RecordingStatus": "completed", "RecordingDuration": "9"}


def test_connection_of_an_organization_that_records_begins_a_recording_once(call, post):
    CallingRules.unscoped.update_or_create(organization=call.organization, defaults={"records_calls": True})

    answers = [post(path_of(call, "twiml"), {"CallSid": SID}) for _ in range(2)]

    first, second = (ElementTree.fromstring(answer.content).find("Start/Recording") for answer in answers)
    assert (first.get("channels"), second) == ("dual", None)
    assert first.get("recordingStatusCallback").endswith(path_of(call, "recording"))


def test_recording_is_noted_once(call, post):
    for _ in range(2):
        post(path_of(call, "recording"), RECORDED)
    post(path_of(call, "recording"), RECORDED | {"RecordingSid": "RE" + "2" * 32})

    found = Recording.unscoped.get()
    assert (found.call_id, found.provider_sid, found.seconds) == (call.pk, RECORDED["RecordingSid"], 9)


@pytest.mark.parametrize(
    "fields",
    [
        {"RecordingSid": ""},
        {"RecordingSid": "../../etc/passwd"},
        {"RecordingStatus": "failed"},
        {"RecordingSid": "RE"},
    ],
)
def test_recording_that_is_none_isnt_noted(call, post, fields):
    assert post(path_of(call, "recording"), RECORDED | fields).status_code == 200
    assert not Recording.unscoped.exists()
