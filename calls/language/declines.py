"""Words that let a load go, or ask for another one instead, whatever the rest of the line is about."""

import re

# "I'll let it go", "let somebody else run it", "ya no la quiero".
_LETS_GO = re.compile(
    r"\b(?:i'?ll|we'?ll|ill|i'?m (?:gonna|going to|gon)|we'?re gonna|i guess|gonna|have to|gotta|"
    r"(?:i'?m|we'?re) just) "
    r"(?:just |probably |prolly |have to |gonna |still |go ahead and )*"
    r"(?:let (?:it|this|that|her|them)(?: one| load)? (?:go|ride|walk|slide)|pass(?:ing)?\b(?! (?:it|"
    r"that|this|your|my|the|"
    r"along))|leave (?:it|this|that|her)(?: one)? (?:alone|there|be|for)|(?:sit|skip) (?:it|this|"
    r"that)(?: one)?(?: out)?|"
    r"let (?:somebody|someone|some other|another|the next|them other|one of)\b)|"
    r"\blet (?:somebody|someone|another \w+|the next (?:guy|man|fella))(?: else)? (?:\w+ )?(?:run|"
    r"have|take|haul|get|carry|"
    r"pull|do|move|grab)\b|"
    r"\b(?:i'?m|we'?re|im) (?:passing|gonna pass|(?:gonna be )?out on (?:this|that|it)|good on (?:that|this) one)\b|"
    r"\b(?:i|we) (?:don'?t|do not|won'?t) (?:need|want) (?:it|that|this|that (?:one|load)|this (?:one|"
    r"load))\b(?! (?:if|for|at|"
    r"till?|until|unless|before|to)\b)|"
    r"\b(?:hard pass|that'?s a pass|count (?:me|us) out|find (?:somebody|someone) else)\b|"
    r"\b(?:ya no (?:la|lo|me) (?:quiero|interesa|llevo)|ya no,? gracias|(?:la|esa|esta|"
    r"mejor la) (?:dejo|dejamos)(?: (?:ir|pasar))?"
    r"(?! en\b)|(?:ahi )?(?:que|dej\w+ que) (?:la|se la) (?:agarre|lleve|tome|jale|haga)n? otr[oa]|"
    r"(?:no (?:trucks?|drivers?)|(?<!got )(?<!have )(?:nothing|nobody|no one))(?: \w+)? "
    r"(?:near|around|close to|out there|out that way|over there|there|free)\b|"
    r"(?:can'?t|cannot) cover (?:it|this|that)\b|matter what (?:it|that|you) pays?\b|"
    r"no (?:tengo|tenemos|traigo|hay) (?:ningun\w* )?(?:camion\w*|trocas?|unidad\w*)(?: \w+)? "
    r"(?:por alla|alla|aca|ahi|alli|cerca|libres?|disponibles?)\b|no importa (?:lo que|cuanto) pag\w+|"
    r"(?:dej\w+|d[ae]\w+sela|dasela) (?:a )?otr[oa]\b|paso de (?:esa|esta)|no (?:me |"
    r"nos )?(?:la quiero|interesa (?:esa|esta)))"
)
# A load, a town or its way that won't do, rather than a price: "Chicago no me sirve", "too far".
_WONT_DO = re.compile(
    r"\b(?:(?:esa|esta|ese|esa carga|esta carga|alla|(?!(?:eso|precio|tarifa|dolares|pesos|mil|"
    r"cientos|con|por|pues|no|ya|lo|la|"
    r"asi|cincuenta|y)\b)[a-z]{5,}) no me (?:sirve|conviene|queda))\b(?! (?:a|por|con) (?:ese|eso|esa)\b)|"
    r"\b(?:too|so|that|way too|kinda) far\b|\b(?:muy|tan|bien|demasiado) lejos\b|\bque lejos\b"
)
_OTHER = re.compile(
    r"\b(?:any ?thing|some ?thing|got (?:one|any)|any|ones?|loads?)(?: else)?(?: that'?s| a little| a bit| any)? "
    r"(?:closer|nearer|shorter|lighter|local|heading|headed|going|out of|out around|else|(?:in|around|"
    r"near|by) (?!the office))\b|"
    r"\b(?:algo|otra|una|alguna)(?: (?:cosa|carga))?(?: que (?:sea|este|"
    r"vaya))? ?(?:mas )?(?:cerca(?:na|no|nit[oa])?|corta|liviana|"
    r"para|pa|pal|rumbo|hacia)\b(?! (?:de )?(?:\d|mil|dos|tres))|"
    r"\b(?:otra cosa|mas cerquita|(?:tienes?|hay) otras? cargas?)\b"
)
# What follows hangs on something, or is only threatened.
_UNLESS = re.compile(
    r"\b(?:unless|less you|otherwise|or (?:else )?(?:i'?ll|we'?ll|i'?m)|if (?:that'?s|it'?s|"
    r"you (?:can'?t|don'?t|won'?t|ain'?t)|not|"
    r"they (?:can'?t|don'?t))|a menos|si no|o (?:la|me|mejor)|(?:should|do|can|could|would) (?:i|we))\b"
)
_NONE = re.compile(
    r"\b(?:neither(?: one| of (?:them|those|these))?|none of (?:them|those|these)|"
    r"ninguna(?: de (?:esas|las dos|ellas))?|"
    r"(?:esa|esta) tampoco|not (?:either|any) (?:one |of ))\b"
)
_PICKS = re.compile(
    r"\b(?:want|take|i'?ll do|i'?d do|gimme|give me|tell me|what about|how about|what'?s|what is|quiero|deme|dame|"
    r"prefiero|mejor (?:la|esa|l[oa])|the (?:other|first|second|\w+) one (?:works|is good|sounds|"
    r"instead)|digame de)\b"
)
_NO = re.compile(
    r"^\W*(?:(?:uh|um|well|oh|ay|pues|nombre|hijole) )*(?:no+|nah|naw|nope|nel|ninguna|neither|none)\b"
)
# A later call that is asked for; "I appreciate the call" asks for none.
_THANKS_FOR_CALL = re.compile(
    r"\b(?:appreciate|thanks for|thank you for|thanks a lot for|gracias por)(?: y'?all| you)? (?:the |"
    r"your |la |calling|call|"
    r"llamar\w*|llamada)(?:call(?:ing)?|ring|llamada)?\b"
)
_NO_CALL = re.compile(
    r"\b(?:no need to|don'?t (?:need to |have to |bother )?|no (?:hace falta|es necesario) que me|no me) ?"
    r"(?:call\w*|llam\w+|marqu?\w+)(?: (?:me|us|back))*\b"
)
_CALLS = re.compile(
    r"\b(?:call\w*|ring|reach|back|later|hear|touch|text|e-?mail|hit|holler|buzz|let (?:me|us) know|"
    r"phone|number|llam\w+|marc\w+|"
    r"marqu\w+|habl\w+|avis\w+)\b"
)


