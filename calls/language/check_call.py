"""How it goes on the road, told in long lines without a comma: an appointment that was moved, where the truck only was,
a cause, what it depends on, two times of a delivery. What the classifier misses of it. Pure.
"""

import re
from dataclasses import replace
from datetime import date, datetime, timedelta

from calls.language.clauses import read_reason, thoughts
from calls.language.number_words import figures, languages_of, plain
from calls.language.places import Named, Reader
from calls.language.reading import Act, Expecting, Listening, Place
from calls.language.status import is_to_leave
from calls.language.time_words import clocks_in
from calls.language.times import read_when
from calls.language.understanding import understand

# An appointment that the other side moved.


_MOVED = re.compile(
    r"\b(?:they|she|he|shipper|receiver|consignee|shipping|receiving|office|guard|warehouse|it|(?:my|the|our)"
    r" (?:appointment|appt|pickup|delivery|time|slot))(?:'ve|'s)?(?: (?:just|already|have|has|had|got|get|was"
    r"|been|went|"
    r"done|office|ahead|and|ended|up|called|said))*"
    r" (?P<en>moved|pushed|bumped|rescheduled|resched|changed|switched|kicked|rolled|put|pushin[g']?|movin[g']?|want)"
    r"(?: (?:me|us|him|her|it|the (?:appointment|appt|pickup|delivery|time)|my (?:appointment|appt|time)))?"
    r"(?: (?:back|out|over|off|up|to come back|to be back|come back|all the way))*"
    r" (?P<to>to|til|till|until|for|on|again)? ?(?=.*(?:day|tomorrow|tonight|morning|\d|one|two|three|four|five"
    r"|six|seven|eight|"
    r"nine|ten|eleven|noon))|"
    r"\b(?P<other>(?:dicen?|dijeron|they(?:'re)?|says?|said|saying|told me)"
    r"(?: (?:que|it|me|they|say|said|saying|that))*"
    r" (?:mi|la|my|the|our) (?:cita|appointment|appt)(?:'s| is| es)?(?: not| no)?"
    r"(?: (?:hasta|til|till|until|for|para)\b)?|"
    r"no (?:me|nos|lo) (?:van a )?(?:recib|descarg|carg|agarr)\w+ hasta|"
    r"(?:won'?t|will not|not gonna|can'?t) (?:take|see|unload|load|receive) "
    r"(?:me|us|him|her|it) (?:til|till|until))\b ?|"
    r"\b(?:me|nos|le|la)(?: (?:la|lo|le))? (?P<es>movieron|cambiaron|pasaron|recorrieron|reagendaron|reprogramaron)"
    r"(?: (?:la|mi) cita)? (?:para|pa|al?|hasta)\b|\b(?:nueva cita|cita nueva|la cita (?:quedo|la pasaron))\b"
)
_LOOSE = ("put", "want", "changed", "switched")  # move an appointment only with a day or hour right behind
_OBJECT = re.compile(r"(?: (?:me|us|him|her|it|the \w+|my \w+|to come|to be|come))*")
MAX_MOVE = 6  # words that tell to when it is moved, where all that follows tells another time
_SOON = re.compile(
    r"(?: ?(?:back|to|for|til|till|until|at|on|it))* ?(?:tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"next|the |@|\d|noon|midnight)"
)


def moved_to(heard: str, listening: Listening) -> tuple[str, datetime | None]:
    """The words that tell that the appointment was moved, and to when; both empty where it wasn't."""
    words = plain(heard)
    found = next((each for each in _MOVED.finditer(words) if _is_move(each, words)), None)
    if found is None:
        return "", None
    rest = words[found.start("to") if found["to"] else found.end() :]
    moment = _time_in(rest, listening)
    if moment and moment <= listening.now:  # "to one o'clock, the shipper did, called me this morning"
        moment = _time_in(" ".join(rest.split()[:MAX_MOVE]), listening)
    if found["other"] and (moment is None or _is_ours(moment, listening)):
        return "", None  # when it is their turn
    return (heard[found.start() :].strip(), moment) if moment else ("", None)


def _is_ours(moment: datetime, listening: Listening) -> bool:
    """Whether it is today, or within the appointment as we know it."""
    first, last = listening.appointment
    is_known = first is not None and first <= moment <= (last or first)
    return is_known or moment.date() <= listening.now.date()


def _is_move(found: re.Match[str], words: str) -> bool:
    if found["en"] not in _LOOSE:
        return True
    rest = figures(words[found.end("en") :], "en")
    bare = rest[_OBJECT.match(rest).end() :]  # type: ignore[union-attr]
    if found["en"] in ("put", "want") and bare == rest:
        return False  # "they put on twenty one"
    return bool(_SOON.match(bare))


