"""Trailers, degrees and freight out of what was heard."""

from datetime import datetime
from decimal import Decimal

import pytest

from calls.language.equipment import Freight, read_freight
from calls.language.number_words import figures, plain
from calls.language.reading import Expecting, Listening


def freight(words: str, asked: str = "equipment") -> Freight:
    heard = Listening(expecting=Expecting(asked), now=datetime(2026, 3, 3, 10, 0))
    return read_freight(figures(plain(words), "en"), plain(words), heard)


@pytest.mark.parametrize(
    ("words", "had", "not_had"),
    [
        ("fifty three foot dry van", "van", ""),
        ("53 foot", "van", ""),
        ("i don't have a reefer, only a dry van", "van", "reefer"),
        ("nah i got a dry box no reefer unit", "van", "reefer"),
        ("we ain't got no flatbed", "", "flatbed"),
        ("No, no flatbeds, only vans.", "van", "flatbed"),
        ("sold my flatbed i only run reefer now", "reefer", "flatbed"),
        ("no traigo refrigerada", "", "reefer"),
        ("No, no tengo conestoga", "", "conestoga"),
        ("la refri la tengo en el taller", "", "reefer"),
        ("dry fan", "van", ""),
        ("i got a refer but i can haul dry", "reefer", ""),
        ("flat bad with tarps", "flatbed", ""),
        ("step neck with ramps", "step_deck", ""),
        ("power lonely, no trailer", "power_only", ""),
        ("bobtailin right now", "power_only", ""),
        ("are gee in three axle", "rgn", ""),
        ("connie stoga", "conestoga", ""),
        ("i got a stepdeck with a rolltite on it", "conestoga", ""),
        ("hot shot forty foot goose neck", "hotshot", ""),
        ("twenty six foot box truck", "box_truck", ""),
        ("straight truck", "box_truck", ""),
        ("caja seca de cincuenta y tres", "van", ""),
        ("pups", "van", ""),
        ("is that a van or reefer load?", "", ""),
        ("does it have to be a reefer mine is a van", "van", ""),
        ("do they need a reefer", "", ""),
        ("v", "van", ""),
        ("yes", "", ""),
    ],
)
def test_trailers_had_and_not_had(words, had, not_had):
    found = freight(words)
    assert (found.equipment, found.no_equipment) == (had, not_had)


@pytest.mark.parametrize(
    ("asked", "words", "had"),
    [
        ("load", "anything flatbed out of birmingham", "flatbed"),
        ("anything", "i got a van empty in memphis", "van"),
        ("place", "estaba en van horn hace una hora", ""),
        ("place", "i'm at thermo king, got a flat tire", ""),
        ("reason", "reefer unit quit", ""),
        ("offer", "la que van pagando ahorita", ""),
        ("offer", "is it a reefer load or dry van", ""),
    ],
)
def test_other_words_are_no_trailer(asked, words, had):
    assert freight(words, asked).equipment == had


@pytest.mark.parametrize(
    ("asked", "words", "degrees"),
    [
        ("equipment", "reefer set to minus ten right now", -10),
        ("equipment", "reefer's at thirty four degrees", 34),
        ("anything", "temp's reading 36", 36),
        ("anything", "it's ten below in the reefer", -10),
        ("temperature", "thirty eight", 38),
        ("equipment", "team truck with reefer, two brothers", None),
        ("place", "thirty miles out", None),
    ],
)
def test_temperatures(asked, words, degrees):
    assert freight(words, asked).temperature == (None if degrees is None else Decimal(degrees))


@pytest.mark.parametrize(
    ("asked", "words", "what"),
    [
        ("load", "the stone fruit load outta fresno", "stone fruit"),
        ("anything", "i'm hauling paper", "paper"),
        ("anything", "loaded forty two thousand pounds of dog food", "dog food"),
        ("load", "Potatoes, Idaho Falls to Chicago", "potatoes"),
        ("load", "the memphis load", ""),
        ("offer", "send me the paper on it", ""),
        ("confirmation", "got food poisoning", ""),
    ],
)
def test_commodities(asked, words, what):
    assert freight(words, asked).commodity == what


@pytest.mark.parametrize("text", ["", "van or " * 300, "no " * 700, "-" * 2000, "1 " * 1000])
def test_nothing_that_is_heard_raises(text):
    for asked in Expecting:
        freight(text, asked)
