"""HTTP to addresses that customers give: to the public internet alone, bounded in time and size, without redirects.

Whoever may name an address could otherwise have us ask what only we can reach. So a name's addresses are looked at when
the address is saved, and again when it is dialed: what was looked at is what the socket connects to, and a name that
means something else a moment later leads nowhere. TLS and the Host header keep the name.
"""

import contextlib
import ipaddress
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import httpcore
import httpx
from django.conf import settings

MAX_URL = 2000  # characters
MAX_ANSWER = 65_536  # bytes
TOTAL_SECONDS = 10.0  # from the look-up of the name to the answer's last byte
PORTS = (443, 8443)
NAT64 = ipaddress.ip_network("64:ff9b::/96")

_NAME = re.compile(
    r"(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
)
_NUMERIC = re.compile(r"(?:0x[0-9a-f]*|[0-9]+)")  # the last label of an IPv4 address, however it is written


class Refused(ValueError):
    """An address that we don't dial: `str()` says why, for whoever gave it."""


class Unanswered(RuntimeError):
    """No answer came: `str()` says why."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; `body` are its first 64 KiB."""

    status: int
    headers: dict[str, str]
    body: bytes


def check_url(url: str) -> None:
    """Raise Refused unless the address may be dialed; looks its name up."""
    parsed = _parse(url)
    if not settings.PRIVATE_ENDPOINTS:
        try:
            _addresses(parsed.raw_host.decode(), until=time.monotonic() + TOTAL_SECONDS)
        except Unanswered as error:
            raise Refused(str(error)) from None


def post(url: str, *, body: bytes, headers: Mapping[str, str], seconds: float = TOTAL_SECONDS) -> Answer:
    """POST the body; raises Refused or Unanswered. Whatever status comes is an answer, a redirect too."""
    parsed = _parse(url)
    until = time.monotonic() + seconds
    target = httpcore.URL(
        scheme=parsed.raw_scheme, host=parsed.raw_host, port=parsed.port, target=parsed.raw_path
    )
    sent = {"Accept-Encoding": "identity", "Connection": "close", "User-Agent": "Loadline", **headers}
    timeouts = dict.fromkeys(("connect", "read", "write", "pool"), seconds)
    line = _Line(until)
    try:
        with (
            httpcore.ConnectionPool(ssl_context=_ssl_context(), network_backend=line) as pool,
            pool.stream(
                "POST", target, headers=list(sent.items()), content=body, extensions={"timeout": timeouts}
            ) as response,
        ):
            content = _beginning(response.iter_stream())
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, OSError) as error:
        raise Unanswered(_words(error, seconds, until)) from None
    finally:
        line.close()
    if time.monotonic() >= until:
        raise Unanswered(_late(seconds))
    return Answer(
        response.status,
        {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers},
        content,
    )


def _parse(url: str) -> httpx.URL:
    """The address in its parts, of which nothing is parsed a second time; raises Refused."""
    try:
        parsed = httpx.URL(url)
        host = parsed.raw_host.decode("ascii")
    except (httpx.InvalidURL, UnicodeError, TypeError):
        raise Refused("Enter a valid URL.") from None
    is_open = settings.PRIVATE_ENDPOINTS
    if len(url) > MAX_URL:
        raise Refused(f"A URL can have up to {MAX_URL:,} characters.")
    if parsed.scheme != "https" and not (is_open and parsed.scheme == "http"):
        raise Refused("Enter a URL that starts with https://.")
    if parsed.userinfo or "@" in parsed.netloc.decode("latin-1"):
        raise Refused("Leave the user name and password out of the URL; send a header instead.")
    if parsed.fragment:
        raise Refused("Leave the part after # out of the URL.")
    if parsed.port is not None and parsed.port not in (range(1, 65_536) if is_open else PORTS):
        raise Refused(f"Use port {' or '.join(map(str, PORTS))}.")
    if not _is_address(host) and (
        not _NAME.fullmatch(host)
        or _NUMERIC.fullmatch(
            host.rpartition(".")[2]
        )  # 127.1, 2130706433, 0x7f.1: what only some take for one
        or ("." not in host and not is_open)
    ):
        raise Refused("Enter a URL with a public host name.")
    return parsed


