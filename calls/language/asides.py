"""What is told beside an act: a condition or figure taken back, a company, who calls whom, why a load isn't wanted."""

import re
from dataclasses import dataclass, fields

from calls.language.number_words import figures, languages_of, plain


@dataclass(frozen=True, slots=True)
class Asides:
    """Each is a field of `Reading`."""

    company: str = ""
    dropped: str = ""
    takes_back: bool = False
    is_their_call: bool = False
    is_solo: bool = False
    is_not_for_money: bool = False
    is_not_yet: bool = False

    def told(self) -> dict[str, str | bool]:
        """Those that are told."""
        return {each.name: value for each in fields(self) if (value := getattr(self, each.name))}


def read_asides(heard: str) -> Asides:
    """What is told so in what was heard."""
    words = plain(heard)
    dropped, company = _UNCONDITIONED.search(words), _COMPANY.search(words)
    return Asides(
        company=company[1].title() if company else "",
        dropped=dropped[0] if dropped else "",
        takes_back=bool(_NAMED_NONE.search(words)) or _denies_figure(words),
        is_their_call=bool(_THEY_CALL.search(words)) and not _US_CALL.search(words),
        is_solo=bool(_SOLO.search(words)),
        is_not_for_money=bool(_NOT_FOR_MONEY.search(words)),
        is_not_yet=bool(_NOT_YET.search(words)),
    )


_SAID = r"(?:say|said|saying|give|gave|given|ask(?:ed)? for|quoted?|named?|mean|meant)"
_NEVER = (
    r"\b(?:i|we) (?:never|did ?n[o']?t|have ?n[o']?t|ai ?n'?t|did not|have not|don'?t)(?: even| ever| once)?"
)
_NAMED_NONE = re.compile(
    rf"{_NEVER} {_SAID}\b(?: \w+){{0,4}} (?:number|rate|price|figure|amount)\b|"
    r"\b(?:no (?:le )?(?:he dicho|dije)|nunca dije) (?:\w+ ){0,3}(?:numero|precio|tarifa|cantidad)\b"
)
# "I never said 1000", "no dije 2000", "forget the 1000": a figure that isn't theirs.
_DENIED = re.compile(
    rf"(?:{_NEVER} {_SAID}|\b(?:yo )?(?:no|nunca) (?:le |les |te )?(?:dije|pedi|he dicho)|"
    r"\bforget (?:about )?(?=(?:the|that) )|\bolvid(?:e|ese|ate) de )"
    r"(?: ?\b(?:you|to|it|for|was|at|nothing|anything|about|no|a|an|the|that|any|los|el|nada|de|que|lo)\b)*"
    r" ?\$?\d+(?: \d+){0,3}(?: (?:dollars|bucks|dolares))?(?! more)"
)


def _denies_figure(words: str) -> bool:
    return bool(_DENIED.search(figures(words, languages_of(words, "en")[0])))


def without_denied(text: str) -> str:
    """The figures text with "no" for a figure that somebody says they never named."""
    return _DENIED.sub("no", text)


