"""What an agent may ask or say, and the phrases that show it."""

import re
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


MONEY = r"\$\s?\d[\d,]*(?:\.\d{1,2})?|\b\d[\d,]*(?:\.\d{1,2})? dollars\b"

# Regular expressions, each taken as whole words. Where two topics begin at the same character, the first one
# listed wins.
PHRASES: dict[Topic, tuple[str, ...]] = {
    Topic.FAREWELL: (
        r"good[- ]?bye|bye",
        r"have a (good|great|nice|safe|wonderful) (one|day|night|evening|weekend|trip|rest)",
        r"take care|talk (to you )?(soon|later)|(drive|travel|stay) safe(ly)?|safe travels",
    ),
    Topic.HOLD: (
        r"(one|just a|give me a|a quick) (moment|second|sec|minute)",
        r"hold on|bear with me|stand by|please hold|let me (check|look|pull|see|find|grab)",
    ),
    Topic.GOOD_TIME: (
        r"(good time|do you have|have you got|got) (to (talk|chat)|a (quick )?(minute|moment|second|sec))",
        r"is (now|this) a good time|can you talk",
    ),
    Topic.DRIVER: (
        r"driver'?s? (full )?(name|phone|cell|number)|(name|number) (of|for) (the|your) driver",
        r"who('s| is| will be) (driving|the driver)",
    ),
    Topic.TRUCK: (r"(truck|tractor|trailer|unit) (number|#)",),
    Topic.COMPANY: (
        r"(company|carrier|business)('s)? name|name of (the|your) (company|carrier)",
        r"(what|which) (company|carrier)",
    ),
    Topic.MC: (r"M\.? ?C\.?|motor carrier|D\.?O\.?T\.?|docket number",),
    Topic.WHO: (
        r"(who|whom) am i|who i'?m|who do i have|who'?s this|who is this",
        r"may i (ask|have|get) (who|your name)",
        r"(what'?s|what is|(can|could) i (get|have)|get|have|and) your name",
    ),
    Topic.RIGHT_PERSON: (
        r"am i (speaking|talking) (with|to)|have i reached|did i reach|i'?m trying to reach",
        r"(is this|is that)(?! (right|correct|ok|okay|good|a good|all))",
    ),
    Topic.EMAIL: (r"e-?mail( address)?",),
    Topic.CALL_BACK: (r"(call ?back|best|good|phone|contact|cell) number|number to reach|reach you at",),
    Topic.LOCATION: (
        r"where (are|is|exactly|about|abouts|you)|where'?s|whereabouts|location",
        r"(present|your|truck'?s) position|(what|which|nearest) (city|town|mile ?marker)|how (far|close)",
    ),
    Topic.ETA: (
        r"E\.?T\.?A\.?|estimated (time of )?arrival|arrival time|(what|which) time|how (long|soon)",
        r"when (do|does|will|would|can|could|should|are|is)",
        r"(expect|plan|going|able) to (be there|arrive|get there|make it)",
    ),
    Topic.CHECKED_IN: (
        r"check(ed|ing)?[- ]?(in|out)(?! call)|arrived|already (there|at)",
        r"at the (facility|dock|shipper|receiver|warehouse) (yet|already|now)",
    ),
    Topic.LOADED: (r"loaded|unloaded|empty|picked (it |the load )?up|under (the|your) load",),
    Topic.TEMPERATURE: (r"temp|temperature|set ?point|reefer (is|set|running|unit)|degrees",),
    Topic.PAPERS: (
        r"BOL|B\.O\.L\.?|bills? of lading|POD|proof of delivery|paperwork|PO number|pick-?up number",
    ),
    Topic.DELAY: (
        r"delay(s|ed)?|(any|other) (issues?|problems?|trouble)|running (late|behind)",
        r"on (time|schedule|track)|holding you up|traffic",
    ),
    Topic.ASK_RATE: (
        r"(what|which) (rate|price|number|figure)|how much|rate (are|do|would) you",
        r"what (would|do|will|can|could) you (need|want|take|charge|do)",
        r"what are you (looking|asking|hoping)|your (best )?(rate|price|number|ask)",
    ),
    Topic.EQUIPMENT: (
        r"(what|which) (kind |type |sort )?(of )?(equipment|truck|trailer)|equipment (type|do you)",
        r"(dry van|van|reefer|flatbed|step ?deck|power only)(?=[^.?!]*\?)",
    ),
    Topic.AVAILABILITY: (
        r"available|availability|interested|capacity|open truck|truck (in|near|around|for)|empty truck",
        r"(can|could|would|will) you (be able to )?(cover|haul|take|run|handle|move)",
        r"would you (like|want) (it|to (take|run|haul|cover))",
    ),
    Topic.CONFIRM: (
        r"is (that|this|it|all that) (right|correct|ok|okay|good|alright|fine)",
        r"(did|do) i (get|have) that right|do we have a deal",
        r"(correct|right|okay|ok|yes|deal)\?|does (that|this|it) (work|sound|look|suit)|work for you",
        r"(that|this)( would|'d|'ll| will)? works?|sounds? (good|right|fair|ok)|can (you|we) (confirm|agree)",
        r"(shall|should|can|may) i (go ahead|book|put|send|note|mark|lock|transfer|connect)",
    ),
    Topic.ANYTHING_ELSE: (
        r"anything else|something else|any( other| more)? questions|else (i|we) can",
        r"(else|anything) (you need|for me)|help you with",
    ),
    Topic.ARE_YOU_THERE: (r"(are you )?still (there|with me)|are you there|can you hear me",),
    Topic.HOW_ARE_YOU: (r"how('s| is| are) (it going|you( doing)?( today)?|things|everything)",),
}

PATTERNS: dict[Topic, re.Pattern[str]] = {
    topic: re.compile("|".join(rf"\b(?:{phrase})(?!\w)" for phrase in phrases), re.IGNORECASE)
    for topic, phrases in PHRASES.items()
} | {Topic.OFFER: re.compile(MONEY, re.IGNORECASE)}
