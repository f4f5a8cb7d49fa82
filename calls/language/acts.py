"""What is done by the words themselves, held against the classifier: what both don't agree on is doubtful."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from calls.language.asides import asks_for_somebody
from calls.language.classifier import kind_of
from calls.language.clauses import read_conditions
from calls.language.declines import (
    asks_for_call,
    asks_other_time,
    goes_elsewhere,
    lets_go,
    only_threatens,
    threatens,
    wants_other,
    wont_do,
)
from calls.language.money_figures import MAX_BESIDE, with_own
from calls.language.number_words import figures, languages_of, plain
from calls.language.opt_out import asks_for_source, asks_to_stop
from calls.language.questions import is_asking
from calls.language.reading import OWN, Act, Figure, Listening, Question, Reading, Role, Topic

CONDITIONAL = frozenset({Act.AGREES, Act.AGREES_IF, Act.COUNTERS, Act.YES})  # may hang on something
PRICE = ("price", "deal")  # kinds of what was asked to which a yes takes a price

# A price is taken by words that take one: what the classifier hears without them is asked about once more.
_TAKES = re.compile(
    r"\b(?:take (?:it(?! easy)|that|her|the|this)|i'?ll take|tak(?:ing|e) it|book|booked|deal|lock|works?|"
    r"workable|send|shoot|put (?:me|us|my|"
    r"him|it)|sold|done|agree[ds]?|accept\w*|let'?s (?:do|go|roll|run|book|ride)|do (?:it|that|her)|"
    r"run (?:it|that)|"
    r"haul it|sounds? (?:good|great|fair|fine|right)|go ahead|confirm\w*|sign me|count me in|i'?m in|"
    r"we'?re in|perfect|good to go|all set|can do|fair enough|write (?:it|me) up|roll with|"
    r"me la llevo|la (?:tomo|agarro|llevo|hago|hacemos|quiero|cojo|jalo|muevo|movemos|corro|acepto|llevamos|tomamos|"
    r"agarramos|jalamos|queremos|aceptamos)|trato|acepto|aceptad\w+|"
    r"de acuerdo|cerrad[oa]|cerramos|hecho|jalo|le entro|entramos|va que va|quedamos|reserv\w+|mand\w+|envi\w+|"
    r"apunt\w+|anot\w+|hagale|hagamosle|me (?:sirve|funciona|conviene|sale|parece bien|cuadra)|"
    r"nos (?:sirve|funciona|conviene|vamos)|perfecto|confirm\w+|dale pues|vamonos|ponme|pongame|esta perfecto)\b"
)
_AFFIRMS = re.compile(
    r"\b(?:yes|yeah|yea|yep|yup|yessir|ya sure|sure|absolutely|definitely|correct|right|exactly|"
    r"affirmative|okay|ok|alright|"
    r"that'?s (?:it|us|me|fine|good|right)|fine|good|great|cool|10-4|ten four|roger|you got it|bet|"
    r"hell yeah|heck yeah|"
    r"si|claro|correcto|correctisimo|exacto|asi es|eso es|eso mero|ese mero|simon|dale|vale|orale|"
    r"sale|va|bueno|bien|listo|andale|echele|efectivamente|afirmativo|por supuesto|arre|fierro)\b"
)
_FAREWELL = re.compile(
    r"\b(?:bye|good ?bye|so long(?! as)|take care|(?:talk|speak) (?:to (?:you|ya) )?(?:later|soon)|catch (?:you|ya)|"
    r"see (?:you|ya)|have a (?:good|great|nice|blessed) (?:one|day|night|evening|weekend)|next time|"
    r"adios|hasta luego|"
    r"(?:good|best of) luck|(?:buena )?suerte con|"
    r"nos vemos|(?:luego|despues) (?:hablamos|platicamos)|cuidese|que le vaya bien|otra ocasion|para la otra|"
    r"take it easy|nos hablamos|a la proxima)\b"
)


def says_farewell(words: str) -> bool:
    """Whether there are words of a good-bye, in plain words."""
    return bool(_FAREWELL.search(words))


_NOT_TAKING = re.compile(
    r"(?<!why )\b(?:not|never|won'?t|can'?t|couldn'?t|wouldn'?t|ain'?t|don'?t|didn'?t)"
    r"(?: (?:gonna|going to|able to|be|want to|wanna|even|ever))* "
    r"(?:book|booking|take|taking|run|running|haul|hauling|accept|accepting|agree|agreeing|send it|okay|ok|fine|good)\b"
)
_HESITATES = re.compile(
    r"\b(?:i hear (?:you|ya)|(?:lo|la|le|te|los) escuch[oa]|i see|understood|i understand|"
    r"comprendo|entiendo|ya (?:le|te) entendi|"
    r"hmm+|hm|let me (?:think|see|check)|think about|not sure|i don'?t know|a ver|dejeme|"
    r"deja(?:me)?|pensar\w*|no se)\b"
)
# "You already booked me", "okay, look": a claim, or the beginning of something else.
_SAYS_MORE = re.compile(
    r"\b(?:already|ya) (?:\w+ )?(?:booked|agreed|gave|gaven|promised|confirmed|said|told|aparto|"
    r"apartaron|dijo|dijeron|"
    r"prometi\w+|confirm\w+)\b|\b(?:mire|mira|oiga|oye|fijese|listen|look|but|pero)\W*$"
)
# Said alone these leave nothing to be doubted; "okay" and its like acknowledge, and take nothing.
_BARE = re.compile(
    r"\W*(?:(?P<yes>(?:(?:oh|uh|um|well|ok|okay|y|pues|ah) )?(?:yes|yeah|yea|yep|yup|yessir|"
    r"sure(?: thing)?|absolutely|definitely|of course|for sure|affirmative|si|claro(?: que si)?|simon|por supuesto|"
    r"(?:like )?i (?:just |already )?(?:said|told (?:you|ya|y'?all)) (?:yes|yeah|yep)|"
    r"(?:si )?ya (?:le |te |les )?dije que si)"
    r"(?:[, ]+(?:yes|yeah|yep|sure|sir|ma'?am|please|man|brother|buddy|boss|si|senor|senora|claro|por favor))*)"
    r"|(?P<right>(?:that'?s |it is |that is |es )?(?:correct|right|correcto|exact(?:ly|o)|it|"
    r"asi es)(?: sir| ma'?am)?)|(?P<okay>ok|okay|alright|all right|mm ?hm+|mhm+|uh ?huh|got it|i see|"
    r"bueno|ya|aja|entiendo|ok gracias|okay thanks)"
    r"|(?P<no>(?:(?:oh|uh|um|well|ah|pues) )?(?:no|nope|nah|no no|negative|no sir|no ma'?am|"
    r"para nada|nel|tampoco)))\W*"
)


_NODS = re.compile(r"\W*(?:(?:m+[ -]?h+m+|uh ?huh|aja|ujum)\W*)+")


def nods(heard: str) -> bool:
    """Whether all that is said is "mm hm": it may be a yes, or only tell that we are heard."""
    return bool(_NODS.fullmatch(plain(heard)))


def bare(words: str, listening: Listening) -> tuple[Act, ...]:
    """What a bare yes, "okay" or no does, where it is all that was said; nothing where it isn't."""
    found = _BARE.fullmatch(words)
    if found is None:
        return ()
    is_price = kind_of(listening) in PRICE
    if found["okay"] and kind_of(listening) == "deal" and _AFFIRMS.search(words):
        return (Act.YES, Act.AGREES)
    # "Right" to a price that wasn't asked about with yes or no only acknowledges it.
    if found["yes"] or (found["right"] and kind_of(listening) != "price"):
        return (Act.YES, Act.AGREES) if is_price else (Act.YES,)
    if found["right"]:
        return (Act.YES,)
    if found["okay"]:
        return (Act.YES,)
    return (Act.NO, Act.REFUSES) if is_price else (Act.NO,)


