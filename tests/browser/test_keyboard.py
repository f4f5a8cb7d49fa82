"""By the keyboard alone: what is reached and seen, windows, menus, questions, and the keys that the help tells."""

from itertools import pairwise

import pytest
from django.urls import reverse

from tests.pages import ordinary_world, pages

# What can be clicked or filled in, with what shows that it is on the way.
ACTIONS = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, audio[controls]")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled)
    .filter((element) => element.type !== "hidden" && element.tabIndex >= 0).length"""
FOCUSED = """() => {
    const element = document.activeElement;
    if (element === document.body) return null;
    if (!element.dataset.reached) element.dataset.reached = String(document.querySelectorAll("[data-reached]").length);
    const own = getComputedStyle(element), after = getComputedStyle(element, "::after");
    const label = element.closest("label");
    const around = label ? getComputedStyle(label) : own;
    const isOutlined = (style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    const isMarked = [own, after, around].some(isOutlined);
    // The browser's own player marks its buttons within.
    return [element.dataset.reached, isMarked || element.matches("audio"), element.outerHTML.slice(0, 160)];
}"""
# The pages on which people work; long lists repeat themselves, so their first stops tell.
MAIN = {
    *("organizations:today", "loads:list", "loads:page", "calls:list", "calls:page", "carriers:page"),
    *("bids:list", "analytics:overview", "agents:page", "organizations:members"),
}
MOST_STOPS = 50

pytestmark = pytest.mark.django_db(transaction=True)


def focused(page) -> str:
    return page.evaluate("document.activeElement.outerHTML.slice(0, 200)")


def test_tab_reaches_everything_and_shows_where_it_is(window, owner, acme):
    screen = window()
    world = ordinary_world(acme)
    screen.enter(owner)
    faults = {}
    for url in {page.name: page.url for page in pages(world) if page.name in MAIN}.values():
        screen.open(url)
        screen.settle()
        actions, reached = screen.page.evaluate(ACTIONS), set()
        for _ in range(min(actions, MOST_STOPS)):
            screen.page.keyboard.press("Tab")
            stop = screen.page.evaluate(FOCUSED)
            if stop is None:
                break
            reached.add(stop[0])
            if not stop[1]:
                faults.setdefault(url, []).append(f"not to be seen: {stop[2]}")
        # Radio buttons are one stop, so are a date's parts; a trap would hold the focus on a few.
        if len(reached) < min(actions, MOST_STOPS) * 0.5:
            faults.setdefault(url, []).append(
                f"{len(reached)} of {actions} reached, then {focused(screen.page)}"
            )
    assert not faults


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
    with page.expect_response(lambda answer: answer.request.method == "POST" and "hang-up" in answer.url):
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
    screen = window()
    page = screen.enter(owner)
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
        # Settings lead on to their first page.
        page.wait_for_url(f"{screen.url}{path}{'' if path == '/' else '**'}")
