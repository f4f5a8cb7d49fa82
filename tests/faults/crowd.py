"""Clients who cost nothing but a socket: `python tests/faults/crowd.py PORT TOKEN NUMBER`, so many of each kind.

A body that comes byte by byte, headers that do, an answer that nobody reads, a connection that says nothing. Whoever is
shown out comes back at once. Prints a line when all are there, and at the end how often they came.
"""

import asyncio
import signal
import socket
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable

PAUSE = 1.0  # seconds between two pieces
SMALL = 4096  # bytes that a slow reader has room for
HOST = "127.0.0.1"

came: Counter[str] = Counter()


async def body(token: str) -> AsyncIterator[bytes]:
    """A load event, byte by byte."""
    yield (
        "POST /api/v1/webhooks/loads/events HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {token}\r\nContent-Length: 500000\r\n\r\n"
    ).encode()
    while True:
        yield b" "


async def headers(_: str) -> AsyncIterator[bytes]:
    """A page, letter by letter."""
    yield b"GET /sign-in/ HTTP/1.1\r\nX-Long: "
    while True:
        yield b"a"


async def reader(token: str) -> AsyncIterator[bytes]:
    """A list that is asked for again and again, and never read."""
    yield (
        f"GET /api/v1/loads?limit=500 HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n"
    ).encode()
    while True:
        yield b""


async def idle(_: str) -> AsyncIterator[bytes]:
    """Nothing."""
    while True:
        yield b""


async def come(kind: Callable[[str], AsyncIterator[bytes]], port: int, token: str) -> None:
    """One of them, again and again."""
    loop = asyncio.get_running_loop()
    while True:
        with socket.socket() as client:
            client.setblocking(False)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL)
            try:
                await loop.sock_connect(client, (HOST, port))
                came[kind.__name__] += 1
                async for piece in kind(token):
                    await loop.sock_sendall(client, piece)
                    if await shown_out(loop, client, reads=kind is not reader):
                        break
            except OSError:
                await asyncio.sleep(PAUSE)


async def shown_out(loop: asyncio.AbstractEventLoop, client: socket.socket, *, reads: bool) -> bool:
    """Wait a moment; whether the server answered or hung up."""
    if not reads:
        await asyncio.sleep(PAUSE)
        return False
    try:
        async with asyncio.timeout(PAUSE):
            await loop.sock_recv(client, 1)
            return True
    except TimeoutError:
        return False


async def main() -> None:
    """Be there until told to go."""
    port, token, number = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    is_over = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, is_over.set)
    clients = []
    for _ in range(number):
        clients += [asyncio.create_task(come(kind, port, token)) for kind in (body, headers, reader, idle)]
        await asyncio.sleep(0.01)
    say("all are there")
    await is_over.wait()
    for each in clients:
        each.cancel()
    say(", ".join(f"{kind} came {times} times" for kind, times in came.items()))


def say(text: str) -> None:
    """A line for whoever waits."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main())
