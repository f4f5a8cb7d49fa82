"""Holds a conversation, turn by turn, with the database as its only memory.

Each function is one step: it locks the call and its conversation, does the skill's bidding, writes both turns and the
skill's notebook, and commits, before a word leaves. So whichever process gets the next words finds everything there.
A language that takes its time understands outside of any lock: then the caller's words are committed first, and the
answer is given in a second transaction, unless another turn has overtaken it.
"""

from calls.agent.runtime.lost import may_reconnect
from calls.agent.runtime.spoken import correct, dialogue, interrupt
from calls.agent.runtime.turns import (
    LONGEST_UTTERANCE,
    OVER,
    SILENCE,
    begin,
    hear,
    run_out_of_time,
    silence,
    storable,
)
from calls.agent.step import Superseded

__all__ = [
    "LONGEST_UTTERANCE",
    "OVER",
    "SILENCE",
    "Superseded",
    "begin",
    "correct",
    "dialogue",
    "hear",
    "interrupt",
    "may_reconnect",
    "run_out_of_time",
    "silence",
    "storable",
]