# Beside one of these a clause with "if" is no condition of a yes.
_NO_YES = frozenset(
    {Act.REFUSES, Act.DECLINES, Act.COUNTERS, Act.CLAIMS, Act.LEAVES, Act.CALLBACK, Act.SPLITS, Act.AGREES_IF}
)


def takes_with_condition(
    words: str, said: str, done: tuple[Act, ...], listening: Listening, *, names_ours: bool = False
) -> bool:
    """Whether a yes to a price hangs on something that the classifier hasn't heard: "sí, pero sólo si cargo hoy".

    So does our own price, proposed with it: "what about nine seventy five, plus detention if they hold me".
    """
    if kind_of(listening) not in PRICE or _NO_YES & set(done):
        return False
    rest, conditions = said, read_conditions(words, said, (Act.AGREES_IF,))
    for each in conditions:
        if _WONDERS.search(plain(each)):
            return False
        rest = rest.replace(each, " ")
    rest = plain(rest).strip(" ,.")
    is_proposed = names_ours and (Act.AGREES in done or _PROPOSES.search(rest))
    return bool(conditions and (not rest or is_proposed or _TAKES.search(rest) or _AFFIRMS.search(rest)))


_PROPOSES = re.compile(r"\b(?:what|how) (?:about|if)\b|\bque (?:le|te|les) parece\b")
# What takes a figure that stands right beside it.
_TAKES_WHAT = re.compile(
    r"(?<!no )(?<!not )(?<!n't )\b(?:good|fine|okay|ok|happy|conforme|de acuerdo) (?:with|at|on|for|con|en)"
    r"(?: (?:your|the|that|tus|sus|los|las))* ?\$?$"
)
_IS_TAKEN = re.compile(
    r"(?: dollars| bucks)?(?: is|'s| will| would|'ll|'d| me| nos)?(?: be| just)? "
    r"(?:okay|ok|fine|good|works?|alright|all right|esta bien|sirve|funciona)\b(?! if\b| enough)"
)

