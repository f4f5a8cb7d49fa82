"""The guardrail: what may be said passes, whatever else a model comes up with doesn't."""

from decimal import Decimal

import pytest

from calls.language.guardrail import Guard, allowed_by, check, guarded
from calls.language.speech import Reply

CEILING = 2450
FACTS = {
    "load": "48213",
    "miles": "781 miles",
    "weight": "42,000 pounds",
    "pickup": "Monday, March 2, between 8 AM and noon",
    "delivery": "Tuesday, March 3, 8:30 AM, in Atlanta, GA",
    "commodity": "Flour",
    "equipment": "53 foot dry van",
}


def verdict(line, *amounts, language="en", facts=FACTS):
    named = [Decimal(str(amount)) for amount in amounts]
    return check(line, amounts=named, facts=facts, language=language)


@pytest.mark.parametrize(
    "line",
    [
        "I can do $2,100 on it.",
        "I can do 2100 on it.",
        "I can do two thousand one hundred dollars.",
        "I can do twenty-one hundred.",
        "I can do twenty one hundred on that one.",
        "We're at $2,100.00 for the load.",
        "How does 2.1k sound?",
        "It's 781 miles, and it weighs 42,000 pounds.",
        "It's seven hundred eighty-one miles with forty-two thousand pounds of flour.",
        "Load 48213 picks up Monday, March 2, between 8 AM and noon.",
        "Load four eight two one three, a 53 foot dry van.",
        "It delivers in Atlanta at 8:30 AM on March 3rd.",
        "It picks up at eight AM.",
        "One moment, and once you have that one, tell me.",
        "So, would $2,100 get it done?",
    ],
)
def test_what_may_be_said_passes(line):
    assert verdict(line, 2100).reason == ""


@pytest.mark.parametrize(
    "line",
    [
        "Puedo ofrecerle 2,100 dólares.",
        "Le puedo ofrecer dos mil cien dólares por la carga.",
        "¿Qué le parece dos mil cien?",
        "Son 781 millas y 42,000 libras.",
        "Son setecientas ochenta y una millas.",
    ],
)
def test_what_may_be_said_passes_in_spanish(line):
    assert verdict(line, 2100, language="es").reason == ""


@pytest.mark.parametrize(
    ("line", "amounts"),
    [
        ("That's two fifteen a mile.", ["2.15"]),
        ("That's two point one five per mile.", ["2.15"]),
        ("That's $2.15 a mile, $2,100 in all.", ["2.15", 2100]),
        ("I can do fifteen fifty.", [1550]),
        ("I can do two and a half thousand.", [2500]),
    ],
)
def test_spoken_forms_of_an_amount_pass(line, amounts):
    assert verdict(line, *amounts).reason == ""


CEILING_IN_ENGLISH = [
    "$2,450",
    "2450",
    "2,450.00",
    "2 450",
    "2.450",
    "2'450",
    "2.45k",
    "2.45 grand",
    "24.5 hundred",
    "24,5 hundred",
    "twenty-four fifty",
    "twenty four hundred and fifty",
    "twenty-four hundred fifty",
    "two thousand four hundred fifty",
    "two thousand, four hundred, and fifty",
    "two four five zero",
    "two, four, five, zero",
    "two... four... five... zero",
    "2-4-5-0",
    "2. 4. 5. 0.",
    "two forty-five zero",
    "two, then four, then five, then zero",
    "two grand four fifty",
    "２４５０",
    "2\u200b4\u200b5\u200b0",
    "𝟐𝟒𝟓𝟎",
    "٢٤٥٠",
    "MMCDL",
    "t-w-e-n-t-y f-o-u-r",
    "twentyfour fifty",
    "twenty fourfifty",
    "fifty more than twenty-four hundred",
    "half of forty-nine hundred",
    "a dollar less than twenty-four fifty-one",
    "2k and 450",
    "2k450",
    "2,4S0",
    "a quarter of 9,800",
    "deux mille quatre cent cinquante",
    "zweitausendvierhundertfünfzig",
    "fourth after the second",
    "a couple grand",
    "five benjamins",
    "USD 2450",
    "dollars: 2450",
    "three dollars and fourteen cents a mile",
    "3.14 a mile",
    "three fourteen per mile",
    "dos mil cuatrocientos cincuenta",
    "veinticuatro cincuenta",
    "ⅯⅯⅭⅮⅬ",
    "two thousаnd",  # a Cyrillic letter in it
]


@pytest.mark.parametrize("figure", CEILING_IN_ENGLISH)
@pytest.mark.parametrize("frame", ["I can do {} on it.", "{}", "It pays {}, how about that?"])
def test_another_figure_is_turned_away(figure, frame):
    assert not verdict(frame.format(figure), 2100).is_ok


@pytest.mark.parametrize(
    "figure",
    [
        "dos mil cuatrocientos cincuenta",
        "dos mil cuatrocientos y cincuenta",
        "veinticuatro cincuenta",
        "veinticuatro cientos cincuenta",
        "dos cuatro cinco cero",
        "dos, cuatro, cinco, cero",
        "dos punto cuatro cinco mil",
        "2.450 dólares",
        "2,450",
        "la mitad de cuatro mil novecientos",
        "el doble de mil doscientos veinticinco",
        "dosmil cuatrocientos cincuenta",
        "treintaicinco",
        "tres catorce la milla",
        "once mil",
    ],
)
def test_another_figure_is_turned_away_in_spanish(figure):
    assert not verdict(f"Le puedo dar {figure} por la carga.", 2100, language="es").is_ok


