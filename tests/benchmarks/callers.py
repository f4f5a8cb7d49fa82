"""Carriers on the telephone: sockets as the provider opens them, many at once, in a process of their own.

`python -m tests.benchmarks.callers` takes a JSON object on standard input (conversations, calls, seconds, pause; a call
is its socket's url, the signature, and the number that its load and its carrier go by) and prints one with the
milliseconds from each `prompt` to the first `text` that answers it.
"""

import asyncio
import json
import random
import sys
import time
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

WORDS = (
    "Hi, I'm calling about load {number}.",
    "My MC is {number}.",
    "Yes, that's right.",
    "Sure, tell me about load {number}.",
    "How heavy is it?",
    "And what's the commodity?",
    "When does it pick up?",
    "How many miles is that?",
    "I'd need twenty-four fifty on that.",
    "Can you do better?",
    "What about twenty-two hundred?",
    "When does it deliver?",
    "Can you call me back at two?",
)


async def hold(call: dict[str, str], until: float, pause: float, took: list[float]) -> None:
    """One conversation, until it ends or the time is up."""
    headers = {"X-Twilio-Signature": call["signature"]}
    async with connect(call["url"], additional_headers=headers, compression=None, proxy=None) as socket:
        await socket.send(json.dumps({"type": "setup", "callSid": f"CA{call['number']}{random.random()}"}))
        await first_text(socket)
        for words in WORDS:
            await asyncio.sleep(random.uniform(0.5, 1.5) * pause)
            if time.perf_counter() > until:
                return
            prompt = {"type": "prompt", "voicePrompt": words.format(**call), "lang": "en-US", "last": True}
            asked = time.perf_counter()
            await socket.send(json.dumps(prompt))
            await first_text(socket)
            took.append((time.perf_counter() - asked) * 1000)


async def first_text(socket: Any) -> None:
    """Wait for the agent's first word."""
    while json.loads(await socket.recv())["type"] != "text":
        pass


async def carrier(calls: list[dict[str, str]], until: float, pause: float, took: list[float]) -> None:
    """Somebody who calls again and again, and doesn't begin at the same moment as all others."""
    await asyncio.sleep(random.uniform(0, pause))
    for call in calls:
        if time.perf_counter() > until:
            return
        try:
            await hold(call, until, pause, took)
        except ConnectionClosed:
            continue  # the agent has ended the call


async def main() -> None:
    """Read, talk, print."""
    given = json.load(sys.stdin)
    count, took = given["conversations"], []
    begin = time.perf_counter()
    until = begin + given["seconds"]
    shares = [given["calls"][n::count] for n in range(count)]
    await asyncio.gather(*(carrier(share, until, given["pause"], took) for share in shares))
    seconds = time.perf_counter() - begin
    print(json.dumps({"seconds": seconds, "took": took}))  # noqa: T201 (its output is a program's input)


if __name__ == "__main__":
    asyncio.run(main())
