"""Serving the exchange on a loopback port."""

import asyncio
import logging
import signal
import socket

from granian.constants import Interfaces
from granian.server.embed import Server
from starlette.applications import Starlette

from calls.simulator.control import control_routes
from calls.simulator.network import Network, Settings
from calls.simulator.provider import provider_routes

logger = logging.getLogger(__name__)

HOST = "127.0.0.1"


def make_app(network: Network) -> Starlette:
    """The exchange's application."""
    app = Starlette(routes=[*control_routes(), *provider_routes()])
    app.state.network = network
    return app


class PortTaken(Exception):
    """Somebody listens on the port already."""


async def serve(settings: Settings, port: int, *, stop: asyncio.Event | None = None) -> None:
    """Serve until `stop` is set. Raises PortTaken."""
    _check_free(port)
    logger.info("exchange at %s, pace %s, voice URL %s", settings.base_url, settings.pace, settings.voice_url)
    stop = stop or asyncio.Event()
    network = Network(settings)
    server = Server(
        make_app(network),
        address=HOST,
        port=port,
        interface=Interfaces.ASGINL,
        websockets=False,
        backlog=1024,
        log_enabled=False,
    )
    serving = asyncio.create_task(server.serve())
    stopping = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        stopping.cancel()
        await network.close()
        server.stop()
        await serving


def run(settings: Settings, port: int) -> None:
    """Serve until SIGINT or SIGTERM. Raises PortTaken."""

    async def main() -> None:
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
        await serve(settings, port, stop=stop)

    asyncio.run(main())


def _check_free(port: int) -> None:
    """Refuse to share a port: the server would, since it binds with SO_REUSEPORT."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise PortTaken(f"port {port} is taken: {error}") from None
