"""Who is named: the caller, whom they ask for, the driver; and e-mail addresses, written or spoken."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from calls.language.identity import DOMAIN, drives_themselves, is_on_file, read_email, uses_this_number
from calls.language.reading import Expecting, Listening

MAX_NAME = 4  # words of a driver's name


@dataclass(frozen=True, slots=True)
class People:
    """Who is named: the caller, whom they ask for, the driver; and where to write."""

    name: str = ""
    person: str = ""
    email: str = ""
    driver: str = ""
    is_driver: bool = False
    is_this_number: bool = False
    is_on_file: bool = False


# First names heard often: where nothing but its place in the sentence tells a name, only these are one.
_FIRST = frozenset(
    "aaron abdi abel adam adrian ahmed al alan alberto alejandro alex alfredo ali alice allen amanda "  # noqa: SIM905
    "amy ana andre andrea andres andrew andy angel angela ann anna anthony antonio araceli armando arturo ashley barb "
    "barbara ben benny bernie beth beto betty bill billy bob bobby brad brandon brenda brent brett brian bruce bryan "
    "buck bud calvin carl carla carlos carmen carol caroline cesar chad charles charlie chase chris christian "
    "christina chuck chuy cindy clay cletus clint clyde cody cole connie corey craig cristina crystal curt curtis "
    "cynthia dale dan dana daniel danny darnell darrell darren darryl dave david dawn dean deb debbie debra dennis "
    "derek derrick diana diane diego dimitri don donald donna doris doug drew duane dustin dwayne dwight dylan earl "
    "ed eddie eduardo edwin elena eli elizabeth emily emma enrique eric erica erik ernie esteban ethan eva evan "
    "felipe felix fernando francisco frank fred gabriel gail gary gene george gerald gerardo gilberto gina glen glenn "
    "gloria gordon grace greg guillermo gus gustavo hank hannah harold harry harvey heather hector heidi helen henry "
    "herman hugo ian irene isaac ivan jack jackie jacob jaime jake james jamie jan jane janet janice jared jason "
    "javier jay jean jeff jen jenna jennifer jenny jeremy jerome jerry jesse jessica jesus jill jim jimmy joan joann "
    "joanne joe joel joey john johnny jon jonathan jordan jorge jose joseph josh joshua joyce juan juanita judy julia "
    "julie julio justin karen karl karla kate kathy katie keith kelly ken kenneth kenny kevin kim kirk kristen kyle "
    "lance larry laura lauren laurie lee leo leon leonard leroy leslie lester lewis liam linda lisa liz lloyd lonnie "
    "lorena lori louis luis luke lupe lynn magda manny manuel marco marcos marcus margaret maria mariana marie mario "
    "marisol mark marlene martha martin marv marvin mary matt matthew maurice max megan mel melissa michael michelle "
    "miguel mike mikey mitch mohamed molly monica nacho nadia nancy natalie nate nathan neil neto nick nicole nina "
    "norm norma norman oleg olga omar oscar otto pablo pam pamela pat patricia patrick patty paul paula pedro peggy "
    "pete peter phil philip priya rachel rafael ralph ramon randy raul ray raymond rebecca reggie rene renee rhonda "
    "ricardo rich richard rick ricky rita rob robert roberto rocky rodney rogelio roger roland ron ronald ronnie rosa "
    "rose ross roy ruben ruby russ russell ruth ryan sal sally salvador sam samantha samuel sandra sandy santiago "
    "sara sarah scott sean sergei sergio shane shannon sharon shawn sheila shelly sheri sherry silvia sonia stacy "
    "stan stella stephanie stephen steve steven stu sue susan suzy sylvia tammy tanya tara ted teresa terrence terri "
    "terry theresa thomas tiffany tim timothy tina todd tom tommy toni tony tono tracy travis trevor tyler tyrone "
    "valerie vance vanessa vernon vern veronica vic vicki victor victoria vince vincent virginia vlad wade wally walt "
    "walter wanda warren wayne wendell wendy wes wilbur will william willie wilmer ximena yolanda zach".split()
)
# Words that are nobody's name, whatever stands before them.
_NONE = frozenset(
    "a an the about regarding not your for my our driver drivers calling in on at just load truck "  # noqa: SIM905
    "trailer number is it me mc dot from with dispatch dispatcher he she him her they them his what why how who whose "
    "where when which ok okay good fine right correct wrong too so very i we us you yes yeah yep no nope sure that "
    "this these those there here hello hi hey and or but going gonna still been also because cause ridiculous crazy "
    "bad great all any company carrier owner operator broker well uh um sorry bye thanks thank please speaking you're "
    "youre name mine someone somebody anybody anyone nobody person people human machine robot real live alive hold "
    "wait one two three four five six seven eight nine ten zero twenty thirty forty fifty perfect empty loaded "
    "interested low high cheap like probably over out only more less van reefer flatbed monday tuesday wednesday "
    "thursday friday saturday sunday today tomorrow tonight first next last later now up down back off to of if as "
    "whoever sales billing accounting manager supervisor boss office shop safety customer service english spanish "
    "morning afternoon evening running run late gone done ready stuck sitting waiting heading headed actually again "
    "maybe get got can could would will do does did have has had some another what's that's i'm im i'll we're it's "
    "its don't dont ain't aint never under ask talk need want looking urgent texting quit needed sleeping info phone "
    "cell available already instead work something job anything loads probably tired sick company el la los las lo un "
    "una unos unas de del con por para que si usted ustedes quien espanol ingles transportes chofer operador "
    "despachador despachadora mi su muy bueno dueno al desde estamos estoy soy es esta este eso ese aqui alguien "
    "persona humano gerente encargado bien donde cuando como nada todo algo ya yo tu otro otra claro sobre carga "
    "troca camion hoy manana senor senora oficina cargado vacio listo mas menos nomas pues ahi ahorita en y o a ni "
    "quieren jefe se ando andamos agente compania va viene le nos me te supposed what's whats how's hows wheres set "
    "same use mismo misma este running reading on at".split()
)
_W = r"[a-z][a-z'-]*[a-z]"
_NAME = rf"(?P<name>(?:(?:big|little|old|mr|mrs|miss) )?{_W}(?: {_W}){{0,2}})"
_NICK = ("big", "little", "old", "mr", "mrs", "miss")
_EDGE = re.compile(
    r"$|[.,!?;]|,? (?:uh|um|its|it's|hes|he's|shes|she's|"
    r"with|from|at|over at|over here|here|calling|de|speaking|is speaking|out of|in dispatch|"
    r"again|para servirle|mc|and|y|on (?:load|your|the)|in (?:truck|dispatch)|about|\d|his|her|phone|cell|"
    r"number|truck|trailer|zero|oh|one|two|three|four|five|six|seven|eight|nine|company|company is|i'm|im|i|we|"
    r"got|what\w*|dispatchin|y me|ando|traigo)\b"
)
_COMPANY = re.compile(
    r"\b(?:hauling|trucking|transport\w*|logistics|express|freight|carriers?|llc|inc|lines?|brothers|"
    r"haulers?|capital|drayage|factoring|haul|english|polish|mexican|spanish|voicemail)\b"
)
_START = (
    r"(?:^|[.,!?] |\b(?:and|yes|yeah|yep|yessir|correct|asi es|sure|hi|hello|hey|howdy|ok|okay|"
    r"morning|afternoon|sir|mam|hola|bueno|si)[ ,]+)"
)
# Surely the caller's; likely; and so only where it is a name without doubt.
_SURE = re.compile(
    rf"\b(?:(?P<whose>\w+(?:'s)?|^) )?(?:name(?:'s|s| is)?|nombre es|me llamo|they call me|"
    rf"(?:you'?re|you are) (?:speaking|talking) (?:with|to)|le (?:habla|"
    rf"saluda)) {_NAME}"
)
# "My name's Earl", or after a number that was read out; "the receiver's name" is somebody else's.
_OWN = (
    *("my", "and", "mi", "hi", "hello", "sir", None),
    *("zero", "oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
)
_LIKELY = re.compile(
    rf"(?:\bthis is|{_START}habla|\baqui|\bsoy|(?:^|\b(?:hi|hey|hello|yo|morning|howdy|yeah|yes|ya|boo)[ ,]+)it'?s"
    rf"(?= \w+ (?:from|with|at|over|out of)\b)) {_NAME}"
)
_MAYBE = (
    re.compile(rf"{_START}(?:it's|its|i'm|im|it is|i am|just me again|me again) {_NAME}"),
    re.compile(
        rf"{_START}{_NAME}(?=,? (?:with|from|at|here|de la|over at|mc|para servirle|at your service)\b)"
    ),
    re.compile(rf"\b(?:morning|afternoon|again) {_NAME}(?= (?:from|with|at)\b)"),
)
_SPEAKING = re.compile(rf"(?:^|[.,] |\b(?:yes|yeah) ){_NAME} (?:is )?speaking\b")
_ALONE = re.compile(
    rf"^{_START}?(?:it's |its |this is |i'm |es |soy |con )?{_NAME}(?=\W*$|,? (?:with|from|at|de|here|in|"
    rf"over|uh|um|area)\b|,? \d|,? (?:zero|one|two|three|four|five|six|seven|eight|nine)\b)"
)
_I_AM = re.compile(rf"{_START}(?:i'm|i am) {_NAME}")
_ITS = re.compile(rf"{_START}it's {_NAME}(?=[.,])")
_MACHINE = re.compile(
    r"\b(?:leave (?:me )?(?:a |your )?(?:message|name)|after the (?:tone|beep)|reached|recado|mensaje)\b"
)
_THIRD = re.compile(r"\b(?:his|her|driver'?s?|chofer)\b[^.]{0,20}\b(?:name|nombre)\b|\bnamed? of\b")


def _named(found: re.Match[str], heard: str, *, is_sure: bool) -> str:
    """The name of a match as heard, with capitals; empty where it may be other words.

    It ends before the first word that is none. In small letters a second word belongs to it only at the end of what
    tells the name. `is_sure` where no more is needed than that it isn't another known word.
    """
    group = "name" if found["name"] else "before"
    start, words = found.start(group), found[group].split()
    text, is_written = found.string, heard[start].isupper()
    size = next((at for at, word in enumerate(words) if word in _NONE or word.endswith("'s")), len(words))
    while size > 1:
        part = heard[start : start + len(" ".join(words[:size]))]
        is_written_on = all(word[:1].isupper() for word in part.split())
        if (is_written and is_written_on) or (
            not is_written
            and (
                words[0] in (*_NICK, *_FIRST) and (_EDGE.match(text, start + len(part)) or words[0] in _NICK)
            )
        ):
            break
        size -= 1
    if not size:
        return ""
    name = heard[start : start + len(" ".join(words[:size]))]
    after = start + len(name)
    if _COMPANY.search(text[start:after]) or re.match(
        rf" (?:(?!with|from|at|de|for|over|and)\w+ )?{_COMPANY.pattern}", text[after : after + 30]
    ):
        return ""
    if re.match(r"@|\.\w", text[after : after + 2]):
        return ""
    is_known = any(word in _FIRST for word in words[:size])
    is_capital = is_written and start > 0 and text[start - 2] not in ".!?" and any(map(str.islower, heard))
    is_short = size == 1 or is_capital
    if not is_sure and not _EDGE.match(text, after):
        return ""
    if not (is_known or (is_sure and (is_capital or (is_short and _EDGE.match(text, after))))):
        return ""
    return name if name != name.lower() else " ".join(word.capitalize() for word in name.split())


def _callers(words: str, heard: str, expecting: Expecting) -> Iterator[str]:
    """The caller's names, the surest first."""
    for found in _SURE.finditer(words):
        if found["whose"] in _OWN:
            yield _named(found, heard, is_sure=True)
    for found in _SPEAKING.finditer(words):
        yield _named(found, heard, is_sure=True)
    written = [_I_AM] if any(map(str.isupper, heard[1:])) else []
    if expecting in (Expecting.IDENTITY, Expecting.CALLBACK) and not _THIRD.search(words):
        written += [_ITS] if written else []
    for pattern in written:
        for found in pattern.finditer(words):
            if heard[found.start("name")].isupper():
                yield _named(found, heard, is_sure=True)
    for found in _LIKELY.finditer(words):
        yield _named(found, heard, is_sure=True)
    if expecting in (Expecting.NAME, Expecting.CONTACT) and (alone := _ALONE.match(words)):
        yield _named(alone, heard, is_sure=True)
    if not _THIRD.search(words):
        for pattern in _MAYBE:
            for found in pattern.finditer(words):
                yield _named(found, heard, is_sure=False)