_NOT_MOVED = re.compile(
    r"\b(?:no ?body|no one|not|never|nadie|\w+n'?t|no (?:me|nos|la|lo|le|dije))\b(?: \w+){0,3}? "
    r"(?:moved?|chang\w+|push\w+|sa(?:id|y)|movi\w+|cambi\w+|dij\w+)\b"
)


def denies_move(heard: str) -> bool:
    """Whether it is denied that an appointment was moved: "no, nobody moved no appointment"."""
    return bool(_NOT_MOVED.search(plain(heard)))


_HEDGE = re.compile(
    r"\b(?:i'?d|i would|i'?m gonna) (?:say|guess)\b|\bcall it\b(?! (?:a (?:day|night)|quits|in|off|good|done|even)\b)",
    re.I,
)


def hedged(heard: str, listening: Listening) -> datetime | None:
    """The time after "I'd say" or "call it", neither others' nor of what it hangs on; None without one."""
    words = plain(heard)
    found = _HEDGE.search(words)
    return _time_in(words[found.end() :], listening) if found else None


def _time_in(words: str, listening: Listening) -> datetime | None:
    listening = replace(listening, expecting=Expecting.TIME)
    text = figures(words, languages_of(words, listening.language)[0])
    text = re.sub(r"^(?:to|for|on|again|para|pa) ", "", text.strip())
    return read_when(
        re.sub(r"^(?=\d\d?(?: y (?:\d|media|cuarto)|\.(?:5|25|75)\b))", "las ", text), (), listening
    ).time


_TURNS_AWAY = re.compile(
    r"\b(?:turn(?:ed|in[g']?|s)?|sent|send(?:in[g']?|s)?|kick(?:ed|in[g']?)?|r[au]n) (?:me|us|him|her|them|my driver)"
    r"(?: \w+)? (?:away|around|back|off)\b|\bkick(?:ed|in[g']?)? (?:me|us|him|her|them|my driver) out\b|"
    r"\b(?:\w+n'?t|not|refus\w+ to)(?: even| gonna| going to)? (?:let(?:tin[g']?)?|tak(?:e|in[g']?)|accept(?:in[g']?)?"
    r"|check(?:in[g']?)?(?= (?:me|us|him|her) in\b)|(?:un)?load(?:in[g']?)?) "
    r"(?:me|us|him|her|you|nothin[g']?|it|the (?:whole )?load)\b(?! know| yet)|\bno dejan (?:entrar|pasar)\b|"
    r"\b(?:can'?t|cannot|couldn'?t|ain'?t|not) get(?:tin[g']?)? (?:in|through)"
    r"(?= (?:the|til\w*|until|without)\b|\W*$)|"
    r"\b(?:refus|reject|den[yi])\w* (?:me|us|him|her|entry|it|everything|(?:the|this|my|your) (?:whole |entire )?"
    r"(?:load|freight|truck))\b|"
    r"\b(?:says?|said|sayin[g']?|told|tellin[g']?|want\w*)(?: (?:\w|')+){0,5}? (?:come|be) back\b|"
    r"\bno (?:me|nos|lo|la|le) (?:\w+ )?(?:dej\w+|quier\w+|recib\w+|aceptan?|acepto|cargan|descargan)\b|"
    r"\b(?:me|nos|l[oa]) (?:regresaron|rechazaron|rebotaron|corrieron|sacaron|devolvieron)\b|"
    r"\brechaz\w+ (?:toda )?la carga\b|"
    r"\b(?:que )?(?:regres[ea]|vuelva|venga)(?:mos)?(?= (?:el|hasta|otro|manana|mas tarde|a las?)\b)"
)
_PART = re.compile(
    r"\b(?:one|two|three|four|five|some|few|couple|\d+|un[ao]?|unas?|dos|tres|cuatro|alguna?s) (?:of (?:the|them) )?"
    r"(?:pallets?|boxe?s?|box|cases?|cartons?|skids?|pieces?|tarimas?|cajas?|bultos?)"
)
_NOT_YET = re.compile(r"\b(?:if|unless|case|when|once|hope|think|might|may|maybe|si|cuando|ojala|quiza\w*)\b")


_NOT_PICKED_UP = re.compile(
    r"\b(?:don'?t|do not|didn'?t|haven'?t|hasn'?t|ain'?t|not|won'?t|isn'?t|wasn'?t)(?: \w+){0,3}? "
    r"(?:pick(?:ed|ing)?|(?<!\ba )(?<!other )(?<!\bno )(?<!next )(?<!any )load(?:ed|ing)?)"
    r"(?: (?!at\b)\w+){0,3}? (?:yet|till?|until)\b|"
    r"\bno(?: \w+){0,3} (?:recoj|recog|carg|levant)\w*(?: \w+){0,2} (?:todavia|aun|hasta)\b|"
    r"\b(?:todavia|aun) no(?: \w+){0,3} (?:recoj|recog|carg|levant)"
)


