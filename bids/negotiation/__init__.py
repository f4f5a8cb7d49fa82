"""The policy of price talks: given what a carrier asked, what the agent may answer. Pure functions, no I/O.

All figures are US dollars for the whole load. What holds, whatever the carrier says in whatever order (tests/bids/
test_negotiation_properties.py):

- Nothing is agreed above the ceiling, nor above what the carrier named, unless it is an offer of ours that it took.
- Our offers never fall, never reach the ceiling, and lie below every figure the carrier named. But for the opening one,
  which is the broker's, they are multiples of the step.
- An offer depends on the round and on what the carrier named, never on where that lies beside the ceiling. Only
  being taken or refused tells that, and one refusal is all there is: after it our standing offer alone is open.
- A carrier who asks for the ceiling and stays with it is agreed with at the ceiling, after at most `PATIENCE` repeats;
  no order of asks, presses and splits gets more than that. (It isn't taken in round one: a round costs nothing, and
  most come down.)
- The talk ends: at most `rounds` + `PATIENCE` answers are anything but agreeing or refusing.

Where the broker's figures disagree the ceiling wins: a book-now rate above it counts as the ceiling, an opening above
it begins at the highest step below it. Without a ceiling the opening offer is one, also for a higher book-now rate:
what nobody set can't be passed. Rules name the ceiling: their sentences are for the broker, never for the carrier.
"""

from bids.negotiation.policy import PATIENCE, accept_offer, begin, hear_ask, press, split, total_of
from bids.negotiation.steps import Action, Flag, Rule, Standing, Step
from bids.negotiation.terms import MOST_ROUNDS, MOST_STEP, Rules, Terms

__all__ = [
    "MOST_ROUNDS",
    "MOST_STEP",
    "PATIENCE",
    "Action",
    "Flag",
    "Rule",
    "Rules",
    "Standing",
    "Step",
    "Terms",
    "accept_offer",
    "begin",
    "hear_ask",
    "press",
    "split",
    "total_of",
]
