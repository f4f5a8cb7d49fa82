"""What an agent may ask or say, by topic, in English and Spanish."""

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


# How an agent says things in English.


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
        r"(can'?t|cannot|not able to) (put|set|get) you (on|up)",
        r"no (active |operating )?authority|(doesn'?t|does not|don'?t|do not) match|(can'?t|couldn'?t|cannot) verify",
    ),
    Topic.TRANSFER: (
        r"(transfer|connect|put|patch)(ing)? (you(?! (on a|on one|down|on this))|(the|this|your) call)",
        r"hand(ing)? you (over|off)",
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
    Topic.NO_DEAL: (
        r"leave it there|(won'?t|can'?t|couldn'?t) (get (?:together|there)|make a deal|come to)",
    ),
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
        r"(is this|is that)(?! (right|correct|ok|okay|good|a good|all))( [^.?!]+ (LLC|Inc|Co)\b)?",
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
        r"(dry van|van|reefer|flatbed|step ?deck|power only)(?=[^.?!]*\?)|are you running (?=an?\b)",
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


# How an agent says things in Spanish.


# As for English.
SPANISH: dict[Topic, tuple[str, ...]] = {
    Topic.FAREWELL: (
        r"adi[oó]s|hasta (luego|pronto|la pr[oó]xima)|que (tenga|le vaya|pase)[^.?!]{0,20}(d[ií]a|bien|tarde|noche)",
        r"cu[ií]dese|maneje con cuidado|buen viaje|nos vemos",
    ),
    Topic.HOLD: (
        r"un (momento|momentito|segundo)|deme un|perm[ií]tame|d[eé]jeme (ver|revisar|buscar)|espere",
    ),
    Topic.GOOD_TIME: (r"(tiene|es) (un )?(buen )?(momento|minuto)|puede hablar",),
    Topic.REFUSED: (
        r"no (podemos|puedo) (trabajar|usar|seguir|continuar)|no le (puedo|podemos) dar (una )?carga",
        r"no (est[aá]|aparece) (activ|autoriza|aproba)\w*",
        r"no (tiene|tienen) autoridad|no (coincide|corresponde)|no (pude|puedo|podemos|pudimos) verificar",
    ),
    Topic.TRANSFER: (
        r"(le |lo |la )?(transfiero|comunico|paso|conecto|transferir|comunicar)(le|lo|la)?( con| a| ahora)?",
        r"en la l[ií]nea",
    ),
    Topic.CALL_BACK_TIME: (
        r"(cu[aá]ndo|a qu[eé] hora)[^.?!]{0,40}(llam|devolv|regres)\w*|(buena|mejor) hora para llamar\w*",
    ),
    Topic.NOT_FOUND: (
        r"no (encuentro|encontr[eé]|aparece)|sin encontrar(la|lo)?",
        r"no (veo|tengo|hay) (nada|otra|ninguna|(esa|una|la) carga|cargas)",
    ),
    Topic.UNAVAILABLE: (
        r"ya no (est[aá]|la tengo)|ya (est[aá]|fue|se) (cubiert|tomad|reservad|asignad)\w*|no est[aá] disponible",
    ),
    Topic.REPEAT: (
        r"no (le |lo )?(entend[ií]|escuch[eé]|o[ií]|capt[eé])|(me lo |lo )?(repita|repite|repetir)(lo|me|melo)?",
        r"una vez m[aá]s|otra vez|de nuevo|c[oó]mo dijo|perd[oó]n\?",
    ),
    Topic.PURPOSE: (
        r"(en qu[eé]|c[oó]mo) (le |lo |la )?(puedo|podemos) (ayudar|servir)\w*|(le|lo) (ayudo|sirvo)",
        r"ad[oó]nde (quiere|va|le gustar)\w*|(qu[eé]|cu[aá]l|por cu[aá]l) carga",
        r"por qu[eé] carga|n[uú]mero de (la )?(carga|referencia)|qu[eé] ruta",
        r"(llama|llamando|habla) (por|acerca|sobre|de)",
    ),
    Topic.WHICH: (
        r"cu[aá]l de (ellas|las|los|estas)|alguna de (ellas|estas|las)|cu[aá]l (prefiere|quiere|le interesa)",
    ),
    Topic.HEAR_IT: (r"quiere (o[ií]r|escuchar|saber|que le)|le (interesa|interesan|doy|cuento|gustar[ií]a)",),
    Topic.KEYS: (r"tecla(do|s)?|(m[aá]rque|marcar|oprima|presione)(lo|la)?",),
    Topic.MC: (r"necesito (ese|su|el|un) n[uú]mero",),
    Topic.DRIVER: (
        r"(nombre|tel[eé]fono|n[uú]mero) del (chofer|conductor|operador)|qui[eé]n (maneja|va a manejar)",
    ),
    Topic.TRUCK: (r"n[uú]mero (de|del) (cami[oó]n|troca|unidad|tr[aá]iler|caja)",),
    Topic.COMPANY: (r"nombre de (la|su) (compa[nñ][ií]a|empresa)|(qu[eé]|cu[aá]l) (compa[nñ][ií]a|empresa)",),
    Topic.WHO: (r"con qui[eé]n (hablo|tengo)|qui[eé]n (habla|es)|(c[oó]mo se llama|su nombre)",),
    Topic.RIGHT_PERSON: (r"(hablo|estoy hablando) con|usted es|es usted",),
    Topic.EMAIL: (r"correo( electr[oó]nico)?",),
    Topic.CALL_BACK: (
        r"(a qu[eé]|cu[aá]l es su|mejor|su) (n[uú]mero|tel[eé]fono)(?! (de|del) (la |su )?(MC|DOT|carga|cami))",
    ),
    Topic.LOCATION: (
        r"d[oó]nde (est[aá]|anda|se encuentra|queda)|ubicaci[oó]n|en qu[eé] (ciudad|pueblo|parte)",
    ),
    Topic.ETA: (
        r"(a qu[eé] hora|cu[aá]ndo|en cu[aá]nto tiempo) (llega|estar|va|cree|piensa|puede|espera|termina)\w*",
        r"hora (estimada )?de llegada|a qu[eé] hora",
    ),
    Topic.CHECKED_IN: (r"(ya )?(lleg[oó]|se registr[oó]|hizo check)|ya est[aá] (en|ah[ií])",),
    Topic.LOADED: (r"cargad[oa]|vac[ií][oa]|descargad[oa]",),
    Topic.TEMPERATURE: (r"temperatura|grados",),
    Topic.PAPERS: (r"n[uú]mero de BOL|conocimiento de embarque|carta porte|papeles|papeleo",),
    Topic.DELAY: (r"retras(o|os|ado)|demora(s|do)?|a tiempo|alg[uú]n problema|tr[aá]fico",),
    Topic.ASK_RATE: (
        r"cu[aá]nto (necesita|quiere|pide|cobra|ocupa|ser[ií]a|busca|le gustar)\w*",
        r"(qu[eé]|cu[aá]l) (tarifa|precio)|en cu[aá]nto|qu[eé] (cantidad|cifra)",
        r"su (mejor )?(tarifa|precio|oferta)",
    ),
    Topic.EQUIPMENT: (
        r"(qu[eé]|cu[aá]l) (tipo de )?(equipo|cami[oó]n|tr[aá]iler|caja|remolque)",
        r"(tiene|trae) una? (caja|dry|reefer|flat|plataforma|step|tractor|hotshot|conestoga|chasis|pipa|lowboy|RGN)\w*",
    ),
    Topic.AVAILABILITY: (
        r"(est[aá]|tiene[ns]?) (disponible|cami[oó]n)|disponib(le|ilidad)|(le|la) interesa",
        r"(puede|podr[ií]a) (mover|llevar|tomar|cubrir)\w*",
        r"(se la|la) (lleva|toma|quiere)|quiere (la carga|tomarla|llevarla)",
    ),
    Topic.CONFIRM: (
        r"(es|est[aá]|eso es) (correct[oa]|bien|as[ií])|(correcto|de acuerdo|verdad|s[ií]|cierto|bien)\?",
        r"est[aá] de acuerdo",
        r"le (parece|funciona|sirve|queda|va)( bien| eso)?|confirm(ar|amos)|(se )?la (reservo|aparto|reservamos)",
        r"le aparto",
        r"trato hecho\?|tenemos (un )?trato|aceptar[ií]a|acepta",
    ),
    Topic.ANYTHING_ELSE: (r"algo m[aá]s|alguna (otra )?(pregunta|duda|cosa)|otra cosa",),
    Topic.ARE_YOU_THERE: (r"sigue ah[ií]|(est[aá]|contin[uú]a) (ah[ií]|en la l[ií]nea)\?|me (escucha|oye)",),
    Topic.HOW_ARE_YOU: (r"c[oó]mo (est[aá]|le va|anda)",),
    Topic.ACCEPTED: (
        r"trato hecho(?!\?)|es un trato|queda (reservad|apuntad|apartad|confirmad)\w*|acordado",
    ),
    Topic.FINAL: (
        r"(lo m[aá]ximo|lo mejor|lo m[aá]s) que (puedo|podemos|tengo)",
        r"(mi |nuestra )?([uú]ltima|mejor) oferta|oferta final",
    ),
    Topic.CLOSER: (
        r"(bajar|baja|acercar|acerca)(se|le|me)?|m[aá]s (cerca|bajo)|a la mitad|me puede ayudar|algo de margen",
    ),
    Topic.NO_DEAL: (r"lo dejamos as[ií]|no llegamos a un acuerdo",),
    Topic.TOO_HIGH: (
        r"(muy|demasiado|poco|mucho) (alt[oa]|car[oa])|m[aá]s de lo que (puedo|tengo|podemos)",
        r"no (puedo|podemos|llego|alcanzo|me alcanza)( a)? (llegar|pagar|hacer|dar|subir)",
    ),
}
