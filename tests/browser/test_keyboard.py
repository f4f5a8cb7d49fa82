"""By the keyboard alone: what is reached and seen, windows, menus, questions, and the keys that the help tells."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from tests.factories import ConversationFactory, PromiseFactory
from tests.pages import ordinary_world, pages

# Tells which stops Tab makes, and whether each shows that it has the focus.
WATCH = """() => {
    const isOutlined = (style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    const isSeen = (element) => {
        const label = element.closest("label");
        const styles = [getComputedStyle(element), getComputedStyle(element, "::after")];
        if (label) styles.push(getComputedStyle(label));
        // The browser's own player marks its buttons within.
        return styles.some(isOutlined) || element.matches("audio");
    };
    window.stops = new Set();
    window.unseen = [];
    document.addEventListener("focusin", ({ target }) => {
        stops.add(target);
        if (!isSeen(target)) unseen.push(target.outerHTML.slice(0, 160));
    });
}"""
# What Tab should reach: whatever can be clicked or filled in; of radio buttons the one that is chosen.
TO_REACH = """(where) => {
    const isStop = (element) => element.tabIndex >= 0 && !element.disabled && element.type !== "hidden"
        && element.checkVisibility({ visibilityProperty: true })
        && (element.type !== "radio" || element.checked);
    const elements = [...document.querySelector(where).querySelectorAll(
        "a[href], button, input, select, textarea, summary, audio[controls], [tabindex='0']")];
    window.wanted = elements.filter(isStop).slice(0, %d);
    return wanted.length;
}"""
LEFT = (
    "() => wanted.filter((element) => !stops.has(element)).map((element) => element.outerHTML.slice(0, 160))"
)
# What acts and is no stop, now or once it is unfolded: nothing that can be clicked is out of the keyboard's reach.
OUT_OF_REACH = """() => {
    const stop = "a[href], button, input, select, textarea, summary, audio[controls], [tabindex='0']";
    const isClicked = (element) => {
        if (element.matches("[data-set-theme], [data-go], [data-open], [data-pick], [popovertarget]")) return true;
        const fetches = ["get", "post", "put", "patch", "delete"].some((verb) => element.hasAttribute(`hx-${verb}`));
        if (fetches && !element.matches("form"))
            return /click/.test(element.getAttribute("hx-trigger") ?? "click");
        const parent = element.parentElement;
        return getComputedStyle(element).cursor === "pointer" && getComputedStyle(parent).cursor !== "pointer";
    };
    const isStop = (element) => Boolean(element?.matches(stop)) && element.tabIndex >= 0;
    const hasStop = (element) => isStop(element.closest(stop)) || isStop(element.closest("label")?.control)
        || (element.matches("[data-row], label") && isStop(element.querySelector(stop)));
    // A picture's slots are passed over: the table beside it has the same links.
    const link = (element) => element.closest("a[href]")?.getAttribute("href");
    const elsewhere = new Set([...document.querySelectorAll("a[href]")].filter(isStop).map(link));
    return [...document.querySelectorAll("body *")]
        .filter((element) => element.tabIndex > 0 || (isClicked(element) && !hasStop(element)))
        .filter((element) => !elsewhere.has(link(element)) && !element.matches(".hidden-visually[aria-hidden]"))
        .map((element) => element.outerHTML.slice(0, 160));
}"""
OPENERS = "main :not(dialog *)[popovertarget]:enabled:visible, main details.menu > summary:visible"
# Long lists repeat themselves: their first stops tell.
MAX_STOPS = 50
AT_ONCE = 10
PARTS = 4

pytestmark = pytest.mark.django_db(transaction=True)


def walk(page, where: str) -> list[str]:
    """Press Tab through a part of the page, from its beginning: what isn't reached, and what doesn't show it."""
    if where == "main":
        page.evaluate("document.querySelector('main').focus()")
    page.evaluate(WATCH)
    wanted = page.evaluate(TO_REACH % MAX_STOPS, where)
    # A date has a stop for each of its parts.
    for _ in range(0, wanted * 2 + AT_ONCE, AT_ONCE):
        for _ in range(AT_ONCE):
            page.keyboard.press("Tab")
        left = page.evaluate(LEFT)
        if not left:
            break
    faults = [f"not reached: {element}" for element in left]
    return faults + [f"not to be seen: {element}" for element in page.evaluate("window.unseen")]


def unfold(page) -> Iterator[str]:
    """Open by Enter what the page's buttons and summaries open: the focus goes into it, and back with Escape."""
    for opener in page.locator(OPENERS).all():
        words = opener.evaluate("opener => opener.outerHTML.slice(0, 160)")
        opener.focus()
        page.keyboard.press("Enter")
        if opener.evaluate("opener => opener.matches('summary')"):
            page.keyboard.press("Tab")
        if not page.evaluate(
            "Boolean(document.activeElement.closest('dialog[open], details.menu[open] > div'))"
        ):
            yield f"not entered: {words}"
        page.keyboard.press("Escape")
        if not opener.evaluate("opener => document.activeElement === opener"):
            yield f"doesn't give the focus back: {words}"


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_worked_by_the_keyboard_alone(window, owner, acme, part):
    """Tab reaches whatever acts and shows where it is; windows and menus open by Enter and close by Escape."""
    world = ordinary_world(acme)
    inside, outside = window(), window()
    inside.enter(owner)
    faults = []
    for page in list(pages(world))[part::PARTS]:
        screen = inside if page.is_for_members else outside
        screen.open(page.url)
        screen.settle()
        # The frame is the same around every page.
        where = "main" if screen.page.locator(".shell").count() and page.name != "loads:list" else "body"
        found = [f"out of reach: {element}" for element in screen.page.evaluate(OUT_OF_REACH)]
        found += walk(screen.page, where)
        found += unfold(screen.page)
        faults += [f"{page.url} {fault}" for fault in found]
    assert not faults, "\n".join(faults)


@pytest.mark.deep
def test_the_first_stop_skips_to_the_content(window, owner, acme):
    page = window().enter(owner)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_a_window_holds_the_focus_and_gives_it_back(window, owner):
    page = window().enter(owner, "/gallery")
    opener = page.get_by_role("button", name="Accept $1,850")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading")).to_have_text("Book Blue Mesa Transport at $1,850?")
    for _ in range(8):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || Boolean(document.activeElement.closest('dialog'))"
        )
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(opener).to_be_focused()


