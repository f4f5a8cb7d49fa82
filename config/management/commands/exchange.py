"""`manage.py exchange`: the local telephone exchange, until Ctrl-C or SIGTERM."""

import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from calls.simulator.network import DEFAULT_PACE, Settings
from calls.simulator.server import HOST, PortTaken, run


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
        try:
            run(
                Settings(
                    account_sid=settings.TWILIO_ACCOUNT_SID,
                    auth_token=settings.TWILIO_AUTH_TOKEN,
                    base_url=f"http://{HOST}:{port}",
                    voice_url=voice_url,
                    pace=pace,
                ),
                port,
            )
        except PortTaken as error:
            raise CommandError(str(error)) from None
