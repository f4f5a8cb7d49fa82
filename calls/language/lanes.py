"""Towns in what was said: a lane's two ends, or where a truck is; spelled as the gazetteer does, or not at all."""

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from calls.language.numbers import plain
from calls.language.places import Named, Reader, in_state
from calls.language.reading import Expecting, Listening, Place

_CHECK_CALL = (Expecting.PLACE, Expecting.TIME, Expecting.REASON)


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane's ends and where something is; None for what wasn't named."""

    origin: Place | None = None
    destination: Place | None = None
    place: Place | None = None
    is_end: bool = False  # the origin may be either end: "the Seattle load"


def read_places(words: str, heard: str, listening: Listening, language: str) -> Lane:
    """The towns of an utterance: where the truck is on a check call, else a lane's ends as well."""
    reader = Reader(words, heard, listening, language)
    named = reader.named()
    if not named:
        return Lane()
    if listening.expecting in _CHECK_CALL:
        return _whereabouts(reader, named, listening.expecting)
    is_plain = listening.expecting == Expecting.CONFIRMATION and listening.offer is None
    is_lane = any(after.role == "to" and after.start == each.end for each, after in pairwise(named))
    names_load = is_plain and (is_lane or named[0].role == "load")
    return _lane(reader, named, Expecting.LOAD if names_load else listening.expecting)


_CORRECTED = re.compile(
    r"\b(?:no|wait|sorry|i mean|actually|naw|nah|now|digo|perdon|not|closer to|ahorita|woke up|"
    r"scratch that)\b"
)
_RATHER = re.compile(r"\W*(?:actually|i mean|rather|i should say|mas bien|mejor dicho)\b")
_RANKS = {"at": 4, "": 3, "left": 2, "from": 2}
# After these a town is a guess about the road, not where the truck is.
_ELSEWHERE = re.compile(
    r"\b(?:depends? on|if|when i (?:get|clear|hit|pass)|i'?ll (?:hit|be)|(?:could|can) be|is the|delivery|"
    r"traffic in|depende de(?: la)?(?: \w+)?|with the stop|"
    r"wrong guy|not (?:mine|ours)|"
    r"no es mia|la dieron|la de aqui|send|otra carga|different one|what hours?|snow|ice|"
    r"puente de)\b[^.?!,]*$"
)


_TROUBLE = re.compile(
    r"\b(?:wreck|accident|detour|traffic|fila|choque|construction|puente|closed|storm)\b[^.?!,]*$"
)
# Before "to Texas": that freight goes there.
_GOES = re.compile(
    r"\b(?:your (?:load|freight)|su carga)$|\b(?:any ?thing|what (?:do )?you (?:have|got))\b.*$"
)


_AWAY = re.compile(
    r"\b(?:millas?|miles?) (?:(?:al )?\w+ )?(?:of|from|de)$"
)  # a town by which another is found


def _whereabouts(reader: Reader, named: list[Named], expecting: Expecting) -> Lane:
    """Of several towns that where something is, or is nearest to; what it goes to isn't one."""
    best, best_rank, to, origin = None, 0, None, None
    for each in named:
        if each.role in ("to", "load") and each.lead != "into":
            if each.role == "to" and _GOES.search(reader.before(each.start)):
                to = to or each.place
            continue
        rank = _RANKS.get(each.role, _RANKS["at"])
        before = reader.before(each.first)
        if _AWAY.search(before):
            rank = min(rank, _RANKS["from"])
        if each.role == "from" and _FREIGHT.search(before[-60:]):
            origin = origin or each.place
            continue
        if expecting != Expecting.PLACE and _TROUBLE.search(before):
            continue
        if _ELSEWHERE.search(before) or (expecting != Expecting.PLACE and (rank < 3 or not each.place.city)):
            continue
        is_better = rank > best_rank
        if (
            best is not None
            and not best.place.city
            and each.place.city
            and each.place.state == best.place.state
        ):
            is_better = True  # "I'm in Iowa still, coming up on Des Moines"
        is_better |= best is not None and _RATHER.match(reader.between(each.end, each.end + 2)) is not None
        if best is not None and rank >= best_rank:
            is_better |= _CORRECTED.search(reader.between(best.end, each.first)) is not None
        if is_better:
            if best and not each.place.state:  # "the other side of Wichita Falls, by Seymour"
                each = replace(each, place=in_state(each.place, best.place.state))
            best, best_rank = each, rank
    return Lane(origin, to, best.place if best else None)


