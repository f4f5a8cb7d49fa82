"""Alerts and dashboard name figures that there are, and every alert is told in docs/operations.md."""

import json
import re

import pytest
import yaml
from celery import current_app
from django.urls import get_resolver
from prometheus_client.metrics import MetricWrapperBase

from config.local.folder import CHECKOUT
from config.observing import LOOKED
from organizations import metrics

FOLDER = CHECKOUT / "deploy" / "monitoring"
RULES = yaml.safe_load((FOLDER / "alerts.yaml").read_text())["groups"][0]["rules"]
PANELS = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
EXPRESSIONS = {
    **{rule["alert"]: rule["expr"] for rule in RULES},
    **{f"{panel['title']}-{each['refId']}": each["expr"] for panel in PANELS for each in panel["targets"]},
}
OPERATIONS = (CHECKOUT / "docs" / "operations.md").read_text()


def known():
    """Every name that `/metrics` may tell, and its labels."""
    found = {each.name: {each._label} for each in LOOKED}
    suffixes = {"counter": ["_total"], "gauge": [""], "histogram": ["_bucket", "_count", "_sum"]}
    for each in (value for value in vars(metrics).values() if isinstance(value, MetricWrapperBase)):
        for suffix in suffixes[each._type]:
            found[each._name + suffix] = {*each._labelnames, *(["le"] if suffix == "_bucket" else [])}
    return found


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_figures_exist(name):
    expression, names = EXPRESSIONS[name], known()
    used = re.findall(r"\b(loadline_\w+)(?:\{(.*?)\})?", expression)
    assert used or "up{" in expression
    for metric, matchers in used:
        assert metric in names
        assert set(re.findall(r"(\w+)(?:=|!)~?\"", matchers)) <= names[metric]


def test_tasks_and_routes_exist():
    current_app.loader.import_default_modules()
    text = " ".join(EXPRESSIONS.values())
    named = set(re.findall(r"\b\w+\.tasks\.\w+", text))
    assert named
    assert named <= set(current_app.tasks)
    routes = {str(each.pattern) for each in get_resolver().url_patterns[0].url_patterns}
    assert any("webhooks/loads/events" in route for route in routes)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_alert_is_told(rule):
    assert rule["labels"]["severity"] in ("page", "ticket")
    assert f"`{rule['alert']}`" in OPERATIONS
