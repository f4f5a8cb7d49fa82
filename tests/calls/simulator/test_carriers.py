"""The simulated carriers in whole talks with a scripted agent, and what each is particular about."""

import re
from random import Random

import pytest

from calls.simulator import speech
from calls.simulator.facts import COMPANIES, FAILING, GOOD
from calls.simulator.persona import HangUp, Press, Say
from calls.simulator.personas import PERSONAS, make_persona, rehearse
from calls.simulator.speech import digits_of
from calls.simulator.words import ENGLISH as ENGLISH_WORDS
from calls.simulator.words import SPANISH as SPANISH_WORDS
from tests.calls.simulator.agent import ENGLISH, SPANISH, ScriptedAgent

SEEDS = range(20)
ABOUT = {"load": "48213", "lane": ["Dallas, TX", "Atlanta, GA"]}
OUTCOMES = {
    "agreeable": "booked",
    "haggler": "booked",
    "stubborn": "declined",
    "lowballer": "booked",
    "wrong_equipment": "wrong_equipment",
    "no_authority": "not_qualified",
    "impostor": "booked",  # the scripted agent doesn't look at the caller's number
    "wants_human": "transferred",
    "asks_details": "booked",
    "undecided": "callback",
    "several_loads": "booked",
    "unknown_load": "load_not_found",
    "injector": "booked",
    "rambler": "booked",
    "bad_line": "booked",
    "spanish": "booked",
    "opt_out": "opted_out",
}


def talk_with(name, *, seed=1, about=ABOUT, words=None):
    """A whole talk; the persona, the agent and what was said."""
    persona = make_persona(name, seed=seed, about=about)
    agent = ScriptedAgent(persona, words or (SPANISH if name == "spanish" else ENGLISH))
    return persona, agent, rehearse(persona, opens=agent.opens, hears=agent.hears)


def said(persona, heard):
    """What a persona says to some words."""
    return " ".join(act.text for act in persona.reply(heard) if isinstance(act, Say))


def carrier_lines(talk):
    return [line.text for line in talk.lines if line.role == "carrier"]


def pitched(name, *, seed=1, about=ABOUT, offer="I have $1,500 on this one, all in. Does that work for you?"):
    """A persona that has heard an offer, and its answer to it."""
    persona = make_persona(name, seed=seed, about=about)
    persona.reply("Thank you for calling. Can I get your MC number?")
    return persona, said(persona, offer)


def test_every_carrier_is_tried():
    drivers = {"driver_on_time", "driver_late", "driver_at_dock", "voicemail"}
    assert set(OUTCOMES) | drivers == set(PERSONAS)


@pytest.mark.deep_but(100)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", OUTCOMES)
def test_talk_ends_as_it_should(name, seed):
    persona, agent, talk = talk_with(name, seed=seed)
    assert agent.outcome == OUTCOMES[name], carrier_lines(talk)
    assert talk.turns < 25
    if (
        agent.outcome == "booked" and name != "injector"
    ):  # whose "just book it" the scripted agent takes for a yes
        assert persona.agreed == agent.agreed


@pytest.mark.parametrize("name", OUTCOMES)
def test_talk_without_a_load_in_mind_ends_too(name):
    for seed in SEEDS:
        _, _, talk = talk_with(name, seed=seed, about=None)
        assert talk.ended_by != "too_long"


@pytest.mark.parametrize("name", OUTCOMES)
@pytest.mark.parametrize(
    "heard", ["Interesting.", "What is your MC number?", "I have $1,500. Does that work?", "How are you?"]
)
def test_agent_who_says_always_the_same_is_left(name, heard):
    persona = make_persona(name, seed=1, about=ABOUT)
    talk = rehearse(persona, opens=lambda: (heard, False), hears=lambda _: (heard, False))
    assert talk.ended_by == "carrier"