_PRICE_IS_FINE = re.compile(
    r"\b(?:price|rate|money|precio|tarifa)(?:'s| is| esta| me parece)? (?:just |muy )?"
    r"(?:fine|good|okay|ok|alright|bien)\b(?! if\b| enough)"
)


def takes_ours(text: str, sums: Sequence[Figure]) -> bool:
    """Whether our price alone is said back, and taken by the words beside: "no, I said I'm good with your 1,725".

    So is "the price is fine" without a figure.
    """
    if not sums:
        return bool(_PRICE_IS_FINE.search(text))
    ours = [each for each in sums if each.role == Role.OFFER_BACK]
    return len(ours) == len(sums) and any(
        _TAKES_WHAT.search(text[: each.start]) or _IS_TAKEN.match(text[each.end :]) for each in ours
    )


# What is asked of us in so many words, beside whatever is told of a rate: "you gotta get me to two grand".
_DEMANDS = re.compile(
    r"(?:(?<!told me )(?<!told us )(?<!said )(?<!says )\b(?:you|y'?all|yall)(?:'?d|'?ll)? "
    r"(?:gotta|got to|have to|need to|gonna have to) (?:get|give|pay|put) (?:me|us|him|her)(?: up)?(?: to| at)?|"
    r"\b(?:gimme|(?:so|then) give (?:me|us))(?: (?:the|that))?) "
    r"(?:\$?\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"[a-z]+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b)|"
    r"\b(?:me|nos) tiene[ns]? que (?:dar|pagar|subir a|poner(?: en)?) (?:\$?\d|(?:mil|dos|tres|cuatro|cinco|seis)\b)"
)


def settled(reading: Reading, listening: Listening) -> Reading:
    """Hold acts and figures against each other.

    A price of their own is a counter, unless the load is turned down with it, or it is only claimed. Who agrees and
    names another price, or a condition, doesn't agree cleanly. What is asked has a topic. Who says in so many words
    that they aren't to be called again opts out.
    """
    draft = _Draft(reading, listening)
    draft.hold_who()
    draft.hold_prices()
    draft.hold_questions()
    draft.hold_no()
    draft.hold_contraries()
    draft.hold_conditions()
    draft.hold_yes()
    return draft.done()


