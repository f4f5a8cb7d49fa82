"""How an agent says things in English."""

from .topics import Topic

# Regular expressions, each taken as whole words. Where two topics begin at the same character, the first one
# listed wins.
ENGLISH: dict[Topic, tuple[str, ...]] = {
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
    Topic.REFUSED: (
        r"(not|n't|cannot|unable to|not able to) (be able to )?(work with|use) (you|your)",
        r"(not|n't|cannot|unable to|not able to) (be able to )?(move forward|set you up|haul (for|with) us|proceed)",
        r"(isn'?t|is not|not|aren'?t) (currently )?(approved|authorized|active|eligible|qualified|cleared)",
        r"no (active |operating )?authority|(doesn'?t|does not|don'?t|do not) match|(can'?t|couldn'?t|cannot) verify",
    ),
    Topic.TRANSFER: (
        r"(transfer|connect|put|patch)(ing)? (you|the call|this call|your call)|hand(ing)? you (over|off)",
        r"get (someone|somebody|a person|a colleague) on the line|stay on the line",
    ),
    Topic.CALL_BACK_TIME: (
        r"(when|what time|what's a good time)[^.?!]{0,40}(call (you )?back|reach you|try you)",
        r"what time (should|shall|can|may) (we|i) call",
        r"(good|best|better) time to (call|reach|try)|when (should|can|shall|may) (we|i|someone|somebody) (call|reach)",
    ),
    Topic.NOT_FOUND: (
        r"(can'?t|cannot|could ?n[o']t|couldn't|did ?n[o']t|don'?t|not|unable to) (seem to )?(find|finding|locate)",
        r"(can'?t|cannot|couldn't|didn'?t|don'?t) (see|have) (a |any |that |the )?(open )?(load|loads|one|anything)",
        r"no (open )?loads? (by|with|like|under|from|that|match|on|for)|not in (our|my|the) system",
        r"nothing (else|matching|like that|open|on that lane)",
    ),
    Topic.UNAVAILABLE: (
        r"no longer (available|open)|(isn'?t|is not|not) (available|open)|not open to offers",
        r"(already|been|just|is|was) (been )?(covered|taken|gone)|already booked",
    ),
    Topic.REPEAT: (
        r"(did ?n[o']t|did not|couldn'?t) (quite )?(catch|hear|get|understand|make (that|it) out)",
        r"(say|repeat) (that|it|the|your)|come again|(pardon|sorry)\?|missed that",
        r"(one more time|once more)(,? please)?",
    ),
    Topic.PURPOSE: (
        r"how (can|may) (i|we) help|what can (i|we) (do|help)|(are|were) you calling|you('re| are) calling",
        r"(which|what) (load|lane)|load('s)? (number|id|#)|reference number|which one are you",
        r"where (would|do) you (like|want) to go|lane you'?re looking",
    ),
    Topic.WHICH: (
        r"which (one|of (them|these|those|the two|the three))|(any|either|one) of (them|these|those)",
    ),
    Topic.HEAR_IT: (
        r"(like|want|care) (to (hear|know)|me to|the details|details|more)|interest(ed)? (you|in (that|any|one|it))",
        r"(shall|should) i (go over|tell|read|give)|does (that|it|either|any) interest",
    ),
    Topic.KEYS: (
        r"key ?pad|(press|punch|enter|type|key) (it|them|in|the|your)|touch[- ]?tone|(on|with|by) (the|your) keys",
    ),
    Topic.ACCEPTED: (
        r"(you'?ve|you have|we'?ve|we have|it'?s|that'?s|then) (got )?a deal|deal at|agreed(?!\?)",
        r"(you'?re|you are|it'?s|is|got you|all) booked|i'?ll (book|get you booked|put you down)|booked (it|you|for)",
    ),
    Topic.NO_DEAL: (r"leave it there|(won'?t|can'?t|couldn'?t) (get together|make a deal|come to)",),
    Topic.FINAL: (
        r"(best|most|highest|all) (that )?(i|we) ?(can|could|have|'ve)|(last|final|best) (offer|number|figure)",
        r"as (high|far) as (i|we)",
    ),
    Topic.CLOSER: (
        r"com(e|ing) (down|closer|any closer|off|in (lower|under|at less))|closer",
        r"(do|go) (any |a little |a bit )?lower",
        r"(meet|work with) (me|us)|work on (that|the|your)|help me (out|get)|any (room|flexibility|wiggle)",
    ),
    Topic.TOO_HIGH: (
        r"(too|bit|little) (high|much|rich|steep)|more than (i|we) (can|have)|over (what|my|our)",
        r"(can'?t|cannot|can not|not able to|unable to|won'?t) (quite )?(do|go|get|make|pay|reach|meet|swing|match)",
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
    Topic.MC: (r"M\.? ?C\.?|motor carrier|D\.?O\.?T\.?|docket number|need (that|your|the|a) number",),
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
        r"(correct|right|okay|ok|yes|deal|agreed)\?|does (that|this|it) (work|sound|look|suit)|work for you",
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
