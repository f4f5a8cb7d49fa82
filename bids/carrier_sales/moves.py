"""What a step tells the routing when it has heard something."""

from enum import Enum


class Move(Enum):
    """What happens after a step."""

    WAIT = "wait"  # a question was asked: the other side speaks
    GO_ON = "go on"  # settled: on to what comes next
    ASK_AGAIN = "ask again"  # not understood, or something else was said
    MORE = "more"  # this load is done with: anything else?
    LEAVE = "leave"  # good-bye