def is_not_picked_up(heard: str) -> bool:
    """Whether the load of a delivery is still at its shipper's: "I don't even pick that up till Sunday"."""
    return bool(_NOT_PICKED_UP.search(plain(heard)))


NOON = 12
_LEAVES = re.compile(
    r"\b(?:leav(?:e|ing)|(?:roll|head|pull|tak)(?:e|ing)? (?:out|off)|salgo|salimos|sale)"
    r"(?P<at>(?: (?!(?:and|so|y|its?|it's|then)\b)[\w:'@]+){1,4})"
)
_LONG = (
    r"(?:\d[\d.]* |an? |una? )?(?:(?:and|y) (?:a )?(?:half|media) )?(?:hours?|horas?|hrs?)(?: (?:and a half|y media)"
    r"|(?: (?:and|y))? \d+(?: min\w*)?)?|half an hour|media hora|\d+ min\w*"
)
_DRIVES = re.compile(
    rf"\b(?P<drive>{_LONG})(?:'?s)? (?:drive|ride|run|away|out|de camino|of driving)\b|"
    rf"\b(?:it's|its|it is|takes|son|es|hago)(?: (?:me|about|like|bout|como))* (?P<takes>{_LONG})"
)


_BE_THERE = re.compile(r"\b(?:be|get|been) there\b|\bllego\b|\bestoy (?:ahi|alla)\b")


def arrival_after(heard: str, listening: Listening) -> datetime | None:
    """When somebody arrives who leaves at an hour and drives so long: "two hours' drive, I'll leave at six"."""
    text = figures(plain(heard), languages_of(plain(heard), listening.language)[0])
    leaves, drives = _LEAVES.search(text), _DRIVES.search(text)
    if leaves is None or drives is None or _BE_THERE.search(text):
        return None
    listening = replace(listening, expecting=Expecting.TIME)
    begins = read_when(f"at{leaves['at']}", (), listening).time
    takes = read_when(f"in {drives['drive'] or drives['takes']}", (), listening).time
    if begins is None or takes is None or takes <= listening.now:
        return None
    if begins < listening.now and begins.hour < NOON:
        begins += timedelta(hours=NOON)  # "at three", said at nine
    return begins + (takes - listening.now)


_LACKING = re.compile(r"^(?: \w+){0,4} (?:without|unless|sin)\b")


def turned_away(heard: str) -> str | None:
    """What follows the words that tell that those at a stop refuse the truck, or all on it; None where none tell it."""
    words = plain(heard)
    found = (each for each in _TURNS_AWAY.finditer(words) if not _NOT_YET.search(words[: each.start()]))
    first = next(found, None)
    if first is None or _PART.search(words[: first.start()]):
        return None  # "some boxes got crushed, they want to refuse it": the rest is taken
    if _LACKING.search(words[first.end() :]):
        return None  # "they won't let me in the gate without it"
    return words[first.end() :].strip()


def when_back(refused: str, listening: Listening) -> tuple[date | None, datetime | None]:
    """The day and hour that are named behind the words of a refusal: "come back Saturday"."""
    text = figures(refused, languages_of(refused, listening.language)[0])
    heard = read_when(text, (), replace(listening, expecting=Expecting.TIME))
    return heard.day, heard.time


# Where the truck is, of several towns that are named.


