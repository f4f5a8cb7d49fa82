"""What was meant by what was heard: small, deterministic readings of spoken English (times: `spoken_time`)."""

import re

GOODBYE = re.compile(
    r"\b(?:good ?bye|bye(?:[ -]bye)?|have a (?:good|great|nice|safe) (?:one|day|night|evening|afternoon|weekend|trip)|"
    r"(?:talk|speak) (?:to you )?(?:soon|later)|take care(?! of)|"
    r"(?:i )?(?:gotta|got to|have to|need to) (?:go|run)(?: now)?(?=\W*$|[,.!?;]))\b",
    re.I,
)
# Said without telling anything: greetings, a yes, a "pardon?", "hold on".
EMPTY = re.compile(
    r"\b(?:hello|hi|hey|yes|yeah|yep|yup|sure|ok|okay|alright|all right|speaking|go ahead|huh|mhm|hm+|uh(?:[ -]huh)?|"
    r"um+|uhm|well|please|there|again|sir|ma'?am|pardon(?: me)?|excuse me|sorry|what(?:'s up)?|"
    r"who(?:'s| is)? (?:this|that|calling|speaking)|who|(?:say|come) (?:that )?again|"
    r"(?:can|could) you (?:please )?(?:repeat|say)(?: that)?|repeat that|i (?:can't|cannot|couldn't) hear you|"
    r"this is (?:he|she|him|her)|good (?:morning|afternoon|evening)|how are you(?: doing)?(?: today)?|"
    r"hold on|hang on|(?:just |give me )*(?:a|one) (?:second|sec|moment|minute))(?!')\b",
    re.I,
)
YES = re.compile(r"\b(?:yes|yeah|yep|yup|sure|ok|okay|alright|all right|mhm|uh[ -]huh)\b", re.I)
WRONG_NUMBER = re.compile(
    r"\b(?:wrong (?:number|person|guy)|no ?(?:one|body) (?:here )?by that name|misdialed|"
    r"not a (?:truck )?driver|don'?t drive (?:a )?trucks?)\b",
    re.I,
)

VOICEMAIL = re.compile(
    r"\b(leave (me |us )?(a|your) (brief |short |detailed )?(message|name)|(after|at) the (tone|beep)|"
    r"(can't|cannot|can not|unable to|not able to) (come to|get to|take|answer) (the|my|your) (phone|call)|"
    r"(you've|you have) reached the (voice ?mail|mailbox)|mailbox is full|not available to take your call|"
    r"record your message|forwarded to (an automatic )?voice ?(mail|messag\w+))\b",
    re.I,
)


def is_voicemail_greeting(heard: str) -> bool:
    """Whether an answering machine is speaking."""
    return bool(VOICEMAIL.search(heard))


def is_goodbye(heard: str) -> bool:
    """Whether somebody takes leave."""
    return bool(GOODBYE.search(heard))


def without_goodbye(heard: str) -> str:
    """What was said besides taking leave: of "In Memphis. Bye." it is "In Memphis."."""
    return GOODBYE.sub("", heard).strip(" ,;") if is_goodbye(heard) else heard.strip()


def is_yes(heard: str) -> bool:
    """Whether somebody agrees."""
    return bool(YES.search(heard))


def is_wrong_number(heard: str) -> bool:
    """Whether we have reached somebody else."""
    return bool(WRONG_NUMBER.search(heard.replace("’", "'")))


def says_something(heard: str) -> bool:
    """Whether there is more in it than a greeting, a yes, a 'pardon?' or a 'hold on'."""
    return bool(re.search(r"\w", EMPTY.sub("", heard.replace("’", "'"))))
