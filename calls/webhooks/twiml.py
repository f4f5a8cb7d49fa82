"""The TwiML documents that we answer with."""

import re
from typing import Any

from twilio.twiml.voice_response import Connect, ConversationRelay, Dial, Number, Start, VoiceResponse

from calls.models import Agent, Call
from calls.services.steps import LINES
from calls.telephony import callback_url, relay_url

NOT_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
RING_SECONDS = 20
MAX_WHISPERED = 600  # characters: a person waits on each side


def conversation(call: Call, *, records: bool = False, pause: int = 0) -> str:
    """Connect the line to the relay socket, where the agent speaks first.

    With `records` a recording of both sides begins; `pause` is how many seconds to wait before.
    """
    response = VoiceResponse()
    if pause:
        response.pause(length=pause)
    if records:
        response.append(_recording(call))
    agent, language = call.conversation.agent, spoken_language(call)
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


def transfer(call: Call, *, caller_id: str, to: str) -> str:
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


def second_line(call: Call, *, ring_seconds: int, records: bool) -> str:
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


def whisper(words: str) -> str:
    """What one side hears before the two are connected; in English, as a broker reads or writes it."""
    response = VoiceResponse()
    if words := NOT_XML.sub(" ", words[:MAX_WHISPERED]).strip():
        response.say(words)
    return str(response)


def lost(call: Call) -> str:
    """Take leave where the conversation can't go on, for a reason of ours."""
    language = spoken_language(call)
    response = VoiceResponse()
    response.say(LINES.say("lost", language), language=locale_of(call.conversation.agent, language))
    response.hangup()
    return str(response)


def voicemail(message: str) -> str:
    """Leave the message, if there is one, and hang up."""
    response = VoiceResponse()
    if message:
        response.say(NOT_XML.sub(" ", message))
    response.hangup()
    return str(response)


def hang_up(words: str = "") -> str:
    """End the call; say a few words before, if there are any."""
    response = VoiceResponse()
    if words:
        response.say(words)
    response.hangup()
    return str(response)


def nothing() -> str:
    """Nothing to do."""
    return str(VoiceResponse())


def spoken_language(call: Call) -> str:
    """The language of the conversation so far: "en" or "es", or what the agent speaks."""
    agent = call.conversation.agent
    return call.conversation.skill_state.get("language") or (agent.language[:2].lower() if agent else "en")


def locale_of(agent: Agent | None, language: str) -> str:
    """The language as speech services name it: the agent's own where it is that language's, else of the US."""
    own = agent.language if agent else "en-US"
    return own if own[:2].lower() == language else f"{language}-US"