_WAS_THERE = re.compile(
    r"\b(?:(?:just |already |done |ya )?(?:passed|past|pase|pasamos|paso|left|leaving|came through|went through"
    r"|cleared)|"
    r"acabo de pasar|(?:com(?:e|in[g']?)|came|drove|rolled|started|headed|headin[g']?)(?: (?:up|down|over"
    r"|out))* (?:from|out of)|"
    r"outta|out of|sali de|vengo de|salimos de|venimos de|loaded in|picked up in|cargue en|last night in|"
    r"(?:slept|dormi|stayed) (?:in|en))(?: (?:just|right|the|like|by|through|por|around|about))*$"
)
_WILL_STOP = re.compile(
    r"\b(?:i'?ll|he'?ll|we'?ll|she'?ll|will|gonna|going to|gon|wanna|plan(?:nin[g']?)? (?:to|on)|try(?:in[g']?)? to"
    r"|hope to|have to|gotta|then|voy a|vamos a|va a)(?: \w+){0,3}? (?:shut\w*|stop\w*|park\w*|sleep\w*|stay\w*|fuel\w*"
    r"|spend|overnight|lay\w*|crash|parar\w*|dormir|quedar\w*|descansar|cargar)(?: (?!in\b|at\b|en\b)\w+){0,3}? "
    r"(?:in|at|near|around|by|outside(?: of)?|en|por|cerca de)(?: (?:the|like|about))*$|"
    r"\b(?:me paro|me quedo|duermo|descanso|paramos|dormimos)(?: \w+){0,2}? (?:en|por|cerca de)$"
)
_WILL_BE = re.compile(
    r"\b(?:(?:(?<!must )(?<!gotta )be|make it|deliver|(?:i|we|he|she|they) (?:load|unload|pick up|pick it up)|"
    r"(?:pick ?up|delivery|drop|load|appointment|appt)(?:'s| is)|"
    r"llego|llega|entrego|cargo|descargo|recojo|(?:cita|recogida|entrega)(?: es)?)"
    r"(?: (?!i\b|im\b|am\b|now\b|right\b|estoy|ando|voy|vengo|ahorita)(?:\w|')+){0,4}? (?:in|at|to|en|a|para|pa)|"
    r"(?:headed|headin[g']?|goin[g']?|voy|vamos|va|rumbo)(?: (?:back|up|down|over|out|rumbo|directo))? "
    r"(?:to|for|into|toward|towards|a|para|pa))$"
)
_IS_COMPANY = re.compile(
    r"\b(?:dispatch\w*|despacho|safety|office|operations|ops|fleet|shop|boss)(?: (?:over|here|down))? (?:at"
    r"|with|for|from|de|in)$|"
    r"\b(?:this is|it's|name's|name is|habla|soy)(?: (?:\w+|de|from|with|at|over)){0,3}$|"
    r"\b(?:work|drive|run|pull|haul|drivin[g']?|runnin[g']?|haulin[g']?|leased(?: on)?|calling|callin|trabajo|manejo) "
    r"(?:for|with|to|under|from|para|con|de)$|\bhora (?:local )?de$"
)
_SAID_AS_PLACE = re.compile(r"\b(?:in|near|by|outside(?: of)?|around|en|cerca de|por)$")
_STATED = re.compile(
    r"\b(?:i'?m|im|he(?:'?s)?|hes|she(?:'?s)?|we'?re|i am|he is|she is|we are|truck'?s|truck is|estoy|ando|anda"
    r"|esta|estamos|"
    r"sitting|sittin|parked|stopped|voy llegando|vamos llegando|llegando|now)(?: (?:\w+)){0,3}?"
    r" (?:in|at|by|near|outside(?: of)?|around|en|por|cerca de|a|on)(?: (?:the|like|right))*$"
)


_LEFT = re.compile(
    r"\b(?:(?:left|leaving|rolled out of|pulled out of)(?: the)?|sali de|salimos de|salio de)$"
)


def left_town(heard: str, listening: Listening) -> Place | None:
    """The town that the truck has left: "loaded and rolling, left Fresno at noon"; None where none is named."""
    if is_to_leave(heard):
        return None
    words = plain(heard)
    languages = languages_of(words, listening.language)
    reader = Reader(words, heard, listening, "es" if "es" in languages else languages[0])
    return next((each.place for each in reader.named() if _LEFT.search(_lead_to(reader, each))), None)


def where_now(heard: str, listening: Listening, place: Place | None) -> tuple[Place | None, bool]:
    """The town where the truck is, of those that are named, and whether it is told so outright.

    A town that is behind it, or where it will be, isn't the one where another is named, nor is a company's name.
    """
    words = plain(heard)
    languages = languages_of(words, listening.language)
    reader = Reader(words, heard, listening, "es" if "es" in languages else languages[0])
    named = reader.named()
    leads = {each: _lead_to(reader, each) for each in named}
    companies = [each for each in named if _is_company(reader, each)]
    ahead = [each for each, lead in leads.items() if _WILL_BE.search(lead)]
    behind = [each for each, lead in leads.items() if _WAS_THERE.search(lead) or _WILL_STOP.search(lead)]
    here = [each for each in named if each not in (*companies, *ahead, *behind) and each.place.city]
    stated = [each for each in here if _STATED.search(leads[each])]
    if place is None:
        return (stated[-1].place, True) if stated else (None, False)
    others = (*companies, *ahead, *(behind if here else ()))
    if any(_is_same(each.place, place) for each in others):
        known = stated or here or [each for each in behind if _WAS_THERE.search(leads[each])]
        return (known[-1].place if known else None), bool(stated)
    return place, any(_is_same(each.place, place) for each in stated)