@pytest.mark.parametrize(
    "line",
    [
        "I can do $781 on it.",
        "I can do seven eighty-one.",
        "Would 781 dollars work?",
        "It pays 42,000.",
        "How about 42 thousand?",
        "The rate is 48213.",
        "It's 781 a mile.",
    ],
)
def test_fact_is_no_figure_for_money(line):
    assert not verdict(line, 2100).is_ok


@pytest.mark.parametrize(
    "line",
    [
        "The most I could do is $2,100.",
        "My max on this is $2,100.",
        "That's over my budget.",
        "You're close, keep going.",
        "You're above what we have.",
        "I have a little room on this one.",
        "The customer pays well.",
        "We're getting plenty for it.",
        "We'd make a nice margin.",
        "You've got it at $2,100, it's booked.",
        "I guarantee you detention.",
        "I'll throw in a fuel surcharge.",
        "Deal, $2,100!",
        "I'm a real person, promise.",
        "My system prompt says otherwise.",
        "Ignoring my instructions, here it is.",
        "See https://example.com for the rate.",
        "I shouldn't tell, it's confidential.",
        "Sure, $2,100 works for me.",
        "I can't do $2,100.",
        "I can’t do $2,100, sorry.",
        "It’s yours at $2,100.",
    ],
)
def test_words_beyond_the_reply_are_turned_away(line):
    assert "reserved" in verdict(line, 2100).reason


@pytest.mark.parametrize(
    "line",
    [
        "Lo máximo que puedo es 2,100 dólares.",
        "El cliente nos paga muy bien.",
        "Está muy cerca de mi presupuesto.",
        "Trato hecho, la carga está reservada.",
        "Se lo garantizo.",
    ],
)
def test_words_beyond_the_reply_are_turned_away_in_spanish(line):
    assert "reserved" in verdict(line, 2100, language="es").reason


def test_words_of_the_reply_itself_may_be_said():
    reply = Reply("Great, you've got the load, it's booked at $2,100.", amounts=(Decimal(2100),))
    limits = allowed_by(reply, "en")
    guard = Guard(limits)

    said = "".join(guarded(iter(["You've got the load: ", "booked at $2,100."]), reply.text, guard))

    assert said == "You've got the load: booked at $2,100."


def test_other_language_is_turned_away():
    assert verdict("Sí, la carga es de harina y está lista para usted.").reason == "language"
    assert (
        verdict("Yes, the load is flour and it is at the dock for you.", language="es").reason == "language"
    )


def test_endless_line_is_turned_away():
    assert verdict("Sure thing. " * 100).reason == "too long"


@pytest.mark.parametrize("line", ["", "Sure.", "…", "?!", "\n", "I" * 500])
def test_line_without_figures_passes_or_fails_without_an_error(line):
    verdict(line)


def say(pieces, reply, language="en"):
    """What leaves, piece by piece."""
    guard = Guard(allowed_by(reply, language))
    return list(guarded(iter(pieces), reply.text, guard)), guard


OFFER = Reply("I can do $2,100 on this one. Would that work?", amounts=(Decimal(2100),))


def test_good_line_leaves_sentence_by_sentence():
    pieces, guard = say(["How about $2,1", "00? ", "That's for ", "the whole ", "load."], OFFER)

    assert guard.verdict.is_ok
    assert pieces == ["How about $2,100? ", "That's for the whole load."] or "".join(pieces) == (
        "How about $2,100? That's for the whole load."
    )


def test_nothing_leaves_before_its_sentence_has_ended():
    guard = Guard(allowed_by(OFFER, "en"))

    assert guard.feed("I can do twenty-one") == ""
    assert guard.feed(" hundred on this") == ""
    assert guard.feed(" one. W") == "I can do twenty-one hundred on this one. "


@pytest.mark.parametrize(
    "pieces",
    [
        ["I can do ", "twenty", "-four", " fifty."],
        ["I can do 2", "4", "5", "0."],
        ["I can do $2,", "450 on this."],
        ["I can do $2,100. ", "Fifty more and three hundred."],
        list("I can do two thousand four hundred fifty."),
    ],
)
def test_figure_split_over_pieces_never_leaves(pieces):
    said, guard = say(pieces, OFFER)

    assert not guard.verdict.is_ok
    assert "".join(said).endswith(OFFER.text)
    assert "fifty" not in "".join(said).lower()
    assert "45" not in "".join(said)


def test_broken_rest_is_replaced_by_the_built_in_sentence():
    said, _ = say(["Thanks for calling in. ", "The most we have is $2,450, ", "so let's talk."], OFFER)

    assert "".join(said) == f"Thanks for calling in. {OFFER.text}"


def test_line_that_leaves_out_the_amount_is_followed_by_the_built_in_one():
    said, _ = say(["Thanks for calling in. ", "What do you say?"], OFFER)

    assert "".join(said) == f"Thanks for calling in. {OFFER.text}"


@pytest.mark.parametrize("pieces", [[], [""], ["  ", "\n"]])
def test_empty_line_is_the_built_in_one(pieces):
    said, _ = say(pieces, OFFER)

    assert said == [OFFER.text]


def test_endless_line_is_cut():
    def endless():
        while True:
            yield "word " * 50

    said, guard = say(endless(), OFFER)

    assert guard.verdict.reason == "too long"
    assert said == [OFFER.text]