@pytest.mark.deep
def test_a_menu_opens_and_closes_by_keys(window, owner):
    page = window().enter(owner)
    summary = page.locator(".who summary")
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('details.menu'))")
    page.keyboard.press("Escape")
    expect(page.locator(".who details[open]")).to_have_count(0)
    expect(summary).to_be_focused()


@pytest.mark.deep
def test_what_came_has_the_focus_of_what_is_gone(window, owner, acme):
    """The link that took the filters out went with them: Tab goes on in the list."""
    ordinary_world(acme)
    page = window().enter(owner, "/loads/?q=4821")
    page.get_by_role("link", name="Clear filters").focus()
    page.keyboard.press("Enter")
    page.locator("#loads:focus").wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('#loads nav.chips'))")


@pytest.mark.deep
def test_a_promise_is_ticked_off_by_keys_and_the_focus_stays_there(window, owner, acme):
    conversation = ConversationFactory(organization=acme, summary="They want to be called back.")
    promise = PromiseFactory(organization=acme, due_at=timezone.now(), conversation=conversation)
    page = window().enter(owner, "/")
    page.get_by_role("button", name="Mark the callback").focus()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.keyboard.press("Enter")
    page.get_by_text("No callbacks due").wait_for()
    page.wait_for_function("document.activeElement !== document.body")
    assert page.evaluate("Boolean(document.activeElement.closest('#promises'))")
    promise.refresh_from_db()
    assert promise.kept_by == f"user:{owner.pk}"


@pytest.mark.deep
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


@pytest.mark.deep
def test_a_question_is_asked_without_scripts_too(window, owner, acme):
    world = ordinary_world(acme)
    screen = window(java_script_enabled=False)
    page = screen.enter(owner, reverse("calls:page", kwargs=world.arguments("calls:take_over")))
    page.get_by_role("button", name="Hang up").click()
    dialog = page.locator("#hang-up")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_be_hidden()


@pytest.mark.deep
def test_the_help_tells_the_keys_that_there_are(window, owner, acme):
    """Each key that is named does what is said; no key that the script hears ignored."""
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
        page.keyboard.type(f"g{key}")
        # Settings lead on to their first page.
        page.wait_for_url(f"{screen.url}{path}{'' if path == '/' else '**'}")
