"""Spoken amounts of money: whose each is, and how much it is beside the offer on the table."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from calls.language.money_figures import (
    MAX_DIGITS,
    MAX_LOAD,
    MIN_LOAD,
    distance,
    is_near,
    more,
    per_mile,
    readings,
    whole,
)
from calls.language.no_money import without_other_figures
from calls.language.reading import OWN, Expecting, Figure, Listening, Role

# What stands around a figure and says what it is: money of some kind, or surely no money; in both languages.


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
    r"(?<!\d )\b(?:per|a|la|por) (?:loaded )?(?:mile|milla)\b[^.,;?!\d]{0,24}$|\brpm\b[^.,;?!\d]{0,16}$"
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
LESS_BEFORE = re.compile(
    r"\b(?:come down|came down|go down|drop|knock|take|shave|cut|baj\w+|rebaj\w+|quit\w+|descont\w+)"
    rf"(?: (?:it|her|down|off)\b)?{_FILL}"
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
OFF_AFTER = re.compile(r" ?(?:dollars|bucks|dolares|pesos)? off\b")
OFF_WITHIN = re.compile(r"\b(?:down|off|baj|rebaj|quit|descont)")
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
_SEASON = (
    r"(?:spring|summer|fall|winter|day|january|february|march|april|may|june|july|august|september|october)"
)
_DAYS_AGO = (
    r"last (?:week|weak|time|month|year|load|one|night|truck|spring|summer|fall|winter|\w+day)|yesterday|this morning|"
    rf"(?:back in|in) the {_SEASON}|back in {_SEASON}|used to|\bago\b|"
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


# What is read from it.


MAX_OVER, MAX_UNDER = 1.01, 0.97  # our offer, said back as rounded dollars a mile
MAX_UNDER_READ = 0.995
MAX_BESIDE = 1  # words beside a figure that stands for itself
MAX_CLAUSE = 160  # letters before a figure that may tell what it is
PRICE_ASKED = (Expecting.OFFER, Expecting.CONFIRMATION, Expecting.NOTHING)
# A figure that answers another question is hardly a sum.
OTHER_ASKED = (
    *(Expecting.TIME, Expecting.PLACE, Expecting.NAME, Expecting.IDENTITY, Expecting.TEMPERATURE),
    *(Expecting.BOL, Expecting.REASON, Expecting.CALLBACK, Expecting.CONTACT),
)


@dataclass(frozen=True, slots=True)
class _Said:
    """A figure with its place in the text, and what stands around it in its clause."""

    parts: tuple[str, ...]
    start: int
    end: int
    text: str
    before: str
    after: str
    is_dollars: bool

    @property
    def follows(self) -> str:
        """What comes right after, whatever the clause."""
        return self.text[self.end : self.end + 48]

    @property
    def is_small(self) -> bool:
        """Whether it is one lone digit, which counts things more often than thousands."""
        return len(self.parts) == 1 and len(self.parts[0]) == 1

    @property
    def plain_amount(self) -> Decimal:
        """The dollars as they were said: "2 50" is 250."""
        return Decimal("".join(self.parts) if "." not in "".join(self.parts) else self.parts[0])


def read_money(text: str, listening: Listening) -> tuple[Figure, ...]:
    """The sums in a figures text from which all other figures are gone, with their roles, in the order said."""
    is_price_asked = listening.expecting in PRICE_ASKED and bool(listening.offer)
    text = without_other_figures(text, offer=listening.offer, is_price_asked=is_price_asked)
    found: list[tuple[_Said, Figure]] = []
    for said in _all_said(text, listening):
        if figure := _figure_of(said, listening):
            found.append((said, replace(figure, start=said.start, end=said.end)))
    return tuple(_without_extras(text, found))


def _without_extras(text: str, found: Sequence[tuple[_Said, Figure]]) -> Iterator[Figure]:
    """Without what is added beside an own price, and without the upper end of a range."""
    last: Figure | None = None
    backs = (item for item in found if item[1].role == Role.OFFER_BACK)
    accepted = [figure.start for said, figure in backs if TAKEN.search(said.before)]
    for said, figure in found:
        if figure.role in OWN and any(start > figure.end for start in accepted):
            continue  # "I want nineteen, but I'll do the eighteen"
        if last is not None and figure.role in OWN:
            if figure.role == Role.ON_TOP and PLUS_BEFORE.search(said.before):
                continue
            between = text[last.end : figure.start]
            is_range = figure.role == last.role and figure.amount >= last.amount
            if is_range and RANGE_BETWEEN.fullmatch(between):
                continue
        if figure.role in (Role.ASK, Role.PER_MILE):
            last = figure
        yield figure


def _all_said(text: str, listening: Listening) -> Iterator[_Said]:
    """Every figure that may be a sum, two that run together parted, in the order said."""
    places = list(_alike(text, listening))
    others = text
    for start, end, _ in places:
        others = f"{others[:start]}{'_' * (end - start)}{others[end:]}"
    for found in FIGURE.finditer(others):
        places.append((*found.span(), tuple(re.findall(r"\d+(?:\.\d+)?", found[0]))))
    for start, end, parts in sorted(places):
        if sum(map(len, parts)) > MAX_DIGITS or any(part.count(".") > 1 for part in parts):
            continue
        before, after = _clause(text, start, end)
        is_dollars = "$" in text[start:end]
        is_now = _NOW_BEFORE.search(before) and _CLOCK.fullmatch(
            " ".join(parts)
        )  # "it's already eleven fifteen"
        if _are_two(parts, listening) and not is_now:
            cut = start + text[start:end].index(parts[1], len(parts[0]))
            yield _Said(parts[:1], start, cut - 1, text, before, "", is_dollars)
            yield _Said(parts[1:], cut, end, text, "", after, is_dollars)
        else:
            yield _Said(_unstammered(parts, listening), start, end, text, before, after, is_dollars)


def _alike(text: str, listening: Listening) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Places where a recognizer may have written "to" or "for" for a digit, where that makes a price of it."""
    if not listening.offer:
        return
    for found in ALIKE.finditer(text):
        tens, heard, rest = found.groups()
        parts = (f"{tens or ''}{ALIKE_DIGITS[heard]}", rest)
        amount = Decimal("".join(parts))
        is_ours = amount == listening.offer
        if tens:
            is_price = is_ours or listening.offer < amount < listening.offer * 2
        elif MILE_AFTER.match(text[found.end() : found.end() + 48]):
            is_price = True
        else:
            is_hundreds = listening.offer * 4 < Decimal(rest) * 500 < listening.offer * 10
            is_price = is_ours or (listening.offer < amount < listening.offer * 2 and not is_hundreds)
        if is_price:
            yield found.start(), found.end(), parts