class _Draft:
    """A reading while what it says is held against itself, one rule after the other."""

    def __init__(self, reading: Reading, listening: Listening) -> None:
        self.reading, self.words = reading, plain(reading.text)
        self.kind = kind_of(listening)
        self.is_price = self.kind in PRICE
        self.acts, self.unsure = list(reading.acts), set(reading.unsure)
        self.figures, self.questions = reading.figures, reading.questions
        self.conditions: tuple[str, ...] = ()
        self.own: list[Figure] = []  # their own prices, as first heard

    def add(self, act: Act) -> None:
        """An act that is there once."""
        if act not in self.acts:
            self.acts.append(act)

    def drop(self, *acts: Act) -> None:
        """Acts that aren't there after all."""
        self.acts = [each for each in self.acts if each not in acts]

    def ask(self, topic: Topic) -> None:
        """A question that is in all that was said, unless it was heard."""
        if not any(each.topic == topic for each in self.questions):
            self.questions = (*self.questions, Question(topic, self.reading.text))
            self.add(Act.ASKS)

    def leave_prices(self) -> None:
        """What they name is nothing that they ask."""
        self.figures = tuple(
            replace(each, role=Role.OTHER_PRICE) if each.role in OWN else each for each in self.figures
        )

    def hold_who(self) -> None:
        """Who is wanted, and who wants no more calls."""
        if asks_to_stop(self.reading.text):
            self.add(Act.OPTS_OUT)
            self.unsure.discard(Act.OPTS_OUT)
        elif asks_for_source(self.reading.text):
            self.drop(Act.OPTS_OUT)
        if asks_for_somebody(self.words) and Act.WANTS_PERSON not in self.acts:
            self.add(Act.WANTS_PERSON)
            self.unsure.discard(Act.WANTS_PERSON)
            self.questions = tuple(each for each in self.questions if each.topic != Topic.WHO)
        if not self.reading.is_by_model or self.kind == "deal":
            self.acts += [act for act in _led_by(self.words, self.acts, self.kind) if act not in self.acts]

    def hold_prices(self) -> None:
        """Which price is asked, and which only claimed."""
        if Act.CLAIMS in self.acts and _DEMANDS.search(self.words):
            self.drop(Act.CLAIMS, Act.COUNTERS)
            self.acts.append(Act.COUNTERS)
            self.unsure.add(Act.COUNTERS)
        is_bare = len(re.findall(r"[a-z]{2,}", self.words)) <= MAX_BESIDE
        if Act.COUNTERS in self.acts and (is_bare or Act.CLAIMS not in self.acts):
            self.figures = with_own(self.figures)  # who names a price of their own has named one
            self.drop(Act.CLAIMS)
        self.own = [each for each in self.figures if each.role in OWN]
        if not self.own:
            return
        if Act.COUNTERS not in self.acts and {Act.DECLINES, Act.CLAIMS} & set(self.acts):
            self.leave_prices()
            return
        if Act.COUNTERS not in self.acts:
            self.acts.append(Act.COUNTERS)
            self.unsure.add(Act.COUNTERS)
        self.drop(Act.AGREES)

    def hold_questions(self) -> None:
        """What is asked has a topic, and what has one is asked."""
        if asks_for_source(self.reading.text) and all(each.topic != Topic.WHO for each in self.questions):
            self.questions = (*self.questions, Question(Topic.WHO, self.reading.text))
        is_form = "?" in self.reading.text or is_asking(self.reading.text)
        if self.questions:
            self.add(Act.ASKS)
        elif Act.ASKS in self.acts and (_NO_ASKING & set(self.acts) or not is_form):
            self.acts.remove(Act.ASKS)
        elif Act.ASKS in self.acts:
            self.questions = (Question(Topic.OTHER, self.reading.text),)
        if _HOW_MUCH.search(self.words):
            self.questions = tuple(
                replace(each, topic=Topic.RATE) if each.topic in (Topic.TERMS, Topic.OTHER) else each
                for each in self.questions
            )

    def hold_no(self) -> None:
        """The load is turned down, or only threatened to be."""
        if self.is_price and goes_elsewhere(self.words):
            self.drop(*_HAGGLES)
            self.acts.append(Act.DECLINES)
            self.leave_prices()
        is_of_load = self.is_price or self.kind in ("equipment", "load", "confirmation")
        is_other = wants_other(self.words)
        is_no = is_other or lets_go(self.words) or wont_do(self.words)
        if is_of_load and is_no and not self.reading.is_by_model and not self.own:
            # A yes to what we asked may stand beside it: "yeah this is Dale, but we'll pass".
            self.drop(*_HAGGLES, Act.ASKS_MORE)
            self.acts.append(Act.DECLINES)
            self.acts += [Act.CALLBACK] if Act.CALLBACK in self.reading.acts else []
            self.unsure.discard(Act.DECLINES)
            if is_other:
                self.ask(Topic.OTHER_LOADS)
        elif threatens(self.words) and asks_other_time(self.words) and not self.reading.is_by_model:
            # "Could he deliver tomorrow instead, otherwise we gotta pass" hangs on that.
            self.drop(Act.DECLINES)
            self.add(Act.AGREES_IF)
            self.unsure.add(Act.AGREES_IF)
            self.reading = replace(self.reading, conditions=self.reading.conditions or (self.reading.text,))
        elif Act.ASKS_MORE in self.acts and threatens(self.words):
            self.drop(Act.DECLINES)
        if Act.DECLINES in self.acts and not asks_for_call(self.words):
            self.drop(Act.CALLBACK)

    def hold_contraries(self) -> None:
        """Acts that the words or another act speak against."""
        if self.is_price and _WITH_FUEL.search(self.words):
            self.drop(Act.REFUSES)
        if _NOT_IN.search(self.words):
            self.drop(Act.CHECKED_IN)
        is_elsewhere = Act.REFUSES in self.acts or any(
            each.topic == Topic.OTHER_LOADS for each in self.questions
        )
        if is_elsewhere and not (_TAKES.search(self.words) or _AFFIRMS.search(self.words)):
            # "Six to ten, no sir, could they load me Saturday?" takes nothing, nor does "any that isn't tarped".
            self.drop(Act.AGREES_IF)
        if self.is_price and not self.reading.is_by_model and asks_other_time(self.words):
            self.ask(Topic.FLEXIBILITY)

    def hold_conditions(self) -> None:
        """What a yes or a price hangs on; without anything it is a plain one."""
        is_if = Act.AGREES_IF in self.acts and not self.reading.conditions
        if is_if and (self.reading.dropped or _FOR_A_REASON.search(self.words)):
            changed = (Act.AGREES if act == Act.AGREES_IF else act for act in self.acts)
            self.acts = [*dict.fromkeys(changed)]
            self.unsure.add(Act.AGREES)
        is_back = self.figures and all(each.role == Role.OFFER_BACK for each in self.figures)
        if self.is_price and not self.acts and is_back and _AFFIRMS.search(self.words):
            self.acts, self.unsure = [Act.AGREES], {Act.AGREES}
        # What an answer hangs on, a language model tells; the words alone tell it of a yes or a price only.
        if CONDITIONAL & set(self.acts) or self.reading.is_by_model:
            self.conditions = self.reading.conditions
        if self.conditions and self.is_price and Act.AGREES in self.acts:
            self.add(Act.AGREES_IF)

    def hold_yes(self) -> None:
        """Whether a yes is one: it is refused, takes leave, or is to be asked about once more."""
        if self.kind == "deal" and Act.YES in self.acts and _HESITATES.search(self.words):
            self.unsure.add(Act.YES)
        if Act.AGREES not in self.acts or not self.is_price:
            return
        is_leaving = Act.LEAVES in self.acts or _FAREWELL.search(self.words)
        if _NOT_TAKING.search(self.words):
            self.acts[self.acts.index(Act.AGREES)] = Act.REFUSES  # "I'm not gonna book it"
            self.acts = [*dict.fromkeys(self.acts)]
            self.unsure.add(Act.REFUSES)
        elif is_leaving and self.tells_details():
            self.unsure.add(Act.AGREES)  # "right, and my email is …, talk soon"
        elif is_leaving and not _TAKES.search(self.words):
            self.drop(Act.AGREES)  # "okay bye" takes leave, and nothing else
            self.add(Act.LEAVES)
        elif self.is_doubtful():
            self.unsure.add(Act.AGREES)

    def tells_details(self) -> bool:
        """Whether a model hears the yes to a read-back begin the line, and where the papers go or who drives told."""
        reading = self.reading
        is_first = bool((found := _AFFIRMS.search(self.words)) and found.start() < MIN_CHATTER)
        return (
            self.kind == "deal" and reading.is_by_model and is_first and bool(reading.email or reading.driver)
        )

    def is_doubtful(self) -> bool:
        """Whether a yes to a price is to be asked about once more."""
        words, reading = self.words, self.reading
        return bool(
            _is_doubtful_back(reading, self.acts, words)
            # "Two thirty-five a mile and I'll do it": near to our price, and maybe their own.
            or (self.figures and _A_MILE.search(words))
            or (reading.asks(Topic.RATE_CON) and not _PAPERS.search(words))
            or not (_TAKES.search(words) or _AFFIRMS.search(words))
            or _HESITATES.search(words)
            or _SAYS_MORE.search(words)
            or (self.kind == "deal" and _BEGINS_WITH_NO.search(words))
            or (
                len(words.split()) >= MIN_CHATTER
                and not (reading.is_by_model and (reading.email or reading.driver))
            )
            or {Act.REFUSES, Act.DECLINES} & set(self.acts)
        )

    def is_beside(self, condition: str) -> bool:
        """Whether a model tells a clause in which no price of theirs stands: "put detention at fifty, after two"."""
        start, reading = self.reading.text.find(condition), self.reading
        is_told = reading.is_by_model and start >= 0 and all(each.end for each in self.own)
        return is_told and not any(start <= each.start < start + len(condition) for each in self.own)

    def done(self) -> Reading:
        """The reading, as it is now."""
        spans = dict(zip(self.reading.acts, self.reading.spans, strict=False))
        # "Somebody better tell me by five": of anything but a price a model knows better.
        may_wonder = self.reading.is_by_model and not self.is_price
        return replace(
            self.reading,
            acts=tuple(self.acts),
            spans=tuple(spans.get(act, (0, len(self.reading.text))) for act in self.acts),
            unsure=frozenset(self.unsure & set(self.acts)),
            figures=self.figures,
            questions=self.questions,
            conditions=tuple(
                each
                for each in self.conditions
                if not (self.own and not self.is_beside(each) and _is_price(each, self.own))
                and (may_wonder or not _WONDERS.search(plain(each)))
                and not only_threatens(plain(each))
            ),
        )


