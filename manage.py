#!/usr/bin/env python
"""Django's commands. In a local run the embedded servers are found, or run for the command's time."""

import argparse
import os
import signal
import sys
import threading
from collections.abc import Sequence

try:
    from django.core.management import execute_from_command_line
except ImportError:
    sys.exit(
        "Django isn't installed for this Python: use bin/manage, or .venv/bin/python manage.py after bin/up."
    )

from config.local import folder, servers
from config.local.folder import LocalError

# Change tables, or read and write all of them.
OWNERS = (["migrate"], ["keep_partitions"], ["backup"], ["restore"], ["up"])
WITHOUT_SERVERS = {
    "collectstatic",
    "compilemessages",
    "diffsettings",
    "exchange",
    "help",
    "makemessages",
    "up",  # looks at the ports before it starts anything
    "version",
}


def main(arguments: Sequence[str]) -> None:
    """Run one command, with the servers if it needs them."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    # A command needs one connection; a pool's threads may outlive the interpreter and crash it at the end.
    os.environ.pop("LOADLINE_DATABASE_CONNECTIONS", None)
    if arguments[:1] in OWNERS:
        adopt_owner()
    if arguments[:1] == ["up"]:
        adopt_options(arguments[1:])
    try:
        if needs_servers(arguments) and (word := folder.adopt()):
            sys.stderr.write(f"Loadline: {word}\n")
        lease = hold_servers() if needs_servers(arguments) else None
        try:
            run(arguments)
        finally:
            servers.stop(lease)
    except LocalError as error:
        sys.exit(f"Loadline: {error}")
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)


def run(arguments: Sequence[str]) -> None:
    """Run the command; those of ours open the scope of the organization that they are told, and stand outside any."""
    from organizations.tenancy.scope import unscoped  # noqa: PLC0415 (once there is an environment)

    with unscoped():
        execute_from_command_line([sys.argv[0], *arguments])


def adopt_owner() -> None:
    """Connect as who owns the tables: by DATABASE_OWNER_URL, or by a DATABASE_URL that is the owner's."""
    os.environ["LOADLINE_AS_OWNER"] = "1"
    if owner := os.environ.get("DATABASE_OWNER_URL"):
        os.environ["DATABASE_URL"] = owner


def adopt_options(arguments: Sequence[str]) -> None:
    """Put the options of `up` that settings depend on into the environment, which the processes inherit."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--port")
    parser.add_argument("--data-dir")
    try:
        given = parser.parse_known_args(arguments)[0]
    except argparse.ArgumentError:
        return  # the command itself says what is wrong
    if given.port:
        os.environ["LOADLINE_PORT"] = given.port
    if given.data_dir:
        os.environ["LOADLINE_DATA_DIR"] = os.path.abspath(given.data_dir)
    os.environ["LOADLINE_LOCAL"] = "1"


def needs_servers(arguments: Sequence[str]) -> bool:
    """Whether a command may speak to the database or the broker."""
    if not arguments or arguments[0].startswith("-") or {"-h", "--help", "--version"} & set(arguments):
        return False
    if arguments[0] == "check":
        return any(argument.startswith("--database") for argument in arguments)
    return arguments[0] not in WITHOUT_SERVERS


def hold_servers() -> servers.Lease:
    """The servers, with a word to who waits; a polite end of this process gives them back."""
    signal.signal(signal.SIGTERM, lambda number, _frame: sys.exit(128 + number))
    word = threading.Timer(1.5, lambda: sys.stderr.write("Loadline: starting PostgreSQL and Valkey …\n"))
    word.daemon = True
    word.start()
    try:
        return servers.start()
    finally:
        word.cancel()


if __name__ == "__main__":
    main(sys.argv[1:])
