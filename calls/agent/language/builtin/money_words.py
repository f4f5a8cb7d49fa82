"""What stands around a sum and says what it is: per mile, on top, refused, quoted; in both languages.

Each is looked for in figures text, right before or right after a figure, as its name says.
"""

import re

FIGURE = re.compile(r"(?<![\w.:/#-])-?\$?\d+(?:\.\d+)?(?:[ -]\d+(?:\.\d+)?){0,6}(?![\w:]|/\d|\.\d)")
MILE_AFTER = re.compile(
    r" ?(?:dollars?|bucks|dolares|cents|cts)?,? ?(?:(?:a|per|the|by the|for each|each|for "
    r"every|every|la|por|por cada|cada|al|x|on the|to the)\b ?|/ ?|-)?"
    r"(?:(?:loaded|all|practical|hub|running|paid) )*(?:miles?\b|milla\b|mi\b|rpm\b)"
    r"| ?(?:dollars?|bucks)? ?per\b(?! (?:load|day|week|trip|stop|hour))"
)
MILE_BEFORE = re.compile(
    r"\b(?:per|a|la|por) (?:loaded )?(?:mile|milla)\b[^.,;?!\d]{0,24}$|\brpm\b[^.,;?!\d]{0,12}$"
)
MORE_FILL = (
    r"(?:(?: |,)*\b(?:me|us|it|that|you|him|up|on|in|by|like|about|around|maybe|at least|just|of|"
    r"a|le|como|unos|por lo menos|siquiera|an|the|rate|price|there|for|la|el|tarifa|"
    r"precio)\b){0,4} ?$"
)
MORE_BEFORE = re.compile(
    r"\b(?:another|extra|additional|add|plus|throw|toss|kick|slide|stretch|squeeze|sweeten|"
    r"find|tack|bump|raise|come up|go up|"
    r"move up|up (?:it|me|that|the \w+)|up|"
    r"otr[oa]s?|suba\w*|sube\w*|subir\w*|suma\w*|sume\w*|agreg\w+|ech[ae]\w*|pong\w+|ponle|"
    r"aument\w+|mas(?! (?:o menos|de|que|como))|more(?! like| than| or less| to| along| "
    r"towards?| around| in)|short|off by)"
    rf"{MORE_FILL}"
)
TO_BEFORE = re.compile(
    r"\b(?:to|at|a|hasta|en|until)(?: (?:like|about|around|maybe|at least|como|unos|los))? ?$"
)
MORE_AFTER = re.compile(
    r"(?:,? ?(?:dollars|bucks|dolares|pesos|or so|on|to it|there|there on))*,? "
    r"(?:more(?! or less)|extra|over\b(?! the phone| here| there)|above|on top|higher|"
    r"additional|apart|short\b|off\b|mas\b(?! o menos)|arriba|encima|de mas|better than|"
    r"better\b|"
    r"(?:added )?on top|on there|to that|adicional\w*|extras?)"
)
SURE_AFTER = re.compile(
    r" ?(?:dollars?|bucks?|dolares|dolar|even\b|all in\b|all-in\b|flat\b|cerrad\w+|todo "
    r"incluido|usd|to the truck|for the (?:load|truck|whole))"
)
CUE_BEFORE = re.compile(
    r"\b(?:need|needs|needing|want|wanting|wanna|take|takes|took|do|make|for|pay|pays|paying|"
    r"rate|get|gets|give|gimme|offer|ask|asking|"
    r"how about|what about|best|lowest|bottom|minimum|least|low as|number|price|cost|run|haul|"
    r"move|book|charge|like|looking|thinking|"
    r"around|somewhere|between|at|low|high|closer|meet|settle|say|agree|accept|firm|under|below|than|to|be|"
    r"necesit\w+|quier\w+|por|pag\w+|hag\w+|hac\w+|tarifa|minimo|menos|dej\w+|dame|deme|denme|"
    r"pido|precio|ofrec\w+|en|cobr\w+|"
    r"sean?|seria|llev\w+|muev\w+|pued\w+|unos|como|con|serian?)\b[^.;?!\d]{0,30}$"
)
# The part of the sentence that a sum belongs to ends here.
BOUNDARY = re.compile(
    r"[.;?!]+(?=\s|$)|,|\b(?:but|pero|because|porque|so|and|y|if|unless|then|sino|entonces)\b"
)
REFUSING = (
    r"(?:(?<!you )(?<!ya )(?:can't|cannot|can not|couldn't|could not|won't|will not|wouldn't|"
    r"would not|don't|do not|ain't|isn't|is not|not|never|"
    r"no way|unable|nobody(?:'s)?|no one|not even|doesn't|didn't|haven't|wasn't)(?! you\b)|"
    r"instead of|better than|rather than|more than(?= \S+$)|ni|tampoco|"
    r"(?<!que )(?<!si )\bno(?: (?:la|lo|le|me|se|te|nos))?(?= (?:pued|hag|mue|acept|tom|llev|"
    r"agarr|dej|voy|vamos|quier|me sirve|alcanz|sale|salg|por|en|a)\w*))"
)
REFUSED_BEFORE = re.compile(rf"\b{REFUSING}\b.*$|^ ?(?:no|nope|nah) to $")
# "Can't do it for less than 2500" asks for 2500.
FLOOR_BEFORE = re.compile(
    r"\b(?:less than|lower than|under|below|cheaper than|without|unless|unless it's|until|"
    r"menos(?: de| que)?|debajo de|abajo de|por menos de|sin|short of|"
    r"south of|anything but|other than)(?: (?:like|about|a|los|unos|at least|i get|you (?:do|get to)))? ?\$?$"
)
REFUSED_AFTER = re.compile(
    r"(?:(?: dollars| bucks| dolares)?,? (?:just |still |really |simply |there |it |that |"
    r"rate |ya |pues |a mile )?)"
    r"(?:(?:won't|will not|wouldn't|doesn't|don't|does not|isn't|ain't|is not|can't|cannot|"
    r"not|never|barely|hardly)\b(?! too| a problem| crazy| hurt| kill)"
    r"|(?:is |'s |es |esta |sounds |seems )?(?:way |just |too |kinda |kind of |a little |a "
    r"bit |still |pretty |really |muy |bien |un poco )*(?:low|cheap|light|short|a joke|no "
    r"good|bajo|bajita?|poco|barato|nothing|less)\b(?! (?:as|than))"
    r"|no (?:me |nos |se |le )?(?:sirve|alcanza|puedo|conviene|da|sale|es|la|lo|way|good|works?))"
)
QUOTED_BEFORE = re.compile(
    r"\b(?:you(?:'re| are|'ve| have)? (?:at|said|say|saying|offer(?:ed|ing)?|got|had|quoted|"
    r"mentioned|told me|posted|have it|have)|your|you guys (?:are )?at|(?:was |were |it was |"
    r"it's )?posted (?:at|for)|"
    r"usted(?:es)? (?:dice|dijo|ofrece|esta)\w*|me (?:dijo|ofrece|ofrecio)|su oferta(?: de| "
    r"es)?|the offer(?: of|'s| is)?|instead of|from|compared to|and not|en lugar de|en vez de)"
    r"(?: (?:it|that|me|of|is|for|the|a|at|en|de|los|offer|rate|like|around))*? ?\$?$"
)
OTHER_DEALS = re.compile(
    r"\b(?:last (?:week|time|month|year|load|one)|yesterday|used to|other (?:broker|brokers|"
    r"company|guy|load)|another (?:broker|company|load|offer)|someone else|"
    r"somebody else|i (?:just )?(?:turned down|got offered|did one|ran one)|market (?:is|says|"
    r"rate|average)|dat (?:says|is|shows|rate)|fuel (?:is|costs?|alone|runs)|"
    r"costs? me|my (?:fuel|insurance|lumper|payment)|lumper|detention|la semana pasada|otro "
    r"broker|ayer|diesel|tolls?|a gallon|per gallon|the market)\b"
)
PROBING = re.compile(
    r"\b(?:max(?:imum)?|ceiling|top (?:dollar|rate|number)|cap|your limit|highest|most (?:you|"
    r"y'all|they)|as high as|authorized|allowed to|approved|(?:above|over|below|under|more "
    r"than|less than|at least|higher than|exactly) \$?\d[\d ]*\??$|"
    r"tope|maximo|limite|customer|shipper|cliente|paying you|pays you|le paga)\b"
)
IS_PROBE = re.compile(
    r"(?:^|\b(?:so|and|ok|just|if|tell me|say|know|y) )\W*(?:is|are|was|would|does|what|how|if|"
    r"tell|say|warmer|your|the|isn't|aren't|es|esta|seria|cuanto|su|el)\b|^ ?(?:your|the) "
)
CAN_DO = re.compile(r"\b(?:need|want|asking|i'd|i'll|i'm|take|gotta|have to|necesito|quiero)\b")
BEYOND_OURS = re.compile(
    r"(?:\b(?:more|better|higher|above|over|beyond|greater|mas) (?:than|de|que)|\b(?:above|"
    r"over|beyond|no|nope|nah|arriba de|encima de))(?: like| about| your| the)* ?\$?$"
)
STRONG_BEFORE = re.compile(
    r"\b(?:i need|i'd need|i want|i'd want|make it|do it for|take it for|run it for|pay(?:s|"
    r"ing)?|necesito|quiero|lo hago por|la hago por)"
    r"(?: (?:like|about|at least|around|como|unos))? ?\$?$"
)
WORKS_OUT = re.compile(
    r"\b(?:that's|that is|comes? (?:out )?to|works? out to|only|barely|not even|just|eso es|sale "
    r"a)\b[a-z' ]{0,20}\$?$"
)
MATCH = re.compile(r"\b(?:match|beat|same|igual\w*)\b")