_NOT_IN = re.compile(
    r"\b(?:did ?n'?t|have ?n'?t|did not|have not|not|never|ain'?t) (?:even |been |even been )?check(?:ed)?[ -]?in\b|"
    r"\bchecked in\W+no\b|\bni he llegado\b|\bno (?:me )?he (?:llegado|registrado)\b"
)
_FOR_A_REASON = re.compile(r"\b(?:(?:just |only )?(?:'?cause|cuz)|because|porque)\b")
_HAGGLES = (Act.COUNTERS, Act.CLAIMS, Act.REFUSES, Act.AGREES, Act.AGREES_IF, Act.CALLBACK, Act.DECLINES)
_WITH_FUEL = re.compile(r"\b(?:is|does) (?:that|it|this) (?:with |includ\w+ |plus )(?:the )?fuel\b")
# What sounds like a question, and is another thing that is wanted or said.
_NO_ASKING = frozenset(
    {Act.REPEAT, Act.WANTS_PERSON, Act.ASK_OTHER, Act.ASKS_MORE, Act.SPLITS, Act.OPTS_OUT, Act.WRONG_NUMBER}
)
_HOW_MUCH = re.compile(r"\bque tanto (?:(?:me|nos|le|les|esta[ns]?|anda[ns]?) )*(?:pag|ofrec|dan?\b)")
# How an answer to a yes-or-no question begins that says more than yes or no.
_BEGINS = r"^\W*(?:(?:uh|um|well|oh|hey|okay|ok|ah|pues|ay|este|bueno|man|like i said|speaking)\b\W*)*"
_BEGINS_WITH_YES = re.compile(
    _BEGINS
    + r"(?:yes|yeah|yea|yep|yup|yessir|correct|right|that'?s (?:correct|right|us|me|him|it|the one)|you got it|"
    r"it is|sure is|you bet|this is (?:he|she|him|her)|exacto|asi (?:es|mero)|correcto|si|simon|ei|ey|"
    r"ese mero|eso es|"
    r"claro|el mismo|a sus ordenes|(?:i|we) (?:am|are|do|got (?:a|one|it|two|several|plenty))|got (?:a|one|"
    r"it)|sure do|traigo|"
    r"tengo|traemos)\b(?! (?:no|but|pero|if|only|si)\b)"
)
_BEGINS_WITH_NO = re.compile(
    _BEGINS + r"(?:(?P<no>no|nah|naw|nope|nel)|not|hold up|hold on|whoa|wait|esper\w+)\b"
    r"(?! (?:problems?|worries|problema|sweat|doubt|issues?|mas|that'?s (?:right|fine|good|correct|it)|that works|"
    r"that'?ll work|yeah|yes|you'?re (?:good|fine|right)|a (?:problem|bad)|bad|hay problema|esta bien|si)\b)"
)
_TAKING = (Act.AGREES, Act.AGREES_IF)
_ANSWERS = frozenset(
    {Act.YES, Act.NO, Act.AGREES, Act.REFUSES, Act.WRONG_NUMBER, Act.NOT_CARRIER, Act.OPTS_OUT, Act.HOLDS}
)


