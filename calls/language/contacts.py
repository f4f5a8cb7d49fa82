"""Where somebody is reached: an e-mail address, written or spoken, the number of the call, or what is on file."""

import re

MAX_LOCAL = 3  # spoken words that make up an address before its "at"
_THIS_NUMBER = re.compile(
    r"\b(?:(?:this|the same|same|my) (?:phone )?(?:number|phone|cell)\b(?! (?:is|'?s|one)\b)|"
    r"(?:the )?(?:number|phone) (?:that )?(?:i'?m|im|i am|you(?:'re| are)?|i|we'?re) (?:just )?"
    r"(?:call\w*|got|reached|on|dial\w*)|(?:el |al )?mismo (?:numero|telefono|cel\w*)|"
    r"(?:a |al |en |con )?este (?:mismo )?(?:numero|telefono)|"
    r"(?:numero|telefono) (?:de|del) (?:que|cual) (?:le |les )?(?:llamo|hablo|marco))"
)
_ON_FILE = re.compile(
    r"\b(?:(?:on|in) (?:the |your )?(?:file|record|system)|"
    r"you (?:already |should )?(?:guys )?(?:already )?(?:have|got) (?:it|that|ours|mine|the (?:same|e-?mail))|"
    r"(?:el|ya|lo) que (?:ya )?tienen?|ya lo tienen?|en (?:el )?(?:archivo|sistema))\b"
)
_DRIVES_SELF = re.compile(
    r"\b(?:driver'?s? (?:is )?me|driver is myself|"
    r"(?:i'm|im|i am|i'll be|it's me,?|that's me,?) (?:\w+ )?(?:the driver|driving|hauling it|running it)|"
    r"soy (?:yo )?el chofer|el chofer soy yo|lo manejo yo|yo (?:mero )?(?:lo |la )?manejo)\b"
)


def drives_themselves(words: str) -> bool:
    """Whether who speaks is the driver: "I'm driving it"."""
    return bool(_DRIVES_SELF.search(words))


def uses_this_number(words: str) -> bool:
    """Whether the number of the call itself is meant: "same number you called"."""
    return bool(_THIS_NUMBER.search(words))


def is_on_file(words: str) -> bool:
    """Whether what is known already is meant: "use the e-mail on file"."""
    return bool(_ON_FILE.search(words))


_WRITTEN = re.compile(r"[a-z0-9][\w.+-]{0,63}@[a-z0-9][a-z0-9-]{0,63}(?:\.[a-z0-9-]{1,63}){1,3}")
_ENDING = r"(?:com|net|org|us|co|biz|info|io|mx|ca|edu)"
DOMAIN = re.compile(
    rf"(?<![ ,])[ ,]{{1,3}}(?:at|arroba|@)[ ,]{{1,3}}(?P<domain>(?:[a-z0-9-]+ ){{1,4}}?)(?:dot|punto|\.) "
    rf"?(?P<end>{_ENDING})\b|(?<![ ,])[ ,]{{1,3}}(?:at|arroba)[ ,]{{1,3}}(?P<plain>[a-z0-9-]+\.{_ENDING})\b"
)
_JOINS = {
    "dot": ".", "punto": ".", "point": ".", "underscore": "_", "dash": "-", "hyphen": "-", "guion": "-", "minus": "-",
}  # fmt: skip
_NOT_LOCAL = frozenset(
    "is to it's its email e-mail mail address es correo me the send at a them my our us it that's and y al "  # noqa: SIM905
    "el la mi over on him her papers packet con rate confirmation paperwork everything name number".split()
)


def read_email(words: str) -> str:
    """An e-mail address, written or spoken: "dispatch at blue ridge dot com"."""
    if found := _WRITTEN.search(words):
        return found[0].rstrip(".")
    words = words.replace("guion bajo", "underscore")
    spoken = DOMAIN.search(words)
    if spoken is None:
        return ""
    local: list[str] = []
    before = re.findall(r"[\w'+.-]+", words[max(0, spoken.start() - 80) : spoken.start()])
    while before and (before[-1] not in _NOT_LOCAL or (len(before[-1]) == 1 and _is_spelled(local))):
        word = before.pop()
        is_joined = (
            word in _JOINS
            or (local and local[0] in _JOINS)
            or (len(word) == 1 and all(len(each) == 1 for each in local))
        )
        if local and not is_joined and len(local) >= MAX_LOCAL:
            local, before = local[-1:], ["is"]  # "con mucho gusto, anote: operaciones arroba …"
            break
        local.insert(0, word)
    if not before and not _is_spelled(local):
        local = local[-1:]  # no word tells where it begins
    name = "".join(_JOINS.get(word, word) for word in local)
    domain = spoken["plain"] or f"{_joined(spoken['domain'])}.{spoken['end']}"
    return f"{name}@{domain}" if name else ""


def _is_spelled(local: list[str]) -> bool:
    """Whether the words before the "at" are read out as one address."""
    return any(word in _JOINS for word in local) or (len(local) > 1 and all(len(word) == 1 for word in local))


def _joined(domain: str) -> str:
    """The spoken words of a domain as one."""
    return "".join(_JOINS.get(word, word) for word in domain.split())
