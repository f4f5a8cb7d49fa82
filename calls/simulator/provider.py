"""The provider's REST side: calls, our numbers, recordings."""

import asyncio
import base64
import binascii
import hmac
import os
import socket
import stat
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from calls.simulator.lifecycle import start
from calls.simulator.network import Network, render_sound
from calls.simulator.provider_wire import (
    VERSION,
    Form,
    Refusal,
    available_json,
    call_filter,
    call_json,
    number_json,
    page_of,
    read_call,
    read_search,
    recording_json,
    sellable,
)
from calls.simulator.state import (
    Call,
    Fault,
    Order,
    OwnedNumber,
    Recording,
    Source,
    Status,
    is_dialable,
    log_call,
    normalise,
    now,
)

# Cutting a client's connection, which a well-behaved server has no way to do.


def cut_connection(scope: MutableMapping[str, Any]) -> None:
    """Shut the socket of a request down, so that its client sees the connection end without an answer.

    The server hides its sockets: the one whose far end is the client is looked up among the open descriptors.
    """
    host, port = scope["client"]
    client = (host, int(port))
    for descriptor in _open_descriptors():
        try:
            if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                continue
            with socket.socket(fileno=os.dup(descriptor)) as connection:
                if connection.family == socket.AF_INET and connection.getpeername() == client:
                    connection.shutdown(socket.SHUT_RDWR)
                    return
        except OSError:
            continue


def _open_descriptors() -> list[int]:
    """The numbers of this process's open files."""
    for folder in ("/proc/self/fd", "/dev/fd"):
        if os.path.isdir(folder):
            return [int(name) for name in os.listdir(folder) if name.isdigit()]
    return list(range(1024))


View = Callable[[Request], Awaitable[Response]]


def provider_routes() -> list[Route]:
    """The provider's paths."""
    account = f"/{VERSION}/Accounts/{{account}}"
    table: list[tuple[str, list[str], View]] = [
        ("/Calls.json", ["POST"], create_call),
        ("/Calls.json", ["GET"], list_calls),
        ("/Calls/{sid}.json", ["GET"], show_call),
        ("/Calls/{sid}.json", ["POST"], change_call),
        ("/AvailablePhoneNumbers/{country}/Local.json", ["GET"], list_available),
        ("/IncomingPhoneNumbers.json", ["GET"], list_numbers),
        ("/IncomingPhoneNumbers.json", ["POST"], create_number),
        ("/IncomingPhoneNumbers/{sid}.json", ["GET", "POST", "DELETE"], one_number),
        ("/Recordings/{sid}.json", ["GET", "DELETE"], one_recording),
        ("/Recordings/{sid}.wav", ["GET"], recording_audio),
        ("/Recordings/{sid}", ["GET"], recording_audio),
    ]
    routes = [Route(account + path, guarded(view), methods=methods) for path, methods, view in table]
    return [
        *routes,
        Route("/2010-04-01/{rest:path}", guarded(nothing_here), methods=["GET", "POST", "DELETE"]),
    ]


def guarded(view: View) -> View:
    """A view behind basic auth; refusals are answered as the provider does."""

    async def guarded_view(request: Request) -> Response:
        network: Network = request.app.state.network
        try:
            if not _is_authentic(request, network):
                raise Refusal(401, 20003, "Authenticate")
            return await view(request)
        except Refusal as refusal:
            return error_response(refusal)

    return guarded_view


def error_response(refusal: Refusal) -> JSONResponse:
    """An error as the provider writes it."""
    body = {
        "code": refusal.code,
        "message": refusal.message,
        "more_info": f"https://www.twilio.com/docs/errors/{refusal.code}",
        "status": refusal.status,
    }
    headers = {"WWW-Authenticate": 'Basic realm="Twilio API"'} if refusal.status == 401 else None
    return JSONResponse(body, refusal.status, headers)


