"""What the provider POSTs to us. Each view is signed, opens the call's scope, tells one service, and answers TwiML."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

import structlog
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from twilio.twiml.voice_response import Connect, ConversationRelay, Dial, Number, Start, VoiceResponse

from calls import telephony, turns
from calls.models import Call, PhoneNumber
from calls.services import dialing, outcomes, progress, recordings, transfers
from calls.services.permission import rules_of
from calls.services.steps import LINES
from calls.states import Direction
from calls.telephony import callback_url, locale_of, relay_url
from organizations.tenancy.actors import Actor
from organizations.tenancy.scope import scope, unscoped

log = structlog.get_logger(__name__)

PROVIDER = Actor("provider", "twilio")
SECONDS = re.compile(r"[0-9]{1,6}")
ENDED = ("completed", "canceled", "failed")
# What a person hears whose call reached nobody.
NOT_REACHED = {
    "busy": "The line is busy.",
    "no-answer": "No answer.",
    "failed": "This number can't be reached.",
}
RECORDING_SID = re.compile(r"RE[0-9a-zA-Z]{1,38}")
NOT_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
RING_SECONDS = 20
MAX_WHISPERED = 600  # characters: a person waits on each side


def signed(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let only the provider in: the signature is checked over our configured address and the form's fields."""

    @csrf_exempt
    @login_not_required
    @require_POST
    @wraps(view)
    def checked(request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        signature = request.headers.get("X-Twilio-Signature", "")
        url = settings.PUBLIC_URL + request.get_full_path()
        if not telephony.is_authentic(url, request.POST, signature):
            log.warning("callback with a wrong signature", path=request.path)
            return HttpResponse("The signature doesn't match.", status=403, content_type="text/plain")
        return view(request, *args, **kwargs)

    return checked


def for_call(view: Callable[[HttpRequest, Call], HttpResponse]) -> Callable[..., HttpResponse]:
    """Find the call by its reference and open its organization's scope; 404 where there is none."""

    @wraps(view)
    def scoped(request: HttpRequest, reference: str) -> HttpResponse:
        calls = Call.unscoped.select_related("conversation__agent").defer("transcript")
        with unscoped():
            call = calls.filter(reference=reference).first()
        if call is None:
            return HttpResponse("No such call.", status=404, content_type="text/plain")
        with scope(call.organization_id):
            return view(request, call)

    return scoped


def xml(document: str) -> HttpResponse:
    """A TwiML answer."""
    return HttpResponse(document, content_type="text/xml")


@signed
@for_call
def twiml(request: HttpRequest, call: Call) -> HttpResponse:
    """The line is answered: connect it to the conversation; one that we gave up before is hung up on.

    A person who calls is connected to the other side.
    """
    if call.is_by_person:
        return _put_person_through(request, call)
    progress.note_status(
        call_id=call.pk,
        provider_status="in-progress",
        sid=request.POST.get("CallSid", ""),
        by=PROVIDER,
        at=timezone.now(),
    )
    call.refresh_from_db(fields=["status"])
    if call.is_finished:
        return xml(_hang_up_twiml())
    return xml(_conversation_twiml(call, records=recordings.decide_recording(call_id=call.pk)))


@signed
@for_call
def status(request: HttpRequest, call: Call) -> HttpResponse:
    """The call moved on, or ended."""
    seconds = SECONDS.fullmatch(request.POST.get("CallDuration", ""))
    progress.note_status(
        call_id=call.pk,
        provider_status=request.POST.get("CallStatus", ""),
        sid=request.POST.get("CallSid", ""),
        seconds=int(seconds[0]) if seconds else None,
        by=PROVIDER,
        at=timezone.now(),
    )
    return HttpResponse(status=200)


@signed
@for_call
def machine(request: HttpRequest, call: Call) -> HttpResponse:
    """Machine detection has made up its mind."""
    progress.note_machine(
        call_id=call.pk, answered_by=request.POST.get("AnsweredBy", ""), by=PROVIDER, at=timezone.now()
    )
    return HttpResponse(status=200)


@signed
@for_call
def voicemail(request: HttpRequest, call: Call) -> HttpResponse:
    """What to say to a machine."""
    return xml(_voicemail_twiml(outcomes.voicemail_message(call)))


@signed
@for_call
def relay_ended(request: HttpRequest, call: Call) -> HttpResponse:
    """The conversation's socket has closed: put the line through to a person, connect again where it broke, or end."""
    at = timezone.now()
    if call.is_finished or request.POST.get("CallStatus") in ENDED:
        _note_end(call)
        return xml(_hang_up_twiml())
    if (to := transfers.start_transfer(call_id=call.pk, by=PROVIDER, at=at)) is not None:
        return xml(_transfer_to(call, to))
    if request.POST.get("ErrorCode") or request.POST.get("SessionStatus") in ("failed", "error"):
        pause = turns.may_reconnect(call, at=at)
        if pause is not None:
            return xml(_conversation_twiml(call, pause=pause))
        if not call.conversation.skill_state.get("is_over"):
            _note_end(call)
            return xml(_lost_twiml(call))
    _note_end(call)
    return xml(_hang_up_twiml())


@signed
@for_call
def transfer(request: HttpRequest, call: Call) -> HttpResponse:
    """A broker takes the call over."""
    to = transfers.start_transfer(call_id=call.pk, by=PROVIDER, at=timezone.now())
    return xml(_hang_up_twiml() if to is None else _transfer_to(call, to))


@signed
@for_call
def whisper(request: HttpRequest, call: Call) -> HttpResponse:
    """The person has picked up: what the call is about, for their ears alone."""
    return xml(
        _whisper_twiml(transfers.note_person_answered(call_id=call.pk, by=PROVIDER, at=timezone.now()))
    )


@signed
@for_call
def second_line(request: HttpRequest, call: Call) -> HttpResponse:
    """The line to the other side of a person's call moved on, or ended."""
    _note_other_line(request, call, status="CallStatus", seconds="CallDuration")
    return HttpResponse(status=200)


@signed
@for_call
def announcement(request: HttpRequest, call: Call) -> HttpResponse:
    """The other side of a person's call has picked up: it hears that it is recorded, before the two are connected."""
    rules = rules_of(call.organization)
    return xml(_whisper_twiml(rules.recording_announcement or LINES.say("recording", "en")))


@signed
@for_call
def dial_ended(request: HttpRequest, call: Call) -> HttpResponse:
    """The line to the person has ended; where nobody took it, the caller comes back to the conversation.

    Of a person's call it is the line to the other side: with it the call has ended.
    """
    outcome = request.POST.get("DialCallStatus", "")[:20]
    if call.is_by_person:
        _note_other_line(request, call, status="DialCallStatus", seconds="DialCallDuration")
        return xml(_hang_up_twiml(NOT_REACHED.get(outcome, "")))
    was_put_through = transfers.note_transfer_ended(
        call_id=call.pk, outcome=outcome, by=PROVIDER, at=timezone.now()
    )
    if was_put_through or call.is_finished or request.POST.get("CallStatus") in ENDED:
        _note_end(call)
        return xml(_hang_up_twiml())
    return xml(_conversation_twiml(call))


@signed
@for_call
def recording(request: HttpRequest, call: Call) -> HttpResponse:
    """A recording is ready to be fetched."""
    sid = request.POST.get("RecordingSid", "")
    seconds = SECONDS.fullmatch(request.POST.get("RecordingDuration", ""))
    if RECORDING_SID.fullmatch(sid) and request.POST.get("RecordingStatus", "completed") == "completed":
        recordings.note_recording(
            call_id=call.pk, sid=sid, seconds=int(seconds[0]) if seconds else 0, at=timezone.now()
        )
    return HttpResponse(status=200)


@signed
def voice(request: HttpRequest) -> HttpResponse:
    """Somebody calls one of our numbers: connect them to its agent; a number nobody answers is hung up on."""
    if not request.POST.get("CallSid"):
        return HttpResponse("A call without a CallSid.", status=400, content_type="text/plain")
    numbers = PhoneNumber.unscoped.select_related("agent", "organization")
    with unscoped():
        number = numbers.filter(
            number=request.POST.get("To", ""), agent__is_active=True, organization__suspended_at=None
        ).first()
    if number is None:
        log.warning("call to a number without an agent", to=request.POST.get("To", ""))
        return xml(_hang_up_twiml())
    with scope(number.organization_id):
        call = progress.receive_call(
            number=number,
            from_phone=request.POST.get("From", ""),
            caller_name=request.POST.get("CallerName", ""),
            sid=request.POST["CallSid"],
            by=PROVIDER,
            at=timezone.now(),
        )
        return xml(_conversation_twiml(call, records=recordings.decide_recording(call_id=call.pk)))


@signed
def number_status(request: HttpRequest) -> HttpResponse:
    """A call to one of our numbers has ended: told once more, should the way of its conversation have been lost."""
    sid = request.POST.get("CallSid", "")
    calls = Call.unscoped.select_related("conversation")
    with unscoped():
        call = calls.filter(provider_sid=sid).first() if sid else None
    if call is not None and request.POST.get("CallStatus") in ENDED:
        with scope(call.organization_id):
            _note_end(call)
    return HttpResponse(status=200)


def _put_person_through(request: HttpRequest, call: Call) -> HttpResponse:
    """Ring the other side of a person's call, now that the person is on the line."""
    is_wanted, records = dialing.connect_person(
        call_id=call.pk,
        sid=request.POST.get("CallSid", ""),
        answered_by=request.POST.get("AnsweredBy", ""),
        by=PROVIDER,
        at=timezone.now(),
    )
    if not is_wanted:
        return xml(_hang_up_twiml())
    ring_seconds = rules_of(call.organization).ring_seconds
    return xml(_second_line_twiml(call, ring_seconds=ring_seconds, records=records))


def _note_other_line(request: HttpRequest, call: Call, *, status: str, seconds: str) -> None:
    """Tell what two fields say of the line to the other side of a person's call."""
    told = SECONDS.fullmatch(request.POST.get(seconds, ""))
    progress.note_other_line(
        call_id=call.pk,
        provider_status=request.POST.get(status, ""),
        seconds=int(told[0]) if told else None,
        by=PROVIDER,
        at=timezone.now(),
    )


def _transfer_to(call: Call, to: str) -> str:
    return _transfer_twiml(call, caller_id=transfers.our_number(call, call.conversation), to=to)


def _note_end(call: Call) -> None:
    """The end of a call that came in: numbers that are connected by hand have no status callback of ours."""
    if call.conversation.direction == Direction.INBOUND:
        progress.note_status(call_id=call.pk, provider_status="completed", by=PROVIDER, at=timezone.now())


# The documents that we answer with.


def _conversation_twiml(call: Call, *, records: bool = False, pause: int = 0) -> str:
    """Connect the line to the relay socket, where the agent speaks first.

    With `records` a recording of both sides begins; `pause` is how many seconds to wait before.
    """
    response = VoiceResponse()
    if pause:
        response.pause(length=pause)
    if records:
        response.append(_recording(call))
    agent, language = call.conversation.agent, _spoken_language(call)
    spoken = locale_of(agent, language)
    is_agents_own = agent is not None and spoken == agent.language
    voice: dict[str, Any] = {"voice": agent.voice} if agent and agent.voice and is_agents_own else {}
    relay = ConversationRelay(
        url=relay_url(call.reference),
        language=spoken,
        dtmf_detection=True,
        interruptible="speech",
        **voice,
    )
    connect = Connect(action=callback_url(call.reference, "relay-ended"), method="POST")
    connect.append(relay)
    response.append(connect)
    return str(response)


def _transfer_twiml(call: Call, *, caller_id: str, to: str) -> str:
    """Ring a person, tell them what it is about, and put the two through."""
    dial = Dial(
        caller_id=caller_id,
        timeout=RING_SECONDS,
        answer_on_bridge=True,
        action=callback_url(call.reference, "dial-ended"),
        method="POST",
    )
    dial.append(Number(to, url=callback_url(call.reference, "whisper"), method="POST"))
    response = VoiceResponse()
    response.append(dial)
    return str(response)


def _second_line_twiml(call: Call, *, ring_seconds: int, records: bool) -> str:
    """Put a person who has picked up their own phone through to whom they call.

    With `records` a recording begins, and the other side is told before it is transferred.
    """
    response = VoiceResponse()
    if records:
        response.append(_recording(call))
    response.say(NOT_XML.sub(" ", f"Calling {call.caller_name or 'the carrier'}."))
    dial = Dial(
        caller_id=call.from_phone,
        timeout=ring_seconds,
        action=callback_url(call.reference, "dial-ended"),
        method="POST",
    )
    number: dict[str, Any] = {"send_digits": f"W{call.to_extension}"} if call.to_extension else {}
    if records:
        number |= {"url": callback_url(call.reference, "announcement"), "method": "POST"}
    dial.append(
        Number(
            call.to_phone,
            status_callback=callback_url(call.reference, "second-line"),
            status_callback_method="POST",
            status_callback_event="initiated ringing answered completed",
            **number,
        )
    )
    response.append(dial)
    return str(response)


def _recording(call: Call) -> Start:
    """Begin to record both sides."""
    start = Start()
    start.recording(
        recording_status_callback=callback_url(call.reference, "recording"),
        recording_status_callback_method="POST",
        recording_status_callback_event="completed",
        channels="dual",
    )
    return start


def _whisper_twiml(words: str) -> str:
    """What one side hears before the two are connected; in English, as a broker reads or writes it."""
    response = VoiceResponse()
    if words := NOT_XML.sub(" ", words[:MAX_WHISPERED]).strip():
        response.say(words)
    return str(response)


def _lost_twiml(call: Call) -> str:
    """Take leave where the conversation can't go on, for a reason of ours."""
    language = _spoken_language(call)
    response = VoiceResponse()
    response.say(LINES.say("lost", language), language=locale_of(call.conversation.agent, language))
    response.hangup()
    return str(response)


def _voicemail_twiml(message: str) -> str:
    """Leave the message, if there is one, and hang up."""
    response = VoiceResponse()
    if message:
        response.say(NOT_XML.sub(" ", message))
    response.hangup()
    return str(response)


def _hang_up_twiml(words: str = "") -> str:
    """End the call; say a few words before, if there are any."""
    response = VoiceResponse()
    if words:
        response.say(words)
    response.hangup()
    return str(response)


def _spoken_language(call: Call) -> str:
    """The language of the conversation so far: "en" or "es", or what the agent speaks."""
    agent = call.conversation.agent
    return call.conversation.skill_state.get("language") or (agent.language[:2].lower() if agent else "en")