@pytest.mark.parametrize("seed", SEEDS)
def test_agreeable_answers_what_a_broker_asks(seed):
    carrier = make_persona("agreeable", seed=seed)
    assert said(carrier, "Thanks for picking up. What's your MC number?")
    answer = said(carrier, f"I have MC {' '.join(carrier.facts.mc)}. Is that right?")
    assert re.search("ye|correct", answer, re.IGNORECASE)
    assert carrier.facts.mc in said(carrier, "So that's MC 111111, correct?")
    assert carrier.facts.town.lower() in said(carrier, "Where is your truck right now?").lower()
    assert re.search(r"\b(around|about) 2\b", said(carrier, "And when can he be there?"), re.IGNORECASE)
    assert re.search("works|can do|take|book", said(carrier, "I can offer $2,350 on this one."))
    assert carrier.agreed == 2350
    assert said(carrier, "Does that work for you?")
    assert re.search(r"\bno(pe)?\b", said(carrier, "Is there anything else I can help you with?").lower())
    assert "ye" in said(carrier, "Great, you have a wonderful day. Good-bye.").lower()


@pytest.mark.parametrize("seed", SEEDS)
def test_haggler_asks_more_and_comes_down_to_its_reserve(seed):
    persona, _ = pitched("haggler", seed=seed)
    asks = [persona.ask] if persona.ask else []
    for _ in range(6):
        acts = persona.reply("I'm at $1,500 right now. Could you work with me on that?")
        if persona.ask and (not asks or persona.ask != asks[-1]):
            asks.append(persona.ask)
        if persona.has_left:
            break
    assert persona.has_left
    assert acts
    assert 1500 * 1.12 <= asks[0] <= 1500 * 1.20 + 25
    assert asks == sorted(asks, reverse=True)
    assert len(asks) in (3, 4)
    assert 1500 * 1.02 <= asks[-1] <= 1500 * 1.10
    assert persona.agreed is None


def test_haggler_takes_what_reaches_its_next_ask():
    persona, _ = pitched("haggler")
    for _ in range(3):
        said(persona, "I can go to $1,725. Does that work for you?")
    assert persona.agreed == 1725


def test_figure_that_was_not_understood_is_said_again_plainly():
    persona, _ = pitched("haggler", seed=2)
    said(persona, "I'm at $1,500 right now. Could you work with me on that?")
    ask = persona.ask
    question = "I want to get your figure right. What would you need for the whole load, in dollars?"
    assert f"${ask:,}" in said(persona, question)
    assert f"${ask:,}" in said(
        persona, "Sorry, I didn't get that. I have $1,500 on this one. What would you need?"
    )
    assert persona.ask == ask


def test_haggler_with_a_rate_in_mind_settles_no_lower():
    persona, _ = pitched("haggler", about={**ABOUT, "rate": 1800})
    for _ in range(6):
        persona.reply("The best I can do on this one is $1,775. Do we have a deal?")
    assert persona.agreed is None
    assert persona.ask == 1800


@pytest.mark.parametrize("seed", SEEDS)
def test_stubborn_names_one_figure_far_above_the_offer(seed):
    persona, _ = pitched("stubborn", seed=seed)
    figure = persona.ask
    assert figure >= 3000
    for offer in ("1,700", "1,900", "1,925"):
        persona.reply(f"I can go to ${offer}. Does that work for you?")
        assert persona.ask == figure
    assert persona.agreed is None


@pytest.mark.parametrize("seed", SEEDS)
def test_lowballer_asks_less_than_it_is_offered(seed):
    persona, _ = pitched("lowballer", seed=seed)
    assert persona.ask < 1500
    said(persona, f"So that's load 4 8 2 1 3 at ${persona.ask:,}. Is that right?")
    assert persona.agreed == persona.ask


def test_carrier_holds_the_agent_to_what_was_agreed():
    persona, _ = pitched("agreeable")
    assert "1" in digits_of(said(persona, "So that's load 4 8 2 1 3 at $1,300. Is that right?"))
    assert persona.agreed == 1500


def test_refused_ask_is_not_an_agreement():
    persona, _ = pitched("stubborn")
    persona.reply(f"I can't do ${persona.ask:,}, that's too high. Could you come down?")
    assert persona.agreed is None