def _are_two(parts: Sequence[str], listening: Listening) -> bool:
    """Whether two shorthands stand side by side: "twenty one, nineteen was you"."""
    if len(parts) != 2 or any(len(part) != 2 or part < "10" for part in parts):
        return False
    joined = Decimal("".join(parts))
    if joined == listening.offer or listening.offer is None:
        return False
    is_ours = any(Decimal(part) * 100 == listening.offer for part in parts)
    return joined % 5 != 0 or (is_ours and joined % 25 != 0)


def _unstammered(parts: tuple[str, ...], listening: Listening) -> tuple[str, ...]:
    """ "Nine, nine fifty" is nine fifty, where "two two fifty" beside 2,000 is 2,250."""
    is_tried_twice = len(parts) == 3 and parts[0] == parts[1] and "".join(parts).isdecimal()
    if not is_tried_twice or len(parts[2]) != 2 or parts[2] == "00":
        return parts
    is_whole = listening.offer and Decimal("".join(parts)) < listening.offer * 2
    return parts if is_whole else parts[1:]


def _clause(text: str, start: int, end: int) -> tuple[str, str]:
    """The words before and after a place, as far as its own clause goes."""
    before, after = text[max(0, start - MAX_CLAUSE) : start], text[end : end + MAX_CLAUSE]
    ends = [found.end() for found in BOUNDARY.finditer(before)]
    until = BOUNDARY.search(after)
    return before[ends[-1] :] if ends else before, after[: until.start()] if until else after


