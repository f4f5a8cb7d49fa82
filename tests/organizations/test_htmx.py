"""What a browser gets whole, htmx gets in part."""

from types import SimpleNamespace

import pytest
from django.test import RequestFactory
from django_htmx.middleware import HtmxDetails

from organizations.dashboard import requests


@pytest.fixture
def asked(monkeypatch):
    """Ask with headers; what is rendered is the template's name."""
    monkeypatch.setattr(
        requests,
        "render",
        lambda request, name, context, status=200: requests.HttpResponse(name, status=status),
    )

    def ask(**headers):
        request = RequestFactory().get("/", headers=headers)
        request.htmx = HtmxDetails(request)
        return request

    return ask


def test_a_part_is_for_htmx_but_not_on_the_way_back_through_the_history(asked):
    def told(**headers):
        return requests.render_page_or_part(asked(**headers), "page.html", "part", {}).content

    assert told() == b"page.html"
    assert told(hx_request="true") == b"page.html#part"
    assert told(hx_request="true", hx_history_restore_request="true") == b"page.html"


def test_a_target_is_for_the_element_with_this_id_alone(asked):
    def told(**headers):
        answer = requests.render_page_or_target(asked(**headers), "page.html", "rows", {})
        return SimpleNamespace(text=answer.content, vary=answer["Vary"])

    assert told(hx_request="true", hx_target="rows").text == b"page.html#rows"
    assert told(hx_request="true", hx_target="other").text == b"page.html"
    assert told().vary == "HX-Request, HX-Target"


def test_htmx_is_led_to_the_whole_page(asked):
    assert requests.redirect_whole(asked(), "/loads/")["Location"] == "/loads/"
    assert requests.redirect_whole(asked(hx_request="true"), "/loads/")["HX-Redirect"] == "/loads/"
