"""Cutting a client's connection, which a well-behaved server has no way to do."""

import os
import socket
import stat
from collections.abc import MutableMapping
from typing import Any


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