_ALMOST_AT = re.compile(
    r"\b(?:almost|nearly|about|just about|coming up|comin'? up|now|ya(?: casi| mero)+|ahorita(?: ya)?|casi|orita)"
    r"(?: (?:to|at|in|on|by|into|near|por|en|llegando|llego|pasando|entrando|a|al|voy|ando|estoy))+$"
)


_PUT_RIGHT = re.compile(
    r"\b(?:digo|no|perdon|mejor dicho|i mean|wait|actually|sorry|scratch that|naw|nah|nope)\b"
)


def nearest_of(heard: str, listening: Listening, stop_city: str) -> Place | None:
    """The last of several towns, one put right, where the truck is almost there and which isn't where it is going."""
    words = plain(heard)
    languages = languages_of(words, listening.language)
    reader = Reader(words, heard, listening, "es" if "es" in languages else languages[0])
    named = reader.named()
    if len(named) < 2 or not named[-1].place.city or named[-1].place.city.casefold() == stop_city.casefold():
        return None
    is_put_right = _PUT_RIGHT.search(reader.between(named[0].end, named[-1].start)) is not None
    return named[-1].place if is_put_right and _ALMOST_AT.search(_lead_to(reader, named[-1])) else None


def _lead_to(reader: Reader, each: Named) -> str:
    """The words before a town, those that lead to it included."""
    return f"{reader.before(each.start)} {each.lead}".strip()


def _is_company(reader: Reader, each: Named) -> bool:
    if each.place.city and reader.state_at(each.end)[0]:
        return False
    if each.end - each.first > 1 and reader.tokens[each.end - 1].upper() == each.place.state:
        return False
    words = reader.between(each.first, each.end)
    if re.search(rf"\b{each.place.state.lower()}$", words) or (
        " " in words and words.split()[-1] not in each.place.city.lower()
    ):
        return False  # a state follows
    lead = _lead_to(reader, each)
    if _SAID_AS_PLACE.search(lead) and not _DISPATCH_IN.search(lead):
        return False
    return bool(_IS_COMPANY.search(lead))


_DISPATCH_IN = re.compile(r"\bdispatch\w* (?:in|at)$")


def _is_same(one: Place, other: Place) -> bool:
    return one.city.casefold() == other.city.casefold()


_SAYS_AGAIN = re.compile(
    r"\b(?:your|y'?all'?s|their|local) time\b|\b(?:that'?s|thats|its|it'?s|i'?m on|es|son|hora)(?: \w+)? "
    r"(?:eastern|central|mountain|pacific|del este|del centro)\b"
)


_RETOLD = re.compile(
    r"\b(?:i mean(?! i )|make (?:it|that)|more like|closer to|actually (?=at|by|be|gonna)|mejor|digo)\b"
)


def told_again(heard: str, listening: Listening) -> datetime | None:
    """A time told again: put right ("make it twelve thirty"), or by another clock ("that's four fifteen your time")."""
    words = plain(heard)
    if (found := _RETOLD.search(words)) and not _PART.search(words, found.end()):
        return _time_in(" ".join(words[found.end() :].split()[:MAX_MOVE]), listening)
    listening = replace(listening, expecting=Expecting.TIME)
    return understand(heard, listening).time if _SAYS_AGAIN.search(words) else None


_WITHOUT_NUMBER = re.compile(
    r"\b(?:not on me|(?:don'?t|do not|didn'?t|ain'?t|haven'?t) (?:have|got|get|brought|bring)? ?(?:it|that|them|the \w+"
    r"|the b o l|no \w+)?(?: number)? ?(?:on|with|in front of|handy)(?: me)?\b|"
    r"(?:it'?s|its|that'?s|they'?re|are|is|left it|left them)(?: back| still| all| out| over)* (?:on|in|at|inside"
    r"|out in) (?:my|the|a|his) (?:\w+ )?"
    r"(?:folder|truck|cab|sleeper|binder|glove ?box|clipboard|envelope|office|trailer)\b|"
    r"(?:can i|could i|lemme|let me|i'?ll|i can) (?:just )?(?:text|send|email|shoot|snap)(?: you| y'?all)? "
    r"(?:it|that|a pic\w*|the b ?o ?l)\b|"
    r"(?:waitin[g']? (?:on|for) (?:the |my |his )?|esperando (?:los )?)(?:paper\w*|bills?\b|b ?o ?l\b|papel\w*)|"
    r"no l[oa]s? (?:traigo|tengo)\b|(?:esta|lo deje|los deje|quedo) en "
    r"(?:la troca|el camion|la carpeta|el folder|la cabina)|(?:se lo|les|le) (?:puedo )?(?:mando|mandar|texteo))"
)


