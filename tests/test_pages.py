"""Every page of the dashboard, by Django's client: known to the table, light, readable without scripts."""

import gzip
import html
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from tests.organizations.routes.rows import Needs, Route
from tests.organizations.routes.table import ROUTES
from tests.pages import FORMS, NOT_PAGES, TEMPLATE, hostile_world, ordinary_world, pages

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
MAX_BYTES = 80 * 1024


@pytest.fixture
def reader(owner):
    client = Client(headers={"Accept-Encoding": "gzip"}, raise_request_exception=False)
    client.force_login(owner)
    return client


def text_of(response) -> str:
    body = response.getvalue()
    return (gzip.decompress(body) if response.get("Content-Encoding") == "gzip" else body).decode()


@cache
def weight(name: str) -> int:
    """A static file's bytes over the wire."""
    return len(gzip.compress(Path(finders.find(name)).read_bytes()))


def is_action(route: Route) -> bool:
    """Whether the route does something for a person."""
    return route.method != "GET" and route.needs not in (Needs.TOKEN, Needs.SIGNATURE, Needs.PROVIDER)


class Reading(HTMLParser):
    """What matters of a page's markup: headings, forms, fetched fragments, buttons; the nesting of each."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.headings = 0
        self.faults: list[str] = []
        self._open: list[tuple[str, dict]] = []
        self._forms: list[dict] = []
        self._fetched: list[dict] = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = {"tag": tag, **dict(attributes)}
        around = [each for _, each in self._open]
        is_for_scripts = any("needs-js" in (each.get("class") or "") for each in [*around, given])
        if tag == "h1":
            self.headings += 1
        if tag == "form":
            self._forms.append({**given, "buttons": 0, "fields": 0, "token": False})
        if self._forms and "form" in [each["tag"] for each in around]:
            kind = given.get("type", "submit" if tag == "button" else "text")
            self._forms[-1]["buttons"] += (
                tag in ("button", "input") and kind == "submit" and not is_for_scripts
            )
            self._forms[-1]["fields"] += tag == "input" and kind not in ("submit", "hidden")
            self._forms[-1]["token"] |= given.get("name") == "csrfmiddlewaretoken"
        if tag == "a" and given.get("href") in (None, "", "#") and "hx-get" in given:
            self.faults.append(f"a link that leads nowhere: {given}")
        if tag == "a":
            for each in around:
                each["links"] = each.get("links", 0) + 1
        if (
            tag == "button"
            and given.get("type") == "button"
            and not is_for_scripts
            and "popovertarget" not in given
        ):
            self.faults.append(f"a button that does nothing without scripts: {given}")
        if tag not in VOID:
            self._open.append((tag, given))

    def handle_endtag(self, tag):
        if tag in VOID or tag not in [name for name, _ in self._open]:
            return
        while True:
            name, given = self._open.pop()
            if re.search(r"\bload\b", given.get("hx-trigger") or "") and not given.get("links"):
                self.faults.append(f"a fragment without a link to it: {given}")
            if name == "form":
                form = self._forms.pop()
                if not form["buttons"] and form["fields"] != 1:  # a single field is sent by Enter
                    self.faults.append(f"a form that can't be sent without scripts: {given}")
                if form.get("method", "get").lower() == "post" and not form["token"]:
                    self.faults.append(f"a form without its token: {given}")
            if name == tag:
                return


def test_every_page_answers_is_light_and_works_without_scripts(reader, acme):
    """Under 80 KiB at the first visit; what scripts fetch has a link, forms a button and a token, buttons an effect."""
    faults = {}
    for page in pages(ordinary_world(acme)):
        response = reader.get(page.url, follow=True)
        if response.status_code != 200 or not response["Content-Type"].startswith("text/html"):
            faults[page.url] = [f"{response.status_code} {response['Content-Type']}"]
            continue
        text = text_of(response)
        reading = Reading(text)
        found = list(reading.faults)
        if reading.headings != 1:
            found.append(f"{reading.headings} first headings")
        files = set(re.findall(r'(?:src|href)="/static/([^"]+)"', text))
        size = len(response.getvalue()) + sum(map(weight, files))
        if size > MAX_BYTES:
            found.append(f"{size} bytes")
        if found:
            faults[page.url] = found
    assert not faults


def test_what_is_no_page_is_none(reader):
    pages_after_all = []
    for name in NOT_PAGES:
        response = reader.get(reverse(name, kwargs=ROUTES[name].never or {}))
        if response.status_code < 400 and b"<h1" in response.getvalue():
            pages_after_all.append(name)
    assert not pages_after_all


def test_only_forms_that_are_named_show_themselves(reader, acme):
    shown = set()
    for name, route in ROUTES.items():
        if is_action(route):
            response = reader.get(reverse(name, kwargs=route.rows(acme) if route.rows else {}))
            shown |= {name} - ({name} if response.status_code == 405 else set())
    assert shown == FORMS


@pytest.mark.deep
def test_hostile_data_stays_data_on_every_page(reader, acme):
    """Markup is escaped, template syntax isn't run; the browser's tests look at how it stands there."""
    faults, seen = {}, 0
    for page in pages(hostile_world(acme)):
        text = text_of(reader.get(page.url, follow=True))
        if "<img src=x" in text or "49" + TEMPLATE[9:] in text:
            faults[page.url] = "it was taken for markup or a template"
        seen += TEMPLATE.split("{%")[0] in html.unescape(text)
    assert not faults
    assert seen > 10
