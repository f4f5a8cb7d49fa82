"""By the keyboard alone: windows, menus, questions, the skip link, and the keys that the help tells."""

import re
from itertools import pairwise

import pytest
from django.urls import reverse

from tests.pages import ordinary_world

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_first_stop_skips_to_the_content(window, owner, acme):
    page = window().enter(owner)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_a_window_holds_the_focus_and_gives_it_back(window, owner):
    page = window().enter(owner, "/gallery")
    opener = page.get_by_role("button", name="Accept $1,850")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    assert dialog.get_by_role("heading").text_content() == "Book Blue Mesa Transport at $1,850?"
    for _ in range(8):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || Boolean(document.activeElement.closest('dialog'))"
        )
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    assert page.evaluate("document.activeElement.textContent").strip() == "Accept $1,850"


def test_a_menu_opens_and_closes_by_keys(window, owner):
    page = window().enter(owner)
    summary = page.locator(".who summary")
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('details.menu'))")
    page.keyboard.press("Escape")
    assert page.locator(".who details[open]").count() == 0
    assert page.evaluate("document.activeElement.matches('.who summary')")


def test_a_live_call_is_ended_by_keys_alone(window, owner, acme):
    world = ordinary_world(acme)
    page = window().enter(owner, reverse("calls:page", kwargs=world.arguments("calls:take_over")))
    page.get_by_role("button", name="Hang up").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Cancel"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent").strip() == "Hang up"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    with page.expect_request(lambda request: request.method == "POST" and "hang-up" in request.url):
        page.keyboard.press("Enter")


def test_a_question_is_asked_without_scripts_too(window, owner, acme):
    world = ordinary_world(acme)
    screen = window(java_script_enabled=False)
    page = screen.enter(owner, reverse("calls:page", kwargs=world.arguments("calls:take_over")))
    page.get_by_role("button", name="Hang up").click()
    dialog = page.locator("#hang-up")
    assert dialog.is_visible()
    dialog.get_by_role("button", name="Cancel").click()
    assert not dialog.is_visible()


def test_the_help_tells_the_keys_that_there_are(window, owner, acme):
    """Each key that is named does what is said; no key that the script hears is left out."""
    ordinary_world(acme)
    page = window().enter(owner)
    page.keyboard.press("?")
    told = page.locator("#keys kbd").all_text_contents()
    going = [key for before, key in pairwise(told) if before == "g"]
    links = page.locator("[data-go]").evaluate_all(
        "links => links.map((link) => [link.dataset.go, link.pathname])"
    )
    assert going == [key for key, _ in links]
    assert {"/", "j", "k", "Enter", "x", "Esc", "?"} <= set(told)
    page.keyboard.press("Escape")
    for key, path in links:
        page.keyboard.press("g")
        page.keyboard.press(key)
        page.wait_for_url(re.compile(re.escape(path)))
