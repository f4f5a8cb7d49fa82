"""What was meant by what was heard: one reader after the other, each leaving the figures that aren't its own.

Steps: the plain words and their language; their numbers as figures, corrections applied; identity, load, papers and
temperature, each blanking what it took; then times and days; sums of money from what is left; intents and topics.
"""

from calls.agent.language.builtin.corrections import corrected
from calls.agent.language.builtin.details import read_equipment, read_name, read_reason, read_temperature
from calls.agent.language.builtin.digit_runs import blank, read_bare_digits, read_identity, without_phones
from calls.agent.language.builtin.intents import read_intents, read_topics
from calls.agent.language.builtin.load_numbers import read_bol, read_load_number
from calls.agent.language.builtin.money import Sums, read_money
from calls.agent.language.builtin.numerals import figures
from calls.agent.language.builtin.other_figures import without_other_figures
from calls.agent.language.builtin.places import read_places
from calls.agent.language.builtin.times import in_english, read_day, read_time
from calls.agent.language.builtin.words import languages_of, plain
from calls.agent.meaning import Expecting, Intent, Listening, Meaning, Unit

MOST_LETTERS = 2000  # nobody says more in one turn; what comes after isn't read


def understand(heard: str, listening: Listening) -> Meaning:
    """Read what was heard; what isn't understood is left empty. Never raises, and takes a millisecond or two."""
    said = heard[:MOST_LETTERS]
    words = plain(said)
    languages = languages_of(words, listening.language)
    expecting = listening.expecting
    text = corrected(figures(words, languages[0]))

    identity = read_identity(text)
    load = read_load_number(identity.rest, is_asked=expecting == Expecting.LOAD)
    bol, text = read_bol(load.rest, is_asked=expecting == Expecting.PAPERS)
    temperature, text = read_temperature(text, expecting)
    text = without_phones(text)
    digits, text = read_bare_digits(text, expecting)
    sums = read_money(without_other_figures(text), listening)
    for start, end in sums.spans:
        text = blank(text, start, end)
    spoken = in_english(text)
    intents = _fitting(read_intents(words, languages), sums, listening)
    lane = read_places(words, said, expecting, languages[0])
    return Meaning(
        text=heard,
        language=languages[0],
        intents=intents,
        topics=read_topics(words, languages),
        money=sums.asked,
        mc=identity.mc,
        dot=identity.dot,
        digits=identity.mc or identity.dot or (load.number if load.number.isdigit() else digits),
        load=load.number,
        is_tail=load.is_tail,
        origin=lane.origin,
        destination=lane.destination,
        place=lane.place,
        equipment=read_equipment(words, expecting),
        day=read_day(spoken, now=listening.now, expecting=expecting),
        time=None
        if _is_only_a_moment(intents, expecting)
        else read_time(
            spoken, now=listening.now, expecting=expecting, is_call_back=Intent.CALL_BACK in intents
        ),
        name=read_name(words, said, expecting),
        temperature=temperature,
        bol=bol,
        reason=read_reason(words, said) if Intent.DELAYED in intents else "",
    )


def _is_only_a_moment(intents: frozenset[Intent], expecting: Expecting) -> bool:
    """Whether "a minute" is to wait, rather than when something will be."""
    return Intent.HOLD in intents and Intent.CALL_BACK not in intents and expecting != Expecting.TIME


def _fitting(intents: frozenset[Intent], sums: Sums, listening: Listening) -> frozenset[Intent]:
    """The intents as the sums allow: who names another figure than ours hasn't agreed to ours."""
    if sums.is_echo:
        return intents | {Intent.ASKS_RATE}
    if not sums.asked:
        return intents
    intents -= {Intent.ASKS_MORE}
    is_other = any(each.unit != Unit.TOTAL or each.amount != listening.offer for each in sums.asked)
    if is_other and listening.offer is not None:
        return intents - {Intent.DEAL, Intent.YES}
    return intents