def _figure_of(said: _Said, listening: Listening) -> Figure | None:
    """What a figure is and whose; None where it is no sum."""
    money = _sum_of(said, listening)
    if money is None:
        return None
    if _is_hour(said, money, listening):
        return None
    if _is_ours(money, listening):
        return Figure(listening.offer or money.amount, Role.OFFER_BACK)
    if listening.offer is None and POSTED_BEFORE.search(said.before):
        return replace(money, role=Role.OFFER_BACK) if money.role == Role.ASK else None
    if _is_extra(said, money, listening) or _is_either(said):
        return None
    if FLOOR_BEFORE.search(said.before) and not PROBING.search(said.before):
        return _others(money, listening) if HABIT.search(said.before) else money
    if _is_turned_down(said, money):
        # "Twenty-five, not twenty-four" tells nothing about twenty-four.
        return None if re.search(r"\bnot \$?$", said.before) else _others(money, listening)
    if _is_others(said, listening):
        return _others(money, listening)
    if _is_below(money, listening) and not (_is_plain(said, money) or NEAR_OWN.search(said.before)):
        return None
    return money


def _is_plain(said: _Said, money: Figure) -> bool:
    """Whether it can be nothing but a price: one a mile, or a figure with hardly a word beside it."""
    if SURE_AFTER.match(said.follows) and (said.before.strip() == "" or STRONG_AFTER.search(said.after)):
        return True
    beside = re.findall(r"(?!(?:mile|milla|per|por|la)\b)\b[a-z]{2,}", said.text)
    return len(beside) <= MAX_BESIDE


_HOUR_BEFORE = re.compile(
    r"\b(?:about the|the|at|by|before|til|till|until|after|around|not before|half past|"
    r"quarter (?:to|of|til|past|after))(?: (?:like|about|around|bout))? $"
)
_NOW_BEFORE = re.compile(r"\b(?:it'?s|it is|already|son las)(?: (?:like|about|around|almost|already|ya))? $")
_CLOCK = re.compile(r"(1[0-2]|[1-9])(?: (?:00|15|30|45))?")
_OF_TIME = re.compile(
    r"\b(?:o'? ?clock|windows?|clos(?:e[sd]?|ing)|hours?|appointments?|loading|late|past|(?:un)?load(?:s|ed)? "
    r"(?:me|us|him|her)|ventana|cita|hora|cierran?|cerr\w+|tarde)\b"
)


def _is_hour(said: _Said, money: Figure, listening: Listening) -> bool:
    """Whether it is rather a time of day: "by ten", "okay on three" where three was asked about.

    Both parts of one may make a price: "it's ten thirty, the window closed" is none.
    """
    clock = _CLOCK.fullmatch(" ".join(said.parts))
    is_price = said.is_dollars or SURE_AFTER.match(said.follows)
    if money.role != Role.ASK or not listening.offer or not clock or is_price:
        return False
    if len(said.parts) > 1:
        is_told = _NOW_BEFORE.search(said.before) or _HOUR_BEFORE.search(said.before)
        return bool(is_told and _OF_TIME.search(said.text)) and not NEAR_OWN.search(said.before)
    is_near = listening.offer * Decimal("0.8") <= money.amount <= listening.offer * Decimal("1.5")
    return not is_near and (int(clock[1]) in listening.hours or bool(_HOUR_BEFORE.search(said.before)))


def _others(money: Figure, listening: Listening) -> Figure | None:
    """Somebody else's price for the whole load; None where it was one a mile and the miles aren't known."""
    if money.role != Role.PER_MILE:
        return Figure(money.amount, Role.OTHER_PRICE)
    return Figure(whole(money.amount * listening.miles), Role.OTHER_PRICE) if listening.miles else None