_COST = r"(?:lumpers?|detention|tolls?|fuel|tarps?|casetas?|descarga)"
# "Sin esa condición no la muevo" and "con la condición" hold on to one.
_UNCONDITIONED = re.compile(
    r"\b(?:(?:sin|ningun(?:a|as)?) (?:ninguna )?|"
    r"(?:no|nunca) (?:(?:le|les|te|yo) )*(?:pus\w+|pong[oa]|hay|hubo|habia|dij\w+|"
    r"di|ped[ii]\w*|pid[oi]\w*|tengo|es|era|quiero) (?:yo )?(?:ninguna |es[ao]s? |la |una |otra )*|"
    r"(?<!no )(?:quit|olvid|borr|retir)(?:o|e|a|en|ela|ese|ate|ale|ela) (?:de )?(?:la |es[ao] |mi )+)condici\w+|"
    rf"\b(?:what|which|que|cual) (?:\w+ )?condi[ct]ion\b(?=.*(?:{_NEVER} (?:ask|set|put|ma[dk]e|{_SAID})|"
    r"\b(?:no|nunca) (?:(?:le|les|te) )?(?:puse|pedi|dije|di)\b))|"
    r"\b(?<!in )no conditions?\b|\bwithout (?:any |a )?conditions?\b|"
    r"\b(?:i|we) (?:didn'?t|never|ain'?t|don'?t|haven'?t) "
    r"(?:put|set|give|gave|make|made|say|said|have|had|got|ask\w*|name\w*)"
    r"(?: \w+){0,2} conditions?\b|(?<!not )(?<!t )\b(?:drop|forget|scrap) (?:about )?(?:the|that|my) condition\b|"
    rf"\b(?:i|we)(?:'?ll| will| can)? (?:just )?(?:eat|cover|pay|handle|absorb|take care of) (?:the )?{_COST}\b|"
    rf"\b{_COST}(?:'?s| is| are)? on (?:me|us)\b(?! if\b)|"
    rf"\b(?:yo|nosotros) (?:pago|pagamos|pongo|cubro) (?:el |la )?{_COST}\b"
)
_THEY_CALL = re.compile(
    r"\b(?:i|we)(?:'?ll| will| can|'?d|'?m gonna| am going to|'?re gonna)? (?:just |probably |maybe )?"
    r"(?:(?:call|hit|holler (?:at|back)|ring|buzz|get back (?:to|at|with)|circle back|reach out|"
    r"be in touch|get back)\b"
    r"(?! me)(?! (?:up )?(?:some(?:body|one)|another|other|the next)\b)(?:(?: to| at| with)? (?:you|ya|y'all|u))?)|"
    r"\b(?:yo |nosotros )?(?:le|les|te) (?:llamo|marco|hablo|aviso)\b"
    r"(?! (?:por (?:la|el|una)|para (?:ver|saber|preguntar)|del?|acerca|sobre)\b)|"
    r"\bcall (?:you|y'?all|u|ya)\b|"
    r"\bque (?:le|les) (?:llame|marque|hable)n?\b(?! a (?:el|ella|ellos|mi)\b)|"
    r"\b(?:i|we)'?ll (?:\w+ ){1,6}and (?:then )?(?:call|get) (?:y'?all |you )?back\b"
)
_US_CALL = re.compile(
    r"(?<!need to )(?<!have to )(?<!don't )(?<!got to )(?<!gotta )"
    r"\b(?:call|hit|ring|try|holler at|phone) (?:me|us)\b|\b(?:llame|llamen|marque|marquen|hable)me\b|"
    r"\b(?:me|nos) (?:llama|marca|habla)n?\b|\bcan you call\b"
)
_COMPANY = re.compile(
    r"\b(?:with|from|at|i'?m|somos|(?:soy|habla|hablo|llamo)(?: \w+)? de(?! una?\b)) "
    r"(?!with |from |at )((?:[a-z&']+ ){1,2}(?:hauling|trucking|transport\w*|"
    r"logistics|express|freight\w*|carriers|lines))\b"
)
_SOLO = re.compile(
    r"\b(?:just|only|one) (?:me|guy|driver)\b|\b(?:i'?m|it'?s|am|run|running|drive|soy|voy|ando) (?:a )?"
    r"solo\b|\b(?:no|ain'?t got a|don'?t have a) co[- ]?driver\b"
)
# What isn't wanted at any price: the freight, a team, the way, a truck that has another load.
_NOT_FOR_MONEY = re.compile(
    r"\b(?:heavy|overweight|trailer|teams?|solo|co[- ]?driver|(?:too|that|so) far(?! apart)|lejos|nearer|closer|"
    r"cerca|snow\w*|nieve|nevando|cruz\w+|border|pesad\w+|equipo|chofer|"
    r"(?:truck|driver|guy|camion|troca)(?:'?s| is| got| esta)? (?:gone|put|already|booked|taken|busy|loaded|tied up|"
    r"loading|ocupad[oa]|cargad[oa]|out of hours|broke\w*|in the shop)|"
    r"(?:can'?t|cannot) (?:cover|make|do|get|load|pick ?up|pick)(?: (?:it|that|there|her|this))?(?: one)?(?: up)? "
    r"(?:today|tomorrow|tonight|this week|in time|by)|no (?:la |lo )?(?:puedo|alcanzo)(?: a)? (?:cargar\w*|"
    r"recoger\w*|levantar\w*|hacer\w*) (?:hoy|manana|esta noche)|"
    r"(?:out of|outta) hours|sin horas|ya no (?:tengo|traigo) horas|"
    r"(?:told|said)(?: you| y'?all)? no (?:texas|california|florida|new york|canada|northeast|east coast)|"
    r"(?:don'?t (?:wanna|want to)|ain'?t|not|won'?t) (?:go|going|goin|run|runnin|running|headed)"
    r"(?: back)?(?: out| down| up)? (?:to|into|through) "
    r"(?:texas|california|florida|new (?:york|jersey)|canada|(?:the )?(?:northeast|east coast))|"
    r"(?:no|ain'?t got a|don'?t have a|out of) trucks?|ya (?:tengo|traigo) carga|already (?:got|have|"
    r"booked) (?:a|another|one))\b"
)
_NOT_YET = re.compile(
    r"\b(?:don'?t|do not) (?:put me down|book|lock|tie)\b|\bno (?:me )?l[ao] (?:amarr|apart|reserv|ponga|book)\w*|"
    r"\b(?:not firm|no es firme|not (?:a )?(?:yes|deal) yet)\b|"
    # Their number is to be kept, whatever comes of it: "put my two thousand in front of somebody".
    r"\brun (?:it|that|this|my \w+) (?:by|past) (?:your|the|somebody|someone)\b|"
    r"\b(?:put|get|stick) (?:my|that|this)(?: \w+){1,4} in front of\b|"
    r"\b(?:ap[uú]nt|an[oó]t)\w*(?: \w+){1,5} por si\b"
)
_SOMEBODY_TO_TALK_TO = re.compile(
    r"\b(?:(?:hay|tienen?|esta) (?:a )?(?:alguien|alguna persona)(?: \w+){0,2}? con quien\b|"
    r"(?:pase\w*|comuni(?:que|ca)\w*) con (?:alguien|una persona|un humano)|"
    r"(?:somebody|someone|anybody|anyone|a (?:real |live |actual )?(?:person|human))(?: there| else| in the office)? "
    r"(?:that )?(?:i|we) can (?:talk|speak)\b|"
    r"(?:talk|speak) (?:to|with) (?:somebody|someone|anybody|a (?:real |live |actual )?(?:person|human))\b)"
)


def asks_for_somebody(words: str) -> bool:
    """Whether somebody to talk to is asked for."""
    return bool(_SOMEBODY_TO_TALK_TO.search(words))