_TRUCK = re.compile(
    r"\b(?:i'?m|i am|i was|he'?s|he is|he'd|she'?s|we'?re|my (?:guy|driver)|trucks?|trailer|stuck|"
    r"sitt?in[g']?|parked|checked|"
    r"loaded|guy|driver|flat tire|blowout|i'?ll have|shop|step deck|reefers?|alternator|pulling|ando|"
    r"estoy|esta|parado|vans?|flatbeds?|power only|termo|caja seca|camion|"
    r"tirada|cargado|chofer|esperando|caja|dejo|deje|jalo|bodega|deadhead|troca|libre)\b"
)
_DONE = re.compile(
    r"\b(?:delivered|empty|emptied|unloaded|dropped|broken?(?: down)?|blew|wreck|vacio|descompu\w+|se me|"
    r"i had|trucks? (?:empty )?in)\b"
)
_FREIGHT = re.compile(
    r"\b(?:any ?thin[g']?|some ?thin[g']?|loads?|freight|whatever|board|look like|looking at|(?:the|that|"
    r"this) one|carga|algo|"
    r"need a|what (?:else |do |all )*(?:y'?all |you |ya )?(?:guys )?(?:got|have))\b"
)
_WANTS = re.compile(
    r"\b(?:any ?thin[g']?|any|some ?thin[g']?|what (?:else|do|you|all|y'?all|ya)\b.*\b(?:got|have)|"
    r"lookin[g']? (?:for|at)|i need|other|wanting|wanna|want to|trying to get|get (?:him|me|her|us) (?:home|back|to)|"
    r"(?:go|going|get) home|viendo|busc\w+|interes\w+|"
    r"board|do you (?:have|got)|got any|algo|otras?|tienen?|tienes|cargas|hay|rolling|post\w*|else|"
    r"call(?:ing|in[g']?|ed)? (?:on|about|bout|for)|habl\w+ (?:por|de|sobre)|llam\w+ (?:por|de|sobre)|"
    r"whatcha|loads? (?:to|"
    r"from|out of)|hundred)\b"
)
_NOT_CARRIER = re.compile(
    r"\b(?:i'?m a|i'?m the|i am|we are a|we're a|we'?re the|we'?re a) (?:shipper|warehouse|receiver|"
    r"broker\w*)\b|\bsoy el que recibe\b"
)
_THERE = re.compile(
    r"\b(?<!miles )(?<!hours )(?:from|out of|outta|outa|of) (?:there|their|here)\b|\bthere now\b|"
    r"\bde (?:ahi|aqui)\b"
)
_INTRODUCED = re.compile(r"\b(?:this is|habla|soy|name'?s?)(?: \w+){1,3}$")
_OUR_LOAD = re.compile(r"\b(?:your|su) (?:load|carga)$")
_AGAIN = re.compile(r"\b(?:no|sorry|i mean|i meant|actually|wait|digo|perdon|i think)\b")
_TALKS = (Expecting.OFFER, Expecting.CONFIRMATION, Expecting.IDENTITY)


def _role(reader: Reader, each: Named, expecting: Expecting) -> str:
    """What a town is by the words before it: "from", "to" or "at"; "" by none, "none" where it is of no concern."""
    clause = reader.before(each.first)
    trucks = [found.start() for found in _TRUCK.finditer(clause)]
    freight = [found.start() for found in _FREIGHT.finditer(clause)]
    is_truck = _DONE.search(clause) or max(trucks, default=-1) > max(freight, default=-1)
    if expecting == Expecting.EQUIPMENT:
        if _WANTS.search(clause):
            return each.role
        return "none" if each.role == "to" else "at"
    if each.role == "at" or (each.role == "left" and is_truck):
        if is_truck or (not freight and expecting == Expecting.ANYTHING):
            return "at"
        return "from" if freight or expecting == Expecting.LOAD else "none"
    if each.role == "load":
        return "from" if expecting == Expecting.LOAD else "none"
    before = reader.before(each.start)
    if (each.role == "from" and not freight and _INTRODUCED.search(before)) or (
        each.role == "to" and expecting != Expecting.LOAD and _OUR_LOAD.search(before)
    ):
        return "none"
    if each.role in ("from", "to", "left") and expecting in _TALKS and not _WANTS.search(clause):
        return "at" if is_truck and each.role == "from" and expecting != Expecting.IDENTITY else "none"
    return "from" if each.role == "left" else each.role


