"""Whoever asks again before the answer is there: the newest action counts, whichever answer comes last."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from tests.pages import ordinary_world

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]


class Held:
    """Keeps back the first request to an address; `let_go()` has it answered and waits for what comes of that."""

    def __init__(self, page, address: str) -> None:
        self.page, self.routes, self.ended = page, [], set()
        page.route(re.compile(address), self._hold)
        page.on("requestfinished", self._end)
        page.on("requestfailed", self._end)

    def _hold(self, route) -> None:
        if self.routes:
            route.fallback()
        else:
            self.routes.append(route)

    def _end(self, request) -> None:
        self.ended.add(request)

    def wait(self) -> None:
        """Wait until it is asked for."""
        while not self.routes:
            self.page.wait_for_timeout(10)

    def let_go(self) -> None:
        """Answer it, late."""
        [route] = self.routes
        # One that was given up has nobody to answer to.
        with suppress(Error):
            route.continue_()
        while route.request not in self.ended:
            self.page.wait_for_timeout(10)
        self.page.wait_for_timeout(200)


@pytest.fixture
def world(acme):
    """An ordinary morning."""
    return ordinary_world(acme)


def chosen(page) -> list[str]:
    return page.locator(".chip[aria-current=true]").evaluate_all(
        "chips => chips.map((chip) => chip.firstChild.textContent.trim())"
    )


@pytest.mark.parametrize("path", ["loads", "calls", "carriers", "bids"])
def test_the_link_that_was_followed_last_counts(window, owner, world, path):
    screen = window()
    page = screen.enter(owner, f"/{path}/")
    first, second = page.locator("nav.chips").first.locator("a:not([aria-current])").all()[:2]
    names = [link.evaluate("link => link.firstChild.textContent.trim()") for link in (first, second)]
    held = Held(page, re.escape(first.evaluate("link => link.search")) + "$")
    first.click()
    held.wait()
    address = second.evaluate("link => link.href")
    second.click()
    page.wait_for_url(address)
    held.let_go()
    assert page.url == address
    assert names[1] in chosen(page)
    assert names[0] not in chosen(page)


def test_the_period_that_was_chosen_last_counts(window, owner, world):
    page = window().enter(owner, "/analytics/")
    first, second = page.locator("nav.chips").first.locator("a:not([aria-current])").all()[:2]
    held = Held(page, re.escape(first.evaluate("link => link.search")) + "$")
    name, address = second.evaluate("link => [link.firstChild.textContent.trim(), link.href]")
    first.click()
    held.wait()
    second.click()
    page.wait_for_url(address)
    held.let_go()
    assert page.url == address
    assert name in chosen(page)


def test_a_chip_overtakes_the_form_and_keeps_what_was_typed(window, owner, world):
    page = window().enter(owner)
    held = Held(page, r"/loads/\?q=4821")
    page.get_by_label("Find a load").fill("4821")
    held.wait()
    page.locator("#chip-status-all").click()
    page.wait_for_url("**/loads/?status=all&q=4821")
    held.let_go()
    assert page.url.endswith("/loads/?status=all&q=4821")
    assert "All" in chosen(page)
    expect(page.get_by_label("Find a load")).to_have_value("4821")


def test_the_form_overtakes_a_chip_and_keeps_what_was_clicked(window, owner, world):
    page = window().enter(owner)
    held = Held(page, r"/loads/\?status=all$")
    page.locator("#chip-status-all").click()
    held.wait()
    page.locator("select[name=equipment]").select_option("reefer")
    page.wait_for_url("**/loads/?equipment=reefer&status=all")
    held.let_go()
    assert page.url.endswith("/loads/?equipment=reefer&status=all")
    assert "All" in chosen(page)
    expect(page.locator("select[name=equipment]")).to_have_value("reefer")


def test_a_chip_that_takes_a_filter_out_keeps_what_was_typed(window, owner, world):
    page = window().enter(owner, "/loads/?status=all&page=1")
    held = Held(page, r"/loads/\?q=4821")
    page.get_by_label("Find a load").fill("4821")
    held.wait()
    page.locator("nav.chips a").first.click()
    page.wait_for_url("**/loads/?q=4821")
    held.let_go()
    assert page.url.endswith("/loads/?q=4821")
    assert "All" not in chosen(page)


def test_what_is_taken_back_before_the_answer_stays_taken_back(window, owner, world):
    page = window().enter(owner)
    held = Held(page, r"/loads/\?equipment=reefer")
    page.locator("select[name=equipment]").select_option("reefer")
    held.wait()
    page.locator("select[name=equipment]").select_option("")
    held.let_go()
    page.locator("#chip-status-all").click()
    page.wait_for_url("**/loads/?status=all")


def test_a_chip_that_is_fetched_anew_while_it_is_pressed_is_followed(window, owner, world):
    page = window().enter(owner)
    held = Held(page, r"/loads/\?customer=Nobody")
    page.locator("input[name=customer]").fill("Nobody")
    page.locator("#chip-status-all").hover()
    page.mouse.down()
    held.wait()
    held.let_go()
    page.get_by_text("No matching loads").wait_for()
    page.mouse.up()
    page.wait_for_url("**/loads/?customer=Nobody&status=all")


def test_a_chip_overtakes_the_list_that_fetches_itself(window, owner, world):
    page = window().enter(owner)
    held = Held(page, r"/loads/$")
    page.evaluate("htmx.trigger('#loads', 'refresh')")
    held.wait()
    page.locator("#chip-status-all").click()
    page.wait_for_url("**/loads/?status=all")
    held.let_go()
    assert "All" in chosen(page)


def test_the_list_that_fetches_itself_gives_way_to_who_is_asking(window, owner, world):
    page = window().enter(owner)
    held = Held(page, r"/loads/\?status=all")
    page.locator("#chip-status-all").click()
    held.wait()
    page.evaluate("htmx.trigger('#loads', 'refresh')")
    held.let_go()
    page.wait_for_url("**/loads/?status=all")
    assert "All" in chosen(page)


def test_a_row_that_is_ticked_while_its_list_is_fetched_stays_ticked(window, owner, world):
    page = window().enter(owner)
    held = Held(page, r"/loads/$")
    page.evaluate("htmx.trigger('#loads', 'refresh')")
    held.wait()
    page.locator("[data-pick]").first.check()
    held.let_go()
    expect(page.locator("[data-pick]").first).to_be_checked()
    with page.expect_response(re.compile(r"/loads/$")):
        page.locator("[data-pick]").first.uncheck()
        page.locator("h1").click()
