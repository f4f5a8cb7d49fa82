"""The sums that somebody names: whose they are, and how much each is beside the offer on the table."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from calls.language import money_figures, money_words
from calls.language.money_figures import (
    MAX_DIGITS,
    MAX_LOAD,
    MIN_LOAD,
    distance,
    is_near,
    more,
    per_mile,
    readings,
    whole,
)
from calls.language.reading import OWN, Expecting, Figure, Listening, Role

MAX_OVER, MAX_UNDER = 1.01, 0.97  # our offer, said back as rounded dollars a mile
MAX_UNDER_READ = 0.995
MAX_BESIDE = 1  # words beside a figure that stands for itself
MAX_CLAUSE = 160  # letters before a figure that may tell what it is
PRICE_ASKED = (Expecting.OFFER, Expecting.CONFIRMATION, Expecting.NOTHING)
# A figure that answers another question is hardly a sum.
OTHER_ASKED = (
    *(Expecting.TIME, Expecting.PLACE, Expecting.NAME, Expecting.IDENTITY, Expecting.TEMPERATURE),
    *(Expecting.BOL, Expecting.REASON, Expecting.CALLBACK, Expecting.CONTACT),
)


@dataclass(frozen=True, slots=True)
class _Said:
    """A figure with its place in the text, and what stands around it in its clause."""

    parts: tuple[str, ...]
    start: int
    end: int
    text: str
    before: str
    after: str
    is_dollars: bool

    @property
    def follows(self) -> str:
        """What comes right after, whatever the clause."""
        return self.text[self.end : self.end + 48]

    @property
    def is_small(self) -> bool:
        """Whether it is one lone digit, which counts things more often than thousands."""
        return len(self.parts) == 1 and len(self.parts[0]) == 1

    @property
    def plain_amount(self) -> Decimal:
        """The dollars as they were said: "2 50" is 250."""
        return Decimal("".join(self.parts) if "." not in "".join(self.parts) else self.parts[0])


def read_money(text: str, listening: Listening) -> tuple[Figure, ...]:
    """The sums in a figures text from which all other figures are gone, with their roles, in the order said."""
    is_price_asked = listening.expecting in PRICE_ASKED and bool(listening.offer)
    text = money_figures.without_other_figures(text, is_price_asked=is_price_asked)
    found: list[tuple[_Said, Figure]] = []
    for said in _all_said(text, listening):
        if figure := _figure_of(said, listening):
            found.append((said, replace(figure, start=said.start, end=said.end)))
    return tuple(_without_extras(text, found))


def _without_extras(text: str, found: Sequence[tuple[_Said, Figure]]) -> Iterator[Figure]:
    """Without what is added beside an own price, and without the upper end of a range."""
    last: Figure | None = None
    backs = (item for item in found if item[1].role == Role.OFFER_BACK)
    accepted = [figure.start for said, figure in backs if money_words.TAKEN.search(said.before)]
    for said, figure in found:
        if figure.role in OWN and any(start > figure.end for start in accepted):
            continue  # "I want nineteen, but I'll do the eighteen"
        if last is not None and figure.role in OWN:
            if figure.role == Role.ON_TOP and money_words.PLUS_BEFORE.search(said.before):
                continue
            between = text[last.end : figure.start]
            is_range = figure.role == last.role and figure.amount >= last.amount
            if is_range and money_words.RANGE_BETWEEN.fullmatch(between):
                continue
        if figure.role in (Role.ASK, Role.PER_MILE):
            last = figure
        yield figure


def _all_said(text: str, listening: Listening) -> Iterator[_Said]:
    """Every figure that may be a sum, two that run together parted, in the order said."""
    places = list(_alike(text, listening))
    others = text
    for start, end, _ in places:
        others = f"{others[:start]}{'_' * (end - start)}{others[end:]}"
    for found in money_words.FIGURE.finditer(others):
        places.append((*found.span(), tuple(re.findall(r"\d+(?:\.\d+)?", found[0]))))
    for start, end, parts in sorted(places):
        if sum(map(len, parts)) > MAX_DIGITS or any(part.count(".") > 1 for part in parts):
            continue
        before, after = _clause(text, start, end)
        is_dollars = "$" in text[start:end]
        if _are_two(parts, listening):
            cut = start + text[start:end].index(parts[1], len(parts[0]))
            yield _Said(parts[:1], start, cut - 1, text, before, "", is_dollars)
            yield _Said(parts[1:], cut, end, text, "", after, is_dollars)
        else:
            yield _Said(_unstammered(parts, listening), start, end, text, before, after, is_dollars)


def _alike(text: str, listening: Listening) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Places where a recognizer may have written "to" or "for" for a digit, where that makes a price of it."""
    if not listening.offer:
        return
    for found in money_words.ALIKE.finditer(text):
        tens, heard, rest = found.groups()
        parts = (f"{tens or ''}{money_words.ALIKE_DIGITS[heard]}", rest)
        amount = Decimal("".join(parts))
        is_ours = amount == listening.offer
        if tens:
            is_price = is_ours or listening.offer < amount < listening.offer * 2
        elif money_words.MILE_AFTER.match(text[found.end() : found.end() + 48]):
            is_price = True
        else:
            is_hundreds = listening.offer * 4 < Decimal(rest) * 500 < listening.offer * 10
            is_price = is_ours or (listening.offer < amount < listening.offer * 2 and not is_hundreds)
        if is_price:
            yield found.start(), found.end(), parts


