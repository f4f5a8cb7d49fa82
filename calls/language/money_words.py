"""What stands around a figure and says what it is: money of some kind, or surely no money; in both languages."""

import re

FIGURE = re.compile(r"(?<![\w.:/#-])-?\$?\d+(?:\.\d+)?(?:[ -]\d+(?:\.\d+)?){0,6}(?![\w:]|/\d|\.\d)")
# A recognizer's "thirty to fifty" may be thirty-two fifty, and its "for fifty" four fifty.
ALIKE = re.compile(
    r"(?<![\w.:/#$-])(?:([2-9])0 )?(to|too|for) (\d\d)(?![\w:]|[./-]?\d| \d(?!0 (?:to|too|for) ))"
)
ALIKE_DIGITS = {"to": "2", "too": "2", "for": "4"}
# The part of the sentence that a sum belongs to ends here; a sentence ends at a point.
BOUNDARY = re.compile(
    r"[.;?!]+(?=\s|$)|,|\b(?:but|pero|because|cause|porque|so|and|y|if|unless|then|sino|entonces)\b"
)
_MILE = r"(?:(?:loaded|all|practical|hub|running|paid) )*(?:miles?\b|millas?\b|mi\b|rpm\b)"
MILE_AFTER = re.compile(
    r" ?(?:minimum |flat |even |minimo )?(?:dollars?|bucks|dolares|pesos|cents|cts)?,? ?"
    rf"(?:(?:a|per|the|by the|for each|each|for every|every|la|por|por cada|cada|al|x|on the|to the)\b ?|"
    rf"/ ?|-)?{_MILE}"
    r"| ?(?:dollars?|bucks)? ?per\b(?! (?:load|day|week|trip|stop|hour|drop))"
)
A_MILE = re.compile(r"\b(?:a|per|la|por) (?:mile|milla)\b")
MILE_BEFORE = re.compile(
    r"\b(?:per|a|la|por) (?:loaded )?(?:mile|milla)\b[^.,;?!\d]{0,24}$|\brpm\b[^.,;?!\d]{0,16}$"
    r"|\bmill?as? (?:por|a) $"
)
_FILL = (
    r"(?:(?: |,)*\b(?:me|us|it|that|you|him|up|on|in|by|like|about|around|maybe|at least|just|of|out|see|"
    r"give|"
    r"a|le|como|unos|otr[oa]s?|another|por lo menos|siquiera|an|the|rate|price|there|for|la|el|los|tarifa|"
    r"precio)\b)"
    r"{0,4} ?\$?$"
)
MORE_BEFORE = re.compile(
    r"\b(?:another|extra|additional|add|throw|toss|kick|slide|stretch|squeeze|sweeten|find|tack|stick|"
    r"bump|raise|"
    r"put|come up|go up|goes up|move up|up|more(?! like| than| or less| to| along| towards?| around| in)|"
    r"short|off by|"
    r"otr[oa]s?|suba\w*|sub[ei]\w*|sum[ae]\w*|agreg\w+|ech[ae]\w*|pong\w+|ponle|pone|"
    rf"aument\w+|falt\w+|on top|on top of (?:it|that)){_FILL}"
)
PLUS_BEFORE = re.compile(rf"\b(?:plus|mas(?! (?:o menos|de|que|como))){_FILL}")
# "Throw me twenty-seven", "put it at 25": the verb alone doesn't tell, the size does.
TO_BEFORE = re.compile(
    r"\b(?:to|at|a|hasta|en|until)(?: (?:like|about|around|maybe|at least|como|unos|los))? ?$"
)
MORE_AFTER = re.compile(
    r"(?:,? ?(?:dollars?|bucks?|dolares|pesos|or so|on|to it|there|there on))*,? "
    r"(?:more(?! or less| like| of)|extra|over\b(?! the phone| here| there)|above|on top|higher|additional|"
    r"short\b|off\b(?! the)|mas\b(?! o menos| \d)|arriba|encima|better\b|added\b|to that|"
    r"adicional\w*)"
)
ANOTHER = re.compile(r"\b(?:another|extra|additional|more|otr[oa]s?)\b")
APART_AFTER = re.compile(r" ?(?:dollars|bucks)? (?:apart|off(?! the)|short|away)\b")
SURE_AFTER = re.compile(
    r" ?(?:dollars?|bucks?|dolares|dolar|even\b|all in\b|all-in\b|flat\b|cerrad\w+|todo "
    r"incluido|usd|to the truck|for the (?:load|truck|whole))"
)
# What the caller does with a price of their own.
_OWN = (
    r"(?:i|we|i'd|we'd|i'll|we'll|ill|id|he|he's|hes|to) (?:would |could |can |will |might |have to |"
    r"just |really |only |"
    r"gonna |gotta |still |might could )*"
    r"(?:need|needs|want|wants|take|do|have to|run|haul|move|go|be|accept)\b"
    r"|(?:need|needs|want|wants|needing|wanting|gotta|got to|has to|have to|gonna need|looking|asking|"
    r"thinking)\b"
    r"|(?:give|gimme|pay|get) (?:me|us|him|her)\b|gimme|make (?:it|that)|call it|let'?s (?:say|do|call)|say\b"
    r"|(?:can|could|would|will|if) (?:you|y'all|yall|ya) (?:do|go|pay|get|make|give|come|hit|bump|approve)"
    r"|do (?:it|this|that)\b|take it|run it|how about|how bout|what about|what if|meet (?:me|us)|settle|"
    r"round (?:it|up)"
    r"|bottom|lowest|minimum|the least|my (?:number|price|rate|best)|i'?m at|we'?re at|im at|id be|"
    r"stuck on|split"
    r"|necesit\w+|quier\w+|queria|ocup\w+|dame|deme|denme|pag(?:ue|uen|a)me|ponle|pongale|echele|echale|"
    r"haga\w+|"
    r"(?:se )?l[ao] (?:hago|muevo|jalo|llevo|haria|tomo|agarro|saco|sacamos|dejo)|dejemela|minimo|cobr\w+|"
    r"serian?|sean?|"
    r"que le parece|y si le digo|con|pido|quedamos en|menos de"
)
OWN_BEFORE = re.compile(rf"\b(?:{_OWN})[^.;?!\d]{{0,30}}$")
NEAR_OWN = re.compile(rf"\b(?:{_OWN})[^.;?!,\d]{{0,14}}$")
# Without an offer on the table only these make a bare figure a price.
STRONG_BEFORE = re.compile(
    r"\b(?:(?:i|we)(?:'d)? (?:need|want|gotta have|gotta get|have to have)|i'd (?:need|want|have to have|"
    r"go|be|do|say|take|run)|(?:would|could|can|will) (?:your|the) (?:customer|shipper) \w+|"
    r"make it|(?:give|get) me|(?:do|take|run|move|haul) (?:it|that|this|that one) for|can (?:i|you) (?:do|"
    r"pay|get)|"
    r"i can do|i could do|i'd do|i'll do|you got|need|necesito|quiero|ocupo|"
    r"l[oa] (?:hago|muevo|jalo|llevo) (?:por|en))"
    r"(?: (?:like|about|at least|around|minimum|to|for|it|me|a|como|unos|minimo|really|him))*? ?\$?$"
)
_NOT = (
    r"(?:can't|cant|cannot|can not|couldn't|could not|won't|wont|will not|wouldn't|would not|don't|dont|"
    r"do not|"
    r"ain't|aint|isn't|is not|not|never|no way|unable|nobody(?:'s)?|no body|no one|doesn't|doesnt|didn't|"
    r"didnt|"
    r"haven't|wasn't|instead of|better than|rather than|ni|tampoco|"
    r"no (?!no\b)(?:(?:la|lo|le|me|se|nos|los) )*(?:\w+o|\w+mos|sale|alcanza|conviene|en|por|a)\b)"
)
NOT_BEFORE = re.compile(rf"\b{_NOT}(?! (?:you|y'all|ya)\b)")
NOT_LINK = re.compile(
    r"\b(?:for|at|do|take|to|with|accept|than|en|por|con|a|not|to no|ni|on|is|under|instead of)"
    r"(?: (?:that|this|it|just|only|like|about|around|the|a|no|your|those|los|even|them))*? ?\$?$"
)
AFRESH = re.compile(
    r"\b(?:i'd|i'll|ill|i need|i want|i gotta|need|can|could|would|give me|gimme|make it|how about|"
    r"call it|got a|"
    r"it was|we said|i said|told you)\b"
)
# "Can't do it for less than 2500" asks for 2500, but "I never run under three a mile" tells a habit.
FLOOR_BEFORE = re.compile(
    r"\b(?:less (?:than|then)|lower than|under|below|cheaper than|without|unless|unless it's|until|"
    r"menos(?: de| que)?|debajo de|abajo de|por menos de|sin|short of|"
    r"south of|anything but|other than)(?: (?:like|about|a|los|unos|at least|i get|you (?:do|get to)))? ?\$?$"
)
HABIT = re.compile(r"\b(?:ever|never|always|nobody|siempre|nunca|everybody'?s?|usually)\b")
REFUSED_AFTER = re.compile(
    r"(?:(?: dollars| bucks| dolares)?,? (?:just |still |really |simply |there |it |that |rate |ya |pues |"
    r"a mile )?)"
    r"(?:(?:won't|wont|will not|wouldn't|doesn't|dont|don't|does not|isn't|ain't|aint|is not|"
    r"not|never|barely|hardly)\b(?! too| a | crazy| hurt| kill| less| \$?\d| un)"
    r"|(?:is |'s |es |esta |sounds |seems )?(?:way |just |too |kinda |kind of |a little |a "
    r"bit |still |pretty |really |muy |bien |un poco |una )*(?:low|cheap|light|short|a joke|no "
    r"good|bajo|bajita?|poco|barato|burla|nothing|less)\b(?! (?:as|than))"
    r"|no (?:me |nos |se |le )?(?:sirve|alcanza|puedo|conviene|da|sale|paga|es|way|good|works?))"
)
QUOTED_BEFORE = re.compile(
    r"\b(?:you(?:'re| are|'ve| have|r)? (?:at|paying|said|(?<!would you )say|saying|offer(?:ed|ing)?|had|"
    r"quoted|set|"
    r"mentioned|told me|posted|have it|have)|youre at|your (?!guys? |buddy )|yalls|you guys (?:are )?at|"
    r"(?:was |were |it was |"
    r"it's )?posted (?:at|for)|"
    r"usted(?:es)? (?:dice|dijo|ofrece|esta)\w*|me (?:dijo|ofrece|ofrecio)|su oferta(?: de| "
    r"es)?|the offer(?: of|'s| is)?|instead of|compared to|and not|en lugar de|en vez de)"
    r"(?: (?:it|that|me|of|is|for|the|a|at|en|de|los|offer|rate|like|around))*? ?\$?$"
)
HEARSAY = re.compile(
    r"\b(?:robinson|hunt|tql|landstar|coyote|arrive|uber|echo|schneider|xpo|rxo|total quality)\b"
    r"(?:'s)?(?: \w+){0,5} ?\$?$|"
    r"\b(?:just |only )?heard\b|\b(?:had|made) (?:a|us a) (?:deal|agreement) (?:at|for|on)\b|\bsomebody else\b|"
    r"\bla otra carga\b|\botra (?:que veo|carga)\b|"
    r"\b(?:me|nos) (?:dijo|dijeron|cont[oa]|contaron|platic\w+) que\b|\bsegun (?:el|la|los|un|una|mi)\b|\bhay quien\b|"
    r"\btod[oa]s (?:\w+ )?(?:pag|ofrec)\w+|\bandan (?:pagando|ofreciendo)\b|"
    r"\balguien (?:mas )?(?:paga|ofrece|me|la|lo)\b|\b(?:amigo|primo|compadre|vecino|cunado|hermano)s? (?:\w+ ){0,3}"
    r"(?:dieron|dio|pagan|pagaron|llevo|hizo|saco)\b|\bla que traigo\b|\bla vez pasada\b|"
    r"\bconfirmaron\b|\bquien (?:la |lo )?pag[ua]e?\b"
)
# Somebody else's price, another day's, or what one is used to.
_DAYS_AGO = (
    r"last (?:week|weak|time|month|year|load|one|night|truck|\w+day)|yesterday|this morning|used to|\bago\b|"
    r"same (?:load|lane|run|freight|shipper)|semana pasada|mes pasado|ultima vez|anoche|ayer"
)
OTHER_BROKER = re.compile(
    r"\b(?:other|another|different|some(?:one|body)) (?:\w+ )?(?:brokers?|broke her|company|guy|girl|lady|"
    r"outfit|folks|fella|else|it|one|load)\b"
    r"|\b(?:landstar|coyote|tql|echo|arrive|uber|schneider|greenscreens|truckstop|sonar|dat|d a t|"
    r"load board|the board)\b"
    r"|\botr[oa] (?:\w+ )?(?:broker|compan\w+|lado|gente)\b|\bde otr[oa]\b"
)
# Own people say own prices: "my driver wants 24", "boss told me 26".
_NOT_OWN = "".join(
    rf"(?<!\b{word} )"
    for word in (
        "i",
        "we",
        "i've",
        "ive",
        "already",
        "like i",
        "boss",
        "driver",
        "dispatcher",
        "owner",
        "wife",
        "man",
        "he",
        "just",
    )
)
OTHERS_BEFORE = re.compile(
    rf"\b(?:{_DAYS_AGO}|earlier|always|usually|typically|normally|been getting|makes|down the (?:road|"
    rf"street)|"
    r"(?:turned|turn|turning) down|passed on|anything (?:for|at|paying|around)|even (?:at|for)|"
    r"what happened to|where'?d|"
    r"average|market|spot|going rate|contract rate|rate check|website|agreed|settled|honor|costs? (?:me|"
    r"us)|(?:payment|note)(?:'s| is)|"
    rf"{_NOT_OWN}(?:told (?!you|y'all|ya)|says|said)|was told|i think i saw|(?:say|said|tells) (?:to )?me|"
    rf"{_NOT_OWN}(?:promised|quoted|paid)|(?:had|got) one|offered|offers|posted|posting|listed|shows|"
    rf"showed|pays|(?<!you're )(?<!you )paying|gives me|"
    r"(?:you|he|she|they|guy|buddy|post|man|desk) (?:already |just |also )?(?:gave|set|told)|"
    r"\w+ gave (?:me|us|my|him)|"
    r"(?:had|has) (?:it|me|him|for me)\b(?! to)|"
    r"(?:i|we)(?:'ve)? (?:just |already )?(?:pulled|hauled|ran|did|delivered)|"
    r"(?:cousin|brother|friend|buddy|partner|guy|truck|law|carrier|he) (?:\w+ )?(?:took|got|did|ran|"
    r"hauled|pulled)|everybody'?s?|"
    r"everyone'?s?|nobody|companero|le pag\w+|(?:me|nos) (?:la |lo |habia[ns]? |han |ha )?"
    r"(?:pagaron|pagaban|d[aio]|dan|dieron|dijo|dijeron|dicho|ofrec\w+|prometi\w+|marc\w+)|"
    r"(?:aqui|ahi|correo|board|app|anuncio) (?:\w+ )?dice|(?<!me )pag(?:aron|aban|aba|an)|que paga|tenian|"
    r"traian|publicad\w+|pagina|promedio|mercado|siempre|(?:habia |ya )quedado|quedamos en|jale|lleve|"
    r"en el board|cotiz\w+|(?:el |la |un[oa]? )(?:otr[oa]|amig[oa]|compadre|primo|"
    r"vecino)(?: \w+)? (?:paga|la |lo |me |hizo|llev)\w*|"
    r"en (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)|"
    r"habiamos quedado|in writing|(?:one|this|that|some) (?:outfit|fella|lady|shop)(?:'?s| is)?|"
    r"i'?ve seen (?:it|that)|seen it go|"
    r"heard (?:it|that)|"
    r"la de \w+ era)\b"
)
# What was, or was thought: another price beside our offer, but the right one where the deal is read back.
PAST_BEFORE = re.compile(r"\b(?:(?<!i )(?<!we )was|were|thought|supposed|era|estaba)\b")
OTHERS_AFTER = re.compile(
    rf"\b(?:{_DAYS_AGO}|(?:on|off) the (?:board|table)|average|from (?:another|the other)|when i (?:called|"
    rf"talked)|"
    r"every (?:week|day|time)|we agreed?\b|ya quedamos|con otr[oa]|con (?:ustedes|karla)|la de)\b"
)
CUSTOMER = re.compile(
    r"\b(?:customer|shipper|cliente|embarcador|paying you|payin you|pays you|le paga\w*|getting paid|"
    r"yall getting|y'all getting)\b"
)
PROBING = re.compile(
    r"\b(?:max(?:imum)?|ceiling|top (?:dollar|rate|number)|(?:your|the) cap|limit|highest|most (?:you|"
    r"y'all|they)|"
    r"as high as|room|talking|authorized|allowed to|approved|tope|maximo|limite|"
    r"(?:above|over|below|under|more than|less than|higher than|exactly) \$?\d[\d ]*\??$)\b"
)
STRONG_AFTER = re.compile(
    r" (?:i|we) (?:can|could|will|would) (?:do|take|run|haul)\b|,? and (?:i'll|we'll|it's|you got)"
)
TAKEN = re.compile(r"\b(?:i|we)(?:'ll| will| can)? ?(?:do|take) (?:it |that |the |your |at |for )*\$?$")
# Our own price, as it was posted.
POSTED_BEFORE = re.compile(
    r"\b(?:la|esa|el|ese|the one|that one|that|what|whatever) (?:que |that |which )?(?:\w+ ){0,2}"
    r"(?:dice|paga|pagando|pays|paying|posted at|posted for|listed at)(?: como)? ?\$?$"
)
MATCH = re.compile(r"\b(?:match|beat|same (?:money|rate|price)|igual\w*)\b")
BEYOND = re.compile(
    r"\b(?:(?:more|better|higher|greater|mas) (?:than|de|que)|above|over|beyond|arriba de|encima de)"
    r"(?: like| about| a| the)* ?\$?$"
)
NEEDED = re.compile(r"\b(?:need|want|gotta|necesit\w+|quier\w+)\b")
# What is paid beside the price, and what the road costs.
_EXTRA = (
    r"(?:lumpers?|lumber|detention|stops?|drops?|picks?|pick-?ups?|fuel|diesel|tolls?|tarp\w*|layover|"
    r"lay over|"
    r"unload\w*|scales?|permits?|escorts?|deadhead|dead head|hours?|overnight|paradas?|descarga|casetas?|"
    r"lona|tonu|wash\w*|"
    r"truck note|quick ?pay|fee|insurance|cash)"
)
EXTRA_AFTER = re.compile(
    r"(?: dollars?| bucks?| dolares| pesos)?,? (?:extra )?"
    r"(?:(?:a|an|per|each|every|por|por cada|la|cada) (?:extra |additional )?(?:stop|drop|hour|hr|day|"
    r"night|pick|pallet|"
    r"tarp|gallon|week|hit|parada|hora|dia|galon|noche|tarima)"
    rf"|(?:for|on|in|of|de|del|para|pa|pal|por) (?:the |my |that |those |each |every |el |la |los |un |una )?"
    rf"(?:\w+ )?{_EXTRA}\b|{_EXTRA}\b)"
)
EACH_AFTER = re.compile(
    r"(?: dollars?| bucks?)? (?:a|an|per|each|every|por|por cada|cada) (?:\w+ )?(?:stop|drop|hour|hr|day|"
    r"night|parada|hora|dia)"
)
EXTRA_BEFORE = re.compile(
    rf"\b{_EXTRA}(?:'s| is| was| are| alone| costs?| runs?| at| a| out| de| esta| sale| me| cuesta| pays?)*"
    r"(?: (?:like|about|around|como|unos))? ?\$?$"
)
OWED = re.compile(
    r"\b(?:short ?paid|owe[sd]?|invoice|charg(?:e|ed|ing)|unload me|overpaid|deducted|me deben)\b"
)
RANGE_BETWEEN = re.compile(r",? ?(?:dollars |bucks )?(?:(?:and|or|to|y|o|a|-|maybe)(?: maybe| like)?)? ?\$?")
OFFERED = re.compile(r"\b(?:if|si)\b[^.,;\d]{0,20}$")
