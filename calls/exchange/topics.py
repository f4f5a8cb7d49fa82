"""What an agent may ask or say."""

import re
from collections.abc import Mapping
from enum import StrEnum


class Topic(StrEnum):
    """Something the agent asks or says."""

    FAREWELL = "farewell"
    HOLD = "hold"
    GOOD_TIME = "good_time"
    WHO = "who"
    RIGHT_PERSON = "right_person"
    COMPANY = "company"
    MC = "mc"
    DRIVER = "driver"
    TRUCK = "truck"
    CALL_BACK = "call_back"
    EMAIL = "email"
    LOCATION = "location"
    ETA = "eta"
    LOADED = "loaded"
    CHECKED_IN = "checked_in"
    TEMPERATURE = "temperature"
    PAPERS = "papers"
    DELAY = "delay"
    OFFER = "offer"
    ASK_RATE = "ask_rate"
    EQUIPMENT = "equipment"
    AVAILABILITY = "availability"
    CONFIRM = "confirm"
    ANYTHING_ELSE = "anything_else"
    ARE_YOU_THERE = "are_you_there"
    HOW_ARE_YOU = "how_are_you"
    # Of talks about a load.
    PURPOSE = "purpose"  # how can I help, which load
    WHICH = "which"  # which of several
    HEAR_IT = "hear_it"  # would you like the details
    NOT_FOUND = "not_found"
    UNAVAILABLE = "unavailable"
    REFUSED = "refused"  # we can't work with you
    TRANSFER = "transfer"
    CLOSER = "closer"  # could you come down
    TOO_HIGH = "too_high"
    FINAL = "final"  # the last offer
    NO_DEAL = "no_deal"  # then we leave it
    ACCEPTED = "accepted"  # we have a deal
    REPEAT = "repeat"  # I didn't catch that
    KEYS = "keys"  # or press the keys
    CALL_BACK_TIME = "call_back_time"


MONEY = r"\$\s?\d[\d,]*(?:\.\d{1,2})?|\b\d[\d,]*(?:\.\d{1,2})? (?:dollars|d[oó]lares)\b"


def compiled(*languages: Mapping[Topic, tuple[str, ...]]) -> dict[Topic, re.Pattern[str]]:
    """One pattern a topic out of the phrases of several languages, in the order of the first."""
    return {
        topic: re.compile(
            "|".join(rf"\b(?:{phrase})(?!\w)" for phrases in languages for phrase in phrases.get(topic, ())),
            re.IGNORECASE,
        )
        for topic in languages[0]
    } | {Topic.OFFER: re.compile(MONEY, re.IGNORECASE)}
