"""On paper: what is printed of a load, a call, bids and analytics, and what isn't."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.pages import ordinary_world

PRINTED = ("loads:page", "calls:page", "bids:page", "analytics:overview")
# What can be clicked, or tells of keys, has no business on paper.
CLICKED = ".rail, .top, .button, .chip, .menu, .tabs, .crumb, .toasts, .keys-hint, .actions, audio, dialog"
A4 = 794, 1123  # pixels of CSS
MAX_SHEETS = 4

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


@pytest.mark.parametrize("name", PRINTED)
@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_page_is_printed_without_what_is_clicked(window, owner, acme, name, color_scheme):
    world = ordinary_world(acme)
    screen = window(width=A4[0], height=A4[1], color_scheme=color_scheme)
    page = screen.enter(owner, reverse(name, kwargs=world.arguments(name)))
    screen.settle()
    page.emulate_media(media="print")
    clicked = page.locator(CLICKED).evaluate_all(
        "found => found.filter((each) => each.checkVisibility()).map((each) => each.outerHTML.slice(0, 120))"
    )
    assert clicked == []
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert not screen.is_wider_than_itself()
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
    sheets = len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4", print_background=False)))
    assert 1 <= sheets <= MAX_SHEETS


def test_load_is_printed_with_its_rates_first(window, owner, acme):
    world = ordinary_world(acme)
    screen = window(width=A4[0], height=A4[1])
    page = screen.enter(owner, reverse("loads:page", kwargs=world.arguments("loads:page")))
    screen.settle()
    page.emulate_media(media="print")
    for text in ("Customer rate", "Target", "Max buy"):
        expect(page.get_by_text(text, exact=True).first).to_be_visible()
    tops = [page.get_by_role("heading", name=name).bounding_box()["y"] for name in ("Rates", "Stops")]
    assert tops == sorted(tops)