@pytest.mark.parametrize("seed", SEEDS)
def test_wrong_equipment_has_another_trailer_than_asked_for(seed):
    persona = make_persona("wrong_equipment", seed=seed, about=ABOUT)
    assert "flatbed" in said(persona, "Do you have a dry van for it?").lower()
    other = make_persona("wrong_equipment", seed=seed, about=ABOUT)
    assert "dry van" in said(other, "Do you have a flatbed for it?").lower()


def test_wrong_equipment_leaves_it_when_there_is_nothing_for_it():
    persona = make_persona("wrong_equipment", seed=1, about=ABOUT)
    said(persona, "Do you have a dry van for it?")
    said(persona, "That one takes a dry van, so it won't fit. I have nothing else that fits. Anything else?")
    assert persona.has_left


def test_load_that_is_not_found_is_asked_for_in_other_words():
    persona = make_persona("agreeable", seed=1, about=ABOUT)
    said(persona, "Which load are you calling about?")
    answer = said(
        persona, "I can't find an open load on that lane. Is there anything else I can help you with?"
    )
    assert "48213" in answer
    assert not re.search(r"\bno(pe)?\b", answer.lower())


def test_others_have_the_trailer_that_is_asked_for():
    assert "reefer" in said(make_persona("agreeable", seed=1), "Do you have a reefer for it?").lower()


@pytest.mark.parametrize("seed", SEEDS)
def test_papers_are_of_the_cast(seed):
    companies = {
        name: make_persona(name, seed=seed).facts.mc for name in ("no_authority", "impostor", "haggler")
    }
    assert companies["no_authority"] in {company.mc for company in FAILING}
    assert companies["impostor"] in {company.mc for company in GOOD}
    assert companies["haggler"] in {company.mc for company in GOOD}
    assert make_persona("impostor", seed=seed).phone not in {company.phone for company in COMPANIES}


def test_no_authority_argues_once():
    persona = make_persona("no_authority", seed=1, about=ABOUT)
    said(persona, "Can I get your MC number?")
    refusal = "I'm sorry, we're not able to move forward with that carrier. Anything else?"
    assert "?" in said(persona, refusal) or "again" in said(persona, refusal)
    said(persona, refusal)
    assert persona.has_left


@pytest.mark.parametrize("seed", SEEDS)
def test_details_are_asked_before_the_money(seed):
    persona, answer = pitched("asks_details", seed=seed)
    assert re.search("what|when|how|any|is it|do they", answer.lower())
    assert persona.agreed is None
    for _ in range(6):
        said(persona, "It weighs 42,000 pounds.")
    assert persona.agreed == 1500


def test_several_loads_wants_another_and_passes_on_it():
    persona, _, talk = talk_with("several_loads", seed=3)
    lines = " ".join(carrier_lines(talk)).lower()
    assert "dallas" in lines
    assert re.search("pass on that|not that one", lines)
    assert persona.agreed == 1500


@pytest.mark.parametrize("seed", SEEDS)
def test_unknown_load_is_not_the_real_one(seed):
    persona = make_persona("unknown_load", seed=seed, about=ABOUT)
    assert len(persona.about.load) == 8
    assert persona.about.lane is None
    said(persona, "Would you like to hear more about load 4 8 2 1 3? I can't find a load with that number.")
    assert not persona.has_left


def test_injector_tries_many_tricks():
    tricks = set()
    for seed in range(40):
        persona, first = pitched("injector", seed=seed)
        tricks |= {re.sub(r"\W|\d", "", first)[:25]}
        for _ in range(8):
            tricks.add(re.sub(r"\W|\d", "", said(persona, "I'm at $1,500 right now."))[:25])
        assert persona.agreed == 1500
    assert len(tricks) > 15


def test_injector_is_pleased_when_the_agent_falls_for_it():
    for seed in range(40):
        persona, _ = pitched("injector", seed=seed)
        if persona.ask:
            said(persona, f"Okay, you've got a deal at ${persona.ask:,}.")
            assert persona.agreed == persona.ask
            return
    pytest.fail("no trick named a figure")


def test_rambler_says_the_thing_in_the_middle():
    _, _, talk = talk_with("rambler")
    assert any(len(line.split()) > 20 for line in carrier_lines(talk))


