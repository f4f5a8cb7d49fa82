"""Recordings: a tone for every word, so that a player has something true to the conversation to play."""

import io
import math
import wave
from array import array
from collections.abc import Sequence
from functools import cache
from hashlib import blake2s

from calls.simulator.state import Line

RATE = 8_000
WORD_SECONDS = 0.25
GAP_SECONDS = 0.10
PAUSE_SECONDS = 0.50
# The agent sounds higher than the carrier.
BASE_HERTZ = {"agent": 440, "carrier": 220}


def seconds(lines: Sequence[Line]) -> int:
    """How long a recording of these lines is, in whole seconds, at least one."""
    length = sum(len(line.text.split()) * (WORD_SECONDS + GAP_SECONDS) + PAUSE_SECONDS for line in lines)
    return max(1, math.ceil(length))


def render(lines: Sequence[Line], channels: int) -> bytes:
    """A WAV file of the lines: 8 kHz, 16 bits; with two channels the carrier is left and the agent right."""
    frames = bytearray()
    for line in lines:
        for word in line.text.split():
            step = blake2s(word.lower().encode(), digest_size=1).digest()[0] % 12
            frames += _word(line.role, step, channels)
        frames += bytes(2 * channels * int(RATE * PAUSE_SECONDS))
    missing = 2 * channels * RATE * seconds(lines) - len(frames)
    frames += bytes(max(0, missing))
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(channels)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(bytes(frames))
    return file.getvalue()


@cache
def _word(role: str, step: int, channels: int) -> bytes:
    """The samples of one word: a tone that swells and fades, then a gap."""
    hertz = BASE_HERTZ[role] * 2 ** (step / 12)
    length = int(RATE * WORD_SECONDS)
    tone = array("h")
    for index in range(length):
        loudness = 6000 * math.sin(math.pi * index / length)
        tone.append(int(loudness * math.sin(2 * math.pi * hertz * index / RATE)))
    tone.extend([0] * int(RATE * GAP_SECONDS))
    if channels == 1:
        return tone.tobytes()
    silence = [0] * len(tone)
    left, right = (silence, tone) if role == "agent" else (tone, silence)
    return array("h", [sample for pair in zip(left, right, strict=True) for sample in pair]).tobytes()