def _is_ours(money: Figure, listening: Listening) -> bool:
    """Whether it is our offer, for the load or, about, a mile."""
    if not listening.offer:
        return False
    if money.role == Role.PER_MILE:
        ratio = money.amount * listening.miles / listening.offer if listening.miles else Decimal(0)
        # Less than what was read back is another price, but for the cents.
        least = MAX_UNDER_READ if listening.expecting == Expecting.CONFIRMATION else MAX_UNDER
        return Decimal(str(least)) <= ratio <= Decimal(str(MAX_OVER))
    return money.role == Role.ASK and money.amount == listening.offer


def _is_below(money: Figure, listening: Listening) -> bool:
    """Whether it is less than we offer: nobody asks for that, unless in so many words."""
    # What is less than a figure that was read back corrects it.
    if (
        not listening.offer
        or money.role in (Role.ON_TOP, Role.OFF)
        or listening.expecting == Expecting.CONFIRMATION
    ):
        return False
    if money.role == Role.PER_MILE:
        return listening.miles is not None and money.amount * listening.miles < listening.offer
    return money.amount < listening.offer


def _is_extra(said: _Said, money: Figure, listening: Listening) -> bool:
    """Whether it is paid for something beside the freight, or what the road costs."""
    if listening.offer and said.plain_amount * 2 > listening.offer:
        return False
    if money.role == Role.PER_MILE and MILE_AFTER.match(said.follows):
        return False
    if EXTRA_BEFORE.search(said.before) or EACH_AFTER.match(said.follows):
        return True
    return bool(EXTRA_AFTER.match(said.follows)) and not (
        money.role == Role.ON_TOP and (MORE_BEFORE.search(said.before) or _ADDED.search(said.before))
    )


_ADDED = re.compile(rf"\d {PLUS_BEFORE.pattern}")  # "975 plus 100 for the deadhead"


def _is_either(said: _Said) -> bool:
    """Whether it is only asked which was said: "twelve hundred or twenty-two hundred?"."""
    return bool(
        re.search(r"\d or \$?$", said.before) and said.follows.startswith("?")
    ) and not OWN_BEFORE.search(re.sub(r"[\d$]+ or \$?$", "", said.before))


def _is_turned_down(said: _Said, money: Figure) -> bool:
    """Whether the caller says that this isn't the price: "can't do it for 1500", "1500 won't work"."""
    if money.role != Role.ON_TOP and REFUSED_AFTER.match(said.follows):
        return True
    nots = list(NOT_BEFORE.finditer(said.before))
    if not nots or not NOT_LINK.search(said.before):
        return False
    if re.search(r"\?", said.text[said.end : said.end + 2]) and nots[-1][0].startswith("no "):
        return False  # "¿no la deja en mil setecientos?"
    return not AFRESH.search(said.before[nots[-1].end() :])


def _is_others(said: _Said, listening: Listening) -> bool:
    """Whether it is what others said, paid or may pay, us among them."""
    preceding = said.text[max(0, said.start - MAX_CLAUSE) : said.start]
    if OFFERED.search(preceding):
        return False
    if QUOTED_BEFORE.search(said.before) or HEARSAY.search(said.before):
        return True
    if BEYOND.search(said.before) and not NEEDED.search(said.before):
        return True
    if MATCH.search(said.text):
        return False
    if STRONG_BEFORE.search(said.before):
        return False
    if listening.expecting == Expecting.OFFER and PAST_BEFORE.search(said.before):
        return True
    if OTHERS_BEFORE.search(said.before) or OTHER_BROKER.search(said.before):
        return True
    if NEAR_OWN.search(said.before):
        return False
    around = f"{said.before}{said.text[said.start : said.end]}{said.after}"
    earlier = re.split(r"[.?!]+ |\bso\b", preceding)[-1]
    return bool(
        OTHERS_AFTER.search(said.after)
        or OTHER_BROKER.search(earlier)
        or CUSTOMER.search(f"{earlier} {around}")
        or PROBING.search(f"{earlier} {around}")
    )


