"""Rehearsing an agent against simulated carriers, or a person at a keyboard; nothing of it stays in the database."""

from bids.rehearsal.books import ensure_cast, make_up_load
from bids.rehearsal.playing import Played, personas_for, play
from bids.rehearsal.staging import NoLoad, Stage, load_to_rehearse, stage

__all__ = [
    "NoLoad",
    "Played",
    "Stage",
    "ensure_cast",
    "load_to_rehearse",
    "make_up_load",
    "personas_for",
    "play",
    "stage",
]
