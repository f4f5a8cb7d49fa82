"""What the installation's own model takes is counted, as it tells it; nobody else's is asked."""

import pytest
from prometheus_client import REGISTRY

from calls.language.model import Endpoint as Model
from calls.language.model import ModelLanguage, language_for
from calls.language.model_stream import Deadlines, Prices
from calls.language.speech import Reply
from calls.models import CallingRules
from calls.services.permission import rules_of
from tests.calls.agent.endpoint import Endpoint

LINE = Reply("Thanks for the call, talk to you soon.", is_free=True)
PATIENT = Deadlines(first=60, between=60, total=120)


@pytest.fixture
def endpoint():
    endpoint = Endpoint()
    endpoint.script = ["Thanks for calling, talk soon."]
    yield endpoint
    endpoint.close()


def counted():
    """Tokens of prompts and completions, and millionths of dollars."""
    tokens = [
        REGISTRY.get_sample_value("loadline_model_tokens_total", {"kind": kind}) or 0
        for kind in ("prompt", "completion")
    ]
    return [*tokens, round((REGISTRY.get_sample_value("loadline_model_cost_dollars_total") or 0) * 1_000_000)]


def told_by(endpoint, prices):
    """What a line adds to the figures."""
    before = counted()
    language = ModelLanguage(Model(url=endpoint.url, model="small", key="", deadlines=PATIENT, prices=prices))
    assert "".join(language.phrase(LINE, ())) == "Thanks for calling, talk soon."
    return [now - then for now, then in zip(counted(), before, strict=True)]


def test_tokens_are_counted_and_priced(endpoint):
    endpoint.usage = {"prompt_tokens": 120, "completion_tokens": 8, "total_tokens": 128}

    assert told_by(endpoint, Prices(0.5, 2.0)) == [120, 8, 76]
    assert endpoint.requests[0]["stream_options"] == {"include_usage": True}
    assert told_by(endpoint, Prices(0, 0)) == [120, 8, 0]


def test_endpoint_without_prices_isnt_asked(endpoint):
    endpoint.usage = {"prompt_tokens": 120, "completion_tokens": 8, "total_tokens": 128}

    assert told_by(endpoint, None) == [0, 0, 0]
    assert "stream_options" not in endpoint.requests[0]


@pytest.mark.parametrize(
    "usage",
    [
        None,
        {},
        {"prompt_tokens": -5, "completion_tokens": "8"},
        {"prompt_tokens": 10**12, "completion_tokens": None},
    ],
)
def test_usage_that_is_none_costs_nothing_and_no_line(endpoint, usage):
    endpoint.usage = usage

    assert told_by(endpoint, Prices(0.5, 2.0)) == [0, 0, 0]


def test_only_our_own_endpoint_has_prices(in_acme, settings):
    settings.LANGUAGE_URL, settings.LANGUAGE_MODEL = "https://models.example/v1", "small"
    rules, _ = CallingRules.objects.update_or_create(
        organization=in_acme, defaults={"language_model_enabled": True}
    )
    assert language_for(rules_of(in_acme)).endpoint.prices is None
    settings.LANGUAGE_PRICES = [0.15, 0.6]
    assert language_for(rules_of(in_acme)).endpoint.prices == Prices(0.15, 0.6)
    rules.language_model_url = "https://other.example/v1"
    rules.save()
    assert language_for(rules_of(in_acme)).endpoint.prices is None