def _is_address(host: str) -> bool:
    try:
        return not getattr(ipaddress.ip_address(host), "scope_id", None)
    except ValueError:
        return False


def is_public(address: str) -> bool:
    """Whether an IP address is anybody's on the internet; what wraps an IPv4 address counts as that one."""
    found = ipaddress.ip_address(address)
    if isinstance(found, ipaddress.IPv6Address):
        if found.scope_id or found.is_site_local or found.sixtofour or found.teredo:
            return False
        if found.ipv4_mapped:
            return is_public(str(found.ipv4_mapped))
        if found in NAT64:
            return is_public(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
    return found.is_global and not (found.is_multicast or found.is_reserved)


def look_up(host: str) -> list[str]:
    """The addresses of a name, as the system has them; raises OSError."""
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in found))


def _addresses(host: str, *, until: float) -> list[str]:
    """What may be dialed for a name: all of its addresses, or none where one of them isn't public."""
    addresses = [host] if _is_address(host) else _look_up_in_time(host, until)
    if not settings.PRIVATE_ENDPOINTS and not all(map(is_public, addresses)):
        raise Refused("This address isn’t on the public internet.")
    return addresses


def _look_up_in_time(host: str, until: float) -> list[str]:
    """As `look_up`, which has no time limit of its own: who gave the name may answer for it as slowly as they like."""
    found: list[str] = []

    def ask() -> None:
        with contextlib.suppress(Exception):  # whatever goes wrong, the host isn’t found
            found.extend(look_up(host))

    asking = threading.Thread(target=ask, name="look up", daemon=True)
    asking.start()
    asking.join(max(0.0, until - time.monotonic()))
    if not found:
        raise Unanswered(f"The host {host} can’t be found.")
    return list(found)


class _Line(httpcore.NetworkBackend):
    """Connects to addresses that were looked at, and hangs up when the time is over, whatever is being waited for."""

    def __init__(self, until: float) -> None:
        self._until = until
        self._end: threading.Timer | None = None
        self._socket: socket.socket | None = None

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address that answers."""
        failure: Exception = httpcore.ConnectError("no address")
        for address in _addresses(host, until=self._until):
            left = self._until - time.monotonic()
            if left <= 0:
                raise httpcore.ConnectTimeout
            try:
                stream = httpcore.SyncBackend().connect_tcp(
                    address, port, left, local_address, socket_options
                )
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
                continue
            self._watch(stream.get_extra_info("socket"))
            return stream
        raise failure

    def _watch(self, connected: socket.socket) -> None:
        """A limit for each piece, as httpcore has it, is none for somebody who sends a byte at a time."""
        self._socket = connected.dup()  # TLS takes the socket itself
        self._end = threading.Timer(max(0.0, self._until - time.monotonic()), self._hang_up)
        self._end.daemon = True
        self._end.start()

    def _hang_up(self) -> None:
        with contextlib.suppress(OSError):
            if self._socket is not None:
                self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Be done with the line."""
        if self._end is not None:
            self._end.cancel()
        if self._socket is not None:
            self._socket.close()


def _beginning(pieces: Iterable[bytes]) -> bytes:
    found = bytearray()
    for piece in pieces:
        found += piece
        if len(found) >= MAX_ANSWER:
            break
    return bytes(found[:MAX_ANSWER])


def _words(error: Exception, seconds: float, until: float) -> str:
    if isinstance(error, httpcore.TimeoutException) or time.monotonic() >= until:
        return _late(seconds)
    if isinstance(error.__cause__ or error.__context__, ssl.SSLError):
        return "The secure connection failed: check the certificate."
    if isinstance(error, httpcore.ConnectError):
        return "Couldn’t connect."
    return "The connection dropped."


def _late(seconds: float) -> str:
    return f"No answer within {seconds:g} seconds."


@cache
def _ssl_context() -> ssl.SSLContext:
    return httpcore.default_ssl_context()