def _is_authentic(request: Request, network: Network) -> bool:
    """Whether the request bears the account's credentials and asks for that account."""
    scheme, _, credentials = request.headers.get("authorization", "").partition(" ")
    try:
        given = base64.b64decode(credentials, validate=True)
    except binascii.Error:
        return False
    wanted = f"{network.settings.account_sid}:{network.settings.auth_token}".encode()
    is_own = request.path_params.get("account", network.settings.account_sid) == network.settings.account_sid
    return scheme.lower() == "basic" and hmac.compare_digest(given, wanted) and is_own


def _missing(request: Request) -> Refusal:
    return Refusal(404, 20404, f"The requested resource {request.url.path} was not found")


async def nothing_here(request: Request) -> Response:
    """A path that the exchange doesn't have."""
    raise _missing(request)


async def create_call(request: Request) -> Response:
    """Place a call; a fault may hide that it was placed, or refuse it."""
    network: Network = request.app.state.network
    form = await Form.read(request)
    fault = network.faults.take("create_call")
    if fault and fault.mode == "429":
        raise Refusal(429, 20429, "Too Many Requests")
    if fault and fault.mode == "500":
        raise Refusal(500, 20500, "An internal server error has occurred")
    call = read_call(
        form,
        account_sid=network.settings.account_sid,
        pace_at=lambda number: network.pace_of(network.subscriber(number)),
    )
    start(network, call)
    log_call(call, "placed")
    if fault:
        await _misanswer(request, fault)
    return JSONResponse(call_json(call), 201)


async def _misanswer(request: Request, fault: Fault) -> None:
    """Answer late, or cut the connection instead of answering."""
    if fault.mode == "delay":
        await asyncio.sleep(fault.seconds)
    elif fault.mode == "accept_then_drop":
        cut_connection(request.scope)


async def list_calls(request: Request) -> Response:
    """Calls, newest first, filtered and in pages."""
    network: Network = request.app.state.network
    query = request.query_params.multi_items()
    page, size = page_of(request.query_params)
    wanted = call_filter(query)
    found = [call for call in reversed(network.calls.values()) if wanted(call)]
    body = page_json("calls", found, call_json, path=request.url.path, query=query, page=page, size=size)
    return JSONResponse(body)


def _find_call(request: Request) -> Call:
    network: Network = request.app.state.network
    call = network.calls.get(request.path_params["sid"])
    if call is None:
        raise _missing(request)
    return call


async def show_call(request: Request) -> Response:
    """One call."""
    return JSONResponse(call_json(_find_call(request)))


async def change_call(request: Request) -> Response:
    """Hang a call up, or lead a live one to another document."""
    call = _find_call(request)
    form = await Form.read(request)
    status = form.choice("Status", ("", "canceled", "completed"), "")
    source = form.source()
    if status and source is None:
        if call.status.is_final:
            return JSONResponse(call_json(call))
        if status == "canceled" and call.status == Status.IN_PROGRESS:
            raise Refusal(400, 21220, "Call is in progress. Cannot cancel.")
        log_call(call, "hung up by request")
        call.orders.put_nowait(Order())
        await _until_over(call)
    elif source is not None:
        if call.status != Status.IN_PROGRESS:
            raise Refusal(400, 21220, "Call is not in-progress. Cannot redirect.")
        log_call(call, "redirected by request")
        call.orders.put_nowait(Order(source))
    return JSONResponse(call_json(call))


async def _until_over(call: Call) -> None:
    """Give a call that was told to end the moment that it takes."""
    for _ in range(50):
        if call.status.is_final:
            return
        await asyncio.sleep(0.02)


def _read_number(form: Form, number: OwnedNumber) -> None:
    """Change what a form mentions of a number. Raises Refusal."""
    if "FriendlyName" in form:
        number.friendly_name = form.get("FriendlyName")
    if "VoiceUrl" in form:
        url = form.url("VoiceUrl", 21502)
        number.voice = Source(url, form.method("VoiceMethod")) if url else None
    if "VoiceFallbackUrl" in form:
        url = form.url("VoiceFallbackUrl", 21502)
        number.fallback = Source(url, form.method("VoiceFallbackMethod")) if url else None
    if "StatusCallback" in form:
        number.status_hook = form.hook("StatusCallback")
    number.updated_at = now()


