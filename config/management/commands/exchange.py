"""`manage.py exchange`: the local telephone exchange on a loopback port, until Ctrl-C or SIGTERM."""

import asyncio
import logging
import os
import signal
import socket
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from granian.constants import Interfaces
from granian.server.embed import Server
from starlette.applications import Starlette

from calls.simulator.control import control_routes
from calls.simulator.network import DEFAULT_PACE, Network, Settings
from calls.simulator.provider import provider_routes

# Lines of the simulator's, whose server this is.
logger = logging.getLogger("calls.simulator")

HOST = "127.0.0.1"


async def serve(network_settings: Settings, port: int, *, stop: asyncio.Event) -> None:
    """Serve until `stop` is set. Raises CommandError where somebody listens on the port already."""
    _check_free(port)
    logger.info(
        "exchange at %s, pace %s, voice URL %s",
        network_settings.base_url,
        network_settings.pace,
        network_settings.voice_url,
    )
    app = Starlette(routes=[*control_routes(), *provider_routes()])
    app.state.network = network = Network(network_settings)
    server = Server(
        app,
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


def _check_free(port: int) -> None:
    """Refuse to share a port: the server would, since it binds with SO_REUSEPORT."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            raise CommandError(f"port {port} is taken: {error}") from None


async def _serve_until_signal(network_settings: Settings, port: int) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await serve(network_settings, port, stop=stop)


class Command(BaseCommand):
    """Runs the exchange; touches no database."""

    help = "Run the local telephone exchange: a stand-in for the telephone provider, with simulated carriers."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The port, where unregistered numbers' calls are answered, and how fast people speak."""
        parser.add_argument("--port", type=int, default=settings.PORT + 2)
        parser.add_argument(
            "--voice-url",
            default=f"{settings.PUBLIC_URL}/phone/numbers/voice",
            help="TwiML of calls to numbers that aren't registered",
        )
        parser.add_argument(
            "--pace",
            type=float,
            default=float(os.environ.get("LOADLINE_EXCHANGE_PACE", DEFAULT_PACE)),
            help=f"seconds a spoken word takes: {DEFAULT_PACE} suits people, 0 tests",
        )

    def handle(self, *args: Any, port: int, voice_url: str, pace: float, **options: Any) -> None:
        """Serve."""
        network_settings = Settings(
            account_sid=settings.TWILIO_ACCOUNT_SID,
            auth_token=settings.TWILIO_AUTH_TOKEN,
            base_url=f"http://{HOST}:{port}",
            voice_url=voice_url,
            pace=pace,
        )
        asyncio.run(_serve_until_signal(network_settings, port))