_PERSON = re.compile(
    r"\b(?:(?:talk|speak|chat|connect me|put me through|transfer(?: me)?|patch me|hand me)(?: back)? (?:to|"
    r"with|over to)|looking for|asking for|ask for|hablar con|comunique\w* con|pase\w* (?:con|a)|pasame "
    r"(?:con|a)|"
    rf"me (?:pasa|comunica) (?:con|a)|busco a) {_NAME}"
)
_THERE = re.compile(
    rf"(?<!this )\b(?:is|are|esta|anda|get|give|put|grab|tell)(?: me)? {_NAME}(?= (?:there|around|in(?: today| yet|\?|"
    rf"$)|available|"
    r"in (?:the office|billing|dispatch)|on (?:the (?:line|phone)|now)|ahi|por ahi|disponible)\b)|\bbroker, "
    r"con (?P<con>[a-z]+)"
)


def _person(words: str, heard: str) -> str:
    """Whom the caller asks for by name."""
    for found in _PERSON.finditer(words):
        if (name := _named(found, heard, is_sure=True)) or (name := _first_word(found, heard)):
            return name
    for found in _THERE.finditer(words):
        if found["con"]:
            return heard[found.start("con") : found.end("con")].capitalize()
        if name := _named(found, heard, is_sure=True) or _first_word(found, heard):
            return name
    return ""