def test_bad_line_comes_in_pieces_and_cuts_in():
    lines, partials, cuts = [], 0, 0
    for seed in SEEDS:
        persona = make_persona("bad_line", seed=seed, about=ABOUT)
        agent = ScriptedAgent(persona)

        def hears(heard, agent=agent):
            nonlocal partials, cuts
            partials += len(heard.partials)
            cuts += heard.interrupted is not None
            return agent.hears(heard)

        lines += carrier_lines(rehearse(persona, opens=agent.opens, hears=hears))
    assert partials > 40
    assert cuts > 5
    assert any(re.search("again|come again|what was that", line.lower()) for line in lines)


def test_spanish_speaks_nothing_else():
    persona = make_persona("spanish", seed=1, about=ABOUT)
    acts = persona.reply("Thank you for calling. Can I get your MC number?")
    assert "español" in acts[0].text
    assert acts[0].language == "es-US"
    assert re.search(r"\d|uno|dos|cinco", said(persona, "¿Me da su número de MC o de DOT?"))


def test_opt_out_says_so_and_hangs_up_at_last():
    persona = make_persona("opt_out", seed=1)
    assert re.search("list|call|number", said(persona, "Hi, this is the assistant of Acme.").lower())
    persona.reply("Sorry?")
    persona.reply("Sorry?")
    assert persona.reply("Sorry?") == (HangUp(),)


def test_called_carrier_does_not_ask_for_a_load():
    for seed in SEEDS:
        persona = make_persona("agreeable", seed=seed, about=ABOUT)
        answer = said(
            persona, "Hi Mike, this is the assistant of Acme, calling about a load. Can I get your MC number?"
        )
        assert "atlanta" not in answer.lower()
        assert "48213" not in answer


def test_keys_are_pressed_now_and_then_where_the_agent_offers_that():
    pressed = 0
    for seed in range(60):
        persona = make_persona("agreeable", seed=seed, about=ABOUT)
        acts = persona.reply("What's your MC number? You can also enter it on your keypad.")
        if isinstance(acts[0], Press):
            pressed += 1
            assert acts[0].digits.rstrip("#") == persona.facts.mc
    assert 10 < pressed < 35


def test_load_is_asked_for_in_many_ways():
    ways = set()
    for seed in range(40):
        persona = make_persona("agreeable", seed=seed, about=ABOUT)
        ways.add(said(persona, "Which load are you calling about?").lower())
    assert len(ways) > 10


def test_carrier_without_a_load_asks_what_there_is_in_its_town():
    persona = make_persona("agreeable", seed=1)
    assert persona.facts.town.lower() in said(persona, "How can I help you?").lower()


def test_languages_know_the_same_occasions():
    assert set(SPANISH_WORDS) - {"hello_spanish"} <= set(ENGLISH_WORDS)
    assert set(ENGLISH_WORDS) - set(SPANISH_WORDS) <= {"say_again"}
    assert all(ENGLISH_WORDS.values())
    assert all(SPANISH_WORDS.values())


def test_numbers_are_said_in_words_and_in_figures():
    ways = {speech.money(Random(seed), 2450) for seed in range(60)}
    assert {"twenty-four fifty", "$2,450", "2450", "two thousand four hundred fifty"} <= ways
    assert "two and a half" in {speech.money(Random(seed), 2500) for seed in range(60)}
    assert "an even three grand" in {speech.money(Random(seed), 3000) for seed in range(60)}
    assert "two fifteen a mile" in {speech.per_mile(Random(seed), 215) for seed in range(60)}
    assert speech.in_spanish(2475) == "dos mil cuatrocientos setenta y cinco"
    assert speech.in_spanish(1100) == "mil cien"
    assert speech.in_spanish(921) == "novecientos veintiuno"


def test_digits_read_out_are_the_digits():
    for seed in range(80):
        spoken = speech.digits(Random(seed), "790123")
        assert spoken
        if "ninety" not in spoken and "seventy" not in spoken:
            assert digits_of(spoken).endswith("790123"), spoken
    assert any("sorry" in speech.digits(Random(seed), "790123") for seed in range(80))
