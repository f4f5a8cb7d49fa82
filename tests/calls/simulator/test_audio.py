"""Recordings as sound."""

import io
import wave
from array import array

import pytest

from calls.simulator import network
from calls.simulator.state import Line, now


def frames(lines, channels):
    """The samples of a recording, by channel."""
    with wave.open(io.BytesIO(network.render_sound(lines, channels))) as file:
        assert (file.getframerate(), file.getsampwidth()) == (8000, 2)
        samples = array("h", file.readframes(file.getnframes()))
        return [samples[channel :: file.getnchannels()] for channel in range(file.getnchannels())]


@pytest.mark.parametrize(("role", "speaking", "silent"), [("carrier", 0, 1), ("agent", 1, 0)])
def test_each_speaker_has_a_channel(role, speaking, silent):
    channels = frames([Line(role, "one two three", now())], 2)
    assert any(channels[speaking])
    assert not any(channels[silent])


def test_words_sound_different_and_take_their_time():
    first, second = (frames([Line("agent", text, now())], 1)[0] for text in ("alpha", "omega"))
    assert first != second
    long = [Line("agent", "word " * 40, now()), Line("carrier", "yes", now())]
    assert len(frames(long, 1)[0]) == network.sound_seconds(long) * 8000 > 10 * 8000


def test_nothing_said_is_a_second_of_silence():
    assert [len(frames([], 1)[0]), any(frames([], 1)[0])] == [8000, False]