def _first_word(found: re.Match[str], heard: str) -> str:
    """The first word of a match, where it may be a name."""
    word = found["name"].split()[0]
    start = found.start("name")
    return (
        heard[start : start + len(word)].capitalize()
        if word.removesuffix("'s") not in _NONE and len(word) > 2
        else ""
    )


_DRIVER_NAMED = re.compile(
    r"\b(?:(?:driver|drivers|driver's|chofer|operador|conductor)(?: (?:is )?(?:name|named|nombre))(?:'s|s)?(?: (?:is|"
    r"of|es))?|"
    rf"(?:chofer|operador|conductor)\b[^.?!]{{0,50}}\bse llama|driver\b[^.?!]{{0,30}}\b(?:named|called)) {_NAME}"
)
_DRIVER = re.compile(
    rf"(?<!co )(?<!co-)\b(?:driver|driver's|drivers|chofer|operador|conductor)"
    rf"(?P<told>(?: (?:on (?:it|that|this(?: one)?)|for (?:it|that|this)))?[ ,:]+(?:is|will be|is gonna be|"
    rf"gonna be|would be|it's|es|va a ser))? {_NAME}"
)
_DRIVES = re.compile(
    rf"(?:^|[.,!?] |\b(?:and|that|it's|sending|guy|so|uh) ){_NAME}(?='?s? ?(?:(?:is|will be|'ll be|gonna be|"
    rf"'s) )?(?:driving|hauling|running|"
    r"the driver|my driver|our driver|on (?:it|that one|this one))\b)"
)
_GUY_NAMED = re.compile(
    rf"\b(?:guy|fella|fellow|kid|driver|man|muchacho)(?:'s)? (?:is )?(?:named|called|name is|name's|de "
    rf"nombre) {_NAME}"
)
_ON_STATUS = re.compile(
    rf"(?:^|[.!?] |\b(?:yeah|so|well|uh|my guy|my driver|ok|okay)[, ]+){_NAME}(?='s| (?:is|just|should|got|"
    rf"gets|will|was|has|had|says|"
    r"said|told|left|made|called|texted|ya|va|anda|esta)\b)"
)
_STATUS = (Expecting.PLACE, Expecting.TIME, Expecting.REASON)
_HIS_NAME = re.compile(
    rf"\b(?:his|her) name(?:'s|s| is|[^.?!]{{0,40}}[.?!] it's) {_NAME}|[.,] (?P<before>{_W}),? (?:is )?his "
    rf"name\b"
)
_DRIVER_AFTER = re.compile(
    rf"\b(?:talk to|speak to|talk with|ask|call|it's) {_NAME}[^.?!]{{0,15}}, (?:he|she)'?s (?:the|my|our) "
    rf"driver\b"
)
_ABOUT_DRIVER = re.compile(r"\b(?:driv\w+|chofer|operador|nephew\w*|brother\w*|truck|rate con\w*)\b")


