"""A TMS that sends load events at an even rate, some of them twice, some malformed, and keeps what must come of them.

`python tests/faults/tms.py` takes a JSON object on standard input (host, port, token, rate, seconds, twice, malformed,
seed) and prints one: of each answer the second in which it was due and the milliseconds since then, statuses, and the
loads as they must be. A process of its own on plain sockets, so that its work takes little of the machine and waits for
nobody else's.
"""

import asyncio
import itertools
import json
import random
import sys
import time
from collections import Counter
from typing import Any

LANES = 32  # connections; the events of one load go over one, in order
NEW = 0.3  # of the events tell of a load that is new
PATIENCE = 30.0  # seconds that an answer may take
PLACES = [
    ("Dallas", "TX", "75201", "America/Chicago"),
    ("Atlanta", "GA", "30303", "America/New_York"),
    ("Denver", "CO", "80202", "America/Denver"),
    ("Fresno", "CA", "93721", "America/Los_Angeles"),
]
STATUSES = ["UNASSIGNED", "COVERED", "IN_TRANSIT", "DELIVERED", "TENDERED"]
MALFORMED = [
    b"",
    b"{",
    b"[]",
    b'{"status": "UNASSIGNED"}',
    b'{"id": 7}',
    b'{"id": "M-1", "weight": "heavy"}',
    b'{"id": "M-1", "pickupTime": "tomorrow"}',
    b'{"id": "M-1", "id": "M-2"}',
    b'{"id": "M-1", "startRate": -1}',
    b'{"id": "\\u0000"}',
    b'{"id": "M-1", "origin": "Dallas"}',
    b"\xff\xfe",
]


class Model:
    """What a lane's loads must be: the last event wins, field by field; null clears, what isn't told stays."""

    def __init__(self, lane: int, seed: int) -> None:
        self.loads: dict[str, dict[str, Any]] = {}
        self._random = random.Random(f"{seed}-{lane}")
        self._names = (f"S-{lane}-{number}" for number in itertools.count())

    def event(self) -> dict[str, Any]:
        """The next one: of a new load all that is known, of another one what changed."""
        chance = self._random
        if not self.loads or chance.random() < NEW:
            return {"id": next(self._names), **self._whole()}
        changed = self._whole() | {"commodity": None, "specialInstructions": None, "maxRate": None}
        names = chance.sample(sorted(changed), chance.randint(1, 4))
        return {"id": chance.choice(list(self.loads)), **{name: changed[name] for name in names}}

    def malformed(self) -> bytes:
        """Something that no load event is."""
        return self._random.choice(MALFORMED)

    def is_chosen(self, share: float) -> bool:
        """Whether this is one of so many."""
        return self._random.random() < share

    def take(self, event: dict[str, Any]) -> None:
        """It was acknowledged."""
        self.loads.setdefault(event["id"], {}).update(event)

    def _whole(self) -> dict[str, Any]:
        chance = self._random
        origin, destination = chance.sample(PLACES, 2)
        start = chance.randint(1_000, 3_000)
        return {
            "status": chance.choice(STATUSES),
            "customerName": f"Customer {chance.randint(1, 50)}",
            "pickupTime": f"2026-12-{chance.randint(1, 28):02}T08:00:00",
            "origin": _place(origin),
            "destination": _place(destination),
            "stops": [
                {"type": "pickup", "address": _place(origin)},
                {"type": "dropoff", "address": _place(destination)},
            ],
            "equipment": chance.choice(["53' Dry Van", "Reefer", "Flatbed"]),
            "weight": chance.randint(1_000, 45_000),
            "startRate": start,
            "maxRate": start + chance.randint(50, 600),
            "commodity": f"Flour, {chance.randint(1, 40)} pallets",
            "specialInstructions": "Live unload.",
            "locked": chance.random() < 0.1,
        }