def _are_two(parts: Sequence[str], listening: Listening) -> bool:
    """Whether two shorthands stand side by side: "twenty one, nineteen was you"."""
    if len(parts) != 2 or any(len(part) != 2 or part < "10" for part in parts):
        return False
    joined = Decimal("".join(parts))
    if joined == listening.offer or listening.offer is None:
        return False
    is_ours = any(Decimal(part) * 100 == listening.offer for part in parts)
    return joined % 5 != 0 or (is_ours and joined % 25 != 0)


def _unstammered(parts: tuple[str, ...], listening: Listening) -> tuple[str, ...]:
    """ "Nine, nine fifty" is nine fifty, where "two two fifty" beside 2,000 is 2,250."""
    is_tried_twice = len(parts) == 3 and parts[0] == parts[1] and "".join(parts).isdecimal()
    if not is_tried_twice or len(parts[2]) != 2 or parts[2] == "00":
        return parts
    is_whole = listening.offer and Decimal("".join(parts)) < listening.offer * 2
    return parts if is_whole else parts[1:]


def _clause(text: str, start: int, end: int) -> tuple[str, str]:
    """The words before and after a place, as far as its own clause goes."""
    before, after = text[max(0, start - MAX_CLAUSE) : start], text[end : end + MAX_CLAUSE]
    ends = [found.end() for found in money_words.BOUNDARY.finditer(before)]
    until = money_words.BOUNDARY.search(after)
    return before[ends[-1] :] if ends else before, after[: until.start()] if until else after


def _figure_of(said: _Said, listening: Listening) -> Figure | None:
    """What a figure is and whose; None where it is no sum."""
    money = _sum_of(said, listening)
    if money is None:
        return None
    if _is_hour(said, money, listening):
        return None
    if _is_ours(money, listening):
        return Figure(listening.offer or money.amount, Role.OFFER_BACK)
    if listening.offer is None and money_words.POSTED_BEFORE.search(said.before):
        return replace(money, role=Role.OFFER_BACK) if money.role == Role.ASK else None
    if _is_extra(said, money, listening) or _is_either(said):
        return None
    if money_words.FLOOR_BEFORE.search(said.before) and not money_words.PROBING.search(said.before):
        return _others(money, listening) if money_words.HABIT.search(said.before) else money
    if _is_turned_down(said, money):
        # "Twenty-five, not twenty-four" tells nothing about twenty-four.
        return None if re.search(r"\bnot \$?$", said.before) else _others(money, listening)
    if _is_others(said, listening):
        return _others(money, listening)
    if _is_below(money, listening) and not (
        _is_plain(said, money) or money_words.NEAR_OWN.search(said.before)
    ):
        return None
    return money


def _is_plain(said: _Said, money: Figure) -> bool:
    """Whether it can be nothing but a price: one a mile, or a figure with hardly a word beside it."""
    if money_words.SURE_AFTER.match(said.follows) and (
        said.before.strip() == "" or money_words.STRONG_AFTER.search(said.after)
    ):
        return True
    beside = re.findall(r"(?!(?:mile|milla|per|por|la)\b)\b[a-z]{2,}", said.text)
    return len(beside) <= MAX_BESIDE


