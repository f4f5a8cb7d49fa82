"""The talk itself: the carrier hears the agent's turns over the socket and answers them."""

import asyncio

from .journal import log_call
from .leg import HungUp, Leg
from .relay_socket import Ears, RelayOptions, RelaySocket, SocketDropped
from .talk import Act, HangUp, Press, Say, Talker, Wait
from .understanding import is_farewell

# What a word takes when the pace is 0 and somebody wants to know all the same.
SECONDS_A_WORD = 0.35
# An interruption comes after that many seconds of the agent's words at the latest.
BARGE_IN_SECONDS = 2.0
# At pace 0: how long an interrupter waits for the rest of a turn that is still being streamed.
BARGE_IN_WAIT = 0.3
# After the agent's last word: how long the carrier listens for more before it speaks, and after a good-bye.
BREATH = {"fast": (0.01, 0.1), "human": (0.5, 1.5)}


class Interrupted(Exception):
    """The carrier has cut into the agent's words."""


class Conversation:
    """One session of a call's talk."""

    def __init__(self, leg: Leg, socket: RelaySocket, ears: Ears, options: RelayOptions) -> None:
        self._leg = leg
        self._call = leg.call
        self._socket = socket
        self._ears = ears
        self._options = options
        self._language = options.language
        self._greeting = options.greeting
        self._turns = 0

    async def hold(self) -> None:
        """Talk until the carrier hangs up (HungUp), the agent ends (AgentEnded) or the socket is lost."""
        talker = self._call.talker
        if talker is None:
            raise HungUp
        try:
            async with asyncio.timeout(talker.seconds_on_line):
                await self._talk(talker)
        except TimeoutError:
            raise HungUp from None
        finally:
            self._ears.stop()

    async def _talk(self, talker: Talker) -> None:
        """Turn by turn: hear the agent, then do what the carrier does about it."""
        self._maybe_drop()
        is_resumed, self._call.has_opened = self._call.has_opened, True
        if not is_resumed:
            await self._perform(talker.opening())
        silences = 0
        while True:
            heard = await self._listen(talker)
            if heard is None:
                silences += 1
                await self._perform(talker.silence(silences))
                continue
            silences = 0
            self._turns += 1
            repeated, self._call.unanswered = self._call.unanswered, ()
            self._maybe_drop()
            # What the agent never reacted to before the line was lost has to be said again.
            acts = repeated if is_resumed and self._turns == 1 else ()
            acts = acts or talker.reply(heard)
            self._call.unanswered = acts
            await self._perform(acts)

    def _maybe_drop(self) -> None:
        """Cut the socket when a fault says so."""
        fault = self._leg.network.faults.relay
        if fault and not self._call.was_dropped and self._turns >= fault.after_turns:
            self._call.was_dropped = True
            log_call(self._call, "socket cut on purpose")
            self._socket.cut()
            raise SocketDropped

    async def _listen(self, talker: Talker) -> str | None:
        """What the agent says until it lets the carrier speak; None when it says nothing for long."""
        heard: list[str] = []
        try:
            if self._greeting:
                greeting, self._greeting = self._greeting, ""
                await self._hear(greeting, talker, self._options.is_greeting_interruptible)
                heard.append(greeting)
            while True:
                seconds = self._breath(heard[-1]) if heard else self._leg.network.settings.patience
                message = await self._ears.next(seconds)
                if message is None:
                    return " ".join(heard) or None
                if message["type"] != "text":
                    self._notice(message)
                elif text := await self._hear_turn(message, talker):
                    heard.append(text)
        except Interrupted as interruption:
            return " ".join([*heard, str(interruption)])

    async def _hear_turn(self, message: dict, talker: Talker) -> str:
        """The agent's words from their first token to the last one, as long as they take to be spoken."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        patience = BARGE_IN_WAIT if talker.barges_in() else self._leg.network.settings.patience
        text, is_interruptible = "", message.get("interruptible")
        if is_interruptible is None:
            is_interruptible = self._options.is_interruptible
        try:
            text = message["token"]
            while not message.get("last"):
                if (following := await self._ears.next(patience)) is None:
                    break
                if following["type"] == "text":
                    message = following
                    text += message["token"]
                else:
                    self._notice(following)
        except BaseException:
            self._call.say("agent", text)
            raise
        if text.strip():
            await self._hear(text, talker, is_interruptible in (True, "any", "speech"), loop.time() - began)
        return text.strip()

    async def _hear(self, text: str, talker: Talker, is_interruptible: bool, spent: float = 0.0) -> None:
        """Let the agent speak a text, of which `spent` seconds are over; or cut into it."""
        words = text.split()
        if is_interruptible and talker.barges_in():
            words = words[: max(1, len(words) // 2)]
            if self._call.pace:
                words = words[: max(1, int(BARGE_IN_SECONDS / self._call.pace))]
            await asyncio.sleep(max(0.0, self._call.pace * len(words) - spent))
            until = " ".join(words)
            self._call.say("agent", f"{until}—")
            milliseconds = int(1000 * len(words) * (self._call.pace or SECONDS_A_WORD))
            await self._socket.send(
                type="interrupt", utteranceUntilInterrupt=until, durationUntilInterruptMs=milliseconds
            )
            raise Interrupted(until)
        await asyncio.sleep(max(0.0, self._call.pace * len(words) - spent))
        self._call.say("agent", text)

    def _breath(self, last_words: str) -> float:
        """How long the carrier listens on after these words."""
        usual, after_farewell = BREATH["human" if self._call.pace else "fast"]
        return after_farewell if is_farewell(last_words) else usual

    def _notice(self, message: dict) -> None:
        """What comes from the agent beside words."""
        match message:
            case {"type": "sendDigits", "digits": digits}:
                self._call.press(digits)
            case {"type": "language", "transcriptionLanguage": str(language)}:
                self._language = language

    async def _perform(self, acts: tuple[Act, ...]) -> None:
        """The carrier's side of a turn, as far as the session lasts."""
        for act in acts:
            if self._ears.is_over:
                return
            match act:
                case Say():
                    await self._speak(act)
                case Press(digits):
                    await self._press(digits)
                case Wait(seconds):
                    await self._ears.stay(seconds)
                case HangUp():
                    log_call(self._call, "carrier hangs up")
                    raise HungUp

    async def _speak(self, say: Say) -> None:
        """Speech, recognised: unfinished sentences first, then the whole."""
        language = say.language or self._language
        for partial in say.partials:
            await self._socket.send(type="prompt", voicePrompt=partial, lang=language, last=False)
        if self._call.pace:
            await self._ears.stay(self._call.pace * len(say.text.split()))
            if self._ears.is_over:
                return
        self._call.say("carrier", say.text)
        await self._socket.send(type="prompt", voicePrompt=say.text, lang=language, last=True)

    async def _press(self, digits: str) -> None:
        """Keys, one message each where the application wants to know of them."""
        self._call.press(digits)
        if self._options.hears_keys:
            for digit in digits:
                await self._socket.send(type="dtmf", digit=digit)
