"""What people and tests ask of the network, as JSON under /exchange."""

import json
import logging
import math
import re
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from calls.simulator.facts import read_about
from calls.simulator.lifecycle import start
from calls.simulator.network import Network
from calls.simulator.persona import Persona, read_script
from calls.simulator.personas import PERSONAS
from calls.simulator.state import (
    CALLBACK_MODES,
    CREATE_MODES,
    LATE_SECONDS,
    Call,
    CallOptions,
    Fault,
    RelayFault,
    Source,
    Subscriber,
    is_dialable,
    log_call,
    masked,
    normalise,
)

# What people and tests send to the control side: JSON, checked field by field.


ANSWERS = ("human", "machine", "busy", "no-answer", "fail")


class Invalid(Exception):
    """Input that is refused; a list of field and reason."""

    def __init__(self, errors: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{field}: {detail}" if field else detail for field, detail in errors))
        self.errors = errors


class Fields:
    """The fields of a JSON object, read one by one; `done` tells all that was wrong at once."""

    def __init__(self, values: object, where: str = "") -> None:
        if not isinstance(values, dict):
            raise Invalid([(where, "must be a JSON object")])
        self._values = values
        self._where = f"{where}." if where else ""
        self._read: set[str] = set()
        self._errors: list[tuple[str, str]] = []

    @classmethod
    async def of(cls, request: Request) -> "Fields":
        """The fields of a request's body. Raises Invalid when that isn't a JSON object."""
        try:
            return cls(json.loads(await request.body() or b"{}"))
        except (ValueError, RecursionError) as error:
            raise Invalid([("", f"the body isn't JSON: {error}")]) from None

    def __contains__(self, name: str) -> bool:
        self._read.add(name)
        return name in self._values

    def fail(self, name: str, detail: str) -> None:
        """Note that a field is wrong."""
        self._errors.append((self._where + name, detail))

    def take(
        self, name: str, read: Callable[[Any], Any], default: Any = None, *, required: bool = False
    ) -> Any:
        """A field, read by a function that raises ValueError with advice; null is as good as absent."""
        self._read.add(name)
        value = self._values.get(name)
        if value is None:
            if required:
                self.fail(name, "is required")
            return default
        try:
            return read(value)
        except Invalid as invalid:
            self._errors += invalid.errors
        except ValueError as error:
            self.fail(name, str(error))
        return default

    def done(self) -> None:
        """Raises Invalid when a field was wrong or isn't known."""
        for name in sorted(set(self._values) - self._read):
            self.fail(name, f"is not a field here; there are {', '.join(sorted(self._read))}")
        if self._errors:
            raise Invalid(self._errors)


def text(value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise ValueError("must be a text")
    return value


def number(least: float, most: float) -> Callable[[Any], float]:
    """A reader of numbers within bounds."""

    def read(value: Any) -> float:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
        if not is_number or not least <= value <= most:
            raise ValueError(f"must be a number from {least:g} to {most:g}")
        return float(value)

    return read


def whole(least: int, most: int) -> Callable[[Any], int]:
    """A reader of whole numbers within bounds."""

    def read(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return value

    return read


def one_of(words: tuple[str, ...]) -> Callable[[Any], str]:
    """A reader of one of some words."""

    def read(value: Any) -> str:
        if value not in words:
            raise ValueError(f"must be one of {', '.join(words)}")
        return str(value)

    return read


def phone(value: Any) -> str:
    """A telephone number, made comparable."""
    given = normalise(text(value))
    if not is_dialable(given) and not given.startswith("client:"):
        raise ValueError("must be a number in E.164 form, such as +13125550142")
    return given


def caller(value: Any) -> str:
    """A caller's number, which may be withheld."""
    return "anonymous" if value == "anonymous" else phone(value)


def take_subscriber(fields: Fields) -> Subscriber:
    """The fields that say who talks, and how."""
    persona = fields.take("persona", one_of(tuple(PERSONAS)))
    script = fields.take("script", read_script)
    if persona and script is not None:
        fields.fail("script", "can't be given together with persona")
    return Subscriber(
        answer=fields.take("answer", one_of(ANSWERS), "human"),
        persona=persona,
        script=script,
        pace=fields.take("pace", number(0, 10)),
        ring_seconds=fields.take("ringSeconds", number(0, 600)),
        seed=fields.take("seed", whole(0, 2**53)),
        about=fields.take("about", read_about),
    )


def fault_reader(where: str, modes: tuple[str, ...], *, seconds: float) -> Callable[[Any], Fault]:
    """A reader of one of the faults that have a mode."""

    def read(value: Any) -> Fault:
        fields = Fields(value, where)
        fault = Fault(
            mode=fields.take("mode", one_of(modes), "", required=True),
            seconds=fields.take("seconds", number(0, 120), seconds),
            left=fields.take("times", whole(1, 1_000_000)),
        )
        fields.done()
        return fault

    return read


def read_relay_fault(value: Any) -> RelayFault:
    """The fault of `relay`."""
    fields = Fields(value, "relay")
    fields.take("mode", one_of(("drop",)), "", required=True)
    fault = RelayFault(fields.take("afterTurns", whole(0, 1_000), 0, required=True))
    fields.done()
    return fault


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
        from_ = talker.phone
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
    start(network, call)
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
            ("createCall", "create_call", fault_reader("createCall", CREATE_MODES, seconds=1.0)),
            ("callbacks", "callbacks", fault_reader("callbacks", CALLBACK_MODES, seconds=LATE_SECONDS)),
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