_HOUR_BEFORE = re.compile(
    r"\b(?:about the|the|at|by|before|til|till|until|after|around|not before|half past|"
    r"quarter (?:to|of|til|past|after))(?: (?:like|about|around|bout))? $"
)
MAX_HOUR = 12


def _is_hour(said: _Said, money: Figure, listening: Listening) -> bool:
    """Whether it is rather a time of day: "by ten", "I need to know about the eleven"."""
    if money.role != Role.ASK or not listening.offer or len(said.parts) != 1 or said.is_dollars:
        return False
    is_clock = said.parts[0].isdigit() and 1 <= int(said.parts[0]) <= MAX_HOUR
    is_priced = money_words.SURE_AFTER.match(said.follows)
    is_near = listening.offer * Decimal("0.8") <= money.amount <= listening.offer * Decimal("1.5")
    return is_clock and not is_priced and not is_near and bool(_HOUR_BEFORE.search(said.before))


def _others(money: Figure, listening: Listening) -> Figure | None:
    """Somebody else's price for the whole load; None where it was one a mile and the miles aren't known."""
    if money.role != Role.PER_MILE:
        return Figure(money.amount, Role.OTHER_PRICE)
    return Figure(whole(money.amount * listening.miles), Role.OTHER_PRICE) if listening.miles else None


def _is_ours(money: Figure, listening: Listening) -> bool:
    """Whether it is our offer, for the load or, about, a mile."""
    if not listening.offer:
        return False
    if money.role == Role.PER_MILE:
        ratio = money.amount * listening.miles / listening.offer if listening.miles else Decimal(0)
        # Less than what was read back is another price, but for the cents.
        least = MAX_UNDER_READ if listening.expecting == Expecting.CONFIRMATION else MAX_UNDER
        return Decimal(str(least)) <= ratio <= Decimal(str(MAX_OVER))
    return money.role == Role.ASK and money.amount == listening.offer


def _is_below(money: Figure, listening: Listening) -> bool:
    """Whether it is less than we offer: nobody asks for that, unless in so many words."""
    # What is less than a figure that was read back corrects it.
    if not listening.offer or money.role == Role.ON_TOP or listening.expecting == Expecting.CONFIRMATION:
        return False
    if money.role == Role.PER_MILE:
        return listening.miles is not None and money.amount * listening.miles < listening.offer
    return money.amount < listening.offer


def _is_extra(said: _Said, money: Figure, listening: Listening) -> bool:
    """Whether it is paid for something beside the freight, or what the road costs."""
    if listening.offer and said.plain_amount * 2 > listening.offer:
        return False
    if money.role == Role.PER_MILE and money_words.MILE_AFTER.match(said.follows):
        return False
    if money_words.EXTRA_BEFORE.search(said.before) or money_words.EACH_AFTER.match(said.follows):
        return True
    return bool(money_words.EXTRA_AFTER.match(said.follows)) and not (
        money.role == Role.ON_TOP and money_words.MORE_BEFORE.search(said.before)
    )


def _is_either(said: _Said) -> bool:
    """Whether it is only asked which was said: "twelve hundred or twenty-two hundred?"."""
    return bool(
        re.search(r"\d or \$?$", said.before) and said.follows.startswith("?")
    ) and not money_words.OWN_BEFORE.search(re.sub(r"[\d$]+ or \$?$", "", said.before))


def _is_turned_down(said: _Said, money: Figure) -> bool:
    """Whether the caller says that this isn't the price: "can't do it for 1500", "1500 won't work"."""
    if money.role != Role.ON_TOP and money_words.REFUSED_AFTER.match(said.follows):
        return True
    nots = list(money_words.NOT_BEFORE.finditer(said.before))
    if not nots or not money_words.NOT_LINK.search(said.before):
        return False
    if re.search(r"\?", said.text[said.end : said.end + 2]) and nots[-1][0].startswith("no "):
        return False  # "¿no la deja en mil setecientos?"
    return not money_words.AFRESH.search(said.before[nots[-1].end() :])