def lacks_number(heard: str) -> bool:
    """Whether a number that was asked for isn't at hand: "it's in my folder back in the truck"."""
    return bool(_WITHOUT_NUMBER.search(plain(heard)))


_PAPERS = r"\b(?:b ?o ?l|bills?|paper\w*|papel\w*)\b"
_WITHOUT_PAPERS = re.compile(
    rf"(?:n'?t|\bno)(?: (?:even|yet|got|have|had|get|gave|given?|me|no|any|the|my|tengo|traigo|dan|dado|han|el|los))+ "
    rf"{_PAPERS}"
)


def lacks_papers(heard: str) -> bool:
    """Whether the BOL isn't at hand, as is told unasked: "el bol no lo tengo aquí", "just waiting on paperwork"."""
    words = plain(heard)
    return bool(_WITHOUT_PAPERS.search(words) or (re.search(_PAPERS, words) and lacks_number(words)))


_TO_CHECK_IN = re.compile(
    r"\b(?:let me|lemme|gotta|got to|have to|need to|gonna|going to|about to|fixin[g']? to|ain'?t|haven'?t"
    r"|hasn'?t|didn'?t|not) (?:\w+ ){0,2}?check(?:ed|in[g']?)? in\b|"
    r"\b(?:deje(?:me)?|voy a|va a|tengo que|falta|todavia no|aun no|no) (?:me |se )?(?:he |ha )?registr\w+"
)


def is_to_check_in(heard: str) -> bool:
    """Whether the check-in is still to come: "let me get checked in first"."""
    return bool(_TO_CHECK_IN.search(plain(heard)))


_OTHER_NUMBER = re.compile(
    r"\b(?:packing (?:slip|list)|seal|sello|p ?r ?o (?:number|num)|p ?o (?:number|num)|confirmation|remision)\b"
)
_IS_BOL = re.compile(r"(?<!no )\bb ?o ?l(?: number)?(?: is|'?s| it's| its| es)?(?: el)? (?:\w+ )?\d")


_COST = re.compile(
    r"\b(?:cost|lost|set)(?: (?:me|us|him|her|them|back))*(?: (?:about|like|a|good|some|bout|over))* "
    r"(?:\d+|\w+)(?: and a half)? (?:hours?|hrs?|minutes?|mins?)\b|"
    r"\b(?:me|nos|le) (?:costo|quito|atraso|retraso)\b|\bperdi(?:mos)? (?:como )?\w+ (?:horas?|minutos?)\b"
)
_GOES = re.compile(
    r"\b(?:i'?m|im|we'?re|he'?s|hes|she'?s|i am|we are) (?:\w+ )?"
    r"(?:drivin[g']?|rollin[g']?|movin[g']?|up in|back on)\b|"
    r"\b(?:voy|vengo|vamos|venimos|ando|va|viene) (?:manejando|rodando|en camino)\b"
)


def is_trouble_past(heard: str) -> bool:
    """Whether a breakdown is behind a truck that goes on: "I'm driving, a blowout back there cost us three hours"."""
    words = plain(heard)
    return bool(_COST.search(words) and _GOES.search(words))


def tells_other_number(heard: str) -> bool:
    """Whether another number is told where that of the BOL was asked for: "just a packing slip, eight eight one"."""
    words = plain(heard)
    return bool(_OTHER_NUMBER.search(words)) and not _IS_BOL.search(
        figures(words, languages_of(words, "en")[0])
    )


_DISPATCH = re.compile(
    r"\b(?:this is|it's|im|i'm|soy|habla|you got|you reached)(?: the| from| el| la| de)? (?:dispatch(?:er)?"
    r"|despacho)\b|"
    r"\bi (?:ain'?t|am not|'?m not) (?:in|drivin[g']?) the truck\b|\bmy driver\b(?=.*\b(?:is|'s) on\b)"
)


def is_dispatch(heard: str) -> bool:
    """Whether a dispatcher speaks: "this is dispatch at …"."""
    return bool(_DISPATCH.search(plain(heard)))


# How much was lost on the way.


_LOST = re.compile(
    r"\b(?:los[et]|losing|lost|wasted|burned|cost (?:me|us|him|her)|set (?:me|us|him|her) back|perdi|perdimos|perdio|"
    r"me (?:quito|quitaron|costo)|nos (?:quito|quitaron|costo))\b[^.;@~]{0,25}~(?P<long>\d+)"
)
_MADE_UP = re.compile(
    r"\b(?:made (?:it|that|the time) (?:back )?up|made up|still (?:be )?(?:on time|good|make it|gonna make|making)|"
    r"on time|recuper\w+|a tiempo)\b"
)


