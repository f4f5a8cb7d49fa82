"""Requests from the exchange to the application: TwiML is fetched, events are told; all signed."""

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit, urlunsplit

import httpx
from twilio.request_validator import RequestValidator

from calls.simulator.state import Call, Hook, Status, now, rfc2822

if TYPE_CHECKING:
    from calls.simulator.network import Network

logger = logging.getLogger(__name__)

# The provider gives an application fifteen seconds to answer.
TIMEOUT = httpx.Timeout(15.0, connect=5.0)

SIP_CODES = {
    Status.COMPLETED: "200",
    Status.BUSY: "486",
    Status.NO_ANSWER: "480",
    Status.FAILED: "404",
    Status.CANCELED: "487",
}


def call_parameters(call: Call) -> dict[str, str]:
    """The fields that every request about a call bears."""
    parameters = {
        "CallSid": call.sid,
        "AccountSid": call.account_sid,
        "ApiVersion": "2010-04-01",
        "From": call.from_,
        "To": call.to,
        "Caller": call.from_,
        "Called": call.to,
        "Direction": call.direction,
        "CallStatus": str(call.status),
    }
    if call.caller_name:
        parameters["CallerName"] = call.caller_name
    if call.parent_sid:
        parameters["ParentCallSid"] = call.parent_sid
    return parameters


class Poster:
    """Sends signed requests."""

    def __init__(self, auth_token: str) -> None:
        self._validator = RequestValidator(auth_token)
        self._client = httpx.AsyncClient(
            timeout=TIMEOUT,
            trust_env=False,
            follow_redirects=True,
            headers={"User-Agent": "TwilioProxy/1.1", "Accept": "*/*"},
            limits=httpx.Limits(max_connections=400, max_keepalive_connections=50, keepalive_expiry=5),
        )

    def signature(self, url: str, parameters: Mapping[str, str]) -> str:
        """The value of X-Twilio-Signature for a request to exactly this URL."""
        return self._validator.compute_signature(url, dict(parameters))

    async def send(self, hook: Hook, parameters: Mapping[str, str]) -> httpx.Response:
        """One request: the parameters are a POST's form, or a GET's query. Raises httpx.HTTPError."""
        if hook.method == "GET":
            parts = urlsplit(hook.url)
            query = "&".join(filter(None, (parts.query, urlencode(parameters))))
            url = urlunsplit(parts._replace(query=query))
            return await self._client.get(url, headers={"X-Twilio-Signature": self.signature(url, {})})
        signature = self.signature(hook.url, parameters)
        return await self._client.post(
            hook.url, data=dict(parameters), headers={"X-Twilio-Signature": signature}
        )

    async def close(self) -> None:
        """Close the connections kept open."""
        await self._client.aclose()


def tell_status(network: "Network", call: Call, event: str) -> None:
    """Tell the application that a call was initiated, is ringing, was answered or is over (`completed`)."""
    sequence, call.sequence = call.sequence, call.sequence + 1
    hook = call.options.status_hook
    if hook is None or event not in call.options.status_events:
        return
    parameters = call_parameters(call) | {
        "Timestamp": rfc2822(now()) or "",
        "CallbackSource": "call-progress-events",
        "SequenceNumber": str(sequence),
    }
    if event == "initiated":
        parameters["CallStatus"] = "initiated"
    if call.status.is_final:
        parameters |= {
            "CallDuration": str(call.duration),
            "Duration": str(-(-call.duration // 60)),
            "SipResponseCode": SIP_CODES[call.status],
        }
        if call.answered_by:
            parameters["AnsweredBy"] = call.answered_by
    tell(network, call, hook, parameters, is_last=call.status.is_final)


def tell(
    network: "Network", call: Call, hook: Hook, parameters: Mapping[str, str], *, is_last: bool = False
) -> None:
    """Send a callback without waiting for it, after the call's earlier ones, as far as the faults let it.

    A failed one isn't sent again: the provider doesn't either. `is_last` releases what a shuffle held.
    """
    fault = network.faults.next_callback()
    mode = fault.mode if fault else ""
    if mode == "lost":
        logger.info("%s callback lost on purpose: %s", call.sid, parameters.get("CallStatus", ""))
        return
    batch = [(hook, parameters)]
    if mode == "duplicate":
        batch *= 2
    if call.held_callback is not None:
        # Neighbours change places: the newer one first.
        batch.append(call.held_callback)
        call.held_callback = None
    elif mode == "shuffle" and not is_last:
        call.held_callback = batch[0]
        return
    delay = fault.seconds if fault and mode == "late" else 0.0
    call.last_delivery = network.spawn(_deliver(network, call, batch, delay, after=call.last_delivery))


async def _deliver(
    network: "Network",
    call: Call,
    batch: list[tuple[Hook, Mapping[str, str]]],
    delay: float,
    after: "asyncio.Task[None] | None",
) -> None:
    """Send callbacks one after the other, once the earlier ones of the call are through."""
    if delay:
        await asyncio.sleep(delay)
    if after is not None:
        await asyncio.wait({after})
    for hook, parameters in batch:
        try:
            response = await network.poster.send(hook, parameters)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            logger.warning("%s callback to %s failed: %r", call.sid, urlsplit(hook.url).path, error)
        else:
            if response.status_code >= 400:
                logger.warning(
                    "%s callback to %s answered %s", call.sid, urlsplit(hook.url).path, response.status_code
                )