def _is_others(said: _Said, listening: Listening) -> bool:
    """Whether it is what others said, paid or may pay, us among them."""
    preceding = said.text[max(0, said.start - MAX_CLAUSE) : said.start]
    if money_words.OFFERED.search(preceding):
        return False
    if money_words.QUOTED_BEFORE.search(said.before) or money_words.HEARSAY.search(said.before):
        return True
    if money_words.BEYOND.search(said.before) and not money_words.NEEDED.search(said.before):
        return True
    if money_words.MATCH.search(said.text):
        return False
    if money_words.STRONG_BEFORE.search(said.before):
        return False
    if listening.expecting == Expecting.OFFER and money_words.PAST_BEFORE.search(said.before):
        return True
    if money_words.OTHERS_BEFORE.search(said.before) or money_words.OTHER_BROKER.search(said.before):
        return True
    if money_words.NEAR_OWN.search(said.before):
        return False
    around = f"{said.before}{said.text[said.start : said.end]}{said.after}"
    earlier = re.split(r"[.?!]+ |\bso\b", preceding)[-1]
    return bool(
        money_words.OTHERS_AFTER.search(said.after)
        or money_words.OTHER_BROKER.search(earlier)
        or money_words.CUSTOMER.search(f"{earlier} {around}")
        or money_words.PROBING.search(f"{earlier} {around}")
    )


def _sum_of(said: _Said, listening: Listening) -> Figure | None:
    """The dollars for the load, a mile or on top; None where it makes no sensible sum."""
    raw = said.text[said.start : said.end].lstrip("-")
    if raw.startswith("$0."):
        return _cents_more(raw, said, listening)
    is_mile = bool(money_words.MILE_AFTER.match(said.follows) or money_words.MILE_BEFORE.search(said.before))
    if listening.miles and not is_mile:
        is_mile = bool(re.match(rf" (?:on|times|x|por|for) {listening.miles}\b", said.follows))
        is_mile |= (
            said.is_small and bool(money_words.A_MILE.search(said.text)) and not _is_more(said, listening)
        )
    if is_mile and re.match(r" mile\b", said.follows) and re.fullmatch(r"\d{3,}", said.parts[-1]):
        return None  # "it's only five hundred mile"
    if is_mile:
        mile = per_mile(said.parts)
        return None if mile is None else Figure(mile, Role.PER_MILE)
    if (listening.offer or listening.expecting == Expecting.OFFER) and _is_more(said, listening):
        amount = (
            None
            if _equals_offer(said, listening) or (_is_petty(said) and said.is_small)
            else more(said.parts)
        )
        if amount is not None and _is_small_beside(amount, listening):
            return Figure(amount, Role.ON_TOP)
    if money_words.APART_AFTER.match(said.follows):
        return None
    is_sure = said.is_dollars or bool(money_words.SURE_AFTER.match(said.follows))
    if (
        str(listening.miles) == "".join(said.parts)
        and not is_sure
        and not money_words.NEAR_OWN.search(said.before)
    ):
        return None  # the miles, said back
    if not _is_wanted(said, listening, is_sure=is_sure):
        return None
    return amount_of(said, listening, is_sure=is_sure)


def _equals_offer(said: _Said, listening: Listening) -> bool:
    return any(amount == listening.offer for amount, _ in readings(said.parts)) and not said.is_small


def _cents_more(raw: str, said: _Said, listening: Listening) -> Figure | None:
    """ "Ten cents more a mile", as dollars on top for the load; cents alone are no sum."""
    sentence = said.before + said.after
    is_more = re.search(r"\b(?:more|extra|another|on top|mas|otr[oa]s)\b", sentence)
    if not (is_more and listening.miles and re.search(r"\b(?:mile|milla)\b", sentence)):
        return None
    return Figure((Decimal(raw[1:]) * listening.miles).quantize(Decimal(1)), Role.ON_TOP)


def _is_more(said: _Said, listening: Listening) -> bool:
    if money_words.MORE_AFTER.match(said.follows) or money_words.PLUS_BEFORE.search(said.before):
        return True
    if money_words.APART_AFTER.match(said.follows):
        return bool(re.search(r"\b(?:only|just)\b", said.before))
    found = money_words.MORE_BEFORE.search(said.before)
    if not found or money_words.TO_BEFORE.search(said.before):
        return False
    if len("".join(said.parts)) == 2 and listening.offer:
        # "Throw me 27", "ponle 2 7" beside 2,475 name the whole; "another 75" and "50 bucks" don't.
        is_whole = listening.offer < Decimal("".join(said.parts)) * 100 < listening.offer * Decimal("1.5")
        return not is_whole or bool(
            money_words.SURE_AFTER.match(said.follows) or money_words.ANOTHER.search(found[0])
        )
    return True


