"""What stands around a figure and says what it is: money of some kind, or surely no money; in both languages."""

import re

from calls.language.identity import blank

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


_NUMBER = r"-?\d[\d.:,]*(?:[ -]\d[\d.:]*){0,6}"
_UNITS = (
    r"miles\b|mi\b(?! (?:mc|dot|numero|precio|jefe|camion))|millas\b|mph|pounds?|lbs?|libras|"
    r"kilos|kg|tons?\b|toneladas|feet|foot(?:er)?s?|ft|pies|"
    r"inch\w*|pallets?|tarimas|pieces|cases|skids?|stops?|paradas|trucks?|camiones?|trocas?|"
    r"trailers?|trailas?|cajas?\b|loads?\b|cargas?\b|"
    r"drivers?|choferes|operadores|guys|moments?|minutes?|mins?\b|minutos?|hours?|hrs?\b|"
    r"horas?|days?|dias?|weeks?|semanas?|months?|meses|years?|"
    r"anos?\b|degrees?|grados?|deg\b|percent|por ?ciento|porciento|%|o'? ?clock|[ap]\.? ?m\b|"
    r"times?\b(?! the mil)|veces|people|of (?:them|those|"
    r"these|us|our)\b|exits?\b|gallons?|axles?|bridges|wheelers?|years|below|under zero|bajo "
    r"cero|f\b|fahrenheit|in the (?:morning|afternoon|evening)|"
    r"at night|others?\b(?! than)|de la (?:manana|tarde|noche)|(?:st|nd|rd|th)\b|blocks?|"
    r"lights?|left\b|ahead\b|turns?|things?|questions?|emails?|calls\b|straps?|chains?|"
    r"tarps?|bars|pickups?|picks?|drops?|deliver(?:y|ies)|outfit|place\b|appointments?|tires?|"
    r"cities|towns|vans?\b|reefers?|"
    r"flatbeds?|dry vans?|rounds?|or so (?:miles|minutes)|more (?:minutes?|hours?|miles?|"
    r"stops?|days?|hrs?|mins?|loads?|trucks?|questions?|things?|times?)|more (?:moment)"
)
_LEADS = (
    r"i[ -]|(?:on|take|off|down|along) us|interstate|highway|hwy|route|rt|us ?-|exit|mile "
    r"?(?:marker|post)|mm(?= ?\d)|marker|trailer|"
    r"truck|tractor|camion|troca|unit|seal|dock|door|"
    r"bay|suite|ste|building|bldg|apartment|apt|scales?|grosse?s?|room|ext(?:ension)?|zip(?: "
    r"code)?|gate|weigh\w*|pesa\w*|peso|weight|"
    r"temp\w*|set (?:it |her )?(?:at|to)|reading|"
    r"net|carretera|autopista|salida|ruta|puerta|rampa|anden|unidad|temperatura|grados|kilometro|km|pallets?|"
    r"load (?:number|id|#)|numero de carga|mc|m\.c\.|dot|po|p\.o\.|pickup number|pu number|pu "
    r"?#|pickup ?#|appointment number|confirmation number|serial|model|class|option|press|"
    r"number one|step|channel|"
    r"hazmat|un number|chapter|version|year|since|born in|back in|in (?=(?:19|20)\d\d\b)|"
    r"net|phone|cell|telefono|celular|call (?:me )?(?:at|on)|reach (?:me|us) (?:at|on)|"
    r"last (?:four|4|3|three)|authority|ein|insurance"
)
_LINK = (
    r"(?:[ #:,.-]|'s|\b(?:number|num|numero|is|it's|es|el|la|like|about|around|como|at|a|the|on|"
    r"de|in|only|just|maybe|unos)\b){0,5}"
)
_WITH_UNIT = re.compile(rf"(?<![\w$])(?P<out>{_NUMBER})(?: ?- ?|,? )?(?:(?:of|or) )?(?:{_UNITS})(?![a-z])")
_FEET = re.compile(r"(?<![\w$])(?P<out>\d\d)(?='(?!s)|\")")
_WITH_LEAD = re.compile(rf"(?<![a-z])(?:{_LEADS}){_LINK}(?P<out>-?\d[\d.:,]*(?:[ -]\d[\d.:]*){{0,6}})")
_ON_ROAD = re.compile(
    r"(?<!settle )(?<!tack )(?<!throw )(?<!put )(?<!add )(?<!agree )(?<!meet )(?<!meet me "
    r")(?<!good )(?<!land )(?<!firm )(?<!set "
    r")(?<!stuck )\b(?:on|sobre la|en la|por la|down|past|along) (?:the )?(?P<out>\d{2,3})(?: "
    r"(?:east|west|north|south)(?:bound)?)?\b"
    r"(?=[ ,]+(?:near|in|at|just|by|right|outside|past|west|east|north|south|between|through|"
    r"around|now|headed|heading|going|coming|and exit)\b| ?[.!]?$|,)"
)
_EVENT = (
    r"there|arrive|arriving|empty|loaded|available|ready|open|close[sd]?|appointment|appt|"
    r"pick(?:ing)?(?: (?:it )?up)?|"
    r"deliver(?:ing|s)?|call(?: me)?(?: back)?(?! it)|here|back|until|till|unload(?:ed)?|"
    r"check(?:ed)? (?:in|out)|try me|again|"
    r"eta(?:'?s)?|schedule[d]?|start(?:ing)?|leave|leaving|land|tomorrow|today|morning|afternoon|monday|"
    r"tuesday|"
    r"wednesday|thursday|friday|saturday|sunday|llego|llegar|estoy|llamem?e?|manana|hoy|salgo|a las?|"
    r"lunes|martes|"
    r"miercoles|jueves|viernes|sabado|domingo"
)
_TOWARDS = r"me|us|you|there|here|back|is|for|maybe|probably|a|it|up|close|to|and|again"
_AT = r"about|around|by|at|like|say|las?|como|sobre|between|before|after"
_HOUR = r"(?:[01]?\d|2[0-3])(?:[ :][0-5]\d)?)(?!\d|\.\d| ?(?:hundred|dollars|bucks|a mile|per|all in|even))"
_CLOCKS = re.compile(
    r"(?<![\d$])(?P<out>\d{1,2}:\d\d)|(?<![\d.$])(?<!for )(?P<out6>1?\d) (?:tomorrow|tonight)\b"
    rf"|\b(?:{_EVENT})(?:[ ,]+(?:{_TOWARDS})){{0,3}} (?:{_AT})(?: (?:{_AT}|"
    rf"{_TOWARDS})){{0,2}} (?P<out2>{_HOUR}"
    r"|\b(?:before|after|until|till) (?P<out3>1?\d(?: [0-5]\d)?)(?!\d|\.\d)"
    r"|\bat (?P<out4>1?\d(?: ?[0-5][05])?)(?= (?:today|tomorrow|on (?:mon|tues|wednes|thurs|"
    r"fri|satur|sun)day|this|sharp|my time|local|central|eastern|mountain|pacific|your time))"
    r"|\b(?:a )?las? (?P<out5>1?\d(?:\.5|\.25|(?: y| con)? [0-5]\d)?)(?!\d|\.\d)"
)
# Where no price was asked for an hour needs no "at".
_BARE_CLOCKS = re.compile(
    rf"\b(?:{_EVENT})(?:[ ,]+(?:{_TOWARDS})){{0,3}} (?P<out>{_HOUR}|\b(?:{_AT}) (?P<out2>(?:[01]\d|"
    rf"2[0-3])[0-5]\d)(?!\d|\.\d)"
)
_DATES = re.compile(
    r"\b(?:jan\w*|feb\w*|march|mar|apr\w*|may|june?|july?|aug\w*|sept?\w*|oct\w*|nov\w*|"
    r"dec\w*|enero|marzo|abril|mayo|junio|julio|agosto)"
    r"\.? (?:the )?(?P<out>[0-3]?\d)(?!\d)|(?<![\w$])(?P<out2>[0-3]?\d) (?:of|de) (?:jan|feb|"
    r"mar|apr|may|jun|jul|aug|sep|oct|nov|dec|ene|abr|ago|dic)"
    r"|(?<![\d/])(?P<out3>\d{1,2}/\d{1,2}(?:/\d+)?)(?!\d)|\b(?:the|el)(?: dia)? "
    r"(?P<out4>[0-3]?\d)(?:st|nd|rd|th)\b"
)
# Said for other things: "ten-four", "24/7", "a hundred percent", "one".
_SAYINGS = re.compile(
    r"\b(?:from|a|open) (?P<out4>1?\d to 1?\d)\b(?! ?\d)|\ball (?P<out5>48|50)\b|"
    r"(?<![\d.])(?P<out6>\d{1,3} by \d{1,3})(?!\d)|\bnumber (?P<out7>\d{1,2}) (?=on|in|from)|"
    r"\b(?P<out>10[ -]?4|24[ /-]7|50[ -]50)\b|\b(?P<out2>1) (?=(?:of|more (?:time|thing|"
    r"question)|moment|time|thing|it)\b)|\b(?:number|no\.?) (?P<out3>1)\b"
)
# "Two straps": few of something is a count, whatever it is; a verb or money may end so too.
_COUNTS = re.compile(
    r"(?<![\w$.])(?P<out>\d)(?= (?:[a-z]+ )?(?!dollars|bucks|cents|works|sounds|gets|this|"
    r"plus|less|does|hundreds|thousands|"
    r"always|makes|moves|covers|takes|needs|pays|seems|dolares|pesos|mas|menos|nos|es|vamos|"
    r"gracias|thanks|unless|perhaps|"
    r"miles|is|was|has|as|us|yes|guys)[a-z]{3,}s\b)(?! (?:and|but|or|i|that|this|it|if|so|a|"
    r"for|on|he|she|what|all|will|my|pero|si|y|la|lo)\b)"
)
_TRAILERS = re.compile(
    r"\b(?:an?|or|una?) (?P<out>48|53)\b(?! ?\d| ?(?:hundred|fifty))|\b(?:a|since|in|desde|"
    r"un) (?P<out2>(?:19|20)\d\d)\b(?! (?:a mile|all in|even|dollars))"
)
_HEADED = re.compile(r"(?<![\w$])(?P<out>\d{2,3}) (?:north|south|east|west)(?:bound)?\b")
# "Does it start with a three?", "is there a 2500 in there?" feel for our limit; "don't say 45" names nothing.
_PROBES = re.compile(
    r"\b(?:starts?|begins?|empie\w+|comien\w+) (?:with|in|at|con|en)(?: an?| un)? (?P<out>\d+)"
    r"|\b(?:see|is there|there's|get|got) an? (?P<out2>\d+) (?:in|on|up)\b(?! it)"
    r"|\b(?:is there|there's|have|see|got) (?:an? )?(?P<out6>\d[\d. ]*) in (?:it|there)\b"
    r"|\b(?:don'?t|do not) (?:say|tell me) (?P<out3>[\d .]*\d)|\bthis,? (?P<out4>19\d\d|19 \d\d)\b"
    r"|\b(?:scales?|weigh) (?P<out5>\d+)"
)
# "Till I was sixteen", "when he was twelve", "two eggs".
_AGES = re.compile(
    r"\b(?:till|until|since|when) (?:i|he|she|we|they) (?:was|were|turned) (?P<out>\d{1,2})\b(?! ?\d)"
    r"|\b(?P<out2>\d{1,2}) (?:years? old|eggs?|kids?|grandkids|years?)\b"
)
_ALL = (
    _PROBES,
    _AGES,
    _COUNTS,
    _TRAILERS,
    _HEADED,
    _WITH_LEAD,
    _SAYINGS,
    _WITH_UNIT,
    _FEET,
    _DATES,
    _CLOCKS,
    _ON_ROAD,
)


def without_other_figures(text: str, *, is_price_asked: bool = False) -> str:
    """The figures text with everything blanked that surely isn't a sum of money."""
    for pattern in _ALL if is_price_asked else (*_ALL, _BARE_CLOCKS):
        for found in list(pattern.finditer(text)):
            for name, part in found.groupdict().items():
                if part:
                    text = blank(text, *found.span(name))
    return text