def _place(known: tuple[str, str, str, str]) -> dict[str, str]:
    city, state, zip_code, zone = known
    return {"city": city, "state": state, "zip": zip_code, "country": "US", "timezone": zone}


class Sender:
    """One connection, made anew when it breaks."""

    def __init__(self, given: dict[str, Any]) -> None:
        self._given = given
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, body: bytes) -> int:
        """The answer's status; 0 where none came."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._send(body)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            self.close()
            return 0

    async def _send(self, body: bytes) -> int:
        if self._streams is None:
            self._streams = await asyncio.open_connection(self._given["host"], self._given["port"])
        reader, writer = self._streams
        writer.write(
            f"POST /api/v1/webhooks/loads/events HTTP/1.1\r\nHost: {self._given['host']}\r\n"
            f"Authorization: Bearer {self._given['token']}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:-2])
        await reader.readexactly(int(fields.get("content-length", 0)))
        if fields.get("connection") == "close":
            self.close()
        return int(head.split(" ", 2)[1])

    def close(self) -> None:
        """Begin anew with the next one."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


class Tms:
    """All lanes, and what came of their events."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.given = given
        self.models = [Model(lane, given["seed"]) for lane in range(LANES)]
        self.began = 0.0  # by the monotonic clock
        self.took: list[tuple[int, float]] = []  # the second of the run it was due in, milliseconds from then
        self.seen: Counter[int] = Counter()
        self.accepted = self.refused = 0  # by the answer
        self.unsure = 0  # nothing was answered: it may have been taken in
        self.wrong: list[str] = []

    async def run(self) -> None:
        """Send at an even rate, whatever the answers take; then wait for the last ones."""
        queues = [asyncio.Queue[float | None]() for _ in range(LANES)]
        lanes = [asyncio.create_task(self._lane(lane, queues[lane])) for lane in range(LANES)]
        self.began = began = time.monotonic()
        rate = self.given["rate"]
        for number in range(int(rate * self.given["seconds"])):
            due = began + number / rate
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            queues[number % LANES].put_nowait(due)
        for queue in queues:
            queue.put_nowait(None)
        await asyncio.gather(*lanes)

    async def _lane(self, lane: int, queue: asyncio.Queue[float | None]) -> None:
        model, first, second = self.models[lane], Sender(self.given), Sender(self.given)
        while (due := await queue.get()) is not None:
            if model.is_chosen(self.given["malformed"]):
                await self._deliver(first, model.malformed(), due, wanted=400)
                continue
            event = model.event()
            body = json.dumps(event).encode()
            deliveries = [self._deliver(first, body, due, wanted=200)]
            if model.is_chosen(
                self.given["twice"]
            ):  # at once, as a TMS does whose two servers both know of it
                deliveries.append(self._deliver(second, body, due, wanted=200))
            await asyncio.gather(*deliveries)
            model.take(event)
        first.close()
        second.close()

    async def _deliver(self, sender: Sender, body: bytes, due: float, *, wanted: int) -> None:
        """Until it is answered as it should be: a TMS sends again what wasn't."""
        while True:
            status = await sender.send(body)
            self.seen[status] += 1
            self.took.append((int(due - self.began), (time.monotonic() - due) * 1000))
            if status == wanted:
                self.accepted += status == 200
                self.refused += status == 400
                return
            self.unsure += status in (0, 500)
            if status not in (0, 429, 503):
                self.wrong.append(f"{status} for {body[:200]!r}")
                return
            await asyncio.sleep(0.5)


def main() -> None:
    """Read what is wanted, send, tell."""
    tms = Tms(json.load(sys.stdin))
    asyncio.run(tms.run())
    told = {
        "took": tms.took,
        "seen": tms.seen,
        "accepted": tms.accepted,
        "refused": tms.refused,
        "unsure": tms.unsure,
        "wrong": tms.wrong[:20],
        "loads": {name: load for model in tms.models for name, load in model.loads.items()},
    }
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