def _is_small_beside(amount: Decimal, listening: Listening) -> bool:
    """Whether a sum can be one on top of the offer, rather than the whole."""
    return amount < (listening.offer * Decimal("0.75") if listening.offer else Decimal(1000))


def _is_wanted(said: _Said, listening: Listening, *, is_sure: bool) -> bool:
    """Whether a bare figure is a sum: money is the subject, or the words around it say so."""
    digits = sum(map(len, said.parts))
    if (listening.expecting in PRICE_ASKED and listening.offer) or listening.expecting == Expecting.OFFER:
        if is_sure or not said.is_small:
            return True
        is_alone = not said.before.strip(" '\"") and not said.after.strip(" '\"")
        return is_alone or bool(money_words.NEAR_OWN.search(said.before)) or _is_claimed(said)
    if listening.expecting in OTHER_ASKED:
        return digits >= 3 and bool(money_words.STRONG_BEFORE.search(said.before))
    if money_words.OWED.search(said.text):
        return False
    if money_words.STRONG_BEFORE.search(said.before) or (
        digits >= 3 and money_words.STRONG_AFTER.match(said.follows)
    ):
        return digits >= 2
    return _is_claimed(said) and (
        digits >= 3 or (is_sure or (listening.expecting == Expecting.LOAD and digits == 2))
    )


def _is_claimed(said: _Said) -> bool:
    """Whether the words before tell of somebody's price."""
    return any(
        pattern.search(said.before)
        for pattern in (
            money_words.OTHERS_BEFORE,
            money_words.QUOTED_BEFORE,
            money_words.CUSTOMER,
            money_words.POSTED_BEFORE,
        )
    )


def _is_petty(said: _Said) -> bool:
    """Whether it is a few dollars: "two bucks" are no two thousand, nor two hundred."""
    return sum(map(len, said.parts)) <= 2 and bool(re.match(r" (?:dol|buck)", said.follows))


def amount_of(said: _Said, listening: Listening, *, is_sure: bool) -> Figure | None:
    """The sensible reading of a figure: for the load, or, where that makes more sense, a mile."""
    offer, miles = listening.offer, listening.miles
    is_wanted = bool(money_words.OWN_BEFORE.search(said.before))
    if said.parts == ("1",) and not is_sure:
        return None  # "the other one"
    if _is_petty(said):
        return None
    sums = [(amount, is_full) for amount, is_full in readings(said.parts) if amount > 0]
    mile = per_mile(said.parts) if _could_be_mile(said) else None
    if not offer or offer <= 0:
        fitting = [amount for amount, _ in sums if MIN_LOAD <= amount <= MAX_LOAD]
        if fitting:
            # "Three" is three thousand, "24" twenty-four hundred.
            return Figure(whole(fitting[0] if Decimal(said.parts[0]) < 10 else fitting[-1]))
        return None if mile is None else Figure(mile, Role.PER_MILE)
    options = [
        (distance(amount, offer), Figure(whole(amount)))
        for amount, is_full in sums
        if is_near(amount, offer, is_full=is_full, is_wanted=is_wanted and not said.is_small, is_sure=is_sure)
    ]
    if mile is not None and miles:
        total = mile * miles
        if is_near(total, offer, is_full=False, is_wanted=True, is_sure=False):
            # A dollar sign and cents make it a price a mile; "two and a quarter" may be thousands.
            away = 0 if said.is_dollars else distance(total, offer)
            options.append((away, Figure(mile, Role.PER_MILE)))
    elif mile is not None and said.is_dollars:
        return Figure(mile, Role.PER_MILE)
    return min(options, key=lambda option: option[0])[1] if options else None


def _could_be_mile(said: _Said) -> bool:
    """Whether it sounds like a price a mile: "2.15" or "two fifteen", not "2.5", "24 50" or "2300"."""
    if len(said.parts) == 1:
        return bool(re.fullmatch(r"\d\.\d\d", said.parts[0]))
    return [len(part) for part in said.parts] == [1, 2]