def minutes_lost(heard: str, language: str) -> int:
    """How long a delay is that is told by what was lost: "lost about an hour at the scale"; 0 where none is."""
    found = _LOST.search(clocks_in(heard, language))
    return int(found["long"]) if found and not _MADE_UP.search(plain(heard)) else 0


# Why, and what it depends on.


_CAUSE = re.compile(
    r"\b(?:(?:scales?|scale ?house|weigh station|d ?o ?t|troopers?|cops?|shop|shipper|receiver|tow|they)"
    r"(?: (?:done|had|has|have|just|really|house|station))* (?:got|had|held|kept|tied|stopped) "
    r"(?:me|us|him|her)\b(?! (?:un)?load| empt| in\b| out\b| back\b)"
    r"(?=.{0,20}\b(?:for|up|hours?|minutes?|all)\b)|"
    r"(?:bascula|inspeccion|dot|retuvo|retuvieron) (?:me|nos|lo) (?:tuvo|tuvieron|detuv\w+)|"
    r"(?:me|nos|lo) (?:tuvieron|detuvieron|retuvieron)(?= .*(?:bascula|inspeccion|hora|minutos|dot))|"
    r"snow\w*|blizzard|ice storm|black ice|closed the (?:road|interstate|pass|highway)|"
    r"(?:got|have|had|they) (?:\w+ ){0,3}?(?:shut down|closed)|(?:road|interstate|pass|highway|bridge"
    r"|\d+)'?s?(?: is)? (?:closed|shut)|"
    r"wreck|accident|tak(?:in[g']?|es?) (?:\w+ )?(?:forever|all day|their (?:sweet )?time)|"
    r"(?:ain'?t|isn'?t|aren'?t|not|is not|are not|won't be)(?: even| all| got it| got 'em| got them)? (?:done"
    r"|ready|made|staged|built|finished)\b|"
    r"still (?:un)?load(?:in[g']?|ed)|still (?:at|stuck at|sitting at) the (?:other|last|first) (?:shipper"
    r"|receiver|place|stop)|"
    r"nieve|cerraron|cerrad[oa] (?:la|el)|se estan tardando|no esta list[oa]|tardando mucho)"
)
_TOLD_BEFORE = re.compile(
    r"^(?:\W|well\b|man\b|look\b|yeah\b|mire\b|oiga\b|ya\b)*(?:(?:that'?s the (?:thing|problem)|i (?:just "
    r"|already |done )*(?:told|tell) (?:you|ya|y'all)|"
    r"like i (?:said|told you)|i (?:just |already )?said|as i said|(?:ya |se )*(?:lo |le |se lo )?dij[eo]"
    r"|como (?:ya )?le dije)"
    r"(?: (?:already|before|that|it's|it was|about|cause|because|que|por|la de))*\s+)"
)
MAX_CAUSE = 160


def cause(heard: str) -> str:
    """A cause of delay that is told without a word of lateness, in the caller's words; empty where none is."""
    words = plain(heard)
    if not _CAUSE.search(words):
        return ""
    found = [read_reason(words, heard, Expecting.TIME, (Act.LATE,)), *thoughts(heard)]
    told = [each for each in found if _CAUSE.search(plain(each))]
    return bare_reason(_brief(min(told, key=len)))[:MAX_CAUSE] if told else ""


MAX_CAUSE_WORDS = 14
_CONSEQUENCE = re.compile(r" (?:so|sos|now|but|and|i'?m|asi que|entonces|pero|y) ")


def _brief(told: str) -> str:
    """The cause alone of a breath that tells where the truck is and when it comes, too."""
    if len(told.split()) <= MAX_CAUSE_WORDS or not (found := _CAUSE.search(plain(told))):
        return told
    end = _CONSEQUENCE.search(plain(told), found.end())
    return told[found.start() : end.start() if end else len(told)].strip(" ,")


def bare_reason(reason: str) -> str:
    """Without "I told you"."""
    found = _TOLD_BEFORE.match(plain(reason))
    return reason[found.end() :].strip(" ,") if found and found.end() < len(reason) else reason