_OTHER_TIME = re.compile(
    r"\b(?:can|could|would|will) (?:they|you|y'?all|he|we|i) (?:load|take|get|pick|fit|see|let|do|deliver|unload|drop|"
    r"move|push|come|make)\b"
    r"(?=.*\b(?:instead|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|earlier|later|"
    r"in the (?:morning|afternoon)))|"
    r"\b(?:me|nos|lo|la) (?:pueden?|podrian?) (?:cargar|recibir|esperar|atender)\b|"
    r"\b(?:pueden?|podrian?) (?:cargarme|cargarlo|cargar|recibirme)\b(?=.*\b(?:lunes|martes|miercoles|"
    r"jueves|viernes|sabado|domingo|"
    r"manana|tarde|temprano))"
)


def asks_other_time(words: str) -> bool:
    """Whether it is asked to be loaded on another day or at another hour."""
    return bool(_OTHER_TIME.search(words))


_THREATENS = re.compile(
    r"\b(?:or (?:else )?(?:i'?ll|we'?ll|i'?m|we'?re)|o (?:la dejo|me voy|no la (?:muevo|llevo))|otherwise)\b"
)


def threatens(words: str) -> bool:
    """Whether the load is only to be let go if nothing better comes: "can you come up or I'll pass"."""
    return bool(_THREATENS.search(words))


# What an "if" without anything of its own is made of.
_OF_NO_IF = re.compile(
    r"\b(?:but|and|so|if|you|y'?all|they|it|that|this|ca ?n'?t|cannot|do ?n'?t|wo ?n'?t|not|do|make|get|come|up|there|"
    r"then|or|else|y|pero|si|no|se|me|la|lo|eso|pueden?|dan?|llegan?)\b|\W"
)


def only_threatens(words: str) -> bool:
    """Whether a clause sets no condition, but says that the load is let go otherwise: "if you can't, I'll pass"."""
    return bool(_LETS_GO.search(words)) and not _OF_NO_IF.sub("", _LETS_GO.sub("", words))


def lets_go(words: str) -> bool:
    """Whether the load that is talked about isn't wanted any more."""
    return bool(_LETS_GO.search(words)) and not _UNLESS.search(words)


def wants_other(words: str) -> bool:
    """Whether the load won't do for what it is, and another is asked for: "too far, anything closer"."""
    return bool(_OTHER.search(words) and (_WONT_DO.search(words) or _NO.search(words)))


def wont_do(words: str) -> bool:
    """Whether the load won't do for where it goes or what it is: "Chicago no me sirve"."""
    return bool(re.search(r"no me (?:sirve|conviene|queda)", words) and _WONT_DO.search(words))


def wants_none(words: str) -> bool:
    """Whether none of the loads that were named is wanted."""
    return bool(_NONE.search(words) or _NO.search(words)) and not _PICKS.search(words)


def asks_for_call(words: str) -> bool:
    """Whether a later call may be asked for, beside thanks for this one and that none is needed."""
    return bool(_CALLS.search(_NO_CALL.sub(" ", _THANKS_FOR_CALL.sub(" ", words))))


_GOES_ELSEWHERE = re.compile(
    r"\b(?:i'?ll|i'?m (?:gonna|going to)|gonna) go with (?:him|her|them|the other\b|that (?:other )?one)|"
    r"\bi'?m takin[g']? the other (?:one|load)\b|\bscratch (?:that|it)\b.{0,24}\bcan'?t (?:do|make|take|cover) it\b"
)


def goes_elsewhere(words: str) -> bool:
    """Whether another load is taken, somebody else's."""
    return bool(_GOES_ELSEWHERE.search(words))
