"""How the network misbehaves when it is told to."""

from dataclasses import dataclass
from typing import Any, Literal

CREATE_MODES = ("accept_then_drop", "delay", "429", "500")
CALLBACK_MODES = ("duplicate", "shuffle", "late", "lost")
LATE_SECONDS = 2.0


@dataclass(slots=True)
class CreateFault:
    """What happens to requests that create a call; `left` counts those still hit, None is all of them."""

    mode: Literal["accept_then_drop", "delay", "429", "500"]
    seconds: float = 1.0
    left: int | None = None


@dataclass(slots=True)
class CallbackFault:
    """What happens to callbacks; `left` as above."""

    mode: Literal["duplicate", "shuffle", "late", "lost"]
    seconds: float = LATE_SECONDS
    left: int | None = None


@dataclass(slots=True)
class RelayFault:
    """The socket of a conversation is cut, once a call, after that many of the agent's turns."""

    after_turns: int


@dataclass(slots=True)
class Faults:
    """The faults in force."""

    create_call: CreateFault | None = None
    callbacks: CallbackFault | None = None
    relay: RelayFault | None = None

    def next_create(self) -> CreateFault | None:
        """The fault that hits this request to create a call, if any; uses one of its times up."""
        fault = self.create_call
        if fault and fault.left is not None:
            fault.left -= 1
            if fault.left <= 0:
                self.create_call = None
        return fault

    def next_callback(self) -> CallbackFault | None:
        """The fault that hits this callback, if any; uses one of its times up."""
        fault = self.callbacks
        if fault and fault.left is not None:
            fault.left -= 1
            if fault.left <= 0:
                self.callbacks = None
        return fault

    def as_json(self) -> dict[str, Any]:
        """The faults as the control side shows them; null where the network behaves."""
        shown: dict[str, Any] = {"createCall": None, "callbacks": None, "relay": None}
        for name, fault in (("createCall", self.create_call), ("callbacks", self.callbacks)):
            if fault:
                shown[name] = {"mode": fault.mode, "seconds": fault.seconds, "times": fault.left}
        if self.relay:
            shown["relay"] = {"mode": "drop", "afterTurns": self.relay.after_turns}
        return shown
