"""`manage.py receive_events --organization demo`: a receiver on this machine that prints events and verifies them."""

import json
import threading
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from standardwebhooks import Webhook, WebhookVerificationError

from config.management.finding import find_organization
from organizations.events import services
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope

BY = system("receive_events")


class Command(BaseCommand):
    """Listens until Ctrl-C; with --organization it is that one's endpoint for as long."""

    help = "Receive events on this machine, check their signatures and print them. Ends with Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """--organization or --secret, --types, --port and --answer."""
        parser.add_argument(
            "--organization", default="", metavar="SLUG", help="Be its endpoint while this runs."
        )
        parser.add_argument("--secret", default="", help="Of an endpoint that leads here: whsec_…")
        parser.add_argument("--types", default="", help="With --organization: comma-separated; default: all.")
        parser.add_argument("--port", type=int, default=8010, help="Default: %(default)s.")
        parser.add_argument(
            "--answer", type=int, default=200, help="Status to answer with. Default: %(default)s."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Listen."""
        if bool(options["organization"]) == bool(options["secret"]):
            raise CommandError("Say --organization, or --secret of an endpoint that leads here.")
        server = ThreadingHTTPServer(("127.0.0.1", options["port"]), _handler(self, options["answer"]))
        server.daemon_threads = True
        self.url = f"http://127.0.0.1:{server.server_port}/"
        self.lock = threading.Lock()
        with server, self._secret(options) as self.secret:
            self.stdout.write(f"Listening at {self.url}, Ctrl-C ends it.")
            try:
                server.serve_forever()
            except KeyboardInterrupt:
                self.stdout.write("")

    @contextmanager
    def _secret(self, options: dict[str, Any]) -> Iterator[str]:
        """The signing secret: the one given, or that of an endpoint which lasts as long as this."""
        if options["secret"]:
            yield options["secret"]
            return
        organization = find_organization(options["organization"])
        with scope(organization.pk):
            try:
                made = services.create_endpoint(
                    organization=organization,
                    url=self.url,
                    description="receive_events",
                    types=[each.strip() for each in options["types"].split(",") if each.strip()],
                    by=BY,
                    at=timezone.now(),
                )
            except services.EndpointError as error:
                raise CommandError(str(error)) from None
            try:
                yield made.secret
            finally:
                services.remove_endpoint(endpoint=made.endpoint, by=BY, at=timezone.now())

    def show(self, headers: dict[str, str], body: bytes) -> None:
        """Print an event, and whether its signature is right."""
        try:
            Webhook(self.secret).verify(body, headers, json_parse=False)
            sign = self.style.SUCCESS("signed")
        except WebhookVerificationError as error:
            sign = self.style.ERROR(f"NOT VERIFIED: {error}")
        try:
            event = json.loads(body)
            head = f"{event['event']} {event['id']} #{event['sequence']}"
            text = json.dumps(event, indent=2, ensure_ascii=False)
        except (ValueError, KeyError, TypeError):
            head, text = "no event", body.decode(errors="replace")
        with self.lock:
            self.stdout.write(f"{head}  {sign}\n{text}\n")


def _handler(command: Command, status: int) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            command.show({name.lower(): value for name, value in self.headers.items()}, body)
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            """The event is what is printed."""

    return Handler