async def list_numbers(request: Request) -> Response:
    """Our numbers."""
    network: Network = request.app.state.network
    query = request.query_params.multi_items()
    page, size = page_of(request.query_params)
    wanted = request.query_params.get("PhoneNumber", "")
    found = [
        owned for owned in network.numbers.values() if not wanted or owned.phone_number == normalise(wanted)
    ]
    body = page_json(
        "incoming_phone_numbers",
        found,
        lambda owned: number_json(owned, network.settings.account_sid),
        path=request.url.path,
        query=query,
        page=page,
        size=size,
    )
    return JSONResponse(body)


async def list_available(request: Request) -> Response:
    """Numbers that can be bought: in an area, with certain digits, or anywhere."""
    network: Network = request.app.state.network
    if request.path_params["country"] != "US":
        raise _missing(request)
    area, digits = read_search(request.query_params)
    found = [number for number in sellable(area, digits) if network.number_of(number) is None]
    _, size = page_of(request.query_params)
    body = {"available_phone_numbers": [available_json(number) for number in found[:size]]}
    return JSONResponse(body | {"uri": request.url.path})


async def create_number(request: Request) -> Response:
    """Register a number of ours; one that is there already keeps its sid."""
    network: Network = request.app.state.network
    form = await Form.read(request)
    phone_number = normalise(form.get("PhoneNumber"))
    if not is_dialable(phone_number):
        raise Refusal(400, 21421, f"PhoneNumber is not a valid phone number: {form.get('PhoneNumber')}")
    number = network.number_of(phone_number) or OwnedNumber(phone_number)
    _read_number(form, number)
    network.numbers[number.sid] = number
    return JSONResponse(number_json(number, network.settings.account_sid), 201)


async def one_number(request: Request) -> Response:
    """Show, change or give up one of our numbers."""
    network: Network = request.app.state.network
    number = network.numbers.get(request.path_params["sid"])
    if number is None:
        raise _missing(request)
    if request.method == "DELETE":
        del network.numbers[number.sid]
        return Response(status_code=204)
    if request.method == "POST":
        _read_number(await Form.read(request), number)
    return JSONResponse(number_json(number, network.settings.account_sid))


def _find_recording(request: Request) -> Recording:
    network: Network = request.app.state.network
    recording = network.recordings.get(request.path_params["sid"])
    if recording is None:
        raise _missing(request)
    return recording


async def one_recording(request: Request) -> Response:
    """Show or delete a recording."""
    network: Network = request.app.state.network
    found = _find_recording(request)
    if request.method == "DELETE":
        del network.recordings[found.sid]
        return Response(status_code=204)
    return JSONResponse(recording_json(found, network.settings.base_url))


async def recording_audio(request: Request) -> Response:
    """A recording's sound."""
    found = _find_recording(request)
    content = await asyncio.to_thread(render_sound, found.lines, found.channels)
    return Response(content, media_type="audio/x-wav")


def page_json[T](
    key: str,
    items: Sequence[T],
    show: Callable[[T], dict[str, Any]],
    *,
    path: str,
    query: list[tuple[str, str]],
    page: int,
    size: int,
) -> dict[str, Any]:
    """One page of a list, with the URIs of its neighbours; only what is on it is shown."""

    def uri(number: int) -> str:
        kept = [(name, value) for name, value in query if name not in ("Page", "PageSize", "PageToken")]
        return f"{path}?{urlencode([*kept, ('PageSize', size), ('Page', number)])}"

    start = page * size
    shown = [show(item) for item in items[start : start + size]]
    return {
        key: shown,
        "page": page,
        "page_size": size,
        "start": start,
        "end": start + max(0, len(shown) - 1),
        "uri": uri(page),
        "first_page_uri": uri(0),
        "previous_page_uri": uri(page - 1) if page else None,
        "next_page_uri": uri(page + 1) if start + size < len(items) else None,
    }