def _sum_of(said: _Said, listening: Listening) -> Figure | None:
    """The dollars for the load, a mile or on top; None where it makes no sensible sum."""
    raw = said.text[said.start : said.end].lstrip("-")
    if raw.startswith("$0."):
        return _cents_more(raw, said, listening)
    is_mile = bool(MILE_AFTER.match(said.follows) or MILE_BEFORE.search(said.before))
    if listening.miles and not is_mile:
        is_mile = bool(re.match(rf" (?:on|times|x|por|for) {listening.miles}\b", said.follows))
        is_mile |= said.is_small and bool(A_MILE.search(said.text)) and not _is_more(said, listening)
    if is_mile and re.match(r" mile\b", said.follows) and re.fullmatch(r"\d{3,}", said.parts[-1]):
        return None  # "it's only five hundred mile"
    if is_mile:
        mile = per_mile(said.parts)
        return None if mile is None else Figure(mile, Role.PER_MILE)
    is_price = listening.offer or listening.expecting == Expecting.OFFER
    if is_price and _is_less(said):
        amount = more(said.parts)
        return None if amount is None or not _is_small_beside(amount, listening) else Figure(amount, Role.OFF)
    if is_price and _is_more(said, listening):
        amount = (
            None
            if _equals_offer(said, listening) or (_is_petty(said) and said.is_small)
            else more(said.parts)
        )
        if amount is not None and _is_small_beside(amount, listening):
            return Figure(amount, Role.ON_TOP)
    if APART_AFTER.match(said.follows):
        return None
    is_sure = said.is_dollars or bool(SURE_AFTER.match(said.follows))
    if str(listening.miles) == "".join(said.parts) and not is_sure and not NEAR_OWN.search(said.before):
        return None  # the miles, said back
    if not _is_wanted(said, listening, is_sure=is_sure):
        return None
    return amount_of(said, listening, is_sure=is_sure)


def _equals_offer(said: _Said, listening: Listening) -> bool:
    return any(amount == listening.offer for amount, _ in readings(said.parts)) and not said.is_small


def _cents_more(raw: str, said: _Said, listening: Listening) -> Figure | None:
    """ "Ten cents more a mile", as dollars on top for the load; cents alone are no sum."""
    sentence = said.before + said.after
    is_more = re.search(r"\b(?:more|extra|another|on top|mas|otr[oa]s)\b", sentence)
    if not (is_more and listening.miles and re.search(r"\b(?:mile|milla)\b", sentence)):
        return None
    return Figure((Decimal(raw[1:]) * listening.miles).quantize(Decimal(1)), Role.ON_TOP)


def _is_less(said: _Said) -> bool:
    """Whether it comes off their own price: "I could come down fifty", "knock a hundred off"."""
    found = LESS_BEFORE.search(said.before)
    if found is None or TO_BEFORE.search(said.before) or len("".join(said.parts)) < 2:
        return False  # "¿hay que bajar una app?"
    return bool(OFF_WITHIN.search(found[0]) or OFF_AFTER.match(said.follows))


def _is_more(said: _Said, listening: Listening) -> bool:
    if MORE_AFTER.match(said.follows) or PLUS_BEFORE.search(said.before):
        return True
    if APART_AFTER.match(said.follows):
        return bool(re.search(r"\b(?:only|just)\b", said.before))
    found = MORE_BEFORE.search(said.before)
    if not found or TO_BEFORE.search(said.before):
        return False
    if len("".join(said.parts)) == 2 and listening.offer:
        # "Throw me 27", "ponle 2 7" beside 2,475 name the whole; "another 75" and "50 bucks" don't.
        is_whole = listening.offer < Decimal("".join(said.parts)) * 100 < listening.offer * Decimal("1.5")
        return not is_whole or bool(SURE_AFTER.match(said.follows) or ANOTHER.search(found[0]))
    return True


