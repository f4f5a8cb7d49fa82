"""What questions are about, in English."""

from calls.agent.meaning import Topic

T = Topic

# With a question word or mark beside it, or "any"; each is searched in what was said as a whole.
TOPICS: dict[Topic, str] = {
    T.WEIGHT: r"\b(?:weigh(?:s|t|ing|ts)?|heavy|how many (?:pounds|lbs)|pounds is|how light)\b",
    T.COMMODITY: r"\b(?:commodit(?:y|ies)|what (?:am i|are we|would i be|is it i'm|will i be|'s he|will we "
    r"be) (?:hauling|carrying|pulling|loading|moving|picking up)|what(?:'s| is| are) (?:the "
    r"(?:product|freight|cargo|goods)|it hauling|in it|on it\b|inside|the stuff|being "
    r"(?:shipped|hauled))|what kind of (?:freight|product|cargo|stuff|commodity|load)|"
    r"what(?:'s| is) (?:it|the load|in the (?:box|trailer))(?: \w+)? (?:carrying|hauling|"
    r"loaded with|made of)|what product|hazmat|hazardous|palleti[sz]ed|floor loaded)\b",
    T.PICKUP: r"\b(?:pick(?:s|ing|ed)? ?(?:it |that |the load )?up|pick-?up|shipper(?:'s)?(?! pay)(?! "
    r"rate)|when does it load|when do(?:es)? (?:it|they|i|we) load|load(?:ing)? (?:time|"
    r"appointment|appt)|what time (?:does|do|is|would) (?:it|they|i) load|where(?:'s| is| "
    r"does| do) (?:it|the load|i|we) (?:load|coming from|out of|originat\w*|at\b)|when(?:'s| "
    r"is) it (?:ready|available)|origin)\b",
    T.DELIVERY: r"\b(?:deliver(?:s|y|ing|ed)?|drop(?:s|ping)? ?(?:off)?(?=\W*$|\?| at| in| where| time)|"
    r"drop-?off|receiver(?:'s)?|consignee|where(?:'s| is| does) (?:it|that|the load|this) "
    r"(?:go|going|headed|end|delivering)|destination|when(?:'s| is) it due|unload(?:ing)? "
    r"(?:time|appointment))\b",
    T.MILES: r"\b(?:how many miles|how far|what(?:'s| is| are) the (?:miles|mileage|distance)|mileage|"
    r"total miles|loaded miles|how long (?:is the|of a) (?:run|trip|haul|drive)|(?:miles|"
    r"distance) (?:on|is) (?:it|that)|\d+ miles (?:or so|right|about)|is it (?:about |like "
    r")?\d+ miles|deadhead)\b",
    T.EQUIPMENT: r"\b(?:(?:what|which|kind|type)(?: \w+){0,3} (?:equipment|trailer|truck|equipment type)|"
    r"(?:is|does|can|will|do|are|would)(?: \w+){0,6} (?:van|reefer|flat ?bed|step ?deck|dry "
    r"van|hot ?shot|conestoga|power only|box truck|53|48|footer)\b(?: load| or)?|tarps?|"
    r"straps|load bars|chains|e-?tracks?|food grade|swing doors|lift ?gate|van or|air ride|"
    r"equipment (?:does|do|is|need))\b",
    T.STOPS: r"\b(?:(?:how many|any|extra|multiple|number of) (?:\w+ )?(?:stops?|drops?|picks?)|"
    r"multi-?stop|one stop or|straight through|(?:is it|it's) (?:a )?(?:single|multi)|"
    r"stop-?offs?|one pick|one drop)\b",
    T.INSTRUCTIONS: r"\b(?:(?:special )?(?:instructions?|requirements?)|anything (?:special|i (?:need|should) "
    r"(?:to )?know|else i should know|unusual)|any (?:notes|rules|restrictions)|(?:special|"
    r"need|driver) (?:ppe|equipment needed)|driver (?:assist|unload|load|touch)|no[ -]touch|"
    r"touch freight|ppe|hard ?hat|tracking|macropoint|live (?:load|unload)|drop and hook|drop "
    r"trailer|preloaded|lumpers?\b(?! (?:fee|pay))|fcfs|first come|straps or)\b",
    T.TEAM: r"\b(?:teams?\b(?! will)|solo|two drivers|team (?:load|drivers?|service|run))\b",
    T.TEMPERATURE: r"\b(?:(?:what|which|how)(?: \w+){0,3} (?:temp\w*|degrees|cold)|temp(?:erature)?\b|set "
    r"?point|continuous|cycle|run (?:at|it) what|how cold|frozen|pre-?cool\w*|multi-?temp)\b",
    T.LOAD: r"\b(?:(?:which|what) load|tell me (?:more )?(?:about|on) (?:it|the load|that|this|that "
    r"load|that one)|(?:more|the|any|some|load|all the|give me the|get the|what are the) "
    r"(?:info|information|details|specs|particulars)|what(?:'s| is) the lane|details|what "
    r"(?:do you|you) know about|go over (?:the|that|it)|run me through|walk me through|run "
    r"(?:it|that) down|(?:is|are) (?:it|that|this|the load|that load|that one) (?:still "
    r")?(?:available|open|there|good|covered|gone)|still (?:available|open|there|got (?:it|"
    r"that)|have (?:it|that))|what's this (?:about|regarding|for)|where(?:'s| is) it (?:from|"
    r"going)|lane is it)\b",
    T.WHO: r"\b(?:who(?:'s| is| am| are|s)? (?:this|that|calling|speaking|you\b(?! (?:looking|"
    r"trying))|i (?:talking|speaking)|(?:am )?i (?:talk|speak)\w*|it\b)|what company|(?:what|"
    r"which|who)(?:'s| is)? (?:company|brokerage|broker)|who(?:'s| is) (?:on the (?:line|"
    r"phone))|who do you work|who are you(?: with)?|where are you calling from|what(?:'s| is) "
    r"your name|your name|who you with|calling from where|identify yourself)\b",
    T.ROBOT: r"\b(?:(?:are|is|am|be|'re|this|were|sounds? like|you|talking to|speaking (?:to|with)) "
    r"(?:\w+ ){0,4}?(?:robot|bot|machine|computer|ai\b|a\.i\.|recording|automated|real "
    r"(?:person|human|guy|lady)|human|actual person|live person|chat ?bot|artificial|virtual)|"
    r"are you (?:even )?real\b|robot\b|real person or|or a (?:machine|robot|computer|bot|"
    r"recording))\b",
    T.PAYMENT: r"\b(?:quick ?pay|factor(?:ing|s|y)?(?! in)\b|payment|pay terms|terms|net (?:30|15|45|"
    r"thirty|fifteen)|how (?:soon|fast|quick|quickly|long)(?: \w+){0,5} (?:pay|paid)|when "
    r"(?:do|will|can|would) (?:i|we|you|y'all) (?:get |guys )?(?:pay|paid)|days to pay|"
    r"detention|layover|lumper (?:fee|pay\w*)|tonu|fuel (?:advance|surcharge|card)|advance|"
    r"comdata|efs|comcheck|pay (?:by|with|through) |direct deposit|get paid|credit (?:score|"
    r"rating)|reimburse\w*|how do you (?:guys )?pay)\b",
}