def _driver(words: str, heard: str, expecting: Expecting) -> str:
    """The driver's name; where a truck's whereabouts were asked for, also that of whom the answer is about."""
    if expecting == Expecting.CONTACT and (name := _answered(words, heard)):
        return name
    told = [_DRIVER_AFTER, _DRIVER_NAMED, *([_GUY_NAMED] if "driv" in words else [])]
    told += [_HIS_NAME] if _ABOUT_DRIVER.search(words) else []
    for pattern in (*told, _DRIVER):
        for found in pattern.finditer(words):
            is_sure = pattern is not _DRIVER or bool(found["told"]) or heard[found.start("name")].isupper()
            # Asked for the driver, "driver is dragan petrovic 312…" tells a name that nobody has on a list.
            is_answer = expecting == Expecting.CONTACT and is_sure and pattern in (_DRIVER, _DRIVER_NAMED)
            if is_answer and (name := _told_name(found, heard)):
                return name
            if name := _named(found, heard, is_sure=is_sure) or _known(found, heard, only_first=True):
                return name
    if expecting == Expecting.CONTACT and (name := _answered(words, heard)):
        return name
    for pattern in (_DRIVES, *([_ON_STATUS] if expecting in _STATUS else [])):
        for found in pattern.finditer(words):
            if (name := _known(found, heard)) and not _COMPANY.search(
                words[found.start() : found.end() + 15]
            ):
                return name
    return ""


