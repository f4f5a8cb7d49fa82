"""Who calls and what about, told beside something else, as a language model reads it."""

import pytest

from calls.models import OpenQuestion
from tests.factories import CarrierFactory


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (
            "no youve got pine hill trucking here where did you get our number",
            "where did you get our number",
        ),
        ("nope pine hill trucking who gave you this number", "who gave you this number"),
    ],
)
def test_company_told_beside_where_we_have_the_number_from_is_taken(hold, model, in_acme, words, asked):
    CarrierFactory(organization=in_acme, name="Pine Hill Trucking LLC", mc_number="450012")
    replies, _ = hold(
        model,
        model.hears(
            words,
            acts=[("no", words.split()[0]), ("asks", asked)],
            facts=[("company", "pine hill trucking")],
            questions=[("other", asked)],
        ),
        is_outbound=True,
    )

    assert "FMCSA" in replies[-1].text
    assert replies[-1].text.endswith("Pine Hill Trucking LLC?")


@pytest.mark.parametrize("asked", ["where did you get our number", "who gave you my info"])
def test_question_alone_is_answered_and_ours_asked_again(hold, model, asked):
    replies, _ = hold(
        model,
        model.hears(asked, acts=[("asks", asked)], questions=[("other", asked)]),
        is_outbound=True,
    )

    assert "FMCSA" in replies[-1].text
    assert replies[-1].text.endswith(replies[0].text.split(". ")[-1])


@pytest.mark.parametrize(
    "asked",
    [
        "why did yall short our layover on the tulsa load",
        "por qué nos faltan dos horas de espera de la carga de tulsa",
    ],
)
def test_money_of_a_load_that_has_run_is_for_a_person_at_once(hold, model, asked):
    words = f"yes this is pam in accounting {asked}"
    replies, data = hold(
        model,
        model.hears(
            words,
            acts=[("yes", "yes"), ("asks", asked)],
            facts=[("name", "pam")],
            questions=[("money_owed", asked)],
        ),
    )

    assert data["outcome"] in ("transferred", "callback"), replies[-1].text
    assert "lane" not in replies[-1].text
    assert asked in OpenQuestion.objects.get().words