_EITHER = ("or", "o", "or maybe", "o de", "o a")


def _lane(reader: Reader, named: list[Named], expecting: Expecting) -> Lane:
    """Each town in the first role that a word gives it, unless that was taken back; of two without one: from, to."""
    if _NOT_CARRIER.search(reader.words):
        return Lane()
    found: dict[str, Place] = {}
    is_of_load = False
    last, last_role, is_again = None, "", False  # again: a pair takes the place of what was said before
    for each, after in pairwise([*named, None]):
        assert each
        role = _role(reader, each, expecting)
        gap = reader.between(last.end, each.first) if last else "…"
        is_again = (is_again and role == "to") or bool(_AGAIN.search(gap))
        if last and gap in _EITHER:
            continue  # "Portland or Seattle": either will do
        if each.role == "load" and last and not last.role and gap in ("", "-"):
            role = "to"
        follows = after.role if after and after.start == each.end else None
        is_pair = follows == "to" or (follows in ("", "load") and not role)
        if is_pair and role != "none" and not (role == "at" and each.lead.endswith("in")):
            role, is_again = "from", is_again or (follows == "to" and bool(each.place.city))
            if expecting in _TALKS and not _WANTS.search(reader.words):
                role = "none"
        elif not role and is_again and last_role == "to":
            role = "to"
        elif (
            not role
            and last
            and "from" in found
            and "to" not in found
            and each.start - last.end <= 1
            and not is_again
        ):
            role = "to" if found["from"] != each.place else "from"
        elif (
            not role
            and (is_again or "from" not in found)
            and (expecting == Expecting.LOAD or (after and after.role == "to"))
        ):
            role = "from" if expecting not in _TALKS else "none"
        last, last_role = each, role
        if each.role == "from" and role == "from" and is_of_load and "to" not in found:
            found["to"] = found.pop("from")  # "that Seattle load out of Fresno"
        is_of_load = each.role == "load" and role == "from"
        if role in ("from", "to", "at") and (is_again or not found.get(role) or not found[role].city):
            found[role] = each.place
    if _THERE.search(reader.words):
        origin = found.get("from") or found.get("at")
        if origin:
            found["from"] = origin
            if "there now" in reader.words:
                found.setdefault("at", origin)
    is_end = "to" not in found and any(each.role == "load" for each in named)
    return Lane(found.get("from"), found.get("to"), found.get("at"), is_end)


# At the stop that is talked about, in the words of people who name no town.
_AT_STOP = re.compile(
    r"\b(?:(?:i'm|im|i am|we're|we are|he's|he is) (?:already )?(?:here|there|parked|backed in)\b(?! in | by | at \d)|"
    r"already (?:here|there)\b|(?:backed|bumped) (?:in|into|up (?:to|against))\b|(?:in|at) (?:a |the )?door\b|"
    r"(?:at|in) (?:the |their )?(?:shipper|receiver|facility|dock|warehouse|consignee|customer)\b|"
    r"ya llegue\b|ya (?:estoy|esta|estamos) (?:aqui|ahi)\b|"
    r"en (?:el|la) (?:muelle|bodega|almacen|instalacion|anden|rampa)\b)"
)
_NOT_YET = re.compile(
    r"\b(?:away|out from|from (?:the|there)|until|till|before|almost|nearly|not (?:yet )?(?:at|there|here)|"
    r"be (?:at|in|there|here)|todavia no|aun no|antes de|casi)\b"
)


_CORRECTS = re.compile(
    r"^\W*(?:(?:oh|uh|um|ah|well|pues) )*(?:no|wait|sorry|actually|i mean|digo|perdon|espere)\b"
)


def corrected_to(place: Place, known: str, heard: str) -> Place | None:
    """The town, where it takes the place of the one that was known: "no wait, the other side, by Seymour"."""
    if not _CORRECTS.search(plain(heard)):
        return None
    _, _, state = known.partition(", ")
    return place if place.state or not state else in_state(place, state)


def says_arrived(heard: str) -> bool:
    """Whether somebody is at the stop that is talked about: "I'm here", "backed into door nine"."""
    words = plain(heard)
    return bool(_AT_STOP.search(words)) and not _NOT_YET.search(words)
