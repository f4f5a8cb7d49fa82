"""The TwiML documents that we answer with."""

import re

from twilio.twiml.voice_response import Connect, ConversationRelay, VoiceResponse

from calls.models import Call
from calls.phone.addresses import callback_url, relay_url

NOT_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def conversation(call: Call) -> str:
    """Connect the line to the relay socket; the agent speaks first, over the socket."""
    agent = call.conversation.agent
    voice = {"voice": agent.voice} if agent and agent.voice else {}
    relay = ConversationRelay(
        url=relay_url(call.reference),
        language=agent.language if agent else "en-US",
        dtmf_detection=True,
        interruptible="speech",
        **voice,
    )
    connect = Connect(action=callback_url(call.reference, "relay-ended"), method="POST")
    connect.append(relay)
    response = VoiceResponse()
    response.append(connect)
    return str(response)


def voicemail(message: str) -> str:
    """Leave the message, if there is one, and hang up."""
    response = VoiceResponse()
    if message:
        response.say(NOT_XML.sub(" ", message))
    response.hangup()
    return str(response)


def hang_up() -> str:
    """End the call."""
    response = VoiceResponse()
    response.hangup()
    return str(response)