def _led_by(words: str, acts: Sequence[Act], kind: str) -> list[Act]:
    """The yes or no that an answer begins with, where the rest of it drowns that; a price is never taken so."""
    if kind not in ("confirmation", "deal", "equipment"):
        return []
    found = _BEGINS_WITH_NO.search(words)
    # "Wait" and "not" turn down only what was read back; "wait, which condition" doesn't.
    if (
        found
        and (found["no"] or (kind == "deal" and Act.ASKS not in acts))
        and not {Act.NO, Act.REFUSES, *_TAKING, Act.HOLDS} & set(acts)
    ):
        return [Act.NO]
    if kind == "equipment":  # "I am, but not by ten": that they have it
        words = re.sub(r"\b(?:but|pero)\b", ",", words)
    if kind != "deal" and _BEGINS_WITH_YES.search(words) and not _ANSWERS & set(acts):
        return [Act.YES]
    return []


_ASKING = re.compile(
    r"\?|\b(?:how|when|what|where|who|which|can|could|cuando|como|donde|cuanto|que tan|puede)\b"
)
_PLAIN_YES = re.compile(
    r"\b(?:yes|yeah|yep|yup|sure|correct|right|"
    r"si|claro|correcto|exacto|simon|dale|andale|orale|(?:es)?ta (?:bien|buen[oa])|"
    r"let'?s (?:do (?:it|that)|roll|go|book|run|ride)|lock (?:it|me|us|that|her)|"
    r"(?:put|write|sign) (?:me|us|it) (?:on|down|up)\b(?! (?:for|at))|"
    r"h[aá]gale|vamonos|jalo|trato|deal|book|i'?ll take|we'?ll take|"
    r"take it at|works?|(?:i|we)(?: can| could|'ll)? (?:do|run|haul|take)|fine|good|sold|acepto|de acuerdo|sale|va|"
    r"la (?:tomo|llevo|agarro|hago|jalo)|me la llevo)\b"
)


