"""Every page in a real browser: keeps within the screen, doesn't jump, reads without scripts, whatever it shows.

Each window complains by itself of errors in the console and of whatever the content security policy refuses.
"""

import pytest

from tests.pages import hostile_world, ordinary_world, pages

# What moves once the document stands. Parts are asked for from then on: a slow machine may draw it by halves before.
SHIFTS = """
    window.shifts = [];
    // What hides until its part is there shows after a while in any case: a slow machine isn't meant.
    const patient = new CSSStyleSheet();
    patient.replaceSync(".columns * { animation-delay: 60s !important }");
    document.adoptedStyleSheets.push(patient);
    window.stands = new Promise((resolve) => document.addEventListener("DOMContentLoaded", () =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now())))));
    document.addEventListener("htmx:confirm", (event) => {
        event.preventDefault();
        stands.then(() => event.detail.issueRequest(true));
    });
    stands.then((since) => new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources, startTime } of list.getEntries()) {
            if (hadRecentInput || startTime < since) continue;
            window.shifts.push([value, sources.map(({ node }) => node?.outerHTML?.slice(0, 120))]);
        }
    }).observe({ type: "layout-shift", buffered: true }));
"""
MAX_SHIFT = 0.01

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


@pytest.mark.parametrize("width", [360, 1440])
def test_no_page_jumps_when_its_parts_arrive(window, owner, acme, width):
    screen = window(width=width)
    screen.page.context.add_init_script(SHIFTS)
    world = ordinary_world(acme)
    screen.enter(owner)
    jumping = {}
    for page in pages(world):
        screen.open(page.url)
        screen.page.evaluate("window.stands")
        screen.settle()
        screen.page.wait_for_timeout(100)
        shifts = screen.page.evaluate("window.shifts")
        if sum(value for value, _ in shifts) >= MAX_SHIFT:
            jumping[page.url] = shifts
    assert not jumping


@pytest.mark.parametrize("make_world", [ordinary_world, hostile_world])
def test_no_page_scrolls_sideways(window, owner, acme, make_world):
    screen = window()
    world = make_world(acme)
    screen.enter(owner)
    wide = []
    for page in pages(world):
        screen.open(page.url)
        screen.settle()
        for width in (360, 768, 1280, 2560):
            screen.page.set_viewport_size({"width": width, "height": 900})
            if screen.is_wider_than_itself():
                wide.append((page.url, width))
        assert not screen.page.evaluate("window.hurt")
    assert not wide


def test_every_page_reads_without_scripts(window, owner, acme):
    """What each page says is there; what scripts would fetch is a link away."""
    screen = window(java_script_enabled=False)
    world = ordinary_world(acme)
    screen.enter(owner)
    unread = []
    for page in pages(world):
        screen.open(page.url)
        main = screen.page.locator("main, body").first
        fetched = screen.page.locator("[hx-trigger^=load]")
        links = fetched.locator("a:visible")
        if not screen.page.locator("h1").is_visible() or len(main.inner_text()) < 30:
            unread.append(page.url)
        if links.count() < fetched.count() or screen.page.locator(".needs-js:visible").count():
            unread.append(page.url)
    assert not unread
