"""The control side: what people and tests ask of the exchange, as JSON under /exchange."""

import logging
import re
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .control_input import (
    Fields,
    Invalid,
    caller,
    phone,
    read_callback_fault,
    read_create_fault,
    read_relay_fault,
    take_subscriber,
    text,
)
from .journal import log_call
from .network import Network
from .personas import PERSONAS, Persona, persona_phone
from .phones import masked, normalise
from .state import Call, CallOptions, Source, Subscriber

logger = logging.getLogger(__name__)

View = Callable[[Request], Awaitable[Response]]


def control_routes() -> list[Route]:
    """The control side's paths."""
    table: list[tuple[str, str, View]] = [
        ("GET", "/exchange", show_exchange),
        ("DELETE", "/exchange", forget),
        ("GET", "/exchange/calls", list_calls),
        ("POST", "/exchange/inbound", call_in),
        ("GET", "/exchange/subscribers", list_subscribers),
        ("PUT", "/exchange/subscribers/{number}", set_subscriber),
        ("GET", "/exchange/faults", show_faults),
        ("POST", "/exchange/faults", set_faults),
        ("GET", "/exchange/mail", no_mail),
        ("POST", "/exchange/mail", no_mail),
    ]
    return [Route(path, checked(view), methods=[method]) for method, path, view in table]


def checked(view: View) -> View:
    """A view whose invalid input is answered with all that is wrong."""

    async def checked_view(request: Request) -> Response:
        try:
            return await view(request)
        except Invalid as invalid:
            errors = [{"field": field, "detail": detail} for field, detail in invalid.errors]
            return JSONResponse({"error": str(invalid), "errors": errors}, 400)

    return checked_view


async def show_exchange(request: Request) -> Response:
    """What the exchange is and how much it holds."""
    network: Network = request.app.state.network
    return JSONResponse(
        {
            "calls": len(network.calls),
            "live": sum(not call.status.is_final for call in network.calls.values()),
            "numbers": [number.phone_number for number in network.numbers.values()],
            "voiceUrl": network.settings.voice_url,
            "pace": network.settings.pace,
            "personas": {persona.name: persona.purpose for persona in PERSONAS.values()},
            "faults": network.faults.as_json(),
        }
    )


async def forget(request: Request) -> Response:
    """Forget everything."""
    await request.app.state.network.forget()
    return Response(status_code=204)


async def list_calls(request: Request) -> Response:
    """Every call in the order they began, without the second legs of transfers unless `legs=true`."""
    network: Network = request.app.state.network
    query = request.query_params
    calls = [
        call for call in network.calls.values() if call.parent_sid is None or query.get("legs") == "true"
    ]
    if "sid" in query:
        calls = [call for call in calls if call.sid == query["sid"]]
    if "to" in query:
        # A plus in a query is a space unless it is escaped, and people forget that.
        calls = [call for call in calls if call.to == normalise(re.sub("^ ", "+", query["to"]))]
    if "reference" in query:
        calls = [call for call in calls if call.reference == query["reference"]]
    return JSONResponse([call.as_json() for call in calls])


async def call_in(request: Request) -> Response:
    """A carrier calls one of our numbers."""
    network: Network = request.app.state.network
    fields = await Fields.of(request)
    talks = take_subscriber(fields)
    # A persona has a phone of its own.
    from_ = fields.take("from", caller, "", required=talks.persona is None)
    to = fields.take("to", phone, "", required=True)
    name = fields.take("callerName", text, "")
    fields.done()
    talker = network.make_talker(talks)
    if not from_ and isinstance(talker, Persona):
        from_ = persona_phone(talker)
    owned = network.number_of(to)
    source = owned.voice if owned else None
    if source is None and network.settings.voice_url:
        source = Source(network.settings.voice_url)
    if source is None:
        raise Invalid([("to", "has no voice URL, and the exchange was started without one for all numbers")])
    options = CallOptions(
        source=source,
        fallback=owned.fallback if owned else None,
        status_hook=owned.status_hook if owned else None,
    )
    pace = network.pace_of(talks)
    call = Call(network.settings.account_sid, from_, to, "inbound", options, pace, caller_name=name)
    call.talker = talker
    network.start(call)
    log_call(call, "asked for: %s", talks.persona or ("a script" if talks.script else "agreeable"))
    return JSONResponse({"sid": call.sid}, 201)


def _subscriber_json(number: str, subscriber: Subscriber) -> dict[str, object]:
    return {
        "number": number,
        "answer": subscriber.answer,
        "persona": subscriber.persona,
        "script": None if subscriber.script is None else f"{len(subscriber.script)} items",
        "pace": subscriber.pace,
        "ringSeconds": subscriber.ring_seconds,
        "seed": subscriber.seed,
        "about": subscriber.about.as_json() if subscriber.about else None,
    }


async def list_subscribers(request: Request) -> Response:
    """Who was configured to pick up where."""
    network: Network = request.app.state.network
    return JSONResponse([_subscriber_json(*item) for item in network.subscribers.items()])


async def set_subscriber(request: Request) -> Response:
    """Say who picks up when we dial a number."""
    network: Network = request.app.state.network
    try:
        number = phone(request.path_params["number"])
    except ValueError as error:
        raise Invalid([("number", str(error))]) from None
    fields = await Fields.of(request)
    subscriber = take_subscriber(fields)
    fields.done()
    network.subscribers[number] = subscriber
    logger.info("subscriber %s: %s", masked(number), subscriber.answer)
    return JSONResponse(_subscriber_json(number, subscriber))


async def show_faults(request: Request) -> Response:
    """The faults in force."""
    return JSONResponse(request.app.state.network.faults.as_json())


async def set_faults(request: Request) -> Response:
    """Set faults; what isn't mentioned stays, null ends one."""
    faults = request.app.state.network.faults
    fields = await Fields.of(request)
    changes = {
        attribute: fields.take(name, read)
        for name, attribute, read in (
            ("createCall", "create_call", read_create_fault),
            ("callbacks", "callbacks", read_callback_fault),
            ("relay", "relay", read_relay_fault),
        )
        if name in fields
    }
    fields.done()
    for attribute, fault in changes.items():
        setattr(faults, attribute, fault)
    logger.info("faults: %s", faults.as_json())
    return JSONResponse(faults.as_json())


async def no_mail(request: Request) -> Response:
    """Mail isn't there yet."""
    return JSONResponse({"error": "the exchange has no mail yet"}, 501)