_DIGIT = re.compile(
    r"(?:\d.*|zero|oh|one|two|three|four|five|six|seven|eight|nine|triple|double|cero|uno|dos|tres|cuatro|cinco|seis|"
    r"siete|ocho|nueve|phone|cell|number|his|her|at|and|his|y|con|su|numero|celular|telefono|truck|uh|um)"
)


_LEAD = re.compile(
    r"^\W*(?:(?:'?s|uh|um|yeah|ok|okay|sure|well|so|it'?ll|it will|that'?d|that would|that'?s|it'?s|its|he'?s|i'?m|be|"
    r"me|myself|es|ser[aá]|va a ser|yo|mero|soy|el|la|mi|my|our|his|her|don|driver|drivers|chofer|names?|is|"
    r"goes by|they call (?:him|her)|se llama|pues)\b\W*)*"
)
_LED_NAME = re.compile(r"\b(?:names?|goes by|call (?:him|her)|se llama|driver|drivers|chofer)\b")


# After a lone name, asked for a driver: "carl, this number".
_REST = re.compile(
    r"\W*(?:$|(?:this|same|my|use|the|este|mismo|mi|el mismo) (?:number|phone|cell|one|numero|telefono)\b|\d|"
    r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)\b)"
)
# "Gurpreet Singh, five five nine …"
_PHONE_AFTER = re.compile(
    r"\W*(?:(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|\d+)\W*){10}$|\W*\d{3}\W*\d{3}\W*\d{4}\W*$"
)
_TEAM = re.compile(r" (?:and|y) ([a-z]+)\b")  # "Rodrigo and Luis"