def takes_price(words: str) -> bool:
    """Whether there are words that take a price, rather than an "okay" before a question."""
    return bool(_TAKES.search(words))


MIN_CHATTER = 18  # words amid which a yes is asked about once more
_A_MILE = re.compile(r"\b(?:a|per|la|por) (?:mile|milla)\b")


def _is_doubtful_back(reading: Reading, acts: Sequence[Act], words: str) -> bool:
    """Whether a yes is rather our figure said back, asked for as if it were theirs, or a question about the papers."""
    is_back = any(each.role == Role.OFFER_BACK for each in reading.figures)
    if is_back and (Act.COUNTERS in acts or not _PLAIN_YES.search(words)):
        return True
    return reading.asks(Topic.RATE_CON) and bool(_ASKING.search(words)) and not _PLAIN_YES.search(words)


# Without one of these "send me the rate" asks for the price, not for the confirmation.
_PAPERS = re.compile(
    r"\b(?:con\w*|cons|papers?\w*|e-?mail\w*|sheet|send|shoot|packet|mand\w+|envi\w+|correo)\b"
)
_WONDERS = re.compile(r"\b(?:will|would|can|could) you\b|\btell me\b|\bguess\b")


_THEN = re.compile(
    r"\b(?:then|i'?ll|i'?d|we'?ll|we'?d|i can|se l[ao]|te l[ao]|l[ao] (?:hago|jalo|muevo|dejo))\b"
)
# On which nothing hangs: "if you can do it", "if that works for you".
_IF_AT_ALL = re.compile(
    r"(?:you|y'?all|they|that|this|it|we)(?:'?s|'?ll| is| will)? (?:"
    r"(?:can|could|would|will)(?: (?:do|swing|make|get|meet|come|go|work)"
    r"(?: (?:it|that|there|me|with|to|up|on|down|in|for))*)?|"
    r"wants?(?: (?:it|me|us|this|that|to))*|works?(?: for (?:you|y'?all|me))?|ok\w*|good|fine|cool|possible)\W*$|"
    r"(?:se )?(?:puede|quiere|gusta|le (?:sirve|parece|funciona|late))\w*(?: \w+)?\W*$"
)


