"""What something that was named is by the words around it: a town an end of a lane, a trailer one that is had.

Grammars find the towns and trailers; their roles are read by weights that `manage.py train_ear` makes of the corpus.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from calls.language.classifier import Linear, kind_of, trained
from calls.language.reading import Expecting, Listening

NEAR = 4  # words beside a mention whose place counts
FAR = 14  # words from it that are looked at
_OPEN = {Expecting.NOTHING: Expecting.ANYTHING}


@dataclass(frozen=True, slots=True)
class Mention:
    """Something that was named, by tokens: what its own words tell of it, and what leads to it."""

    first: int
    end: int
    form: str
    lead: str = ""
    what: str = ""  # the same for two that name the same


def roles_of(
    name: str, tokens: Sequence[str], mentions: Sequence[Mention], listening: Listening
) -> list[str]:
    """The role of each mention, one after the other, "" for none; `name` is what was trained."""
    weights: Linear = trained(name)
    roles: list[str] = []
    for at in range(len(mentions)):
        sums = weights.sums(features_of(tokens, mentions, at, listening, roles))
        roles.append(weights.labels[max(range(len(sums)), key=sums.__getitem__)])
    return roles


def features_of(
    tokens: Sequence[str],
    mentions: Sequence[Mention],
    at: int,
    listening: Listening,
    roles: Sequence[str],
) -> Iterator[str]:
    """What may tell the role of a mention: words beside it, what leads to it, other mentions, the question."""
    each = mentions[at]
    kind = kind_of(listening)
    asked = _OPEN.get(listening.expecting, listening.expecting)
    named = {place for one in mentions for place in range(one.first, one.end)}

    def word(place: int) -> str:
        if not 0 <= place < len(tokens):
            return "^$"[place >= len(tokens)]
        return "NAMED" if place in named else tokens[place]

    before, after, form = each.first, each.end, each.form
    yield f"r:{form}"
    yield f"r:{form}:{asked}"
    yield f"rk:{form}:{kind}"
    yield f"k:{asked}"
    yield f"l:{each.lead}"
    for away in range(1, NEAR + 1):
        yield f"-{away}:{word(before - away)}"
        yield f"-{away}:{word(before - away)}:{asked}"
    for away in range(NEAR):
        yield f"+{away}:{word(after + away)}"
        yield f"+{away}:{word(after + away)}:{asked}"
    yield f"-21:{word(before - 2)} {word(before - 1)}"
    yield f"-321:{word(before - 3)} {word(before - 2)} {word(before - 1)}"
    yield f"+01:{word(after)} {word(after + 1)}"
    yield f"-+:{word(before - 1)} {word(after)}"
    last = roles[-1] if roles else ""
    yield f"p:{last}:{form}"
    yield f"n:{min(len(mentions), 4)}:{at}:{form}:{asked}"
    if at:
        gap = " ".join(tokens[mentions[at - 1].end : before][:4])
        yield f"gp:{gap}:{last}"
        yield f"gp:{gap}:{form}"
        yield f"pr:{mentions[at - 1].form}:{form}:{last}"
        if mentions[at - 1].what == each.what:
            yield f"same:{last}"
    following = mentions[at + 1] if at + 1 < len(mentions) else None
    yield f"nx:{following.form if following else '-'}:{form}"
    if following:
        gap = " ".join(tokens[after : following.first][:4])
        yield f"gn:{gap}"
        yield f"gn:{gap}:{following.form}"
    for other in tokens[max(0, before - FAR) : before]:
        yield f"b:{other}"
        yield f"b:{other}:{form}"
    for other in tokens[after : after + FAR]:
        yield f"c:{other}"
    for other in tokens:
        yield f"a:{other}:{asked}"
