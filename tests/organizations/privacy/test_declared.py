"""The closed world: every text of an owned model is declared, as somebody's or as nobody's."""

import pytest
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.search import SearchVectorField
from django.db import models

from organizations.privacy.holdings import HOLDINGS
from tests.organizations.test_walls import by_label, owned_models

TEXTS = (
    models.CharField,
    models.TextField,
    models.JSONField,
    models.BinaryField,
    ArrayField,
    SearchVectorField,
)


def texts_of(model):
    """Fields that may hold words; of choices of ours they are codes."""
    return {
        each.name
        for each in model._meta.concrete_fields
        if isinstance(each, TEXTS) and not each.is_relation and not each.choices
    }


@pytest.mark.parametrize("model", **by_label(owned_models()))
def test_every_text_is_declared_once(model):
    holding = HOLDINGS[model._meta.label]
    declared = [*holding.contacts, *holding.words, *holding.facts, *holding.named, *holding.plain]

    assert len(declared) == len(set(declared))
    assert set(declared) == texts_of(model), "say in the package's privacy.py what it holds of persons"
    assert set(holding.expressions) <= set(declared)


@pytest.mark.parametrize("model", **by_label(owned_models()))
def test_what_is_emptied_is_found_by_something(model):
    holding = HOLDINGS[model._meta.label]

    if holding.words or holding.facts or holding.names:
        assert holding.of_talks or holding.of_person