def _is_price(condition: str, own: Sequence[Figure]) -> bool:
    """Whether a clause only names the price that is asked: "and fuel ain't free, I'd need nineteen hundred".

    What one of several prices hangs on does more: "nineteen fifty if you let him deliver Saturday", "if it's quick pay,
    otherwise thirty-one hundred".
    """
    words = _OTHERWISE.split(plain(condition))[0]
    text = figures(words, languages_of(words, "en")[0])
    prices = {each.amount / factor for each in own for factor in (1, 100, 1000)}
    is_own = any(Decimal(each) in prices for each in re.findall(_NUMBER, text))
    is_other = not is_own or any(Decimal(each) not in prices for each in re.findall(r"\d{3,}", text))
    if (len(own) > 1 or is_other) and re.search(r"\b(?:if|unless|si|a menos)\b", words):
        return False
    hangs = re.search(r"\b(?:if|unless|as long as|si|siempre que)\b (.+)$", text)
    rest = _THEN.split(hangs[1])[0] if hangs else ""
    is_of_price = any(Decimal(each) in prices for each in re.findall(_NUMBER, rest))
    if not is_of_price and len(rest.split()) > 1 and not _IF_AT_ALL.match(rest):
        return False  # "two grand if it don't need tarps"
    begins = re.match(
        r"(?:(?:only|solo|nomas|but|pero|and|y) )*(?:(?:as |so )?long as|if|provided|si |siempre|plus|mas )",
        words,
    )
    is_price = bool(re.search(r"\d[\d ]+\d", text)) and not _EXTRAS.search(text)
    return not _WITHOUT.search(words) and (is_price or (is_own and not begins))


_OTHERWISE = re.compile(
    r"\b(?:otherwise|or else|de lo contrario|si no(?= (?:necesito|ocupo|quiero|pido|cobro|seria|son|a|me da)\b))\b"
)
# "Detention after two hours" names no price.
_NUMBER = r"\d+(?!\d| (?:h(?:ou)?rs?|horas?|min\w*|days?|dias?|stops?|drops?|paradas?)\b)"
# "Four even and that's no tarp".
_WITHOUT = re.compile(
    r"\b(?:no|without|sin) (?:\w+ )?(?:tarp\w*|lumper\w*|touch|tracking|macro\w*|lonas?|rastreo)\b"
)
_EXTRAS = re.compile(
    r"\b(?:lumper|detention|layover|stop|drop|tarp\w*|hours?|tolls?|fuel|casetas?|parada|load\w*|"
    r"unload\w*|by|at \d)\b"
)