_DEPENDS = re.compile(
    r"\b(?:if|unless|assuming|(?:that |it |all )?depend(?:s|in[g']?) on|(?:as|so) long as|provided|once (?=they"
    r"|it|the|he|she)|"
    r"(?:as )?soon as|si (?=me|nos|abren|la|el|no|se|lo|le)|en cuanto|depende de)\b"
)
_DEPENDS_END = re.compile(
    r"[,.;?!]|(?<!^)\b(?:i'?d|i'?ll|i'?m|he'?s|he'?ll|she'?s|we'?re|we'?ll|i (?:should|can|could|figure|guess"
    r"|may|might)|"
    r"so (?:i|figure|he|we)|then|figure|but|and (?:i|hey)|hey|who|what|where|how|oiga|cause|i (?:ain'?t)|llego"
    r"|estoy|yo|entonces|pero|le calculo"
    r"|(?:troopers|they)"
    r" (?:are|say|sayin))\b"
)
_SWEARS = ("hell", "heck", "damned", "shit")  # "hell if I know"
_NO_CONDITION = re.compile(
    r"^(?:if (?:you|y'?all|i'?m|that|not|so|anything|it'?s ok)\b|si (?:no|se puede|senor)\b)"
)
MIN_DEPENDS = 3


def depends(heard: str) -> str:
    """What an arrival depends on, in the caller's words; empty where it doesn't."""
    words = plain(heard)
    for found in _DEPENDS.finditer(words):
        end = _DEPENDS_END.search(words, found.end() + 1)
        clause = heard[found.start() : end.start() if end else len(words)].strip(" ,")
        before = words[: found.start()].split()[-2:]
        is_asked = bool(
            {"know", "see", "ask", "asked", "pregunte", "preguntele", "wonder", "even", *_SWEARS}
            & set(before)
        )
        if heard[found.start() : found.end()].casefold().startswith("sí"):
            continue  # yes
        if len(clause.split()) >= MIN_DEPENDS and not (is_asked or _NO_CONDITION.match(plain(clause))):
            return clause
    return ""


# Of a load that is off the truck: when it came, and when it was empty.


_OFF = re.compile(
    r"\b(?:that one|that load|that|it|she|y'?all'?s load|your load|(?:the|your|my) (?:load|freight))(?:'s| is"
    r"|'?s| was)?"
    r" (?:(?:already|been|all|done|long) )*(?:off(?= (?:already|the truck|my truck|this|last|yesterday|at|of))"
    r"|gone(?= already|\W*$)|"
    r"delivered|done(?= already|\W*$)|dropped)\b(?! (?:till|til|until|if|when|by|tomorrow|tonight))|"
    r"\b(?:they|receiver|receiving|lumpers) (?:already |just |finally )?(?:had|got|have) (?:me|us|him"
    r"|her) (?:empty|unloaded|offloaded|emptied)"
    r"\b(?! (?:by|in) (?:tonight|tomorrow|an?|about))|"
    r"\b(?:that|your|y'?all'?s) (?:one|load)'?s off\b|\bthey (?:already )?(?:took it (?:early|off|already|all"
    r"|yesterday|last|this)|emptied (?:me|us|him))\b|"
    r"\b(?:me|nos) (?:vaciaron|descargaron|bajaron)\b|\bya (?:me |nos )?(?:quede|quedamos|estoy|ando) vaci[oa]\b|"
    r"\besa ya (?:quedo|salio|se entrego|esta entregada)\b"
)
_TO_COME = re.compile(
    r"\b(?:once|when|until|till?|after|if|gonna|going to|will|'ll|before|hope|waitin[g']? (?:on|for)|cuando"
    r"|hasta|si|despues|"
    r"en cuanto|not|ain'?t|hasn'?t|isn'?t|haven'?t|no)\b(?! (?:long|problem))[^.,;]*$"
)
_EMPTY_AT = re.compile(
    r"\b(?:empty|unloaded|emptied|offloaded|done|signed|off|released|vaci[oa]|descargad[oa]|vaciaron|descargaron|bajaron|terminaron)"
    r"(?: (?:out|it|us|me|and|of there|the paperwork|like|right))*"
    r" (?:by|at|around|about|bout|before|a las?|como a las?)\b(?P<when>.{1,40})"
)
_CAME_AT = re.compile(
    r"\b(?:got (?:there|here|in|to)|arrived|pulled in|backed in|checked in|showed up|rolled in|was there|were there|"
    r"llegue|llegamos|entre)\b(?P<when>.{1,30})"
)


def says_off(heard: str) -> bool:
    """Whether the load is off the truck: "that one's off already", "they had us empty by six thirty"."""
    words = plain(heard)
    return any(not _TO_COME.search(words[: found.start()][-40:]) for found in _OFF.finditer(words))


def emptied_at(heard: str, listening: Listening) -> tuple[datetime | None, datetime | None]:
    """When it came, and when it was empty, where both are told."""
    words = plain(heard)
    came, empty = _CAME_AT.search(words), _EMPTY_AT.search(words)
    if not (came and empty):
        return None, None
    day = "this morning" if "this morning" in words else ""
    times = [_time_in(f"{each['when']} {day}".strip(), listening) for each in (came, empty)]
    return times[0], times[1]