def _is_small_beside(amount: Decimal, listening: Listening) -> bool:
    """Whether a sum can be one on top of the offer, rather than the whole."""
    return amount < (listening.offer * Decimal("0.75") if listening.offer else Decimal(1000))


def _is_wanted(said: _Said, listening: Listening, *, is_sure: bool) -> bool:
    """Whether a bare figure is a sum: money is the subject, or the words around it say so."""
    digits = sum(map(len, said.parts))
    if (listening.expecting in PRICE_ASKED and listening.offer) or listening.expecting == Expecting.OFFER:
        if is_sure or not said.is_small:
            return True
        is_alone = not said.before.strip(" '\"") and not said.after.strip(" '\"")
        return is_alone or bool(NEAR_OWN.search(said.before)) or _is_claimed(said)
    if listening.expecting in OTHER_ASKED:
        return digits >= 3 and bool(STRONG_BEFORE.search(said.before))
    if OWED.search(said.text):
        return False
    if STRONG_BEFORE.search(said.before) or (digits >= 3 and STRONG_AFTER.match(said.follows)):
        return digits >= 2
    return _is_claimed(said) and (
        digits >= 3 or (is_sure or (listening.expecting == Expecting.LOAD and digits == 2))
    )


def _is_claimed(said: _Said) -> bool:
    """Whether the words before tell of somebody's price."""
    return any(
        pattern.search(said.before)
        for pattern in (
            OTHERS_BEFORE,
            QUOTED_BEFORE,
            CUSTOMER,
            POSTED_BEFORE,
        )
    )


def _is_petty(said: _Said) -> bool:
    """Whether it is a few dollars: "two bucks" are no two thousand, nor two hundred."""
    return sum(map(len, said.parts)) <= 2 and bool(re.match(r" (?:dol|buck)", said.follows))


def amount_of(said: _Said, listening: Listening, *, is_sure: bool) -> Figure | None:
    """The sensible reading of a figure: for the load, or, where that makes more sense, a mile."""
    offer, miles = listening.offer, listening.miles
    is_wanted = bool(OWN_BEFORE.search(said.before))
    if said.parts == ("1",) and not is_sure:
        return None  # "the other one"
    if _is_petty(said):
        return None
    sums = [(amount, is_full) for amount, is_full in readings(said.parts) if amount > 0]
    mile = per_mile(said.parts) if _could_be_mile(said) else None
    if not offer or offer <= 0:
        fitting = [amount for amount, _ in sums if MIN_LOAD <= amount <= MAX_LOAD]
        if fitting:
            # "Three" is three thousand, "24" twenty-four hundred.
            return Figure(whole(fitting[0] if Decimal(said.parts[0]) < 10 else fitting[-1]))
        return None if mile is None else Figure(mile, Role.PER_MILE)
    options = [
        (distance(amount, offer), Figure(whole(amount)))
        for amount, is_full in sums
        if is_near(amount, offer, is_full=is_full, is_wanted=is_wanted and not said.is_small, is_sure=is_sure)
    ]
    if mile is not None and miles:
        total = mile * miles
        if is_near(total, offer, is_full=False, is_wanted=True, is_sure=False):
            # A dollar sign and cents make it a price a mile; "two and a quarter" may be thousands.
            away = 0 if said.is_dollars else distance(total, offer)
            options.append((away, Figure(mile, Role.PER_MILE)))
    elif mile is not None and said.is_dollars:
        return Figure(mile, Role.PER_MILE)
    return min(options, key=lambda option: option[0])[1] if options else None


def _could_be_mile(said: _Said) -> bool:
    """Whether it sounds like a price a mile: "2.15" or "two fifteen", not "2.5", "24 50" or "2300"."""
    if len(said.parts) == 1:
        return bool(re.fullmatch(r"\d\.\d\d", said.parts[0]))
    return [len(part) for part in said.parts] == [1, 2]