def _answered(words: str, heard: str) -> str:
    """A name that stands before a number, asked for a driver: "that'd be big earl uh earl hutchins nine two oh …"."""
    if DOMAIN.search(words) or "@" in words:
        return ""
    start = at = _LEAD.match(words).end()  # type: ignore[union-attr]
    name: list[str] = []
    for found in re.finditer(r"[\w'-]+", words[start:]):
        if found[0] in ("uh", "um", "este"):
            name = []
            continue
        if found[0] in _NONE or _DIGIT.fullmatch(found[0]):
            break
        if len(name) >= MAX_NAME:
            return ""
        at = start + found.start()
        name.append(heard[at : at + len(found[0])])
    # "Driver's me, Ernesto, this number": a name that nobody has on a list.
    is_ended = bool(_REST.match(words, start + len(" ".join(name))))
    is_called = len(name) in (2, 3) and bool(_PHONE_AFTER.match(words, at + len(name[-1])))
    is_told = is_ended and (
        (len(name) == 1 and len(name[0]) > 2) or is_called or bool(_LED_NAME.search(words[:start]))
    )
    is_led = start > 0 or is_ended
    mate = _TEAM.match(words, at + len(name[-1])) if name else None
    if mate and mate[1] in _FIRST:
        return " and ".join(each.capitalize() for each in (" ".join(name), mate[1]))
    if (
        not name
        or not (is_told or any(word.lower() in _FIRST for word in name))
        or (len(name) < 2 and not is_led)
    ):
        return ""
    return " ".join(word.capitalize() if word.islower() else word for word in name)


def _told_name(found: re.Match[str], heard: str) -> str:
    """A name of up to three words of which one is known, or that ends where a number or the answer does."""
    words = found["name"].split()
    size = next((at for at, word in enumerate(words) if word in _NONE or _DIGIT.fullmatch(word)), len(words))
    start = found.start("name")
    name = heard[start : start + len(" ".join(words[:size]))]
    rest = found.string[start + len(name) :].strip(" ,.")
    is_ended = not rest or bool(_DIGIT.match(rest))
    if words[0] == "don" and size > 1:  # "don chuy": a courtesy
        name = name[len("don ") :]
    if not size or not is_ended or any(map(str.isdigit, name)):
        return ""
    return name if name != name.lower() else " ".join(word.capitalize() for word in name.split())


def _known(found: re.Match[str], heard: str, *, only_first: bool = False) -> str:
    """The first word of a match's name that is a name without doubt."""
    start = found.start("name")
    for word in re.finditer(r"[a-z-]+", found["name"] or ""):
        if word[0] in _FIRST:
            return heard[start + word.start() : start + word.end()].capitalize()
        if only_first:
            break
    return ""


def read_people(words: str, heard: str, listening: Listening) -> People:
    """The people named, as heard; a lone word is the caller's name only where that was asked for."""
    is_machine = bool(_MACHINE.search(words))
    driver = "" if is_machine else _driver(words, heard, listening.expecting)
    callers = () if is_machine else _callers(words, heard, listening.expecting)
    name = next((name for name in callers if name and name != driver), "")
    person = _person(words, heard)
    return People(
        name=name if name != person else "",
        person=person,
        email=read_email(words),
        driver=driver,
        is_driver=drives_themselves(words),
        is_this_number=uses_this_number(words),
        is_on_file=is_on_file(words),
    )
